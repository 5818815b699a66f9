/*
 * Statements. Both sides of a branch are computed, and `select` chooses what
 * variables are behind it; what reads and writes memory there is done only
 * where the branch is taken.
 */
#include "backends/dataflow/local.h"

#include <string.h>

static struct racer_operand *copy_variables(struct flow *flow)
{
    size_t count = (size_t)flow->f->variable_count;
    struct racer_operand *copy =
        arena_alloc(flow->arena, (count + 1) * sizeof *copy);

    if (count)
        memcpy(copy, flow->variable, count * sizeof *copy);
    return copy;
}

static void hold_variables(struct flow *flow, struct racer_operand *copy)
{
    for (int k = 0; k < flow->f->variable_count; k++)
        flow_hold(flow, &copy[k]);
}

static bool same(const struct racer_operand *a, const struct racer_operand *b)
{
    return a->value == b->value && a->name && b->name &&
           strcmp(a->name, b->name) == 0 && a->literal == b->literal;
}

/* Of each variable what it is behind the branch. */
static void choose(struct flow *flow, struct racer_operand condition,
                   const struct racer_operand *taken)
{
    for (int k = 0; k < flow->f->variable_count; k++) {
        struct racer_operand in[3] = {condition, taken[k], flow->variable[k]};

        if (same(&in[1], &in[2]))
            continue;
        if (!in[1].name || !in[2].name)
            flow->variable[k] = in[1].name ? in[1] : in[2];
        else
            flow->variable[k] = flow_op(flow, RACER_OP_select,
                                        flow->f->variable[k].name, 3, in);
    }
}

static bool branch(struct flow *flow, const struct kir_stmt *s)
{
    struct racer_operand condition = flow_get(flow, s->value), guard;
    struct racer_operand *before, *taken;
    int held = flow->extra_count;
    bool good;

    if (flow_is_literal(&condition))
        return flow_block(flow, &s->body[condition.bits.u ? 0 : 1]);
    guard = flow->guard;
    before = copy_variables(flow);
    flow_hold(flow, &condition);
    flow_hold(flow, &guard);
    hold_variables(flow, before);
    flow->guard = flow_both(flow, guard, condition);
    good = flow_block(flow, &s->body[0]);
    taken = copy_variables(flow);
    hold_variables(flow, taken);
    if (flow->f->variable_count)
        memcpy(flow->variable, before,
               (size_t)flow->f->variable_count * sizeof *before);
    flow->guard =
        flow_both(flow, guard, flow_op1(flow, RACER_OP_not, condition));
    good = good && flow_block(flow, &s->body[1]);
    if (good)
        choose(flow, condition, taken);
    flow->guard = guard;
    flow_drop(flow, flow->extra_count - held);
    return good;
}

static bool statement(struct flow *flow, const struct kir_stmt *s)
{
    switch (s->kind) {
    case KIR_LET:
        return flow_let(flow, s->value);
    case KIR_SET:
        flow->variable[s->variable] = flow_get(flow, s->value);
        return !flow->failed;
    case KIR_STORE:
    case KIR_ATOMIC: /* that finds the least or greatest */
        return flow_store(flow, s);
    case KIR_IF:
        return branch(flow, s);
    case KIR_FOR:
        return flow_for(flow, s);
    case KIR_WHILE:
        return flow_while(flow, s);
    case KIR_COMMENT:
        return true;
    default:
        return flow_refuse(flow, "run this nest on another device",
                           "a data-stream array has no such statement");
    }
}

bool flow_block(struct flow *flow, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        flow->line = s->line ? s->line : flow->line;
        if (!statement(flow, s) || flow->failed)
            return false;
    }
    return true;
}
