/*
 * The door of dependence/: which instances must come before which. It takes a
 * struct poly and adds webs of accesses (array expansion) and dependences to
 * it; it also answers what values flow through an array. It knows no schedule
 * but the source's.
 *
 *   dependence.c          dependences by value, or all conflicts
 *   approximate.c         supersets of them that isl finds in less time
 *   dataflow.c            from an array's writes to its reads; what it needs
 *                         from before
 *   expansion.c           renaming and array expansion
 *   expansion_lifetime.c  whether a schedule lets expanded temporaries live too
 *                         long
 *   reduction_match.c     which statements accumulate, and by which operation
 *   source_loops.c        loops that threads may share as the source has them
 */
#ifndef HEDRA_POLYHEDRAL_DEPENDENCE_DEPENDENCE_H
#define HEDRA_POLYHEDRAL_DEPENDENCE_DEPENDENCE_H

#include "polyhedral/model/model.h"

struct isl_union_flow;

struct isl_union_flow *dataflow_flow(const struct poly *poly, int array);
/* May some read see a value from before the region? */
bool dataflow_reads_old(struct isl_union_flow *flow);
/* Those of the elements (taken) that lie within the array as declared. */
isl_set *dataflow_within(const struct poly *poly, int array, isl_set *elements);
/* Is every element of the range that the region touches certainly written,
 * and none read before? */
bool dataflow_is_complete(const struct poly *poly, int array);

/* The elements of a poly array that are accessed, as a set, whatever values
 * the part's counters have. */
isl_set *dataflow_elements(const struct poly *poly, int array);

/* Does the model know between which ends the access's subscripts lie? */
bool dataflow_is_bounded(const struct poly_access *access);

/* How far the elements of a scop array lie apart that the part reads; 1 if that
 * is not so simple. */
int64_t dataflow_stride(const struct poly *poly, int array);

/* Privatisation by renaming and expansion (dependence/expansion.c): replaces
 * arrays of poly->access by webs. */
bool poly_expand(struct poly *poly);

/* Does the schedule keep temporaries, if they would have more dimensions than
 * any array of the caller, from outliving the iterations of loops that are
 * sequential anyway (dependence/expansion_lifetime.c)? */
bool poly_keeps_lifetimes(const struct poly *poly, isl_schedule *schedule);

/* dependence/expansion.c: how many outer loops the flow of the array's values
 * stays within; 0 too where values come from before the region, or several
 * groups of statements exchange them. With loop >= 0 only what this outermost
 * loop holds counts, in any number of groups. */
int poly_private_depth(struct poly *poly, int array, int loop);
/* S[i…] -> [i0 … i(count-1)]. */
isl_map *poly_prefix_map(const struct poly_stmt *stmt, int count);
/* [i0 … i(count-1)] -> what the access touches in these iterations. */
isl_map *poly_prefix_access(const struct poly *poly,
                            const struct poly_access *access, int count);

/* Dependences (dependence/dependence.c): fills flow and anti_output. Large ones
 * are relaxed: more pairs of instances, carried by the same loops. */
bool poly_depend(struct poly *poly);
/* Does the user say that different iterations of the loop do not meet in what
 * is accessed, an array of the program's? */
bool poly_kept_apart(const struct poly *poly, const struct poly_access *access,
                     int loop);

/* All of them, a map for each pair of statements. */
isl_map_list *poly_dependences(const struct poly *poly);
/* Are there pairs, for all that isl can tell, whose values of the dimension are
 * not the same? */
bool poly_differ_at(isl_map *pairs, int dim);
/* The pairs of one of these maps (taken) that different iterations of the loop
 * make, all outer iterators being equal; NULL if it is not around both. */
isl_map *poly_carried(const struct poly *poly, isl_map *dependence, int loop);
/* Does the loop carry any of them? */
bool poly_carries(const struct poly *poly, isl_map_list *dependences, int loop);

/* A superset of the dependences (taken) in at most two pieces per pair of
 * statements and loop around both, without existentials, which the order of the
 * source respects too (dependence/approximate.c). */
isl_union_map *poly_relax(const struct poly *poly, isl_union_map *dependences);
/* In the same form, all pairs of accesses to one element: flow, or anti and
 * output dependences. They follow from the exact ones by transitivity. */
isl_union_map *poly_relaxed_conflicts(const struct poly *poly, bool flow);

