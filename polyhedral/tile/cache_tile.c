/*
 * Tiles of a kernel's loops for the host's caches: which bands are tiled, how
 * many iterations of each member a tile has, and which member's loop is the
 * innermost of the points.
 */
#include "polyhedral/tile/tile.h"

#include "polyhedral/cost/cost.h"
#include "polyhedral/schedule/schedule.h"

#include <isl/val.h>

#include <stdlib.h>

#include <inttypes.h>

isl_schedule_node *cache_tile_band(const struct poly *poly,
                                   isl_schedule_node *band, const int64_t *size)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    isl_multi_val *sizes =
        isl_multi_val_zero(isl_schedule_node_band_get_space(band));
    for (int k = 0; k < count; k++)
        sizes = isl_multi_val_set_val(
            sizes, k, isl_val_int_from_si(poly->ctx, (long)size[k]));
    return isl_schedule_node_band_tile(band, sizes);
}

/* The member of the band that suits the innermost loop best. */
static int best_member(const struct poly *poly, isl_schedule_node *band)
{
    int count = (int)isl_schedule_node_band_n_member(band), best = 0, top = 0;
    for (int k = 0; k < count; k++) {
        int score = band_unit_stride_score(poly, band, k);
        if (k == 0 || score >= top) {
            best = k;
            top = score;
        }
    }
    return best;
}

/* Puts the first member of the point band below `band` innermost. */
static isl_schedule_node *rotate_points(isl_schedule_node *band)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    int *order = calloc((size_t)count, sizeof *order);
    for (int k = 0; k < count; k++)
        order[k] = (k + 1) % count;
    band = isl_schedule_node_child(band, 0);
    band = band_reorder(band, order);
    free(order);
    return isl_schedule_node_parent(band);
}

/* Is the band's first member a part of a loop that was taken apart into chunks
 * already? Then it is so for all statements below. */
static bool is_made(const struct poly *poly, isl_schedule_node *band)
{
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    isl_set *set = isl_set_list_get_set(list, 0);
    int stmt = poly_stmt_index(poly, isl_set_get_space(set));
    bool made = false;
    for (int d = 0; stmt >= 0 && d < poly->stmt[stmt].stmt->depth; d++)
        made |= poly->scop->loop[poly->stmt[stmt].stmt->loop[d]].made;
    isl_set_free(set);
    isl_set_list_free(list);
    isl_union_set_free(domain);
    return made;
}

/* Has the band three members, whose points run loops? A chunk of few points is
 * work enough for a thread then, and one of many may be all there is; what
 * tiles would keep in caches those loops use up. */
static bool is_deep(const struct poly *poly, isl_schedule_node *band)
{
    int depth = (int)isl_schedule_node_get_schedule_depth(band) +
                (int)isl_schedule_node_band_n_member(band);
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    bool deep = false, three = isl_schedule_node_band_n_member(band) == 3;
    for (int k = 0; k < poly->stmt_count && three && !deep; k++) {
        const struct scop_stmt *stmt = poly->stmt[k].stmt;
        isl_union_set *own =
            isl_union_set_from_set(isl_set_copy(poly->stmt[k].domain));
        deep = (stmt->depth > depth ||
                (stmt->body && scop_node_has_loop(stmt->body))) &&
               isl_union_set_is_disjoint(own, domain) == isl_bool_false;
        isl_union_set_free(own);
    }
    isl_union_set_free(domain);
    return deep;
}

/* Does the array lie in tiles of a layout, or along a curve? */
static bool lies_in_tiles(const struct poly *poly, int array)
{
    const struct scop_array *a = &poly->scop->array[poly->array[array].array];
    return a->layout &&
           (layout_cells(a->layout) > 1 || layout_has_tile_table(a->layout));
}

/* Iterations of each member of the band that suit arrays in tiles of a layout:
 * as many along each, since neighbours in memory are so in all directions, and
 * of each power of two below, so that tiles begin where those of the layout do.
 * 0: there are no such arrays. */
static int64_t layout_side(const struct poly *poly, isl_schedule_node *band)
{
    enum { PLANE = 64, SPACE = 32, MOST = 256 };
    int count = (int)isl_schedule_node_band_n_member(band);
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    int64_t side = 0;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *access = &poly->access[k];
        if (!lies_in_tiles(poly, access->array))
            continue;
        isl_union_set *own = isl_union_set_intersect(
            isl_union_set_copy(domain), isl_union_set_from_set(isl_set_copy(
                                            poly->stmt[access->stmt].domain)));
        bool here = isl_union_set_is_empty(own) == isl_bool_false;
        isl_union_set_free(own);
        const struct scop_layout *layout =
            poly->scop->array[poly->array[access->array].array].layout;
        int64_t most = count > 2 ? SPACE : PLANE;
        for (int a = 0; a < layout->dims && here; a++)
            while (most < layout->tile[a] && most < MOST)
                most *= 2;
        side = here && most > side ? most : side;
    }
    isl_union_set_free(domain);
    return side;
}

