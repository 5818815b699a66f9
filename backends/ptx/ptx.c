/*
 * PTX: modules, functions and statements.
 */
#include "backends/ptx/local.h"

#include <inttypes.h>
#include <string.h>

enum { DEFAULT_ARCH = 75 };

/* The first PTX version that knows each architecture. */
static const struct {
    int arch;
    const char *version;
} arch_row[] = {
    {70, "6.0"},  {72, "6.1"},  {75, "6.3"},  {80, "7.0"},  {86, "7.1"},
    {87, "7.4"},  {88, "9.0"},  {89, "7.8"},  {90, "7.8"},  {100, "8.6"},
    {101, "8.6"}, {103, "8.8"}, {110, "9.0"}, {120, "8.7"}, {121, "8.8"},
};

/* Statements --------------------------------------------------------------- */

static void print_block(struct ptx *p, const struct kir_block *block);

/* What follows came from that line of the source (0: not known). */
static void print_line(struct ptx *p, int line)
{
    if (!p->options->line_info || line == 0 || line == p->line)
        return;
    buf_printf(&p->code, "\t.loc 1 %d 0\n", line);
    p->line = line;
}

static void print_scope(struct ptx *p, const struct kir_block *block)
{
    int mark = ptx_address_mark(p);

    print_block(p, block);
    ptx_address_forget(p, mark);
}

static bool runs_at_least_once(const struct kir_func *f,
                               const struct kir_stmt *s)
{
    return kir_is_const(f, s->lo) && kir_is_const(f, s->hi) &&
           kir_is_signed(f->value[s->lo].type) &&
           f->value[s->lo].imm.i < f->value[s->hi].imm.i;
}

/* Tested at the bottom, so that an iteration has one branch. */
static void print_for(struct ptx *p, const struct kir_stmt *s)
{
    enum kir_type type = p->f->value[s->iter].type;
    const char *iter = ptx_result(p, s->iter), *t = ptx_type(type);
    const char *test = ptx_name(p, PTX_P, ptx_new(p, PTX_P));
    const char *hi = ptx_operand(p, s->hi);
    int head = p->label_count++, end = p->label_count++;

    ptx_move(p, type, p->reg[s->iter], ptx_operand(p, s->lo));
    if (!runs_at_least_once(p->f, s)) {
        ptx_put(p, "setp.ge.%s %s, %s, %s", t, test, iter, hi);
        ptx_put(p, "@%s bra $L%d", test, end);
    }
    ptx_label(p, head);
    print_scope(p, &s->body[0]);
    print_line(p, s->line);
    ptx_put(p, "add.%s %s, %s, %s", t, iter, iter, ptx_operand(p, s->step));
    ptx_put(p, "setp.lt.%s %s, %s, %s", t, test, iter, hi);
    ptx_put(p, "@%s bra $L%d", test, head);
    ptx_label(p, end);
}

static void print_while(struct ptx *p, const struct kir_stmt *s)
{
    int head = p->label_count++, end = p->label_count++;
    int mark = ptx_address_mark(p);

    ptx_label(p, head);
    print_block(p, &s->body[0]);
    ptx_put(p, "@!%s bra $L%d", ptx_register(p, s->value), end);
    print_block(p, &s->body[1]);
    ptx_address_forget(p, mark);
    print_line(p, s->line);
    ptx_put(p, "bra $L%d", head);
    ptx_label(p, end);
}

static void print_if(struct ptx *p, const struct kir_stmt *s)
{
    int other = p->label_count++, end = p->label_count++;
    bool has_else = s->body[1].first != NULL;

    ptx_put(p, "@!%s bra $L%d", ptx_register(p, s->value), other);
    print_scope(p, &s->body[0]);
    if (has_else)
        ptx_put(p, "bra $L%d", end);
    ptx_label(p, other);
    if (has_else) {
        print_scope(p, &s->body[1]);
        ptx_label(p, end);
    }
}

static void print_comment(struct ptx *p, const char *text)
{
    if (!p->options->quiet)
        ptx_comment(p, "\t// ", text);
}

