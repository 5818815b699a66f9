/*
 * Shared memory: tiles of read-only arrays that all threads of a block use.
 *
 * A kernel that maps the coincident members of a permutable band and runs the
 * others in order is tiled along all of them. For the points of one tile, each
 * array that the kernel only reads has a footprint; if that lies in a box of
 * constant size whose elements are used several times, the block copies the
 * box into shared memory once, between two barriers, and all accesses in the
 * tile read it there. The copy is a statement of the schedule tree, so that no
 * condition on the thread can come to stand around its barriers.
 */
#include "polyhedral/poly.h"

#include <isl/id.h>
#include <isl/val.h>

#include <stdlib.h>

enum {
    SHARED_BYTES = 48 * 1024, /* what every GPU gives without asking */
    MIN_REUSE = 4,            /* uses of an element that pay for its copy */
    MAX_PIECES = 4,           /* of the set that guards the copy */
    SERIAL_TILE = 32          /* default along members that run in order */
};

static bool kernel_only_reads(const struct poly *poly,
                              const struct map_kernel *kernel, int array)
{
    bool read = false;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *access = &poly->access[k];
        if (access->array != array)
            continue;
        isl_union_set *stmt = isl_union_set_from_set(
            isl_set_copy(poly->stmt[access->stmt].domain));
        bool here =
            isl_union_set_is_disjoint(stmt, kernel->domain) != isl_bool_true;
        isl_union_set_free(stmt);
        if (here && access->write)
            return false;
        read |= here;
    }
    return read;
}

/* Do several threads of a kernel use some element of the array? */
static bool is_shared(const struct poly *poly, const struct map_kernel *kernel,
                      int array)
{
    isl_union_map *access = storage_accesses(poly, array);
    isl_union_map *user = isl_union_map_apply_range(
        isl_union_map_reverse(access), isl_union_map_copy(kernel->parallel));
    bool single = isl_union_map_is_single_valued(user) == isl_bool_true;
    isl_union_map_free(user);
    return !single;
}

/* [tile dimensions] -> elements of the array that the tile's points read. */
static isl_map *footprint(const struct poly *poly, int array,
                          isl_union_map *prefix)
{
    isl_union_map *access = storage_accesses(poly, array);
    access = isl_union_map_apply_domain(access, isl_union_map_copy(prefix));
    if (isl_union_map_n_map(access) != 1) {
        isl_union_map_free(access);
        return NULL;
    }
    return isl_map_coalesce(isl_map_from_union_map(access));
}

static isl_set *elements_as_params(const struct poly *poly, int array)
{
    isl_set *set = storage_elements(poly, array);
    int rank = (int)isl_set_dim(set, isl_dim_set);
    if (isl_set_n_basic_set(set) > MAX_PIECES)
        return isl_set_free(set);
    set = isl_set_reset_tuple_id(set);
    int first = (int)isl_set_dim(set, isl_dim_param);
    set = isl_set_move_dims(set, isl_dim_param, (unsigned)first, isl_dim_set, 0,
                            (unsigned)rank);
    for (int k = 0; k < rank; k++) {
        char name[16];
        snprintf(name, sizeof name, "hd_e%d", k);
        set = isl_set_set_dim_name(set, isl_dim_param, (unsigned)(first + k),
                                   name);
    }
    return isl_set_params(set);
}

/* An affine function of the tile dimensions as one of parameters hd_p0…. */
static isl_pw_aff *offset_as_params(const struct poly *poly, isl_aff *aff)
{
    isl_pw_aff *pa = isl_pw_aff_from_aff(aff);
    int count = (int)isl_pw_aff_dim(pa, isl_dim_in);
    int first = (int)isl_pw_aff_dim(pa, isl_dim_param);
    pa = isl_pw_aff_move_dims(pa, isl_dim_param, (unsigned)first, isl_dim_in, 0,
                              (unsigned)count);
    for (int k = 0; k < count; k++) {
        char name[16];
        snprintf(name, sizeof name, "hd_p%d", k);
        pa = isl_pw_aff_set_dim_id(pa, isl_dim_param, (unsigned)(first + k),
                                   isl_id_alloc(poly->ctx, name, NULL));
    }
    return isl_pw_aff_project_domain_on_params(pa);
}

/* Fills `stage` if the footprint has a box of constant size that is small
 * enough and used often enough by the `points` points of a tile. */
