/*
 * Mapping: which subtrees of the schedule become kernels, and how their
 * instances are spread over blocks and threads.
 *
 * The tree is walked from the root. A subtree without any parallelism is one
 * serial kernel. A band with coincident members is a kernel: these members
 * are moved outward and mapped, the rest runs in order in each thread. A
 * permutable band without coincident members becomes a wavefront. Any other
 * band is a loop of the host around what lies below it, or with it one block
 * (single_block.c).
 */
#include "polyhedral/cost/cost.h"
#include "polyhedral/map/map.h"
#include "polyhedral/plan/plan.h"
#include "polyhedral/schedule/schedule.h"
#include "polyhedral/tile/tile.h"

#include <isl/id.h>
#include <isl/options.h>
#include <isl/val.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static isl_schedule_node *map_node(const struct poly *poly,
                                   struct mapping *mapping,
                                   isl_schedule_node *node);

/* The location of the first statement below a node. */
static struct loc node_location(const struct poly *poly,
                                isl_schedule_node *node)
{
    struct loc loc = poly->scop->loc;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    int best = -1;
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(poly, isl_set_get_space(set));
        if (best < 0 || stmt < best)
            best = stmt;
        isl_set_free(set);
    }
    isl_set_list_free(list);
    isl_union_set_free(domain);
    if (best >= 0)
        loc = poly->stmt[best].stmt->loc;
    return loc;
}

/* The first `dims` members of the band as statements -> [x, y, …], the last
 * member first; for 0 dims statements -> []. */
static isl_union_map *mapped_members(isl_schedule_node *node, int dims)
{
    if (dims == 0) {
        isl_union_set *domain = isl_schedule_node_get_domain(node);
        return isl_union_map_from_domain(domain);
    }
    isl_multi_union_pw_aff *partial =
        isl_schedule_node_band_get_partial_schedule(node);
    partial = isl_multi_union_pw_aff_reset_tuple_id(partial, isl_dim_set);
    int count = (int)isl_multi_union_pw_aff_dim(partial, isl_dim_set);
    partial = isl_multi_union_pw_aff_drop_dims(partial, isl_dim_set, dims,
                                               count - dims);
    isl_multi_union_pw_aff *turned = isl_multi_union_pw_aff_copy(partial);
    for (int k = 0; k < dims; k++)
        turned = isl_multi_union_pw_aff_set_union_pw_aff(
            turned, k,
            isl_multi_union_pw_aff_get_union_pw_aff(partial, dims - 1 - k));
    isl_multi_union_pw_aff_free(partial);
    isl_union_map *map = isl_union_map_from_multi_union_pw_aff(turned);
    return isl_union_map_intersect_domain(map,
                                          isl_schedule_node_get_domain(node));
}

/* Gives dimension d of a block (y or z) the fewest threads that make copies
 * along it good; the other one of y and z then has one. False if the block is
 * good as it is. */
static bool widen_along(const struct poly *poly, struct map_kernel *kernel,
                        int array, int d)
{
    const double slack = 1.05;
    double best = access_copy_cost(poly, array, KIR_WARP_LANES).sectors * slack;
    int64_t length = kernel->block[d];
    while (length < KIR_WARP_LANES &&
           access_copy_cost(poly, array, length).sectors > best)
        length *= 2;
    if (length == kernel->block[d])
        return false;
    for (int k = 1; k < MAP_MAX_DIMS; k++)
        kernel->block[k] = k == d ? length : 1;
    return true;
}

/*
 * GPU, default block: a read that is contiguous along y or z but not along the
 * lanes will be served by a tile that is copied row by row along that dimension
 * (tile/shared_tile.c). For the first such read the block grows along it while
 * that makes the copy touch noticeably fewer sectors.
 */
static void widen_block(const struct poly *poly, struct map_kernel *kernel)
{
    struct access_threads threads = access_threads(kernel);
    const struct access_patterns *all = kernel->patterns;
    for (int k = 0; k < all->count; k++) {
        const struct access_pattern *p = &all->pattern[k];
        int array = poly->access[p->access].array;
        if (!p->known || !access_is_stageable(poly, all, array))
            continue;
        struct access_step x = access_step(poly, p, threads.dim[0]);
        for (int d = 1; d < kernel->dims; d++) {
            struct access_step step = access_step(poly, p, threads.dim[d]);
            bool row = !step.far && step.bytes == access_bytes(poly, p);
            if (row && (x.far || x.bytes) &&
                widen_along(poly, kernel, array, d))
                return;
        }
    }
}

