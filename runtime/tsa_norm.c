#include "runtime/tsa_norm.h"

#include <math.h>

/* Squares that are added before digits carry: each is up to 2^32. */
enum { CHUNK = 1 << 30, BITS = 32 };

static double number(const void *at, size_t size, int64_t k)
{
    return size == sizeof(float) ? (double)((const float *)at)[k]
                                 : ((const double *)at)[k];
}

double tsa_norm_largest(const void *at, size_t size, int64_t count, double most)
{
    for (int64_t k = 0; k < count; k++) {
        double x = fabs(number(at, size, k));
        if (!isfinite(x))
            return INFINITY;
        most = x > most ? x : most;
    }
    return most;
}

/* 2^-e with the greatest number below 2^e, within what a double holds. */
static int exponent_of(double largest)
{
    const int least = -1000;
    int e;
    frexp(largest, &e);
    return e > least ? e : least;
}

static void carry(struct tsa_norm *sum)
{
    for (int k = TSA_NORM_DIGITS - 1; k > 0; k--) {
        sum->digit[k - 1] += sum->digit[k] >> BITS;
        sum->digit[k] &= UINT32_MAX;
    }
}

void tsa_norm_add(struct tsa_norm *sum, const void *at, size_t size,
                  int64_t count, double largest)
{
    if (!isfinite(largest))
        return;
    const double scale = ldexp(1, -exponent_of(largest));
    const double base = (double)(UINT64_C(1) << BITS);
    for (int64_t k = 0; k < count; k++) {
        double x = number(at, size, k) * scale, rest = x * x;
        for (int n = 1; n < TSA_NORM_DIGITS; n++) {
            rest *= base;
            uint64_t digit = (uint64_t)rest;
            sum->digit[n] += digit;
            rest -= (double)digit;
        }
        if (k % CHUNK == CHUNK - 1)
            carry(sum);
    }
    carry(sum);
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
    return ldexp(value, 2 * exponent_of(largest));
}
