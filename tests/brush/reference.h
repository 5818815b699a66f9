/*
 * A molecule in a basis by libint2, from the constants of a generated set: the
 * integrals that the tests compare with. C++ behind a C interface.
 */
#ifndef HEDRA_TESTS_BRUSH_REFERENCE_H
#define HEDRA_TESTS_BRUSH_REFERENCE_H

#include "runtime/include/hedra_eri.h"

#ifdef __cplusplus
extern "C" {
#endif

struct reference;

/* Takes the shells of `eri`, one of libint2's for each segment. `precision`:
 * libint2 leaves out primitives below it; 0: none. Shell pairs are prepared. */
struct reference *reference_new(const struct hedra_eri *eri, double precision);
void reference_free(struct reference *r);

int reference_shells(const struct reference *r);
int reference_first(const struct reference *r, int shell);
int reference_functions(const struct reference *r, int shell);

/* (ab|cd) of four shells, d fastest; valid until the next call. NULL if
 * libint2 finds that all are negligible. */
const double *reference_compute(struct reference *r, int a, int b, int c,
                                int d);

/* The overlap, and the kinetic energy with the attraction by the nuclei; n x n
 * matrices, row-major. */
void reference_one_electron(const struct reference *r,
                            const struct hedra_eri_molecule *molecule,
                            double *overlap, double *core);

#ifdef __cplusplus
}
#endif

#endif
