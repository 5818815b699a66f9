/*
 * A graph as transfers and the ways of registers between them, as
 * runtime/racersim/net/ builds them one by one.
 */
#include "backends/racer/local.h"

static void add_way(struct arena *arena, struct racer_ways *ways,
                    struct racer_way way, const struct racer_rings *rings,
                    struct racer_use taker)
{
    way.taker = taker.node;
    way.operand = taker.operand;
    way.ring = way.branch = -1;
    if (taker.node && taker.node->kind == RACER_MERGE) {
        way.entry = racer_side_of(taker.node, taker.operand);
        for (int r = 0; rings && r < rings->count; r++)
            if (rings->ring[r].merge == taker.node && !way.entry)
                way.ring = r;
    }
    for (int k = 0; rings && k < rings->branch_count; k++)
        if (taker.node == rings->branch[k].closes &&
            (ways->alone || rings->branch[k].outer < 0) &&
            racer_side_of(taker.node, taker.operand))
            way.branch = k;
    ARENA_PUSH(arena, ways->way, ways->count, ways->cap, way);
}

/* Does one element alone come, whatever the parameters are? */
static bool is_alone(const struct racer_graph *g)
{
    bool alone = true;

    for (int n = 0; n < g->node_count; n++) {
        const struct racer_walk *walk = &g->node[n]->walk;

        if (g->node[n]->kind != RACER_SOURCE)
            continue;
        alone = alone && walk->over;
        for (int d = 0; d < walk->dims; d++)
            alone =
                alone && !walk->extent[d].name && walk->extent[d].value == 1;
    }
    return alone;
}

struct racer_ways racer_ways_of(struct arena *arena,
                                const struct racer_graph *g,
                                const struct racer_arch *arch,
                                const struct racer_rings *rings)
{
    struct racer_ways ways = {.vertices = g->node_count, .alone = is_alone(g)};
    int *begin;
    const struct racer_use *all = racer_uses(arena, g, &begin);

    for (int v = 0; v < g->value_count; v++) {
        const struct racer_node *node = g->value[v]->node;
        const struct racer_use *list = all + begin[v];
        int count = begin[v + 1] - begin[v];
        struct racer_way way = {
            .from = node->index,
            .registers = racer_stages(arch, node),
            .initial = node->kind == RACER_DELAY ? (int)node->count : 0,
            .places = racer_places(arch, node)};

        way.room = way.places ? way.places + 1 : way.registers - way.initial;
        if (count > 1) {
            way.to = ways.vertices++;
            add_way(arena, &ways, way, rings, (struct racer_use){NULL, 0});
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
        if (g->node[n]->kind == RACER_SINK && racer_stages(arch, g->node[n])) {
            int stages = racer_stages(arch, g->node[n]);

            add_way(arena, &ways,
                    (struct racer_way){.from = n,
                                       .to = ways.vertices++,
                                       .registers = stages,
                                       .room = stages},
                    rings, (struct racer_use){NULL, 0});
        }
    return ways;
}
