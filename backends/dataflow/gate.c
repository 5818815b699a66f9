/*
 * From a graph to one that is proved and at full speed. A ring with others or
 * branches in it lets in fewer elements than fill it (rule R5): a gate at its
 * entry counts those that have not come out.
 */
#include "backends/dataflow/local.h"

struct racer_graph *flow_again(struct arena *arena, const struct racer_graph *g,
                               struct faults *faults)
{
    struct buf text = {0};
    struct racer_graph *again;

    racer_print(&text, g);
    again = racer_parse(arena, g->file, arena_strdup(arena, text.text), faults);
    buf_free(&text);
    if (again)
        again->file = g->file;
    return again;
}

/* Lies a ring or a branch in the ring? */
static bool has_inner(const struct racer_rings *rings, int ring)
{
    for (int r = 0; r < rings->count; r++)
        if (rings->ring[r].outer == ring)
            return true;
    for (int k = 0; k < rings->branch_count; k++)
        if (rings->branch[k].outer == ring)
            return true;
    return false;
}

/* All that takes a value takes another one, but for one node. */
static void redirect(struct racer_graph *g, const struct racer_value *from,
                     struct racer_value *to, const struct racer_node *but)
{
    for (int n = 0; n < g->node_count; n++)
        for (int k = 0; k < g->node[n]->operand_count; k++) {
            struct racer_operand *operand = &g->node[n]->operand[k];

            if (g->node[n] != but && operand->value == from) {
                operand->value = to;
                operand->name = to->name;
            }
        }
}

static struct racer_node *add_bundle(struct racer_graph *g,
                                     enum racer_kind kind, const char *pair,
                                     struct racer_operand operand)
{
    struct racer_node *node = racer_add(g, kind, 1, 1);
    const char *name = arena_printf(g->arena, "%s_%s",
                                    kind == RACER_GATE ? "in" : "out", pair);

    while (racer_find(g, name))
        name = arena_printf(g->arena, "%s_", name);
    node->pair = pair;
    node->operand[0] = operand;
    node->operand[0].registers = 0;
    racer_name_output(g, node, 0, name, operand.value->type);
    return node;
}

/* The value that leaves the ring, named if nothing takes one: then a sink
 * counts what comes out. */
static struct racer_value *exit_of(struct racer_graph *g,
                                   const struct racer_ring *ring)
{
    struct racer_node *node = g->node[ring->closes->index];
    int width = node->output_count / 2;
    int first = ring->side ? 0 : width;
    const char *name = arena_printf(g->arena, "end%d", node->index);
    struct racer_value *made;
    struct racer_node *sink;

    for (int k = first; k < first + width; k++)
        if (node->output[k])
            return node->output[k];
    while (racer_find(g, name))
        name = arena_printf(g->arena, "%s_", name);
    made =
        racer_name_output(g, node, first, name,
                          node->operand[1].value ? node->operand[1].value->type
                                                 : node->operand[1].type);
    if (ring->outer >= 0)
        return NULL;
    sink = racer_add(g, RACER_SINK, 1, 0);
    sink->operand[0] =
        (struct racer_operand){.value = made, .name = made->name};
    return made;
}

static bool add_gate(struct racer_graph *g, const struct racer_ring *ring,
                     int number)
{
    struct racer_node *merge = g->node[ring->merge->index], *gate, *ungate;
    const char *pair = arena_printf(g->arena, "ring%d", number);
    int width = merge->output_count, k = width;
    struct racer_value *left = exit_of(g, ring);

    while (k < 2 * width && !merge->operand[k].value)
        k++;
    if (k == 2 * width || !left)
        return false;
    gate = add_bundle(g, RACER_GATE, pair, merge->operand[k]);
    gate->count = RACER_FAR;
    for (int n = k; n < 2 * width; n++)
        if (merge->operand[n].value == gate->operand[0].value) {
            merge->operand[n].value = gate->output[0];
            merge->operand[n].name = gate->output[0]->name;
        }
    ungate =
        add_bundle(g, RACER_UNGATE, pair,
                   (struct racer_operand){.value = left, .name = left->name});
    redirect(g, left, ungate->output[0], ungate);
    return true;
}

