/* Runs that are spread over ranks of MPI. */
#ifndef HEDRA_EXAMPLES_MD_SPREAD_H
#define HEDRA_EXAMPLES_MD_SPREAD_H

#include "examples/md/settings.h"

/* Runs mpirun with the program example-md-ranks, which is beside this one, and
 * the same arguments, and ends the process as that ends. Upon Ctrl-C ranks that
 * are to --save a checkpoint do so and end; upon a second one, or without
 * --save, they just end. */
_Noreturn void spread_over_ranks(const struct settings *s, char **argv);

#endif
