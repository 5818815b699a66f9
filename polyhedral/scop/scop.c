/*
 * What can be asked of a scop's types, operators and expressions, without a
 * model: sizes, names, operand counts, equality, and which loops and arrays
 * occur.
 */
#include "polyhedral/scop/scop.h"

#include "polyhedral/limits/limits.h"

static const struct {
    const char *name, *c_name;
    int size;
    bool is_signed, is_float;
} type_table[] = {
    [SCOP_I8] = {"i8", "signed char", 1, true, false},
    [SCOP_U8] = {"u8", "unsigned char", 1, false, false},
    [SCOP_I16] = {"i16", "short", 2, true, false},
    [SCOP_U16] = {"u16", "unsigned short", 2, false, false},
    [SCOP_I32] = {"i32", "int", 4, true, false},
    [SCOP_U32] = {"u32", "unsigned int", 4, false, false},
    [SCOP_I64] = {"i64", "long long", 8, true, false},
    [SCOP_U64] = {"u64", "unsigned long long", 8, false, false},
    [SCOP_F32] = {"f32", "float", 4, true, true},
    [SCOP_F64] = {"f64", "double", 8, true, true},
};

_Static_assert(sizeof type_table / sizeof type_table[0] == SCOP_TYPE_COUNT,
               "one row per type");

bool scop_type_is_float(enum scop_type type)
{
    return type_table[type].is_float;
}

bool scop_type_is_signed(enum scop_type type)
{
    return type_table[type].is_signed;
}

int scop_type_size(enum scop_type type)
{
    return type_table[type].size;
}

const char *scop_type_name(enum scop_type type)
{
    return type_table[type].name;
}

const char *scop_type_c_name(enum scop_type type)
{
    return type_table[type].c_name;
}

bool scop_is_cube(const struct scop_array *a)
{
    int lead = a->layout ? a->layout->lead : 0;
    const struct scop_expr *side = a->rank > lead ? a->extent[lead] : NULL;
    bool cube = side && side->op == SCOP_INT && side->ival > 0 &&
                (side->ival & (side->ival - 1)) == 0;
    for (int k = lead + 1; k < a->rank && cube; k++)
        cube = a->extent[k] && a->extent[k]->op == SCOP_INT &&
               a->extent[k]->ival == side->ival;
    return cube;
}

bool scop_is_tabled(const struct scop_array *a)
{
    const struct scop_layout *l = a->layout;
    return l && (layout_has_pattern_table(l) ||
                 (layout_has_tile_table(l) && !(l->curve && scop_is_cube(a))));
}

struct scop_expr *scop_expr_new(struct arena *arena, enum scop_op op,
                                enum scop_type type, int count, struct loc loc)
{
    struct scop_expr *e = arena_alloc(arena, sizeof *e);
    *e = (struct scop_expr){.op = op, .type = type, .count = count, .loc = loc};
    if (count > 0)
        e->arg = arena_alloc(arena, (size_t)count * sizeof *e->arg);
    return e;
}

struct scop_expr *scop_expr_binary(struct arena *arena, enum scop_op op,
                                   struct scop_expr *a, struct scop_expr *b,
                                   struct loc loc)
{
    enum scop_type type = scop_op_is_test(op) ? SCOP_I32 : a->type;
    struct scop_expr *e = scop_expr_new(arena, op, type, 2, loc);
    e->arg[0] = a;
    e->arg[1] = b;
    return e;
}

static const struct {
    const char *name;
    int operands;
} op_table[] = {
#define SCOP(name, count, spelling) {spelling, count},
    SCOP_OPS(SCOP)
#undef SCOP
};

static const struct {
    const char *name;
    int operands;
} func_table[] = {
#define F(name, count, spelling) {spelling, count},
    SCOP_FUNCS(F)
#undef F
};

const char *scop_op_name(enum scop_op op)
{
    return op_table[op].name;
}

int scop_op_operands(enum scop_op op)
{
    return op_table[op].operands;
}

