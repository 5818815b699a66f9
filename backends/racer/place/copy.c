/*
 * One program many times on the array. What lies between source and sink, with
 * a fork before it and a join behind it, is laid out as a tile of one block;
 * tiles lie side by side, in rows to and fro. The fork gives an element to its
 * own copy if that has room, and else to the fork of the next tile; results go
 * back from join to join. So each port has a chain of tiles, and what is routed
 * over the whole array is short.
 */
#include "backends/racer/place/local.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROLE_FORK,
    ROLE_JOIN,
    ROLE_NODE,
    LOOSER = 4,
    TRIES = 40,
    LOOSENED = 6,
    TILES = 40,
    WHOLES = 12
};

struct copies {
    struct arena *arena;
    const struct racer_graph *g;
    const struct racer_node *source, *sink;
    int roles;
    struct faults *faults;
    const struct place_copying *how;

    struct racer_graph *tile, *out;
    struct racer_node **tile_node;           /* [role] */
    int *role_of_tile;                       /* [node of the tile] role, -1 */
    int *role_of, *copy_of;                  /* [node of the whole], -1 */
    struct racer_node **port_in, **port_out; /* [port] */
    struct racer_node **node;                /* [copy * roles + role] */
    struct layout *small, *l;
};

/* Graphs ------------------------------------------------------------------- */

static const char *unique(const struct racer_graph *g, const char *name,
                          int copy)
{
    const char *text = arena_printf(g->arena, "%s_%d", name, copy);

    while (racer_find(g, text))
        text = arena_printf(g->arena, "%s_", text);
    return text;
}

static struct racer_operand take(struct racer_value *value, struct loc loc)
{
    return (struct racer_operand){
        .value = value, .name = value->name, .loc = loc};
}

/* The node with outputs of its own, but still the operands of the original. */
static struct racer_node *clone(struct racer_graph *out,
                                const struct racer_node *node, int copy)
{
    struct racer_node *made =
        racer_add(out, node->kind, node->operand_count, node->output_count);
    struct racer_node all = *node;

    all.index = made->index;
    all.operand = made->operand;
    all.output = made->output;
    *made = all;
    memcpy(made->operand, node->operand,
           (size_t)node->operand_count * sizeof *node->operand);
    if (node->pair)
        made->pair = arena_printf(out->arena, "%s_%d", node->pair, copy);
    for (int k = 0; k < node->output_count; k++) {
        const struct racer_value *value = node->output[k];

        if (!value)
            continue;
        racer_name_output(out, made, k, unique(out, value->name, copy),
                          value->type)
            ->typed = value->typed;
        made->output[k]->loc = value->loc;
    }
    return made;
}

/* A fork of so many values, or what waits for all of them in its place. */
static struct racer_node *pass(struct racer_graph *out, struct loc loc,
                               enum racer_kind kind, int width, int sides,
                               struct racer_value *const *value)
{
    bool join = kind == RACER_JOIN;
    struct racer_node *node = racer_add(out, kind, width * (join ? sides : 1),
                                        width * (join ? 1 : sides));

    node->loc = loc;
    node->alternate = join;
    for (int k = 0; k < width * (join ? sides : 1); k++)
        node->operand[k] = take(value[k], loc);
    return node;
}

static void name_all(struct racer_graph *out, struct racer_node *node,
                     struct racer_value *const *like, int width,
                     const char *word, int copy)
{
    for (int k = 0; k < node->output_count; k++)
        racer_name_output(
            out, node, k,
            unique(out,
                   arena_printf(out->arena, "%s_%s", like[k % width]->name,
                                k < width ? word : "on"),
                   copy),
            like[k % width]->type);
}

/* The values that leave one copy, whose fork gives `in`. */
static void add_copy(struct copies *c, struct racer_graph *out, int copy,
                     struct racer_node *const *fork, struct racer_node **node,
                     struct racer_value **result)
{
    const struct racer_graph *g = c->g;

