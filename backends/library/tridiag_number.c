/* Real and complex numbers, and pivots, in KIR. */
#include "backends/library/tridiag_build.h"

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

void matrix_declare(const struct build *k, int *array)
{
    static const char *const name[] = {"b", "a", "c"};
    for (int i = 0; i < 3; i++)
        array[i] = kir_global(k->f, name[i], k->real, true, true);
}

void factors_declare(const struct build *k, int *array, bool read)
{
    static const char *const name[] = {"inv", "invb", "invc"};
    for (int i = 0; i < 3; i++)
        array[i] = kir_global(k->f, name[i], k->real, read, true);
}

int build_real(const struct build *k, double value)
{
    return kir_float(k->f, k->real, value);
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
    int re = kir_binary(k->f, KIR_MUL, a.part[0], b.part[0]);
    if (k->parts == 1)
        return (struct number){{re, re}};
    int im = kir_binary(k->f, KIR_MUL, a.part[1], b.part[0]);
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

struct number number_sub(const struct build *k, struct number a,
                         struct number b)
{
    int re = kir_binary(k->f, KIR_SUB, a.part[0], b.part[0]);
    return (struct number){
        {re,
         k->parts == 1 ? re : kir_binary(k->f, KIR_SUB, a.part[1], b.part[1])}};
}

struct number number_negative(const struct build *k, struct number a)
{
    int re = negative(k, a.part[0]);
    return (struct number){{re, k->parts == 1 ? re : negative(k, a.part[1])}};
}

struct number number_select(const struct build *k, int condition,
                            struct number yes, struct number no)
{
    struct number a = {{0}};
    for (int p = 0; p < 2; p++)
        a.part[p] = p < k->parts ? kir_ternary(k->f, KIR_SELECT, condition,
                                               yes.part[p], no.part[p])
                                 : a.part[0];
    return a;
}

int number_size(const struct build *k, struct number a)
{
    int size = kir_unary(k->f, KIR_ABS, a.part[0]);
    if (k->parts == 1)
        return size;
    return kir_binary(k->f, KIR_ADD, size, kir_unary(k->f, KIR_ABS, a.part[1]));
}

/* A power of 2 that makes `size` one of about 1; of infinities no number. */
static int scale_of(const struct build *k, int size)
{
    const bool is_wide = k->real == KIR_F64;
    const enum kir_type bits = is_wide ? KIR_I64 : KIR_I32;
    const int64_t ones = is_wide ? 2047 : 255, shift = is_wide ? 52 : 23;
    int exponent = kir_binary(k->f, KIR_AND, kir_bitcast(k->f, bits, size),
                              kir_int(k->f, bits, ones << shift));
    int scale = kir_binary(k->f, KIR_SUB,
                           kir_int(k->f, bits, (ones - 1) << shift), exponent);
    return kir_bitcast(k->f, k->real, scale);
}

/* Complex numbers are scaled, so that no square leaves the range. */
struct number number_inverse(const struct build *k, struct number a)
{
    const int one = build_real(k, 1);
    if (k->parts == 1) {
        int re = kir_binary(k->f, KIR_DIV, one, a.part[0]);
        return (struct number){{re, re}};
    }
    int scale = scale_of(k, number_size(k, a));
    int re = kir_binary(k->f, KIR_MUL, a.part[0], scale);
    int im = kir_binary(k->f, KIR_MUL, a.part[1], scale);
    int square = mul_add(k, re, re, kir_binary(k->f, KIR_MUL, im, im));
    int factor = kir_binary(k->f, KIR_DIV, scale, square);
    return (struct number){
        {kir_binary(k->f, KIR_MUL, re, factor),
         negative(k, kir_binary(k->f, KIR_MUL, im, factor))}};
}

int number_is_finite(const struct build *k, struct number a)
{
    int sum = a.part[0];
    if (k->parts == 2)
        sum = kir_binary(k->f, KIR_ADD, kir_binary(k->f, KIR_SUB, sum, sum),
                         kir_binary(k->f, KIR_SUB, a.part[1], a.part[1]));
    else
        sum = kir_binary(k->f, KIR_SUB, sum, sum);
    return kir_binary(k->f, KIR_EQ, sum, build_real(k, 0));
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
    struct number a = {{0}};
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
    int at = kir_binary(k->f, KIR_MUL, line, kir_i64(k->f, k->parts));
    return kir_binary(k->f, KIR_ADD, at, kir_i64(k->f, part));
}

struct number number_load(const struct build *k, int buffer, int line)
{
    struct number a = {{0}};
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

/* `limit`, or more in a reduced system: see runtime/tridiag/limit.c. */
static int level_limit(struct build *k, int limit, int flags, int level,
                       int lines)
{
    const double usual = 1e-4, some = 1000;
    const double epsilon = k->real == KIR_F32 ? FLT_EPSILON : DBL_EPSILON;
    const int one = build_real(k, 1);
    int loss = kir_variable(k->f, "loss", k->real);
    kir_set(k->f, loss, one);
    int at = kir_for(k->f, kir_i32(k->f, 0), level, kir_i32(k->f, 1), 0);
    int lost = kir_load(k->f, flags,
                        kir_binary(k->f, KIR_ADD, at, kir_i32(k->f, LOSSES)));
    kir_set(k->f, loss,
            kir_binary(k->f, KIR_MUL, kir_get(k->f, loss),
                       kir_cast(k->f, k->real, lost)));
    kir_end(k->f);
    int all = kir_get(k->f, loss);
    int part =
        kir_binary(k->f, KIR_MIN, one,
                   kir_binary(k->f, KIR_MUL, limit, build_real(k, 1 / usual)));
    int errors = kir_binary(k->f, KIR_MUL, all, kir_cast(k->f, k->real, lines));
    errors = kir_binary(k->f, KIR_ADD, errors, errors);
    errors = kir_binary(k->f, KIR_MAX, errors, build_real(k, some));
    int least =
        kir_binary(k->f, KIR_MUL, errors,
                   kir_binary(k->f, KIR_MUL, all, build_real(k, epsilon)));
    least = kir_binary(k->f, KIR_MAX, least, build_real(k, 20 * usual));
    least = kir_binary(k->f, KIR_MAX, limit,
                       kir_binary(k->f, KIR_MUL, part, least));
    int is_reduced = kir_binary(k->f, KIR_GT, level, kir_i32(k->f, 0));
    return kir_ternary(k->f, KIR_SELECT, is_reduced, least, limit);
}

struct pivot_guard guard_new(struct build *k, int flags, int level, int lines)
{
    struct pivot_guard g = {.limit = kir_param(k->f, "limit", k->real),
                            .bad = kir_variable(k->f, "bad", KIR_PRED)};
    kir_set(k->f, g.bad, kir_int(k->f, KIR_PRED, 0));
    g.limit = level_limit(k, g.limit, flags, level, lines);
    return g;
}

static void guard_unless(const struct build *k, const struct pivot_guard *g,
                         int good)
{
    kir_set(k->f, g->bad,
            kir_binary(k->f, KIR_OR, kir_get(k->f, g->bad),
                       kir_unary(k->f, KIR_NOT, good)));
}

struct number guard_invert(const struct build *k, const struct pivot_guard *g,
                           struct number alpha, struct number a,
                           struct number c)
{
    int size = number_size(k, alpha), own = number_size(k, a);
    int least = kir_binary(k->f, KIR_MUL, own, g->limit);
    int most = kir_binary(k->f, KIR_MUL, build_real(k, GROWTH),
                          kir_binary(k->f, KIR_ADD, own, number_size(k, c)));
    guard_unless(k, g,
                 kir_binary(k->f, KIR_AND,
                            kir_binary(k->f, KIR_GT, size, least),
                            kir_binary(k->f, KIR_LT, size, most)));
    return number_inverse(k, alpha);
}

void guard_growth(const struct build *k, const struct pivot_guard *g,
                  struct number a)
{
    guard_unless(
        k, g,
        kir_binary(k->f, KIR_LT, number_size(k, a), build_real(k, GROWTH)));
}

int guard_is_bad(const struct build *k, const struct pivot_guard *g)
{
    return kir_get(k->f, g->bad);
}

/* Little is lost where the diagonal is dominant, and nothing noted. */
void guard_note_loss(const struct build *k, int flags, int level, int terms,
                     struct number left)
{
    int size = number_size(k, left);
    int least = kir_binary(k->f, KIR_MUL, size, build_real(k, LEAST_LOSS));
    kir_if(k->f, kir_binary(k->f, KIR_GT, terms, least));
    int ratio = kir_binary(k->f, KIR_DIV, terms, size);
    ratio = kir_binary(k->f, KIR_MIN, ratio, build_real(k, MOST_LOSS));
    int loss = kir_cast(k->f, KIR_I32, ratio);
    int at = kir_binary(k->f, KIR_ADD, level, kir_i32(k->f, LOSSES));
    kir_atomic(k->f, KIR_MAX, flags, at, loss);
    kir_end(k->f);
}

void guard_note(const struct build *k, int flags, int level, int kind,
                int condition, int number)
{
    int at = kir_binary(k->f, KIR_ADD,
                        kir_binary(k->f, KIR_MUL, level, kir_i32(k->f, FLAGS)),
                        kir_i32(k->f, 1 + kind));
    kir_if(k->f, condition);
    int value = kir_cast(k->f, KIR_I32, number);
    kir_atomic(k->f, KIR_MIN, flags, kir_i32(k->f, 0), value);
    kir_atomic(k->f, KIR_MIN, flags, at, value);
    kir_end(k->f);
}
