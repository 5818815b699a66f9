/*
 * The Plans that are made when the program runs, by levels
 * (plan/level_schedule.h) and of active points (plan/active_points.h), as they
 * come out of made-up data (data.c): the same filters and dependences that the
 * Plans' kernels evaluate, evaluated here, point by point.
 *
 * Subscripts that only memory tells lead each point to a few others, by chance.
 */
#include "polyhedral/picture/local.h"

#include "polyhedral/plan/plan.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_RUN_POINTS = 20000, DRAWS = 2 /* of an unknown subscript */ };

/* Point `to` waits for the earlier point `from`. */
struct run_edge {
    int from, to;
    int source, sink; /* statements */
    bool flow;
};

/* A nest that gets a Plan. */
struct run_nest {
    const struct levels *levels;     /* NULL: it is a kernel's Plan */
    const struct map_kernel *kernel; /* NULL: it is one by levels */
    const char *name;
    struct loc loc;
    isl_union_map *where; /* statements -> points */
    int dims;
    struct rows point;  /* all of them, in the static order */
    bool *active;       /* per point */
    int *level;         /* per point; 0: does nothing */
    struct rows *first; /* per statement: points, and its first instance */
    int edge_count, edge_cap;
    struct run_edge *edge;
};

struct run {
    struct sketch *s;
    struct plan_drawing d;
    bool cut; /* there is more than is looked at */
    int nest_count, nest_cap;
    struct run_nest *nest;
    int edge_count; /* of all nests */
};

static void add_nest(struct run *r, struct run_nest nest)
{
    ARENA_PUSH(r->s->arena, r->nest, r->nest_count, r->nest_cap, nest);
}

/* Finds the nests that have Plans. For lists the points that are drawn are
 * enough: each is active or not by itself. */
static void find_nests(struct run *r)
{
    const struct mapping *mapping = r->d.mapping;
    for (int k = 0; mapping->levels && k < mapping->levels->count; k++) {
        const struct levels *v = &mapping->levels->levels[k];
        if (levels_is_worth_it(mapping, v))
            add_nest(r,
                     (struct run_nest){.levels = v,
                                       .name = v->name,
                                       .loc = v->loc,
                                       .where = isl_union_map_copy(v->points),
                                       .dims = v->dims});
    }
    for (int k = 0; k < mapping->kernel_count; k++) {
        const struct map_kernel *kernel = &mapping->kernel[k];
        if (!kernel->plan || kernel->prefix_count > 0)
            continue;
        isl_union_map *where = isl_union_map_intersect_domain(
            isl_union_map_copy(kernel->points.map),
            isl_union_set_copy(kernel->domain));
        where = isl_union_map_intersect_domain(where, plan_points(r->s));
        if (isl_union_map_is_empty(where) != isl_bool_false) {
            isl_union_map_free(where);
            continue;
        }
        add_nest(r, (struct run_nest){.kernel = kernel,
                                      .name = kernel->name,
                                      .loc = kernel->loc,
                                      .where = where,
                                      .dims = kernel->points.dims});
    }
}

/* The points of one statement's instances. */
static void read_instances(struct run *r, struct run_nest *n,
                           isl_map *map /* taken */)
{
    int stmt =
        poly_stmt_index(r->s->poly, isl_space_domain(isl_map_get_space(map)));
    map = isl_map_intersect_domain(map,
                                   isl_set_copy(r->s->poly->stmt[stmt].domain));
    map = sketch_fix_map(r->s, map);
    n->first[stmt] = rows_of_map(
        r->s->arena, isl_map_lexmin(isl_map_reverse(map)), MAX_RUN_POINTS);
    r->cut |= n->first[stmt].cut;
}

