/* When what a Plan was made from is still the same, and whose its memory is. */
#include "tests/runtime/unit.h"

#include "tests/runtime/open_host.h"

#include "runtime/device/device.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { INPUT, LIST, STATE, ROWS, INTS = 100 };

static int input[INTS];
static _Atomic(struct plan_cache *) slot;
static const uint64_t unknown[ROWS];

static void fill(struct hedra_array *array, void *base, int64_t size)
{
    const unsigned plan = HEDRA_READ | HEDRA_WRITE | HEDRA_TEMP;
    array[INPUT] = (struct hedra_array){
        "input", base, 0, size, 4, HEDRA_READ | HEDRA_INPUT};
    array[LIST] =
        (struct hedra_array){"list", NULL, 0, 64, 4, plan | HEDRA_LIST};
    array[STATE] = (struct hedra_array){
        "state", NULL, 0, 1, 4, plan | HEDRA_STATE | HEDRA_KEEP};
}

static bool reused; /* by the last run, the memory of the Plan before */

/* One run with a Plan: 1 if an earlier one held, 0 if one was made. */
static int run(struct hedra_array *array, const uint64_t *version)
{
    struct device *device = open_host();
    const int64_t key = 5;
    struct device_place place[ROWS] = {{0}}, spare[ROWS] = {{0}};
    struct report why;
    struct plan_cache *keep = plan_cache_take(&slot, ROWS);
    assert_non_null(keep);
    bool same = plan_cache_check(keep, array, version, false, device);
    bool found = plan_cache_find(keep, array, LIST, 1, same ? &key : NULL,
                                 place, spare, device);
    if (spare[LIST].memory)
        place[LIST] = spare[LIST];
    else if (!found)
        assert_true(plan_cache_alloc(device, &array[LIST], &place[LIST], &why));
    assert_true(place[LIST].memory != 0);
    reused = spare[LIST].memory != 0;
    assert_false(found && reused);
    plan_cache_put(keep, array, LIST, 1, 5, place, device);
    assert_true(place[LIST].memory == 0);
    plan_cache_judge(keep, true, device);
    plan_cache_give(&slot, keep, device);
    return found;
}

static void forget(void)
{
    plan_cache_give(&slot, NULL, open_host());
}

static void test_bytes(void **state)
{
    struct hedra_array array[ROWS];
    fill(array, input, sizeof input);
    assert_int_equal(run(array, unknown), 0);
    assert_int_equal(run(array, unknown), 1);
    input[INTS - 1]++;
    assert_int_equal(run(array, unknown), 0);
    assert_int_equal(run(array, unknown), 1);
    fill(array, input, sizeof input / 2);
    assert_int_equal(run(array, unknown), 0);
    forget();
}

/* A Plan that holds no longer leaves its memory to the next one of its size. */
static void test_spare(void **state)
{
    struct hedra_array array[ROWS];
    fill(array, input, sizeof input);
    assert_int_equal(run(array, unknown), 0);
    assert_false(reused);
    input[1]++;
    assert_int_equal(run(array, unknown), 0);
    assert_true(reused);
    assert_int_equal(run(array, unknown), 1);
    input[2]++;
    array[LIST].hi *= 2;
    assert_int_equal(run(array, unknown), 0);
    assert_false(reused);
    /* One that was not made in a run whose inputs are others holds no more. */
    input[3]++;
    struct plan_cache *keep = plan_cache_take(&slot, ROWS);
    assert_false(plan_cache_check(keep, array, unknown, false, open_host()));
    plan_cache_give(&slot, keep, open_host());
    assert_int_equal(run(array, unknown), 0);
    assert_true(reused);
    forget();
}

static void test_versions(void **state)
{
    struct hedra_array array[ROWS];
    uint64_t version[ROWS] = {7};
    fill(array, input, sizeof input);
    assert_int_equal(run(array, version), 0);
    input[0]++; /* the version tells, not the bytes */
    assert_int_equal(run(array, version), 1);
    version[INPUT]++;
    assert_int_equal(run(array, version), 0);
    assert_int_equal(run(array, unknown), 0);
    forget();
}

/* A row may reach beyond its array, where there is no memory. */
static void test_beyond(void **state)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(memory, MAP_FAILED);
    struct hedra_array array[ROWS];
    fill(array, memory, 2 * (int64_t)page);
    assert_int_equal(run(array, unknown), 0);
    assert_int_equal(run(array, unknown), 1);
    assert_int_equal(munmap(memory + page, page), 0);
    assert_int_equal(run(array, unknown), 0);
    assert_int_equal(run(array, unknown), 0);
    forget();
    munmap(memory, page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_spare),
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_beyond),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
