/*
 * Points and arrows: the instances of statements and the dependences between
 * them, one by one (thesis fig. 2.1).
 */
#include "polyhedral/picture/local.h"

#include <isl/point.h>
#include <isl/val.h>

#include <stdlib.h>
#include <string.h>

struct collection {
    struct arena *arena;
    struct rows rows;
};

static isl_stat take_point(isl_point *point, void *user)
{
    struct collection *c = user;
    struct rows *r = &c->rows;
    r->cut = r->count >= r->limit;
    for (int k = 0; !r->cut && k < r->width; k++) {
        isl_val *v = isl_point_get_coordinate_val(point, isl_dim_set, k);
        int64_t value = isl_val_get_num_si(v);
        int cells = r->count * r->width + k;
        isl_val_free(v);
        ARENA_PUSH(c->arena, r->cell, cells, r->cap, value);
    }
    r->count += !r->cut;
    isl_point_free(point);
    return r->cut ? isl_stat_error : isl_stat_ok;
}

static int compare_cells(const int64_t *a, const int64_t *b, int count)
{
    for (int k = 0; k < count; k++)
        if (a[k] != b[k])
            return a[k] < b[k] ? -1 : 1;
    return 0;
}

/* A heap sort, since qsort knows nothing of the width of a row. */
static void swap_rows(struct rows *r, int a, int b)
{
    for (int k = 0; k < r->width; k++) {
        int64_t cell = r->cell[a * r->width + k];
        r->cell[a * r->width + k] = r->cell[b * r->width + k];
        r->cell[b * r->width + k] = cell;
    }
}

static void sift_down(struct rows *r, int root, int count)
{
    for (int child; (child = 2 * root + 1) < count; root = child) {
        const int64_t *left = &r->cell[child * r->width];
        if (child + 1 < count &&
            compare_cells(left, left + r->width, r->width) < 0)
            child++;
        if (compare_cells(&r->cell[root * r->width], &r->cell[child * r->width],
                          r->width) >= 0)
            return;
        swap_rows(r, root, child);
    }
}

static void sort_rows(struct rows *r)
{
    for (int k = r->count / 2 - 1; k >= 0; k--)
        sift_down(r, k, r->count);
    for (int last = r->count - 1; last > 0; last--) {
        swap_rows(r, 0, last);
        sift_down(r, 0, last);
    }
}

struct rows rows_of_set(struct arena *arena, isl_set *set, int limit)
{
    struct collection c = {arena, {.limit = limit}};
    c.rows.width = (int)isl_set_dim(set, isl_dim_set);
    isl_set_foreach_point(set, take_point, &c);
    isl_set_free(set);
    sort_rows(&c.rows);
    return c.rows;
}

struct rows rows_of_map(struct arena *arena, isl_map *map, int limit)
{
    return rows_of_set(arena, isl_map_wrap(map), limit);
}

