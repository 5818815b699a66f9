/*
 * Chains of registers between junctions (net.h). The registers of a class are
 * one place; places that follow each other through one transfer of one taker
 * and one filler are a chain, in which elements keep their order. What an
 * element is there is one record: all that the chain computes is computed when
 * the element enters, as nothing looks at it in between.
 */
#include "runtime/racersim/net/net.h"

#include <string.h>

/* A class of transfers, and the classes of registers on its sides. */
struct bridge {
    int transfer; /* one of them */
    struct net_list take[2], fill[2];
    bool inner; /* within a chain */
    int junction;
};

struct chaining {
    struct arena *arena;
    const struct net *net;
    struct net_classes classes;
    struct bridge *bridge;   /* [class of transfers] */
    struct net_list *member; /* [class of registers] */
    int *class_chain, *class_place;
    struct chains *out;
};

static void add_once(struct arena *arena, struct net_list *list, int number)
{
    for (int k = 0; k < list->count; k++)
        if (list->reg[k] == number)
            return;
    ARENA_PUSH(arena, list->reg, list->count, list->cap, number);
}

static void build_bridges(struct chaining *c)
{
    const struct net *net = c->net;

    c->bridge = arena_alloc(c->arena, (size_t)c->classes.transfer_classes *
                                          sizeof *c->bridge);
    for (int t = 0; t < net->transfer_count; t++) {
        struct bridge *bridge = &c->bridge[c->classes.transfer_class[t]];
        const struct net_transfer *transfer = &net->transfer[t];

        bridge->transfer = t;
        bridge->junction = -1;
        for (int side = 0; side < 2; side++) {
            for (int k = 0; k < transfer->take[side].count; k++)
                add_once(c->arena, &bridge->take[side],
                         c->classes.reg_class[transfer->take[side].reg[k]]);
            for (int k = 0; k < transfer->fill[side].count; k++)
                add_once(c->arena, &bridge->fill[side],
                         c->classes.reg_class[transfer->fill[side].reg[k]]);
        }
    }
    for (int k = 0; k < c->classes.transfer_classes; k++) {
        struct bridge *bridge = &c->bridge[k];

        bridge->inner = net->transfer[bridge->transfer].kind == NET_MOVE &&
                        bridge->take[0].count == 1 &&
                        bridge->fill[0].count == 1;
    }
}

static struct bridge *filler_of(struct chaining *c, int class)
{
    const struct net_register *reg = &c->net->reg[c->member[class].reg[0]];

    return &c->bridge[c->classes.transfer_class[reg->filler]];
}

static struct bridge *taker_of(struct chaining *c, int class)
{
    const struct net_register *reg = &c->net->reg[c->member[class].reg[0]];

    return &c->bridge[c->classes.transfer_class[reg->taker]];
}

/* The chain that begins with a class. */
static void build_chain(struct chaining *c, int class)
{
    struct chain *chain = &c->out->chain[c->out->chain_count];
    struct net_list places = {0};

    for (;;) {
        struct bridge *bridge = taker_of(c, class);

        c->class_chain[class] = c->out->chain_count;
        c->class_place[class] = places.count;
        ARENA_PUSH(c->arena, places.reg, places.count, places.cap,
                   c->member[class].reg[0]);
        if (!bridge->inner)
            break;
        class = bridge->fill[0].reg[0];
    }
    chain->length = places.count;
    chain->first = places.reg;
    c->out->chain_count++;
}

static void build_chains(struct chaining *c)
{
    const struct net *net = c->net;
    size_t classes = (size_t)c->classes.register_classes;

    c->member = arena_alloc(c->arena, classes * sizeof *c->member);
    c->class_chain = arena_alloc(c->arena, classes * sizeof(int));
    c->class_place = arena_alloc(c->arena, classes * sizeof(int));
    c->out->chain = arena_alloc(c->arena, classes * sizeof *c->out->chain);
    for (int r = 0; r < net->register_count; r++) {
        struct net_list *list = &c->member[c->classes.reg_class[r]];

        ARENA_PUSH(c->arena, list->reg, list->count, list->cap, r);
    }
    memset(c->class_chain, -1, classes * sizeof(int));
    for (int k = 0; k < c->classes.register_classes; k++)
        if (!filler_of(c, k)->inner)
            build_chain(c, k);
    /* What is left goes round without a junction: it gets one. */
    for (int k = 0; k < c->classes.register_classes; k++) {
        if (c->class_chain[k] < 0) {
            filler_of(c, k)->inner = false;
            build_chain(c, k);
        }
    }
}

