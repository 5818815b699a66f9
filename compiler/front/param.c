/*
 * Parameters of the region: integers that it only reads, and what is made of
 * these but is not affine, which the caller evaluates as C. That C gives the
 * value that the region would compute, or none where C leaves it undefined.
 * And how many iterations a loop has, which is made of its bounds; and rows of
 * tables of pointers, which lie as far apart as parameters say.
 */
#include "compiler/front/expr.h"
#include "compiler/front/lvalue.h"
#include "compiler/source/source.h"

#include <string.h>

static void put_c(struct front *f, const struct scop_expr *e, bool guarded,
                  struct buf *out);

static void put_c_int(const struct scop_expr *e, struct buf *out)
{
    static const char *const suffix[SCOP_TYPE_COUNT] = {
        [SCOP_U32] = "u", [SCOP_I64] = "ll", [SCOP_U64] = "ull"};
    const char *end = suffix[e->type] ? suffix[e->type] : "";
    if (e->type == SCOP_U64)
        buf_printf(out, "%llu%s", (unsigned long long)e->ival, end);
    else if (e->ival == INT64_MIN)
        buf_printf(out, "(%lld%s - 1)", (long long)e->ival + 1, end);
    else
        buf_printf(out, e->ival < 0 ? "(%lld%s)" : "%lld%s", (long long)e->ival,
                   end);
}

/* Guarded: where a pointer that it leads through is null, it is 0. */
static void put_c_param(const struct scop_param *p, bool guarded,
                        struct buf *out)
{
    const char *text = guarded && p->value ? p->value : p->text;
    if (guarded && !p->value && !p->clause && null_guard_needed(text)) {
        null_guard_put(out, "", text);
        return;
    }
    bool simple = !strchr(text, ' ') && *text != '(' && *text != '-';
    buf_printf(out, simple ? "%s" : "(%s)", text);
}

/* A division that the region might never do must not trap when the caller does
 * it ahead of time: neither that by zero nor that of the least number by -1. */
static void put_c_division(struct front *f, const struct scop_expr *e,
                           bool guarded, struct buf *out)
{
    const struct scop_expr *by = e->arg[1];
    int64_t divisor;
    bool wraps = scop_type_is_signed(e->type);
    bool safe = expr_constant(by, &divisor) && divisor != 0 &&
                (divisor != -1 || !wraps);
    if (!safe) {
        put_c(f, by, guarded, out);
        buf_puts(out, " == 0");
        if (wraps) {
            buf_puts(out, " || ");
            put_c(f, by, guarded, out);
            buf_puts(out, " == -1");
        }
        buf_puts(out, " ? ");
        if (wraps && e->op == SCOP_DIV) {
            buf_printf(out, "(%s)(", scop_type_c_name(e->type));
            put_c(f, by, guarded, out);
            buf_printf(out, " * (%s)",
                       e->type == SCOP_I64 ? "unsigned long long" : "unsigned");
            put_c(f, e->arg[0], guarded, out);
            buf_putc(out, ')');
        } else {
            buf_putc(out, '0');
        }
        buf_puts(out, " : ");
    }
    put_c(f, e->arg[0], guarded, out);
    buf_printf(out, " %s ", scop_op_name(e->op));
    put_c(f, by, guarded, out);
}

static void put_c(struct front *f, const struct scop_expr *e, bool guarded,
                  struct buf *out)
{
    switch (e->op) {
    case SCOP_INT:
        put_c_int(e, out);
        return;
    case SCOP_FLOAT:
        buf_printf(out, e->type == SCOP_F32 ? "%af" : "%a", e->fval);
        return;
    case SCOP_PARAM:
        put_c_param(&f->scop->param[e->ref], guarded, out);
        return;
    case SCOP_CAST:
        buf_printf(out, "(%s)", scop_type_c_name(e->type));
        put_c(f, e->arg[0], guarded, out);
        return;
    default:
        break;
    }
    buf_putc(out, '(');
    if (e->op == SCOP_DIV || e->op == SCOP_REM) {
        put_c_division(f, e, guarded, out);
    } else if (e->count == 1) {
        buf_puts(out, e->op == SCOP_NEG ? "-" : scop_op_name(e->op));
        put_c(f, e->arg[0], guarded, out);
    } else {
        put_c(f, e->arg[0], guarded, out);
        buf_printf(out, " %s ", e->op == SCOP_COND ? "?" : scop_op_name(e->op));
        put_c(f, e->arg[1], guarded, out);
    }
    if (e->op == SCOP_COND) {
        buf_puts(out, " : ");
        put_c(f, e->arg[2], guarded, out);
    }
    buf_putc(out, ')');
}

