/*
 * Declarations, statements and modules of the C family. What a statement says
 * in a dialect is a member of struct c_dialect.
 */
#include "backends/c/guard.h"
#include "backends/c/vector_call.h"
#include "backends/c/vector_width.h"

#include <inttypes.h>
#include <string.h>

static void print_block(struct c_printer *c, const struct kir_block *block);

/* Declarations ------------------------------------------------------------- */

/* A comma, if something stands before, and a new line if this one is long. */
static void next_parameter(struct c_printer *c, int *count)
{
    enum { LONG = 60 };
    size_t column = 0;

    while (column < c->out.length &&
           c->out.text[c->out.length - 1 - column] != '\n')
        column++;
    if ((*count)++)
        buf_puts(&c->out, column > LONG ? ",\n    " : ", ");
}

void c_print_parameters(struct c_printer *c, int count, const char *read,
                        const char *write, const char *alone)
{
    const struct kir_func *f = c->f;

    for (int i = 0; i < f->buffer_count; i++) {
        const struct kir_buffer *b = &f->buffer[i];

        if (b->space != KIR_GLOBAL)
            continue;
        next_parameter(c, &count);
        buf_printf(&c->out, "%s%s *%shd_%s",
                   c_is_read_only(c, i) ? read : write, c_type_name(c, b->type),
                   b->no_alias ? alone : "", b->name);
        if (c->dialect->has_first)
            buf_printf(&c->out, ", %s hdlo_%s", c_type_name(c, KIR_I64),
                       b->name);
    }
    for (int i = 0; i < f->param_count; i++) {
        next_parameter(c, &count);
        buf_printf(&c->out, "%s hd_%s", c_type_name(c, f->param[i].type),
                   f->param[i].name);
    }
}

static void print_data(struct c_printer *c, const struct kir_buffer *b)
{
    enum kir_type type = kir_loaded_type(b->type);

    buf_puts(&c->out, " = {");
    for (int64_t i = 0; i < b->count; i++) {
        buf_puts(&c->out, i % 8 == 0 ? "\n" : " ");
        if (i % 8 == 0)
            c_print_line(c, "    ");
        c_print_literal(c, type, kir_read_element(b->type, b->data, i));
        buf_putc(&c->out, ',');
    }
    buf_putc(&c->out, '\n');
    c_print_line(c, "}");
}

static void print_buffer(struct c_printer *c, const struct kir_buffer *b)
{
    const char *qualifier = c->dialect->space[b->space];

    if (b->space == KIR_LOCAL && b->no_alias && c->dialect->panel) {
        c_print_line(c, "%s(%s, hd_%s, %" PRId64 ")\n", c->dialect->panel,
                     c_type_name(c, b->type), b->name, b->count);
        return;
    }
    if (b->space == KIR_CONSTANT && c->dialect->large_constant &&
        kir_constants_are_large(c->module))
        qualifier = c->dialect->large_constant;
    if (b->space == KIR_LOCAL && c->parts && c->dialect->aligned)
        qualifier = c->dialect->aligned;
    c_print_line(c, "%s%s hd_%s[%" PRId64 "]", qualifier,
                 c_type_name(c, b->type), b->name, b->count);
    if (b->space == KIR_CONSTANT)
        print_data(c, b);
    buf_puts(&c->out, ";\n");
}

/* What nothing reads is mentioned once, so that compilers do not warn. */
static void print_declarations(struct c_printer *c)
{
    const struct kir_func *f = c->f;

    for (int i = 0; i < f->buffer_count; i++) {
        if (f->buffer[i].space != KIR_GLOBAL)
            print_buffer(c, &f->buffer[i]);
        if (!c->uses_buffer[i])
            c_print_line(c, "(void)hd_%s;\n", f->buffer[i].name);
    }
    for (int i = 0; i < f->param_count; i++)
        if (!c->uses_param[i])
            c_print_line(c, "(void)hd_%s;\n", f->param[i].name);
    for (int i = 0; i < f->variable_count; i++) {
        c_print_line(c, "%s hd_%s = 0;\n", c_type_name(c, f->variable[i].type),
                     f->variable[i].name);
        if (!c->is_read[i])
            c_print_line(c, "(void)hd_%s;\n", f->variable[i].name);
    }
}

