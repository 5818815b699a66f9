/*
 * The text form of a scop, written; its grammar stands above scop_print. It
 * also spells accesses and expressions for messages, as C would write them.
 */
#include "polyhedral/scop/scop.h"

#include <math.h>
#include <string.h>

/* Names -------------------------------------------------------------------- */

/* A loop is written by its name alone where nothing else has that name. */
static bool is_plain(const struct scop *scop, int loop)
{
    const char *name = scop->loop[loop].name;
    for (int k = 0; k < scop->loop_count; k++)
        if (k != loop && strcmp(scop->loop[k].name, name) == 0)
            return false;
    for (int k = 0; k < scop->param_count; k++)
        if (strcmp(scop->param[k].name, name) == 0)
            return false;
    return true;
}

static void put_loop(const struct scop *scop, int loop, struct buf *out)
{
    buf_puts(out, scop->loop[loop].name);
    if (!is_plain(scop, loop))
        buf_printf(out, ".%d", loop);
}

static void put_loc(struct loc loc, struct buf *out)
{
    if (loc.line == 0)
        return;
    buf_printf(out, " @%d:%d", loc.line, loc.column);
    if (loc.width > 1)
        buf_printf(out, "+%d", loc.width);
}

/* Expressions -------------------------------------------------------------- */

static void put_float(double value, enum scop_type type, struct buf *out)
{
    if (isnan(value) || isinf(value))
        buf_printf(out, "%s:%s",
                   isnan(value) ? "nan"
                   : value < 0  ? "-inf"
                                : "inf",
                   scop_type_name(type));
    else if (type == SCOP_F64)
        buf_printf(out, "%a", value);
    else
        buf_printf(out, "%a:%s", value, scop_type_name(type));
}

static void put_expr(const struct scop *scop, const struct scop_expr *e,
                     struct buf *out);

static void put_operands(const struct scop *scop, const struct scop_expr *e,
                         const char *head, struct buf *out)
{
    buf_printf(out, "(%s", head);
    for (int k = 0; k < e->count; k++) {
        buf_putc(out, ' ');
        put_expr(scop, e->arg[k], out);
    }
    buf_putc(out, ')');
}

static void put_access(const struct scop *scop, const struct scop_expr *e,
                       struct buf *out)
{
    buf_printf(out, "%s[", scop->array[e->ref].name);
    for (int k = 0; k < e->count; k++) {
        if (k)
            buf_putc(out, ' ');
        put_expr(scop, e->arg[k], out);
    }
    buf_putc(out, ']');
}

static void put_expr(const struct scop *scop, const struct scop_expr *e,
                     struct buf *out)
{
    switch (e->op) {
    case SCOP_INT:
        buf_printf(out, "%lld", (long long)e->ival);
        if (e->type != SCOP_I32)
            buf_printf(out, ":%s", scop_type_name(e->type));
        return;
    case SCOP_FLOAT:
        put_float(e->fval, e->type, out);
        return;
    case SCOP_ITER:
        put_loop(scop, e->ref, out);
        return;
    case SCOP_PARAM:
        buf_puts(out, scop->param[e->ref].name);
        return;
    case SCOP_ACCESS:
        put_access(scop, e, out);
        return;
    case SCOP_CAST:
        put_operands(scop, e, scop_type_name(e->type), out);
        return;
    case SCOP_BITS:
        buf_printf(out, "(bits %s ", scop_type_name(e->type));
        put_expr(scop, e->arg[0], out);
        buf_putc(out, ')');
        return;
    case SCOP_CALL:
        put_operands(scop, e, scop_func_name((enum scop_func)e->ref), out);
        return;
    default:
        put_operands(scop, e, scop_op_name(e->op), out);
    }
}

/* Accesses as in C --------------------------------------------------------- */

static void put_c(const struct scop *scop, const struct scop_expr *e,
                  int binding, struct buf *out);

/* `binding`: how tightly the operator around it binds, 0: not at all. */
static void put_c_binary(const struct scop *scop, const struct scop_expr *e,
                         int binding, struct buf *out)
{
    int own = e->op == SCOP_ADD || e->op == SCOP_SUB ? 1 : 3;
    if (own < binding)
        buf_putc(out, '(');
    put_c(scop, e->arg[0], own, out);
    buf_printf(out, " %s ", scop_op_name(e->op));
    put_c(scop, e->arg[1], own + 1, out);
    if (own < binding)
        buf_putc(out, ')');
}

