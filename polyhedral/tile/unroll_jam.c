/*
 * Several points to a thread: unroll and jam.
 *
 * Along a mapped dimension a thread may have `each` points: of x, which the
 * lanes of a warp are, groups of neighbours as long as one access can take them
 * at once, these a block's width of groups apart, so that a warp's requests
 * stay together; of the others neighbours. Loops that run in order stay outside
 * of the points, which are unrolled innermost (lower/unroll_jam.c): what does
 * not depend on one of the dimensions is loaded once for several points, and an
 * element that a point accumulates in stays in a register.
 *
 *     [block's tile]
 *       before: { points }                 statements that are invariant along
 *       for tiles of the serial members:   what runs in order come before or
 *         copy to shared memory            after
 *         for k: { points }
 *       after: { points }
 *
 * Points are independent, since the mapped members are coincident; only the
 * order of one point's statements counts. What comes before and after must do
 * so for all dependences.
 */
#include "polyhedral/tile/unroll_jam.h"
#include "polyhedral/tile/tile.h"

#include "polyhedral/cost/cost.h"
#include "polyhedral/rewrite/rewrite.h"
#include "polyhedral/schedule/schedule.h"

#include <isl/id.h>
#include <isl/val.h>

/* Do the statements move along some member that runs in order? */
static bool moves_in_order(const struct unroll_jam *j,
                           isl_union_set *statements)
{
    bool moves = false;
    for (int m = j->dims; m < j->members; m++) {
        isl_union_pw_aff *upa =
            isl_multi_union_pw_aff_get_union_pw_aff(j->partial, m);
        upa = isl_union_pw_aff_intersect_domain(upa,
                                                isl_union_set_copy(statements));
        moves |= band_iterators(upa) != 0;
    }
    return moves;
}

/* Does any of the dependences lead from one set to the other? */
static bool leads(isl_union_map *dependences, isl_union_set *from,
                  isl_union_set *to)
{
    isl_union_map *map = isl_union_map_copy(dependences);
    map = isl_union_map_intersect_domain(map, isl_union_set_copy(from));
    map = isl_union_map_intersect_range(map, isl_union_set_copy(to));
    bool some = isl_union_map_is_empty(map) != isl_bool_true;
    isl_union_map_free(map);
    return some;
}

static void add_to(struct unroll_jam *j, int when, isl_union_set *set)
{
    j->part[when] = isl_union_set_union(j->part[when], set);
}

/* Tells the children of the sequence or set below the band apart. */
static void sort_children(struct unroll_jam *j, isl_schedule_node *node,
                          isl_union_map *dependences)
{
    int count = (int)isl_schedule_node_n_children(node);
    isl_union_set_list *rest = isl_union_set_list_alloc(j->poly->ctx, count);
    for (int k = 0; k < count; k++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, k);
        isl_union_set *set = isl_schedule_node_filter_get_filter(child);
        set = isl_union_set_intersect(set, isl_schedule_node_get_domain(child));
        isl_schedule_node_free(child);
        if (moves_in_order(j, set))
            add_to(j, MAIN, set);
        else
            rest = isl_union_set_list_add(rest, set);
    }
    for (int k = 0; k < isl_union_set_list_n_union_set(rest); k++) {
        isl_union_set *set = isl_union_set_list_get_union_set(rest, k);
        bool after = leads(dependences, j->part[MAIN], set);
        add_to(j, after ? AFTER : BEFORE, set);
    }
    isl_union_set_list_free(rest);
}

