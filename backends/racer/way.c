/*
 * A graph as transfers and the ways of registers between them, as
 * runtime/racersim/net/ builds them one by one.
 */
#include "backends/racer/local.h"

struct taker {
    const struct racer_node *node;
    int operand;
};

static bool second_side(const struct racer_node *node, int operand)
{
    return (node->kind == RACER_MERGE || node->kind == RACER_JOIN) &&
           operand >= node->output_count;
}

/* Does an earlier operand of the node share its way? */
static bool is_shared(const struct racer_node *node, int operand)
{
    for (int k = 0; k < operand; k++)
        if (node->operand[k].value == node->operand[operand].value &&
            second_side(node, k) == second_side(node, operand))
            return true;
    return false;
}

static int takers_of(const struct racer_graph *g,
                     const struct racer_value *value, struct taker *list)
{
    int count = 0;

    for (int n = 0; n < g->node_count; n++)
        for (int k = 0; k < g->node[n]->operand_count; k++)
            if (g->node[n]->operand[k].value == value &&
                !is_shared(g->node[n], k))
                list[count++] = (struct taker){g->node[n], k};
    return count;
}

static void add_way(struct arena *arena, struct racer_ways *ways,
                    struct racer_way way, const struct racer_rings *rings,
                    struct taker taker)
{
    way.taker = taker.node;
    way.operand = taker.operand;
    way.ring = -1;
    if (taker.node && taker.node->kind == RACER_MERGE) {
        way.entry = second_side(taker.node, taker.operand);
        for (int r = 0; rings && r < rings->count; r++)
            if (rings->ring[r].merge == taker.node && !way.entry)
                way.ring = r;
    }
    ARENA_PUSH(arena, ways->way, ways->count, ways->cap, way);
}

struct racer_ways racer_ways_of(struct arena *arena,
                                const struct racer_graph *g,
                                const struct racer_arch *arch,
                                const struct racer_rings *rings)
{
    struct racer_ways ways = {.vertices = g->node_count};
    int operands = 0;
    struct taker *list;

    for (int n = 0; n < g->node_count; n++)
        operands += g->node[n]->operand_count;
    list = arena_alloc(arena, (size_t)operands * sizeof *list);
    for (int v = 0; v < g->value_count; v++) {
        const struct racer_node *node = g->value[v]->node;
        int count = takers_of(g, g->value[v], list);
        int from = node->index, stages = racer_stages(arch, node);
        int initial = node->kind == RACER_DELAY ? (int)node->count : 0;

        if (count > 1) {
            int copy = ways.vertices++;

            add_way(arena, &ways,
                    (struct racer_way){from, copy, stages, initial, NULL, 0, 0,
                                       false},
                    rings, (struct taker){NULL, 0});
            from = copy;
            stages = arch->stages[RACER_GROUP_link];
            initial = 0;
        }
        for (int k = 0; k < count; k++) {
            const struct racer_operand *operand =
                &list[k].node->operand[list[k].operand];

            add_way(arena, &ways,
                    (struct racer_way){from, list[k].node->index,
                                       stages + operand->registers, initial,
                                       NULL, 0, 0, false},
                    rings, list[k]);
        }
    }
    for (int n = 0; n < g->node_count; n++)
        if (g->node[n]->kind == RACER_SINK)
            add_way(arena, &ways,
                    (struct racer_way){n, ways.vertices++,
                                       racer_stages(arch, g->node[n]), 0, NULL,
                                       0, 0, false},
                    rings, (struct taker){NULL, 0});
    return ways;
}
