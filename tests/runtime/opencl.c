/* Regions on a real OpenCL device (PoCL's CPU will do). Exit status 77 where
 * there is none. */
#include "tests/runtime/unit.h"

#include "tests/runtime/child.h"
#include "tests/runtime/on_device.h"

#include <hedra.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char program[] =
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#pragma OPENCL FP_CONTRACT OFF\n"
    "__kernel void axpy(__global const double *x, long x_lo,\n"
    "                   __global double *y, long y_lo, double a, int n) {\n"
    "    long i = get_global_id(0);\n"
    "    if (i < n) y[i - y_lo] += a * x[i - x_lo];\n"
    "}\n"
    "__kernel void reverse(__global const float *x, long x_lo,\n"
    "                      __global float *y, long y_lo, long n) {\n"
    "    __local float tile[64];\n"
    "    long i = get_group_id(0) * 64 + get_local_id(0);\n"
    "    tile[63 - get_local_id(0)] = i < n ? x[i - x_lo] : 0;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    y[(get_num_groups(0) - 1 - get_group_id(0)) * 64 + get_local_id(0)\n"
    "      - y_lo] = tile[get_local_id(0)];\n"
    "}\n"
    "__kernel void scalars(__global double *out, long out_lo, int i, uint u,\n"
    "                      long l, ulong m, float f, double d) {\n"
    "    out[0 - out_lo] = i; out[1 - out_lo] = u; out[2 - out_lo] = l;\n"
    "    out[3 - out_lo] = m; out[4 - out_lo] = f; out[5 - out_lo] = d;\n"
    "}\n"
    "__kernel void place(__global int *out, long out_lo) {\n"
    "    size_t w = get_global_size(0), h = get_global_size(1);\n"
    "    size_t at = (get_global_id(2) * h + get_global_id(1)) * w +\n"
    "                get_global_id(0);\n"
    "    out[at - out_lo] = get_group_id(0) + 10 * get_group_id(1) +\n"
    "                       100 * get_group_id(2);\n"
    "}\n";

enum { AXPY, REVERSE, SCALARS, PLACE };
static const struct hedra_kernel table[] = {
    {"axpy", "bbdi", {32, 1, 1}, 11, NULL, NULL},
    {"reverse", "bbl", {64, 1, 1}, 12, NULL, NULL},
    {"scalars", "biulmfd", {1, 1, 1}, 13, NULL, NULL},
    {"place", "b", {2, 2, 1}, 14, NULL, NULL},
};

static struct hedra_module module = {
    HEDRA_ABI,    "real", "opencl.c", 10,   NULL, program, NULL,
    COUNT(table), 0,      table,      NULL, NULL, 0};

static struct hedra_run *start(const struct hedra_array *array, int count)
{
    return start_on_device(&module, array, count);
}

/* Parts of arrays, with an offset of element 0 to either side. */
static void test_axpy(void **state)
{
    enum { N = 777 };
    double x[N + 20], y[N + 20];
    for (int i = 0; i < N + 20; i++)
        x[i] = i, y[i] = 1000 * i;
    struct hedra_array array[] = {
        {"x", x + 10, 0, N * 8, 8, HEDRA_READ},
        {"y", y + 5, 0, N * 8, 8, HEDRA_READ | HEDRA_WRITE}};
    struct hedra_run *run = start(array, 2);
    union hedra_arg arg[] = {{.b = 0}, {.b = 1}, {.d = 0.5}, {.i = N}};
    int64_t grid[] = {(N + 31) / 32, 1, 1};
    double last = -1;
    assert_int_equal(hedra_launch(run, AXPY, grid, arg, 4), 0);
    assert_int_equal(hedra_fetch(run, 1, N - 1, &last), 0);
    assert_true(last == 1000 * (N + 4) + 0.5 * x[N + 9]);
    assert_int_equal(hedra_launch(run, AXPY, grid, arg, 4), 0);
    hedra_end(run);
    for (int i = 0; i < N + 20; i++)
        assert_true(y[i] == 1000 * i + (i >= 5 && i < N + 5 ? x[i + 5] : 0));
}