static bool is_rotated(const struct poly *poly, isl_schedule_node *band)
{
    return best_member(poly, band) == 0 ||
           latency_is_hidden_by_rows(poly, band);
}

static bool crosses(const struct poly *poly, isl_schedule_node *band)
{
    int last = (int)isl_schedule_node_band_n_member(band) - 1;
    return accesses_cross(poly, band, is_rotated(poly, band) ? 0 : last);
}

/* Iterations of each member if all are to have as many, or 0: what lies in
 * tiles of a layout, and two loops along each of which something strides. */
static int64_t square_side(const struct poly *poly, isl_schedule_node *band)
{
    enum { CROSSED = 32 };
    int64_t side = layout_side(poly, band);
    bool plane = isl_schedule_node_band_n_member(band) == 2;
    return side ? side : plane && crosses(poly, band) ? CROSSED : 0;
}

static enum choice_name tile_name(int k, int count, bool rotate)
{
    if (k == 0)
        return CHOICE_FIRST;
    return k < count - 1 || rotate ? CHOICE_MIDDLE : CHOICE_LAST;
}

/* Iterations of member k of `count` in a tile for the host's caches, if the
 * model has nothing better; *fixed: because the user says so. */
static int64_t cache_tile(const struct poly *poly, int k, int count,
                          bool rotate, int64_t side, bool *fixed)
{
    enum { FIRST = 16, MIDDLE = 32, LAST = 256, CHUNK = 64 };
    enum choice_name name = tile_name(k, count, rotate);
    *fixed = true;
    if (k < poly->scop->tile_count)
        return poly->scop->tile[k];
    if (poly->choice && poly->choice->want[name])
        return choice_take(poly->choice, name, LAST);

    *fixed = side > 0;
    return side                    ? side
           : name == CHOICE_LAST   ? LAST
           : name == CHOICE_MIDDLE ? MIDDLE
           : rotate                ? CHUNK
                                   : FIRST;
}

static bool is_tiled(const struct poly *poly, isl_schedule_node *band)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    return count >= 2 && !is_made(poly, band) &&
           pass_runs(poly->passes, PASS_CACHE_TILE) &&
           isl_schedule_node_band_get_permutable(band) == isl_bool_true &&
           (count > 2 || is_rotated(poly, band) || square_side(poly, band));
}

/* Says why loops over arrays in tiles of a layout are not tiled. */
static void remark_untiled(const struct poly *poly,
                           const struct map_kernel *kernel,
                           isl_schedule_node *band)
{
    if (isl_schedule_node_band_n_member(band) < 2 || !layout_side(poly, band))
        return;
    fault_add(poly->faults, FAULT_LAYOUT, kernel->loc,
              "on the host, these loops are not tiled as the layouts of their "
              "arrays are, since %s: rows go through many tiles, and find the "
              "address anew in each",
              !pass_runs(poly->passes, PASS_CACHE_TILE)
                  ? "the pass cache_tile is left out"
              : is_made(poly, band) ? "they are parts of loops already"
                                    : "dependences keep them in order");
}

/* Iterations of each member in a tile; of the first one, what the kernel's
 * threads take at once. */
static int64_t *choose_sizes(const struct poly *poly,
                             const struct map_kernel *kernel,
                             isl_schedule_node *band, bool rotate)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    int64_t *size = arena_alloc(poly->arena, sizeof *size * (size_t)count);
    bool *fixed = arena_alloc(poly->arena, sizeof *fixed * (size_t)count);
    int64_t side = square_side(poly, band);
    for (int k = 0; k < count; k++)
        size[k] = cache_tile(poly, k, count, rotate, side, &fixed[k]);
    size[0] = kernel->block[0];
    fixed[0] = true;
    if (kernel->dims == 2 && !fixed[1] && is_deep(poly, band)) {
        size[0] = size[1] = 1;
        fixed[1] = true;
    }
    if (pass_runs(poly->passes, PASS_CACHE_TRAFFIC))
        cache_traffic_choose(poly, band, rotate, fixed, size);
    for (int k = 1; k < count; k++)
        if (!fixed[k])
            choice_take(poly->choice, tile_name(k, count, rotate), size[k]);
    return size;
}

