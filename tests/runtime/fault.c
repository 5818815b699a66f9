#include "tests/runtime/unit.h"

#include "runtime/base/base.h"

#include <string.h>

static void test_list(void **state)
{
    struct arena *a = arena_new();
    struct faults list = faults_new(a);
    assert_null(list.first);
    struct loc here = {"a.c", 3, 7, 2}, there = {"b.h", 1, 1, 0};
    struct fault *f = fault_add(&list, FAULT_NON_AFFINE_BOUND, here,
                                "bound '%s' of loop %d", "n*n", 2);
    fault_hint(&list, f, there, "write %s", "n");
    fault_add(&list, FAULT_TILED, there, "tiled");
    fault_add(&list, FAULT_TILE_SIZE, here, "size");
    assert_ptr_equal(list.first, f);
    assert_string_equal(f->message, "bound 'n*n' of loop 2");
    assert_string_equal(f->hint, "write n");
    assert_string_equal(f->hint_loc.file, "b.h");
    assert_int_equal(f->loc.column, 7);
    assert_int_equal(f->kind, FAULT_NON_AFFINE_BOUND);
    assert_string_equal(f->next->message, "tiled");
    assert_null(f->next->hint);
    assert_ptr_equal(f->next->next, list.last);
    assert_int_equal(list.errors, 1);
    arena_free(a);
}

static void test_table(void **state)
{
    assert_string_equal(fault_name(FAULT_USAGE), "usage");
    assert_string_equal(fault_name(FAULT_SCOP_INVALID), "scop-invalid");
    assert_int_equal(fault_severity(FAULT_USAGE), FAULT_ERROR);
    assert_int_equal(fault_severity(FAULT_NO_REGION), FAULT_WARNING);
    assert_int_equal(fault_severity(FAULT_SERIAL), FAULT_REMARK);
    for (int i = 0; i < FAULT_COUNT; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(fault_name((enum fault_kind)i),
                                    fault_name((enum fault_kind)k));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