static void test_local_memory(void **state)
{
    enum { N = 64 * 13 };
    static float x[N], y[N];
    for (int i = 0; i < N; i++)
        x[i] = (float)i;
    struct hedra_array array[] = {
        {"x", x, 0, sizeof x, 4, HEDRA_READ},
        {"t", NULL, 0, sizeof x, 4, HEDRA_TEMP},
        {"y", y, 0, sizeof y, 4, HEDRA_WRITE | HEDRA_DISCARD}};
    struct hedra_run *run = start(array, 3);
    int64_t grid[] = {N / 64, 1, 1};
    assert_int_equal(
        hedra_launch(run, REVERSE, grid,
                     (union hedra_arg[]){{.b = 0}, {.b = 1}, {.l = N}}, 3),
        0);
    assert_int_equal(
        hedra_launch(run, REVERSE, grid,
                     (union hedra_arg[]){{.b = 1}, {.b = 2}, {.l = N}}, 3),
        0);
    hedra_end(run);
    assert_memory_equal(x, y, sizeof x);
}

static void test_scalars(void **state)
{
    check_scalars(&module, SCALARS);
}

static void test_grid(void **state)
{
    int out[4 * 6 * 3];
    struct hedra_array array[] = {
        {"out", out, 0, sizeof out, 4, HEDRA_WRITE | HEDRA_DISCARD}};
    struct hedra_run *run = start(array, 1);
    assert_int_equal(hedra_launch(run, PLACE, (int64_t[]){2, 3, 3},
                                  (union hedra_arg[]){{.b = 0}}, 1),
                     0);
    assert_int_equal(hedra_launch(run, PLACE, (int64_t[]){2, 0, 3},
                                  (union hedra_arg[]){{.b = 0}}, 1),
                     0);
    hedra_end(run);
    for (int z = 0; z < 3; z++)
        for (int y = 0; y < 6; y++)
            for (int x = 0; x < 4; x++)
                assert_int_equal(out[(z * 6 + y) * 4 + x],
                                 x / 2 + 10 * (y / 2) + 100 * z);
}

/* Between keep and release the host's copy stays as it was. */
static void test_kept(void **state)
{
    double x[50], y[50] = {0};
    for (int i = 0; i < 50; i++)
        x[i] = 1;
    struct hedra_array array[] = {
        {"x", x, 0, sizeof x, 8, HEDRA_READ},
        {"y", y, 0, sizeof y, 8, HEDRA_READ | HEDRA_WRITE}};
    union hedra_arg arg[] = {{.b = 0}, {.b = 1}, {.d = 1}, {.i = 50}};
    hedra_keep(y, sizeof y);
    for (int k = 0; k < 3; k++) {
        struct hedra_run *run = start(array, 2);
        assert_int_equal(hedra_launch(run, AXPY, (int64_t[]){2, 1, 1}, arg, 4),
                         0);
        hedra_end(run);
        assert_true(y[49] == 0);
    }
    hedra_sync(y + 49, sizeof y[0]);
    assert_true(y[49] == 3 && y[48] == 0);
    hedra_release(y, sizeof y);
    assert_true(y[48] == 3 && y[0] == 3);
}

/* The program's own nest runs when arrays overlap, and in between. */
static void test_plain(void **state)
{
    double x[10], y[10];
    for (int i = 0; i < 10; i++)
        x[i] = i, y[i] = 0;
    struct hedra_array array[] = {
        {"x", x, 0, sizeof x, 8, HEDRA_READ},
        {"y", y, 0, sizeof y, 8, HEDRA_READ | HEDRA_WRITE}};
    union hedra_arg arg[] = {{.b = 0}, {.b = 1}, {.d = 1}, {.i = 10}};
    hedra_keep(y, sizeof y);
    for (int k = 0; k < 3; k++) {
        assert_int_equal(hedra_overlap(NULL, array, (int[]){0, 1}, 1), 0);
        struct hedra_run *run = start(array, 2);
        assert_int_equal(hedra_launch(run, AXPY, (int64_t[]){1, 1, 1}, arg, 4),
                         0);
        hedra_end(run);
        if (k == 1)
            assert_int_equal(hedra_overlap(NULL, array, (int[]){1, 1}, 1), 1);
        else
            hedra_plain(NULL, HEDRA_OVERLAPS);
        for (int i = 0; i < 10; i++) {
            assert_true(y[i] == i + 100 * k);
            y[i] += 100 - i;
        }
    }
    hedra_release(y, sizeof y);
    assert_true(y[9] == 300);
}

