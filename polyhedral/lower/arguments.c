/*
 * Sources: the values that kernels get from the driver. A kernel asks for one
 * while it is lowered, and it becomes a scalar parameter; the driver has
 * defined it by the time that it launches the kernel.
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

/* What the kernels get from the driver, beside what any kernel may need. */
static const char *const levels_source_names[] = {
    [LEVELS_LOW] = "hd_low0",        [LEVELS_LOW + 1] = "hd_low1",
    [LEVELS_LOW + 2] = "hd_low2",    [LEVELS_LOW + 3] = "hd_low3",
    [LEVELS_SIZE] = "hd_size0",      [LEVELS_SIZE + 1] = "hd_size1",
    [LEVELS_SIZE + 2] = "hd_size2",  [LEVELS_SIZE + 3] = "hd_size3",
    [LEVELS_POINTS] = "hd_points",   [LEVELS_SLICE] = "hd_slice",
    [LEVELS_FIRST] = "hd_first",     [LEVELS_LAST] = "hd_last",
    [LEVELS_WINDOW] = "hd_window",   [LEVELS_STEPS] = "hd_steps",
    [LEVELS_COLUMNS] = "hd_columns", [LEVELS_BEGIN] = "hd_begin",
    [LEVELS_END] = "hd_end"};

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
    case SOURCE_BLOCKS:
        return arena_printf(arena, "hd_blocks%d", index);
    case SOURCE_SCALAR:
        return l->poly->array[index].name;
    case SOURCE_LEVELS:
        return levels_source_names[index];
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

enum kir_type lower_element_type(enum scop_type type)
{
    return (enum kir_type)((int)type + (int)KIR_I8);
}

enum kir_type lower_value_type(enum scop_type type)
{
    enum kir_type t = lower_element_type(type);
    return t < KIR_I32 ? KIR_I32 : t;
}