/* Fills `part`; false if the statements cannot be told apart like that. */
static bool find_parts(struct unroll_jam *j, isl_schedule_node *band)
{
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    for (int k = 0; k < TIMES; k++)
        j->part[k] = isl_union_set_empty(isl_union_set_get_space(domain));
    isl_schedule_node *child = isl_schedule_node_get_child(band, 0);
    enum isl_schedule_node_type type = isl_schedule_node_get_type(child);
    bool several =
        j->members > j->dims &&
        (type == isl_schedule_node_sequence || type == isl_schedule_node_set);
    isl_union_map *dependences =
        several ? poly_dependences_at(j->poly, band) : NULL;
    if (several)
        sort_children(j, child, dependences);
    else
        add_to(j, MAIN, isl_union_set_copy(domain));
    isl_schedule_node_free(child);
    isl_union_set_free(domain);
    bool good = isl_union_set_is_empty(j->part[MAIN]) == isl_bool_false;
    if (several)
        good = good && !leads(dependences, j->part[MAIN], j->part[BEFORE]) &&
               !leads(dependences, j->part[AFTER], j->part[BEFORE]) &&
               !leads(dependences, j->part[AFTER], j->part[MAIN]);
    isl_union_map_free(dependences);
    return good;
}

/* Are all uses of an array of the region's own in one thread each? Such are
 * variables (storage.c), of which a thread has one: its points must not
 * alternate. */
static bool may_be_variable(const struct unroll_jam *j, int array)
{
    const struct poly *poly = j->poly;
    bool used = false;
    for (int k = 0; k < poly->access_count; k++)
        if (poly->access[k].array == array) {
            if (!unroll_jam_is_in(poly, poly->access[k].stmt,
                                  j->kernel->domain))
                return false;
            used = true;
        }
    if (!used || access_is_user(poly, poly->array[array].array))
        return false;
    isl_union_map *thread = isl_union_map_apply_range(
        isl_union_map_reverse(array_accesses(poly, array)),
        unroll_jam_places(j));
    bool single = isl_union_map_is_single_valued(thread) != isl_bool_false;
    isl_union_map_free(thread);
    return single;
}

/* Is an element used at several points of the band? */
static bool spans_points(const struct unroll_jam *j, int array)
{
    isl_union_map *members = isl_union_map_flat_range_product(
        isl_union_map_copy(j->kernel->prefix),
        isl_union_map_from_multi_union_pw_aff(
            isl_multi_union_pw_aff_copy(j->partial)));
    isl_union_map *uses = isl_union_map_reverse(array_accesses(j->poly, array));
    members = isl_union_map_apply_range(uses, members);
    bool spans = isl_union_map_is_single_valued(members) != isl_bool_true;
    isl_union_map_free(members);
    return spans;
}

/* Do statements of several parts use the array? All points of a thread are in
 * one part before any is in the next one. */
static bool spans_parts(const struct unroll_jam *j, int array)
{
    const struct poly *poly = j->poly;
    int parts = 0;
    for (int when = 0; when < TIMES; when++) {
        bool here = false;
        for (int k = 0; k < poly->access_count && !here; k++)
            here = poly->access[k].array == array &&
                   unroll_jam_is_in(poly, poly->access[k].stmt, j->part[when]);
        parts += here;
    }
    return parts > 1;
}

static bool has_variables(const struct unroll_jam *j,
                          bool (*spans)(const struct unroll_jam *j, int array))
{
    for (int a = 0; a < j->poly->array_count; a++)
        if (may_be_variable(j, a) && spans(j, a))
            return true;
    return false;
}

static isl_val *integer(const struct unroll_jam *j, int64_t value)
{
    return isl_val_int_from_si(j->poly->ctx, (long)value);
}

/* Member m less what the block and thread are: a thread's points are those that
 * map_point says. */
static isl_union_pw_aff *point_of(const struct unroll_jam *j, int m)
{
    const struct map_kernel *kernel = j->kernel;
    int d = j->dims - 1 - m;
    isl_union_pw_aff *upa =
        isl_multi_union_pw_aff_get_union_pw_aff(j->partial, m);
    const char *const prefix[] = {"hd_b", "hd_t"};
    const int64_t factor[] = {map_extent(kernel, d), map_apart(kernel, d)};
    for (int k = 0; k < 2; k++) {
        isl_id *id = isl_id_alloc(
            j->poly->ctx, arena_printf(j->poly->arena, "%s%d", prefix[k], d),
            NULL);
        isl_union_pw_aff *param = isl_union_pw_aff_param_on_domain_id(
            isl_union_pw_aff_domain(isl_union_pw_aff_copy(upa)), id);
        param = isl_union_pw_aff_scale_val(param, integer(j, factor[k]));
        upa = isl_union_pw_aff_sub(upa, param);
    }
    return upa;
}