/* Statements --------------------------------------------------------------- */

/* A comment in the user's words must not end before it is over. */
static void print_comment(struct c_printer *c, const char *text)
{
    c_print_line(c, "/* ");
    for (; *text; text++) {
        if (*text == '\n' || *text == '\r')
            buf_putc(&c->out, ' ');
        else
            buf_putc(&c->out, *text);
        if ((*text == '*' && text[1] == '/') ||
            (*text == '/' && text[1] == '*'))
            buf_putc(&c->out, ' ');
    }
    buf_puts(&c->out, " */\n");
}

/* The value comes as the array's element, and becomes a value's type then. */
static void print_fetch(struct c_printer *c, int value)
{
    const struct kir_value *v = &c->f->value[value];

    c_print_line(c, "%s hdk_element%d;\n\n", c_type_name(c, v->narrow), value);
    c_print_line(c, "if (hedra_fetch(hdk_run, %d, ", v->buffer);
    c_print_value(c, v->arg[0], PREC_ANY);
    buf_printf(&c->out, ", &hdk_element%d))\n", value);
    c_print_line(c, "    return 1;\n");
    c_print_line(c, "const %s hd%d = hdk_element%d;\n", c_type_name(c, v->type),
                 value, value);
}

static void print_let(struct c_printer *c, int value)
{
    if (c->state[value] != C_NAMED)
        return;
    bool fetched = c->f->value[value].op == KIR_FETCH;
    if (fetched && !c->dialect->fetch) {
        print_fetch(c, value);
        return;
    }
    c_print_line(c, "const %s hd%d = ", c_type_name(c, c->f->value[value].type),
                 value);
    if (fetched)
        c->dialect->fetch(c, value);
    else
        c_print_operation(c, value);
    buf_puts(&c->out, ";\n");
}

static void print_store(struct c_printer *c, const struct kir_stmt *s)
{
    const struct kir_buffer *b = &c->f->buffer[s->buffer];

    c_print_line(c, "%s", "");
    c_print_access(c, s->buffer, s->index, s->origin, true);
    buf_puts(&c->out, " = ");
    if (kir_loaded_type(b->type) != b->type)
        buf_printf(&c->out, "(%s)", c_type_name(c, b->type));
    c_print_value(c, s->value,
                  kir_loaded_type(b->type) != b->type ? PREC_UNARY : PREC_ANY);
    buf_puts(&c->out, ";\n");
}

static void print_body(struct c_printer *c, const struct kir_block *block)
{
    c->depth++;
    print_block(c, block);
    c->depth--;
}

/* How often the value, a product within conversions, takes what the statement
 * overwrites, 2 standing for more. */
static int own_factors(const struct kir_func *f, const struct kir_stmt *s,
                       int value)
{
    const struct kir_value *v = &f->value[value];

    if (v->op == KIR_CAST)
        return own_factors(f, s, v->arg[0]);
    if (v->op == KIR_MUL) {
        int a = own_factors(f, s, v->arg[0]);
        int b =
            v->arg[0] == v->arg[1] || a > 1 ? a : own_factors(f, s, v->arg[1]);
        return a + b > 2 ? 2 : a + b;
    }
    return (v->op == KIR_LOAD && s->kind == KIR_STORE &&
            v->buffer == s->buffer) ||
           (v->op == KIR_GET && s->kind == KIR_SET && v->imm.i == s->variable);
}

static bool raises_integer(const struct kir_func *f,
                           const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if ((s->kind == KIR_STORE || s->kind == KIR_SET) &&
            !kir_is_float(f->value[s->value].type) &&
            own_factors(f, s, s->value) > 1)
            return true;
    return false;
}

/* Are there launches of kernels in a doacross pipeline? */
static bool has_doacross(const struct c_printer *c,
                         const struct kir_block *block)
{
    if (c->dialect->launch)
        return false;
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if ((s->kind == KIR_LAUNCH && c->module->func[s->kernel]->doacross) ||
            has_doacross(c, &s->body[0]) || has_doacross(c, &s->body[1]))
            return true;
    return false;
}

/* Ends the doacross loop behind the loop whose iterations are its chunks. */
static void end_doacross(struct c_printer *c)
{
    c->doacross = false;
    c_print_line(c, "if (hedra_end_doacross(hdk_run))\n");
    c_print_line(c, "    return 1;\n");
}

