/* <hedra_tridiag.h> against LAPACK: sizes, blocks, levels, right-hand sides,
 * batches. */
#include "tests/tridiag/rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NULL: the host. Simulators of devices take fewer sizes. */
static const char *device;

static struct hedra_tridiag *make(const struct hedra_tridiag_problem *problem)
{
    struct hedra_tridiag_problem own = *problem;
    struct hedra_error why;
    struct hedra_tridiag *t;
    own.device = device;
    if (hedra_tridiag_create(&own, &t, &why))
        print_error("%s\n", why.text);
    assert_non_null(t);
    return t;
}

static void expect_ok(enum hedra_status status, const struct hedra_error *why)
{
    if (status)
        print_error("%s: %s\n", hedra_status_name(status), why->text);
    assert_int_equal(status, HEDRA_OK);
    assert_int_equal(why->status, HEDRA_OK);
}

/* One system, every way there is: solved, in place, factored. */
static void check_ways(const struct hedra_tridiag_problem *problem,
                       const struct rig_system *s, const void *lapack)
{
    const size_t bytes = (size_t)s->n * rig_size(s->type);
    struct hedra_error why;
    struct hedra_tridiag *t = make(problem);
    memset(s->x, 0xff, bytes);
    expect_ok(hedra_tridiag_solve(t, s->b, s->a, s->c, s->d, s->x, &why), &why);
    rig_check(s, lapack, "solve");
    memcpy(s->x, s->d, bytes);
    expect_ok(hedra_tridiag_solve(t, s->b, s->a, s->c, s->x, s->x, &why), &why);
    rig_check(s, lapack, "solve in place");
    expect_ok(hedra_tridiag_factor(t, s->b, s->a, s->c, &why), &why);
    memset(s->x, 0xff, bytes);
    expect_ok(hedra_tridiag_apply(t, s->d, s->x, &why), &why);
    rig_check(s, lapack, "apply");
    memcpy(s->x, s->d, bytes);
    expect_ok(hedra_tridiag_apply(t, s->x, s->x, &why), &why);
    rig_check(s, lapack, "apply in place");
    hedra_tridiag_destroy(t);
}

static void check_size(int type, int64_t n)
{
    const int first = device ? (int)n % RIG_MATRICES : 0;
    for (int matrix = first; matrix < (device ? first + 1 : RIG_MATRICES);
         matrix++) {
        struct rig_system s = rig_system_new(type, matrix, n);
        void *lapack = rig_lapack(&s);
        struct hedra_tridiag_problem problem = {.type = type, .n = n};
        check_ways(&problem, &s, lapack);
        for (int levels = 1; levels <= 5; levels++) {
            problem.levels = levels;
            check_ways(&problem, &s, lapack);
        }
        free(lapack);
        rig_system_free(&s);
    }
}

static void test_sizes(void **state)
{
    const int64_t step = device ? 24 : 1, factor = device ? 6 : 2;
    const int64_t most = device ? 5000 : 30000;
    for (int type = 0; type < RIG_TYPES; type++) {
        for (int64_t n = 1; n < 70; n += step)
            check_size(type, n);
        for (int64_t n = 100; n < most; n = n * factor + 1)
            check_size(type, n);
    }
}

static void test_large(void **state)
{
    for (int type = 0; type < RIG_TYPES; type++) {
        struct rig_system s = rig_system_new(type, type & 1, 3000000);
        struct hedra_tridiag_problem problem = {.type = type, .n = s.n};
        void *lapack = rig_lapack(&s);
        check_ways(&problem, &s, lapack);
        free(lapack);
        rig_system_free(&s);
    }
}