int sketch_find_point(const struct sketch *s, int stmt, const int64_t *at)
{
    const struct picture_domain *domain = &s->picture->domain[stmt];
    int low = 0, high = domain->point_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        int order = compare_cells(domain->point[middle].at, at, domain->depth);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

int rows_find(const struct rows *rows, const int64_t *key, int width)
{
    int low = 0, high = rows->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_cells(&rows->cell[middle * rows->width], key, width) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < rows->count &&
                 compare_cells(&rows->cell[low * rows->width], key, width) == 0;
    return found ? low : -1;
}

bool sketch_gave_up(struct sketch *s, const char *what)
{
    if (!poly_isl_lost(s->poly))
        return false;
    budget_clear(s->poly->budget);
    s->picture->missing =
        s->picture->missing
            ? arena_printf(s->arena, "%s; %s", s->picture->missing, what)
            : what;
    return true;
}

const char *sketch_keep_text(struct sketch *s, char *text)
{
    enum { LONGEST = 4000 };
    size_t length = text ? strlen(text) : 0;
    const char *copy =
        length > LONGEST
            ? arena_printf(s->arena, "%.*s ...", (int)LONGEST, text)
            : arena_strdup(s->arena, text ? text : "");
    free(text);
    return copy;
}

static void draw_domain(struct sketch *s, int stmt)
{
    const struct poly_stmt *ps = &s->poly->stmt[stmt];
    const struct scop *scop = s->poly->scop;
    struct picture_domain *domain = &s->picture->domain[stmt];
    domain->depth = scop->stmt[stmt].depth;
    domain->prologue = ps->prologue;
    domain->set = sketch_keep_text(s, isl_set_to_str(ps->domain));
    if (ps->prologue || !s->box[stmt])
        return;
    for (int d = 0; d < domain->depth; d++) {
        const struct picture_window *w =
            &s->picture->window[scop->stmt[stmt].loop[d]];
        domain->clipped |= w->first > w->low || w->last < w->high;
    }
    struct rows rows = rows_of_set(s->arena, isl_set_copy(s->box[stmt]),
                                   s->max_points - s->points);
    domain->clipped |= rows.cut;
    domain->point_count = rows.count;
    domain->point =
        arena_alloc(s->arena, sizeof *domain->point * (size_t)(rows.count + 1));
    for (int k = 0; k < rows.count; k++) {
        domain->point[k].at = &rows.cell[k * rows.width];
        for (int side = 0; side < PICTURE_SIDES; side++)
            domain->point[k].place[side].launch = -1;
    }
    s->points += rows.count;
}

static void draw_arrows(struct sketch *s, struct picture_dependence *d,
                        const struct rows *rows)
{
    int depth = s->picture->domain[d->source].depth;
    d->arrow =
        arena_alloc(s->arena, sizeof *d->arrow * (size_t)(rows->count + 1));
    d->clipped = rows->cut;
    for (int k = 0; k < rows->count; k++) {
        const int64_t *row = &rows->cell[k * rows->width];
        struct picture_arrow arrow = {
            sketch_find_point(s, d->source, row),
            sketch_find_point(s, d->sink, row + depth),
        };
        if (arrow.from >= 0 && arrow.to >= 0)
            d->arrow[d->arrow_count++] = arrow;
    }
    s->arrows += d->arrow_count;
}

/* One relation between two statements (taken). */
static void draw_dependence(struct sketch *s, isl_map *map, bool flow)
{
    isl_space *space = isl_map_get_space(map);
    struct picture_dependence d = {.flow = flow};
    d.source =
        poly_stmt_index(s->poly, isl_space_domain(isl_space_copy(space)));
    d.sink = poly_stmt_index(s->poly, isl_space_range(space));
    d.relation = sketch_keep_text(s, isl_map_to_str(map));
    if (d.source < 0 || d.sink < 0) {
        isl_map_free(map);
        return;
    }
    if (s->box[d.source] && s->box[d.sink]) {
        map = sketch_fix_map(s, map);
        map = isl_map_intersect_domain(map, isl_set_copy(s->box[d.source]));
        map = isl_map_intersect_range(map, isl_set_copy(s->box[d.sink]));
        struct rows rows =
            rows_of_map(s->arena, map, s->max_arrows - s->arrows);
        draw_arrows(s, &d, &rows);
    } else {
        isl_map_free(map);
    }
    ARENA_PUSH(s->arena, s->picture->dependence, s->picture->dependence_count,
               s->picture->dependence_cap, d);
}

static void draw_dependences(struct sketch *s, isl_union_map *all, bool flow)
{
    isl_map_list *list = isl_union_map_get_map_list(all);
    for (int k = 0; !poly_isl_lost(s->poly) && k < isl_map_list_n_map(list);
         k++)
        draw_dependence(s, isl_map_list_get_map(list, k), flow);
    isl_map_list_free(list);
}

void sketch_points(struct sketch *s)
{
    poly_budget(s->poly, 4);
    for (int k = 0; k < s->poly->stmt_count; k++)
        draw_domain(s, k);
    sketch_gave_up(s, "points");
    poly_budget(s->poly, 4);
    draw_dependences(s, s->poly->flow, true);
    draw_dependences(s, s->poly->anti_output, false);
    sketch_gave_up(s, "arrows");
}
