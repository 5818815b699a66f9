/*
 * How busy links were in a run: of the slots of all their words, how many had
 * an element. A slot is two cycles, the fastest that elements follow each
 * other.
 */
#include "backends/racer/place/local.h"

enum { MOST_LINES = 12, ALL = 1000 };

/* Adds the elements of a value on one of its ways to all links of that. */
static void add_way(const struct fabric *f, const struct racer_route *route,
                    int64_t elements, int64_t *link)
{
    int cell = fabric_cell(f, route->row, route->column);

    for (int k = 0; k < route->count && cell >= 0; k++) {
        int at = fabric_hop(f, cell, route->hop[k]);

        cell = at < 0 ? -1 : f->link[at].to;
        if (at >= 0)
            link[at] += elements;
    }
}

struct place_busy place_busy_of(struct arena *arena,
                                const struct racer_arch *arch,
                                const struct racersim *sim, int64_t cycles)
{
    const struct net *net = racersim_net(sim);
    const struct racer_graph *g = net->graph;
    const struct fabric *f = fabric_new(arena, arch);
    size_t links = (size_t)f->link_count;
    int64_t *words = arena_alloc(arena, (links + 1) * sizeof *words);
    int64_t room = cycles * arch->factor[RACER_FACTOR_words];
    struct place_busy busy = {.fabric = f, .links = f->link_count};
    int *begin;
    const struct racer_use *uses = racer_uses(arena, g, &begin);

    busy.share = arena_alloc(arena, (links + 1) * sizeof *busy.share);
    for (int v = 0; v < g->value_count; v++)
        for (int u = begin[v]; u < begin[v + 1]; u++) {
            const struct racer_node *node = uses[u].node;
            const struct racer_route *route =
                node->operand[uses[u].operand].route;
            int reg = net->operand[node->index][uses[u].operand];

            if (route && reg >= 0)
                add_way(f, route,
                        racer_type_words(g->value[v]->type) *
                            racersim_passed(sim, reg),
                        words);
        }
    for (int k = 0; k < f->link_count; k++) {
        busy.share[k] = room > 0 ? (int)(2 * ALL * words[k] / room) : 0;
        busy.used += words[k] > 0;
        busy.sum += busy.share[k];
    }
    return busy;
}

/* The busiest link that is not yet printed, -1: there is none. */
static int next_busiest(const struct place_busy *busy, const bool *printed)
{
    int best = -1;

    for (int k = 0; k < busy->links; k++)
        if (busy->share[k] && !printed[k] &&
            (best < 0 || busy->share[k] > busy->share[best]))
            best = k;
    return best;
}

/* "E2 of the PE at 3 0", as routes write it. */
static const char *link_name(struct arena *arena, const struct fabric *f,
                             int link)
{
    const struct racer_hop *hop = &f->link[link].hop;
    const struct cell *from = &f->cell[f->link[link].from];

    return arena_printf(arena, "%c%s of the %s at %d %d", racer_ways[hop->way],
                        hop->side ? arena_printf(arena, "%d", hop->side) : "",
                        place_cell_name(from), from->row, from->column);
}

void place_busy_print(struct arena *arena, struct buf *out,
                      const struct place_busy *busy)
{
    const struct fabric *f = busy->fabric;
    bool *printed = arena_alloc(arena, (size_t)busy->links + 1);
    int mean = busy->used ? (int)(busy->sum / busy->used) : 0;

    buf_printf(out,
               "links: %d have carried elements, in %d.%d %% of their words'"
               " slots; the busiest:\n",
               busy->used, mean / 10, mean % 10);
    for (int k = 0; k < MOST_LINES; k++) {
        int at = next_busiest(busy, printed);

        if (at < 0)
            break;
        printed[at] = true;
        buf_printf(out, "  %-30s %4d.%d%%\n", link_name(arena, f, at),
                   busy->share[at] / 10, busy->share[at] % 10);
    }
}

void place_busy_json(struct arena *arena, struct buf *out,
                     const struct place_program *program,
                     const struct place_busy *busy)
{
    const char *comma = "";

    buf_printf(out,
               ",\n \"program\": {\"words\": %d, \"configure\": %lld,"
               " \"reset\": %lld},\n \"links\": [",
               program->words, (long long)program->configure,
               (long long)program->reset);
    for (int k = 0; k < busy->links; k++) {
        if (!busy->share[k])
            continue;
        buf_printf(out, "%s\n  {\"name\": \"%s\", \"share\": %d.%03d}", comma,
                   link_name(arena, busy->fabric, k), busy->share[k] / ALL,
                   busy->share[k] % ALL);
        comma = ",";
    }
    buf_putc(out, ']');
}
