/*
 * The values of iterators after a region that ran elsewhere: the loops that
 * lead to them are repeated with empty bodies, which any C compiler reduces to
 * arithmetic. Where loops exchange pointers the bodies do that.
 */
#include "compiler/output/launch_stub.h"

#include <inttypes.h>

struct iterator_writer {
    struct buf *out;
    const struct scop *scop;
    const char *tag; /* of names (names.h) */
    bool failed;
};

static void put_int(struct buf *out, enum scop_type type, int64_t value)
{
    switch (type) {
    case SCOP_U32:
        buf_printf(out, "%" PRIu32 "u", (uint32_t)value);
        return;
    case SCOP_U64:
        buf_printf(out, "%" PRIu64 "ull", (uint64_t)value);
        return;
    case SCOP_I64:
        if (value == INT64_MIN)
            buf_printf(out, "(-%" PRId64 "ll - 1)", INT64_MAX);
        else
            buf_printf(out, "%" PRId64 "ll", value);
        return;
    default:
        if (value == INT32_MIN)
            buf_printf(out, "(-%d - 1)", INT32_MAX);
        else
            buf_printf(out, "%" PRId64, value);
    }
}

/* The iterator of a loop: the user's variable if it lives on, else one that
 * only the repeated loops have. */
static void put_iterator(struct iterator_writer *w, int loop)
{
    struct buf *out = w->out;
    const struct scop_loop *l = &w->scop->loop[loop];
    if (l->live_out)
        buf_puts(out, l->text ? l->text : l->name);
    else
        buf_printf(out, "hedra%s_i%d", w->tag, loop);
}

static void put_expr(struct iterator_writer *w, const struct scop_expr *e);

/* An expression as an operand: in parentheses unless it is one word. */
static void put_operand(struct iterator_writer *w, const struct scop_expr *e)
{
    bool word = e->op == SCOP_ITER || (e->op == SCOP_INT && e->ival >= 0);
    buf_puts(w->out, word ? "" : "(");
    put_expr(w, e);
    buf_puts(w->out, word ? "" : ")");
}

static void put_operator(struct iterator_writer *w, const struct scop_expr *e)
{
    static const struct {
        int operands;
        const char *spelling;
    } ops[SCOP_OP_COUNT] = {
#define SCOP(name, count, spelling) {count, spelling},
        SCOP_OPS(SCOP)
#undef SCOP
    };
    if (ops[e->op].operands == 2) {
        put_operand(w, e->arg[0]);
        buf_putc(w->out, ' ');
    }
    buf_puts(w->out, ops[e->op].spelling);
    if (ops[e->op].operands == 2)
        buf_putc(w->out, ' ');
    put_operand(w, e->arg[ops[e->op].operands - 1]);
}

/* An integer expression of iterators and parameters. */
static void put_expr(struct iterator_writer *w, const struct scop_expr *e)
{
    struct buf *out = w->out;
    switch (e->op) {
    case SCOP_INT:
        put_int(out, e->type, e->ival);
        break;
    case SCOP_ITER:
        put_iterator(w, e->ref);
        break;
    case SCOP_PARAM:
        if (w->scop->param[e->ref].distance)
            buf_printf(out, "hedra%s_q%d", w->tag, e->ref);
        else
            buf_printf(out, "(%s)(%s)", scop_type_c_name(e->type),
                       w->scop->param[e->ref].text);
        break;
    case SCOP_CAST:
        w->failed |= scop_type_is_float(e->type);
        buf_printf(out, "(%s)", scop_type_c_name(e->type));
        put_operand(w, e->arg[0]);
        break;
    case SCOP_NEG:
        buf_putc(out, '-');
        put_operand(w, e->arg[0]);
        break;
    case SCOP_COND:
        put_operand(w, e->arg[0]);
        buf_puts(out, " ? ");
        put_operand(w, e->arg[1]);
        buf_puts(out, " : ");
        put_operand(w, e->arg[2]);
        break;
    case SCOP_FLOAT:
    case SCOP_ACCESS:
    case SCOP_BITS:
    case SCOP_CALL:
        w->failed = true;
        break;
    default:
        put_operator(w, e);
    }
}

