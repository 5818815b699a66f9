/* Expressions of a scop: made, asked, and read from C. Private to front/. */
#ifndef HEDRA_COMPILER_FRONT_EXPR_H
#define HEDRA_COMPILER_FRONT_EXPR_H

#include "compiler/front/region.h"

/* Types (type.c) ----------------------------------------------------------- */

/* False, with a fault at `c`, if it is no arithmetic type that is taken. */
bool type_scalar(struct front *f, CXType type, CXCursor c,
                 enum scop_type *result);
/* The conversion of e; constants are converted at once. */
struct scop_expr *type_convert(struct front *f, struct scop_expr *e,
                               enum scop_type type);
struct scop_expr *type_convert_to(struct front *f, struct scop_expr *e,
                                  CXType type, CXCursor c);
/* e as a condition: of type I32, and non-zero where e is. */
struct scop_expr *type_test(struct front *f, struct scop_expr *e);
enum scop_type type_promoted(enum scop_type type);
/* C's usual arithmetic conversions. */
enum scop_type type_common(enum scop_type a, enum scop_type b);
bool type_is_array(CXType type);
/* What the pointer leads to, or the array has. */
CXType type_target(CXType type);
/* Do the two pointers (or arrays) have elements of the same type? */
bool type_same_target(CXType a, CXType b);

struct scop_expr *expr_int(struct front *f, int64_t value, enum scop_type type,
                           struct loc loc);
/* The number of elements of an array, as the narrowest type that C has. */
struct scop_expr *expr_extent(struct front *f, long long n, struct loc loc);
struct scop_expr *expr_float(struct front *f, double value, enum scop_type type,
                             struct loc loc);
/* The iterator of that loop of the scop. */
struct scop_expr *expr_iterator(struct front *f, int loop, struct loc loc);
struct scop_expr *expr_unary(struct front *f, enum scop_op op,
                             struct scop_expr *a);
/* Reads the bits of e as a number of the type, which is as large. */
struct scop_expr *expr_bits(struct front *f, struct scop_expr *e,
                            enum scop_type type);
/* !test */
struct scop_expr *expr_negated(struct front *f, struct scop_expr *test);
struct scop_expr *expr_binary(struct front *f, enum scop_op op,
                              struct scop_expr *a, struct scop_expr *b);
/* a + b, a - b, a * b, without operands that change nothing; constants are
 * computed, as they are in `expr_folded`. */
struct scop_expr *expr_plus(struct front *f, struct scop_expr *a,
                            struct scop_expr *b);
struct scop_expr *expr_minus(struct front *f, struct scop_expr *a,
                             struct scop_expr *b);
struct scop_expr *expr_times(struct front *f, struct scop_expr *a,
                             struct scop_expr *b);
struct scop_expr *expr_folded(struct front *f, struct scop_expr *e);
/* Is a - b a constant? */
bool expr_distance(const struct scop_expr *a, const struct scop_expr *b,
                   int64_t *distance);
/* a - b, of type I64, without what both have. */
struct scop_expr *expr_difference(struct front *f, struct scop_expr *a,
                                  struct scop_expr *b);
/* e without conversions that keep the value, or the bits of 64. */
const struct scop_expr *expr_bare(const struct scop_expr *e);
struct scop_expr *expr_choose(struct front *f, struct scop_expr *test,
                              struct scop_expr *yes, struct scop_expr *no);
/* The value of an integer constant expression. */
bool expr_constant(const struct scop_expr *e, int64_t *value);
/* Is e made of constants and parameters alone? */
bool expr_is_invariant(const struct scop_expr *e);
bool expr_reads(const struct scop_expr *e); /* has an access or a call */
/* Are its operations those that the polyhedral model takes? It reads nothing,
 * has no floating point, multiplies and divides by constants only. */
bool expr_is_affine_form(const struct scop_expr *e);
/* Has it more than `limit` nodes? Known values and inlining share subtrees,
 * which walks, the text form and the kernels repeat. */
enum { EXPR_SIZE_MAX = 10000, KNOWN_SIZE_MAX = 500 };
bool expr_is_larger(const struct scop_expr *e, int limit);
/* How many nodes it has, of EXPR_SIZE_MAX + 1 at most. */
int expr_size(const struct scop_expr *e);

