/*
 * Blocks: one kernel of one block of threads in place of many launches.
 *
 * A loop that runs in order around small steps, as in a recurrence over a
 * vector, would launch a kernel or several for each of its iterations, and each
 * of them has less to do than a launch takes. One block does all of it in one
 * launch: every thread goes through the loop, the iterations of what is
 * parallel in it are dealt out to the threads, what is serial is the first
 * thread's, and a barrier stands behind each of these phases. The driver
 * chooses when it runs: where a phase has more points than one multiprocessor
 * takes in the time of a launch, the kernels are launched one by one.
 *
 * The group's kernels lie below marks B0, …: all of what is below one mark, or
 * several children of a sequence, one after the other, below marks of one name.
 */
#include "polyhedral/map/map.h"

#include "polyhedral/cost/cost.h"
#include "polyhedral/schedule/schedule.h"

#include <isl/id.h>

#include <stdlib.h>
#include <string.h>

/* The model: from the start of a launch to that of one that waits for it go 4
 * microseconds, half of one where a thread waits for memory; and one
 * multiprocessor moves 64 bytes a clock, about 96 in a nanosecond. */
enum {
    PHASE_BYTES = 4000 * 96, /* what it moves in the time of a launch */
    MOST_ROUNDS = 8,         /* times that it waits for memory meanwhile */
    SECTOR_BYTES = 32
};

int64_t single_block_most(const struct poly *poly,
                          const struct map_kernel *kernel)
{
    struct access_threads threads = access_threads(kernel);
    int64_t most = BLOCK_THREADS * MOST_ROUNDS;
    double bytes = 1;
    for (int k = 0; k < kernel->patterns->count; k++) {
        struct access_cost cost =
            access_cost(poly, &kernel->patterns->pattern[k], &threads);
        double sectors = cost.known ? cost.sectors : KIR_WARP_LANES;
        bytes += sectors * SECTOR_BYTES / KIR_WARP_LANES;
    }
    return PHASE_BYTES / bytes < (double)most ? (int64_t)(PHASE_BYTES / bytes)
                                              : most;
}

/* Has the statement more to do than a single assignment? */
static bool has_body(const struct poly *poly, int stmt)
{
    return stmt < 0 || poly->scop->stmt[stmt].body;
}

static int coincident_members(isl_schedule_node *band)
{
    int count = 0;
    for (int k = 0; k < (int)isl_schedule_node_band_n_member(band); k++)
        count += isl_schedule_node_band_member_get_coincident(band, k) ==
                 isl_bool_true;
    return count;
}

static bool is_small(const struct poly *poly, const struct panels *panels,
                     isl_schedule_node *node);

static bool has_small_child(const struct poly *poly,
                            const struct panels *panels,
                            isl_schedule_node *node, int child)
{
    isl_schedule_node *below = isl_schedule_node_get_child(node, child);
    bool small = is_small(poly, panels, below);
    isl_schedule_node_free(below);
    return small;
}

/* A vector's points, a wavefront of such, a tile's rows, or a loop of the host
 * around what is small. */
static bool is_small_band(const struct poly *poly, const struct panels *panels,
                          isl_schedule_node *band)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    int coincident = coincident_members(band);
    if (count == 1 && coincident == 0)
        return has_small_child(poly, panels, band, 0);
    bool wavefront =
        count == 2 && coincident == 0 &&
        isl_schedule_node_band_get_permutable(band) == isl_bool_true;
    bool tile = count == 2 && panel_is_steps(panels, band);
    return (count == 1 || wavefront || tile) && node_is_innermost(band) &&
           node_team_size(poly, band) == 0;
}

/* Would all kernels below be serial, or of a point a thread along one
 * dimension? */
static bool is_small(const struct poly *poly, const struct panels *panels,
                     isl_schedule_node *node)
{
    bool small = true;
    int count = (int)isl_schedule_node_n_children(node);
    if (!node_has_parallelism(node, true))
        return true;
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band)
        return is_small_band(poly, panels, node);
    for (int k = 0; k < count && small; k++)
        small = has_small_child(poly, panels, node, k);
    return small;
}

/* Is there a loop of the host around kernels that run in parallel? */
static bool has_host_loop(isl_schedule_node *node)
{
    bool found = false;
    int count = (int)isl_schedule_node_n_children(node);
    if (!node_has_parallelism(node, true))
        return false;
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band)
        return coincident_members(node) == 0;
    for (int k = 0; k < count && !found; k++) {
        isl_schedule_node *below = isl_schedule_node_get_child(node, k);
        found = has_host_loop(below);
        isl_schedule_node_free(below);
    }
    return found;
}

bool single_block_is_whole(const struct poly *poly, const struct panels *panels,
                           isl_schedule_node *node)
{
    return has_host_loop(node) && !node_any(poly, node, has_body) &&
           is_small(poly, panels, node);
}

int single_block_run(const struct poly *poly, const struct panels *panels,
                     isl_schedule_node *sequence, int first)
{
    int count = (int)isl_schedule_node_n_children(sequence), last = first;
    int some = 0;
    bool loop = isl_schedule_node_get_schedule_depth(sequence) > 0;
    for (; last < count; last++) {
        isl_schedule_node *child = isl_schedule_node_get_child(sequence, last);
        isl_schedule_node *below = isl_schedule_node_get_child(child, 0);
        bool any = node_has_instances(below);
        bool small = !any || (!node_any(poly, below, has_body) &&
                              is_small(poly, panels, below));
        loop |= small && any && has_host_loop(below);
        some += small && any;
        isl_schedule_node_free(below);
        isl_schedule_node_free(child);
        if (!small)
            break;
    }
    return loop && some > 1 ? last - first : 0;
}