static const char *c_text(struct front *f, const struct scop_expr *e,
                          bool guarded)
{
    struct buf text = {0};
    put_c(f, e, guarded, &text);
    size_t n = text.length;
    bool outer = n > 2 && text.text[0] == '(' && e->op != SCOP_CAST &&
                 e->op != SCOP_PARAM && e->count > 0;
    char *copy = arena_strndup(f->arena, text.text + outer, n - 2 * outer);
    buf_free(&text);
    return copy;
}

const char *front_c_text(struct front *f, const struct scop_expr *e)
{
    return c_text(f, e, false);
}

/* Can polyhedral/ take the operator on parameters as it is? Sums can be, and
 * products in subscripts, where they tell the shape of the array. */
static bool is_modelled(const struct scop_expr *e, bool bound)
{
    int64_t value;
    switch (e->op) {
    case SCOP_INT:
    case SCOP_PARAM:
    case SCOP_CAST:
    case SCOP_NEG:
    case SCOP_ADD:
    case SCOP_SUB:
    case SCOP_COND:
    case SCOP_NOT:
    case SCOP_LAND:
    case SCOP_LOR:
        return true;
    case SCOP_LT:
    case SCOP_LE:
    case SCOP_GT:
    case SCOP_GE:
    case SCOP_EQ:
    case SCOP_NE:
        return true;
    case SCOP_MUL:
        return !bound || expr_constant(e->arg[0], &value) ||
               expr_constant(e->arg[1], &value);
    case SCOP_DIV:
    case SCOP_REM:
    case SCOP_SHL:
    case SCOP_SHR:
        return expr_constant(e->arg[1], &value);
    default:
        return false;
    }
}

struct scop_expr *front_param(struct front *f, const char *name,
                              const char *text, enum scop_type type,
                              struct loc loc)
{
    struct scop *scop = f->scop;
    int k = 0;
    while (k < scop->param_count && (scop->param[k].type != type ||
                                     strcmp(scop->param[k].text, text) != 0))
        k++;
    if (k == scop->param_count) {
        struct scop_param param = {
            .name = front_name(f, name), .text = text, .type = type};
        ARENA_PUSH(f->arena, scop->param, scop->param_count,
                   f->arrays.param_cap, param);
    }
    struct scop_expr *e = scop_expr_new(f->arena, SCOP_PARAM, type, 0, loc);
    e->ref = k;
    return e;
}

struct scop_expr *front_hoist(struct front *f, struct scop_expr *e, bool bound)
{
    if (!e || scop_type_is_float(e->type) || e->op == SCOP_ACCESS)
        return e;
    if (expr_is_invariant(e) && !is_modelled(e, bound)) {
        const char *text = front_c_text(f, e), *name = strchr(text, ':');
        const char *value = c_text(f, e, true);
        e = front_param(f, name ? name + 1 : text, text, e->type, e->loc);
        f->scop->param[e->ref].value = value;
        return e;
    }
    for (int k = 0; k < e->count; k++)
        e->arg[k] = front_hoist(f, e->arg[k], bound);
    return e;
}

/* Iterations --------------------------------------------------------------- */

struct scop_expr *front_only_if(struct front *f, struct scop_expr *test,
                                struct scop_expr *e)
{
    int64_t a, b;
    struct scop_expr *zero = expr_int(f, 0, e->type, e->loc);
    if (!expr_constant(test->arg[0], &a) || !expr_constant(test->arg[1], &b))
        return expr_choose(f, test, e, zero);
    bool holds = test->op == SCOP_LT   ? a < b
                 : test->op == SCOP_LE ? a <= b
                 : test->op == SCOP_GT ? a > b
                                       : a >= b;
    return holds ? e : zero;
}

