/*
 * Trotter-Suzuki evolution on lattices (hedra_tsa.h); the door of this folder.
 *
 *   fail             sentences for statuses
 *   tsa              options, creation, steps
 *   work             coefficients of sub-steps, and the threads' work
 *   ladder           the methods NAIVE, VECTOR and BLOCK
 *   stream           the method STREAM: several steps in one pass
 *   rows             its inner loops, for several instruction sets
 *   pairs            the method GPU_NAIVE: plain loops for hedrac
 *   gpu, strip       the methods on devices, and what their kernels agree on
 *   gpu_sums, sums   observables on devices, and what their kernels agree on
 *   imaginary        imaginary time: normalised as it goes
 *   growth           how much a step in imaginary time may grow a state
 *   norm             sums of squares with the same bits in any order
 *   packet           Gaussian packets and plane waves
 *   state            states put, got and observed
 *   tune             what is fastest on this machine
 *   checkpoint       files from which an evolution goes on
 *   mpi, mpi_observe, mpi_checkpoint   a lattice that is spread over ranks
 *
 * Other layers include it for the numbers of the kernels that
 * backends/library writes; nobody calls a function here but by hedra_tsa.h.
 */
#ifndef HEDRA_RUNTIME_TSA_TSA_H
#define HEDRA_RUNTIME_TSA_TSA_H

#include "runtime/tsa/strip.h"
#include "runtime/tsa/sums.h"

#endif
