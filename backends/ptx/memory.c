/* Memory in PTX: arrays, addresses, loads, stores, atomics. */
#include "backends/ptx/local.h"

#include <inttypes.h>

/* Local arrays up to this many elements may live in registers. */
enum { MAX_REGISTER_ARRAY = 256 };

static const char *space_name(const struct ptx *p, int buffer)
{
    static const char *const name[] = {[KIR_GLOBAL] = "global",
                                       [KIR_SHARED] = "shared",
                                       [KIR_LOCAL] = "local",
                                       [KIR_CONSTANT] = "const"};

    return name[ptx_is_wide(p, buffer) ? KIR_GLOBAL
                                       : p->f->buffer[buffer].space];
}

/* Declarations ------------------------------------------------------------- */

static bool is_element(const struct ptx *p, int buffer, int index)
{
    const struct kir_value *v = &p->f->value[index];

    return v->op == KIR_CONST && v->imm.i >= 0 &&
           v->imm.i < p->f->buffer[buffer].count;
}

static void find_indexed(const struct ptx *p, const struct kir_block *block,
                         bool *indexed)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        const struct kir_value *v = &p->f->value[s->value];

        if (s->kind == KIR_LET && v->op == KIR_LOAD &&
            !is_element(p, v->buffer, v->arg[0]))
            indexed[v->buffer] = true;
        if (s->kind == KIR_STORE && !is_element(p, s->buffer, s->index))
            indexed[s->buffer] = true;
        if (s->kind == KIR_ATOMIC)
            indexed[s->buffer] = true;
        find_indexed(p, &s->body[0], indexed);
        find_indexed(p, &s->body[1], indexed);
    }
}

static void choose_register_arrays(struct ptx *p)
{
    const struct kir_func *f = p->f;
    bool *indexed = arena_alloc(p->arena, (size_t)f->buffer_count);

    find_indexed(p, &f->body, indexed);
    for (int i = 0; i < f->buffer_count; i++) {
        const struct kir_buffer *b = &f->buffer[i];
        enum ptx_class class = ptx_class_of(b->type);

        if (b->space != KIR_LOCAL || indexed[i] ||
            b->count > MAX_REGISTER_ARRAY || !kir_is_value_type(b->type))
            continue;
        p->element_reg[i] = p->count[class] + 1;
        p->count[class] += (int)b->count;
    }
}

static void declare(struct ptx *p, int buffer)
{
    const struct kir_buffer *b = &p->f->buffer[buffer];
    int size = kir_type_size(b->type);

    if (b->space == KIR_SHARED)
        size = KIR_PACK_BYTES;
    ptx_put(p, ".%s .align %d .%s hd_%s[%" PRId64 "]", space_name(p, buffer),
            size < 4 ? 4 : size, ptx_bits(b->type), b->name, b->count);
}

/* The name by which a base can be taken: constants belong to the module. */
static const char *symbol(struct ptx *p, const struct kir_buffer *b)
{
    return b->space == KIR_CONSTANT
               ? arena_printf(p->arena, "%s_hd_%s", p->f->name, b->name)
               : arena_printf(p->arena, "hd_%s", b->name);
}

static void load_base(struct ptx *p, int buffer, int parameter)
{
    const struct kir_buffer *b = &p->f->buffer[buffer];
    enum ptx_class class = ptx_is_wide(p, buffer) ? PTX_RD : PTX_R;
    const char *base;

    p->base_reg[buffer] = ptx_new(p, class);
    base = ptx_name(p, class, p->base_reg[buffer]);
    if (b->space == KIR_GLOBAL) {
        ptx_put(p, "ld.param.u64 %s, [%s_param_%d]", base, p->f->name,
                parameter);
        ptx_put(p, "cvta.to.global.u64 %s, %s", base, base);
    } else {
        ptx_put(p, "mov.%s %s, %s", class == PTX_RD ? "u64" : "u32", base,
                symbol(p, b));
    }
}

void ptx_memory_begin(struct ptx *p)
{
    const struct kir_func *f = p->f;
    int parameter = 0;

    p->all_read_only = true;
    for (int i = 0; i < f->buffer_count; i++)
        if (f->buffer[i].space == KIR_GLOBAL && !f->buffer[i].read_only)
            p->all_read_only = false;
    choose_register_arrays(p);
    for (int i = 0; i < f->buffer_count; i++)
        if (f->buffer[i].space == KIR_SHARED ||
            (f->buffer[i].space == KIR_LOCAL && !p->element_reg[i]))
            declare(p, i);
    for (int i = 0; i < f->buffer_count; i++)
        if (!p->element_reg[i])
            load_base(p, i, f->buffer[i].space == KIR_GLOBAL ? parameter++ : 0);
}

/* Accesses ----------------------------------------------------------------- */

static const char *element(struct ptx *p, int buffer, int index)
{
    return ptx_name(p, ptx_class_of(p->f->buffer[buffer].type),
                    p->element_reg[buffer] + (int)p->f->value[index].imm.i);
}

/* ".v2", of a pack. */
static const char *vector_of(const struct kir_stmt *s)
{
    return s->pack == 4 ? ".v4" : s->pack == 2 ? ".v2" : "";
}

/* The registers of the loads or of what is stored, in braces for several. */
static const char *registers(struct ptx *p, const struct kir_stmt *s)
{
    struct buf text = {0};
    bool load = s->kind == KIR_LET;
    const char *list;
    int count = s->pack > 1 ? s->pack : 1;

    buf_puts(&text, count > 1 ? "{" : "");
    for (int k = 0; k < count; k++, s = s->next)
        buf_printf(&text, "%s%s", k ? ", " : "",
                   load ? ptx_result(p, s->value) : ptx_register(p, s->value));
    buf_puts(&text, count > 1 ? "}" : "");
    list = arena_strdup(p->arena, text.text);
    buf_free(&text);
    return list;
}

