/*
 * The door of front/: a marked region, read by libclang, as a scop.
 *
 * Takes a unit (unit/unit.h, which this header brings along) and gives plain
 * data that knows nothing of libclang. Owns the state of one region while it is
 * built. Nothing here prints: what goes wrong is appended to the faults.
 *
 * From the ground up. As C nests them, expressions call each other in a circle
 * (expr, lvalue, inline), and so do statements (from stmt to while):
 *
 *   state.c      what the walk has at hand: faults, values of calls, depth,
 *                increments inside of assignments, names for generated texts
 *   type.c       arithmetic types and conversions; constructors of expressions
 *   param.c      parameters, and what is not affine but made of these; numbers
 *                of iterations
 *   array.c      the arrays and parameters that access paths become
 *   math.c       the functions of <math.h>
 *   expr.c       expressions of C
 *   lvalue.c     lvalues and pointers, as access paths
 *   inline.c     calls of functions whose value is an expression
 *   node.c       nodes and statements of the scop's tree; known values
 *   induction.c  variables that a loop moves by the same each time
 *   pointer.c    pointers that are set, and loops that compare such
 *   stmt.c       statements: assignments, declarations, conditions
 *   switch.c     switches, as ifs
 *   aggregate.c  initialisers and assignments of arrays and structures
 *   call.c       calls of functions whose bodies are walked
 *   bytes.c      sizes in bytes as numbers of elements
 *   memory.c     memset, memcpy and memmove, as loops
 *   body.c       loops within a point, which become macro statements
 *   exchange.c   loops that exchange pointers
 *   for.c        counted loops in their plain form
 *   count.c      counted loops in other forms
 *   while.c      loops around nests that end by a test of data, and those that
 *                follow a chain in memory, which are refused
 *   clause.c     the clauses of the pragma
 *   private.c    scalars of which each iteration has its own
 *   region.c     the phases: survey, walk, clauses
 *
 * Shared within the folder: region.h < expr.h, lvalue.h < statement.h < loop.h.
 */
#ifndef HEDRA_COMPILER_FRONT_FRONT_H
#define HEDRA_COMPILER_FRONT_FRONT_H

#include "compiler/unit/unit.h"
#include "polyhedral/scop/scop.h"

/* Region k of the unit as a scop; NULL, with faults, if it holds what cannot be
 * taken. */
struct scop *front_region(struct unit *unit, int k, struct faults *faults);
/* Where region k is, and nothing of what it does but for the loops that may
 * look ahead. */
struct scop *front_place(struct unit *unit, int k);

#endif
