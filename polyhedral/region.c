/*
 * The stages of one region, in order, for each of its parts: what runs when is
 * in passes.def, the rows of which run_part goes through. The table of the
 * region's arrays is in region_rows.c, what --dump prints in region_dump.c.
 */
#include "polyhedral/region.h"
#include "polyhedral/cost/cost.h"
#include "polyhedral/lower/lower.h"
#include "polyhedral/map/map.h"
#include "polyhedral/picture/picture.h"
#include "polyhedral/region_dump.h"
#include "polyhedral/region_plain.h"
#include "polyhedral/region_rows.h"
#include "polyhedral/region_summary.h"
#include "polyhedral/region_verdict.h"
#include "polyhedral/report/report.h"
#include "polyhedral/rewrite/rewrite.h"

#include <isl/options.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Part number `k` of the list, with names behind those of the one before. */
static void fill_part(struct lower_part *list, int k, const struct stages *s,
                      const struct mapping *mapping)
{
    list[k] = (struct lower_part){.poly = s->poly,
                                  .mapping = mapping,
                                  .storage = s->storage,
                                  .levels = s->levels};
    if (k == 0)
        return;
    const struct lower_part *last = &list[k - 1];
    list[k].kernel = last->kernel + last->mapping->kernel_count;
    list[k].plan = last->plan + last->levels->count;
    list[k].block = last->block + last->mapping->single_count;
    list[k].overlap = last->overlap + last->mapping->overlap_count;
}

/* The parts as they run on a GPU, or on the host, *count of them with those for
 * devices that lose barriers; NULL if they do not. */
static struct lower_part *parts_on(const struct parts *parts,
                                   const struct stages *s, struct arena *arena,
                                   bool gpu, int *count)
{
    size_t size = sizeof(struct lower_part) * (size_t)parts->part_count * 2;
    struct lower_part *list = arena_alloc(arena, size);
    for (int p = 0; p < parts->part_count; p++) {
        const struct mapping *mapping = gpu ? s[p].gpu : s[p].host;
        if (!mapping)
            return NULL;
        fill_part(list, p, &s[p], mapping);
    }
    *count = parts->part_count;
    for (int p = 0; gpu && p < parts->part_count; p++)
        if (s[p].unbarred) {
            list[p].unbarred = *count;
            fill_part(list, (*count)++, &s[p], s[p].unbarred);
        }
    return list;
}

/* What is remarked on from here on. */
static void talk_about(const struct stages *s, enum fault_about about)
{
    s->faults->about = about;
}

/* A model of the region before scans were made of the sums that cursors are:
 * the blocks of a scan have more iterations than the loop. NULL: none were. */
static struct poly *source_of_cursors(const struct stages *s)
{
    bool any = false;
    struct faults apart = {.arena = s->faults->arena};
    for (int k = 0; k < s->poly->scop->array_count && s->source; k++)
        any |= s->poly->scop->array[k].cursor;
    if (!any)
        return NULL;
    struct poly *model = poly_model(s->budget, s->source, &apart);
    budget_clear(s->budget);
    return model;
}

/* NAME_ranges; `part`: of the GPU or, NULL, of the host. */
static bool lower_footprint(struct region *region, const struct parts *parts,
                            const struct stages *s, struct lower_part *gpu,
                            struct lower_part *host, int rows,
                            const struct lower_fills *fills,
                            const struct region_options *options)
{
    struct poly *source = source_of_cursors(s);
    struct lower_bounds bounds;
    int made = region->host->func_count;
    (gpu ? gpu : host)->source = source;
    poly_budget(s[0].poly, 1);
    region->ranges = lower_ranges(
        parts, gpu, host, rows, fills, options, region->host,
        arena_printf(region->arena, "%s_ranges", options->name), &bounds);
    poly_free(source);
    region->fill_count = fills->count;
    region->box_count = fills->box_count;
    region_fill_bounds(region, &bounds);
    if (region->ranges >= 0)
        region_dump_functions(options, PASS_FOOTPRINT, region->host, made,
                              false);
    return region->ranges >= 0;
}

