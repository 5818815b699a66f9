/*
 * The builder: modules, functions, values and statements. A cursor says where
 * the next statement goes; kir_put_value and its like append as they are told,
 * and what build.h declares folds first.
 */
#include "backends/kir/kir.h"

#include "runtime/base/base.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A block being filled: `stmt` is the statement that it belongs to, NULL for
 * the function's own body. */
struct open_block {
    struct kir_block *block;
    struct kir_stmt *stmt;
};

/* Where the builder is, and what makes equal leaves and names unique. `leaf` is
 * an open hash table of value numbers + 1. */
struct kir_cursor {
    struct open_block *frame;
    int frame_count, frame_cap;
    int *leaf;
    int leaf_count, leaf_cap;
    struct kir_names names;
};

/* A wrong use of the builder is a bug of its caller, not of the user. */
static void __attribute__((noreturn, format(printf, 2, 3)))
builder_bug(const struct kir_func *f, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    fprintf(stderr, "kir: in function '%s': ", f->name);
    number_vwrite(stderr, format, ap);
    fputc('\n', stderr);
    va_end(ap);
    signal(SIGABRT, SIG_DFL); /* to start anew would hide it */
    abort();
}

static void require_value(const struct kir_func *f, int value)
{
    if (value < 0 || value >= f->value_count)
        builder_bug(f, "there is no value %d", value);
}

static void require_type(const struct kir_func *f, int value,
                         enum kir_type type, const char *what)
{
    require_value(f, value);
    if (f->value[value].type != type)
        builder_bug(f, "%s must be %s, not %s", what, kir_type_name(type),
                    kir_type_name(f->value[value].type));
}

static void require_index(const struct kir_func *f, int buffer, int index)
{
    if (buffer < 0 || buffer >= f->buffer_count)
        builder_bug(f, "there is no buffer %d", buffer);
    require_value(f, index);
    if (f->value[index].type != KIR_I32 && f->value[index].type != KIR_I64)
        builder_bug(f, "the index of '%s' is %s, neither i32 nor i64",
                    f->buffer[buffer].name,
                    kir_type_name(f->value[index].type));
}

enum kir_type kir_type_of(const struct kir_func *f, int value)
{
    require_value(f, value);
    return f->value[value].type;
}

bool kir_is_const(const struct kir_func *f, int value)
{
    return f->value[value].op == KIR_CONST;
}

/* Modules, functions, names ------------------------------------------------ */

struct kir_module *kir_module_new(struct arena *arena, const char *name,
                                  const char *source_file)
{
    struct kir_module *module = arena_alloc(arena, sizeof *module);

    module->arena = arena;
    module->name = arena_strdup(arena, name ? name : "");
    module->source_file = arena_strdup(arena, source_file ? source_file : "");
    return module;
}

struct kir_func *kir_func_new(struct kir_module *module, enum kir_kind kind,
                              const char *name, int bx, int by, int bz)
{
    struct arena *arena = module->arena;
    struct kir_func *f = arena_alloc(arena, sizeof *f);

    f->module = module;
    f->name = arena_strdup(arena, name);
    f->kind = kind;
    f->block[0] = bx;
    f->block[1] = by;
    f->block[2] = bz;
    f->cursor = arena_alloc(arena, sizeof *f->cursor);
    ARENA_PUSH(arena, f->cursor->frame, f->cursor->frame_count,
               f->cursor->frame_cap, ((struct open_block){&f->body, NULL}));
    ARENA_PUSH(arena, module->func, module->func_count, module->func_cap, f);
    return f;
}

/* A name that no parameter, buffer or variable of the function has yet:
 * `wanted`, or `wanted` with a number. The table remembers with each name the
 * number to try next. */
