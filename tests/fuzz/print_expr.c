/*
 * Expressions as C text, with their repairs.
 */
#include "tests/fuzz/print.h"

#include <math.h>

static const char *spelled(enum type t)
{
    return type_table[t].spelling[0];
}

static void print_constant(const struct expr *e, struct buf *out)
{
    static const char *const suffix[TYPE_COUNT] = {
        [TYPE_I32] = "", [TYPE_U32] = "u", [TYPE_I64] = "L", [TYPE_U64] = "ul"};
    struct value v = e->constant;
    if (type_table[e->type].is_float) {
        bool whole = v.d == floor(v.d);
        buf_printf(out, whole ? "(%.1f%s)" : "(%.17g%s)", v.d,
                   e->type == TYPE_F32 ? "f" : "");
        return;
    }
    if (e->type < TYPE_I32)
        buf_printf(out, "((%s)%lld)", spelled(e->type), (long long)v.i);
    else
        buf_printf(out, v.i < 0 ? "(%lld%s)" : "%lld%s", (long long)v.i,
                   suffix[e->type]);
}

/* A subscript: the expression and the constant added to it. */
static void print_subscript(const struct kernel *k, const struct expr *e, int d,
                            struct buf *out)
{
    const struct expr *sub = e->arg[d];
    long long offset = (long long)e->offset[d];
    if (sub->op == OP_CONST) {
        buf_printf(out, "%lld", (long long)sub->constant.i + offset);
        return;
    }
    print_expr(k, sub, out);
    if (offset)
        buf_printf(out, " %c %lld", offset < 0 ? '-' : '+',
                   offset < 0 ? -offset : offset);
}

void print_extent(const struct kernel *k, const struct extent *x,
                  struct buf *out)
{
    if (x->param < 0) {
        buf_printf(out, "%lld", (long long)x->value);
        return;
    }
    buf_puts(out, k->param[x->param].name);
    if (x->add)
        buf_printf(out, " %c %lld", x->add < 0 ? '-' : '+',
                   (long long)(x->add < 0 ? -x->add : x->add));
}

/* p[(i) * (m) + j], nested for each further dimension. */
static void print_linear(const struct kernel *k, const struct expr *e,
                         struct buf *out)
{
    const struct array *a = &k->array[e->ref];
    buf_printf(out, "%s[", a->name);
    for (int d = 1; d < a->rank; d++)
        buf_putc(out, '(');
    print_subscript(k, e, 0, out);
    for (int d = 1; d < a->rank; d++) {
        buf_puts(out, ") * (");
        print_extent(k, &a->extent[d], out);
        buf_puts(out, ") + ");
        print_subscript(k, e, d, out);
    }
    buf_putc(out, ']');
}

static void print_access(const struct kernel *k, const struct expr *e,
                         struct buf *out)
{
    const struct array *a = &k->array[e->ref];
    if (e->bump) {
        struct expr bare = *e;
        bare.bump = NULL;
        buf_puts(out, e->bump[0] == '%' ? "" : e->bump);
        print_access(k, &bare, out);
        buf_puts(out, e->bump[0] == '%' ? e->bump + 1 : "");
    } else if (a->form == FORM_LINEAR) {
        print_linear(k, e, out);
    } else if (a->form == FORM_FIELD) {
        buf_puts(out, "r[");
        print_subscript(k, e, 0, out);
        buf_printf(out, "].%s", a->name);
    } else if (a->form == FORM_DEREF) {
        buf_printf(out, "(*%s)", a->name);
    } else {
        buf_puts(out, a->name);
        for (int d = 0; d < a->rank; d++) {
            buf_putc(out, '[');
            print_subscript(k, e, d, out);
            buf_putc(out, ']');
        }
    }
}

