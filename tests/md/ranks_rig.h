/*
 * What tests of particles over MPI share: the same particles in one object,
 * which rank 0 has, and all together, to be compared. Texts of failures have a
 * number, `form`, of what was computed.
 */
#ifndef HEDRA_TESTS_MD_RANKS_RIG_H
#define HEDRA_TESTS_MD_RANKS_RIG_H

#include "runtime/include/hedra_md_mpi.h"
#include "tests/tsa/mpi_rig.h"

extern int rank, ranks, failures;
extern enum hedra_md_own own; /* by the program's argument, "curve" or none */
extern struct hedra_error why;

void ranks_begin(int *argc, char ***argv);

/* Counts a failure; the other ends the program unless the status is OK; the
 * third counts one if another status is there than expected, or no text. */
void fail(const char *what, int form);
void must(enum hedra_status status, const char *what, int form);
void want(enum hedra_status status, enum hedra_status expected,
          const char *what);

struct hedra_md_particles particles_new(int64_t count);
void particles_free(struct hedra_md_particles *p);

/* This rank's share: neighbouring ones, or with `few` none on odd ranks. */
struct hedra_md_particles share(const struct hedra_md_particles *p, bool few);

/* The first ranks; others have no communicator. */
MPI_Comm some_of(int wanted);

/* Tests of other numbers of ranks run in the same folder at the same time. */
void name_file(char *path, size_t size, const char *what);

/* Fail unless states, what is measured, and ways since the mark have the same
 * bits in both. */
void compare(const struct hedra_md *one, struct hedra_md_mpi *all,
             int64_t count, int form);
void measure(struct hedra_md *one, struct hedra_md_mpi *all, int form);
void displacement(const struct hedra_md *one, struct hedra_md_mpi *all,
                  int form);

/* Fails unless states are the same but for rounding, by `most` in positions. */
void compare_half(struct hedra_md *one, struct hedra_md_mpi *all, int64_t count,
                  double most, int form);

/* Computes both, and compares them. */
void check(const struct hedra_md_options *o, const struct hedra_md_particles *p,
           const struct hedra_md_thermostat *t, int form);

#endif
