/*
 * What brush tune found: for kernels the paths that ran fastest.
 *
 * A text, a line for a form: precision, the kernel's name, its path's, with a +
 * and the path of kernels for single classes if there are any, and the
 * nanoseconds for a quartet that they took; comments begin with #. The first
 * line is "brush tuned 1". Everything lives in the arena given.
 */
#ifndef HEDRA_BRUSH_TUNED_H
#define HEDRA_BRUSH_TUNED_H

#include "brush/library.h"

struct tuned;

/* Reads `text`, the contents of `file`. NULL with faults of kind FAULT_TUNED,
 * with file and line, if anything is wrong. */
const struct tuned *tuned_parse(struct arena *arena, const char *file,
                                const char *text, struct faults *faults);

/* Sets the paths of the library's forms that the text has, in the library's
 * precision; returns how many. */
int tuned_apply(const struct tuned *tuned, struct library *l);

/* The first line, what `where` is a comment on; then a line for each kernel. */
void tuned_print_head(struct buf *out, const char *where);
void tuned_print(struct buf *out, const struct library *l, int kernel,
                 const char *path, double nanoseconds);

/* How brush tune names the precision: "f64". */
const char *tuned_precision(const struct library *l);

#endif