enum scop_type scop_type_of_bits(enum scop_type type)
{
    static const enum scop_type other[SCOP_TYPE_COUNT] = {
        [SCOP_I8] = SCOP_I8,   [SCOP_U8] = SCOP_U8,   [SCOP_I16] = SCOP_I16,
        [SCOP_U16] = SCOP_U16, [SCOP_I32] = SCOP_I32, [SCOP_U32] = SCOP_F32,
        [SCOP_I64] = SCOP_I64, [SCOP_U64] = SCOP_F64, [SCOP_F32] = SCOP_U32,
        [SCOP_F64] = SCOP_U64};
    return other[type];
}

const char *scop_func_name(enum scop_func func)
{
    return func_table[func].name;
}

int scop_func_operands(enum scop_func func)
{
    return func_table[func].operands;
}

bool scop_op_is_test(enum scop_op op)
{
    return op == SCOP_NOT || (op >= SCOP_LT && op <= SCOP_LOR);
}

enum scop_op scop_op_mirrored(enum scop_op op)
{
    switch (op) {
    case SCOP_LT:
        return SCOP_GT;
    case SCOP_LE:
        return SCOP_GE;
    case SCOP_GT:
        return SCOP_LT;
    case SCOP_GE:
        return SCOP_LE;
    default:
        return op;
    }
}

enum scop_op scop_op_negated(enum scop_op op)
{
    switch (op) {
    case SCOP_LT:
        return SCOP_GE;
    case SCOP_LE:
        return SCOP_GT;
    case SCOP_GT:
        return SCOP_LE;
    case SCOP_GE:
        return SCOP_LT;
    case SCOP_EQ:
        return SCOP_NE;
    default:
        return SCOP_EQ;
    }
}

const struct scop_expr *scop_expr_unwidened(const struct scop_expr *e)
{
    while (e->op == SCOP_CAST) {
        enum scop_type from = e->arg[0]->type, to = e->type;
        bool wider = scop_type_size(to) > scop_type_size(from) &&
                     (scop_type_is_signed(to) || !scop_type_is_signed(from));
        if (scop_type_is_float(from) != scop_type_is_float(to) || !wider)
            break;
        e = e->arg[0];
    }
    return e;
}

bool scop_expr_reads(const struct scop_expr *e, int array)
{
    bool found = e->op == SCOP_ACCESS && e->ref == array;
    for (int k = 0; k < e->count && !found; k++)
        found = scop_expr_reads(e->arg[k], array);
    return found;
}

bool scop_expr_reads_memory(const struct scop_expr *e)
{
    bool found = e->op == SCOP_ACCESS;
    for (int k = 0; k < e->count && !found; k++)
        found = scop_expr_reads_memory(e->arg[k]);
    return found;
}

int scop_expr_count(const struct scop_expr *e, scop_test *test,
                    const void *user)
{
    int count = e && test(e, user);
    for (int k = 0; e && k < e->count; k++)
        count += scop_expr_count(e->arg[k], test, user);
    return count;
}

int scop_node_count(const struct scop *scop, const struct scop_node *node,
                    scop_test *test, const void *user)
{
    int count = scop_expr_count(node->init, test, user) +
                scop_expr_count(node->cond, test, user) +
                scop_expr_count(node->test, test, user) +
                scop_expr_count(node->lhs, test, user) +
                scop_expr_count(node->rhs, test, user);
    if (node->kind == SCOP_STMT) {
        const struct scop_stmt *s = &scop->stmt[node->stmt];
        count += scop_expr_count(s->lhs, test, user) +
                 scop_expr_count(s->rhs, test, user);
        for (int k = 0; k < s->guard_count; k++)
            count += scop_expr_count(s->guard[k], test, user);
        if (s->body)
            count += scop_node_count(scop, s->body, test, user);
    }
    for (int k = 0; k < node->count; k++)
        count += scop_node_count(scop, node->child[k], test, user);
    return count;
}

bool scop_expr_has_param(const struct scop_expr *e, int param)
{
    bool found = e->op == SCOP_PARAM && e->ref == param;
    for (int k = 0; k < e->count && !found; k++)
        found = scop_expr_has_param(e->arg[k], param);
    return found;
}

static bool may_have_param(const struct scop_expr *e, int param)
{
    return e && scop_expr_has_param(e, param);
}

