/*
 * The machine model as it is written down, without any cleverness: all
 * transfers look at the state before the clock edge, and fire one by one. Every
 * source gives its channel's number plus the element's, every sink takes.
 */
#include "tests/racer/rig.h"

#include <string.h>

struct naive {
    const struct net *net;
    bool *full;
    union racer_bits *bits, *next;
    int *turn;      /* [transfer] */
    int64_t *count; /* [transfer]: elements of a source, beyond a gate */
    int64_t elements;
};

static bool all(const struct naive *n, const struct net_list *list, bool full)
{
    for (int k = 0; k < list->count; k++)
        if (n->full[list->reg[k]] != full)
            return false;
    return true;
}

/* The sides that take part, or false. */
static bool fires(const struct naive *n, int index, int *takes, int *fills)
{
    const struct net_transfer *t = &n->net->transfer[index];
    int first = t->node && t->node->entry_first ? 1 : 0;

    *takes = *fills = 0;
    if (t->kind == NET_JOIN || t->kind == NET_FORK)
        first = t->node->alternate && !n->turn[index] ? 1 : 0;
    if (t->kind == NET_MERGE) {
        if (all(n, &t->take[first], true))
            *takes = first;
        else if (all(n, &t->take[first], false))
            *takes = !first;
        else
            return false;
    } else if (t->kind == NET_JOIN) {
        *takes = all(n, &t->take[first], true) ? first : !first;
    } else if (t->kind == NET_FORK) {
        *fills = all(n, &t->fill[first], false) ? first : !first;
    } else if (t->kind == NET_SWITCH) {
        *fills = n->bits[t->condition].u ? 0 : 1;
    } else if (t->kind == NET_SOURCE && n->count[index] >= n->elements) {
        return false;
    } else if (t->kind == NET_GATE && n->count[index] >= t->node->count) {
        return false;
    }
    return all(n, &t->take[*takes], true) && all(n, &t->fill[*fills], false);
}

/* Operations of whole numbers, as the generator uses them; and its memory. */
static union racer_bits compute(const struct racer_node *node,
                                const union racer_bits *in)
{
    union racer_bits out = {.u = 0};
    int64_t a = in[0].i, b = in[1].i;

    if (node->kind == RACER_REQUEST) {
        out.i = 7 * a + 1;
        return out;
    }
    switch (node->op) {
    case RACER_OP_iadd:
        out.i = (int32_t)((uint32_t)a + (uint32_t)b);
        break;
    case RACER_OP_isub:
        out.i = (int32_t)((uint32_t)a - (uint32_t)b);
        break;
    case RACER_OP_imax:
        out.i = a > b ? a : b;
        break;
    case RACER_OP_xor:
        out.i = a ^ b;
        break;
    case RACER_OP_and:
        out.i = a & b;
        break;
    case RACER_OP_ilt:
        out.u = a < b;
        break;
    default:
        out = in[0].u ? in[1] : in[2];
        break;
    }
    return out;
}

static void fill(struct naive *n, int index, int reg, int side)
{
    const struct net_rule *rule = &n->net->reg[reg].rule;
    union racer_bits in[3] = {{.u = 0}};
    int inputs = rule->node ? rule->node->operand_count : 1;

    for (int k = 0; k < inputs; k++) {
        const struct net_input *input = &rule->input[rule->node ? k : side];

        in[k] = input->reg >= 0 ? n->bits[input->reg] : input->bits;
    }
    if (n->net->transfer[index].kind == NET_SOURCE)
        in[0].i = n->count[index] + rule->channel;
    n->next[reg] = rule->node ? compute(rule->node, in) : in[0];
}

static int gate_of(const struct naive *n, const struct racer_node *node)
{
    for (int t = 0; t < n->net->transfer_count; t++)
        if (n->net->transfer[t].kind == NET_GATE &&
            net_is_pair(n->net->transfer[t].node, node))
            return t;
    return 0;
}

static bool cycle(struct naive *n, int64_t now, struct naive_result *r)
{
    const struct net *net = n->net;
    bool *before = arena_alloc(net->arena, (size_t)net->register_count);
    int *sides =
        arena_alloc(net->arena, sizeof(int) * (size_t)net->transfer_count);
    bool moved = false;

    memcpy(before, n->full, (size_t)net->register_count);
    for (int t = 0; t < net->transfer_count; t++) {
        int takes, fills;

        sides[t] = fires(n, t, &takes, &fills) ? 1 + takes + 2 * fills : 0;
    }
    for (int t = 0; t < net->transfer_count; t++) {
        const struct net_transfer *x = &net->transfer[t];
        int takes = (sides[t] - 1) & 1, fills = (sides[t] - 1) >> 1;

        if (!sides[t])
            continue;
        moved = true;
        n->turn[t] = takes | fills;
        for (int k = 0; k < x->fill[fills].count; k++) {
            int two = x->kind == NET_MERGE || x->kind == NET_JOIN;

            fill(n, t, x->fill[fills].reg[k], two ? takes : fills);
            before[x->fill[fills].reg[k]] = true;
        }
        for (int k = 0; k < x->take[takes].count; k++)
            before[x->take[takes].reg[k]] = false;
        if (x->kind == NET_SINK) {
            r->first_out = r->out ? r->first_out : now;
            r->last_out = now;
            r->out++;
            for (int k = 0; k < x->take[0].count && r->out <= n->elements; k++)
                r->sum += n->bits[x->take[0].reg[k]].u * (uint64_t)r->out;
        }
    }
    for (int t = 0; t < net->transfer_count; t++) {
        const struct net_transfer *x = &net->transfer[t];

        if (sides[t] && (x->kind == NET_SOURCE || x->kind == NET_GATE))
            n->count[t]++;
        if (sides[t] && x->kind == NET_UNGATE)
            n->count[gate_of(n, x->node)]--;
        r->in += sides[t] && x->kind == NET_SOURCE;
    }
    memcpy(n->full, before, (size_t)net->register_count);
    memcpy(n->bits, n->next, sizeof *n->bits * (size_t)net->register_count);
    return moved;
}

struct naive_result naive_run(struct arena *arena, const struct net *net,
                              int64_t elements, int64_t max_cycles)
{
    struct naive_result result = {0};
    struct naive n = {.net = net, .elements = elements};
    size_t registers = (size_t)net->register_count;
    size_t transfers = (size_t)net->transfer_count;

    n.full = arena_alloc(arena, registers);
    n.bits = arena_alloc(arena, registers * sizeof *n.bits);
    n.next = arena_alloc(arena, registers * sizeof *n.next);
    n.turn = arena_alloc(arena, transfers * sizeof *n.turn);
    n.count = arena_alloc(arena, transfers * sizeof *n.count);
    for (size_t r = 0; r < registers; r++) {
        n.full[r] = net->reg[r].full;
        n.bits[r] = n.next[r] = net->reg[r].bits;
    }
    for (size_t t = 0; t < transfers; t++)
        n.turn[t] = 1;
    while (result.cycles < max_cycles && cycle(&n, result.cycles, &result))
        result.cycles++;
    return result;
}
