/*
 * What kernels are expected to ask for, and what will limit them, for
 * --explain: the roofline's two numbers for an iteration of the loops, its
 * operations and its bytes from memory, before sizes are known.
 */
#include "polyhedral/cost/cost.h"

#include <stdlib.h>

/* Iterations of a loop of which nothing is known. */
enum { TYPICAL = 1024 };

static double operations(const struct scop_expr *e)
{
    static const int64_t free_ops = 1ll << SCOP_CAST | 1ll << SCOP_BITS |
                                    1ll << SCOP_COND | 1ll << SCOP_LAND |
                                    1ll << SCOP_LOR;
    double sum = e->count > 0 && !(free_ops >> e->op & 1);
    if (e->op == SCOP_ACCESS)
        return 0;
    for (int k = 0; k < e->count; k++)
        sum += operations(e->arg[k]);
    return sum;
}

/* Of a body, whose loops are taken to iterate once. */
static double body_operations(const struct scop_node *node)
{
    double sum = node->test ? operations(node->test) : 0;
    if (node->kind == SCOP_SET)
        sum += operations(node->rhs);
    for (int k = 0; k < node->count; k++)
        sum += body_operations(node->child[k]);
    return sum;
}

/* Of an iteration of all loops around what is below the node. */
static double point_operations(const struct poly *poly, isl_union_set *domain)
{
    isl_set_list *list = isl_union_set_get_set_list(domain);
    int deepest = 0;
    double sum = 0;
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(poly, isl_set_get_space(set));
        isl_set_free(set);
        const struct scop_stmt *s = poly->stmt[stmt].stmt;
        double own = s->body ? body_operations(s->body) : operations(s->rhs);
        if (s->depth > deepest)
            sum = 0;
        deepest = s->depth > deepest ? s->depth : deepest;
        sum += s->depth == deepest ? own : 0;
    }
    isl_set_list_free(list);
    return sum;
}

/* How often a loop iterates: what its bounds say if they are constants. */
static double trips(const struct scop *scop, int loop)
{
    enum { BELOW = 16 }; /* as cost/cache_traffic.c takes it */
    const struct scop_node *node = scop->loop[loop].node;
    const struct scop_expr *cond = node->cond;
    if (node->init->op != SCOP_INT || cond->op != SCOP_LT ||
        cond->arg[1]->op != SCOP_INT || node->step <= 0 ||
        cond->arg[1]->ival <= node->init->ival)
        return BELOW;
    return (double)(cond->arg[1]->ival - node->init->ival) / (double)node->step;
}

const struct scop_stmt *roofline_deepest(const struct poly *poly,
                                         isl_union_set *domain)
{
    isl_set_list *list = isl_union_set_get_set_list(domain);
    const struct scop_stmt *deepest = NULL;
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(poly, isl_set_get_space(set));
        isl_set_free(set);
        if (!deepest || poly->stmt[stmt].stmt->depth > deepest->depth)
            deepest = poly->stmt[stmt].stmt;
    }
    isl_set_list_free(list);
    return deepest;
}

/* Iterations of the loops around the statement below the first `dims`
 * dimensions of the schedule. */
static double trips_below(const struct poly *poly, const struct scop_stmt *s,
                          int dims)
{
    double all = 1;
    for (int d = dims; d < s->depth; d++)
        all *= trips(poly->scop, s->loop[d]);
    return all;
}

/* Is one of the loops around it part of one that was taken apart? How often
 * these iterate is not known. */
static bool is_in_blocks(const struct poly *poly, const struct scop_stmt *s)
{
    bool made = false;
    for (int d = 0; d < s->depth; d++)
        made |= poly->scop->loop[s->loop[d]].made;
    return made;
}

void roofline_note(const struct poly *poly, struct map_kernel *kernel,
                   isl_schedule_node *band, const int64_t *size, bool rotated)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    if (!poly->choice || !poly->choice->predict || kernel->host.roofline ||
        count < 1)
        return;
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    const struct scop_stmt *s = roofline_deepest(poly, domain);
    int dims = (int)isl_schedule_node_get_schedule_depth(band) + count;
    if (s && !is_in_blocks(poly, s)) {
        struct roofline *o = arena_alloc(poly->arena, sizeof *o);
        int64_t *typical =
            arena_alloc(poly->arena, sizeof *size * (size_t)count);
        for (int k = 0; k < count; k++)
            typical[k] = TYPICAL;
        o->operations = point_operations(poly, domain);
        o->traffic =
            cache_traffic_of_band(poly, band, size ? size : typical, rotated);
        double below = trips_below(poly, s, dims);
        o->traffic.near /= below;
        o->traffic.far /= below;
        o->whole = dims >= s->depth;
        kernel->host.roofline = o;
    }
    isl_union_set_free(domain);
}

