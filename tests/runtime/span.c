#include "tests/runtime/unit.h"

#include "runtime/base/base.h"

#include <stdio.h>
#include <string.h>

enum { SPACE = 64 };

/* The set's elements below SPACE, found by interval_set_find and by _find_gap.
 */
static void read_set(const struct interval_set *set, char *by_find,
                     char *by_gap)
{
    struct address_interval part = {0, 0};
    memset(by_find, 0, SPACE);
    memset(by_gap, 1, SPACE);
    for (uintptr_t at = 0; interval_set_find(set, at, SPACE, &part);
         at = part.hi)
        memset(by_find + part.lo, 1, part.hi - part.lo);
    for (uintptr_t at = 0; interval_set_find_gap(set, at, SPACE, &part);
         at = part.hi)
        memset(by_gap + part.lo, 0, part.hi - part.lo);
}

/* Random additions and removals against a plain array of flags. */
static void test_random(void **state)
{
    struct interval_set set = {0};
    char model[SPACE] = {0}, by_find[SPACE], by_gap[SPACE];
    uint32_t seed = 12345;
    for (int step = 0; step < 20000; step++) {
        seed = seed * 1664525u + 1013904223u;
        uintptr_t lo = (seed >> 8) % SPACE;
        uintptr_t hi = lo + (seed >> 16) % 12;
        if (hi > SPACE)
            hi = SPACE;
        int add = (seed >> 30) & 1;
        assert_true(add ? interval_set_add(&set, lo, hi)
                        : interval_set_remove(&set, lo, hi));
        memset(model + lo, add, hi - lo);
        read_set(&set, by_find, by_gap);
        assert_memory_equal(by_find, model, SPACE);
        assert_memory_equal(by_gap, model, SPACE);
        for (int k = 1; k < set.count; k++)
            assert_true(set.interval[k - 1].hi < set.interval[k].lo);
    }
    interval_set_clear(&set);
    assert_int_equal(set.count, 0);
}

static void test_clipping(void **state)
{
    struct interval_set set = {0};
    struct address_interval part;
    assert_false(interval_set_find(&set, 0, UINTPTR_MAX, &part));
    assert_true(interval_set_find_gap(&set, 5, 9, &part));
    assert_true(part.lo == 5 && part.hi == 9);
    assert_true(interval_set_add(&set, 10, 20));
    assert_true(interval_set_find(&set, 15, 17, &part));
    assert_true(part.lo == 15 && part.hi == 17);
    assert_false(interval_set_find(&set, 20, 30, &part));
    assert_false(interval_set_find(&set, 0, 10, &part));
    assert_false(interval_set_find(&set, 15, 15, &part));
    assert_false(interval_set_find_gap(&set, 10, 20, &part));
    assert_true(interval_set_find_gap(&set, 12, 25, &part));
    assert_true(part.lo == 20 && part.hi == 25);
    interval_set_clear(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_clipping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
