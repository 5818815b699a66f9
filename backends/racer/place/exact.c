/*
 * How many PEs are too few for a graph, by branch and bound: parts are packed
 * into so many PEs, each into one that has parts already or into one more, and
 * what does not fit any more is left. A packing keeps to what PEs have of units
 * and local memory, and their links of words in and out, as each layout does;
 * if there is none, so many PEs are too few. Where parts lie beside each other,
 * and whether all values find routes, is not asked.
 */
#include "backends/racer/place/local.h"

#include <string.h>

enum { MOST_PES = 64, MOST_STEPS = 4000000 };

/* A PE of a packing. */
struct bin {
    bool plain;
    int units[RACER_UNITS], bits;
};

struct exact {
    struct layout *l;
    int part_count;
    int *part;   /* those in PEs, large ones first */
    int *bin_of; /* [part of the layout] */
    int bins, plain;
    struct bin bin[MOST_PES];
    int room_in[2], room_out[2]; /* [plain] words of a PE's links */
    int plain_cells, full_cells;
    int64_t steps;   /* of the search for packings of so many PEs */
    bool found, cut; /* cut: not all was looked at */
};

static int units_of(const struct exact *e, bool plain, enum racer_unit unit)
{
    const struct racer_arch *arch = e->l->arch;

    return plain ? arch->plain_units[unit] : arch->units[unit];
}

static bool fits(const struct exact *e, const struct bin *bin,
                 const struct part *part)
{
    return bin->units[part->unit] + part->lanes <=
               units_of(e, bin->plain, part->unit) &&
           bin->bits + part->bits <=
               e->l->arch->factor[RACER_FACTOR_local_bits];
}

static void put(struct bin *bin, const struct part *part, int sign)
{
    bin->units[part->unit] += sign * part->lanes;
    bin->bits += sign * part->bits;
}

/* Words that come into PEs, and go out, do not fit through their links. A value
 * that several parts of a PE take comes by several links, one for each. */
static bool links_fit(const struct exact *e)
{
    const struct layout *l = e->l;
    int in[MOST_PES] = {0}, out[MOST_PES] = {0};

    for (int k = 0; k < l->net_count; k++) {
        int from = e->bin_of[l->net[k].from], to = e->bin_of[l->net[k].to];

        if (from == to)
            continue;
        if (from >= 0)
            out[from] += l->net[k].words;
        if (to >= 0)
            in[to] += l->net[k].words;
    }
    for (int b = 0; b < e->bins; b++)
        if (in[b] > e->room_in[e->bin[b].plain] ||
            out[b] > e->room_out[e->bin[b].plain])
            return false;
    return true;
}

/* Packs the parts from number `at` on; PEs that are alike and empty are tried
 * once. */
static void pack(struct exact *e, int at)
{
    const struct part *part;
    bool empty[2] = {false, false};

    if (e->found || e->cut)
        return;
    if (++e->steps > MOST_STEPS) {
        e->cut = true;
        return;
    }
    if (at == e->part_count) {
        e->found = links_fit(e);
        return;
    }
    part = &e->l->part[e->part[at]];
    for (int b = 0; b < e->bins; b++) {
        struct bin *bin = &e->bin[b];
        bool new = bin->bits == 0;

        for (int u = 0; u < RACER_UNITS; u++)
            new = new && !bin->units[u];
        if (new &&empty[bin->plain])
            continue;
        empty[bin->plain] = empty[bin->plain] || new;
        if (!fits(e, bin, part))
            continue;
        put(bin, part, 1);
        e->bin_of[e->part[at]] = b;
        pack(e, at + 1);
        if (e->found)
            return;
        e->bin_of[e->part[at]] = -1;
        put(bin, part, -1);
    }
}

/* Packings of so many PEs, with all shares of plain ones. */
static void pack_all(struct exact *e, int pes)
{
    e->steps = 0;
    for (int plain = 0; plain <= pes && !e->found; plain++) {
        if (plain > e->plain_cells || pes - plain > e->full_cells)
            continue;
        memset(e->bin, 0, sizeof e->bin);
        e->bins = pes;
        for (int b = 0; b < plain; b++)
            e->bin[b].plain = true;
        pack(e, 0);
    }
}

/* All ---------------------------------------------------------------------- */

static int size_of(const struct exact *e, int p)
{
    const struct part *part = &e->l->part[p];
    int units = e->l->arch->units[part->unit];

    return 1000 * part->lanes / (units ? units : 1) +
           (part->next >= 0 ? 500 : 0) + part->bits / 4;
}

/* Parts in PEs, large ones first. */
static void list_parts(struct exact *e)
{
    for (int p = 0; p < e->l->part_count; p++) {
        int at = e->part_count;

        e->bin_of[p] = -1;
        if (e->l->part[p].unit == RACER_UNIT_port)
            continue;
        e->part_count++;
        for (; at > 0 && size_of(e, e->part[at - 1]) < size_of(e, p); at--)
            e->part[at] = e->part[at - 1];
        e->part[at] = p;
    }
}

/* The most words that links bring into, and take out of, a PE of either kind.
 */
static void count_rooms(struct exact *e)
{
    const struct fabric *f = e->l->fabric;
    int words = e->l->arch->factor[RACER_FACTOR_words];

    for (int k = 0; k < f->cell_count; k++) {
        const struct cell *cell = &f->cell[k];
        int in = 0, out = (cell->end - cell->begin) * words;

        if (cell->kind != CELL_PE)
            continue;
        for (int link = cell->back; link >= 0; link = f->link[link].back)
            in += words;
        if (in > e->room_in[cell->plain])
            e->room_in[cell->plain] = in;
        if (out > e->room_out[cell->plain])
            e->room_out[cell->plain] = out;
        e->plain_cells += cell->plain;
        e->full_cells += !cell->plain;
    }
}

int place_too_few(struct arena *arena, struct racer_graph *g,
                  const struct racer_arch *arch, int too_few)
{
    struct layout *l = layout_new(arena, g, arch, false);
    size_t parts = ((size_t)l->part_count + 1) * sizeof(int);
    struct exact e = {.l = l};

    e.part = arena_alloc(arena, parts);
    e.bin_of = arena_alloc(arena, parts);
    list_parts(&e);
    count_rooms(&e);
    while (too_few < MOST_PES - 1) {
        pack_all(&e, too_few + 1);
        if (e.found || e.cut)
            break;
        too_few++;
    }
    return too_few;
}
