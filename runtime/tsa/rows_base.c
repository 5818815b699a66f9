/* The lattice's kernels for every CPU: vectors of 16 bytes. */
#include "runtime/tsa/local.h"

#define REAL float
#define BYTES 16
#define NAME(x) base_f32_##x
#include "runtime/tsa/rows.inc"
#undef REAL
#undef NAME
#define REAL double
#define NAME(x) base_f64_##x
#include "runtime/tsa/rows.inc"

const struct tsa_kernels tsa_base_f32 = {4, base_f32_edge, base_f32_middle};
const struct tsa_kernels tsa_base_f64 = {2, base_f64_edge, base_f64_middle};

const struct tsa_kernels *tsa_kernels_choose(int real)
{
    bool single = real == HEDRA_TSA_FLOAT;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return single ? &tsa_avx512_f32 : &tsa_avx512_f64;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return single ? &tsa_avx2_f32 : &tsa_avx2_f64;
#endif
    return single ? &tsa_base_f32 : &tsa_base_f64;
}