/* What was measured to be a better block, if a GPU takes it. */
static void take_block(const struct poly *poly, struct map_kernel *kernel,
                       int64_t most)
{
    static const enum choice_name name[MAP_MAX_DIMS + 1][MAP_MAX_DIMS] = {
        [1] = {CHOICE_BLOCK_1X},
        [2] = {CHOICE_BLOCK_2X, CHOICE_BLOCK_2Y},
        [3] = {CHOICE_BLOCK_3X, CHOICE_BLOCK_3Y, CHOICE_BLOCK_3Z}};
    int64_t block[MAP_MAX_DIMS], threads = 1;
    for (int k = 0; k < kernel->dims; k++) {
        block[k] =
            choice_take(poly->choice, name[kernel->dims][k], kernel->block[k]);
        threads *= block[k];
    }
    for (int k = 0; k < kernel->dims && threads <= most; k++)
        kernel->block[k] = block[k];
}

/* Threads per block: the defaults, what was measured, or the tile clause where
 * it fits. */
static void choose_block(const struct poly *poly, bool gpu,
                         struct map_kernel *kernel)
{
    enum { MAX_THREADS = 1024, MAX_Z = 64 };
    static const int64_t gpu_block[MAP_MAX_DIMS + 1][MAP_MAX_DIMS] = {
        {1, 1, 1}, {128, 1, 1}, {32, 8, 1}, {32, 4, 2}};
    int64_t asked[MAP_MAX_DIMS], threads = 1;
    bool one = !gpu || kernel->team.threads;
    for (int k = 0; k < MAP_MAX_DIMS; k++)
        kernel->block[k] = one ? 1 : gpu_block[kernel->dims][k];
    if (kernel->patterns && !one)
        widen_block(poly, kernel);
    if (!one)
        take_block(poly, kernel, MAX_THREADS);
    for (int k = 0; k < MAP_MAX_DIMS; k++) {
        int clause = kernel->dims - 1 - k;
        asked[k] = kernel->block[k];
        if (clause >= 0 && clause < poly->scop->tile_count)
            asked[k] = poly->scop->tile[clause];
        threads = threads > MAX_THREADS || asked[k] > MAX_THREADS
                      ? MAX_THREADS + 1
                      : threads * asked[k];
    }
    if (!gpu || kernel->team.threads)
        return;
    if (threads > MAX_THREADS || asked[2] > MAX_Z) {
        fault_add(poly->faults, FAULT_TILE_SIZE, kernel->loc,
                  "tile(...) asks for a block of more threads than a GPU has "
                  "(1024, of them 64 along the third dimension); it is not "
                  "followed here");
        return;
    }
    for (int k = 0; k < MAP_MAX_DIMS; k++)
        kernel->block[k] = asked[k];
}

/* Records the subtree at `node` as a kernel whose first `dims` band members are
 * mapped, and the first `point_dims` may be points of a Plan, and puts a mark
 * above it. Returns the mark. */
static isl_schedule_node *make_kernel(const struct poly *poly,
                                      struct mapping *mapping,
                                      isl_schedule_node *node, int dims,
                                      int point_dims)
{
    struct map_kernel kernel = {.panels = mapping->panels};
    int number = mapping->kernel_count;
    kernel.name = arena_printf(mapping->arena, "K%d", number);
    kernel.domain = isl_schedule_node_get_domain(node);
    kernel.prefix = isl_schedule_node_get_prefix_schedule_union_map(node);
    kernel.prefix_count = (int)isl_schedule_node_get_schedule_depth(node);
    kernel.dims = dims;
    kernel.parallel = mapped_members(node, dims);
    kernel.points.dims = point_dims;
    for (int k = 0; k < MAP_MAX_DIMS; k++)
        kernel.unroll.each[k] = 1;
    kernel.unroll.vector = 1;
    if (point_dims)
        kernel.points.map = mapped_members(node, point_dims);
    kernel.loc = node_location(poly, node);
    if (mapping->gpu && dims)
        kernel.team.threads = node_team_size(poly, node);
    if (kernel.team.threads)
        kernel.team.depth = poly->scop->blocked;
    if (mapping->gpu && dims)
        kernel.patterns = access_find(poly, node);
    choose_block(poly, mapping->gpu, &kernel);
    if (mapping->in_block && dims)
        kernel.single_most = single_block_most(poly, &kernel);
    ARENA_PUSH(mapping->arena, mapping->kernel, mapping->kernel_count,
               mapping->kernel_cap, kernel);
    if (mapping->gpu)
        fault_add(
            poly->faults, dims ? FAULT_PARALLEL : FAULT_SERIAL, kernel.loc,
            dims ? "on a GPU, %d dimension%s of this nest run%s in parallel"
                 : "on a GPU, one thread runs this part: its iterations "
                   "depend on each other",
            dims, dims > 1 ? "s" : "", dims > 1 ? "" : "s");
    isl_id *id = isl_id_alloc(poly->ctx, kernel.name, NULL);
    return isl_schedule_node_insert_mark(node, id);
}

