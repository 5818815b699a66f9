/* The memory of runs: kept for the next one, never shared by two. */
#include "tests/runtime/unit.h"

#include "tests/runtime/open_host.h"

#include "runtime/device/device.h"
#include "runtime/region/run_memory.h"

#include <string.h>

enum { HEAD = 300, FEW = 100, MUCH = 1 << 20 };

static void no_kernel(const union hedra_arg *arg, int64_t begin, int64_t end)
{
}

static const struct hedra_kernel kernel[] = {
    {"short", "b", {1, 1, 1}, 1, no_kernel, NULL},
    {"long", "bbblll", {1, 1, 1}, 1, no_kernel, NULL}};

static struct hedra_module module = {HEDRA_ABI, "region", "user.c", 1, NULL,
                                     NULL,      NULL,     0,        2, NULL,
                                     kernel,    NULL,     0};

/* All of it can be written. */
static void use(struct run_memory *m, int rows)
{
    assert_non_null(m);
    assert_true(m->rows >= rows);
    memset(m->head, 1, HEAD);
    memset(m->place, 2, (size_t)rows * sizeof *m->place);
    memset(m->row_copy, 3, (size_t)rows * sizeof(void *));
    memset(m->value, 4, 6 * sizeof *m->value);
    memset(m->arg_place, 5, 6 * sizeof(void *));
    memset(m->arg_array, 6, 6 * sizeof(void *));
}

static void test_next_run(void **state)
{
    struct report why;
    assert_non_null(module_bind(&module, open_host(), &why));
    struct run_memory *first = run_memory_take(&module, 3, HEAD);
    struct run_memory *beside = run_memory_take(&module, 3, HEAD);
    assert_ptr_not_equal(first, beside);
    use(first, 3);
    use(beside, 3);
    run_memory_give(&module, beside);
    run_memory_give(&module, first);
    assert_ptr_equal(run_memory_take(&module, 2, HEAD), first);
    run_memory_give(&module, first);
    struct run_memory *larger = run_memory_take(&module, 40, HEAD);
    use(larger, 40);
    run_memory_give(&module, larger);
}

/* Nothing is known of it, but that it cannot run. */
static void test_other_version(void **state)
{
    struct hedra_module other = {.abi = HEDRA_ABI + 1, .state = &other};
    struct run_memory *m = run_memory_take(&other, 0, HEAD);
    assert_non_null(m);
    run_memory_give(&other, m);
    assert_ptr_equal(other.state, &other);
}

static void test_rows(void **state)
{
    const unsigned temporary = HEDRA_READ | HEDRA_WRITE | HEDRA_TEMP;
    int user = 0;
    for (int round = 0; round < 4; round++) {
        int64_t size = round % 2 ? MUCH : FEW;
        const struct hedra_array array[] = {
            {"user", &user, 0, 4, 4, HEDRA_READ},
            {"first", NULL, -8, size, 4, temporary},
            {"none", NULL, 8, 8, 4, temporary},
            {"list", NULL, 0, FEW, 4, temporary | HEDRA_LIST},
            {"last", NULL, 0, FEW, 4, temporary}};
        struct report why;
        struct run_memory *m = run_memory_take(&module, COUNT(array), HEAD);
        m->place[0] = (struct device_place){(uintptr_t)&user, 0, 4};
        assert_true(
            run_memory_take_rows(m, open_host(), array, COUNT(array), &why));
        assert_true(m->place[0].memory == (uintptr_t)&user);
        assert_true(m->place[1].memory % 64 == 0 && m->place[1].origin == 8);
        assert_true(!m->place[2].memory && !m->place[3].memory);
        memset((void *)(uintptr_t)m->place[1].memory, 1, (size_t)size + 8);
        memset((void *)(uintptr_t)m->place[4].memory, 2, FEW);
        const char *first = (const char *)(uintptr_t)m->place[1].memory;
        assert_int_equal(first[size + 7], 1);
        run_memory_free_rows(m, open_host(), array, COUNT(array));
        assert_true(!m->place[1].memory && !m->place[4].memory);
        run_memory_give(&module, m);
    }
}

/* More than there is: nothing stays behind. */
static void test_no_memory(void **state)
{
    const struct hedra_array array[] = {
        {"small", NULL, 0, FEW, 4, HEDRA_TEMP},
        {"giant", NULL, 0, INT64_MAX, 4, HEDRA_TEMP}};
    struct report why;
    struct run_memory *m = run_memory_take(&module, 2, HEAD);
    assert_false(run_memory_take_rows(m, open_host(), array, 2, &why));
    assert_non_null(strstr(why.text, "temporary array 'giant'"));
    assert_true(!m->place[0].memory && !m->place[1].memory);
    run_memory_give(&module, m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_next_run),
        cmocka_unit_test(test_other_version),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
