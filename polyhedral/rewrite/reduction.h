/*
 * Reductions and scans in partial results (thesis sec. 2.3 and 2.6: an
 * associative operation lets a dependence be cut, a non-associative one, eq.
 * 2.7, does not).
 *
 * Private to polyhedral/. A loop whose only carried dependences are those of
 * updates a = a op e with themselves becomes, in a new scop, a nest over blocks
 * of its iterations with a partial result for each, and loops that combine
 * these in a fixed order. Where two nested loops have diagonals that run in
 * parallel but for an update, each iteration of the outer one has a partial
 * result. A loop that a recurrence x[i] = x[i-1] op e, or an
 * accumulator that is read in every iteration, keeps in order becomes three:
 * the blocks' own results, what comes before each block, the blocks again.
 * Where the iterations of a parallel loop each accumulate over a loop of their
 * own, as the rows of a matrix times a vector, one team makes each. What
 * follows sees plain loops; dependences, mapping and storage need no exception.
 * The sizes of blocks are constants, so that the result is the same on every
 * device, for any number of threads, in every run. A block is what a team
 * (team.c) makes: on a GPU a block of threads with barriers, on the host one
 * thread.
 *
 * Recognised (reduction_match.c), on any loop nest, also under conditions on
 * data: a = a op e, op one of + - * & | ^ of integers (modulo 2^n: exact) a = a
 * && e, a = a || e a = e > a ? e : a and the like (< >= <=), if (e > a) a = e:
 * exact: of equal values the same one is kept as in order, and NaNs give way as
 * in order; a = a > e ? a : e of floats, with which a NaN would stay, only with
 *     `reassociate`
 *   a = fmin(a, e), a = fmax(a, e): exact but for the sign of a zero, which C
 *     leaves open
 *   if (e > a) { a = e; k = i; … } and <: the first such i, as in order
 *   if (e) a = constant, as a disjunction (flag_reduction.h)
 *   sums and products of floats with `reassociate` only
 * `e` must not read a; e of && and || may be evaluated where C would not, since
 * a is already decided: it must not lie outside of its array there.
 */
#ifndef HEDRA_POLYHEDRAL_REWRITE_REDUCTION_H
#define HEDRA_POLYHEDRAL_REWRITE_REDUCTION_H

#include "polyhedral/dependence/dependence.h"

enum { REDUCE_MAX_LOOPS = 3 };

/* May the accesses touch a common element, one writing, on some of the pairs?
 */
bool reduce_may_touch(const struct poly_access *a, const struct poly_access *b,
                      isl_map *pairs);

struct scop_build;

/* A loop nest to take apart: loops directly inside each other, all of which
 * carry these updates only. */
struct reduce_nest {
    int loop_count;
    const struct scop_node *loop[REDUCE_MAX_LOOPS];
    bool lanes;   /* the innermost one has no loop inside */
    bool rows;    /* one loop that carries other dependences too: a partial
                     result for each iteration, so that those of the loop
                     inside alone are ordered by the updates */
    bool alone;   /* its blocks are not teams', but a thread's each */
    bool slanted; /* its bounds depend on iterators of the loops */
    int update_count, update_cap;
    struct reduce_update *update;
};

/* A value that each iteration of a loop makes of the one before (scan.c): an
 * accumulator that is read in the loop too, or an element x[i] of x[i-1]. */
struct scan_value {
    struct reduce_update update; /* kind NONE: linear, factor * value + … */
    int stmt;                    /* the only one that writes it */
    bool element;                /* x[i] of x[i-1]: the target is x[i-1] */
};

/* What a value's statement combines with it may have been computed before in
 * the same iteration: the statement that alone does, whose value may stand in
 * place of the access (by its number in the model); -1: none. */
int scan_definition(const struct poly *poly, int access, int loop);

struct scan_loop {
    const struct scop_node *node;
    int value_count, value_cap;
    struct scan_value *value;
};

/* Does the loop carry nothing but such values? Fills `scan`. */
bool scan_match(const struct poly *poly, isl_map_list *dependences,
                const struct scop_node *node, struct scan_loop *scan);

/* The updates that the loop carries, if it carries nothing else: fills the
 * nest's. */
bool reduce_carries(struct poly *poly, isl_map_list *dependences, int loop,
                    struct reduce_nest *nest);
/* The pairs of instances of statements *source and *sink between which the loop
 * carries dependence `k`; NULL if there are none. */
isl_map *reduce_carried(struct poly *poly, isl_map_list *dependences, int k,
                        int loop, int *source, int *sink);

/* Row sums (reduction_rows.c): a loop whose body falls apart into groups, each
 * of which becomes a loop of its own. In `rows` groups iterations are parallel,
 * and are teams': the loops in them that have a nest share the lanes, what else
 * there is, statements, is the first thread's. */
