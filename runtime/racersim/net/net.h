/*
 * The registers and transfers that a graph is on an architecture, and the
 * chains of registers that move alike. The door of this folder.
 *
 *   net      graph and architecture to registers and transfers
 *   alike    which registers are full at the same times, whatever happens
 *   chain    these as chains between junctions, with what they compute
 *
 * A transfer fires at a clock edge iff, before it, all registers it takes from
 * are full and all it fills are empty; then the first become empty, the second
 * full. Nothing else happens. Merges, switches, forks and joins have two sides,
 * of which one takes part.
 *
 * Everything lies in the arena that is given; nothing is changed once made.
 */
#ifndef HEDRA_RUNTIME_RACERSIM_NET_NET_H
#define HEDRA_RUNTIME_RACERSIM_NET_NET_H

#include "runtime/racersim/graph/graph.h"

/* Registers and transfers (net.c) ------------------------------------------ */

enum net_kind {
    NET_MOVE,   /* of an operation, a copy, a sync, a link */
    NET_SOURCE, /* takes from a memory unit */
    NET_SINK,   /* gives to one */
    NET_MERGE,  /* side 0 is the feedback, 1 the entry */
    NET_SWITCH, /* side 0 is `then`, 1 `else` */
    NET_FORK,
    NET_JOIN,
    NET_GATE,  /* of a node `gate`, and of requests with places */
    NET_UNGATE /* lets another one pass the gate of its pair (net_is_pair) */
};

/* Where an operand comes from: a register, or constant bits (register -1). */
struct net_input {
    int reg;
    union racer_bits bits;
};

/* What a register receives when it is filled from side 0 or 1. */
struct net_rule {
    const struct racer_node *node; /* an operation or a request; NULL: a copy
                                      of input[side] */
    int channel;                   /* of a source's value */
    struct net_input input[3];
};

struct net_register {
    const struct racer_value *value;
    int stage;      /* on the value's own way, or on that to a taker */
    int taker_node; /* the node it is on the way to; -1: of the value's own */
    bool full;      /* at the beginning */
    union racer_bits bits;
    int filler, filler_side, taker, taker_side; /* transfers */
    struct net_rule rule;
};

struct net_list {
    int count, cap;
    int *reg;
};

struct net_transfer {
    enum net_kind kind;
    const struct racer_node *node; /* NULL: a link or a copy */
    struct net_list take[2], fill[2];
    int condition; /* of a switch: the register; else -1 */
};

struct net {
    struct arena *arena;
    const struct racer_graph *graph;
    const struct racer_arch *arch;
    int register_count, register_cap, transfer_count, transfer_cap;
    struct net_register *reg;
    struct net_transfer *transfer;
    int **operand;   /* [node][operand]: the register it is taken from, -1 for
                        constants */
    int *value_last; /* [value]: the last register of its own, -1: none */
    int *entry;      /* [node]: the transfer that takes its operands, or of a
                        source, that makes its values */
};

/* NULL with a fault if there would be more than net_most registers. */
struct net *net_new(struct arena *arena, const struct racer_graph *graph,
                    const struct racer_arch *arch, struct faults *faults);
enum { NET_MOST = 1 << 16 };

/* Does that transfer let others pass this gate? */
bool net_is_pair(const struct racer_node *gate,
                 const struct racer_node *ungate);

/* "x to z1, 2" for the register: value, taker, stage. */
const char *net_register_text(struct arena *arena, const struct net *net,
                              int reg);

/* Alike (alike.c) ---------------------------------------------------------- */

/* The coarsest partition of registers and transfers in which all of a class are
 * full, or fire, at the same times for any data. reg_class[register] and
 * transfer_class[transfer] number the classes from 0. */
struct net_classes {
    int register_classes, transfer_classes;
    int *reg_class, *transfer_class;
};
struct net_classes net_alike(struct arena *arena, const struct net *net);

/* Chains (chain.c) --------------------------------------------------------- */

/* One operation on the slots of a record. */
struct chain_step {
    const struct racer_node *node; /* operation or request; NULL: a copy */
    enum racer_type type;          /* of its operands */
    int position;                  /* of the register that gets the result */
    int to;                        /* slot */
    int from[3];                   /* slots, of the record itself or of that of
                                      take chain[k]; -1: constant */
    int chain[3];
    union racer_bits bits[3];
    int channel; /* of a source */
};

/* Registers that are filled one after the other and by nothing else; all that
 * are alike are one place of it. */
struct chain {
    int length;
    int *first; /* [length]: one of the registers at each place */
    int slots;  /* of a record, which holds what one element is there */
    int step_count, step_cap;
    struct chain_step *step; /* what the places compute, in order */
    int filler, filler_side, taker, taker_side; /* junctions */
};

/* Transfers that take from, or fill, not one chain each. */
struct chain_junction {
    enum net_kind kind;
    const struct racer_node *node;
    int take_count[2], fill_count[2];
    int *take[2], *fill[2];         /* chains */
    int step_count[2], step_cap[2]; /* for the records that it fills */
    struct chain_step *step[2];     /* to: slot of chain `fill_chain` */
    int *step_chain[2];
    int condition_chain, condition_slot;
    int sink_count; /* of a sink: where its operands lie */
    int *sink_chain, *sink_slot;
};

struct chains {
    const struct net *net;
    int chain_count, junction_count;
    struct chain *chain;
    struct chain_junction *junction;
    int *reg_chain, *reg_place, *reg_slot; /* [register] */
    int *transfer_junction;                /* [transfer], -1: within a chain */
};

struct chains chains_new(struct arena *arena, const struct net *net);

#endif
