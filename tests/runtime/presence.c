/* Which machines may have a GPU, by nodes of devices and files of drivers. */
#include "runtime/device/presence.h"

#include "tests/runtime/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char root[] = "/tmp/hedra-presence-XXXXXX";
static char vendors[64], devices[64];

static void put(const char *folder, const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void drop(const char *folder, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(remove(path), 0);
}

static void test_cuda(void **state)
{
    static const char *const node[] = {"nvidiactl", "nvhost-ctrl", "dxg"};
    assert_false(presence_of_cuda(devices));
    for (int k = 0; k < COUNT(node); k++) {
        put(devices, node[k], "");
        assert_true(presence_of_cuda(devices));
        drop(devices, node[k]);
    }
    setenv("LD_LIBRARY_PATH", "/opt/driver", 1);
    assert_true(presence_of_cuda(devices));
    unsetenv("LD_LIBRARY_PATH");
}

/* Nothing is known without files of drivers. */
static void test_no_drivers(void **state)
{
    char missing[80];
    snprintf(missing, sizeof missing, "%s/missing", root);
    assert_true(presence_of_opencl(missing, devices));
    assert_true(presence_of_opencl(vendors, devices));
    put(vendors, "pocl.icd.old", "libpocl.so.2\n");
    assert_true(presence_of_opencl(vendors, devices));
    drop(vendors, "pocl.icd.old");
}

static void test_processor(void **state)
{
    put(vendors, "pocl.icd", "libpocl.so.2.10.0");
    assert_false(presence_of_opencl(vendors, devices));
    put(vendors, "intel.icd", "/opt/intel/lib/libintelocl.so\n");
    assert_false(presence_of_opencl(vendors, devices));
    put(devices, "dri", "");
    assert_true(presence_of_opencl(vendors, devices));
    drop(devices, "dri");
    put(vendors, "other.icd", "libnvidia-opencl.so.1\n");
    assert_true(presence_of_opencl(vendors, devices));
    put(vendors, "other.icd", "");
    assert_true(presence_of_opencl(vendors, devices));
    drop(vendors, "other.icd");
    setenv("OCL_ICD_VENDORS", "/opt/vendors", 1);
    assert_true(presence_of_opencl(vendors, devices));
    unsetenv("OCL_ICD_VENDORS");
    assert_false(presence_of_opencl(vendors, devices));
}

static int make_root(void **state)
{
    unsetenv("LD_LIBRARY_PATH");
    unsetenv("OCL_ICD_VENDORS");
    unsetenv("OCL_ICD_FILENAMES");
    unsetenv("OPENCL_VENDOR_PATH");
    if (!mkdtemp(root))
        return 1;
    snprintf(vendors, sizeof vendors, "%s/vendors", root);
    snprintf(devices, sizeof devices, "%s/dev", root);
    return mkdir(vendors, 0700) || mkdir(devices, 0700);
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
        cmocka_unit_test(test_cuda),
        cmocka_unit_test(test_no_drivers),
        cmocka_unit_test(test_processor),
    };
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
