/*
 * The kernels of a region's parts, and the driver: a host function that takes
 * the steps of rewrite/partition.h and launches them.
 */
#include "polyhedral/lower/features.h"
#include "polyhedral/lower/level_schedule.h"

#include "polyhedral/dependence/dependence.h"
#include "polyhedral/map/map.h"
#include "polyhedral/plan/plan.h"
#include "polyhedral/report/report.h"
#include "polyhedral/rewrite/rewrite.h"

#include <isl/id.h>
#include <isl/val.h>

#include <stdlib.h>
#include <string.h>

/* The blocks along dimension k that the grid has: from the first with an
 * instance to the last. */
static isl_set *block_range(struct lower *l, const struct map_kernel *kernel,
                            isl_set *points, int k)
{
    isl_set *set =
        isl_set_intersect(isl_set_copy(points), map_box(l->poly, kernel, true));
    set = isl_set_params(set);
    for (int d = 0; d < kernel->dims; d++) {
        char name[16];
        snprintf(name, sizeof name, "hd_b%d", d);
        if (d != k)
            set = isl_set_project_out_param_id(
                set, isl_id_alloc(l->poly->ctx, name, NULL));
    }
    set = isl_set_remove_divs(set); /* the grid has blocks without points */
    return isl_set_from_basic_set(isl_set_simple_hull(set));
}

/* What is known inside the kernel: the region's context, that this launch has
 * instances, and the ranges of block and thread indices. */
static isl_set *kernel_context(struct lower *l, const struct map_kernel *kernel,
                               isl_union_set *launched, isl_set *points)
{
    const struct poly *poly = l->poly;
    isl_set *context = isl_set_intersect(isl_set_copy(poly->context),
                                         isl_set_copy(poly->assumed));
    isl_set *here = isl_union_set_params(isl_union_set_copy(launched));
    here = isl_set_remove_divs(here); /* isl's hull is slow with them */
    here = isl_set_from_basic_set(isl_set_simple_hull(here));
    context = isl_set_intersect(context, here);
    for (int k = 0; k < kernel->dims; k++)
        context = isl_set_intersect(context, block_range(l, kernel, points, k));
    int threads = !l->mapping->gpu       ? 0
                  : kernel->team.threads ? 1
                                         : kernel->dims;
    for (int k = 0; k < threads; k++) {
        isl_space *space = isl_space_params_alloc(poly->ctx, 1);
        space = isl_space_set_dim_name(space, isl_dim_param, 0,
                                       arena_printf(poly->arena, "hd_t%d", k));
        isl_set *t = isl_set_universe(space);
        t = isl_set_lower_bound_si(t, isl_dim_param, 0, 0);
        t = isl_set_upper_bound_si(t, isl_dim_param, 0,
                                   kernel->team.threads
                                       ? kernel->team.threads - 1
                                       : (int)kernel->block[k] - 1);
        context = isl_set_intersect(context, t);
    }
    return context;
}

/* The first block along dimension k, which the launch tells if its points do
 * not begin at a constant. */
static int first_block(struct lower *l, const struct map_kernel *kernel,
                       isl_pw_aff *low /* kept */, int k)
{
    if (isl_pw_aff_n_piece(low) != 1 || isl_pw_aff_is_cst(low) != isl_bool_true)
        return lower_source(l, SOURCE_BASE, k, 0);
    return kir_floor_div(l->f, lower_pw_aff(l, isl_pw_aff_copy(low)),
                         map_extent(kernel, k));
}

/* The index of a block along dimension k; the host numbers those of both its
 * dimensions together. */
static int block_index(struct lower *l, const struct map_kernel *kernel, int k)
{
    struct kir_func *f = l->f;
    bool joined = lower_joins_blocks(l, kernel);
    int index = kir_cast(f, KIR_I64, kir_block_index(f, joined ? 0 : k));
    if (!joined)
        return index;
    int along = lower_source(l, SOURCE_BLOCKS, 0, 0);
    int row = kir_binary(f, KIR_DIV, index, along);
    return k ? row
             : kir_binary(f, KIR_SUB, index,
                          kir_binary(f, KIR_MUL, row, along));
}

