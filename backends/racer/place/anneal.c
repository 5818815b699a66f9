/*
 * Places by simulated annealing (Kirkpatrick, Gelatt and Vecchi, Science 220,
 * 1983). Parts move to, or change places with those of, other cells of the
 * region; never do more lie in a cell than it has units for. What is made
 * smaller is the registers on the ways, more weight on those that rings cannot
 * do without, and the distance of parts of one bundle.
 *
 * All is done in whole numbers: a change by delta is taken if it is at most
 * -log2(u) times the temperature for a random u of 32 bits, whose logarithm is
 * taken by its highest bit and, in between, a straight line.
 */
#include "backends/racer/place/local.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    NOWHERE = 1 << 20, /* registers to where no way leads */
    APART = 200,       /* for parts that are not beside each other */
    MOVES = 60,        /* of each part at each temperature */
    SAMPLES = 200,
    CROWDED = 30, /* for each word that two cells' links have no room for */
    LOADED = 6    /* quarters of a link's words that enter, or leave, a PE with
                     narrow parts without being too many */
};

struct anneal {
    struct layout *l;
    int site_count; /* PEs and ports of the region */
    int *site;      /* [site] cell */
    int *site_of;   /* [cell], -1 */
    int *far;       /* [site * site_count + site] */
    int (*used)[RACER_UNITS];
    int *bits, *words, *ports; /* [site] */
    int pe_count;              /* PEs come first */
    int *demand;   /* [site * site_count + site] words of short ways */
    int *out, *in; /* [site] words that leave and enter it */
    int64_t crowd; /* the cost of what is too much of it */
    int64_t cost;  /* of all, as moves have changed it */
};

/* Distances ---------------------------------------------------------------- */

/* Registers at least from one cell to all of a region, or NOWHERE: by rounds,
 * as no step is long. */
static void spread_from(const struct layout *l, const struct region *region,
                        int from, int *far, int *queue)
{
    const struct fabric *f = l->fabric;
    struct bounds bounds = fabric_bounds(f, region);
    int head = 0, tail = 0, size = f->cell_count;
    bool *queued = calloc((size_t)size, sizeof *queued);

    for (int k = 0; k < size; k++)
        far[k] = NOWHERE;
    far[from] = 0;
    queue[tail++] = from;
    while (head != tail) {
        int cell = queue[head];
        int pass = cell == from ? 0 : fabric_pass(f, cell).least;

        head = (head + 1) % size;
        queued[cell] = false;
        if (cell != from && f->cell[cell].kind == CELL_PORT)
            continue;
        for (int k = f->cell[cell].begin; k < f->cell[cell].end; k++) {
            int to = f->link[k].to;
            int length = far[cell] + pass + fabric_enter(f, k).least;

            if (!fabric_within(f, &bounds, to) || length >= far[to])
                continue;
            far[to] = length;
            if (queued[to])
                continue;
            queued[to] = true;
            queue[tail] = to;
            tail = (tail + 1) % size;
        }
    }
    free(queued);
}

static void measure(struct anneal *a)
{
    const struct layout *l = a->l;
    size_t cells = (size_t)l->fabric->cell_count;
    int *far = malloc(cells * sizeof *far);
    int *queue = malloc((cells + 1) * sizeof *queue);
    struct region region = l->region;

    region.tile = false;
    a->far = arena_alloc(l->arena, (size_t)a->site_count *
                                       (size_t)a->site_count * sizeof(int));
    for (int s = 0; s < a->site_count; s++) {
        spread_from(l, &region, a->site[s], far, queue);
        for (int t = 0; t < a->site_count; t++)
            a->far[s * a->site_count + t] = far[a->site[t]];
    }
    free(far);
    free(queue);
}

bool layout_least(struct layout *l, int *least)
{
    size_t cells = (size_t)l->fabric->cell_count;
    int *far = malloc(cells * sizeof *far);
    int *queue = malloc((cells + 1) * sizeof *queue);
    struct region region;
    int before = -1;
    bool good = true, tile = false;

    for (int p = 0; p < l->part_count; p++)
        for (int k = l->net_begin[p]; k < l->net_begin[p + 1]; k++) {
            const struct wire *net = &l->net[l->net_of[k]];
            int from = l->part[net->from].cell, to = l->part[net->to].cell;

            if (net->from != p)
                continue;
            region = net_region(l, net);
            if (from != before || region.tile != tile)
                spread_from(l, &region, from, far, queue);
            before = from;
            tile = region.tile;
            least[l->net_of[k]] =
                from == to ? net_within(l, net).least : far[to];
            good = good && far[to] < NOWHERE;
        }
    free(far);
    free(queue);
    return good;
}

