/*
 * Places and routes: which part of a node's bundle lies where, and both as
 * text (place.h).
 */
#include "runtime/racersim/graph/parser.h"

#include <stdlib.h>
#include <string.h>

const char racer_ways[5] = "NESW";

enum { FARTHEST = 1 << 10, MOST_HOPS = RACER_LONGEST, MOST_SIDES = 8 };

/* Lanes -------------------------------------------------------------------- */

int racer_lanes(const struct racer_node *node)
{
    switch (node->kind) {
    case RACER_SINK:
        return node->operand_count;
    case RACER_SWITCH:
    case RACER_FORK:
        return node->output_count / 2;
    case RACER_OP:
    case RACER_DELAY:
        return 1;
    default:
        return node->output_count;
    }
}

int racer_operand_lane(const struct racer_node *node, int operand)
{
    int lanes = racer_lanes(node);

    if (node->kind == RACER_SWITCH)
        return operand ? operand - 1 : 0;
    if (node->kind == RACER_MERGE || node->kind == RACER_JOIN)
        return operand % lanes;
    return node->kind == RACER_OP || node->kind == RACER_DELAY ||
                   node->kind == RACER_REQUEST
               ? 0
               : operand;
}

int racer_output_lane(const struct racer_node *node, int output)
{
    return output % racer_lanes(node);
}

const struct racer_place *racer_place_of(const struct racer_node *node,
                                         int lane)
{
    for (int k = 0; k < node->place_count; k++) {
        const struct racer_place *place = &node->place[k];

        if (!place->lanes || lane < place->lanes)
            return place;
        lane -= place->lanes;
    }
    return NULL;
}

bool racer_is_placed(const struct racer_graph *g)
{
    for (int n = 0; n < g->node_count; n++)
        if (g->node[n]->place_count)
            return true;
    return false;
}

struct racer_use *racer_uses(struct arena *arena, const struct racer_graph *g,
                             int **begin)
{
    int *at = arena_alloc(arena, ((size_t)g->value_count + 2) * sizeof *at);
    struct racer_use *list = NULL;

    *begin = at;
    for (int pass = 0; pass < 2; pass++) {
        for (int n = 0; n < g->node_count; n++)
            for (int k = 0; k < g->node[n]->operand_count; k++) {
                const struct racer_value *value = g->node[n]->operand[k].value;

                if (!value || racer_way_of(g->node[n], k) != k)
                    continue;
                if (pass)
                    list[at[value->index + 1]++] =
                        (struct racer_use){g->node[n], k};
                else
                    at[value->index + 2]++;
            }
        for (int v = 0; v < g->value_count && !pass; v++)
            at[v + 2] += at[v + 1];
        if (!pass)
            list = arena_alloc(arena, (size_t)(at[g->value_count + 1] + 1) *
                                          sizeof *list);
    }
    return list;
}

/* Text, written ------------------------------------------------------------ */

void racer_print_places(struct buf *out, const struct racer_node *node)
{
    for (int k = 0; k < node->place_count; k++) {
        const struct racer_place *place = &node->place[k];

        buf_printf(out, " at %d %d %s", place->row, place->column,
                   racer_unit_name(place->unit));
        if (place->lanes)
            buf_printf(out, " %d", place->lanes);
    }
}

static void print_route(struct buf *out, const struct racer_value *value,
                        const struct racer_route *route)
{
    buf_printf(out, "route %s: (%d,%d)", value->name, route->row,
               route->column);
    for (int k = 0; k < route->count; k++) {
        buf_printf(out, " %c", racer_ways[route->hop[k].way]);
        if (route->hop[k].side)
            buf_printf(out, "%d", route->hop[k].side);
    }
    buf_printf(out, " : %d\n", route->stages);
}

void racer_print_routes(struct buf *out, const struct racer_graph *g)
{
    struct arena *arena = arena_new();
    int *begin;
    const struct racer_use *uses = racer_uses(arena, g, &begin);

    for (int v = 0; v < g->value_count; v++)
        for (int u = begin[v]; u < begin[v + 1]; u++) {
            const struct racer_route *route =
                uses[u].node->operand[uses[u].operand].route;

            if (route)
                print_route(out, g->value[v], route);
        }
    arena_free(arena);
}

/* Text, read --------------------------------------------------------------- */

/* A clause `at` of a source or a sink has a parenthesis behind it. */
bool parser_is_place(const struct parser *p)
{
    const char *next = lex_peek(&p->in);

    return next && strcmp(next, "at") == 0 && p->in.next + 1 < p->in.count &&
           strcmp(p->in.word[p->in.next + 1], "(") != 0;
}

