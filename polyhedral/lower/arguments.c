/*
 * Sources: the values that kernels get from the driver.
 */
#include "polyhedral/lower/level_schedule.h"

#include <assert.h>

static struct source *find(struct lower *l, enum source_kind kind, int index,
                           int dim)
{
    for (int k = 0; k < l->source_count; k++)
        if (l->source[k].kind == kind && l->source[k].index == index &&
            l->source[k].dim == dim)
            return &l->source[k];
    return NULL;
}

void lower_source_define(struct lower *l, enum source_kind kind, int index,
                         int dim, int value)
{
    struct source source = {kind, index, dim, value};
    struct source *old = find(l, kind, index, dim);
    if (old)
        old->value = value;
    else
        ARENA_PUSH(l->poly->arena, l->source, l->source_count, l->source_cap,
                   source);
}

static const char *plan_source_name(struct arena *arena, enum plan_source which,
                                    int dim)
{
    static const char *const name[] = {
        [PLAN_LOW] = "low",     [PLAN_HIGH] = "high", [PLAN_SHIFT] = "shift",
        [PLAN_TILES] = "tiles", [PLAN_ALL] = "all",   [PLAN_FIRST] = "first",
        [PLAN_COUNT] = "count",
    };
    return which >= PLAN_ALL ? arena_printf(arena, "hd_%s", name[which])
                             : arena_printf(arena, "hd_%s%d", name[which], dim);
}

static const char *source_name(struct lower *l, enum source_kind kind,
                               int index, int dim)
{
    struct arena *arena = l->poly->arena;
    switch (kind) {
    case SOURCE_PARAM:
        return l->poly->scop->param[index].name;
    case SOURCE_HOST_DIM:
        return arena_printf(arena, "hd_h%d", index);
    case SOURCE_BASE:
        return arena_printf(arena, "hd_base%d", index);
    case SOURCE_SCALAR:
        return l->poly->array[index].name;
    case SOURCE_LEVELS:
        return levels_source_name(index);
    case SOURCE_PLAN:
        return plan_source_name(arena, (enum plan_source)index, dim);
    default:
        return arena_printf(arena, "%s_size%d", l->poly->array[index].name,
                            dim);
    }
}

int lower_source(struct lower *l, enum source_kind kind, int index, int dim)
{
    struct source *source = find(l, kind, index, dim);
    enum kir_type type = KIR_I64;
    if (source)
        return source->value;
    assert(l->kernel && "the driver defines all of its sources");
    if (kind == SOURCE_SCALAR)
        type = lower_value_type(
            l->poly->scop->array[l->poly->array[index].array].type);
    int value = kir_param(l->f, source_name(l, kind, index, dim), type);
    lower_source_define(l, kind, index, dim, value);
    return value;
}