static void *many_regions(void *unused)
{
    for (int k = 0; k < 20; k++) {
        double x[40], y[40];
        for (int i = 0; i < 40; i++)
            x[i] = i, y[i] = k;
        struct hedra_array array[] = {
            {"x", x, 0, sizeof x, 8, HEDRA_READ},
            {"y", y, 0, sizeof y, 8, HEDRA_READ | HEDRA_WRITE}};
        enum hedra_where where;
        struct hedra_run *run = hedra_begin(&module, array, 2, 0, &where);
        if (!run)
            return module.state;
        union hedra_arg arg[] = {{.b = 0}, {.b = 1}, {.d = 2}, {.i = 40}};
        hedra_launch(run, AXPY, (int64_t[]){2, 1, 1}, arg, 4);
        hedra_end(run);
        for (int i = 0; i < 40; i++)
            if (y[i] != k + 2 * i)
                return module.state;
    }
    return NULL;
}

static void test_threads(void **state)
{
    pthread_t thread[4];
    for (int k = 0; k < COUNT(thread); k++)
        assert_int_equal(pthread_create(&thread[k], NULL, many_regions, NULL),
                         0);
    for (int k = 0; k < COUNT(thread); k++) {
        void *result;
        pthread_join(thread[k], &result);
        assert_null(result);
    }
}

/* The device clause asks for the host in between: kept bytes come home. */
static void negate(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
        ((double *)arg[0].p)[i] *= -1;
}

static void test_host_in_between(void **state)
{
    static const struct hedra_kernel host_kernel[] = {
        {"negate", "b", {1, 1, 1}, 15, negate, NULL}};
    static struct hedra_module on_host = {
        HEDRA_ABI, "negate", "opencl.c", 9,           NULL, NULL, NULL,
        0,         1,        NULL,       host_kernel, NULL, 0};
    double x[20], y[20];
    for (int i = 0; i < 20; i++)
        x[i] = i, y[i] = 100;
    struct hedra_array array[] = {
        {"x", x, 0, sizeof x, 8, HEDRA_READ},
        {"y", y, 0, sizeof y, 8, HEDRA_READ | HEDRA_WRITE}};
    union hedra_arg arg[] = {{.b = 0}, {.b = 1}, {.d = 1}, {.i = 20}};
    hedra_keep(y, sizeof y);
    for (int k = 0; k < 2; k++) {
        struct hedra_run *run = start(array, 2);
        hedra_launch(run, AXPY, (int64_t[]){1, 1, 1}, arg, 4);
        hedra_end(run);
        enum hedra_where where = HEDRA_GPU;
        run = hedra_begin(&on_host, array + 1, 1, 2, &where);
        assert_int_equal(where, HEDRA_HOST);
        hedra_launch(run, 0, (int64_t[]){20, 1, 1},
                     (union hedra_arg[]){{.b = 0}}, 1);
        hedra_end(run);
    }
    hedra_release(y, sizeof y);
    for (int i = 0; i < 20; i++)
        assert_true(y[i] == 100 + i - i);
}

static const struct hedra_kernel broken_kernel[] = {
    {"broken", "b", {1, 1, 1}, 21, NULL, NULL}};
static const struct hedra_kernel wide_kernel[] = {
    {"wide", "b", {1 << 20, 1, 1}, 22, NULL, NULL}};

static int run_text(const char *text, const struct hedra_kernel *kernel)
{
    struct hedra_module m = {HEDRA_ABI, "bad", "bad.c", 20,   NULL, text, NULL,
                             1,         0,     kernel,  NULL, NULL, 0};
    int x[4] = {0};
    struct hedra_array array[] = {{"x", x, 0, sizeof x, 4, HEDRA_WRITE}};
    enum hedra_where where;
    struct hedra_run *run = hedra_begin(&m, array, 1, 0, &where);
    if (!run)
        return 1;
    hedra_launch(run, 0, (int64_t[]){1, 1, 1}, (union hedra_arg[]){{.b = 0}},
                 1);
    hedra_end(run);
    return 2;
}

static int build_failure(void)
{
    return run_text("__kernel void broken(__global int *x, long x_lo)"
                    " { x[0] = no_such_name; }",
                    broken_kernel);
}

static int missing_kernel(void)
{
    return run_text("__kernel void other(__global int *x, long x_lo) { }",
                    broken_kernel);
}

