/*
 * The door of scop/: struct scop, one marked region as plain data, with C's
 * semantics explicit.
 *
 * It is built by compiler/front/ or parsed from its text form (scop_parse), and
 * consumed by polyhedral/. Nothing here depends on libclang or isl. All of it
 * lives in one arena and is immutable once built.
 *
 * expr.h     types, operators and expressions
 * array.h    arrays and scalars
 * fold.h     what is in the body of a fold
 * scop.c     what can be asked of types, operators and expressions
 * check.c    structural checks
 * print.c    the text form, written
 * parse.c    the text form, read
 * look_ahead.h  the C text of a loop that tests a block of iterations at once
 * loop_text.h  the C text of a loop, for threads of the host
 * work.c     how much the region has to do, by its parameters
 * layout.c   other orders in which the elements of an array lie
 *
 * Expressions are typed trees: every implicit conversion of C is a SCOP_CAST,
 * the operands of an arithmetic or comparison operator have one type, and
 * comparisons and logical operators have type SCOP_I32 as in C. Which
 * expressions are affine is decided by polyhedral/model/domain.c, not here.
 */
#ifndef HEDRA_POLYHEDRAL_SCOP_SCOP_H
#define HEDRA_POLYHEDRAL_SCOP_SCOP_H

#include "polyhedral/scop/array.h"
#include "polyhedral/scop/expr.h"
#include "polyhedral/scop/fold.h"
#include "polyhedral/scop/look_ahead.h"
#include "polyhedral/scop/loop_text.h"
#include "polyhedral/scop/work.h"

/* A value that the region only reads and that does not change in it: an integer
 * scalar of the caller, or any pure integer expression of such scalars. `text`
 * is the C expression that the caller evaluates. Floating scalars that are only
 * read are arrays of rank 0, not parameters. */
struct scop_param {
    const char *name; /* unique identifier, for dumps and generated code */
    const char *text;
    const char *value; /* the same where a pointer in it may be null, if the
                          text is no object's; not printed. NULL: as the text */
    enum scop_type type;
    bool exposed; /* an object that some pointer may point to; text names it */
    const char *tested; /* the pointer that it tells of whether it is null;
                           NULL: it is another value */
    bool clause;        /* the text is a clause's: macros are part of it */
    bool distance;      /* of pointers that the region may move: the text holds
                           only before they are */
};

enum scop_node_kind {
    SCOP_SEQ,
    SCOP_FOR, /* not in a body */
    SCOP_IF,
    SCOP_STMT,   /* not in a body */
    SCOP_REPEAT, /* not in a body, nor in a FOR or IF; nor UNTIL */
    SCOP_UNTIL,
    SCOP_SET,   /* the following in bodies only: lhs = rhs */
    SCOP_LOOP,  /* while, do, and any for */
    SCOP_BREAK, /* of the LOOP around it, as in C */
    SCOP_CONTINUE
};

/* The statement tree, and in the same form the bodies of statements. */
struct scop_node {
    enum scop_node_kind kind;
    struct loc loc;

    /* SEQ: children; FOR: body is child[0]; IF: then child[0], else child[1]
     * (count 1 or 2; but in a body the condition is over iterators and
     * parameters only, data-dependent conditions have become guards of
     * statements). REPEAT: child[0], again and again until an UNTIL in it
     * holds. LOOP: body child[0], then the step child[1], which a continue does
     * not skip (count 1: none). */
    int count;
    struct scop_node **child;

    /* FOR: for (iter = init; cond; iter += step). `cond` mentions ITER(loop).
     */
    int loop;
    struct scop_expr *init, *cond;
    int64_t step;

    struct scop_expr *test; /* IF, LOOP; UNTIL: over parameters and scalars,
                               ends the innermost REPEAT around it if not 0 */
    bool last;              /* LOOP: the test comes after the body */

    struct scop_expr *lhs, *rhs; /* SET */

    int stmt; /* STMT: index into scop->stmt */
};

struct scop_loop {
    const char *name; /* the iterator's, in letters of ASCII */
    const char *text; /* as the source has it; NULL: the same */
    enum scop_type type;
    int parent;       /* enclosing loop id or -1 */
    bool live_out;    /* the iterator is read after the region */
    bool independent; /* the user asserts that none of its iterations writes an
                         element of an array that another one touches */
    const char *each; /* C statements (the last without its semicolon) that the
                         caller runs in every iteration after the region ran:
                         pointers are exchanged; NULL: none */
    bool made; /* a part of a loop that was taken apart (rewrite/reduction.h)
                */
    int team;  /* made: into blocks that so many threads may execute
                  together */
    bool lane; /* made: the loop over these threads, below, from 0, of at most
                  as many iterations; different ones are independent */
    int chunk; /* made, if not 0: so many iterations of it work on one chunk
                  of the old loop `chunk_of` (map/scan_chunk.c) */
    int chunk_of;
    const struct loop_text *text_of; /* of the source, the same one for all
                                        loops that the text stands for; NULL: it
                                        cannot be moved out of its function */
    struct scop_node *node;
    struct loc loc;
};

