/*
 * The model of a generated kernel: a typed tree of C statements, which can be
 * printed as C, executed, repaired and reduced.
 *
 * The tree is executed inside the generator with C's exact semantics, so that
 * what is printed has no undefined behaviour: extents follow from the
 * subscripts that occur, and an expression whose values would overflow (or
 * divide by zero, or leave the range of a conversion) is repaired until a run
 * is clean. All of it lives in one arena; everything follows from the seed and
 * the shape.
 */
#ifndef HEDRA_TESTS_FUZZ_NEST_H
#define HEDRA_TESTS_FUZZ_NEST_H

#include "runtime/base/base.h"

enum type {
#define TYPE(id, spelling, other, bytes, is_signed, is_float) TYPE_##id,
#include "tests/fuzz/nest.def"
    TYPE_COUNT
};

struct type_row {
    const char *spelling[2];
    int bytes;
    bool is_signed, is_float;
};
extern const struct type_row type_table[TYPE_COUNT];

enum op {
    OP_CONST,
    OP_PARAM,  /* ref: kernel->param */
    OP_ITER,   /* ref: kernel->iter */
    OP_FORMAL, /* ref: parameter of the helper */
    OP_ACCESS, /* ref: kernel->array; arg: subscripts */
    OP_NEG,
    OP_BITNOT,
    OP_NOT,
    OP_COND,
    OP_CAST,
    OP_CALL,   /* ref: enum func */
    OP_HELPER, /* ref: kernel->helper */
#define BINARY(id, spelling, kind) OP_##id,
#include "tests/fuzz/nest.def"
    OP_COUNT
};

enum op_kind {
    KIND_OTHER,
    KIND_ARITH,
    KIND_BITS,
    KIND_SHIFT,
    KIND_COMPARE,
    KIND_LOGIC
};
enum op_kind op_kind(enum op op);
const char *op_spelling(enum op op);

enum func {
#define FUNC(id, spelling, type, count, weight) FUNC_##id,
#include "tests/fuzz/nest.def"
    FUNC_COUNT
};

struct func_row {
    const char *spelling;
    enum type type; /* of the arguments and of the result */
    int count, weight;
};
extern const struct func_row func_table[FUNC_COUNT];

enum { MAX_RANK = 3, MAX_ARGS = 3 };

/* Integers of any type sit in `i` (the bits, extended by their own sign),
 * floating values in `d`. Unknown: depends on data in a run without data. */
struct value {
    bool known;
    enum type type;
    int64_t i;
    double d;
};

struct expr {
    enum op op;
    enum type type; /* of the result */
    int ref;
    int count;
    struct expr *arg[MAX_ARGS];
    struct value constant;
    bool control;     /* root of an expression over iterators and parameters */
    const char *bump; /* of a cursor in a subscript: "%++", or "--" before it */
    int edit;         /* number of the first reduction that applies here */

    /* ACCESS: constants added to the subscripts, and the range of each
     * subscript without them (min > max: never reached). */
    int64_t offset[MAX_RANK], min[MAX_RANK], max[MAX_RANK];

    /* Repairs. wrap: do the operation unsigned. safe: force a harmless divisor
     * or argument. clamp: force a floating result into lo..hi. */
    bool wrap, safe, clamp;
    double lo, hi;
};

struct param {
    const char *name;
    enum type type;
    int spelling;
    int64_t value;
};

struct iter {
    const char *name;
    enum type type;
    int spelling;
    bool outside; /* declared before the region, starting at zero */
    bool live;    /* read after the region */
    bool used;
    int64_t value;
};

struct helper {
    const char *name;
    enum type type;
    int count;
    enum type formal[MAX_ARGS];
    struct expr *body;
    bool used;
};

enum form {
    FORM_POINTER,
    FORM_VLA,
    FORM_ROWS,
    FORM_CONSTANT,
    FORM_GLOBAL,
    FORM_LOCAL_ARRAY,
    FORM_LINEAR,
    FORM_FIELD,
    /* rank 0 */
    FORM_LOCAL,
    FORM_DEAD,
    FORM_DEREF,
    FORM_GLOBAL_SCALAR,
    FORM_TEMP /* declared by a statement of the region */
};

/* What an array holds. Contents other than ANY are never written, so that a run
 * without data knows them: they may stand in subscripts and bounds.
 *   INDEX  random numbers below `limit`
 *   ROWS   numbers that never fall, `limit` more from one to the next on
 * average PERM   distinct numbers below `limit`, a prime
 * A CURSOR is written, but by steps that no data tells: a run without data
 * knows between which numbers it is. It starts less than `limit` above `start`.
 */
enum content {
    CONTENT_ANY,
    CONTENT_INDEX,
    CONTENT_ROWS,
    CONTENT_PERM,
    CONTENT_CURSOR
};

/* extent = the value of `param` plus `add`; param -1: a constant. At least
 * `least`, and `slack` more than what is touched. */
struct extent {
    int param;
    int64_t least, slack, add, value;
};

struct cell {
    int64_t i;
    double d;
    bool defined;
};