static bool must_repeat(const struct scop *scop, const struct scop_node *node)
{
    if (node->kind == SCOP_FOR &&
        (scop->loop[node->loop].live_out || scop->loop[node->loop].each))
        return true;
    for (int i = 0; i < node->count; i++)
        if (must_repeat(scop, node->child[i]))
            return true;
    return false;
}

static void put_node(struct iterator_writer *w, const struct scop_node *node,
                     int indent);

static void put_children(struct iterator_writer *w,
                         const struct scop_node *node, int indent)
{
    for (int i = 0; i < node->count; i++)
        if (must_repeat(w->scop, node->child[i]))
            put_node(w, node->child[i], indent);
}

static void put_loop(struct iterator_writer *w, const struct scop_node *node,
                     int indent)
{
    const struct scop_loop *loop = &w->scop->loop[node->loop];
    struct buf *out = w->out;
    buf_printf(out, "%*sfor (", indent, "");
    if (!loop->live_out)
        buf_printf(out, "%s ", scop_type_c_name(loop->type));
    put_iterator(w, node->loop);
    buf_puts(out, " = ");
    put_expr(w, node->init);
    buf_puts(out, "; ");
    put_expr(w, node->cond);
    buf_puts(out, "; ");
    put_iterator(w, node->loop);
    buf_printf(out, " += %" PRId64 ") {\n", node->step);
    put_children(w, node, indent + 4);
    if (loop->each)
        buf_printf(out, "%*s%s;\n", indent + 4, "", loop->each);
    buf_printf(out, "%*s}\n", indent, "");
}

static void put_if(struct iterator_writer *w, const struct scop_node *node,
                   int indent)
{
    struct buf *out = w->out;
    buf_printf(out, "%*sif (", indent, "");
    put_expr(w, node->test);
    buf_puts(out, ") {\n");
    for (int i = 0; i < node->count; i++) {
        if (i > 0)
            buf_printf(out, "%*s} else {\n", indent, "");
        if (must_repeat(w->scop, node->child[i]))
            put_node(w, node->child[i], indent + 4);
    }
    buf_printf(out, "%*s}\n", indent, "");
}

static void put_node(struct iterator_writer *w, const struct scop_node *node,
                     int indent)
{
    switch (node->kind) {
    case SCOP_SEQ:
        put_children(w, node, indent);
        break;
    case SCOP_FOR:
        put_loop(w, node, indent);
        break;
    case SCOP_IF:
        put_if(w, node, indent);
        break;
    default:
        break;
    }
}

bool stub_put_iterators(struct buf *out, const struct scop *scop,
                        const char *tag)
{
    struct iterator_writer w = {out, scop, tag, false};
    bool repeats = must_repeat(scop, scop->root);
    for (int k = 0; k < scop->param_count && repeats; k++)
        if (scop->param[k].distance)
            buf_printf(out, "    const %s hedra%s_q%d = %s;\n",
                       scop_type_c_name(scop->param[k].type), tag, k,
                       scop->param[k].text);
    if (repeats)
        put_node(&w, scop->root, 4);
    for (int k = 0; k < scop->array_count; k++) {
        const struct scop_array *a = &scop->array[k];
        if (a->each)
            buf_printf(out, "    for (; %s > 0; %s--) {\n        %s;\n    }\n",
                       a->base, a->base, a->each);
        if (a->moves)
            buf_printf(out, "    %s += %s;\n", a->moves, a->base);
    }
    return !w.failed;
}

void stub_put_counters(struct buf *out, const struct scop *scop)
{
    for (int k = 0; k < scop->array_count; k++)
        if (scop->array[k].each || scop->array[k].moves)
            buf_printf(out, "%s %s = 0; ",
                       scop_type_c_name(scop->array[k].type),
                       scop->array[k].base);
}