static void put_c(const struct scop *scop, const struct scop_expr *e,
                  int binding, struct buf *out)
{
    if (e->as) {
        buf_puts(out, e->as);
        return;
    }
    switch (e->op) {
    case SCOP_INT:
        buf_printf(out, "%lld", (long long)e->ival);
        return;
    case SCOP_ITER:
        buf_puts(out, scop->loop[e->ref].name);
        return;
    case SCOP_PARAM:
        buf_puts(out, scop->param[e->ref].name);
        return;
    case SCOP_ACCESS:
        scop_print_access(scop, e, out);
        return;
    case SCOP_CAST:
        put_c(scop, e->arg[0], binding, out);
        return;
    case SCOP_ADD:
    case SCOP_SUB:
    case SCOP_MUL:
    case SCOP_DIV:
    case SCOP_REM:
        put_c_binary(scop, e, binding, out);
        return;
    default:
        buf_puts(out, "...");
    }
}

void scop_print_factor(const struct scop *scop, const struct scop_expr *e,
                       struct buf *out)
{
    put_c(scop, e, 4, out);
}

const char *scop_array_spelling(const struct scop_array *array)
{
    const char *base = array->base, *at = base;
    while (at && *at && (ascii_is_alnum(*at) || strchr("_.->", *at)))
        at++;
    bool member = at && !*at && strpbrk(base, ".>");
    return member ? base : array->name;
}

void scop_print_access(const struct scop *scop, const struct scop_expr *access,
                       struct buf *out)
{
    buf_puts(out, scop_array_spelling(&scop->array[access->ref]));
    for (int k = 0; k < access->count; k++) {
        buf_putc(out, '[');
        put_c(scop, access->arg[k], 0, out);
        buf_putc(out, ']');
    }
}

/* The tree ----------------------------------------------------------------- */

static void put_node(const struct scop *scop, const struct scop_node *node,
                     int indent, struct buf *out);

static void put_children(const struct scop *scop, const struct scop_node *node,
                         int indent, struct buf *out)
{
    for (int k = 0; k < node->count; k++)
        put_node(scop, node->child[k], indent + 2, out);
    buf_putc(out, ')');
}

static void put_stmt(const struct scop *scop, const struct scop_stmt *stmt,
                     int indent, struct buf *out)
{
    buf_puts(out, "(stmt");
    put_loc(stmt->loc, out);
    buf_printf(out, " %s ", stmt->name);
    if (stmt->body) {
        buf_puts(out, "(body");
        put_node(scop, stmt->body, indent + 2, out);
        buf_putc(out, ')');
    } else {
        put_expr(scop, stmt->lhs, out);
        buf_putc(out, ' ');
        put_expr(scop, stmt->rhs, out);
    }
    for (int k = 0; k < stmt->guard_count; k++) {
        buf_puts(out, k ? " " : " (guard ");
        put_expr(scop, stmt->guard[k], out);
    }
    buf_puts(out, stmt->guard_count ? "))" : ")");
}

static void put_head(const struct scop_node *node, const char *word,
                     struct buf *out)
{
    buf_printf(out, "(%s", word);
    put_loc(node->loc, out);
}

/* What stands in bodies only. */
static void put_body_node(const struct scop *scop, const struct scop_node *node,
                          int indent, struct buf *out)
{
    switch (node->kind) {
    case SCOP_SET:
        put_head(node, "set", out);
        buf_putc(out, ' ');
        put_expr(scop, node->lhs, out);
        buf_putc(out, ' ');
        put_expr(scop, node->rhs, out);
        buf_putc(out, ')');
        return;
    case SCOP_LOOP:
        put_head(node, node->last ? "do" : "loop", out);
        buf_putc(out, ' ');
        put_expr(scop, node->test, out);
        put_children(scop, node, indent, out);
        return;
    default:
        put_head(node, node->kind == SCOP_BREAK ? "break" : "continue", out);
        buf_putc(out, ')');
    }
}

