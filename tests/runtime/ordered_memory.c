/* Arrays in another order ask whether there is memory for their tables, by
 * their bytes, before they take it. Linked with --wrap of the question. */
#include "tests/runtime/unit.h"

#include "runtime/host/memory.h"
#include "runtime/include/hedra_order.h"
#include "runtime/region/ordered.h"

bool __wrap_host_memory_has(uint64_t size);

static uint64_t asked, there;

bool __wrap_host_memory_has(uint64_t size)
{
    asked = size;
    return size <= there;
}

static void test_table(void **state)
{
    const struct hedra_ordered how = {.dims = 3,
                                      .outer = HEDRA_ORDER_MORTON,
                                      .inner = HEDRA_ORDER_ROW,
                                      .tile = {2, 2, 2},
                                      .axis = {0, 1, 2}};
    const int64_t size[] = {32, 16, 16}; /* 16 * 8 * 8 tiles */
    struct ordered_box box;
    struct report why = {0};
    there = 1024 * sizeof *box.table;
    assert_true(ordered_make(&box, &how, sizeof(double), 1, size, &why));
    assert_int_equal(box.table_count, 1024);
    assert_int_equal(asked, there);
    ordered_free(&box);
    there--;
    assert_false(ordered_make(&box, &how, sizeof(double), 1, size, &why));
    assert_string_equal(why.text, "out of memory");
    assert_true(why.lack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
