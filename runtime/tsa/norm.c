/*
 * Sums of squares in integers, the same whatever the order (norm.h).
 */
#include "runtime/tsa/norm.h"

#include <math.h>
#include <string.h>

/* CHUNK: numbers whose parts are added in double, where they are integers of
 * less than 53 bits. */
enum { LANES = 4, CHUNK = 1 << 20, BITS = 28, FIRST_BITS = 21 };

typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));
typedef float narrow __attribute__((vector_size(LANES * sizeof(float))));

/* Numbers k to k + LANES - 1, zeros beyond the last one. */
static inline void load(lanes *x, const void *at, size_t size, int64_t k,
                        int64_t count)
{
    const float *single = at;
    const double *wide = at;
    if (k + LANES <= count && size == sizeof(double)) {
        memcpy(x, wide + k, sizeof *x);
    } else if (k + LANES <= count) {
        narrow n;
        memcpy(&n, single + k, sizeof n);
        *x = __builtin_convertvector(n, lanes);
    } else {
        *x = (lanes){0};
        for (int64_t i = 0; i < count - k; i++)
            (*x)[i] =
                size == sizeof(float) ? (double)single[k + i] : wide[k + i];
    }
}

/* Magnitudes ascend as their bits do, and what is not finite is above all. */
static float largest_single(const float *at, int64_t count)
{
    int32_t most = 0, bits;
    float value;
    for (int64_t k = 0; k < count; k++) {
        memcpy(&bits, at + k, sizeof bits);
        bits &= INT32_MAX;
        most = bits > most ? bits : most;
    }
    memcpy(&value, &most, sizeof value);
    return value;
}

static double largest_double(const double *at, int64_t count)
{
    int64_t most = 0, bits;
    double value;
    for (int64_t k = 0; k < count; k++) {
        memcpy(&bits, at + k, sizeof bits);
        bits &= INT64_MAX;
        most = bits > most ? bits : most;
    }
    memcpy(&value, &most, sizeof value);
    return value;
}

double tsa_norm_largest(const void *at, size_t size, int64_t count, double most)
{
    double own = size == sizeof(float) ? (double)largest_single(at, count)
                                       : largest_double(at, count);
    return !isfinite(own) ? INFINITY : own > most ? own : most;
}

/* e with the greatest number below 2^e, within what a double's inverse holds.
 */
static int exponent_of(double largest)
{
    const int least = -1000;
    int e;
    frexp(largest, &e);
    return e > least ? e : least;
}

static void carry(struct tsa_norm *sum)
{
    const int64_t base = INT64_C(1) << BITS;
    for (int k = TSA_NORM_DIGITS - 1; k > 0; k--) {
        int64_t rest = (sum->digit[k] % base + base) % base;
        sum->digit[k - 1] += (sum->digit[k] - rest) / base;
        sum->digit[k] = rest;
    }
}

/* Up to CHUNK of them. */
static void add_chunk(struct tsa_norm *sum, const void *at, size_t size,
                      int64_t count, double scale)
{
    lanes part[TSA_NORM_DIGITS] = {{0}}, x;
    double unit[TSA_NORM_DIGITS], round[TSA_NORM_DIGITS];
    for (int n = 0; n < TSA_NORM_DIGITS; n++) {
        unit[n] = ldexp(1, -FIRST_BITS - BITS * n);
        round[n] = ldexp(1.5, 52 - FIRST_BITS - BITS * n);
    }
    for (int64_t k = 0; k < count; k += LANES) {
        load(&x, at, size, k, count);
        x *= scale;
        x *= x;
        for (int n = 0; n < TSA_NORM_DIGITS; n++) {
            lanes whole = (x + round[n]) - round[n];
            part[n] += whole;
            x -= whole;
        }
    }
    for (int n = 0; n < TSA_NORM_DIGITS; n++)
        for (int i = 0; i < LANES; i++)
            sum->digit[n] += (int64_t)(part[n][i] / unit[n]);
    carry(sum);
}

void tsa_norm_add(struct tsa_norm *sum, const void *at, size_t size,
                  int64_t count, double largest)
{
    if (!isfinite(largest))
        return;
    const double scale = ldexp(1, -exponent_of(largest));
    for (int64_t k = 0; k < count; k += CHUNK)
        add_chunk(sum, (const char *)at + (size_t)k * size, size,
                  count - k < CHUNK ? count - k : CHUNK, scale);
}

void tsa_norm_join(struct tsa_norm *sum, const struct tsa_norm *other)
{
    for (int k = 0; k < TSA_NORM_DIGITS; k++)
        sum->digit[k] += other->digit[k];
    carry(sum);
}

double tsa_norm_value(const struct tsa_norm *sum, double largest)
{
    struct tsa_norm all = *sum;
    double value = 0;
    if (!isfinite(largest))
        return INFINITY;
    carry(&all);
    for (int k = TSA_NORM_DIGITS - 1; k >= 0; k--)
        value = ldexp(value, -BITS) + (double)all.digit[k];
    return ldexp(value, 2 * exponent_of(largest) - FIRST_BITS);
}

void tsa_norm_scale(void *at, size_t size, int64_t count, double factor)
{
    float *single = at;
    double *wide = at;
    if (size == sizeof(float))
        for (int64_t k = 0; k < count; k++)
            single[k] = (float)((double)single[k] * factor);
    else
        for (int64_t k = 0; k < count; k++)
            wide[k] *= factor;
}
