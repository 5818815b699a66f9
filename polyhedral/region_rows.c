/*
 * The rows of the table that a region's arrays have when it runs, numbered over
 * all parts, and what hangs on them: flags, memory of Plans and of second
 * versions, where each array lives, and which of them must not overlap.
 */
#include "polyhedral/region_rows.h"

#include "polyhedral/cost/cost.h"
#include "polyhedral/map/map.h"
#include "polyhedral/plan/plan.h"
#include "polyhedral/tile/tile.h"

#include <string.h>

/* Old contents are never needed of what a region that runs once overwrites. If
 * isl finds no ends of what it touches, that is not known. */
static bool is_covered(const struct poly *poly, int array)
{
    if (poly->part->parts->driven)
        return false;
    poly_budget(poly, 8);
    bool covered = dataflow_is_complete(poly, array);
    if (isl_ctx_last_error(poly->ctx) == isl_error_invalid) {
        budget_clear(poly->budget);
        return false;
    }
    return !poly_out_of_budget(poly) && covered;
}

/* May the range that the region is said to touch reach beyond the array, or
 * hold what lies between its rows? */
static bool is_guess(const struct poly *poly, int array)
{
    const struct scop_array *sa = &poly->scop->array[poly->array[array].array];
    return sa->rows ||
           (sa->rank > 0 && !sa->extent[0] && !array_is_certain(poly, array));
}

static unsigned row_flags(const struct poly *poly,
                          const struct storage *storage, int array)
{
    unsigned flags = 0;
    if (poly->scop->array[poly->array[array].array].is_order)
        return REGION_READ;
    for (int k = 0; k < poly->access_count; k++)
        if (poly->access[k].array == array)
            flags |= poly->access[k].write ? REGION_WRITE : REGION_READ;
    if (storage->kind[array] == STORAGE_TEMP ||
        poly->scop->array[poly->array[array].array].scope != SCOP_OUTSIDE)
        return REGION_READ | REGION_WRITE | REGION_TEMP;
    if ((flags & REGION_WRITE) && is_covered(poly, array))
        flags |= REGION_DISCARD;
    if ((flags & REGION_WRITE) && is_guess(poly, array))
        flags |= REGION_GUESS;
    return flags;
}

/* Is the row filled: all of its range, or what is added to `fills`? */
static void find_fill(const struct poly *poly, int part, int array,
                      struct region_row *row, struct lower_fills *fills)
{
    struct lower_fill fill;
    if (row->filled || !(row->flags & REGION_WRITE) ||
        (row->flags & REGION_TEMP))
        return;
    if ((row->flags & REGION_DISCARD) && !(row->flags & REGION_GUESS)) {
        row->filled = true;
    } else if (region_fills(poly, array, &fill)) {
        fill.part = part;
        fills->at[fills->count++] = fill;
        row->filled = true;
        row->fill = fills->count;
    }
}

/* The subscripts of tables are asked for where there is more than one level: of
 * one the row's range tells them. */
static void find_box(const struct scop *scop, struct region_row *row,
                     struct lower_fills *fills)
{
    int levels = scop->array[row->array].row_levels;
    if (row->box || levels < 2 || (row->flags & REGION_TEMP))
        return;
    row->box = fills->box_count + 1;
    fills->box_count += levels;
}

/* Gives every array that is memory its row: one for all parts if it is shared.
 * Returns how many there are. */
int region_number_rows(const struct parts *parts, const struct stages *s)
{
    int rows = 0;
    for (int p = 0; p < parts->part_count; p++) {
        struct storage *storage = s[p].storage;
        for (int k = 0; k < s[p].poly->array_count; k++) {
            bool shared = k < parts->scop->array_count &&
                          (parts->kind[k] == STORAGE_USER ||
                           parts->scop->array[k].is_order);
            if (storage->row[k] < 0)
                continue;
            storage->row[k] = -1;
            for (int q = 0; q < p && shared; q++)
                if (s[q].storage->row[k] >= 0)
                    storage->row[k] = s[q].storage->row[k];
            if (storage->row[k] < 0)
                storage->row[k] = rows++;
        }
    }
    return rows;
}

