/* The parts of the checks that need no kernel. */
#include "tests/runtime/unit.h"

#include "runtime/ptxsim/check/check.h"
#include "runtime/ptxsim/check/shadow.h"

#include <stdlib.h>
#include <string.h>

static void test_words(void **state)
{
    static const struct {
        const char *text;
        unsigned mask;
    } good[] = {
        {NULL, PTXSIM_CHECK_BOUNDS},
        {"", PTXSIM_CHECK_BOUNDS},
        {"none", 0},
        {"race", PTXSIM_CHECK_RACE},
        {"init,bounds", PTXSIM_CHECK_INIT | PTXSIM_CHECK_BOUNDS},
        {"all", PTXSIM_CHECK_ALL},
    };
    static const char *const bad[] = {
        "races", "rac", ",", "race,", "ALL", "race bounds", "race,,init"};
    struct report why;
    unsigned mask = 0;
    for (int k = 0; k < COUNT(good); k++) {
        assert_true(ptxsim_check_parse(good[k].text, &mask, &why));
        assert_int_equal(mask, good[k].mask);
    }
    for (int k = 0; k < COUNT(bad); k++) {
        assert_false(ptxsim_check_parse(bad[k], &mask, &why));
        assert_non_null(strstr(why.text, "race, bounds, init, divide, all"));
    }
}

/* Random addresses in a window against a plain array, with pages that are made
 * in between. */
static void test_shadow(void **state)
{
    enum { WINDOW = 1 << 14, SHIFT = 2 };
    static uint32_t plain[WINDOW >> SHIFT];
    const uint64_t base = UINT64_C(0x7fff00000000);
    struct shadow shadow = {.cell_size = sizeof(uint32_t),
                            .granule_shift = SHIFT};
    uint32_t seed = 7;
    for (int step = 0; step < 50000; step++) {
        seed = seed * 1664525u + 1013904223u;
        uint32_t at = seed >> 8 & (WINDOW - 1);
        uint32_t *cell = shadow_cell(&shadow, base + at);
        assert_int_equal(*cell, plain[at >> SHIFT]);
        *cell = plain[at >> SHIFT] = seed;
    }
    assert_int_equal(shadow.count, (WINDOW >> SHIFT) / SHADOW_CELLS);
    for (size_t k = 0; k < shadow.count; k++)
        for (int c = 0; c < SHADOW_CELLS; c++) {
            uint64_t at = shadow_address(&shadow, &shadow.page[k], c) - base;
            assert_int_equal(((uint32_t *)shadow.page[k].cell)[c],
                             plain[at >> SHIFT]);
        }
    shadow_clear(&shadow);
    assert_int_equal(*(uint32_t *)shadow_cell(&shadow, base), 0);
    shadow_clear(&shadow);
}

/* What is tracked, byte by byte, in and across allocations. */
static void test_tracking(void **state)
{
    struct report why;
    struct ptxsim_space *space = ptxsim_space_new();
    struct ptxsim_checks *c = ptxsim_checks_new(space, PTXSIM_CHECK_INIT);
    uint64_t a, b, first = 0;
    assert_true(ptxsim_alloc(space, 100, &a, &why));
    assert_true(ptxsim_alloc(space, 50, &b, &why));
    assert_true(ptxsim_checks_track(c, b, 50, &why));
    assert_true(ptxsim_checks_track(c, a, 100, &why));
    assert_int_equal(ptxsim_checks_unwritten(c, a, 100, &first), 100);
    ptxsim_checks_wrote(c, a, 3);
    ptxsim_checks_wrote(c, a + 5, 90);
    assert_int_equal(ptxsim_checks_unwritten(c, a, 100, &first), 7);
    assert_true(first == a + 3);
    assert_int_equal(ptxsim_checks_unwritten(c, a + 5, 90, &first), 0);
    assert_int_equal(ptxsim_checks_unwritten(c, b, 50, &first), 50);
    ptxsim_checks_forget(c, a);
    assert_int_equal(ptxsim_checks_unwritten(c, a, 100, &first), 0);
    assert_int_equal(ptxsim_checks_unwritten(c, b + 1, 9, &first), 9);
    ptxsim_checks_free(c);
    ptxsim_space_free(space);
}

static void show(struct ptxsim_finding *finding, int count,
                 struct report *report)
{
    static const struct ptxsim_row row[] = {
        {"a", 0x1000, 0x1100, 0x1000, 4, true},
        {"b", 0x2000, 0x2200, 0x1f00, 8, true},
    };
    struct ptxsim_result result = {.finding_count = count, .finding = finding};
    ptxsim_check_show(&result, "first\n  \tsecond // x\nthird", row, 2, report);
}

static void test_show(void **state)
{
    static const struct {
        uint64_t address;
        const char *says;
    } element[] = {
        {0xffc, ": array 'a', element -1 ["},
        {0x1100, ": array 'a', element 64 ["},
        {0x1001, ": array 'a', element 0, byte 1 ["},
        {0xfff, ": array 'a', element -1, byte 3 ["},
        {0x1ff8, ": array 'b', element 31 ["},
        {0x2000, ": array 'b', element 32 ["},
    };
    struct report report;
    struct ptxsim_finding f = {.kind = PTXSIM_FINDING_BOUNDS,
                               .kernel = "k",
                               .line = 2,
                               .file = "f.c",
                               .source_line = 9,
                               .thread_index = {1, 2, 3},
                               .space = PTXSIM_GLOBAL,
                               .size = 4,
                               .text = "goes astray",
                               .count = 3};
    for (int k = 0; k < COUNT(element); k++) {
        f.address = element[k].address;
        show(&f, 1, &report);
        assert_non_null(strstr(report.text, element[k].says));
    }
    f.address = UINT64_C(0x100000000);
    show(&f, 1, &report);
    assert_null(strstr(report.text, "array"));
    f.address = 0x2000;
    show(&f, 1, &report);
    assert_string_equal(
        report.text,
        "1 fault found\n"
        "f.c:9: error: kernel 'k': goes astray: array 'b', element 32 "
        "[out-of-bounds]\n"
        "f.c:9: note: block (0,0,0), thread (1,2,3), 4 bytes at 0x2000, 3 "
        "times "
        "in all, line 2 of the PTX:\n"
        "    second // x");
}

/* More findings than the report can take: what is there is whole. */
static void test_show_many(void **state)
{
    enum { MANY = 32 };
    static struct ptxsim_finding f[MANY];
    struct report report;
    for (int k = 0; k < MANY; k++) {
        f[k].kind = PTXSIM_FINDING_RACE;
        f[k].line = 1;
        f[k].count = 1;
        memset(f[k].text, 'x', sizeof f[k].text - 1);
    }
    show(f, MANY, &report);
    assert_int_equal(strncmp(report.text, "32 faults found\n", 16), 0);
    const char *last = strrchr(report.text, '\n');
    int left = atoi(last + 1), whole = 0;
    assert_string_equal(strchr(last, ' '), " more are not shown");
    for (const char *at = report.text; (at = strstr(at, "[race]")); at++)
        whole++;
    assert_true(whole > 3);
    assert_int_equal(whole + left, MANY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),     cmocka_unit_test(test_shadow),
        cmocka_unit_test(test_tracking),  cmocka_unit_test(test_show),
        cmocka_unit_test(test_show_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