static void read_points(struct run *r, struct run_nest *n)
{
    struct sketch *s = r->s;
    isl_union_set *range = isl_union_map_range(isl_union_map_copy(n->where));
    isl_set *all = sketch_fix_set(s, isl_set_from_union_set(range));
    n->point = rows_of_set(s->arena, all, MAX_RUN_POINTS);
    r->cut |= n->point.cut;
    size_t count = (size_t)n->point.count + 1;
    n->active = arena_alloc(s->arena, count);
    n->level = arena_alloc(s->arena, sizeof(int) * count);
    n->first = arena_alloc(s->arena, sizeof *n->first *
                                         ((size_t)s->poly->stmt_count + 1));
    isl_map_list *list = isl_union_map_get_map_list(n->where);
    for (int k = 0; k < isl_map_list_n_map(list); k++)
        read_instances(r, n, isl_map_list_get_map(list, k));
    isl_map_list_free(list);
}

static bool filter_holds(const struct run *r, const struct filter *filter,
                         const int64_t *at)
{
    for (int k = 0; k < filter->count; k++) {
        double value =
            sketch_evaluate(r->s, filter->stmt, at, filter->test[k].expr);
        if ((value != 0) != filter->test[k].holds)
            return false;
    }
    return true;
}

/* Does the instance pass the filter that is known before the nest starts? */
static bool passes(const struct run *r, const struct run_nest *n, int stmt,
                   const int64_t *at)
{
    const struct scop_stmt *s = r->s->poly->stmt[stmt].stmt;
    if (n->levels)
        return filter_holds(r, &n->levels->stmt[stmt].filter, at);
    for (int g = 0; g < n->kernel->plan->skip[stmt]; g++)
        if (sketch_evaluate(r->s, stmt, at, s->guard[g]) == 0)
            return false;
    return true;
}

/* Makes a point active if the statement passes there? */
static bool acts(const struct run *r, const struct run_nest *n, int stmt)
{
    if (n->levels)
        return n->levels->stmt[stmt].visible;
    isl_union_set *set =
        isl_union_set_from_set(isl_set_copy(r->s->poly->stmt[stmt].domain));
    bool apart = isl_union_set_is_disjoint(set, n->kernel->plan->acting) !=
                 isl_bool_false;
    isl_union_set_free(set);
    return !apart;
}

static void find_active(struct run *r, struct run_nest *n)
{
    for (int stmt = 0; stmt < r->s->poly->stmt_count; stmt++) {
        const struct rows *rows = &n->first[stmt];
        if (rows->count == 0 || !acts(r, n, stmt))
            continue;
        for (int k = 0; k < rows->count; k++) {
            const int64_t *row = &rows->cell[k * rows->width];
            int point = rows_find(&n->point, row, n->dims);
            if (point >= 0 && passes(r, n, stmt, row + n->dims))
                n->active[point] = true;
        }
    }
}

/* The first instance of a statement at a point; NULL: it has none. */
static const int64_t *instance_at(const struct run_nest *n, int stmt,
                                  const int64_t *point)
{
    const struct rows *rows = &n->first[stmt];
    int found = rows_find(rows, point, n->dims);
    return found < 0 ? NULL : &rows->cell[found * rows->width + n->dims];
}

static void add_edge(struct run *r, struct run_nest *n, struct run_edge edge)
{
    if (edge.from >= 0 && edge.to >= 0 && n->active[edge.from] &&
        n->active[edge.to])
        ARENA_PUSH(r->s->arena, n->edge, n->edge_count, n->edge_cap, edge);
}

/* The points (parameters hd_q0, …) of a set, which is kept. */
static struct rows rows_of_params(struct run *r, const struct run_nest *n,
                                  isl_set *where)
{
    isl_set *set = isl_set_from_params(isl_set_copy(where));
    for (int k = 0; k < n->dims; k++) {
        char name[16];
        snprintf(name, sizeof name, "hd_q%d", k);
        int at = isl_set_find_dim_by_name(set, isl_dim_param, name);
        set = at < 0 ? isl_set_add_dims(set, isl_dim_set, 1)
                     : isl_set_move_dims(set, isl_dim_set, (unsigned)k,
                                         isl_dim_param, (unsigned)at, 1);
    }
    return rows_of_set(r->s->arena, sketch_fix_set(r->s, set), MAX_RUN_POINTS);
}

