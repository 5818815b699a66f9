/*
 * C's semantics for the generated expressions, with a watch for every undefined
 * behaviour that could occur in them.
 */
#include "tests/fuzz/nest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond these magnitudes a floating result is clamped: the product of two
 * values within them stays finite. */
static const double LARGE_F32 = 1e15, LARGE_F64 = 1e100;

static bool is_float(enum type t)
{
    return type_table[t].is_float;
}

/* Must the operation not wrap around? */
static bool is_strict(const struct interp *x)
{
    return x->subscript > 0 || (x->control > 0 && !x->kernel->may_wrap);
}

static struct value unknown(enum type type)
{
    return (struct value){false, type, 0, 0};
}

static struct value from_float(enum type type, double d)
{
    return (struct value){true, type, 0,
                          type == TYPE_F32 ? (double)(float)d : d};
}

/* `v` modulo 2^bits, extended by the sign of the type. */
static struct value from_int(enum type type, __int128 v)
{
    int64_t i = 0;
    switch (type) {
    case TYPE_I8:
        i = (int8_t)v;
        break;
    case TYPE_U8:
        i = (uint8_t)v;
        break;
    case TYPE_I16:
        i = (int16_t)v;
        break;
    case TYPE_U16:
        i = (uint16_t)v;
        break;
    case TYPE_I32:
        i = (int32_t)v;
        break;
    case TYPE_U32:
        i = (uint32_t)v;
        break;
    default:
        i = (int64_t)v;
        break;
    }
    return (struct value){true, type, i, 0};
}

static __int128 wide(struct value v)
{
    return v.type == TYPE_U64 ? (__int128)(uint64_t)v.i : (__int128)v.i;
}

bool value_true(struct value v)
{
    return is_float(v.type) ? v.d != 0 : v.i != 0;
}

struct value value_convert(struct value v, enum type type)
{
    if (!v.known)
        return unknown(type);
    if (!is_float(v.type)) {
        if (!is_float(type))
            return from_int(type, wide(v));
        if (type == TYPE_F64)
            return from_float(type, v.type == TYPE_U64 ? (double)(uint64_t)v.i
                                                       : (double)v.i);
        return from_float(type, v.type == TYPE_U64 ? (float)(uint64_t)v.i
                                                   : (float)v.i);
    }
    if (is_float(type))
        return from_float(type, v.d);
    return from_int(type, (__int128)v.d);
}

/* Marks `e` so that its floating value is forced into lo..hi. */
static void clamp(struct interp *x, struct expr *e, double lo, double hi)
{
    if (!e->clamp) {
        e->lo = lo;
        e->hi = hi;
    }
    e->lo = lo > e->lo ? lo : e->lo;
    e->hi = hi < e->hi ? hi : e->hi;
    e->clamp = true;
    x->repairs++;
}

static bool out_of_range(double d, enum type type)
{
    int bits = 8 * type_table[type].bytes;
    double top = ldexp(1.0, type_table[type].is_signed ? bits - 1 : bits);
    double bottom = type_table[type].is_signed ? -top : 0;
    return !(trunc(d) >= bottom && trunc(d) < top);
}

/* Bounds inside every type's range that both floating types hold exactly. */
static void clamp_to_type(struct interp *x, struct expr *e, enum type type)
{
    int bits = 8 * type_table[type].bytes;
    double hi = ldexp(1.0, bits < 64 ? bits - 2 : 50);
    clamp(x, e, type_table[type].is_signed ? -hi : 0, hi);
}

/* A conversion as C does it. Undefined ones repair the source; inside control,
 * a change of value is a wrap-around. */