static bool lower(struct region *region, const struct parts *parts,
                  const struct stages *s, int rows,
                  const struct lower_fills *fills,
                  const struct region_options *options)
{
    struct arena *arena = region->arena;
    const char *file = region->scop->file, *name = options->name;
    int gpus, hosts;
    struct lower_part *gpu = parts_on(parts, s, arena, true, &gpus);
    struct lower_part *host = parts_on(parts, s, arena, false, &hosts);
    if (gpu) {
        talk_about(s, FAULT_ABOUT_GPU);
        region->gpu = kir_module_new(arena, name, file);
        region->gpu_driver =
            lower_region(parts, gpu, gpus, options, region->gpu,
                         arena_printf(arena, "%s_gpu", name));
        if (region->gpu_driver < 0)
            return false;
        region_dump_lowered(options, region->gpu);
        struct access_table accesses = {.arena = arena};
        for (int p = 0; p < parts->part_count; p++)
            access_report(s[p].poly, s[p].gpu, s[p].storage, gpu[p].func,
                          &accesses, options->explain);
        region->access_count = accesses.count;
        region->access = accesses.row;
    }
    region->host = kir_module_new(arena, name, file);
    talk_about(s, FAULT_ABOUT_HOST);
    if (host) {
        region->host_driver =
            lower_region(parts, host, hosts, options, region->host,
                         arena_printf(arena, "%s_host", name));
        if (region->host_driver < 0)
            return false;
        region_dump_lowered(options, region->host);
    }
    talk_about(s, FAULT_ABOUT_ALL);
    if (options->explain)
        region_summarise(region, parts, s, gpu, host);
    return lower_footprint(region, parts, s, gpu, host, rows, fills, options);
}

/* Fills `all`; returns how many there are. */
static int mappings_of(const struct stages *s, struct mapping *all[3])
{
    int count = 0;
    if (s->gpu)
        all[count++] = s->gpu;
    if (s->unbarred)
        all[count++] = s->unbarred;
    if (s->host)
        all[count++] = s->host;
    return count;
}

static bool map_targets_of(struct stages *s,
                           const struct region_options *options)
{
    talk_about(s, FAULT_ABOUT_GPU);
    poly_budget(s->poly, 3);
    if (options->gpu &&
        !(s->gpu = map_region(s->poly, &s->gpu_order, s->levels, true)))
        return false;
    if (options->unbarred && s->gpu && s->gpu_order.panels)
        s->unbarred = map_unbarred(s->poly, &s->gpu_order, s->levels);
    talk_about(s, FAULT_ABOUT_HOST);
    poly_budget(s->poly, 2);
    if (options->host &&
        !(s->host = map_region(s->poly, &s->host_order, s->levels, false)))
        return false;
    return true;
}

static bool map_both(struct stages *s, const struct region_options *options)
{
    struct mapping *all[3];
    struct region_options levels = *options;
    if (!pass_runs(options->passes, PASS_LEVEL_SCHEDULE)) {
        levels.plan_limited = true;
        levels.plan_window = 0;
    }
    s->levels = levels_find(s->poly, s->host_order.tree, &levels);
    if (s->levels->count) {
        schedule_choice_free(&s->gpu_order);
        s->gpu_order = schedule_choice_copy(&s->host_order);
    }
    s->on_kernels.before = *s->faults;
    bool mapped = map_targets_of(s, options);
    talk_about(s, FAULT_ABOUT_ALL);
    s->on_kernels.last = s->faults->last;
    if (!mapped)
        return false;
    poly_budget(s->poly, 2);
    s->storage = storage_choose(s->poly, all, mappings_of(s, all));
    if (poly_isl_failed(s->poly, "choosing storage"))
        return false;
    for (int k = 0; k < s->levels->count; k++)
        s->levels->levels[k].row = s->storage->row_count + k * LEVELS_ROWS;
    return true;
}

static void drop_mappings(struct stages *s)
{
    mapping_free(s->gpu);
    mapping_free(s->unbarred);
    mapping_free(s->host);
    levels_free(s->levels);
    s->gpu = s->unbarred = s->host = NULL;
    s->levels = NULL;
}