static const char *name_unique(struct kir_func *f, const char *wanted)
{
    struct arena *arena = f->module->arena;
    struct kir_names *names = &f->cursor->names;
    const char *name = wanted;
    int number = *kir_names_at(arena, names, wanted);

    for (; number > 0 && *kir_names_at(arena, names, name); number++)
        name = arena_printf(arena, "%s_%d", wanted, number);
    *kir_names_at(arena, names, wanted) = number > 0 ? number : 1;
    *kir_names_at(arena, names, name) += name != wanted;
    return arena_strdup(arena, name);
}

int kir_param(struct kir_func *f, const char *name, enum kir_type type)
{
    struct kir_value value = kir_value_of(KIR_PARAM, type);
    struct kir_param param = {name_unique(f, name), type, 0};

    if (!kir_is_value_type(type) || type == KIR_PRED)
        builder_bug(f, "parameter '%s' cannot be %s", name,
                    kir_type_name(type));
    value.imm.i = f->param_count;
    param.value = kir_put_value(f, &value);
    ARENA_PUSH(f->module->arena, f->param, f->param_count, f->param_cap, param);
    return param.value;
}

static int add_buffer(struct kir_func *f, struct kir_buffer buffer)
{
    if (buffer.type == KIR_PRED)
        builder_bug(f, "buffer '%s' cannot be pred", buffer.name);
    if (buffer.space != KIR_GLOBAL && buffer.count <= 0)
        builder_bug(f, "buffer '%s' has no elements", buffer.name);
    buffer.name = name_unique(f, buffer.name);
    ARENA_PUSH(f->module->arena, f->buffer, f->buffer_count, f->buffer_cap,
               buffer);
    return f->buffer_count - 1;
}

int kir_global(struct kir_func *f, const char *name, enum kir_type type,
               bool read_only, bool no_alias)
{
    return add_buffer(f, (struct kir_buffer){.name = name,
                                             .type = type,
                                             .space = KIR_GLOBAL,
                                             .read_only = read_only,
                                             .no_alias = no_alias});
}

int kir_together(struct kir_func *f, int buffer, int number)
{
    f->buffer[buffer].together = number;
    return buffer;
}

int kir_shared(struct kir_func *f, const char *name, enum kir_type type,
               int64_t count)
{
    return add_buffer(f, (struct kir_buffer){.name = name,
                                             .type = type,
                                             .space = KIR_SHARED,
                                             .count = count});
}

int kir_local(struct kir_func *f, const char *name, enum kir_type type,
              int64_t count)
{
    return add_buffer(
        f, (struct kir_buffer){
               .name = name, .type = type, .space = KIR_LOCAL, .count = count});
}

int kir_constant(struct kir_func *f, const char *name, enum kir_type type,
                 int64_t count, const void *data)
{
    size_t size = (size_t)(count > 0 ? count : 0) * (size_t)kir_type_size(type);
    void *copy = arena_alloc(f->module->arena, size);

    if (size > 0)
        memcpy(copy, data, size);
    return add_buffer(f, (struct kir_buffer){.name = name,
                                             .type = type,
                                             .space = KIR_CONSTANT,
                                             .count = count,
                                             .data = copy,
                                             .read_only = true,
                                             .no_alias = true});
}

int kir_variable(struct kir_func *f, const char *name, enum kir_type type)
{
    struct kir_variable variable = {name_unique(f, name), type};

    if (!kir_is_value_type(type))
        builder_bug(f, "variable '%s' cannot be %s", name, kir_type_name(type));
    ARENA_PUSH(f->module->arena, f->variable, f->variable_count,
               f->variable_cap, variable);
    return f->variable_count - 1;
}

/* The raw builder ---------------------------------------------------------- */

struct kir_value kir_value_of(enum kir_op op, enum kir_type type)
{
    return (struct kir_value){.op = op,
                              .type = type,
                              .narrow = type,
                              .arg = {-1, -1, -1},
                              .buffer = -1};
}

