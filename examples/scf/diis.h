/*
 * DIIS: the combination of earlier Fock matrices whose error is least (P.
 * Pulay, J. Comput. Chem. 3, 556 (1982)).
 */
#ifndef SCF_DIIS_H
#define SCF_DIIS_H

struct diis;

/* For n x n matrices; NULL if memory is short. */
struct diis *diis_new(int n);
void diis_free(struct diis *d);
/* Keeps F and its error, and replaces F by the best combination so far. */
void diis_extrapolate(struct diis *d, double *fock, const double *error);

#endif
