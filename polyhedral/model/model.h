/*
 * The door of model/: a scop as sets and maps of isl (struct poly), and the
 * plain data of kernels (struct map_kernel, struct mapping). It takes a scop
 * and gives its domains, access relations and original order; dependences and
 * schedules belong to folders above.
 *
 * A stage returns false (or NULL) after a fault; isl runs with
 * ISL_ON_ERROR_CONTINUE, and poly_isl_failed turns isl's last error into a
 * fault.
 *
 * Names of isl tuples: statements S0, S1, …; arrays by poly_array.name.
 * Parameters: the scop's by name; the mapping adds hd_h0… (values of the
 * schedule dimensions outside a kernel), hd_b0… (block) and hd_t0… (thread).
 *
 * poly.h               struct poly and its parts
 * kernel.h             kernels, mappings and storage as data
 * options.h            what is asked for when a region is compiled
 * dump.h, dump.c       what --dump prints: sets, maps and trees
 * domain.c             the model as a whole: domains, original schedule
 * access_relation.c    from expressions to maps to array elements
 * affine.c             affine expressions as functions of isl
 * array.c              what accesses do to one array
 * assumption.c         what the region checks when it starts
 * coalesce.c           sets in fewer pieces
 * commuting_update.c   updates that commute, and when two of them conflict
 * counter.c            subscripts that count up: no two iterations meet
 * delinearize.c        shapes of arrays that pointers linearise
 * mapped_points.c      points of a block or a thread of a kernel
 * rows.c               subscripts that lead into other rows
 * source_order.c       the order of the source, as isl's data flow takes it
 * team.c               loops of teams of threads, and what they pass on
 */
#ifndef HEDRA_POLYHEDRAL_MODEL_MODEL_H
#define HEDRA_POLYHEDRAL_MODEL_MODEL_H

#include "backends/kir/kir.h"
#include "polyhedral/model/dump.h"
#include "polyhedral/model/kernel.h"
#include "polyhedral/model/options.h"
#include "polyhedral/model/poly.h"

/* Domains, accesses, original schedule (domain.c). NULL after faults. */
struct poly *poly_model(struct budget *budget /* borrowed */,
                        const struct part *part, struct faults *faults);
void poly_free(struct poly *poly /* NULL: nothing */);
/* Returns a copy in the same arena, which may be changed before anyone else
 * sees it. */
struct poly *poly_copy(const struct poly *from);
/* Which iterator dimension k of the array is; -1: it is a subscript. */
int poly_iterator_of(const struct poly_array *array, int k);
/* The order of the source among the statements that access the poly array (-1:
 * any) and do not stand in the prologue, without their domains
 * (source_order.c). */
isl_schedule *poly_source_order(const struct poly *poly, int array);
/* Frees a model in whose place a copy of it has come: not their arena. */
void poly_forget(struct poly *poly);
/* A stage begins, of the region's limits divided by `share` (budget.h). */
void poly_budget(const struct poly *poly, unsigned long share);
/* Did isl reach a limit? Then its error is cleared, for another, cheaper way
 * to be tried. */
bool poly_out_of_budget(const struct poly *poly);
/* Has isl failed? What it returns from then on is NULL and means nothing. */
bool poly_isl_lost(const struct poly *poly);
/* If isl failed: appends TOO_COMPLEX or INTERNAL and returns true. */
bool poly_isl_failed(const struct poly *poly, const char *stage);
/* The statement index of a tuple named S<k>; the array index by name. */
int poly_stmt_index(const struct poly *poly, isl_space *space /* taken */);
/* An access as the source has it, in the poly's arena. */
const char *poly_access_text(const struct poly *poly,
                             const struct poly_access *access);

/* Returns the set (taken) for all values that the counters of the part may
 * have. */
isl_set *poly_forget_counters(const struct poly *poly, isl_set *set);

/* Affine expressions (affine.c) */

/* Where an expression is evaluated: inside loops loop[0..depth), the points of
 * `domain` (borrowed; its space is anonymous with `depth` dimensions). In a
 * body, further dimensions are its variables that count: affine_counter of the
 * scop array stands for a loop. */
struct affine_env {
    struct poly *poly;
    isl_set *domain;
    int depth;
    const int *loop;
    const struct scop_expr *culprit; /* set when something is not affine */
};

/* What stands in affine_env.loop for the scalar `array`, and the reverse. */
int affine_counter(int array);
/* The value over the env's domain space; NULL if it is not affine, with
 * env->culprit. Casts and unsigned arithmetic that may wrap are proved not to,
 * or added to poly->assumed, or modelled modulo 2^n. */
isl_pw_aff *affine_value(struct affine_env *env, const struct scop_expr *e);
/* The value of an array's extent over the parameters; NULL if it is not affine,
 * or needs more than poly->assumed, or takes a parameter of 64 unsigned bits
 * that the model does not take. */
isl_pw_aff *affine_extent(const struct poly *poly,
                          const struct scop_expr *extent);
