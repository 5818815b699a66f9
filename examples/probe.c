/*
 * Is the device that HEDRA_DEVICE names here, and does it run an empty kernel?
 * Exits with 77, CTest's "skipped", if it cannot be opened, with 0 if it runs
 * the kernel, and with 1 or as libhedra does if it does not.
 */
#include <hedra.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static void probe(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    (void)arg;
    (void)begin;
    (void)end;
}

static const struct hedra_kernel kernel = {
    "probe", "", {1, 1, 1}, __LINE__, probe, NULL,
};

static struct hedra_module module = {
    .abi = HEDRA_ABI,
    .name = "probe",
    .file = __FILE__,
    .line = __LINE__,
    .ptx = ".version 6.3\n"
           ".target sm_75\n"
           ".address_size 64\n"
           ".visible .entry probe()\n"
           "{\n"
           "    ret;\n"
           "}\n",
    .opencl = "__kernel void probe(void)\n"
              "{\n"
              "}\n",
    .racer = "graph probe\n"
             "param grid_x:i64 = 1\n"
             "param grid_y:i64 = 1\n"
             "param grid_z:i64 = 1\n"
             "source x:i64 over ( grid_x )\n"
             "sink x\n",
    .gpu_kernel_count = 1,
    .host_kernel_count = 1,
    .gpu_kernel = &kernel,
    .host_kernel = &kernel,
};

int main(void)
{
    static const int64_t grid[3] = {1, 1, 1};
    enum hedra_where where;
    struct hedra_run *run;

    puts(hedra_device_name());
    if (strcmp(hedra_device_name(), "none") == 0)
        return 77;
    run = hedra_begin(&module, NULL, 0, 0, &where);
    if (!run)
        return 1;
    hedra_launch(run, 0, grid, NULL, 0);
    hedra_end(run);
    return 0;
}