static struct value convert_checked(struct interp *x, struct expr *source,
                                    struct value v, enum type type)
{
    if (!v.known)
        return unknown(type);
    if (x->with_data && is_float(v.type)) {
        if (!is_float(type) && out_of_range(v.d, type)) {
            clamp_to_type(x, source, type);
            v.d = 0;
        }
        if (type == TYPE_F32 && fabs(v.d) > LARGE_F32) {
            clamp(x, source, -64, 64);
            v.d = 0;
        }
    }
    struct value r = value_convert(v, type);
    if (is_strict(x) && !is_float(v.type) && !is_float(type) &&
        wide(v) != wide(r))
        x->bad = true;
    return r;
}

struct value eval_as(struct interp *x, struct expr *source, enum type type)
{
    struct value v = eval_expr(x, source);
    return convert_checked(x, source, v, type);
}

static struct value finish_float(struct interp *x, struct expr *e, double d)
{
    struct value v = from_float(e->type, d);
    double large = e->type == TYPE_F32 ? LARGE_F32 : LARGE_F64;
    if (x->with_data && !e->clamp && !(fabs(v.d) <= large))
        clamp(x, e, -64, 64);
    if (e->clamp)
        v.d = fmin(fmax(v.d, e->lo), e->hi);
    return v;
}

static double float_operation(struct interp *x, struct expr *e, double a,
                              double b)
{
    if (e->op == OP_DIV && x->with_data && !e->safe && b == 0) {
        e->safe = true;
        x->repairs++;
    }
    if (e->safe)
        b = e->type == TYPE_F32 ? (double)((float)fabs(b) + 1.0f)
                                : fabs(b) + 1.0;
    double r = 0;
    switch (e->op) {
    case OP_ADD:
        r = e->type == TYPE_F32 ? (double)((float)a + (float)b) : a + b;
        break;
    case OP_SUB:
        r = e->type == TYPE_F32 ? (double)((float)a - (float)b) : a - b;
        break;
    case OP_MUL:
        r = e->type == TYPE_F32 ? (double)((float)a * (float)b) : a * b;
        break;
    default:
        r = e->type == TYPE_F32 ? (double)((float)a / (float)b) : a / b;
        break;
    }
    if (e->op == OP_DIV && x->with_data && !e->safe &&
        !(fabs(r) <= (e->type == TYPE_F32 ? LARGE_F32 : LARGE_F64))) {
        e->safe = true;
        x->repairs++;
        r = 0;
    }
    return r;
}

static bool divides_badly(const struct expr *e, __int128 a, __int128 b)
{
    if (e->op != OP_DIV && e->op != OP_REM)
        return false;
    return b == 0 ||
           (b == -1 && from_int(e->type, a / b).i != (int64_t)(a / b));
}

static struct value int_operation(struct interp *x, struct expr *e, __int128 a,
                                  __int128 b)
{
    bool is_signed = type_table[e->type].is_signed;
    if (!e->safe && divides_badly(e, a, b)) {
        x->bad |= is_strict(x);
        e->safe |= x->with_data;
        x->repairs++;
        b = 1;
    }
    if (e->safe)
        b = (b & 15) + 1;
    __int128 r = 0;
    switch (e->op) {
    case OP_ADD:
        r = a + b;
        break;
    case OP_SUB:
        r = a - b;
        break;
    case OP_MUL:
        r = (__int128)((unsigned __int128)a * (unsigned __int128)b);
        break;
    case OP_DIV:
        r = a / b;
        break;
    case OP_REM:
        r = a % b;
        break;
    case OP_AND:
        r = a & b;
        break;
    case OP_OR:
        r = a | b;
        break;
    case OP_XOR:
        r = a ^ b;
        break;
    case OP_SHL:
        r = (__int128)((unsigned __int128)a << (int)(b & 63));
        break;
    default:
        r = a >> (int)(b & 63);
        break;
    }
    struct value v = from_int(e->type, r);
    bool negative_shift = e->op == OP_SHL && is_signed && a < 0;
    if (wide(v) != r || negative_shift) {
        x->bad |= is_strict(x);
        if (x->with_data && is_signed && !e->wrap) {
            e->wrap = true;
            x->repairs++;
        }
    }
    return v;
}