/* Whether a loop's iterations are known to be the elements of a vector of 64
 * bytes, of f64 or of f32. */
static bool is_vector(const struct c_printer *c, const struct kir_stmt *s)
{
    const struct kir_func *f = c->f;
    int64_t count;

    if (c->whole && c->whole->lanes == s)
        return c->whole->count == 8 || c->whole->count == 16;
    if (!kir_is_const(f, s->lo) || !kir_is_const(f, s->hi) ||
        !kir_is_const(f, s->step))
        return false;
    count = f->value[s->hi].imm.i - f->value[s->lo].imm.i;
    return f->value[s->step].imm.i == 1 && (count == 8 || count == 16);
}

/* "; i < hi; i++) {" */
static void print_header(struct c_printer *c, const struct kir_stmt *s)
{
    const char *name = c_value_name(c, s->iter);
    buf_printf(&c->out, "; %s < ", name);
    if (c->whole && c->whole->lanes == s)
        buf_printf(&c->out, "%" PRId64, c->whole->count);
    else
        c_print_value(c, s->hi, PREC_SUM);
    buf_printf(&c->out, "; %s", name);
    if (kir_is_const(c->f, s->step) && c->f->value[s->step].imm.i == 1) {
        buf_puts(&c->out, "++");
    } else {
        buf_puts(&c->out, " += ");
        c_print_value(c, s->step, PREC_ANY);
    }
    buf_puts(&c->out, ") {\n");
}

/* The first step that is not whole ends the loop over whole ones. */
static void print_break(struct c_printer *c, const struct kir_stmt *s)
{
    if (!c->whole || c->whole->lanes != s)
        return;
    c_print_line(c, "if (");
    c_print_value(c, c->whole->last, PREC_SUM);
    buf_puts(&c->out, " < ");
    c_print_value(c, c->whole->most, PREC_SUM);
    buf_puts(&c->out, ")\n");
    c_print_line(c, "    break;\n");
}

static bool sets_something(const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if (s->kind == KIR_SET || s->kind == KIR_ATOMIC ||
            sets_something(&s->body[0]) || sets_something(&s->body[1]))
            return true;
    return false;
}

/* Is the compiler told that iterations do not meet? In the form for one thread
 * atomic operations are plain ones, and iterations meet in their elements. */
static bool may_say_simd(const struct c_printer *c, const struct kir_stmt *s)
{
    return s->flags & KIR_FOR_SIMD &&
           !(c->dialect->simd_sets_nothing && sets_something(&s->body[0])) &&
           !(c->dialect->atomic_form && kir_block_has_atomics(&s->body[0]));
}

static void print_loop(struct c_printer *c, const struct kir_stmt *s)
{
    if (c_print_as_call(c, s))
        return;
    const struct c_dialect *d = c->dialect;
    bool outermost = !c->doacross && has_doacross(c, &s->body[0]);
    bool scalar = d->serial && c_looks_up(c, &s->body[0]);
    bool serial = scalar || (d->serial && !(s->flags & KIR_FOR_SIMD) &&
                             raises_integer(c->f, &s->body[0]));

    print_break(c, s);
    if (may_say_simd(c, s) && d->simd && !scalar)
        c_print_line(c, "%s\n", d->simd);
    if (s->flags == KIR_FOR_SIMD && d->one_vector && is_vector(c, s) && !scalar)
        c_print_line(c, "%s\n", d->one_vector);
    if (s->flags & KIR_FOR_UNROLL && d->unroll)
        c_print_line(c, "%s\n", d->unroll);
    if (s->flags & KIR_FOR_WHOLE && d->whole)
        c_print_line(c, "%s\n", d->whole);
    if (d->written_out && c_is_written_out(c, s))
        c_print_line(c, "%s\n", d->written_out);
    c_print_line(c, "for (%s %s = ", c_type_name(c, c->f->value[s->iter].type),
                 c_value_name(c, s->iter));
    c_print_value(c, s->lo, PREC_ANY);
    print_header(c, s);
    if (serial)
        c_print_line(c, "    %s\n", d->serial);
    c->doacross |= outermost;
    print_body(c, &s->body[0]);
    c_print_line(c, "}\n");
    if (outermost)
        end_doacross(c);
}