static uint64_t hash_leaf(const struct kir_value *v)
{
    uint64_t h = (uint64_t)v->imm.i * 0x9e3779b97f4a7c15u;

    h ^= (uint64_t)v->op << 8 | (uint64_t)v->type;
    h *= 0xff51afd7ed558ccdu;
    return h ^ h >> 32;
}

/* The slot of the leaf equal to `v`, or the empty one where it belongs. */
static int *leaf_slot(const struct kir_func *f, const struct kir_value *v)
{
    const struct kir_cursor *c = f->cursor;
    unsigned mask = (unsigned)c->leaf_cap - 1;
    unsigned i = (unsigned)hash_leaf(v) & mask;

    for (; c->leaf[i]; i = (i + 1) & mask) {
        const struct kir_value *other = &f->value[c->leaf[i] - 1];

        if (other->op == v->op && other->type == v->type &&
            other->imm.i == v->imm.i)
            break;
    }
    return &c->leaf[i];
}

static void leaf_table_grow(struct kir_func *f)
{
    struct kir_cursor *c = f->cursor;
    int *old = c->leaf;
    int old_cap = c->leaf_cap;

    if (2 * (c->leaf_count + 1) <= c->leaf_cap)
        return;
    c->leaf_cap = old_cap ? 2 * old_cap : 64;
    c->leaf =
        arena_alloc(f->module->arena, (size_t)c->leaf_cap * sizeof *c->leaf);
    for (int i = 0; i < old_cap; i++)
        if (old[i])
            *leaf_slot(f, &f->value[old[i] - 1]) = old[i];
}

static int push_value(struct kir_func *f, const struct kir_value *value)
{
    ARENA_PUSH(f->module->arena, f->value, f->value_count, f->value_cap,
               *value);
    return f->value_count - 1;
}

static int share_leaf(struct kir_func *f, const struct kir_value *value)
{
    int *slot;

    leaf_table_grow(f);
    slot = leaf_slot(f, value);
    if (*slot == 0) {
        *slot = push_value(f, value) + 1;
        f->cursor->leaf_count++;
    }
    return *slot - 1;
}

int kir_add_value(struct kir_func *f, const struct kir_value *value)
{
    bool shared = kir_is_leaf(value->op) && value->op != KIR_PARAM &&
                  value->op != KIR_ITER;

    return shared ? share_leaf(f, value) : push_value(f, value);
}

struct kir_stmt *kir_new_stmt(struct kir_func *f, enum kir_stmt_kind kind)
{
    struct kir_stmt *s = arena_alloc(f->module->arena, sizeof *s);

    s->kind = kind;
    s->line = f->current_line;
    s->value = s->variable = s->buffer = s->index = -1;
    s->iter = s->lo = s->hi = s->step = s->kernel = -1;
    return s;
}

bool kir_accesses(const struct kir_func *f, const struct kir_stmt *s,
                  int *buffer, int *index)
{
    const struct kir_value *v = s->kind == KIR_LET ? &f->value[s->value] : NULL;

    if (s->kind != KIR_STORE && (!v || v->op != KIR_LOAD))
        return false;
    *buffer = v ? v->buffer : s->buffer;
    *index = v ? v->arg[0] : s->index;
    return true;
}

void kir_append(struct kir_block *block, struct kir_stmt *stmt)
{
    if (block->last)
        block->last->next = stmt;
    else
        block->first = stmt;
    block->last = stmt;
}

int kir_put_value(struct kir_func *f, const struct kir_value *value)
{
    int number = kir_add_value(f, value);

    if (!kir_is_leaf(value->op))
        kir_put_stmt(f, KIR_LET)->value = number;
    return number;
}

struct kir_stmt *kir_put_stmt(struct kir_func *f, enum kir_stmt_kind kind)
{
    struct kir_cursor *c = f->cursor;
    struct kir_stmt *s = kir_new_stmt(f, kind);

    kir_append(c->frame[c->frame_count - 1].block, s);
    return s;
}

