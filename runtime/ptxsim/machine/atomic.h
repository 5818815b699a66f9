/* What an atomic operation does to memory: insn.mode. */
#ifndef HEDRA_RUNTIME_PTXSIM_MACHINE_ATOMIC_H
#define HEDRA_RUNTIME_PTXSIM_MACHINE_ATOMIC_H

enum atomic_mode {
    ATOMIC_ADD,
    ATOMIC_MIN,
    ATOMIC_MAX,
    ATOMIC_INC,
    ATOMIC_DEC,
    ATOMIC_AND,
    ATOMIC_OR,
    ATOMIC_XOR,
    ATOMIC_CAS,
    ATOMIC_EXCH
};

#endif
