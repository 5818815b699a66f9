/*
 * Tries the rewritings of a part in order (rewrite.h), and after a compilation
 * that reached a limit lets the next one make less.
 */
#include "polyhedral/rewrite/rewrite.h"

#include "polyhedral/rewrite/accumulate.h"
#include "polyhedral/rewrite/array_privatize.h"
#include "polyhedral/rewrite/closure_blocking.h"
#include "polyhedral/rewrite/factor.h"
#include "polyhedral/rewrite/flag_reduction.h"
#include "polyhedral/rewrite/reduction.h"
#include "polyhedral/rewrite/unflatten.h"
#include "polyhedral/rewrite/whole_body.h"

const struct rewriting rewriting_all = {
    .may_block = true, .may_scan = true, .may_reduce = true};

/* What the pass has made, under its name. */
static void dump(const struct passes *passes, enum pass pass, const char *how,
                 const struct scop *scop)
{
    struct buf *out = pass_dump(passes, pass);
    if (!out)
        return;
    pass_title(passes, pass, how);
    scop_print(scop, out);
    buf_putc(out, '\n');
}

static void replace_part(struct parts *parts, int number, struct scop *scop,
                         enum pass pass, const char *how)
{
    if (!scop)
        return;
    parts_replace(parts, number, scop);
    dump(parts->passes, pass, how, scop);
}

/* With flags as disjunctions, if then a loop is taken apart; NULL: none is. */
static struct scop *reduce_flags(struct parts *parts, int number,
                                 struct budget *budget,
                                 const struct region_options *options,
                                 const struct rewriting *r,
                                 struct faults *faults)
{
    struct faults before = *faults;
    struct part part = parts->part[number];
    struct scop *scop = NULL, *flags = flag_scop(part.scop);
    if (!flags)
        return NULL;
    part.scop = flags;
    scop = reduce_scop(budget, &part, options, r->may_scan, faults);
    if (scop)
        replace_part(parts, number, flags, PASS_FLAG_REDUCTION,
                     "with flags as disjunctions");
    else
        fault_rewind(faults, &before);
    return scop;
}

static void reduce_part(struct parts *parts, int number, struct budget *budget,
                        const struct region_options *options,
                        struct rewriting *r, struct faults *faults)
{
    struct part *part = &parts->part[number];
    bool remarks = options->explain;
    bool reduces = r->may_reduce && pass_runs(parts->passes, PASS_REDUCTION);
    struct scop *scop = NULL;
    if (r->may_scan && pass_runs(parts->passes, PASS_COMPACTION_ROWS))
        scop = cursor_rows_scop(budget, part, remarks, faults);
    r->scans |= scop != NULL;
    replace_part(parts, number, scop, PASS_COMPACTION_ROWS,
                 "with cursors by rows");
    scop = NULL;
    if (reduces && pass_runs(parts->passes, PASS_FLAG_REDUCTION))
        scop = reduce_flags(parts, number, budget, options, r, faults);
    if (reduces && !scop)
        scop = reduce_scop(budget, part, options, r->may_scan, faults);
    r->reduces |= scop != NULL;
    replace_part(parts, number, scop, PASS_REDUCTION, "in partial results");
    if (scop) {
        dump(parts->passes, PASS_SCAN, NULL, scop);
        dump(parts->passes, PASS_REDUCTION_ROWS, NULL, scop);
    }
}

static void keep_whole(struct parts *parts, int number, struct budget *budget,
                       struct rewriting *r, struct faults *faults)
{
    struct part *part = &parts->part[number];
    r->holds_bodies |= whole_is_possible(part->scop);
    if (!pass_runs(parts->passes, PASS_WHOLE_BODY))
        return;
    struct scop *whole = whole_scop(budget, part, r->wholes, faults);
    replace_part(parts, number, whole, PASS_WHOLE_BODY,
                 "with bodies of loops as statements");
    part->whole = whole;
}

static void unflatten(struct parts *parts, int number)
{
    if (pass_runs(parts->passes, PASS_UNFLATTEN))
        replace_part(parts, number, flat_scop(parts->part[number].scop),
                     PASS_UNFLATTEN, "with rows and columns");
}

static void privatize(struct parts *parts, int number, struct budget *budget,
                      struct faults *faults)
{
    struct scop *own = NULL;
    if (!pass_runs(parts->passes, PASS_ARRAY_PRIVATIZE))
        return;
    do {
        parts_align(parts, number);
        own = private_scop(budget, &parts->part[number], faults);
        replace_part(parts, number, own, PASS_ARRAY_PRIVATIZE,
                     "with temporaries of its own");
    } while (own);
}

static void accumulate(struct parts *parts, int number, struct budget *budget,
                       struct faults *faults)
{
    if (!pass_runs(parts->passes, PASS_ACCUMULATE))
        return;
    parts_align(parts, number);
    replace_part(parts, number,
                 accumulate_scop(budget, &parts->part[number], faults),
                 PASS_ACCUMULATE, "with sums in elements");
}

static void put_factors(struct parts *parts, int number, struct faults *faults)
{
    if (pass_runs(parts->passes, PASS_FACTOR))
        replace_part(parts, number,
                     factor_scop(parts->part[number].scop, faults), PASS_FACTOR,
                     "with factors in products");
}

void rewrite_parts(struct parts *parts, struct budget *budget,
                   const struct region_options *options, struct rewriting *r,
                   struct faults *faults)
{
    r->blocks = r->scans = r->reduces = r->holds_bodies = false;
    for (int p = 0; p < parts->part_count; p++) {
        parts_align(parts, p);
        keep_whole(parts, p, budget, r, faults);
        unflatten(parts, p);
        privatize(parts, p, budget, faults);
        accumulate(parts, p, budget, faults);
        put_factors(parts, p, faults);
        struct scop *closure =
            r->may_block && pass_runs(parts->passes, PASS_CLOSURE_BLOCKING)
                ? closure_scop(parts->part[p].scop, faults)
                : NULL;
        replace_part(parts, p, closure, PASS_CLOSURE_BLOCKING,
                     "in blocks of steps");
        r->blocks |= closure != NULL;
        if (!closure)
            reduce_part(parts, p, budget, options, r, faults);
    }
}

static bool is_too_complex(const struct faults *faults,
                           const struct faults *before)
{
    const struct fault *f = fault_since(faults, before);
    while (f && f->kind != FAULT_TOO_COMPLEX)
        f = f->next;
    return f != NULL;
}

bool rewriting_less(struct rewriting *r, struct loc loc, struct faults *faults,
                    const struct faults *before)
{
    bool complex = is_too_complex(faults, before);
    enum fault_kind kind = r->blocks ? FAULT_BLOCKED : FAULT_REDUCTION;
    const char *what;
    if (r->blocks) {
        r->may_block = false;
        what = "steps are not done in blocks";
    } else if (complex && (r->scans || r->reduces) && r->may_scan) {
        r->may_scan = false;
        what = "scans are not made in parallel";
    } else if (complex && r->reduces && r->may_reduce) {
        r->may_reduce = false;
        what = "reductions are not made in parallel";
    } else if (complex && r->holds_bodies && !r->wholes) {
        r->wholes = true;
        kind = FAULT_WHOLE;
        what = "bodies of loops are kept whole";
    } else {
        return false;
    }
    fault_rewind(faults, before);
    fault_add(faults, kind, loc,
              "%s: that takes more than the limits on the integer set library "
              "allow",
              what);
    return true;
}
