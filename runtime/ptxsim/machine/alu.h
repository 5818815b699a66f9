/*
 * The handlers of arithmetic by number. The tables hold the same rows, compiled
 * for several instruction sets of the host.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_MACHINE_ALU_H
#define HEDRA_RUNTIME_PTXSIM_MACHINE_ALU_H

#include "runtime/ptxsim/machine/exec.h"

enum alu {
#define ALU_1(name, R, A, x) ALU_##name,
#define ALU_2(name, R, A, B, x) ALU_##name,
#define ALU_3(name, R, A, B, C, x) ALU_##name,
#define ALU_4(name, R, A, B, C, E, x) ALU_##name,
#define REAL_1(name, x) ALU_##name##_f32, ALU_##name##_f64,
#define REAL_2(name, x) ALU_##name##_f32, ALU_##name##_f64,
#define REAL_3(name, x) ALU_##name##_f32, ALU_##name##_f64,
#define SINGLE_1(name, x) ALU_##name##_f32,
#define DOUBLE_1(name, x) ALU_##name##_f64,
#define SELECT(bits, R) ALU_select_##bits,
/* In the order of the words eq ne lt le gt ge. */
#define TESTS_INTEGER(type, A, a, b)                                           \
    ALU_eq_##type, ALU_ne_##type, ALU_lt_##type, ALU_le_##type, ALU_gt_##type, \
        ALU_ge_##type,
/* In the order of the words eq ... ge, equ neu ltu leu gtu geu num nan. */
#define TESTS_REAL(type, A)                                                    \
    TESTS_INTEGER(type, A, a, b)                                               \
    ALU_equ_##type, ALU_neu_##type, ALU_ltu_##type, ALU_leu_##type,            \
        ALU_gtu_##type, ALU_geu_##type, ALU_num_##type, ALU_nan_##type,
#include "runtime/ptxsim/machine/alu.def"
    ALU_COUNT
};
#undef ALU_1
#undef ALU_2
#undef ALU_3
#undef ALU_4
#undef REAL_1
#undef REAL_2
#undef REAL_3
#undef SINGLE_1
#undef DOUBLE_1
#undef SELECT
#undef TESTS_INTEGER
#undef TESTS_REAL

extern const ptxsim_handler alu_base[ALU_COUNT];
#if defined(__x86_64__)
extern const ptxsim_handler alu_avx2[ALU_COUNT];
#endif

#endif