static bool compare(enum op op, int order)
{
    switch (op) {
    case OP_LT:
        return order < 0;
    case OP_LE:
        return order <= 0;
    case OP_GT:
        return order > 0;
    case OP_GE:
        return order >= 0;
    case OP_EQ:
        return order == 0;
    default:
        return order != 0;
    }
}

static struct value eval_binary(struct interp *x, struct expr *e)
{
    enum type type = expr_operand_type(e);
    struct value a = eval_as(x, e->arg[0], type);
    bool shift = op_kind(e->op) == KIND_SHIFT;
    struct value b =
        shift ? eval_expr(x, e->arg[1]) : eval_as(x, e->arg[1], type);
    if (!a.known || !b.known)
        return unknown(e->type);
    if (op_kind(e->op) == KIND_COMPARE) {
        int order = is_float(type) ? (a.d > b.d) - (a.d < b.d)
                                   : (wide(a) > wide(b)) - (wide(a) < wide(b));
        return from_int(TYPE_I32, compare(e->op, order));
    }
    if (is_float(type))
        return finish_float(x, e, float_operation(x, e, a.d, b.d));
    return int_operation(x, e, wide(a), wide(b));
}

/* && and ||: the right side is visited unless the left side is known to
 * decide. */
static struct value eval_logic(struct interp *x, struct expr *e)
{
    bool decides = e->op == OP_LOR;
    struct value a = eval_expr(x, e->arg[0]);
    if (a.known && value_true(a) == decides)
        return from_int(TYPE_I32, decides);
    struct value b = eval_expr(x, e->arg[1]);
    if (b.known && value_true(b) == decides)
        return from_int(TYPE_I32, decides);
    if (!a.known || !b.known)
        return unknown(TYPE_I32);
    return from_int(TYPE_I32, !decides);
}

static struct value eval_unary(struct interp *x, struct expr *e)
{
    struct value a = eval_expr(x, e->arg[0]);
    if (!a.known)
        return unknown(e->type);
    if (e->op == OP_NOT)
        return from_int(TYPE_I32, !value_true(a));
    a = value_convert(a, e->type);
    if (e->op == OP_BITNOT)
        return from_int(e->type, ~wide(a));
    if (is_float(e->type))
        return finish_float(x, e, -a.d);
    struct value v = from_int(e->type, -wide(a));
    if (wide(v) != -wide(a)) {
        x->bad |= is_strict(x);
        if (x->with_data && type_table[e->type].is_signed && !e->wrap) {
            e->wrap = true;
            x->repairs++;
        }
    }
    return v;
}

/* A call that IEEE 754 does not fix to the bit, or that is undefined. */
static bool call_is_unsafe(const struct expr *e, const struct value *a)
{
    switch ((enum func)e->ref) {
    case FUNC_SQRT:
    case FUNC_SQRTF:
        return a[0].d < 0;
    case FUNC_FMIN:
    case FUNC_FMAX:
    case FUNC_FMINF:
    case FUNC_FMAXF:
        return a[0].d == 0 && a[1].d == 0;
    case FUNC_ABS:
        return a[0].i == INT32_MIN;
    default:
        return false;
    }
}

static double call_float(enum func f, const struct value *a)
{
    switch (f) {
    case FUNC_SQRT:
        return sqrt(a[0].d);
    case FUNC_SQRTF:
        return sqrtf((float)a[0].d);
    case FUNC_FABS:
    case FUNC_FABSF:
        return fabs(a[0].d);
    case FUNC_FMIN:
    case FUNC_FMINF:
        return fmin(a[0].d, a[1].d);
    case FUNC_FMAX:
    case FUNC_FMAXF:
        return fmax(a[0].d, a[1].d);
    case FUNC_FLOOR:
    case FUNC_FLOORF:
        return floor(a[0].d);
    case FUNC_CEIL:
        return ceil(a[0].d);
    case FUNC_TRUNC:
        return trunc(a[0].d);
    case FUNC_RINT:
        return rint(a[0].d);
    case FUNC_COPYSIGN:
        return copysign(a[0].d, a[1].d);
    default:
        return fma(a[0].d, a[1].d, a[2].d);
    }
}

