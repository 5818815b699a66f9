/* HEDRA_COUNT: what is valid, what is not, and what ptxas says. */
#include "runtime/device/count_request.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void test_valid(void **state)
{
    struct count_request r;
    struct report why;

    (void)state;
    assert_true(count_request_parse(NULL, &r, &why));
    assert_false(count_request_any(&r));
    assert_true(count_request_parse("", &r, &why));
    assert_false(count_request_any(&r));
    assert_true(count_request_parse("table", &r, &why));
    assert_true(r.wanted[COUNT_TABLE] && !r.wanted[COUNT_JSON]);
    assert_null(r.file[COUNT_TABLE]);
    assert_string_equal(r.arch->name, "sm_80");
    count_request_clear(&r);
    assert_true(count_request_parse("json:a:b.json,arch:sm_90,annotate,table:t",
                                    &r, &why));
    assert_true(r.wanted[COUNT_TABLE] && r.wanted[COUNT_ANNOTATE]);
    assert_string_equal(r.file[COUNT_JSON], "a:b.json");
    assert_string_equal(r.file[COUNT_TABLE], "t");
    assert_string_equal(r.arch->name, "sm_90");
    count_request_clear(&r);
    assert_false(count_request_any(&r));
}

static void test_invalid(void **state)
{
    static const struct {
        const char *text, *cause;
    } row[] = {
        {"tables", "'tables' is not valid"},
        {"table,", "'' is not valid"},
        {"table:", "'table:' is not valid"},
        {"arch:sm_13,table", "'arch:sm_13' is not valid"},
        {"arch", "arch:NAME and ptxas:FILE, where NAME is one of sm_80 sm_90"},
        {"arch:sm_90", "none of table, json, annotate"},
        {"table,ptxas:", "'ptxas:' is not valid"},
        {"table,ptxas:/nowhere/at/all", "No such file"},
    };

    (void)state;
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct count_request r;
        struct report why;

        assert_false(count_request_parse(row[k].text, &r, &why));
        if (!strstr(why.text, row[k].cause))
            fail_msg("%s: %s", row[k].text, why.text);
        assert_false(count_request_any(&r));
    }
}

static const char output[] =
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function 'first' for 'sm_80'\n"
    "ptxas info    : Function properties for first\n"
    "    16 bytes stack frame, 12 bytes spill stores, 8 bytes spill loads\n"
    "ptxas info    : Used 70 registers, used 1 barriers, 376 bytes cmem[0]\n"
    "ptxas info    : Compiling entry function 'first' for 'sm_90'\n"
    "ptxas info    : Function properties for first\n"
    "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 40 registers, used 0 barriers, 376 bytes cmem[0]\n"
    "ptxas info    : Compiling entry function 'second' for 'sm_80'\n"
    "ptxas info    : Used 16 registers, 324 bytes cmem[0]\n";

static void test_resources(void **state)
{
    struct report why;
    struct resources *r = resources_parse(output, "sm_80", &why);
    const struct resource_kernel *k;

    (void)state;
    assert_non_null(r);
    k = resources_find(r, "first");
    assert_int_equal(k->registers, 70);
    assert_int_equal(k->stack, 16);
    assert_int_equal(k->spill_stores, 12);
    assert_int_equal(k->spill_loads, 8);
    assert_int_equal(resources_find(r, "second")->registers, 16);
    assert_null(resources_find(r, "third"));
    assert_null(resources_find(NULL, "first"));
    resources_free(r);
    r = resources_parse(output, "sm_90", &why);
    assert_int_equal(resources_find(r, "first")->registers, 40);
    assert_null(resources_find(r, "second"));
    resources_free(r);
    assert_null(resources_parse(output, "sm_75", &why));
    assert_non_null(strstr(why.text, "no kernel compiled for sm_75"));
    assert_null(resources_parse("", "sm_80", &why));
    assert_null(resources_parse("Compiling entry function 'x", "sm_80", &why));
}

static void test_file(void **state)
{
    char path[] = "/tmp/hedra-ptxas-XXXXXX", text[128];
    int fd = mkstemp(path);
    struct count_request r;
    struct report why;

    (void)state;
    assert_true(fd >= 0);
    assert_int_equal(write(fd, output, sizeof output - 1), sizeof output - 1);
    close(fd);
    snprintf(text, sizeof text, "ptxas:%s,json,arch:sm_90", path);
    assert_true(count_request_parse(text, &r, &why));
    assert_int_equal(resources_find(r.resources, "first")->registers, 40);
    count_request_clear(&r);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid),
        cmocka_unit_test(test_invalid),
        cmocka_unit_test(test_resources),
        cmocka_unit_test(test_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
