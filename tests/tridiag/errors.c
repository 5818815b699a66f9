/* What <hedra_tridiag.h> refuses, and what it says. */
#include "tests/tridiag/rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether there is little time. */
static bool is_small;

static void expect_refused(const struct hedra_tridiag_problem *problem,
                           enum hedra_status status, const char *text)
{
    struct hedra_error why = {0};
    struct hedra_tridiag *t = (void *)&why;
    assert_int_equal(hedra_tridiag_create(problem, &t, &why), status);
    assert_int_equal(why.status, status);
    assert_null(t);
    if (!strstr(why.text, text))
        print_error("'%s' lacks '%s'\n", why.text, text);
    assert_non_null(strstr(why.text, text));
    assert_int_equal(hedra_tridiag_create(problem, &t, NULL), status);
}

#define REFUSED(text, ...)                                                     \
    expect_refused(&(struct hedra_tridiag_problem){__VA_ARGS__},               \
                   HEDRA_ERROR_ARGUMENT, text)

static void test_problem(void **state)
{
    expect_refused(NULL, HEDRA_ERROR_ARGUMENT, "NULL");
    struct hedra_tridiag_problem good = {.n = 1};
    assert_int_equal(hedra_tridiag_create(&good, NULL, NULL),
                     HEDRA_ERROR_ARGUMENT);
    REFUSED("type", .n = 10, .type = 4);
    REFUSED("type", .n = 10, .type = -1);
    REFUSED("layout", .n = 10, .layout = -1);
    REFUSED("pivoting", .n = 10, .pivoting = -1);
    REFUSED("delta", .n = 10, .delta = INFINITY);
    REFUSED("pivot_limit", .n = 10, .pivot_limit = -0.5);
    REFUSED("pivot_limit", .n = 10, .pivot_limit = NAN);
    REFUSED("residual_limit", .n = 10, .residual_limit = NAN);
    REFUSED("residual_limit", .n = 10, .residual_limit = -1);
    REFUSED("negative", .n = 10, .ld = -1);
    REFUSED("n is below 1", .n = INT64_MIN);
    REFUSED("n is below 1", .n = 0);
    REFUSED("n is below 1", .n = -5);
    REFUSED("negative", .n = 10, .systems = -1);
    REFUSED("negative", .n = 10, .rhs = -1);
    REFUSED("ld", .n = 10, .ld = 9);
    REFUSED("layout", .n = 10, .layout = 2);
    REFUSED("pivoting", .n = 10, .pivoting = 3);
    REFUSED("delta", .n = 10, .delta = -1);
    REFUSED("delta", .n = 10, .delta = NAN);
    REFUSED("pivot_limit", .n = 10, .pivot_limit = 1);
    REFUSED("residual_limit", .n = 10, .residual_limit = INFINITY);
    REFUSED("levels", .n = 10, .levels = 17);
    REFUSED("levels", .n = 10, .levels = -1);
    REFUSED("sizes[1]", .n = 10, .systems = 2, .sizes = (int64_t[]){10, 11});
    REFUSED("sizes[0]", .n = 10, .systems = 2, .sizes = (int64_t[]){0, 10});
    setenv("HEDRA_THREADS", "none", 1);
    REFUSED("HEDRA_THREADS", .n = 10, .rhs = 1);
    unsetenv("HEDRA_THREADS");
}

static void test_blocks(void **state)
{
    REFUSED("blocks needs levels", .n = 10, .blocks = (int64_t[]){1});
    REFUSED("half", .n = 10, .levels = 1, .blocks = (int64_t[]){6});
    REFUSED("half", .n = 10, .levels = 1, .blocks = (int64_t[]){0});
    REFUSED("half", .n = 10, .levels = 2, .blocks = (int64_t[]){5, 4});
    REFUSED("half", .n = 10, .systems = 2, .sizes = (int64_t[]){10, 5},
            .levels = 1, .blocks = (int64_t[]){3});
    REFUSED("joint needs blocks", .n = 10, .levels = 1,
            .joint = (int64_t[]){0, 9});
    REFUSED("begin with 0", .n = 10, .levels = 1, .blocks = (int64_t[]){1},
            .joint = (int64_t[]){1, 9});
    REFUSED("end with n - 1", .n = 10, .levels = 1, .blocks = (int64_t[]){1},
            .joint = (int64_t[]){0, 10});
    REFUSED("ascend", .n = 10, .levels = 1, .blocks = (int64_t[]){3},
            .joint = (int64_t[]){0, 5, 5, 9});
    REFUSED("one size", .n = 10, .systems = 2, .sizes = (int64_t[]){9, 9},
            .levels = 1, .blocks = (int64_t[]){1}, .joint = (int64_t[]){0, 8});
}

