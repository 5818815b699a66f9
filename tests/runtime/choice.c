#include "tests/runtime/unit.h"

#include "runtime/device/device.h"

#include <string.h>

static void test_valid(void **state)
{
    static const struct {
        const char *text;
        const struct device_ops *ops;
        int number;
    } cases[] = {
        {NULL, NULL, DEVICE_FIRST},
        {"", NULL, DEVICE_FIRST},
        {"auto", NULL, DEVICE_FIRST},
        {"host", &host_device, DEVICE_FIRST},
        {"cuda", &cuda_device, DEVICE_FIRST},
        {"cuda:0", &cuda_device, 0},
        {"opencl:12", &opencl_device, 12},
    };
    for (int k = 0; k < COUNT(cases); k++) {
        struct device_choice choice;
        struct report why;
        assert_true(device_choice_parse(cases[k].text, &choice, &why));
        assert_ptr_equal(choice.ops, cases[k].ops);
        assert_int_equal(choice.number, cases[k].number);
    }
}

static void test_invalid(void **state)
{
    static const char *const texts[] = {
        "gpu",
        "cud",
        "cuda:",
        "cuda:x",
        "cuda:-1",
        "cuda:1x",
        "host:0",
        "auto:1",
        "opencl: 1",
        ":0",
        "CUDA",
        "cuda 0",
        "cuda:+1",
        "cuda:99999999999999999999",
        "cuda:4294967296",
    };
    for (int k = 0; k < COUNT(texts); k++) {
        struct device_choice choice;
        struct report why;
        assert_false(device_choice_parse(texts[k], &choice, &why));
        assert_non_null(strstr(why.text, texts[k]));
        assert_non_null(strstr(why.text, "auto, cuda[:n], opencl[:n], host, ptxsim"));
    }
}

static void test_report(void **state)
{
    static struct report report;
    char text[2 * REPORT_SIZE];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    assert_false(report_set(&report, "%s", text));
    assert_int_equal(strlen(report.text), REPORT_SIZE - 1);
    report_prefix(&report, "kernel '%s': ", "k");
    assert_int_equal(strlen(report.text), REPORT_SIZE - 1);
    assert_memory_equal(report.text, "kernel 'k': xx", 14);
    report_set(&report, "out of memory");
    report_prefix(&report, "%d: ", 3);
    assert_string_equal(report.text, "3: out of memory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid),
        cmocka_unit_test(test_invalid),
        cmocka_unit_test(test_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
