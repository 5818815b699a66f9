/* Graphs that are written in pieces, with what passes from one to the next in a
 * local buffer. */
#include "brush/kernel/emit.h"

#include <limits.h>

/* Operations in one loop over lanes: compilers need more than linear time. */
enum { PIECE = 300 };

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

int stage_operations(const struct stage *s)
{
    int operations = 0;

    for (int p = 0; p < dag_plan_pieces(s->plan); p++)
        operations += dag_plan_operations(s->plan, p);
    return operations;
}

/* Plans as many functions as it takes, or as many as do not compute more than
 * twice as much as one does. */
static void plan_functions(struct stage *s, int most)
{
    int operations = stage_operations(s);

    for (int n = (operations + most - 1) / most; n > 1; n--) {
        struct stage cut = *s;

        cut.plan = dag_plan_apart(s->dag, s->output, s->outputs,
                                  (operations + n - 1) / n, s->group, &s->host);
        if (stage_operations(&cut) > 2 * operations)
            continue;
        s->plan = cut.plan;
        break;
    }
}

void stage_plan(struct stage *s, enum dag_input (*kind)(void *context, int),
                int (*input)(void *context, int))
{
    int most = s->b->most;

    s->host = (struct dag_host){s, kind, input, load_spilled, store_spilled};
    s->plan = dag_plan_new(s->dag, s->output, s->outputs,
                           s->b->lanes > 1 ? PIECE : INT_MAX, &s->host);
    if (most && s->group)
        plan_functions(s, most);
}

void stage_declare(struct stage *s, const char *name)
{
    int64_t slots = dag_plan_slots(s->plan);

    if (slots)
        s->spill = kir_local(s->b->f, name, s->b->type, slots * s->b->lanes);
}

void stage_space(struct builder *b, enum space_name name)
{
    struct space *s = &b->space[name];

    if (s->declared)
        return;
    s->declared = true;
    s->buffer = s->shared
                    ? b->scratch
                    : kir_local(b->f, s->name, b->type, s->count * b->lanes);
}