/* The rows of Plans follow those of arrays. */
int region_number_plans(const struct parts *parts, const struct stages *s,
                        int rows)
{
    for (int p = 0; p < parts->part_count; p++)
        for (int k = 0; k < s[p].levels->count; k++, rows += LEVELS_ROWS)
            s[p].levels->levels[k].row = rows;
    return rows;
}

/* The rows of second versions (tile/overlapped.h), from `row` on. Returns the
 * next. */
int region_number_versions(const struct parts *parts, const struct stages *s,
                           int row)
{
    for (int p = 0; p < parts->part_count; p++)
        for (int k = 0; s[p].gpu && k < s[p].gpu->overlap_count; k++) {
            struct overlap *o = &s[p].gpu->overlap[k];
            for (int a = 0; a < o->array_count; a++)
                if (o->array[a].crosses)
                    o->array[a].row = row++;
        }
    return row;
}

static void fill_versions(struct region *region, const struct stages *s)
{
    for (int k = 0; s->gpu && k < s->gpu->overlap_count; k++) {
        const struct overlap *o = &s->gpu->overlap[k];
        for (int a = 0; a < o->array_count; a++) {
            if (!o->array[a].crosses)
                continue;
            const struct region_row *old =
                &region->row[s->storage->row[o->array[a].array]];
            region->row[o->array[a].row] = (struct region_row){
                .array = -1,
                .name = arena_printf(region->arena, "%s next", old->name),
                .type = old->type,
                .flags = REGION_READ | REGION_WRITE | REGION_TEMP,
                .version = true,
                .of = s->storage->row[o->array[a].array]};
        }
    }
}

/* The rows of a Plan belong to no array. */
static void fill_levels_rows(struct region *region, const struct levels *v)
{
    static const struct {
        const char *name;
        unsigned flags;
    } rows[LEVELS_ROWS] = {
        [LEVELS_LEVEL] = {"level", REGION_SCHEDULE},
        [LEVELS_FOUND] = {"found", REGION_SCHEDULE},
        [LEVELS_LIST] = {"list", REGION_LIST},
        [LEVELS_TABLE] = {"table", REGION_LIST},
        [LEVELS_COUNT] = {"count", REGION_SCHEDULE | REGION_STEPS},
        [LEVELS_STATE] = {"state", REGION_STATE},
    };
    for (int k = 0; k < LEVELS_ROWS; k++)
        region->row[v->row + k] = (struct region_row){
            .array = -1,
            .name = arena_printf(region->arena, "%s %s", v->name, rows[k].name),
            .type = KIR_I32,
            .flags = REGION_READ | REGION_WRITE | REGION_TEMP | rows[k].flags};
}

/* A Plan may be kept from run to run if the region writes nothing that it is
 * made from, `input` per poly array: then these rows tell whether it still
 * holds, and scalars are part of its key. */
static bool may_keep(const struct region *region, const struct stages *s,
                     const bool *input)
{
    bool may = true;
    for (int k = 0; k < s->poly->array_count; k++) {
        int row = input[k] ? s->storage->row[k] : -1;
        may &=
            row < 0 || !(region->row[row].flags & (REGION_TEMP | REGION_WRITE));
    }
    return may;
}

static void mark_kept(struct region *region, const struct stages *s,
                      const bool *input, int state)
{
    for (int k = 0; k < s->poly->array_count; k++)
        if (input[k] && s->storage->row[k] >= 0)
            region->row[s->storage->row[k]].flags |= REGION_INPUT;
    region->row[state].flags |= REGION_KEEP;
}

