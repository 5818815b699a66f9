/*
 * Bodies of loops kept whole: what each iteration of a loop does, with the
 * loops inside of it, becomes one statement with a body, as in
 *
 *   for (y…) for (x…) {
 *       int t[16];
 *       for (k = 0; k < 4; k++) … t[4 * k] …;
 *       for (k = 0; k < 4; k++) out[y][x][k] = … t[k] …;
 *   }
 *
 * Private to polyhedral/. Statements that are scheduled one by one may end up
 * in nests of their own, and then what goes from one to the other needs memory
 * for all iterations. In one statement it stays in registers, or in local
 * memory of the thread that executes the iteration, and little is asked of the
 * integer set library.
 *
 * That is done for loops that declare small arrays and hold short constant
 * loops only, if they, or loops around them, are parallel then; for all loops
 * that the clause `whole` covers; and for all loops of a region that is too
 * complex otherwise.
 */
#ifndef HEDRA_POLYHEDRAL_REWRITE_WHOLE_BODY_H
#define HEDRA_POLYHEDRAL_REWRITE_WHOLE_BODY_H

#include "polyhedral/model/model.h"

/* Is there a loop that the clause would cover? */
bool whole_is_possible(const struct scop *scop);

/* The new scop, in the old one's arena; NULL: there is no such loop. `all`: as
 * if the region had the clause. */
struct scop *whole_scop(struct budget *budget, const struct part *part,
                        bool all, struct faults *faults);

#endif
