/*
 * The kernels of one part, and their launches.
 */
#include "polyhedral/lower/level_schedule.h"

#include "polyhedral/dependence/dependence.h"
#include "polyhedral/map/map.h"
#include "polyhedral/plan/plan.h"

#include <isl/id.h>
#include <isl/val.h>

#include <stdlib.h>
#include <string.h>

void lower_start(struct lower *l, struct poly *poly,
                 const struct mapping *mapping, const struct storage *storage,
                 const struct region_options *options)
{
    size_t size = sizeof(int) * (size_t)(poly->array_count + 1);
    memset(l, 0, sizeof *l);
    l->poly = poly;
    l->mapping = mapping;
    l->storage = storage;
    l->options = options;
    l->holds = -1;
    l->buffer = arena_alloc(poly->arena, size);
    l->variable = arena_alloc(poly->arena, size);
    l->other = arena_alloc(poly->arena, size);
    memset(l->buffer, -1, size);
    memset(l->other, -1, size);
    memset(l->variable, -1, size);
}

isl_union_set *lower_launched(struct poly *poly,
                              const struct map_kernel *kernel)
{
    int count = kernel->prefix_count;
    isl_union_set *domain = isl_union_set_copy(kernel->domain);
    if (count == 0)
        return domain;
    isl_set *at = isl_set_universe(
        space_tagged(affine_space(poly, count), "hd_h", count));
    for (int k = 0; k < count; k++) {
        isl_local_space *space =
            isl_local_space_from_space(isl_set_get_space(at));
        isl_aff *dim = isl_aff_var_on_domain(isl_local_space_copy(space),
                                             isl_dim_set, (unsigned)k);
        isl_aff *h = space_param(space, arena_printf(poly->arena, "hd_h%d", k));
        at = isl_set_intersect(at, isl_aff_eq_set(dim, h));
    }
    isl_union_map *prefix = isl_union_map_copy(kernel->prefix);
    prefix = isl_union_map_intersect_range(prefix, isl_union_set_from_set(at));
    return isl_union_set_intersect(domain, isl_union_map_domain(prefix));
}

static isl_stat most_existentials(isl_basic_set *piece, void *user)
{
    int *most = user, count = (int)isl_basic_set_dim(piece, isl_dim_div);
    *most = count > *most ? count : *most;
    isl_basic_set_free(piece);
    return isl_stat_ok;
}

/* The values [x, y, …] of the mapped dimensions in a launch, anonymous, from
 * which its grid follows. Where they are complicated there may be more of them,
 * whose threads find nothing to do: their exact extremes would take very
 * long. */
isl_set *lower_mapped_points(isl_union_map *map, isl_union_set *launched)
{
    enum { MAX_EXISTENTIALS = 3, MAX_PIECES = 4 };
    int existentials = 0;
    isl_union_set *range = isl_union_set_apply(isl_union_set_copy(launched),
                                               isl_union_map_copy(map));
    isl_set *set = isl_set_from_union_set(range);
    set = isl_set_coalesce(isl_set_reset_tuple_id(set));
    isl_set_foreach_basic_set(set, most_existentials, &existentials);
    if (existentials > MAX_EXISTENTIALS ||
        (existentials && isl_set_n_basic_set(set) > MAX_PIECES))
        set = isl_set_coalesce(isl_set_remove_divs(set));
    return set;
}

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
    struct poly *poly = l->poly;
    isl_set *context = isl_set_intersect(isl_set_copy(poly->context),
                                         isl_set_copy(poly->assumed));
    isl_set *here = isl_union_set_params(isl_union_set_copy(launched));
    here = isl_set_remove_divs(here); /* isl's hull is slow with them */
    here = isl_set_from_basic_set(isl_set_simple_hull(here));
    context = isl_set_intersect(context, here);
    for (int k = 0; k < kernel->dims; k++)
        context = isl_set_intersect(context, block_range(l, kernel, points, k));
    int threads = !l->mapping->gpu ? 0 : kernel->team ? 1 : kernel->dims;
    for (int k = 0; k < threads; k++) {
        isl_space *space = isl_space_params_alloc(poly->ctx, 1);
        space = isl_space_set_dim_name(space, isl_dim_param, 0,
                                       arena_printf(poly->arena, "hd_t%d", k));
        isl_set *t = isl_set_universe(space);
        t = isl_set_lower_bound_si(t, isl_dim_param, 0, 0);
        t = isl_set_upper_bound_si(t, isl_dim_param, 0,
                                   kernel->team ? kernel->team - 1
                                                : (int)kernel->block[k] - 1);
        context = isl_set_intersect(context, t);
    }
    return context;
}

