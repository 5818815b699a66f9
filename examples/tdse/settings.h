/* What is computed, in atomic units, and where it goes. */
#ifndef HEDRA_EXAMPLES_TDSE_SETTINGS_H
#define HEDRA_EXAMPLES_TDSE_SETTINGS_H

#include <stdint.h>

/* All that a run depends on; a checkpoint keeps it as it is. */
struct settings {
    int64_t gauge;        /* enum hedra_tdse_gauge */
    int64_t lines;        /* of the table, but for the first */
    double softness;      /* a in V = -1 / sqrt(x^2 + a^2) */
    double field, omega;  /* the laser's peak, and its angular frequency */
    double cycles, phase; /* of the pulse; of the carrier, in units of pi */
    double half, dx, dt;  /* the grid is from -half to half */
};

struct files {
    const char *folder, *checkpoint, *restart; /* NULL: none */
    int64_t stop; /* after that line of the table; 0: at the end */
};

/* Ends the process on --help, and with a sentence on what it does not know. */
void settings_parse(int argc, char **argv, struct settings *s,
                    struct files *files);

/* sin^2 pulses: A(t) is 0 at both ends, E = -dA/dt. */
double settings_duration(const struct settings *s);
double settings_electric(const struct settings *s, double t);
double settings_vector(const struct settings *s, double t);

/* Points of the grid; steps from one sample of the dipole to the next, about
 * 0.2 apart; samples of the whole pulse. */
int64_t settings_points(const struct settings *s);
int64_t settings_every(const struct settings *s);
int64_t settings_samples(const struct settings *s);

_Noreturn void give_up(const char *what, const char *why);

#endif
