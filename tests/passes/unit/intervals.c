/*
 * Arithmetic with intervals (bounds/interval.h), whose code folds where the
 * ends are constants: compared with what all values of small intervals give.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "polyhedral/bounds/interval.h"

enum { MOST = 3 }; /* of the small intervals' values */

struct rig {
    struct arena *arena;
    struct intervals in;
};

static struct rig rig_new(void)
{
    struct rig r = {.arena = arena_new()};
    struct kir_module *module = kir_module_new(r.arena, "m", "m.c");

    r.in.f = kir_func_new(module, KIR_HOST, "h", 1, 1, 1);
    r.in.fits = kir_variable(r.in.f, "fits", KIR_I64);
    return r;
}

static struct interval between(const struct rig *r, int64_t low, int64_t high,
                               bool some)
{
    return (struct interval){kir_int(r->in.f, KIR_I64, low),
                             kir_int(r->in.f, KIR_I64, high),
                             kir_int(r->in.f, KIR_PRED, some)};
}

static int64_t known(const struct rig *r, int value)
{
    assert_true(kir_is_const(r->in.f, value));
    return r->in.f->value[value].imm.i;
}

static void is_between(const struct rig *r, struct interval x, int64_t low,
                       int64_t high, bool some)
{
    assert_int_equal(known(r, x.low), low);
    assert_int_equal(known(r, x.high), high);
    assert_int_equal(known(r, x.some), some);
}

/* Do all demands hold? One that fails sets the variable to 0. */
static bool fits(const struct rig *r)
{
    bool good = true;

    for (const struct kir_stmt *s = r->in.f->body.first; s; s = s->next)
        if (s->kind == KIR_SET && kir_is_const(r->in.f, s->value))
            good = false;
    return good;
}

static int64_t result(enum scop_op op, int64_t a, int64_t b)
{
    switch (op) {
    case SCOP_ADD:
        return a + b;
    case SCOP_MUL:
        return a * b;
    case SCOP_DIV:
        return a / b;
    case SCOP_REM:
        return a % b;
    case SCOP_SHL:
        return a * (INT64_C(1) << b);
    case SCOP_SHR:
        return a >> b;
    case SCOP_AND:
        return a & b;
    case SCOP_OR:
        return a | b;
    case SCOP_XOR:
        return a ^ b;
    case SCOP_LT:
        return a < b;
    case SCOP_LE:
        return a <= b;
    case SCOP_GT:
        return a > b;
    case SCOP_GE:
        return a >= b;
    default:
        return a == b;
    }
}

/* What the operation gives for x in [a, b] and y in [c, d]. */
struct image {
    int64_t low, high;
};

static struct image image_of(enum scop_op op, const int64_t v[4])
{
    struct image i = {INT64_MAX, INT64_MIN};

    for (int64_t x = v[0]; x <= v[1]; x++)
        for (int64_t y = v[2]; y <= v[3]; y++) {
            if ((op == SCOP_DIV || op == SCOP_REM) && y == 0)
                continue;
            int64_t z = result(op, x, y);
            i.low = z < i.low ? z : i.low;
            i.high = z > i.high ? z : i.high;
        }
    return i;
}

/* Calls `check` with all pairs of small intervals. */
static void each_pair(void (*check)(const struct rig *r, const int64_t v[4]))
{
    for (int64_t a = -MOST; a <= MOST; a++)
        for (int64_t b = a; b <= MOST; b++)
            for (int64_t c = -MOST; c <= MOST; c++)
                for (int64_t d = c; d <= MOST; d++) {
                    struct rig r = rig_new();

                    check(&r, (int64_t[]){a, b, c, d});
                    arena_free(r.arena);
                }
}

