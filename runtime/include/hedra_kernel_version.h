/*
 * The versions of kernels of the host, of which one is chosen when a kernel
 * begins: for AVX-512, for AVX2, and for the processor of the compiler's flags.
 * A part of hedra_kernel.h.
 *
 * HD_KERNEL(name, bits): the kernel `name`, whose arguments name_call hands to
 * its body, by vectors of so many bits at most. HD_PART(name, parameters, ...):
 * a part of a long kernel, a function of its own, with its parameters and the
 * arguments of these names; HD_RUN calls it in the version of its kernel.
 */
#ifndef HEDRA_KERNEL_VERSION_H
#define HEDRA_KERNEL_VERSION_H

#ifndef HEDRA_KERNEL_H
#error "hedra_kernel_version.h is a part of hedra_kernel.h"
#endif

#if HD_VERSIONS
/* GCC's tuning for some processors prefers shorter vectors. */
#if !defined __clang__ && __GNUC__ >= 11
#define HD_WIDTH(bits) ",prefer-vector-width=" #bits
#else
#define HD_WIDTH(bits)
#endif
#define HD_AVX512_OF(bits)                                                     \
    "avx512f,avx512dq,avx512bw,avx512vl,avx2,fma,bmi,bmi2" HD_WIDTH(bits)
#define HD_AVX512 HD_AVX512_OF(512)
#define HD_AVX2 "avx2,fma,bmi,bmi2" HD_WIDTH(256)
#define HD_VERSION(name, version, level, features)                             \
    __attribute__((target(features))) static HD_APART void name##_##version(   \
        const union hedra_arg *arg, int64_t begin, int64_t end)                \
    {                                                                          \
        name##_call(level, arg, begin, end);                                   \
    }
#define HD_CHOOSE(name)                                                        \
    if (hedra_level() >= HEDRA_LEVEL_AVX512) {                                 \
        name##_avx512(arg, begin, end);                                        \
        return;                                                                \
    }                                                                          \
    if (hedra_level() >= HEDRA_LEVEL_AVX2) {                                   \
        name##_avx2(arg, begin, end);                                          \
        return;                                                                \
    }
#define HD_PART_VERSION(name, version, level, features, parameters, ...)       \
    __attribute__((                                                            \
        target(features))) static HD_APART void name##_##version parameters    \
    {                                                                          \
        name##_body(level, __VA_ARGS__);                                       \
    }
#define HD_RUN(name, ...)                                                      \
    if (hdk_fma > 1)                                                           \
        name##_avx512(__VA_ARGS__);                                            \
    else if (hdk_fma > 0)                                                      \
        name##_avx2(__VA_ARGS__);                                              \
    else                                                                       \
        name##_plain(__VA_ARGS__);
#else
#define HD_VERSION(name, version, level, features)
#define HD_CHOOSE(name)
#define HD_PART_VERSION(name, version, level, features, parameters, ...)
#define HD_RUN(name, ...) name##_plain(__VA_ARGS__);
#endif
#define HD_KERNEL(name, bits)                                                  \
    HD_VERSION(name, avx512, 2, HD_AVX512_OF(bits))                            \
    HD_VERSION(name, avx2, 1, HD_AVX2)                                         \
    static HD_APART void name(const union hedra_arg *arg, int64_t begin,       \
                              int64_t end)                                     \
    {                                                                          \
        HD_CHOOSE(name)                                                        \
        name##_call(HD_FMA, arg, begin, end);                                  \
    }
#define HD_PART(name, parameters, ...)                                         \
    HD_PART_VERSION(name, avx512, 2, HD_AVX512, parameters, __VA_ARGS__)       \
    HD_PART_VERSION(name, avx2, 1, HD_AVX2, parameters, __VA_ARGS__)           \
    static HD_APART void name##_plain parameters                               \
    {                                                                          \
        name##_body(HD_FMA, __VA_ARGS__);                                      \
    }

#endif