/* lhs = rhs, done only where every guard is non-zero. Compound assignments are
 * expanded: a += b is a = (T)(a + b). The guards are evaluated in order, the
 * next only if the one before holds; they read data (F^Pi of the thesis).
 *
 * A macro statement has a body instead: a small program that one point executes
 * in order, whose loops and branches depend on data. */
struct scop_stmt {
    const char *name;       /* S0, S1, … in textual order */
    struct scop_expr *lhs;  /* SCOP_ACCESS */
    struct scop_expr *rhs;  /* of the lhs' type */
    struct scop_node *body; /* NULL, or what is done; lhs and rhs are NULL */
    int guard_count;
    struct scop_expr **guard;
    int fold;  /* made, if not 0: the body combines what so many lanes of a team
                  have (scop_fold) */
    int depth; /* enclosing loops, outermost first */
    int *loop;
    struct loc loc;
};

/* How the points under a filter are walked: by the share of them that are
 * active, each testing its guard, or by a list of the active ones. */
enum scop_plan { SCOP_PLAN_AUTO, SCOP_PLAN_GUARD, SCOP_PLAN_COMPACT };

enum scop_device { SCOP_DEVICE_ANY, SCOP_DEVICE_GPU, SCOP_DEVICE_HOST };

struct scop {
    struct arena *arena;
    const char *file, *function;
    /* Byte offsets in the file: what a call replaces (pragmas included), and
     * where file-scope text may be inserted (before the enclosing function). */
    size_t begin, end, insert;
    struct loc loc;

    const struct loop_text *promised; /* of the region's only loop: its author
                                         says that threads may share it */
    int look_count; /* loops in the text that may look ahead */
    const struct look_ahead **look;

    int param_count, array_count, loop_count, stmt_count;
    struct scop_param *param;
    struct scop_array *array;
    struct scop_loop *loop;
    struct scop_stmt *stmt;
    struct scop_node *root; /* SEQ */

    /* clauses */
    int assume_count;
    struct scop_expr **assume; /* over parameters */
    int rely_count; /* not of the user: what must hold when the region starts */
    struct scop_expr **rely; /* over parameters */
    int tile_count;
    int64_t *tile;
    enum scop_device device;
    enum scop_plan plan;
    bool reassociate;
    bool whole; /* bodies of parallel loops are kept as one statement */

    int blocked; /* made by rewrite/closure_blocking.h, so many steps at once;
                    0: not made there */
};

/* How often the loop runs, at most, if that is constant, or -1. */
int64_t scop_loop_trips(const struct scop *scop, int loop);
/* How many loops have the text: more than one where a loop around them
 * exchanges pointers, and has a body for each state of these. */
int scop_text_loops(const struct scop *scop, const struct loop_text *text);
/* Is the loop `outer`, or inside of it? No loop (-1) is. */
bool scop_loop_inside(const struct scop *scop, int loop, int outer);

/* Returns the place of a loop among those around the statement, -1 if it is not
 * one of them. */
int scop_loop_depth(const struct scop_stmt *stmt, int loop);

/* Which way do all statements but `but` move the scalar: up (1) or down (-1)
 * from what it holds? By sums and differences with constants above 0, or, with
 * *scaled, also by such factors, divisors and shifts, which do so only if it is
 * not negative. 0: there is none, or another one. */
int scop_direction(const struct scop *scop, int array,
                   const struct scop_stmt *but /* NULL: none */, bool *scaled);

/* The text form (grammar above scop_print in print.c): prints, and parses
 * back to an equal scop. scop_parse returns NULL and appends SCOP_SYNTAX faults
 * on bad text. Locations are printed as line:column and read back. */
void scop_print(const struct scop *scop, struct buf *out);
struct scop *scop_parse(struct arena *arena, const char *file, const char *text,
                        struct faults *faults);

/* The array as the program names it, for messages: "g.row", where its own name
 * is "g_row". */
const char *scop_array_spelling(const struct scop_array *array);

/* An access as C would write it, for messages: A[i][2 * k + 1]. Conversions are
 * left out, and what is no sum, product or access is "...". */
void scop_print_access(const struct scop *scop, const struct scop_expr *access,
                       struct buf *out);

/* An expression in the same way, as an operand of a product. */
void scop_print_factor(const struct scop *scop, const struct scop_expr *e,
                       struct buf *out);

/* Does the node hold a break or continue (as `kind` says) of a loop around
 * it? */
bool scop_node_jumps(const struct scop_node *node, enum scop_node_kind kind);
/* Is the node a loop, or does it hold one? */
bool scop_node_has_loop(const struct scop_node *node);
/* scop_expr_count of all that stands in the node and its statements. */
int scop_node_count(const struct scop *scop, const struct scop_node *node,
                    scop_test *test, const void *user);

/* Does a loop's bound or a condition mention the parameter, and not only
 * subscripts and values do? */
bool scop_counts_by(const struct scop *scop, int param);

/* Structural checks (references in range, operand counts and types, subscript
 * counts, tree shape); appends SCOP_INVALID faults; true if none. */
bool scop_check(const struct scop *scop, struct faults *faults);

#endif
