/*
 * Sizes at which a region is drawn: as large as the figures have room for, so
 * that what happens at borders and between them is seen, and no larger.
 */
#include "polyhedral/picture/local.h"

#include <isl/ilp.h>
#include <isl/point.h>
#include <isl/val.h>

#include <stdlib.h>
#include <string.h>

/* Iterations of a loop that are wanted, and that are shown where the source
 * fixes more, by the depth of the deepest statement in it. */
static const int wanted[PICTURE_AXES + 1] = {1, 16, 8, 5};
static const int shown[PICTURE_AXES + 1] = {1, 24, 10, 6};

static int drawn_depth(const struct poly *poly, int loop)
{
    int deepest = 0;
    for (int k = 0; k < poly->scop->stmt_count; k++) {
        const struct scop_stmt *stmt = &poly->scop->stmt[k];
        for (int d = 0; d < stmt->depth; d++)
            if (stmt->loop[d] == loop && stmt->depth > deepest)
                deepest = stmt->depth;
    }
    return deepest < PICTURE_AXES ? deepest : PICTURE_AXES;
}

/* An integer of isl's (taken); false if it is none, or very large. */
static bool small_value(isl_val *v, int64_t *value)
{
    const long LARGEST = 1l << 60;
    bool good = isl_val_is_int(v) == isl_bool_true &&
                isl_val_cmp_si(v, LARGEST) <= 0 &&
                isl_val_cmp_si(v, -LARGEST) >= 0;
    if (good)
        *value = isl_val_get_num_si(v);
    isl_val_free(v);
    return good;
}

bool sketch_dim_bound(isl_set *set, int dim, bool greatest, int64_t *value)
{
    return small_value(greatest ? isl_set_dim_max_val(isl_set_copy(set), dim)
                                : isl_set_dim_min_val(isl_set_copy(set), dim),
                       value);
}

/* Do all loops have room at these sizes (taken)? *sum receives the iterations
 * of the loops around each statement. */
static bool have_room(const struct poly *poly, isl_set *sizes, int64_t *sum)
{
    bool room = true;
    *sum = 0;
    for (int k = 0; room && k < poly->stmt_count; k++) {
        const struct scop_stmt *stmt = &poly->scop->stmt[k];
        isl_set *set = isl_set_intersect_params(
            isl_set_copy(poly->stmt[k].domain), isl_set_copy(sizes));
        for (int d = 0; room && d < stmt->depth; d++) {
            int64_t low, high;
            if (!sketch_dim_bound(set, d, false, &low) ||
                !sketch_dim_bound(set, d, true, &high))
                continue;
            int depth = drawn_depth(poly, stmt->loop[d]);
            room = high - low < wanted[depth];
            *sum += high - low + 1;
        }
        isl_set_free(set);
    }
    isl_set_free(sizes);
    return room;
}

static isl_set *with_sizes(isl_set *possible, const int64_t *size, int count)
{
    isl_set *set = isl_set_copy(possible);
    for (int k = 0; k < count; k++)
        set = isl_set_fix_val(
            set, isl_dim_param, (unsigned)k,
            isl_val_int_from_si(isl_set_get_ctx(set), (long)size[k]));
    return set;
}

/* What the parameters may be, such that as many statements as possible have
 * instances. */
static isl_set *possible_sizes(const struct poly *poly)
{
    isl_set *all = isl_set_intersect(isl_set_copy(poly->context),
                                     isl_set_copy(poly->assumed));
    all = isl_set_intersect(all, isl_set_copy(poly->type_bounds));
    for (int k = 0; k < poly->stmt_count; k++) {
        isl_set *run = isl_set_params(isl_set_copy(poly->stmt[k].domain));
        run = isl_set_intersect(run, isl_set_copy(all));
        if (isl_set_is_empty(run) == isl_bool_false) {
            isl_set_free(all);
            all = run;
        } else {
            isl_set_free(run);
        }
    }
    return all;
}

/* Parameters for which only one value is possible, as far as isl sees. */
static void take_fixed(isl_set *possible, int count, int64_t *size,
                       bool *is_given)
{
    for (int k = 0; k < count; k++) {
        isl_val *v = isl_set_plain_get_val_if_fixed(possible, isl_dim_param,
                                                    (unsigned)k);
        if (is_given[k])
            isl_val_free(v);
        else
            is_given[k] = small_value(v, &size[k]);
    }
}

/* Sets what the user gives, where the region permits it: the other sizes that
 * are possible then. */
