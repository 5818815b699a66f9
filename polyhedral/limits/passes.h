/*
 * The passes of polyhedral/passes.def: which of them run, and after which the
 * region is printed.
 *
 * A struct passes belongs to the caller of region_compile, who fills it once
 * for all regions; the pipeline only reads it and appends to `out`. NULL in
 * its place: all passes run, and nothing is printed. What a pass does is not
 * known here, nor is isl.
 */
#ifndef HEDRA_POLYHEDRAL_LIMITS_PASSES_H
#define HEDRA_POLYHEDRAL_LIMITS_PASSES_H

#include "runtime/base/base.h"

#include <stdio.h>

enum pass {
#define PASS(name, spelling, stage, run, need, help) PASS_##name,
#include "polyhedral/passes.def"
#undef PASS
    PASS_COUNT
};

enum pass_stage {
    PASS_STAGE_REWRITE,
    PASS_STAGE_ANALYSE,
    PASS_STAGE_SCHEDULE,
    PASS_STAGE_MAP,
    PASS_STAGE_LOWER,
    PASS_STAGE_KIR
};

struct pass_row {
    const char *spelling;
    enum pass_stage stage;
    bool optional;
    const char *help;
};
extern const struct pass_row pass_rows[PASS_COUNT];

struct passes {
    bool without[PASS_COUNT]; /* optional ones alone */
    bool dump[PASS_COUNT];
    /* --emit=schedule: schedule trees alone, under titles that name no pass. */
    bool trees;
    struct buf *out; /* NULL: nothing is printed */
};

/* Returns the pass of that name, or PASS_COUNT. */
enum pass pass_find(const char *name, size_t length);
/* Is the pass not left out? */
bool pass_runs(const struct passes *passes, enum pass pass);
/* Returns where the pass prints what it has made, or NULL if nobody asks. */
struct buf *pass_dump(const struct passes *passes, enum pass pass);
/* Prints the line above a dump; `title` may be NULL if the pass says all. */
void pass_title(const struct passes *passes, enum pass pass, const char *title);
/* Asks for all that --emit=schedule prints. */
void pass_ask_trees(struct passes *passes);
/* Prints the table, a line for each pass. */
void pass_print(FILE *out);

#endif