/* A filtered dependence: it holds where both filters do. */
static void follow(struct run *r, struct run_nest *n,
                   const struct levels_dep *dep)
{
    const struct levels_source *source = &n->levels->source[dep->source];
    struct rows where = rows_of_params(r, n, dep->where);
    struct rows pairs = rows_of_map(
        r->s->arena, sketch_fix_map(r->s, isl_map_copy(source->map)),
        MAX_RUN_POINTS);
    r->cut |= where.cut || pairs.cut;
    for (int k = 0; k < where.count; k++) {
        const int64_t *p = &where.cell[k * where.width];
        int found = rows_find(&pairs, p, n->dims);
        if (found < 0)
            continue;
        const int64_t *q = &pairs.cell[found * pairs.width + n->dims];
        const int64_t *to = instance_at(n, dep->to.stmt, p);
        const int64_t *from = instance_at(n, dep->from.stmt, q);
        if (to && from && filter_holds(r, &dep->to, to) &&
            filter_holds(r, &dep->from, from))
            add_edge(r, n,
                     (struct run_edge){.from = rows_find(&n->point, q, n->dims),
                                       .to = rows_find(&n->point, p, n->dims),
                                       .source = dep->from.stmt,
                                       .sink = dep->to.stmt,
                                       .flow = true});
    }
}

/* A read through an unknown subscript: each point that executes it is led to
 * some that write the array. */
static void draw_lots(struct run *r, struct run_nest *n, int read, int write)
{
    int reads = r->s->poly->access[read].stmt;
    int writes = r->s->poly->access[write].stmt;
    const struct rows *rows = &n->first[reads];
    for (int k = 0; k < DRAWS * rows->count; k++) {
        const int64_t *p = &rows->cell[k / DRAWS * rows->width];
        int reader = rows_find(&n->point, p, n->dims);
        uint64_t lot = picture_mix(picture_mix(1, read), reader);
        int writer =
            (int)(picture_mix(lot, k % DRAWS) % (uint64_t)n->point.count);
        const int64_t *wrote =
            instance_at(n, writes, &n->point.cell[writer * n->dims]);
        bool flow = writer < reader;
        if (!wrote || writer == reader || !passes(r, n, reads, p + n->dims) ||
            !passes(r, n, writes, wrote))
            continue;
        add_edge(r, n,
                 (struct run_edge){.from = flow ? writer : reader,
                                   .to = flow ? reader : writer,
                                   .source = flow ? writes : reads,
                                   .sink = flow ? reads : writes,
                                   .flow = flow});
    }
}

/* The pairs of points between which two accesses with known subscripts, a read
 * and a write, make a dependence. */
static void inspect_pairs(struct run *r, struct run_nest *n, int from, int to)
{
    const struct poly_access *first = &r->s->poly->access[from];
    const struct poly_access *then = &r->s->poly->access[to];
    isl_map *map = levels_depending(r->s->poly, n->levels, first, then);
    struct rows pairs =
        rows_of_map(r->s->arena, sketch_fix_map(r->s, map), MAX_RUN_POINTS);
    r->cut |= pairs.cut;
    for (int k = 0; k < pairs.count; k++) {
        const int64_t *q = &pairs.cell[k * pairs.width], *p = q + n->dims;
        const int64_t *source = instance_at(n, first->stmt, q);
        const int64_t *sink = instance_at(n, then->stmt, p);
        if (source && sink && passes(r, n, first->stmt, source) &&
            passes(r, n, then->stmt, sink))
            add_edge(r, n,
                     (struct run_edge){.from = rows_find(&n->point, q, n->dims),
                                       .to = rows_find(&n->point, p, n->dims),
                                       .source = first->stmt,
                                       .sink = then->stmt,
                                       .flow = first->write});
    }
}