/* Loops as the source has them (source_loops.c): shared[loop] becomes true for
 * the outermost ones whose iterations may run at the same time, from the same
 * text, each iteration with its own values of what the text declares and of
 * scalars that it sets before it reads them. Returns how many there are. */
int poly_source_loops(const struct poly *poly, bool *shared);
/* Of the scop's outermost loops that are nothing but a loop of columns:
 * ahead[loop] says how many columns ahead of its own an iteration needs the
 * rows before to be done, if threads may run rows, begun in order, at the same
 * time; -1 for all others. Returns how many such loops there are. */
int poly_source_rows(const struct poly *poly, int64_t *ahead);
/* Has the loop's text sums of which threads may have copies
 * (scop/loop_text.h)? */
bool poly_has_sums(const struct scop *s, int loop);
/* Before expansion: makes the accesses to these empty, in the loop. Then, with
 * the dependences of such a model: may threads share the loop? */
void poly_drop_sums(struct poly *poly, int loop);
bool poly_shares_with_sums(const struct poly *poly, int loop);

/* Associative updates (reduction_match.c) */

enum reduce_kind {
    REDUCE_NONE,
    REDUCE_OP,     /* op: SCOP_ADD SCOP_MUL SCOP_AND SCOP_OR SCOP_XOR */
    REDUCE_LOGIC,  /* op: SCOP_LAND SCOP_LOR */
    REDUCE_CHOICE, /* op: SCOP_LT … SCOP_GE: e op a ? e : a */
    REDUCE_CALL    /* op: enum scop_func FMIN or FMAX */
};

enum { REDUCE_MAX_FOLLOWERS = 4 };

/* What a loop accumulates in one place. */
struct reduce_update {
    enum reduce_kind kind;
    int op;
    bool ordered; /* partial results must be of neighbouring iterations */
    int array;    /* poly array */
    const struct scop_expr *target;
    /* What is set together with the target, under the same condition. */
    int follower_count, follower_array[REDUCE_MAX_FOLLOWERS];
    const struct scop_expr *follower[REDUCE_MAX_FOLLOWERS];
    bool floating; /* an operation that needs `reassociate` */
};

/* The update that all accesses to a poly array in the loop make; kind NONE if
 * they are none. */
struct reduce_update reduce_match(const struct poly *poly, int array, int loop);
/* The update that one statement makes of the poly array's element that it
 * writes or, if it is given, of what reads like `target`. */
struct reduce_update reduce_match_stmt(const struct poly *poly, int stmt,
                                       int array,
                                       const struct scop_expr *target);
/* Do all accesses of the statement to the poly array name the same element, as
 * `target` does? */
bool reduce_names_one(const struct poly *poly, int stmt, int array,
                      const struct scop_expr *target);
/* Is the statement's value linear in `target` (or the element written)? */
bool reduce_match_linear(const struct poly *poly, int stmt, int array,
                         const struct scop_expr *target);
/* Would what the statement makes of the poly array's element be one of the two
 * if its sums and products were exact? */
bool reduce_is_rounded(const struct poly *poly, int stmt, int array);
/* Does the assignment use one element of the poly array, another one in each
 * iteration of the loop for some while, as a[i % 16] += b[i] does? Such loops
 * are not taken apart. */
bool reduce_comes_back(const struct poly *poly, int stmt, int array, int loop);
/* Is the expression of the statement `target` (or NULL: an element of the
 * array); does it read it? */
bool reduce_is_target(const struct poly *poly, int stmt, int array,
                      const struct scop_expr *target,
                      const struct scop_expr *e);
bool reduce_reads_target(const struct poly *poly, int stmt, int array,
                         const struct scop_expr *target,
                         const struct scop_expr *e);
/* Is the loop's iterator, or that of a loop in it, in the expression, or does
 * it read, below its own array, what the loop writes? */
bool reduce_varies(const struct poly *poly, const struct scop_expr *e,
                   int loop);
/* -1: none in the loop; -2: several; else the statement that accesses the array
 * by writing (or reading). */
int reduce_only_stmt(const struct poly *poly, int array, int loop, bool write);
/* Is the loop around the statement? */
bool reduce_inside(const struct poly_stmt *stmt, int loop);
/* Does the expression read one of the poly array's elements? By the accesses of
 * statement `stmt`. */
bool reduce_reads(const struct poly *poly, int stmt, const struct scop_expr *e,
                  int array);

#endif