static void print_binary(const struct kernel *k, const struct expr *e,
                         struct buf *out)
{
    const struct expr *a = e->arg[0], *b = e->arg[1];
    const char *op = op_spelling(e->op);
    const char *unsigned_type =
        spelled(e->type == TYPE_I64 ? TYPE_U64 : TYPE_U32);
    if (e->wrap) {
        buf_printf(out, "(%s)((%s)", spelled(e->type), unsigned_type);
        print_expr(k, a, out);
        buf_printf(out, op_kind(e->op) == KIND_SHIFT ? " %s " : " %s (%s)", op,
                   unsigned_type);
        print_expr(k, b, out);
        buf_putc(out, ')');
        return;
    }
    buf_putc(out, '(');
    print_expr(k, a, out);
    buf_printf(out, " %s ", op);
    if (e->safe && type_table[e->type].is_float)
        buf_puts(out, e->type == TYPE_F32 ? "(fabsf(" : "(fabs(");
    else if (e->safe)
        buf_puts(out, "((");
    print_expr(k, b, out);
    if (e->safe && type_table[e->type].is_float)
        buf_puts(out, e->type == TYPE_F32 ? ") + 1.0f)" : ") + 1.0)");
    else if (e->safe)
        buf_puts(out, " & 15) + 1)");
    buf_putc(out, ')');
}

static void print_unary(const struct kernel *k, const struct expr *e,
                        struct buf *out)
{
    if (e->wrap) {
        buf_printf(out, "(%s)(0u - (%s)", spelled(e->type),
                   spelled(e->type == TYPE_I64 ? TYPE_U64 : TYPE_U32));
        print_expr(k, e->arg[0], out);
        buf_putc(out, ')');
        return;
    }
    buf_puts(out, e->op == OP_NEG ? "(-" : e->op == OP_NOT ? "(!" : "(~");
    print_expr(k, e->arg[0], out);
    buf_putc(out, ')');
}

static void print_call(const struct kernel *k, const struct expr *e,
                       struct buf *out)
{
    const struct func_row *row = &func_table[e->ref];
    buf_printf(out, "%s(", row->spelling);
    for (int i = 0; i < e->count; i++) {
        buf_puts(out, i ? ", " : "");
        bool first = e->safe && i == 0;
        if (first && e->ref != FUNC_ABS)
            buf_puts(out, row->type == TYPE_F32 ? "fabsf(" : "fabs(");
        else if (first)
            buf_puts(out, "(int)");
        print_expr(k, e->arg[i], out);
        if (first && e->ref != FUNC_ABS)
            buf_puts(out, row->type == TYPE_F32 ? ") + 0.5f" : ") + 0.5");
        else if (first)
            buf_puts(out, " / 2");
    }
    buf_putc(out, ')');
}

static void print_any(const struct kernel *k, const struct expr *e,
                      struct buf *out)
{
    switch (e->op) {
    case OP_CONST:
        print_constant(e, out);
        break;
    case OP_PARAM:
        buf_puts(out, k->param[e->ref].name);
        break;
    case OP_ITER:
        buf_puts(out, k->iter[e->ref].name);
        break;
    case OP_FORMAL:
        buf_printf(out, "x%d", e->ref);
        break;
    case OP_ACCESS:
        print_access(k, e, out);
        break;
    case OP_NEG:
    case OP_BITNOT:
    case OP_NOT:
        print_unary(k, e, out);
        break;
    case OP_COND:
        buf_putc(out, '(');
        print_expr(k, e->arg[0], out);
        buf_puts(out, " ? ");
        print_expr(k, e->arg[1], out);
        buf_puts(out, " : ");
        print_expr(k, e->arg[2], out);
        buf_putc(out, ')');
        break;
    case OP_CAST:
        buf_printf(out, "((%s)", spelled(e->type));
        print_expr(k, e->arg[0], out);
        buf_putc(out, ')');
        break;
    case OP_CALL:
        print_call(k, e, out);
        break;
    case OP_HELPER:
        buf_printf(out, "%s(", k->helper[e->ref].name);
        for (int i = 0; i < e->count; i++) {
            buf_puts(out, i ? ", " : "");
            print_expr(k, e->arg[i], out);
        }
        buf_putc(out, ')');
        break;
    default:
        print_binary(k, e, out);
        break;
    }
}

void print_expr(const struct kernel *k, const struct expr *e, struct buf *out)
{
    const char *f = e->type == TYPE_F32 ? "f" : "";
    if (e->clamp)
        buf_printf(out, "fmin%s(fmax%s(", f, f);
    print_any(k, e, out);
    if (e->clamp)
        buf_printf(out, ", %.1f%s), %.1f%s)", e->lo, f, e->hi, f);
}
