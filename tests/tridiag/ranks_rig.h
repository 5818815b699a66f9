/* What tests of the solver over MPI share, beside rig.h. */
#ifndef HEDRA_TESTS_TRIDIAG_RANKS_RIG_H
#define HEDRA_TESTS_TRIDIAG_RANKS_RIG_H

#include "tests/tridiag/rig.h"

extern int rank, ranks;

void ranks_begin(int *argc, char ***argv);
/* What main returns: 1 on all ranks if one of them complained. */
int ranks_end(void);

void complain(const char *what, const char *text);

/* How the lines are parted. */
enum parting { EQUAL, RISING, ONE_LONG, ODD_ONES, PARTINGS };
/* The first line of rank k, of n; each rank has one or more. */
int64_t border(enum parting parting, int64_t n, int k);

/* Complain unless all is well, … */
void want_ok(enum hedra_status status, const struct hedra_error *why,
             const char *what);
/* … or the status, and the same of everything on all ranks. */
void want(enum hedra_status status, const struct hedra_error *why,
          enum hedra_status wanted, int64_t row, const char *what);

#endif