/* Its remarks are on a plan that is not taken. */
static void reject(const struct stages *s, const struct remarks *remarks)
{
    fault_reject(s->faults, &remarks->before, remarks->last, FAULT_ABOUT_ALL);
}

/* The kernels make room for others. */
static void reject_mappings(struct stages *s)
{
    reject(s, &s->on_kernels);
    drop_mappings(s);
}

static void drop_orders(struct stages *s)
{
    schedule_choice_free(&s->host_order);
    schedule_choice_free(&s->gpu_order);
}

/* What a try that took too long said is not said. */
static void unsay(struct faults *list, const struct faults *before)
{
    const struct fault *fault = fault_since(list, before);
    for (; fault; fault = fault->next)
        if (fault_severity(fault->kind) == FAULT_ERROR &&
            fault->kind != FAULT_TOO_COMPLEX)
            return;
    fault_rewind(list, before);
}

/* Maps another order (taken) on both targets and keeps it if `better` says so,
 * and if that can be told within the limits: there is one already. */
static bool try_schedule(struct stages *s, const struct region_options *options,
                         struct schedule_choice order,
                         bool (*better)(const struct stages *other,
                                        const struct stages *s))
{
    struct stages other = *s;
    struct faults said = *s->poly->faults;
    other.gpu = other.unbarred = other.host = NULL;
    other.levels = NULL;
    other.host_order = order;
    other.gpu_order = schedule_choice_copy(&order);
    if (map_both(&other, options) && better(&other, s)) {
        reject(s, &s->on_order);
        reject_mappings(s);
        drop_orders(s);
        *s = other;
        return true;
    }
    reject_mappings(&other);
    drop_orders(&other);
    if (poly_out_of_budget(s->poly) || s->poly->faults->errors > said.errors)
        unsay(s->poly->faults, &said);
    return s->poly->faults->errors == said.errors &&
           !poly_isl_failed(s->poly, "mapping the loops of the source");
}

static bool is_more_parallel(const struct stages *other, const struct stages *s)
{
    const struct poly *poly = s->poly;
    return poly_is_as_parallel(poly, other->gpu, s->gpu) &&
           poly_is_as_parallel(poly, other->host, s->host) &&
           !(poly_is_as_parallel(poly, s->gpu, other->gpu) &&
             poly_is_as_parallel(poly, s->host, other->host));
}

static void remark_pieces(const struct poly *poly, const bool *split)
{
    for (int k = 0; k < poly->scop->loop_count; k++)
        if (split[k])
            fault_add(poly->faults, FAULT_SPLIT, poly->scop->loop[k].loc,
                      "loop '%s' depends on one of its iterations alone: those "
                      "before it run in parallel, and so do those behind it",
                      poly->scop->loop[k].name);
}

/* What the scheduler runs in order, or skewed, because of one iteration of a
 * loop may be parallel in pieces of it. */
static bool prefer_pieces(struct stages *s,
                          const struct region_options *options)
{
    const struct poly *poly = s->poly;
    bool *split =
        arena_alloc(poly->arena, sizeof *split * (poly->scop->loop_count + 1));
    poly_budget(poly, 8);
    isl_schedule *pieces = poly_split(poly, poly_source_bands(poly), split);
    if (poly_out_of_budget(poly) || !pieces) {
        isl_schedule_free(pieces);
        return !poly_isl_failed(poly, "splitting loops");
    }
    struct schedule_choice order = {
        .tree = pieces, .of_source = true, .split = true};
    bool done = try_schedule(s, options, order, is_more_parallel);
    if (done && s->host_order.split)
        remark_pieces(poly, split);
    return done;
}

/* Are there tiles of sums of products in this order alone, which do much more
 * work than it takes to write the temporaries to memory? */
static bool gains_tiles(const struct stages *s, const struct stages *other)
{
    const struct poly *poly = s->poly;
    return s->host && other->host &&
           storage_expanded_rank(poly, s->storage) < plain_nest_depth(poly) &&
           plain_nest_tiles_products(poly, s->host) &&
           !plain_nest_tiles_products(poly, other->host);
}