/* e with `value` in place of the loop's iterator. */
static struct scop_expr *with_iterator(struct front *f, struct scop_expr *e,
                                       int loop, struct scop_expr *value)
{
    if (e->op == SCOP_ITER && e->ref == loop)
        return value;
    if (!scop_expr_mentions(e, loop))
        return e;
    struct scop_expr *copy =
        scop_expr_new(f->arena, e->op, e->type, e->count, e->loc);
    copy->ref = e->ref;
    for (int k = 0; k < e->count; k++)
        copy->arg[k] = with_iterator(f, e->arg[k], loop, value);
    return e->op == SCOP_CAST ? type_convert(f, copy->arg[0], e->type) : copy;
}

/* An int as a long where the result is no int, as one it might not fit; all of
 * 32 bits if a difference of them is divided by `size`, since it might wrap. */
static struct scop_expr *widened(struct front *f, struct scop_expr *e,
                                 enum scop_type type, int64_t size)
{
    bool fits = size != 1 ? scop_type_size(e->type) != 4
                          : e->type != SCOP_I32 || type == SCOP_I32;
    return fits ? e : type_convert(f, e, SCOP_I64);
}

/* Does it go on by as much as the iterator does: i, i + 2? */
static bool is_moved_iterator(const struct scop_expr *e)
{
    while (e->op != SCOP_ITER) {
        bool sum = e->op == SCOP_ADD || e->op == SCOP_SUB;
        if (e->op != SCOP_CAST && !(sum && e->arg[1]->op == SCOP_INT))
            return false;
        e = e->arg[0];
    }
    return true;
}

struct scop_expr *front_trip_count(struct front *f,
                                   const struct scop_node *node,
                                   enum scop_type type)
{
    struct scop_expr *cond = node->cond;
    static const enum scop_op turned[SCOP_OP_COUNT] = {[SCOP_LT] = SCOP_GT,
                                                       [SCOP_GT] = SCOP_LT,
                                                       [SCOP_LE] = SCOP_GE,
                                                       [SCOP_GE] = SCOP_LE,
                                                       [SCOP_NE] = SCOP_NE};
    enum scop_op op = cond->op;
    int64_t size = node->step < 0 ? -node->step : node->step;
    if (!turned[op])
        return NULL;
    struct scop_expr *at = cond->arg[0], *end = cond->arg[1];
    if (!scop_expr_mentions(at, node->loop)) {
        at = cond->arg[1];
        end = cond->arg[0];
        op = turned[op];
    }
    if (!is_moved_iterator(at) || scop_expr_mentions(end, node->loop))
        return NULL;
    bool up = node->step > 0;
    if (op == SCOP_NE)
        op = up ? SCOP_LT : SCOP_GT;
    if (up != (op == SCOP_LT || op == SCOP_LE) ||
        (size != 1 && cond->op == SCOP_NE))
        return NULL;
    struct scop_expr *first = with_iterator(f, at, node->loop, node->init);
    struct scop_expr *test = expr_binary(f, op, first, end);
    first = widened(f, first, type, size);
    end = widened(f, end, type, size);
    struct scop_expr *n =
        up ? expr_minus(f, end, first) : expr_minus(f, first, end);
    int64_t more = (op == SCOP_LE || op == SCOP_GE) + size - 1;
    n = expr_plus(f, n, expr_int(f, more, n->type, n->loc));
    if (size != 1)
        n = expr_folded(
            f, expr_binary(f, SCOP_DIV, n, expr_int(f, size, n->type, n->loc)));
    return front_only_if(f, test, n);
}

struct scop_expr *front_last(struct front *f, const struct scop_node *node,
                             struct scop_expr *first, enum scop_type type)
{
    struct scop_expr *trips = front_trip_count(f, node, type);
    if (!trips)
        return NULL;
    int64_t size = node->step < 0 ? -node->step : node->step;
    trips = expr_times(f, type_convert(f, trips, type),
                       expr_int(f, size, type, trips->loc));
    first = type_convert(f, first, type);
    return node->step < 0 ? expr_minus(f, first, trips)
                          : expr_plus(f, first, trips);
}

