/*
 * A fold: a statement whose body combines what the lanes of a team have. Other
 * folders see it through scop/scop.h.
 */
#ifndef HEDRA_POLYHEDRAL_SCOP_FOLD_H
#define HEDRA_POLYHEDRAL_SCOP_FOLD_H

#include <stdbool.h>

struct scop_expr;
struct scop_node;
struct scop_stmt;

/* What a fold's body is made of:
 *
 *   for (step = fold / 2; step > 0; step /= 2)
 *       for (lane = 0; lane < step; lane++) {
 *           own = part[lane]; other = part[lane + step]; …   loads
 *           own = own op other; …                            join
 *           part[lane] = own; …                              keeps
 *       }
 *   whole = part[0]; …                                       stores
 *
 * where step, lane, own and other are scalars of SCOP_POINT; where order counts
 * the loops are step = 1, step < fold, step *= 2 and lane < fold, lane += 2 *
 * step. Nothing reads the parts any more after that. */
struct scop_fold {
    const struct scop_expr *lane, *step;
    bool ordered;
    int count;                     /* parts */
    struct scop_node *const *load; /* 2 count SETs: own, other, … */
    const struct scop_node *join;  /* SEQ */
    struct scop_node *const *keep, *const *store; /* count SETs each */
};
struct scop_fold scop_fold(const struct scop_stmt *stmt);

#endif
