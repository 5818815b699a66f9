/*
 * Graphs of a data-stream array: how fast they are, how they are brought to
 * full speed, and why they cannot get stuck. The door of this folder.
 *
 *   order     which streams may meet at a node: labels on values
 *   ring      which switch closes which merge, and what lies between
 *   rules     the certificate: rules R1 to R6, each with where it holds
 *   token     that no cycle of joins and copies is full, or empty
 *   search    all states of small graphs, where rules do not decide
 *   rate      cycles a slot, by the cycle of largest ratio
 *   slack     registers that bring all ways to one length
 *   skeleton  who waits for whom, for provers by induction
 *   dot       the graph as a picture, for Graphviz
 *
 * Graph text, registers and transfers are those of runtime/racersim/, by which
 * the simulator goes as well.
 */
#ifndef HEDRA_BACKENDS_RACER_RACER_H
#define HEDRA_BACKENDS_RACER_RACER_H

#include "runtime/racersim/net/net.h"

/* Order (order.c) ---------------------------------------------------------- */

/* A stream of elements: those of a source, or those that one side of a switch,
 * fork, merge or join lets through. Values of one stream may meet at a node;
 * values of two may if both come from sources, in order. */
struct racer_stream {
    const struct racer_node *node; /* that makes it */
    int side;
    int parent; /* the stream it comes from: of a merge, its entry; -1: none */
    bool ordered; /* as its source gives it */
};

struct racer_streams {
    int count, cap;
    struct racer_stream *stream;
    int *of; /* [value]: its stream, -1: it hangs on nothing but itself */
    int pair_count, pair_cap; /* sources that meet, which memories of one size
                                 must allow */
    const struct racer_node *(*pair)[2];
};

/* False with faults where streams meet that may not (rule R3). */
bool racer_order(struct arena *arena, const struct racer_graph *g,
                 struct racer_streams *streams, struct faults *faults);

/* Are two streams one, or those of sources that are known to give equally many
 * elements in order? */
bool racer_same_elements(const struct racer_streams *streams,
                         const struct racer_stream *a,
                         const struct racer_stream *b);

/* Rings (ring.c) ----------------------------------------------------------- */

struct racer_ring {
    const struct racer_node *merge, *closes; /* closes: the switch */
    int side;                                /* of the switch that leads back */
    int outer;                               /* the ring around it, -1: none */
};

/* A switch whose two sides a join brings together: all elements leave by it
 * that came to the switch. */
struct racer_branch {
    const struct racer_node *opens, *closes;
    int outer; /* the ring around it, -1: none */
};

struct racer_rings {
    int count, cap;
    struct racer_ring *ring;
    int branch_count, branch_cap;
    struct racer_branch *branch;
};

/* The stream that entered the ring, or came to the branch, whose exit `stream`
 * is, of nested ones the outermost; the same stream if it is no exit. */
int racer_before_rings(const struct racer_streams *streams,
                       const struct racer_rings *rings, int stream);
/* Finds the switch that closes each merge, and the join that closes each
 * switch with unequal sides, if one does; false with faults (rule R1). */
bool racer_find_rings(struct arena *arena, const struct racer_graph *g,
                      const struct racer_streams *streams,
                      struct racer_rings *rings, struct faults *faults);

/* Rules (rules.c) ---------------------------------------------------------- */

/* Appends a line for each rule and where it holds, and faults where one does
 * not. True if the graph is proved: it cannot get stuck, whatever the data, as
 * long as sinks take what comes in the end. */
bool racer_prove(struct arena *arena, const struct racer_graph *g,
                 const struct racer_arch *arch, struct buf *certificate,
                 struct faults *faults);

/* How many elements fill a ring, through what lies in it; gates let in no more
 * than they count. */
int racer_ring_room(struct arena *arena, const struct racer_graph *g,
                    const struct racer_arch *arch,
                    const struct racer_rings *rings, int ring);

/* The registers of the longest way round a ring, through those in it once. */
int racer_ring_longest(struct arena *arena, const struct racer_graph *g,
                       const struct racer_arch *arch,
                       const struct racer_rings *rings, int ring);

/* token.c: the way of a token along which no transfer can ever fire, as
 * registers that wait for each other; 0: there is none. */
int racer_dead_cycle(struct arena *arena, const struct net *net, int **reg);

/* search.c: how many states the registers come to if sources give and sinks
 * take whenever they like and switches are told anything; -1 if there are more
 * than RACER_MOST_STATES, or the net has more than 64 registers. stuck: from
 * one of them something can never move again. */
int racer_search(const struct net *net, bool *stuck);
enum { RACER_MOST_STATES = 20000 };

/* Skeletons (skeleton.c) --------------------------------------------------- */

/* Appends what registers do whatever the data are, as a transition system with
 * one bad state, in which nothing can move: in BTOR2, and in SMT-LIB 2 as Horn
 * clauses, which are satisfiable iff that is never reached. Sources give and
 * sinks take whenever they like; windows of sorters are not looked at. */
void racer_put_btor(struct buf *out, struct arena *arena,
                    const struct net *net);
void racer_put_smt(struct buf *out, struct arena *arena, const struct net *net);

/* Rates (rate.c) ----------------------------------------------------------- */

/* Cycles between two elements, as a fraction: latency / tokens along the cycle
 * that limits them. */
struct racer_rate {
    int64_t latency, tokens;
    int count; /* of the cycle */
    const struct racer_node **node;
    int ring_registers, ring_elements; /* of the ring in question, or 0 */
};

/* Of the whole graph if ring is -1 (each ring as full as is best for it), else
 * of what lies in that ring. latency 0: nothing limits it. */
struct racer_rate racer_rate_of(struct arena *arena,
                                const struct racer_graph *g,
                                const struct racer_arch *arch,
                                const struct racer_rings *rings);

/* "31/14 = 2.2143 cycles a slot, limited by ...", and a newline. */
void racer_print_rate(struct buf *out, const struct racer_rate *rate);

/* The search for the rate looks at each ring with every number of elements: for
 * graphs of more rings than these it takes too long for those who have not
 * asked for it. */
enum { RACER_MOST_RINGS = 8 };

/* Pictures (dot.c) --------------------------------------------------------- */

/* Appends the graph in Graphviz' language: nodes by their kind and operation,
 * edges by their values and registers, feedback dashed. */
void racer_print_dot(struct buf *out, const struct racer_graph *g);

/* Slack (slack.c) ---------------------------------------------------------- */

struct racer_slack {
    int added;     /* registers on ways to takers */
    int registers; /* of the graph in all, with ports */
    int ring;      /* registers round the first ring, 0: there is none */
};

/* Sets the registers of each operand so that all ways have one length (stages
 * less twice the initial elements), and rings have an even number of registers,
 * or just the arch->stages[RACER_GROUP_ring] that they have at least, with as
 * few registers as can be. False with a fault. */
bool racer_balance(struct arena *arena, struct racer_graph *g,
                   const struct racer_arch *arch,
                   const struct racer_rings *rings, struct racer_slack *slack,
                   struct faults *faults);

#endif
