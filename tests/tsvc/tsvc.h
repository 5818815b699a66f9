/*
 * What the loops of tests/tsvc share: the arrays, their lengths, and scalars
 * that only the driver knows. Each function is one loop of the Test Suite for
 * Vectorizing Compilers (Callahan, Dongarra and Levine 1988, with the loops
 * that were added later, whose names have a digit more), written anew. The
 * value of a function is what its loop leaves in scalars, or 0.
 */
#ifndef HEDRA_TESTS_TSVC_TSVC_H
#define HEDRA_TESTS_TSVC_TSVC_H

#include <math.h>
#include <stdlib.h>

#ifndef LEN_1D
#define LEN_1D 32000 /* a multiple of 40 */
#endif
#ifndef LEN_2D
#define LEN_2D 256
#endif

/* Room for a packed matrix and for a vector that is shifted by 64. */
#define LEN_FLAT (LEN_1D + LEN_2D * LEN_2D)

extern float a[LEN_1D], b[LEN_1D], c[LEN_1D], d[LEN_1D], e[LEN_1D], x[LEN_1D];
extern float aa[LEN_2D][LEN_2D], bb[LEN_2D][LEN_2D], cc[LEN_2D][LEN_2D];
extern float flat[LEN_FLAT];

/* Where statements choose, 1 to 4, and a permutation within each 5. */
extern int indx[LEN_1D], ip[LEN_1D];

/* Storage under two names. */
extern float *xx;
extern float *yy;

/* Numbers that a compiler cannot see: 1, LEN_1D / 2, LEN_2D / 2, 1 and 2. */
extern int given_one, given_half, given_row;
extern float given_s1, given_s2;

#define LOOP(name, data) float name(void);
#include "tests/tsvc/tsvc.def"
#undef LOOP

#endif
