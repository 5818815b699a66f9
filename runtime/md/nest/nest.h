/*
 * Loops over particles that run on devices: plain C, which hedrac makes kernels
 * of when Hedra is built. Each particle is an iteration, and is summed in the
 * order of its list, rounded operation by operation: the bits are those of the
 * plain loops (kernel/base.c) on every device.
 *
 *   pairs   forces, for each type of number (_f32, _f64)
 *   steps   kicks, moves, ghosts, lists, energies
 *
 * A position is x, y, z and the type, from 0; a velocity ends with what a force
 * is multiplied by for half a step's kick. Lists lie neighbour by neighbour,
 * list[k][i], so that particles beside each other read numbers beside each
 * other. `all`: particles, ghosts behind them, and more.
 */
#ifndef HEDRA_RUNTIME_MD_NEST_H
#define HEDRA_RUNTIME_MD_NEST_H

#include <stdint.h>

/* Of one type, and of several or with forces that end at 0: tables of types *
 * types coefficients (kernel.h), where the square of the cutoff is cut2. */
#define MD_NESTS(real, suffix)                                                 \
    void md_nest_force_##suffix(                                               \
        int64_t n, int64_t all, int64_t most, real cut2, real f12, real f6,    \
        const uint32_t count[restrict n],                                      \
        const uint32_t list[restrict most][n], const real x[restrict all][4],  \
        double f[restrict n][4]);                                              \
    void md_nest_force_types_##suffix(                                         \
        int64_t n, int64_t all, int64_t most, int64_t types,                   \
        const real cut2[restrict types][types],                                \
        const real f12[restrict types][types],                                 \
        const real f6[restrict types][types],                                  \
        const real fc[restrict types][types],                                  \
        const uint32_t count[restrict n],                                      \
        const uint32_t list[restrict most][n], const real x[restrict all][4],  \
        double f[restrict n][4]);                                              \
    void md_nest_force_half_##suffix(                                          \
        int64_t n, int64_t all, int64_t most, int64_t types,                   \
        const real cut2[restrict types][types],                                \
        const real f12[restrict types][types],                                 \
        const real f6[restrict types][types],                                  \
        const real fc[restrict types][types],                                  \
        const uint32_t count[restrict n],                                      \
        const uint32_t list[restrict most][n], const real x[restrict all][4],  \
        double f[restrict n][4], double back[restrict all][4]);
MD_NESTS(float, f32)
MD_NESTS(double, f64)
#undef MD_NESTS

/* Half lists, whose sums have other bits each time: before forces, zeros for
 * what goes back to neighbours; then what ghosts have got goes to their owners,
 * and all of it to the forces. */
void md_nest_clear(int64_t words, double back[restrict words]);
void md_nest_return(int64_t n, int64_t ghosts,
                    const uint32_t owner[restrict ghosts],
                    const double from[restrict ghosts][4],
                    double back[restrict n][4]);
void md_nest_add(int64_t words, const double back[restrict words],
                 double f[restrict words]);

/* Kicks, each of half a step, and a move; moved[i] becomes the square of the
 * way since lists were built, or INFINITY if that of this step is not at most
 * far2. */
void md_nest_advance(int64_t n, int64_t kicks, double step, double far2,
                     const double f[restrict n][4],
                     const double built[restrict n][4], double v[restrict n][4],
                     double x[restrict n][4], double moved[restrict n]);
/* Returns the largest, or 0 if that is larger. */
double md_nest_largest(int64_t n, const double moved[restrict n]);
void md_nest_kick(int64_t n, const double f[restrict n][4],
                  double v[restrict n][4]);

/* Copies of particles, each shifted by a row of `by`. */
void md_nest_ghosts(int64_t n, int64_t ghosts, const double by[restrict 27][3],
                    const uint32_t owner[restrict ghosts],
                    const uint8_t shift[restrict ghosts],
                    const double x[restrict n][4],
                    double copy[restrict ghosts][4]);
/* Positions in float, relative to a middle, whose fourth word is 0: four words
 * each. */
void md_nest_single(int64_t words, const double middle[restrict 4],
                    const double x[restrict words],
                    float single[restrict words]);

/* Lists of all pairs whose squared distance is below far2: numbers of particles
 * and ghosts by cell are gone through for `rows` rows of cells, the middle ones
 * of which lie row[r] cells from a particle's own. count[i] is how many there
 * are, of which the first `most` are in the list. Half lists have greater
 * numbers than the particle's alone. */
void md_nest_list(int64_t n, int64_t all, int64_t most, int64_t cells, int half,
                  int64_t rows, int64_t reach, double far2,
                  const int64_t row[restrict rows],
                  const uint32_t cell[restrict n],
                  const uint32_t start[restrict cells],
                  const int32_t number[restrict all],
                  const double x[restrict all][4], uint32_t count[restrict n],
                  uint32_t list[restrict most][n]);

/* A share of the energies and virials of each particle's pairs. */
void md_nest_measure(int64_t n, int64_t all, int64_t most, double share,
                     int64_t types,
                     const double cut2[restrict types][types],
                     const double f12[restrict types][types],
                     const double f6[restrict types][types],
                     const double fc[restrict types][types],
                     const double e12[restrict types][types],
                     const double e6[restrict types][types],
                     const double e0[restrict types][types],
                     const uint32_t count[restrict n],
                     const uint32_t list[restrict most][n],
                     const double x[restrict all][4], double energy[restrict n],
                     double virial[restrict n]);

#endif