/* What all points of the schedule below the node, and its prefix, are. */
static void add_domain(struct single_block *block, isl_schedule_node *node)
{
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_union_map *prefix =
        isl_schedule_node_get_prefix_schedule_union_map(node);
    struct map_kernel *whole = &block->whole;
    whole->domain =
        whole->domain ? isl_union_set_union(whole->domain, domain) : domain;
    whole->prefix =
        whole->prefix ? isl_union_map_union(whole->prefix, prefix) : prefix;
    whole->prefix_count = (int)isl_schedule_node_get_schedule_depth(node);
}

void single_block_begin(struct mapping *mapping, struct single_block *block)
{
    *block = (struct single_block){.first = mapping->kernel_count};
    block->whole.name =
        arena_printf(mapping->arena, "B%d", mapping->single_count);
    block->whole.block[0] = BLOCK_THREADS;
    block->whole.block[1] = block->whole.block[2] = 1;
    for (int k = 0; k < MAP_MAX_DIMS; k++)
        block->whole.unroll.each[k] = 1;
    block->whole.unroll.vector = 1;
    block->whole.panels = mapping->panels;
    mapping->in_block = true;
}

isl_schedule_node *single_block_add(const struct poly *poly,
                                    struct single_block *block,
                                    isl_schedule_node *node)
{
    if (!node_has_instances(node))
        return node;
    add_domain(block, node);
    return isl_schedule_node_insert_mark(
        node, isl_id_alloc(poly->ctx, block->whole.name, NULL));
}

void single_block_end(struct mapping *mapping, struct single_block *block)
{
    mapping->in_block = false;
    block->count = mapping->kernel_count - block->first;
    block->whole.loc = mapping->kernel[block->first].loc;
    ARENA_PUSH(mapping->arena, mapping->single, mapping->single_count,
               mapping->single_cap, *block);
}

void single_block_report(const struct poly *poly, const struct mapping *mapping,
                         const struct single_block *block)
{
    int64_t most = BLOCK_THREADS * MOST_ROUNDS;
    for (int k = 0; k < block->count; k++) {
        const struct map_kernel *kernel = &mapping->kernel[block->first + k];
        if (kernel->dims && kernel->single_most < most)
            most = kernel->single_most;
    }
    fault_add(poly->faults, FAULT_ONE_BLOCK, block->whole.loc,
              "one block of %d threads runs the launches of %d kernel%s in "
              "one, while none has more than %lld points",
              BLOCK_THREADS, block->count, block->count > 1 ? "s" : "",
              (long long)most);
}

static bool is_named(isl_schedule_node *node, const char *name)
{
    if (isl_schedule_node_get_type(node) != isl_schedule_node_mark)
        return false;
    isl_id *id = isl_schedule_node_mark_get_id(node);
    bool is = strcmp(isl_id_get_name(id), name) == 0;
    isl_id_free(id);
    return is;
}

/* The mark of that name below the node (taken) behind *skip others, or NULL. */
static isl_schedule_node *find_mark(isl_schedule_node *node, const char *name,
                                    int *skip)
{
    int count = (int)isl_schedule_node_n_children(node);
    if (is_named(node, name) && (*skip)-- == 0)
        return node;
    for (int k = 0; k < count; k++) {
        isl_schedule_node *found =
            find_mark(isl_schedule_node_get_child(node, k), name, skip);
        if (!found)
            continue;
        isl_schedule_node_free(node);
        return found;
    }
    isl_schedule_node_free(node);
    return NULL;
}

/* The block begins in front of the first of its children that is executed at a
 * point: which one that is may differ from point to point. */
static isl_schedule *launch_block(const struct map_kernel *whole,
                                  isl_schedule *schedule)
{
    isl_set *launched = NULL;
    for (int k = 0;; k++) {
        int skip = k;
        isl_schedule_node *node =
            find_mark(isl_schedule_get_root(schedule), whole->name, &skip);
        if (!node)
            break;
        isl_set *at = node_points(node);
        isl_set *first = isl_set_copy(at);
        if (launched)
            first = isl_set_subtract(first, isl_set_copy(launched));
        launched = launched ? isl_set_union(launched, at) : at;
        if (isl_set_is_empty(first) == isl_bool_true) {
            isl_set_free(first);
            isl_schedule_node_free(node);
            continue;
        }
        isl_map *launch = isl_map_set_tuple_name(
            isl_set_identity(poly_coalesce(first)), isl_dim_out, whole->name);
        node = isl_schedule_node_graft_before(
            node,
            isl_schedule_node_from_extension(isl_union_map_from_map(launch)));
        isl_schedule_free(schedule);
        schedule = isl_schedule_node_get_schedule(node);
        isl_schedule_node_free(node);
    }
    isl_set_free(launched);
    return schedule;
}

isl_schedule *single_block_launches(const struct mapping *mapping,
                                    isl_schedule *schedule)
{
    for (int k = 0; k < mapping->single_count; k++)
        schedule = launch_block(&mapping->single[k].whole, schedule);
    return schedule;
}

void single_block_free(struct single_block *block)
{
    isl_union_set_free(block->whole.domain);
    isl_union_map_free(block->whole.prefix);
}
