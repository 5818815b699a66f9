/* What test programs over MPI share. */
#ifndef HEDRA_TESTS_TSA_MPI_RIG_H
#define HEDRA_TESTS_TSA_MPI_RIG_H

/* Whether any rank has counted failures, on all of them; MPI is over then. With
 * AddressSanitizer, a rank whose memory leaks ends with an error: that is
 * looked for while OpenMPI's own memory still has its owners. */
int finish_ranks(int failures);

/* Where rank 0 may write a file of that name, in static storage until the next
 * call; NULL on the others, which need none. */
const char *path_of(const char *name);

#endif
