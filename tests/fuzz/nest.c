#include "tests/fuzz/nest.h"

const struct type_row type_table[TYPE_COUNT] = {
#define TYPE(id, spelling, other, bytes, is_signed, is_float)                  \
    {{spelling, other}, bytes, is_signed, is_float},
#include "tests/fuzz/nest.def"
};

const struct func_row func_table[FUNC_COUNT] = {
#define FUNC(id, spelling, type, count, weight)                                \
    {spelling, TYPE_##type, count, weight},
#include "tests/fuzz/nest.def"
};

static const struct {
    const char *spelling;
    enum op_kind kind;
} binary_table[OP_COUNT] = {
#define BINARY(id, spelling, kind) [OP_##id] = {spelling, KIND_##kind},
#include "tests/fuzz/nest.def"
};

enum op_kind op_kind(enum op op)
{
    return binary_table[op].kind;
}

const char *op_spelling(enum op op)
{
    return binary_table[op].spelling;
}

uint64_t rng_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int rng_below(struct kernel *k, int n)
{
    return (int)(rng_next(&k->rng) % (uint64_t)n);
}

bool rng_chance(struct kernel *k, int percent)
{
    return rng_below(k, 100) < percent;
}

int rng_weighted(struct kernel *k, const int *weight, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += weight[i];
    if (total <= 0)
        return 0;
    int pick = rng_below(k, total);
    int i = 0;
    while (pick >= weight[i])
        pick -= weight[i++];
    return i;
}

enum type type_promote(enum type t)
{
    return t < TYPE_I32 ? TYPE_I32 : t;
}

/* The usual arithmetic conversions: the order of enum type is that of the
 * ranks, unsigned after signed. */
enum type type_common(enum type a, enum type b)
{
    a = type_promote(a);
    b = type_promote(b);
    return a > b ? a : b;
}

static struct expr *expr_new(struct kernel *k, enum op op, enum type type)
{
    struct expr *e = arena_alloc(k->arena, sizeof *e);
    e->op = op;
    e->type = type;
    return e;
}

struct expr *expr_int(struct kernel *k, int64_t value, enum type type)
{
    struct expr *e = expr_new(k, OP_CONST, type);
    e->constant = (struct value){true, type, value, 0};
    return e;
}

struct expr *expr_float(struct kernel *k, double value, enum type type)
{
    struct expr *e = expr_new(k, OP_CONST, type);
    double rounded = type == TYPE_F32 ? (double)(float)value : value;
    e->constant = (struct value){true, type, 0, rounded};
    return e;
}

struct expr *expr_ref(struct kernel *k, enum op op, int ref, enum type type)
{
    struct expr *e = expr_new(k, op, type);
    e->ref = ref;
    return e;
}

struct expr *expr_unary(struct kernel *k, enum op op, struct expr *a)
{
    enum type type = op == OP_NOT ? TYPE_I32 : type_promote(a->type);
    struct expr *e = expr_new(k, op, type);
    e->count = 1;
    e->arg[0] = a;
    return e;
}

enum type expr_operand_type(const struct expr *e)
{
    if (op_kind(e->op) == KIND_SHIFT)
        return type_promote(e->arg[0]->type);
    return type_common(e->arg[0]->type, e->arg[1]->type);
}

struct expr *expr_binary(struct kernel *k, enum op op, struct expr *a,
                         struct expr *b)
{
    struct expr *e = expr_new(k, op, TYPE_I32);
    e->count = 2;
    e->arg[0] = a;
    e->arg[1] = b;
    if (op_kind(op) != KIND_COMPARE && op_kind(op) != KIND_LOGIC)
        e->type = expr_operand_type(e);
    return e;
}

struct expr *expr_cond(struct kernel *k, struct expr *test, struct expr *a,
                       struct expr *b)
{
    struct expr *e = expr_new(k, OP_COND, type_common(a->type, b->type));
    e->count = 3;
    e->arg[0] = test;
    e->arg[1] = a;
    e->arg[2] = b;
    return e;
}

struct expr *expr_cast(struct kernel *k, enum type type, struct expr *a)
{
    struct expr *e = expr_new(k, OP_CAST, type);
    e->count = 1;
    e->arg[0] = a;
    return e;
}

struct expr *expr_copy(struct kernel *k, const struct expr *e)
{
    struct expr *copy = arena_alloc(k->arena, sizeof *copy);
    *copy = *e;
    for (int i = 0; i < e->count; i++)
        copy->arg[i] = expr_copy(k, e->arg[i]);
    if (copy->op == OP_ACCESS)
        ARENA_PUSH(k->arena, k->access, k->access_count, k->access_capacity,
                   copy);
    return copy;
}

struct stmt *stmt_new(struct kernel *k, enum stmt_kind kind)
{
    struct stmt *s = arena_alloc(k->arena, sizeof *s);
    s->kind = kind;
    s->assume = -1;
    s->bare = rng_chance(k, k->shape->item_bare);
    return s;
}

void stmt_append(struct kernel *k, struct stmt *block, struct stmt *child)
{
    ARENA_PUSH(k->arena, block->child, block->count, block->capacity, child);
}