static void test_overflow(void **state)
{
    const int64_t half = INT64_MAX / 2, sizes[] = {half, half, half};
    const struct hedra_tridiag_problem large[] = {
        {.n = INT64_MAX},
        {.n = half, .systems = 3, .sizes = sizes},
        {.n = INT64_MAX / 2, .systems = 3},
        {.n = INT64_C(1) << 40, .rhs = INT64_C(1) << 40},
        {.n = 10, .rhs = 3, .ld = INT64_MAX / 2},
    };
    for (int k = 0; k < COUNT(large); k++)
        expect_refused(&large[k], HEDRA_ERROR_TOO_LARGE, "63 bits");
    const int64_t blocks = INT64_C(1) << 55;
    const struct hedra_tridiag_problem huge = {
        .n = INT64_C(1) << 56, .levels = 1, .blocks = &blocks};
    expect_refused(&huge, HEDRA_ERROR_NO_MEMORY, "memory");
}

static void test_null(void **state)
{
    double one[1] = {1}, x[1], delta;
    const struct hedra_tridiag_problem problem = {.type = HEDRA_TRIDIAG_DOUBLE,
                                                  .n = 1};
    struct hedra_tridiag *t;
    assert_int_equal(hedra_tridiag_create(&problem, &t, NULL), 0);
    const enum hedra_status bad = HEDRA_ERROR_ARGUMENT;
    assert_int_equal(hedra_tridiag_solve(NULL, one, one, one, one, x, NULL),
                     bad);
    assert_int_equal(hedra_tridiag_solve(t, NULL, one, one, one, x, NULL), bad);
    assert_int_equal(hedra_tridiag_solve(t, one, NULL, one, one, x, NULL), bad);
    assert_int_equal(hedra_tridiag_solve(t, one, one, NULL, one, x, NULL), bad);
    assert_int_equal(hedra_tridiag_solve(t, one, one, one, NULL, x, NULL), bad);
    assert_int_equal(hedra_tridiag_solve(t, one, one, one, one, NULL, NULL),
                     bad);
    assert_int_equal(hedra_tridiag_factor(NULL, one, one, one, NULL), bad);
    assert_int_equal(hedra_tridiag_factor(t, NULL, one, one, NULL), bad);
    assert_int_equal(hedra_tridiag_factor(t, one, NULL, one, NULL), bad);
    assert_int_equal(hedra_tridiag_factor(t, one, one, NULL, NULL), bad);
    assert_int_equal(hedra_tridiag_apply(NULL, one, x, NULL), bad);
    assert_int_equal(hedra_tridiag_apply(t, one, x, NULL), bad);
    assert_int_equal(hedra_tridiag_factor(t, one, one, one, NULL), 0);
    assert_int_equal(hedra_tridiag_apply(t, NULL, x, NULL), bad);
    assert_int_equal(hedra_tridiag_apply(t, one, NULL, NULL), bad);
    assert_int_equal(hedra_tridiag_apply(t, one, x, NULL), 0);
    assert_int_equal(hedra_tridiag_blocks(NULL, 0), 0);
    assert_int_equal(hedra_tridiag_blocks(t, -1), 0);
    assert_int_equal(hedra_tridiag_blocks(t, 99), 0);
    assert_int_equal(hedra_tridiag_tune(-1, &delta, NULL), bad);
    assert_int_equal(hedra_tridiag_tune(7, &delta, NULL), bad);
    assert_int_equal(hedra_tridiag_tune(0, NULL, NULL), bad);
    assert_int_equal(hedra_tridiag_levels(NULL), 0);
    for (int k = 0; k <= HEDRA_ERROR_NO_DEVICE; k++)
        assert_non_null(hedra_status_name(k));
    assert_null(hedra_status_name(HEDRA_ERROR_NO_DEVICE + 1));
    assert_null(hedra_status_name(-1));
    assert_string_equal(hedra_status_name(HEDRA_ERROR_PIVOT), "pivot");
    hedra_tridiag_destroy(t);
    hedra_tridiag_destroy(NULL);
}

/* Bad systems: which, where, and that d stays as it is ----------------------*/

/* How systems are solved: in lanes, by Thomas' method, by blocks on one level
 * or several. */
