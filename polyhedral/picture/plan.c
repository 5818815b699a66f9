/*
 * The plan of one side: which core executes which point when (thesis eq. 2.8
 * and fig. 2.5).
 *
 * The final schedule tree orders the points; the kernel's mapping says which
 * thread or chunk executes each; launches are the barriers. Points of one core
 * follow one another in the order of the tree, cores of a launch run side by
 * side.
 */
#include "polyhedral/picture/local.h"

#include "polyhedral/map/map.h"
#include "polyhedral/schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

#include <isl/id.h>
#include <isl/val.h>

/* Notes what the map (taken) gives to the points of its domain: their time, or,
 * for a kernel >= 0, where it executes them. */
static void read_values(struct plan_drawing *d, isl_map *map, int kernel)
{
    struct sketch *s = d->s;
    isl_space *space = isl_space_domain(isl_map_get_space(map));
    int stmt = poly_stmt_index(s->poly, space);
    if (stmt < 0 || !s->box[stmt]) {
        isl_map_free(map);
        return;
    }
    int depth = s->picture->domain[stmt].depth;
    int length = (int)isl_map_dim(map, isl_dim_out);
    map = sketch_fix_map(s, map);
    map = isl_map_intersect_domain(map, isl_set_copy(s->box[stmt]));
    struct rows rows = rows_of_map(s->arena, map, s->max_points);
    for (int k = 0; k < rows.count; k++) {
        const int64_t *row = &rows.cell[k * rows.width];
        int found = sketch_find_point(s, stmt, row);
        if (found < 0)
            continue;
        struct plan_visit *visit = &d->visit[d->first[stmt] + found];
        struct plan_values values = {length, row + depth};
        if (kernel < 0) {
            visit->time = values;
        } else {
            visit->kernel = kernel;
            visit->where = values;
        }
    }
}

void plan_read_kernel(struct plan_drawing *d, isl_union_map *map, int kernel)
{
    isl_map_list *list = isl_union_map_get_map_list(map);
    for (int k = 0; k < isl_map_list_n_map(list); k++)
        read_values(d, isl_map_list_get_map(list, k), kernel);
    isl_map_list_free(list);
    isl_union_map_free(map);
}

/* statements -> [times, position]. */
static isl_union_map *append_position(isl_union_map *times, int position)
{
    isl_union_set *domain = isl_union_map_domain(isl_union_map_copy(times));
    isl_space *space =
        isl_space_set_from_params(isl_union_set_get_space(domain));
    space = isl_space_add_dims(space, isl_dim_set, 1);
    isl_set *constant =
        isl_set_fix_si(isl_set_universe(space), isl_dim_set, 0, position);
    return isl_union_map_flat_range_product(
        times, isl_union_map_from_domain_and_range(
                   domain, isl_union_set_from_set(constant)));
}

static void walk_tree(struct plan_drawing *d, isl_schedule_node *node,
                      isl_union_map *times);

/* Returns the order in which a thread has its points: a map from statements to
 * numbers of them along each dimension, x last. */
static isl_union_map *own_points(struct plan_drawing *d)
{
    const struct map_kernel *kernel = d->inside;
    struct buf text = {0};
    buf_puts(&text, "{ [");
    for (int k = 0; k < kernel->dims; k++)
        buf_printf(&text, "%sf%d", k ? ", " : "", k);
    buf_puts(&text, "] -> [");
    for (int k = kernel->dims - 1; k > 0; k--)
        buf_printf(&text, "f%d mod %lld, ", k,
                   (long long)kernel->unroll.each[k]);
    buf_printf(&text, "%lld*floor((f0 mod %lld) / %lld) + (f0 mod %lld)] }",
               (long long)kernel->unroll.vector,
               (long long)map_extent(kernel, 0),
               (long long)(kernel->unroll.vector * kernel->block[0]),
               (long long)kernel->unroll.vector);
    isl_map *own = isl_map_read_from_str(d->s->poly->ctx, text.text);
    buf_free(&text);
    return isl_union_map_apply_range(isl_union_map_copy(kernel->parallel),
                                     isl_union_map_from_map(own));
}

