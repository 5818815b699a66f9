/*
 * What the files of this folder share: the array as cells and links, the parts
 * of a graph, and the nets between them.
 */
#ifndef HEDRA_BACKENDS_RACER_PLACE_LOCAL_H
#define HEDRA_BACKENDS_RACER_PLACE_LOCAL_H

#include "backends/racer/place/place.h"

/* fabric.c ----------------------------------------------------------------- */

enum cell_kind { CELL_PE, CELL_RE, CELL_PORT };

struct cell {
    enum cell_kind kind;
    int row, column; /* of a PE or port; of an RE, in REs from the edge */
    int near_row, near_column; /* an RE's: the PE that it is nearest to */
    bool plain;                /* a PE without conditional streams */
    int begin, end;            /* its links */
    int back;                  /* the first link to it, -1 */
};

struct link {
    int from, to; /* cells */
    struct racer_hop hop;
    int back; /* the next link to the same cell, -1 */
};

struct fabric {
    struct arena *arena;
    const struct racer_arch *arch;
    int cell_count, cell_cap, link_count, link_cap;
    struct cell *cell;
    struct link *link; /* sorted by `from` */
    int rows, columns; /* PEs */
    int *pe;           /* [row * columns + column] */
    int *port;         /* [4 * max(rows, columns)] by way and place */
};

struct fabric *fabric_new(struct arena *arena, const struct racer_arch *arch);
/* The PE, or the port around the array, at a place; -1: there is none. */
int fabric_cell(const struct fabric *f, int row, int column);
/* The link that a hop takes; -1: there is none. */
int fabric_hop(const struct fabric *f, int cell, struct racer_hop hop);
int fabric_units(const struct fabric *f, int cell, enum racer_unit unit);
const char *place_cell_name(const struct cell *cell);

/* Are they PEs with a link between them? */
bool fabric_beside(const struct fabric *f, int a, int b);

/* Registers of a step: along a link, and through the cell that it leaves. */
struct span {
    int least, most;
};
struct span fabric_enter(const struct fabric *f, int link);
struct span fabric_pass(const struct fabric *f, int cell);

/* A rectangle of PEs, with the REs and ports along it; `tile`: with the lanes
 * below it and to its right alone, and without ports, so that others may lie
 * beside it. */
struct region {
    int row, column, rows, columns;
    bool tile;
};
struct bounds {
    struct region region;
    int top, bottom, left, right; /* in REs */
};
struct bounds fabric_bounds(const struct fabric *f,
                            const struct region *region);
bool fabric_within(const struct fabric *f, const struct bounds *bounds,
                   int cell);

/* part.c ------------------------------------------------------------------- */

/* Lanes of a node that lie in one cell. */
struct part {
    struct racer_node *node;
    int lane, lanes;
    enum racer_unit unit;
    int bits;  /* of local memory */
    int words; /* of a port */
    int syncs; /* units `sync` that it needs as well */
    int cell;  /* where it lies, -1 */
    int next;  /* the next part of its node, which is to lie beside it; -1 */
};

/* A value's way to one operand. */
struct wire {
    struct racer_value *value;
    struct racer_node *taker;
    int operand;
    int from, to; /* parts */
    int words;
    bool copied; /* other operands take the value, too */
    int weight;
    bool short_way; /* has so few registers that it goes no way round */
    int wanted;     /* registers */
    bool routed;
    bool fixed;   /* begins with the route that it has */
    bool outside; /* begins or ends at a port of a tile */
    int count, cap;
    int *link; /* its route */
};

/* What a program takes of the array beside which another one is laid out. */
struct taken {
    int (*units)[RACER_UNITS]; /* [cell] lanes */
    int *bits, *ports;         /* [cell] */
    int *words;                /* [link] */
    int *bypass;               /* [cell] words */
};

struct layout {
    struct arena *arena;
    struct racer_graph *g;
    const struct racer_arch *arch;
    bool narrow; /* bundles lie in more PEs than they must, so that each has
                    links to spare */
    struct fabric *fabric;
    const struct taken *taken; /* NULL: nothing */
    int part_count, part_cap, net_count, net_cap;
    struct part *part;
    struct wire *net;
    int *first_part; /* [node], and one behind the last */
    int *net_begin;  /* [part]: its nets in net_of, and one behind the last */
    int *net_of;
    struct region region;
    uint64_t random;
    double end; /* processor time at which the search gives up, 0: never */
};

