/*
 * Graph and architecture to registers and transfers. A value has the registers
 * of the node that makes it; where several nodes take it, a copy fills one
 * register or more on the way to each (net.h).
 */
#include "runtime/racersim/net/net.h"

#include <string.h>

struct build {
    struct net *net;
    struct faults *faults;
    bool failed;
    int (*user)[3];  /* [use]: value, node, operand; sorted by value */
    int *user_begin; /* [value] */
    int *answer;     /* [node]: of a request with places, the transfer by which
                        an answer leaves its place */
};

static int new_register(struct build *b, const struct racer_value *value,
                        int stage, int taker_node)
{
    struct net *net = b->net;
    struct net_register reg = {.value = value,
                               .stage = stage,
                               .taker_node = taker_node,
                               .filler = -1,
                               .taker = -1};

    if (net->register_count >= NET_MOST) {
        if (!b->failed)
            fault_hint(
                b->faults,
                fault_add(b->faults, FAULT_RACER_ARCH, net->graph->node[0]->loc,
                          "the graph has more than %d registers", NET_MOST),
                (struct loc){0}, "take shorter paths, delays and stages");
        b->failed = true;
        return 0;
    }
    ARENA_PUSH(net->arena, net->reg, net->register_count, net->register_cap,
               reg);
    return net->register_count - 1;
}

static int new_transfer(struct build *b, enum net_kind kind,
                        const struct racer_node *node)
{
    struct net *net = b->net;
    struct net_transfer transfer = {
        .kind = kind, .node = node, .condition = -1};

    ARENA_PUSH(net->arena, net->transfer, net->transfer_count,
               net->transfer_cap, transfer);
    return net->transfer_count - 1;
}

static void take(struct build *b, int transfer, int side, int reg)
{
    struct net_list *list = &b->net->transfer[transfer].take[side];

    for (int k = 0; k < list->count; k++)
        if (list->reg[k] == reg)
            return;
    ARENA_PUSH(b->net->arena, list->reg, list->count, list->cap, reg);
    b->net->reg[reg].taker = transfer;
    b->net->reg[reg].taker_side = side;
}

static void fill(struct build *b, int transfer, int side, int reg)
{
    struct net_list *list = &b->net->transfer[transfer].fill[side];

    ARENA_PUSH(b->net->arena, list->reg, list->count, list->cap, reg);
    b->net->reg[reg].filler = transfer;
    b->net->reg[reg].filler_side = side;
}

static void fill_copy(struct build *b, int transfer, int reg, int from)
{
    fill(b, transfer, 0, reg);
    b->net->reg[reg].rule.input[0].reg = from;
}

/* One more register behind `reg`, by a transfer of its own. */
static int append(struct build *b, int reg, int stage, int taker_node,
                  int transfer)
{
    int next = new_register(b, b->net->reg[reg].value, stage, taker_node);

    take(b, transfer, 0, reg);
    fill_copy(b, transfer, next, reg);
    return next;
}

/* `count` more registers behind `reg`; returns the last. */
static int extend(struct build *b, int reg, int count, int stage,
                  int taker_node)
{
    for (int k = 0; k < count && !b->failed; k++)
        reg = append(b, reg, stage + k, taker_node,
                     new_transfer(b, NET_MOVE, NULL));
    return reg;
}

/* Ways to takers ----------------------------------------------------------- */

/* Lists who takes each value: the operands that have ways of their own. */
static void list_users(struct build *b)
{
    const struct racer_graph *g = b->net->graph;
    int uses = 0, *place;

    b->user_begin =
        arena_alloc(b->net->arena, sizeof(int) * ((size_t)g->value_count + 2));
    for (int pass = 0; pass < 2; pass++) {
        for (int n = 0; n < g->node_count; n++) {
            const struct racer_node *node = g->node[n];

            for (int k = 0; k < node->operand_count; k++) {
                const struct racer_value *value = node->operand[k].value;

                if (!value || racer_way_of(node, k) != k)
                    continue;
                if (pass == 0) {
                    b->user_begin[value->index + 2]++;
                    uses++;
                    continue;
                }
                place = b->user[b->user_begin[value->index + 1]++];
                place[0] = value->index;
                place[1] = n;
                place[2] = k;
            }
        }
        if (pass == 0) {
            b->user =
                arena_alloc(b->net->arena, (size_t)uses * sizeof *b->user);
            for (int v = 0; v < g->value_count; v++)
                b->user_begin[v + 2] += b->user_begin[v + 1];
        }
    }
}