static void put_node(const struct scop *scop, const struct scop_node *node,
                     int indent, struct buf *out)
{
    buf_printf(out, "\n%*s", indent, "");
    switch (node->kind) {
    case SCOP_SEQ:
        buf_puts(out, "(seq");
        put_loc(node->loc, out);
        put_children(scop, node, indent, out);
        return;
    case SCOP_FOR:
        buf_puts(out, "(for");
        put_loc(node->loc, out);
        buf_putc(out, ' ');
        put_loop(scop, node->loop, out);
        buf_putc(out, ' ');
        put_expr(scop, node->init, out);
        buf_putc(out, ' ');
        put_expr(scop, node->cond, out);
        buf_printf(out, " %lld", (long long)node->step);
        put_children(scop, node, indent, out);
        return;
    case SCOP_IF:
        buf_puts(out, "(if");
        put_loc(node->loc, out);
        buf_putc(out, ' ');
        put_expr(scop, node->test, out);
        put_children(scop, node, indent, out);
        return;
    case SCOP_STMT:
        put_stmt(scop, &scop->stmt[node->stmt], indent, out);
        return;
    case SCOP_REPEAT:
        buf_puts(out, "(repeat");
        put_loc(node->loc, out);
        put_children(scop, node, indent, out);
        return;
    case SCOP_UNTIL:
        buf_puts(out, "(until");
        put_loc(node->loc, out);
        buf_putc(out, ' ');
        put_expr(scop, node->test, out);
        buf_putc(out, ')');
        return;
    default:
        put_body_node(scop, node, indent, out);
    }
}

/* The head ----------------------------------------------------------------- */

static void put_array(const struct scop *scop, int number, struct buf *out)
{
    const struct scop_array *a = &scop->array[number];
    buf_puts(out, "\n  (array");
    put_loc(a->loc, out);
    buf_printf(out, " %s %s (", a->name, scop_type_name(a->type));
    for (int k = 0; k < a->rank; k++) {
        if (k)
            buf_putc(out, ' ');
        if (a->extent[k])
            put_expr(scop, a->extent[k], out);
        else
            buf_putc(out, '_');
    }
    buf_puts(out, ") ");
    if (a->scope == SCOP_OUTSIDE) {
        buf_quoted(out, a->base);
    } else if (a->scope == SCOP_REGION || a->scope == SCOP_POINT) {
        buf_puts(out, a->scope == SCOP_REGION ? "region" : "point");
    } else {
        buf_puts(out, "(in ");
        put_loop(scop, a->scope, out);
        buf_putc(out, ')');
    }
    if (a->unit != 1 || a->offset != 0)
        buf_printf(out, " (unit %lld %lld)", (long long)a->unit,
                   (long long)a->offset);
    if (a->view_of != number)
        buf_printf(out, " (view %s)", scop->array[a->view_of].name);
    if (a->each) {
        buf_puts(out, " (each ");
        buf_quoted(out, a->each);
        buf_putc(out, ')');
    }
    if (a->moves) {
        buf_puts(out, " (moves ");
        buf_quoted(out, a->moves);
        buf_putc(out, ')');
    }
    if (a->layout) {
        buf_puts(out, " (layout ");
        buf_quoted(out, a->layout->text);
        buf_putc(out, ')');
    }
    if (a->is_order)
        buf_printf(out, " (order %s)", scop->array[a->order].name);
    if (a->rows) {
        buf_puts(out, " (rows ");
        buf_quoted(out, a->rows);
        for (int k = 0; k < a->row_levels; k++)
            buf_printf(out, " %s", scop->param[a->pitch[k]].name);
        buf_putc(out, ')');
    }
    buf_printf(out, "%s%s%s%s%s%s%s%s)", a->pointer ? " pointer" : "",
               a->restricted ? " restrict" : "", a->exposed ? " exposed" : "",
               a->read_only ? " readonly" : "",
               a->injective ? " injective" : "", a->cursor ? " cursor" : "",
               a->live_in ? " in" : "", a->live_out ? " out" : "");
}

static void put_clauses(const struct scop *scop, struct buf *out)
{
    static const char *const device[] = {
        [SCOP_DEVICE_GPU] = "gpu",
        [SCOP_DEVICE_HOST] = "host",
    };
    for (int k = 0; k < scop->assume_count; k++) {
        buf_puts(out, "\n  (assume ");
        put_expr(scop, scop->assume[k], out);
        buf_putc(out, ')');
    }
    for (int k = 0; k < scop->rely_count; k++) {
        buf_puts(out, "\n  (rely ");
        put_expr(scop, scop->rely[k], out);
        buf_putc(out, ')');
    }
    for (int k = 0; k < scop->tile_count; k++)
        buf_printf(out, "%s %lld", k ? "" : "\n  (tile",
                   (long long)scop->tile[k]);
    if (scop->tile_count)
        buf_putc(out, ')');
    if (scop->device != SCOP_DEVICE_ANY)
        buf_printf(out, "\n  (device %s)", device[scop->device]);
    if (scop->plan != SCOP_PLAN_AUTO)
        buf_printf(out, "\n  (plan %s)",
                   scop->plan == SCOP_PLAN_GUARD ? "guard" : "compact");
    if (scop->reassociate)
        buf_puts(out, "\n  (reassociate)");
    if (scop->whole)
        buf_puts(out, "\n  (whole)");
}

