/* Expressions of C as typed trees. */
#include "compiler/front/expr.h"
#include "compiler/front/lvalue.h"

#include <math.h>
#include <string.h>

enum { EXPR_DEPTH_MAX = 1000 };

/* Constants ---------------------------------------------------------------- */

/* An integer constant of the type, from clang's own evaluation. */
static struct scop_expr *evaluate_int(struct front *f, CXCursor c)
{
    enum scop_type type;
    if (!type_scalar(f, clang_getCursorType(c), c, &type))
        return NULL;
    CXEvalResult result = clang_Cursor_Evaluate(c);
    if (!result || clang_EvalResult_getKind(result) != CXEval_Int) {
        if (result)
            clang_EvalResult_dispose(result);
        front_refuse(f, FAULT_EXPRESSION, c, "this is no integer constant");
        return NULL;
    }
    int64_t value = clang_EvalResult_isUnsignedInt(result)
                        ? (int64_t)clang_EvalResult_getAsUnsigned(result)
                        : clang_EvalResult_getAsLongLong(result);
    clang_EvalResult_dispose(result);
    return expr_int(f, value, type, front_loc(f, c));
}

static struct scop_expr *evaluate_float(struct front *f, CXCursor c)
{
    enum scop_type type;
    if (!type_scalar(f, clang_getCursorType(c), c, &type))
        return NULL;
    CXEvalResult result = clang_Cursor_Evaluate(c);
    if (!result || clang_EvalResult_getKind(result) != CXEval_Float) {
        if (result)
            clang_EvalResult_dispose(result);
        front_refuse(f, FAULT_EXPRESSION, c, "this is no floating constant");
        return NULL;
    }
    struct scop_expr *e =
        scop_expr_new(f->arena, SCOP_FLOAT, type, 0, front_loc(f, c));
    e->fval = clang_EvalResult_getAsDouble(result);
    clang_EvalResult_dispose(result);
    return e;
}

static struct scop_expr *enum_constant(struct front *f, CXCursor c,
                                       CXCursor decl)
{
    enum scop_type type;
    if (!type_scalar(f, clang_getCursorType(c), c, &type))
        return NULL;
    int64_t value = scop_type_is_signed(type)
                        ? clang_getEnumConstantDeclValue(decl)
                        : (int64_t)clang_getEnumConstantDeclUnsignedValue(decl);
    return expr_int(f, value, type, front_loc(f, c));
}

/* Variables ---------------------------------------------------------------- */

/* An element, or a variable: something that source/source_place.c finds. */
static struct scop_expr *load(struct front *f, CXCursor c)
{
    struct lvalue *p = lvalue_of(f, c);
    return p ? lvalue_access(f, p, c, false) : NULL;
}

static struct scop_expr *reference(struct front *f, CXCursor c)
{
    CXCursor decl = clang_getCursorReferenced(c);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (kind == CXCursor_EnumConstantDecl)
        return enum_constant(f, c, decl);
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl) {
        front_refuse(f, FAULT_EXPRESSION, c, "'%s' is no variable",
                     clang_text(f->arena, clang_getCursorSpelling(c)));
        return NULL;
    }
    struct symbol *s = survey_symbol(&f->survey, decl);
    if (s->value || s->known)
        return s->value ? inline_value(f, s->value) : s->known;
    if (s->loop >= 0)
        return expr_iterator(f, s->loop, front_loc(f, c));
    if (s->iterates && !s->body_for && !s->counts_on) {
        struct fault *fault =
            front_refuse(f, FAULT_EXPRESSION, c,
                         "iterator '%s' is used outside of its loop", s->name);
        FRONT_HINT(f, fault, "compute its last value from the loop's bounds");
        return NULL;
    }
    return load(f, c);
}

/* Operators ---------------------------------------------------------------- */

static struct scop_expr *refuse_operator(struct front *f, CXCursor c,
                                         const char *what, const char *hint)
{
    struct fault *fault = front_refuse(f, FAULT_EXPRESSION, c, "%s", what);
    FRONT_HINT(f, fault, "%s", hint);
    return NULL;
}

static struct scop_expr *side_effect(struct front *f, CXCursor c)
{
    return refuse_operator(f, c, "a side effect inside of an expression",
                           "make it a statement of its own");
}

/* What an assignment that is done before leaves in its left side. */
static struct scop_expr *assigned(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    return effect_is_open(f, c) && list.count ? front_expr(f, list.at[0])
                                              : side_effect(f, c);
}

