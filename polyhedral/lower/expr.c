/*
 * C expressions to KIR values, with C's semantics: every operation in its own
 * type, conversions explicit, operands of && || ?: evaluated only when C does
 * (or when evaluating them anyway can be noticed by nobody).
 */
#include "polyhedral/lower/local.h"

#include <assert.h>

_Static_assert((int)SCOP_F64 - (int)SCOP_I8 == (int)KIR_F64 - (int)KIR_I8,
               "scop and KIR list the element types in the same order");

/* Conversion to a C type. _Bool does not exist here: it is x != 0. */
static int convert(struct lower *l, int value, enum scop_type type)
{
    enum kir_type target = lower_element_type(type);
    if (target < KIR_I32) {
        value = kir_cast(l->f, KIR_I32, value);
        return kir_cast(l->f, target, value);
    }
    return kir_cast(l->f, target, value);
}

/* Does whoever evaluates `in` evaluate `e` in any case? */
static bool occurs(const struct scop_expr *in, const struct scop_expr *e)
{
    bool lazy =
        in->op == SCOP_LAND || in->op == SCOP_LOR || in->op == SCOP_COND;
    int count = lazy ? 1 : in->count;
    if (scop_expr_equal(in, e))
        return true;
    for (int k = 0; k < count; k++)
        if (occurs(in->arg[k], e))
            return true;
    return false;
}

/* An element of a row of the table? A scalar may be one, too, and if nothing
 * reads it where C says so, the row is not even there. */
static bool is_in_memory(struct lower *l, const struct scop_expr *access)
{
    return l->storage->row[lower_array_of(l, access)] >= 0;
}

/* May `e` be evaluated when C would not? Not if it could trap: memory that
 * `test` has not touched already, integer division. */
static bool speculable(struct lower *l, const struct scop_expr *e,
                       const struct scop_expr *test)
{
    if (e->op == SCOP_ACCESS && (e->count || is_in_memory(l, e)) &&
        !occurs(test, e))
        return false;
    if ((e->op == SCOP_DIV || e->op == SCOP_REM) &&
        !scop_type_is_float(e->type) && e->arg[1]->op != SCOP_INT)
        return false;
    for (int k = 0; k < e->count; k++)
        if (!speculable(l, e->arg[k], test))
            return false;
    return true;
}

static enum kir_op binary_op(enum scop_op op)
{
    static const enum kir_op map[SCOP_OP_COUNT] = {
        [SCOP_ADD] = KIR_ADD, [SCOP_SUB] = KIR_SUB, [SCOP_MUL] = KIR_MUL,
        [SCOP_DIV] = KIR_DIV, [SCOP_REM] = KIR_REM, [SCOP_SHL] = KIR_SHL,
        [SCOP_SHR] = KIR_SHR, [SCOP_AND] = KIR_AND, [SCOP_OR] = KIR_OR,
        [SCOP_XOR] = KIR_XOR, [SCOP_LT] = KIR_LT,   [SCOP_LE] = KIR_LE,
        [SCOP_GT] = KIR_GT,   [SCOP_GE] = KIR_GE,   [SCOP_EQ] = KIR_EQ,
        [SCOP_NE] = KIR_NE,   [SCOP_NEG] = KIR_NEG, [SCOP_BITNOT] = KIR_NOT};
    return map[op];
}

static int lower_call(struct lower *l, const struct scop_expr *e)
{
    enum kir_op op = scop_func_op(e->ref);
    int arg[3];
    assert(e->count <= 3);
    for (int k = 0; k < e->count; k++)
        arg[k] = lower_value(l, e->arg[k]);
    if (e->count == 1)
        return kir_unary(l->f, op, arg[0]);
    if (e->count == 2)
        return kir_binary(l->f, op, arg[0], arg[1]);
    return kir_ternary(l->f, op, arg[0], arg[1], arg[2]);
}

/* Lowers x < y ? x : y of integers, the innermost operation of closures, as
 * their least, and the like; -1 if it is nothing like that. */
static int lower_least(struct lower *l, const struct scop_expr *e)
{
    const struct scop_expr *test = e->arg[0];
    bool less = test->op == SCOP_LT || test->op == SCOP_LE;
    bool more = test->op == SCOP_GT || test->op == SCOP_GE;
    if (!l->poly->scop->blocked || (!less && !more) ||
        scop_type_is_float(e->type) || test->arg[0]->type != e->type)
        return -1;
    bool same = scop_expr_equal(test->arg[0], e->arg[1]) &&
                scop_expr_equal(test->arg[1], e->arg[2]);
    bool turned = scop_expr_equal(test->arg[0], e->arg[2]) &&
                  scop_expr_equal(test->arg[1], e->arg[1]);
    if (!same && !turned)
        return -1;
    int a = lower_value(l, e->arg[1]);
    int b = lower_value(l, e->arg[2]);
    return kir_binary(l->f, less == same ? KIR_MIN : KIR_MAX, a, b);
}

