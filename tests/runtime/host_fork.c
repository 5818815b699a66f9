/* When launches are shared among threads; that all blocks run whatever is
 * decided. Costs are made up, but for blocks that sleep. */
#include "tests/runtime/unit.h"

#include "runtime/host/host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 4, MOST_BLOCKS = 300 };

static void test_nothing_known(void **state)
{
    struct host_fork_note note = {0};
    assert_false(host_fork_alone(&note, THREADS, 2));
    assert_false(host_fork_alone(&note, 64, 64));
    assert_true(host_fork_alone(&note, THREADS, THREADS * HOST_FORK_MANY));
    assert_int_equal(host_fork_least(&note), 0);
    host_fork_learn(&note, false, 100, 5000);
    assert_true(host_fork_alone(&note, THREADS, 100)); /* tried */
    assert_true(host_fork_alone(&note, THREADS, 1000));
    assert_false(host_fork_alone(&note, THREADS, 10000));
    assert_int_equal(host_fork_least(&note), 0);
}

/* What a block seemed to take in a launch of a few does not keep a launch of
 * many shared that threads have done in no time. */
static void test_bound(void **state)
{
    struct host_fork_note note = {0};
    host_fork_learn(&note, true, 10, 100);
    assert_false(host_fork_alone(&note, THREADS, 10000));
    host_fork_learn(&note, false, 10000, 4000);
    assert_false(host_fork_alone(&note, THREADS, 10000));
    host_fork_bound(&note, THREADS, 10000, 4000);
    assert_float_equal(note.alone, 1.6, 1e-3);
    assert_true(host_fork_alone(&note, THREADS, 500));
    host_fork_learn(&note, false, 10000, 50000);
    host_fork_bound(&note, THREADS, 10000, 50000);
    assert_float_equal(note.alone, 1.6, 1e-3);
}

/* Sharing is not tried for what takes less than telling threads of it, and for
 * the rest not before some launches. */
static void test_short_launches(void **state)
{
    struct host_fork_note note = {.alone = 1};
    for (; note.launches <= 128; note.launches++)
        assert_true(host_fork_alone(&note, THREADS, HOST_FORK_LEAST - 1));
    for (note.launches = 1; note.launches < 64; note.launches++)
        assert_true(host_fork_alone(&note, THREADS, HOST_FORK_LEAST));
    assert_false(host_fork_alone(&note, THREADS, HOST_FORK_LEAST));
}

/* Which launches are surely shared. */
static void test_least(void **state)
{
    struct host_fork_note small = {.alone = 20, .shared = 50};
    struct host_fork_note large = {.alone = 50, .shared = 30};
    struct host_fork_note long_ones = {.alone = 1e9F};
    assert_int_equal(host_fork_least(&small), HOST_FORK_MOST / 20 + 1);
    assert_int_equal(host_fork_least(&large), HOST_FORK_LEAST / 50 + 1);
    assert_int_equal(host_fork_least(&long_ones), 1);
}

/* Threads are started for what takes much longer than their start. */
static void test_start(void **state)
{
    const double start = 1e6;
    assert_false(host_fork_rest(0, HOST_FORK_MOST - 1, 1e9));
    assert_true(host_fork_rest(0, HOST_FORK_MOST, 1));
    assert_false(host_fork_rest(start, start / 4 - 1, 3 * start));
    assert_false(host_fork_rest(start, start / 4, 3 * start - 1));
    assert_true(host_fork_rest(start, start / 4, 3 * start));
    assert_false(host_fork_rest(start, 6 * start, start - 1));
    assert_true(host_fork_rest(start, 6 * start, start));
}

static void test_cheaper_way(void **state)
{
    struct host_fork_note small = {.alone = 20, .shared = 50, .launches = 1};
    struct host_fork_note large = {.alone = 50, .shared = 30, .launches = 1};
    int alone = 0, shared = 0;
    for (; small.launches <= 128; small.launches++)
        alone += host_fork_alone(&small, THREADS, 100);
    for (; large.launches <= 128; large.launches++)
        shared += !host_fork_alone(&large, THREADS, 100);
    assert_int_equal(alone, 126);
    assert_int_equal(shared, 126);
    small.launches = large.launches = 1;
    assert_true(host_fork_alone(&small, THREADS, HOST_FORK_MOST / 20));
    assert_false(host_fork_alone(&small, THREADS, HOST_FORK_MOST / 20 + 1));
}

