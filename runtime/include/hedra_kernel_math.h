/*
 * The functions of kernels of the host, for each type: what C has no operator
 * for, or says otherwise than KIR does. A part of hedra_kernel.h.
 */
#ifndef HEDRA_KERNEL_MATH_H
#define HEDRA_KERNEL_MATH_H

#ifndef HEDRA_KERNEL_H
#error "hedra_kernel_math.h is a part of hedra_kernel.h"
#endif

HD_BEGIN

/* Bits of floats; `a` or `b`, both of which are computed; a * b + c, with one
 * rounding where `fma`, a level, says so. Minima and maxima: -0 is less than 0,
 * and a NaN gives way to a number. There is no branch, so that loops are
 * vectorised. */
#define HD_FLOATS(type, bits, top, suffix, name)                               \
    static inline HD_INLINE bits hdf_bits_##name(type x)                       \
    {                                                                          \
        union {                                                                \
            type f;                                                            \
            bits u;                                                            \
        } v;                                                                   \
        v.f = x;                                                               \
        return v.u;                                                            \
    }                                                                          \
    static inline HD_INLINE type hdf_float_##name(bits x)                      \
    {                                                                          \
        union {                                                                \
            type f;                                                            \
            bits u;                                                            \
        } v;                                                                   \
        v.u = x;                                                               \
        return v.f;                                                            \
    }                                                                          \
    static inline HD_INLINE type hdf_muladd_##name(int fma, type a, type b,    \
                                                   type c)                     \
    {                                                                          \
        HD_EXACT                                                               \
        HD_CONTRACT(suffix)                                                    \
        return a * b + c;                                                      \
    }                                                                          \
    static inline HD_INLINE type hdf_select_##name(int which, type a, type b)  \
    {                                                                          \
        bits mask = (bits)0 - (bits)(which != 0);                              \
        return hdf_float_##name((hdf_bits_##name(a) & mask) |                  \
                                (hdf_bits_##name(b) & ~mask));                 \
    }                                                                          \
    static inline HD_INLINE type hdf_min_##name(type a, type b)                \
    {                                                                          \
        return ((a < b) | (b != b) |                                           \
                ((a == b) & ((int)(hdf_bits_##name(a) >> top))))               \
                   ? a                                                         \
                   : b;                                                        \
    }                                                                          \
    static inline HD_INLINE type hdf_max_##name(type a, type b)                \
    {                                                                          \
        return ((a > b) | (b != b) |                                           \
                ((a == b) & (1 - (int)(hdf_bits_##name(a) >> top))))           \
                   ? a                                                         \
                   : b;                                                        \
    }
#if HD_VERSIONS || HD_FMA
#define HD_CONTRACT(suffix)                                                    \
    if (fma)                                                                   \
        return HD_MATH(fma##suffix)(a, b, c);
#else
#define HD_CONTRACT(suffix) (void)fma;
#endif

HD_FLOATS(double, uint64_t, 63, , f64)
HD_FLOATS(float, uint32_t, 31, f, f32)

/* (double)(int32_t)x, without a number of 32 bits: the low half and 2^31 are
 * the last bits of a double from 2^52 on. */
static inline HD_INLINE double hdf_low_f64(int64_t x)
{
    HD_EXACT
    return hdf_float_f64(((uint64_t)x & 0xffffffffu) ^ 0x4330000080000000u) -
           4503601774854144.0;
}

/* Leading zeros: an instruction where the compiler has a name for it, else in
 * steps. */
#ifdef __GNUC__
#define HD_LEADING(bits, width, a)                                             \
    if (sizeof(bits) == sizeof(unsigned))                                      \
        return a ? (unsigned)__builtin_clz((unsigned)a) : width;               \
    if (sizeof(bits) == sizeof(unsigned long long))                            \
        return a ? (unsigned)__builtin_clzll((unsigned long long)a) : width;
#else
#define HD_LEADING(bits, width, a)
#endif
#define HD_INTEGERS(type, bits, width, name)                                   \
    static inline HD_INLINE type hdf_min_##name(type a, type b)                \
    {                                                                          \
        return b < a ? b : a;                                                  \
    }                                                                          \
    static inline HD_INLINE type hdf_max_##name(type a, type b)                \
    {                                                                          \
        return a < b ? b : a;                                                  \
    }                                                                          \
    static inline HD_INLINE type hdf_clz_##name(type a)                        \
    {                                                                          \
        bits x = (bits)a;                                                      \
        int n = width;                                                         \
                                                                               \
        HD_LEADING(bits, width, a)                                             \
        for (int step = width / 2; step; step >>= 1)                           \
            if (x >> step) {                                                   \
                x >>= step;                                                    \
                n -= step;                                                     \
            }                                                                  \
        return (type)(n - (x != 0));                                           \
    }

HD_INTEGERS(int32_t, uint32_t, 32, i32)
HD_INTEGERS(uint32_t, uint32_t, 32, u32)
HD_INTEGERS(int64_t, uint64_t, 64, i64)
HD_INTEGERS(uint64_t, uint64_t, 64, u64)

/* |a|, which wraps, and |a| of a number that has one. */
#define HD_SIGNED(type, bits, name)                                            \
    static inline HD_INLINE type hdf_abs_##name(type a)                        \
    {                                                                          \
        return a < 0 ? (type)(0 - (bits)a) : a;                                \
    }                                                                          \
    static inline HD_INLINE type hdf_magnitude_##name(type a)                  \
    {                                                                          \
        return a < 0 ? -a : a;                                                 \
    }

HD_SIGNED(int32_t, uint32_t, i32)
HD_SIGNED(int64_t, uint64_t, i64)

/* Set bits, in steps that compilers know, and vectorise. */
static inline HD_INLINE uint32_t hdf_popcount_u32(uint32_t a)
{
    uint32_t x = a;

    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return x * 0x01010101u >> 24;
}

static inline HD_INLINE uint64_t hdf_popcount_u64(uint64_t a)
{
    uint64_t x = a;

    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return x * 0x0101010101010101u >> 56;
}

#define hdf_popcount_i32(a) ((int32_t)hdf_popcount_u32((uint32_t)(a)))
#define hdf_popcount_i64(a) ((int64_t)hdf_popcount_u64((uint64_t)(a)))

/* To GCC sqrt may set errno, whatever HD_BEGIN says, and such a loop is not
 * vectorised; its _Float64 twin, declared const, is the same instruction. */
#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 7 &&                 \
    !defined __STRICT_ANSI__ && defined __x86_64__ && !defined HD_PLAIN_SQRT
__extension__ typedef _Float64 hdk_float64;
__extension__ typedef _Float32 hdk_float32;
static inline HD_INLINE double hdf_sqrt(double x)
{
    extern hdk_float64 sqrtf64(hdk_float64) __attribute__((const));
    return sqrtf64(x);
}
static inline HD_INLINE float hdf_sqrtf(float x)
{
    extern hdk_float32 sqrtf32(hdk_float32) __attribute__((const));
    return sqrtf32(x);
}
#elif defined __clang__ && __clang_major__ >= 18
#define hdf_sqrt(x) __builtin_elementwise_sqrt(x)
#define hdf_sqrtf(x) __builtin_elementwise_sqrt(x)
#else
#define hdf_sqrt(x) HD_MATH(sqrt)(x)
#define hdf_sqrtf(x) HD_MATH(sqrtf)(x)
#endif

HD_END

#endif