static const char *all_units(struct arena *arena)
{
    const char *list = "write one of";

    for (int u = 0; u < RACER_UNITS; u++)
        list = arena_printf(arena, "%s%s %s", list, u ? "," : "",
                            racer_unit_name((enum racer_unit)u));
    return list;
}

/* { at ROW COLUMN UNIT [LANES] } */
void parser_places(struct parser *p, struct racer_node *node)
{
    while (parser_is_place(p)) {
        struct racer_place place = {0};
        const char *word;

        lex_expect(&p->in, "at");
        place.row = (int)lex_integer(&p->in, -1, FARTHEST, "a row");
        place.column = (int)lex_integer(&p->in, -1, FARTHEST, "a column");
        word = lex_take(&p->in, "a unit");
        place.unit = racer_unit_named(word);
        if (place.unit == RACER_UNITS)
            FAIL(p, all_units(p->g->arena), "there is no unit '%s'", word);
        if (lex_peek(&p->in) && !parser_is_place(p))
            place.lanes =
                (int)lex_integer(&p->in, 1, RACER_WIDTH, "a number of values");
        ARENA_PUSH(p->g->arena, node->place, node->place_count, node->place_cap,
                   place);
    }
}

static void take_hops(struct parser *p, struct racer_route *route)
{
    while (lex_peek(&p->in) && strcmp(lex_peek(&p->in), ":") != 0) {
        const char *word = lex_take(&p->in, "a link");
        const char *way = strchr(racer_ways, word[0]);
        int side = word[0] && word[1] ? word[1] - '0' : 0;
        struct racer_hop hop;

        if (!word[0] || !way || (word[1] && word[2]) || side < 0 ||
            side > MOST_SIDES || (word[1] && !side)) {
            FAIL(p, "write N, E, S or W; E2 for the second one",
                 "'%s' is no link", word);
            return;
        }
        if (route->count >= MOST_HOPS)
            FAIL(p, NULL, "a route has more than %d links", MOST_HOPS);
        hop = (struct racer_hop){(signed char)(way - racer_ways),
                                 (signed char)side};
        ARENA_PUSH(p->g->arena, route->hop, route->count, route->cap, hop);
    }
}

/* route VALUE: (ROW,COLUMN) LINK... : STAGES */
void parser_route(struct parser *p)
{
    struct racer_route *route = arena_alloc(p->g->arena, sizeof *route);
    struct parser_route entry = {.route = route};
    const char *word = lex_take(&p->in, "the name of a value");
    size_t length = strlen(word);

    route->loc = entry.loc = lex_last(&p->in);
    if (!p->in.failed && (length < 2 || word[length - 1] != ':'))
        FAIL(p, "write route NAME: (ROW,COLUMN) LINK... : STAGES",
             "a colon is missing behind '%s'", word);
    if (p->in.failed)
        return;
    entry.name = arena_strndup(p->g->arena, word, length - 1);
    lex_expect(&p->in, "(");
    route->row = (int)lex_integer(&p->in, -1, FARTHEST, "a row");
    lex_expect(&p->in, ",");
    route->column = (int)lex_integer(&p->in, -1, FARTHEST, "a column");
    lex_expect(&p->in, ")");
    take_hops(p, route);
    lex_expect(&p->in, ":");
    route->stages =
        (int)lex_integer(&p->in, 0, 2 * RACER_LONGEST, "a number of registers");
    ARENA_PUSH(p->g->arena, p->route, p->route_count, p->route_cap, entry);
}

/* Gives each route to the operand that it leads to: the routes of a value, in
 * order, to those that take it. */
void parser_resolve_routes(struct parser *p)
{
    const struct racer_graph *g = p->g;
    int *begin, *next;
    struct racer_use *uses;

    if (!p->route_count)
        return;
    uses = racer_uses(g->arena, g, &begin);
    next = arena_alloc(g->arena, (size_t)g->value_count * sizeof *next);
    for (int k = 0; k < p->route_count && !p->in.failed; k++) {
        const struct parser_route *entry = &p->route[k];
        const struct racer_value *value = racer_find(g, entry->name);
        int v = value ? value->index : -1;

        if (v < 0 || begin[v] + next[v] >= begin[v + 1]) {
            lex_fail(&p->in, entry->loc,
                     "write one route for each node that takes a value",
                     v < 0 ? "there is no value '%s'"
                           : "'%s' has more routes than nodes that take it",
                     entry->name);
            return;
        }
        uses[begin[v] + next[v]]
            .node->operand[uses[begin[v] + next[v]].operand]
            .route = entry->route;
        next[v]++;
    }
}