/* hd_b = first block + block index; hd_t = thread index. */
static void bind_indices(struct lower *l, const struct map_kernel *kernel,
                         isl_pw_aff *const *low)
{
    for (int k = 0; k < kernel->dims; k++) {
        int block = block_index(l, kernel, k);
        int base = first_block(l, kernel, low[k], k);
        lower_bind(l, arena_printf(l->poly->arena, "hd_b%d", k),
                   kir_binary(l->f, KIR_ADD, base, block));
        if (l->mapping->gpu && (!kernel->team.threads || k == 0))
            lower_bind(l, arena_printf(l->poly->arena, "hd_t%d", k),
                       kir_cast(l->f, KIR_I64, kir_thread_index(l->f, k)));
    }
}

/* Opens the case of full blocks; is there any other? */
static bool open_full(struct lower *l, isl_set *full)
{
    int test = lower_params_test(l, isl_set_copy(full));
    const struct kir_value *value = &l->f->value[test];
    bool other = value->op != KIR_CONST || !value->imm.i;
    if (other)
        kir_if(l->f, test);
    return other;
}

/* The instances of full blocks, without conditions. */
static void lower_full(struct lower *l, isl_schedule *schedule /* kept */,
                       isl_set *context /* kept */)
{
    isl_set *known = isl_set_intersect(isl_set_copy(context),
                                       isl_set_copy(l->kernel->unroll.full));
    lower_unroll_full(l, true);
    l->known = known;
    lower_tree(l, lower_make_tree(l, isl_schedule_copy(schedule),
                                  isl_set_copy(known)));
    isl_set_free(known);
    lower_unroll_full(l, false);
    l->known = context;
}

/* The kernel's instances; those of full blocks apart, if that spares them
 * conditions. */
static void lower_blocks(struct lower *l, isl_union_set *mine /* taken */,
                         isl_set *context /* taken */)
{
    isl_schedule *schedule = isl_schedule_intersect_domain(
        isl_schedule_copy(l->mapping->schedule), mine);
    bool apart = l->kernel->unroll.full != NULL, other = true;
    isl_ast_node *tree = NULL;
    l->known = context;
    if (l->kernel->unroll.unguarded) {
        tree = lower_make_tree(l, isl_schedule_copy(schedule),
                               isl_set_copy(context));
        apart = apart && tree && !lower_unroll_is_unguarded(l, tree);
    }
    if (apart) {
        other = open_full(l, l->kernel->unroll.full);
        lower_full(l, schedule, context);
        if (other)
            kir_else(l->f);
    }
    if (other && !l->kernel->unroll.unguarded)
        tree = lower_make_tree(l, isl_schedule_copy(schedule),
                               isl_set_copy(context));
    if (other)
        lower_tree(l, tree);
    else
        isl_ast_node_free(tree);
    isl_schedule_free(schedule);
    l->known = isl_set_free(context);
    if (apart && other)
        kir_end(l->f);
}

static void lower_kernel(struct lower *l, const struct map_kernel *kernel,
                         struct kir_module *module, const char *name,
                         struct lowered *out)
{
    const struct poly *poly = l->poly;
    const int64_t *block = kernel->block;
    l->kernel = kernel;
    l->f = kir_func_new(module, KIR_KERNEL, name,
                        kernel->team.threads ? kernel->team.threads
                        : l->mapping->gpu    ? (int)block[0]
                                             : 1,
                        l->mapping->gpu ? (int)block[1] : 1,
                        l->mapping->gpu ? (int)block[2] : 1);
    l->f->line = kernel->loc.line;
    l->f->doacross = kernel->host.doacross;
    lower_claims_start(l);
    l->f->comment = arena_strdup(module->arena,
                                 explain_kernel(poly, kernel, l->mapping->gpu));
    kir_line(l->f, kernel->loc.line);
    isl_union_set *launched = lower_launched(poly, kernel);
    isl_set *points = NULL;
    if (kernel->dims)
        points = lower_mapped_points(kernel->parallel, launched);
    lower_find_box(points, kernel->dims, out->low, out->high);
    isl_set *context = kernel_context(l, kernel, launched, points);
    isl_set_free(points);
    isl_union_set *mine = launched;
    bool whole = !l->mapping->gpu || kernel->shared.count ||
                 kernel->team.threads || kernel->unroll.marked;
    if (kernel->dims) {
        isl_union_map *parallel = isl_union_map_intersect_range(
            isl_union_map_copy(kernel->parallel),
            isl_union_set_from_set(map_box(poly, kernel, whole)));
        mine = isl_union_set_intersect(mine, isl_union_map_domain(parallel));
    }
    bind_indices(l, kernel, out->low);
    lower_stage_start(l);
    lower_unroll_start(l);
    bool single = l->block != NULL;
    lower_rows_start(l, l->mapping->gpu && kernel->dims &&
                            !kernel->team.threads && !kernel->shared.count &&
                            !kernel->unroll.marked && !single);
    if (single)
        lower_instances(l, isl_schedule_copy(l->mapping->plain), mine, context);
    else
        lower_blocks(l, mine, context);
    lower_finish_kernel(l, out);
}

