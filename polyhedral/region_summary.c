/*
 * What the summary of --explain says of the plan that is taken: the loops that
 * kernels run in parallel, those that launch them, and what the models of cost/
 * expect of them. The text is made in compiler/predict/summary.c.
 */
#include "polyhedral/region_summary.h"

#include "polyhedral/cost/cost.h"
#include "polyhedral/plan/plan.h"

#include <inttypes.h>
#include <string.h>

/* Iterations of a loop of which nothing is known. */
enum { TYPICAL = 1024 };

/* A kernel's statement with most loops, and its domain's map to dimensions. */
struct deepest {
    const struct poly *poly;
    int stmt, depth;
    isl_map *map; /* owned */
};

static isl_stat look_at_map(isl_map *map, void *user)
{
    struct deepest *d = user;
    int stmt =
        poly_stmt_index(d->poly, isl_space_domain(isl_map_get_space(map)));
    const struct scop_stmt *s = d->poly->stmt[stmt].stmt;
    bool first = s->depth == d->depth && d->stmt >= 0 && stmt < d->stmt;
    if (s->depth <= d->depth && !first) {
        isl_map_free(map);
        return isl_stat_ok;
    }
    isl_map_free(d->map);
    d->map = map;
    d->depth = s->depth;
    d->stmt = stmt;
    return isl_stat_ok;
}

static struct deepest deepest_of(const struct poly *poly,
                                 isl_union_map *map /* kept */)
{
    struct deepest d = {.poly = poly, .stmt = -1, .depth = -1};
    isl_union_map_foreach_map(map, look_at_map, &d);
    return d;
}

/* Marks the loops of the statement along which a dimension of the map moves. */
static void mark_loops(const struct deepest *d, bool *marked)
{
    isl_pw_multi_aff *all =
        isl_pw_multi_aff_gist(isl_pw_multi_aff_from_map(isl_map_copy(d->map)),
                              isl_map_domain(isl_map_copy(d->map)));
    int dims = (int)isl_pw_multi_aff_dim(all, isl_dim_out);
    for (int k = 0; k < dims; k++) {
        isl_pw_aff *one = isl_pw_multi_aff_get_pw_aff(all, k);
        for (int i = 0; i < d->depth; i++)
            marked[i] |= isl_pw_aff_involves_dims(one, isl_dim_in, (unsigned)i,
                                                  1) == isl_bool_true;
        isl_pw_aff_free(one);
    }
    isl_pw_multi_aff_free(all);
}

/* "'i' (line 6)"; what loop i was taken apart into: "blocks of line 6". NULL if
 * that is said already. */
static const char *name_loop(struct arena *arena, const struct scop *scop,
                             int loop, const char *before)
{
    const struct scop_loop *l = &scop->loop[loop];
    const char *name =
        l->made ? arena_printf(arena, "blocks of line %d", l->loc.line)
                : arena_printf(arena, "'%s' (line %d)",
                               l->text ? l->text : l->name, l->loc.line);
    return before && strcmp(before, name) == 0 ? NULL : name;
}

/* "'i' (line 6) and 'j' (line 7)", in `arena`; NULL if none is marked. */
static const char *name_loops(struct arena *arena, const struct deepest *d,
                              const bool *marked)
{
    const struct scop_stmt *s = d->poly->stmt[d->stmt].stmt;
    const char *text = NULL, *last = NULL;
    for (int i = 0; i < d->depth; i++) {
        const char *name =
            marked[i] ? name_loop(arena, d->poly->scop, s->loop[i], last)
                      : NULL;
        if (!name)
            continue;
        text = text ? arena_printf(arena, "%s and %s", text, name) : name;
        last = name;
    }
    return text;
}

/* The loops along which the map (kept) moves. */
static const char *loops_of(struct arena *arena, const struct poly *poly,
                            isl_union_map *map, int *depth)
{
    struct deepest d = deepest_of(poly, map);
    const char *text = NULL;
    if (d.stmt >= 0 && d.depth > 0 && isl_map_is_single_valued(d.map)) {
        bool *marked = arena_alloc(arena, sizeof *marked * (size_t)d.depth);
        mark_loops(&d, marked);
        text = name_loops(arena, &d, marked);
    }
    *depth = d.depth > 0 ? d.depth : 0;
    isl_map_free(d.map);
    return text;
}

static struct summary_kernel
kernel_of(struct arena *arena, const struct lower_part *part, int number)
{
    const struct map_kernel *kernel = &part->mapping->kernel[number];
    struct roofline_limit limit =
        roofline_limit(part->poly, part->mapping, kernel);
    struct summary_kernel k = {.loc = kernel->loc,
                               .function = part->func + number,
                               .dims = kernel->dims,
                               .predicted = limit.known,
                               .whole = limit.whole,
                               .operations = limit.operations,
                               .bytes = limit.bytes,
                               .limit = limit.by};
    int depth;
    k.loops = loops_of(arena, part->poly, kernel->parallel, &k.depth);
    if (kernel->prefix_count)
        k.around = loops_of(arena, part->poly, kernel->prefix, &depth);
    return k;
}

static struct summary_kernel *kernels_of(struct arena *arena,
                                         const struct lower_part *list,
                                         int parts, int *count)
{
    struct summary_kernel *all;
    *count = 0;
    for (int p = 0; list && p < parts; p++)
        *count += list[p].mapping->kernel_count;
    all = arena_alloc(arena, sizeof *all * (size_t)(*count + 1));
    *count = 0;
    for (int p = 0; list && p < parts; p++)
        for (int k = 0; k < list[p].mapping->kernel_count; k++)
            all[(*count)++] = kernel_of(arena, &list[p], k);
    return all;
}

