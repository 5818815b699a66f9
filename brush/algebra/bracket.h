/*
 * Generalised brackets [a b p | c d q | r]^(m): the terms of the algebra in
 * which integrals are taken apart (BRUSH, sec. 4.2.3, eq. 4.31).
 *
 * A bracket is plain data: angular momenta, an auxiliary index, and powers of
 * exponents and of vectors by which it is multiplied. Recurrences (recur.h) say
 * which sums of brackets are equal; a table gives equal brackets one number.
 *
 * Meaning, with zeta = alpha + beta, eta = gamma + delta, R = Q - P, theta^2 =
 * zeta eta / (zeta + eta), T = theta^2 R^2 (the errata of design apply):
 *   [0]^(m) = G_AB G_CD 2 pi^(5/2) / (zeta eta sqrt(zeta + eta))
 *             (2 theta^2)^m F_m(T)
 * a, b: powers of (x - A), (x - B); p: derivatives of the bra's Gaussian with
 * respect to P; c, d, q alike for the ket; r: derivatives of the whole with
 * respect to P; m: a factor (2 theta^2 t^2)^m under the integral over t in
 * [0, 1] that makes F_0.
 */
#ifndef HEDRA_BRUSH_ALGEBRA_BRACKET_H
#define HEDRA_BRUSH_ALGEBRA_BRACKET_H

#include "runtime/base/base.h"

enum bracket_index {
    INDEX_A,
    INDEX_B,
    INDEX_P,
    INDEX_C,
    INDEX_D,
    INDEX_Q,
    INDEX_R,
    INDEX_COUNT
};

/* Powers of 2 alpha, 2 beta, 2 zeta, 2 gamma, 2 delta, 2 eta. */
enum bracket_power {
    POWER_ALPHA,
    POWER_BETA,
    POWER_ZETA,
    POWER_GAMMA,
    POWER_DELTA,
    POWER_ETA,
    POWER_COUNT
};

/* Powers of the components of B - A, D - C, R, P - A, Q - C. */
enum bracket_vector {
    VECTOR_BA,
    VECTOR_DC,
    VECTOR_R,
    VECTOR_PA,
    VECTOR_QC,
    VECTOR_COUNT
};

struct bracket {
    int8_t index[INDEX_COUNT][3];
    int8_t m;
    int8_t power[POWER_COUNT];
    int8_t vector[VECTOR_COUNT][3];
};

/* The sum of the components of one index: an angular momentum. */
int bracket_sum(const struct bracket *b, enum bracket_index index);

/* A table of different brackets, numbered from 0 as they come. */
struct bracket_table;

/* An empty table in `arena`. */
struct bracket_table *bracket_table_new(struct arena *arena);
/* The number of `b`, which is added if it is new. */
int bracket_intern(struct bracket_table *table, const struct bracket *b);

/* Cartesian components of angular momentum l: (l + 1)(l + 2) / 2 of them, in
 * the order xx xy xz yy yz zz, the powers of x falling (libint2's standard). */
int bracket_component_count(int l);
/* The powers of x, y, z of component `n`. */
void bracket_component(int l, int n, int8_t power[3]);
/* The number of the component with these powers. */
int bracket_component_number(const int8_t power[3]);

#endif
