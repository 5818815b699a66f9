/*
 * One program many times on the array. What lies between source and sink, with
 * a fork before it and a join behind it, is laid out as a tile of one block, or
 * of a square of several if one has no room; tiles lie side by side, in rows.
 * The fork gives an element to its own copy if that has room, and else to the
 * fork of the next tile; results go back from join to join. So each port has a
 * chain of tiles, to and fro, and what is routed over the whole array is short.
 *
 * PEs of the fabric `thesis` pass values on to the right and below alone. There
 * each row of a port has a chain, and a further fork gives an element to the
 * first row that has room, as a join takes the results of all: on a long way to
 * the left many elements would wait, and few tiles would be left with those
 * when the source has ended.
 */
#include "backends/racer/place/local.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOSER = 4,
    TRIES = 40,
    LOOSENED = 6,
    TILES = 40,       /* seeds of tiles of one block */
    LARGE_TILES = 12, /* and of larger ones */
    MOST_BLOCKS = 3,  /* along a tile */
    WHOLES = 12
};

/* Tiles -------------------------------------------------------------------- */

/* The cell of the array that a tile's cell is in a copy. */
static int moved(const struct copies *c, int copy, int cell)
{
    const struct fabric *f = c->l->fabric;
    const struct cell *at = &c->small->fabric->cell[cell];
    int row = copy / c->across, column = copy % c->across;

    if (c->to_and_fro && row % 2)
        column = c->across - 1 - column;
    return fabric_cell(f, row * c->side + at->row,
                       column * c->side + at->column);
}

static const struct part *tile_part(const struct copies *c, int role, int lane)
{
    const struct layout *s = c->small;
    int p = s->first_part[c->tile_node[role]->index];

    while (lane >= s->part[p].lane + s->part[p].lanes)
        p++;
    return &s->part[p];
}

static const struct wire *tile_net(const struct copies *c,
                                   const struct wire *net)
{
    const struct layout *s = c->small;
    const struct racer_node *from = net->value->node;

    for (int k = 0; k < s->net_count; k++) {
        const struct wire *own = &s->net[k];

        if (c->role_of_tile[own->value->node->index] ==
                c->role_of[from->index] &&
            own->value->output == net->value->output &&
            c->role_of_tile[own->taker->index] ==
                c->role_of[net->taker->index] &&
            own->operand == net->operand)
            return own;
    }
    return NULL;
}

static void put_tiles(struct copies *c)
{
    struct layout *l = c->l;
    struct fabric *f = l->fabric;

    for (int p = 0; p < l->part_count; p++) {
        int n = l->part[p].node->index;

        if (c->role_of[n] >= 0)
            l->part[p].cell =
                moved(c, c->copy_of[n],
                      tile_part(c, c->role_of[n], l->part[p].lane)->cell);
    }
    for (int k = 0; k < l->net_count; k++) {
        struct wire *net = &l->net[k];
        int from = net->value->node->index, to = net->taker->index, cell;
        const struct wire *own;

        net->weight = net->short_way = 1;
        if (c->role_of[from] < 0 || c->role_of[to] < 0 ||
            c->copy_of[from] != c->copy_of[to])
            continue;
        own = tile_net(c, net);
        cell = l->part[net->from].cell;
        net->wanted = own->wanted;
        net->fixed = net->routed = true;
        for (int j = 0; j < own->count; j++) {
            int link =
                fabric_hop(f, cell, c->small->fabric->link[own->link[j]].hop);

            ARENA_PUSH(l->arena, net->link, net->count, net->cap, link);
            cell = f->link[link].to;
        }
    }
}

/* Units of a PE that nothing has yet. */
static int free_units(const struct layout *l, int cell, enum racer_unit unit)
{
    int units = fabric_units(l->fabric, cell, unit);

    for (int p = 0; p < l->part_count; p++)
        if (l->part[p].cell == cell && l->part[p].unit == unit)
            units -= l->part[p].lanes;
    return units;
}

static int far_between(const struct fabric *f, int a, int b)
{
    return abs(f->cell[a].row - f->cell[b].row) +
           abs(f->cell[a].column - f->cell[b].column);
}

/* The PE nearest to a cell that has room for the part, beside the one before it
 * if there is one; -1: there is none. */
