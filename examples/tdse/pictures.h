/* The pictures of a run. */
#ifndef HEDRA_EXAMPLES_TDSE_PICTURES_H
#define HEDRA_EXAMPLES_TDSE_PICTURES_H

#include "examples/tdse/history.h"

/* FOLDER/density.png: |psi|^2 by time and place, the field below. `energy` of
 * the ground state. False if it cannot be written. */
bool pictures_density(const struct history *h, const char *folder);
/* FOLDER/spectrum.png: what the dipole radiates, by harmonic order, with a mark
 * at the classical cutoff, (Ip + 3.17 Up) / omega. */
bool pictures_spectrum(const struct history *h, double energy,
                       const char *folder);

/* log10 of |integral of a(t) w(t) exp(-i omega t) dt|^2 with Hann's window w at
 * so many times the laser's frequency. */
double pictures_power(const struct history *h, double order);

#endif