/* Cost --------------------------------------------------------------------- */

static int64_t net_cost(const struct anneal *a, const struct wire *net)
{
    const struct layout *l = a->l;
    int from = a->site_of[l->part[net->from].cell];
    int to = a->site_of[l->part[net->to].cell];

    return (int64_t)net->weight * net->words *
           a->far[from * a->site_count + to];
}

static int apart(const struct anneal *a, const struct part *part)
{
    const struct layout *l = a->l;
    const struct cell *x, *y;

    if (part->next < 0 ||
        fabric_beside(l->fabric, part->cell, l->part[part->next].cell))
        return 0;
    x = &l->fabric->cell[part->cell];
    y = &l->fabric->cell[l->part[part->next].cell];
    return APART * (1 + abs(x->row - y->row) + abs(x->column - y->column));
}

/* What a part adds to the cost; nets within it, or to `other`, count once. */
static int64_t part_cost(const struct anneal *a, int p, int other)
{
    const struct layout *l = a->l;
    int64_t cost = apart(a, &l->part[p]);

    if (p > 0 && l->part[p - 1].next == p && p - 1 != other)
        cost += apart(a, &l->part[p - 1]);
    if (l->part[p].next == other && other >= 0)
        cost -= apart(a, &l->part[p]);
    for (int k = l->net_begin[p]; k < l->net_begin[p + 1]; k++) {
        const struct wire *net = &l->net[l->net_of[k]];

        if (other >= 0 && (net->from == other || net->to == other))
            continue;
        cost += net_cost(a, net);
    }
    return cost;
}

static int64_t pair_cost(const struct anneal *a, int p, int q)
{
    int64_t cost = part_cost(a, p, -1);

    return q < 0 ? cost : cost + part_cost(a, q, p);
}

/* Changes how many words there are, and the cost of those that are too many. */
static void crowd(struct anneal *a, int *words, int more, int most)
{
    a->crowd -= *words > most ? (int64_t)CROWDED * (*words - most) : 0;
    *words += more;
    a->crowd += *words > most ? (int64_t)CROWDED * (*words - most) : 0;
}

/* Short ways cannot go round, so that all of those between two cells share one
 * shortest way. Around a PE of a bundle, links are scarce for longer ones, too.
 */
static void demand(struct anneal *a, const struct wire *net, int sign)
{
    const struct layout *l = a->l;
    int most = l->arch->factor[RACER_FACTOR_words];
    int from, to;

    from = a->site_of[l->part[net->from].cell];
    to = a->site_of[l->part[net->to].cell];
    if (from == to)
        return;
    if (l->narrow) {
        int room = most * LOADED / 4;

        if (from < a->pe_count)
            crowd(a, &a->out[from], sign * net->words, room);
        if (to < a->pe_count)
            crowd(a, &a->in[to], sign * net->words, room);
    }
    if (net->short_way)
        crowd(a, &a->demand[from * a->site_count + to], sign * net->words,
              most);
}

/* All nets of a part, but for those of another. */
static void demand_part(struct anneal *a, int p, int other, int sign)
{
    const struct layout *l = a->l;

    for (int k = l->net_begin[p]; k < l->net_begin[p + 1]; k++) {
        const struct wire *net = &l->net[l->net_of[k]];

        if (other < 0 || (net->from != other && net->to != other))
            demand(a, net, sign);
    }
}

/* Room --------------------------------------------------------------------- */

static bool fits(const struct anneal *a, const struct part *part, int site)
{
    const int *factor = a->l->arch->factor;

    if (part->unit == RACER_UNIT_port)
        return site >= a->pe_count && !a->ports[site];
    return site < a->pe_count &&
           a->used[site][part->unit] + part->lanes <=
               fabric_units(a->l->fabric, a->site[site], part->unit) &&
           a->used[site][RACER_UNIT_sync] + part->syncs <=
               fabric_units(a->l->fabric, a->site[site], RACER_UNIT_sync) &&
           a->bits[site] + part->bits <= factor[RACER_FACTOR_local_bits];
}

