/*
 * Thermostats of <hedra_md.h>, and what is observed of its states beyond
 * energies. Results have the same bits for every order of cells and any number
 * of threads, as the particles themselves have. Errors are those of
 * <hedra_md.h>.
 */
#ifndef HEDRA_MD_OBSERVE_H
#define HEDRA_MD_OBSERVE_H

#include "hedra_md.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Thermostats -------------------------------------------------------------- */

enum hedra_md_thermostat_kind {
    HEDRA_MD_NVE, /* none */
    /* Velocities are scaled to the temperature in each step whose number is a
     * multiple of `every`. */
    HEDRA_MD_RESCALE,
    /* In each step they are scaled by the root of 1 + step / time (temperature
     * / T - 1) (H. J. C. Berendsen and others, J. Chem. Phys. 81, 3684 (1984),
     * eq. 11). */
    HEDRA_MD_BERENDSEN,
    /* After each step v becomes c v + the root of (1 - c^2) temperature / mass
     * times a normal number, c = exp(-step / time) (G. Bussi, M. Parrinello,
     * Phys. Rev. E 75, 056707 (2007), eq. 20, in one piece). The numbers follow
     * from seed, the particle's id and the step alone, by Philox4x32-10 (J. K.
     * Salmon and others, Proc. SC11, 16 (2011)). */
    HEDRA_MD_LANGEVIN,
    /* One variable xi with the mass (3 N - 3) temperature time^2, before and
     * after each step for half of it (W. G. Hoover, Phys. Rev. A 31, 1695
     * (1985), eq. 6; split as G. J. Martyna and others, Mol. Phys. 87, 1117
     * (1996), eq. 28 ff., do it, for a chain of one). */
    HEDRA_MD_NOSE_HOOVER
};

struct hedra_md_thermostat {
    int kind;           /* enum hedra_md_thermostat_kind */
    double temperature; /* 0 or more; above 0 for NOSE_HOOVER */
    double time;        /* of relaxation, above 0; RESCALE: not read */
    int64_t every;      /* RESCALE: 0 stands for 1 */
    uint64_t seed;      /* LANGEVIN */
};

/* Sets the thermostat for the steps that follow, from its beginning; NULL: none
 * from now on. hedra_md_measure's `conserved` begins anew, at `total`.
 * HEDRA_ERROR_ARGUMENT: a member is out of range, or there is one particle and
 * the kind is not LANGEVIN. */
HEDRA_MD_API enum hedra_status
hedra_md_set_thermostat(struct hedra_md *md,
                        const struct hedra_md_thermostat *thermostat,
                        struct hedra_error *why);

/* Structure and motion ----------------------------------------------------- */

/* Fills g[0..bins-1] with the radial distribution function: the number of
 * particles of type b between k radius / bins and (k + 1) radius / bins from
 * one of type a, by the number that their mean density in the box would give.
 * Types are from 1; 0: all particles. HEDRA_ERROR_ARGUMENT: bins is not 1 to
 * 2^20, a type is none of the options', or of a type there are no particles;
 * HEDRA_ERROR_SIZE: radius is above half of a periodic side, or not above 0. */
HEDRA_MD_API enum hedra_status hedra_md_rdf(const struct hedra_md *md, int a,
                                            int b, double radius, int bins,
                                            double *g, struct hedra_error *why);

/* Remembers where particles are, for hedra_md_displacement: 24 bytes each. */
HEDRA_MD_API enum hedra_status hedra_md_mark(struct hedra_md *md,
                                             struct hedra_error *why);

/* Puts the mean of the squares of the particles' ways since hedra_md_mark in
 * *mean, as if the box had no faces. HEDRA_ERROR_ARGUMENT: nothing is
 * marked. */
HEDRA_MD_API enum hedra_status hedra_md_displacement(const struct hedra_md *md,
                                                     double *mean,
                                                     struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
