/* The end of a test program over MPI. */
#ifndef HEDRA_TESTS_TSA_FINISH_H
#define HEDRA_TESTS_TSA_FINISH_H

/* Whether any rank has counted failures, on all of them; MPI is over then. With
 * AddressSanitizer, a rank whose memory leaks ends with an error: that is looked
 * for while OpenMPI's own memory still has its owners. */
int finish_ranks(int failures);

#endif
