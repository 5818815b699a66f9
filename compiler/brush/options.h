/*
 * The command line of brush: options.def's rows become one struct.
 *
 * Owns no state and prints only the help text; what is wrong with a command
 * line is appended to a list of faults.
 */
#ifndef HEDRA_COMPILER_BRUSH_OPTIONS_H
#define HEDRA_COMPILER_BRUSH_OPTIONS_H

#include <stdio.h>

#include "brush/basis/basis.h"
#include "runtime/base/base.h"

enum brush_action {
    BRUSH_GEN,
    BRUSH_EXPLAIN,
    BRUSH_TUNE,
    BRUSH_HELP,
    BRUSH_VERSION
};

enum { BRUSH_TARGETS = 4, BRUSH_ARCHES = 16 };

struct brush_options {
    enum brush_action action;
    const char *basis, *output, *name;
    const char *tuned;      /* gen: what tune wrote, or NULL */
    int candidates, atoms;  /* tune */
    const char *class_text; /* --class as written, or NULL */
    enum basis_form form;
    bool all_elements;
    bool wanted[BASIS_MAX_Z + 1];
    const char *target[BRUSH_TARGETS + 1]; /* names, NULL at the end */
    bool cubin;                         /* a target too, of ptxas, for `arch` */
    const char *arch[BRUSH_ARCHES + 1]; /* "sm_90", NULL at the end */
    const char *ptxas;                  /* NULL: where it usually is */
    bool precision[2];                  /* f64, f32 */
    int files, merge;
    int lanes;      /* 0: the default of the precision */
    int most;       /* operations of a kernel for devices; 0: any number */
    int statements; /* of a function in C; 0: any number */
    int path;       /* of enum path; -1: the best */
};

/* Reads a command line. On errors FAULT_USAGE faults are appended and the
 * result is not to be used. Texts live in `arena` or in `argv`. */
struct brush_options brush_options_parse(struct arena *arena, int argc,
                                         char **argv, struct faults *faults);

/* The text of --help. */
void brush_options_print_help(FILE *out);

#endif
