/* Real and complex numbers, and pivots, in KIR. */
#include "backends/hosted/tridiag_build.h"

#include <float.h>

struct build build_kernel(struct kir_module *module, enum kir_type real,
                          int parts, const char *name, int threads)
{
    struct build k = {.real = real, .parts = parts, .threads = threads};
    k.f = kir_func_new(module, KIR_KERNEL, name, threads, 1, 1);
    k.positions = SEGMENT_BYTES / kir_type_size(real);
    k.lines = k.positions / parts;
    k.step = threads + 2;
    k.thread = kir_thread_index(k.f, 0);
    k.thread64 = kir_cast(k.f, KIR_I64, k.thread);
    return k;
}

int build_int(const struct build *k, int64_t value)
{
    return kir_int(k->f, KIR_I32, value);
}

int build_long(const struct build *k, int64_t value)
{
    return kir_int(k->f, KIR_I64, value);
}

int build_real(const struct build *k, double value)
{
    return kir_float(k->f, k->real, value);
}

int build_op(const struct build *k, enum kir_op op, int a, int b)
{
    return kir_binary(k->f, op, a, b);
}

struct number number_constant(const struct build *k, double value)
{
    return (struct number){{build_real(k, value), build_real(k, 0)}};
}

static int mul_add(const struct build *k, int a, int b, int c)
{
    return kir_ternary(k->f, KIR_MULADD, a, b, c);
}

static int negative(const struct build *k, int a)
{
    return kir_unary(k->f, KIR_NEG, a);
}

struct number number_mul(const struct build *k, struct number a,
                         struct number b)
{
    int re = build_op(k, KIR_MUL, a.part[0], b.part[0]);
    if (k->parts == 1)
        return (struct number){{re, re}};
    int im = build_op(k, KIR_MUL, a.part[1], b.part[0]);
    return (struct number){{mul_add(k, negative(k, a.part[1]), b.part[1], re),
                            mul_add(k, a.part[0], b.part[1], im)}};
}

struct number number_add_mul(const struct build *k, struct number c,
                             struct number a, struct number b)
{
    int re = mul_add(k, a.part[0], b.part[0], c.part[0]);
    if (k->parts == 1)
        return (struct number){{re, re}};
    int im = mul_add(k, a.part[1], b.part[0], c.part[1]);
    return (struct number){{mul_add(k, negative(k, a.part[1]), b.part[1], re),
                            mul_add(k, a.part[0], b.part[1], im)}};
}

struct number number_sub_mul(const struct build *k, struct number c,
                             struct number a, struct number b)
{
    return number_add_mul(k, c, number_negative(k, a), b);
}

struct number number_negative(const struct build *k, struct number a)
{
    int re = negative(k, a.part[0]);
    return (struct number){{re, k->parts == 1 ? re : negative(k, a.part[1])}};
}

struct number number_select(const struct build *k, int condition,
                            struct number yes, struct number no)
{
    struct number a;
    for (int p = 0; p < 2; p++)
        a.part[p] = p < k->parts ? kir_ternary(k->f, KIR_SELECT, condition,
                                               yes.part[p], no.part[p])
                                 : a.part[0];
    return a;
}

int number_size(const struct build *k, struct number a)
{
    if (k->parts == 1)
        return kir_unary(k->f, KIR_ABS, a.part[0]);
    int square = build_op(k, KIR_MUL, a.part[1], a.part[1]);
    return mul_add(k, a.part[0], a.part[0], square);
}

struct number number_inverse(const struct build *k, struct number a, int size)
{
    const int one = build_real(k, 1);
    if (k->parts == 1) {
        int re = build_op(k, KIR_DIV, one, a.part[0]);
        return (struct number){{re, re}};
    }
    int scale = build_op(k, KIR_DIV, one, size);
    int im = build_op(k, KIR_MUL, a.part[1], scale);
    return (struct number){
        {build_op(k, KIR_MUL, a.part[0], scale), negative(k, im)}};
}

