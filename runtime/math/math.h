/*
 * The door of math/: functions of whole vectors that are equal to the C
 * library's, to the bit (hedra_kernel_vectors.h says which and for whom).
 *
 * Most of these functions the C library computes without branches but for
 * arguments that are very large, very small or no numbers, by a table and a
 * short polynomial. Here lanes do the same operations in the same order, and a
 * vector with such an argument asks the C library, lane by lane. Whether the
 * library at hand computes as is known here is tried out once, on arguments
 * whose results are next to a rounding boundary, or tell one order of
 * operations from another; if it does not, it is asked for every lane.
 *
 * The logarithm of doubles has another table there. Here it is computed to 68
 * bits, as powers need it, and rounded. The C library's is within 0.52 units in
 * the last place of the exact one, which its authors state: so it is the
 * nearest double, unless the exact one is within 0.02 units of the middle
 * between two. Such lanes, one of 25, ask it.
 *
 * Algorithms: P. T. P. Tang, "Table-driven implementation of the exponential
 * function in IEEE floating-point arithmetic", ACM TOMS 15 (1989) 144, and of
 * the logarithm, ACM TOMS 16 (1990) 378, with the constants of Arm's Optimized
 * Routines, which glibc (2.28 and later) and musl have; sines and cosines of
 * doubles as in IBM's Accurate Mathematical Library, in glibc's form of 2018;
 * hyperbolic tangents, error functions and arc tangents as in Sun's fdlibm.
 */
#ifndef HEDRA_RUNTIME_MATH_MATH_H
#define HEDRA_RUNTIME_MATH_MATH_H

#include <stdint.h>

/* The functions, by the names that generated code has: f(NAME, TYPE, LANES,
 * ARGUMENTS), lanes in 32 bytes. */
#define MATH_EACH(f)                                                           \
    f(exp, double, 4, 1) f(expf, float, 8, 1) f(exp2f, float, 8, 1)            \
        f(log, double, 4, 1) f(logf, float, 8, 1) f(log2f, float, 8, 1)        \
            f(pow, double, 4, 2) f(powf, float, 8, 2) f(sin, double, 4, 1)     \
                f(cos, double, 4, 1) f(sinf, float, 8, 1) f(cosf, float, 8, 1) \
                    f(tanhf, float, 8, 1) f(erff, float, 8, 1)                 \
                        f(atanf, float, 8, 1) f(atan2f, float, 8, 2)           \
                            f(hypotf, float, 8, 2)

enum {
    MATH_EXPF_TABLE = 32,
    MATH_EXP_TABLE = 128,
    MATH_LOGF_TABLE = 16,
    MATH_LOG_TABLE = 128,
    MATH_SINE_TABLE = 111,
};

/* 2^(k / 32) as bits, less k << 47. */
extern const uint64_t math_expf_table[MATH_EXPF_TABLE];

/* What 2^(k / 128) lacks when it is rounded, relative to that, as a double, and
 * the rounded value as bits, less k << 45. */
extern const uint64_t math_exp_table[MATH_EXP_TABLE][2];

/* 1 / c, log c and log2 c, with c near the middle of the k-th part of
 * [0.7, 1.4). */
extern const double math_logf_table[MATH_LOGF_TABLE][4];

/* 1 / c, a multiple of 1 / 128 if it is more than 1 and else of 1 / 256, which
 * is the nearest to that of the middle; log c as a multiple of 2^-43, and what
 * it lacks. */
extern const double math_log_table[MATH_LOG_TABLE][4];

/* The sine of k / 128, what it lacks, the cosine, and what that lacks. */
extern const double math_sine_table[MATH_SINE_TABLE][4];

#endif