void lower_boxes(struct lower *l)
{
    for (int a = 0; a < l->poly->array_count; a++) {
        int rank = lower_box_rank(l->poly, a);
        if (l->storage->kind[a] != STORAGE_TEMP || rank < 2)
            continue;
        isl_set *box = dataflow_elements(l->poly, a);
        for (int d = 1; d < rank; d++) {
            isl_pw_aff *high = isl_set_dim_max(isl_set_copy(box), d);
            isl_pw_aff *low = isl_set_dim_min(isl_set_copy(box), d);
            int size = kir_binary(l->f, KIR_SUB, lower_pw_aff(l, high),
                                  lower_pw_aff(l, low));
            size = kir_binary(l->f, KIR_ADD, size, kir_int(l->f, KIR_I64, 1));
            lower_source_define(l, SOURCE_BOX_SIZE, a, d, size);
        }
        isl_set_free(box);
    }
}

void lower_launches(struct lower *l)
{
    const struct poly *poly = l->poly;
    plan_start(l);
    lower_block_start(l);
    lower_overlap_start(l);
    for (int k = 0; k < poly->stmt_count; k++) {
        if (!poly->stmt[k].prologue)
            continue;
        l->stmt = &poly->stmt[k];
        lower_statement(l);
    }
    lower_boxes(l);
    if (l->mapping->kernel_count == 0)
        return;
    isl_set *context = isl_set_intersect(isl_set_copy(poly->context),
                                         isl_set_copy(poly->assumed));
    isl_ast_build *build = lower_ast_build(l, context);
    isl_ast_node *tree =
        lower_ast_of_schedule(l, build, isl_schedule_copy(l->mapping->host));
    isl_ast_build_free(build);
    if (tree)
        lower_ast_node(l, tree);
}

/* The kernels of a Plan by levels, number `number` of the region. False if that
 * takes more than its share of isl's operations: then the module is as it was,
 * and the nest has none. */
static bool lower_plan(struct lower *l, const struct levels *v, int number,
                       struct kir_module *module, struct lowered *out)
{
    static const char *const names[LEVELS_KERNELS] = {
        [LEVELS_FLAGS] = "flags",     [LEVELS_WALK] = "walk",
        [LEVELS_TALLY] = "count",     [LEVELS_SCAN] = "scan",
        [LEVELS_SCATTER] = "scatter", [LEVELS_STEP] = "step",
        [LEVELS_RUN] = "run"};
    const struct poly *poly = l->poly;
    struct lower start = *l;
    int before = module->func_count;
    bool gpu = start.mapping->gpu;
    for (int k = 0; k < LEVELS_KERNELS; k++) {
        if (!levels_has_kernel(v, (enum levels_kernel)k, gpu))
            continue;
        lower_start(l, poly, start.mapping, start.storage, start.options);
        poly_budget(poly, 4);
        lower_levels_kernel(l, v, (enum levels_kernel)k, module,
                            arena_printf(poly->arena, "%s_%s%d_%s",
                                         start.options->name, gpu ? "p" : "q",
                                         number, names[k]),
                            &out[k]);
        if (!poly_out_of_budget(poly))
            continue;
        fault_add(poly->faults, FAULT_NO_PLAN, v->loc,
                  "no Plan by levels: it would take too long to compile");
        module->func_count = before;
        l->failed = false;
        return false;
    }
    return true;
}

/* Has any of the kernels a Plan, which tells what is to be launched? */
static bool has_plan(const struct mapping *mapping,
                     const struct single_block *block)
{
    for (int k = 0; k < block->count; k++)
        if (mapping->kernel[block->first + k].plan)
            return true;
    return false;
}

/* The kernel of a block. If isl cannot make it within its share of operations
 * there is none, and the module is as it was. */