enum { ROWS_MAX_ITEMS = 16 };

/* A child of the loop's body; of a loop only the statements of its body from
 * `begin` to before `end`. */
struct rows_item {
    const struct scop_node *node;
    int begin, end; /* end 0: all of it */
    int group;
    struct reduce_nest *nest; /* NULL: it is as it was */
};

struct rows_loop {
    const struct scop_node *node;
    int item_count, group_count;
    struct rows_item item[ROWS_MAX_ITEMS];
    bool rows[ROWS_MAX_ITEMS]; /* per group, in their order */
    /* What the model expects of a warp's requests of 32 iterations: sectors
     * with the lanes along the loop that accumulates, and along the one around.
     */
    double along, across;
};

/* Is there such a group in the loop, and does the model say that it gains? */
bool rows_match(struct poly *poly, isl_map_list *dependences,
                const struct scop_node *node, struct rows_loop *rows);
/* Few outputs of long sums (split-K): loops directly inside each other with
 * constantly few iterations, parallel, and in the innermost a loop that
 * accumulates, besides statements. Blocks of SPLIT_STEPS of its iterations run
 * in parallel, for all outputs, each to partial results of its own; then a team
 * for each output combines these. */
enum { SPLIT_STEPS = 256, SPLIT_DEPTH = 2 };

struct split_loop {
    int depth;
    const struct scop_node *loop[SPLIT_DEPTH];
    struct reduce_nest *nest;
};

bool split_match(struct poly *poly, isl_map_list *dependences,
                 const struct scop_node *node, struct split_loop *split);
/* reduction_build.c: puts both passes to the place. */
void split_build(struct scop_build *b, const struct poly *poly,
                 const struct split_loop *split);

/* Puts the groups' loops to the place; what an item has of its loop's body. */
void rows_build(struct scop_build *b, const struct poly *poly,
                const struct rows_loop *rows);
void rows_build_body(struct scop_build *b, const struct rows_item *item);

/* scan_build.c: puts a loop in three passes to the place. */
void scan_build(struct scop_build *b, const struct poly *poly,
                const struct scan_loop *scan);

/* A loop that is taken apart: what its new loops' numbers are in its own. */
struct strip {
    const struct scop_node *node;
    enum scop_type type; /* of the new loops */
    int64_t size;        /* iterations of a block */
    int block;           /* the open loop over blocks */
};

/* May the loop be taken apart: by its iterator's type and its condition? Its
 * trips if its bounds are constants, else a large number. What is inside of
 * sequences of one. */
bool strip_may_take(const struct scop *scop, const struct scop_node *node);
int64_t strip_trips(const struct scop_node *node);
const struct scop_node *strip_only_child(const struct scop_node *node);
/* Binds the old iterator to its value in iteration `count`, from 0. */
void strip_bind(struct scop_build *b, const struct strip *s,
                struct scop_expr *count);
/* The old loop's condition with the bound iterator, which may be past the
 * loop's end: an unsigned one that is counted down has not gone below 0 before.
 */
struct scop_expr *strip_goes_on(struct scop_build *b, const struct strip *s);
/* iter < limit, and the same. */
struct scop_expr *strip_both(struct scop_build *b, const struct strip *s,
                             int iter, int64_t limit);
/* The operation's neutral element; into op from; of a minimum or maximum by
 * comparison, does `from` take the place of `into`? */
struct scop_expr *reduce_identity(struct scop_build *b,
                                  const struct reduce_update *u);
struct scop_expr *reduce_joined(struct scop_build *b,
                                const struct reduce_update *u,
                                struct scop_expr *into, struct scop_expr *from);
struct scop_expr *reduce_displaces(struct scop_build *b,
                                   const struct reduce_update *u,
                                   struct scop_expr *from,
                                   struct scop_expr *into);
struct scop_expr *reduce_number(struct scop_build *b, enum scop_type type,
                                double value);

/* reduction_build.c: puts the nest's loops in partial results to the place. */
void reduce_build(struct scop_build *b, const struct poly *poly,
                  const struct reduce_nest *nest);
/* Puts the loops of a row's nest to the place, in an open loop whose iterations
 * become teams. */
enum { ROWS_LANES = 32 };
struct rows_item;
void reduce_build_row(struct scop_build *b, const struct poly *poly,
                      const struct rows_item *item);

/* The part's scop with its reductions and, if asked for, scans in partial
 * results, in the same arena; NULL if it has none that is worth it. Remarks are
 * appended if asked for. */
struct scop *reduce_scop(struct budget *budget, const struct part *part,
                         const struct region_options *options, bool scans,
                         struct faults *faults);

/* The part's scop with the rows of one cursor in nested loops, whose rows
 * become independent (compaction_rows.c). */
struct scop *cursor_rows_scop(struct budget *budget, const struct part *part,
                              bool remarks, struct faults *faults);

#endif
