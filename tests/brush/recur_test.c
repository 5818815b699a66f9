/* Every recurrence against the definition: both sides of each row are evaluated
 * directly for random brackets, exponents and centres. */
#include "brush/algebra/algebra.h"
#include "tests/brush/direct.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { TRIALS = 6 };

static unsigned next_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static double between(unsigned *state, double low, double high)
{
    return low + (high - low) * next_random(state) / 16777215.0;
}

static struct direct_place random_place(unsigned *state)
{
    struct direct_place at;

    for (int i = 0; i < 4; i++) {
        at.exponent[i] = between(state, 0.3, 2);
        for (int k = 0; k < 3; k++)
            at.centre[i][k] = between(state, -0.8, 0.8);
    }
    return at;
}

/* A bracket of small indices to which the row applies along `axis`. */
static struct bracket random_bracket(unsigned *state, enum recur row, int axis)
{
    for (;;) {
        struct bracket b;

        memset(&b, 0, sizeof b);
        for (int i = 0; i < INDEX_COUNT; i++)
            for (int k = 0; k < 3; k++)
                b.index[i][k] = (int8_t)(next_random(state) % 3 == 0);
        b.index[next_random(state) % INDEX_COUNT][axis]++;
        /* The definitions of r, and of m beside b and d, need the others 0. */
        if (row == RECUR_DOWN_R) {
            memset(b.index[0], 0, (size_t)INDEX_R * 3);
            b.m = (int8_t)(next_random(state) % 3);
        } else if (row == RECUR_JOIN_P || row == RECUR_JOIN_Q) {
            memset(b.index[INDEX_A], 0, 6);
            memset(b.index[INDEX_C], 0, 6);
        } else {
            memset(b.index[INDEX_R], 0, 3);
        }
        if (row >= RECUR_TRANSFER_C) {
            memset(b.index[INDEX_B], 0, 6);
            memset(b.index[INDEX_D], 0, 6);
        }
        if (row >= RECUR_VERTICAL_A)
            b.m = (int8_t)(next_random(state) % 3);
        for (int i = 0; i < POWER_COUNT; i++)
            b.power[i] = (int8_t)(next_random(state) % 3) - 1;
        if (recur_applies(row, &b, axis))
            return b;
    }
}

static void test_rows(void **unused)
{
    (void)unused;
    for (int row = 0; row < RECUR_COUNT; row++) {
        unsigned state = 17u * (unsigned)row + 5;

        for (int trial = 0; trial < TRIALS; trial++) {
            struct direct_place at = random_place(&state);
            struct bracket b = random_bracket(&state, row, trial % 3);
            struct recur_term term[RECUR_MAX_TERMS];
            int n = recur_apply(row, &b, trial % 3, term);
            double left = direct_evaluate(&b, &at), right = 0, scale = 0;

            for (int i = 0; i < n; i++) {
                double value = term[i].coefficient *
                               direct_evaluate(&term[i].bracket, &at);

                right += value;
                scale += fabs(value);
            }
            if (!(fabs(left - right) <= 1e-11 * scale))
                fail_msg("%s (eq. %s): %.15g is not %.15g",
                         recur_name((enum recur)row),
                         recur_equation((enum recur)row), left, right);
        }
    }
}

/* The definition itself, where the integral is known: eq. 4.14. */
static void test_base(void **unused)
{
    struct direct_place at = {
        {0.5, 0.7, 0.9, 1.1},
        {{0, 0, 0.1}, {0, 0, 0.1}, {0, 0.6, 0.1}, {0, 0.6, 0.1}}};
    double zeta = 1.2, eta = 2.0, t = zeta * eta / (zeta + eta) * 0.36;
    double f0 = 0.5 * sqrt(3.14159265358979323846 / t) * erf(sqrt(t));
    struct bracket b;

    (void)unused;
    memset(&b, 0, sizeof b);
    assert_true(
        fabs(direct_evaluate(&b, &at) / (2 * pow(3.14159265358979323846, 2.5) /
                                         (zeta * eta * sqrt(zeta + eta)) * f0) -
             1) < 1e-12);
}

static void test_intern(void **unused)
{
    struct arena *arena = arena_new();
    struct bracket_table *table = bracket_table_new(arena);
    struct bracket b;

    (void)unused;
    memset(&b, 0, sizeof b);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 1000; i++) {
            b.index[INDEX_A][0] = (int8_t)(i % 10);
            b.index[INDEX_D][2] = (int8_t)(i / 10 % 10);
            b.m = (int8_t)(i / 100);
            assert_int_equal(bracket_intern(table, &b), i);
        }
    arena_free(arena);
}

static void test_components(void **unused)
{
    static const int8_t d[6][3] = {{2, 0, 0}, {1, 1, 0}, {1, 0, 1},
                                   {0, 2, 0}, {0, 1, 1}, {0, 0, 2}};

    (void)unused;
    for (int l = 0; l <= 6; l++)
        for (int n = 0; n < bracket_component_count(l); n++) {
            int8_t power[3];

            bracket_component(l, n, power);
            assert_int_equal(power[0] + power[1] + power[2], l);
            assert_int_equal(bracket_component_number(power), n);
            if (l == 2)
                assert_memory_equal(power, d[n], 3);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_base), cmocka_unit_test(test_rows),
        cmocka_unit_test(test_intern), cmocka_unit_test(test_components)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
