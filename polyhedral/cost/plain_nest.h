/*
 * The parts of plain_nest.c and plain_vectors.c, which tell what a C compiler
 * makes of the plain nest on the host.
 */
#ifndef HEDRA_POLYHEDRAL_COST_PLAIN_NEST_H
#define HEDRA_POLYHEDRAL_COST_PLAIN_NEST_H

#include "polyhedral/cost/cost.h"

/* Loops that constantly run less often are unrolled by compilers. */
bool plain_is_short(const struct scop *scop, int loop);
/* Is there a loop within that ends by data, or runs long? */
bool plain_holds_loops(const struct poly *poly, int loop);
/* For scop_expr_count: what only data tell; `user`: nothing. */
bool plain_is_data(const struct scop_expr *e, const void *user);
/* How many accesses to the caller's arrays stride along the loop. */
int plain_strided_along(const struct poly *poly, int stmt, int loop);

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