static isl_union_pw_aff *tile_of(const struct unroll_jam *j, int m)
{
    isl_union_pw_aff *upa =
        isl_multi_union_pw_aff_get_union_pw_aff(j->partial, m);
    upa = isl_union_pw_aff_scale_down_val(upa, integer(j, j->tile[m]));
    upa = isl_union_pw_aff_floor(upa);
    return isl_union_pw_aff_scale_val(upa, integer(j, j->tile[m]));
}

static isl_union_pw_aff *serial_point(const struct unroll_jam *j, int m)
{
    isl_union_pw_aff *upa =
        isl_multi_union_pw_aff_get_union_pw_aff(j->partial, m);
    return isl_union_pw_aff_mod_val(upa, integer(j, j->tile[m]));
}

static isl_union_pw_aff *serial_member(const struct unroll_jam *j, int m)
{
    return isl_multi_union_pw_aff_get_union_pw_aff(j->partial, m);
}

/* Inserts a band of `make` of members [first, last) above the node (taken). */
static isl_schedule_node *
insert_band(const struct unroll_jam *j, isl_schedule_node *node, int first,
            int last,
            isl_union_pw_aff *(*make)(const struct unroll_jam *j, int m))
{
    if (first == last)
        return node;
    isl_union_pw_aff_list *list =
        isl_union_pw_aff_list_alloc(j->poly->ctx, last - first);
    for (int m = first; m < last; m++)
        list = isl_union_pw_aff_list_add(list, make(j, m));
    isl_space *space =
        isl_space_set_alloc(j->poly->ctx, 0, (unsigned)(last - first));
    isl_multi_union_pw_aff *schedule =
        isl_multi_union_pw_aff_from_union_pw_aff_list(space, list);
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    schedule = isl_multi_union_pw_aff_intersect_domain(schedule, domain);
    node = isl_schedule_node_insert_partial_schedule(node, schedule);
    return isl_schedule_node_band_set_permutable(node, 1);
}

/* Choosing ----------------------------------------------------------------- */

/* Is a read invariant along member m while it strides with others, or do two
 * reads of an array differ by a step along m? Then a thread with several points
 * along m loads less. */
static bool has_reuse_along(const struct unroll_jam *j, int m)
{
    const struct poly *poly = j->poly;
    const struct access_patterns *all = j->kernel->patterns;
    for (int k = 0; k < all->count; k++) {
        const struct access_pattern *p = &all->pattern[k];
        if (!p->known || poly->access[p->access].write)
            continue;
        struct access_step step = access_step(poly, p, all->first + m);
        struct access_step x = access_step(poly, p, all->first + j->dims - 1);
        if (!step.far && !step.bytes && (x.far || x.bytes))
            return true;
        for (int i = 0; i < k; i++)
            if (access_is_shifted(poly, &all->pattern[i], p, all->first + m))
                return true;
    }
    return false;
}

/* Is the band one that threads can have several points of? */
static bool may_unroll(const struct poly *poly, const struct map_kernel *kernel,
                       isl_schedule_node *band)
{
    int members = (int)isl_schedule_node_band_n_member(band);
    if (kernel->dims < 2 && (members == kernel->dims ||
                             choice_take(poly->choice, CHOICE_STAGE, 2) == 1))
        return false;
    return pass_runs(poly->passes, PASS_UNROLL_JAM) && !kernel->team.threads &&
           isl_schedule_node_band_get_permutable(band) == isl_bool_true &&
           node_is_innermost(band);
}

