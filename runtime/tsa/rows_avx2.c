/* The lattice's kernels for x86-64 with AVX2 and FMA. What other headers define
 * inline must come before, or it would be compiled for it too. */
#if defined(__x86_64__)
#include "runtime/tsa/local.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))),              \
                             apply_to = function)
#else
#pragma GCC target("avx2,fma,prefer-vector-width=256")
#endif
#define REAL float
#define BYTES 32
#define NAME(x) avx2_f32_##x
#include "runtime/tsa/rows.inc"
#undef REAL
#undef NAME
#define REAL double
#define NAME(x) avx2_f64_##x
#include "runtime/tsa/rows.inc"
#if defined(__clang__)
#pragma clang attribute pop
#endif

const struct tsa_kernels tsa_avx2_f32 = {8, avx2_f32_edge, avx2_f32_middle};
const struct tsa_kernels tsa_avx2_f64 = {4, avx2_f64_edge, avx2_f64_middle};
#endif
