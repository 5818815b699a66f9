/*
 * What integers are known to be multiples of (address/address.h): as deep as
 * their parts are asked, and no deeper.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "polyhedral/address/address.h"

enum { DEEPEST = 8, ROOM = DEEPEST + 1, SIDE = 4 };

struct rig {
    struct arena *arena;
    struct kir_func *f;
    int count;
    struct address_loop loop[ROOM];
};

static struct rig rig_new(void)
{
    struct rig r = {.arena = arena_new()};
    struct kir_module *module = kir_module_new(r.arena, "m", "m.c");

    r.f = kir_func_new(module, KIR_HOST, "h", 1, 1, 1);
    return r;
}

static int number(const struct rig *r, int64_t value)
{
    return kir_int(r->f, KIR_I64, value);
}

static int param(const struct rig *r, int k)
{
    const char name[] = {(char)('a' + k), '\0'};

    return kir_param(r->f, name, KIR_I64);
}

static int64_t multiple(const struct rig *r, int value)
{
    const struct address_loops around = {r->count, r->loop};

    return address_multiple(r->f, &around, value);
}

/* Returns the iterator of a loop in those that there are. */
static int begin(struct rig *r, int lo, int step)
{
    int hi = number(r, 1000000);
    int iterator = kir_for(r->f, lo, hi, number(r, step), 0);

    r->loop[r->count++] =
        (struct address_loop){iterator, lo, hi, number(r, step)};
    return iterator;
}

/* Loops each of which begins where the one around it is. */
static void test_loops(void **state)
{
    struct rig r = rig_new();
    int iterator = number(&r, 0);

    (void)state;
    for (int k = 0; k < DEEPEST; k++) {
        iterator = begin(&r, iterator, SIDE);
        assert_int_equal(multiple(&r, iterator), SIDE);
    }
    iterator = begin(&r, iterator, SIDE);
    assert_int_equal(multiple(&r, iterator), 1);
    arena_free(r.arena);
}

static void test_begins_and_steps(void **state)
{
    struct rig r = rig_new();

    (void)state;
    assert_int_equal(multiple(&r, begin(&r, number(&r, 12), 8)), 4);
    assert_int_equal(multiple(&r, begin(&r, number(&r, 3), 8)), 1);
    assert_int_equal(multiple(&r, begin(&r, number(&r, 8), 12)), 4);
    assert_int_equal(multiple(&r, begin(&r, number(&r, 2), 8)), 2);
    r.count = 0; /* of a loop that is not around nothing is known */
    assert_int_equal(multiple(&r, begin(&r, number(&r, 8), 8)), 8);
    r.count = 0;
    assert_int_equal(multiple(&r, kir_for(r.f, number(&r, 8), number(&r, 99),
                                          number(&r, 8), 0)),
                     1);
    arena_free(r.arena);
}

/* Multiples of the side combined with so many others: the number in the first
 * one lies one deeper. */
static void test_operators(void **state)
{
    static const enum kir_op ops[] = {KIR_ADD, KIR_SUB, KIR_MIN, KIR_MAX};

    (void)state;
    for (size_t k = 0; k < sizeof ops / sizeof ops[0]; k++) {
        struct rig r = rig_new();
        int value = kir_binary(r.f, KIR_MUL, param(&r, 0), number(&r, SIDE));

        for (int n = 1; n <= DEEPEST; n++) {
            int other =
                kir_binary(r.f, KIR_MUL, param(&r, n), number(&r, 3 * SIDE));
            value = kir_binary(r.f, ops[k], value, other);
            assert_int_equal(multiple(&r, value), n < DEEPEST ? SIDE : 1);
        }
        arena_free(r.arena);
    }
}

static void test_products(void **state)
{
    struct rig r = rig_new();
    int value = kir_binary(r.f, KIR_MUL, param(&r, 0), number(&r, SIDE));

    (void)state;
    for (int n = 1; n <= DEEPEST; n++) {
        value = kir_binary(r.f, KIR_MUL, value, param(&r, n));
        assert_int_equal(multiple(&r, value), n < DEEPEST ? SIDE : 1);
    }
    arena_free(r.arena);
}

static void test_numbers(void **state)
{
    struct rig r = rig_new();
    int zero = number(&r, 0), x = param(&r, 0);

    (void)state;
    assert_int_equal(multiple(&r, zero), 0);
    assert_int_equal(multiple(&r, number(&r, -6)), 6);
    assert_int_equal(multiple(&r, number(&r, INT32_MAX)), INT32_MAX);
    assert_int_equal(multiple(&r, number(&r, -INT32_MAX)), INT32_MAX);
    assert_int_equal(multiple(&r, number(&r, 1 + (int64_t)INT32_MAX)), 1);
    assert_int_equal(multiple(&r, number(&r, -1 - (int64_t)INT32_MAX)), 1);
    assert_int_equal(multiple(&r, kir_binary(r.f, KIR_AND, x, number(&r, 12))),
                     4);
    for (int k = 1; k < ROOM; k++)
        assert_int_equal(
            multiple(&r, kir_binary(r.f, KIR_AND, x, param(&r, k))), 1);
    assert_int_equal(multiple(&r, x), 1);
    arena_free(r.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_begins_and_steps),
        cmocka_unit_test(test_operators),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
