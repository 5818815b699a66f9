/*
 * A graph as transfers and the ways of registers between them, as
 * runtime/racersim/net/ builds them one by one.
 */
#include "backends/racer/local.h"

struct taker {
    const struct racer_node *node;
    int operand;
};

/* Who takes each value: those of value v stand from begin[v] to begin[v + 1].
 */
static struct taker *list_takers(struct arena *arena,
                                 const struct racer_graph *g, int **begin)
{
    int *at = arena_alloc(arena, ((size_t)g->value_count + 2) * sizeof *at);
    struct taker *list = NULL;

    *begin = at;
    for (int pass = 0; pass < 2; pass++) {
        for (int n = 0; n < g->node_count; n++)
            for (int k = 0; k < g->node[n]->operand_count; k++) {
                const struct racer_value *value = g->node[n]->operand[k].value;

                if (!value || racer_way_of(g->node[n], k) != k)
                    continue;
                if (pass)
                    list[at[value->index + 1]++] =
                        (struct taker){g->node[n], k};
                else
                    at[value->index + 2]++;
            }
        for (int v = 0; v < g->value_count && !pass; v++)
            at[v + 2] += at[v + 1];
        if (!pass)
            list = arena_alloc(arena,
                               (size_t)at[g->value_count + 1] * sizeof *list);
    }
    return list;
}

static void add_way(struct arena *arena, struct racer_ways *ways,
                    struct racer_way way, const struct racer_rings *rings,
                    struct taker taker)
{
    way.taker = taker.node;
    way.operand = taker.operand;
    way.ring = -1;
    if (taker.node && taker.node->kind == RACER_MERGE) {
        way.entry = racer_side_of(taker.node, taker.operand);
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
    int *begin;
    const struct taker *all = list_takers(arena, g, &begin);

    for (int v = 0; v < g->value_count; v++) {
        const struct racer_node *node = g->value[v]->node;
        const struct taker *list = all + begin[v];
        int count = begin[v + 1] - begin[v];
        struct racer_way way = {
            .from = node->index,
            .registers = racer_stages(arch, node),
            .initial = node->kind == RACER_DELAY ? (int)node->count : 0,
            .places = racer_places(arch, node)};

        way.room = way.places ? way.places + 1 : way.registers - way.initial;
        if (count > 1) {
            way.to = ways.vertices++;
            add_way(arena, &ways, way, rings, (struct taker){NULL, 0});
            way =
                (struct racer_way){.from = way.to,
                                   .registers = arch->stages[RACER_GROUP_link],
                                   .room = arch->stages[RACER_GROUP_link]};
        }
        for (int k = 0; k < count; k++) {
            const struct racer_node *taker = list[k].node;
            int more = taker->operand[list[k].operand].registers;
            struct racer_way own = way;

            own.to = taker->index;
            own.registers += more;
            own.room += more;
            add_way(arena, &ways, own, rings, list[k]);
        }
    }
    for (int n = 0; n < g->node_count; n++)
        if (g->node[n]->kind == RACER_SINK) {
            int stages = racer_stages(arch, g->node[n]);

            add_way(arena, &ways,
                    (struct racer_way){.from = n,
                                       .to = ways.vertices++,
                                       .registers = stages,
                                       .room = stages},
                    rings, (struct taker){NULL, 0});
        }
    return ways;
}
