/* <hedra_tridiag.h> on a device, which is named on the command line: what is
 * said of bad systems, memory that is too small, arrays that stay there, other
 * threads. 77 if it is not there. */
#include "tests/tridiag/rig.h"

#include "runtime/include/hedra.h"
#include "runtime/include/hedra_tridiag_block.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *device;

static struct hedra_tridiag *make(struct hedra_tridiag_problem problem)
{
    struct hedra_error why;
    struct hedra_tridiag *t;
    problem.device = device;
    if (hedra_tridiag_create(&problem, &t, &why))
        print_error("%s\n", why.text);
    assert_non_null(t);
    return t;
}

static void expect_ok(enum hedra_status status, const struct hedra_error *why)
{
    if (status)
        print_error("%s: %s\n", hedra_status_name(status), why->text);
    assert_int_equal(status, HEDRA_OK);
}

/* Host and device say the same --------------------------------------------- */

static void set_row(const struct rig_system *s, int64_t i, double a)
{
    rig_set(s->type, s->b, i, 0);
    rig_set(s->type, s->a, i, a);
    rig_set(s->type, s->c, i, 0);
}

static void expect_same(struct hedra_tridiag_problem problem,
                        const struct rig_system *s, enum hedra_status status)
{
    struct hedra_error here, there;
    struct hedra_tridiag *host, *t = make(problem);
    void *saved = rig_alloc(s->type, s->n);
    const size_t bytes = (size_t)s->n * rig_size(s->type);
    assert_int_equal(hedra_tridiag_create(&problem, &host, NULL), 0);
    hedra_tridiag_solve(host, s->b, s->a, s->c, s->d, s->x, &here);
    hedra_tridiag_solve(t, s->b, s->a, s->c, s->d, s->x, &there);
    if (here.status != status || there.status != status)
        print_error("host: %s\ndevice: %s\n", here.text, there.text);
    assert_int_equal(here.status, status);
    assert_int_equal(there.status, status);
    assert_string_equal(here.text, there.text);
    assert_int_equal(here.row, there.row);
    assert_int_equal(here.system, there.system);
    memcpy(saved, s->d, bytes);
    hedra_tridiag_solve(t, s->b, s->a, s->c, s->d, s->d, &there);
    assert_string_equal(here.text, there.text);
    assert_memory_equal(saved, s->d, bytes);
    hedra_tridiag_factor(host, s->b, s->a, s->c, &here);
    hedra_tridiag_factor(t, s->b, s->a, s->c, &there);
    assert_int_equal(here.status, there.status);
    assert_string_equal(here.text, there.text);
    hedra_tridiag_destroy(host);
    hedra_tridiag_destroy(t);
    free(saved);
}

/* In the first block, on a joint line, in the last block; of one system and of
 * the last of several. */
static void test_errors(void **state)
{
    static const int64_t rows[] = {1, 20, 299, 300, 1499};
    const int64_t blocks[] = {5, 2};
    for (int type = 0; type < RIG_TYPES; type++)
        for (int k = type % 2; k < COUNT(rows); k += 2)
            for (int systems = 1; systems < 4; systems += 2) {
                int64_t n = 1500 / systems;
                struct rig_system s = rig_system_new(type, RIG_DOMINANT, 1500);
                struct hedra_tridiag_problem problem = {
                    .type = type,
                    .n = n,
                    .systems = systems,
                    .levels = 2,
                    .blocks = blocks,
                    .pivoting = HEDRA_TRIDIAG_NEVER};
                set_row(&s, rows[k], 0);
                expect_same(problem, &s, HEDRA_ERROR_PIVOT);
                set_row(&s, rows[k], 1);
                rig_set(type, s.a, rows[k], NAN);
                expect_same(problem, &s, HEDRA_ERROR_NOT_FINITE);
                rig_set(type, s.a, rows[k], 1);
                rig_set(type, s.d, rows[k], INFINITY);
                expect_same(problem, &s, HEDRA_ERROR_NOT_FINITE);
                rig_system_free(&s);
            }
}

