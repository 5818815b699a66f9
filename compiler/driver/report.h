/*
 * --report=json: what became of each region, for people who move a program with
 * many of them, and for tools.
 */
#ifndef HEDRA_COMPILER_DRIVER_REPORT_H
#define HEDRA_COMPILER_DRIVER_REPORT_H

#include "compiler/driver/diag.h"

enum report_state {
    REPORT_SKIPPED, /* nobody came to it, since another one is refused */
    REPORT_COMPILED,
    REPORT_KEPT,   /* it stays as it is: nothing is gained */
    REPORT_REFUSED /* it cannot be compiled */
};

/* Faults of a list behind `after` (NULL: from the first one) up to `last`. */
struct report_span {
    const struct fault *after, *last;
};

/* A kernel of the plan that is taken. */
struct report_kernel {
    bool gpu;
    const char *name;
    int line;
    const char *loops, *around; /* as polyhedral/report/summary.h has them */
    int dims, depth;
    int threads[3]; /* GPU: of a block */
    bool counted;   /* GPU: launches and blocks are known */
    long long launches, blocks, most_blocks[3];
    bool predicted;           /* the numbers are known */
    double operations, bytes; /* of an iteration */
    const char *limit;        /* NULL: no model tells */
};

/* What would help, and where. */
struct report_help {
    const char *text;
    int line;
};

/* The summary of --explain, as numbers and as its four lines of text. */
struct report_summary {
    const char *name; /* of the region's function */
    int nests;
    const char *runs, *limit, *expected, *help;
    int kernel_count, kernel_cap;
    struct report_kernel *kernel;
    int help_count, help_cap;
    struct report_help *helps; /* what helps most comes first */
};

struct report_region {
    enum report_state state;
    struct loc loc;
    const char *function;                 /* NULL: not known */
    struct report_span read, chosen;      /* said by the front end, and later */
    const struct report_summary *summary; /* NULL: there is none */
};

/* Appends the report on a file with `count` regions. Of remarks it holds those
 * that --explain asks for. */
void report_put(struct buf *out, const char *file,
                const struct report_region *region, int count,
                const struct faults *faults, const struct diag_options *asked);

#endif
