/*
 * Diagnostics: prints lists of faults in the format of clang.
 *
 * The only place that prints what went wrong. Owns no state: the source lines
 * that it shows are read again from the files.
 */
#ifndef HEDRA_COMPILER_DRIVER_DIAG_H
#define HEDRA_COMPILER_DRIVER_DIAG_H

#include <stdio.h>

#include "runtime/base/base.h"

enum diag_color { DIAG_COLOR_AUTO, DIAG_COLOR_ALWAYS, DIAG_COLOR_NEVER };

struct diag_options {
    bool explain;          /* print remarks, region by region */
    bool explain_all;      /* those on plans that are not taken, too */
    bool werror;           /* warnings count and print as errors */
    bool no_warnings;      /* -w */
    bool off[FAULT_COUNT]; /* -Wno-NAME; errors cannot be switched off */
    enum diag_color color;
    const char *program; /* says what has no place; NULL: hedrac */
};

struct diag_counts {
    int errors, warnings;
};

/* Prints the faults that the options let through, sorted by place (stably;
 * what has no place comes first; equal ones once), each with its source line,
 * a caret and its hint, and the line "2 errors generated.". With remarks they
 * are sorted by region first: its summary, its errors and warnings by place,
 * and its remarks by kind. Returns what was counted: errors, with -Werror the
 * warnings too. */
struct diag_counts diag_print(FILE *out, const struct faults *faults,
                              const struct diag_options *options);

/* Does --explain, or --explain=all, ask for this remark? */
bool diag_asks_for(const struct fault *remark,
                   const struct diag_options *options);

/* The kind that `name` names, or FAULT_COUNT. */
enum fault_kind diag_find_kind(const char *name);

#endif