/* Are the band's statements a closure's, each in all steps of a block? */
static int64_t steps_of(const struct unroll_jam *j)
{
    const struct poly *poly = j->poly;
    isl_set_list *list = isl_union_set_get_set_list(j->kernel->domain);
    bool one = j->members == j->dims + 1 && !poly->scop->tile_count;
    int64_t steps = one ? poly->scop->blocked : 0;
    for (int k = 0; steps && k < isl_set_list_n_set(list); k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(poly, isl_set_get_space(set));
        isl_set_free(set);
        const struct scop_stmt *s = stmt < 0 ? NULL : poly->stmt[stmt].stmt;
        if (!s || !poly->scop->loop[s->loop[s->depth - 1]].made)
            steps = 0;
    }
    isl_set_list_free(list);
    return steps;
}

/* Points of a block along each member; of those that run in order, what is done
 * between two copies to shared memory. */
static int64_t *tile_sizes(const struct unroll_jam *j)
{
    enum { DEPTH = 16, LONG = 32 };
    const struct scop *scop = j->poly->scop;
    int64_t depth = j->steps ? j->steps : j->dims > 1 ? DEPTH : LONG;
    if (j->members - j->dims > 1)
        depth /= 4;
    if (j->dims == 1)
        depth = choice_take(j->poly->choice, CHOICE_STAGE_DEPTH, depth);
    int64_t *tile =
        arena_alloc(j->poly->arena, sizeof *tile * (size_t)j->members);
    for (int m = 0; m < j->members; m++)
        tile[m] = m < j->dims ? map_extent(j->kernel, j->dims - 1 - m)
                              : panel_depth(j->kernel, m < scop->tile_count
                                                           ? scop->tile[m]
                                                           : depth);
    return tile;
}

/* Of a block of the user's size fewer threads, with several points each. */
static void share_block(struct map_kernel *kernel, int d, int64_t most)
{
    enum { ENOUGH = 8 };
    while (kernel->unroll.each[d] < most && kernel->block[d] % 2 == 0 &&
           (kernel->unroll.each[d] == 1 || kernel->block[d] / 2 >= ENOUGH)) {
        kernel->unroll.each[d] *= 2;
        kernel->block[d] /= 2;
    }
}

/* The block and what each of its threads has: one point of a single dimension,
 * as threads may be short. Where loops run in order the block makes a tile of
 * 64 x 64 points with 128 threads, or of a closure one that begins and ends
 * where blocks of steps do, so that tiles are whole; else threads have some
 * rows if that saves loads, or if rows make the block large. */
static bool choose_points(struct unroll_jam *j)
{
    enum { X = 8, Y = 16, EACH_X = 8, EACH_Y = 4, ROWS = 8, FEW = 8 };
    struct map_kernel *kernel = j->kernel;
    if (j->dims == 1)
        return true;
    if (j->poly->scop->tile_count) {
        share_block(kernel, 0, EACH_X);
        share_block(kernel, 1, EACH_Y);
        return kernel->unroll.each[0] * kernel->unroll.each[1] > 1;
    }
    if (j->members > j->dims) {
        kernel->block[0] = X;
        kernel->block[1] = j->steps ? j->steps / EACH_Y : Y;
        kernel->block[2] = 1;
        kernel->unroll.each[0] = j->steps ? j->steps / X : EACH_X;
        kernel->unroll.each[1] = EACH_Y;
        return true;
    }
    if (kernel->block[1] > FEW) {
        kernel->unroll.each[1] = kernel->block[1] / FEW;
        kernel->block[1] = FEW;
        return true;
    }
    kernel->unroll.each[1] = ROWS;
    return has_reuse_along(j, j->dims - 2);
}

static bool is_there(const struct unroll_jam *j, int when)
{
    return isl_union_set_is_empty(j->part[when]) != isl_bool_true;
}

/* Blocks that are full ------------------------------------------------------
 */

struct whole {
    const struct unroll_jam *band;
    isl_set *box, *bad;
    bool simple;
};