static const char *per_byte(const struct poly *poly, double operations,
                            double bytes)
{
    if (bytes < 0.005)
        return "next to none";
    return arena_printf(poly->arena, "%.2g operations a byte",
                        operations / bytes);
}

static const char *launches(const struct poly *poly,
                            const struct map_kernel *kernel, const char *what)
{
    if (!kernel->prefix_count)
        return "";
    return arena_printf(poly->arena,
                        ", or %s where an iteration of the loops around it has "
                        "little to do",
                        what);
}

/* Bytes that a block asks of memory at least, for each of its points: its
 * copies in shared memory and the first cache keep what it uses again. */
static double block_bytes(const struct poly *poly,
                          const struct map_kernel *kernel,
                          const struct scop_stmt *s)
{
    const struct access_patterns *all = kernel->patterns;
    int64_t *size =
        arena_alloc(poly->arena, sizeof *size * (size_t)(all->members + 1));
    double points = 1;
    for (int m = 0; m < all->members; m++) {
        size[m] = m < kernel->dims ? map_extent(kernel, kernel->dims - 1 - m)
                                   : TYPICAL;
        points *= (double)size[m];
    }
    return cache_traffic_bytes(poly, all, size) / points /
           trips_below(poly, s, all->first + all->members);
}

/* What a kernel of the host's tiles ask for. */
static struct roofline_limit limit_host(const struct roofline *o)
{
    struct roofline_limit limit = {
        .known = o->traffic.far > 0,
        .whole = o->whole,
        .operations = o->operations,
        .near = CACHE_LINE * o->traffic.near,
        .bytes = CACHE_LINE * o->traffic.far,
        .by = cache_traffic_limit(&o->traffic),
    };
    return limit;
}

static struct roofline_limit limit_gpu(const struct poly *poly,
                                       const struct map_kernel *kernel)
{
    /* Operations that a GPU does while a byte comes, of doubles, as most do
     * them at half the rate of floats or less. */
    enum { BALANCE = 5 };
    const struct scop_stmt *s = roofline_deepest(poly, kernel->domain);
    if (!s || is_in_blocks(poly, s))
        return (struct roofline_limit){.by = NULL};
    struct roofline_limit limit = {
        .operations = point_operations(poly, kernel->domain),
        .bytes = block_bytes(poly, kernel, s),
    };
    limit.known = limit.bytes > 0;
    limit.by =
        limit.operations > BALANCE * limit.bytes ? "arithmetic" : "memory";
    return limit;
}

struct roofline_limit roofline_limit(const struct poly *poly,
                                     const struct mapping *mapping,
                                     const struct map_kernel *kernel)
{
    if (!kernel->dims)
        return (struct roofline_limit){.by = "the lack of parallelism"};
    if (mapping->gpu && kernel->patterns && !kernel->team.threads &&
        !mapping->overlap_count)
        return limit_gpu(poly, kernel);
    if (!mapping->gpu && kernel->host.roofline)
        return limit_host(kernel->host.roofline);
    return (struct roofline_limit){.by = NULL};
}

static void report(const struct poly *poly, const struct map_kernel *kernel,
                   const struct roofline_limit *limit, bool gpu)
{
    const char *near =
        gpu ? ""
            : arena_printf(poly->arena, "bytes from the second cache: %.2f, ",
                           limit->near);
    fault_add(poly->faults, FAULT_EXPECTED, kernel->loc,
              "on %s, operations per iteration: %.3g, %s%s: %.2f (%s): the "
              "model expects %s to limit it%s",
              gpu ? "a GPU" : "the host", limit->operations, near,
              gpu ? "bytes from memory at least" : "from memory", limit->bytes,
              per_byte(poly, limit->operations, limit->bytes), limit->by,
              launches(poly, kernel, gpu ? "launches" : "waking threads"));
}

void roofline_report(const struct poly *poly, const struct mapping *mapping)
{
    for (int k = 0; mapping && k < mapping->kernel_count; k++) {
        const struct map_kernel *kernel = &mapping->kernel[k];
        struct roofline_limit limit = roofline_limit(poly, mapping, kernel);
        if (kernel->host.nests)
            fault_add(poly->faults, FAULT_DISTRIBUTED, kernel->loc,
                      "the statements at lines %s have nests of their own in "
                      "what a thread of the host takes at a time: in one nest "
                      "they would be conditions in the innermost loop",
                      kernel->host.nests);
        if (!kernel->dims)
            fault_add(poly->faults, FAULT_EXPECTED, kernel->loc,
                      "on %s, one thread runs this part: the model expects %s "
                      "to limit it",
                      mapping->gpu ? "a GPU" : "the host", limit.by);
        else if (limit.known)
            report(poly, kernel, &limit, mapping->gpu);
    }
}
