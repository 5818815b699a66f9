/*
 * What would help a region most: of what its remarks and warnings advise, what
 * keeps it sequential; then accesses of which a GPU's warps touch too many
 * sectors; then what is looked at each time that the region starts.
 */
#include "compiler/predict/summary_help.h"

#include <string.h>

/* An access is worth a word if its warps touch so many sectors for one that
 * would do. */
static const double POOR = 0.6;

struct finder {
    struct arena *arena;
    const struct stub_region *r;
    const struct faults *faults;
    struct report_summary *summary;
};

static void add(struct finder *f, int line, const char *text)
{
    struct report_summary *s = f->summary;
    struct report_help help = {text, line};
    for (int k = 0; k < s->help_count; k++)
        if (s->helps[k].line == line && strcmp(s->helps[k].text, text) == 0)
            return;
    ARENA_PUSH(f->arena, s->helps, s->help_count, s->help_cap, help);
}

static const struct fault *next_of_region(const struct faults *faults,
                                          const struct fault *fault)
{
    fault = fault ? fault->next : faults->first;
    while (fault && (fault->region != faults->region || fault->rejected))
        fault = fault->next;
    return fault;
}

const char *summary_verdict(const struct faults *faults)
{
    for (const struct fault *f = next_of_region(faults, NULL); f;
         f = next_of_region(faults, f))
        if (fault_counts_as(f) == FAULT_WARNING)
            return f->message;
    return "nothing to launch";
}

/* What a remark or warning advises, or else what it finds. */
static void add_advice(struct finder *f, const struct fault *fault)
{
    int line = fault->loc.line;
    if (fault->hint && fault->hint_loc.line)
        line = fault->hint_loc.line;
    add(f, line, fault->hint ? fault->hint : fault->message);
}

static void add_warnings(struct finder *f)
{
    for (const struct fault *w = next_of_region(f->faults, NULL); w;
         w = next_of_region(f->faults, w))
        if (fault_counts_as(w) == FAULT_WARNING && w->hint)
            add_advice(f, w);
}

/* The line of the statement that keeps a loop in order. */
static int culprit_line(const struct fault *remark)
{
    return remark->kind == FAULT_NOT_PARALLEL && remark->hint
               ? remark->hint_loc.line
               : remark->loc.line;
}

/* Advice of remarks of that kind on the statement at `line`; is there any? */
static bool add_remarks(struct finder *f, enum fault_kind kind, int line)
{
    bool found = false;
    for (const struct fault *w = next_of_region(f->faults, NULL); w;
         w = next_of_region(f->faults, w))
        if (w->kind == kind && w->hint && culprit_line(w) == line) {
            add_advice(f, w);
            found = true;
        }
    return found;
}

/* What keeps kernels that run on one thread. */
static void add_serial(struct finder *f)
{
    const struct report_summary *s = f->summary;
    const struct region *region = f->r->region;
    bool plain = region->plain == REGION_PLAIN_FEW && region->shared;
    for (int k = 0; k < s->kernel_count; k++) {
        const struct report_kernel *kernel = &s->kernel[k];
        if (kernel->dims || !kernel->depth || (plain && !kernel->gpu))
            continue;
        if (!add_remarks(f, FAULT_NOT_ASSOCIATIVE, kernel->line))
            add_remarks(f, FAULT_NOT_PARALLEL, kernel->line);
    }
}

/* Would what is better for this access be worse for others of the array? */
static bool is_at_odds(const struct region *region,
                       const struct region_access *with)
{
    bool odd = false;
    for (int k = 0; k < region->access_count; k++) {
        const struct region_access *a = &region->access[k];
        odd |= a->array == with->array && a->known && a->moves && !a->better &&
               !a->staged;
    }
    return odd;
}

/* The access of global memory that touches most sectors in vain. */
static void add_access(struct finder *f)
{
    const struct region *region = f->r->region;
    const struct region_access *worst = NULL;
    for (int k = 0; k < region->access_count; k++) {
        const struct region_access *a = &region->access[k];
        if (a->known && !a->staged && a->eta < POOR && a->better &&
            !is_at_odds(region, a) &&
            (!worst || a->sectors - a->ideal > worst->sectors - worst->ideal))
            worst = a;
    }
    if (worst)
        add(f, worst->loc.line,
            arena_printf(f->arena,
                         "on a GPU, %s: %s of %s by a warp have eta %.2f, and "
                         "would have %.2f",
                         worst->better, worst->write ? "writes" : "reads",
                         worst->text, worst->eta, worst->eta_better));
}

/* What a row, or a scalar, is in the program. */
static const char *name_of(const struct stub_region *r, int number)
{
    const struct region *region = r->region;
    if (number >= region->row_count)
        return region->scalar[number - region->row_count].text;
    int array = region->row[number].array;
    return array < 0 ? region->row[number].name
                     : scop_array_spelling(&region->scop->array[array]);
}

/* What the host looks for in memory when the region starts. */
static void add_bounds(struct finder *f)
{
    const struct region *region = f->r->region;
    for (int k = 0; k < region->bound_count; k++) {
        int row = region->bound[k].row;
        add(f, f->r->scop->loc.line,
            arena_printf(f->arena,
                         "the clause extent, for what elements of '%s' are "
                         "subscripts of: the host looks for the least and the "
                         "largest of these each time the region starts",
                         name_of(f->r, row)));
    }
}

/* Memory that may overlap. */
static void add_pairs(struct finder *f)
{
    const struct region *region = f->r->region;
    for (int k = 0; k < region->pair_count; k++)
        add(f, f->r->scop->loc.line,
            arena_printf(f->arena,
                         "restrict, for '%s' or '%s': whether they overlap is "
                         "asked each time the region starts",
                         name_of(f->r, region->pair[2 * k]),
                         name_of(f->r, region->pair[2 * k + 1])));
}

void summary_find_helps(struct arena *arena, const struct stub_region *r,
                        const struct faults *faults,
                        struct report_summary *summary)
{
    struct finder f = {arena, r, faults, summary};
    add_warnings(&f);
    if (r->region->kept)
        return;
    const struct region_summary *plan = r->region->summary;
    bool blocked = plan && (plan->levels || plan->panels);
    if (!blocked)
        add_serial(&f);
    add_access(&f);
    add_bounds(&f);
    add_pairs(&f);
}