/* The host exchanges rows where that is asked for, and measures residuals. */
static void test_exchange(void **state)
{
    for (int type = 0; type < RIG_TYPES; type++) {
        struct hedra_error why;
        struct rig_system s = rig_system_new(type, RIG_DOMINANT, 500);
        const struct hedra_tridiag_problem problem = {.type = type,
                                                      .n = s.n,
                                                      .pivoting =
                                                          HEDRA_TRIDIAG_IF_BAD,
                                                      .residual_limit = 1e-4};
        struct hedra_tridiag *t = make(problem);
        rig_set(type, s.a, 100, 0);
        void *lapack = rig_lapack(&s);
        expect_ok(hedra_tridiag_solve(t, s.b, s.a, s.c, s.d, s.x, &why), &why);
        rig_check(&s, lapack, "exchanged");
        assert_true(why.residual >= 0);
        expect_ok(hedra_tridiag_factor(t, s.b, s.a, s.c, &why), &why);
        memcpy(s.x, s.d, (size_t)s.n * rig_size(type));
        expect_ok(hedra_tridiag_apply(t, s.x, s.x, &why), &why);
        rig_check(&s, lapack, "exchanged, factored, in place");
        hedra_tridiag_destroy(t);
        free(lapack);
        rig_system_free(&s);
    }
}

/* A dominant system times a power of ten, factored and not, and Neumann's
 * Laplacian, which is singular whatever it is multiplied by. */
static void test_scale(void **state)
{
    for (int k = 0; k < RIG_TYPES * 5; k++) {
        const int type = k % RIG_TYPES, power = k / RIG_TYPES - 2;
        const bool is_double = rig_tolerance[type] < 1e-6;
        const double factor = pow(10, power * (is_double ? 150 : 18));
        struct hedra_tridiag_problem problem = {
            .type = type, .n = 2000, .pivoting = HEDRA_TRIDIAG_NEVER};
        struct rig_system s = rig_system_new(type, RIG_DOMINANT, problem.n);
        struct hedra_error why;
        void *lapack = rig_lapack(&s);
        void *const arrays[] = {s.b, s.a, s.c, s.d};
        for (int64_t i = 0; i < 4 * s.n; i++)
            rig_set(type, arrays[i / s.n], i % s.n,
                    factor * rig_get(type, arrays[i / s.n], i % s.n));
        struct hedra_tridiag *t = make(problem);
        expect_ok(hedra_tridiag_solve(t, s.b, s.a, s.c, s.d, s.x, &why), &why);
        rig_check(&s, lapack, "scaled");
        expect_ok(hedra_tridiag_factor(t, s.b, s.a, s.c, &why), &why);
        expect_ok(hedra_tridiag_apply(t, s.d, s.x, &why), &why);
        rig_check(&s, lapack, "scaled, factored");
        for (int64_t i = 0; i < s.n; i++) {
            rig_set(type, s.b, i, -factor);
            rig_set(type, s.a, i, i > 0 && i < s.n - 1 ? 2 * factor : factor);
            rig_set(type, s.c, i, -factor);
        }
        assert_int_equal(hedra_tridiag_solve(t, s.b, s.a, s.c, s.d, s.x, &why),
                         HEDRA_ERROR_PIVOT);
        hedra_tridiag_destroy(t);
        problem.pivoting = HEDRA_TRIDIAG_IF_BAD;
        t = make(problem);
        assert_int_equal(hedra_tridiag_solve(t, s.b, s.a, s.c, s.d, s.x, &why),
                         HEDRA_ERROR_SINGULAR);
        hedra_tridiag_destroy(t);
        free(lapack);
        rig_system_free(&s);
    }
}

