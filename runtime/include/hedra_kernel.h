/*
 * What the C files that hedrac and brush write have in common: how the C
 * compiler is told what kernels of the host need, the functions that they call
 * (hdf_…), and the versions in which they are compiled. hedra_kernel_math.h and
 * hedra_kernel_version.h are parts of this header. It includes hedra.h.
 *
 * The text stands in the user's file, whose compiler flags are not ours: what
 * the kernels need HD_BEGIN says before them, and HD_END takes back.
 * - GCC: optimised whatever the flags say, no contraction, no errno, no traps
 *   (or it would vectorise no condition on floats). It then makes trunc(x) of
 *   (double)(int)x, and of (double)(0 + (int)x), which is -0 where these are 0;
 *   and GCC 12, whatever the flags say, -(double)y of 0.0 - (double)y for an
 *   integer y, which is -0 where that is 0: HD_OPAQUE stands between. And
 *   GCC 12 takes (double)(float)x for x if both are vectors, as straight-line
 *   code has them: of what narrows (HD_BEGIN_NARROWS), only loops are
 *   vectorised. And it takes s = (int)((unsigned)s * s) in a loop for a product
 *   of many: HD_SERIAL keeps it from vectorising the loop.
 *   And it unrolls a short loop of as many iterations as a vector has elements,
 *   of which it then vectorises a part: HD_ONE_VECTOR keeps it from that.
 * - clang: contraction off per function (a pragma at file scope would outlive
 *   the text). clang cannot optimise what -O0 does not, so versions are made
 *   only when it optimises.
 * - others: plain C99.
 * unroll and jam: GCC takes what HD_SIMD says of a loop's iterations for one
 * around it too, and stores A[i + j] in the wrong order; hedrac jams by itself.
 * loop distribution: GCC 12 takes loops apart whose iterations need each other:
 * at -O3 one over i that writes A[i + j * (n + 1) - 12] for three j, and then
 * A[i + j * n - 11] (it needs no HD_SIMD for that); hedrac distributes.
 *
 * Programs may define HD_VERSIONS as 0 (by -DHD_VERSIONS=0): kernels are then
 * compiled for the processor of the compiler's flags alone; or as 2: also for
 * those that have less than that, for HEDRA_LEVEL to choose.
 */
#ifndef HEDRA_KERNEL_H
#define HEDRA_KERNEL_H

#if defined __STDC__ && !defined __cplusplus &&                                \
    (!defined __STDC_VERSION__ || __STDC_VERSION__ < 199901L)
#error "what hedrac writes is C99: compile it with -std=gnu99 or later"
#endif

#include <hedra.h>

/* A device text; compilers warn if one is longer than 4095 characters. */
#if defined __GNUC__
#define HEDRA_TEXT __extension__ static const char
#else
#define HEDRA_TEXT static const char
#endif

/* What stands before and behind kernels, which the compiler's flags are for,
 * and not what a program says of its own functions (GCC target, GCC optimize):
 * versions call functions that may then have what they have not. GCC takes one
 * such pragma from a macro: of two the second takes back the first. */
#define HD_PRAGMA(text) _Pragma(#text)
#if defined __clang__
#define HD_BEGIN                                                               \
    HD_PRAGMA(clang diagnostic push)                                           \
    HD_PRAGMA(clang diagnostic ignored "-Wpass-failed")
#define HD_BEGIN_NARROWS HD_BEGIN
#define HD_END HD_PRAGMA(clang diagnostic pop)
#elif defined __GNUC__
#define HD_BEGIN                                                               \
    HD_PRAGMA(GCC push_options)                                                \
    HD_PRAGMA(GCC reset_options)                                               \
    HD_PRAGMA(GCC optimize("O3", "fp-contract=off", "no-math-errno",           \
                           "no-trapping-math", "no-loop-unroll-and-jam",       \
                           "no-tree-loop-distribution"))
#define HD_BEGIN_NARROWS                                                       \
    HD_PRAGMA(GCC push_options)                                                \
    HD_PRAGMA(GCC reset_options)                                               \
    HD_PRAGMA(GCC optimize("O3", "fp-contract=off", "no-math-errno",           \
                           "no-trapping-math", "no-loop-unroll-and-jam",       \
                           "no-tree-loop-distribution",                        \
                           "no-tree-slp-vectorize"))
#define HD_END HD_PRAGMA(GCC pop_options)
#else
#define HD_BEGIN
#define HD_BEGIN_NARROWS
#define HD_END
#endif

/* HD_EXACT begins functions; HD_SERIAL begins the body of a loop that is not to
 * be vectorised. The others stand before loops: iterations do not meet, some
 * are unrolled, all are, the loop is one vector. */