static bool node_counts_by(const struct scop *scop,
                           const struct scop_node *node, int param)
{
    bool found = may_have_param(node->init, param) ||
                 may_have_param(node->cond, param) ||
                 may_have_param(node->test, param);
    if (node->kind == SCOP_STMT) {
        const struct scop_stmt *s = &scop->stmt[node->stmt];
        for (int k = 0; k < s->guard_count && !found; k++)
            found = scop_expr_has_param(s->guard[k], param);
        found = found || (s->body && node_counts_by(scop, s->body, param));
    }
    for (int k = 0; k < node->count && !found; k++)
        found = node_counts_by(scop, node->child[k], param);
    return found;
}

bool scop_counts_by(const struct scop *scop, int param)
{
    return node_counts_by(scop, scop->root, param);
}

bool scop_expr_equal(const struct scop_expr *a, const struct scop_expr *b)
{
    if (a->op != b->op || a->type != b->type || a->ref != b->ref ||
        a->count != b->count || a->ival != b->ival || a->fval != b->fval)
        return false;
    for (int k = 0; k < a->count; k++)
        if (!scop_expr_equal(a->arg[k], b->arg[k]))
            return false;
    return true;
}

int64_t scop_loop_trips(const struct scop *scop, int loop)
{
    const struct scop_node *node = scop->loop[loop].node;
    const struct scop_expr *first = node->init, *cond = node->cond;
    if (first->op != SCOP_INT || cond->count != 2)
        return -1;
    const struct scop_expr *bound =
        cond->arg[1]->op == SCOP_INT ? cond->arg[1] : cond->arg[0];
    if (bound->op != SCOP_INT)
        return -1;
    int64_t length = bound->ival - first->ival;
    bool with_bound = cond->op == SCOP_LE || cond->op == SCOP_GE;
    return (length < 0 ? -length : length) + with_bound;
}

int scop_text_loops(const struct scop *scop, const struct loop_text *text)
{
    int count = 0;
    for (int k = 0; text && k < scop->loop_count; k++)
        count += scop->loop[k].text_of == text;
    return count;
}

bool scop_loop_inside(const struct scop *scop, int loop, int outer)
{
    while (loop >= 0 && loop != outer)
        loop = scop->loop[loop].parent;
    return loop >= 0 && loop == outer;
}

bool scop_node_has_loop(const struct scop_node *node)
{
    bool found = node->kind == SCOP_FOR;
    for (int k = 0; k < node->count && !found; k++)
        found = scop_node_has_loop(node->child[k]);
    return found;
}

bool scop_node_jumps(const struct scop_node *node, enum scop_node_kind kind)
{
    bool found = node->kind == kind;
    for (int k = 0; node->kind != SCOP_LOOP && k < node->count && !found; k++)
        found = scop_node_jumps(node->child[k], kind);
    return found;
}

struct scop_fold scop_fold(const struct scop_stmt *stmt)
{
    const struct scop_node *steps = stmt->body->child[1];
    const struct scop_node *start = steps->child[0]->child[0];
    const struct scop_node *pair = steps->child[0]->child[1]->child[0];
    int count = (pair->count - 1) / 3;
    return (struct scop_fold){.lane = start->lhs,
                              .step = stmt->body->child[0]->lhs,
                              .ordered = steps->test->op == SCOP_LT,
                              .count = count,
                              .load = pair->child,
                              .join = pair->child[2 * count],
                              .keep = pair->child + 2 * count + 1,
                              .store = stmt->body->child + 2};
}

int scop_loop_depth(const struct scop_stmt *stmt, int loop)
{
    for (int d = 0; d < stmt->depth; d++)
        if (stmt->loop[d] == loop)
            return d;
    return -1;
}

bool scop_expr_mentions(const struct scop_expr *e, int loop)
{
    if (e->op == SCOP_ITER && e->ref == loop)
        return true;
    for (int k = 0; k < e->count; k++)
        if (scop_expr_mentions(e->arg[k], loop))
            return true;
    return false;
}

/* Which way does the statement move its scalar? a = a + c and a = a * c up,
 * a = a - c, a = a / c and a = a >> c down, for c > 0; products and quotients
 * only if it is not negative. */