static void test_refused(void **state)
{
    const struct hedra_tridiag_problem elsewhere = {.n = 9, .device = device};
    struct hedra_tridiag_block *block;
    assert_int_equal(hedra_tridiag_block_create(&elsewhere, &block, NULL),
                     HEDRA_ERROR_ARGUMENT);
    struct hedra_tridiag_problem problem = {.n = 100, .device = "nowhere"};
    struct hedra_error why;
    struct hedra_tridiag *t;
    double delta;
    assert_int_equal(hedra_tridiag_create(&problem, &t, &why),
                     HEDRA_ERROR_NO_DEVICE);
    assert_non_null(strstr(why.text, "nowhere"));
    problem.device = device;
    problem.pivoting = HEDRA_TRIDIAG_ALWAYS;
    assert_int_equal(hedra_tridiag_create(&problem, &t, &why),
                     HEDRA_ERROR_ARGUMENT);
    problem.pivoting = HEDRA_TRIDIAG_NEVER;
    problem.device_memory = -1;
    assert_int_equal(hedra_tridiag_create(&problem, &t, &why),
                     HEDRA_ERROR_ARGUMENT);
    problem.device_memory = 100;
    assert_int_equal(hedra_tridiag_create(&problem, &t, &why),
                     HEDRA_ERROR_TOO_LARGE);
    assert_int_equal(hedra_tridiag_tune_device(0, "nowhere", &delta, &why),
                     HEDRA_ERROR_NO_DEVICE);
    assert_int_equal(hedra_tridiag_tune_device(0, NULL, &delta, &why),
                     HEDRA_ERROR_ARGUMENT);
}

/* Out of core: blocks that shared memory holds, longer ones, and joint lines
 * given; several right-hand sides, in place, several systems. */
static void check_chunks(struct hedra_tridiag_problem problem)
{
    struct hedra_error why;
    struct rig_system s = rig_system_new(problem.type, RIG_IMPLICIT, problem.n);
    const size_t bytes = (size_t)s.n * rig_size(s.type);
    char *d = rig_alloc(s.type, 2 * s.n), *x = rig_alloc(s.type, 2 * s.n);
    void *lapack = rig_lapack(&s);
    problem.rhs = 2;
    problem.pivoting = HEDRA_TRIDIAG_NEVER;
    struct hedra_tridiag *t = make(problem);
    memcpy(d, s.d, bytes);
    memcpy(d + bytes, s.d, bytes);
    expect_ok(hedra_tridiag_solve(t, s.b, s.a, s.c, d, x, &why), &why);
    memcpy(s.x, x + bytes, bytes);
    rig_check(&s, lapack, "in chunks");
    expect_ok(hedra_tridiag_solve(t, s.b, s.a, s.c, d, d, &why), &why);
    memcpy(s.x, d, bytes);
    rig_check(&s, lapack, "in chunks, in place");
    assert_int_equal(hedra_tridiag_factor(t, s.b, s.a, s.c, &why),
                     HEDRA_ERROR_TOO_LARGE);
    set_row(&s, s.n / 2, 0);
    assert_int_equal(hedra_tridiag_solve(t, s.b, s.a, s.c, d, x, &why),
                     HEDRA_ERROR_PIVOT);
    assert_int_equal(why.row, s.n / 2);
    hedra_tridiag_destroy(t);
    free(lapack);
    free(d);
    free(x);
    rig_system_free(&s);
}

static void test_chunks(void **state)
{
    const int64_t n = 6000, blocks[] = {100, 3};
    for (int type = 0; type < RIG_TYPES; type++) {
        const int64_t whole = n * (int64_t)rig_size(type);
        check_chunks((struct hedra_tridiag_problem){
            .type = type, .n = n, .device_memory = 3 * whole});
        check_chunks((struct hedra_tridiag_problem){
            .type = type, .n = n, .device_memory = whole});
        check_chunks(
            (struct hedra_tridiag_problem){.type = type,
                                           .n = n,
                                           .levels = 2,
                                           .blocks = blocks,
                                           .device_memory = 2 * whole});
    }
    /* Arrays of forty times what the device may hold. */
    check_chunks((struct hedra_tridiag_problem){
        .type = HEDRA_TRIDIAG_FLOAT, .n = 40000, .device_memory = 20000});
}