/* test ? a : b, through a variable when only one side may be evaluated. */
static int lower_choice(struct lower *l, const struct scop_expr *e)
{
    const struct scop_expr *test = e->arg[0];
    int least = lower_least(l, e);
    if (least >= 0)
        return least;
    int condition = lower_condition(l, test);
    if (speculable(l, e->arg[1], test) && speculable(l, e->arg[2], test)) {
        int a = lower_value(l, e->arg[1]);
        int b = lower_value(l, e->arg[2]);
        return kir_ternary(l->f, KIR_SELECT, condition, a, b);
    }
    int variable = kir_variable(l->f, "choice", lower_value_type(e->type));
    kir_if(l->f, condition);
    kir_set(l->f, variable, lower_value(l, e->arg[1]));
    kir_else(l->f);
    kir_set(l->f, variable, lower_value(l, e->arg[2]));
    kir_end(l->f);
    return kir_get(l->f, variable);
}

static int multiply_add(struct lower *l, const struct scop_expr *product,
                        const struct scop_expr *addend, bool negate_product,
                        bool negate_addend)
{
    int a = lower_value(l, product->arg[0]);
    int b = lower_value(l, product->arg[1]);
    int c = lower_value(l, addend);
    if (negate_product)
        a = kir_unary(l->f, KIR_NEG, a);
    if (negate_addend)
        c = kir_unary(l->f, KIR_NEG, c);
    return kir_ternary(l->f, KIR_MULADD, a, b, c);
}

static bool is_product(const struct scop_expr *e)
{
    return e->op == SCOP_MUL && scop_type_is_float(e->type);
}

/* Is the sum the next one of a recurrence that the loop waits for? A processor
 * adds sooner than it multiplies and adds, and the recurrence has no product.
 * In a point's loops on the host what accumulates is a variable. */
static bool is_recurrence(struct lower *l, const struct scop_expr *e)
{
    const struct scop_expr *lhs = l->stmt ? l->stmt->stmt->lhs : NULL;
    bool body = l->stmt && l->stmt->stmt->body && l->kernel;
    for (int k = 0; k < 2 && body && !l->mapping->gpu; k++)
        if (e->arg[k]->op == SCOP_ACCESS && e->arg[k]->count == 0 &&
            lower_variable(l, e->arg[k]) >= 0)
            return true;
    return l->recurrence && lhs && scop_expr_equal(e->arg[0], lhs);
}

static int lower_binary(struct lower *l, const struct scop_expr *e)
{
    bool sum = e->op == SCOP_ADD || e->op == SCOP_SUB;
    if (sum && l->options->contract != CONTRACT_OFF && !is_recurrence(l, e)) {
        if (is_product(e->arg[0]))
            return multiply_add(l, e->arg[0], e->arg[1], false,
                                e->op == SCOP_SUB);
        if (is_product(e->arg[1]))
            return multiply_add(l, e->arg[1], e->arg[0], e->op == SCOP_SUB,
                                false);
    }
    int a = lower_value(l, e->arg[0]);
    int b = lower_value(l, e->arg[1]);
    if (e->op == SCOP_SHL || e->op == SCOP_SHR)
        b = kir_cast(l->f, KIR_I32, b);
    return kir_binary(l->f, binary_op(e->op), a, b);
}

static int lower_leaf_integer(struct lower *l, const struct scop_expr *e)
{
    return convert(l, lower_index(l, e), e->type);
}

int lower_value(struct lower *l, const struct scop_expr *e)
{
    switch (e->op) {
    case SCOP_INT:
        return kir_int(l->f, lower_value_type(e->type), e->ival);
    case SCOP_FLOAT:
        return kir_float(l->f, lower_value_type(e->type), e->fval);
    case SCOP_ITER:
    case SCOP_PARAM:
        return lower_leaf_integer(l, e);
    case SCOP_ACCESS:
        return lower_load(l, e);
    case SCOP_NEG:
    case SCOP_BITNOT:
        return kir_unary(l->f, binary_op(e->op), lower_value(l, e->arg[0]));
    case SCOP_CAST:
        return convert(l, lower_value(l, e->arg[0]), e->type);
    case SCOP_BITS:
        return kir_bitcast(l->f, lower_element_type(e->type),
                           lower_value(l, e->arg[0]));
    case SCOP_COND:
        return lower_choice(l, e);
    case SCOP_CALL:
        return lower_call(l, e);
    case SCOP_NOT:
    case SCOP_LT:
    case SCOP_LE:
    case SCOP_GT:
    case SCOP_GE:
    case SCOP_EQ:
    case SCOP_NE:
    case SCOP_LAND:
    case SCOP_LOR:
        return kir_cast(l->f, KIR_I32, lower_condition(l, e));
    default:
        return lower_binary(l, e);
    }
}