#if defined __clang__
#define HD_EXACT _Pragma("clang fp contract(off)")
#define HD_SERIAL
#define HD_SIMD _Pragma("clang loop vectorize(assume_safety)")
#define HD_UNROLL _Pragma("clang loop unroll(enable)")
#define HD_WHOLE _Pragma("clang loop unroll(full)")
#define HD_ONE_VECTOR
#elif defined __GNUC__
#define HD_EXACT
#define HD_SERIAL __asm__("");
#define HD_SIMD _Pragma("GCC ivdep")
#define HD_UNROLL _Pragma("GCC unroll 8")
#define HD_WHOLE _Pragma("GCC unroll 64")
#define HD_ONE_VECTOR _Pragma("GCC unroll 1")
#else
#ifdef __TINYC__
#define HD_EXACT
#else
#define HD_EXACT _Pragma("STDC FP_CONTRACT OFF")
#endif
#define HD_SERIAL
#define HD_SIMD
#define HD_UNROLL
#define HD_WHOLE
#define HD_ONE_VECTOR
#endif

/* The value of x, of which the compiler is to know nothing. */
#if defined __GNUC__ && !defined __clang__
#define HD_OPAQUE(x)                                                           \
    __extension__({                                                            \
        __typeof__((x) + 0) hdk_x = (x);                                       \
        __asm__("" : "+r"(hdk_x));                                             \
        hdk_x;                                                                 \
    })
#else
#define HD_OPAQUE(x) (x)
#endif

#if defined __GNUC__ || defined __clang__
#define HD_INLINE __attribute__((always_inline, unused))
#define HD_MATH(name) __builtin_##name
#else
#include <math.h>
#define HD_INLINE
#define HD_MATH(name) name
#endif

/* noipa: GCC 12 takes a function that stores through restrict pointers which it
 * loads from memory for one without effects, and drops the call. */
#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 8
#define HD_APART __attribute__((noinline, noipa))
#elif defined __GNUC__ || defined __clang__
#define HD_APART __attribute__((noinline))
#else
#define HD_APART
#endif

/* HD_PANEL declares a local array. GCC keeps sums in registers next to memory
 * that it does not know, and not next to another array of the function's. */
#if defined __GNUC__ || defined __clang__
#define HD_ALIGNED __attribute__((aligned(64)))
#define HD_PANEL(type, name, count)                                            \
    HD_ALIGNED type name##_memory[count];                                      \
    type *name = name##_memory;                                                \
    __asm__("" : "+r"(name));
#else
#define HD_ALIGNED
#define HD_PANEL(type, name, count) type name[count];
#endif

#if defined HD_VERSIONS /* 0: for the processor of the flags alone */
#elif defined __x86_64__ &&                                                    \
    (defined __clang__ ? defined __OPTIMIZE__ : defined __GNUC__)
#define HD_VERSIONS 1
#else
#define HD_VERSIONS 0
#endif

/* x, whose product GCC is not to fuse, where it would though fp-contract is off:
 * in lanes a * b - c and d * e + f. A product by 1 is exact however a thread
 * rounds, also fused with what follows; GCC may not know that it is 1.
 * HD_ROUNDING begins functions. */
#if defined __x86_64__ && defined __GNUC__ && !defined __clang__ &&            \
    __GNUC__ >= 12 && (HD_VERSIONS || defined __FMA__)
#define HD_ROUNDING                                                            \
    float hdk_one_f32 = 1.0f;                                                  \
    double hdk_one_f64 = 1.0;                                                  \
    __asm__("" : "+x"(hdk_one_f32), "+x"(hdk_one_f64));
#define HD_ROUNDED(type, x) ((x) * hdk_one_##type)
#else
#define HD_ROUNDING
#define HD_ROUNDED(type, x) (x)
#endif

/* Levels of versions: 2 AVX-512, 1 AVX2 with fused operations, 0 neither, -1 as
 * the compiler was told: fused operations. */
#ifdef __FP_FAST_FMA
#define HD_FMA (-1)
#else
#define HD_FMA 0
#endif

#include "hedra_kernel_math.h"
#include "hedra_kernel_vectors.h"
#include "hedra_kernel_version.h"

/* What stands around a plain nest moves it in memory: a loop of few
 * instructions takes up to a half longer where it lies across the end of a line
 * of 64 bytes. In all functions that follow, loops that are entered from above
 * begin with a line. */
#if defined __x86_64__ && defined __GNUC__ && !defined __clang__ &&            \
    defined __OPTIMIZE__ && !defined __OPTIMIZE_SIZE__
#pragma GCC optimize("align-loops=64")
#endif

#endif
