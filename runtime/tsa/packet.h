/*
 * Packets and plane waves, which are products of a factor along x and one along
 * y. Both libraries, hedra and hedra_mpi, have this of their own.
 */
#ifndef HEDRA_RUNTIME_TSA_PACKET_H
#define HEDRA_RUNTIME_TSA_PACKET_H

#include <stdbool.h>
#include <stdint.h>

struct tsa_amplitude {
    double re, im;
};

/* The factors along x and y of hedra_tsa_gaussian, of norm 1, on n[0] and n[1]
 * sites; of a plane wave if `centre` and `sigma` are NULL. To be freed; NULL on
 * an error, which is an enum hedra_status. */
int tsa_packet_new(const int64_t n[2], const bool periodic[2],
                   const double *centre, const double *sigma, const double k[2],
                   struct tsa_amplitude *factor[2]);
struct tsa_amplitude tsa_packet_at(struct tsa_amplitude *const factor[2],
                                   int64_t x, int64_t y);

#endif
