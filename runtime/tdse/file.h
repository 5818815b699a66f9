/*
 * What a checkpoint of <hedra_tdse.h> holds (CHECKPOINT.md, kind 1), whoever
 * writes it: an object of one process, or the first of several ranks. Both
 * libraries, hedra and hedra_mpi, have this of their own.
 */
#ifndef HEDRA_RUNTIME_TDSE_FILE_H
#define HEDRA_RUNTIME_TDSE_FILE_H

#include "runtime/tdse/grid.h"

struct tdse_content {
    int64_t n, steps; /* done since `begin` */
    enum hedra_tdse_gauge gauge;
    bool moving; /* V moves */
    double x0, dx, dt, begin;
    double *psi, *potential, *absorber; /* 2 n, n and n numbers */
    void *notes;
    int64_t bytes;
};

/* Returns what a file of the grid's own points holds: its own arrays, and no
 * notes. */
struct tdse_content tdse_grid_content(const struct tdse_grid *g);

/* The caller's arrays, of which psi must be finite. */
enum hedra_status tdse_file_write(const char *path,
                                  const struct tdse_content *c,
                                  struct hedra_error *why);

/* Checked as CHECKPOINT.md promises; tdse_content_drop frees the arrays, also
 * after a failure. */
enum hedra_status tdse_file_read(const char *path, struct tdse_content *c,
                                 struct hedra_error *why);
void tdse_content_drop(struct tdse_content *c);

/* The options of the run that the content is of, but for the arrays, with the
 * functions of `given`, which may be NULL; what lacks is said. */
enum hedra_status tdse_content_options(const struct tdse_content *c,
                                       const struct hedra_tdse_options *given,
                                       struct hedra_tdse_options *o,
                                       struct hedra_error *why);

#endif