static int nearest_room(const struct layout *l, const struct part *part,
                        int near, int beside)
{
    const struct fabric *f = l->fabric;
    int best = -1;

    for (int k = 0; k < f->cell_count; k++) {
        if (f->cell[k].kind != CELL_PE ||
            (beside >= 0 && !fabric_beside(f, beside, k)) ||
            (best >= 0 &&
             far_between(f, k, near) >= far_between(f, best, near)))
            continue;
        if (free_units(l, k, part->unit) >= part->lanes)
            best = k;
    }
    return best;
}

/* Forks and joins between rows take what tiles leave free. */
static bool put_between(struct copies *c)
{
    struct layout *l = c->l;

    for (int k = 0; k < c->between_count; k++) {
        const struct between *b = &c->between[k];
        int role = b->node->kind == RACER_FORK ? ROLE_FORK : ROLE_JOIN;
        int near = moved(c, b->copy, tile_part(c, role, 0)->cell), cell = -1;

        for (int p = l->first_part[b->node->index];
             p < l->first_part[b->node->index + 1]; p++) {
            cell = nearest_room(l, &l->part[p], near, cell);
            if (cell < 0)
                return false;
            l->part[p].cell = cell;
        }
    }
    return true;
}

/* The free port nearest to a cell. */
static int nearest_port(const struct fabric *f, const bool *taken, int cell)
{
    int best = -1, least = 0;

    for (int k = 0; k < f->cell_count; k++) {
        int far = far_between(f, k, cell);

        if (f->cell[k].kind != CELL_PORT || taken[k] ||
            (best >= 0 && far >= least))
            continue;
        best = k;
        least = far;
    }
    return best;
}

static bool put_ports(struct copies *c)
{
    struct layout *l = c->l;
    bool *taken = arena_alloc(c->arena, (size_t)l->fabric->cell_count);

    for (int port = 0; port < c->how->ports; port++)
        for (int out = 0; out < 2; out++) {
            const struct racer_node *node =
                out ? c->port_out[port] : c->port_in[port];
            int role = out ? ROLE_JOIN : ROLE_FORK;
            int near =
                moved(c, copies_before(c, port), tile_part(c, role, 0)->cell);

            for (int p = l->first_part[node->index];
                 p < l->first_part[node->index + 1]; p++) {
                l->part[p].cell = nearest_port(l->fabric, taken, near);
                if (l->part[p].cell < 0)
                    return false;
                taken[l->part[p].cell] = true;
            }
        }
    return true;
}

/* Between tiles ------------------------------------------------------------ */

static bool same_bundle(const struct wire *a, const struct wire *b)
{
    return a->value->node == b->value->node && a->taker == b->taker;
}

/* All nets of a bundle have as many registers. */
static void widen(struct layout *l, int net, int wanted)
{
    for (int k = 0; k < l->net_count; k++)
        if (!l->net[k].fixed && same_bundle(&l->net[k], &l->net[net]))
            l->net[k].wanted = wanted;
}

/* REs on the way to a tile get as few stages as they can have, alike for all
 * nets of a bundle: what waits there when the source has ended is left to few
 * tiles. */
static void tighten(struct layout *l)
{
    int *least = arena_alloc(l->arena, (size_t)l->net_count * sizeof *least);
    int without_end;

    for (int k = 0; k < l->net_count; k++)
        least[k] = route_span(l, &l->net[k], &without_end).least;
    for (int k = 0; k < l->net_count; k++) {
        int wanted = least[k];

        for (int j = 0; j < l->net_count && !l->net[k].fixed; j++)
            if (same_bundle(&l->net[k], &l->net[j]) && least[j] > wanted)
                wanted = least[j];
        if (!l->net[k].fixed && wanted < l->net[k].wanted)
            l->net[k].wanted = wanted;
    }
}

static bool route_between(struct copies *c, struct overuse *over)
{
    struct layout *l = c->l;
    int *least = arena_alloc(c->arena, (size_t)l->net_count * sizeof *least);

    layout_least(l, least);
    for (int k = 0; k < l->net_count; k++)
        for (int j = 0; j < l->net_count && !l->net[k].fixed; j++)
            if (!l->net[j].fixed && same_bundle(&l->net[k], &l->net[j]) &&
                least[j] > l->net[k].wanted)
                l->net[k].wanted = least[j];
    for (int k = 0; k < l->net_count; k++)
        if (!l->net[k].fixed)
            l->net[k].wanted *= 2;
    for (int k = 0; k < LOOSENED; k++) {
        int culprit;

        *over = (struct overuse){-1, -1, 0, -1};
        if (layout_route(l, over)) {
            tighten(l);
            return true;
        }
        culprit = layout_culprit(l, over);
        if (culprit < 0)
            return false;
        widen(l, culprit, l->net[culprit].wanted + LOOSER);
    }
    return false;
}

