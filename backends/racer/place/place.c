/*
 * Places, balances and routes in turn, with seed after seed, in larger and
 * larger regions, until everything fits. Balance decides how many registers
 * each way is to have, once places say how many there must be; exactly so many
 * its route gets, so that what was balanced has the rate that was wanted.
 */
#include "backends/racer/place/local.h"

enum { USUAL_ATTEMPTS = 12, TIGHT_WEIGHT = 4, REPAIRS = 8, DETOUR = 4 };

struct work {
    struct arena *arena;
    struct racer_graph *g;
    const struct racer_arch *arch;
    const struct racer_rings *rings;
    struct place_report *report;
    struct faults *faults;
    struct layout *l;
    struct overuse over;
    bool routed_once;
};

static struct racer_operand *operand_of(const struct wire *net)
{
    return &net->taker->operand[net->operand];
}

/* How many of a way's registers the graph does not write. */
static int hidden(const struct layout *l, const struct wire *net)
{
    return net->copied ? l->arch->stages[RACER_GROUP_link] : 0;
}

static bool balance(struct work *w, const int *least)
{
    struct layout *l = w->l;

    for (int k = 0; k < l->net_count; k++)
        operand_of(&l->net[k])->least =
            least ? least[k] - hidden(l, &l->net[k]) : 0;
    if (!racer_balance(w->arena, w->g, w->arch, w->rings, &w->report->slack,
                       w->faults))
        return false;
    for (int k = 0; k < l->net_count; k++)
        l->net[k].wanted =
            operand_of(&l->net[k])->registers + hidden(l, &l->net[k]);
    return true;
}

/* Ways that have no registers to spare make rings longer. */
static bool weigh(struct work *w)
{
    struct layout *l = w->l;

    if (!balance(w, NULL))
        return false;
    for (int k = 0; k < l->net_count; k++) {
        int registers = operand_of(&l->net[k])->registers;

        l->net[k].weight = registers == 0 ? TIGHT_WEIGHT : 1;
        l->net[k].short_way =
            registers <= w->arch->factor[RACER_FACTOR_bypass_most];
    }
    return true;
}

/* Regions ------------------------------------------------------------------ */

static int blocks_of(const struct work *w, enum racer_factor which)
{
    int block = w->arch->factor[RACER_FACTOR_block];

    return (w->arch->factor[which] + block - 1) / block;
}

/* The smallest region of whole blocks that has so many PEs and is larger than
 * the one before; false: the array has none. */
static bool next_region(const struct work *w, int least, struct region *region)
{
    int block = w->arch->factor[RACER_FACTOR_block];
    int rows = blocks_of(w, RACER_FACTOR_rows);
    int columns = blocks_of(w, RACER_FACTOR_columns);
    int before = region->rows * region->columns, best = 0;

    for (int r = 1; r <= rows; r++)
        for (int c = r; c <= r + 1; c++) {
            int across = c < columns ? c : columns;
            struct region next = {0, 0, r * block, across * block};

            if (next.rows > w->arch->factor[RACER_FACTOR_rows])
                next.rows = w->arch->factor[RACER_FACTOR_rows];
            if (next.columns > w->arch->factor[RACER_FACTOR_columns])
                next.columns = w->arch->factor[RACER_FACTOR_columns];
            if (next.rows * next.columns < least ||
                next.rows * next.columns <= before ||
                (best && next.rows * next.columns >= best))
                continue;
            best = next.rows * next.columns;
            *region = next;
        }
    return best > 0;
}

/* Attempts ----------------------------------------------------------------- */

/* A net on the link that carries too much is to go round; one that makes no
 * ring longer, if there is one. */
static bool repair(struct work *w, int *least)
{
    struct layout *l = w->l;
    int chosen = w->over.net;

    for (int k = 0; k < l->net_count && w->over.link >= 0; k++)
        for (int j = 0; j < l->net[k].count; j++)
            if (l->net[k].link[j] == w->over.link &&
                (chosen < 0 || l->net[k].weight < l->net[chosen].weight ||
                 (l->net[k].weight == l->net[chosen].weight &&
                  l->net[k].wanted < l->net[chosen].wanted)))
                chosen = k;
    if (chosen < 0)
        return false;
    least[chosen] = l->net[chosen].wanted + DETOUR;
    return true;
}

