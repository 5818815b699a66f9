/*
 * The versions of kernels of the host, of which one is chosen when a kernel
 * begins: for AVX-512, for AVX2, and for the processor of the compiler's flags.
 * Where that has AVX2 or AVX-512 itself, there are none for less (HD_LEAST is
 * the least level that there is), as no processor that runs the rest of the
 * program would choose them, and compilers take as long for each version. A
 * part of hedra_kernel.h.
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

#if HD_VERSIONS == 1 && defined __AVX512F__ && defined __AVX512DQ__ &&         \
    defined __AVX512BW__ && defined __AVX512VL__ && defined __AVX2__ &&        \
    defined __FMA__ && defined __BMI__ && defined __BMI2__
#define HD_LEAST 2
#elif HD_VERSIONS == 1 && defined __AVX2__ && defined __FMA__ &&               \
    defined __BMI__ && defined __BMI2__
#define HD_LEAST 1
#else
#define HD_LEAST 0
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
#define HD_PART_VERSION(name, version, level, features, parameters, ...)       \
    __attribute__((                                                            \
        target(features))) static HD_APART void name##_##version parameters    \
    {                                                                          \
        name##_body(level, __VA_ARGS__);                                       \
    }
#else
#define HD_VERSION(name, version, level, features)
#define HD_PART_VERSION(name, version, level, features, parameters, ...)
#endif

/* The version for the flags, and what calls it and those above. */
#if HD_LEAST > 0
#define HD_PLAIN(name, parameters, ...)
#define HD_LAST(name) name##_avx2(arg, begin, end);
#define HD_LAST_PART(name, ...) name##_avx2(__VA_ARGS__);
#else
#define HD_PLAIN(name, parameters, ...)                                        \
    static HD_APART void name##_plain parameters                               \
    {                                                                          \
        name##_body(HD_FMA, __VA_ARGS__);                                      \
    }
#define HD_LAST(name) name##_call(HD_FMA, arg, begin, end);
#define HD_LAST_PART(name, ...) name##_plain(__VA_ARGS__);
#endif

#if HD_LEAST > 1
#define HD_AVX2_VERSION(name)
#define HD_AVX2_PART(name, parameters, ...)
#define HD_CHOOSE(name) name##_avx512(arg, begin, end);
#define HD_RUN(name, ...) name##_avx512(__VA_ARGS__);
#else
#define HD_AVX2_VERSION(name) HD_VERSION(name, avx2, 1, HD_AVX2)
#define HD_AVX2_PART(name, parameters, ...)                                    \
    HD_PART_VERSION(name, avx2, 1, HD_AVX2, parameters, __VA_ARGS__)
#if HD_VERSIONS
#define HD_CHOOSE(name)                                                        \
    if (hedra_level() >= HEDRA_LEVEL_AVX512) {                                 \
        name##_avx512(arg, begin, end);                                        \
        return;                                                                \
    }                                                                          \
    if (!HD_LEAST && hedra_level() >= HEDRA_LEVEL_AVX2) {                      \
        name##_avx2(arg, begin, end);                                          \
        return;                                                                \
    }                                                                          \
    HD_LAST(name)
#define HD_RUN(name, ...)                                                      \
    if (hdk_fma > 1)                                                           \
        name##_avx512(__VA_ARGS__);                                            \
    else if (hdk_fma > 0)                                                      \
        name##_avx2(__VA_ARGS__);                                              \
    else                                                                       \
        HD_LAST_PART(name, __VA_ARGS__)
#else
#define HD_CHOOSE(name) HD_LAST(name)
#define HD_RUN(name, ...) HD_LAST_PART(name, __VA_ARGS__)
#endif
#endif
#define HD_KERNEL(name, bits)                                                  \
    HD_VERSION(name, avx512, 2, HD_AVX512_OF(bits))                            \
    HD_AVX2_VERSION(name)                                                      \
    static HD_APART void name(const union hedra_arg *arg, int64_t begin,       \
                              int64_t end)                                     \
    {                                                                          \
        HD_CHOOSE(name)                                                        \
    }
#define HD_PART(name, parameters, ...)                                         \
    HD_PART_VERSION(name, avx512, 2, HD_AVX512, parameters, __VA_ARGS__)       \
    HD_AVX2_PART(name, parameters, __VA_ARGS__)                                \
    HD_PLAIN(name, parameters, __VA_ARGS__)

#endif
