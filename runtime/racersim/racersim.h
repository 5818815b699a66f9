/*
 * The simulator of data-stream arrays: runs a graph cycle by cycle, exactly as
 * its registers and transfers say. The door of this folder; below it lie
 *
 *   graph/     graphs, architectures and memories as text (graph.h)
 *   net/       their registers, transfers and chains (net.h)
 *
 * and here
 *
 *   run        cycles: what fires, what chains hold
 *   port       memory units: reading, writing, sorting by tag
 *   stuck      why nothing moves: the registers that wait for each other
 *   report     what a run tells, as text, JSON, DOT and SVG
 *
 * Cycle 0 is when the first element fills its first register; an element is out
 * in the cycle in which it leaves the last register of its port. Everything
 * lies in the arena; a simulator is used by one thread and has no global state.
 */
#ifndef HEDRA_RUNTIME_RACERSIM_RACERSIM_H
#define HEDRA_RUNTIME_RACERSIM_RACERSIM_H

#include "runtime/racersim/net/net.h"

enum racersim_end {
    RACERSIM_DONE,
    RACERSIM_STUCK,  /* nothing can move, and work is left */
    RACERSIM_WRONG,  /* a tag or an address outside of the memory, or a tag that
                        came twice */
    RACERSIM_LIMIT,  /* the cycles asked for are over */
    RACERSIM_STALLED /* no source gave and no sink took for too long */
};

/* What a source or sink did. Cycles are -1 before the first element. */
struct racersim_port {
    const struct racer_node *node;
    int64_t elements, expected;
    int64_t first, last; /* cycles */
    int64_t oldest;      /* sink by tag: the lowest tag that is missing */
    int64_t displaced;   /* sink by tag: the largest distance of an element
                            from the oldest one missing, itself included */
};

/* How busy a transfer was that is not within a chain. */
struct racersim_use {
    enum net_kind kind;
    const struct racer_node *node;
    int64_t fired, blocked, starved; /* cycles */
};

enum { RACERSIM_DISTANCES = 40 }; /* powers of two */

struct racersim_result {
    enum racersim_end end;
    int64_t cycles;
    int64_t flight_most; /* elements within, of the first source and sink */
    double flight_mean;
    int port_count, use_count;
    struct racersim_port *port;
    struct racersim_use *use;
    int64_t distance[RACERSIM_DISTANCES]; /* elements displaced by less than
                                             2^k and at least 2^(k-1) */
    const char *wrong;                    /* of RACERSIM_WRONG: a sentence */
};

struct racersim_options {
    int64_t max_cycles;             /* 0: no limit */
    int64_t hold_from, hold_cycles; /* no sink takes anything then */
    int64_t stall; /* ends after so many cycles, but for those held, in which no
                      source gave and no sink took; 0: no limit */
};

struct racersim;

/* Binds memories to sources, sinks and requests; those of sinks by tag are
 * added to `data` where they are missing. NULL with faults. */
struct racersim *racersim_new(struct arena *arena,
                              const struct racer_graph *graph,
                              const struct racer_arch *arch,
                              struct racer_data *data, struct faults *faults);
/* Runs until the end, or until so many cycles are over, from where it was. */
struct racersim_result racersim_run(struct racersim *sim,
                                    const struct racersim_options *options);

/* An element that a sink took. */
struct racersim_arrival {
    const struct racer_node *node; /* the sink */
    int64_t cycle;
    int64_t tag; /* of a sink by loops, the number of the element */
    const union racer_bits *value; /* one for each operand */
};
/* Has a function called for each from now on. */
void racersim_watch(struct racersim *sim,
                    void (*arrived)(void *context,
                                    const struct racersim_arrival *arrival),
                    void *context);

/* What a source gives as value `channel` of an element. */
union racer_bits racersim_element(const struct racersim *sim,
                                  const struct racer_node *source,
                                  int64_t element, int channel);
/* How many elements a source or sink has to pass. */
int64_t racersim_expected(const struct racersim *sim,
                          const struct racer_node *node);
const struct net *racersim_net(const struct racersim *sim);
const struct chains *racersim_chains(const struct racersim *sim);
/* Is the register full now? */
bool racersim_full(const struct racersim *sim, int reg);
/* The element's number in its source, -1: of the initial ones of a delay. */
int64_t racersim_tag(const struct racersim *sim, int reg);
union racer_bits racersim_bits(const struct racersim *sim, int reg);
/* Thousandths of the slots, of two cycles each, of all registers of the
 * chain that it is part of:
 * an element that moves on at once fills a register for one cycle, and leaves
 * it empty for one. What else it was full is blocked, what else it was empty is
 * starved. */
struct racersim_share {
    int used, blocked, starved;
};
struct racersim_share racersim_share_of(const struct racersim *sim, int reg);

/* Why nothing moves (stuck.c) ---------------------------------------------- */

/* Registers of which each waits for the next, and the last for the first. */
struct racersim_wait {
    int count, cap;
    int *reg;
    const char *rule;   /* "R1" to "R5" */
    const char *remedy; /* what to change */
};
/* count 0: they wait for nothing but each other's end. */
struct racersim_wait racersim_stuck(const struct racersim *sim);

/* Reports (report.c) ------------------------------------------------------- */

void racersim_print(struct buf *out, const struct racersim *sim,
                    const struct racersim_result *result);
/* `more`: members that follow, each behind a comma, or "". */
void racersim_print_json(struct buf *out, const struct racersim *sim,
                         const struct racersim_result *result,
                         const char *more);
/* Every register that is full, with tag and value. */
void racersim_print_state(struct buf *out, const struct racersim *sim);
void racersim_print_wait(struct buf *out, const struct racersim *sim,
                         const struct racersim_result *result,
                         const struct racersim_wait *wait);
void racersim_wait_dot(struct buf *out, const struct racersim *sim,
                       const struct racersim_wait *wait);
void racersim_wait_svg(struct buf *out, const struct racersim *sim,
                       const struct racersim_wait *wait);

#endif
