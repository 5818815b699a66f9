/*
 * Grids: the threads of one launch that have points, block by block (thesis
 * fig. 2.2, the tiles), at sizes that give each kernel several blocks.
 */
#include "polyhedral/picture/local.h"

#include <isl/val.h>

enum { BLOCKS_X = 3, BLOCKS_Y = 4 };

/* One dimension (of a set that is taken) at the middle of its range. */
static isl_set *fix_middle(isl_set *set, int dim, int64_t *value)
{
    int64_t low, high;
    if (!sketch_dim_bound(set, dim, false, &low) ||
        !sketch_dim_bound(set, dim, true, &high))
        return isl_set_free(set);
    isl_set *middle = isl_set_fix_si(isl_set_copy(set), isl_dim_set,
                                     (unsigned)dim, (int)((low + high) / 2));
    bool hit = isl_set_is_empty(middle) == isl_bool_false;
    *value = hit ? (low + high) / 2 : low;
    if (hit) {
        isl_set_free(set);
        return middle;
    }
    isl_set_free(middle);
    return isl_set_fix_si(set, isl_dim_set, (unsigned)dim, (int)low);
}

/* The values [h…, f…] of a kernel at the given sizes (taken), without
 * parameters. */
static isl_set *launched(const struct map_kernel *kernel, isl_set *sizes)
{
    isl_union_map *where =
        isl_union_map_flat_range_product(isl_union_map_copy(kernel->prefix),
                                         isl_union_map_copy(kernel->parallel));
    where = isl_union_map_intersect_domain(where,
                                           isl_union_set_copy(kernel->domain));
    where = isl_union_map_intersect_params(where, sizes);
    isl_union_set *range = isl_union_map_range(where);
    range = isl_union_set_project_out_all_params(range);
    if (isl_union_set_isa_set(range) == isl_bool_true)
        return isl_set_from_union_set(range);
    isl_union_set_free(range);
    return NULL;
}

/* Limits the set (taken) to the first blocks along mapped dimension `k`. */
static isl_set *clip_blocks(isl_set *set, int dim, int64_t block, int count,
                            struct picture_grid *grid, int k)
{
    if (!sketch_dim_bound(set, dim, false, &grid->low[k]) ||
        !sketch_dim_bound(set, dim, true, &grid->high[k]))
        return isl_set_free(set);
    int64_t low = grid->low[k];
    int64_t first = (low / block - (low % block < 0)) * block;
    int64_t last = first + count * block - 1;
    if (grid->high[k] <= last)
        return set;
    grid->high[k] = last;
    grid->clipped = true;
    return isl_set_upper_bound_val(
        set, isl_dim_set, (unsigned)dim,
        isl_val_int_from_si(isl_set_get_ctx(set), (long)last));
}

/* The mapped dimensions x and y of one launch; NULL if there is none. */
static isl_set *one_launch(const struct map_kernel *kernel, isl_set *set,
                           struct picture_grid *grid)
{
    static const int blocks[] = {BLOCKS_X, BLOCKS_Y};
    int prefix = kernel->prefix_count, dims = kernel->dims;
    if (isl_set_is_empty(set) != isl_bool_false)
        return isl_set_free(set);
    grid->clipped = false;
    for (int k = 0; k < prefix; k++)
        set = fix_middle(set, k, &grid->prefix[k]);
    if (dims == 3) {
        set = fix_middle(set, prefix + 2, &grid->low[2]);
        grid->high[2] = grid->low[2];
    }
    for (int k = 0; k < dims && k < 2; k++)
        set = clip_blocks(set, prefix + k, map_extent(kernel, k),
                          dims == 1 ? 2 * blocks[k] : blocks[k], grid, k);
    if (dims == 3)
        set = isl_set_project_out(set, isl_dim_set, (unsigned)prefix + 2, 1);
    return isl_set_project_out(set, isl_dim_set, 0, (unsigned)prefix);
}

static void take_cells(struct sketch *s, isl_set *set,
                       struct picture_grid *grid)
{
    struct rows rows = rows_of_set(s->arena, set, PICTURE_MAX_CELLS);
    grid->cell =
        arena_alloc(s->arena, 2 * sizeof(int64_t) * (size_t)(rows.count + 1));
    for (int k = 0; k < rows.count; k++) {
        const int64_t *row = &rows.cell[k * rows.width];
        grid->cell[2 * k] = row[0];
        grid->cell[2 * k + 1] = rows.width > 1 ? row[1] : 0;
    }
    grid->cell_count = rows.count;
    grid->clipped |= rows.cut;
    grid->present = rows.count > 0;
}

/* Does the launch fill several blocks in each dimension? */
static bool is_large(const struct map_kernel *kernel,
                     const struct picture_grid *grid)
{
    bool large = true;
    for (int k = 0; k < kernel->dims && k < 2; k++)
        large &= grid->high[k] - grid->low[k] >= map_extent(kernel, k) * 2;
    return large;
}

/* Tries larger and larger sizes until there are several blocks. */
static void draw_grid(struct sketch *s, const struct map_kernel *kernel,
                      struct picture_grid *grid)
{
    static const int64_t tries[] = {20, 36, 72, 88, 150, 300, 600};
    int count = s->poly->scop->param_count;
    isl_set *best = NULL;
    struct picture_grid trial = {0};
    for (size_t k = 0; k < sizeof tries / sizeof tries[0]; k++) {
        trial.size =
            arena_alloc(s->arena, sizeof(int64_t) * (size_t)(count + 1));
        trial.prefix = arena_alloc(
            s->arena, sizeof(int64_t) * (size_t)(kernel->prefix_count + 1));
        isl_set *sizes = sketch_try_sizes(s, tries[k], trial.size);
        isl_set *set = sizes ? launched(kernel, sizes) : NULL;
        set = set ? one_launch(kernel, set, &trial) : NULL;
        if (!set)
            continue;
        isl_set_free(best);
        best = set;
        *grid = trial;
        if (is_large(kernel, grid))
            break;
    }
    if (best)
        take_cells(s, best, grid);
}

void sketch_grids(struct sketch *s, const struct mapping *mapping)
{
    poly_budget(s->poly, 4);
    for (int k = 0; mapping && k < mapping->kernel_count; k++)
        if (mapping->kernel[k].dims > 0)
            draw_grid(s, &mapping->kernel[k],
                      &s->picture->plan[PICTURE_GPU].kernel[k].grid);
    sketch_gave_up(s, "grids");
}