void kir_open(struct kir_func *f, struct kir_stmt *stmt, int block)
{
    struct kir_cursor *c = f->cursor;

    ARENA_PUSH(f->module->arena, c->frame, c->frame_count, c->frame_cap,
               ((struct open_block){&stmt->body[block], stmt}));
}

void kir_close(struct kir_func *f)
{
    f->cursor->frame_count--;
}

struct kir_stmt *kir_replace_stmt(struct kir_block *block, struct kir_stmt *before,
                            const struct kir_block *made, struct kir_stmt *next)
{
    if (before)
        before->next = made->first;
    else
        block->first = made->first;
    block->last = made->last;
    made->last->next = next;
    return made->last;
}

int kir_open_blocks(const struct kir_func *f)
{
    return f->cursor->frame_count - 1;
}

static struct open_block *innermost(struct kir_func *f)
{
    return &f->cursor->frame[f->cursor->frame_count - 1];
}

struct kir_stmt *kir_last_stmt(const struct kir_func *f)
{
    return f->cursor->frame[f->cursor->frame_count - 1].block->last;
}

/* Values ------------------------------------------------------------------- */

int kir_int(struct kir_func *f, enum kir_type type, int64_t value)
{
    struct kir_value v = kir_value_of(KIR_CONST, type);

    if (!kir_is_integer(type) && type != KIR_PRED)
        builder_bug(f, "an integer constant cannot be %s", kir_type_name(type));
    v.imm.i = type == KIR_PRED ? value != 0 : kir_wrap(type, (uint64_t)value);
    return kir_put_value(f, &v);
}

int kir_float(struct kir_func *f, enum kir_type type, double value)
{
    struct kir_value v = kir_value_of(KIR_CONST, type);

    if (!kir_is_float(type))
        builder_bug(f, "a floating constant cannot be %s", kir_type_name(type));
    v.imm.f = type == KIR_F32 ? (double)(float)value : value;
    return kir_put_value(f, &v);
}

static int index_value(struct kir_func *f, enum kir_op op, int dimension)
{
    struct kir_value v = kir_value_of(op, KIR_I32);

    if (dimension < 0 || dimension > 2)
        builder_bug(f, "there is no dimension %d", dimension);
    if (f->kind != KIR_KERNEL)
        builder_bug(f, "only a kernel has a %s index", kir_op_name(op));
    v.imm.i = dimension;
    return kir_put_value(f, &v);
}

int kir_block_index(struct kir_func *f, int dimension)
{
    return index_value(f, KIR_BLOCK_INDEX, dimension);
}

int kir_thread_index(struct kir_func *f, int dimension)
{
    return index_value(f, KIR_THREAD_INDEX, dimension);
}

int kir_grid_size(struct kir_func *f, int dimension)
{
    return index_value(f, KIR_GRID_SIZE, dimension);
}

int kir_get(struct kir_func *f, int variable)
{
    struct kir_value v;

    if (variable < 0 || variable >= f->variable_count)
        builder_bug(f, "there is no variable %d", variable);
    v = kir_value_of(KIR_GET, f->variable[variable].type);
    v.imm.i = variable;
    return kir_put_value(f, &v);
}

int kir_load(struct kir_func *f, int buffer, int index)
{
    struct kir_value v;

    require_index(f, buffer, index);
    v = kir_value_of(KIR_LOAD, kir_loaded_type(f->buffer[buffer].type));
    v.buffer = buffer;
    v.arg[0] = index;
    v.origin = f->current_origin;
    return kir_put_value(f, &v);
}

int kir_aligned(struct kir_func *f, int buffer)
{
    struct kir_value v = kir_value_of(KIR_ALIGNED, KIR_PRED);

    if (f->kind != KIR_KERNEL || buffer < 0 || buffer >= f->buffer_count ||
        f->buffer[buffer].space != KIR_GLOBAL)
        builder_bug(f, "the alignment of no global buffer");
    v.buffer = buffer;
    return kir_put_value(f, &v);
}