static isl_stat add_bad(isl_set *statement, void *user)
{
    enum { MAX_PIECES = 2 };
    struct whole *w = user;
    isl_union_set *statements = isl_union_set_from_set(statement);
    isl_set *points = unroll_jam_points_of(w->band, statements);
    isl_union_set_free(statements);
    if (isl_set_n_basic_set(points) > MAX_PIECES)
        w->simple = false;
    isl_set *bad = isl_set_subtract(isl_set_copy(w->box), points);
    w->bad = isl_set_union(w->bad, isl_set_params(bad));
    return w->simple ? isl_stat_ok : isl_stat_error;
}

/* The blocks (hd_b…) of whose points no statement leaves one out: without
 * conditions on them. NULL: not simple enough to be asked. */
static isl_set *full_blocks(const struct unroll_jam *j)
{
    struct whole w = {.band = j, .simple = true};
    w.box = map_box(j->poly, j->kernel, true);
    isl_set *blocks = isl_set_params(isl_set_copy(w.box));
    w.bad = isl_set_empty(isl_set_get_space(blocks));
    isl_union_set_foreach_set(j->kernel->domain, add_bad, &w);
    isl_set_free(w.box);
    isl_set *full = isl_set_coalesce(isl_set_subtract(blocks, w.bad));
    if (w.simple && isl_set_n_basic_set(full) == 1)
        return full;
    return isl_set_free(full);
}

/* The tree ----------------------------------------------------------------- */

static isl_schedule_node *insert_mark(const struct unroll_jam *j,
                                      isl_schedule_node *node, const char *name)
{
    return isl_schedule_node_insert_mark(
        node, isl_id_alloc(j->poly->ctx, name, NULL));
}

/* Inserts the thread's points of what the node (taken) stands for; `around`:
 * members of bands between them and the block. The mark's name ends with the
 * depth of their first loop, since isl leaves out loops that have one
 * iteration. */
static isl_schedule_node *insert_points(const struct unroll_jam *j,
                                        isl_schedule_node *node, int around)
{
    int depth = j->kernel->prefix_count + j->dims + around;
    node = insert_band(j, node, 0, j->dims, point_of);
    return insert_mark(
        j, node, arena_printf(j->poly->arena, "%s%d", MAP_MARK_POINTS, depth));
}

/* What comes before or after; its serial members do not move. */
static isl_schedule_node *build_side(const struct unroll_jam *j,
                                     isl_schedule_node *node)
{
    node = insert_points(j, node, j->members - j->dims);
    node = insert_band(j, node, j->dims, j->members, serial_member);
    return shared_tile_thread(j->poly, j->kernel, node);
}

/* What strides with serial members, if there are any; of a closure they are all
 * steps of a block, and one tile. NULL if no array is kept in shared memory, or
 * of one dimension in registers, where that is the point of it. */
static isl_schedule_node *build_main(struct unroll_jam *j,
                                     isl_schedule_node *node)
{
    int in_order = j->members - j->dims;
    bool serial = in_order > 0, once = j->steps > 0;
    if (j->dims == 1 && !j->kernel->unroll.promoted_count)
        return isl_schedule_node_free(node);
    node = insert_points(j, node, once ? in_order : 2 * in_order);
    if (serial) {
        node = insert_band(j, node, j->dims, j->members,
                           once ? serial_member : serial_point);
        node = insert_mark(j, node, MAP_MARK_DEEP);
    }
    if (serial && !once) {
        node = insert_band(j, node, j->dims, j->members, tile_of);
        node = isl_schedule_node_child(node, 0);
    }
    isl_union_map *prefix =
        isl_schedule_node_get_prefix_schedule_union_map(node);
    shared_tile_find(j->poly, j->kernel, j->tile, prefix);
    if (j->kernel->shared.count) {
        if (serial && !once)
            double_buffer_choose(j->poly, j->kernel);
        return shared_tile_copy(j->poly, j->kernel, node, prefix);
    }
    isl_union_map_free(prefix);
    if (serial && j->dims > 1)
        return isl_schedule_node_free(node);
    return shared_tile_thread(j->poly, j->kernel, node);
}

