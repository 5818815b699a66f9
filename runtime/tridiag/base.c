/* The loops of the tridiagonal solver for any processor, and the choice among
 * those for others. */
#include "runtime/tridiag/kernel.h"

#include <float.h>
#include <string.h>

#define TABLE tridiag_base
#define NONTEMPORAL 0
#define LANES_FLOAT 4
#define LANES_DOUBLE 2
#include "runtime/tridiag/types.inc"

const struct tridiag_kernels *tridiag_widest(int type)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        return &tridiag_avx512[type];
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &tridiag_avx2[type];
#endif
    return &tridiag_base[type];
}
