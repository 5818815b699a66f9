/*
 * struct scop: one marked region as plain data, with C's semantics explicit.
 *
 * Built by compiler/clang_*.c or parsed from its text form (scop_parse);
 * consumed by polyhedral/. Nothing here depends on libclang or isl. All of it
 * lives in one arena and is immutable once built.
 *
 * Expressions are typed trees: every implicit conversion of C is a SCOP_CAST,
 * the operands of an arithmetic or comparison operator have one type, and
 * comparisons and logical operators have type SCOP_I32 as in C. Which
 * expressions are affine is decided by polyhedral/model/domain.c, not here.
 */
#ifndef HEDRA_POLYHEDRAL_SCOP_SCOP_H
#define HEDRA_POLYHEDRAL_SCOP_SCOP_H

#include "runtime/base/base.h"
#include "runtime/base/fault.h"

enum scop_type {
    SCOP_I8,
    SCOP_U8,
    SCOP_I16,
    SCOP_U16,
    SCOP_I32,
    SCOP_U32,
    SCOP_I64,
    SCOP_U64,
    SCOP_F32,
    SCOP_F64,
    SCOP_TYPE_COUNT
};

/* Operators, one row each: SCOP(NAME, operand count, "spelling").
 * Count -1: as many as the thing has. */
#define SCOP_OPS(SCOP)                                                         \
    SCOP(INT, 0, "int")      /* ival */                                        \
    SCOP(FLOAT, 0, "float")  /* fval */                                        \
    SCOP(ITER, 0, "iter")    /* ref: loop id; its current value */             \
    SCOP(PARAM, 0, "param")  /* ref: index into scop->param */                 \
    SCOP(ACCESS, -1, "access") /* ref: array; operands: subscripts */          \
    SCOP(NEG, 1, "neg")                                                        \
    SCOP(BITNOT, 1, "~")                                                       \
    SCOP(NOT, 1, "!")                                                          \
    SCOP(ADD, 2, "+")                                                          \
    SCOP(SUB, 2, "-")                                                          \
    SCOP(MUL, 2, "*")                                                          \
    SCOP(DIV, 2, "/")  /* integers: toward zero */                             \
    SCOP(REM, 2, "%")  /* integers: sign of the dividend */                    \
    SCOP(SHL, 2, "<<") /* type: that of the promoted left operand */           \
    SCOP(SHR, 2, ">>")                                                         \
    SCOP(AND, 2, "&")                                                          \
    SCOP(OR, 2, "|")                                                           \
    SCOP(XOR, 2, "^")                                                          \
    SCOP(LT, 2, "<")                                                           \
    SCOP(LE, 2, "<=")                                                          \
    SCOP(GT, 2, ">")                                                           \
    SCOP(GE, 2, ">=")                                                          \
    SCOP(EQ, 2, "==")                                                          \
    SCOP(NE, 2, "!=")                                                          \
    SCOP(LAND, 2, "&&") /* the right side is evaluated only if needed */       \
    SCOP(LOR, 2, "||")                                                         \
    SCOP(COND, 3, "?:") /* only the chosen side is evaluated */                \
    SCOP(CAST, 1, "cast") /* C conversion to `type` */                         \
    SCOP(CALL, -1, "call") /* ref: enum scop_func; type F32 or F64 */

enum scop_op {
#define SCOP(name, count, spelling) SCOP_##name,
    SCOP_OPS(SCOP)
#undef SCOP
        SCOP_OP_COUNT
};