struct array {
    const char *name;
    enum type type;
    int spelling;
    enum form form;
    int rank;
    struct extent extent[MAX_RANK];
    int64_t base;     /* element 0 lies here in its storage */
    int64_t elements; /* of the storage, when `owner` is itself */
    int owner;        /* array that has the storage: another one if aliased */
    bool restricted, read_only, wide, overlap, written, used, declared;
    enum content content;
    int64_t limit, start;
    int64_t side[2]; /* CURSOR: the least and most, in a run without data */
    uint64_t fill;
    struct cell *cell;
};

enum stmt_kind {
    STMT_BLOCK,
    STMT_REGION,
    STMT_FOR,
    STMT_IF,
    STMT_ASSIGN,
    STMT_DECL,
    STMT_BREAK,
    STMT_CONTINUE
};

/* How a loop is written: WHILE and DO step their iterator at the end. */
enum loop_form { LOOP_FOR, LOOP_WHILE, LOOP_DO };

enum spelling_of_assign { ASSIGN_PLAIN, ASSIGN_COMPOUND, ASSIGN_STEP };

struct stmt {
    enum stmt_kind kind;
    int count, capacity;
    struct stmt **child; /* IF: then, else; FOR: body */

    int edit; /* number of the first reduction that applies here */

    /* FOR: for (iter = init; cond; iter += step). Data in `cond` stand at the
     * right of && after a test that is control and ends the loop. */
    enum loop_form form;
    int iter;
    struct expr *init, *cond;
    int64_t step;
    int step_spelling;
    long visits; /* of the body, in the last run */

    struct expr *test; /* IF */

    bool bare; /* FOR, IF: no braces around a single statement */

    /* ASSIGN, DECL: lhs = rhs. COMPOUND and STEP: rhs is `lhs op e`. A DECL of
     * a temporary array has no rhs. */
    struct expr *lhs, *rhs;
    enum spelling_of_assign spelling;
    struct stmt *bump; /* the step of the cursor in lhs that is written there */
    bool bump_first;

    /* REGION */
    bool scop;
    int tile_count;
    int tile[3];
    int assume; /* a parameter that is positive, or -1 */
    bool reassociate, extents, whole;
};

struct shape {
#define KNOB(name, value, help) int name;
#include "tests/fuzz/shape.def"
#undef KNOB
};

struct kernel {
    struct arena *arena;
    const struct shape *shape;
    uint64_t seed, rng;
    bool may_wrap;
    long budget; /* statement instances of one run */

    int statements; /* assignments and declarations generated */
    int param_count, iter_count, array_count, helper_count;
    struct param param[6];
    struct iter iter[24];
    struct array array[24];
    struct helper helper[2];

    struct stmt *body;
    int access_count, access_capacity;
    struct expr **access;
};

/* The generator's random numbers: splitmix64, part of the format of seeds. */
uint64_t rng_next(uint64_t *state);
int rng_below(struct kernel *k, int n);
bool rng_chance(struct kernel *k, int percent);
/* Index into `weight`, chosen in proportion. */
int rng_weighted(struct kernel *k, const int *weight, int n);

/* Expressions. Types of results follow C's conversions. */
struct expr *expr_int(struct kernel *k, int64_t value, enum type type);
struct expr *expr_float(struct kernel *k, double value, enum type type);
struct expr *expr_ref(struct kernel *k, enum op op, int ref, enum type type);
struct expr *expr_unary(struct kernel *k, enum op op, struct expr *a);
struct expr *expr_binary(struct kernel *k, enum op op, struct expr *a,
                         struct expr *b);
struct expr *expr_cond(struct kernel *k, struct expr *test, struct expr *a,
                       struct expr *b);
struct expr *expr_cast(struct kernel *k, enum type type, struct expr *a);
struct expr *expr_copy(struct kernel *k, const struct expr *e);
enum type type_common(enum type a, enum type b);
enum type type_promote(enum type t);

/* The type in which a binary operation is done. */
enum type expr_operand_type(const struct expr *e);

struct stmt *stmt_new(struct kernel *k, enum stmt_kind kind);
void stmt_append(struct kernel *k, struct stmt *block, struct stmt *child);

/* gen_control.c: expressions over iterators in scope and parameters. */
struct scope {
    int depth; /* loops around */
    int iter[8];
    int temp_count;            /* temporaries that may be read */
    int temp[8], temp_size[8]; /* elements: 1 for a scalar */
};
struct expr *gen_bound(struct kernel *k, const struct scope *scope);
struct expr *gen_condition(struct kernel *k, const struct scope *scope);
struct expr *gen_subscript(struct kernel *k, const struct scope *scope);
/* for (int x = 0; x < count; x++), appended to `block`, with an empty body;
 * NULL if there are too many iterators. */
struct stmt *gen_counted_loop(struct kernel *k, const struct scope *scope,
                              int count, struct stmt *block);
/* A loop with an empty body, appended to `block`; NULL if none was found that
 * fits the budget. */
struct stmt *gen_loop(struct kernel *k, const struct scope *scope,
                      struct stmt *block);

