/*
 * The functions of pairs.c, as hedrac compiled them for each type of number.
 */
#ifndef HEDRA_RUNTIME_TSA_PAIRS_H
#define HEDRA_RUNTIME_TSA_PAIRS_H

#include <stdint.h>

/* The pairs along an axis that begin at `first`, all with one coupling or each
 * with its own, a table of `turn`; and the phases of the potential. */
#define TSA_PAIRS(real, suffix)                                                \
    typedef void tsa_pairs_##suffix(                                           \
        int64_t nx, int64_t ny, int64_t first, int64_t pairs, int wraps,       \
        int imaginary, real a, real b, real p[restrict ny][2][nx]);            \
    typedef void tsa_links_##suffix(int64_t nx, int64_t ny, int64_t first,     \
                                    int64_t pairs, int wraps, int imaginary,   \
                                    const real turn[restrict ny][2][nx],       \
                                    real p[restrict ny][2][nx]);               \
    tsa_pairs_##suffix tsa_pairs_x_##suffix, tsa_pairs_y_##suffix;             \
    tsa_links_##suffix tsa_links_x_##suffix, tsa_links_y_##suffix;             \
    void tsa_phases_##suffix(int64_t nx, int64_t ny,                           \
                             const real phase[restrict ny][2][nx],             \
                             real p[restrict ny][2][nx]);
TSA_PAIRS(float, f32)
TSA_PAIRS(double, f64)
#undef TSA_PAIRS

#endif
