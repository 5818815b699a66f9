/* Regions on a CUDA device, from PTX written by hand. Exit status 77 where
 * there is no driver. Run a second time with fake_cuda.c in the driver's place,
 * and, as `test-runtime-cuda ptxsim`, by the simulator.
 */
#include "tests/runtime/unit.h"

#include "tests/runtime/child.h"
#include "tests/runtime/on_device.h"

#include <hedra.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* axpy: y[i] += a * x[i], first <= i < n; scalars: out[k] = the k-th scalar. */
static const char program[] =
    ".version 6.3\n"
    ".target sm_75\n"
    ".address_size 64\n"
    ".visible .entry axpy(.param .u64 x, .param .u64 y, .param .f64 a,\n"
    "                     .param .u32 n, .param .u32 first)\n"
    "{\n"
    "    .reg .pred %p<2>;\n"
    "    .reg .b32 %r<8>;\n"
    "    .reg .b64 %rd<8>;\n"
    "    .reg .f64 %fd<6>;\n"
    "    ld.param.u64 %rd1, [x];\n"
    "    ld.param.u64 %rd2, [y];\n"
    "    ld.param.f64 %fd1, [a];\n"
    "    ld.param.u32 %r1, [n];\n"
    "    mov.u32 %r2, %ctaid.x;\n"
    "    mov.u32 %r3, %ntid.x;\n"
    "    mov.u32 %r4, %tid.x;\n"
    "    mad.lo.s32 %r6, %r2, %r3, %r4;\n"
    "    ld.param.u32 %r7, [first];\n"
    "    add.s32 %r5, %r6, %r7;\n"
    "    setp.ge.s32 %p1, %r5, %r1;\n"
    "    @%p1 bra DONE;\n"
    "    cvta.to.global.u64 %rd3, %rd1;\n"
    "    cvta.to.global.u64 %rd4, %rd2;\n"
    "    mul.wide.s32 %rd5, %r5, 8;\n"
    "    add.s64 %rd6, %rd3, %rd5;\n"
    "    add.s64 %rd7, %rd4, %rd5;\n"
    "    ld.global.f64 %fd2, [%rd6];\n"
    "    ld.global.f64 %fd3, [%rd7];\n"
    "    mul.rn.f64 %fd4, %fd1, %fd2;\n"
    "    add.rn.f64 %fd5, %fd3, %fd4;\n"
    "    st.global.f64 [%rd7], %fd5;\n"
    "DONE:\n"
    "    ret;\n"
    "}\n"
    ".visible .entry scalars(.param .u64 out, .param .s32 i, .param .u32 u,\n"
    "    .param .s64 l, .param .u64 m, .param .f32 f, .param .f64 d)\n"
    "{\n"
    "    .reg .b32 %r<3>;\n"
    "    .reg .b64 %rd<5>;\n"
    "    .reg .f32 %f<2>;\n"
    "    .reg .f64 %fd<7>;\n"
    "    ld.param.u64 %rd1, [out];\n"
    "    cvta.to.global.u64 %rd2, %rd1;\n"
    "    ld.param.s32 %r1, [i];\n"
    "    cvt.rn.f64.s32 %fd1, %r1;\n"
    "    st.global.f64 [%rd2], %fd1;\n"
    "    ld.param.u32 %r2, [u];\n"
    "    cvt.rn.f64.u32 %fd2, %r2;\n"
    "    st.global.f64 [%rd2+8], %fd2;\n"
    "    ld.param.s64 %rd3, [l];\n"
    "    cvt.rn.f64.s64 %fd3, %rd3;\n"
    "    st.global.f64 [%rd2+16], %fd3;\n"
    "    ld.param.u64 %rd4, [m];\n"
    "    cvt.rn.f64.u64 %fd4, %rd4;\n"
    "    st.global.f64 [%rd2+24], %fd4;\n"
    "    ld.param.f32 %f1, [f];\n"
    "    cvt.f64.f32 %fd5, %f1;\n"
    "    st.global.f64 [%rd2+32], %fd5;\n"
    "    ld.param.f64 %fd6, [d];\n"
    "    st.global.f64 [%rd2+40], %fd6;\n"
    "    ret;\n"
    "}\n"
    ".visible .entry stray(.param .u64 out)\n"
    "{\n"
    "    .reg .b32 %r<2>;\n"
    "    .reg .b64 %rd<2>;\n"
    "    mov.u64 %rd1, 16;\n"
    "    mov.u32 %r1, 1;\n"
    "    st.global.u32 [%rd1], %r1;\n"
    "    ret;\n"
    "}\n";

