/*
 * The Schroedinger equation in one dimension (hedra_tdse.h); the door of this
 * folder.
 *
 *   tdse         an object of one process: steps, means, the ground state
 *   grid         the points that a process has, and T of its next step
 *   file         what a checkpoint holds, whoever writes it
 *   checkpoint   checkpoints of one process
 *   mpi, mpi_checkpoint   a grid that is spread over ranks
 *
 * Nobody includes it: other folders call what hedra_tdse.h declares.
 */
#ifndef HEDRA_RUNTIME_TDSE_TDSE_H
#define HEDRA_RUNTIME_TDSE_TDSE_H

#include "runtime/include/hedra_tdse.h"

#endif
