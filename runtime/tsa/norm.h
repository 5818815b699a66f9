/*
 * The sum of squares of a state's numbers, to the same bits in whatever order
 * and on however many ranks they are added: each square becomes an integer of
 * 77 binary places, as a share of the greatest one's power of two. (The idea of
 * adding parts that are multiples of one unit, so that nothing is rounded: S.
 * Rump, T. Ogita, S. Oishi, SIAM J. Sci. Comput. 31, 189 (2008).) Both
 * libraries, hedra and hedra_mpi, have this of their own.
 */
#ifndef HEDRA_RUNTIME_TSA_NORM_H
#define HEDRA_RUNTIME_TSA_NORM_H

#include <stddef.h>
#include <stdint.h>

/* In units of 2^-21, 2^-49 and 2^-77; the last two are below 2^28, but for sums
 * over ranks, which tsa_norm_value takes as well. For up to 2^41 numbers. */
enum { TSA_NORM_DIGITS = 3 };
struct tsa_norm {
    int64_t digit[TSA_NORM_DIGITS];
};

/* The greatest magnitude of `count` floats or doubles (`size` bytes each), or
 * `most` if that is greater; INFINITY if one of them is not finite. */
double tsa_norm_largest(const void *at, size_t size, int64_t count,
                        double most);
/* Adds their squares; none is greater than `largest`. */
void tsa_norm_add(struct tsa_norm *sum, const void *at, size_t size,
                  int64_t count, double largest);
void tsa_norm_join(struct tsa_norm *sum, const struct tsa_norm *other);
/* The sum: 0 if `largest` is 0, not finite if that is not or the sum is too
 * large. */
double tsa_norm_value(const struct tsa_norm *sum, double largest);
/* Multiplies all of them by `factor`. */
void tsa_norm_scale(void *at, size_t size, int64_t count, double factor);

#endif