static int direction(const struct scop_stmt *stmt)
{
    const struct scop_expr *e = stmt->rhs;
    if (e->count != 2 || !scop_expr_equal(e->arg[0], stmt->lhs) ||
        e->arg[1]->op != SCOP_INT || e->arg[1]->ival <= 0)
        return 0;
    if (e->op == SCOP_ADD || e->op == SCOP_MUL)
        return 1;
    return e->op == SCOP_SUB || e->op == SCOP_DIV || e->op == SCOP_SHR ? -1 : 0;
}

static bool assigns(const struct scop_node *body, int array)
{
    bool found = body->lhs && body->lhs->ref == array;
    for (int k = 0; k < body->count && !found; k++)
        found = assigns(body->child[k], array);
    return found;
}

int scop_direction(const struct scop *scop, int array,
                   const struct scop_stmt *but, bool *scaled)
{
    int way = 0;
    *scaled = false;
    for (int k = 0; k < scop->stmt_count; k++) {
        const struct scop_stmt *stmt = &scop->stmt[k];
        if (stmt->body && assigns(stmt->body, array))
            return 0;
        if (stmt == but || stmt->body || stmt->lhs->ref != array)
            continue;
        int its = direction(stmt);
        if (its == 0 || (way && its != way))
            return 0;
        way = its;
        *scaled |= stmt->rhs->op != SCOP_ADD && stmt->rhs->op != SCOP_SUB;
    }
    return way;
}

enum kir_op scop_func_op(enum scop_func func)
{
    static const enum kir_op map[SCOP_FUNC_COUNT] = {
        [SCOP_FUNC_SQRT] = KIR_SQRT,         [SCOP_FUNC_FABS] = KIR_ABS,
        [SCOP_FUNC_FLOOR] = KIR_FLOOR,       [SCOP_FUNC_CEIL] = KIR_CEIL,
        [SCOP_FUNC_TRUNC] = KIR_TRUNC,       [SCOP_FUNC_RINT] = KIR_RINT,
        [SCOP_FUNC_ROUND] = KIR_ROUND,       [SCOP_FUNC_FMIN] = KIR_MIN,
        [SCOP_FUNC_FMAX] = KIR_MAX,          [SCOP_FUNC_FMA] = KIR_FMA,
        [SCOP_FUNC_COPYSIGN] = KIR_COPYSIGN, [SCOP_FUNC_EXP] = KIR_EXP,
        [SCOP_FUNC_EXP2] = KIR_EXP2,         [SCOP_FUNC_LOG] = KIR_LOG,
        [SCOP_FUNC_LOG2] = KIR_LOG2,         [SCOP_FUNC_LOG10] = KIR_LOG10,
        [SCOP_FUNC_POW] = KIR_POW,           [SCOP_FUNC_SIN] = KIR_SIN,
        [SCOP_FUNC_COS] = KIR_COS,           [SCOP_FUNC_TAN] = KIR_TAN,
        [SCOP_FUNC_SINH] = KIR_SINH,         [SCOP_FUNC_COSH] = KIR_COSH,
        [SCOP_FUNC_TANH] = KIR_TANH,         [SCOP_FUNC_ATAN] = KIR_ATAN,
        [SCOP_FUNC_ATAN2] = KIR_ATAN2,       [SCOP_FUNC_ASIN] = KIR_ASIN,
        [SCOP_FUNC_ACOS] = KIR_ACOS,         [SCOP_FUNC_FMOD] = KIR_FMOD,
        [SCOP_FUNC_CBRT] = KIR_CBRT,         [SCOP_FUNC_ERF] = KIR_ERF,
        [SCOP_FUNC_HYPOT] = KIR_HYPOT,       [SCOP_FUNC_EXPM1] = KIR_EXPM1,
        [SCOP_FUNC_LOG1P] = KIR_LOG1P,       [SCOP_FUNC_ABS] = KIR_ABS,
        [SCOP_FUNC_POPCOUNT] = KIR_POPCOUNT, [SCOP_FUNC_CLZ] = KIR_CLZ};
    return map[func];
}
