/*
 * Parameters of graphs, what follows from them, and what operations compute.
 * Part of graph.h, which includes it.
 */
#ifndef HEDRA_RUNTIME_RACERSIM_GRAPH_PARAM_H
#define HEDRA_RUNTIME_RACERSIM_GRAPH_PARAM_H

#include "runtime/racersim/graph/graph.h"

/* Parameters (param.c) ----------------------------------------------------- */

/* NULL: there is none of that name. */
struct racer_param *racer_find_param(const struct racer_graph *g,
                                     const char *name);
/* Changes a parameter of the graph, and all that names it or follows from it;
 * false if there is no such parameter, if it follows from others, or if the
 * text is no value of its type. */
bool racer_set_param(struct racer_graph *g, const char *name, const char *text);
/* The same with the value itself; racer_settle is to follow. */
bool racer_set_bits(struct racer_graph *g, const char *name,
                    union racer_bits bits);
/* Computes what follows from parameters, and gives all to those that name
 * them. */
void racer_settle(struct racer_graph *g);
/* The type of an array's elements as values; RACER_UNKNOWN: it is no type. */
enum racer_type racer_array_type(const char *type);

/* What an operation makes of its operands, which are of `type` (value.c). */
union racer_bits racer_compute(enum racer_op op, enum racer_type type,
                               const union racer_bits *in);

#endif
