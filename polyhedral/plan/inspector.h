/*
 * Inspection: dependences through subscripts that memory holds, as
 * x[i] -= val[k] * x[col[k]] has them. Private to polyhedral/.
 *
 * Nothing but the data tells which points such a nest joins, so that its static
 * schedule runs them one after the other. Before the nest starts an inspector
 * executes, for each point, the part of the nest that its subscripts and its
 * control are computed by, and looks at every access through which the point
 * may meet another one, an edge. The element's writer is a function of its
 * subscripts, since every element is written by one point through affine
 * subscripts. Of two points that an edge joins, the one that the static order
 * has first stays first, whichever of them writes: an entry below the diagonal
 * of a matrix is a flow dependence, one above it (the old value is read) an
 * anti dependence, one on it or in a row that nobody writes is none.
 *
 * The part that the inspector executes must not read what the nest writes, but
 * for temporaries of single points.
 */
#ifndef HEDRA_POLYHEDRAL_PLAN_INSPECTOR_H
#define HEDRA_POLYHEDRAL_PLAN_INSPECTOR_H

#include "polyhedral/plan/level_schedule.h"

/* The point that writes an element of an array, as functions of the parameters
 * hd_e0, … (the element's subscripts), where there is one. */
struct inspect_writer {
    isl_set *where; /* NULL: no edge leads to the array */
    isl_pw_aff *point[LEVELS_MAX_DIMS];
};

struct inspection {
    const struct poly *poly;
    const bool *in; /* per statement: has it instances in the nest? */
    bool *edge;     /* per access */
    bool *needed; /* per poly array: what edges and control are computed from */
    struct inspect_writer *writer; /* per poly array */
};

/* The inspection of a nest, in the arena; NULL if it has no such dependences
 * or, with *refusal filled in, cannot be inspected. */
struct inspection *inspect_nest(const struct poly *poly, const struct levels *v,
                                const bool *in, struct levels_refusal *refusal);
void inspect_free(struct inspection *inspection /* NULL: nothing */);

/* The access of the model that the expression in a statement is, or one like
 * it; -1: none, as for what belongs to a point alone. */
int inspect_access(const struct poly *poly, int stmt,
                   const struct scop_expr *access);
/* Does evaluating the expression follow edges? */
bool inspect_has_edge(const struct inspection *g, int stmt,
                      const struct scop_expr *e);
/* Must the inspector execute lhs = rhs, or what stands in a node of a body? */
bool inspect_needs_set(const struct inspection *g, int stmt,
                       const struct scop_expr *lhs,
                       const struct scop_expr *rhs);
bool inspect_needs_node(const struct inspection *g, int stmt,
                        const struct scop_node *node);
bool inspect_needs_stmt(const struct inspection *g, int stmt);

#endif