static int put_simplified(struct kir_func *f, const struct kir_value *v)
{
    int same = kir_simplify(f, v);

    return same >= 0 ? same : kir_put_value(f, v);
}

int kir_warps(struct kir_func *f)
{
    struct kir_value v = kir_value_of(KIR_WARPS, KIR_PRED);

    if (f->kind != KIR_KERNEL)
        builder_bug(f, "warps outside a kernel");
    return kir_put_value(f, &v);
}

int kir_shuffle_down(struct kir_func *f, int value, int distance)
{
    struct kir_value v = kir_value_of(KIR_SHUFFLE_DOWN, kir_type_of(f, value));

    if (v.type == KIR_PRED || !kir_may_shuffle(f, distance))
        builder_bug(f, "no shuffle of %s by %d", kir_type_name(v.type),
                    distance);
    v.arg[0] = value;
    v.imm.i = distance;
    return put_simplified(f, &v);
}

int kir_fetch(struct kir_func *f, int row, enum kir_type type, int index)
{
    struct kir_value v = kir_value_of(KIR_FETCH, kir_loaded_type(type));

    if (f->kind != KIR_HOST)
        builder_bug(f, "a fetch outside a host function");
    if (row < 0 || type == KIR_PRED)
        builder_bug(f, "there is no array to fetch from");
    require_type(f, index, KIR_I64, "an element to fetch");
    v.narrow = type;
    v.buffer = row;
    v.arg[0] = index;
    return kir_put_value(f, &v);
}

static int put_operation(struct kir_func *f, enum kir_op op, int count,
                         const int *arg)
{
    struct kir_value v = kir_value_of(op, KIR_PRED);
    enum kir_type type[3] = {KIR_PRED, KIR_PRED, KIR_PRED};

    for (int i = 0; i < count; i++) {
        require_value(f, arg[i]);
        v.arg[i] = arg[i];
        type[i] = f->value[arg[i]].type;
    }
    if (kir_op_operands(op) != count)
        builder_bug(f, "%s has not %d operands", kir_op_name(op), count);
    if (!kir_result_type(op, type, &v.type))
        builder_bug(f, "%s does not take %s%s%s%s%s", kir_op_name(op),
                    kir_type_name(type[0]), count > 1 ? ", " : "",
                    count > 1 ? kir_type_name(type[1]) : "",
                    count > 2 ? ", " : "",
                    count > 2 ? kir_type_name(type[2]) : "");
    v.narrow = v.type;
    return put_simplified(f, &v);
}

int kir_unary(struct kir_func *f, enum kir_op op, int a)
{
    return put_operation(f, op, 1, (int[]){a});
}

int kir_binary(struct kir_func *f, enum kir_op op, int a, int b)
{
    return put_operation(f, op, 2, (int[]){a, b});
}

int kir_ternary(struct kir_func *f, enum kir_op op, int a, int b, int c)
{
    return put_operation(f, op, 3, (int[]){a, b, c});
}

static int convert(struct kir_func *f, enum kir_op op, enum kir_type type,
                   int a)
{
    struct kir_value v = kir_value_of(op, kir_loaded_type(type));

    if (!kir_can_convert(op, kir_type_of(f, a), type))
        builder_bug(f, "no %s from %s to %s", kir_op_name(op),
                    kir_type_name(kir_type_of(f, a)), kir_type_name(type));
    v.narrow = type;
    v.arg[0] = a;
    return put_simplified(f, &v);
}

int kir_cast(struct kir_func *f, enum kir_type type, int a)
{
    if (!kir_is_value_type(type) && kir_type_of(f, a) != KIR_I32)
        a = convert(f, KIR_CAST, KIR_I32, a);
    return convert(f, KIR_CAST, type, a);
}