static struct value eval_call(struct interp *x, struct expr *e)
{
    const struct func_row *row = &func_table[e->ref];
    struct value a[MAX_ARGS];
    bool known = true;
    for (int i = 0; i < row->count; i++) {
        a[i] = eval_as(x, e->arg[i], row->type);
        known &= a[i].known;
    }
    if (!known)
        return unknown(e->type);
    if (x->with_data && !e->safe && call_is_unsafe(e, a)) {
        e->safe = true;
        x->repairs++;
    }
    if (e->safe && e->ref == FUNC_ABS)
        a[0].i /= 2;
    else if (e->safe)
        a[0] = from_float(row->type, fabs(a[0].d) + 0.5);
    if (e->ref == FUNC_ABS)
        return from_int(TYPE_I32, a[0].i < 0 ? -a[0].i : a[0].i);
    return finish_float(x, e, call_float((enum func)e->ref, a));
}

static struct value eval_helper(struct interp *x, struct expr *e)
{
    const struct helper *h = &x->kernel->helper[e->ref];
    struct value formal[MAX_ARGS], saved[MAX_ARGS];
    for (int i = 0; i < h->count; i++)
        formal[i] = eval_as(x, e->arg[i], h->formal[i]);
    memcpy(saved, x->formal, sizeof saved);
    memcpy(x->formal, formal, sizeof formal);
    struct value v = eval_as(x, h->body, h->type);
    memcpy(x->formal, saved, sizeof saved);
    if (v.known && is_float(e->type))
        return finish_float(x, e, v.d);
    return v;
}

/* An unknown test visits both sides, as a compiler must expect. */
static struct value eval_cond(struct interp *x, struct expr *e)
{
    struct value test = eval_expr(x, e->arg[0]);
    if (test.known) {
        struct value v = eval_as(x, e->arg[value_true(test) ? 1 : 2], e->type);
        return v.known && is_float(e->type) ? finish_float(x, e, v.d) : v;
    }
    eval_expr(x, e->arg[1]);
    eval_expr(x, e->arg[2]);
    return unknown(e->type);
}

int64_t eval_address(struct interp *x, struct expr *access)
{
    const struct array *a = &x->kernel->array[access->ref];
    int64_t index = 0;
    x->control++;
    x->subscript++;
    for (int d = 0; d < a->rank; d++) {
        int64_t raw = 0;
        int outer = x->side;
        for (int side = 0; side < (x->with_data ? 1 : 2); side++) {
            x->side = side;
            raw = eval_expr(x, access->arg[d]).i;
            if (access->min[d] > raw)
                access->min[d] = raw;
            if (access->max[d] < raw)
                access->max[d] = raw;
        }
        x->side = outer;
        int64_t stride = d > 0 ? a->extent[d].value : 0;
        index = index * stride + raw + access->offset[d];
    }
    x->control--;
    x->subscript--;
    if (!x->with_data)
        return index;
    index += a->base;
    if (index < 0 || index >= x->kernel->array[a->owner].elements) {
        fprintf(stderr, "nestgen: seed %llu leaves array %s\n",
                (unsigned long long)x->kernel->seed, a->name);
        abort();
    }
    return index;
}

static struct value eval_access(struct interp *x, struct expr *e)
{
    int64_t index = eval_address(x, e);
    const struct array *a = &x->kernel->array[e->ref];
    if (!x->with_data && x->control > 0 && a->content == CONTENT_CURSOR)
        return from_int(e->type, a->side[x->side]);
    if (!x->with_data && x->control > 0 && a->content != CONTENT_ANY)
        return from_int(e->type, array_content(a, index));
    if (!x->with_data)
        return unknown(e->type);
    struct cell c = x->kernel->array[a->owner].cell[index];
    x->bad |= !c.defined;
    if (is_float(e->type))
        return finish_float(x, e, c.d);
    return (struct value){true, e->type, c.i, 0};
}

