/*
 * How a GPU kernel's band is tiled: with several points to a thread where that
 * is possible, else in tiles of which parts of arrays come to shared memory.
 */
#include "polyhedral/tile/tile.h"

#include "polyhedral/cost/cost.h"
#include "polyhedral/schedule/schedule.h"

enum { SERIAL_TILE = 32 /* default along members that run in order */ };

/* Tile sizes of the band's members: the block's along mapped ones. */
static isl_multi_val *tile_sizes(const struct poly *poly,
                                 const struct map_kernel *kernel,
                                 isl_schedule_node *band, const int64_t **sized)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    int64_t depth = SERIAL_TILE / 4;
    if (count - kernel->dims == 1)
        depth = SERIAL_TILE;
    if (count > kernel->dims)
        depth = choice_take(poly->choice, CHOICE_STAGE_DEPTH, depth);
    isl_multi_val *sizes =
        isl_multi_val_zero(isl_schedule_node_band_get_space(band));
    int64_t *tile = arena_alloc(poly->arena, sizeof *tile * (size_t)count);
    for (int k = 0; k < count; k++) {
        tile[k] = k < kernel->dims
                      ? kernel->block[kernel->dims - 1 - k]
                      : panel_depth(kernel, k < poly->scop->tile_count
                                                ? poly->scop->tile[k]
                                                : depth);
        sizes = isl_multi_val_set_val(
            sizes, k, isl_val_int_from_si(poly->ctx, (long)tile[k]));
    }
    *sized = tile;
    return sizes;
}

isl_schedule_node *shared_tile_band(const struct poly *poly,
                                    struct map_kernel *kernel,
                                    isl_schedule_node *band)
{
    isl_schedule_node *unrolled = unroll_jam_band(poly, kernel, band);
    if (unrolled)
        return unrolled;
    int depth = (int)isl_schedule_node_get_tree_depth(band);
    if (isl_schedule_node_band_get_permutable(band) != isl_bool_true ||
        !shared_tile_may_gain(poly, kernel) ||
        choice_take(poly->choice, CHOICE_STAGE, 2) == 1)
        return band;
    const int64_t *tile;
    isl_multi_val *sizes = tile_sizes(poly, kernel, band, &tile);
    isl_schedule_node *node =
        isl_schedule_node_band_tile(isl_schedule_node_copy(band), sizes);
    node = isl_schedule_node_child(node, 0);
    isl_union_map *prefix =
        isl_schedule_node_get_prefix_schedule_union_map(node);
    shared_tile_find(poly, kernel, tile, prefix);
    if (kernel->shared.count == 0) {
        isl_union_map_free(prefix);
        isl_schedule_node_free(node);
        return band;
    }
    isl_schedule_node_free(band);
    if (kernel->patterns->members > kernel->dims)
        double_buffer_choose(poly, kernel);
    node = shared_tile_copy(poly, kernel, node, prefix);
    return node_rise(node, depth);
}