static const char *tile_sizes_text(struct arena *arena, const int64_t *size,
                                   int count)
{
    const char *text = "";
    for (int k = 0; k < count; k++)
        text =
            arena_printf(arena, "%s%s%" PRId64, text, k ? " x " : "", size[k]);
    return text;
}

/*
 * Host: a permutable band of three and more members (there is reuse in some
 * direction, since no array reference of a nest needs them all) is tiled. The
 * first member's tile is the chunk of work that a thread takes, or the first
 * two members' if both are coincident and others follow; the last one's is
 * long, so that the innermost loop still fills vectors. If the only coincident
 * member is the one of unit stride, its chunk is long and it goes innermost
 * among the points. So it does around slow chains (cost/latency_bound.c), in a
 * chunk whose rows stay in the first cache.
 */
static isl_schedule_node *tile_for_caches(const struct poly *poly,
                                          struct map_kernel *kernel,
                                          isl_schedule_node *band)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    bool rotate = is_rotated(poly, band);
    if (!is_tiled(poly, band)) {
        remark_untiled(poly, kernel, band);
        roofline_note(poly, kernel, band, NULL, false);
        return band;
    }
    int64_t *size = choose_sizes(poly, kernel, band, rotate);
    if (kernel->dims == 2) {
        kernel->block[1] = size[0];
        kernel->block[0] = size[1];
    }
    if (!kernel->host.tiles)
        kernel->host.tiles = tile_sizes_text(poly->arena, size, count);
    kernel->host.crossed |= crosses(poly, band);
    cache_traffic_predict(poly, band, size, rotate, kernel->loc);
    roofline_note(poly, kernel, band, size, rotate);
    band = cache_tile_band(poly, band, size);
    fault_add(poly->faults, FAULT_TILED, kernel->loc,
              "%d loops are tiled for the host's caches", count);
    band = rotate ? rotate_points(band) : band;
    dump_node(poly, PASS_CACHE_TILE, band);
    dump_node(poly, PASS_CACHE_TRAFFIC, band);
    return band;
}

/* The child of a sequence of nests that has most loops, of these the first one
 * that is tiled: it says what a thread takes at once. */
static int main_nest(const struct poly *poly, isl_schedule_node *sequence)
{
    int best = 0, most = 0;
    for (int k = 0; k < (int)isl_schedule_node_n_children(sequence); k++) {
        isl_schedule_node *band = isl_schedule_node_child(
            isl_schedule_node_get_child(sequence, k), 0);
        int worth = 2 * (int)isl_schedule_node_band_n_member(band);
        worth += is_tiled(poly, band);
        if (worth > most) {
            best = k;
            most = worth;
        }
        isl_schedule_node_free(band);
    }
    return best;
}

static void choose_chunk(const struct poly *poly, struct map_kernel *kernel,
                         isl_schedule_node *band)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    bool lines = best_member(poly, band) == 0, fixed;
    if (!is_tiled(poly, band))
        return;
    kernel->block[0] =
        cache_tile(poly, 0, count, lines, square_side(poly, band), &fixed);
    if (!fixed)
        choice_take(poly->choice, CHOICE_FIRST, kernel->block[0]);
}

bool cache_tile_shares_two(const struct poly *poly, isl_schedule_node *node)
{
    return isl_schedule_node_get_type(node) == isl_schedule_node_band &&
           isl_schedule_node_band_n_member(node) > 2 &&
           isl_schedule_node_band_member_get_coincident(node, 1) ==
               isl_bool_true &&
           is_tiled(poly, node) && !is_rotated(poly, node);
}

/* Tiles the kernel's band, or a sequence of bands (distribution.c): first the
 * one with most loops, which the choices and the prediction are about. */
isl_schedule_node *cache_tile_nests(const struct poly *poly,
                                    struct map_kernel *kernel,
                                    isl_schedule_node *node)
{
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band) {
        choose_chunk(poly, kernel, node);
        return tile_for_caches(poly, kernel, node);
    }
    int count = (int)isl_schedule_node_n_children(node);
    int first = main_nest(poly, node);
    node = isl_schedule_node_grandchild(node, first, 0);
    choose_chunk(poly, kernel, node);
    node = isl_schedule_node_grandparent(node);
    for (int k = 0; k < count; k++) {
        int child = k == 0 ? first : k <= first ? k - 1 : k;
        node = isl_schedule_node_grandchild(node, child, 0);
        node = tile_for_caches(poly, kernel, node);
        node = isl_schedule_node_grandparent(node);
    }
    return node;
}
