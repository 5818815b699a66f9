/*
 * Access relations: from the expressions of a statement to maps from its
 * instances to array elements. Private to polyhedral/.
 */
#ifndef HEDRA_POLYHEDRAL_MODEL_ACCESS_RELATION_H
#define HEDRA_POLYHEDRAL_MODEL_ACCESS_RELATION_H

#include "polyhedral/model/poly.h"

/* Appends the accesses of statement `stmt` (guards, right side, left side) to
 * poly->access. False after a fault. */
bool relation_add_accesses(struct affine_env *env, int stmt);

/* The elements that `access` reaches from the points of env->domain, as a map
 * from the named statement; NULL with env->culprit. Narrowed by env->domain.
 * *exact: no subscript is unknown. */
isl_map *relation_map(struct affine_env *env, const struct scop_expr *access,
                      const char *stmt, bool *exact);

/* A subscript by which each iteration writes elements of its own (scop/counter.c):
 * which one, the statement that moves it on, where that comes (1: behind the
 * write), the cursor's factor, and which of the windows from one of its values
 * to the next. mover -1: there is none. */
struct cursor {
    int mover, place, side;
    int64_t factor, window;
    const struct scop_expr *expr;
};
struct cursor cursor_find(const struct poly *poly, int access);
/* Does the statement write memory of the scop array's? */
bool cursor_writes(const struct poly *poly, int stmt, int array);
/* Do writes by these never meet but in the same iteration? */
bool cursor_same(const struct cursor *a, const struct cursor *b);
/* Is it the cursor of a write? */
bool cursor_is_used(const struct poly *poly, const struct scop_expr *target);
/* Do writes look as if the scop array were one? */
bool cursor_is_meant(const struct poly *poly, int array);
/* Why what such an array tells is not made in parallel in the loop, and what to
 * write instead, in the arena; NULL if that is not the array's fault. */
const char *cursor_explain(const struct poly *poly, int loop, int array);

#endif