/* From one block to one for two lines. */
static void test_blocks(void **state)
{
    for (int type = 0; type < RIG_TYPES; type++)
        for (int64_t n = 3; n < 2000; n = n * (device ? 6 : 3) - 1) {
            struct rig_system s = rig_system_new(type, RIG_DOMINANT, n);
            void *lapack = rig_lapack(&s);
            int64_t step = 1 + n / (device ? 3 : 40);
            for (int64_t blocks = 1; blocks <= n / 2; blocks += step) {
                const struct hedra_tridiag_problem problem = {
                    .type = type, .n = n, .levels = 1, .blocks = &blocks};
                check_ways(&problem, &s, lapack);
            }
            int64_t most[4] = {n / 2};
            for (int k = 1; k < 4; k++)
                most[k] = (most[k - 1] + 1) / 2;
            const struct hedra_tridiag_problem problem = {
                .type = type, .n = n, .levels = 4, .blocks = most};
            check_ways(&problem, &s, lapack);
            free(lapack);
            rig_system_free(&s);
        }
}

static void test_joints(void **state)
{
    const int64_t joint[] = {0, 1, 2, 40, 41, 300, 777, 800, 998, 999};
    const int64_t blocks[] = {9, 3};
    for (int type = 0; type < RIG_TYPES; type++) {
        const struct hedra_tridiag_problem problem = {.type = type,
                                                      .n = 1000,
                                                      .levels = 2,
                                                      .blocks = blocks,
                                                      .joint = joint};
        struct rig_system s = rig_system_new(type, RIG_IMPLICIT, 1000);
        void *lapack = rig_lapack(&s);
        check_ways(&problem, &s, lapack);
        free(lapack);
        rig_system_free(&s);
    }
}

/* Batches -------------------------------------------------------------------*/

struct batch {
    struct hedra_tridiag_problem problem;
    struct rig_system *system; /* of each system and right-hand side */
    void *b, *a, *c, *d, *x;
    int64_t elements;
};

static int64_t size_of(const struct batch *batch, int64_t s)
{
    return batch->problem.sizes ? batch->problem.sizes[s] : batch->problem.n;
}

static int64_t place_of(const struct batch *batch, int64_t s, int64_t i)
{
    int64_t at = i;
    if (batch->problem.layout == HEDRA_TRIDIAG_INTERLEAVED)
        return i * batch->problem.systems + s;
    for (int64_t k = 0; k < s; k++)
        at += size_of(batch, k);
    return at;
}

static void fill_batch(struct batch *batch, int64_t s, int64_t k)
{
    const struct hedra_tridiag_problem *p = &batch->problem;
    struct rig_system *own = &batch->system[k * p->systems + s];
    *own = rig_system_new(p->type, RIG_DOMINANT, size_of(batch, s));
    for (int64_t i = 0; i < own->n; i++) {
        int64_t at = place_of(batch, s, i);
        if (k == 0) {
            rig_set(p->type, batch->b, at, rig_get(p->type, own->b, i));
            rig_set(p->type, batch->a, at, rig_get(p->type, own->a, i));
            rig_set(p->type, batch->c, at, rig_get(p->type, own->c, i));
        }
        rig_set(p->type, batch->d, at + k * p->ld, rig_get(p->type, own->d, i));
    }
    if (k > 0) {
        const struct rig_system *first = &batch->system[s];
        const size_t bytes = (size_t)own->n * rig_size(p->type);
        memcpy(own->b, first->b, bytes);
        memcpy(own->a, first->a, bytes);
        memcpy(own->c, first->c, bytes);
    }
}

static struct batch batch_new(const struct hedra_tridiag_problem *problem)
{
    struct batch batch = {.problem = *problem};
    const int64_t systems = problem->systems, rhs = problem->rhs;
    for (int64_t s = 0; s < systems; s++)
        batch.elements += size_of(&batch, s);
    if (problem->layout == HEDRA_TRIDIAG_INTERLEAVED)
        batch.elements = systems * problem->n;
    if (batch.problem.ld == 0)
        batch.problem.ld = batch.elements;
    int64_t all = batch.problem.ld * (rhs - 1) + batch.elements;
    batch.b = rig_alloc(problem->type, batch.elements);
    batch.a = rig_alloc(problem->type, batch.elements);
    batch.c = rig_alloc(problem->type, batch.elements);
    batch.d = rig_alloc(problem->type, all);
    batch.x = rig_alloc(problem->type, all);
    memset(batch.b, 0xff, (size_t)batch.elements * rig_size(problem->type));
    memset(batch.a, 0xff, (size_t)batch.elements * rig_size(problem->type));
    memset(batch.c, 0xff, (size_t)batch.elements * rig_size(problem->type));
    memset(batch.d, 0xff, (size_t)all * rig_size(problem->type));
    memset(batch.x, 0xff, (size_t)all * rig_size(problem->type));
    batch.system = calloc((size_t)(systems * rhs), sizeof *batch.system);
    for (int64_t k = 0; k < rhs; k++)
        for (int64_t s = 0; s < systems; s++)
            fill_batch(&batch, s, k);
    return batch;
}

