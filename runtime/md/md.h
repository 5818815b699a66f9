/*
 * Molecular dynamics of Lennard-Jones particles (hedra_md.h); the door of this
 * folder.
 *
 *   create      checks of the options and particles, making and freeing
 *   memory      memory for arrays
 *   table       coefficients of pairs of types, mixing
 *   grid        cells of the box and of the ghosts around it, sorting by cell
 *   ghost       copies of particles beyond periodic faces
 *   list        Verlet lists
 *   force       forces of all particles, shared among threads
 *   device      steps on a device, by the loops of nest/ (hedra_md_set_device)
 *   single      positions in float, for mixed forces
 *   step        velocity Verlet, and when lists are rebuilt
 *   part        a part of a box, and its neighbours (hedra_md_part.h); _create
 *               makes it, and moves its borders
 *   curve       parts that own stretches of the order of the box's cells
 *   overlap     steps of a part that compute while positions travel
 *   thermo      temperature, energies, pressure
 *   state       what goes out to the caller, and velocities that come in
 *   fcc         lattices to begin with
 *   thermostat  thermostats, and their random numbers (hedra_md_observe.h)
 *   observe     radial distributions, displacements
 *   text        lines and words of files; a header by itself
 *   data        data files of LAMMPS (hedra_md_file.h)
 *   xyz         extended XYZ files, reading
 *   write       files of states
 *   checkpoint  files from which a run goes on; _part: of parts of a box
 *
 * Folders above this one: kernel/, the loops over pairs of each processor,
 * nest/, loops that hedrac compiles for devices, and ranks/, parts that are
 * ranks of MPI (hedra_md_mpi.h). Other folders use the public headers.
 */
#ifndef HEDRA_RUNTIME_MD_MD_H
#define HEDRA_RUNTIME_MD_MD_H

#include "runtime/include/hedra_md.h"

#endif
