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

void roofline_note(const struct poly *poly, struct map_kernel *kernel,
                   isl_schedule_node *band, const int64_t *size, bool rotated)
{
    if (!poly->choice || !poly->choice->predict || kernel->host.roofline)
        return;
    int count = (int)isl_schedule_node_band_n_member(band);
    if (count < 1)
        return;
    int64_t *typical = arena_alloc(poly->arena, sizeof *size * (size_t)count);
    for (int k = 0; k < count; k++)
        typical[k] = TYPICAL;
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    struct roofline *o = arena_alloc(poly->arena, sizeof *o);
    o->operations = point_operations(poly, domain);
    o->traffic =
        cache_traffic_of_band(poly, band, size ? size : typical, rotated);
    kernel->host.roofline = o;
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

static void report_host(const struct poly *poly,
                        const struct map_kernel *kernel)
{
    const struct roofline *o = kernel->host.roofline;
    double far = CACHE_LINE * o->traffic.far;
    if (far > 0)
        fault_add(poly->faults, FAULT_EXPECTED, kernel->loc,
                  "on the host, operations per iteration: %.3g, bytes from the "
                  "second cache: %.2f, from memory: %.2f (%s): the model "
                  "expects %s to limit it%s",
                  o->operations, CACHE_LINE * o->traffic.near, far,
                  per_byte(poly, o->operations, far),
                  cache_traffic_limit(&o->traffic),
                  launches(poly, kernel, "waking threads"));
}

/* Bytes that a block asks of memory at least, for each of its points: its
 * copies in shared memory and the first cache keep what it uses again. */
static double block_bytes(const struct poly *poly,
                          const struct map_kernel *kernel)
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
    return cache_traffic_bytes(poly, all, size) / points;
}

static void report_gpu(const struct poly *poly, const struct map_kernel *kernel)
{
    /* Operations that a GPU does while a byte comes, of doubles, as most do
     * them at half the rate of floats or less. */
    enum { BALANCE = 5 };
    double count = point_operations(poly, kernel->domain);
    double bytes = block_bytes(poly, kernel);
    if (bytes > 0)
        fault_add(poly->faults, FAULT_EXPECTED, kernel->loc,
                  "on a GPU, operations per iteration: %.3g, bytes from memory "
                  "at least: %.2f (%s): the model expects %s to limit it%s",
                  count, bytes, per_byte(poly, count, bytes),
                  count > BALANCE * bytes ? "arithmetic" : "memory",
                  launches(poly, kernel, "launches"));
}

void roofline_report(const struct poly *poly, const struct mapping *mapping)
{
    for (int k = 0; mapping && k < mapping->kernel_count; k++) {
        const struct map_kernel *kernel = &mapping->kernel[k];
        if (kernel->host.nests)
            fault_add(poly->faults, FAULT_DISTRIBUTED, kernel->loc,
                      "nests of the statements at lines %s take turns in what "
                      "a thread of the host takes at once: in one they would "
                      "be conditions in the innermost loop",
                      kernel->host.nests);
        if (!kernel->dims)
            fault_add(poly->faults, FAULT_EXPECTED, kernel->loc,
                      "on %s, one thread runs this part: the model expects the "
                      "lack of parallelism to limit it",
                      mapping->gpu ? "a GPU" : "the host");
        else if (mapping->gpu && kernel->patterns && !kernel->team.threads &&
                 !mapping->overlap_count)
            report_gpu(poly, kernel);
        else if (kernel->host.roofline)
            report_host(poly, kernel);
    }
}
