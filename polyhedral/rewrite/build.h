/*
 * Building a scop out of another one, from the first statement to the last.
 *
 * Private to polyhedral/. The new scop has the old one's parameters and arrays
 * under the same numbers, and new arrays behind them; its loops and statements
 * are all new, numbered in the order in which they are built. Old expressions
 * are copied with their iterators replaced by the values bound to them, and
 * with single accesses replaced.
 */
#ifndef HEDRA_POLYHEDRAL_REWRITE_BUILD_H
#define HEDRA_POLYHEDRAL_REWRITE_BUILD_H

#include "polyhedral/scop/scop.h"

struct build_binding {
    int loop; /* of the old scop */
    struct scop_expr *value;
};

struct build_replaced {
    const struct scop_expr *access; /* in the old scop, by its address */
    struct scop_expr *by;
};

/* An old statement whose value goes to an element first, then to its place. */
struct build_through {
    int stmt;
    struct scop_expr *first;
};

struct scop_build {
    struct arena *arena;
    const struct scop *old;
    struct scop *scop;
    struct loc loc; /* of what is built from now on */
    int array_cap, loop_cap, stmt_cap;
    int depth, depth_cap;
    int *around;             /* the open loops */
    struct scop_node **open; /* the open sequences: the root's, each loop's */
    int open_count, open_cap;
    int binding_count, binding_cap;
    struct build_binding *binding; /* innermost last */
    int replaced_count, replaced_cap;
    struct build_replaced *replaced;
    int through_count, through_cap;
    struct build_through *through;
    const void *user; /* what `put` of build_sequences is to know */
    int *loop_of; /* per old loop: the new one around what its body declares */
};

/* Is the array a scalar, and has no other name? */
bool build_is_alone(const struct scop *scop, int array);

/* Is it a variable that the region's loops declare, or that nobody needs after
 * the region, and nothing else leads to? */
bool build_is_local(const struct scop *scop, int array);
/* The statement `lhs = rhs`, always done; NULL: the node is none. */
const struct scop_stmt *build_plain_stmt(const struct scop *scop,
                                         const struct scop_node *node);
/* Is the value that the statement adds a product, no operand of which has all
 * loops around the statement? */
bool build_reuses_operands(const struct scop_stmt *s,
                           const struct scop_expr *added);

void build_start(struct scop_build *b, const struct scop *old);
/* The finished scop. */
struct scop *build_end(struct scop_build *b);

/* Expressions of the new scop. */
struct scop_expr *build_int(struct scop_build *b, enum scop_type type,
                            int64_t value);
struct scop_expr *build_iter(struct scop_build *b, int loop);
/* Arithmetic in the operands' type; tests give I32. */
struct scop_expr *build_binary(struct scop_build *b, enum scop_op op,
                               struct scop_expr *x, struct scop_expr *y);
/* a + b, a * b of integers, with constants folded. */
struct scop_expr *build_sum(struct scop_build *b, struct scop_expr *x,
                            struct scop_expr *y);
struct scop_expr *build_times(struct scop_build *b, struct scop_expr *x,
                              int64_t factor);
struct scop_expr *build_cast(struct scop_build *b, enum scop_type type,
                             struct scop_expr *x);
/* test ? x : y, of values of the same type. */
struct scop_expr *build_choice(struct scop_build *b, struct scop_expr *test,
                               struct scop_expr *x, struct scop_expr *y);
struct scop_expr *build_access(struct scop_build *b, int array, int count,
                               struct scop_expr *const *subscript);
/* A copy of an old expression. */
struct scop_expr *build_copy(struct scop_build *b, const struct scop_expr *e);

/* A new array of the region's own that is reused in every iteration around it;
 * its name begins with `name`. */
int build_array(struct scop_build *b, const char *name, enum scop_type type,
                int rank);

/* Opens a loop from 0 in steps of 1, made of an old one; returns its number.
 * Its condition is set by build_while, before its body is built. */
int build_for(struct scop_build *b, int old_loop, const char *suffix,
              enum scop_type type);
void build_while(struct scop_build *b, struct scop_expr *condition);
void build_close(struct scop_build *b);
/* The new loop's iterations are what teams of `lanes` execute; the loop is one
 * over the lanes; of the new array the last `count` subscripts, of these
 * extents, are the team's own: a lane, say. */
void build_team(struct scop_build *b, int loop, int64_t lanes);
void build_lane(struct scop_build *b, int loop);
void build_team_array(struct scop_build *b, int array, int count,
                      const int64_t *extent);
/* `count` iterations of the new loop work on one chunk of the old one. */
void build_chunk(struct scop_build *b, int loop, int64_t count, int old_loop);
/* Opens a condition, outside of bodies on iterators and parameters. */
void build_if(struct scop_build *b, struct scop_expr *test);
void build_endif(struct scop_build *b);
/* Appends a statement; guards are borrowed. */
void build_stmt(struct scop_build *b, struct scop_expr *lhs,
                struct scop_expr *rhs, int guards, struct scop_expr **guard);
/* Appends a statement that does all that build_set and build_if append until
 * build_body_close. */
void build_body_open(struct scop_build *b);
void build_set(struct scop_build *b, struct scop_expr *lhs,
               struct scop_expr *rhs);
void build_body_close(struct scop_build *b);
/* In a body: appends a copy of the body of an old statement. */
void build_body_copy(struct scop_build *b, const struct scop_node *body);
/* In a body: a sequence of its own, closed by build_body_close, too; a loop,
 * whose step build_step opens behind its body, and build_body_close closes. */
void build_part(struct scop_build *b);
void build_loop(struct scop_build *b, struct scop_expr *test);
void build_step(struct scop_build *b);
/* The last statement built combines what so many lanes have (scop_fold). */
void build_fold(struct scop_build *b, int lanes);
/* Makes an array, of constant extents, one that each point of a statement with
 * a body has for itself. */
void build_own(struct scop_build *b, int array);
/* Copies an old subtree to the place. */
void build_node(struct scop_build *b, const struct scop_node *node);
/* Opens an old node's loop as it is; close it with build_close. */
void build_open_copy(struct scop_build *b, const struct scop_node *node);

void build_bind(struct scop_build *b, int old_loop, struct scop_expr *value);
void build_unbind(struct scop_build *b, int count);
void build_through(struct scop_build *b, int old_stmt, struct scop_expr *first);
void build_replace(struct scop_build *b, const struct scop_expr *access,
                   struct scop_expr *by);
/* Copies an old subtree to the place, where `put` copies the sequences, with
 * build_sequences what it leaves as it is of one. */
typedef void build_sequence(struct scop_build *b, const struct scop_node *seq,
                            struct faults *faults);
void build_sequences(struct scop_build *b, const struct scop_node *node,
                     build_sequence *put, struct faults *faults);
/* In copies of the old subtree `by`, an old expression, stands for the scalar.
 */
void build_replace_scalar(struct scop_build *b, const struct scop_node *node,
                          int scalar, const struct scop_expr *by);

#endif
