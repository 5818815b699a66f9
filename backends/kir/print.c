/* The text form, written: KIR.md has the grammar, parse.c reads it. Placed
 * values are numbered in the order of their text, so that printing what was
 * parsed gives the same text. */
#include "backends/kir/kir.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct kir_printer {
    const struct kir_func *f;
    struct buf *out;
    int *number; /* of each value in the text; -1: not defined yet */
    int next;
    int depth, line;
};

static const char dimension_name[3] = {'x', 'y', 'z'};

static void print_float(struct buf *out, double x)
{
    union kir_imm bits = {.f = x};

    if (isnan(x))
        buf_printf(out, "nan.%016" PRIx64, (uint64_t)bits.i);
    else if (isinf(x))
        buf_puts(out, x < 0 ? "-inf" : "inf");
    else
        buf_printf(out, "%a", x);
}

static void print_number(struct buf *out, enum kir_type type, union kir_imm imm)
{
    if (kir_is_float(type))
        print_float(out, imm.f);
    else if (type == KIR_U64)
        buf_printf(out, "%" PRIu64, (uint64_t)imm.i);
    else
        buf_printf(out, "%" PRId64, imm.i);
}

static void print_operand(struct kir_printer *p, int value)
{
    const struct kir_value *v = &p->f->value[value];

    buf_putc(p->out, ' ');
    switch (v->op) {
    case KIR_CONST:
        print_number(p->out, v->type, v->imm);
        buf_printf(p->out, ":%s", kir_type_name(v->type));
        break;
    case KIR_PARAM:
        buf_printf(p->out, "$%s", p->f->param[v->imm.i].name);
        break;
    case KIR_BLOCK_INDEX:
    case KIR_THREAD_INDEX:
    case KIR_GRID_SIZE:
        buf_printf(p->out, "%s.%c", kir_op_name(v->op),
                   dimension_name[v->imm.i]);
        break;
    case KIR_WARPS:
        buf_puts(p->out, kir_op_name(v->op));
        break;
    default:
        if (p->number[value] >= 0)
            buf_printf(p->out, "%%%d", p->number[value]);
        else
            buf_printf(p->out, "%%undefined_%d", value);
    }
}

static void print_definition(struct kir_printer *p, int value)
{
    p->number[value] = p->next++;
    buf_printf(p->out, "%%%d:%s =", p->number[value],
               kir_type_name(p->f->value[value].type));
}

static void print_origin(struct kir_printer *p, const char *origin)
{
    if (!origin)
        return;
    buf_putc(p->out, ' ');
    buf_quoted(p->out, origin);
}

static void print_let(struct kir_printer *p, int value)
{
    const struct kir_value *v = &p->f->value[value];

    print_definition(p, value);
    buf_printf(p->out, " %s", kir_op_name(v->op));
    if (v->op == KIR_GET)
        buf_printf(p->out, " %s", p->f->variable[v->imm.i].name);
    if (v->op == KIR_LOAD || v->op == KIR_ALIGNED)
        buf_printf(p->out, " %s", p->f->buffer[v->buffer].name);
    if (v->op == KIR_FETCH)
        buf_printf(p->out, " @%d", v->buffer);
    if (v->op == KIR_CAST || v->op == KIR_BITCAST || v->op == KIR_FETCH)
        buf_printf(p->out, " %s", kir_type_name(v->narrow));
    if (v->op == KIR_SHUFFLE_DOWN)
        buf_printf(p->out, " %d", (int)v->imm.i);
    for (int i = 0; i < kir_op_operands(v->op); i++)
        print_operand(p, v->arg[i]);
    print_origin(p, v->origin);
}

static void indent(struct kir_printer *p)
{
    for (int i = 0; i < p->depth; i++)
        buf_puts(p->out, "    ");
}

static void print_block(struct kir_printer *p, const struct kir_block *block);

/* "{", the block, and its closing brace, without a newline. */
static void print_body(struct kir_printer *p, const struct kir_block *block)
{
    buf_puts(p->out, " {\n");
    p->depth++;
    print_block(p, block);
    p->depth--;
    indent(p);
    buf_putc(p->out, '}');
}

static void print_for(struct kir_printer *p, const struct kir_stmt *s)
{
    buf_puts(p->out, "for ");
    print_definition(p, s->iter);
    print_operand(p, s->lo);
    buf_puts(p->out, " to");
    print_operand(p, s->hi);
    buf_puts(p->out, " step");
    print_operand(p, s->step);
    for (int k = 0; kir_for_flag[k].name; k++)
        if (s->flags & kir_for_flag[k].flag)
            buf_printf(p->out, " %s", kir_for_flag[k].name);
    print_body(p, &s->body[0]);
}

static void print_if(struct kir_printer *p, const struct kir_stmt *s)
{
    buf_puts(p->out, "if");
    print_operand(p, s->value);
    print_body(p, &s->body[0]);
    if (s->body[1].first) {
        buf_puts(p->out, " else");
        print_body(p, &s->body[1]);
    }
}