/* Bytes that iterations ask memory for -------------------------------------
 */

struct bands {
    const struct poly *poly;
    int depth; /* of the loops whose iterations count */
    double bytes;
};

static int depth_below(const struct poly *poly, isl_schedule_node *node)
{
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    const struct scop_stmt *deepest = roofline_deepest(poly, domain);
    isl_union_set_free(domain);
    return deepest ? deepest->depth : 0;
}

/* Adds an innermost band. */
static isl_bool add_band(isl_schedule_node *node, void *user)
{
    struct bands *b = user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return isl_bool_true;
    isl_schedule_node *below = isl_schedule_node_get_child(node, 0);
    bool last = isl_schedule_node_get_type(below) == isl_schedule_node_leaf;
    isl_schedule_node_free(below);
    if (!last || depth_below(b->poly, node) != b->depth)
        return isl_bool_true;
    int count = (int)isl_schedule_node_band_n_member(node);
    int64_t *size =
        arena_alloc(b->poly->arena, sizeof *size * (size_t)(count + 1));
    for (int k = 0; k < count; k++)
        size[k] = TYPICAL;
    b->bytes +=
        CACHE_LINE * cache_traffic_of_band(b->poly, node, size, false).far;
    return isl_bool_true;
}

/* In the original schedule. */
static double plain_bytes(const struct stages *s, int depth)
{
    struct bands b = {.poly = s->poly, .depth = depth};
    isl_schedule *plain = poly_source_bands(s->poly);
    isl_schedule_foreach_schedule_node_top_down(plain, add_band, &b);
    isl_schedule_free(plain);
    return b.bytes;
}

/* Compares the memory's traffic on the host, for one part that is the region as
 * the source has it. */
static void compare_bytes(struct region_summary *summary,
                          const struct parts *parts, const struct stages *s)
{
    int deepest = 0;
    double host = 0;
    if (parts->part_count != 1 || !s->of_source || s->host->overlap_count ||
        s->host->panels)
        return;
    for (int k = 0; k < summary->host_count; k++)
        if (summary->host[k].depth > deepest)
            deepest = summary->host[k].depth;
    for (int k = 0; k < summary->host_count; k++) {
        const struct summary_kernel *kernel = &summary->host[k];
        if (kernel->depth == deepest && !kernel->whole)
            return;
        host += kernel->depth == deepest ? kernel->bytes : 0;
    }
    poly_budget(s->poly, 8);
    summary->plain_bytes = deepest ? plain_bytes(s, deepest) : 0;
    summary->host_bytes = host;
    if (poly_out_of_budget(s->poly))
        summary->plain_bytes = summary->host_bytes = 0;
}

void region_summarise(struct region *region, const struct parts *parts,
                      const struct stages *s, const struct lower_part *gpu,
                      const struct lower_part *host)
{
    struct arena *arena = region->arena;
    struct region_summary *summary = arena_alloc(arena, sizeof *summary);
    summary->gpu =
        kernels_of(arena, gpu, parts->part_count, &summary->gpu_count);
    summary->host =
        kernels_of(arena, host, parts->part_count, &summary->host_count);
    compare_bytes(summary, parts, s);
    for (int p = 0; p < parts->part_count; p++) {
        summary->levels += s[p].levels->count;
        summary->panels |=
            (s[p].gpu && s[p].gpu->panels) || (s[p].host && s[p].host->panels);
    }
    region->summary = summary;
}

/* Remarks on what the host's threads share, and how often. */
static void report_host(const struct poly *poly, const struct mapping *host)
{
    for (int k = 0; k < host->kernel_count; k++) {
        const struct map_kernel *kernel = &host->kernel[k];
        int around = kernel->prefix_count;
        bool two = kernel->dims == 2;
        const char *block =
            two ? arena_printf(poly->arena, "%" PRId64 " x %" PRId64,
                               kernel->block[1], kernel->block[0])
                : arena_printf(poly->arena, "%" PRId64, kernel->block[0]);
        const char *again = "";
        if (around)
            again = arena_printf(poly->arena,
                                 ", again in each iteration of %d loop%s "
                                 "around it",
                                 around, around > 1 ? "s" : "");
        if (kernel->dims)
            fault_add(poly->faults, FAULT_PARALLEL, kernel->loc,
                      "the host's threads share this nest, %s iteration%s of "
                      "its %s parallel loop%s at a time at least%s",
                      block, two || kernel->block[0] > 1 ? "s" : "",
                      two ? "two outermost" : "outermost", two ? "s" : "",
                      again);
        else
            fault_add(poly->faults, FAULT_SERIAL, kernel->loc,
                      "one thread of the host runs this part%s", again);
    }
}

void region_report_kernels(const struct parts *parts, const struct stages *s)
{
    for (int p = 0; p < parts->part_count; p++) {
        s->faults->about = FAULT_ABOUT_HOST;
        if (s[p].host)
            report_host(s[p].poly, s[p].host);
        roofline_report(s[p].poly, s[p].host);
        s->faults->about = FAULT_ABOUT_GPU;
        roofline_report(s[p].poly, s[p].gpu);
    }
    s->faults->about = FAULT_ABOUT_ALL;
}
