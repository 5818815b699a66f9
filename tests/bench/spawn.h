/*
 * Running other programs and measuring them.
 *
 * Owns the child for the length of the call: it has ended, or was killed, when
 * spawn_run returns. Nothing here prints.
 */
#ifndef HEDRA_TESTS_BENCH_SPAWN_H
#define HEDRA_TESTS_BENCH_SPAWN_H

struct spawn_result {
    int status;         /* exit status; 128 + n for signal n; SPAWN_… below */
    double seconds;     /* from start to end */
    double cpu_seconds; /* of all its threads, user and system */
    long peak_kib;      /* the most resident memory */
    char *out, *err;    /* what it wrote to its standard output and error */
};

enum {
    SPAWN_NOT_FOUND = -1, /* there is no such program */
    SPAWN_TIMED_OUT = -2, /* killed at the limit */
    SPAWN_FAILED = -3     /* the system refused: errno */
};

/* Runs argv[0] (looked up in PATH) with the words of `argv` and, beyond this
 * process' environment, the texts "NAME=value" of `env` (each list ends with
 * NULL; `env` itself may be NULL). `limit` is in seconds, 0 for none. */
struct spawn_result spawn_run(const char *const *argv, const char *const *env,
                              double limit);
/* Frees the texts. */
void spawn_free(struct spawn_result *result);

#endif
