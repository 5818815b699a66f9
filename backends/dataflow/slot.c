/*
 * Slots, and elements that part and come together again with all that lies in
 * them: a switch by a condition sends an element to one of two sides, and a
 * join takes it from either.
 */
#include "backends/dataflow/slot.h"

#include <string.h>

void flow_hold(struct flow *flow, struct racer_operand *slot)
{
    ARENA_PUSH(flow->arena, flow->extra, flow->extra_count, flow->extra_cap,
               slot);
}

void flow_drop(struct flow *flow, int count)
{
    flow->extra_count -= count;
}

struct flow_slots flow_slots(struct flow *flow)
{
    const struct kir_func *f = flow->f;
    size_t most = (size_t)(f->value_count + f->variable_count +
                           f->buffer_count + flow->extra_count + 2);
    struct flow_slots s = {0, NULL};

    s.slot = arena_alloc(flow->arena, most * sizeof *s.slot);
    for (int k = 0; k < f->value_count; k++)
        s.slot[s.count++] = &flow->value[k];
    for (int k = 0; k < f->variable_count; k++)
        s.slot[s.count++] = &flow->variable[k];
    for (int k = 0; k < f->buffer_count; k++)
        s.slot[s.count++] = &flow->array[k].token;
    s.slot[s.count++] = &flow->pulse;
    s.slot[s.count++] = &flow->guard;
    for (int k = 0; k < flow->extra_count; k++)
        s.slot[s.count++] = flow->extra[k];
    return s;
}

struct racer_operand *flow_part(struct flow *flow,
                                struct racer_operand condition)
{
    struct flow_slots s;
    struct racer_operand *in, *other;
    struct racer_node *node;
    int width = 0;

    condition = flow_stream(flow, condition);
    s = flow_slots(flow);
    in = arena_alloc(flow->arena, (size_t)(s.count + 1) * sizeof *in);
    other = arena_alloc(flow->arena, (size_t)(s.count + 1) * sizeof *other);
    for (int k = 0; k < s.count; k++) {
        bool known = !flow_is_stream(s.slot[k]);

        for (int n = 0; n < width && !known; n++)
            known = in[n].value == s.slot[k]->value;
        if (!known)
            in[width++] = *s.slot[k];
    }
    node = flow_node(flow, RACER_SWITCH, 1 + width, 2 * width);
    node->operand[0] = condition;
    for (int k = 0; k < width; k++) {
        node->operand[1 + k] = in[k];
        for (int side = 0; side < 2; side++)
            flow_output(flow, node, side * width + k, in[k].name,
                        in[k].value->type);
    }
    for (int k = 0; k < s.count; k++) {
        int n = 0;

        other[k] = *s.slot[k];
        if (!flow_is_stream(s.slot[k]))
            continue;
        while (in[n].value != s.slot[k]->value)
            n++;
        s.slot[k]->value = node->output[n];
        s.slot[k]->name = node->output[n]->name;
        other[k].value = node->output[width + n];
        other[k].name = node->output[width + n]->name;
    }
    return other;
}

void flow_join(struct flow *flow, const struct racer_operand *second)
{
    struct flow_slots s = flow_slots(flow);
    struct racer_node *join = flow_node(flow, RACER_JOIN, 2 * s.count, s.count);
    struct racer_operand *side[2];
    int width = 0;

    for (int n = 0; n < 2; n++)
        side[n] =
            arena_alloc(flow->arena, (size_t)(s.count + 1) * sizeof *side[n]);
    for (int k = 0; k < s.count; k++) {
        struct racer_operand a = *s.slot[k], b = second[k];
        int n = 0;

        if (!flow_is_stream(&a) && !flow_is_stream(&b))
            continue;
        if (!flow_is_stream(&a) || !flow_is_stream(&b)) {
            *s.slot[k] = (struct racer_operand){0};
            continue;
        }
        while (n < width &&
               (side[0][n].value != a.value || side[1][n].value != b.value))
            n++;
        if (n == width) {
            side[0][width] = a;
            side[1][width] = b;
            flow_output(flow, join, width++, b.name, b.value->type);
        }
        s.slot[k]->value = join->output[n];
        s.slot[k]->name = join->output[n]->name;
    }
    for (int n = 0; n < 2; n++)
        memcpy(join->operand + n * width, side[n],
               (size_t)width * sizeof *side[n]);
    join->operand_count = 2 * width;
    join->output_count = width;
}