int kir_bitcast(struct kir_func *f, enum kir_type type, int a)
{
    return convert(f, KIR_BITCAST, type, a);
}

/* The exponent of a power of two, or -1. */
static int log2_exact(int64_t n)
{
    return n > 0 && (n & (n - 1)) == 0 ? __builtin_ctzll((uint64_t)n) : -1;
}

static void require_divisor(struct kir_func *f, int a, int64_t divisor)
{
    enum kir_type type = kir_type_of(f, a);

    if (!kir_is_integer(type) || divisor <= 0 ||
        kir_wrap(type, (uint64_t)divisor) != divisor)
        builder_bug(f, "floor division of %s by %lld", kir_type_name(type),
                    (long long)divisor);
}

/* For a < 0, floor(a/d) = ~(~a / d): with m = a >> (bits-1), all ones when a is
 * negative, that is ((a ^ m) / d) ^ m, which cannot overflow. */
int kir_floor_div(struct kir_func *f, int a, int64_t divisor)
{
    enum kir_type type = kir_type_of(f, a);
    int shift = log2_exact(divisor), sign, quotient;

    require_divisor(f, a, divisor);
    if (shift >= 0)
        return kir_binary(f, KIR_SHR, a, kir_int(f, KIR_I32, shift));
    if (!kir_is_signed(type))
        return kir_binary(f, KIR_DIV, a, kir_int(f, type, divisor));
    sign =
        kir_binary(f, KIR_SHR, a, kir_int(f, KIR_I32, kir_type_bits(type) - 1));
    quotient = kir_binary(f, KIR_DIV, kir_binary(f, KIR_XOR, a, sign),
                          kir_int(f, type, divisor));
    return kir_binary(f, KIR_XOR, quotient, sign);
}

int kir_floor_mod(struct kir_func *f, int a, int64_t divisor)
{
    enum kir_type type = kir_type_of(f, a);
    int rest, negative;

    require_divisor(f, a, divisor);
    if (log2_exact(divisor) >= 0)
        return kir_binary(f, KIR_AND, a, kir_int(f, type, divisor - 1));
    rest = kir_binary(f, KIR_REM, a, kir_int(f, type, divisor));
    if (!kir_is_signed(type))
        return rest;
    negative = kir_binary(f, KIR_LT, rest, kir_int(f, type, 0));
    return kir_ternary(f, KIR_SELECT, negative,
                       kir_binary(f, KIR_ADD, rest, kir_int(f, type, divisor)),
                       rest);
}

/* Statements --------------------------------------------------------------- */

void kir_set(struct kir_func *f, int variable, int value)
{
    struct kir_stmt *s;

    if (variable < 0 || variable >= f->variable_count)
        builder_bug(f, "there is no variable %d", variable);
    require_type(f, value, f->variable[variable].type, "what is set");
    s = kir_put_stmt(f, KIR_SET);
    s->variable = variable;
    s->value = value;
}

void kir_store(struct kir_func *f, int buffer, int index, int value)
{
    struct kir_stmt *s;

    require_index(f, buffer, index);
    if (f->buffer[buffer].read_only)
        builder_bug(f, "'%s' is read-only", f->buffer[buffer].name);
    require_type(f, value, kir_loaded_type(f->buffer[buffer].type),
                 "what is stored");
    s = kir_put_stmt(f, KIR_STORE);
    s->buffer = buffer;
    s->index = index;
    s->value = value;
    s->origin = f->current_origin;
}

void kir_atomic(struct kir_func *f, enum kir_op op, int buffer, int index,
                int value)
{
    struct kir_stmt *s;

    require_index(f, buffer, index);
    if (!kir_can_atomic(op, f->buffer[buffer].type))
        builder_bug(f, "no atomic %s on %s", kir_op_name(op),
                    kir_type_name(f->buffer[buffer].type));
    require_type(f, value, f->buffer[buffer].type, "an atomic operand");
    s = kir_put_stmt(f, KIR_ATOMIC);
    s->op = op;
    s->buffer = buffer;
    s->index = index;
    s->value = value;
    s->origin = f->current_origin;
}