/* Whole steps, then what is left; false: there are none. */
static bool print_steps(struct c_printer *c, const struct kir_stmt *s)
{
    struct whole_steps whole;

    if (!c->dialect->guards || !guard_whole_steps(c, s, &whole))
        return false;
    c_print_line(c, "{\n");
    c->depth++;
    c_print_line(c, "%s %s = ", c_type_name(c, c->f->value[s->iter].type),
                 c_value_name(c, s->iter));
    c_print_value(c, s->lo, PREC_ANY);
    buf_puts(&c->out, ";\n");
    for (int k = 0; k < 2; k++) {
        c->whole = k ? NULL : &whole;
        c_print_line(c, "for (");
        print_header(c, s);
        print_body(c, &s->body[0]);
        c_print_line(c, "}\n");
    }
    c->depth--;
    c_print_line(c, "}\n");
    return true;
}

/* Twice, behind a question, or once. */
static void print_guarded(struct c_printer *c, const struct kir_stmt *s)
{
    const struct kir_stmt *inner =
        c->dialect->guards ? guard_find(c, &s->body[0], s->iter) : NULL;

    if (!inner) {
        if (!print_steps(c, s))
            print_loop(c, s);
        return;
    }
    guard_print(c, inner);
    c->depth++;
    print_loop(c, s);
    c->depth--;
    c_print_line(c, "} else {\n");
    c->depth++;
    print_loop(c, s);
    c->depth--;
    c_print_line(c, "}\n");
}

static void print_for(struct c_printer *c, const struct kir_stmt *s)
{
    bool (*begin)(struct c_printer *, const struct kir_stmt *) =
        c->dialect->begin_loop;
    bool begun = begin && begin(c, s);

    c->depth += begun;
    print_guarded(c, s);
    c->depth -= begun;
    if (begun)
        c_print_line(c, "}\n");
}

static bool has_barrier(const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_BARRIER || has_barrier(&s->body[0]) ||
            has_barrier(&s->body[1]))
            return true;
    }
    return false;
}

static bool loads(const struct kir_func *f, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if (s->kind == KIR_LET && f->value[s->value].op == KIR_LOAD)
            return true;
    return false;
}

static void print_branch(struct c_printer *c, const struct kir_block *block)
{
    bool loading = c->loading;

    c->loading = loads(c->f, block);
    print_body(c, block);
    c->loading = loading;
    if (c->dialect->branch_end && has_barrier(block))
        c_print_line(c, "    %s\n", c->dialect->branch_end);
}

/* Two branches one after the other. */
static void print_sides(struct c_printer *c, const struct kir_stmt *s)
{
    c_print_line(c, "{\n");
    c->depth++;
    c_print_line(c, "const int hd_side = ");
    c_print_value(c, s->value, PREC_ANY);
    buf_puts(&c->out, ";\n");
    for (int k = 0; k < 2; k++) {
        c_print_line(c, k ? "if (!hd_side) {\n" : "if (hd_side) {\n");
        print_branch(c, &s->body[k]);
        c_print_line(c, "}\n");
        c_print_line(c, "%s\n", c->dialect->branch_end);
    }
    c->depth--;
    c_print_line(c, "}\n");
}

static void print_if(struct c_printer *c, const struct kir_stmt *s)
{
    bool parted = c->dialect->branch_end &&
                  (has_barrier(&s->body[0]) || has_barrier(&s->body[1]));
    if (parted && s->body[1].first) {
        print_sides(c, s);
        return;
    }
    c_print_line(c, "if (");
    c_print_value(c, s->value, PREC_ANY);
    buf_puts(&c->out, ") {\n");
    print_branch(c, &s->body[0]);
    if (s->body[1].first) {
        c_print_line(c, "} else {\n");
        print_branch(c, &s->body[1]);
    }
    c_print_line(c, "}\n");
    if (parted)
        c_print_line(c, "%s\n", c->dialect->branch_end);
}

/* The test may need statements of its own; a `while` shows only if it has
 * none. */
static bool has_statements(const struct c_printer *c,
                           const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if (s->kind != KIR_LET || c->state[s->value] == C_NAMED)
            return true;
    return false;
}

