/*
 * Progress: a line on a terminal about work that takes long.
 *
 * A thread of its own waits; when two seconds have passed it shows what is
 * being done, and again whenever that changes. Nothing is shown where stderr
 * is no terminal.
 */
#ifndef HEDRA_COMPILER_DRIVER_PROGRESS_H
#define HEDRA_COMPILER_DRIVER_PROGRESS_H

struct progress;

/* NULL, which the functions below accept, where nothing is to be shown. */
struct progress *progress_begin(void);

/* What is being done from now on, e.g. "region 2 of 5, line 40". */
void progress_step(struct progress *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Clears the line. */
void progress_end(struct progress *p);

#endif
