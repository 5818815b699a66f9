/* The lattice's kernels for x86-64 with AVX-512. What other headers define
 * inline must come before, or it would be compiled for it too. */
#if defined(__x86_64__)
#include "runtime/tsa/local.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f"))),               \
                             apply_to = function)
#else
#pragma GCC target("avx512f,prefer-vector-width=512")
#endif
#define REAL float
#define BYTES 64
#define NAME(x) avx512_f32_##x
#include "runtime/tsa/rows.inc"
#undef REAL
#undef NAME
#define REAL double
#define NAME(x) avx512_f64_##x
#include "runtime/tsa/rows.inc"
#if defined(__clang__)
#pragma clang attribute pop
#endif

const struct tsa_kernels tsa_avx512_f32 = {16, avx512_f32_edge,
                                           avx512_f32_middle};
const struct tsa_kernels tsa_avx512_f64 = {8, avx512_f64_edge,
                                           avx512_f64_middle};
#endif
