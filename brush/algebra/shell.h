/*
 * Shells as kernels see them: normalised constants, and the functions that a
 * shell has.
 *
 * Owns normalisation and the order of functions, both libint2's standard ones:
 * Cartesian components by falling powers of x, then of y; the axis-aligned
 * component (x^l) has unit norm, so that <xy|xy> = 1/3 for l = 2; spherical
 * functions by m from -l to l, each of unit norm. p functions are x, y, z in
 * both. Segments follow each other in the order of struct basis_shell.
 */
#ifndef HEDRA_BRUSH_ALGEBRA_SHELL_H
#define HEDRA_BRUSH_ALGEBRA_SHELL_H

#include "brush/basis/basis.h"

/* What decides the form of a kernel, and no constants. */
struct shell_kind {
    int segments;
    int l[BASIS_MAX_SEGMENTS];
    bool pure; /* false unless some l >= 2 */
};

bool shell_kind_equal(const struct shell_kind *a, const struct shell_kind *b);
/* The greater comes first in a pair: by functions, then by l. < 0, 0, > 0. */
int shell_kind_compare(const struct shell_kind *a, const struct shell_kind *b);
/* "s", "sp", "ssp", "d" (Cartesian), "5d"; in `arena`. */
const char *shell_kind_name(struct arena *arena, const struct shell_kind *k);
int shell_kind_functions(const struct shell_kind *k);
int shell_max_l(const struct shell_kind *k);

/* One function of a shell: a segment and a component, Cartesian by its number
 * or spherical by m + l. */
struct shell_function {
    int segment, l;
    bool pure;
    int component;
};

struct shell_function shell_function(const struct shell_kind *k, int number);

/* The coefficient of Cartesian component `n` in the spherical function of
 * order m (H. B. Schlegel, M. J. Frisch, IJQC 54, 83 (1995), eq. 15, for
 * components normalised as above). */
double shell_harmonic(int l, int m, int n);

/* The contraction coefficients of segment `s` for unnormalised primitives, so
 * that the contracted function has the norm stated above. False if it cannot
 * have: the primitives cancel, or coefficients leave the range of numbers. */
bool shell_normalise(const struct basis_shell *shell, int s,
                     double *coefficient);

/* Shells that follow each other in an element and have equal exponents become
 * one with several segments, up to `most` functions; others are as before. */
void shell_merge(struct arena *arena, struct basis *basis, int most);

#endif