static void print_stmt(struct ptx *p, const struct kir_stmt *s)
{
    switch (s->kind) {
    case KIR_LET:
        if (p->f->value[s->value].op == KIR_LOAD)
            ptx_load(p, s);
        else if (p->uses[s->value])
            ptx_operation(p, s->value, s->line);
        break;
    case KIR_SET:
        ptx_move(p, p->f->variable[s->variable].type,
                 p->variable_reg[s->variable], ptx_operand(p, s->value));
        break;
    case KIR_STORE:
        ptx_store(p, s);
        break;
    case KIR_ATOMIC:
        ptx_atomic(p, s);
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
        ptx_put(p, "bar.sync 0");
        break;
    case KIR_COMMENT:
        print_comment(p, s->text);
        break;
    case KIR_LAUNCH: /* in host functions only */
        break;
    }
}

static void print_block(struct ptx *p, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->pack == KIR_PACKED)
            continue;
        print_line(p, s->line);
        print_stmt(p, s);
    }
}

/* Functions ---------------------------------------------------------------- */

/* Parameters and indices are read once, at the start. */
static void load_leaves(struct ptx *p)
{
    static const char *const special[] = {"ctaid", "tid", "nctaid"};
    const struct kir_func *f = p->f;
    int buffers = 0;

    for (int i = 0; i < f->buffer_count; i++)
        buffers += f->buffer[i].space == KIR_GLOBAL;
    for (int i = 0; i < f->value_count; i++) {
        const struct kir_value *v = &f->value[i];

        if (!p->uses[i])
            continue;
        if (v->op == KIR_PARAM)
            ptx_put(p, "ld.param.%s %s, [%s_param_%d]", ptx_type(v->type),
                    ptx_result(p, i), f->name, buffers + (int)v->imm.i);
        if (v->op == KIR_BLOCK_INDEX || v->op == KIR_THREAD_INDEX ||
            v->op == KIR_GRID_SIZE)
            ptx_put(p, "mov.u32 %s, %%%s.%c", ptx_result(p, i),
                    special[v->op - KIR_BLOCK_INDEX], "xyz"[v->imm.i]);
        if (v->op == KIR_WARPS)
            ptx_put(p, "setp.eq.s32 %s, 0, 0", ptx_result(p, i));
    }
}

static void print_parameters(struct ptx *p)
{
    const struct kir_func *f = p->f;
    int n = 0;

    for (int i = 0; i < f->buffer_count; i++)
        if (f->buffer[i].space == KIR_GLOBAL) {
            buf_printf(p->out, "%s\n\t.param .u64 %s_param_%d", n ? "," : "",
                       f->name, n);
            n++;
        }
    for (int i = 0; i < f->param_count; i++) {
        buf_printf(p->out, "%s\n\t.param .%s %s_param_%d", n ? "," : "",
                   ptx_type(f->param[i].type), f->name, n);
        n++;
    }
}

static void print_registers(struct ptx *p)
{
    static const char *const row[PTX_CLASSES] = {
        ".pred %p", ".b32 %r", ".b64 %rd", ".f32 %f", ".f64 %fd"};

    for (int i = 0; i < PTX_CLASSES; i++)
        if (p->count[i])
            buf_printf(p->out, "\t.reg %s<%d>;\n", row[i], p->count[i] + 1);
}

static void print_head(struct ptx *p)
{
    const int *block = p->f->block;

    buf_putc(p->out, '\n');
    if (p->f->comment && !p->options->quiet)
        buf_printf(p->out, "// %s\n", p->f->comment);
    buf_printf(p->out, ".visible .entry %s(", p->f->name);
    print_parameters(p);
    buf_printf(p->out, "\n)\n.reqntid %d, %d, %d\n{\n", block[0], block[1],
               block[2]);
}