static void print_while(struct c_printer *c, const struct kir_stmt *s)
{
    if (has_statements(c, &s->body[0])) {
        c_print_line(c, "for (;;) {\n");
        print_body(c, &s->body[0]);
        c_print_line(c, "    if (!(");
        c_print_value(c, s->value, PREC_ANY);
        buf_puts(&c->out, "))\n");
        c_print_line(c, "        break;\n");
    } else {
        c_print_line(c, "while (");
        c_print_value(c, s->value, PREC_ANY);
        buf_puts(&c->out, ") {\n");
    }
    print_body(c, &s->body[1]);
    c_print_line(c, "}\n");
}

/* The number of a kernel among the kernels of its module. */
static int kernel_number(const struct kir_module *m, int func)
{
    int n = 0;

    for (int i = 0; i < func; i++)
        n += m->func[i]->kind == KIR_KERNEL;
    return n;
}

static void print_launch_args(struct c_printer *c, const struct kir_stmt *s)
{
    const struct kir_func *kernel = c->module->func[s->kernel];
    char *signature = kir_signature(c->arena, kernel);

    for (int i = 0; i < s->arg_count; i++) {
        c_print_line(c, "    hdk_arg[%d].%c = ", i, signature[i]);
        if (s->arg[i].is_buffer)
            buf_printf(&c->out, "%d", s->arg[i].id);
        else
            c_print_value(c, s->arg[i].id, PREC_ANY);
        buf_puts(&c->out, ";\n");
    }
}

static void print_launch(struct c_printer *c, const struct kir_stmt *s)
{
    c_print_line(c, "{\n");
    c_print_line(c, "    int64_t hdk_grid[3];\n");
    c_print_line(c, "    union hedra_arg hdk_arg[%d];\n\n",
                 s->arg_count ? s->arg_count : 1);
    for (int i = 0; i < 3; i++) {
        c_print_line(c, "    hdk_grid[%d] = ", i);
        c_print_value(c, s->grid[i], PREC_ANY);
        buf_puts(&c->out, ";\n");
    }
    print_launch_args(c, s);
    int place = c->doacross ? c->module->func[s->kernel]->doacross : 0;
    c_print_line(c, "    if (hedra_launch%s(hdk_run, %d, hdk_grid, hdk_arg, %d",
                 place ? "_doacross" : "", kernel_number(c->module, s->kernel),
                 s->arg_count);
    if (place)
        buf_printf(&c->out, ", %d", place);
    buf_puts(&c->out, "))\n");
    c_print_line(c, "        return 1;\n");
    c_print_line(c, "}\n");
}

/* Where a sum grows by what a branch loads, or by functions of vectors,
 * compilers vectorise the loop, in the sum's order; but not if products are
 * added with one rounding. */
static void print_set(struct c_printer *c, const struct kir_stmt *s)
{
    enum { DEEP = 6 };
    const struct kir_value *v = &c->f->value[s->value];
    const char *contract = c->contract;

    if (v->op == KIR_MULADD && c->f->value[v->arg[2]].op == KIR_GET &&
        c->f->value[v->arg[2]].imm.i == s->variable &&
        (c->loading || c_calls_vectors(c, s->value, DEEP)))
        c->contract = "0";
    c_print_line(c, "hd_%s = ", c->f->variable[s->variable].name);
    c_print_value(c, s->value, PREC_ANY);
    buf_puts(&c->out, ";\n");
    c->contract = contract;
}

static void print_simple(struct c_printer *c, const struct kir_stmt *s)
{
    switch (s->kind) {
    case KIR_SET:
        print_set(c, s);
        break;
    case KIR_ATOMIC:
        c_print_line(c, "%s", "");
        c_print_atomic(c, s);
        buf_puts(&c->out, ";\n");
        break;
    case KIR_BARRIER:
        if (c->dialect->barrier)
            c_print_line(c, "%s\n", c->dialect->barrier);
        break;
    case KIR_COMMENT:
        if (!c->options->quiet)
            print_comment(c, s->text);
        break;
    default:
        break;
    }
}