/* <math.h> functions that a region may call; the F32 forms are the *f names. */
#define SCOP_FUNCS(F)                                                          \
    F(SQRT, 1, "sqrt") F(FABS, 1, "fabs") F(FLOOR, 1, "floor")                 \
    F(CEIL, 1, "ceil") F(TRUNC, 1, "trunc") F(RINT, 1, "rint")                 \
    F(ROUND, 1, "round") F(FMIN, 2, "fmin") F(FMAX, 2, "fmax")                 \
    F(FMA, 3, "fma") F(COPYSIGN, 2, "copysign") F(EXP, 1, "exp")               \
    F(EXP2, 1, "exp2") F(LOG, 1, "log") F(LOG2, 1, "log2")                     \
    F(LOG10, 1, "log10") F(POW, 2, "pow") F(SIN, 1, "sin") F(COS, 1, "cos")    \
    F(TAN, 1, "tan") F(SINH, 1, "sinh") F(COSH, 1, "cosh")                     \
    F(TANH, 1, "tanh") F(ATAN, 1, "atan") F(ATAN2, 2, "atan2")                 \
    F(ASIN, 1, "asin") F(ACOS, 1, "acos") F(FMOD, 2, "fmod")                   \
    F(CBRT, 1, "cbrt") F(ERF, 1, "erf") F(HYPOT, 2, "hypot")                   \
    F(EXPM1, 1, "expm1") F(LOG1P, 1, "log1p")                                  \
    F(ABS, 1, "abs") /* integer: abs, labs, llabs by type */

enum scop_func {
#define F(name, count, spelling) SCOP_FUNC_##name,
    SCOP_FUNCS(F)
#undef F
        SCOP_FUNC_COUNT
};

struct scop_expr {
    enum scop_op op;
    enum scop_type type;
    int ref;
    int count; /* operands or subscripts */
    struct scop_expr **arg;
    int64_t ival;
    double fval; /* F32 constants hold the rounded value */
    const char *as; /* what the source calls it, for messages; NULL: as it is */
    struct loc loc;
};

/* A value that the region only reads and that does not change in it: an integer
 * scalar of the caller, or any pure integer expression of such scalars. `text`
 * is the C expression that the caller evaluates. Floating scalars that are only
 * read are arrays of rank 0, not parameters. */
struct scop_param {
    const char *name; /* unique identifier, for dumps and generated code */
    const char *text;
    enum scop_type type;
    bool exposed; /* an object that some pointer may point to; text names it */
    bool clause;  /* the text is a clause's: macros are part of it */
};

/* Or a loop id >= 0. SCOP_POINT: declared in the body of a statement, whose
 * points each have their own; never written before it is read but by them. */
enum scop_scope { SCOP_POINT = -3, SCOP_OUTSIDE = -2, SCOP_REGION = -1 };

/* An array, a pointer's target, one field of an array of structs, or (rank 0) a
 * scalar. The element at (i0, …, ir-1) of array X lies, in units of its type
 * from `base`, at ((i0 · extent1 + i1) · extent2 + …) · unit + offset. */
struct scop_array {
    const char *name; /* unique identifier; "p.x" is written p_x */
    const char *base; /* C expression in the caller: the address, or for rank 0
                         the scalar's own name; NULL if scope != SCOP_OUTSIDE */
    enum scop_type type;
    int rank;
    struct scop_expr **extent; /* rank entries; affine or any integer expression
                                  of parameters; [0] NULL for a pointer of which
                                  neither a clause nor a declaration says it */
    int64_t unit, offset;      /* 1 and 0 but for fields of structs */
    int view_of;               /* lowest index of an array with the same base
                                  object (itself unless fields of structs) */
    int scope;                 /* where declared: SCOP_OUTSIDE, SCOP_REGION,
                                  the innermost loop whose body declares it, or
                                  SCOP_POINT (extents are then constants) */
    bool pointer;              /* may overlap other arrays … */
    bool restricted;           /* … unless restrict */
    bool exposed;              /* rank 0: some pointer may point to it */
    bool read_only;            /* const, or never written in the region */
    bool injective;            /* the user asserts that its elements which the
                                  region reads as subscripts are distinct */
    bool cursor;               /* made: stands for a cursor (counter.c), which
                                  writes use as a subscript */
    bool live_in;              /* value before the region may be read */
    bool live_out;             /* value after the region may be read */
    bool made;                 /* partial results (rewrite/reduction.h): reused in every
                                  iteration around, as large as they must be */
    int team;                  /* made, of use only in one iteration of the team
                                  loop that its subscripts but the last so many
                                  name; the extents of these are constants */
    const char *each;          /* of a counter, which the caller declares, 0: C
                                  statements that it runs as often as that says
                                  after the region ran; NULL: it is none */
    struct loc loc;
};

enum scop_node_kind {
    SCOP_SEQ,
    SCOP_FOR,  /* not in a body */
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

