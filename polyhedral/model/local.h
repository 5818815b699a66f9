/*
 * What only the files of model/ share: the steps by which poly_model builds a
 * struct poly.
 */
#ifndef HEDRA_POLYHEDRAL_MODEL_LOCAL_H
#define HEDRA_POLYHEDRAL_MODEL_LOCAL_H

#include "polyhedral/model/model.h"

/* Appends the accesses of statement `stmt` (guards, right side, left side) to
 * poly->access. False after a fault. */
bool relation_add_accesses(struct affine_env *env, int stmt);
/* The elements that `access` reaches from the points of env->domain, as a map
 * from the named statement; NULL with env->culprit. Narrowed by env->domain.
 * *exact: no subscript is unknown. */
isl_map *relation_map(struct affine_env *env, const struct scop_expr *access,
                      const char *stmt, bool *exact);

/* All elements of the array that its extents allow, for each point of
 * env->domain, as relation_map has them. */
isl_map *relation_any_element(struct affine_env *env,
                              const struct scop_expr *access, const char *stmt);

/* Looks at subscripts that may lead out of their dimensions (rows.c): what that
 * takes of the parameters is tested when the region starts, and an access that
 * may do so then reaches whatever it may. False after a fault. */
bool rows_model(struct poly *poly);

/* Fills in the accesses' tokens (commuting_update.c). */
void conflict_find(struct poly *poly);

/* Delinearisation (delinearize.c): shapes of linearised pointers. */
bool delinear_analyse(struct poly *poly);
/* The subscripts of an access in the shape found for its array, or NULL if it
 * has none; `count` receives their number. Owned by the caller. */
isl_pw_aff **delinear_subscripts(struct affine_env *env,
                                 const struct scop_expr *access, int *count);

#endif
