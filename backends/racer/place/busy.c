/*
 * How busy links and PEs were in a run: of the slots of all their words, or of
 * the values that they make, in how many an element passed, was blocked by what
 * lies behind, or did not come. A slot is two cycles, the fastest that elements
 * follow each other.
 */
#include "backends/racer/place/local.h"

enum { MOST_LINES = 12, ALL = 1000 };

/* Sums over the words of a link, or the values of a PE. */
struct sums {
    int64_t used, blocked, starved;
};

static void add_share(struct sums *sums, const struct racersim_share *share,
                      int times)
{
    sums->used += (int64_t)share->used * times;
    sums->blocked += (int64_t)share->blocked * times;
    sums->starved += (int64_t)share->starved * times;
}

static struct racersim_share mean(const struct sums *sums, int count)
{
    return (struct racersim_share){(int)(sums->used / count),
                                   (int)(sums->blocked / count),
                                   (int)(sums->starved / count)};
}

/* Adds what a value does on one of its ways to all links of that. */
static void add_way(const struct fabric *f, const struct racer_route *route,
                    const struct racersim_share *share, int words,
                    struct sums *link)
{
    int cell = fabric_cell(f, route->row, route->column);

    for (int k = 0; k < route->count && cell >= 0; k++) {
        int at = fabric_hop(f, cell, route->hop[k]);

        cell = at < 0 ? -1 : f->link[at].to;
        if (at >= 0)
            add_share(&link[at], share, words);
    }
}

static void add_links(struct place_busy *busy, struct arena *arena,
                      const struct racersim *sim)
{
    const struct net *net = racersim_net(sim);
    const struct racer_graph *g = net->graph;
    const struct fabric *f = busy->fabric;
    size_t links = (size_t)f->link_count;
    struct sums *sums = arena_alloc(arena, (links + 1) * sizeof *sums);
    int *begin;
    const struct racer_use *uses = racer_uses(arena, g, &begin);

    busy->share = arena_alloc(arena, (links + 1) * sizeof *busy->share);
    for (int v = 0; v < g->value_count; v++)
        for (int u = begin[v]; u < begin[v + 1]; u++) {
            const struct racer_node *node = uses[u].node;
            const struct racer_route *route =
                node->operand[uses[u].operand].route;
            int reg = net->operand[node->index][uses[u].operand];
            struct racersim_share share;

            if (!route || reg < 0)
                continue;
            share = racersim_share_of(sim, reg);
            add_way(f, route, &share, racer_type_words(g->value[v]->type),
                    sums);
        }
    for (int k = 0; k < f->link_count; k++) {
        busy->share[k] = mean(&sums[k], f->arch->factor[RACER_FACTOR_words]);
        busy->used += sums[k].used > 0;
        busy->sum += busy->share[k].used;
    }
}

/* A value of a bundle lies in the PE of its place: lanes in order. */
static const struct racer_place *place_of(const struct racer_value *value)
{
    const struct racer_node *node = value->node;
    int lane = value->output;

    if (node->kind == RACER_SWITCH || node->kind == RACER_FORK)
        lane %= node->output_count / 2;
    for (int k = 0; k < node->place_count; k++) {
        if (lane < node->place[k].lanes || !node->place[k].lanes)
            return &node->place[k];
        lane -= node->place[k].lanes;
    }
    return NULL;
}

static void add_pes(struct place_busy *busy, struct arena *arena,
                    const struct racersim *sim)
{
    const struct net *net = racersim_net(sim);
    const struct racer_graph *g = net->graph;
    const struct fabric *f = busy->fabric;
    size_t pes = (size_t)(f->rows * f->columns);
    struct sums *sums = arena_alloc(arena, pes * sizeof *sums);

    busy->pe = arena_alloc(arena, pes * sizeof *busy->pe);
    busy->values = arena_alloc(arena, pes * sizeof *busy->values);
    for (int v = 0; v < g->value_count; v++) {
        const struct racer_place *place = place_of(g->value[v]);
        struct racersim_share share;
        int pe, reg = net->value_last[v];

        if (!place || reg < 0 || place->row < 0 || place->row >= f->rows ||
            place->column < 0 || place->column >= f->columns)
            continue;
        pe = place->row * f->columns + place->column;
        share = racersim_share_of(sim, reg);
        add_share(&sums[pe], &share, 1);
        busy->values[pe]++;
    }
    for (size_t p = 0; p < pes; p++) {
        if (!busy->values[p])
            continue;
        busy->pe[p] = mean(&sums[p], busy->values[p]);
        busy->pes++;
    }
}

struct place_busy place_busy_of(struct arena *arena,
                                const struct racer_arch *arch,
                                const struct racersim *sim)
{
    const struct fabric *f = fabric_new(arena, arch);
    struct place_busy busy = {.fabric = f, .links = f->link_count};

    add_links(&busy, arena, sim);
    add_pes(&busy, arena, sim);
    return busy;
}

/* The busiest link that is not yet printed, -1: there is none. */
static int next_busiest(const struct place_busy *busy, const bool *printed)
{
    int best = -1;

    for (int k = 0; k < busy->links; k++)
        if (busy->share[k].used && !printed[k] &&
            (best < 0 || busy->share[k].used > busy->share[best].used))
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
    int all = busy->used ? (int)(busy->sum / busy->used) : 0;

    buf_printf(out,
               "links: %d have carried elements, in %d.%d %% of their words'"
               " slots; the busiest: used, blocked, starved\n",
               busy->used, all / 10, all % 10);
    for (int k = 0; k < MOST_LINES; k++) {
        int at = next_busiest(busy, printed);

        if (at < 0)
            break;
        printed[at] = true;
        buf_printf(out, "  %-30s %4d.%d%% %4d.%d%% %4d.%d%%\n",
                   link_name(arena, f, at), busy->share[at].used / 10,
                   busy->share[at].used % 10, busy->share[at].blocked / 10,
                   busy->share[at].blocked % 10, busy->share[at].starved / 10,
                   busy->share[at].starved % 10);
    }
}

static void put_share(struct buf *out, const struct racersim_share *share)
{
    buf_printf(out,
               "\"used\": %d.%03d, \"blocked\": %d.%03d, \"starved\":"
               " %d.%03d}",
               share->used / ALL, share->used % ALL, share->blocked / ALL,
               share->blocked % ALL, share->starved / ALL,
               share->starved % ALL);
}

void place_busy_json(struct arena *arena, struct buf *out,
                     const struct place_program *program,
                     const struct place_busy *busy)
{
    const struct fabric *f = busy->fabric;
    const char *comma = "";

    buf_printf(out,
               ",\n \"program\": {\"words\": %d, \"configure\": %lld,"
               " \"reset\": %lld},\n \"links\": [",
               program->words, (long long)program->configure,
               (long long)program->reset);
    for (int k = 0; k < busy->links; k++) {
        if (!busy->share[k].used)
            continue;
        buf_printf(out, "%s\n  {\"name\": \"%s\", ", comma,
                   link_name(arena, f, k));
        put_share(out, &busy->share[k]);
        comma = ",";
    }
    comma = "";
    buf_puts(out, "],\n \"pes\": [");
    for (int p = 0; p < f->rows * f->columns; p++) {
        if (!busy->values[p])
            continue;
        buf_printf(out, "%s\n  {\"row\": %d, \"column\": %d, ", comma,
                   p / f->columns, p % f->columns);
        put_share(out, &busy->pe[p]);
        comma = ",";
    }
    buf_putc(out, ']');
}
