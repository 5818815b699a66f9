/*
 * Where a graph lies on the array, and how its values get there. Part of
 * graph.h, which includes it.
 *
 *     z1 = fadd d@1 x@5 at 0 2 fadd
 *     merge x y d p n = feedback ... entry ... at 3 0 merge 4 at 3 1 merge 1
 *     route x: (3,0) N E : 6
 *
 * A node has a unit, or several for its values in order. A PE's row and column
 * begin at 0; ports lie around them, at -1 and behind the last. The routes of a
 * value stand in the order of those that take it: where it begins, the links,
 * and the registers on it. Of the links from a PE to several REs, E2 is the
 * second one.
 */
#ifndef HEDRA_RUNTIME_RACERSIM_GRAPH_PLACE_H
#define HEDRA_RUNTIME_RACERSIM_GRAPH_PLACE_H

#include "runtime/racersim/graph/graph.h"

struct racer_place {
    int row, column;
    enum racer_unit unit;
    int lanes; /* values of the node's bundle, 0: all */
};

/* North, east, south, west. */
extern const char racer_ways[5];

struct racer_hop {
    signed char way;  /* in racer_ways */
    signed char side; /* 1...: which of several links; 0: there is one */
};

struct racer_route {
    int row, column; /* where it begins */
    int count, cap;
    struct racer_hop *hop;
    int stages;
    struct loc loc;
};

/* How many values of a node's bundle have a unit each: 1 for an operation. */
int racer_lanes(const struct racer_node *node);
/* The lane that an operand goes to, and that an output comes from. */
int racer_operand_lane(const struct racer_node *node, int operand);
int racer_output_lane(const struct racer_node *node, int output);
/* The place of a lane; NULL: the node has none. */
const struct racer_place *racer_place_of(const struct racer_node *node,
                                         int lane);
/* Has a node of the graph a place? */
bool racer_is_placed(const struct racer_graph *g);

/* An operand that a value has a way of its own to. */
struct racer_use {
    struct racer_node *node;
    int operand;
};
/* All of them, sorted by value, in order of the nodes: those of value v stand
 * from (*begin)[v] to (*begin)[v + 1]. */
struct racer_use *racer_uses(struct arena *arena, const struct racer_graph *g,
                             int **begin);

void racer_print_places(struct buf *out, const struct racer_node *node);
void racer_print_routes(struct buf *out, const struct racer_graph *g);

#endif
