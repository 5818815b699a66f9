/*
 * What all kernels have in common: the instances of a launch, the box of their
 * points, the rows and arguments that a launch must give them, and the launch;
 * and what tells a kernel that tests the clause independent where it is.
 */
#include "polyhedral/lower/features.h"

#include "polyhedral/plan/plan.h"

isl_union_set *lower_launched(const struct poly *poly,
                              const struct map_kernel *kernel)
{
    int count = kernel->prefix_count;
    isl_union_set *domain = isl_union_set_copy(kernel->domain);
    if (count == 0)
        return domain;
    isl_set *at = isl_set_universe(
        space_tagged(affine_space(poly, count), "hd_h", count));
    for (int k = 0; k < count; k++) {
        isl_local_space *space =
            isl_local_space_from_space(isl_set_get_space(at));
        isl_aff *dim = isl_aff_var_on_domain(isl_local_space_copy(space),
                                             isl_dim_set, (unsigned)k);
        isl_aff *h = space_param(space, arena_printf(poly->arena, "hd_h%d", k));
        at = isl_set_intersect(at, isl_aff_eq_set(dim, h));
    }
    isl_union_map *prefix = isl_union_map_copy(kernel->prefix);
    prefix = isl_union_map_intersect_range(prefix, isl_union_set_from_set(at));
    return isl_union_set_intersect(domain, isl_union_map_domain(prefix));
}

static isl_stat most_existentials(isl_basic_set *piece, void *user)
{
    int *most = user, count = (int)isl_basic_set_dim(piece, isl_dim_div);
    *most = count > *most ? count : *most;
    isl_basic_set_free(piece);
    return isl_stat_ok;
}

/* The values [x, y, …] of the mapped dimensions in a launch, anonymous, from
 * which its grid follows. Where they are complicated there may be more of them,
 * whose threads find nothing to do: their exact extremes would take very
 * long. */
isl_set *lower_mapped_points(isl_union_map *map, isl_union_set *launched)
{
    enum { MAX_EXISTENTIALS = 3, MAX_PIECES = 4 };
    int existentials = 0;
    isl_union_set *range = isl_union_set_apply(isl_union_set_copy(launched),
                                               isl_union_map_copy(map));
    isl_set *set = isl_set_from_union_set(range);
    set = isl_set_coalesce(isl_set_reset_tuple_id(set));
    isl_set_foreach_basic_set(set, most_existentials, &existentials);
    if (existentials > MAX_EXISTENTIALS ||
        (existentials && isl_set_n_basic_set(set) > MAX_PIECES))
        set = isl_set_coalesce(isl_set_remove_divs(set));
    return set;
}

void lower_find_box(isl_set *points, int dims, isl_pw_aff **low,
                    isl_pw_aff **high)
{
    for (int k = 0; k < dims; k++) {
        low[k] = isl_pw_aff_coalesce(isl_set_dim_min(isl_set_copy(points), k));
        high[k] = isl_pw_aff_coalesce(isl_set_dim_max(isl_set_copy(points), k));
    }
}

void lower_finish_kernel(struct lower *l, struct lowered *out)
{
    out->func = l->f->module->func_count - 1;
    out->source_count = l->source_count;
    out->source = l->source;
    out->row_count = l->row_count;
    out->row = l->row;
}

int lower_block_at(const struct mapping *mapping)
{
    int plans = mapping->levels ? mapping->levels->count : 0;
    return mapping->kernel_count + plans * LEVELS_KERNELS;
}

bool lower_joins_blocks(const struct lower *l, const struct map_kernel *kernel)
{
    return !l->mapping->gpu && kernel->dims == 2;
}

/* The number of blocks along a mapped dimension, which is defined, as its base
 * is. */