/* How many registers there are between a node and its taker in one PE. */
struct span net_within(const struct layout *l, const struct wire *net);
int part_bits(const struct racer_node *node, int lane, int lanes);
/* How many lanes from `lane` on go into one cell, as wide as the array has. */
int part_lanes(const struct racer_arch *arch, const struct racer_node *node,
               int lane);
/* Values of ports that several nodes take get a copy behind the port, those
 * that more nodes take than links lead out of a PE get copies on the way. */
void part_spread(struct racer_graph *g, const struct racer_arch *arch);
struct layout *layout_new(struct arena *arena, struct racer_graph *g,
                          const struct racer_arch *arch, bool narrow);
/* It is to fit into the whole of its array. What ends at its ports
 * may go by all lanes, as others will go on with it. */
void layout_make_tile(struct layout *l);
/* Where the net may go. */
struct region net_region(const struct layout *l, const struct wire *net);
/* Registers of a way that the graph does not write. */
int net_hidden(const struct layout *l, const struct wire *net);
int layout_draw(struct layout *l, int below);

/* Is it time to give up? */
bool layout_is_late(const struct layout *l);

/* anneal.c: false if something finds no room in the region, or it is late. */
bool layout_anneal(struct layout *l);
/* The fewest registers of each net between its places; false: one has no way
 * at all. */
bool layout_least(struct layout *l, int *least);

/* route.c ------------------------------------------------------------------ */

struct overuse {
    int link, cell; /* the one that is used most beyond what there is, or -1 */
    int words;      /* how many it would have to carry */
    int net;        /* a net without any route, or -1 */
};
/* Finds routes of the wanted lengths for all nets; those that are fixed keep
 * theirs unless it gets in the way of others. True if all fit. */
bool layout_route(struct layout *l, struct overuse *over);
/* Registers that a route may have: `most` with those at its end. */
struct span route_span(const struct layout *l, const struct wire *net,
                       int *without_end);

/* place.c ------------------------------------------------------------------ */

/* Places and routes, seed after seed, region after region, in each of them the
 * layouts of one graph in turn, of which the second may be NULL. The one that
 * has found places; NULL with a fault. */
struct layout *layout_search(struct layout *const layout[2],
                             const struct racer_rings *rings,
                             const struct place_options *options,
                             struct place_report *report,
                             struct faults *faults);
/* Says why what was tried last has no routes; `before` is what stands before
 * that. */
void layout_refuse(const struct layout *l, const struct overuse *over,
                   const char *before, struct faults *faults);
/* The net that is to go round so that there is less too much, or -1. */
int layout_culprit(const struct layout *l, const struct overuse *over);
/* Gives places, routes and registers to the graph. */
void layout_emit(struct layout *l);

/* program.c ---------------------------------------------------------------- */

/* `source`, `used`: [cell]; `words`: [link] of the graph's values. */
struct place_program program_of(struct arena *arena, const struct fabric *f,
                                const bool *source, const bool *used,
                                const int *words);

/* check.c ------------------------------------------------------------------ */

/* What a placed graph takes of the array. */
struct taken *taken_by(struct arena *arena, const struct racer_graph *g,
                       const struct racer_arch *arch);

/* copy_graph.c ------------------------------------------------------------- */

/* Of a tile's nodes: its fork, its join, and behind them those of the graph. */
enum { ROLE_FORK, ROLE_JOIN, ROLE_NODE };

/* A fork or join between rows, and the copy near which it lies. */
struct between {
    const struct racer_node *node;
    int copy;
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
    int side;                                /* of a tile, in PEs */
    int across;                              /* tiles in a row */
    bool to_and_fro;                         /* one chain goes over all rows */
    struct between *between;
    int between_count, between_cap;
    struct layout *small, *l;
};

/* Makes c->tile, the tile between two others: sources and sinks stand for
 * those. */
void copies_build_tile(struct copies *c);
/* Makes c->out, with all copies and their ports. */
void copies_build_whole(struct copies *c);
/* How many copies hang on the ports before this one. */
int copies_before(const struct copies *c, int port);

#endif