static void lower_block_kernel(struct lower *l,
                               const struct single_block *block,
                               struct kir_module *module, const char *name,
                               struct lowered *out)
{
    const struct poly *poly = l->poly;
    int before = module->func_count;
    out->func = -1;
    if (has_plan(l->mapping, block))
        return;
    poly_budget(poly, 4);
    l->block = block;
    lower_kernel(l, &block->whole, module, name, out);
    lower_block_reach(l, out);
    if (!poly_isl_lost(poly) && !l->failed) {
        single_block_report(poly, l->mapping, block);
        return;
    }
    budget_clear(poly->budget);
    module->func_count = before;
    out->func = -1;
}

static void free_box(struct lowered *lowered)
{
    for (int d = 0; d < MAP_MAX_DIMS; d++) {
        isl_pw_aff_free(lowered->low[d]);
        isl_pw_aff_free(lowered->high[d]);
    }
    for (int k = 0; k < lowered->reach_count; k++)
        isl_pw_aff_free(lowered->reach[k]);
}

void lower_free(struct lowered *lowered, const struct mapping *mapping)
{
    int count = lower_overlap_at(mapping);
    for (int k = 0; lowered && k < count; k++) {
        free_box(&lowered[k]);
        if (lowered[k].plan)
            free_box(lowered[k].plan);
    }
}

/* The kernels of tiles in time. */
static bool lower_overlaps(struct lower_part *part,
                           const struct region_options *options,
                           struct kir_module *module, struct lowered *out)
{
    const struct poly *poly = part->poly;
    const struct mapping *mapping = part->mapping;
    struct lower l;
    bool failed = false;
    for (int k = 0; k < mapping->overlap_count && !failed; k++) {
        lower_start(&l, poly, mapping, part->storage, options);
        const char *name =
            arena_printf(poly->arena, "%s_%s%d", options->name,
                         mapping->gpu ? "o" : "t", part->overlap + k);
        if (mapping->gpu)
            lower_overlap_kernel(&l, &mapping->overlap[k], module, name,
                                 &out[k]);
        else
            lower_trapezoid_kernel(&l, &mapping->overlap[k], module, name,
                                   &out[k]);
        failed = poly_isl_failed(poly, "generating tiles in time") || l.failed;
    }
    return !failed;
}

/* Each kernel has the whole limit of operations: a region of many easy ones is
 * not refused for one that is less so. That of time is common to all. */
struct lowered *lower_kernels(struct lower_part *part,
                              const struct region_options *options,
                              struct kir_module *module)
{
    const struct poly *poly = part->poly;
    const struct mapping *mapping = part->mapping;
    const struct storage *storage = part->storage;
    int count = mapping->kernel_count;
    int plans = mapping->levels ? mapping->levels->count : 0;
    struct lowered *lowered = arena_alloc(
        poly->arena, sizeof *lowered * (size_t)(lower_overlap_at(mapping) +
                                                mapping->overlap_count + 1));
    bool failed = false;
    struct lower l;
    part->func = module->func_count;
    for (int k = 0; k < count && !failed; k++) {
        poly_budget(poly, 1);
        const char *name =
            arena_printf(poly->arena, "%s_%s%d", options->name,
                         mapping->gpu ? "k" : "h", part->kernel + k);
        lower_start(&l, poly, mapping, storage, options);
        lower_kernel(&l, &mapping->kernel[k], module, name, &lowered[k]);
        failed = poly_isl_failed(poly, "generating a kernel") || l.failed;
    }
    for (int k = 0; k < plans && !failed; k++) {
        const struct levels *v = &mapping->levels->levels[k];
        struct lowered *out = &lowered[count + k * LEVELS_KERNELS];
        lower_start(&l, poly, mapping, storage, options);
        out[LEVELS_STEP].func = -1;
        if (levels_has_mark(mapping, v) &&
            !lower_plan(&l, v, part->plan + k, module, out))
            out[LEVELS_STEP].func = -1;
        failed = poly_isl_failed(poly, "generating a Plan") || l.failed;
    }
    for (int k = 0; k < count && !failed; k++) {
        const char *name = module->func[lowered[k].func]->name;
        if (!mapping->kernel[k].plan)
            continue;
        lower_start(&l, poly, mapping, storage, options);
        lowered[k].plan = plan_lower(&l, &mapping->kernel[k], module, name);
        failed = poly_isl_failed(poly, "generating a Plan") || l.failed;
    }
    for (int k = 0; k < mapping->single_count && !failed; k++) {
        lower_start(&l, poly, mapping, storage, options);
        lower_block_kernel(
            &l, &mapping->single[k], module,
            arena_printf(poly->arena, "%s_b%d", options->name, part->block + k),
            &lowered[lower_block_at(mapping) + k]);
    }
    failed = failed || !lower_overlaps(part, options, module,
                                       &lowered[lower_overlap_at(mapping)]);
    poly_budget(poly, 2);
    if (failed)
        lower_free(lowered, mapping);
    return failed ? NULL : lowered;
}