    for (int n = 0; n < g->node_count; n++)
        if (g->node[n] != c->source && g->node[n] != c->sink)
            node[ROLE_NODE + n] = clone(out, g->node[n], copy);
    for (int n = 0; n < g->node_count; n++) {
        struct racer_node *made = node[ROLE_NODE + n];

        for (int k = 0; made && k < made->operand_count; k++) {
            const struct racer_value *value = made->operand[k].value;

            if (value)
                made->operand[k] =
                    take(value->node == c->source
                             ? (*fork)->output[value->output]
                             : node[ROLE_NODE + value->node->index]
                                   ->output[value->output],
                         made->operand[k].loc);
        }
    }
    for (int k = 0; k < c->sink->operand_count; k++) {
        const struct racer_value *value = c->sink->operand[k].value;

        result[k] =
            value->node == c->source
                ? (*fork)->output[value->output]
                : node[ROLE_NODE + value->node->index]->output[value->output];
    }
}

static struct racer_graph *begin_graph(const struct copies *c)
{
    struct racer_graph *out = racer_graph_new(c->arena, c->g->name);

    out->source = c->g->source;
    out->file = c->g->file;
    out->param = c->g->param;
    out->param_count = out->param_cap = c->g->param_count;
    out->array = c->g->array;
    out->array_count = out->array_cap = c->g->array_count;
    return out;
}

/* The tile between two others: sources and sinks stand for those. */
static void build_tile(struct copies *c)
{
    int in = c->source->output_count, width = c->sink->operand_count;
    struct racer_value *value[2 * RACER_WIDTH];
    struct racer_node *source, *before, *passed, *all;
    struct loc loc = c->sink->loc;

    c->tile = begin_graph(c);
    c->tile_node =
        arena_alloc(c->arena, (size_t)c->roles * sizeof(struct racer_node *));
    source = clone(c->tile, c->source, 0);
    before = racer_add(c->tile, RACER_SOURCE, 0, width);
    *before = (struct racer_node){.kind = RACER_SOURCE,
                                  .index = before->index,
                                  .output_count = width,
                                  .output = before->output,
                                  .memory = c->source->memory,
                                  .walk = c->source->walk,
                                  .loc = loc};
    for (int k = 0; k < width; k++)
        racer_name_output(c->tile, before, k, unique(c->tile, "before", k),
                          c->sink->operand[k].value->type);
    c->tile_node[ROLE_FORK] =
        pass(c->tile, loc, RACER_FORK, in, 2, source->output);
    name_all(c->tile, c->tile_node[ROLE_FORK], c->source->output, in, "to", 0);
    add_copy(c, c->tile, 0, &c->tile_node[ROLE_FORK], c->tile_node, value);
    for (int k = 0; k < width; k++)
        value[width + k] = before->output[k];
    all = pass(c->tile, loc, RACER_JOIN, width, 2, value);
    c->tile_node[ROLE_JOIN] = all;
    name_all(c->tile, all, value, width, "of", 0);
    passed = racer_add(c->tile, RACER_SINK, in, 0);
    passed->loc = loc;
    for (int k = 0; k < in; k++)
        passed->operand[k] = take(c->tile_node[ROLE_FORK]->output[in + k], loc);
    passed = racer_add(c->tile, RACER_SINK, width, 0);
    passed->loc = loc;
    for (int k = 0; k < width; k++)
        passed->operand[k] = take(all->output[k], loc);
}

/* How many copies hang on the ports before this one. */
static int copies_before(const struct copies *c, int port)
{
    int each = c->how->count / c->how->ports;
    int more = c->how->count % c->how->ports;

    return port * each + (port < more ? port : more);
}

static void set_order(const struct copies *c, struct racer_node *node, int port)
{
    node->walk.every = c->how->every > 1 ? c->how->every : 0;
    node->walk.share = c->how->ports > 1 ? port : 0;
    node->walk.shares = c->how->ports > 1 ? c->how->ports : 0;
}