void ptx_load(struct ptx *p, const struct kir_stmt *s)
{
    const struct kir_value *v = &p->f->value[s->value];
    const struct kir_buffer *b = &p->f->buffer[v->buffer];
    const char *d, *from;
    bool through_texture = b->space == KIR_GLOBAL && b->read_only &&
                           (b->no_alias || p->all_read_only);

    if (p->element_reg[v->buffer]) {
        ptx_result(p, s->value);
        ptx_move(p, b->type, p->reg[s->value],
                 element(p, v->buffer, v->arg[0]));
        return;
    }
    d = registers(p, s);
    from = ptx_address_text(p, v->buffer, v->arg[0]);
    ptx_origin(p, v->origin);
    ptx_put(p, "ld.%s%s%s.%s %s, %s", space_name(p, v->buffer),
            through_texture ||
                    (b->space == KIR_CONSTANT && ptx_is_wide(p, v->buffer))
                ? ".nc"
                : "",
            vector_of(s), ptx_type(b->type), d, from);
}

void ptx_store(struct ptx *p, const struct kir_stmt *s)
{
    const struct kir_buffer *b = &p->f->buffer[s->buffer];
    const char *to, *value;

    if (p->element_reg[s->buffer]) {
        ptx_move(p, b->type,
                 p->element_reg[s->buffer] + (int)p->f->value[s->index].imm.i,
                 ptx_operand(p, s->value));
        return;
    }
    to = ptx_address_text(p, s->buffer, s->index);
    value = registers(p, s);
    ptx_origin(p, s->origin);
    ptx_put(p, "st.%s%s.%s %s, %s", space_name(p, s->buffer), vector_of(s),
            ptx_type(b->type), to, value);
}

void ptx_aligned(struct ptx *p, int value)
{
    const char *base =
        ptx_name(p, PTX_RD, p->base_reg[p->f->value[value].buffer]);
    const char *rest = ptx_name(p, PTX_RD, ptx_new(p, PTX_RD));

    ptx_put(p, "and.b64 %s, %s, %d", rest, base, KIR_PACK_BYTES - 1);
    ptx_put(p, "setp.eq.s64 %s, %s, 0", ptx_result(p, value), rest);
}

/* The operation's name in PTX, and whether it works on bits. */
static const struct {
    const char *name;
    bool on_bits;
} atomic_name[KIR_OP_COUNT] = {
    [KIR_ADD] = {"add", false}, [KIR_MIN] = {"min", false},
    [KIR_MAX] = {"max", false}, [KIR_AND] = {"and", true},
    [KIR_OR] = {"or", true},    [KIR_XOR] = {"xor", true},
};

/* min and max of floats: compare and swap until nobody came between. The load
 * before is relaxed, as others may be writing. */
static void atomic_float(struct ptx *p, const struct kir_stmt *s,
                         const char *at)
{
    const struct kir_buffer *b = &p->f->buffer[s->buffer];
    enum ptx_class class = ptx_class_of(b->type);
    enum ptx_class bits = class == PTX_F ? PTX_R : PTX_RD;
    const char *type = ptx_type(b->type), *word = ptx_bits(b->type);
    const char *space = space_name(p, s->buffer),
               *value = ptx_register(p, s->value);
    const char *old = ptx_name(p, bits, ptx_new(p, bits));
    const char *seen = ptx_name(p, bits, ptx_new(p, bits));
    const char *next = ptx_name(p, bits, ptx_new(p, bits));
    const char *x = ptx_name(p, class, ptx_new(p, class));
    const char *again = ptx_name(p, PTX_P, ptx_new(p, PTX_P));
    int label = p->label_count++;

    ptx_put(p, "ld.relaxed.gpu.%s.%s %s, %s", space, word, seen, at);
    ptx_label(p, label);
    ptx_put(p, "mov.%s %s, %s", word, old, seen);
    ptx_put(p, "mov.%s %s, %s", word, x, old);
    ptx_put(p, "%s.%s %s, %s, %s", atomic_name[s->op].name, type, x, x, value);
    ptx_put(p, "mov.%s %s, %s", word, next, x);
    ptx_origin(p, s->origin);
    ptx_put(p, "atom.%s.cas.%s %s, %s, %s, %s", space, word, seen, at, old,
            next);
    ptx_put(p, "setp.ne.%s %s, %s, %s", word, again, seen, old);
    ptx_put(p, "@%s bra $L%d", again, label);
}

void ptx_atomic(struct ptx *p, const struct kir_stmt *s)
{
    const struct kir_buffer *b = &p->f->buffer[s->buffer];
    const char *type = ptx_type(b->type), *at, *value;

    at = ptx_address_text(p, s->buffer, s->index);
    if (kir_is_float(b->type) && s->op != KIR_ADD) {
        atomic_float(p, s, at);
        return;
    }
    if (atomic_name[s->op].on_bits)
        type = ptx_bits(b->type);
    else if (s->op == KIR_ADD && b->type == KIR_I64)
        type = "u64";
    value = ptx_register(p, s->value);
    ptx_origin(p, s->origin);
    ptx_put(p, "red.%s.%s.%s %s, %s", space_name(p, s->buffer),
            atomic_name[s->op].name, type, at, value);
}