static bool make_stage(struct poly *poly, int array, isl_map *tile,
                       int64_t points, int64_t bytes_left,
                       struct map_stage *stage)
{
    const struct poly_array *pa = &poly->array[array];
    int64_t elements = 1;
    isl_fixed_box *box = isl_map_get_range_simple_fixed_box_hull(tile);
    if (isl_fixed_box_is_valid(box) != isl_bool_true || pa->rank == 0 ||
        pa->pitch) {
        isl_fixed_box_free(box);
        return false;
    }
    isl_multi_val *size = isl_fixed_box_get_size(box);
    isl_multi_aff *offset = isl_fixed_box_get_offset(box);
    isl_fixed_box_free(box);
    stage->array = array;
    stage->rank = pa->rank;
    stage->size = arena_alloc(poly->arena, sizeof(int64_t) * pa->rank);
    stage->offset = arena_alloc(poly->arena, sizeof *stage->offset * pa->rank);
    for (int k = 0; k < pa->rank; k++) {
        isl_val *v = isl_multi_val_get_val(size, k);
        stage->size[k] = isl_val_get_num_si(v);
        isl_val_free(v);
        if (stage->size[k] > SHARED_BYTES)
            elements = SHARED_BYTES;
        else if (elements < SHARED_BYTES)
            elements *= stage->size[k];
    }
    isl_multi_val_free(size);
    int64_t bytes =
        elements * scop_type_size(poly->scop->array[pa->array].type);
    bool good = bytes <= bytes_left && elements * MIN_REUSE <= points;
    stage->elements = good ? elements_as_params(poly, array) : NULL;
    good = stage->elements != NULL;
    for (int k = 0; good && k < pa->rank; k++)
        stage->offset[k] =
            offset_as_params(poly, isl_multi_aff_get_aff(offset, k));
    isl_multi_aff_free(offset);
    return good;
}

static void find_stages(struct poly *poly, struct map_kernel *kernel,
                        isl_union_map *prefix, int64_t points)
{
    int64_t left = SHARED_BYTES;
    kernel->stage = arena_alloc(poly->arena, sizeof *kernel->stage *
                                                 (size_t)poly->array_count);
    for (int a = 0; a < poly->array_count; a++) {
        struct map_stage *stage = &kernel->stage[kernel->stage_count];
        isl_map *tile = NULL;
        if (kernel_only_reads(poly, kernel, a) && is_shared(poly, kernel, a))
            tile = footprint(poly, a, prefix);
        if (tile && make_stage(poly, a, tile, points, left, stage)) {
            const struct scop_array *sa =
                &poly->scop->array[poly->array[a].array];
            int64_t bytes = scop_type_size(sa->type);
            for (int k = 0; k < stage->rank; k++)
                bytes *= stage->size[k];
            left -= bytes;
            kernel->stage_count++;
            fault_add(poly->faults, FAULT_STAGED, kernel->loc,
                      "a tile of '%s' of %lld bytes is kept in shared memory",
                      sa->name, (long long)bytes);
        }
        isl_map_free(tile);
    }
}

/* Tile sizes of the band's members: the block's along mapped ones. */
static isl_multi_val *tile_sizes(struct poly *poly,
                                 const struct map_kernel *kernel,
                                 isl_schedule_node *band, int64_t *points)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    isl_multi_val *sizes =
        isl_multi_val_zero(isl_schedule_node_band_get_space(band));
    *points = 1;
    for (int k = 0; k < count; k++) {
        int64_t size = k < kernel->dims ? kernel->block[kernel->dims - 1 - k]
                       : k < poly->scop->tile_count ? poly->scop->tile[k]
                       : count - kernel->dims == 1  ? SERIAL_TILE
                                                    : SERIAL_TILE / 4;
        sizes = isl_multi_val_set_val(
            sizes, k, isl_val_int_from_si(poly->ctx, (long)size));
        *points *= size;
    }
    return sizes;
}

/* Inserts the thread filter above the point band and the copy before it. */
static isl_schedule_node *insert_stage(struct poly *poly,
                                       struct map_kernel *kernel,
                                       isl_schedule_node *point,
                                       isl_union_map *prefix)
{
    isl_union_map *mine = isl_union_map_intersect_range(
        isl_union_map_copy(kernel->parallel),
        isl_union_set_from_set(map_box(poly, kernel, false)));
    point = isl_schedule_node_insert_filter(point, isl_union_map_domain(mine));
    isl_set *tiles = isl_set_from_union_set(isl_union_map_range(prefix));
    isl_map *copy = isl_set_identity(isl_set_coalesce(tiles));
    copy = isl_map_set_tuple_name(
        copy, isl_dim_out,
        arena_printf(poly->arena, "hd_stage_%s", kernel->name));
    isl_schedule_node *graft =
        isl_schedule_node_from_extension(isl_union_map_from_map(copy));
    return isl_schedule_node_graft_before(point, graft);
}

isl_schedule_node *promote_band(struct poly *poly, struct map_kernel *kernel,
                                isl_schedule_node *band)
{
    int64_t points;
    int depth = (int)isl_schedule_node_get_tree_depth(band);
    if (isl_schedule_node_band_get_permutable(band) != isl_bool_true ||
        (int)isl_schedule_node_band_n_member(band) <= kernel->dims)
        return band;
    isl_multi_val *sizes = tile_sizes(poly, kernel, band, &points);
    isl_schedule_node *node =
        isl_schedule_node_band_tile(isl_schedule_node_copy(band), sizes);
    node = isl_schedule_node_child(node, 0);
    isl_union_map *prefix =
        isl_schedule_node_get_prefix_schedule_union_map(node);
    find_stages(poly, kernel, prefix, points);
    if (kernel->stage_count == 0) {
        isl_union_map_free(prefix);
        isl_schedule_node_free(node);
        return band;
    }
    isl_schedule_node_free(band);
    node = insert_stage(poly, kernel, node, prefix);
    while ((int)isl_schedule_node_get_tree_depth(node) > depth)
        node = isl_schedule_node_parent(node);
    return node;
}