/* Adds what a mark (kept) says of the band below it; true: that is all of it.
 */
static bool read_mark(struct plan_drawing *d, isl_schedule_node *mark,
                      isl_union_map **times)
{
    isl_id *id = isl_schedule_node_mark_get_id(mark);
    const char *name = isl_id_get_name(id);
    bool points = strncmp(name, MAP_MARK_POINTS, 1) == 0;
    if (node_is_kernel(mark))
        d->inside = &d->mapping->kernel[atoi(name + 1)];
    isl_id_free(id);
    if (points)
        *times = isl_union_map_flat_range_product(*times, own_points(d));
    return points;
}

/* Children of sequences and sets. Copies to shared memory, which extension
 * nodes add, are no points of the region and drop out here. */
static void walk_children(struct plan_drawing *d, isl_schedule_node *node,
                          isl_union_map *times)
{
    int count = (int)isl_schedule_node_n_children(node);
    for (int k = 0; k < count; k++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, k);
        isl_union_set *filter = isl_schedule_node_filter_get_filter(child);
        filter =
            isl_union_set_intersect_params(filter, isl_set_copy(d->s->sizes));
        filter = isl_union_set_project_out_all_params(filter);
        isl_union_map *part =
            isl_union_map_intersect_domain(isl_union_map_copy(times), filter);
        if (isl_union_map_is_empty(part) == isl_bool_false) {
            walk_tree(d, isl_schedule_node_child(child, 0),
                      append_position(part, k));
        } else {
            isl_schedule_node_free(child);
            isl_union_map_free(part);
        }
    }
    isl_schedule_node_free(node);
    isl_union_map_free(times);
}

/* Reads the times of the points below a node (taken), given those of the nodes
 * above it (taken). */
static void walk_tree(struct plan_drawing *d, isl_schedule_node *node,
                      isl_union_map *times)
{
    while (!poly_isl_lost(d->s->poly)) {
        enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
        if (type == isl_schedule_node_sequence ||
            type == isl_schedule_node_set) {
            walk_children(d, node, times);
            return;
        }
        if (type == isl_schedule_node_band &&
            isl_schedule_node_band_n_member(node) > 0)
            times = isl_union_map_flat_range_product(
                times,
                isl_schedule_node_band_get_partial_schedule_union_map(node));
        if (type == isl_schedule_node_mark && read_mark(d, node, &times))
            node = isl_schedule_node_child(node, 0);
        if (isl_schedule_node_n_children(node) < 1)
            break;
        node = isl_schedule_node_child(node, 0);
    }
    isl_schedule_node_free(node);
    plan_read_kernel(d, times, -1);
}

isl_union_set *plan_points(const struct sketch *s)
{
    isl_union_set *all = isl_union_set_empty_ctx(s->poly->ctx);
    for (int k = 0; k < s->poly->stmt_count; k++)
        if (s->box[k])
            all = isl_union_set_add_set(all, isl_set_copy(s->box[k]));
    return all;
}

void plan_read_times(struct plan_drawing *d)
{
    isl_union_map *times = isl_union_map_from_domain_and_range(
        plan_points(d->s), isl_union_set_from_set(isl_set_universe(
                               isl_space_set_alloc(d->s->poly->ctx, 0, 0))));
    walk_tree(d, isl_schedule_get_root(d->mapping->schedule), times);
}

static void read_cores(struct plan_drawing *d)
{
    for (int k = 0; k < d->mapping->kernel_count; k++) {
        const struct map_kernel *kernel = &d->mapping->kernel[k];
        isl_union_map *where = isl_union_map_flat_range_product(
            isl_union_map_copy(kernel->prefix),
            isl_union_map_copy(kernel->parallel));
        where = isl_union_map_intersect_domain(
            where, isl_union_set_copy(kernel->domain));
        plan_read_kernel(d, where, k);
    }
}

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_values(const int64_t *a, const int64_t *b, int count)
{
    int order = 0;
    for (int k = 0; order == 0 && k < count; k++)
        order = compare(a[k], b[k]);
    return order;
}