static isl_set *follow_given(const struct sketch *s, isl_set *possible,
                             int64_t *size, bool *is_given)
{
    const struct scop *scop = s->poly->scop;
    for (int k = 0; k < scop->param_count; k++)
        for (int g = 0; g < s->given_count; g++) {
            if (strcmp(scop->param[k].name, s->given[g].name) != 0 &&
                strcmp(scop->param[k].text, s->given[g].name) != 0)
                continue;
            isl_val *v =
                isl_val_int_from_si(s->poly->ctx, (long)s->given[g].value);
            isl_set *set = isl_set_fix_val(isl_set_copy(possible),
                                           isl_dim_param, (unsigned)k, v);
            bool good = isl_set_is_empty(set) == isl_bool_false;
            isl_set_free(good ? possible : set);
            possible = good ? set : possible;
            is_given[k] |= good;
            size[k] = good ? s->given[g].value : size[k];
        }
    take_fixed(possible, scop->param_count, size, is_given);
    return possible;
}

/* Values of the set's parameters, wherever isl finds some. */
static bool sample(isl_set *possible, int64_t *size, int count)
{
    isl_point *point = isl_set_sample_point(isl_set_copy(possible));
    bool good = isl_point_is_void(point) == isl_bool_false;
    for (int k = 0; good && k < count; k++)
        good = small_value(
            isl_point_get_coordinate_val(point, isl_dim_param, k), &size[k]);
    isl_point_free(point);
    return good;
}

struct trial {
    const struct poly *poly;
    isl_set *possible;
    const bool *given;
    int64_t *size;
    int count;
};

/* Are the trial's sizes possible? With `sum`, there must be room for all
 * loops, whose iterations it receives. */
static bool try_sizes(const struct trial *t, int64_t *sum)
{
    isl_set *sizes = with_sizes(t->possible, t->size, t->count);
    if (sum && isl_set_is_empty(sizes) == isl_bool_false)
        return have_room(t->poly, sizes, sum);
    bool possible = isl_set_is_empty(sizes) == isl_bool_false;
    isl_set_free(sizes);
    return possible && !sum;
}

static void set_all(const struct trial *t, int64_t value)
{
    for (int k = 0; k < t->count; k++)
        if (!t->given[k])
            t->size[k] = value;
}

/* Each parameter grows while that gives some loop more iterations. */
static void grow_sizes(const struct trial *t, int64_t sum)
{
    enum { TRIES = 12 };
    for (int k = 0; k < t->count; k++) {
        if (t->given[k])
            continue;
        int64_t best = t->size[k], more;
        for (int n = 0; n < TRIES; n++) {
            t->size[k]++;
            if (!try_sizes(t, &more) || more <= sum)
                break;
            best = t->size[k];
            sum = more;
        }
        t->size[k] = best;
    }
}

/* Some values, not equal ones and the smaller the better. */
static bool sample_small(const struct trial *t)
{
    static const int bounds[] = {8, 24, 120};
    bool found = false;
    for (size_t b = 0; !found && b < sizeof bounds / sizeof bounds[0]; b++) {
        isl_set *small = isl_set_copy(t->possible);
        for (int k = 0; k < t->count; k++) {
            if (t->given[k])
                continue;
            small =
                isl_set_lower_bound_si(small, isl_dim_param, (unsigned)k, 0);
            small = isl_set_upper_bound_si(small, isl_dim_param, (unsigned)k,
                                           bounds[b]);
        }
        found = sample(small, t->size, t->count);
        isl_set_free(small);
    }
    return found || sample(t->possible, t->size, t->count);
}

/* All parameters equal, as large as there is room, then one by one; where
 * loops of fixed sizes leave no room, any small value. */
static bool find_sizes(const struct trial *t)
{
    enum { LARGEST = 18, SMALL = 8 };
    int64_t sum;
    for (int64_t v = LARGEST; v > 0; v--) {
        set_all(t, v);
        if (try_sizes(t, &sum)) {
            grow_sizes(t, sum);
            return true;
        }
    }
    for (int64_t v = SMALL; v > 0; v--) {
        set_all(t, v);
        if (try_sizes(t, NULL))
            return true;
    }
    return sample_small(t);
}

/* Sizes like those of programs in use, as large as the region permits. */
static int64_t *choose_typical(const struct sketch *s)
{
    static const int64_t tries[] = {1000, 400, 100, 40};
    size_t room = (size_t)s->poly->scop->param_count + 1;
    int64_t *size = arena_alloc(s->arena, sizeof *size * room);
    bool found = false;
    for (size_t k = 0; !found && k < sizeof tries / sizeof tries[0]; k++) {
        isl_set *sizes = sketch_try_sizes(s, tries[k], size);
        found = sizes;
        isl_set_free(sizes);
    }
    return found ? size : s->picture->size;
}

