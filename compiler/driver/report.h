/*
 * --report=json: what became of each region, for people who move a program with
 * many of them, and for tools.
 */
#ifndef HEDRA_COMPILER_DRIVER_REPORT_H
#define HEDRA_COMPILER_DRIVER_REPORT_H

#include "runtime/base/base.h"

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

struct report_region {
    enum report_state state;
    struct loc loc;
    const char *function;            /* NULL: not known */
    struct report_span read, chosen; /* said by the front end, and later */
};

/* Appends the report on a file with `count` regions. Of remarks it holds those
 * that `remarks` asks for. */
void report_put(struct buf *out, const char *file,
                const struct report_region *region, int count,
                const struct faults *faults, bool remarks);

#endif
