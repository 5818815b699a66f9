/* The loops of the tridiagonal solver for x86-64 with AVX2. */
#if defined(__x86_64__)
#include "runtime/tridiag/kernel.h"

#include <float.h>
#include <string.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))),              \
                             apply_to = function)
#else
#pragma GCC target("avx2,fma,prefer-vector-width=256")
#endif
#define TABLE tridiag_avx2
#define NONTEMPORAL 1
#define LANES_FLOAT 8
#define LANES_DOUBLE 4
#include "runtime/tridiag/types.inc"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