/* From the last register of a value's own to those that its takers take. */
static void build_ways(struct build *b, const struct racer_value *value,
                       int last)
{
    const struct net *net = b->net;
    int begin = b->user_begin[value->index];
    int end = b->user_begin[value->index + 1];
    int link = net->arch->stages[RACER_GROUP_link];
    int copy = end - begin > 1 ? new_transfer(b, NET_MOVE, NULL) : -1;

    if (copy >= 0)
        take(b, copy, 0, last);
    for (int u = begin; u < end && !b->failed; u++) {
        int n = b->user[u][1], k = b->user[u][2];
        int more = net->graph->node[n]->operand[k].registers;
        int reg = last;

        if (copy >= 0) {
            reg = new_register(b, value, 0, n);
            fill_copy(b, copy, reg, last);
            more += link - 1;
        }
        net->operand[n][k] = extend(b, reg, more, copy >= 0, n);
    }
}

/* The registers of a value's own; the first is filled later. */
static void build_value(struct build *b, const struct racer_value *value,
                        int *first)
{
    struct net *net = b->net;
    const struct racer_node *node = value->node;
    int stages = racer_stages(net->arch, node), last;

    first[value->index] = net->value_last[value->index] = -1;
    if (b->user_begin[value->index] == b->user_begin[value->index + 1])
        return;
    first[value->index] = new_register(b, value, 0, -1);
    if (racer_places(net->arch, node)) {
        last = extend(b, first[value->index], stages - 2, 1, -1);
        last = append(b, last, stages - 1, -1, b->answer[node->index]);
    } else {
        last = extend(b, first[value->index], stages - 1, 1, -1);
    }
    if (node->kind == RACER_DELAY) {
        for (int reg = first[value->index] + 1; reg <= last && !b->failed;
             reg += 2) {
            net->reg[reg].full = true;
            net->reg[reg].bits = node->operand[1].bits;
        }
    }
    net->value_last[value->index] = last;
    build_ways(b, value, last);
}

/* Transfers of nodes ------------------------------------------------------- */

static enum net_kind kind_of(const struct build *b,
                             const struct racer_node *node)
{
    switch (node->kind) {
    case RACER_SOURCE:
        return NET_SOURCE;
    case RACER_SINK:
        return racer_stages(b->net->arch, node) ? NET_MOVE : NET_SINK;
    case RACER_MERGE:
        return NET_MERGE;
    case RACER_SWITCH:
        return NET_SWITCH;
    case RACER_FORK:
        return NET_FORK;
    case RACER_JOIN:
        return NET_JOIN;
    case RACER_GATE:
        return NET_GATE;
    case RACER_UNGATE:
        return NET_UNGATE;
    case RACER_REQUEST:
        return racer_places(b->net->arch, node) ? NET_GATE : NET_MOVE;
    default:
        return NET_MOVE;
    }
}

static struct net_input input_of(const struct build *b,
                                 const struct racer_node *node, int operand)
{
    return (struct net_input){b->net->operand[node->index][operand],
                              node->operand[operand].bits};
}

/* What output k of a node receives. */
static struct net_rule rule_of(const struct build *b,
                               const struct racer_node *node, int k)
{
    int width = node->output_count;
    struct net_rule rule = {.channel = k};

    switch (node->kind) {
    case RACER_OP:
    case RACER_REQUEST:
        rule.node = node;
        rule.channel = k;
        for (int n = 0; n < node->operand_count; n++)
            rule.input[n] = input_of(b, node, n);
        break;
    case RACER_SOURCE:
        rule.input[0].reg = -1;
        break;
    case RACER_MERGE:
    case RACER_JOIN:
        rule.input[0] = input_of(b, node, k);
        rule.input[1] = input_of(b, node, width + k);
        break;
    case RACER_SWITCH:
        rule.input[0] = rule.input[1] = input_of(b, node, 1 + k % (width / 2));
        break;
    case RACER_FORK:
        rule.input[0] = rule.input[1] = input_of(b, node, k % (width / 2));
        break;
    default:
        rule.input[0] = input_of(b, node, k);
        break;
    }
    return rule;
}

