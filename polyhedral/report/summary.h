/*
 * What the summary of --explain takes from the plan that is taken; the compiler
 * adds what follows from KIR and from sizes. Other folders see it through
 * report/report.h, the compiler through region.h.
 */
#ifndef HEDRA_POLYHEDRAL_REPORT_SUMMARY_H
#define HEDRA_POLYHEDRAL_REPORT_SUMMARY_H

#include "runtime/base/base.h"

#include <stdbool.h>

/* A kernel, with what the model expects to limit it. */
struct summary_kernel {
    struct loc loc;
    int function;       /* its number in the region's module */
    int dims;           /* mapped dimensions; 0: one thread runs it */
    int depth;          /* loops around its innermost statements */
    const char *loops;  /* "'i' (line 6) and 'j' (line 7)", those that run in
                           parallel; NULL: it is not known which */
    const char *around; /* the loops that launch it again and again, written in
                           the same way; NULL: none */
    bool predicted;     /* the numbers below are known */
    bool whole;         /* and are of all its loops together */
    double operations, bytes; /* of an iteration; from memory */
    const char *limit;        /* "memory"; NULL: no model tells */
};

struct region_summary {
    int levels;  /* Plans by levels */
    bool panels; /* several steps of a loop are done together, by tiles */
    int gpu_count, host_count;
    struct summary_kernel *gpu, *host;
    /* Bytes that an iteration of the deepest loops asks memory for, by the
     * cache model: in the original schedule and in the one that is taken, on
     * the host; 0 if they are not known. */
    double plain_bytes, host_bytes;
};

#endif