/* Parameters (param.c) ----------------------------------------------------- */

struct scop_expr *front_param(struct front *f, const char *name,
                              const char *text, enum scop_type type,
                              struct loc loc);
/* e with its parts that only parameters make up, but that are not affine, as
 * parameters; `bound`: it stands in a loop's bounds or a condition. */
struct scop_expr *front_hoist(struct front *f, struct scop_expr *e, bool bound);
/* e, which is invariant, as C that the caller can evaluate. */
const char *front_c_text(struct front *f, const struct scop_expr *e);

/* How many iterations the loop has, as the type needs it; NULL where the
 * condition does not tell. */
struct scop_expr *front_trip_count(struct front *f,
                                   const struct scop_node *node,
                                   enum scop_type type);
/* What the iterator, which begins at `first`, holds behind the loop; NULL where
 * the condition does not tell. */
struct scop_expr *front_last(struct front *f, const struct scop_node *node,
                             struct scop_expr *first, enum scop_type type);
/* How many iterations were done before this one, of the type. */
struct scop_expr *front_done(struct front *f, const struct scop_node *node,
                             enum scop_type type);
/* e, or 0 where the test, which compares, fails. */
struct scop_expr *front_only_if(struct front *f, struct scop_expr *test,
                                struct scop_expr *e);

/* Of C (expr.c) ------------------------------------------------------------ */

struct scop_expr *front_expr(struct front *f, CXCursor c);
/* The expression as a condition; it may be a pointer that keeps its value. */
struct scop_expr *front_test(struct front *f, CXCursor c);
/* The expression, converted to a type that it may have already. */
struct scop_expr *front_expr_as(struct front *f, CXCursor c, CXType type);
/* The expression as a subscript or (bound) in a loop's bounds or a condition:
 * parts that only parameters make up, but that are not affine, become
 * parameters. */
struct scop_expr *front_index(struct front *f, CXCursor c, bool bound);
/* old OP operand in the type that C computes a compound assignment in. */
struct scop_expr *front_compound(struct front *f, CXCursor c,
                                 struct scop_expr *old,
                                 struct scop_expr *operand);

/* Functions (math.c, inline.c) --------------------------------------------- */

/* A function of <math.h>, or the builtin behind one of its macros? */
bool math_is_known(const char *name);
/* How many arguments math_call wants; -1, with a fault, if the function is not
 * declared as it must be. */
int math_operands(struct front *f, CXCursor c, const char *name);
enum { MATH_OPERANDS_MAX = 3 };
/* func(x, y), y may be NULL */
struct scop_expr *math_apply(struct front *f, enum scop_func func,
                             struct scop_expr *x, struct scop_expr *y);
/* The call c of that function, of these arguments. */
struct scop_expr *math_call(struct front *f, CXCursor c, const char *name,
                            struct scop_expr *const *arg);

/* Is there a call in it that only plain C can do? Then a fault says so. */
bool inline_is_plain(struct front *f, CXCursor c);
struct scop_expr *inline_call(struct front *f, CXCursor c);
/* Is the value of this call, of a function with a body, too large for an
 * expression? */
bool inline_grows(struct front *f, CXCursor c);
/* A parameter's value, or what it points to. */
struct argument {
    struct symbol *parameter;
    struct scop_expr *value;
    struct lvalue *lvalue;
};

/* The arguments of the call c, all evaluated before any parameter gets its
 * value; NULL, with a fault, if one is not taken. */
struct argument *inline_arguments(struct front *f, CXCursor c,
                                  CXCursor function);
/* The body of a function that is called at c is walked; false, with a fault, if
 * it is in its own, or too deep. */
bool inline_enter(struct front *f, CXCursor c, CXCursor function);
void inline_leave(struct front *f);
/* Within an inlined function so many operations are made. False if that is more
 * than a region may take: with a fault, the first time. */
bool inline_charge(struct front *f, int operations);
/* The value that stands for a variable of an inlined function. */
struct scop_expr *inline_value(struct front *f, struct scop_expr *value);

#endif
