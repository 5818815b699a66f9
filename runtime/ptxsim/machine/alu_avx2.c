/* The loops of arithmetic for x86-64 with AVX2 and FMA. What other headers
 * define inline must come before, or it would be compiled for them too. */
#if defined(__x86_64__)
#include "runtime/ptxsim/machine/alu.h"
#include "runtime/ptxsim/machine/real.h"

#include <string.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))),              \
                             apply_to = function)
#else
#pragma GCC target("avx2,fma,prefer-vector-width=256")
#endif
#define ALU_TABLE alu_avx2
#define ALU_FUSED
#include "runtime/ptxsim/machine/alu.inc"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
