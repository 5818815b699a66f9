/*
 * One program many times, as a graph: the tile that is laid out once, and the
 * chains of all copies (copy.c).
 */
#include "backends/racer/place/local.h"

#include <string.h>

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
void copies_build_tile(struct copies *c)
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
int copies_before(const struct copies *c, int port)
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

/* The chain of tiles of one row: forks one way, joins back. Takes what comes
 * in, and returns what comes out. */
static struct racer_value **build_row(struct copies *c, int first, int last,
                                      struct racer_value **next)
{
    int in = c->source->output_count, width = c->sink->operand_count;
    struct racer_value **value = arena_alloc(
        c->arena, (size_t)(last + 2 - first) * (size_t)width * sizeof *value);
    struct racer_value *both[2 * RACER_WIDTH];
    struct racer_node *node, **own;

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
    return next;
}

static void note_between(struct copies *c, const struct racer_node *node,
                         int copy)
{
    struct between between = {node, copy};

    ARENA_PUSH(c->arena, c->between, c->between_count, c->between_cap, between);
}

/* Copies from `first` to `last`, row after row. Takes what comes in, and
 * returns what comes out. */
static struct racer_value **build_rows(struct copies *c, int first, int last,
                                       struct racer_value **next)
{
    int in = c->source->output_count, width = c->sink->operand_count;
    int end = (first / c->across + 1) * c->across - 1;
    struct racer_value *both[2 * RACER_WIDTH];
    struct racer_node *fork, *join;

    if (c->to_and_fro || end >= last)
        return build_row(c, first, last, next);
    fork = pass(c->out, c->source->loc, RACER_FORK, in, 2, next);
    name_all(c->out, fork, c->source->output, in, "row", first);
    note_between(c, fork, first);
    memcpy(both, build_row(c, first, end, fork->output),
           (size_t)width * sizeof *both);
    memcpy(both + width, build_rows(c, end + 1, last, fork->output + in),
           (size_t)width * sizeof *both);
    join = pass(c->out, c->sink->loc, RACER_JOIN, width, 2, both);
    name_all(c->out, join, both, width, "rows", first);
    note_between(c, join, first);
    return join->output;
}

/* All copies of one port. */
static void build_chain(struct copies *c, int port)
{
    int first = copies_before(c, port), last = copies_before(c, port + 1) - 1;
    struct racer_value **out;
    struct racer_node *node;

    c->port_in[port] = clone(c->out, c->source, port);
    set_order(c, c->port_in[port], port);
    out = build_rows(c, first, last, c->port_in[port]->output);
    node = clone(c->out, c->sink, port);
    for (int k = 0; k < c->sink->operand_count; k++)
        node->operand[k] = take(out[k], c->sink->loc);
    set_order(c, node, port);
    c->port_out[port] = node;
}

void copies_build_whole(struct copies *c)
{
    size_t ports = (size_t)c->how->ports;

    c->out = begin_graph(c);
    c->between_count = 0;
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
