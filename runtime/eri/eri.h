/*
 * Electron repulsion integrals (hedra_eri.h); the door of this folder.
 *
 *   eri       objects: shells, pairs of shells by class, the device
 *   screen    bounds of pairs, and those that pass a threshold
 *   worker    rows of quartets on a thread of the host
 *   visit     all quartets that pass, or a part of them, to a visitor
 *   device    quartets on a device; digest: into J and K there
 *   fill      integrals into an array
 *   jk        Coulomb and exchange matrices
 *   libcint   basis sets and molecules in libcint's arrays
 *   xyz       molecules from files
 *   mpi       J and K by the ranks of an MPI communicator
 *
 * Nobody includes it: other folders call what hedra_eri.h declares. The kernels
 * come from brush by backends/library/eri.c.
 */
#ifndef HEDRA_RUNTIME_ERI_ERI_H
#define HEDRA_RUNTIME_ERI_ERI_H

#include "runtime/include/hedra_eri.h"

#endif