static const struct form {
    int64_t n, systems;
    int levels;
} forms[] = {{50, 40, 0},  {20, 1, 0},   {50, 1, 0},
             {3000, 1, 1}, {3000, 7, 3}, {3000, 1, 0}};

struct bad {
    struct hedra_tridiag *t;
    int type;
    int64_t at; /* of the system's first element */
    struct rig_system all;
    void *saved;
};

static struct bad bad_new(int type, const struct form *form,
                          enum hedra_tridiag_pivoting pivoting, double residual)
{
    struct bad bad = {.type = type};
    const struct hedra_tridiag_problem problem = {.type = type,
                                                  .n = form->n,
                                                  .systems = form->systems,
                                                  .levels = form->levels,
                                                  .pivoting = pivoting,
                                                  .residual_limit = residual};
    assert_int_equal(hedra_tridiag_create(&problem, &bad.t, NULL), 0);
    int64_t all = form->n * form->systems;
    bad.at = form->systems / 2 * form->n;
    bad.all = rig_system_new(type, RIG_DOMINANT, all);
    bad.saved = rig_alloc(type, all);
    memcpy(bad.saved, bad.all.d, (size_t)all * rig_size(type));
    return bad;
}

static void bad_free(struct bad *bad)
{
    hedra_tridiag_destroy(bad->t);
    rig_system_free(&bad->all);
    free(bad->saved);
}

static struct hedra_error run(const struct bad *bad)
{
    const struct rig_system *s = &bad->all;
    struct hedra_error why;
    int status =
        hedra_tridiag_solve(bad->t, s->b, s->a, s->c, s->d, s->x, &why);
    assert_int_equal(status, why.status);
    return why;
}

static void test_not_finite(void **state)
{
    for (int type = 0; type < RIG_TYPES; type++)
        for (int k = 0; k < COUNT(forms); k++)
            for (int array = 0; array < 8; array++) {
                struct bad bad = bad_new(type, &forms[k], array & 1, 0);
                void *const arrays[] = {bad.all.b, bad.all.a, bad.all.c,
                                        bad.all.d};
                int64_t row = 1 + (int64_t)(rig_random() * 17);
                rig_set(type, arrays[array / 2], bad.at + row,
                        array & 1 ? INFINITY : NAN);
                struct hedra_error why = run(&bad);
                assert_int_equal(why.status, HEDRA_ERROR_NOT_FINITE);
                assert_int_equal(why.system, forms[k].systems / 2);
                assert_int_equal(why.row, row);
                const char name[] = {' ', "bacd"[array / 2], ' ', '\0'};
                assert_non_null(strstr(why.text, name));
                bad_free(&bad);
            }
}

/* A zero on the diagonal, and so in the first pivot that it is part of; it is
 * the first line of the system. */
static void set_zero_pivot(struct bad *bad)
{
    rig_set(bad->type, bad->all.a, bad->at, 0);
    rig_set(bad->type, bad->all.b, bad->at + 1, 0.5);
    rig_set(bad->type, bad->all.c, bad->at, 0.5);
}

/* A line of zeros. */
static void set_zero_line(struct bad *bad, int64_t row)
{
    rig_set(bad->type, bad->all.b, bad->at + row, 0);
    rig_set(bad->type, bad->all.a, bad->at + row, 0);
    rig_set(bad->type, bad->all.c, bad->at + row, 0);
}

static void test_pivot(void **state)
{
    for (int type = 0; type < RIG_TYPES; type++)
        for (int k = 0; k < COUNT(forms); k++) {
            struct bad bad = bad_new(type, &forms[k], HEDRA_TRIDIAG_NEVER, 0);
            set_zero_line(&bad, 7);
            struct hedra_error why = run(&bad);
            assert_int_equal(why.status, HEDRA_ERROR_PIVOT);
            assert_int_equal(why.system, forms[k].systems / 2);
            assert_int_equal(why.row, 7);
            assert_non_null(strstr(why.text, "HEDRA_TRIDIAG_IF_BAD"));
            assert_int_equal(hedra_tridiag_factor(bad.t, bad.all.b, bad.all.a,
                                                  bad.all.c, &why),
                             HEDRA_ERROR_PIVOT);
            assert_int_equal(why.row, 7);
            assert_int_equal(
                hedra_tridiag_apply(bad.t, bad.all.d, bad.all.x, &why),
                HEDRA_ERROR_ARGUMENT);
            bad_free(&bad);
        }
}

