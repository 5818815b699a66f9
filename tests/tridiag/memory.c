/*
 * Each allocation of making a wave function fails in turn: that is said,
 * nothing is handed over, and it works when there is memory again.
 */
#include "tests/runtime/failing_memory.h"
#include "tests/tridiag/rig.h"

#include <hedra_tdse.h>

#include <stdlib.h>

enum { N = 1200 };

static void no_potential(void *context, double t, double *potential)
{
    for (int i = 0; i < N; i++)
        potential[i] = 0;
}

/* Returns how many allocations it cannot do without; it goes on without what it
 * asks about the machine. */
static long fail_each(const struct hedra_tdse_options *options)
{
    long needed = 0;
    for (long n = 0;; n++) {
        struct hedra_tdse *t = (void *)&failing_left;
        struct hedra_error why;
        failing_failed = false;
        failing_left = n;
        const enum hedra_status status = hedra_tdse_create(options, &t, &why);
        failing_left = -1;
        assert_int_equal(why.status, status);
        if (status) {
            assert_int_equal(status, HEDRA_ERROR_NO_MEMORY);
            assert_null(t);
            needed++;
        } else {
            assert_non_null(t);
            hedra_tdse_destroy(t);
        }
        if (!failing_failed)
            return needed;
    }
}

static void test_create(void **state)
{
    struct hedra_tdse_options options = {
        .n = N, .x0 = -10, .dx = 0.02, .dt = 0.01};
    setenv("HEDRA_THREADS", "1", 1);
    const long still = fail_each(&options);
    assert_true(still > 6);
    options.moving = no_potential;
    assert_int_equal(fail_each(&options), still + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_create)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
