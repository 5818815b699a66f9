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
#ifndef HEDRA_BRUSH_DAG_H
#define HEDRA_BRUSH_DAG_H

#include "backends/kir.h"

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

/* Writing a graph as KIR: the outputs are given in the beginning, so that
 * every operation knows its users, and then written one by one. */
struct dag_writer;

/* `input` gives the KIR value of an input, once for each, where it is first
 * needed. `f` stands where the values are to be computed. */
struct dag_writer *dag_write(struct dag *d, struct kir_func *f,
                             enum kir_type type, const int *output, int outputs,
                             int (*input)(void *context, int input),
                             void *context);
/* The KIR value of a node that is an output or is used by one. */
int dag_value(struct dag_writer *w, int node);

#endif