static bool is_as_good(const struct stages *other, const struct stages *s)
{
    return !gains_tiles(s, other) &&
           poly_is_as_parallel(s->poly, other->gpu, s->gpu) &&
           poly_is_as_parallel(s->poly, other->host, s->host) &&
           !storage_expands(s->poly, other->storage);
}

/*
 * The scheduler may tear apart what a temporary holds together, which then
 * needs an element for each iteration. If the order of the source keeps it in a
 * variable, is as parallel, and gives no tiles of products up, that order is
 * taken.
 */
static bool prefer_source(struct stages *s,
                          const struct region_options *options)
{
    if (!storage_expands(s->poly, s->storage))
        return true;
    struct schedule_choice order = {.tree = poly_source_bands(s->poly),
                                    .of_source = true};
    return try_schedule(s, options, order, is_as_good);
}

/* The schedule being committed, temporaries get no more memory than it needs.
 */
static bool fold_temporaries(struct stages *s,
                             const struct region_options *options)
{
    struct mapping *all[3];
    int count = mappings_of(s, all);
    if (s->levels->count || !storage_expands(s->poly, s->storage))
        return true;
    poly_budget(s->poly, 8);
    struct poly *folded = storage_fold(s->poly, s->storage, all, count);
    poly_out_of_budget(s->poly);
    if (!folded)
        return !poly_isl_failed(s->poly, "folding temporaries");
    reject_mappings(s);
    poly_forget(s->model);
    s->poly = s->model = folded;
    return map_both(s, options);
}

/* The schedule being committed, several of its steps may be done together. */
static bool find_panels(struct stages *s, const struct region_options *options)
{
    const struct poly *poly = s->poly;
    if (s->levels->count || s->host_order.split)
        return true;
    for (int gpu = 0; gpu < 2; gpu++) {
        if (gpu ? !s->gpu : !s->host)
            continue;
        struct schedule_choice *order = gpu ? &s->gpu_order : &s->host_order;
        poly_budget(poly, 4);
        talk_about(s, gpu ? FAULT_ABOUT_GPU : FAULT_ABOUT_HOST);
        order->panels = panel_find(poly, order->tree, gpu);
        if (order->panels)
            dump_tree(poly, PASS_PANEL,
                      gpu ? "in panels on a GPU" : "in panels on the host",
                      order->panels->schedule);
    }
    talk_about(s, FAULT_ABOUT_ALL);
    if (!s->host_order.panels && !s->gpu_order.panels)
        return !poly_isl_failed(poly, "finding panels");
    reject_mappings(s);
    return map_both(s, options);
}

static bool make_model(struct stages *s, const struct region_options *options)
{
    struct poly *model = poly_model(s->budget, s->part, s->faults);
    s->poly = s->model = model;
    if (!model)
        return false;
    model->first_access = s->first_access;
    model->choice = options->choice;
    model->in_order = options->in_order;
    dump_tree(s->poly, PASS_DOMAIN, "original", s->poly->original);
    part_settle(s->part, model);
    return true;
}

static bool expand(struct stages *s, const struct region_options *options)
{
    (void)options;
    return poly_expand(s->model);
}

static bool find_dependences(struct stages *s,
                             const struct region_options *options)
{
    if (!poly_depend(s->model))
        return false;
    if (options->explain)
        poly_explain(s->poly);
    return true;
}

static bool make_schedule(struct stages *s,
                          const struct region_options *options)
{
    (void)options;
    s->on_order.before = s->on_plan.before = *s->faults;
    if (!poly_schedule(s->poly, &s->host_order))
        return false;
    s->gpu_order = schedule_choice_copy(&s->host_order);
    return true;
}

static bool choose_fusion(struct stages *s,
                          const struct region_options *options)
{
    fusion_choose(s->poly, options->gpu ? &s->gpu_order : NULL,
                  options->host ? &s->host_order : NULL);
    s->on_order.last = s->faults->last;
    return true;
}

static bool map_targets(struct stages *s, const struct region_options *options)
{
    return map_both(s, options);
}