static int grid_extent(struct lower *l, const struct map_kernel *kernel,
                       struct lowered *low, int dim)
{
    struct kir_func *f = l->f;
    int64_t block = map_extent(kernel, dim);
    int first = kir_floor_div(
        f, lower_pw_aff(l, isl_pw_aff_copy(low->low[dim])), block);
    int last = kir_floor_div(
        f, lower_pw_aff(l, isl_pw_aff_copy(low->high[dim])), block);
    lower_source_define(l, SOURCE_BASE, dim, 0, first);
    int extent = kir_binary(f, KIR_SUB, last, first);
    extent = kir_binary(f, KIR_ADD, extent, kir_int(f, KIR_I64, 1));
    lower_source_define(l, SOURCE_BLOCKS, dim, 0, extent);
    return extent;
}

int lower_scalar(struct lower *l, int array)
{
    if (l->storage->kind[array] == STORAGE_HOST)
        return kir_load(l->f, l->buffer[array], kir_int(l->f, KIR_I64, 0));
    return lower_source(l, SOURCE_SCALAR, array, 0);
}

void lower_launch_kernel(struct lower *l, const struct lowered *low,
                         const int grid[3])
{
    int total = low->row_count + low->source_count;
    struct kir_arg *args =
        arena_alloc(l->poly->arena, sizeof *args * (size_t)(total + 1));
    for (int k = 0; k < low->row_count; k++)
        args[k] = (struct kir_arg){true, low->row[k]};
    for (int k = 0; k < low->source_count; k++) {
        const struct source *s = &low->source[k];
        int value = s->kind == SOURCE_SCALAR
                        ? lower_scalar(l, s->index)
                        : lower_source(l, s->kind, s->index, s->dim);
        args[low->row_count + k] = (struct kir_arg){false, value};
    }
    kir_launch(l->f, low->func, grid, total, args);
}

void lower_launch_nest(struct lower *l, int number)
{
    const struct map_kernel *kernel = &l->mapping->kernel[number];
    struct lowered *low = &l->lowered[number];
    int one = kir_int(l->f, KIR_I64, 1);
    int grid[3] = {one, one, one};
    for (int k = 0; k < kernel->dims; k++)
        grid[k] = grid_extent(l, kernel, low, k);
    if (lower_joins_blocks(l, kernel)) {
        grid[0] = kir_binary(l->f, KIR_MUL, grid[0], grid[1]);
        grid[1] = one;
    }
    lower_launch_kernel(l, low, grid);
}

/* Claims: kernels that test the clause independent ------------------------- */

void lower_claims_start(struct lower *l)
{
    const struct scop *scop = l->poly->scop;
    struct kir_claim *claim = arena_alloc(
        l->f->module->arena, sizeof *claim * ((size_t)scop->loop_count + 1));
    if (!l->options->in_order)
        return;
    for (int k = 0; k < scop->loop_count; k++)
        if (scop->loop[k].independent)
            claim[l->f->claim_count++] = (struct kir_claim){
                scop->loop[k].name, kir_variable(l->f, "run", KIR_I64),
                kir_variable(l->f, "at", KIR_I64)};
    l->f->claim = claim;
}

/* A number for the iterations of the loops around the one at depth `depth`: two
 * runs of that loop have different ones. */
static int run_of(struct lower *l, int depth)
{
    const int64_t odd = 0x1e3779b97f4a7c15;
    int run = kir_int(l->f, KIR_I64, 0);
    for (int k = 0; k < depth; k++) {
        run = kir_binary(l->f, KIR_MUL, run, kir_int(l->f, KIR_I64, odd));
        run = kir_binary(l->f, KIR_ADD, run, l->iter[k]);
    }
    return run;
}

void lower_claims_statement(struct lower *l)
{
    const struct scop *scop = l->poly->scop;
    const struct scop_stmt *stmt = l->stmt->stmt;
    for (int k = 0, n = 0; l->f->claim_count && k < scop->loop_count; k++) {
        if (!scop->loop[k].independent)
            continue;
        const struct kir_claim *claim = &l->f->claim[n++];
        int depth = scop_loop_depth(stmt, k);
        bool inside = depth >= 0;
        kir_set(l->f, claim->at,
                inside ? l->iter[depth] : kir_int(l->f, KIR_I64, INT64_MIN));
        if (inside)
            kir_set(l->f, claim->run, run_of(l, depth));
    }
}