struct rank {
    int member;
    double score;
    bool coincident;
};

static int by_score(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    if (x->score != y->score)
        return x->score < y->score ? -1 : 1;
    return x->member - y->member;
}

static int by_coincidence(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    if (x->coincident != y->coincident)
        return x->coincident ? -1 : 1;
    return x->coincident ? by_score(a, b) : x->member - y->member;
}

/* GPU: the fewer sectors a warp's requests touch with a member as its lanes,
 * the higher its score. */
static void score_lanes(const struct poly *poly, isl_schedule_node *band,
                        struct rank *rank, int count)
{
    struct access_patterns *patterns = access_find(poly, band);
    bool *mapped = calloc((size_t)count, sizeof *mapped);
    for (int k = 0; k < count; k++)
        mapped[k] = rank[k].coincident;
    for (int k = 0; k < count; k++)
        rank[k].score = -access_lane_cost(poly, patterns, k, mapped);
    free(mapped);
}

/* Host: a first member of few iterations, as the planes of an image, leaves
 * threads without work. Puts another one that is coincident in its place, but
 * not the innermost one. */
static void prefer_many(const struct poly *poly, isl_schedule_node *band,
                        int count, int *order)
{
    enum { FEW = 32 };
    if (count < 3 || band_extent(poly, band, order[0]) >= FEW)
        return;
    for (int k = 1; k < count - 1; k++)
        if (isl_schedule_node_band_member_get_coincident(band, order[k]) ==
                isl_bool_true &&
            band_extent(poly, band, order[k]) >= FEW) {
            int many = order[k];
            memmove(order + 1, order, sizeof(int) * (size_t)k);
            order[0] = many;
            return;
        }
}

/*
 * The order of a permutable band's members. GPU: coincident members first, the
 * one that suits the lanes best last among those that a grid has room for,
 * since it becomes x. Host: unit stride innermost overall, but the first must
 * be coincident. Returns whether the columns of a product go innermost.
 */
static bool member_order(const struct poly *poly, const struct mapping *mapping,
                         isl_schedule_node *band, int count, int *order)
{
    struct rank *rank = calloc((size_t)count, sizeof *rank);
    bool gpu = mapping->gpu;
    for (int k = 0; k < count; k++) {
        rank[k].member = k;
        rank[k].score = gpu ? 0 : band_unit_stride_score(poly, band, k);
        rank[k].coincident = isl_schedule_node_band_member_get_coincident(
                                 band, k) == isl_bool_true;
    }
    bool asks = !gpu && pass_runs(poly->passes, PASS_VECTOR_AXIS);
    int columns = asks ? rows_columns(poly, mapping->panels, band) : -1;
    if (columns >= 0)
        rank[columns].score = INT_MAX;
    if (gpu)
        score_lanes(poly, band, rank, count);
    qsort(rank, (size_t)count, sizeof *rank, gpu ? by_coincidence : by_score);
    int first = 0, extra = -MAP_MAX_DIMS;
    while (first < count && !rank[first].coincident)
        first++;
    for (int k = 0; k < count; k++) {
        order[k] = rank[k].member;
        extra += rank[k].coincident;
    }
    for (int k = 0; gpu && k < extra + MAP_MAX_DIMS && extra > 0; k++)
        order[k] = rank[(k + extra) % (extra + MAP_MAX_DIMS)].member;
    if (first > 0 && first < count) {
        memmove(order + 1, order, sizeof(int) * first);
        order[0] = rank[first].member;
    }
    if (!gpu && first < count)
        prefer_many(poly, band, count, order);
    free(rank);
    return columns >= 0;
}