static void begin_function(struct ptx *p, const struct kir_func *f)
{
    p->f = f;
    p->code = (struct buf){0};
    memset(p->count, 0, sizeof p->count);
    p->reg = arena_alloc(p->arena, (size_t)f->value_count * sizeof(int));
    p->variable_reg =
        arena_alloc(p->arena, (size_t)f->variable_count * sizeof(int));
    p->base_reg = arena_alloc(p->arena, (size_t)f->buffer_count * sizeof(int));
    p->element_reg =
        arena_alloc(p->arena, (size_t)f->buffer_count * sizeof(int));
    p->line = p->label_count = 0;
    ptx_address_begin(p);
    for (int i = 0; i < f->variable_count; i++)
        p->variable_reg[i] = ptx_new(p, ptx_class_of(f->variable[i].type));
}

static void print_function(struct ptx *p, const struct kir_func *f)
{
    begin_function(p, f);
    ptx_memory_begin(p);
    ptx_plan(p);
    load_leaves(p);
    print_block(p, &f->body);
    ptx_put(p, "ret");
    print_head(p);
    print_registers(p);
    buf_write(p->out, p->code.text, p->code.length);
    buf_puts(p->out, "}\n");
    buf_free(&p->code);
}

/* Modules ------------------------------------------------------------------ */

static const char *version_of(int arch)
{
    for (size_t i = 0; i < sizeof arch_row / sizeof *arch_row; i++)
        if (arch_row[i].arch == arch)
            return arch_row[i].version;
    return NULL;
}

static void print_constants(struct ptx *p, const struct kir_func *f)
{
    for (int k = 0; k < f->buffer_count; k++) {
        const struct kir_buffer *b = &f->buffer[k];
        int size = kir_type_size(b->type);

        if (b->space != KIR_CONSTANT)
            continue;
        buf_printf(p->out, "\n.%s .align %d .%s %s_hd_%s[%" PRId64 "] = {",
                   p->constants_are_global ? "global" : "const",
                   size < 4 ? 4 : size, ptx_type(b->type), f->name, b->name,
                   b->count);
        for (int64_t i = 0; i < b->count; i++) {
            buf_puts(p->out, i == 0 ? "" : i % 8 == 0 ? ",\n\t" : ", ");
            buf_puts(p->out,
                     ptx_literal(p, kir_loaded_type(b->type),
                                 kir_read_element(b->type, b->data, i)));
        }
        buf_puts(p->out, "};\n");
    }
}

static void print_file(struct ptx *p)
{
    buf_puts(p->out, ".file 1 \"");
    for (const char *s = p->module->source_file; *s; s++) {
        if (*s == '"' || *s == '\\')
            buf_putc(p->out, '\\');
        buf_putc(p->out, *s);
    }
    buf_puts(p->out, "\"\n");
}

static void print_module(struct ptx *p, int arch, const char *version)
{
    const struct kir_module *m = p->module;

    p->constants_are_global = kir_constants_are_large(m);
    buf_printf(p->out, ".version %s\n.target sm_%d\n.address_size 64\n",
               version, arch);
    if (p->options->line_info)
        print_file(p);
    for (int i = 0; i < m->func_count; i++)
        if (m->func[i]->kind == KIR_KERNEL) {
            print_constants(p, m->func[i]);
            print_function(p, m->func[i]);
        }
}

static bool print(const struct kir_module *module,
                  const struct target_options *options, struct buf *out,
                  struct faults *faults)
{
    int arch = options->ptx_arch ? options->ptx_arch : DEFAULT_ARCH;
    const char *version = version_of(arch);
    struct ptx p = {
        .module = module, .options = options, .faults = faults, .out = out};
    int before = faults->errors;

    if (!version) {
        fault_add(faults, FAULT_UNSUPPORTED_TARGET, (struct loc){0},
                  "no PTX architecture is called sm_%d", arch);
        return false;
    }
    p.arena = arena_new();
    print_module(&p, arch, version);
    arena_free(p.arena);
    return faults->errors == before;
}

const struct target target_ptx = {
    "ptx", ".ptx",
    TARGET_SHARED | TARGET_ATOMIC_F64 | TARGET_LINES | TARGET_WARPS, print};
