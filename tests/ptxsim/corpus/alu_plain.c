/* The simulator's arithmetic as processors without AVX2 and FMA get it. */
#define __builtin_cpu_supports(feature) 0
#include "runtime/ptxsim/machine/alu_base.c"
