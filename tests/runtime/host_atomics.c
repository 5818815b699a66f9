/* Launches of kernels with atomic operations: what is chosen, that sums are
 * right whatever is, and that nothing beside them is written. */
#include "tests/runtime/unit.h"

#include "runtime/host/host.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 100000, BINS = 100 };

static int bin_of(int64_t i)
{
    return (int)(i * 7919 % BINS);
}

/* Adds 1 to x[bin], 3 to y[bin]; which form ran is counted. */
static atomic_int shared_ran, alone_ran;

static void count_shared(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    _Atomic uint32_t *x = arg[1].p;
    _Atomic uint64_t *y = arg[2].p;
    atomic_fetch_add(&shared_ran, 1);
    for (int64_t i = begin; i < end; i++) {
        atomic_fetch_add(&x[bin_of(i)], 1);
        atomic_fetch_add(&y[bin_of(i)], 3);
    }
}

static void count_alone(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    uint32_t *x = arg[1].p;
    uint64_t *y = arg[2].p;
    atomic_fetch_add(&alone_ran, 1);
    for (int64_t i = begin; i < end; i++) {
        x[bin_of(i)]++;
        y[bin_of(i)] += 3;
    }
}

struct counts {
    uint32_t x[BINS + 2];
    uint64_t y[BINS + 2];
};

/* The arrays lie behind one element that is not theirs; of y, the range has an
 * element more at either end. */
static void run(int threads, const char *sums, int work, unsigned flags,
                struct counts *c)
{
    struct hedra_atomics atomics = {count_alone, sums, work};
    struct hedra_kernel kernel = {"count", "ibb",        {1, 1, 1},
                                  1,       count_shared, &atomics};
    struct hedra_array x = {"x", c->x + 1, 0, BINS * 4, 4, HEDRA_WRITE | flags};
    struct hedra_array y = {"y", c->y + 1, -8, BINS * 8 + 8, 8, HEDRA_WRITE};
    const struct hedra_array *array[] = {NULL, &x, &y};
    const union hedra_arg value[] = {{.i = 0}, {.p = x.base}, {.p = y.base}};
    struct atomic_launch launch = {&kernel, value, array, 3, BLOCKS};
    memset(c, 0, sizeof *c);
    atomic_store(&shared_ran, 0);
    atomic_store(&alone_ran, 0);
    host_atomics_run(threads, &launch);
}

static void assert_counts(const struct counts *c)
{
    assert_int_equal(c->x[0] | c->x[BINS + 1], 0);
    assert_int_equal(c->y[0] | c->y[BINS + 1], 0);
    for (int k = 0; k < BINS; k++) {
        assert_int_equal(c->x[k + 1], BLOCKS / BINS);
        assert_int_equal(c->y[k + 1], 3 * BLOCKS / BINS);
    }
}

static void test_alone(void **state)
{
    struct counts c;
    run(1, "-48", 1000000, 0, &c);
    assert_counts(&c);
    assert_int_equal(atomic_load(&alone_ran), 1);
    run(2, NULL, 3, 0, &c); /* atomic operations are most of it */
    assert_counts(&c);
    assert_int_equal(atomic_load(&alone_ran), 1);
    run(2, "-48", 3, HEDRA_GUESS, &c); /* how long the array is, nobody knows */
    assert_counts(&c);
    assert_int_equal(atomic_load(&alone_ran), 1);
    assert_int_equal(atomic_load(&shared_ran), 0);
}

static void test_copies(void **state)
{
    struct counts c;
    for (int turn = 0; turn < 20; turn++) {
        run(4, "-48", 3, 0, &c);
        assert_counts(&c);
        assert_int_equal(atomic_load(&shared_ran), 0);
    }
    assert_true(atomic_load(&alone_ran) > 1);
}

static void test_shared(void **state)
{
    struct counts c;
    run(4, NULL, 100000, 0, &c);
    assert_counts(&c);
    assert_int_equal(atomic_load(&alone_ran), 0);
    assert_true(atomic_load(&shared_ran) > 0);
}

/* Copies against blocks, and how many threads make atomic operations pay. */
static void test_sizes(void **state)
{
    struct hedra_atomics atomics = {count_alone, "-4", 3};
    struct hedra_kernel kernel = {"count", "ib",         {1, 1, 1},
                                  1,       count_shared, &atomics};
    struct hedra_array a = {"a", NULL, 0, 4096, 4, HEDRA_WRITE};
    const struct hedra_array *array[] = {NULL, &a};
    struct atomic_launch launch = {&kernel, NULL, array, 2, 1 << 20};
    assert_true(host_atomics_copies(&launch, 2));
    a.hi = 4 << 20;
    assert_false(host_atomics_copies(&launch, 2));
    launch.blocks = 1 << 24;
    assert_true(host_atomics_copies(&launch, 2));
    assert_false(host_atomics_copies(&launch, 64));
    assert_int_equal(host_atomics_threads(&launch), 6); /* (4 + 20) / 4 */
    a.hi = 4096; /* lines that several threads write */
    assert_int_equal(host_atomics_threads(&launch), 51);
    atomics.work = 1000000;
    assert_int_equal(host_atomics_threads(&launch), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone), cmocka_unit_test(test_copies),
        cmocka_unit_test(test_shared), cmocka_unit_test(test_sizes)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    host_pool_stop();
    return failed;
}
