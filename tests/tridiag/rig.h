/*
 * What the tests of the tridiagonal solver share: arrays of any of its types,
 * matrices, and LAPACK's answers.
 */
#ifndef HEDRA_TESTS_TRIDIAG_RIG_H
#define HEDRA_TESTS_TRIDIAG_RIG_H

#include "tests/runtime/unit.h"

#include "runtime/include/hedra_tridiag.h"

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

enum { RIG_TYPES = 4 };
extern const char *const rig_type_name[RIG_TYPES];
/* What results may differ by from LAPACK's, relative to the largest. */
extern const double rig_tolerance[RIG_TYPES];

size_t rig_size(int type);
void *rig_alloc(int type, int64_t count);
double complex rig_get(int type, const void *array, int64_t i);
/* Real types take the real part. */
void rig_set(int type, void *array, int64_t i, double complex value);

/* From 0 (inclusive) to 1, the same numbers in every run. */
double rig_random(void);

/* RIG_DOMINANT: random and diagonally dominant. RIG_IMPLICIT: an implicit step
 * of a diffusion equation, Crank and Nicolson's of Schroedinger's in the
 * complex types, with a random potential. */
enum rig_matrix { RIG_DOMINANT, RIG_IMPLICIT, RIG_MATRICES };

struct rig_system {
    int type;
    int64_t n;
    void *b, *a, *c, *d, *x;
};

/* The elements b[0] and c[n - 1] are not numbers. */
struct rig_system rig_system_new(int type, enum rig_matrix matrix, int64_t n);
void rig_system_free(struct rig_system *s);

/* LAPACK's solution of a system; the caller frees it. rig_lapack_try: NULL if
 * it meets a pivot of zero. */
void *rig_lapack(const struct rig_system *s);
void *rig_lapack_try(const struct rig_system *s);
/* max |x - y| / max |y| over n elements, `step` apart in x. */
double rig_difference(int type, const void *x, int64_t step, const void *y,
                      int64_t n);
/* Fails with the sizes if x is not LAPACK's solution. */
void rig_check(const struct rig_system *s, const void *lapack,
               const char *what);

#endif
