/* What a barrier instruction does: insn.mode (whether the warp waits) and
 * insn.mode2 (what is told to all). Operands: a the barrier, b the threads or
 * PTXSIM_NO_SLOT, c the predicate of bar.red, d its result. */
#ifndef HEDRA_RUNTIME_PTXSIM_MACHINE_BARRIER_H
#define HEDRA_RUNTIME_PTXSIM_MACHINE_BARRIER_H

#include "runtime/ptxsim/machine/exec.h"

enum { BARRIER_SYNC, BARRIER_ARRIVE };
enum { BARRIER_PLAIN, BARRIER_POPC, BARRIER_AND, BARRIER_OR };

#endif