static int leading_coincident(isl_schedule_node *band)
{
    int count = (int)isl_schedule_node_band_n_member(band), k = 0;
    while (k < count && isl_schedule_node_band_member_get_coincident(band, k) ==
                            isl_bool_true)
        k++;
    return k;
}

/*
 * Host: a permutable band without coincident members is tiled, and the tiles
 * form the wavefront: those on one diagonal run in parallel, each in order.
 * They are counted for that: where they begin, as tiles have it otherwise,
 * those that are long in one direction would begin long after their neighbours.
 */
static isl_schedule_node *wavefront_of_tiles(const struct poly *poly,
                                             struct mapping *mapping,
                                             isl_schedule_node *band)
{
    enum { SIZE = 64, LAST = 512 }; /* rows in lanes begin in triangles */
    int count = (int)isl_schedule_node_band_n_member(band);
    int64_t *size = calloc((size_t)count, sizeof *size);
    for (int k = 0; k < count; k++)
        size[k] = k < poly->scop->tile_count ? poly->scop->tile[k]
                  : k < count - 1
                      ? choice_take(poly->choice, CHOICE_WAVE, SIZE)
                      : choice_take(poly->choice, CHOICE_WAVE_LAST, LAST);
    cache_traffic_predict(poly, band, size, false, node_location(poly, band));
    fault_add(poly->faults, FAULT_TILED, node_location(poly, band),
              "%d loops are tiled for the host's caches, and tiles on a "
              "diagonal run in parallel",
              count);
    isl_options_set_tile_scale_tile_loops(poly->ctx, 0);
    band = band_wavefront(cache_tile_band(poly, band, size));
    isl_options_set_tile_scale_tile_loops(poly->ctx, 1);
    band = isl_schedule_node_band_split(band, 1);
    band = isl_schedule_node_child(band, 0);
    band = make_kernel(poly, mapping, band, 1, 0);
    mapping->kernel[mapping->kernel_count - 1].host.wave = true;
    free(size);
    return isl_schedule_node_parent(band);
}

/* Descends into the band's child, the band being a loop of the host. */
static isl_schedule_node *map_below(const struct poly *poly,
                                    struct mapping *mapping,
                                    isl_schedule_node *band)
{
    if (isl_schedule_node_band_n_member(band) > 1)
        band = isl_schedule_node_band_split(band, 1);
    band = map_node(poly, mapping, isl_schedule_node_child(band, 0));
    return isl_schedule_node_parent(band);
}

static isl_schedule_node *map_band(const struct poly *poly,
                                   struct mapping *mapping,
                                   isl_schedule_node *band)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    bool permutable =
        isl_schedule_node_band_get_permutable(band) == isl_bool_true;
    int *order = calloc((size_t)count, sizeof *order);
    if (permutable && count > 1) {
        bool columns = member_order(poly, mapping, band, count, order);
        band = band_reorder(band, order);
        if (columns)
            dump_node(poly, PASS_VECTOR_AXIS, band);
    }
    free(order);
    int dims = leading_coincident(band);
    if (dims == 0 && permutable && count > 1 && !mapping->gpu)
        return wavefront_of_tiles(poly, mapping, band);
    if (dims == 0 && permutable && count > 1) {
        band = band_wavefront(band);
        return map_below(poly, mapping, band);
    }
    if (dims == 0)
        return map_below(poly, mapping, band);
    int point_dims = dims < MAP_MAX_DIMS ? dims : MAP_MAX_DIMS;
    dims = mapping->gpu ? point_dims : 1;
    band = make_kernel(poly, mapping, band, dims, point_dims);
    if (mapping->gpu)
        return band;
    struct map_kernel *kernel = &mapping->kernel[mapping->kernel_count - 1];
    band = isl_schedule_node_child(band, 0);
    bool levels = mapping->levels && mapping->levels->count;
    if (!levels && pass_runs(poly->passes, PASS_DISTRIBUTION)) {
        band = distribution_band(poly, kernel, band);
        if (isl_schedule_node_get_type(band) != isl_schedule_node_band)
            dump_node(poly, PASS_DISTRIBUTION, band);
    }
    if (!levels && cache_tile_shares_two(poly, band)) {
        isl_union_map_free(kernel->parallel);
        kernel->dims = 2;
        kernel->parallel = mapped_members(band, 2);
    }
    band = cache_tile_nests(poly, kernel, band);
    return isl_schedule_node_parent(band);
}

