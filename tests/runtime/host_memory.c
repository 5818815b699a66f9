#include "tests/runtime/unit.h"

#include "runtime/host/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

static char root[] = "/tmp/hedra-memory-XXXXXX";

/* Writes root/path and the folders above it. */
static void put(const char *path, const char *text)
{
    char name[256];
    snprintf(name, sizeof name, "%s%s", root, path);
    for (char *at = name + strlen(root) + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        mkdir(name, 0700);
        *at = '/';
    }
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static uint64_t left(void)
{
    return host_memory_left(root);
}

static void test_nobody_tells(void **state)
{
    assert_true(left() == UINT64_MAX);
}

static void test_machine(void **state)
{
    put("/proc/meminfo", "MemTotal:       9000 kB\n"
                         "MemFree:        1000 kB\n"
                         "MemAvailable:   5000 kB\n"
                         "SwapTotal:       900 kB\n"
                         "SwapFree:        300 kB\n");
    assert_int_equal(left(), 5300 * 1024);
}

/* The least of the group and of those around it counts. */
static void test_groups(void **state)
{
    put("/proc/self/cgroup", "0::/outer/inner\n");
    assert_int_equal(left(), 5300 * 1024);
    put("/sys/fs/cgroup/outer/inner/memory.max", "max\n");
    put("/sys/fs/cgroup/outer/inner/memory.current", "1000\n");
    assert_int_equal(left(), 5300 * 1024);
    put("/sys/fs/cgroup/outer/memory.max", "500000\n");
    put("/sys/fs/cgroup/outer/memory.current", "200000\n");
    assert_int_equal(left(), 300000);
    put("/sys/fs/cgroup/outer/memory.stat",
        "anon 5\ninactive_file 1000\nactive_file 30\n");
    assert_int_equal(left(), 301030);
    put("/sys/fs/cgroup/outer/inner/memory.max", "3000\n");
    assert_int_equal(left(), 2000);
    put("/sys/fs/cgroup/outer/inner/memory.current", "3001\n");
    assert_int_equal(left(), 0);
}

static void test_old_groups(void **state)
{
    put("/proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/y\n0::/none\n");
    assert_int_equal(left(), 5300 * 1024);
    put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "70000\n");
    put("/sys/fs/cgroup/memory/memory.usage_in_bytes", "10000\n");
    assert_int_equal(left(), 60000);
}

static void test_limit(void **state)
{
    struct rlimit old, most;
    getrlimit(RLIMIT_AS, &old);
    most = old;
    most.rlim_cur = 1 << 30;
    put("/proc/self/statm", "1000 2 3\n");
    setrlimit(RLIMIT_AS, &most);
    put("/proc/self/cgroup", "");
    put("/proc/meminfo", "");
    uint64_t bytes = left();
    bool small = host_memory_has(1 << 20);
    bool large = host_memory_has(UINT64_C(1) << 30);
    setrlimit(RLIMIT_AS, &old);
    assert_int_equal(bytes, (1 << 30) - 1000 * 4096);
    assert_true(small);
    assert_false(large);
}

static void test_has(void **state)
{
    assert_true(host_memory_has(0));
    assert_false(host_memory_has(UINT64_C(1) << 60));
    assert_false(host_memory_has(UINT64_MAX));
}

static int make_root(void **state)
{
    return mkdtemp(root) ? 0 : 1;
}

static int remove_root(void **state)
{
    char command[64];
    snprintf(command, sizeof command, "rm -r '%s'", root);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_tells), cmocka_unit_test(test_machine),
        cmocka_unit_test(test_groups),       cmocka_unit_test(test_old_groups),
        cmocka_unit_test(test_limit),        cmocka_unit_test(test_has),
    };
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