struct driver {
    const struct parts *parts;
    struct kir_func *f;
    struct lower own;   /* for tests and statements of the driver itself */
    struct lower *part; /* per part, and behind them per other one for devices
                           that lose barriers */
    const struct lower_part *list;
    int count;
};

/* What the driver knows of the region's arrays: scalars that it has or is
 * given, and the rows that its tests read. Array numbers of parts that lie
 * beyond the region's are not the driver's. */
static struct storage *own_storage(const struct parts *parts,
                                   const struct lower_part *part)
{
    struct arena *arena = part->poly->arena;
    size_t count = (size_t)part->poly->array_count + 1;
    struct storage *own = arena_alloc(arena, sizeof *own);
    own->kind = arena_alloc(arena, sizeof *own->kind * count);
    own->row = arena_alloc(arena, sizeof *own->row * count);
    memset(own->row, -1, sizeof *own->row * count);
    for (int p = 0; p < parts->part_count; p++)
        own->asks_mode |= part[p].storage->asks_mode;
    for (int a = 0; a < parts->scop->array_count; a++) {
        own->kind[a] = parts->kind[a];
        for (int p = 0; p < parts->part_count; p++) {
            const struct storage *s = part[p].storage;
            if (s->kind[a] != STORAGE_UNUSED &&
                parts->kind[a] == STORAGE_UNUSED)
                own->kind[a] = s->kind[a];
            if (s->row[a] >= 0)
                own->row[a] = s->row[a];
        }
    }
    return own;
}

/* The driver's own parameters, in the order that region.h states; both drivers
 * of a region take hd_plan if one of them may make a Plan. */
static void define_params(struct lower *l, const struct scop *scop)
{
    for (int k = 0; k < scop->array_count; k++) {
        const struct scop_array *array = &scop->array[k];
        if (l->storage->kind[k] != STORAGE_HOST)
            continue;
        enum kir_type type = lower_element_type(array->type);
        l->buffer[k] = array->scope == SCOP_OUTSIDE
                           ? kir_global(l->f, array->name, type, false, false)
                           : kir_local(l->f, array->name, type, 1);
    }
    for (int k = 0; k < scop->param_count; k++)
        lower_source_define(l, SOURCE_PARAM, k, 0,
                            kir_param(l->f, scop->param[k].name, KIR_I64));
    for (int k = 0; k < scop->array_count; k++)
        if (l->storage->kind[k] == STORAGE_VALUE)
            lower_source_define(
                l, SOURCE_SCALAR, k, 0,
                kir_param(l->f, scop->array[k].name,
                          lower_value_type(scop->array[k].type)));
    if (l->storage->asks_mode)
        plan_take_mode(l, kir_param(l->f, "hd_plan", KIR_I32));
}

/* What a part takes from the driver, once. */
static void share_params(struct driver *d, struct lower *l)
{
    const struct scop *scop = d->parts->scop;
    for (int k = 0; k < scop->param_count; k++)
        lower_source_define(l, SOURCE_PARAM, k, 0,
                            lower_source(&d->own, SOURCE_PARAM, k, 0));
    for (int k = 0; k < scop->array_count; k++) {
        l->buffer[k] = d->own.buffer[k];
        if (d->own.storage->kind[k] == STORAGE_VALUE)
            lower_source_define(l, SOURCE_SCALAR, k, 0,
                                lower_source(&d->own, SOURCE_SCALAR, k, 0));
    }
}

/* Part `number`, as `which` of the list has it. */
static void take_part(struct driver *d, int number, int which)
{
    const struct part *part = &d->parts->part[number];
    struct lower *l = &d->part[which];
    int zero = kir_int(d->f, KIR_I64, 0);
    for (int k = 0; k < part->counter_count; k++) {
        int value = kir_load(d->f, l->buffer[part->counter[k]], zero);
        lower_source_define(l, SOURCE_PARAM, d->parts->scop->param_count + k, 0,
                            kir_cast(d->f, KIR_I64, value));
    }
    lower_launches(l);
}