/* Tiles in time are for regions whose sizes are known when they start. */
static bool may_tile_in_time(const struct stages *s,
                             const struct mapping *mapping)
{
    return mapping && s->levels->count == 0 && s->part->counter_count == 0;
}

static bool overlap_tiles(struct stages *s,
                          const struct region_options *options)
{
    (void)options;
    if (may_tile_in_time(s, s->gpu))
        overlapped_find(s->poly, s->gpu, s->storage);
    overlapped_print(s->poly, s->gpu);
    return !poly_isl_failed(s->poly, "tiling in time");
}

static bool find_trapezoids(struct stages *s,
                            const struct region_options *options)
{
    (void)options;
    if (may_tile_in_time(s, s->host))
        overlapped_find(s->poly, s->host, s->storage);
    trapezoidal_print(s->poly, s->host);
    return !poly_isl_failed(s->poly, "tiling in time");
}

static bool settle_kernels(struct stages *s,
                           const struct region_options *options)
{
    (void)options;
    levels_report(s->poly, s->levels);
    talk_about(s, FAULT_ABOUT_GPU);
    for (int k = 0; s->gpu && k < s->gpu->overlap_count; k++)
        overlapped_report(s->poly, &s->gpu->overlap[k]);
    talk_about(s, FAULT_ABOUT_HOST);
    for (int k = 0; s->host && k < s->host->overlap_count; k++)
        trapezoidal_report(s->poly, &s->host->overlap[k]);
    talk_about(s, FAULT_ABOUT_ALL);
    s->on_plan.last = s->faults->last;
    return true;
}

typedef bool pass_function(struct stages *s,
                           const struct region_options *options);

/* Takes a part through the rows of passes.def. */
static bool run_part(struct stages *s, const struct region_options *options)
{
#define WITHIN NULL
    static pass_function *const functions[PASS_COUNT] = {
#define PASS(name, spelling, stage, run, need, help) run,
#include "polyhedral/passes.def"
#undef PASS
    };
#undef WITHIN
    for (int k = 0; k < PASS_COUNT; k++) {
        enum pass pass = (enum pass)k;
        if (!functions[pass])
            continue;
        if (pass_runs(options->passes, pass) && !functions[pass](s, options))
            return false;
        region_dump_part(s, pass);
        region_dump_within(s, pass);
    }
    return true;
}

/* Plans of active points, whose rows begin at `row`. What they need must be
 * known before the first step. */
static void choose_plans(struct region *region, const struct parts *parts,
                         const struct stages *s, enum scop_plan asked, int row)
{
    for (int p = 0; p < parts->part_count; p++) {
        s[p].storage->asks_mode = s[p].levels->count > 0;
        region->asks_mode |= s[p].storage->asks_mode;
        if (parts->part[p].counter_count ||
            !pass_runs(parts->passes, PASS_ACTIVE_POINTS))
            continue;
        talk_about(s, FAULT_ABOUT_GPU);
        plan_choose(s[p].poly, s[p].gpu, s[p].storage, asked, row);
        talk_about(s, FAULT_ABOUT_HOST);
        plan_choose(s[p].poly, s[p].host, s[p].storage, asked, row);
        talk_about(s, FAULT_ABOUT_ALL);
        int gpu = plan_count(s[p].gpu), host = plan_count(s[p].host);
        s[p].storage->plan_count = gpu > host ? gpu : host;
        s[p].storage->asks_mode |= s[p].storage->plan_count > 0;
        region->asks_mode |= s[p].storage->asks_mode;
        region->plan_count += s[p].storage->plan_count;
        row += PLAN_ROW_COUNT * s[p].storage->plan_count;
    }
}

/* The picture shows one part: the first that repeats, or the first. */
static int pictured(const struct parts *parts, const struct stages *s)
{
    for (int p = 0; p < parts->part_count; p++)
        if (parts->part[p].again && !region_nothing_to_launch(&s[p]))
            return p;
    return 0;
}

/* The region stays as it is: remarks on its plan, and those since `before`, are
 * on one that is not taken. */
static void reject_plan(const struct parts *parts, const struct stages *s,
                        const struct faults *before)
{
    for (int p = 0; p < parts->part_count; p++)
        reject(&s[p], &s[p].on_plan);
    fault_reject(s->faults, before, s->faults->last, FAULT_ABOUT_ALL);
}

