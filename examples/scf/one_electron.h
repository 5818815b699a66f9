/*
 * One-electron integrals over the shells of a molecule: overlap, kinetic energy
 * and attraction by the nuclei, by Hermite expansions (L. E. McMurchie, E. R.
 * Davidson, J. Comput. Phys. 26, 218 (1978)). Simple, not fast: they are needed
 * once.
 */
#ifndef SCF_ONE_ELECTRON_H
#define SCF_ONE_ELECTRON_H

#include <hedra_eri.h>

/* Fills three row-major n x n matrices, n = hedra_eri_functions(eri), in atomic
 * units; `attraction` is negative. Shells up to f. */
void one_electron(const struct hedra_eri *eri,
                  const struct hedra_eri_molecule *molecule, double *overlap,
                  double *kinetic, double *attraction);

#endif