/* Checks ------------------------------------------------------------------- */

static bool refuse(const struct copies *c, struct loc loc, const char *hint,
                   const char *text)
{
    fault_hint(c->faults,
               fault_add(c->faults, FAULT_RACER_ARCH, loc, "%s", text),
               (struct loc){0}, "%s", hint);
    return false;
}

static bool find_ends(struct copies *c)
{
    const struct racer_graph *g = c->g;

    for (int n = 0; n < g->node_count; n++) {
        const struct racer_node *node = g->node[n];

        if (racer_unit_of(node) != RACER_UNIT_port)
            continue;
        if (node->kind == RACER_SOURCE && !c->source)
            c->source = node;
        else if (node->kind == RACER_SINK && !c->sink)
            c->sink = node;
        else
            return refuse(c, node->loc, "give it one source and one sink",
                          "copies are of graphs with one source, one sink and"
                          " no requests");
    }
    if (!c->source || !c->sink || !c->sink->tags ||
        (c->source->walk.over && !c->sink->addressed))
        return refuse(c, g->node[0]->loc,
                      "read by 'affine' and write by 'tag', or write by"
                      " 'address'",
                      "copies take elements from a source, and give them to a"
                      " sink by 'tag' or 'address', as they overtake each"
                      " other");
    for (int k = 0; k < c->source->output_count; k++)
        if (!c->source->output[k])
            return refuse(c, c->source->loc, "name all of its values",
                          "a source of copies drops a value");
    return true;
}

/* How many tiles lie on the array. */
static int tiles_of(const struct racer_arch *arch, int side)
{
    return arch->factor[RACER_FACTOR_rows] / side *
           (arch->factor[RACER_FACTOR_columns] / side);
}

static bool check_count(const struct copies *c, const struct racer_arch *arch)
{
    int tiles = tiles_of(arch, c->side);

    if (c->how->ports < 1 || c->how->ports > c->how->count)
        return refuse(c, c->source->loc, "give each port a copy",
                      arena_printf(c->arena, "%d copies have %d ports",
                                   c->how->count, c->how->ports));
    if (c->how->count > tiles)
        return refuse(c, c->source->loc, "take fewer copies, or a larger array",
                      arena_printf(c->arena,
                                   "the array has too little: blocks of %d x"
                                   " %d PEs, need %d, supply %d",
                                   c->side, c->side, c->how->count, tiles));
    return true;
}

/* In the last tile of a chain there are syncs in place of fork and join. */
static void reserve(const struct copies *c, struct layout *l)
{
    for (int role = ROLE_FORK; role <= ROLE_JOIN; role++) {
        int n = c->tile_node[role]->index;

        for (int p = l->first_part[n]; p < l->first_part[n + 1]; p++)
            l->part[p].syncs = l->part[p].lanes;
    }
}

/* The tile, wide bundles in as few PEs as they must, or in more. */
static struct layout *new_tile(const struct copies *c,
                               const struct racer_arch *block, bool narrow)
{
    struct layout *l = layout_new(c->arena, c->tile, block, narrow);

    layout_make_tile(l);
    reserve(c, l);
    return l;
}

/* The tile with places and routes; false with a fault. */
static bool place_tile(struct copies *c, const struct racer_arch *arch,
                       const struct place_options *options,
                       struct place_report *report)
{
    struct racer_streams streams;
    struct racer_rings rings;
    struct buf bounds = {0};
    struct racer_arch *block = arena_alloc(c->arena, sizeof *block);
    struct layout *tile[2];
    bool good;

    *block = *arch;
    block->factor[RACER_FACTOR_rows] = block->factor[RACER_FACTOR_columns] =
        c->side;

    copies_build_tile(c);
    if (!racer_order(c->arena, c->tile, &streams, c->faults) ||
        !racer_find_rings(c->arena, c->tile, &streams, &rings, c->faults))
        return false;
    good = place_bounds(c->arena, c->tile, block, &bounds, &report->least_pes,
                        &report->resource, c->faults);
    buf_free(&bounds);
    if (!good)
        return false;
    tile[0] = new_tile(c, block, false);
    tile[1] = c->side > arch->factor[RACER_FACTOR_block]
                  ? new_tile(c, block, true)
                  : NULL;
    c->small = layout_search(tile, &rings, options, report, c->faults);
    return c->small != NULL;
}