static void batch_free(struct batch *batch)
{
    for (int64_t k = 0; k < batch->problem.systems * batch->problem.rhs; k++)
        rig_system_free(&batch->system[k]);
    free(batch->system);
    free(batch->b);
    free(batch->a);
    free(batch->c);
    free(batch->d);
    free(batch->x);
}

static void compare_batch(const struct batch *batch, const void *x,
                          const char *what)
{
    const struct hedra_tridiag_problem *p = &batch->problem;
    for (int64_t k = 0; k < p->rhs; k++)
        for (int64_t s = 0; s < p->systems; s++) {
            struct rig_system *own = &batch->system[k * p->systems + s];
            void *lapack = rig_lapack(own);
            for (int64_t i = 0; i < own->n; i++)
                rig_set(p->type, own->x, i,
                        rig_get(p->type, x, place_of(batch, s, i) + k * p->ld));
            rig_check(own, lapack, what);
            free(lapack);
        }
}

static void check_batch(const struct hedra_tridiag_problem *problem)
{
    struct batch batch = batch_new(problem);
    struct hedra_error why;
    struct hedra_tridiag *t = make(&batch.problem);
    expect_ok(hedra_tridiag_solve(t, batch.b, batch.a, batch.c, batch.d,
                                  batch.x, &why),
              &why);
    compare_batch(&batch, batch.x, "batch");
    expect_ok(hedra_tridiag_factor(t, batch.b, batch.a, batch.c, &why), &why);
    expect_ok(hedra_tridiag_apply(t, batch.d, batch.x, &why), &why);
    compare_batch(&batch, batch.x, "batch, factored");
    expect_ok(hedra_tridiag_solve(t, batch.b, batch.a, batch.c, batch.d,
                                  batch.d, &why),
              &why);
    compare_batch(&batch, batch.d, "batch, in place");
    hedra_tridiag_destroy(t);
    batch_free(&batch);
}

/* Short systems in lanes, long ones by blocks, with exchanges. */
static void test_batches(void **state)
{
    static const int64_t n[] = {1, 2, 7, 16, 129, 2500};
    static const int64_t systems[] = {1, 2, 5, 33};
    for (int type = 0; type < RIG_TYPES; type++)
        for (int layout = 0; layout < 2; layout++)
            for (int i = 0; i < COUNT(n); i++)
                for (int j = 0; j < COUNT(systems); j++) {
                    if (device && n[i] * systems[j] > 2500)
                        continue;
                    struct hedra_tridiag_problem problem = {.type = type,
                                                            .n = n[i],
                                                            .systems =
                                                                systems[j],
                                                            .layout = layout,
                                                            .rhs = 1 + j};
                    check_batch(&problem);
                    problem.ld = n[i] * systems[j] + 3;
                    problem.pivoting = HEDRA_TRIDIAG_ALWAYS;
                    if (!device)
                        check_batch(&problem);
                    problem.pivoting = HEDRA_TRIDIAG_NEVER;
                    problem.levels = 1;
                    problem.residual_limit = 1e-4;
                    check_batch(&problem);
                }
}

static void test_sizes_differ(void **state)
{
    int64_t size[21];
    for (int type = 0; type < RIG_TYPES; type++)
        for (int layout = 0; layout < 2; layout++)
            for (int most = 40; most < (device ? 400 : 5000); most *= 10) {
                for (int s = 0; s < COUNT(size); s++)
                    size[s] = 1 + (int64_t)(rig_random() * most);
                for (int rhs = 1; rhs < 3; rhs++)
                    check_batch(
                        &(struct hedra_tridiag_problem){.type = type,
                                                        .n = most,
                                                        .sizes = size,
                                                        .systems = COUNT(size),
                                                        .layout = layout,
                                                        .rhs = rhs});
            }
}

