/*
 * The points of <hedra_tdse.h>'s grid that one process has, all of them or a
 * rank's: what they hold, T of the next step, and what they add to what is
 * observed. Nothing here solves; both libraries, hedra and hedra_mpi, have this
 * of their own, since neither shows it.
 */
#ifndef HEDRA_RUNTIME_TDSE_GRID_H
#define HEDRA_RUNTIME_TDSE_GRID_H

#include "runtime/include/hedra_tdse.h"

#include <complex.h>
#include <stdbool.h>

struct tdse_grid {
    /* n: own points; its arrays are not valid any more */
    struct hedra_tdse_options options;
    int64_t first; /* number of the first own point in the whole grid */
    double *potential, *absorber;
    double *present; /* where V moves: room for V at the present time */
    double complex *b, *a, *c, *psi;
    int64_t steps; /* done since `begin` */
    double begin;
    int pattern;   /* of how T is rounded (grid.c); 0: there is none yet */
    bool sides;    /* b and c are there and stay */
    bool factored; /* T, which does not depend on the time */
};

/* Fills *why, unless NULL, and returns the status. */
/* NULL: true. */
bool tdse_are_finite(const double *values, int64_t n);

/* What is wrong with the options, or NULL; least: of n. */
const char *tdse_check_options(const struct hedra_tdse_options *o,
                               int64_t least);
/* Copies the arrays; false if memory is short. tdse_grid_drop in any case. */
bool tdse_grid_init(struct tdse_grid *g, const struct hedra_tdse_options *o,
                    int64_t first);
void tdse_grid_drop(struct tdse_grid *g);

/* Do what hedra_tdse_set and hedra_tdse_set_potential do with an object. */
enum hedra_status tdse_grid_set(struct tdse_grid *g, const void *psi,
                                double time, struct hedra_error *why);
enum hedra_status tdse_grid_set_potential(struct tdse_grid *g,
                                          const double *potential,
                                          struct hedra_error *why);
void tdse_grid_get(const struct tdse_grid *g, void *psi, double *time);
/* The time after the steps that are done. */
double tdse_grid_now(const struct tdse_grid *g);
/* T is the same in each step but for its rounding. */
bool tdse_grid_is_static(const struct tdse_grid *g);
/* V at t = 0, and the time too. */
enum hedra_status tdse_grid_rewind(struct tdse_grid *g,
                                   struct hedra_error *why);

/* T of the step that begins now: what it needs but for the loop, which
 * tdse_fill_rows runs over any parts of [0, n), and tdse_fill_end ends. */
struct tdse_fill {
    struct tdse_grid *grid;
    double electric, vector; /* E, A */
};
/* Forgets kept factors that are not to be used any more; until then, and if
 * there are any, the step needs no T. */
bool tdse_needs_fill(struct tdse_grid *g);
enum hedra_status tdse_fill_begin(struct tdse_grid *g, struct tdse_fill *fill,
                                  struct hedra_error *why);
void tdse_fill_rows(const void *fill, int64_t begin, int64_t end);
void tdse_fill_end(struct tdse_fill *fill);

/* Sums over own points: |psi|^2, of that times x - x0 and its square, and times
 * V; |psi_i - psi_{i-1}|^2, half of which on both sides of each point is the
 * kinetic energy, summed by parts; conj(psi_i) psi_{i+1}, and its real part
 * times V_{i+1} - V_i. */
enum {
    TDSE_WEIGHT,
    TDSE_FIRST,
    TDSE_SECOND,
    TDSE_POTENTIAL,
    TDSE_STEP,
    TDSE_SLOPE,
    TDSE_PAIR_RE,
    TDSE_PAIR_IM,
    TDSE_SUMS
};
/* The point behind the own ones. */
struct tdse_neighbour {
    bool is_there;
    double complex psi;
    double potential;
};
void tdse_sum_up(const struct tdse_grid *g, const double *potential,
                 const struct tdse_neighbour *next, double sum[TDSE_SUMS]);
/* V at the present time: the grid's own, or `present`. */
const double *tdse_present(const struct tdse_grid *g);
/* From the sums over all points. */
struct hedra_tdse_means tdse_means(const struct tdse_grid *g,
                                   const double sum[TDSE_SUMS]);
/* <-1/2 d^2/dx^2 + V> alone, whatever the laser. */
double tdse_bare_energy(const struct tdse_grid *g, const double sum[TDSE_SUMS]);
double complex tdse_dot(const struct tdse_grid *g, const double complex *other);

/* psi and the time, for the case that something fails. */
struct tdse_kept {
    double complex *psi;
    double begin;
    int64_t steps;
};
/* False if memory is short; tdse_keep_end in any case, which frees it. */
bool tdse_keep(struct tdse_kept *kept, const struct tdse_grid *g);
/* Puts back what was kept unless all is well. */
void tdse_keep_end(struct tdse_kept *kept, struct tdse_grid *g, bool well);

/* The ground state is what many steps with H - least, `least` being the least
 * of V, leave of x: an implicit step in imaginary time so long that nothing but
 * H is left. It is positive definite, and no state's energy is closer to
 * `least` than the ground state's. Energies are in units of 1 / dx^2, so that x
 * grows by n^2 at most in a step, whatever dx is. */
enum { TDSE_MOST_ROUNDS = 100000 };
struct tdse_ground {
    double *b, *a, *c, *x;
};
/* False if memory is short; tdse_ground_drop in any case. x becomes 1. */
bool tdse_ground_init(struct tdse_ground *ground, const struct tdse_grid *g,
                      double least);
void tdse_ground_drop(struct tdse_ground *ground);
double tdse_least_potential(const struct tdse_grid *g);
double tdse_square_sum(const double *x, int64_t n);
/* Divides x, whose squares sum up to `sum` in the whole grid, to norm 1, and
 * makes it psi. */
void tdse_ground_use(struct tdse_ground *ground, struct tdse_grid *g,
                     double sum);

#endif
