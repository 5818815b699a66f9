/* The loops of the tridiagonal solver for x86-64 with AVX-512. */
#if defined(__x86_64__)
#include "runtime/tridiag/kernel.h"

#include <float.h>
#include <string.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq"))),      \
                             apply_to = function)
#else
#pragma GCC target("avx512f,avx512dq,prefer-vector-width=512")
#endif
#define TABLE tridiag_avx512
#define NONTEMPORAL 1
#define LANES_FLOAT 16
#define LANES_DOUBLE 8
#include "runtime/tridiag/types.inc"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