void sketch_choose_sizes(struct sketch *s)
{
    const struct poly *poly = s->poly;
    int count = poly->scop->param_count;
    size_t room = (size_t)count + 1;
    int64_t *size = arena_alloc(s->arena, sizeof *size * room);
    bool *is_given = arena_alloc(s->arena, sizeof *is_given * room);
    poly_budget(s->poly, 4);
    isl_set *possible = follow_given(s, possible_sizes(poly), size, is_given);
    struct trial trial = {poly, possible, is_given, size, count};
    s->picture->size = size;
    s->picture->sizes_hold = find_sizes(&trial);
    s->sizes = with_sizes(possible, size, count);
    s->picture->typical = choose_typical(s);
    isl_set_free(possible);
    if (sketch_gave_up(s, "sizes"))
        s->picture->sizes_hold = false;
}

isl_set *sketch_try_sizes(const struct sketch *s, int64_t value, int64_t *size)
{
    int count = s->poly->scop->param_count;
    bool *is_given = calloc((size_t)count + 1, sizeof *is_given);
    isl_set *possible =
        follow_given(s, possible_sizes(s->poly), size, is_given);
    struct trial trial = {s->poly, possible, is_given, size, count};
    set_all(&trial, value);
    isl_set *sizes = with_sizes(possible, size, count);
    isl_set_free(possible);
    free(is_given);
    if (isl_set_is_empty(sizes) == isl_bool_false)
        return sizes;
    return isl_set_free(sizes);
}

isl_set *sketch_fix_set(const struct sketch *s, isl_set *set)
{
    set = isl_set_intersect_params(set, isl_set_copy(s->sizes));
    return isl_set_project_out_all_params(set);
}

isl_map *sketch_fix_map(const struct sketch *s, isl_map *map)
{
    map = isl_map_intersect_params(map, isl_set_copy(s->sizes));
    return isl_map_project_out_all_params(map);
}

/* The range of a loop within the windows of those around it. */
static void find_range(struct sketch *s, int loop)
{
    struct picture_window *w = &s->picture->window[loop];
    for (int k = 0; k < s->poly->stmt_count; k++) {
        const struct scop_stmt *stmt = &s->poly->scop->stmt[k];
        for (int d = 0; s->box[k] && d < stmt->depth; d++) {
            int64_t low, high;
            if (stmt->loop[d] != loop ||
                !sketch_dim_bound(s->box[k], d, false, &low) ||
                !sketch_dim_bound(s->box[k], d, true, &high))
                continue;
            w->low = !w->used || low < w->low ? low : w->low;
            w->high = !w->used || high > w->high ? high : w->high;
            w->used = true;
            w->fixed |= d < stmt->depth - PICTURE_AXES;
        }
    }
}

static void clip_boxes(struct sketch *s, int loop)
{
    const struct picture_window *w = &s->picture->window[loop];
    for (int k = 0; k < s->poly->stmt_count; k++) {
        const struct scop_stmt *stmt = &s->poly->scop->stmt[k];
        for (int d = 0; s->box[k] && d < stmt->depth; d++) {
            if (stmt->loop[d] != loop)
                continue;
            isl_ctx *ctx = s->poly->ctx;
            s->box[k] = isl_set_lower_bound_val(
                s->box[k], isl_dim_set, (unsigned)d,
                isl_val_int_from_si(ctx, (long)w->first));
            s->box[k] = isl_set_upper_bound_val(
                s->box[k], isl_dim_set, (unsigned)d,
                isl_val_int_from_si(ctx, (long)w->last));
        }
    }
}

/* Loops are numbered from the outside in, so that the windows of those around
 * one are known before it. */
void sketch_choose_windows(struct sketch *s)
{
    poly_budget(s->poly, 4);
    for (int k = 0; k < s->poly->stmt_count; k++)
        if (!s->poly->stmt[k].prologue)
            s->box[k] =
                sketch_fix_set(s, isl_set_copy(s->poly->stmt[k].domain));
    for (int loop = 0; loop < s->poly->scop->loop_count; loop++) {
        struct picture_window *w = &s->picture->window[loop];
        find_range(s, loop);
        if (!w->used)
            continue;
        int64_t count = shown[drawn_depth(s->poly, loop)];
        w->first = w->fixed ? w->low + (w->high - w->low) / 2 : w->low;
        w->last = w->fixed ? w->first : w->low + count - 1;
        if (w->last > w->high)
            w->last = w->high;
        clip_boxes(s, loop);
    }
    sketch_gave_up(s, "the figures");
}