static isl_schedule_node *build_part(struct unroll_jam *j,
                                     isl_schedule_node *node, int when)
{
    int depth = (int)isl_schedule_node_get_tree_depth(node);
    node = when == MAIN ? build_main(j, node) : build_side(j, node);
    return node_rise(node, depth);
}

/* The parts [first, last] in order, in place of the node (taken). */
static isl_schedule_node *
build_parts(struct unroll_jam *j, isl_schedule_node *node, int first, int last)
{
    int depth = (int)isl_schedule_node_get_tree_depth(node), count = 0;
    int part[TIMES];
    isl_union_set_list *list = isl_union_set_list_alloc(j->poly->ctx, TIMES);
    for (int when = first; when <= last; when++) {
        if (!is_there(j, when))
            continue;
        list = isl_union_set_list_add(list, isl_union_set_copy(j->part[when]));
        part[count++] = when;
    }
    if (count == 1) {
        isl_union_set_list_free(list);
        return build_part(j, node, part[0]);
    }
    node = isl_schedule_node_insert_sequence(node, list);
    for (int k = 0; node && k < count; k++) {
        node = isl_schedule_node_grandchild(node, k, 0);
        node = build_part(j, node, part[k]);
        node = isl_schedule_node_grandparent(node);
    }
    return node_rise(node, depth);
}

/* The statement NAME[h…, tile…] of a block. */
static isl_schedule_node *move_of(const struct unroll_jam *j, const char *name,
                                  isl_set *tiles)
{
    isl_map *map = isl_set_identity(isl_set_copy(tiles));
    name = arena_printf(j->poly->arena, "%s_%s", name, j->kernel->name);
    map = isl_map_set_tuple_name(map, isl_dim_out, name);
    return isl_schedule_node_from_extension(isl_union_map_from_map(map));
}

/* Elements come to registers before what the node (taken) stands for, and go
 * back after it. These are statements, since isl may tear apart what a mark
 * stands above. */
static isl_schedule_node *graft_moves(const struct unroll_jam *j,
                                      isl_schedule_node *node)
{
    isl_union_map *prefix =
        isl_schedule_node_get_prefix_schedule_union_map(node);
    isl_set *tiles = isl_set_from_union_set(isl_union_map_range(prefix));
    tiles = isl_set_coalesce(tiles);
    node = isl_schedule_node_graft_before(node, move_of(j, MAP_FETCH, tiles));
    node = isl_schedule_node_graft_after(node, move_of(j, MAP_RETURN, tiles));
    isl_set_free(tiles);
    return node;
}

/* All of a block's points: the parts in `scope`, up to `last`, hold elements in
 * registers. */
static isl_schedule_node *build_block(struct unroll_jam *j,
                                      isl_schedule_node *band, int last)
{
    int depth = (int)isl_schedule_node_get_tree_depth(band);
    isl_schedule_node *node = isl_schedule_node_delete(band);
    bool apart = last < AFTER && is_there(j, AFTER);
    node = insert_band(j, node, 0, j->dims, tile_of);
    node = isl_schedule_node_child(node, 0);
    if (apart) {
        isl_union_set_list *list = isl_union_set_list_alloc(j->poly->ctx, 2);
        list = isl_union_set_list_add(
            list, isl_union_set_union(isl_union_set_copy(j->part[BEFORE]),
                                      isl_union_set_copy(j->part[MAIN])));
        list = isl_union_set_list_add(list, isl_union_set_copy(j->part[AFTER]));
        node = isl_schedule_node_insert_sequence(node, list);
        node = isl_schedule_node_grandchild(node, 1, 0);
        node = build_part(j, node, AFTER);
        node = isl_schedule_node_grandparent(node);
        node = isl_schedule_node_grandchild(node, 0, 0);
    }
    node = build_parts(j, node, BEFORE, apart ? MAIN : AFTER);
    if (node && j->kernel->unroll.promoted_count)
        node = graft_moves(j, node);
    return node_rise(node, depth);
}

