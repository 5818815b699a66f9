/*
 * Tries the rewritings of a part in order (rewrite.h), and after a compilation
 * that reached a limit lets the next one make less.
 */
#include "polyhedral/rewrite/rewrite.h"
#include "polyhedral/rewrite/array_privatize.h"
#include "polyhedral/rewrite/closure_blocking.h"
#include "polyhedral/rewrite/flag_reduction.h"
#include "polyhedral/rewrite/reduction.h"
#include "polyhedral/rewrite/unflatten.h"

const struct rewriting rewriting_all = {true, true, true, false, false, false};

static void replace_part(struct parts *parts, int number, struct scop *scop,
                         const char *how, struct buf *out)
{
    if (!scop)
        return;
    parts_replace(parts, number, scop);
    if (!out)
        return;
    buf_printf(out, "# %s\n", how);
    scop_print(scop, out);
    buf_putc(out, '\n');
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
    scop = reduce_scop(budget, &part, r->may_scan, options->explain, faults);
    if (scop)
        replace_part(parts, number, flags, "with flags as disjunctions",
                     options->dump_schedule);
    else
        fault_rewind(faults, &before);
    return scop;
}

static void reduce_part(struct parts *parts, int number, struct budget *budget,
                        const struct region_options *options,
                        struct rewriting *r, struct faults *faults)
{
    struct part *part = &parts->part[number];
    struct buf *out = options->dump_schedule;
    bool remarks = options->explain;
    struct scop *scop = NULL;
    if (r->may_scan)
        scop = cursor_rows_scop(budget, part, remarks, faults);
    r->scans |= scop != NULL;
    replace_part(parts, number, scop, "with cursors by rows", out);
    scop = NULL;
    if (r->may_reduce)
        scop = reduce_flags(parts, number, budget, options, r, faults);
    if (r->may_reduce && !scop)
        scop = reduce_scop(budget, part, r->may_scan, remarks, faults);
    r->reduces |= scop != NULL;
    replace_part(parts, number, scop, "in partial results", out);
}

void rewrite_parts(struct parts *parts, struct budget *budget,
                   const struct region_options *options, struct rewriting *r,
                   struct faults *faults)
{
    struct buf *out = options->dump_schedule;
    r->blocks = r->scans = r->reduces = false;
    for (int p = 0; p < parts->part_count; p++) {
        struct scop *own = NULL;
        parts_align(parts, p);
        replace_part(parts, p, flat_scop(parts->part[p].scop),
                     "with rows and columns", out);
        do {
            parts_align(parts, p);
            own = private_scop(budget, &parts->part[p], faults);
            replace_part(parts, p, own, "with temporaries of its own", out);
        } while (own);
        struct scop *closure =
            r->may_block ? closure_scop(parts->part[p].scop, faults) : NULL;
        replace_part(parts, p, closure, "in blocks of steps", out);
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