/* Slots and steps ---------------------------------------------------------- */

static void locate(struct chaining *c)
{
    const struct net *net = c->net;
    size_t registers = (size_t)net->register_count;

    c->out->reg_chain = arena_alloc(c->arena, registers * sizeof(int));
    c->out->reg_place = arena_alloc(c->arena, registers * sizeof(int));
    c->out->reg_slot = arena_alloc(c->arena, registers * sizeof(int));
    for (int r = 0; r < net->register_count; r++) {
        int class = c->classes.reg_class[r];

        c->out->reg_chain[r] = c->class_chain[class];
        c->out->reg_place[r] = c->class_place[class];
    }
}

static enum racer_type operand_type(const struct racer_node *node, int k)
{
    const struct racer_operand *operand = &node->operand[k];

    return operand->value ? operand->value->type : operand->type;
}

/* What a register receives; chains are those that the inputs lie in. */
static struct chain_step step_of(struct chaining *c, int reg, int side)
{
    const struct net_register *r = &c->net->reg[reg];
    const struct racer_node *node = r->rule.node;
    struct chain_step step = {.node = node,
                              .position = c->out->reg_place[reg],
                              .to = c->out->reg_slot[reg],
                              .channel = r->rule.channel};
    int inputs = node ? node->operand_count : 1;

    if (node)
        step.type = operand_type(node, node->operand_count - 1);
    for (int k = 0; k < 3; k++)
        step.from[k] = step.chain[k] = -1;
    for (int k = 0; k < inputs; k++) {
        const struct net_input *input = &r->rule.input[node ? k : side];

        step.bits[k] = input->bits;
        if (input->reg >= 0) {
            step.from[k] = c->out->reg_slot[input->reg];
            step.chain[k] = c->out->reg_chain[input->reg];
        }
    }
    return step;
}

/* A register gets the slot of the one it copies in its chain, or its own. */
static void build_steps(struct chaining *c, const struct net_list *by_place)
{
    int place = 0;

    for (int chain = 0; chain < c->out->chain_count; chain++) {
        struct chain *to = &c->out->chain[chain];

        for (int p = 0; p < to->length; p++, place++) {
            const struct net_list *list = &by_place[place];

            for (int k = 0; k < list->count; k++) {
                int reg = list->reg[k];
                const struct net_rule *rule = &c->net->reg[reg].rule;

                if (p > 0 && !rule->node && rule->input[0].reg >= 0) {
                    c->out->reg_slot[reg] =
                        c->out->reg_slot[rule->input[0].reg];
                    continue;
                }
                c->out->reg_slot[reg] = to->slots++;
                if (p > 0)
                    ARENA_PUSH(c->arena, to->step, to->step_count, to->step_cap,
                               step_of(c, reg, 0));
            }
        }
    }
}

static void assign_slots(struct chaining *c)
{
    int places = 0;
    struct net_list *by_place;

    for (int k = 0; k < c->out->chain_count; k++)
        places += c->out->chain[k].length;
    by_place = arena_alloc(c->arena, (size_t)places * sizeof *by_place);
    places = 0;
    for (int k = 0; k < c->out->chain_count; k++)
        for (int p = 0; p < c->out->chain[k].length; p++)
            by_place[places++] =
                c->member[c->classes.reg_class[c->out->chain[k].first[p]]];
    build_steps(c, by_place);
}

/* Junctions ---------------------------------------------------------------- */

static void add_junction_step(struct chaining *c, struct chain_junction *j,
                              int side, int reg)
{
    int n = j->step_count[side], cap = j->step_cap[side];

    j->step_chain[side] = arena_grow(c->arena, j->step_chain[side], n, &cap,
                                     sizeof *j->step_chain[side]);
    j->step_chain[side][n] = c->out->reg_chain[reg];
    ARENA_PUSH(c->arena, j->step[side], j->step_count[side], j->step_cap[side],
               step_of(c, reg, side));
}