static void put(struct anneal *a, struct part *part, int site, int sign)
{
    a->used[site][part->unit] += sign * part->lanes;
    a->used[site][RACER_UNIT_sync] += sign * part->syncs;
    a->bits[site] += sign * part->bits;
    a->ports[site] += part->unit == RACER_UNIT_port ? sign : 0;
    if (sign > 0)
        part->cell = a->site[site];
}

/* What another program takes of the sites. */
static void occupy(struct anneal *a)
{
    const struct taken *taken = a->l->taken;

    for (int s = 0; taken && s < a->site_count; s++) {
        int cell = a->site[s];

        memcpy(a->used[s], taken->units[cell], sizeof a->used[s]);
        a->bits[s] = taken->bits[cell];
        a->ports[s] = s < a->pe_count ? 0 : taken->ports[cell];
    }
}

/* The PEs of a region in rows, to and fro. */
static bool fill(struct anneal *a)
{
    struct layout *l = a->l;

    for (int p = 0; p < l->part_count; p++) {
        int s = 0;

        while (s < a->site_count && !fits(a, &l->part[p], s))
            s++;
        if (s == a->site_count)
            return false;
        put(a, &l->part[p], s, 1);
    }
    return true;
}

/* Annealing ---------------------------------------------------------------- */

/* -log2 of a random number below 1, in 1/256. */
static int64_t draw_log(struct layout *l)
{
    uint32_t u = (uint32_t)layout_draw(l, 1 << 30) + 1;
    int top = 0;

    while (u >> (top + 1))
        top++;
    return (int64_t)(30 - top) * 256 -
           (int64_t)((u - (1u << top)) * 256ull >> top);
}

/* A part of the site that could go where `p` is; -1: none. */
static int partner(const struct anneal *a, int p, int site)
{
    const struct layout *l = a->l;
    int found = -1, count = 0;

    for (int q = 0; q < l->part_count; q++)
        if (q != p && l->part[q].cell == a->site[site] &&
            l->part[q].unit == l->part[p].unit &&
            layout_draw(a->l, ++count) == 0)
            found = q;
    return found;
}

/* Moves a part, and its partner to where that was. True if both fit. */
static bool move(struct anneal *a, int p, int q, int site, int back)
{
    struct part *part = &a->l->part[p], *other = q < 0 ? NULL : &a->l->part[q];
    bool good;

    demand_part(a, p, -1, -1);
    if (other)
        demand_part(a, q, p, -1);
    put(a, part, back, -1);
    if (other)
        put(a, other, site, -1);
    good = fits(a, part, site);
    if (good) {
        put(a, part, site, 1);
        good = !other || fits(a, other, back);
        if (good && other)
            put(a, other, back, 1);
        if (!good)
            put(a, part, site, -1);
    }
    if (!good) {
        put(a, part, back, 1);
        if (other)
            put(a, other, site, 1);
    }
    demand_part(a, p, -1, 1);
    if (other)
        demand_part(a, q, p, 1);
    return good;
}

/* Tries one move at a temperature, in 1/256; returns the change that it would
 * make, 0 if it is none. */
static int64_t step(struct anneal *a, int64_t temperature)
{
    struct layout *l = a->l;
    int p = layout_draw(l, l->part_count), q = -1;
    bool port = l->part[p].unit == RACER_UNIT_port;
    int64_t before, delta;
    int site, back;

    back = a->site_of[l->part[p].cell];
    site = port ? a->pe_count + layout_draw(l, a->site_count - a->pe_count)
                : layout_draw(l, a->pe_count);
    if (site == back)
        return 0;
    if (!fits(a, &l->part[p], site)) {
        q = partner(a, p, site);
        if (q < 0)
            return 0;
    }
    before = pair_cost(a, p, q) + a->crowd;
    if (!move(a, p, q, site, back))
        return 0;
    delta = pair_cost(a, p, q) + a->crowd - before;
    if (delta > 0 && delta * 65536 > temperature * draw_log(l))
        move(a, p, q, back, site);
    else
        a->cost += delta;
    return delta;
}