static bool finish(struct region *region, const struct parts *parts,
                   struct stages *s, const struct region_options *options)
{
    int shown = pictured(parts, s);
    int rows = region_number_rows(parts, s);
    int all =
        region_number_plans(parts, s, region_number_versions(parts, s, rows));
    enum share share = region_parallel_share(parts, s);
    region->only_host =
        options->only_host || region_only_shares(parts, s, share, options);
    region->kept = region_is_kept(parts, s, share, options) ||
                   (region->only_host && !options->only_host);
    for (int p = 0; p < parts->part_count; p++)
        region_dump_part(&s[p], PASS_PROFIT);
    if (!region->kept)
        choose_plans(region, parts, s, options->plan, all);
    for (int p = 0; !region->kept && p < parts->part_count; p++)
        region_dump_plans(&s[p]);
    if (options->picture)
        region->picture =
            picture_make(s[shown].poly, region->arena, &s[shown].host_order,
                         s[shown].gpu, s[shown].host, options);
    if (region->only_host && region->kept)
        return true;
    if (region_is_for_data(parts, s, share, options)) {
        region->kept = true;
        return true;
    }
    if (region->kept) {
        poly_explain_kept(s[shown].poly, share == SHARE_LITTLE);
        return true;
    }
    if (options->explain)
        region_report_kernels(parts, s);
    struct lower_fills fills = {
        .at = arena_alloc(region->arena, sizeof *fills.at * (size_t)(all + 1))};
    region_fill_rows(region, parts, s, all, &fills);
    int errors = s[0].poly->faults->errors;
    bool lowered = lower(region, parts, s, rows, &fills, options);
    for (int k = 0; k < fills.count; k++)
        region_free_fill(&fills.at[k]);
    if (!lowered) {
        talk_about(s, FAULT_ABOUT_ALL);
        region->kept = s[0].poly->faults->errors == errors;
        return region->kept;
    }
    region_fill_storage(region, parts, s);
    region_fill_pairs(region, region->scop);
    region_fill_scalars(region, region->scop);
    region_choose_plain(region, parts, s, options);
    return !poly_isl_failed(s[0].poly, "finishing the region");
}

/* Is the part the whole region (`source`; NULL: there are others), with loops
 * and order of the source? */
static bool is_of_source(const struct part *part, const struct scop *source)
{
    return source && (part->scop == source || part->scop == part->whole);
}

static bool run_parts(struct region *region, struct parts *parts,
                      struct stages *s, struct budget *budget,
                      const struct region_options *options,
                      struct rewriting *rewriting, struct faults *faults)
{
    int accesses = 0;
    if (options->explain)
        parts_explain(parts, faults);
    region_dump_parts(parts);
    struct part *whole = NULL;
    if (!parts->driven && parts->part_count == 1) {
        whole = arena_alloc(parts->arena, sizeof *whole);
        *whole = parts->part[0];
    }
    const struct scop *source = whole ? whole->scop : NULL;
    rewrite_parts(parts, budget, options, rewriting, faults);
    region->scop = parts->scop;
    for (int p = 0; p < parts->part_count; p++) {
        parts_align(parts, p);
        if (options->passes && options->passes->out && parts->driven)
            buf_printf(options->passes->out, "# part %d of %d, line %d\n",
                       p + 1, parts->part_count,
                       parts->part[p].scop->root->child[0]->loc.line);
        s[p] =
            (struct stages){.part = &parts->part[p],
                            .budget = budget,
                            .faults = faults,
                            .first_access = accesses,
                            .of_source = is_of_source(&parts->part[p], source),
                            .source = whole};
        if (!run_part(&s[p], options))
            return false;
        accesses += s[p].poly->access_count;
    }
    if (parts->part_count == 0)
        return false;
    struct faults before = *faults;
    bool done = finish(region, parts, s, options);
    if (region->kept)
        reject_plan(parts, s, &before);
    return done;
}