/* The system by itself. */
static struct rig_system part(const struct bad *bad, const struct form *form)
{
    size_t at = (size_t)bad->at * rig_size(bad->type);
    const struct rig_system *s = &bad->all;
    return (struct rig_system){bad->type,         form->n,
                               (char *)s->b + at, (char *)s->a + at,
                               (char *)s->c + at, (char *)s->d + at,
                               (char *)s->x + at};
}

/* With row exchanges, in place, from scratch and with kept factors. */
static void test_exchange(void **state)
{
    for (int type = 0; type < RIG_TYPES; type++)
        for (int k = 0; k < COUNT(forms); k++) {
            struct bad bad = bad_new(type, &forms[k], HEDRA_TRIDIAG_IF_BAD,
                                     k & 1 ? 1e-5 : 0);
            struct hedra_error why;
            set_zero_pivot(&bad);
            const struct rig_system one = part(&bad, &forms[k]);
            void *lapack = rig_lapack(&one);
            memcpy(bad.all.x, bad.saved, (size_t)bad.all.n * rig_size(type));
            assert_int_equal(hedra_tridiag_solve(bad.t, bad.all.b, bad.all.a,
                                                 bad.all.c, bad.all.x,
                                                 bad.all.x, &why),
                             0);
            rig_check(&one, lapack, "exchange");
            assert_int_equal(hedra_tridiag_factor(bad.t, bad.all.b, bad.all.a,
                                                  bad.all.c, &why),
                             0);
            assert_int_equal(
                hedra_tridiag_apply(bad.t, bad.all.d, bad.all.x, &why), 0);
            rig_check(&one, lapack, "exchange, kept");
            set_zero_line(&bad, 7);
            assert_int_equal(run(&bad).status, HEDRA_ERROR_SINGULAR);
            free(lapack);
            bad_free(&bad);
        }
}

/* Pivots that pass, but make elements grow, which no limit of pivots permits.
 */
static void test_growth(void **state)
{
    for (int k = 0; k < COUNT(forms); k++) {
        struct hedra_tridiag_problem problem = {.type = HEDRA_TRIDIAG_DOUBLE,
                                                .n = forms[k].n,
                                                .systems = forms[k].systems,
                                                .levels = forms[k].levels,
                                                .pivot_limit = 1e-300,
                                                .residual_limit = 1e-10};
        struct bad bad =
            bad_new(HEDRA_TRIDIAG_DOUBLE, &forms[k], HEDRA_TRIDIAG_NEVER, 0);
        set_zero_pivot(&bad);
        rig_set(bad.type, bad.all.a, bad.at, 1e-11);
        rig_set(bad.type, bad.all.b, bad.at + 1, 0.5);
        /* The line after it may be joint or not; this makes both bad. */
        rig_set(bad.type, bad.all.a, bad.at + 1, 1e-11);
        rig_set(bad.type, bad.all.c, bad.at + 1, 0.5);
        rig_set(bad.type, bad.all.b, bad.at + 2, 0.5);
        for (int never = 0; never < 2; never++) {
            struct hedra_error why;
            problem.pivoting =
                never ? HEDRA_TRIDIAG_NEVER : HEDRA_TRIDIAG_IF_BAD;
            hedra_tridiag_destroy(bad.t);
            assert_int_equal(hedra_tridiag_create(&problem, &bad.t, &why), 0);
            why = run(&bad);
            assert_int_equal(why.status, never ? HEDRA_ERROR_PIVOT : HEDRA_OK);
            assert_true(never || why.residual < 1e-14);
        }
        bad_free(&bad);
    }
}

/* A limit that no arithmetic keeps to, whatever the pivoting. */
static void test_residual(void **state)
{
    for (int k = 0; k < COUNT(forms); k++)
        for (int pivoting = 0; pivoting <= HEDRA_TRIDIAG_ALWAYS; pivoting++) {
            struct bad bad =
                bad_new(HEDRA_TRIDIAG_DOUBLE, &forms[k],
                        (enum hedra_tridiag_pivoting)pivoting, 1e-300);
            struct hedra_error why = run(&bad);
            assert_int_equal(why.status, HEDRA_ERROR_RESIDUAL);
            assert_true(why.residual > 0 && why.residual < 1e-14);
            bad_free(&bad);
        }
}

/* Neumann's Laplacian is singular, as it is and with a matrix times any number;
 * short or long, on any number of levels. */
