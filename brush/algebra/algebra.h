/*
 * The algebra of integrals over Gaussian functions: what is to be computed,
 * without the kernels that compute it.
 *
 *   shell.c    shells: normalised constants, functions, harmonics
 *   bracket.c  generalised brackets [ab|cd]^(m) and sets of them
 *   recur.c    recurrences between brackets, from recur.def
 *   dag.c      expressions with common parts, written as KIR in pieces
 *   path.c     orders of recurrences to a bracket, from path.def
 *   boys.c     the Boys function as KIR, with its tables
 *
 * Takes basis sets of basis/, gives graphs and pieces of KIR. Owns no file and
 * knows nothing of loops over primitives: that is kernel/.
 */
#ifndef HEDRA_BRUSH_ALGEBRA_ALGEBRA_H
#define HEDRA_BRUSH_ALGEBRA_ALGEBRA_H

#include "brush/algebra/boys.h"
#include "brush/algebra/bracket.h"
#include "brush/algebra/dag.h"
#include "brush/algebra/path.h"
#include "brush/algebra/recur.h"
#include "brush/algebra/shell.h"

#endif