enum { AXPY, SCALARS, STRAY };
static const struct hedra_kernel table[] = {
    {"axpy", "bbdii", {64, 1, 1}, 11, NULL, NULL},
    {"scalars", "biulmfd", {1, 1, 1}, 12, NULL, NULL},
    {"stray", "b", {1, 1, 1}, 13, NULL, NULL},
};

static struct hedra_module module = {
    HEDRA_ABI,    "real", "cuda.c", 10,   program, NULL, NULL,
    COUNT(table), 0,      table,    NULL, NULL,    0};

static struct hedra_run *start(const struct hedra_array *array, int count)
{
    return start_on_device(&module, array, count);
}

static void test_axpy(void **state)
{
    enum { N = 7777 };
    static double x[N + 20], y[N + 20];
    for (int i = 0; i < N + 20; i++)
        x[i] = i, y[i] = 1000 * i;
    struct hedra_array array[] = {
        {"x", x + 10, 0, N * 8, 8, HEDRA_READ},
        {"y", y + 5, 0, N * 8, 8, HEDRA_READ | HEDRA_WRITE}};
    struct hedra_run *run = start(array, 2);
    union hedra_arg arg[] = {
        {.b = 0}, {.b = 1}, {.d = 0.5}, {.i = N}, {.i = 0}};
    int64_t grid[] = {(N + 63) / 64, 1, 1};
    double last = -1;
    assert_int_equal(hedra_launch(run, AXPY, grid, arg, 5), 0);
    assert_int_equal(hedra_fetch(run, 1, N - 1, &last), 0);
    assert_true(last == 1000 * (N + 4) + 0.5 * x[N + 9]);
    assert_int_equal(hedra_launch(run, AXPY, grid, arg, 5), 0);
    hedra_end(run);
    for (int i = 0; i < N + 20; i++)
        assert_true(y[i] == 1000 * i + (i >= 5 && i < N + 5 ? x[i + 5] : 0));
}

/* Elements 50 to 89 alone are on the device: element 0 would lie before. */
static void test_offset(void **state)
{
    double x[100], y[100] = {0};
    for (int i = 0; i < 100; i++)
        x[i] = i;
    struct hedra_array array[] = {
        {"x", x, 400, 720, 8, HEDRA_READ},
        {"y", y, 400, 720, 8, HEDRA_READ | HEDRA_WRITE},
        {"t", NULL, -800, -400, 8, HEDRA_TEMP}};
    struct hedra_run *run = start(array, 3);
    union hedra_arg arg[] = {
        {.b = 0}, {.b = 1}, {.d = 3}, {.i = 90}, {.i = 50}};
    assert_int_equal(hedra_launch(run, AXPY, (int64_t[]){1, 1, 1}, arg, 5), 0);
    hedra_end(run);
    for (int i = 0; i < 100; i++)
        assert_true(y[i] == (i >= 50 && i < 90 ? 3 * i : 0));
}

static void test_scalars(void **state)
{
    check_scalars(&module, SCALARS);
}

static void test_kept(void **state)
{
    double x[50], y[50] = {0};
    for (int i = 0; i < 50; i++)
        x[i] = 1;
    struct hedra_array array[] = {
        {"x", x, 0, sizeof x, 8, HEDRA_READ},
        {"y", y, 0, sizeof y, 8, HEDRA_READ | HEDRA_WRITE}};
    union hedra_arg arg[] = {{.b = 0}, {.b = 1}, {.d = 1}, {.i = 50}, {.i = 0}};
    hedra_keep(y, sizeof y);
    for (int k = 0; k < 3; k++) {
        struct hedra_run *run = start(array, 2);
        assert_int_equal(hedra_launch(run, AXPY, (int64_t[]){1, 1, 1}, arg, 5),
                         0);
        hedra_end(run);
        assert_true(y[49] == 0);
    }
    hedra_release(y, sizeof y);
    assert_true(y[49] == 3 && y[0] == 3);
}

static int run_stray(void)
{
    int x[4] = {0};
    struct hedra_array array[] = {{"x", x, 0, sizeof x, 4, HEDRA_WRITE}};
    struct hedra_run *run = start(array, 1);
    hedra_launch(run, STRAY, (int64_t[]){1, 1, 1},
                 (union hedra_arg[]){{.b = 0}}, 1);
    hedra_end(run);
    return 0;
}

static int run_too_large(void)
{
    int x[4] = {0};
    struct hedra_array array[] = {{"x", x, 0, sizeof x, 4, HEDRA_WRITE}};
    struct hedra_run *run = start(array, 1);
    hedra_launch(run, STRAY, (int64_t[]){1, 70000, 1},
                 (union hedra_arg[]){{.b = 0}}, 1);
    hedra_end(run);
    return 0;
}

