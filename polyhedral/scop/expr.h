/*
 * Types, operators and expressions of a scop. Other folders see them through
 * scop/scop.h.
 */
#ifndef HEDRA_POLYHEDRAL_SCOP_EXPR_H
#define HEDRA_POLYHEDRAL_SCOP_EXPR_H

#include "backends/kir/kir.h"
#include "runtime/base/base.h"

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
    SCOP(INT, 0, "int")        /* ival */                                      \
    SCOP(FLOAT, 0, "float")    /* fval */                                      \
    SCOP(ITER, 0, "iter")      /* ref: loop id; its current value */           \
    SCOP(PARAM, 0, "param")    /* ref: index into scop->param */               \
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
    SCOP(COND, 3, "?:")    /* only the chosen side is evaluated */             \
    SCOP(CAST, 1, "cast")  /* C conversion to `type` */                        \
    SCOP(BITS, 1, "bits")  /* the same 32 or 64 bits as a value of `type` */   \
    SCOP(CALL, -1, "call") /* ref: enum scop_func; type F32 or F64, from       \
                              ABS on integers */

enum scop_op {
#define SCOP(name, count, spelling) SCOP_##name,
    SCOP_OPS(SCOP)
#undef SCOP
        SCOP_OP_COUNT
};

/* <math.h> functions that a region may call; the F32 forms are the *f names. */
/* clang-format off */
#define SCOP_FUNCS(F)                                                          \
    F(SQRT, 1, "sqrt")                                                         \
    F(FABS, 1, "fabs")                                                         \
    F(FLOOR, 1, "floor")                                                       \
    F(CEIL, 1, "ceil")                                                         \
    F(TRUNC, 1, "trunc")                                                       \
    F(RINT, 1, "rint")                                                         \
    F(ROUND, 1, "round")                                                       \
    F(FMIN, 2, "fmin")                                                         \
    F(FMAX, 2, "fmax")                                                         \
    F(FMA, 3, "fma")                                                           \
    F(COPYSIGN, 2, "copysign")                                                 \
    F(EXP, 1, "exp")                                                           \
    F(EXP2, 1, "exp2")                                                         \
    F(LOG, 1, "log")                                                           \
    F(LOG2, 1, "log2")                                                         \
    F(LOG10, 1, "log10")                                                       \
    F(POW, 2, "pow")                                                           \
    F(SIN, 1, "sin")                                                           \
    F(COS, 1, "cos")                                                           \
    F(TAN, 1, "tan")                                                           \
    F(SINH, 1, "sinh")                                                         \
    F(COSH, 1, "cosh")                                                         \
    F(TANH, 1, "tanh")                                                         \
    F(ATAN, 1, "atan")                                                         \
    F(ATAN2, 2, "atan2")                                                       \
    F(ASIN, 1, "asin")                                                         \
    F(ACOS, 1, "acos")                                                         \
    F(FMOD, 2, "fmod")                                                         \
    F(CBRT, 1, "cbrt")                                                         \
    F(ERF, 1, "erf")                                                           \
    F(HYPOT, 2, "hypot")                                                       \
    F(EXPM1, 1, "expm1")                                                       \
    F(LOG1P, 1, "log1p")                                                       \
    F(ABS, 1, "abs")                                                           \
    F(POPCOUNT, 1, "popcount") /* this and clz: of unsigned integers */        \
    F(CLZ, 1, "clz")
/* clang-format on */

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
    double fval;    /* F32 constants hold the rounded value */
    const char *as; /* what the source calls it, for messages; NULL: as it is */
    struct loc loc;
};

bool scop_type_is_float(enum scop_type type);
bool scop_type_is_signed(enum scop_type type);
int scop_type_size(enum scop_type type);           /* bytes */
const char *scop_type_name(enum scop_type type);   /* "i32", "f64" */
const char *scop_type_c_name(enum scop_type type); /* "int", "double" */
/* Spelling and operand count, from the tables above; -1: as many as it has. */
const char *scop_op_name(enum scop_op op);
int scop_op_operands(enum scop_op op);
const char *scop_func_name(enum scop_func func); /* of the F64 form */
int scop_func_operands(enum scop_func func);
enum kir_op scop_func_op(enum scop_func func); /* what computes it in KIR */
/* The type that `bits` makes of this one; itself: it takes none such. */
enum scop_type scop_type_of_bits(enum scop_type type);
/* What the value of a comparison or logical operator is: I32, 0 or 1. */
bool scop_op_is_test(enum scop_op op);
/* Of comparisons: x OP y is y MIRRORED x, and holds where NEGATED does not, but
 * for floats that are no numbers. */
enum scop_op scop_op_mirrored(enum scop_op op);
enum scop_op scop_op_negated(enum scop_op op);

/* Are both the same tree, places aside? */
bool scop_expr_equal(const struct scop_expr *a, const struct scop_expr *b);
/* The expression without conversions that change no value: of integers to wider
 * ones, and of floats. */
const struct scop_expr *scop_expr_unwidened(const struct scop_expr *e);
/* Does the loop's iterator occur in the expression? */
bool scop_expr_mentions(const struct scop_expr *e, int loop);
/* Does it mention the parameter? */
bool scop_expr_has_param(const struct scop_expr *e, int param);
/* Is there an access to the array (of scop->array) in the tree? */
bool scop_expr_reads(const struct scop_expr *e, int array);
/* Is there one to any array? */
bool scop_expr_reads_memory(const struct scop_expr *e);
/* For how many expressions of the tree the test holds; NULL is no tree. */
typedef bool scop_test(const struct scop_expr *e, const void *user);
int scop_expr_count(const struct scop_expr *e, scop_test *test,
                    const void *user);
/* Expression construction, in `arena`. */
struct scop_expr *scop_expr_new(struct arena *arena, enum scop_op op,
                                enum scop_type type, int count, struct loc loc);
/* Of two operands: of the first one's type, or int if the operation is a
 * test. */
struct scop_expr *scop_expr_binary(struct arena *arena, enum scop_op op,
                                   struct scop_expr *a, struct scop_expr *b,
                                   struct loc loc);

#endif