static isl_schedule_node *map_child(const struct poly *poly,
                                    struct mapping *mapping,
                                    isl_schedule_node *node, int child)
{
    node = map_node(poly, mapping, isl_schedule_node_child(node, child));
    return isl_schedule_node_parent(node);
}

/* May what is below run as one block? A nest with a Plan is told apart by its
 * own marks. */
static bool may_block(const struct poly *poly, const struct mapping *mapping)
{
    return pass_runs(poly->passes, PASS_SINGLE_BLOCK) && mapping->gpu &&
           !mapping->in_block && !mapping->unbarred &&
           !(mapping->levels && mapping->levels->count);
}

/* Children of a sequence, `first` to `last`, as one block. */
static isl_schedule_node *map_run(const struct poly *poly,
                                  struct mapping *mapping,
                                  isl_schedule_node *node, int first, int last)
{
    struct single_block block;
    single_block_begin(mapping, &block);
    for (int k = first; k <= last; k++) {
        node = map_child(poly, mapping, node, k);
        node = isl_schedule_node_grandchild(node, k, 0);
        node = single_block_add(poly, &block, node);
        node = isl_schedule_node_grandparent(node);
    }
    single_block_end(mapping, &block);
    dump_node(poly, PASS_SINGLE_BLOCK, node);
    return node;
}

static isl_schedule_node *map_children(const struct poly *poly,
                                       struct mapping *mapping,
                                       isl_schedule_node *node)
{
    int count = (int)isl_schedule_node_n_children(node);
    bool sequence =
        isl_schedule_node_get_type(node) == isl_schedule_node_sequence;
    for (int k = 0, run; k < count; k += run ? run : 1) {
        run = sequence && may_block(poly, mapping)
                  ? single_block_run(poly, mapping->panels, node, k)
                  : 0;
        node = run ? map_run(poly, mapping, node, k, k + run - 1)
                   : map_child(poly, mapping, node, k);
    }
    return node;
}

static isl_schedule_node *map_whole(const struct poly *poly,
                                    struct mapping *mapping,
                                    isl_schedule_node *node)
{
    struct single_block block;
    single_block_begin(mapping, &block);
    node = single_block_add(poly, &block, map_node(poly, mapping, node));
    single_block_end(mapping, &block);
    dump_node(poly, PASS_SINGLE_BLOCK, node);
    return node;
}

/* Is something below the node worth several threads? On the host also a single
 * loop inside of sequential ones, if its iterations take so long that they pay
 * for waking threads. */
static bool is_worth_threads(const struct poly *poly,
                             const struct mapping *mapping,
                             isl_schedule_node *node)
{
    return node_has_parallelism(node, mapping->gpu) ||
           (!mapping->gpu && node_has_parallelism(node, true) &&
            node_any(poly, node, plain_nest_is_long));
}

/* Returns the node (or the mark put above it) at the same place. What has no
 * instances needs no kernel. */
static isl_schedule_node *map_node(const struct poly *poly,
                                   struct mapping *mapping,
                                   isl_schedule_node *node)
{
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    if (type == isl_schedule_node_domain || type == isl_schedule_node_filter ||
        type == isl_schedule_node_context || type == isl_schedule_node_mark)
        return map_children(poly, mapping, node);
    if (!node_has_instances(node))
        return node;
    if (!is_worth_threads(poly, mapping, node) ||
        (!mapping->gpu && panel_is_steps(mapping->panels, node)))
        return make_kernel(poly, mapping, node, 0, 0);
    if (may_block(poly, mapping) &&
        single_block_is_whole(poly, mapping->panels, node))
        return map_whole(poly, mapping, node);
    if (type == isl_schedule_node_band)
        return map_band(poly, mapping, node);
    return map_children(poly, mapping, node);
}

/* In the host's tree each kernel is one statement K[h…] that launches it. */
static isl_schedule_node *cut_kernel(isl_schedule_node *node, void *user)
{
    (void)user;
    if (!node_is_kernel(node))
        return node;
    isl_id *id = isl_schedule_node_mark_get_id(node);
    node = isl_schedule_node_delete(node);
    int depth = isl_schedule_node_get_tree_depth(node);
    node = isl_schedule_node_group(node, id);
    while (isl_schedule_node_get_tree_depth(node) > depth)
        node = isl_schedule_node_parent(node);
    return isl_schedule_node_cut(node);
}

struct promotion {
    const struct poly *poly;
    struct mapping *mapping;
};