/* A seed, and how many registers the ring of its tile has, and all of them. */
struct tile {
    uint64_t seed;
    int length, registers; /* length 0: there is no tile */
};

static bool is_shorter(const struct tile *a, const struct tile *b)
{
    if (!a->length || !b->length)
        return a->length > b->length;
    if (a->length != b->length)
        return a->length < b->length;
    return a->registers < b->registers;
}

/* Tiles of several seeds, those with short rings first: the last elements of a
 * run go round many times in rings that are not full any more. */
static void list_tiles(struct copies *c, const struct racer_arch *arch,
                       const struct place_options *options, int count,
                       struct tile *list)
{
    struct copies copy = *c;

    memset(list, 0, TILES * sizeof *list);
    for (int k = 0; k < count; k++) {
        struct place_options one = {.seed = options->seed + (uint64_t)k,
                                    .attempts = 1,
                                    .seconds = options->seconds};
        struct place_report report = {0};
        struct tile tile = {.seed = one.seed};
        struct faults faults = faults_new(c->arena);
        int at = k;

        copy.faults = &faults;
        if (place_tile(&copy, arch, &one, &report)) {
            tile.length = report.slack.ring + 1;
            tile.registers = report.slack.registers;
        }
        for (; at > 0 && is_shorter(&tile, &list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = tile;
    }
}

static void set_side(struct copies *c, const struct racer_arch *arch,
                     int blocks)
{
    c->side = blocks * arch->factor[RACER_FACTOR_block];
    c->across = arch->factor[RACER_FACTOR_columns] / c->side;
}

/* Tiles of the fewest blocks into which the graph fits; if there are none, the
 * first has no length. */
static void choose_tiles(struct copies *c, const struct racer_arch *arch,
                         const struct place_options *options, struct tile *list)
{
    for (int blocks = 1; blocks <= MOST_BLOCKS; blocks++) {
        set_side(c, arch, blocks);
        if (!tiles_of(arch, c->side))
            break;
        list_tiles(c, arch, options, blocks > 1 ? LARGE_TILES : TILES, list);
        if (list[0].length)
            return;
    }
    set_side(c, arch, 1);
}

/* The whole with tiles of one seed; false with faults if even a tile has no
 * places, without if the whole has no routes. */
static bool attempt(struct copies *c, const struct racer_arch *arch,
                    const struct place_options *options,
                    struct place_report *report, struct overuse *over)
{
    if (!place_tile(c, arch, options, report))
        return false;
    copies_build_whole(c);
    c->l = layout_new(c->arena, c->out, arch, c->small->narrow);
    c->l->region =
        (struct region){0, 0, c->l->fabric->rows, c->l->fabric->columns, false};
    put_tiles(c);
    if (!put_ports(c))
        return refuse(c, c->source->loc, "take fewer ports",
                      "there is no port left");
    if (!put_between(c))
        return refuse(c, c->source->loc, "take fewer copies, or more ports",
                      "tiles leave no room for forks and joins between rows");
    return route_between(c, over);
}

struct racer_graph *
place_copies(struct arena *arena, const struct racer_graph *g,
             const struct racer_arch *arch, const struct place_copying *how,
             const struct place_options *options, struct place_report *report,
             struct faults *faults)
{
    struct place_options one = *options;
    struct place_copying settled = *how;
    struct copies c = {.arena = arena,
                       .g = g,
                       .roles = ROLE_NODE + g->node_count,
                       .faults = faults,
                       .how = &settled};
    struct overuse over;
    struct tile list[TILES];

    c.to_and_fro = arch->fabric != RACER_THESIS;
    *report = (struct place_report){0};
    if (!find_ends(&c))
        return NULL;
    choose_tiles(&c, arch, &one, list);
    if (!how->count)
        settled.count = tiles_of(arch, c.side);
    if (settled.ports > settled.count && !how->count)
        settled.ports = settled.count;
    if (!check_count(&c, arch))
        return NULL;
    one.attempts = list[0].length ? 1 : TRIES;
    for (int k = 0; k < WHOLES && (!k || list[k].length); k++) {
        one.seed = list[k].seed;
        if (attempt(&c, arch, &one, report, &over)) {
            report->rows = c.l->region.rows;
            report->columns = c.l->region.columns;
            layout_emit(c.l);
            return c.out;
        }
        if (faults->errors)
            return NULL;
    }
    layout_refuse(c.l, &over, "", faults);
    return NULL;
}