/* The value of a subscript, whose wrap in 64 bits no address can tell. */
isl_pw_aff *affine_subscript(struct affine_env *env, const struct scop_expr *e);
/* The points of the domain space where `e` is non-zero; NULL if it is not
 * affine. */
isl_set *affine_condition(struct affine_env *env, const struct scop_expr *e);
/* The set (taken) where dimension `k` has values of the type. */
isl_set *affine_within_type(isl_set *set, int k, enum scop_type type);
/* The anonymous set space of `depth` dimensions over the scop's parameters. */
isl_space *affine_space(const struct poly *poly, int depth);

/* Assumptions (assumption.c) */

/* Restrict poly->assumed so that `bad` (a set over any dimensions) is empty.
 * False if that contradicts the context or is too complicated to check. */
bool assume_empty(struct poly *poly, isl_set *bad /* taken */);
/* The same; where that would be too complicated, and `bad` demands one relation
 * between parameters alone, which they do not have then even if other loops
 * have no iterations: sizes that nobody has run in the plain nest. */
bool assume_related(struct poly *poly, isl_set *bad /* taken */);
/* The same of `bad`, which is a part of `here`, of which points must be left.
 * Where that takes too many pieces, what tells the two from each other is ruled
 * out wherever else it holds. */
bool assume_inside(struct poly *poly, isl_set *bad /* taken */,
                   isl_set *here /* taken */);
/* The set (taken) without the pieces that no values of the parameters reach,
 * such as those beyond their types. */
isl_set *assume_prune(const struct poly *poly, isl_set *set);

/* Shapes of linearised pointers (delinearize.c) */

/* Pitches of subscripts 1…count-1 of scop array `array` (NULL: not
 * delinearised). */
const struct scop_expr **delinear_pitch(const struct poly *poly, int array,
                                        int *count);

/* Updates that commute (commuting_update.c) */

/* lhs = lhs op operand, or lhs = lhs op -operand. */
struct update {
    enum kir_op op;
    const struct scop_expr *operand;
    bool negate;
};

/* Is the assignment an update whose operation is associative and commutative,
 * and which a device can do indivisibly? Sums of floats only if `floats`; of
 * their minima and maxima fmin and fmax, which no order changes but for the
 * sign of a zero, which C leaves open. */
bool update_match(const struct scop_expr *lhs, const struct scop_expr *rhs,
                  bool floats, struct update *u);
/* Is it a minimum or maximum of floats written as a choice, lhs < e ? e : lhs
 * and the like? What that makes of NaNs, and of zeros that differ in sign,
 * depends on the order. */
bool update_chooses_float(const struct scop_expr *lhs,
                          const struct scop_expr *rhs);
/* An access' map with the token behind the subscripts: two accesses conflict if
 * these maps meet. */
isl_map *poly_conflict_map(const struct poly_access *access);

/* Sets and spaces (coalesce.c, mapped_points.c) */

/* The set (taken) in fewer pieces, as isl_set_coalesce has them, but where isl
 * changes it: 0.25 takes { i : 0 < i <= n + 2 and (i > n or (n - i + 2) mod 3 >
 * 0) } for all of 0 < i <= n + 2, and so does its generator of loops. The
 * pieces are then disjoint, which spares it that. */
isl_set *poly_coalesce(isl_set *set);
/* The set (taken) with its dimensions as parameters PREFIX0, PREFIX1, …. */
isl_set *poly_as_params(isl_set *set, const char *prefix);
/* `space` (taken) with `count` more parameters PREFIX0, PREFIX1, …. */
isl_space *space_tagged(isl_space *space, const char *prefix, int count);
/* The parameter of that name as a function on the space (taken). */
isl_aff *space_param(isl_local_space *space, const char *name);

/* Arrays (array.c) */

/* All accesses to a poly array: statements -> elements. */
isl_union_map *array_accesses(const struct poly *poly, int array);
/* Are all accesses to a poly array made, whatever data say? */
bool array_is_certain(const struct poly *poly, int array);

/* Counters (counter.c) */

/* A subscript by which each iteration writes elements of its own
 * (model/counter.c): which one, the statement that moves it on, where that
 * comes (1: behind the write), the cursor's factor, and which of the windows
 * from one of its values to the next. mover -1: there is none. */
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

/* Teams (team.c) */

/* Returns the depth of the team's loop around a statement, -1 if there is
 * none. */
int team_depth(const struct poly *poly, int stmt);
/* The depth of the loop over lanes around a statement; -1: the first one's. */
int team_lane_depth(const struct poly *poly, int stmt);
/* Is the statement what a lane does in steps, in the one loop inside of that
 * over lanes? */
bool team_steps(const struct poly *poly, int stmt);
/* Are all accesses to the array in team loops outside of schedule dimension
 * `depth`? */
bool team_holds(const struct poly *poly, int array, int depth);
/* Does the array pass from a team's first thread to its lanes, or back? */
bool team_passes(const struct poly *poly, int array);
/* The elements of a team's array, 1 for others, that a team has for itself. */
int64_t team_elements(const struct scop_array *array);

#endif