static isl_schedule_node *promote_kernel(isl_schedule_node *node, void *user)
{
    struct promotion *p = user;
    if (!node_is_kernel(node))
        return node;
    isl_id *id = isl_schedule_node_mark_get_id(node);
    struct map_kernel *kernel =
        &p->mapping->kernel[atoi(isl_id_get_name(id) + 1)];
    isl_id_free(id);
    if (kernel->dims == 0 || panel_is_steps(p->mapping->panels, node))
        return node;
    if (kernel->team.threads && !poly_isl_lost(p->poly))
        poly_budget(p->poly, 3); /* of its own: teams take most of one */
    node = isl_schedule_node_child(node, 0);
    node = kernel->team.threads
               ? shared_tile_team(p->poly, kernel,
                                  team_synchronise(p->poly, kernel, node))
               : shared_tile_band(p->poly, kernel, node);
    dump_promoted(p->poly, kernel, node);
    return isl_schedule_node_parent(node);
}

static bool map_tree(const struct poly *poly, struct mapping *mapping,
                     isl_schedule *schedule)
{
    struct promotion promotion = {poly, mapping};
    isl_schedule_node *node = isl_schedule_get_root(schedule);
    isl_union_set *domain = isl_schedule_get_domain(schedule);
    bool empty = isl_union_set_is_empty(domain) == isl_bool_true;
    isl_union_set_free(domain);
    if (!empty)
        node = map_node(poly, mapping, node);
    mapping->plain = levels_mark(mapping, isl_schedule_node_get_schedule(node));
    isl_schedule_node_free(node);
    mapping->schedule = isl_schedule_copy(mapping->plain);
    if (mapping->gpu)
        mapping->schedule = isl_schedule_map_schedule_node_bottom_up(
            mapping->schedule, promote_kernel, &promotion);
    mapping->host = isl_schedule_map_schedule_node_bottom_up(
        isl_schedule_copy(mapping->plain), cut_kernel, NULL);
    mapping->host = single_block_launches(mapping, mapping->host);
    return !poly_isl_failed(poly, "mapping");
}

/* Maps the schedule, of the panels (NULL: of none). `unbarred`: without blocks
 * of several kernels. */
static struct mapping *map_schedule(const struct poly *poly,
                                    const struct levels_list *levels, bool gpu,
                                    isl_schedule *schedule,
                                    const struct panels *panels, bool unbarred)
{
    struct mapping *mapping = calloc(1, sizeof *mapping);
    mapping->arena = poly->arena;
    mapping->gpu = gpu;
    mapping->panels = panels;
    mapping->unbarred = unbarred;
    mapping->levels = levels;
    if (map_tree(poly, mapping, schedule))
        return mapping;
    mapping_free(mapping);
    return NULL;
}

static bool has_only_serial_kernels(const struct mapping *mapping)
{
    for (int k = 0; k < mapping->kernel_count; k++)
        if (mapping->kernel[k].dims)
            return false;
    return true;
}

bool mapping_makes_plans(const struct mapping *mapping)
{
    for (int k = 0; mapping->levels && k < mapping->levels->count; k++)
        if (levels_is_worth_it(mapping, &mapping->levels->levels[k]))
            return true;
    return false;
}

bool mapping_is_serial(const struct mapping *mapping)
{
    return !mapping ||
           (has_only_serial_kernels(mapping) && !mapping_makes_plans(mapping));
}

/* The host's mapping of an order (taken) of the source. */
static struct mapping *map_source(const struct poly *poly,
                                  const struct levels_list *levels,
                                  isl_schedule *source)
{
    struct mapping *mapping =
        map_schedule(poly, levels, false, source, NULL, false);
    isl_schedule_free(source);
    if (mapping)
        mapping->of_source = true;
    return mapping;
}

/* What the scheduler has parallel in no more than single loops inside of
 * sequential ones, skewed as it has them, may be a wavefront of tiles in the
 * order of the source (Gauss-Seidel); else a region that is serial on the host
 * keeps that order there, which the user chose for it. */
static struct mapping *map_serial(const struct poly *poly,
                                  const struct levels_list *levels)
{
    struct mapping *mapping = NULL;
    bool inspects = false;
    for (int k = 0; levels && k < levels->count; k++)
        inspects |= levels->levels[k].kind == LEVELS_OF_BAND;
    if (!inspects)
        mapping = map_source(poly, levels, poly_source_bands(poly));
    if (mapping && !has_only_serial_kernels(mapping))
        return mapping;
    mapping_free(mapping);
    return map_source(poly, levels, poly_source_schedule(poly));
}

