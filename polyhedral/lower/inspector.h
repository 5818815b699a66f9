/*
 * Lowering of inspectors (plan/inspector.h). Private to polyhedral/.
 */
#ifndef HEDRA_POLYHEDRAL_LOWER_INSPECTOR_H
#define HEDRA_POLYHEDRAL_LOWER_INSPECTOR_H

#include "polyhedral/lower/level_schedule.h"

/* What stands at an inspected point's place in the inspector. */
struct inspecting {
    const struct levels *levels;
    bool push; /* raises later points, or else finds the own level */
    int list;  /* buffers: flags and levels of all points */
    int level;
    int number; /* of the point, I32 */
    int first;  /* of those that the block inspects together, I32 */
    /* Variables, I32: its level, 0: it does not run; what is found; on a GPU
     * how many edges it has to points before it that are inspected with it. */
    int own, bits, near;
    int kept; /* shared: these points */
};

/* Of what a point depends on, as many levels are kept in shared memory. */
enum { INSPECT_KEPT = 8 };
/* Has a point edges to later ones, to such as are inspected with it? */
enum { INSPECT_PUSHED = 1, INSPECT_LATER = 2 };

/* assign.c: variable := max(variable, value); where number k (I32) of what this
 * thread keeps stands; an edge to the point `other`, whose level counts if it
 * comes before. */
void lower_level_raise(struct lower *l, int variable, int value);
int lower_kept_index(struct lower *l, int k);
void lower_level_pull(struct lower *l, int other);

/* Where l->inspecting is set, instead of executing an assignment: follows the
 * edges in it, and executes it if edges or control depend on it. */
void lower_inspect_assign(struct lower *l, const struct scop_expr *lhs,
                          const struct scop_expr *rhs);
/* Is there something to be done in the statement, in a node of its body? */
bool lower_inspects_statement(const struct lower *l);
bool lower_inspects_node(const struct lower *l, const struct scop_node *node);
/* The kernel that levels the points of a nest with an inspection. */
void lower_inspector(struct lower *l, const struct levels *v);

#endif