static int64_t count_cost(const struct anneal *a)
{
    const struct layout *l = a->l;
    int64_t cost = a->crowd;

    for (int k = 0; k < l->net_count; k++)
        cost += net_cost(a, &l->net[k]);
    for (int p = 0; p < l->part_count; p++)
        cost += apart(a, &l->part[p]);
    return cost;
}

#ifndef NDEBUG
/* Is what moves have changed bit by bit what counting anew gives? */
static bool agrees(struct anneal *a)
{
    const struct layout *l = a->l;
    size_t sites = (size_t)a->site_count, words = sites * sites * sizeof(int);
    struct anneal new = *a;
    bool same;

    new.used = arena_alloc(l->arena, sites * sizeof *new.used);
    new.bits = arena_alloc(l->arena, sites * sizeof *new.bits);
    new.ports = arena_alloc(l->arena, sites * sizeof *new.ports);
    new.demand = arena_alloc(l->arena, words);
    new.out = arena_alloc(l->arena, sites * sizeof *new.out);
    new.in = arena_alloc(l->arena, sites * sizeof *new.in);
    new.crowd = 0;
    occupy(&new);
    for (int p = 0; p < l->part_count; p++)
        put(&new, &l->part[p], a->site_of[l->part[p].cell], 1);
    for (int k = 0; k < l->net_count; k++)
        demand(&new, &l->net[k], 1);
    same = !memcmp(new.used, a->used, sites * sizeof *new.used) &&
           !memcmp(new.bits, a->bits, sites * sizeof *new.bits) &&
           !memcmp(new.ports, a->ports, sites * sizeof *new.ports) &&
           !memcmp(new.demand, a->demand, words);
    same = same && count_cost(&new) == a->cost;
    return same && new.crowd == a->crowd;
}
#endif

/* False if it is late. */
static bool cool(struct anneal *a)
{
    int64_t sum = 0, temperature;
    int64_t moves = (int64_t)MOVES * a->l->part_count;

    for (int k = 0; k < SAMPLES; k++)
        sum += llabs(step(a, INT64_C(1) << 30));
    temperature = 256 * sum / SAMPLES;
    if (temperature > 256 * 4000)
        temperature = 256 * 4000;
    while (temperature > 32) {
        for (int64_t k = 0; k < moves; k++)
            step(a, temperature);
        temperature = temperature * 92 / 100;
        if (layout_is_late(a->l))
            return false;
    }
    for (int64_t k = 0; k < moves; k++)
        step(a, 0);
    return true;
}

bool layout_anneal(struct layout *l)
{
    struct anneal a = {.l = l};
    const struct fabric *f = l->fabric;
    size_t cells = (size_t)f->cell_count;
    struct region region = l->region;
    struct bounds bounds;

    region.tile = false;
    bounds = fabric_bounds(f, &region);
    a.site = arena_alloc(l->arena, cells * sizeof *a.site);
    a.site_of = arena_alloc(l->arena, cells * sizeof *a.site_of);
    for (int k = 0; k < f->cell_count; k++) {
        a.site_of[k] = -1;
        if (f->cell[k].kind == CELL_RE || !fabric_within(f, &bounds, k))
            continue;
        a.site_of[k] = a.site_count;
        a.site[a.site_count++] = k;
        a.pe_count += f->cell[k].kind == CELL_PE;
    }
    a.used = arena_alloc(l->arena, (size_t)a.site_count * sizeof *a.used);
    a.bits = arena_alloc(l->arena, (size_t)a.site_count * sizeof *a.bits);
    a.ports = arena_alloc(l->arena, (size_t)a.site_count * sizeof *a.ports);
    measure(&a);
    a.demand = arena_alloc(l->arena, (size_t)a.site_count *
                                         (size_t)a.site_count * sizeof(int));
    a.out = arena_alloc(l->arena, (size_t)a.site_count * sizeof *a.out);
    a.in = arena_alloc(l->arena, (size_t)a.site_count * sizeof *a.in);
    occupy(&a);
    if (!fill(&a))
        return false;
    for (int k = 0; k < l->net_count; k++)
        demand(&a, &l->net[k], 1);
    a.cost = count_cost(&a);
    if (!cool(&a))
        return false;
    assert(agrees(&a));
    for (int p = 0; p < l->part_count; p++)
        if (apart(&a, &l->part[p]))
            return false;
    return true;
}
