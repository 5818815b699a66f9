/*
 * Expressions as a graph: sums and products over named inputs, each different
 * subexpression once.
 *
 * Owns simplification (constants, 0 and 1, signs), the choice of fused
 * multiply-adds, and the order in which a graph is written as KIR. Knows
 * nothing of integrals. Nodes are numbered; operands have lower numbers than
 * their users. Sums may be written in another order than they were built: the
 * graph stands for real numbers.
 */
#ifndef HEDRA_BRUSH_ALGEBRA_DAG_H
#define HEDRA_BRUSH_ALGEBRA_DAG_H

#include "backends/kir/kir.h"

struct dag;

/* An empty graph in `arena`. */
struct dag *dag_new(struct arena *arena);

int dag_constant(struct dag *d, double value);
/* The input with this number, >= 0. */
int dag_input(struct dag *d, int input);
int dag_add(struct dag *d, int a, int b);
int dag_subtract(struct dag *d, int a, int b);
int dag_multiply(struct dag *d, int a, int b);
int dag_negate(struct dag *d, int a);

/* What a target executes for the outputs: fused operations count once. */
struct dag_cost {
    int operations, fused, inputs;
};

struct dag_cost dag_count(struct dag *d, const int *output, int outputs);

/* Cutting a graph where a sum stands over quantities that some of its inputs
 * depend on: what depends on them in products only with what does not is taken
 * out of the sum. */
struct dag_summand {
    void *context;
    bool (*depends)(void *context, int input);
    /* The number of the input that stands for the sum over a node; a node has
     * one number. */
    int (*leaf)(void *context, int node);
};

struct dag_cut;

/* `summand` must live as long as the cut; no nodes are added to `from`
 * meanwhile. */
struct dag_cut *dag_cut_new(struct dag *from, struct dag *to,
                            const struct dag_summand *summand);
/* The node of `to` that is the sum over a node of `from`, which depends on the
 * summand. */
int dag_cut_node(struct dag_cut *c, int node);

/* Writing a graph as KIR. Compilers take more than linear time for a long
 * block, so that a graph may be written in pieces, each in a block of its own
 * (a loop over lanes); what a later piece needs of an earlier one is kept in
 * numbered slots. */

/* Where an input can be had. */
enum dag_input {
    DAG_UNIFORM, /* everywhere, and it is the same in all lanes */
    DAG_AGAIN,   /* in every piece */
    DAG_ONCE     /* in the first piece only */
};

/* What the graph is written into. `input` and `load` give KIR values, each once
 * in a piece; `store` keeps one. */
struct dag_host {
    void *context;
    enum dag_input (*kind)(void *context, int input);
    int (*input)(void *context, int input);
    int (*load)(void *context, int slot);
    void (*store)(void *context, int slot, int value);
};

struct dag_plan;

/* Cuts the outputs, in their order, into pieces of about `budget` operations. A
 * node may be several outputs. `host` must live as long as the plan. */
struct dag_plan *dag_plan_new(struct dag *d, const int *output, int outputs,
                              int budget, const struct dag_host *host);
/* A plan in pieces that nothing passes between, for functions of their own:
 * each computes all that it needs, so that together they do more; the numbers
 * come out the same, to the bit. Each piece but the last has a multiple of
 * `group` outputs. */
struct dag_plan *dag_plan_apart(struct dag *d, const int *output, int outputs,
                                int budget, int group,
                                const struct dag_host *host);
int dag_plan_pieces(const struct dag_plan *p);
/* What a piece computes and gives, as `budget` counts it. */
int dag_plan_operations(const struct dag_plan *p, int piece);
int dag_plan_slots(const struct dag_plan *p);
/* Piece `piece` has the outputs from this number on, up to the next piece's. */
int dag_plan_first(const struct dag_plan *p, int piece);

struct dag_writer;

/* Begins to write a piece where `f` stands. Pieces are written in order. */
struct dag_writer *dag_write(const struct dag_plan *p, int piece,
                             struct kir_func *f, enum kir_type type);
/* The KIR value of an output of the piece. */
int dag_value(struct dag_writer *w, int node);

#endif