int kir_for(struct kir_func *f, int lo, int hi, int step, unsigned flags)
{
    enum kir_type type = kir_type_of(f, lo);
    struct kir_value iter = kir_value_of(KIR_ITER, type);
    struct kir_stmt *s;

    if (!kir_is_integer(type))
        builder_bug(f, "a loop cannot run over %s", kir_type_name(type));
    require_type(f, hi, type, "the end of a loop");
    require_type(f, step, type, "the step of a loop");
    s = kir_put_stmt(f, KIR_FOR);
    s->iter = kir_put_value(f, &iter);
    s->lo = lo;
    s->hi = hi;
    s->step = step;
    s->flags = flags;
    kir_open(f, s, 0);
    return s->iter;
}

void kir_if(struct kir_func *f, int condition)
{
    struct kir_stmt *s;

    require_type(f, condition, KIR_PRED, "a condition");
    s = kir_put_stmt(f, KIR_IF);
    s->value = condition;
    kir_open(f, s, 0);
}

/* Leaves body[0] of a statement of `kind` and opens its body[1]. */
static struct kir_stmt *second_body(struct kir_func *f, enum kir_stmt_kind kind,
                                    const char *what)
{
    struct open_block *frame = innermost(f);

    if (!frame->stmt || frame->stmt->kind != kind ||
        frame->block != &frame->stmt->body[0])
        builder_bug(f, "%s without its beginning", what);
    frame->block = &frame->stmt->body[1];
    return frame->stmt;
}

void kir_else(struct kir_func *f)
{
    second_body(f, KIR_IF, "else");
}

void kir_while(struct kir_func *f)
{
    kir_open(f, kir_put_stmt(f, KIR_WHILE), 0);
}

void kir_while_body(struct kir_func *f, int condition)
{
    require_type(f, condition, KIR_PRED, "a condition");
    second_body(f, KIR_WHILE, "while_body")->value = condition;
}

void kir_end(struct kir_func *f)
{
    struct open_block *frame = innermost(f);

    if (!frame->stmt)
        builder_bug(f, "end without a beginning");
    if (frame->stmt->kind == KIR_WHILE && frame->block != &frame->stmt->body[1])
        builder_bug(f, "a while without a body");
    kir_close(f);
}

void kir_barrier(struct kir_func *f)
{
    if (f->kind != KIR_KERNEL)
        builder_bug(f, "a barrier outside a kernel");
    kir_put_stmt(f, KIR_BARRIER);
}

void kir_launch(struct kir_func *f, int kernel, const int grid[3], int count,
                const struct kir_arg *arg)
{
    size_t size = (size_t)count * sizeof *arg;
    struct kir_stmt *s;

    if (f->kind != KIR_HOST)
        builder_bug(f, "a launch outside a host function");
    if (kernel < 0 || kernel >= f->module->func_count)
        builder_bug(f, "there is no function %d", kernel);
    for (int i = 0; i < 3; i++)
        require_type(f, grid[i], KIR_I64, "a grid size");
    s = kir_put_stmt(f, KIR_LAUNCH);
    s->kernel = kernel;
    memcpy(s->grid, grid, sizeof s->grid);
    s->arg_count = count;
    s->arg = arena_alloc(f->module->arena, size);
    if (count > 0)
        memcpy(s->arg, arg, size);
}

void kir_comment(struct kir_func *f, const char *text)
{
    kir_put_stmt(f, KIR_COMMENT)->text = arena_strdup(f->module->arena, text);
}

void kir_line(struct kir_func *f, int line)
{
    f->current_line = line;
}

void kir_origin(struct kir_func *f, const char *origin)
{
    f->current_origin = origin ? arena_strdup(f->module->arena, origin) : NULL;
}