static int launch_failure(void)
{
    return run_text("__kernel void wide(__global int *x, long x_lo) { }",
                    wide_kernel);
}

/* What would wait for its own region's end. */
static int call_inside(bool sync)
{
    static struct hedra_module m = {HEDRA_ABI, "outer",
                                    "bad.c",   20,
                                    NULL,      "__kernel void broken() { }",
                                    NULL,      1,
                                    0,         broken_kernel,
                                    NULL,      NULL,
                                    0};
    int x[4] = {0};
    struct hedra_array array[] = {{"x", x, 0, sizeof x, 4, HEDRA_WRITE}};
    enum hedra_where where;
    if (!hedra_begin(&m, array, 1, 0, &where))
        return 1;
    if (sync)
        hedra_sync(x, sizeof x);
    else
        hedra_begin(&m, array, 1, 2, &where);
    return 2;
}

static int sync_inside(void)
{
    return call_inside(true);
}

static int begin_inside(void)
{
    return call_inside(false);
}

static int statistics(void)
{
    for (int k = 0; k < 3; k++)
        test_axpy(NULL);
    return 0;
}

static const struct child_case cases[] = {
    {build_failure,
     {"HEDRA_DEVICE", "opencl", "HEDRA_STATS", "0"},
     70,
     {"bad.c:20: region 'bad'", "clBuildProgram", "no_such_name"}},
    {missing_kernel,
     {"HEDRA_DEVICE", "opencl", "HEDRA_STATS", "0"},
     70,
     {"bad.c:20", "kernel 'broken'", "CL_INVALID_KERNEL_NAME"}},
    {launch_failure,
     {"HEDRA_DEVICE", "opencl", "HEDRA_STATS", "0"},
     70,
     {"bad.c:20", "kernel 'wide' (line 22)", "CL_INVALID_WORK_GROUP_SIZE"}},
    {build_failure,
     {"HEDRA_DEVICE", "opencl:999", "HEDRA_STATS", "0"},
     70,
     {"bad.c:20", "there is no opencl:999"}},
    {sync_inside,
     {"HEDRA_DEVICE", "opencl", "HEDRA_STATS", "0"},
     70,
     {"hedra_sync", "between hedra_begin and hedra_end of region 'outer'"}},
    {begin_inside,
     {"HEDRA_DEVICE", "opencl", "HEDRA_STATS", "0"},
     70,
     {"hedra_begin", "between hedra_begin and hedra_end of region 'outer'"}},
    {statistics,
     {"HEDRA_DEVICE", "opencl", "HEDRA_STATS", "1"},
     0,
     {"real", "opencl.c:10", "opencl:0"}},
};

static void test_cases(void **state)
{
    child_check(cases, COUNT(cases));
}

/* 3 regions of 2 launches, 2 arrays in, 1 and a fetched element out. */
static void test_statistics(void **state)
{
    struct child child =
        child_run(statistics, (const char *const[]){"HEDRA_DEVICE", "opencl",
                                                    "HEDRA_STATS", "1", NULL});
    struct child_stats s;
    assert_true(child_read_stats(&child, "real", &s));
    assert_string_equal(s.where, "opencl.c:10");
    assert_true(s.runs == 3 && s.kernels == 6);
    assert_true(s.kernel_seconds > 0 && s.transfer_seconds > 0);
    assert_true(s.in == 3 * 2 * 777 * 8 && s.out == 3 * 778 * 8);
}

static int find_device(void)
{
    return strncmp(hedra_device_name(), "opencl:", 7) == 0 ? 0 : 77;
}

int main(void)
{
    struct child child = child_run(
        find_device, (const char *const[]){"HEDRA_DEVICE", "opencl", NULL});
    if (child.status == 77) {
        printf("skipped: no OpenCL device\n");
        return 77;
    }
    const struct CMUnitTest alone[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_statistics),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axpy),    cmocka_unit_test(test_local_memory),
        cmocka_unit_test(test_scalars), cmocka_unit_test(test_grid),
        cmocka_unit_test(test_kept),    cmocka_unit_test(test_plain),
        cmocka_unit_test(test_threads), cmocka_unit_test(test_host_in_between),
    };
    int failed = cmocka_run_group_tests(alone, NULL, NULL);
    setenv("HEDRA_DEVICE", "opencl", 1);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
