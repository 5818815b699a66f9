/* The cache of device memory: which block is taken again, and that none is
 * after a fork, in the child. */
#include "tests/runtime/unit.h"

#include "runtime/device/memory_cache.h"

enum { FEW = 3, MANY = 200 };

static uint64_t allocated; /* the handle that was given last */
static int freed;

static bool give_next(struct device *device, size_t size, uint64_t *memory,
                      struct report *why)
{
    *memory = ++allocated;
    return true;
}

static void count_free(struct device *device, uint64_t memory)
{
    freed++;
}

static const struct device_ops ops = {
    .name = "counted", .alloc = give_next, .free = count_free};
static struct device device = {.ops = &ops};

static uint64_t take(size_t size)
{
    uint64_t memory = 0;
    struct report why;
    assert_true(device_memory_take(&device, size, &memory, &why));
    assert_true(memory > 0);
    return memory;
}

/* The newest of its rounded size. */
static void test_again(void **state)
{
    uint64_t small = take(1000), large = take(5000), other = take(5000);
    device_memory_give(&device, small, 1000);
    device_memory_give(&device, large, 5000);
    device_memory_give(&device, other, 5000);
    assert_int_equal(take(4990), other);
    assert_int_equal(take(5000), large);
    assert_true(take(5000) > other);
    assert_int_equal(take(1000), small);
    assert_int_equal(freed, 0);
}

/* What was forgotten is neither taken nor freed. */
static void test_forget(void **state)
{
    uint64_t memory[FEW];
    for (int k = 0; k < FEW; k++)
        memory[k] = take(3000);
    for (int k = 0; k < FEW; k++)
        device_memory_give(&device, memory[k], 3000);
    device_memory_forget();
    for (int k = 0; k < FEW; k++)
        assert_true(take(3000) > memory[FEW - 1]);
    device_memory_trim();
    assert_int_equal(freed, 0);
}

/* A list of bounded length, which trimming empties. */
static void test_trim(void **state)
{
    uint64_t first = take(7000), last = first;
    for (int k = 1; k < MANY; k++)
        last = take(7000);
    for (uint64_t k = first; k <= last; k++)
        device_memory_give(&device, k, 7000);
    assert_in_range(freed, 1, MANY - 1);
    assert_int_equal(take(7000), last);
    device_memory_give(&device, last, 7000);
    device_memory_trim();
    assert_int_equal(freed, MANY);
    assert_true(take(7000) > last);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_again),
                                       cmocka_unit_test(test_forget),
                                       cmocka_unit_test(test_trim)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