    /* FOR: for (iter = init; cond; iter += step). `cond` mentions ITER(loop). */
    int loop;
    struct scop_expr *init, *cond;
    int64_t step;

    struct scop_expr *test; /* IF, LOOP; UNTIL: over parameters and scalars, ends
                               the innermost REPEAT around it if not 0 */
    bool last;              /* LOOP: the test comes after the body */

    struct scop_expr *lhs, *rhs; /* SET */

    int stmt; /* STMT: index into scop->stmt */
};

struct scop_loop {
    const char *name; /* the iterator's, in letters of ASCII */
    const char *text; /* as the source has it; NULL: the same */
    enum scop_type type;
    int parent;    /* enclosing loop id or -1 */
    bool live_out; /* the iterator is read after the region */
    const char *each; /* C statements (the last without its semicolon) that the
                         caller runs in every iteration after the region ran:
                         pointers are exchanged; NULL: none */
    bool made;     /* a part of a loop that was taken apart (rewrite/reduction.h) … */
    int team;      /* … into blocks that so many threads may execute together */
    bool lane;     /* … or the loop over these, below, from 0, of at most as
                      many iterations; different ones are independent */
    int chunk;     /* made, if not 0: so many iterations of it work on one chunk
                      of the old loop `chunk_of` (map/scan_chunk.c) */
    int chunk_of;
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
    const char *name;      /* S0, S1, … in textual order */
    struct scop_expr *lhs; /* SCOP_ACCESS */
    struct scop_expr *rhs; /* of the lhs' type */
    struct scop_node *body; /* NULL, or what is done; lhs and rhs are NULL */
    int guard_count;
    struct scop_expr **guard;
    int fold; /* made, if not 0: the body combines what so many lanes of a team
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

    int blocked; /* made by rewrite/closure_blocking.h, so many steps at once; 0: not made there */
};

/* The text form (grammar above scop_print in print.c): prints, and parses
 * back to an equal scop. scop_parse returns NULL and appends SCOP_SYNTAX faults
 * on bad text. Locations are printed as line:column and read back. */
void scop_print(const struct scop *scop, struct buf *out);
struct scop *scop_parse(struct arena *arena, const char *file, const char *text,
                        struct faults *faults);

/* An access as C would write it, for messages: A[i][2 * k + 1]. Conversions are
 * left out, and what is no sum, product or access is "...". */
void scop_print_access(const struct scop *scop, const struct scop_expr *access,
                       struct buf *out);

/* An expression in the same way, as an operand of a product. */
void scop_print_factor(const struct scop *scop, const struct scop_expr *e,
                       struct buf *out);

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

/* Does the node hold a break or continue (as `kind` says) of a loop around
 * it? */
bool scop_node_jumps(const struct scop_node *node, enum scop_node_kind kind);

/* Structural checks (references in range, operand counts and types, subscript
 * counts, tree shape); appends SCOP_INVALID faults; true if none. */
bool scop_check(const struct scop *scop, struct faults *faults);

bool scop_type_is_float(enum scop_type type);
bool scop_type_is_signed(enum scop_type type);
int scop_type_size(enum scop_type type);          /* bytes */
const char *scop_type_name(enum scop_type type);  /* "i32", "f64" */
const char *scop_type_c_name(enum scop_type type); /* "int", "double" */
/* Spelling and operand count, from the tables above; -1: as many as it has. */
const char *scop_op_name(enum scop_op op);
int scop_op_operands(enum scop_op op);
const char *scop_func_name(enum scop_func func); /* of the F64 form */
int scop_func_operands(enum scop_func func);
/* What the value of a comparison or logical operator is: I32, 0 or 1. */
bool scop_op_is_test(enum scop_op op);

/* The same tree, places aside? */
bool scop_expr_equal(const struct scop_expr *a, const struct scop_expr *b);
/* Is there an access to the array (of scop->array) in the tree? */
bool scop_expr_reads(const struct scop_expr *e, int array);
/* Expression construction, in `arena`. */
struct scop_expr *scop_expr_new(struct arena *arena, enum scop_op op,
                                enum scop_type type, int count, struct loc loc);

#endif