/* The registers of a sink's port, and the transfer into its memory unit. */
static void build_port(struct build *b, const struct racer_node *node,
                       int entry)
{
    struct net *net = b->net;
    int port = new_transfer(b, NET_SINK, node);
    int stages = racer_stages(net->arch, node);

    for (int k = 0; k < node->operand_count; k++) {
        int from = net->operand[node->index][k];
        int reg = new_register(b, node->operand[k].value, 0, node->index);

        fill_copy(b, entry, reg, from);
        take(b, port, 0, extend(b, reg, stages - 1, 1, node->index));
    }
}

static void build_node(struct build *b, const struct racer_node *node,
                       const int *first)
{
    struct net *net = b->net;
    int entry = new_transfer(b, kind_of(b, node), node);

    net->entry[node->index] = entry;
    for (int k = 0; k < node->operand_count; k++) {
        int *reg = &net->operand[node->index][k];
        int way = racer_way_of(node, k);

        if (!node->operand[k].value)
            continue;
        *reg = net->operand[node->index][way];
        take(b, entry, racer_side_of(node, k), *reg);
    }
    if (node->kind == RACER_SWITCH)
        net->transfer[entry].condition = net->operand[node->index][0];
    for (int k = 0; k < node->output_count; k++) {
        bool second =
            (node->kind == RACER_SWITCH || node->kind == RACER_FORK) &&
            k >= node->output_count / 2;
        int reg = node->output[k] ? first[node->output[k]->index] : -1;

        if (reg < 0)
            continue;
        fill(b, entry, second, reg);
        net->reg[reg].rule = rule_of(b, node, k);
    }
    if (node->kind == RACER_SINK && net->transfer[entry].kind == NET_MOVE)
        build_port(b, node, entry);
}

struct net *net_new(struct arena *arena, const struct racer_graph *graph,
                    const struct racer_arch *arch, struct faults *faults)
{
    struct net *net = arena_alloc(arena, sizeof *net);
    struct build b = {.net = net, .faults = faults};
    size_t nodes = (size_t)graph->node_count;
    size_t values = (size_t)graph->value_count;
    int *first = arena_alloc(arena, values * sizeof *first);

    *net = (struct net){.arena = arena, .graph = graph, .arch = arch};
    net->operand = arena_alloc(arena, nodes * sizeof *net->operand);
    net->value_last = arena_alloc(arena, values * sizeof *net->value_last);
    net->entry = arena_alloc(arena, nodes * sizeof *net->entry);
    for (int n = 0; n < graph->node_count; n++) {
        size_t operands = (size_t)graph->node[n]->operand_count;

        net->operand[n] = arena_alloc(arena, operands * sizeof(int));
        memset(net->operand[n], -1, operands * sizeof(int));
    }
    b.answer = arena_alloc(arena, nodes * sizeof *b.answer);
    for (int n = 0; n < graph->node_count; n++)
        if (racer_places(arch, graph->node[n]))
            b.answer[n] = new_transfer(&b, NET_UNGATE, graph->node[n]);
    list_users(&b);
    for (int v = 0; v < graph->value_count && !b.failed; v++)
        build_value(&b, graph->value[v], first);
    for (int n = 0; n < graph->node_count && !b.failed; n++)
        build_node(&b, graph->node[n], first);
    return b.failed ? NULL : net;
}

bool net_is_pair(const struct racer_node *gate, const struct racer_node *ungate)
{
    if (gate->kind == RACER_REQUEST || ungate->kind == RACER_REQUEST)
        return gate == ungate;
    return strcmp(gate->pair, ungate->pair) == 0;
}

static const char *node_text(struct arena *arena, const struct racer_node *node)
{
    for (int k = 0; k < node->output_count; k++)
        if (node->output[k])
            return node->output[k]->name;
    return arena_printf(arena, "%s '%s'", racer_kind_name(node->kind),
                        node->memory ? node->memory : "");
}

const char *net_register_text(struct arena *arena, const struct net *net,
                              int reg)
{
    const struct net_register *r = &net->reg[reg];

    if (r->taker_node < 0)
        return arena_printf(arena, "%s.%d", r->value->name, r->stage + 1);
    return arena_printf(arena, "%s to %s.%d", r->value->name,
                        node_text(arena, net->graph->node[r->taker_node]),
                        r->stage + 1);
}