/* Outside control, a run without data knows nothing: what it would find out
 * may change by repairs. */
static struct value eval_leaf(struct interp *x, struct expr *e)
{
    struct kernel *k = x->kernel;
    struct value v;
    if (!x->with_data && x->control == 0)
        return unknown(e->type);
    switch (e->op) {
    case OP_CONST:
        v = e->constant;
        break;
    case OP_PARAM:
        v = from_int(e->type, k->param[e->ref].value);
        break;
    case OP_ITER:
        v = from_int(e->type, k->iter[e->ref].value);
        break;
    default:
        v = x->formal[e->ref];
        break;
    }
    if (v.known && is_float(v.type))
        return finish_float(x, e, v.d);
    return v;
}

static struct value eval_cast(struct interp *x, struct expr *e)
{
    struct value v = eval_as(x, e->arg[0], e->type);
    return v.known && is_float(e->type) ? finish_float(x, e, v.d) : v;
}

static struct value eval_any(struct interp *x, struct expr *e)
{
    switch (e->op) {
    case OP_CONST:
    case OP_PARAM:
    case OP_ITER:
    case OP_FORMAL:
        return eval_leaf(x, e);
    case OP_ACCESS:
        return eval_access(x, e);
    case OP_NEG:
    case OP_BITNOT:
    case OP_NOT:
        return eval_unary(x, e);
    case OP_COND:
        return eval_cond(x, e);
    case OP_CAST:
        return eval_cast(x, e);
    case OP_CALL:
        return eval_call(x, e);
    case OP_HELPER:
        return eval_helper(x, e);
    case OP_LAND:
    case OP_LOR:
        return eval_logic(x, e);
    default:
        return eval_binary(x, e);
    }
}

struct value eval_expr(struct interp *x, struct expr *e)
{
    x->control += e->control;
    struct value v = eval_any(x, e);
    x->control -= e->control;
    return v;
}

/* The numbers of an index array follow from its seed alone. */
int64_t array_content(const struct array *a, int64_t index)
{
    int64_t at = index > 0 ? index : 0;
    uint64_t state = a->fill * 0x100000001b3u + (uint64_t)at;
    if (a->content == CONTENT_PERM)
        return (at * 31 + 7) % a->limit;
    if (a->content == CONTENT_ROWS)
        return at * a->limit +
               (int64_t)(rng_next(&state) % (uint64_t)(a->limit + 1));
    return a->start + (int64_t)(rng_next(&state) % (uint64_t)a->limit);
}

struct cell array_fill(const struct array *a, int64_t index)
{
    uint64_t state = a->fill * 0x100000001b3u + (uint64_t)index;
    uint64_t bits = rng_next(&state);
    struct value v;
    if (a->content != CONTENT_ANY)
        v = from_int(a->type, array_content(a, index));
    else if (is_float(a->type))
        v = from_float(a->type, (double)((int64_t)(bits % 4001) - 2000) / 97.0);
    else if (a->wide)
        v = from_int(a->type, (int64_t)bits);
    else
        v = from_int(a->type, (int64_t)(bits % 41) - 20);
    return (struct cell){v.i, v.d, true};
}

uint64_t array_hash(const struct array *a)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int64_t i = 0; i < a->elements; i++) {
        unsigned char bytes[8];
        float f = (float)a->cell[i].d;
        if (a->type == TYPE_F32)
            memcpy(bytes, &f, sizeof f);
        else if (a->type == TYPE_F64)
            memcpy(bytes, &a->cell[i].d, sizeof bytes);
        else
            memcpy(bytes, &a->cell[i].i, sizeof bytes);
        for (int b = 0; b < type_table[a->type].bytes; b++)
            hash = (hash ^ bytes[b]) * 0x100000001b3u;
    }
    return hash;
}
