/*
 * Loops over all elements of what other loops go through by rows and columns:
 *
 *   for (i = 0; i < w * h; i++) a[i] = …;     … a[y * w + x] …
 *
 * Private to polyhedral/. An array has one shape in a region
 * (model/delinearize.c), and in that of rows of w elements a[i] would have to
 * stay in the first row. In a new scop such a loop is one over rows and
 * columns, which relies on w > 0.
 */
#ifndef HEDRA_POLYHEDRAL_REWRITE_UNFLATTEN_H
#define HEDRA_POLYHEDRAL_REWRITE_UNFLATTEN_H

#include "polyhedral/scop/scop.h"

/* The new scop, in the old one's arena; NULL: there is no such loop. */
struct scop *flat_scop(const struct scop *scop);

#endif
