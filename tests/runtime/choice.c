#include "tests/runtime/unit.h"

#include "runtime/device/device.h"
#include "runtime/host/host.h"

#include <stdlib.h>
#include <string.h>

extern char **environ;

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
        assert_non_null(
            strstr(why.text, "auto, cuda[:n], opencl[:n], host, ptxsim"));
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

/* What is recognised at a glance holds what a proper reading finds. */
static void test_usual(void **state)
{
    static const struct {
        const char *entry[4];
        bool usual, host;
        int threads;
    } cases[] = {
        {{"A=1"}, true, false, 0},
        {{"HEDRA_DEVICE=host"}, true, true, 0},
        {{"HEDRA_DEVICE=auto", "HEDR=1"}, true, false, 0},
        {{"HEDRA_THREADS=12", "HEDRA_DEVICE=host"}, true, true, 12},
        {{"HEDRA_THREADS=4096"}, true, false, 4096},
        {{"HEDRA_THREADS=4097"}, false, false, 0},
        {{"HEDRA_THREADS=10000"}, false, false, 0},
        {{"HEDRA_THREADS=0"}, false, false, 0},
        {{"HEDRA_THREADS=01"}, false, false, 0},
        {{"HEDRA_THREADS="}, false, false, 0},
        {{"HEDRA_THREADS=2x"}, false, false, 0},
        {{"HEDRA_THREADS"}, false, false, 0},
        {{"HEDRA_THREADS=2", "HEDRA_THREADS=3"}, false, false, 0},
        {{"HEDRA_DEVICE="}, false, false, 0},
        {{"HEDRA_DEVICE=hosts"}, false, false, 0},
        {{"HEDRA_DEVICE=cuda"}, false, false, 0},
        {{"HEDRA_DEVICE=host", "HEDRA_DEVICE=cuda"}, false, false, 0},
        {{"HEDRA_DEVICE=auto", "HEDRA_DEVICE=host"}, false, false, 0},
        {{"HEDRA_STATS=1"}, false, false, 0},
        {{"HEDRA_CHOOSE=hedra"}, false, false, 0},
        {{"HEDRA_UNKNOWN=1", "HEDRA_DEVICE=host"}, false, false, 0},
    };
    char **before = environ;
    for (int k = 0; k < COUNT(cases); k++) {
        char *entry[5] = {NULL};
        struct usual usual;
        struct device_choice choice;
        struct report why;
        memcpy(entry, cases[k].entry, sizeof cases[k].entry);
        environ = entry;
        assert_int_equal(usual_environment(&usual), cases[k].usual);
        const char *device = getenv("HEDRA_DEVICE");
        const char *threads = getenv("HEDRA_THREADS");
        environ = before;
        if (!cases[k].usual)
            continue;
        assert_int_equal(usual.host, cases[k].host);
        assert_int_equal(usual.threads, cases[k].threads);
        assert_true(device_choice_parse(device, &choice, &why));
        assert_ptr_equal(choice.ops, usual.host ? &host_device : NULL);
        if (usual.threads)
            assert_int_equal(host_pool_size(threads, &why), usual.threads);
    }
}

/* What does not fit the room comes from malloc, and can be given back. */
static void test_room(void **state)
{
    static char zeros[1 << 16];
    for (size_t size = 1; size <= sizeof zeros; size *= 2) {
        char *memory = room_take(size), *other = room_take(size);
        assert_memory_equal(memory, zeros, size);
        assert_int_equal((uintptr_t)memory % 16, 0);
        assert_true(memory + size <= other || other + size <= memory);
        memset(memory, 1, size);
        room_give(memory);
        room_give(other);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid),  cmocka_unit_test(test_invalid),
        cmocka_unit_test(test_report), cmocka_unit_test(test_usual),
        cmocka_unit_test(test_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