static void print_line_mark(struct c_printer *c, int line)
{
    if (!c->options->line_info || line == 0 || line == c->line)
        return;
    buf_printf(&c->out, "#line %d \"", line);
    for (const char *s = c->module->source_file; *s; s++) {
        if (*s == '"' || *s == '\\')
            buf_putc(&c->out, '\\');
        buf_putc(&c->out, *s);
    }
    buf_puts(&c->out, "\"\n");
    c->line = line;
}

static void print_statement(struct c_printer *c, const struct kir_stmt *s)
{
    if (s->kind != KIR_LET || c->state[s->value] == C_NAMED)
        print_line_mark(c, s->line);
    if (c_is_packed(c, s))
        c_print_pack(c, s);
    else if (s->kind == KIR_LET)
        print_let(c, s->value);
    else if (s->kind == KIR_STORE)
        print_store(c, s);
    else if (s->kind == KIR_FOR)
        print_for(c, s);
    else if (s->kind == KIR_WHILE)
        print_while(c, s);
    else if (s->kind == KIR_IF)
        print_if(c, s);
    else if (s->kind == KIR_LAUNCH && c->dialect->launch)
        c->dialect->launch(c, s);
    else if (s->kind == KIR_LAUNCH)
        print_launch(c, s);
    else
        print_simple(c, s);
}

void c_print_run(struct c_printer *c, const struct kir_stmt *first,
                 const struct kir_stmt *last)
{
    for (const struct kir_stmt *s = first; s != last->next; s = s->next) {
        const struct kir_stmt *said =
            c->dialect->begin_run ? c->dialect->begin_run(c, s) : NULL;

        if (said)
            s = said;
        else
            print_statement(c, s);
    }
}

static void print_block(struct c_printer *c, const struct kir_block *block)
{
    if (block->first)
        c_print_run(c, block->first, block->last);
}

void c_print_body(struct c_printer *c)
{
    print_declarations(c);
    c_print_claims_begin(c);
    print_block(c, &c->f->body);
    c_print_claims_end(c);
}

void c_print_kernel(struct c_printer *c, const char *read, const char *write,
                    const char *alone)
{
    c_print_parameters(c, 0, read, write, alone);
    buf_puts(&c->out, ")\n{\n");
    c->depth = 1;
    c_print_body(c);
    buf_puts(&c->out, "}\n\n");
}

/* Modules ------------------------------------------------------------------ */

static bool holds(const struct c_dialect *dialect, const struct kir_func *f)
{
    return dialect->holds ? dialect->holds(f) : f->kind == KIR_KERNEL;
}

/* What the function is for, in lines that fit. */
static void print_purpose(struct c_printer *c)
{
    enum { WIDTH = 77 };
    const char *text = c->f->comment;
    size_t column = 3;

    if (!text || c->options->quiet)
        return;
    buf_puts(&c->out, "/*");
    while (*text) {
        size_t length = strcspn(text, " ");

        if (column + length > WIDTH) {
            buf_puts(&c->out, "\n *");
            column = 3;
        }
        buf_putc(&c->out, ' ');
        buf_write(&c->out, text, length);
        column += length + 1;
        text += length + (text[length] == ' ');
    }
    buf_puts(&c->out, " */\n");
}

void c_print_module(const struct c_dialect *dialect,
                    const struct kir_module *module,
                    const struct target_options *options, struct buf *out)
{
    struct c_printer c = {
        .dialect = dialect, .module = module, .options = options};
    struct buf helpers = {0};

    c.arena = arena_new();
    for (int i = 0; i < module->func_count; i++) {
        c.f = module->func[i];
        if (!holds(dialect, c.f))
            continue;
        c.depth = c.line = 0;
        c.contract = "0";
        c.parts = NULL;
        c_analyse(&c);
        c.alternates =
            dialect->rounding && c.f->kind == KIR_KERNEL && c_may_alternate(&c);
        c_name_iterators(&c);
        print_purpose(&c);
        dialect->function(&c);
    }
    c_print_helpers(&c, &helpers);
    if (dialect->prologue)
        dialect->prologue(&c, out);
    buf_write(out, helpers.text ? helpers.text : "", helpers.length);
    buf_write(out, c.out.text ? c.out.text : "", c.out.length);
    if (dialect->epilogue)
        dialect->epilogue(&c, out);
    buf_free(&helpers);
    buf_free(&c.out);
    arena_free(c.arena);
}
