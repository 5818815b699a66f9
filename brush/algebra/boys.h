/*
 * The Boys function F_m(T) = integral over t in [0, 1] of t^(2m) exp(-T t^2),
 * as KIR: the same tables and operations for every target.
 *
 * F_M for the highest M comes from a table of expansions around points, below
 * a limit that depends on M, and from its asymptotic form above it; the lower
 * ones by downward recursion, all of whose terms are positive:
 * F_m = (2T F_(m+1) + exp(-T)) / (2m + 1). Relative error: 1e-14 for f64, 1e-6
 * for f32, for every T >= 0 that is finite.
 *
 * Short tables have so few points that all coefficients of one power fit into
 * two vectors of 64 bytes, from which processors take them by permutation, and
 * a GPU's small caches hold all; their expansions are in Chebyshev's
 * polynomials (Taylor series are economised: C. Lanczos, Applied Analysis,
 * 1956, ch. VII). Where M is so great that the points would be too far apart
 * for the accuracy, tables are long: Taylor's expansions around points that are
 * 1/8 apart.
 */
#ifndef HEDRA_BRUSH_ALGEBRA_BOYS_H
#define HEDRA_BRUSH_ALGEBRA_BOYS_H

#include "backends/kir/kir.h"

enum { BOYS_MAX_M = 4 * 3 + 4, BOYS_SHORT = 128 /* bytes */ };

struct boys {
    enum kir_type type;
    int m_max, terms;
    int rows;           /* the points of a short table, a power of 2; else 0 */
    double step, limit; /* between points; of the table */
    int table;          /* the number of the buffer */
};

/* Adds the table for F_m_max to a function, as a constant buffer named `name`.
 * Once for each function and m_max. */
struct boys boys_declare(struct kir_func *f, const char *name,
                         enum kir_type type, int m_max);
/* Appends the computation of F_0 … F_m_max of the value `t` (>= 0) and puts
 * the KIR values into `result`. */
void boys_write(struct kir_func *f, const struct boys *b, int t, int *result);

/* That computation in three steps, which may stand in three loops over lanes:
 * the point next to t, an integer, and its distance; the table's value there;
 * the rest.
 */
void boys_locate(struct kir_func *f, const struct boys *b, int t, int *row,
                 int *distance);
int boys_look_up(struct kir_func *f, const struct boys *b, int row,
                 int distance);
void boys_finish(struct kir_func *f, const struct boys *b, int t, int value,
                 int *result);
/* The type of `row`. */
enum kir_type boys_integer(const struct boys *b);

#endif