static bool attempt(struct work *w)
{
    struct layout *l = w->l;
    int *least =
        arena_alloc(w->arena, ((size_t)l->net_count + 1) * sizeof *least);

    if (!layout_anneal(l) || !layout_least(l, least) || !balance(w, least))
        return false;
    w->routed_once = true;
    for (int k = 0; k < REPAIRS; k++) {
        if (layout_route(l, 0, &w->over))
            return true;
        if (!repair(w, least) || !balance(w, least))
            return false;
    }
    return false;
}

/* The most contended link, and the nets on it. */
static bool refuse(struct work *w)
{
    const struct layout *l = w->l;
    struct buf text = {0};
    const struct fabric *f = l->fabric;

    if (w->over.net >= 0 && w->routed_once)
        buf_printf(&text, "'%s' finds no way of %d registers",
                   l->net[w->over.net].value->name, l->net[w->over.net].wanted);
    else if (w->over.link >= 0 && w->routed_once) {
        const struct link *link = &f->link[w->over.link];

        buf_printf(&text,
                   "no route: the link %c of cell %d,%d would carry %d words"
                   " of %d, of",
                   racer_ways[link->hop.way], f->cell[link->from].row,
                   f->cell[link->from].column, w->over.words,
                   w->arch->factor[RACER_FACTOR_words]);
        for (int k = 0; k < l->net_count; k++)
            for (int j = 0; j < l->net[k].count; j++)
                if (l->net[k].link[j] == w->over.link)
                    buf_printf(&text, " '%s'", l->net[k].value->name);
    } else {
        buf_puts(&text, "its operations find no places");
    }
    fault_hint(w->faults,
               fault_add(w->faults, FAULT_RACER_ARCH, w->g->node[0]->loc, "%s",
                         text.text),
               (struct loc){0},
               "take a larger array (rows, columns), wider links (words) or"
               " another --seed");
    buf_free(&text);
    return false;
}

/* Hands places and routes to the graph. */
static void emit(struct work *w)
{
    struct layout *l = w->l;
    const struct fabric *f = l->fabric;

    for (int p = 0; p < l->part_count; p++) {
        const struct part *part = &l->part[p];
        struct racer_place place = {
            f->cell[part->cell].row, f->cell[part->cell].column, part->unit,
            part->lanes == racer_lanes(part->node) ? 0 : part->lanes};

        ARENA_PUSH(w->g->arena, part->node->place, part->node->place_count,
                   part->node->place_cap, place);
    }
    for (int k = 0; k < l->net_count; k++) {
        const struct wire *net = &l->net[k];
        const struct cell *cell = &f->cell[l->part[net->from].cell];
        struct racer_route *route = arena_alloc(w->g->arena, sizeof *route);

        *route = (struct racer_route){
            .row = cell->row, .column = cell->column, .stages = net->wanted};
        for (int j = 0; j < net->count; j++)
            ARENA_PUSH(w->g->arena, route->hop, route->count, route->cap,
                       f->link[net->link[j]].hop);
        operand_of(net)->route = route;
    }
}

bool place_graph(struct arena *arena, struct racer_graph *g,
                 const struct racer_arch *arch, const struct racer_rings *rings,
                 const struct place_options *options,
                 struct place_report *report, struct faults *faults)
{
    struct work w = {arena, g, arch, rings, report, faults, NULL, {0}, false};
    int attempts = options->attempts ? options->attempts : USUAL_ATTEMPTS;
    struct buf bounds = {0};
    bool possible;

    *report = (struct place_report){0};
    part_spread(g);
    possible = place_bounds(arena, g, arch, &bounds, &report->least_pes,
                            &report->resource, faults);
    buf_free(&bounds);
    if (!possible)
        return false;
    w.l = layout_new(arena, g, arch);
    if (!weigh(&w))
        return false;
    while (next_region(&w, report->least_pes, &w.l->region)) {
        for (int k = 0; k < attempts; k++) {
            report->attempts++;
            report->seed = options->seed + (uint64_t)k;
            w.l->random = report->seed;
            if (attempt(&w)) {
                report->rows = w.l->region.rows;
                report->columns = w.l->region.columns;
                emit(&w);
                report->rate = racer_rate_of(arena, g, arch, rings);
                return true;
            }
            if (faults->errors)
                return false;
        }
    }
    return refuse(&w);
}