/* gen_value.c */
struct expr *gen_value(struct kernel *k, const struct scope *scope, int depth);
struct expr *gen_data_condition(struct kernel *k, const struct scope *scope);
/* The element of `array` at random subscripts. */
struct expr *gen_access(struct kernel *k, const struct scope *scope, int array);
void gen_helper(struct kernel *k);

/* gen.c, for gen_dynamic.c. array_of_rank: an array that may be written. */
int array_of_rank(struct kernel *k, int low, int high);
struct array *new_array(struct kernel *k, enum form form);
void gen_body(struct kernel *k, struct scope scope, struct stmt *block,
              int depth);
void append_assign(struct kernel *k, const struct scope *scope,
                   struct stmt *block);
void append_loop(struct kernel *k, struct scope scope, struct stmt *block,
                 int depth);
/* A new temporary with this value, declared in `block`; -1 if there are too
 * many. */
int declare_temp(struct kernel *k, struct scope *scope, struct stmt *block,
                 struct expr *value);
void set_assign(struct kernel *k, struct stmt *s, struct expr *lhs,
                struct expr *rhs, enum spelling_of_assign spelling);

/* gen_dynamic.c: control that depends on data. All of it is off in the default
 * shape, which then draws no random number for it. */
bool knob_chance(struct kernel *k, int percent);
/* The arrays that filters, subscripts and bounds read. */
void gen_contents(struct kernel *k);
/* Comparisons of integer elements, joined by && and ||. */
struct expr *gen_filter(struct kernel *k, const struct scope *scope);
/* An element of an index array; NULL if there is none. */
struct expr *gen_indirect(struct kernel *k, const struct scope *scope);
void append_filtered(struct kernel *k, const struct scope *scope,
                     struct stmt *block);
void append_scatter(struct kernel *k, const struct scope *scope,
                    struct stmt *block);
void append_inspected(struct kernel *k, struct scope scope, struct stmt *block);
void append_rows(struct kernel *k, struct scope scope, struct stmt *block);
void append_search(struct kernel *k, struct scope scope, struct stmt *block);
void append_reduction(struct kernel *k, const struct scope *scope,
                      struct stmt *block);
void append_converging(struct kernel *k, struct stmt *region, int depth);

/* gen_stencil.c: a loop over time around sweeps at constant distances, and the
 * element of an array at the innermost iterators of `scope`. */
void append_stencil(struct kernel *k, struct stmt *region, int depth);
struct expr *gen_element_at(struct kernel *k, const struct scope *scope,
                            int array);

/* gen_cursor.c: loops that count what they store. */
void append_cursor(struct kernel *k, struct stmt *region, int depth);

/* gen_product.c: sums of products of matrices. */
void append_product(struct kernel *k, struct stmt *region, int depth);

/* gen.c: fills a zeroed kernel (arena, shape and seed set). */
bool kernel_generate(struct kernel *k, int attempt);

/* interp.c. control_run visits every point, with data unknown; false if control
 * wraps, or the budget is passed. */
bool kernel_control_run(struct kernel *k);
/* Chooses extents, repairs expressions, and leaves the final contents of every
 * array in its cells; false if the kernel cannot be made clean. */
bool kernel_settle(struct kernel *k);
/* Is there a cursor with a bump in the expression? */
bool expr_bumps(const struct expr *e);

/* eval.c */
struct interp {
    struct kernel *kernel;
    bool with_data;
    bool bad;
    int control;         /* > 0: inside control, which is known without data */
    int subscript;       /* > 0: inside a subscript, which never wraps around */
    int side;            /* of cursors' values, in a run without data */
    int unsure;          /* > 0: what comes may not be executed with data */
    int repairs;         /* made in this run */
    enum stmt_kind jump; /* BREAK or CONTINUE on its way to the loop, or 0 */
    long steps;
    struct value formal[MAX_ARGS];
};
struct value value_convert(struct value v, enum type type);
bool value_true(struct value v);
struct value eval_expr(struct interp *x, struct expr *e);
/* The value of `source` in `type`; repairs `source` if it does not fit. */
struct value eval_as(struct interp *x, struct expr *source, enum type type);
/* Where an access points in the cells of its storage; without data, among the
 * elements of its array. */
int64_t eval_address(struct interp *x, struct expr *access);
/* The hash over the bytes of a storage that the printed program computes, and
 * the initial value of an element. */
uint64_t array_hash(const struct array *a);
struct cell array_fill(const struct array *a, int64_t index);
/* The same for contents that a run without data knows. */
int64_t array_content(const struct array *a, int64_t index);

/* print.c */
void print_prelude(struct buf *out);
void print_kernel(const struct kernel *k, struct buf *out);
void print_main(const uint64_t *seed, int count, struct buf *out);
/* The lines that the program prints for the kernel. */
void print_expected(const struct kernel *k, struct buf *out);

/* edit.c: the reductions that apply to a kernel, numbered in tree order:
 * statements dropped, loops replaced by one iteration, ifs by a branch,
 * expressions by an operand or a constant. */
int kernel_count_edits(struct kernel *k);
/* Applies the edits whose numbers are marked; settle the kernel afterwards. */
void kernel_apply_edits(struct kernel *k, const bool *marked);

#endif
