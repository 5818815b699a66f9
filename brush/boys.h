/*
 * The Boys function F_m(T) = integral over t in [0, 1] of t^(2m) exp(-T t^2),
 * as KIR: the same tables and operations for every target.
 *
 * F_M for the highest M comes from a table of Taylor expansions on a grid of
 * step 1/8 below a limit that depends on M, and from its asymptotic form above
 * it; the lower ones by downward recursion, all of whose terms are positive:
 * F_m = (2T F_(m+1) + exp(-T)) / (2m + 1). Relative error: 1e-14 for f64, 1e-6
 * for f32, for every T >= 0 that is finite.
 */
#ifndef HEDRA_BRUSH_BOYS_H
#define HEDRA_BRUSH_BOYS_H

#include "backends/kir.h"

enum { BOYS_MAX_M = 4 * 3 + 4 };

/* Adds the table for F_m_max to a function, as a constant buffer named `name`;
 * returns its number. Once for each function and m_max. */
int boys_table(struct kir_func *f, const char *name, enum kir_type type,
               int m_max);
/* Appends the computation of F_0 … F_m_max of the value `t` (>= 0) and puts
 * the KIR values into `result`. */
void boys_write(struct kir_func *f, enum kir_type type, int table, int m_max,
                int t, int *result);

#endif