/* Is it worth it that one access takes neighbours at once? Blocks that are
 * partly full leave out fewer of a thread's points if these are apart: a loop
 * of the host that launches the kernel for what is left of an array has many.
 * Where not all points have elements, registers are too few. */
static bool takes_neighbours(const struct unroll_jam *j)
{
    return j->kernel->prefix_count == 0 &&
           !unguarded_is_slanted(j, j->part[MAIN]) &&
           choice_take(j->poly->choice, CHOICE_VECTOR, 2) == 2;
}

/* Neighbours of x that a thread has side by side: as many elements of the
 * largest type as one access takes. Where parts after `last` have elements in
 * memory, those of a warp's threads are to be neighbours instead; for several
 * elements of a point registers are too few. */
static int64_t choose_vector(const struct unroll_jam *j, int last)
{
    const struct poly *poly = j->poly;
    int64_t vector = KIR_PACK_BYTES / 4;
    if (!j->kernel->unroll.neighbours || (last < AFTER && is_there(j, AFTER)) ||
        j->kernel->unroll.promoted_count > 1)
        return 1;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (!unroll_jam_is_in(poly, a->stmt, j->kernel->domain))
            continue;
        int array = poly->array[a->array].array;
        int64_t size = scop_type_size(poly->scop->array[array].type);
        if (size < 4)
            return 1;
        if (vector > KIR_PACK_BYTES / size)
            vector = KIR_PACK_BYTES / size;
    }
    return j->kernel->unroll.each[0] % vector == 0 ? vector : 1;
}

static void remark_vector(const struct unroll_jam *j)
{
    int vector = (int)j->kernel->unroll.vector;
    if (vector > 1)
        fault_add(j->poly->faults, FAULT_ACCESS, j->kernel->loc,
                  "each thread has %d neighbours of a row: one access takes"
                  " them where arrays begin at multiples of %d bytes and"
                  " rows have a multiple of %d elements, else %d do",
                  vector, KIR_PACK_BYTES, vector, vector);
}

isl_schedule_node *unroll_jam_band(const struct poly *poly,
                                   struct map_kernel *kernel,
                                   isl_schedule_node *band)
{
    struct map_kernel before = *kernel;
    struct unroll_jam j = {
        .poly = poly, .kernel = kernel, .dims = kernel->dims};
    isl_schedule_node *node = NULL;
    if (!may_unroll(poly, kernel, band))
        return NULL;
    j.members = (int)isl_schedule_node_band_n_member(band);
    j.partial = isl_schedule_node_band_get_partial_schedule(band);
    j.steps = steps_of(&j);
    kernel->unroll.marked = true;
    if (!has_variables(&j, spans_points) && choose_points(&j) &&
        find_parts(&j, band) && !has_variables(&j, spans_parts)) {
        j.tile = tile_sizes(&j);
        int last = unroll_jam_find_promoted(&j);
        if (j.members > j.dims && j.dims > 1 && !j.steps &&
            !poly->scop->tile_count)
            occupancy_choose(poly, kernel);
        kernel->unroll.neighbours = takes_neighbours(&j);
        kernel->unroll.vector = choose_vector(&j, last);
        node = build_block(&j, isl_schedule_node_copy(band), last);
        bool slanted = unguarded_is_slanted(&j, j.part[MAIN]);
        kernel->unroll.unguarded = node ? unguarded_find(&j, last) : NULL;
        kernel->unroll.full = node && !(slanted && kernel->unroll.unguarded)
                                  ? full_blocks(&j)
                                  : NULL;
        kernel->unroll.depth = j.members == j.dims + 1 ? j.tile[j.dims] : 0;
    }
    isl_multi_union_pw_aff_free(j.partial);
    for (int k = 0; k < TIMES; k++)
        isl_union_set_free(j.part[k]);
    if (!node) {
        shared_tile_forget(kernel);
        *kernel = before;
    } else {
        remark_vector(&j);
        isl_schedule_node_free(band);
    }
    return node;
}