static int build_failure(void)
{
    module.ptx = ".version 6.3\n.target sm_75\n.address_size 64\n"
                 ".visible .entry fine() { ret; }\n"
                 ".visible .entry axpy(.param .u64 x)\n{\n"
                 "    no.such.instruction %r1;\n}\n";
    return run_stray();
}

static int missing_kernel(void)
{
    module.ptx = ".version 6.3\n.target sm_75\n.address_size 64\n"
                 ".visible .entry fine() { ret; }\n";
    return run_stray();
}

enum { PLAIN = 5 };

static int no_memory(void)
{
    struct hedra_array array[] = {
        {"giant", NULL, 0, INT64_C(1) << 50, 8, HEDRA_TEMP}};
    enum hedra_where where;
    return hedra_begin(&module, array, 1, 0, &where) ? 0 : PLAIN;
}

static int statistics(void)
{
    test_axpy(NULL);
    return 0;
}

static void axpy_on_host(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
        ((double *)arg[0].p)[i] += 1;
}

/* Three runs of a region with `bytes` from x on; 0: on the host, all of them.
 */
static int run_on_host(double *x, int64_t bytes)
{
    enum { COUNT_ADDED = 30 };
    static const struct hedra_kernel host_kernel[] = {
        {"axpy", "b", {1, 1, 1}, 14, axpy_on_host, NULL}};
    module.host_kernel = host_kernel;
    module.host_kernel_count = 1;
    struct hedra_array array[] = {
        {"x", x, 0, bytes, 8, HEDRA_READ | HEDRA_WRITE}};
    for (int k = 0; k < 3; k++) {
        enum hedra_where where = HEDRA_GPU;
        struct hedra_run *run = hedra_begin(&module, array, 1, 0, &where);
        if (!run || where != HEDRA_HOST)
            return 1;
        hedra_launch(run, 0, (int64_t[]){COUNT_ADDED, 1, 1},
                     (union hedra_arg[]){{.b = 0}}, 1);
        hedra_end(run);
    }
    for (int i = 0; i < COUNT_ADDED; i++)
        if (x[i] != 3)
            return 2;
    return 0;
}

/* auto leaves a GPU that cannot take the program, and says so once. */
static int fall_back(void)
{
    double x[30] = {0};
    module.ptx = ".version 6.3\n no.such.instruction\n";
    return run_on_host(x, sizeof x);
}

/* And one to which memory would be copied that is not there. */
static int beyond_memory(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *x = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (x == MAP_FAILED || munmap((char *)x + page, page) < 0)
        return 3;
    return run_on_host(x, (int64_t)(2 * page));
}

static void check_fall_back(int (*leave)(void), const char *why)
{
    struct child child =
        child_run(leave, (const char *const[]){"HEDRA_DEVICE", "auto", NULL});
    assert_int_equal(child.status, 0);
    assert_non_null(strstr(child.err, "cuda.c:10: region 'real' falls back"));
    assert_non_null(strstr(child.err, "cuda:0"));
    assert_non_null(strstr(child.err, why));
    char *first = strstr(child.err, "falls back");
    assert_null(strstr(first + 1, "falls back"));
}

static void test_fall_back(void **state)
{
    check_fall_back(fall_back, "CUDA_ERROR_INVALID_PTX");
    check_fall_back(beyond_memory, "array 'x': the region may touch");
}

static const struct child_case cases[] = {
    {run_stray,
     {"HEDRA_DEVICE", "cuda", "HEDRA_STATS", "0"},
     70,
     {"cuda.c:10: region 'real'", "kernel 'stray' (line 13)",
      "CUDA_ERROR_ILLEGAL_ADDRESS"}},
    {run_too_large,
     {"HEDRA_DEVICE", "cuda", "HEDRA_STATS", "0"},
     70,
     {"kernel 'stray'", "1 x 70000 x 1"}},
    {build_failure,
     {"HEDRA_DEVICE", "cuda", "HEDRA_STATS", "0"},
     70,
     {"cuda.c:10", "kernel 'axpy'", "CUDA_ERROR_INVALID_PTX"}},
    {missing_kernel,
     {"HEDRA_DEVICE", "cuda", "HEDRA_STATS", "0"},
     70,
     {"cuda.c:10", "kernel 'axpy'", "CUDA_ERROR_NOT_FOUND"}},
    {no_memory,
     {"HEDRA_DEVICE", "cuda", "HEDRA_STATS", "0"},
     PLAIN,
     {"'giant'", "no 1125899906842624 bytes"}},
    {run_stray,
     {"HEDRA_DEVICE", "cuda:999", "HEDRA_STATS", "0"},
     70,
     {"there is no cuda:999"}},
    {statistics,
     {"HEDRA_DEVICE", "cuda", "HEDRA_STATS", "1"},
     0,
     {"cuda.c:10", "cuda:0"}},
};

