/*
 * The rows of polyhedral/passes.def as data, and what the command line asks of
 * them: which passes are left out, and after which the region is printed.
 */
#include "polyhedral/limits/passes.h"

#include <string.h>

enum need { REQUIRED, OPTIONAL };

const struct pass_row pass_rows[PASS_COUNT] = {
#define PASS(name, spelling, stage, run, need, help)                           \
    {spelling, PASS_STAGE_##stage, need == OPTIONAL, help},
#include "polyhedral/passes.def"
#undef PASS
};

static const char *const stage_names[] = {
    [PASS_STAGE_REWRITE] = "rewrite",   [PASS_STAGE_ANALYSE] = "analyse",
    [PASS_STAGE_SCHEDULE] = "schedule", [PASS_STAGE_MAP] = "map",
    [PASS_STAGE_LOWER] = "lower",       [PASS_STAGE_KIR] = "kir",
};

enum pass pass_find(const char *name, size_t length)
{
    for (int k = 0; k < PASS_COUNT; k++)
        if (strlen(pass_rows[k].spelling) == length &&
            memcmp(pass_rows[k].spelling, name, length) == 0)
            return (enum pass)k;
    return PASS_COUNT;
}

bool pass_runs(const struct passes *passes, enum pass pass)
{
    return !passes || !passes->without[pass];
}

struct buf *pass_dump(const struct passes *passes, enum pass pass)
{
    return passes && passes->dump[pass] ? passes->out : NULL;
}

void pass_title(const struct passes *passes, enum pass pass, const char *title)
{
    if (passes->trees)
        buf_printf(passes->out, "# %s\n", title);
    else
        buf_printf(passes->out, "# after %s%s%s\n", pass_rows[pass].spelling,
                   title ? ": " : "", title ? title : "");
}

void pass_ask_trees(struct passes *passes)
{
    static const enum pass asked[] = {
        PASS_WHOLE_BODY,      PASS_UNFLATTEN,
        PASS_ARRAY_PRIVATIZE, PASS_ACCUMULATE,
        PASS_CLOSURE_BLOCKING, PASS_COMPACTION_ROWS, PASS_FLAG_REDUCTION,
        PASS_REDUCTION,       PASS_DOMAIN,
        PASS_FUSION,          PASS_PANEL,
        PASS_OVERLAPPED,      PASS_TRAPEZOIDAL,
        PASS_KERNELS};
    passes->trees = true;
    for (size_t k = 0; k < sizeof asked / sizeof *asked; k++)
        passes->dump[asked[k]] = true;
}

void pass_print(FILE *out)
{
    for (int k = 0; k < PASS_COUNT; k++)
        fprintf(out, "%-9s %-17s %-9s %s\n", stage_names[pass_rows[k].stage],
                pass_rows[k].spelling,
                pass_rows[k].optional ? "optional" : "required",
                pass_rows[k].help);
}
