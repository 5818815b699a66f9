/*
 * access_is_shifted (cost/cost.h): which accesses differ by some steps along a
 * dimension of the schedule.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "polyhedral/cost/cost.h"

enum { DIMS = 2, RANK = 2 };

/* [t, i] -> a[2 t][3 i]: two accesses, the second some elements farther. */
struct pair {
    struct poly_access access[2];
    int64_t delta[2][DIMS * RANK], origin[2][RANK];
    struct access_pattern pattern[2];
    struct poly poly;
};

static void reset(struct pair *p)
{
    *p = (struct pair){.poly.access_count = 2};
    p->poly.access = p->access;
    for (int k = 0; k < 2; k++) {
        p->delta[k][0] = 2;
        p->delta[k][RANK + 1] = 3;
        p->pattern[k] = (struct access_pattern){.access = k,
                                                .known = true,
                                                .rank = RANK,
                                                .dims = DIMS,
                                                .delta = p->delta[k],
                                                .placed = true,
                                                .origin = p->origin[k]};
    }
}

static bool is_shifted(const struct pair *p, int dim)
{
    return access_is_shifted(&p->poly, &p->pattern[0], &p->pattern[1], dim);
}

static void test_steps(void **state)
{
    static const struct {
        int64_t rows, columns;
        bool along[DIMS];
    } cases[] = {
        {0, 0, {false, false}}, {2, 0, {true, false}},  {0, 3, {false, true}},
        {-4, 0, {true, false}}, {0, -6, {false, true}}, {1, 0, {false, false}},
        {0, 4, {false, false}}, {2, 3, {false, false}}, {-1, 0, {false, false}},
        {0, -3, {false, true}},
    };
    struct pair p;

    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        reset(&p);
        p.origin[0][0] = 5;
        p.origin[0][1] = 7;
        p.origin[1][0] = 5 + cases[k].rows;
        p.origin[1][1] = 7 + cases[k].columns;
        for (int d = 0; d < DIMS; d++)
            assert_int_equal(is_shifted(&p, d), cases[k].along[d]);
    }
}

/* Steps aslant go along both subscripts at once. */
static void test_aslant(void **state)
{
    struct pair p;

    (void)state;
    for (int side = 0; side < 2; side++) {
        reset(&p);
        p.delta[0][1] = p.delta[1][1] = 1; /* [t, i] -> a[2 t][t + 3 i] */
        p.origin[1][0] = 4;
        p.origin[1][1] = side ? 2 : 3;
        assert_int_equal(is_shifted(&p, 0), side);
        assert_false(is_shifted(&p, 1));
    }
}

/* One dimension alone: it has subscripts too. */
static void test_one_subscript(void **state)
{
    struct pair p;

    (void)state;
    reset(&p);
    for (int k = 0; k < 2; k++) {
        p.pattern[k].rank = 1;
        p.delta[k][0] = 0;
        p.delta[k][1] = 3;
        p.delta[k][2] = k; /* of no access */
    }
    for (int d = 0; d < DIMS; d++)
        assert_false(is_shifted(&p, d));
    p.origin[1][0] = 3;
    assert_true(is_shifted(&p, 1));
    assert_false(is_shifted(&p, 0));
    for (int k = 0; k < 2; k++)
        p.pattern[k].rank = 0;
    assert_false(is_shifted(&p, 0));
}

static void test_unlike(void **state)
{
    struct pair p;

    (void)state;
    for (int k = 0; k < 2; k++) {
        reset(&p);
        p.origin[1][1] = 3;
        assert_true(is_shifted(&p, 1));
        p.pattern[k].known = false;
        assert_false(is_shifted(&p, 1));
    }
    reset(&p);
    p.origin[1][1] = 3;
    p.access[1].array = 1;
    assert_false(is_shifted(&p, 1));
    p.access[1].array = 0;
    p.pattern[1].dims = 1;
    assert_false(is_shifted(&p, 1));
    p.pattern[1].dims = DIMS;
    for (int k = 0; k < DIMS * RANK; k++) {
        p.delta[1][k]++;
        assert_false(is_shifted(&p, 1));
        p.delta[1][k]--;
    }
    assert_true(is_shifted(&p, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_aslant),
        cmocka_unit_test(test_one_subscript),
        cmocka_unit_test(test_unlike),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