struct work {
    struct racer_streams streams;
    struct racer_rings rings;
};

static bool find(struct arena *arena, const struct racer_graph *g,
                 struct work *w, struct faults *faults)
{
    return racer_order(arena, g, &w->streams, faults) &&
           racer_find_rings(arena, g, &w->streams, &w->rings, faults);
}

static struct racer_node *gate_named(const struct racer_graph *g,
                                     const struct racer_ring *ring)
{
    for (int n = 0; n < g->node_count; n++)
        if (g->node[n]->kind == RACER_GATE)
            for (int k = 0; k < ring->merge->operand_count; k++)
                if (ring->merge->operand[k].value == g->node[n]->output[0])
                    return g->node[n];
    return NULL;
}

/* The counts of gates, those of inner rings first. */
static void count_gates(struct arena *arena, struct racer_graph *g,
                        const struct racer_arch *arch,
                        const struct racer_rings *rings)
{
    for (int r = 0; r < rings->count; r++) {
        struct racer_node *gate = gate_named(g, &rings->ring[r]);
        int room = gate ? racer_ring_room(arena, g, arch, rings, r) : 0;

        if (gate)
            gate->count = room > 2 ? room - 1 : 1;
    }
}

struct racer_graph *flow_prove(struct arena *arena, struct racer_graph *g,
                               const struct racer_arch *arch,
                               struct buf *certificate,
                               const struct racer_graph **text,
                               struct faults *faults)
{
    struct racer_slack slack;
    struct work w;

    *text = g = flow_again(arena, g, faults);
    if (!g || !find(arena, g, &w, faults))
        return NULL;
    for (int r = 0; r < w.rings.count; r++)
        if (has_inner(&w.rings, r))
            add_gate(g, &w.rings.ring[r], r);
    *text = g = flow_again(arena, g, faults);
    if (!g || !find(arena, g, &w, faults) ||
        !racer_balance(arena, g, arch, &w.rings, &slack, faults))
        return NULL;
    count_gates(arena, g, arch, &w.rings);
    return racer_prove(arena, g, arch, certificate, faults) ? g : NULL;
}

/* So many copies, or one for each block, whose ports read the elements in an
 * order that gives all of them as much to do. */
static struct racer_graph *copy_out(struct arena *arena, struct racer_graph *g,
                                    const struct racer_arch *arch, int copies,
                                    const struct place_options *options,
                                    struct place_report *report,
                                    struct faults *faults)
{
    struct place_copying how = {copies < 0 ? 0 : copies, PLACE_PORTS,
                                PLACE_SCATTER};

    if (copies > 0 && copies < how.ports)
        how.ports = copies;
    return place_copies(arena, g, arch, &how, options, report, faults);
}

/* Rings are longer with routes in them, and so are the gates' counts. */
struct racer_graph *flow_place(struct arena *arena, struct racer_graph *g,
                               const struct racer_arch *arch, int copies,
                               struct place_report *report,
                               struct faults *faults)
{
    struct place_options options = {.seed = 1, .seconds = PLACE_SECONDS};
    struct buf certificate = {0};
    struct work w;
    bool proved;

    if (copies) {
        g = copy_out(arena, g, arch, copies, &options, report, faults);
        if (!g)
            return NULL;
    } else if (!find(arena, g, &w, faults) ||
               !place_graph(arena, g, arch, &w.rings, &options, report,
                            faults)) {
        return NULL;
    }
    if (!place_check(arena, g, arch, report, faults) ||
        !find(arena, g, &w, faults))
        return NULL;
    count_gates(arena, g, arch, &w.rings);
    proved = racer_prove(arena, g, arch, &certificate, faults);
    buf_free(&certificate);
    return proved ? g : NULL;
}
