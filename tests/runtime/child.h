/*
 * Runs a function in a child process and tells what came of it: libhedra reads
 * its environment once, and some faults end the process.
 */
#ifndef HEDRA_TESTS_RUNTIME_CHILD_H
#define HEDRA_TESTS_RUNTIME_CHILD_H

#include <stdbool.h>

struct child {
    int status;      /* exit status; 128 + n if signal n ended it */
    char err[16384]; /* what it wrote to stderr, terminated */
};

/* `environment` is a NULL-terminated list of NAME, value, NAME, value, … The
 * child exits with what `body` returns. */
struct child child_run(int (*body)(void), const char *const *environment);

/* What a child must end with and what its messages must hold (with none given,
 * it must be silent). */
struct child_case {
    int (*body)(void);
    const char *environment[7];
    int status;
    const char *message[3];
};

/* Runs them all; fails the test that runs now if one is not as it must be. */
void child_check(const struct child_case *cases, int count);

/* A row of HEDRA_STATS' table. */
struct child_stats {
    char name[64], where[64];
    int runs, kernels;
    double kernel_seconds, transfer_seconds;
    long long in, out;
};

/* The row of the region; false if there is not exactly one. */
bool child_read_stats(const struct child *child, const char *region,
                      struct child_stats *stats);

#endif