/* However many chunks there are, and whatever the program keeps on the device:
 * the bits are those of the whole system there. */
static void test_chunks_alike(void **state)
{
    enum { N = 9000, KEPT = 700, KEPT_COUNT = 3500 };
    const int64_t blocks[] = {150, 12};
    struct hedra_error why;
    struct rig_system s =
        rig_system_new(HEDRA_TRIDIAG_COMPLEX_DOUBLE, RIG_IMPLICIT, N);
    const size_t size = rig_size(s.type), bytes = N * size;
    char *whole = rig_alloc(s.type, N), *part = (char *)s.x + KEPT * size;
    struct hedra_tridiag_problem problem = {
        .type = s.type, .n = N, .levels = 2, .blocks = blocks};
    struct hedra_tridiag *t = make(problem);
    expect_ok(hedra_tridiag_solve(t, s.b, s.a, s.c, s.d, whole, &why), &why);
    hedra_tridiag_destroy(t);
    for (int64_t k = 2; k <= 64; k *= 2) {
        problem.device_memory = (int64_t)(5 * bytes) / k + 20000;
        t = make(problem);
        memset(s.x, 0, bytes);
        expect_ok(hedra_tridiag_solve(t, s.b, s.a, s.c, s.d, s.x, &why), &why);
        assert_memory_equal(s.x, whole, bytes);
        hedra_keep(s.a, bytes);
        hedra_keep(part, KEPT_COUNT * size);
        memset(s.x, 0, bytes);
        expect_ok(hedra_tridiag_solve(t, s.b, s.a, s.c, s.d, s.x, &why), &why);
        hedra_release(part, KEPT_COUNT * size);
        hedra_release(s.a, bytes);
        assert_memory_equal(s.x, whole, bytes);
        hedra_tridiag_destroy(t);
    }
    free(whole);
    rig_system_free(&s);
}

/* The driver of tests/runtime/fake_cuda.c has a clock: copies and kernels go on
 * at the same time. */
static void test_beside(void **state)
{
    void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    void *symbol = driver ? dlsym(driver, "fake_cuda_times") : NULL;
    void (*times)(double *, double *);
    double before[2], after[2];
    if (!symbol)
        skip();
    memcpy(&times, &symbol, sizeof times);
    struct hedra_error why;
    struct rig_system s =
        rig_system_new(HEDRA_TRIDIAG_DOUBLE, RIG_DOMINANT, 40000);
    struct hedra_tridiag *t = make((struct hedra_tridiag_problem){
        .type = s.type, .n = s.n, .device_memory = 100000});
    times(&before[0], &before[1]);
    expect_ok(hedra_tridiag_solve(t, s.b, s.a, s.c, s.d, s.x, &why), &why);
    times(&after[0], &after[1]);
    const double passed = after[0] - before[0], taken = after[1] - before[1];
    print_message("%.1f of %.1f ms\n", passed, taken);
    assert_true(passed < 0.65 * taken);
    hedra_tridiag_destroy(t);
    rig_system_free(&s);
}

