/*
 * Texts of lines "KEY VALUE", in a given order: the tuning file, and what a
 * trial has reported. Owns nothing; texts live in the arena given.
 */
#ifndef HEDRA_COMPILER_TUNE_LINES_H
#define HEDRA_COMPILER_TUNE_LINES_H

#include "polyhedral/region.h"
#include "runtime/base/base.h"

struct tune_lines {
    struct arena *arena;
    struct faults *faults;
    const char *path;
    const char *at;    /* behind the line that was read last */
    const char *start; /* of that line */
    int line;          /* its number */
    bool bad;          /* something was wrong: a fault is there */
};

/* A TUNED fault at the current line, the first time; always false. */
bool tune_lines_refuse(struct tune_lines *l, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Goes to the next line that is not blank; false at the end. */
bool tune_lines_next(struct tune_lines *l);
/* Is the current line's key `key`? */
bool tune_lines_is(const struct tune_lines *l, const char *key);
/* The value behind `key`, which the next line must have; "" after a fault. */
const char *tune_lines_take(struct tune_lines *l, const char *key);
/* The value behind `key` as a number: at least 0. */
double tune_lines_number(struct tune_lines *l, const char *key);
/* The value behind `key` as sizes, "n=1000 m=20". */
struct region_size *tune_lines_sizes(struct tune_lines *l, const char *key,
                                     int *count);

#endif
