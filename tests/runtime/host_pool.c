#define _GNU_SOURCE /* cpu_set_t */
#include "tests/runtime/unit.h"

#include "runtime/host/host.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS = 5 };

/* In place of the system's: where new threads are sent. */
static atomic_int sent, freed;

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set)
{
    cpu_set_t own;
    sched_getaffinity(0, sizeof own, &own);
    int fewer = CPU_COUNT(&own) - CPU_COUNT_S(size, set);
    sent += fewer == 1 && !pthread_equal(thread, pthread_self());
    freed += fewer == 0 && !pthread_equal(thread, pthread_self());
    return 0;
}

struct cover {
    _Atomic unsigned char *count;
    int64_t n;
    atomic_int bad, parts;
};

static void count_indices(const void *context, int64_t begin, int64_t end)
{
    struct cover *cover = *(struct cover *const *)context;
    if (begin < 0 || begin >= end || end > cover->n)
        cover->bad++;
    cover->parts++;
    for (int64_t i = begin; i < end; i++)
        cover->count[i]++;
}

static void check_cover(int threads, int64_t n)
{
    struct cover cover = {calloc((size_t)n + 1, 1), n, 0, 0};
    struct cover *context = &cover;
    host_pool_run(threads, count_indices, &context, n);
    assert_int_equal(cover.bad, 0);
    for (int64_t i = 0; i < n; i++)
        assert_int_equal(cover.count[i], 1);
    free(cover.count);
}

static void test_cover(void **state)
{
    for (int64_t n = -1; n < 300; n++)
        for (int repeat = 0; repeat < 5; repeat++)
            check_cover(THREADS, n < 0 ? 0 : n);
    check_cover(THREADS, 1 << 20);
    check_cover(THREADS, (1 << 20) - 1);
    check_cover(THREADS, (1 << 20) + 1);
    check_cover(THREADS, 3333333);
    check_cover(1, 1000);
}

/* Each new thread is sent to all processors but its creator's, if there are
 * others, and may run on all thereafter. How long threads take to start counts
 * until they run. */
static void test_start(void **state)
{
    cpu_set_t own;
    bool many =
        sched_getaffinity(0, sizeof own, &own) == 0 && CPU_COUNT(&own) > 1;
    const double guess = host_pool_start_guess();
    assert_true(guess >= 80000);
    assert_true(host_pool_start_guess() == guess);
    assert_true(host_pool_start_time(THREADS) >= 80000);
    assert_int_equal(sent + freed, 0);
    check_cover(THREADS, 1000);
    assert_int_equal(sent, many ? THREADS - 1 : 0);
    assert_int_equal(freed, THREADS - 1);
    assert_true(host_pool_start_time(THREADS) == 0);
}

struct huge {
    _Atomic int64_t sum, parts;
};

static void sum_lengths(const void *context, int64_t begin, int64_t end)
{
    struct huge *huge = *(struct huge *const *)context;
    huge->sum += end - begin;
    huge->parts++;
}

static void test_huge(void **state)
{
    static const int64_t sizes[] = {INT64_C(1) << 31, INT64_C(1) << 40,
                                    INT64_MAX - 1, INT64_MAX};
    for (int k = 0; k < COUNT(sizes); k++) {
        struct huge huge = {0, 0}, *context = &huge;
        host_pool_run(THREADS, sum_lengths, &context, sizes[k]);
        assert_int_equal(huge.sum, sizes[k]);
        assert_true(huge.parts > THREADS && huge.parts < 1 << 20);
    }
}

static void test_single_is_inline(void **state)
{
    struct cover cover = {calloc(2, 1), 1, 0, 0}, *context = &cover;
    host_pool_run(THREADS, count_indices, &context, 1);
    assert_int_equal(cover.parts, 1);
    free(cover.count);
}

struct turns {
    pthread_t seen[64];
    atomic_int count;
};

static void note_thread(const void *context, int64_t begin, int64_t end)
{
    struct turns *turns = *(struct turns *const *)context;
    turns->seen[turns->count++] = pthread_self();
    nanosleep(&(struct timespec){0, 20000000 * (end - begin)}, NULL);
}

/* Blocks that sleep are shared even on one processor; asleep or awake, workers
 * join. */
static void test_threads_take_part(void **state)
{
    for (int round = 0; round < 3; round++) {
        struct turns turns = {.count = 0}, *context = &turns;
        host_pool_run(THREADS, note_thread, &context, 16);
        int others = 0;
        for (int k = 0; k < turns.count; k++)
            others += !pthread_equal(turns.seen[k], pthread_self());
        assert_true(others > 0);
        nanosleep(&(struct timespec){0, 5000000}, NULL);
    }
}

static void run_nested(const void *context, int64_t begin, int64_t end)
{
    struct cover *cover = *(struct cover *const *)context;
    struct cover inner = {calloc(100, 1), 100, 0, 0}, *inside = &inner;
    host_pool_run(THREADS, count_indices, &inside, 100);
    for (int i = 0; i < 100; i++)
        cover->bad += inner.count[i] != 1;
    cover->bad += inner.parts != 1;
    free(inner.count);
}

/* Whoever finds the pool busy runs all of its own range in one part. */
static void test_busy(void **state)
{
    struct cover cover = {NULL, 20, 0, 0}, *context = &cover;
    host_pool_run(THREADS, run_nested, &context, 20);
    assert_int_equal(cover.bad, 0);
}

static void test_size(void **state)
{
    static const char *const bad[] = {"0",  "-1",   "x",
                                      "3x", "4097", "99999999999999999999"};
    struct report why;
    assert_true(host_pool_size(NULL, &why) >= 1);
    assert_int_equal(host_pool_size("", &why), host_pool_size(NULL, &why));
    assert_int_equal(host_pool_size("7", &why), 7);
    assert_int_equal(host_pool_size("4096", &why), 4096);
    for (int k = 0; k < COUNT(bad); k++) {
        assert_int_equal(host_pool_size(bad[k], &why), 0);
        assert_non_null(strstr(why.text, bad[k]));
    }
}

static void test_stop(void **state)
{
    host_pool_stop();
    check_cover(THREADS, 1000);
    host_pool_stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_cover),
        cmocka_unit_test(test_huge),
        cmocka_unit_test(test_single_is_inline),
        cmocka_unit_test(test_threads_take_part),
        cmocka_unit_test(test_busy),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