static void find_edges(struct run *r, struct run_nest *n)
{
    const struct poly *poly = r->s->poly;
    const struct levels *v = n->levels;
    for (int k = 0; k < v->dep_count && !v->inspection; k++)
        follow(r, n, &v->dep[k]);
    for (int a = 0; v->inspection && a < poly->access_count; a++)
        for (int w = 0; v->inspection->edge[a] && w < poly->access_count; w++) {
            const struct poly_access *write = &poly->access[w];
            if (!write->write || write->array != poly->access[a].array ||
                !v->inspection->in[write->stmt])
                continue;
            if (!poly->access[a].exact) {
                draw_lots(r, n, a, w);
                continue;
            }
            inspect_pairs(r, n, w, a);
            inspect_pairs(r, n, a, w);
        }
}

static int by_sink(const void *a, const void *b)
{
    const struct run_edge *x = a, *y = b;
    return (x->to > y->to) - (x->to < y->to);
}

/* Finds the points' levels as `walk` does (plan/level_schedule.h); points that
 * are no earlier than others come later in the static order. */
static void find_levels(struct run_nest *n)
{
    int64_t window = n->levels->window;
    if (n->edge_count)
        qsort(n->edge, (size_t)n->edge_count, sizeof *n->edge, by_sink);
    for (int p = 0, e = 0; p < n->point.count; p++) {
        int64_t slice = n->point.cell[p * n->dims] - n->point.cell[0];
        int level = slice + 1 > window ? (int)(slice + 1 - window) : 1;
        for (; e < n->edge_count && n->edge[e].to == p; e++)
            if (n->level[n->edge[e].from] >= level)
                level = n->level[n->edge[e].from] + 1;
        n->level[p] = n->active[p] ? level : 0;
    }
}

static void sum_up(struct picture_run *run, const struct run_nest *n)
{
    int steps = 0, last = (n->point.count - 1) * n->dims;
    for (int k = 0; k < n->point.count; k++) {
        run->active += n->active[k];
        steps = n->level[k] > steps ? n->level[k] : steps;
    }
    run->points += n->point.count;
    run->steps += steps;
    run->levels |= n->levels != NULL;
    run->inspected |= n->levels && n->levels->inspection;
    if (n->point.count)
        run->slices +=
            n->levels ? (int)(n->point.cell[last] - n->point.cell[0]) + 1 : 1;
}

static void make_plan(struct run *r, struct run_nest *n)
{
    read_points(r, n);
    if (poly_isl_lost(r->s->poly))
        return;
    find_active(r, n);
    if (n->levels) {
        find_edges(r, n);
        find_levels(n);
    } else {
        for (int k = 0; k < n->point.count; k++)
            n->level[k] = n->active[k];
    }
    sum_up(&r->s->picture->run, n);
    r->edge_count += n->edge_count;
}

/* What is a kernel of the drawing: the one that goes through the lists. */
static void name_kernels(struct run *r)
{
    struct picture_plan *plan = r->d.plan;
    plan->kernel = arena_alloc(r->s->arena, sizeof *plan->kernel *
                                                ((size_t)r->nest_count + 1));
    plan->kernel_count = r->nest_count;
    for (int k = 0; k < r->nest_count; k++)
        plan->kernel[k] = (struct picture_kernel){
            .name = arena_strdup(r->s->arena, r->nest[k].name),
            .dims = 1,
            .prefix_count = r->nest[k].levels ? 1 : 0,
            .block = {1, 1, 1},
            .loc = r->nest[k].loc,
        };
}

/* A visit of a nest: steps one after the other, in each the points in order,
 * in each what it executes in order. What does not pass is of no kernel. */
