/*
 * The parts of plain_nest.c, plain_rows.c and plain_vectors.c, which tell what
 * a C compiler makes of the plain nest on the host.
 */
#ifndef HEDRA_POLYHEDRAL_COST_PLAIN_NEST_H
#define HEDRA_POLYHEDRAL_COST_PLAIN_NEST_H

#include "polyhedral/cost/cost.h"

/* Loops that constantly run less often are unrolled by compilers. */
enum { PLAIN_SHORT = 8 };
bool plain_is_short(const struct scop *scop, int loop);
/* Is there a loop within that ends by data, or runs long? */
bool plain_holds_loops(const struct poly *poly, int loop);
/* For scop_expr_count: what only data tell; `user`: nothing. */
bool plain_is_data(const struct scop_expr *e, const void *user);
/* Is it data, or a variable of the region's own, which may keep the outcome of
 * a condition? `user`: the scop. */
bool plain_is_of_iteration(const struct scop_expr *e, const void *user);
/* Is it one to an array of the caller's? */
bool plain_is_of_caller(const struct poly *poly, const struct poly_access *a);
/* How many accesses to the caller's arrays stride along the loop. */
int plain_strided_along(const struct poly *poly, int stmt, int loop);

/* Does the innermost loop of the statement, whose iterations are independent,
 * write an array of which it touches many other rows? */
bool plain_touches_many_rows(const struct poly *poly, isl_map_list *dependences,
                             int stmt);
/* As this, of a loop of constant length in a body, which fills vectors behind
 * one question (backends/vector/rows_apart.c). */
bool plain_body_touches_many_rows(const struct scop *scop,
                                  const struct scop_node *node);
/* Does the loop hold functions that libhedra has for vectors? */
bool plain_calls_functions(const struct poly *poly, int loop);
/* In the innermost loop of the statement, whose iterations are independent:
 * are there functions that libhedra has for vectors? */
bool plain_takes_functions(const struct poly *poly, isl_map_list *dependences,
                           int stmt);
/* Square roots, which set errno in C, and nothing else that keeps C compilers
 * from filling vectors? */
bool plain_takes_roots(const struct poly *poly, isl_map_list *dependences,
                       int stmt);
/* Floating-point arithmetic under conditions on data? */
bool plain_computes_under_conditions(const struct poly *poly,
                                     isl_map_list *dependences, int stmt);

#endif