/* The chain of one port: forks one way, joins back. */
static void build_chain(struct copies *c, int port)
{
    int in = c->source->output_count, width = c->sink->operand_count;
    int first = copies_before(c, port), last = copies_before(c, port + 1) - 1;
    struct racer_value **value = arena_alloc(
        c->arena, (size_t)(last + 2 - first) * (size_t)width * sizeof *value);
    struct racer_value **next, *both[2 * RACER_WIDTH];
    struct racer_node *node, **own;

    c->port_in[port] = clone(c->out, c->source, port);
    set_order(c, c->port_in[port], port);
    next = c->port_in[port]->output;
    for (int copy = first; copy <= last; copy++) {
        bool end = copy == last;

        own = c->node + (size_t)copy * (size_t)c->roles;
        node = pass(c->out, c->source->loc, end ? RACER_SYNC : RACER_FORK, in,
                    end ? 1 : 2, next);
        name_all(c->out, node, c->source->output, in, "to", copy);
        own[ROLE_FORK] = node;
        next = node->output + in;
        add_copy(c, c->out, copy, &own[ROLE_FORK], own,
                 value + (size_t)(copy - first) * (size_t)width);
    }
    for (int copy = last; copy >= first; copy--) {
        bool end = copy == last;

        own = c->node + (size_t)copy * (size_t)c->roles;
        memcpy(both, value + (size_t)(copy - first) * (size_t)width,
               (size_t)width * sizeof *both);
        if (!end)
            memcpy(both + width, next, (size_t)width * sizeof *both);
        node = pass(c->out, c->sink->loc, end ? RACER_SYNC : RACER_JOIN, width,
                    end ? 1 : 2, both);
        name_all(c->out, node, both, width, "of", copy);
        own[ROLE_JOIN] = node;
        next = node->output;
    }
    node = clone(c->out, c->sink, port);
    for (int k = 0; k < width; k++)
        node->operand[k] = take(next[k], c->sink->loc);
    set_order(c, node, port);
    c->port_out[port] = node;
}

static void build_whole(struct copies *c)
{
    size_t ports = (size_t)c->how->ports;

    c->out = begin_graph(c);
    c->port_in = arena_alloc(c->arena, ports * sizeof *c->port_in);
    c->port_out = arena_alloc(c->arena, ports * sizeof *c->port_out);
    c->node = arena_alloc(c->arena, (size_t)c->how->count * (size_t)c->roles *
                                        sizeof *c->node);
    for (int port = 0; port < c->how->ports; port++)
        build_chain(c, port);
    c->role_of =
        arena_alloc(c->arena, (size_t)c->out->node_count * sizeof(int));
    c->copy_of =
        arena_alloc(c->arena, (size_t)c->out->node_count * sizeof(int));
    for (int n = 0; n < c->out->node_count; n++)
        c->role_of[n] = c->copy_of[n] = -1;
    for (int k = 0; k < c->how->count * c->roles; k++)
        if (c->node[k]) {
            c->role_of[c->node[k]->index] = k % c->roles;
            c->copy_of[c->node[k]->index] = k / c->roles;
        }
    c->role_of_tile =
        arena_alloc(c->arena, (size_t)c->tile->node_count * sizeof(int));
    memset(c->role_of_tile, -1, (size_t)c->tile->node_count * sizeof(int));
    for (int k = 0; k < c->roles; k++)
        if (c->tile_node[k])
            c->role_of_tile[c->tile_node[k]->index] = k;
}

/* Tiles -------------------------------------------------------------------- */