static struct scop_expr *unary(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    struct scop_expr *a;
    if (list.count != 1)
        return side_effect(f, c);
    switch (clang_getCursorUnaryOperatorKind(c)) {
    case CXUnaryOperator_Plus:
    case CXUnaryOperator_Extension:
        return front_expr(f, list.at[0]);
    case CXUnaryOperator_Minus:
        a = front_expr(f, list.at[0]);
        return a ? expr_unary(f, SCOP_NEG, a) : NULL;
    case CXUnaryOperator_Not:
        a = front_expr(f, list.at[0]);
        return a ? expr_unary(f, SCOP_BITNOT, a) : NULL;
    case CXUnaryOperator_LNot:
        a = front_test(f, list.at[0]);
        return a ? expr_unary(f, SCOP_NOT, a) : NULL;
    case CXUnaryOperator_Deref:
        return load(f, c);
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
        if (!effect_is_open(f, c)) {
            const struct symbol *s = survey_named(&f->survey, list.at[0]);
            if (s)
                carried_ask(f, s);
            return side_effect(f, c);
        }
        a = value_of_call(f, c);
        return a ? a : front_expr(f, list.at[0]);
    case CXUnaryOperator_AddrOf:
        FRONT_HINT(f,
                   front_refuse(f, FAULT_POINTER, c,
                                "an address cannot be a value here"),
                   "use an index, not an address");
        return NULL;
    default:
        return refuse_operator(f, c, "this operator is not taken",
                               "complex numbers and coroutines cannot be in a "
                               "region");
    }
}

/* The scop's operator for a binary one of C; false for those that are none. */
static bool binary_op(enum CXBinaryOperatorKind kind, enum scop_op *op)
{
    static const struct {
        enum CXBinaryOperatorKind kind;
        enum scop_op op;
    } table[] = {
        {CXBinaryOperator_Mul, SCOP_MUL},
        {CXBinaryOperator_Div, SCOP_DIV},
        {CXBinaryOperator_Rem, SCOP_REM},
        {CXBinaryOperator_Add, SCOP_ADD},
        {CXBinaryOperator_Sub, SCOP_SUB},
        {CXBinaryOperator_Shl, SCOP_SHL},
        {CXBinaryOperator_Shr, SCOP_SHR},
        {CXBinaryOperator_LT, SCOP_LT},
        {CXBinaryOperator_GT, SCOP_GT},
        {CXBinaryOperator_LE, SCOP_LE},
        {CXBinaryOperator_GE, SCOP_GE},
        {CXBinaryOperator_EQ, SCOP_EQ},
        {CXBinaryOperator_NE, SCOP_NE},
        {CXBinaryOperator_And, SCOP_AND},
        {CXBinaryOperator_Xor, SCOP_XOR},
        {CXBinaryOperator_Or, SCOP_OR},
        {CXBinaryOperator_LAnd, SCOP_LAND},
        {CXBinaryOperator_LOr, SCOP_LOR},
        {CXBinaryOperator_MulAssign, SCOP_MUL},
        {CXBinaryOperator_DivAssign, SCOP_DIV},
        {CXBinaryOperator_RemAssign, SCOP_REM},
        {CXBinaryOperator_AddAssign, SCOP_ADD},
        {CXBinaryOperator_SubAssign, SCOP_SUB},
        {CXBinaryOperator_ShlAssign, SCOP_SHL},
        {CXBinaryOperator_ShrAssign, SCOP_SHR},
        {CXBinaryOperator_AndAssign, SCOP_AND},
        {CXBinaryOperator_XorAssign, SCOP_XOR},
        {CXBinaryOperator_OrAssign, SCOP_OR},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        if (table[k].kind == kind) {
            *op = table[k].op;
            return true;
        }
    }
    return false;
}

/* Is it 0 as a pointer: NULL, 0, (void *)0? */
static bool is_null(struct front *f, CXCursor c)
{
    c = syntax_strip(f->arena, c);
    while (clang_getCursorKind(c) == CXCursor_CStyleCastExpr) {
        struct children list = clang_children(f->arena, c);
        if (list.count == 0)
            return false;
        c = syntax_strip(f->arena, list.at[list.count - 1]);
    }
    if (clang_getCursorKind(c) != CXCursor_IntegerLiteral)
        return false;
    struct scop_expr *e = evaluate_int(f, c);
    return e && e->ival == 0;
}

/* Whether a pointer to numbers that the region does not change points to
 * anything, which is so before it, or not; NULL: it is no such pointer. */
static struct scop_expr *pointer_test(struct front *f, CXCursor c)
{
    CXType type =
        clang_getCanonicalType(clang_getCursorType(syntax_strip(f->arena, c)));
    enum scop_type number;
    if (type.kind != CXType_Pointer ||
        !type_arithmetic(clang_getCanonicalType(clang_getPointeeType(type)),
                         &number))
        return NULL;
    const struct symbol *s = survey_named(&f->survey, c);
    if (!s || s->declared_inside || s->inlined || s->induced ||
        (s->inside & (REF_WRITE | REF_ADDRESS)))
        return NULL;
    struct scop_expr *e = front_param(
        f, arena_printf(f->arena, "has_%s", s->name),
        arena_printf(f->arena, "%s != 0", s->name), SCOP_I32, front_loc(f, c));
    f->scop->param[e->ref].tested = s->name;
    return e;
}