static void test_singular(void **state)
{
    static const int64_t size[] = {10, 100, 300, 1000, 10000, 100000, 1000000};
    const int sizes = is_small ? 4 : COUNT(size);
    for (int k = 0; k < sizes * RIG_TYPES * 4; k++) {
        const int type = k % RIG_TYPES, levels = k / RIG_TYPES % 4;
        if (k / RIG_TYPES / 4 == COUNT(size) - 1 && levels != type)
            continue;
        const int64_t n = size[k / RIG_TYPES / 4];
        const bool is_double = rig_tolerance[type] < 1e-6;
        const double small = is_double ? 1e-290 : 1e-33;
        const double factor = k % 3 ? k % 3 == 1 ? small : 1 / small : 1;
        struct rig_system s = rig_system_new(type, RIG_DOMINANT, n);
        for (int64_t i = 0; i < n; i++) {
            rig_set(type, s.b, i, -factor);
            rig_set(type, s.a, i, i > 0 && i < n - 1 ? 2 * factor : factor);
            rig_set(type, s.c, i, -factor);
        }
        for (int never = 0; never < 2; never++) {
            const struct hedra_tridiag_problem problem = {
                .type = type,
                .n = n,
                .levels = levels,
                .pivoting = never ? HEDRA_TRIDIAG_NEVER : HEDRA_TRIDIAG_IF_BAD};
            struct hedra_tridiag *t;
            assert_int_equal(hedra_tridiag_create(&problem, &t, NULL), 0);
            assert_int_equal(
                hedra_tridiag_solve(t, s.b, s.a, s.c, s.d, s.x, NULL),
                never ? HEDRA_ERROR_PIVOT : HEDRA_ERROR_SINGULAR);
            hedra_tridiag_destroy(t);
        }
        rig_system_free(&s);
    }
}

/* A dominant system times a power of ten has the solution that it has, with and
 * without factors, in lanes and by levels. */
static void test_scale(void **state)
{
    for (int k = 0; k < COUNT(forms) * RIG_TYPES; k++) {
        const struct form *form = &forms[k / RIG_TYPES];
        const int type = k % RIG_TYPES;
        const bool is_double = rig_tolerance[type] < 1e-6;
        const int most = is_double ? 300 : 36;
        const int step = (is_double ? 60 : 9) * (is_small ? 4 : 1);
        struct bad bad = bad_new(type, form, HEDRA_TRIDIAG_NEVER, 0);
        const int64_t all = bad.all.n, system = bad.at / form->n;
        const struct rig_system one = part(&bad, form);
        void *lapack = rig_lapack(&one);
        for (int power = -most; power <= most; power += step) {
            struct rig_system s = rig_system_new(type, RIG_DOMINANT, all);
            void *const to[] = {s.b, s.a, s.c, s.d};
            const void *const from[] = {bad.all.b, bad.all.a, bad.all.c,
                                        bad.all.d};
            for (int64_t i = 0; i < all; i++)
                for (int j = 0; j < 4; j++)
                    rig_set(type, to[j], i,
                            rig_get(type, from[j], i) * pow(10, power));
            for (int keep = 0; keep < 2; keep++) {
                struct hedra_error why;
                int status =
                    keep ? hedra_tridiag_factor(bad.t, s.b, s.a, s.c, &why)
                         : hedra_tridiag_solve(bad.t, s.b, s.a, s.c, s.d, s.x,
                                               &why);
                if (keep && !status)
                    status = hedra_tridiag_apply(bad.t, s.d, s.x, &why);
                if (status)
                    print_error("%s, 10^%d: %s\n", rig_type_name[type], power,
                                why.text);
                assert_int_equal(status, 0);
                memcpy(one.x,
                       (char *)s.x +
                           (size_t)(system * form->n) * rig_size(type),
                       (size_t)form->n * rig_size(type));
                rig_check(&one, lapack, "scaled");
            }
            rig_system_free(&s);
        }
        free(lapack);
        bad_free(&bad);
    }
}

int main(int argc, char **argv)
{
    is_small = argc > 1 && strcmp(argv[1], "small") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problem),    cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_overflow),   cmocka_unit_test(test_null),
        cmocka_unit_test(test_not_finite), cmocka_unit_test(test_pivot),
        cmocka_unit_test(test_exchange),   cmocka_unit_test(test_growth),
        cmocka_unit_test(test_residual),   cmocka_unit_test(test_singular),
        cmocka_unit_test(test_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