static void print_while(struct kir_printer *p, const struct kir_stmt *s)
{
    buf_puts(p->out, "while");
    print_body(p, &s->body[0]);
    print_operand(p, s->value);
    print_body(p, &s->body[1]);
}

static void print_launch(struct kir_printer *p, const struct kir_stmt *s)
{
    buf_printf(p->out, "launch %s (", p->f->module->func[s->kernel]->name);
    for (int i = 0; i < 3; i++)
        print_operand(p, s->grid[i]);
    buf_puts(p->out, " ) (");
    for (int i = 0; i < s->arg_count; i++) {
        if (s->arg[i].is_buffer)
            buf_printf(p->out, " @%d", s->arg[i].id);
        else
            print_operand(p, s->arg[i].id);
    }
    buf_puts(p->out, " )");
}

static void print_access(struct kir_printer *p, const struct kir_stmt *s)
{
    if (s->kind == KIR_STORE)
        buf_puts(p->out, "store");
    else
        buf_printf(p->out, "atomic %s", kir_op_name(s->op));
    buf_printf(p->out, " %s", p->f->buffer[s->buffer].name);
    print_operand(p, s->index);
    print_operand(p, s->value);
    print_origin(p, s->origin);
}

static void print_stmt(struct kir_printer *p, const struct kir_stmt *s)
{
    switch (s->kind) {
    case KIR_LET:
        print_let(p, s->value);
        break;
    case KIR_SET:
        buf_printf(p->out, "set %s", p->f->variable[s->variable].name);
        print_operand(p, s->value);
        break;
    case KIR_STORE:
    case KIR_ATOMIC:
        print_access(p, s);
        break;
    case KIR_FOR:
        print_for(p, s);
        break;
    case KIR_WHILE:
        print_while(p, s);
        break;
    case KIR_IF:
        print_if(p, s);
        break;
    case KIR_BARRIER:
        buf_puts(p->out, "barrier");
        break;
    case KIR_LAUNCH:
        print_launch(p, s);
        break;
    case KIR_COMMENT:
        buf_puts(p->out, "comment ");
        buf_quoted(p->out, s->text);
        break;
    }
}

static void print_block(struct kir_printer *p, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->line != p->line) {
            indent(p);
            buf_printf(p->out, "line %d\n", s->line);
            p->line = s->line;
        }
        indent(p);
        if (s->pack > 1)
            buf_printf(p->out, "pack %d ", s->pack);
        print_stmt(p, s);
        buf_putc(p->out, '\n');
    }
}

static void print_buffer(struct buf *out, const struct kir_buffer *b)
{
    static const char *const space[] = {[KIR_GLOBAL] = "global",
                                        [KIR_SHARED] = "shared",
                                        [KIR_LOCAL] = "local",
                                        [KIR_CONSTANT] = "constant"};

    buf_printf(out, "    %s %s:%s", space[b->space], b->name,
               kir_type_name(b->type));
    if (b->space != KIR_GLOBAL)
        buf_printf(out, " %" PRId64, b->count);
    else
        buf_printf(out, "%s%s", b->read_only ? " readonly" : "",
                   b->no_alias ? " noalias" : "");
    if (b->together)
        buf_printf(out, " together %d", b->together);
    if (b->space == KIR_CONSTANT) {
        buf_puts(out, " (");
        for (int64_t i = 0; i < b->count; i++) {
            buf_putc(out, ' ');
            print_number(out, b->type, kir_read_element(b->type, b->data, i));
        }
        buf_puts(out, " )");
    }
    buf_putc(out, '\n');
}

static void print_func(const struct kir_func *f, struct buf *out)
{
    struct arena *scratch = arena_new();
    size_t size = (size_t)f->value_count * sizeof(int);
    struct kir_printer p = {.f = f, .out = out, .depth = 1};

    p.number = arena_alloc(scratch, size);
    memset(p.number, -1, size);
    if (f->kind == KIR_KERNEL)
        buf_printf(out, "\nkernel %s %d %d %d", f->name, f->block[0],
                   f->block[1], f->block[2]);
    else
        buf_printf(out, "\nhost %s", f->name);
    if (f->doacross)
        buf_printf(out, " doacross %s", kir_doacross_name[f->doacross]);
    if (f->line)
        buf_printf(out, " line %d", f->line);
    buf_puts(out, " {\n");
    for (int i = 0; i < f->buffer_count; i++)
        print_buffer(out, &f->buffer[i]);
    for (int i = 0; i < f->param_count; i++)
        buf_printf(out, "    param %s:%s\n", f->param[i].name,
                   kir_type_name(f->param[i].type));
    for (int i = 0; i < f->variable_count; i++)
        buf_printf(out, "    var %s:%s\n", f->variable[i].name,
                   kir_type_name(f->variable[i].type));
    print_block(&p, &f->body);
    buf_puts(out, "}\n");
    arena_free(scratch);
}

void kir_print(const struct kir_module *module, struct buf *out)
{
    buf_puts(out, "module ");
    buf_quoted(out, module->name);
    buf_putc(out, ' ');
    buf_quoted(out, module->source_file);
    buf_putc(out, '\n');
    for (int i = 0; i < module->func_count; i++)
        print_func(module->func[i], out);
}
