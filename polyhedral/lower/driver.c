/*
 * The driver of a region: a host function that takes the steps of
 * rewrite/partition.h.
 */
#include "polyhedral/lower/local.h"

#include "polyhedral/rewrite/rewrite.h"

#include <string.h>

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
        l->plan_mode = kir_param(l->f, "hd_plan", KIR_I32);
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
        d->part[k].plan_mode = d->own.plan_mode;
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