static int by_time(const void *a, const void *b)
{
    const struct plan_visit *x = a, *y = b;
    int both =
        x->time.length < y->time.length ? x->time.length : y->time.length;
    int order = (x->kernel < 0) - (y->kernel < 0);
    if (order == 0)
        order = compare_values(x->time.at, y->time.at, both);
    return order ? order : compare(x->time.length, y->time.length);
}

/* Blocks one after the other, x fastest; their threads likewise. */
static int compare_cores(const struct picture_place *a,
                         const struct picture_place *b)
{
    int order = compare(a->launch, b->launch);
    for (int k = PICTURE_AXES - 1; order == 0 && k >= 0; k--)
        order = compare(a->block[k], b->block[k]);
    for (int k = PICTURE_AXES - 1; order == 0 && k >= 0; k--)
        order = compare(a->thread[k], b->thread[k]);
    return order;
}

/* Of one core, in the order of `by_time` that the places' orders hold. */
static int by_core(const void *a, const void *b)
{
    const struct plan_visit *x = a, *y = b;
    int order = compare_cores(x->place, y->place);
    return order ? order : compare(x->place->order, y->place->order);
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Sets the core of a visit: on a GPU it is the one that map_box has; on the
 * host a block of x is one core's. What runs by lists has a core for each
 * place. */
static void set_core(const struct plan_drawing *d, struct plan_visit *visit)
{
    if (d->side == PICTURE_RUN) {
        visit->place->block[0] =
            visit->where.at[d->plan->kernel[visit->kernel].prefix_count];
        return;
    }
    const struct map_kernel *kernel = &d->mapping->kernel[visit->kernel];
    const int64_t *f = visit->where.at + kernel->prefix_count;
    for (int k = 0; k < kernel->dims; k++) {
        int64_t extent = map_extent(kernel, k);
        visit->place->block[k] = floor_div(f[k], extent);
        int64_t at = f[k] - extent * visit->place->block[k];
        if (d->mapping->gpu)
            visit->place->thread[k] =
                k ? at / kernel->unroll.each[k]
                  : at / kernel->unroll.vector % kernel->block[k];
    }
}

/* A new launch wherever the kernel or a loop of the host around it goes on. */
static int add_launch(struct plan_drawing *d, const struct plan_visit *visit,
                      const struct plan_visit *before)
{
    struct picture_plan *plan = d->plan;
    int count = d->plan->kernel[visit->kernel].prefix_count;
    if (before && before->kernel == visit->kernel &&
        compare_values(before->where.at, visit->where.at, count) == 0)
        return plan->launch_count - 1;
    struct picture_launch *launch = &plan->launch[plan->launch_count];
    launch->kernel = visit->kernel;
    launch->prefix =
        arena_alloc(d->s->arena, sizeof(int64_t) * (size_t)(count + 1));
    if (count)
        memcpy(launch->prefix, visit->where.at,
               sizeof(int64_t) * (size_t)count);
    return plan->launch_count++;
}

static void number_launches(struct plan_drawing *d)
{
    qsort(d->visit, (size_t)d->count, sizeof *d->visit, by_time);
    for (int k = 0; k < d->count && d->visit[k].kernel >= 0; k++) {
        struct plan_visit *visit = &d->visit[k];
        visit->place->launch = add_launch(d, visit, k ? visit - 1 : NULL);
        visit->place->order = k;
        set_core(d, visit);
        d->plan->points++;
    }
}

static void number_cores(struct plan_drawing *d)
{
    struct picture_plan *plan = d->plan;
    qsort(d->visit, (size_t)plan->points, sizeof *d->visit, by_core);
    for (int k = 0; k < plan->points; k++) {
        struct picture_place *place = d->visit[k].place;
        const struct picture_place *before = k ? d->visit[k - 1].place : NULL;
        struct picture_launch *launch = &plan->launch[place->launch];
        bool same = before && compare_cores(before, place) == 0;
        launch->points++;
        launch->cores += !same;
        place->core = launch->cores - 1;
        place->order = same ? before->order + 1 : 0;
        if (place->order >= launch->steps)
            launch->steps = place->order + 1;
    }
    for (int k = 0; k < plan->launch_count; k++) {
        struct picture_launch *launch = &plan->launch[k];
        launch->begin = plan->time;
        plan->time += launch->steps;
        if (launch->cores > plan->cores)
            plan->cores = launch->cores;
    }
}

static void copy_tiles(struct sketch *s, const struct map_kernel *from,
                       struct picture_kernel *to)
{
    to->tile_count = from->shared.count;
    to->tile = arena_alloc(s->arena,
                           sizeof *to->tile * (size_t)(from->shared.count + 1));
    for (int k = 0; k < from->shared.count; k++) {
        const struct staging_buffer *buffer = &from->shared.buffer[k];
        struct picture_tile *copy = &to->tile[k];
        copy->array = s->poly->array[buffer->array].array;
        copy->rank = buffer->rank;
        copy->size =
            arena_alloc(s->arena, sizeof(int64_t) * (size_t)buffer->rank);
        copy->bytes = scop_type_size(s->poly->scop->array[copy->array].type);
        for (int i = 0; i < buffer->rank; i++) {
            copy->size[i] = buffer->size[i];
            copy->bytes *= buffer->size[i];
        }
    }
}

static void copy_kernels(struct plan_drawing *d)
{
    struct sketch *s = d->s;
    d->plan->kernel_count = d->mapping->kernel_count;
    d->plan->kernel =
        arena_alloc(s->arena, sizeof *d->plan->kernel *
                                  (size_t)(d->mapping->kernel_count + 1));
    for (int k = 0; k < d->mapping->kernel_count; k++) {
        const struct map_kernel *from = &d->mapping->kernel[k];
        struct picture_kernel *to = &d->plan->kernel[k];
        to->name = arena_strdup(s->arena, from->name);
        to->dims = from->dims;
        to->prefix_count = from->prefix_count;
        to->loc = from->loc;
        for (int i = 0; i < PICTURE_AXES; i++)
            to->block[i] = i < from->dims ? map_extent(from, i) : 1;
        to->parallel =
            sketch_keep_text(s, isl_union_map_to_str(from->parallel));
        copy_tiles(s, from, to);
    }
}

void plan_begin(struct plan_drawing *d)
{
    struct sketch *s = d->s;
    d->plan->launch = arena_alloc(s->arena, sizeof *d->plan->launch *
                                                (size_t)(s->points + 1));
    d->visit =
        arena_alloc(s->arena, sizeof *d->visit * (size_t)(s->points + 1));
    d->first =
        arena_alloc(s->arena, sizeof(int) * (size_t)(s->poly->stmt_count + 1));
    for (int k = 0; k < s->poly->stmt_count; k++) {
        struct picture_domain *domain = &s->picture->domain[k];
        d->first[k] = d->count;
        for (int i = 0; i < domain->point_count; i++) {
            struct plan_visit *visit = &d->visit[d->count++];
            visit->kernel = -1;
            visit->place = &domain->point[i].place[d->side];
        }
    }
}

void plan_number(struct plan_drawing *d)
{
    number_launches(d);
    number_cores(d);
}

void sketch_plan(struct sketch *s, enum picture_side side,
                 const struct mapping *mapping)
{
    struct picture_plan *plan = &s->picture->plan[side];
    struct plan_drawing d = {
        .s = s, .mapping = mapping, .side = side, .plan = plan};
    if (!mapping)
        return;
    poly_budget(s->poly, 4);
    plan->present = true;
    plan->serial = mapping_is_serial(mapping);
    copy_kernels(&d);
    plan_begin(&d);
    plan_read_times(&d);
    read_cores(&d);
    if (sketch_gave_up(s, side == PICTURE_GPU ? "the plan of the GPU"
                                              : "the plan of the host"))
        return;
    plan_number(&d);
}