/* a && b and a || b: as a variable that b may change, unless b is harmless. */
static int lower_logical(struct lower *l, const struct scop_expr *e)
{
    bool is_and = e->op == SCOP_LAND;
    int a = lower_condition(l, e->arg[0]);
    if (speculable(l, e->arg[1], e->arg[0])) {
        int b = lower_condition(l, e->arg[1]);
        return kir_binary(l->f, is_and ? KIR_AND : KIR_OR, a, b);
    }
    int variable = kir_variable(l->f, "logical", KIR_PRED);
    kir_set(l->f, variable, a);
    kir_if(l->f, is_and ? a : kir_unary(l->f, KIR_NOT, a));
    kir_set(l->f, variable, lower_condition(l, e->arg[1]));
    kir_end(l->f);
    return kir_get(l->f, variable);
}

int lower_condition(struct lower *l, const struct scop_expr *e)
{
    int a, b;
    switch (e->op) {
    case SCOP_LAND:
    case SCOP_LOR:
        return lower_logical(l, e);
    case SCOP_NOT:
        return kir_unary(l->f, KIR_NOT, lower_condition(l, e->arg[0]));
    case SCOP_LT:
    case SCOP_LE:
    case SCOP_GT:
    case SCOP_GE:
    case SCOP_EQ:
    case SCOP_NE:
        a = lower_value(l, e->arg[0]);
        b = lower_value(l, e->arg[1]);
        return kir_binary(l->f, binary_op(e->op), a, b);
    default:
        return kir_cast(l->f, KIR_PRED, lower_value(l, e));
    }
}

/* A result of 32-bit unsigned arithmetic done in 64 bits, wrapped. Signed
 * results need nothing: their overflow is undefined in C. U64 is kept as the
 * same bits in I64. */
static int wrap_index(struct lower *l, int value, enum scop_type type)
{
    if (type != SCOP_U32)
        return value;
    return kir_cast(l->f, KIR_I64, kir_cast(l->f, KIR_U32, value));
}

static int index_binary(struct lower *l, const struct scop_expr *e)
{
    if (e->type == SCOP_U64 &&
        (e->op == SCOP_DIV || e->op == SCOP_REM || e->op == SCOP_SHR)) {
        int a = kir_cast(l->f, KIR_U64, lower_index(l, e->arg[0]));
        int b = lower_index(l, e->arg[1]);
        b = kir_cast(l->f, e->op == SCOP_SHR ? KIR_I32 : KIR_U64, b);
        return kir_cast(l->f, KIR_I64,
                        kir_binary(l->f, binary_op(e->op), a, b));
    }
    int a = lower_index(l, e->arg[0]);
    int b = lower_index(l, e->arg[1]);
    if (e->op == SCOP_SHL || e->op == SCOP_SHR)
        b = kir_cast(l->f, KIR_I32, b);
    return wrap_index(l, kir_binary(l->f, binary_op(e->op), a, b), e->type);
}

/*
 * An integer expression evaluated in 64 bits, exact for every C type: what
 * addresses are made of. Signed arithmetic needs no intermediate truncation.
 */
int lower_index(struct lower *l, const struct scop_expr *e)
{
    switch (e->op) {
    case SCOP_INT:
        return kir_int(l->f, KIR_I64, e->ival);
    case SCOP_PARAM:
        return lower_source(l, SOURCE_PARAM, e->ref, 0);
    case SCOP_ITER:
        for (int k = 0; k < l->stmt->stmt->depth; k++)
            if (l->stmt->stmt->loop[k] == e->ref)
                return l->iter[k];
        assert(!"an iterator of a loop that is not around the statement");
        return -1;
    case SCOP_ADD:
    case SCOP_SUB:
    case SCOP_MUL:
    case SCOP_DIV:
    case SCOP_REM:
    case SCOP_SHL:
    case SCOP_SHR:
    case SCOP_AND:
    case SCOP_OR:
    case SCOP_XOR:
        return index_binary(l, e);
    case SCOP_NEG:
    case SCOP_BITNOT:
        return wrap_index(
            l, kir_unary(l->f, binary_op(e->op), lower_index(l, e->arg[0])),
            e->type);
    case SCOP_CAST:
        if (scop_type_is_float(e->arg[0]->type))
            break;
        if (scop_type_size(e->type) == 8 ||
            (scop_type_is_signed(e->type) ==
                 scop_type_is_signed(e->arg[0]->type) &&
             scop_type_size(e->type) >= scop_type_size(e->arg[0]->type)))
            return lower_index(l, e->arg[0]);
        return kir_cast(l->f, KIR_I64,
                        convert(l, lower_index(l, e->arg[0]), e->type));
    default:
        break;
    }
    return kir_cast(l->f, KIR_I64, lower_value(l, e));
}
