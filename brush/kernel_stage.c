/* Graphs that are written in pieces, with what passes from one to the next in a
 * local buffer. */
#include "brush/kernel_local.h"

#include <limits.h>

static int load_spilled(void *context, int slot)
{
    const struct stage *s = context;

    return kir_load(s->b->f, s->spill, emit_element(s->b, slot));
}

static void store_spilled(void *context, int slot, int value)
{
    const struct stage *s = context;

    kir_store(s->b->f, s->spill, emit_element(s->b, slot), value);
}

struct dag_cost stage_cost(const struct stage *s)
{
    return dag_count(s->dag, s->output, s->outputs);
}

void stage_plan(struct stage *s, enum dag_input (*kind)(void *context, int),
                int (*input)(void *context, int))
{
    s->host = (struct dag_host){s, kind, input, load_spilled, store_spilled};
    s->plan = dag_plan_new(s->dag, s->output, s->outputs,
                           s->b->lanes > 1 ? PIECE : INT_MAX, &s->host);
}

void stage_declare(struct stage *s, const char *name)
{
    int64_t slots = dag_plan_slots(s->plan);

    if (slots)
        s->spill = kir_local(s->b->f, name, s->b->type, slots * s->b->lanes);
}