/*
 * The text form. Comments run from ';' to the end of the line.
 *
 * scop  = (scop "FILE" "FUNCTION" [at] head... (body [at] node...))
 * head  = (bytes BEGIN END INSERT)
 *       | (param NAME type "C TEXT" [exposed] [clause])
 *       | (loop [at] NAME type [live] [independent] [each "C text"])
 *                                                       numbered from 0
 *       | (array [at] NAME type (extent...) place option...)
 *       | (assume expr) | (rely expr) | (tile N...) | (device gpu|host)
 *       | (reassociate) | (whole)
 *       | (plan guard|compact)
 * extent = expr | _                           _: the extent of a pointer
 * place = "C ADDRESS" | region | (in ITER) | point
 * option = (unit UNIT OFFSET) | (view ARRAY) | (each "C TEXT")
 *       | (rows "C TEXT" PARAM...) | (layout "TEXT") | (order ARRAY)
 *       | pointer | restrict | exposed | readonly | injective | cursor
 *       | in | out
 * node  = (seq [at] node...)
 *       | (for [at] ITER init cond STEP body)
 *       | (if [at] test then [else])
 *       | (stmt [at] NAME lhs rhs [(guard expr...)])
 *       | (repeat [at] node)          until an `until` in it holds
 *       | (until [at] test)
 *       | (stmt [at] NAME (body part) [(guard expr...)])
 * part  = (seq [at] part...)
 *       | (set [at] lhs rhs)
 *       | (if [at] test then [else])
 *       | (loop [at] test body [step]) | (do [at] test body [step])
 *       | (break [at]) | (continue [at])
 * expr  = NUMBER | NUMBER:type | ITER | PARAM | ARRAY[expr...]
 *       | (operator expr...) | (type expr) | (bits type expr)
 *       | (function expr...)
 * at    = @LINE:COLUMN | @LINE:COLUMN+WIDTH
 *
 * All is declared before it is used. An ITER is the name of a loop's iterator,
 * with .N for loop N where another loop or a parameter has the same name. A
 * number without a type is an i32, or an f64 if it is not an integer; floats
 * are printed in hexadecimal, so that they are exact. (type expr) is a
 * conversion. The types of all else follow from their operands. Operators and
 * functions are spelled as in scop.h. Expressions carry no places: when read,
 * they get those of the node that they are part of.
 */
void scop_print(const struct scop *scop, struct buf *out)
{
    buf_puts(out, "(scop ");
    buf_quoted(out, scop->file ? scop->file : "");
    buf_putc(out, ' ');
    buf_quoted(out, scop->function ? scop->function : "");
    put_loc(scop->loc, out);
    if (scop->begin || scop->end || scop->insert)
        buf_printf(out, "\n  (bytes %zu %zu %zu)", scop->begin, scop->end,
                   scop->insert);
    for (int k = 0; k < scop->param_count; k++) {
        buf_printf(out, "\n  (param %s %s ", scop->param[k].name,
                   scop_type_name(scop->param[k].type));
        buf_quoted(out, scop->param[k].text);
        buf_printf(out, "%s%s)", scop->param[k].exposed ? " exposed" : "",
                   scop->param[k].clause ? " clause" : "");
    }
    for (int k = 0; k < scop->loop_count; k++) {
        const struct scop_loop *loop = &scop->loop[k];
        buf_puts(out, "\n  (loop");
        put_loc(loop->loc, out);
        buf_printf(out, " %s %s%s%s", loop->name, scop_type_name(loop->type),
                   loop->live_out ? " live" : "",
                   loop->independent ? " independent" : "");
        if (loop->each) {
            buf_puts(out, " each ");
            buf_quoted(out, loop->each);
        }
        buf_putc(out, ')');
    }
    for (int k = 0; k < scop->array_count; k++)
        put_array(scop, k, out);
    put_clauses(scop, out);
    buf_puts(out, "\n  (body");
    put_loc(scop->root->loc, out);
    put_children(scop, scop->root, 2, out);
    buf_puts(out, ")\n");
}