static bool has_waves(const struct mapping *mapping)
{
    for (int k = 0; k < mapping->kernel_count; k++)
        if (mapping->kernel[k].host.wave)
            return true;
    return false;
}

/* The order of the source instead (`mapping` is taken), if that has wavefronts
 * of tiles and runs no less in parallel: what the scheduler skews by itself is
 * none, where other nests are beside it. */
static struct mapping *prefer_waves(const struct poly *poly,
                                    const struct levels_list *levels,
                                    struct mapping *mapping)
{
    struct faults before = *poly->faults;
    struct mapping *other;
    bool serial = false;
    for (int k = 0; k < mapping->kernel_count; k++)
        serial |=
            mapping->kernel[k].dims == 0 || mapping->kernel[k].prefix_count > 0;
    if (!serial || has_waves(mapping) || (levels && levels->count) ||
        !pass_runs(poly->passes, PASS_WAVEFRONT))
        return mapping;
    poly_budget(poly, 2);
    other = map_source(poly, levels, poly_source_bands(poly));
    if (other && has_waves(other) &&
        poly_is_as_parallel(poly, other, mapping)) {
        mapping_free(mapping);
        return other;
    }
    if (!other)
        budget_clear(poly->budget);
    mapping_free(other);
    fault_rewind(poly->faults, &before);
    return mapping;
}

/* Maps the order; with `barred` in its panels, if it has some. A GPU takes a
 * scan in as few launches as can be, the host in chunks that its caches hold.
 */
static struct mapping *map_order(const struct poly *poly,
                                 const struct schedule_choice *order,
                                 const struct levels_list *levels, bool gpu,
                                 bool barred)
{
    const struct panels *panels = barred ? order->panels : NULL;
    isl_schedule *schedule =
        isl_schedule_copy(panels ? panels->schedule : order->tree);
    if (gpu && order->split)
        schedule = poly_distribute(schedule);
    if (!gpu && pass_runs(poly->passes, PASS_SCAN_CHUNK)) {
        schedule = poly_chunk(poly, schedule);
        dump_tree(poly, PASS_SCAN_CHUNK, NULL, schedule);
    }
    struct mapping *mapping =
        map_schedule(poly, levels, gpu, schedule, panels, !barred);
    isl_schedule_free(schedule);
    if (!gpu && mapping && pass_runs(poly->passes, PASS_DOACROSS)) {
        poly_doacross(poly, mapping);
        dump_doacross(poly, PASS_DOACROSS, mapping);
    }
    if (gpu || !mapping)
        return mapping;
    if (!has_only_serial_kernels(mapping))
        return panels ? mapping : prefer_waves(poly, levels, mapping);
    mapping_free(mapping);
    return map_serial(poly, levels);
}

struct mapping *map_region(const struct poly *poly,
                           const struct schedule_choice *order,
                           const struct levels_list *levels, bool gpu)
{
    return map_order(poly, order, levels, gpu, true);
}

struct mapping *map_unbarred(const struct poly *poly,
                             const struct schedule_choice *order,
                             const struct levels_list *levels)
{
    struct faults before = *poly->faults;
    poly_budget(poly, 3);
    struct mapping *mapping = map_order(poly, order, levels, true, false);
    fault_rewind(poly->faults, &before);
    if (!mapping)
        budget_clear(poly->budget);
    return mapping;
}

void mapping_free(struct mapping *mapping)
{
    if (!mapping)
        return;
    for (int k = 0; k < mapping->kernel_count; k++) {
        isl_union_set_free(mapping->kernel[k].domain);
        isl_union_map_free(mapping->kernel[k].prefix);
        isl_union_map_free(mapping->kernel[k].parallel);
        isl_union_map_free(mapping->kernel[k].points.map);
        plan_free(mapping->kernel[k].plan);
        shared_tile_forget(&mapping->kernel[k]);
    }
    for (int k = 0; k < mapping->single_count; k++)
        single_block_free(&mapping->single[k]);
    for (int k = 0; k < mapping->overlap_count; k++)
        overlapped_free(&mapping->overlap[k]);
    isl_schedule_free(mapping->plain);
    isl_schedule_free(mapping->schedule);
    isl_schedule_free(mapping->host);
    free(mapping);
}