/* The cell of the array that a tile's cell is in a copy. */
static int moved(const struct copies *c, int copy, int cell)
{
    const struct fabric *f = c->l->fabric;
    const struct cell *at = &c->small->fabric->cell[cell];
    int block = f->arch->factor[RACER_FACTOR_block];
    int across = f->columns / block, row = copy / across;
    int column = row % 2 ? across - 1 - copy % across : copy % across;

    return fabric_cell(f, row * block + at->row, column * block + at->column);
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

/* The free port nearest to a cell. */
static int nearest_port(const struct fabric *f, const bool *taken, int cell)
{
    int best = -1, least = 0;

    for (int k = 0; k < f->cell_count; k++) {
        int far = abs(f->cell[k].row - f->cell[cell].row) +
                  abs(f->cell[k].column - f->cell[cell].column);

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
        if (layout_route(l, over))
            return true;
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
    if (!c->source || !c->sink || !c->sink->tags || c->source->walk.over ||
        c->sink->addressed)
        return refuse(c, g->node[0]->loc,
                      "read by 'affine', and write by 'tag'",
                      "copies take elements from a source by 'affine', and"
                      " give them to a sink by 'tag', as they overtake each"
                      " other");
    for (int k = 0; k < c->source->output_count; k++)
        if (!c->source->output[k])
            return refuse(c, c->source->loc, "name all of its values",
                          "a source of copies drops a value");
    return true;
}

static bool check_count(const struct copies *c, const struct racer_arch *arch)
{
    int block = arch->factor[RACER_FACTOR_block];
    int blocks = arch->factor[RACER_FACTOR_rows] / block *
                 (arch->factor[RACER_FACTOR_columns] / block);

    if (c->how->ports < 1 || c->how->ports > c->how->count)
        return refuse(c, c->source->loc, "give each port a copy",
                      arena_printf(c->arena, "%d copies have %d ports",
                                   c->how->count, c->how->ports));
    if (c->how->count > blocks)
        return refuse(c, c->source->loc, "take fewer copies, or a larger array",
                      arena_printf(c->arena,
                                   "the array has too little: blocks, need"
                                   " %d, supply %d",
                                   c->how->count, blocks));
    return true;
}

/* In the last tile of a chain there are syncs in place of fork and join. */
static void reserve(const struct copies *c)
{
    for (int role = ROLE_FORK; role <= ROLE_JOIN; role++) {
        int n = c->tile_node[role]->index;

        for (int p = c->small->first_part[n]; p < c->small->first_part[n + 1];
             p++)
            c->small->part[p].syncs = c->small->part[p].lanes;
    }
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
    bool good;

    *block = *arch;
    block->factor[RACER_FACTOR_rows] = block->factor[RACER_FACTOR_columns] =
        arch->factor[RACER_FACTOR_block];

    build_tile(c);
    if (!racer_order(c->arena, c->tile, &streams, c->faults) ||
        !racer_find_rings(c->arena, c->tile, &streams, &rings, c->faults))
        return false;
    good = place_bounds(c->arena, c->tile, block, &bounds, &report->least_pes,
                        &report->resource, c->faults);
    buf_free(&bounds);
    if (!good)
        return false;
    c->small = layout_new(c->arena, c->tile, block);
    layout_make_tile(c->small);
    reserve(c);
    return layout_search(c->small, &rings, options, report, c->faults);
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
                       const struct place_options *options, struct tile *list)
{
    struct copies copy = *c;
    struct faults faults = faults_new(c->arena);

    copy.faults = &faults;
    for (int k = 0; k < TILES; k++) {
        struct place_options one = {.seed = options->seed + (uint64_t)k,
                                    .attempts = 1,
                                    .seconds = options->seconds};
        struct place_report report = {0};
        struct tile tile = {.seed = one.seed};
        int at = k;

        if (place_tile(&copy, arch, &one, &report)) {
            tile.length = report.slack.ring + 1;
            tile.registers = report.slack.registers;
        }
        for (; at > 0 && is_shorter(&tile, &list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = tile;
    }
}

/* The whole with tiles of one seed; false with faults if even a tile has no
 * places, without if the whole has no routes. */
static bool attempt(struct copies *c, const struct racer_arch *arch,
                    const struct place_options *options,
                    struct place_report *report, struct overuse *over)
{
    if (!place_tile(c, arch, options, report))
        return false;
    build_whole(c);
    c->l = layout_new(c->arena, c->out, arch);
    c->l->region =
        (struct region){0, 0, c->l->fabric->rows, c->l->fabric->columns, false};
    put_tiles(c);
    if (!put_ports(c))
        return refuse(c, c->source->loc, "take fewer ports",
                      "there is no port left");
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
    int block = arch->factor[RACER_FACTOR_block];

    *report = (struct place_report){0};
    if (!how->count)
        settled.count = arch->factor[RACER_FACTOR_rows] / block *
                        (arch->factor[RACER_FACTOR_columns] / block);
    if (!find_ends(&c) || !check_count(&c, arch))
        return NULL;
    list_tiles(&c, arch, &one, list);
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