/* Arrays that the program keeps on the device are current there alone. */
static void test_kept(void **state)
{
    struct hedra_error why;
    struct rig_system s =
        rig_system_new(HEDRA_TRIDIAG_COMPLEX_DOUBLE, RIG_IMPLICIT, 3000);
    const size_t bytes = (size_t)s.n * rig_size(s.type);
    struct hedra_tridiag *t =
        make((struct hedra_tridiag_problem){.type = s.type, .n = s.n});
    void *lapack = rig_lapack(&s);
    hedra_keep(s.d, bytes);
    hedra_keep(s.x, bytes);
    expect_ok(hedra_tridiag_factor(t, s.b, s.a, s.c, &why), &why);
    expect_ok(hedra_tridiag_apply(t, s.d, s.x, &why), &why);
    memset(s.x, 0, bytes); /* of the host's, which is stale */
    hedra_sync(s.x, bytes);
    rig_check(&s, lapack, "kept");
    /* What one call leaves there is the next one's. */
    expect_ok(hedra_tridiag_apply(t, s.x, s.x, &why), &why);
    hedra_release(s.x, bytes);
    hedra_release(s.d, bytes);
    memcpy(s.d, lapack, bytes);
    free(lapack);
    lapack = rig_lapack(&s);
    rig_check(&s, lapack, "kept, in place");
    hedra_tridiag_destroy(t);
    free(lapack);
    rig_system_free(&s);
}

/* One interleaved system that is shorter than n. */
static void test_short(void **state)
{
    const int64_t size = 500;
    struct hedra_error why;
    struct rig_system s =
        rig_system_new(HEDRA_TRIDIAG_FLOAT, RIG_DOMINANT, 700);
    struct hedra_tridiag *t = make((struct hedra_tridiag_problem){
        .n = 700, .sizes = &size, .layout = HEDRA_TRIDIAG_INTERLEAVED});
    for (int64_t i = size; i < s.n; i++)
        rig_set(s.type, s.x, i, i);
    expect_ok(hedra_tridiag_solve(t, s.b, s.a, s.c, s.d, s.x, &why), &why);
    for (int64_t i = size; i < s.n; i++)
        assert_true(rig_get(s.type, s.x, i) == i);
    s.n = size;
    void *lapack = rig_lapack(&s);
    rig_check(&s, lapack, "short");
    hedra_tridiag_destroy(t);
    free(lapack);
    rig_system_free(&s);
}

/* Kinds of partition: the device's own, eqs. 7 and 8. */
static void test_partition(void **state)
{
    struct hedra_tridiag_problem problem = {
        .type = HEDRA_TRIDIAG_COMPLEX_DOUBLE, .n = 100000};
    struct hedra_tridiag *t = make(problem);
    assert_true(hedra_tridiag_levels(t) >= 2);
    assert_in_range(hedra_tridiag_blocks(t, 0), 100000 / 32, 100000 / 8);
    assert_int_equal(hedra_tridiag_blocks(t, hedra_tridiag_levels(t)), 0);
    hedra_tridiag_destroy(t);
    problem.levels = 1;
    problem.delta = 2;
    t = make(problem);
    assert_int_equal(hedra_tridiag_levels(t), 1);
    assert_int_equal(hedra_tridiag_blocks(t, 0), 633);
    hedra_tridiag_destroy(t);
}

static void test_tune(void **state)
{
    struct hedra_error why;
    double delta = 0;
    expect_ok(
        hedra_tridiag_tune_device(HEDRA_TRIDIAG_DOUBLE, device, &delta, &why),
        &why);
    print_message("delta on %s: %.2f\n", device, delta);
    assert_true(delta > 0 && isfinite(delta));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors),    cmocka_unit_test(test_exchange),
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_scale),
        cmocka_unit_test(test_chunks),    cmocka_unit_test(test_kept),
        cmocka_unit_test(test_partition), cmocka_unit_test(test_tune),
        cmocka_unit_test(test_short),     cmocka_unit_test(test_chunks_alike),
        cmocka_unit_test(test_beside),
    };
    device = argc > 1 ? argv[1] : "ptxsim";
    const struct hedra_tridiag_problem problem = {.n = 1, .device = device};
    struct hedra_error why;
    struct hedra_tridiag *t;
    if (hedra_tridiag_create(&problem, &t, &why) == HEDRA_ERROR_NO_DEVICE) {
        printf("%s\n", why.text);
        return 77;
    }
    hedra_tridiag_destroy(t);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