int number_is_finite(const struct build *k, struct number a)
{
    int sum = a.part[0];
    if (k->parts == 2)
        sum = build_op(k, KIR_ADD, build_op(k, KIR_SUB, sum, sum),
                       build_op(k, KIR_SUB, a.part[1], a.part[1]));
    else
        sum = build_op(k, KIR_SUB, sum, sum);
    return build_op(k, KIR_EQ, sum, build_real(k, 0));
}

/* Variables and memory ------------------------------------------------------*/

struct changing changing_new(struct build *k, const char *name,
                             struct number start)
{
    struct changing v = {{0, 0}};
    for (int p = 0; p < k->parts; p++)
        v.part[p] = kir_variable(
            k->f,
            arena_printf(k->f->module->arena, "%s_%s", name, p ? "im" : "re"),
            k->real);
    changing_set(k, v, start);
    return v;
}

struct number changing_get(const struct build *k, struct changing v)
{
    struct number a;
    for (int p = 0; p < 2; p++)
        a.part[p] = p < k->parts ? kir_get(k->f, v.part[p]) : a.part[0];
    return a;
}

void changing_set(const struct build *k, struct changing v, struct number a)
{
    for (int p = 0; p < k->parts; p++)
        kir_set(k->f, v.part[p], a.part[p]);
}

static int position(const struct build *k, int line, int part)
{
    int at = build_op(k, KIR_MUL, line, build_long(k, k->parts));
    return build_op(k, KIR_ADD, at, build_long(k, part));
}

struct number number_load(const struct build *k, int buffer, int line)
{
    struct number a;
    for (int p = 0; p < 2; p++)
        a.part[p] = p < k->parts ? kir_load(k->f, buffer, position(k, line, p))
                                 : a.part[0];
    return a;
}

void number_store(const struct build *k, int buffer, int line, struct number a)
{
    for (int p = 0; p < k->parts; p++)
        kir_store(k->f, buffer, position(k, line, p), a.part[p]);
}

/* Pivots --------------------------------------------------------------------*/

struct guard guard_new(struct build *k)
{
    struct guard g = {.limit = kir_param(k->f, "limit", k->real),
                      .bad = kir_variable(k->f, "bad", KIR_PRED),
                      .sum = kir_variable(k->f, "sizes", k->real)};
    kir_set(k->f, g.bad, kir_int(k->f, KIR_PRED, 0));
    kir_set(k->f, g.sum, build_real(k, 0));
    return g;
}

/* Sizes below the least one have lost digits. */
struct number guard_invert(const struct build *k, const struct guard *g,
                           struct number alpha, struct number a)
{
    const double tiny = k->real == KIR_F32 ? (double)FLT_MIN / FLT_EPSILON
                                           : DBL_MIN / DBL_EPSILON;
    int size = number_size(k, alpha);
    int least = mul_add(k, number_size(k, a), g->limit, build_real(k, tiny));
    int good = build_op(k, KIR_GT, size, least);
    kir_set(k->f, g->bad,
            build_op(k, KIR_OR, kir_get(k->f, g->bad),
                     kir_unary(k->f, KIR_NOT, good)));
    kir_set(k->f, g->sum, build_op(k, KIR_ADD, kir_get(k->f, g->sum), size));
    return number_inverse(k, alpha, size);
}

int guard_is_bad(const struct build *k, const struct guard *g)
{
    int sum = kir_get(k->f, g->sum);
    int infinite =
        build_op(k, KIR_NE, build_op(k, KIR_SUB, sum, sum), build_real(k, 0));
    return build_op(k, KIR_OR, kir_get(k->f, g->bad), infinite);
}

void guard_note(const struct build *k, int flags, int level, int kind,
                int condition, int number)
{
    int at =
        build_op(k, KIR_ADD, build_op(k, KIR_MUL, level, build_int(k, FLAGS)),
                 build_int(k, 1 + kind));
    kir_if(k->f, condition);
    int value = kir_cast(k->f, KIR_I32, number);
    kir_atomic(k->f, KIR_MIN, flags, build_int(k, 0), value);
    kir_atomic(k->f, KIR_MIN, flags, at, value);
    kir_end(k->f);
}
