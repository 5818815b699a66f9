/* Runs that are spread over ranks of MPI. */
#ifndef HEDRA_EXAMPLES_MD_SPREAD_H
#define HEDRA_EXAMPLES_MD_SPREAD_H

#include "examples/md/settings.h"

/* Becomes mpirun with the program example-md-ranks, which is beside this one,
 * and the same arguments, or ends the process. */
_Noreturn void spread_over_ranks(const struct settings *s, char **argv);

#endif