/* Whichever of both the device is good for. */
static void take_either(struct driver *d, int number)
{
    int other = d->list[number].unbarred;
    if (!other) {
        take_part(d, number, number);
        return;
    }
    int all = kir_unary(d->f, KIR_BARRED, kir_int(d->f, KIR_PRED, 1));
    kir_if(d->f, all);
    take_part(d, number, number);
    kir_else(d->f);
    take_part(d, number, other);
    kir_end(d->f);
}

static void take_stmt(struct driver *d, const struct scop_stmt *stmt)
{
    struct lower *l = &d->own;
    kir_line(d->f, stmt->loc.line);
    for (int k = 0; k < stmt->guard_count; k++)
        kir_if(d->f, lower_condition(l, stmt->guard[k]));
    kir_store(d->f, l->buffer[stmt->lhs->ref], kir_int(d->f, KIR_I64, 0),
              lower_value(l, stmt->rhs));
    for (int k = 0; k < stmt->guard_count; k++)
        kir_end(d->f);
}

/* The steps from `k` on of a list; `again` is the variable that keeps the loop
 * around going. What follows a break runs if it is not taken. */
static void take_steps(struct driver *d, const struct step *list, int k,
                       int again)
{
    for (; k < list->count; k++) {
        const struct step *step = &list->child[k];
        int one = kir_int(d->f, KIR_PRED, 1);
        kir_line(d->f, step->loc.line);
        if (step->kind == STEP_PART) {
            take_either(d, step->part);
        } else if (step->kind == STEP_STMT) {
            take_stmt(d, step->stmt);
        } else if (step->kind == STEP_LOOP) {
            int inner = kir_variable(d->f, "again", KIR_PRED);
            kir_set(d->f, inner, one);
            kir_while(d->f);
            kir_while_body(d->f, kir_get(d->f, inner));
            take_steps(d, step, 0, inner);
            kir_end(d->f);
        } else {
            int ends = lower_condition(&d->own, step->test);
            kir_set(d->f, again, kir_unary(d->f, KIR_NOT, ends));
            kir_if(d->f, kir_get(d->f, again));
            take_steps(d, list, k + 1, again);
            kir_end(d->f);
            return;
        }
    }
}

static bool lower_driver(struct driver *d, const struct lower_part *part,
                         struct lowered *const *lowered,
                         const struct region_options *options)
{
    struct lower_part own = part[0];
    bool failed = false;
    own.storage = own_storage(d->parts, part);
    lower_start(&d->own, own.poly, own.mapping, own.storage, options);
    d->own.f = d->f;
    define_params(&d->own, d->parts->scop);
    for (int k = 0; k < d->count; k++) {
        lower_start(&d->part[k], part[k].poly, part[k].mapping, part[k].storage,
                    options);
        d->part[k].f = d->f;
        d->part[k].lowered = lowered[k];
        plan_share_mode(&d->part[k], &d->own);
        share_params(d, &d->part[k]);
    }
    take_steps(d, &d->parts->body, 0, -1);
    for (int k = 0; k < d->count; k++)
        failed |= d->part[k].failed;
    return !poly_isl_failed(part[0].poly, "generating the driver") &&
           !d->own.failed && !failed;
}

int lower_region(const struct parts *parts, struct lower_part *part, int count,
                 const struct region_options *options,
                 struct kir_module *module, const char *driver_name)
{
    struct arena *arena = part[0].poly->arena;
    struct lowered **lowered =
        arena_alloc(arena, sizeof *lowered * (size_t)count);
    struct driver d = {.parts = parts, .list = part, .count = count};
    bool done = true;
    for (int k = 0; k < count && done; k++) {
        poly_budget(part[k].poly, 2);
        lowered[k] = lower_kernels(&part[k], options, module);
        done = lowered[k] != NULL;
    }
    if (done) {
        d.part = arena_alloc(arena, sizeof *d.part * (size_t)count);
        d.f = kir_func_new(module, KIR_HOST, driver_name, 1, 1, 1);
        d.f->line = parts->scop->loc.line;
        done = lower_driver(&d, part, lowered, options);
    }
    for (int k = 0; k < count; k++)
        lower_free(lowered[k], part[k].mapping);
    return done ? module->func_count - 1 : -1;
}
