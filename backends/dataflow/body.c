/*
 * Statements. Both sides of a branch are computed, and `select` chooses what
 * variables are behind it; what reads and writes memory there is done only
 * where the branch is taken.
 *
 * Such elements all take as long as the longer side does. In a loop that many
 * go round nobody waits for that; but where one goes round by itself, and one
 * side takes much longer than the other, a switch sends it by the side that it
 * takes, and a join brings both sides together.
 */
#include "backends/dataflow/slot.h"

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

static bool by_select(struct flow *flow, const struct kir_stmt *s,
                      struct racer_operand condition)
{
    struct racer_operand guard = flow->guard;
    struct racer_operand *before = copy_variables(flow), *taken;
    int held = flow->extra_count;
    bool good;

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

/* Switch and join ---------------------------------------------------------- */

static struct racer_operand *copy_slots(struct flow *flow)
{
    struct flow_slots s = flow_slots(flow);
    struct racer_operand *copy =
        arena_alloc(flow->arena, (size_t)(s.count + 1) * sizeof *copy);

    for (int k = 0; k < s.count; k++)
        copy[k] = *s.slot[k];
    return copy;
}

/* Slots become what they are on another side; returns what they were. */
static struct racer_operand *exchange(struct flow *flow,
                                      const struct racer_operand *other)
{
    struct racer_operand *was = copy_slots(flow);
    struct flow_slots s = flow_slots(flow);

    for (int k = 0; k < s.count; k++)
        *s.slot[k] = other[k];
    return was;
}

/* Makes a slot a stream on the side where elements are now, if it is not the
 * same constant on the other; what has no value there has 0. */
static void stream_slot(struct flow *flow, struct racer_operand *slot,
                        struct racer_operand other)
{
    if ((!slot->name && !other.name) || same(slot, &other) ||
        flow_is_stream(slot))
        return;
    if (!slot->name)
        *slot = flow_literal(flow, flow_operand_type(&other),
                             (union racer_bits){.u = 0});
    *slot = flow_stream(flow, *slot);
}

/* Variables and the arrays' last accesses, by what they are on the other side;
 * returns all that slots are on this one then, in which the others are. */
static struct racer_operand *stream_side(struct flow *flow,
                                         const struct racer_operand *other)
{
    struct flow_slots s = flow_slots(flow);
    int first = flow->f->value_count;
    int count = flow->f->variable_count + flow->f->buffer_count;

    for (int k = first; k < first + count; k++)
        stream_slot(flow, s.slot[k], other[k]);
    return exchange(flow, other);
}

static bool by_switch(struct flow *flow, const struct kir_stmt *s,
                      struct racer_operand condition, int first)
{
    struct racer_operand guard = flow->guard;
    struct racer_operand *other;
    int held = flow->extra_count;
    bool good;

    flow_hold(flow, &guard);
    other = flow_part(flow, flow_both(flow, guard, condition));
    flow->guard = (struct racer_operand){0};
    good = flow_block(flow, &s->body[0]);
    other = exchange(flow, other);
    flow->guard = guard;
    good = good && flow_block(flow, &s->body[1]);
    flow->guard = (struct racer_operand){0};
    if (good) {
        other = stream_side(flow, other);
        other = stream_side(flow, other);
        if (first == 0)
            other = exchange(flow, other);
        flow_join(flow, other);
    }
    flow->guard = guard;
    flow_drop(flow, flow->extra_count - held);
    flow->ordered = false;
    return good && !flow->failed;
}

static bool branch(struct flow *flow, const struct kir_stmt *s)
{
    struct racer_operand condition = flow_get(flow, s->value);
    int dear;

    if (flow_is_literal(&condition))
        return flow_block(flow, &s->body[condition.bits.u ? 0 : 1]);
    dear = flow->sides == FLOW_PART && flow->rings
               ? flow_dear_side(flow, s, &condition)
               : -1;
    return dear < 0 ? by_select(flow, s, condition)
                    : by_switch(flow, s, condition, dear);
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