void lower_find_box(isl_set *points, int dims, isl_pw_aff **low,
                    isl_pw_aff **high)
{
    for (int k = 0; k < dims; k++) {
        low[k] = isl_pw_aff_coalesce(isl_set_dim_min(isl_set_copy(points), k));
        high[k] = isl_pw_aff_coalesce(isl_set_dim_max(isl_set_copy(points), k));
    }
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

/* hd_b = first block + block index; hd_t = thread index. */
static void bind_indices(struct lower *l, const struct map_kernel *kernel,
                         isl_pw_aff *const *low)
{
    for (int k = 0; k < kernel->dims; k++) {
        int block = kir_cast(l->f, KIR_I64, kir_block_index(l->f, k));
        int base = first_block(l, kernel, low[k], k);
        lower_bind(l, arena_printf(l->poly->arena, "hd_b%d", k),
                   kir_binary(l->f, KIR_ADD, base, block));
        if (l->mapping->gpu && (!kernel->team || k == 0))
            lower_bind(l, arena_printf(l->poly->arena, "hd_t%d", k),
                       kir_cast(l->f, KIR_I64, kir_thread_index(l->f, k)));
    }
}

static void give_up(struct lower *l)
{
    struct loc loc = l->poly->scop->loc;
    budget_clear(l->poly->budget);
    struct fault *fault =
        fault_add(l->poly->faults, FAULT_TOO_COMPLEX, loc,
                  "isl finds no loops over the points of this region");
    fault_hint(l->poly->faults, fault, loc,
               "split the region, or avoid division and remainder in bounds "
               "and conditions");
    l->failed = true;
}

/* The AST of a schedule (taken). isl's generator fails on a condition with an
 * existential that no expression is known of; then all of them are computed,
 * which may take more pieces, and the schedule is given to it flat, without the
 * marks that the phases of a block are found by. */
static isl_ast_node *ast_of_schedule(struct lower *l, isl_ast_build *build,
                                     isl_schedule *schedule)
{
    isl_ctx *ctx = l->poly->ctx;
    isl_ast_node *tree =
        isl_ast_build_node_from_schedule(build, isl_schedule_copy(schedule));
    if (!tree && isl_ctx_last_error(ctx) == isl_error_invalid && !l->block) {
        isl_ctx_reset_error(ctx);
        isl_union_map *map = isl_union_map_intersect_domain(
            isl_schedule_get_map(schedule), isl_schedule_get_domain(schedule));
        map = isl_union_map_compute_divs(map);
        tree = isl_ast_build_node_from_schedule_map(build, map);
        if (!tree && isl_ctx_last_error(ctx) == isl_error_invalid)
            give_up(l);
    }
    isl_schedule_free(schedule);
    return tree;
}

/* The schedule's (taken) loops; NULL after a fault. */
static isl_ast_node *make_tree(struct lower *l, isl_schedule *schedule,
                               isl_set *context /* taken */)
{
    isl_ast_build *build = lower_ast_build(l, context);
    struct lower_marks marks = {l->poly, l->kernel, NULL};
    if (!l->mapping->gpu)
        build =
            isl_ast_build_set_after_each_for(build, lower_mark_loop, &marks);
    isl_ast_node *tree = ast_of_schedule(l, build, schedule);
    isl_ast_build_free(build);
    isl_union_map_free(marks.columns);
    return tree;
}

static void lower_tree(struct lower *l, isl_ast_node *tree /* taken */)
{
    if (!tree)
        return;
    lower_jam_tree(l, tree);
    lower_ast_node(l, tree);
}

void lower_instances(struct lower *l, isl_schedule *schedule,
                     isl_union_set *mine, isl_set *context)
{
    schedule = isl_schedule_intersect_domain(schedule, mine);
    lower_tree(l, make_tree(l, schedule, context));
}

void lower_finish_kernel(struct lower *l, struct lowered *out)
{
    out->func = l->f->module->func_count - 1;
    out->source_count = l->source_count;
    out->source = l->source;
    out->row_count = l->row_count;
    out->row = l->row;
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
    isl_set *known =
        isl_set_intersect(isl_set_copy(context), isl_set_copy(l->kernel->full));
    l->full = true;
    l->known = known;
    lower_tree(l,
               make_tree(l, isl_schedule_copy(schedule), isl_set_copy(known)));
    isl_set_free(known);
    l->full = false;
    l->known = context;
}

/* The kernel's instances; those of full blocks apart, if that spares them
 * conditions. */
static void lower_blocks(struct lower *l, isl_union_set *mine /* taken */,
                         isl_set *context /* taken */)
{
    isl_schedule *schedule = isl_schedule_intersect_domain(
        isl_schedule_copy(l->mapping->schedule), mine);
    bool apart = l->kernel->full != NULL, other = true;
    isl_ast_node *tree = NULL;
    l->known = context;
    if (l->kernel->loose) {
        tree = make_tree(l, isl_schedule_copy(schedule), isl_set_copy(context));
        apart = apart && tree && !lower_jam_is_loose(l, tree);
    }
    if (apart) {
        other = open_full(l, l->kernel->full);
        lower_full(l, schedule, context);
        if (other)
            kir_else(l->f);
    }
    if (other && !l->kernel->loose)
        tree = make_tree(l, isl_schedule_copy(schedule), isl_set_copy(context));
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
    struct poly *poly = l->poly;
    const int64_t *block = kernel->block;
    l->kernel = kernel;
    l->f = kir_func_new(module, KIR_KERNEL, name,
                        kernel->team      ? kernel->team
                        : l->mapping->gpu ? (int)block[0]
                                          : 1,
                        l->mapping->gpu ? (int)block[1] : 1,
                        l->mapping->gpu ? (int)block[2] : 1);
    l->f->line = kernel->loc.line;
    l->f->turn = kernel->turn;
    kir_line(l->f, kernel->loc.line);
    isl_union_set *launched = lower_launched(poly, kernel);
    isl_set *points = NULL;
    if (kernel->dims)
        points = lower_mapped_points(kernel->parallel, launched);
    lower_find_box(points, kernel->dims, out->low, out->high);
    isl_set *context = kernel_context(l, kernel, launched, points);
    isl_set_free(points);
    isl_union_set *mine = launched;
    bool whole = !l->mapping->gpu || kernel->stage_count || kernel->team ||
                 kernel->jammed;
    if (kernel->dims) {
        isl_union_map *parallel = isl_union_map_intersect_range(
            isl_union_map_copy(kernel->parallel),
            isl_union_set_from_set(map_box(poly, kernel, whole)));
        mine = isl_union_set_intersect(mine, isl_union_map_domain(parallel));
    }
    bind_indices(l, kernel, out->low);
    lower_stage_start(l);
    lower_jam_start(l);
    l->together = l->mapping->gpu && kernel->dims && !kernel->team &&
                  !kernel->stage_count && !kernel->jammed && !l->block;
    if (l->block)
        lower_instances(l, isl_schedule_copy(l->mapping->plain), mine, context);
    else
        lower_blocks(l, mine, context);
    lower_finish_kernel(l, out);
}

/* The number of blocks along a mapped dimension; defines its base. */
static int grid_extent(struct lower *l, const struct map_kernel *kernel,
                       struct lowered *low, int dim)
{
    struct kir_func *f = l->f;
    int64_t block = map_extent(kernel, dim);
    int first = kir_floor_div(
        f, lower_pw_aff(l, isl_pw_aff_copy(low->low[dim])), block);
    int last = kir_floor_div(
        f, lower_pw_aff(l, isl_pw_aff_copy(low->high[dim])), block);
    lower_source_define(l, SOURCE_BASE, dim, 0, first);
    int extent = kir_binary(f, KIR_SUB, last, first);
    return kir_binary(f, KIR_ADD, extent, kir_int(f, KIR_I64, 1));
}

int lower_scalar(struct lower *l, int array)
{
    if (l->storage->kind[array] == STORAGE_HOST)
        return kir_load(l->f, l->buffer[array], kir_int(l->f, KIR_I64, 0));
    return lower_source(l, SOURCE_SCALAR, array, 0);
}

void lower_launch_kernel(struct lower *l, const struct lowered *low,
                         const int grid[3])
{
    int total = low->row_count + low->source_count;
    struct kir_arg *args =
        arena_alloc(l->poly->arena, sizeof *args * (size_t)(total + 1));
    for (int k = 0; k < low->row_count; k++)
        args[k] = (struct kir_arg){true, low->row[k]};
    for (int k = 0; k < low->source_count; k++) {
        const struct source *s = &low->source[k];
        int value = s->kind == SOURCE_SCALAR
                        ? lower_scalar(l, s->index)
                        : lower_source(l, s->kind, s->index, s->dim);
        args[low->row_count + k] = (struct kir_arg){false, value};
    }
    kir_launch(l->f, low->func, grid, total, args);
}

void lower_launch_nest(struct lower *l, int number)
{
    const struct map_kernel *kernel = &l->mapping->kernel[number];
    struct lowered *low = &l->lowered[number];
    int one = kir_int(l->f, KIR_I64, 1);
    int grid[3] = {one, one, one};
    for (int k = 0; k < kernel->dims; k++)
        grid[k] = grid_extent(l, kernel, low, k);
    lower_launch_kernel(l, low, grid);
}

void lower_launch(struct lower *l, const char *name, const int *arg, int count)
{
    int number = atoi(name + 1);
    for (int k = 0; k < count; k++)
        lower_source_define(l, SOURCE_HOST_DIM, k, 0, arg[k]);
    if (name[0] == 'B') {
        lower_block_launch(l, number);
        return;
    }
    if (name[0] == 'O') {
        if (l->mapping->gpu)
            lower_overlap_launch(l, number);
        else
            lower_trapezoid_launch(l, number);
        return;
    }
    kir_line(l->f, l->mapping->kernel[number].loc.line);
    if (l->lowered[number].plan)
        plan_launch(l, number);
    else
        lower_launch_nest(l, number);
}

void lower_mark(struct lower *l, const char *name, isl_ast_node *below)
{
    const struct levels_list *list = l->mapping->levels;
    if (l->block && name[0] == 'K') {
        lower_block_phase(l, name, below);
        return;
    }
    if (!l->kernel && name[0] == 'B') {
        lower_block_else(l, atoi(name + 1), below);
        return;
    }
    for (int k = 0; !l->kernel && list && k < list->count; k++) {
        struct lowered *kernels =
            l->lowered + l->mapping->kernel_count + k * LEVELS_KERNELS;
        if (strcmp(list->levels[k].name, name) != 0 || kernels->func < 0)
            continue;
        lower_levels_driver(l, &list->levels[k], kernels, below);
        return;
    }
    if (!lower_jam_mark(l, name, below))
        lower_ast_node(l, below);
}

void lower_boxes(struct lower *l)
{
    for (int a = 0; a < l->poly->array_count; a++) {
        int rank = lower_box_rank(l->poly, a);
        if (l->storage->kind[a] != STORAGE_TEMP || rank < 2)
            continue;
        isl_set *box = cover_elements(l->poly, a);
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

/* The shapes of a part's Plans, where the driver is. */
static void plan_shapes(struct lower *l)
{
    int count = plan_count(l->mapping);
    if (count == 0)
        return;
    if (l->options->plan == SCOP_PLAN_COMPACT)
        l->plan_mode = plan_asked(l, l->plan_mode);
    l->shape = arena_alloc(l->poly->arena, sizeof *l->shape * (size_t)count);
    for (int k = 0; k < l->mapping->kernel_count; k++) {
        const struct map_kernel *kernel = &l->mapping->kernel[k];
        if (kernel->plan)
            l->shape[kernel->plan->number] = plan_shape(l, kernel);
    }
}

void lower_launches(struct lower *l)
{
    struct poly *poly = l->poly;
    plan_shapes(l);
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
        ast_of_schedule(l, build, isl_schedule_copy(l->mapping->host));
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
    struct poly *poly = l->poly;
    struct lower start = *l;
    int before = module->func_count;
    int count = start.mapping->gpu ? LEVELS_KERNELS : LEVELS_RUN;
    for (int k = 0; k < count; k++) {
        lower_start(l, poly, start.mapping, start.storage, start.options);
        poly_budget(poly, 4);
        lower_levels_kernel(
            l, v, (enum levels_kernel)k, module,
            arena_printf(poly->arena, "%s_%s%d_%s", start.options->name,
                         start.mapping->gpu ? "p" : "q", number, names[k]),
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
                     const struct map_block *block)
{
    for (int k = 0; k < block->count; k++)
        if (mapping->kernel[block->first + k].plan)
            return true;
    return false;
}

int lower_block_at(const struct mapping *mapping)
{
    int plans = mapping->levels ? mapping->levels->count : 0;
    return mapping->kernel_count + plans * LEVELS_KERNELS;
}

/* The kernel of a block. If isl cannot make it within its share of operations
 * there is none, and the module is as it was. */
static void lower_block_kernel(struct lower *l, const struct map_block *block,
                               struct kir_module *module, const char *name,
                               struct lowered *out)
{
    struct poly *poly = l->poly;
    int before = module->func_count;
    out->func = -1;
    if (has_plan(l->mapping, block))
        return;
    poly_budget(poly, 4);
    l->block = block;
    lower_kernel(l, &block->whole, module, name, out);
    lower_block_reach(l, out);
    if (!poly_isl_lost(poly) && !l->failed) {
        block_report(poly, l->mapping, block);
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
    struct poly *poly = part->poly;
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
    struct poly *poly = part->poly;
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
    poly->in_panels = mapping->in_panels;
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
        out->func = -1;
        if (levels_has_mark(mapping, v) &&
            !lower_plan(&l, v, part->plan + k, module, out))
            out->func = -1;
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
    for (int k = 0; k < mapping->block_count && !failed; k++) {
        lower_start(&l, poly, mapping, storage, options);
        lower_block_kernel(
            &l, &mapping->block[k], module,
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
