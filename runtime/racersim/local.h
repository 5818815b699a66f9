/*
 * What the files of the simulator share.
 */
#ifndef HEDRA_RUNTIME_RACERSIM_LOCAL_H
#define HEDRA_RUNTIME_RACERSIM_LOCAL_H

#include "runtime/racersim/racersim.h"

/* The state of a chain: a bit for each place, and one record for each element
 * in it, the one at the end first. */
struct sim_chain {
    int length, words, slots;
    uint64_t *bit; /* the place at the filler is the lowest */
    int head, count;
    union racer_bits *record; /* [length * slots], a ring */
    int64_t *tag;             /* [length] */
    bool quiet;               /* nothing in it can move */
    int64_t entered;          /* elements, but for those it began with */
    int64_t held, since; /* `count`, summed over all cycles before `since` */
};

/* A source or sink at its memory unit. */
struct sim_port {
    struct racersim_port count;
    struct racer_memory *memory;  /* NULL: of indices, of a sink that counts */
    const union racer_bits *bits; /* source: what is read of it */
    int64_t extent[RACER_DIMS];
    int64_t all;             /* elements of all ports that share the memory */
    int tag_operand;         /* sink: whose value is the tag; -1: the number
                                that elements have from their source */
    unsigned char *received; /* sink by tag: [element] */
    struct sim_port *window; /* source: the sink whose window admits */
};

/* The memory that a request asks, and what it reads of it. */
struct sim_asked {
    struct racer_memory *memory;
    const union racer_bits *bits;
};

struct racersim {
    struct arena *arena;
    const struct racer_graph *graph;
    struct net *net;
    struct chains chains;
    struct racer_data *data;
    struct sim_chain *chain;
    struct sim_port *port; /* sources and sinks, in the order of nodes */
    int port_count;
    struct sim_port **port_of; /* [node] */
    struct sim_asked *asked;   /* [node]: of a request */
    int *fired;                /* junctions of this cycle */
    int *side;                 /* [junction] */
    int64_t *gate;             /* [junction of a gate or ungate]: how many lie
                                  beyond it, kept at the gate */
    int *gate_of;              /* [junction of an ungate]: its gate's */
    bool *turn;                /* [junction]: the side that went last */
    struct racersim_use *use;
    int64_t cycle, passed; /* passed: the last one in which a source gave or a
                              sink took */
    int64_t flight_most;
    double flight_sum;
    int64_t distance[RACERSIM_DISTANCES];
    const char *wrong;
    union racer_bits *scratch; /* a record */
    void (*arrived)(void *context, const struct racersim_arrival *arrival);
    void *watcher; /* its context */
};

/* port.c */
bool sim_bind(struct racersim *sim, struct faults *faults);
/* May the source issue its next element? */
bool sim_may_issue(const struct sim_port *port);
union racer_bits sim_read(struct racersim *sim, const struct sim_port *port,
                          int64_t element, int channel);
/* The answer to a request of these operands: 0 if it is not to be asked, 0 and
 * an error of the run if there is none. */
union racer_bits sim_answer(struct racersim *sim, const struct racer_node *node,
                            const union racer_bits *in, int channel);
/* The tag by which a sink knows the element at the end of its chains. */
int64_t sim_sink_tag(const struct racersim *sim,
                     const struct chain_junction *junction);
/* Has the sink's window a place for it? */
bool sim_may_accept(const struct racersim *sim,
                    const struct chain_junction *junction);
void sim_accept(struct racersim *sim, const struct chain_junction *junction);

static inline bool sim_bit(const struct sim_chain *chain, int place)
{
    return chain->bit[place >> 6] >> (place & 63) & 1;
}

static inline union racer_bits *sim_head(const struct sim_chain *chain)
{
    return chain->record + (size_t)chain->head * (size_t)chain->slots;
}

#endif