static void test_cases(void **state)
{
    child_check(cases, COUNT(cases));
}

static const struct child_case simulated[] = {
    {run_stray,
     {"HEDRA_DEVICE", "ptxsim", "HEDRA_STATS", "0"},
     70,
     {"cuda.c:10: region 'real'", "kernel 'stray' (line 13)", "null pointer"}},
    {run_too_large,
     {"HEDRA_DEVICE", "ptxsim", "HEDRA_STATS", "0"},
     70,
     {"kernel 'stray'", "1 x 70000 x 1"}},
    {build_failure,
     {"HEDRA_DEVICE", "ptxsim", "HEDRA_STATS", "0"},
     70,
     {"cuda.c:10", "PTX line 7", "'no.such.instruction'"}},
    {missing_kernel,
     {"HEDRA_DEVICE", "ptxsim", "HEDRA_STATS", "0"},
     70,
     {"cuda.c:10", "kernel 'axpy'"}},
    {no_memory,
     {"HEDRA_DEVICE", "ptxsim", "HEDRA_STATS", "0"},
     PLAIN,
     {"'giant'", "no 1125899906842624 bytes"}},
    {run_stray,
     {"HEDRA_DEVICE", "ptxsim:1", "HEDRA_STATS", "0"},
     70,
     {"HEDRA_DEVICE=ptxsim:1"}},
    {run_stray,
     {"HEDRA_DEVICE", "ptxsim", "HEDRA_THREADS", "none"},
     70,
     {"HEDRA_THREADS=none"}},
    {statistics,
     {"HEDRA_DEVICE", "ptxsim", "HEDRA_STATS", "1", "HEDRA_THREADS", "3"},
     0,
     {"cuda.c:10", "ptxsim, 3 threads"}},
};

static void test_simulated(void **state)
{
    child_check(simulated, COUNT(simulated));
}

/* 300 launches take more events than are kept. */
static int many_launches(void)
{
    double x[10] = {0}, y[10] = {0};
    struct hedra_array array[] = {
        {"x", x, 0, sizeof x, 8, HEDRA_READ},
        {"y", y, 0, sizeof y, 8, HEDRA_READ | HEDRA_WRITE}};
    union hedra_arg arg[] = {{.b = 0}, {.b = 1}, {.d = 1}, {.i = 10}, {.i = 0}};
    struct hedra_run *run = start(array, 2);
    for (int k = 0; k < 300; k++)
        hedra_launch(run, AXPY, (int64_t[]){1, 1, 1}, arg, 5);
    hedra_end(run);
    return 0;
}

static void test_statistics(void **state)
{
    struct child child = child_run(
        many_launches, (const char *const[]){"HEDRA_DEVICE", "cuda",
                                             "HEDRA_STATS", "1", NULL});
    struct child_stats s;
    assert_true(child_read_stats(&child, "real", &s));
    assert_string_equal(s.where, "cuda.c:10");
    assert_true(s.runs == 1 && s.kernels == 300 && s.in == 160 && s.out == 80);
    assert_true(s.kernel_seconds > 0 && s.transfer_seconds >= 0);
    if (strstr(child.err, "cuda:0 Fake")) /* whose launches take 1 ms */
        assert_true(s.kernel_seconds > 0.2999 && s.kernel_seconds < 0.3001);
}

static int find_device(void)
{
    return strncmp(hedra_device_name(), "cuda:", 5) == 0 ? 0 : 77;
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_axpy),
    cmocka_unit_test(test_offset),
    cmocka_unit_test(test_scalars),
    cmocka_unit_test(test_kept),
};

static int run_simulated(void)
{
    const struct CMUnitTest alone[] = {cmocka_unit_test(test_simulated)};
    int failed = cmocka_run_group_tests(alone, NULL, NULL);
    setenv("HEDRA_DEVICE", "ptxsim", 1);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "ptxsim") == 0)
        return run_simulated();
    struct child child = child_run(
        find_device, (const char *const[]){"HEDRA_DEVICE", "cuda", NULL});
    if (child.status == 77) {
        printf("skipped: no CUDA device\n");
        return 77;
    }
    const struct CMUnitTest alone[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_statistics),
        cmocka_unit_test(test_fall_back),
    };
    int failed = cmocka_run_group_tests(alone, NULL, NULL);
    setenv("HEDRA_DEVICE", "cuda", 1);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
