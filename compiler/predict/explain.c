/*
 * What --explain says of a region's kernels once these are KIR: how many warps
 * multiprocessors hold, and what accesses ask of memory.
 */
#include "compiler/predict/explain.h"

#include "backends/target.h"
#include "compiler/predict/occupancy.h"
#include "polyhedral/picture/picture.h"

/* For the page, at sizes as in use where the user gives none. */
static const struct access_totals *predict_typical(struct arena *arena,
                                                   const struct stub_region *r,
                                                   const struct options *o,
                                                   const int64_t *typical)
{
    const struct scop *scop = r->region->picture->scop;
    int count = scop->param_count;
    struct region_size *size =
        arena_alloc(arena, (size_t)(count + o->size_count + 1) * sizeof *size);
    for (int k = 0; k < count; k++)
        size[k] = (struct region_size){scop->param[k].name, typical[k]};
    for (int k = 0; k < o->size_count; k++)
        size[count + k] = o->size[k];
    return access_predict(arena, r, size, count + o->size_count);
}

static const struct access_totals *explain_accesses(struct arena *arena,
                                                    const struct stub_region *r,
                                                    const struct options *o,
                                                    struct faults *faults)
{
    const struct access_totals *totals =
        access_predict(arena, r, o->size, o->size_count);
    if (totals->complete || o->size_count)
        access_remark(totals, r->scop->loc, faults);
    if (!o->page || totals->complete)
        return totals;
    totals = predict_typical(arena, r, o, r->region->picture->typical);
    return totals->spent
               ? predict_typical(arena, r, o, r->region->picture->size)
               : totals;
}

const struct access_totals *explain_region(struct arena *arena,
                                           const struct stub_region *r,
                                           const struct options *options,
                                           const struct faults *before,
                                           struct faults *faults)
{
    if (r->region->plain == REGION_PLAIN_FEW && r->region->shared)
        fault_reject(faults, before, faults->last, FAULT_ABOUT_HOST);
    if (!r->gpu || options->elements)
        return NULL;
    occupancy_remark(target_fit(arena, &target_ptx, r->gpu), r->scop->file,
                     faults);
    return explain_accesses(arena, r, options, faults);
}