static void keep_levels(struct region *region, const struct stages *s)
{
    for (int k = 0; k < s->levels->count; k++) {
        struct levels *v = &s->levels->levels[k];
        v->keep = may_keep(region, s, v->input);
        if (v->keep)
            mark_kept(region, s, v->input, v->row + LEVELS_STATE);
    }
}

/* Marks the lists that are kept from run to run. Where a list is made for each
 * of many launches, the last one's would be of no use to the first. */
static void keep_lists(struct region *region, const struct stages *s,
                       const struct mapping *mapping)
{
    for (int k = 0; mapping && k < mapping->kernel_count; k++) {
        struct map_plan *plan = mapping->kernel[k].plan;
        if (!plan)
            continue;
        plan->keep = mapping->kernel[k].prefix_count == 0 &&
                     may_keep(region, s, plan->input);
        if (plan->keep)
            mark_kept(region, s, plan->input, plan->row + PLAN_ROW_STATE);
    }
}

/* Those from `first` on are of Plans of active points. */
static void fill_plan_rows(struct region *region, int first)
{
    for (int k = first; k < region->row_count; k++) {
        int which = (k - first) % PLAN_ROW_COUNT;
        region->row[k] = (struct region_row){
            .array = -1,
            .name = plan_row_name(region->arena, k - first),
            .type = KIR_U32,
            .flags = REGION_READ | REGION_WRITE | REGION_TEMP |
                     (which == PLAN_ROW_LIST    ? REGION_LIST
                      : which == PLAN_ROW_STATE ? REGION_STATE
                                                : REGION_SCHEDULE)};
    }
}

/* `first`: of the Plans of active points. */
void region_fill_rows(struct region *region, const struct parts *parts,
                      const struct stages *s, int first,
                      struct lower_fills *fills)
{
    int count = first + PLAN_ROW_COUNT * region->plan_count;
    region->row =
        arena_alloc(region->arena, sizeof *region->row * (size_t)(count + 1));
    region->row_count = count;
    for (int p = 0; p < parts->part_count; p++) {
        const struct poly *poly = s[p].poly;
        const struct storage *storage = s[p].storage;
        for (int k = 0; k < poly->array_count; k++) {
            if (storage->row[k] < 0)
                continue;
            int array = poly->array[k].array;
            struct region_row *row = &region->row[storage->row[k]];
            row->array = array;
            row->name = arena_strdup(region->arena, poly->array[k].name);
            row->type = (enum kir_type)(poly->scop->array[array].type + KIR_I8);
            row->flags |= row_flags(s[p].poly, storage, k);
            find_fill(s[p].poly, p, k, row, fills);
            find_box(poly->scop, row, fills);
        }
        fill_versions(region, &s[p]);
        for (int k = 0; k < s[p].levels->count; k++)
            fill_levels_rows(region, &s[p].levels->levels[k]);
    }
    fill_plan_rows(region, first);
    fills->box = arena_alloc(region->arena, sizeof(int) * (size_t)(count + 1));
    for (int k = 0; k < count; k++)
        fills->box[k] =
            region->row[k].box
                ? 2 * (count + fills->count + region->row[k].box) - 1
                : 0;
    for (int p = 0; p < parts->part_count; p++) {
        keep_levels(region, &s[p]);
        keep_lists(region, &s[p], s[p].gpu);
        keep_lists(region, &s[p], s[p].host);
    }
}

void region_fill_bounds(struct region *region,
                        const struct lower_bounds *bounds)
{
    size_t count = (size_t)bounds->count + 1;
    region->bound = arena_alloc(region->arena, sizeof *region->bound * count);
    region->bound_count = bounds->count;
    for (int k = 0; k < bounds->count; k++)
        region->bound[k] =
            (struct region_bound){bounds->at[k].row, bounds->at[k].unit};
}