struct scop_expr *front_test(struct front *f, CXCursor c)
{
    struct scop_expr *e = pointer_test(f, c);
    return type_test(f, e ? e : front_expr(f, c));
}

/* A pointer compared with NULL; NULL: this is none. */
static struct scop_expr *null_test(struct front *f, const struct children *list,
                                   enum scop_op op)
{
    for (int k = 0; k < 2 && (op == SCOP_EQ || op == SCOP_NE); k++) {
        struct scop_expr *e =
            is_null(f, list->at[1 - k]) ? pointer_test(f, list->at[k]) : NULL;
        if (e)
            return op == SCOP_EQ ? expr_negated(f, type_test(f, e))
                                 : type_test(f, e);
    }
    return NULL;
}

/* p < q and the like, and p - q, of pointers into one array; NULL: it is none,
 * or they are not known to be. */
static struct scop_expr *pointer_operation(struct front *f,
                                           const struct children *list,
                                           enum scop_op op, struct loc loc)
{
    bool compares = op >= SCOP_LT && op <= SCOP_NE;
    if ((!compares && op != SCOP_SUB) ||
        !type_is_pointer(clang_getCursorType(list->at[0])) ||
        !type_is_pointer(clang_getCursorType(list->at[1])))
        return NULL;
    struct lvalue *a = lvalue_pointer(f, list->at[0]);
    struct lvalue *b = a ? lvalue_pointer(f, list->at[1]) : NULL;
    struct scop_expr *way =
        b ? lvalue_distance(f, b, a, LVALUE_EXACT, loc) : NULL;
    if (!way || !compares)
        return way;
    return expr_binary(f, op, way, expr_int(f, 0, SCOP_I64, loc));
}

static struct scop_expr *binary(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(c);
    enum scop_op op;
    int errors = f->faults->errors;
    if (kind == CXBinaryOperator_Assign)
        return assigned(f, c);
    if (kind == CXBinaryOperator_Comma && effect_is_open(f, c))
        return front_expr(f, list.at[1]);
    if (!binary_op(kind, &op) || list.count != 2)
        return refuse_operator(f, c, "the comma operator is not taken here",
                               "write two statements");
    bool tests = op == SCOP_LAND || op == SCOP_LOR;
    bool pointers = type_is_pointer(clang_getCursorType(list.at[0])) ||
                    type_is_pointer(clang_getCursorType(list.at[1]));
    struct scop_expr *test = pointers ? null_test(f, &list, op) : NULL;
    if (!test && pointers && !tests)
        test = pointer_operation(f, &list, op, front_loc(f, c));
    if (test)
        return test;
    if (pointers && !tests && f->faults->errors > errors)
        return NULL;
    if (pointers && !tests) {
        struct fault *fault = front_refuse(f, FAULT_POINTER, c,
                                           "arithmetic on pointers as a value");
        FRONT_HINT(f, fault,
                   "compute with subscripts: k < n for p + k < p + n");
        return NULL;
    }
    struct scop_expr *a =
        tests ? front_test(f, list.at[0]) : front_expr(f, list.at[0]);
    struct scop_expr *b = !a      ? NULL
                          : tests ? front_test(f, list.at[1])
                                  : front_expr(f, list.at[1]);
    if (!b)
        return NULL;
    struct scop_expr *e = expr_binary(f, op, a, b);
    e->loc = front_loc(f, c);
    return e;
}

static struct scop_expr *conditional(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    if (list.count != 3)
        return refuse_operator(f, c, "this conditional is not taken",
                               "write all three operands");
    struct scop_expr *test = front_test(f, list.at[0]);
    struct scop_expr *yes = test ? front_expr(f, list.at[1]) : NULL;
    struct scop_expr *no = yes ? front_expr(f, list.at[2]) : NULL;
    if (!no)
        return NULL;
    struct scop_expr *e = expr_choose(f, test, yes, no);
    e->loc = front_loc(f, c);
    return e;
}

/* Conversions -------------------------------------------------------------- */

struct scop_expr *front_expr_as(struct front *f, CXCursor value, CXType type)
{
    struct scop_expr *e = front_expr(f, value);
    if (e && type_is_bool(type) && type_is_bool(clang_getCursorType(value)))
        return e;
    return type_convert_to(f, e, type, value);
}