static void set_place(struct run *r, struct plan_visit *visit, int stmt,
                      const int64_t *at)
{
    const struct run_nest *n = &r->nest[visit->kernel];
    int point = rows_find(&n->point, visit->where.at, n->dims);
    size_t length = (size_t)visit->time.length;
    if (point < 0 || !n->active[point] || !passes(r, n, stmt, at)) {
        visit->kernel = -1;
        return;
    }
    int64_t *time = arena_alloc(r->s->arena, sizeof(int64_t) * (length + 3));
    time[0] = visit->kernel;
    time[1] = n->level[point];
    time[2] = point;
    if (length)
        memcpy(time + 3, visit->time.at, sizeof(int64_t) * length);
    visit->time = (struct plan_values){(int)length + 3, time};
    visit->where = n->levels ? (struct plan_values){2, time + 1}
                             : (struct plan_values){1, time + 2};
}

static void set_places(struct run *r)
{
    const struct sketch *s = r->s;
    for (int k = 0; k < r->nest_count; k++)
        plan_read_kernel(&r->d, isl_union_map_copy(r->nest[k].where), k);
    for (int stmt = 0; stmt < s->poly->stmt_count; stmt++)
        for (int k = 0; k < s->picture->domain[stmt].point_count; k++) {
            struct plan_visit *visit = &r->d.visit[r->d.first[stmt] + k];
            if (visit->kernel >= 0)
                set_place(r, visit, stmt, s->picture->domain[stmt].point[k].at);
        }
}

/* The dependences between the same statements, with room for all arrows. */
static struct picture_dependence *held_like(const struct run *r,
                                            const struct run_edge *edge)
{
    struct picture *picture = r->s->picture;
    for (int k = 0; k < picture->held_count; k++) {
        struct picture_dependence *old = &picture->held[k];
        if (old->source == edge->source && old->sink == edge->sink &&
            old->flow == edge->flow)
            return old;
    }
    struct picture_dependence d = {
        .source = edge->source, .sink = edge->sink, .flow = edge->flow};
    d.arrow = arena_alloc(r->s->arena, sizeof *d.arrow * (size_t)r->edge_count);
    ARENA_PUSH(r->s->arena, picture->held, picture->held_count,
               picture->held_cap, d);
    return &picture->held[picture->held_count - 1];
}

/* The edges between points that are drawn, as arrows. */
static void draw_edges(const struct run *r, const struct run_nest *n)
{
    const struct sketch *s = r->s;
    for (int k = 0; k < n->edge_count; k++) {
        const struct run_edge *edge = &n->edge[k];
        const int64_t *q = &n->point.cell[edge->from * n->dims];
        const int64_t *p = &n->point.cell[edge->to * n->dims];
        struct picture_arrow arrow = {
            sketch_find_point(s, edge->source, instance_at(n, edge->source, q)),
            sketch_find_point(s, edge->sink, instance_at(n, edge->sink, p))};
        if (arrow.from < 0 || arrow.to < 0)
            continue;
        struct picture_dependence *d = held_like(r, edge);
        d->arrow[d->arrow_count++] = arrow;
    }
}

static void draw(struct run *r)
{
    struct sketch *s = r->s;
    name_kernels(r);
    for (int k = 0; k < r->nest_count; k++)
        make_plan(r, &r->nest[k]);
    plan_begin(&r->d);
    plan_read_times(&r->d);
    set_places(r);
    if (sketch_gave_up(s, "the Plan made at run time"))
        return;
    if (r->cut) {
        s->picture->missing = "the Plan made at run time, of too many points";
        return;
    }
    for (int k = 0; k < r->nest_count; k++)
        draw_edges(r, &r->nest[k]);
    r->d.plan->present = true;
    plan_number(&r->d);
}

void sketch_run(struct sketch *s, const struct mapping *mapping)
{
    struct run r = {
        .s = s,
        .d = {.s = s,
              .mapping = mapping,
              .side = PICTURE_RUN,
              .plan = &s->picture->plan[PICTURE_RUN]},
    };
    if (!mapping || !s->picture->sizes_hold)
        return;
    poly_budget(s->poly, 4);
    find_nests(&r);
    if (r.nest_count > 0) {
        sketch_make_up(s);
        draw(&r);
    }
    for (int k = 0; k < r.nest_count; k++)
        isl_union_map_free(r.nest[k].where);
}
