/*
 * The functions of pairs.c, as hedrac compiled them for each type of number.
 */
#ifndef HEDRA_RUNTIME_TSA_PAIRS_H
#define HEDRA_RUNTIME_TSA_PAIRS_H

#include <stdint.h>

#define TSA_PAIRS(real, suffix)                                                \
    void tsa_pairs_y_##suffix(int64_t nx, int64_t ny, int64_t first,           \
                              int64_t pairs, int wraps, int imaginary, real a, \
                              real b, real p[restrict ny][2][nx]);             \
    void tsa_pairs_x_##suffix(int64_t nx, int64_t ny, int64_t first,           \
                              int64_t pairs, int wraps, int imaginary, real a, \
                              real b, real p[restrict ny][2][nx]);             \
    void tsa_links_y_##suffix(int64_t nx, int64_t ny, int64_t first,           \
                              int64_t pairs, int wraps, int imaginary,         \
                              const real turn[restrict ny][2][nx],             \
                              real p[restrict ny][2][nx]);                     \
    void tsa_links_x_##suffix(int64_t nx, int64_t ny, int64_t first,           \
                              int64_t pairs, int wraps, int imaginary,         \
                              const real turn[restrict ny][2][nx],             \
                              real p[restrict ny][2][nx]);                     \
    void tsa_phases_##suffix(int64_t nx, int64_t ny,                           \
                             const real phase[restrict ny][2][nx],             \
                             real p[restrict ny][2][nx]);
TSA_PAIRS(float, f32)
TSA_PAIRS(double, f64)
#undef TSA_PAIRS

#endif