/* The chains that classes are places of. */
static int *to_chains(struct chaining *c, const struct net_list *classes)
{
    int *list = arena_alloc(c->arena, (size_t)classes->count * sizeof *list);

    for (int k = 0; k < classes->count; k++)
        list[k] = c->class_chain[classes->reg[k]];
    return list;
}

static void build_junction(struct chaining *c, struct bridge *bridge)
{
    const struct net_transfer *transfer = &c->net->transfer[bridge->transfer];
    int number = c->out->junction_count++;
    struct chain_junction *j = &c->out->junction[number];

    *j = (struct chain_junction){
        .kind = transfer->kind, .node = transfer->node, .condition_chain = -1};
    bridge->junction = number;
    for (int side = 0; side < 2; side++) {
        j->take_count[side] = bridge->take[side].count;
        j->fill_count[side] = bridge->fill[side].count;
        j->take[side] = to_chains(c, &bridge->take[side]);
        j->fill[side] = to_chains(c, &bridge->fill[side]);
        for (int k = 0; k < j->take_count[side]; k++) {
            c->out->chain[j->take[side][k]].taker = number;
            c->out->chain[j->take[side][k]].taker_side = side;
        }
        for (int k = 0; k < j->fill_count[side]; k++) {
            const struct net_list *list = &c->member[bridge->fill[side].reg[k]];

            c->out->chain[j->fill[side][k]].filler = number;
            c->out->chain[j->fill[side][k]].filler_side = side;
            for (int m = 0; m < list->count; m++) {
                add_junction_step(c, j, side, list->reg[m]);
                if (transfer->kind == NET_MERGE || transfer->kind == NET_JOIN)
                    add_junction_step(c, j, !side, list->reg[m]);
            }
        }
    }
    if (transfer->condition >= 0) {
        j->condition_chain = c->out->reg_chain[transfer->condition];
        j->condition_slot = c->out->reg_slot[transfer->condition];
    }
}

/* A sink takes its operands in the order of its node, from the registers of its
 * port, or if that has none, from those on the way to it. */
static void build_sink(struct chaining *c, struct chain_junction *j, int t)
{
    const struct net_transfer *transfer = &c->net->transfer[t];
    int node = transfer->node->index, count = transfer->node->operand_count;
    const int *reg = c->net->entry[node] == t ? c->net->operand[node]
                                              : transfer->take[0].reg;

    j->sink_count = count;
    j->sink_chain = arena_alloc(c->arena, (size_t)count * sizeof(int));
    j->sink_slot = arena_alloc(c->arena, (size_t)count * sizeof(int));
    for (int k = 0; k < count; k++) {
        j->sink_chain[k] = c->out->reg_chain[reg[k]];
        j->sink_slot[k] = c->out->reg_slot[reg[k]];
    }
}

struct chains chains_new(struct arena *arena, const struct net *net)
{
    struct chains out = {.net = net};
    struct chaining c = {.arena = arena, .net = net, .out = &out};
    size_t transfers = (size_t)net->transfer_count;

    c.classes = net_alike(arena, net);
    build_bridges(&c);
    build_chains(&c);
    locate(&c);
    assign_slots(&c);
    out.junction = arena_alloc(arena, (size_t)c.classes.transfer_classes *
                                          sizeof *out.junction);
    for (int k = 0; k < c.classes.transfer_classes; k++)
        if (!c.bridge[k].inner)
            build_junction(&c, &c.bridge[k]);
    out.transfer_junction = arena_alloc(arena, transfers * sizeof(int));
    for (int t = 0; t < net->transfer_count; t++) {
        const struct bridge *bridge = &c.bridge[c.classes.transfer_class[t]];

        out.transfer_junction[t] = bridge->inner ? -1 : bridge->junction;
        if (net->transfer[t].kind == NET_SINK)
            build_sink(&c, &out.junction[bridge->junction], t);
    }
    return out;
}