struct scop_expr *front_done(struct front *f, const struct scop_node *node,
                             enum scop_type type)
{
    int64_t size = node->step < 0 ? -node->step : node->step;
    struct scop_expr *e = expr_iterator(f, node->loop, node->loc);
    /* C counts narrow iterators as ints. */
    enum scop_type own = type_promoted(e->type);
    /* Up from 0 or more no difference wraps. */
    bool wraps = size != 1 && !(node->step > 0 && node->init->op == SCOP_INT &&
                                node->init->ival >= 0);
    struct scop_expr *first =
        widened(f, type_convert(f, node->init, own), type, wraps ? size : 1);
    e = widened(f, type_convert(f, e, own), type, wraps ? size : 1);
    e = node->step > 0 ? expr_minus(f, e, first) : expr_minus(f, first, e);
    if (size != 1)
        e = expr_binary(f, SCOP_DIV, e, expr_int(f, size, e->type, e->loc));
    return type_convert(f, e, type);
}

/* Rows of tables of pointers ------------------------------------------------
 */

/* Is the lvalue a row that a table of pointers has, or one that such a row,
 * itself a table, has? */
static bool is_of_table(const struct lvalue *p)
{
    bool plain = p->count == 1 && p->offset == 0 && !p->field_pending;
    return plain &&
           (p->rows ? p->row_level < p->row_levels : p->base && !*p->path);
}

/* How many tables lead from one to another until the last one has rows of
 * elements; 0: none that is known. */
static int table_levels(const struct lvalue *p)
{
    int levels = 0;
    CXType type = clang_getCanonicalType(p->type);
    for (; type.kind == CXType_Pointer; levels++)
        type = clang_getCanonicalType(clang_getPointeeType(type));
    return type.kind == CXType_Void || clang_Type_getSizeOf(type) <= 0 ? 0
                                                                       : levels;
}

bool lvalue_is_row(const struct front *f, const struct lvalue *p)
{
    int levels = p->rows ? p->row_levels : table_levels(p);
    return is_of_table(p) && !p->root->refused && !p->root->declared_inside &&
           !p->root->inlined &&
           !(p->root->inside & (REF_WRITE | REF_ADDRESS)) && levels > 0 &&
           levels <= SCOP_ROWS_MAX && !(f->survey.written_types & 1u << 1);
}

/* How far rows of this level of the tables `base` lie apart: at the last one in
 * elements, before that in rows of the next one. */
static int row_pitch(struct front *f, const char *base, int levels, int level,
                     struct loc loc)
{
    struct buf text = {0};
    const char *name = arena_printf(f->arena, "%s_pitch", base);
    if (levels == 1) {
        buf_printf(&text, "hedra_row_pitch(%s, sizeof(%s[0][0]))", base, base);
    } else {
        buf_printf(&text, "hedra_table_pitch(%s, %d, %d, sizeof(%s[0]", base,
                   levels, level, base);
        for (int k = 0; k < levels; k++)
            buf_puts(&text, "[0]");
        buf_puts(&text, "))");
    }
    if (level < levels - 1)
        name = arena_printf(f->arena, "%s_rows%d", base, level);
    const char *copy = arena_strdup(f->arena, text.text);
    buf_free(&text);
    return front_param(f, name, copy, SCOP_I64, loc)->ref;
}

struct lvalue *lvalue_row(struct front *f, const struct lvalue *p,
                          struct loc loc)
{
    struct lvalue *q = arena_alloc(f->arena, sizeof *q);
    *q = (struct lvalue){
        .root = p->root,
        .indirect = true,
        .type = p->type,
        .level = -1,
        .field = clang_getNullCursor(),
        .rows = p->rows ? p->rows : p->base,
        .row_levels = p->rows ? p->row_levels : table_levels(p),
        .row_level = p->row_level + 1,
    };
    for (int k = 0; k < q->row_levels; k++)
        q->pitch[k] = p->rows ? p->pitch[k]
                              : row_pitch(f, q->rows, q->row_levels, k, loc);
    struct scop_expr *row = type_convert(f, p->dim[0].index, SCOP_I64);
    for (int k = p->row_level; k < q->row_levels; k++) {
        struct scop_expr *pitch =
            scop_expr_new(f->arena, SCOP_PARAM, SCOP_I64, 0, loc);
        pitch->ref = q->pitch[k];
        row = expr_binary(f, SCOP_MUL, row, pitch);
    }
    q->row = p->row ? expr_binary(f, SCOP_ADD, p->row, row) : row;
    bool last = q->row_level == q->row_levels;
    q->pending = last ? q->row : expr_int(f, 0, SCOP_I32, loc);
    if (last)
        q->text =
            arena_printf(f->arena, "(%.*s%s)", q->row_levels, "***", q->rows);
    return q;
}