/* What libclang does not expose is an implicit conversion if it has one
 * operand, and something exotic if not. */
static struct scop_expr *implicit(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    if (list.count != 1)
        return refuse_operator(f, c, "this expression is not taken",
                               "write it with C's plain operators");
    return front_expr_as(f, list.at[0], clang_getCursorType(c));
}

static struct scop_expr *explicit(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    if (list.count == 0 ||
        !clang_isExpression(clang_getCursorKind(list.at[list.count - 1])))
        return refuse_operator(f, c, "this conversion is not taken",
                               "convert between arithmetic types only");
    return front_expr_as(f, list.at[list.count - 1], clang_getCursorType(c));
}

static struct scop_expr *refuse_kind(struct front *f, CXCursor c)
{
    static const struct {
        enum CXCursorKind kind;
        const char *what, *hint;
    } table[] = {
        {CXCursor_StmtExpr, "a statement expression",
         "make its statements part of the region"},
        {CXCursor_CompoundLiteralExpr, "a compound literal",
         "declare a local array and assign its elements"},
        {CXCursor_InitListExpr, "an initialiser list",
         "assign the elements one by one"},
        {CXCursor_GenericSelectionExpr, "_Generic",
         "call the function for the type at hand"},
        {CXCursor_StringLiteral, "a string", "use an array of char"},
        {CXCursor_AddrLabelExpr, "the address of a label", "use loops and ifs"},
        {CXCursor_ImaginaryLiteral, "an imaginary constant",
         "write the real and imaginary parts as two arrays"},
    };
    if (clang_getCursorKind(c) == CXCursor_StmtExpr && inline_is_plain(f, c))
        return NULL;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        if (table[k].kind != clang_getCursorKind(c))
            continue;
        struct fault *fault = front_refuse(
            f, FAULT_EXPRESSION, c, "%s cannot be in a region", table[k].what);
        FRONT_HINT(f, fault, "%s", table[k].hint);
        return NULL;
    }
    return refuse_operator(f, c, "this expression is not taken in a region",
                           "write it with C's plain operators");
}

static struct scop_expr *expr(struct front *f, CXCursor c)
{
    struct children list;
    switch (clang_getCursorKind(c)) {
    case CXCursor_ParenExpr:
        list = clang_children(f->arena, c);
        return list.count == 1 ? front_expr(f, list.at[0]) : refuse_kind(f, c);
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_UnaryExpr:
        return evaluate_int(f, c);
    case CXCursor_FloatingLiteral:
        return evaluate_float(f, c);
    case CXCursor_UnexposedExpr:
        return implicit(f, c);
    case CXCursor_CStyleCastExpr:
        return explicit(f, c);
    case CXCursor_DeclRefExpr:
        return reference(f, c);
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_MemberRefExpr:
        return load(f, c);
    case CXCursor_UnaryOperator:
        return unary(f, c);
    case CXCursor_BinaryOperator:
        return binary(f, c);
    case CXCursor_CompoundAssignOperator:
        return assigned(f, c);
    case CXCursor_ConditionalOperator:
        return conditional(f, c);
    case CXCursor_CallExpr: {
        struct scop_expr *value = value_of_call(f, c);
        return value ? value : inline_call(f, c);
    }
    default:
        return refuse_kind(f, c);
    }
}

struct scop_expr *front_expr(struct front *f, CXCursor c)
{
    if (!inline_charge(f, 1))
        return NULL;
    if (f->walk.depth >= EXPR_DEPTH_MAX) {
        f->walk.grown |= f->inlining.count > 0;
        front_refuse(f, FAULT_TOO_COMPLEX, c,
                     "an expression of more than %d levels", EXPR_DEPTH_MAX);
        return NULL;
    }
    f->walk.depth++;
    struct scop_expr *e = expr(f, c);
    f->walk.depth--;
    return e;
}

struct scop_expr *front_compound(struct front *f, CXCursor c,
                                 struct scop_expr *old,
                                 struct scop_expr *operand)
{
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(c);
    enum scop_op op;
    if (!binary_op(kind, &op)) {
        front_refuse(f, FAULT_EXPRESSION, c, "this assignment is not taken");
        return NULL;
    }
    enum scop_type type = op == SCOP_SHL || op == SCOP_SHR
                              ? type_promoted(old->type)
                              : type_common(old->type, operand->type);
    if (op != SCOP_SHL && op != SCOP_SHR)
        operand = type_convert(f, operand, type);
    else
        operand = type_convert(f, operand, type_promoted(operand->type));
    return expr_binary(f, op, type_convert(f, old, type), operand);
}

struct scop_expr *front_index(struct front *f, CXCursor c, bool bound)
{
    return front_hoist(f, front_expr(f, c), bound);
}