static void test_learning(void **state)
{
    struct host_fork_note note = {0};
    host_fork_learn(&note, true, 10, 1000);
    assert_float_equal(note.alone, 100, 1e-3);
    host_fork_learn(&note, true, 10, 2000);
    assert_float_equal(note.alone, 125, 1e-3);
    host_fork_learn(&note, true, 1, 1e9); /* disturbed */
    assert_float_equal(note.alone, 125 + 0.25 * 375, 1e-3);
    assert_float_equal(note.shared, 0, 0);
    assert_int_equal(note.launches, 3);
    host_fork_learn(&note, true, 10, 900); /* disturbed least */
    assert_float_equal(note.alone, 90, 1e-3);
}

struct work {
    atomic_uchar count[MOST_BLOCKS];
    pthread_t caller;
    atomic_int others;
    long sleep; /* nanoseconds for each block */
};

static void run(const void *context, int64_t begin, int64_t end)
{
    struct work *work = *(struct work *const *)context;
    work->others += !pthread_equal(work->caller, pthread_self());
    for (int64_t i = begin; i < end; i++)
        work->count[i]++;
    if (work->sleep)
        nanosleep(&(struct timespec){0, work->sleep * (end - begin)}, NULL);
}

static int others_in(const void *kernel, int64_t n, long sleep)
{
    struct work work = {.caller = pthread_self(), .sleep = sleep};
    struct work *context = &work;
    host_fork_run(THREADS, kernel, run, &context, n);
    for (int64_t i = 0; i < MOST_BLOCKS; i++)
        assert_int_equal(work.count[i], i < n);
    return work.others;
}

/* No threads are started for a few blocks that are done at once. */
static void test_few_blocks(void **state)
{
    static const char kernel;
    assert_int_equal(others_in(&kernel, HOST_FORK_FEW, 0), 0);
    assert_false(host_pool_is_ready());
    assert_true(others_in(&kernel, HOST_FORK_FEW, 20000000) > 0);
}

static void test_all_run(void **state)
{
    static const char kernel[600]; /* more than there are notes */
    for (int round = 0; round < 70; round++)
        for (int n = 0; n < 20; n++)
            others_in(&kernel[n % 3], n, 0);
    for (int k = 0; k < 600; k++)
        others_in(&kernel[k], k % MOST_BLOCKS, 0);
}

/* What was cheap so far, and is not, is shared after a block. */
static void test_rest_is_shared(void **state)
{
    static const char kernel;
    for (int k = 0; k < 100; k++)
        others_in(&kernel, 16, 0);
    for (int k = 0; k < 3; k++)
        assert_true(others_in(&kernel, 16, 20000000) > 0);
}

static void run_briefly(const void *context, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
        for (double last = host_clock() + *(const double *)context;
             host_clock() < last;)
            continue;
}

/* Launches that are none of them worth starting threads get these in the end,
 * here in a process that has none yet. */
static void test_many_launches(void **state)
{
    static const char first, kernel;
    const double none = 0, some = 5000;
    pid_t child = fork();
    if (child == 0) {
        host_fork_run(THREADS, &first, run_briefly, &none, HOST_FORK_FEW);
        for (int k = 0; k < 120 && !host_pool_is_ready(); k++)
            host_fork_run(THREADS, &kernel, run_briefly, &some, HOST_FORK_FEW);
        _exit(!host_pool_is_ready());
    }
    int status = 1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* A kernel's first launch is shared, too, if its blocks take long: all of them,
 * or only those at its end. */
struct uneven {
    pthread_t caller;
    atomic_int others, blocks;
};

static void run_uneven(const void *context, int64_t begin, int64_t end)
{
    struct uneven *work = *(struct uneven *const *)context;
    work->others += !pthread_equal(work->caller, pthread_self());
    work->blocks += (int)(end - begin);
    for (int64_t i = begin; i < end; i++)
        if (i >= 128)
            nanosleep(&(struct timespec){0, 200000}, NULL);
}

static void test_first_launch(void **state)
{
    static const char even, uneven;
    struct uneven work = {.caller = pthread_self()}, *context = &work;
    assert_true(others_in(&even, 256, 200000) > 0);
    host_fork_run(THREADS, &uneven, run_uneven, &context, 256);
    assert_int_equal(work.blocks, 256);
    assert_true(work.others > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_launches), /* before there are threads */
        cmocka_unit_test(test_nothing_known),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_short_launches),
        cmocka_unit_test(test_least),
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_cheaper_way),
        cmocka_unit_test(test_learning),
        cmocka_unit_test(test_few_blocks),
        cmocka_unit_test(test_all_run),
        cmocka_unit_test(test_rest_is_shared),
        cmocka_unit_test(test_first_launch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