void region_fill_storage(struct region *region, const struct parts *parts,
                         const struct stages *s)
{
    static const enum region_storage map[] = {
        [STORAGE_UNUSED] = REGION_NONE, [STORAGE_VALUE] = REGION_VALUE,
        [STORAGE_HOST] = REGION_HOST,   [STORAGE_USER] = REGION_DEVICE,
        [STORAGE_TEMP] = REGION_DEVICE, [STORAGE_VARIABLE] = REGION_NONE,
        [STORAGE_LOCAL] = REGION_NONE,  [STORAGE_TEAM] = REGION_NONE};
    const struct scop *scop = region->scop;
    int count = scop->array_count;
    region->storage = arena_alloc(region->arena, sizeof *region->storage *
                                                     (size_t)(count + 1));
    for (int k = 0; k < count; k++) {
        region->storage[k] = map[parts->kind[k]];
        for (int p = 0; p < parts->part_count; p++)
            if (region->storage[k] == REGION_NONE)
                region->storage[k] = map[s[p].storage->kind[k]];
        if (scop->array[k].scope != SCOP_OUTSIDE)
            region->storage[k] = REGION_NONE;
    }
}

/* Rows of the caller's memory of which one is written and which C does not
 * promise to be distinct objects. */
void region_fill_pairs(struct region *region, const struct scop *scop)
{
    int n = region->row_count, scalars = scop->param_count + scop->array_count;
    region->pair = arena_alloc(
        region->arena, sizeof(int) * (size_t)(n * (n + 2 * scalars) + 1));
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            const struct region_row *x = &region->row[a];
            const struct region_row *y = &region->row[b];
            if ((x->flags | y->flags) & REGION_TEMP)
                continue;
            const struct scop_array *p = &scop->array[x->array];
            const struct scop_array *q = &scop->array[y->array];
            if (!((x->flags | y->flags) & REGION_WRITE) ||
                p->view_of == q->view_of || p->restricted || q->restricted ||
                (!p->pointer && !q->pointer))
                continue;
            region->pair[2 * region->pair_count] = a;
            region->pair[2 * region->pair_count + 1] = b;
            region->pair_count++;
        }
}

/* Adds pairs of what is taken by value with the pointers' rows, and with others
 * if a pointer leads to it. C lets a store change it only if the types agree,
 * signs aside, or it stores bytes. */
static void add_scalar(struct region *region, const struct scop *scop,
                       const char *name, const char *text, enum scop_type type)
{
    int number = region->row_count + region->scalar_count, pairs = 0;
    bool behind = strpbrk(text, ">*[") != NULL;
    for (int k = 0; k < region->row_count; k++) {
        const struct region_row *row = &region->row[k];
        if (row->flags & REGION_TEMP)
            continue;
        const struct scop_array *array = &scop->array[row->array];
        int size = scop_type_size(array->type);
        bool same = size == scop_type_size(type) &&
                    scop_type_is_float(array->type) == scop_type_is_float(type);
        if (!(row->flags & REGION_WRITE) || !(array->pointer || behind) ||
            array->restricted || !(same || size == 1))
            continue;
        region->pair[2 * region->pair_count] = k;
        region->pair[2 * region->pair_count + 1] = number;
        region->pair_count++;
        pairs++;
    }
    if (pairs > 0)
        region->scalar[region->scalar_count++] =
            (struct region_scalar){name, text, scop_type_size(type)};
}

void region_fill_scalars(struct region *region, const struct scop *scop)
{
    region->scalar = arena_alloc(
        region->arena, sizeof *region->scalar *
                           (size_t)(scop->param_count + scop->array_count + 1));
    for (int k = 0; k < scop->param_count; k++)
        if (scop->param[k].exposed)
            add_scalar(region, scop, scop->param[k].name, scop->param[k].text,
                       scop->param[k].type);
    for (int k = 0; k < scop->array_count; k++)
        if (scop->array[k].exposed && (region->storage[k] == REGION_VALUE ||
                                       region->storage[k] == REGION_HOST))
            add_scalar(region, scop, scop->array[k].name, scop->array[k].base,
                       scop->array[k].type);
}