/* Other numbers of threads, the same bits. */
static void test_threads(void **state)
{
    struct hedra_error why;
    for (int type = 0; type < RIG_TYPES; type++) {
        struct rig_system s = rig_system_new(type, RIG_IMPLICIT, 50000);
        const struct hedra_tridiag_problem problem = {.type = type, .n = s.n};
        const size_t bytes = (size_t)s.n * rig_size(type);
        void *first = rig_alloc(type, s.n);
        for (int threads = 1; threads < 4; threads++) {
            char text[] = {(char)('0' + threads), '\0'};
            setenv("HEDRA_THREADS", text, 1);
            struct hedra_tridiag *t = make(&problem);
            expect_ok(hedra_tridiag_solve(t, s.b, s.a, s.c, s.d, s.x, &why),
                      &why);
            if (threads == 1)
                memcpy(first, s.x, bytes);
            assert_memory_equal(first, s.x, bytes);
            hedra_tridiag_destroy(t);
        }
        unsetenv("HEDRA_THREADS");
        free(first);
        rig_system_free(&s);
    }
}

/* Eq. 7 and eq. 8. */
static void test_partition(void **state)
{
    struct hedra_tridiag_problem problem = {.type =
                                                HEDRA_TRIDIAG_COMPLEX_DOUBLE,
                                            .n = 1000000,
                                            .levels = 1,
                                            .delta = 2};
    struct hedra_tridiag *t = make(&problem);
    assert_int_equal(hedra_tridiag_levels(t), 1);
    assert_int_equal(hedra_tridiag_blocks(t, 0), 2000);
    assert_int_equal(hedra_tridiag_blocks(t, 1), 0);
    hedra_tridiag_destroy(t);
    problem.levels = 2;
    problem.delta = 1;
    t = make(&problem);
    assert_int_equal(hedra_tridiag_levels(t), 2);
    assert_int_equal(hedra_tridiag_blocks(t, 0), 10000);
    assert_in_range(hedra_tridiag_blocks(t, 1), 100, 102);
    hedra_tridiag_destroy(t);
    problem.levels = 0;
    t = make(&problem);
    assert_true(hedra_tridiag_levels(t) >= 2);
    assert_true(hedra_tridiag_blocks(t, 0) >= 1000);
    hedra_tridiag_destroy(t);
}

static void test_tune(void **state)
{
    struct hedra_error why;
    for (int type = 0; type < RIG_TYPES; type++) {
        double delta = 0;
        expect_ok(hedra_tridiag_tune(type, &delta, &why), &why);
        print_message("delta of %s: %.2f\n", rig_type_name[type], delta);
        assert_true(delta > 0.05 && delta < 50);
    }
}

/* "small": what valgrind has the time for; "on DEVICE": the same on a device,
 * 77 if it is not there. */
static int test_device(const char *name)
{
    const struct hedra_tridiag_problem problem = {.n = 1, .device = name};
    struct hedra_error why;
    struct hedra_tridiag *t;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_joints),  cmocka_unit_test(test_sizes_differ),
        cmocka_unit_test(test_batches), cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_sizes),
    };
    if (hedra_tridiag_create(&problem, &t, &why) == HEDRA_ERROR_NO_DEVICE) {
        printf("%s\n", why.text);
        return 77;
    }
    hedra_tridiag_destroy(t);
    device = name;
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest small[] = {
        cmocka_unit_test(test_joints),       cmocka_unit_test(test_partition),
        cmocka_unit_test(test_sizes_differ), cmocka_unit_test(test_threads),
        cmocka_unit_test(test_tune),
    };
    const struct CMUnitTest large[] = {
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_large),
    };
    if (argc == 3 && strcmp(argv[1], "on") == 0)
        return test_device(argv[2]);
    int failed = cmocka_run_group_tests(small, NULL, NULL);
    if (argc < 2 || strcmp(argv[1], "small") != 0)
        failed += cmocka_run_group_tests(large, NULL, NULL);
    return failed;
}