struct compilation {
    struct region *region;
    struct parts *parts;
    struct stages *stages;
    struct budget *budget;
    const struct region_options *options;
    struct rewriting *rewriting;
    struct faults *faults;
    bool done;
};

static void run(void *user)
{
    struct compilation *c = user;
    c->done = run_parts(c->region, c->parts, c->stages, c->budget, c->options,
                        c->rewriting, c->faults);
    for (int p = 0; p < c->parts->part_count; p++) {
        drop_mappings(&c->stages[p]);
        drop_orders(&c->stages[p]);
        poly_free(c->stages[p].model);
    }
}

static struct region *compile(struct arena *arena, const struct scop *scop,
                              const struct region_options *options,
                              struct rewriting *rewriting,
                              struct faults *faults)
{
    faults->about = FAULT_ABOUT_ALL;
    struct region *region = arena_alloc(arena, sizeof *region);
    struct parts *parts = parts_split(arena, scop, options->passes);
    struct stages *stages =
        arena_alloc(arena, sizeof *stages * (size_t)(parts->part_count + 1));
    struct compilation c = {
        region,  parts,     stages, budget_new(&options->limits),
        options, rewriting, faults, false};
    region->name = options->name;
    region->arena = arena;
    region->scop = scop;
    if (!budget_try(c.budget, run, &c)) {
        c.done = false;
        faults->about = FAULT_ABOUT_ALL;
        budget_report(c.budget, faults, scop->loc, "compiling it");
    }
    budget_free(c.budget);
    return c.done ? region : NULL;
}

bool region_ask_check(struct arena *arena, const struct scop *scop,
                      struct region_options *options)
{
    struct passes *passes = arena_alloc(arena, sizeof *passes);
    for (int k = 0; k < scop->loop_count; k++)
        options->in_order |= scop->loop[k].independent;
    if (!options->in_order)
        return false;
    *passes = *options->passes;
    for (int k = 0; k < PASS_COUNT; k++)
        passes->without[k] |= pass_rows[k].optional;
    options->passes = passes;
    options->gpu = false;
    options->compile_serial = true;
    return true;
}

/* If it would stay as it is, but threads may share its loops, it is compiled
 * for that. */
static struct region *compile_shared(struct arena *arena,
                                     const struct scop *scop,
                                     const struct region_options *options,
                                     struct rewriting *rewriting,
                                     struct faults *faults)
{
    struct region_options own = *options;
    struct buf *out = options->passes ? options->passes->out : NULL;
    size_t length = out ? out->length : 0;
    struct faults before = *faults;
    struct region *region = compile(arena, scop, options, rewriting, faults);
    if (!region || !region->kept || !region->only_host)
        return region;
    fault_rewind(faults, &before);
    if (out)
        out->length = length;
    if (options->gpu)
        fault_add(faults, FAULT_KEPT, scop->loc,
                  "no part of this region can run in parallel on %s: it is "
                  "compiled for the host alone, whose threads share its loops",
                  options->elements ? "a data-stream array" : "a GPU");
    own.gpu = false;
    own.compile_serial = own.only_host = true;
    return compile(arena, scop, &own, rewriting, faults);
}

/* What a region is rewritten in may be many loops: if that is too much for the
 * limits, it is compiled without. */
struct region *region_compile(struct arena *arena, const struct scop *scop,
                              const struct region_options *options,
                              struct faults *faults)
{
    struct buf *out = options->passes ? options->passes->out : NULL;
    struct faults before = *faults;
    size_t length = out ? out->length : 0;
    struct rewriting rewriting = rewriting_all;
    struct region_options parted = *options;
    if (options->elements && scop->reassociate) {
        struct scop *kept = arena_alloc(arena, sizeof *kept);
        *kept = *scop;
        kept->reassociate = false;
        scop = kept;
        parted.take_apart = true;
        options = &parted;
    }
    struct region *region =
        compile_shared(arena, scop, options, &rewriting, faults);
    while (!region && rewriting_less(&rewriting, scop->loc, faults, &before)) {
        if (out)
            out->length = length;
        before = *faults;
        region = compile_shared(arena, scop, options, &rewriting, faults);
    }
    return region;
}