/* An expression of the operation with a constant on the right, or with none. */
static struct scop_expr *with(const struct rig *r, enum scop_op op,
                              bool constant, int64_t number)
{
    struct loc loc = {0};
    struct scop_expr *e = scop_expr_new(r->arena, op, SCOP_I64, 2, loc);

    for (int k = 0; k < 2; k++)
        e->arg[k] = scop_expr_new(
            r->arena, k && constant ? SCOP_INT : SCOP_PARAM, SCOP_I64, 0, loc);
    e->arg[1]->ival = number;
    return e;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t greatest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t amount(int64_t low, int64_t high)
{
    return greatest(-low, high);
}

static void check_sums(const struct rig *r, const int64_t v[4])
{
    struct interval x = between(r, v[0], v[1], true),
                    y = between(r, v[2], v[3], true), z;
    struct image sum = image_of(SCOP_ADD, v), product = image_of(SCOP_MUL, v);

    is_between(r, interval_sum(&r->in, x, y), sum.low, sum.high, true);
    is_between(r, interval_negative(&r->in, x), -v[1], -v[0], true);
    assert_true(interval_product(&r->in, x, y, &z));
    is_between(r, z, product.low, product.high, true);
    is_between(r, interval_hull(&r->in, x, y), least(v[0], v[2]),
               greatest(v[1], v[3]), true);
    x.some = kir_int(r->in.f, KIR_PRED, 0);
    is_between(r, interval_hull(&r->in, x, y), v[2], v[3], true);
    is_between(r, interval_hull(&r->in, y, x), v[2], v[3], true);
    is_between(r, interval_sum(&r->in, x, y), sum.low, sum.high, false);
    is_between(r, interval_sum(&r->in, y, x), sum.low, sum.high, false);
    is_between(r, interval_negative(&r->in, x), -v[1], -v[0], false);
    assert_true(interval_product(&r->in, x, y, &z));
    assert_false(known(r, z.some));
    y.some = x.some;
    assert_false(known(r, interval_hull(&r->in, x, y).some));
    assert_true(fits(r));
}

static void test_sums(void **state)
{
    (void)state;
    each_pair(check_sums);
}

static void check_quotients(const struct rig *r, const int64_t v[4])
{
    struct interval x = between(r, v[0], v[1], true),
                    y = between(r, v[2], v[3], true), z;
    int64_t size = amount(v[0], v[1]), rest = amount(v[2], v[3]) - 1;
    struct image i = image_of(SCOP_REM, v);

    assert_true(
        interval_quotient(&r->in, with(r, SCOP_DIV, false, 0), x, y, &z));
    is_between(r, z, -size, size, true);
    assert_true(
        interval_quotient(&r->in, with(r, SCOP_DIV, true, -2), x, y, &z));
    is_between(r, z, -size, size, true);
    assert_true(
        interval_quotient(&r->in, with(r, SCOP_DIV, true, 1), x, y, &z));
    is_between(r, z, v[0], v[1], true);
    assert_true(
        interval_quotient(&r->in, with(r, SCOP_DIV, true, 2), x, y, &z));
    is_between(r, z, v[0] / 2, v[1] / 2, true);
    if (v[2] == 0 && v[3] == 0)
        return;
    assert_true(
        interval_quotient(&r->in, with(r, SCOP_REM, false, 0), x, y, &z));
    is_between(r, z, greatest(least(v[0], 0), -rest),
               least(greatest(v[1], 0), rest), true);
    assert_true(known(r, z.low) <= i.low && i.high <= known(r, z.high));
    x.some = kir_int(r->in.f, KIR_PRED, 0);
    assert_true(
        interval_quotient(&r->in, with(r, SCOP_REM, false, 0), y, x, &z));
    assert_false(known(r, z.some));
}

static void test_quotients(void **state)
{
    (void)state;
    each_pair(check_quotients);
}

static void check_bits(const struct rig *r, const int64_t v[4])
{
    static const enum scop_op op[] = {SCOP_AND, SCOP_OR, SCOP_XOR};
    struct interval x = between(r, v[0], v[1], true),
                    y = between(r, v[2], v[3], true), z;

    assert_true(interval_bits(&r->in, with(r, SCOP_AND, true, 5), x, y, &z));
    is_between(r, z, 0, 5, true);
    assert_true(interval_bits(&r->in, with(r, SCOP_AND, true, 0), x, y, &z));
    is_between(r, z, 0, 0, true);
    assert_true(fits(r));
    for (int k = 0; k < 3; k++) {
        struct image i = image_of(op[k], v);
        assert_true(interval_bits(&r->in, with(r, op[k], false, 0), x, y, &z));
        if (v[0] < 0 || v[2] < 0)
            continue;
        is_between(r, z, 0, k ? v[1] + v[3] : least(v[1], v[3]), true);
        assert_true(known(r, z.low) <= i.low && i.high <= known(r, z.high));
    }
    assert_int_equal(fits(r), v[0] >= 0 && v[2] >= 0);
}

static void test_bits(void **state)
{
    (void)state;
    each_pair(check_bits);
    struct rig r = rig_new();
    struct interval z, x = between(&r, -1, 1, true);
    assert_true(interval_bits(&r.in, with(&r, SCOP_AND, true, -1), x, x, &z));
    assert_true(interval_bits(&r.in, with(&r, SCOP_OR, true, 1), x, x, &z));
    assert_false(fits(&r));
    arena_free(r.arena);
}

static void check_shifts(const struct rig *r, const int64_t v[4])
{
    struct interval x = between(r, v[0], v[1], true), z;

    for (int by = -1; by <= 32; by++)
        for (int left = 0; left < 2; left++) {
            enum scop_op op = left ? SCOP_SHL : SCOP_SHR;
            bool good = by >= 0 && by < 32;
            assert_int_equal(
                interval_shift(&r->in, with(r, op, true, by), x, &z), good);
            if (good)
                is_between(r, z, result(op, v[0], by), result(op, v[1], by),
                           true);
        }
    assert_false(interval_shift(&r->in, with(r, SCOP_SHR, false, 1), x, &z));
    assert_true(fits(r));
}

static void test_shifts(void **state)
{
    (void)state;
    for (int64_t a = -MOST; a <= MOST; a++)
        for (int64_t b = a; b <= MOST; b++) {
            struct rig r = rig_new();
            check_shifts(&r, (int64_t[]){a, b, 0, 0});
            arena_free(r.arena);
        }
}

static void check_cuts(const struct rig *r, const int64_t v[4])
{
    static const enum scop_op op[] = {SCOP_LT, SCOP_LE, SCOP_GT, SCOP_GE,
                                      SCOP_EQ};

    for (int k = 0; k < 5; k++) {
        struct interval x = between(r, v[0], v[1], true),
                        y = between(r, v[2], v[3], true);
        int64_t low = INT64_MAX, high = INT64_MIN;
        for (int64_t a = v[0]; a <= v[1]; a++) {
            bool held = false;
            for (int64_t b = v[2]; b <= v[3]; b++)
                held |= result(op[k], a, b) != 0;
            low = held ? least(low, a) : low;
            high = held ? greatest(high, a) : high;
        }
        interval_cut(&r->in, op[k], y, &x);
        assert_int_equal(known(r, x.some), low <= high);
        if (low <= high)
            is_between(r, x, low, high, true);
        x = between(r, v[0], v[1], true);
        y.some = kir_int(r->in.f, KIR_PRED, 0);
        interval_cut(&r->in, op[k], y, &x);
        assert_false(known(r, x.some));
    }
}

static void test_cuts(void **state)
{
    (void)state;
    each_pair(check_cuts);
}

/* A side that is open stays so where it decides. */
static void test_open(void **state)
{
    (void)state;
    struct rig r = rig_new();
    struct interval whole = between(&r, -2, 3, true), up = whole, down = whole,
                    z;
    up.high = -1;
    down.low = -1;
    assert_true(interval_is_closed(whole));
    assert_false(interval_is_closed(up) || interval_is_closed(down));
    z = interval_sum(&r.in, up, whole);
    assert_int_equal(known(&r, z.low), -4);
    assert_int_equal(z.high, -1);
    z = interval_sum(&r.in, whole, down);
    assert_int_equal(known(&r, z.high), 6);
    assert_int_equal(z.low, -1);
    z = interval_negative(&r.in, up);
    assert_int_equal(known(&r, z.high), 2);
    assert_int_equal(z.low, -1);
    z = interval_negative(&r.in, down);
    assert_int_equal(known(&r, z.low), -3);
    assert_int_equal(z.high, -1);
    z = interval_hull(&r.in, up, whole);
    assert_int_equal(known(&r, z.low), -2);
    assert_int_equal(z.high, -1);
    z = interval_hull(&r.in, whole, down);
    assert_int_equal(known(&r, z.high), 3);
    assert_int_equal(z.low, -1);
    for (int k = 0; k < 2; k++) {
        struct interval x = k ? up : down, cut = x;
        assert_false(interval_product(&r.in, x, whole, &z));
        assert_false(interval_product(&r.in, whole, x, &z));
        assert_false(interval_quotient(&r.in, with(&r, SCOP_REM, false, 0), x,
                                       whole, &z));
        assert_false(interval_quotient(&r.in, with(&r, SCOP_DIV, false, 0),
                                       whole, x, &z));
        assert_false(interval_shift(&r.in, with(&r, SCOP_SHR, true, 1), x, &z));
        assert_false(
            interval_bits(&r.in, with(&r, SCOP_AND, false, 0), x, whole, &z));
        assert_false(
            interval_bits(&r.in, with(&r, SCOP_AND, false, 0), whole, x, &z));
        assert_false(interval_demand_type(&r.in, SCOP_U32, &x));
        interval_cut(&r.in, SCOP_EQ, whole, &cut);
        is_between(&r, cut, -2, 3, true);
        cut = whole;
        interval_cut(&r.in, SCOP_EQ, x, &cut);
        is_between(&r, cut, -2, 3, true);
    }
    arena_free(r.arena);
}

/* Is it demanded that [low, high] is of the type, and does that hold? */
static void of_type(enum scop_type type, int64_t low, int64_t high, bool good)
{
    struct rig r = rig_new();
    struct interval x = between(&r, low, high, true);

    assert_true(interval_demand_type(&r.in, type, &x));
    assert_int_equal(fits(&r), good);
    if (good)
        is_between(&r, x, low, high, true);
    else
        is_between(&r, x, 0, 0, true);
    arena_free(r.arena);
    r = rig_new();
    x = between(&r, low, high, false); /* of no value nothing is demanded */
    assert_true(interval_demand_type(&r.in, type, &x));
    assert_true(fits(&r));
    arena_free(r.arena);
}

static void test_demands(void **state)
{
    static const enum scop_type type[] = {SCOP_I8,  SCOP_U8,  SCOP_I16,
                                          SCOP_U16, SCOP_I32, SCOP_U32};

    (void)state;
    for (int k = 0; k < 6; k++) {
        int bits = 8 << k / 2;
        int64_t high = (INT64_C(1) << (bits - (k % 2 == 0))) - 1;
        int64_t low = k % 2 ? 0 : -high - 1;
        of_type(type[k], low, high, true);
        of_type(type[k], low - 1, high, false);
        of_type(type[k], low, high + 1, false);
    }
    of_type(SCOP_I64, -INTERVAL_MOST - 1, INTERVAL_MOST, true);
    of_type(SCOP_I64, 0, INTERVAL_MOST + 1, false);
    of_type(SCOP_U64, 0, INTERVAL_MOST, true);
    of_type(SCOP_U64, -1, INTERVAL_MOST, false);
    for (int k = 0; k < 4; k++) { /* unsigned or not, too large or not */
        struct rig r = rig_new();
        struct interval x =
            between(&r, k < 2 ? -INTERVAL_MOST - (k & 1) : -(k & 1), 9, true);
        assert_true(
            interval_demand_result(&r.in, k < 2 ? SCOP_I8 : SCOP_U8, &x));
        assert_int_equal(fits(&r), !(k & 1));
        arena_free(r.arena);
    }
}

static void test_large_products(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct rig r = rig_new();
        int64_t least_of_x = -(INT64_C(1) << (30 + k));
        struct interval x = between(&r, least_of_x, 1, true),
                        y = between(&r, 2, INT64_C(1) << 29, true), z;
        assert_true(interval_product(&r.in, x, y, &z));
        assert_int_equal(fits(&r), !k);
        is_between(&r, z, k ? 0 : least_of_x * (INT64_C(1) << 29),
                   k ? 0 : INT64_C(1) << 29, true);
        arena_free(r.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),    cmocka_unit_test(test_quotients),
        cmocka_unit_test(test_bits),    cmocka_unit_test(test_shifts),
        cmocka_unit_test(test_cuts),    cmocka_unit_test(test_open),
        cmocka_unit_test(test_demands), cmocka_unit_test(test_large_products),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
