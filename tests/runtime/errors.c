#include "tests/runtime/unit.h"

#include "tests/runtime/child.h"

#include <hedra.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void twice_kernel(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
        ((int *)arg[0].p)[i] *= 2;
}

static const struct hedra_kernel host_kernel[] = {
    {"twice", "b", {1, 1, 1}, 33, twice_kernel, NULL}};
static const struct hedra_kernel gpu_kernel[] = {
    {"twice", "b", {1, 1, 1}, 33, NULL, NULL}};

static struct hedra_module module = {
    HEDRA_ABI, "double_all", "user.c",    31,   NULL, NULL, NULL, 0,
    1,         NULL,         host_kernel, NULL, 0};

enum { NO_RUN = 3, WRONG = 4 };
static int data[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static int run_with(struct hedra_module *m, int want, int kernel, int64_t grid0,
                    int64_t grid1, int64_t buffer, int count)
{
    struct hedra_array array[] = {
        {"data", data, 0, sizeof data, 4, HEDRA_READ | HEDRA_WRITE}};
    enum hedra_where where;
    struct hedra_run *run = hedra_begin(m, array, 1, want, &where);
    if (!run)
        return NO_RUN;
    hedra_launch(run, kernel, (int64_t[]){grid0, grid1, 1},
                 (union hedra_arg[]){{.b = buffer}, {.b = 0}}, count);
    hedra_launch(run, 0, (int64_t[]){1, 1, 1}, (union hedra_arg[]){{.b = 0}},
                 1);
    hedra_end(run);
    return data[7] == 16 ? 0 : WRONG;
}

static int run_well(void)
{
    int status = run_with(&module, 0, 0, 8, 1, 0, 1);
    return status || data[0] == 4 ? status : WRONG;
}

static int bad_kernel(void)
{
    return run_with(&module, 0, 1, 8, 1, 0, 1);
}

static int bad_count(void)
{
    return run_with(&module, 0, 0, 8, 1, 0, 2);
}

static int bad_buffer(void)
{
    return run_with(&module, 0, 0, 8, 1, 1, 1);
}

static int bad_grid(void)
{
    return run_with(&module, 0, 0, 8, 2, 0, 1);
}

/* What cannot be fetched is 0, and the region's end tells. */
static int bad_fetch(int row, int64_t element)
{
    struct hedra_array array[] = {
        {"data", data, 0, sizeof data, 4, HEDRA_READ}};
    enum hedra_where where;
    int value = 5;
    struct hedra_run *run = hedra_begin(&module, array, 1, 0, &where);
    if (hedra_fetch(run, 0, 7, &value) || value != 8 ||
        !hedra_fetch(run, row, element, &value) ||
        !hedra_fetch(run, 0, 7, &value) || value != 0)
        return WRONG;
    hedra_end(run);
    return 0;
}

static int fetch_no_row(void)
{
    return bad_fetch(1, 0);
}

static int fetch_outside(void)
{
    return bad_fetch(0, 8);
}

static int bad_abi(void)
{
    struct hedra_module other = module;
    other.abi = HEDRA_ABI + 1;
    return run_with(&other, 0, 0, 8, 1, 0, 1);
}

static int wants_gpu(void)
{
    int first = run_with(&module, 1, 0, 8, 1, 0, 1);
    int second = run_with(&module, 1, 0, 8, 1, 0, 1);
    return first == NO_RUN && second == NO_RUN ? 0 : WRONG;
}

static int wants_host(void)
{
    return run_with(&module, 2, 0, 8, 1, 0, 1) == NO_RUN ? NO_RUN : 0;
}

static int release_unkept(void)
{
    hedra_release(data, 4);
    return 0;
}

static int huge_temporary(void)
{
    struct hedra_array array[] = {{"small", NULL, 0, 100, 4, HEDRA_TEMP},
                                  {"giant", NULL, 0, INT64_MAX, 4, HEDRA_TEMP}};
    enum hedra_where where;
    return hedra_begin(&module, array, 2, 0, &where) ? 0 : NO_RUN;
}

/* A region before fork, and another in the child. */
static int run_after_fork(void)
{
    run_with(&module, 0, 0, 8, 1, 0, 1);
    pid_t pid = fork();
    if (pid == 0) {
        run_with(&module, 0, 0, 8, 1, 0, 1);
        exit(data[0] == 16 && data[7] == 32 ? 0 : WRONG);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : WRONG;
}

/* The child of a fork that runs no region ends as it should. */
static int exit_after_fork(void)
{
    run_with(&module, 0, 0, 8, 1, 0, 1);
    pid_t pid = fork();
    if (pid == 0)
        exit(5);
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : WRONG;
}

static int without_cuda(void)
{
    struct hedra_module gpu = module;
    gpu.ptx = "// nothing";
    gpu.opencl = "";
    gpu.gpu_kernel_count = 1;
    gpu.gpu_kernel = gpu_kernel;
    return run_with(&gpu, 0, 0, 8, 1, 0, 1);
}

static int name_of_device(void)
{
    fprintf(stderr, "%s", hedra_device_name());
    return 0;
}

static char is_version[32]; /* the library */

static const struct child_case cases[] = {
    {run_well, {"HEDRA_DEVICE", "auto", "HEDRA_THREADS", "3"}, 0, {NULL}},
    {run_well, {"HEDRA_DEVICE", "host", "HEDRA_THREADS", "1"}, 0, {NULL}},
    {run_well, {"HEDRA_DEVICE", "", "HEDRA_THREADS", ""}, 0, {NULL}},
    {run_well,
     {"HEDRA_DEVICE", "gpu", "HEDRA_THREADS", ""},
     70,
     {"user.c:31: region 'double_all'", "HEDRA_DEVICE=gpu",
      "auto, cuda[:n], opencl[:n], host, ptxsim"}},
    {run_well,
     {"HEDRA_DEVICE", "host", "HEDRA_THREADS", "many"},
     70,
     {"user.c:31", "HEDRA_THREADS=many"}},
    {run_well,
     {"HEDRA_DEVICE", "auto", "HEDRA_THREADS", "0"},
     70,
     {"HEDRA_THREADS=0"}},
    {run_well,
     {"HEDRA_DEVICE", "cuda", "HEDRA_THREADS", ""},
     70,
     {"region 'double_all'", "compiled without kernels for device 'cuda'"}},
    {bad_kernel,
     {"HEDRA_DEVICE", "host", "HEDRA_THREADS", ""},
     70,
     {"user.c:31", "no kernel 1"}},
    {bad_count,
     {"HEDRA_DEVICE", "host", "HEDRA_THREADS", ""},
     70,
     {"region 'double_all'", "kernel 'twice' (line 33)", "2 arguments"}},
    {bad_buffer,
     {"HEDRA_DEVICE", "host", "HEDRA_THREADS", ""},
     70,
     {"kernel 'twice'", "no array 1"}},
    {bad_grid,
     {"HEDRA_DEVICE", "host", "HEDRA_THREADS", ""},
     70,
     {"kernel 'twice'", "8 x 2 x 1"}},
    {fetch_no_row,
     {"HEDRA_DEVICE", "host", "HEDRA_THREADS", ""},
     70,
     {"user.c:31", "no array 1 to fetch from"}},
    {fetch_outside,
     {"HEDRA_DEVICE", "host", "HEDRA_THREADS", ""},
     70,
     {"user.c:31", "element 8 of array 'data'", "0 to 7"}},
    {bad_abi,
     {"HEDRA_DEVICE", "auto", "HEDRA_THREADS", ""},
     70,
     {"user.c:31", is_version}},
    {wants_gpu,
     {"HEDRA_DEVICE", "auto", "HEDRA_THREADS", ""},
     0,
     {"user.c:31", "asks for a GPU"}},
    {wants_gpu,
     {"HEDRA_DEVICE", "host", "HEDRA_THREADS", ""},
     70,
     {"asks for a GPU", "HEDRA_DEVICE=host"}},
    {wants_host, {"HEDRA_DEVICE", "cuda", "HEDRA_THREADS", ""}, 0, {NULL}},
    {release_unkept,
     {"HEDRA_DEVICE", "host", "HEDRA_THREADS", ""},
     70,
     {"without hedra_keep"}},
    {huge_temporary,
     {"HEDRA_DEVICE", "host", "HEDRA_THREADS", ""},
     NO_RUN,
     {"user.c:31", "temporary array 'giant'", "no 9223372036854775807 bytes"}},
    {huge_temporary,
     {"HEDRA_DEVICE", "auto", "HEDRA_THREADS", ""},
     NO_RUN,
     {"temporary array 'giant'"}},
    {run_after_fork, {"HEDRA_DEVICE", "host", "HEDRA_THREADS", "3"}, 0, {NULL}},
    {exit_after_fork,
     {"HEDRA_DEVICE", "host", "HEDRA_THREADS", "3"},
     5,
     {NULL}},
    {name_of_device,
     {"HEDRA_DEVICE", "host", "HEDRA_THREADS", "3"},
     0,
     {"host, 3 threads"}},
    {name_of_device,
     {"HEDRA_DEVICE", "host", "HEDRA_THREADS", "x"},
     0,
     {"none"}},
    {name_of_device,
     {"HEDRA_DEVICE", "what", "HEDRA_THREADS", ""},
     0,
     {"none"}},
};

static void test_cases(void **state)
{
    child_check(cases, COUNT(cases));
}

/* The line is not repeated for each execution. */
static void test_said_once(void **state)
{
    struct child child = child_run(
        wants_gpu, (const char *const[]){"HEDRA_DEVICE", "auto", NULL});
    char *first = strstr(child.err, "asks for a GPU");
    assert_non_null(first);
    assert_null(strstr(first + 1, "asks for a GPU"));
}

/* Where the driver is missing, naming it is an error and auto goes on. */
static void test_no_driver(void **state)
{
    struct child child = child_run(
        without_cuda, (const char *const[]){"HEDRA_DEVICE", "cuda", NULL});
    if (!strstr(child.err, "no driver"))
        skip();
    assert_int_equal(child.status, 70);
    assert_non_null(strstr(child.err, "device 'cuda' cannot be used"));
}

static int run_for_stats(void)
{
    for (int k = 0; k < 3; k++)
        run_with(&module, 0, 0, 8, 1, 0, 1);
    return 0;
}

static void test_stats(void **state)
{
    struct child child =
        child_run(run_for_stats,
                  (const char *const[]){"HEDRA_DEVICE", "host", "HEDRA_THREADS",
                                        "2", "HEDRA_STATS", "1", NULL});
    assert_int_equal(child.status, 0);
    struct child_stats s;
    assert_true(child_read_stats(&child, "double_all", &s));
    assert_string_equal(s.where, "user.c:31");
    assert_non_null(strstr(child.err, "host, 2 threads"));
    assert_true(s.runs == 3 && s.kernels == 6);
    assert_true(s.kernel_seconds >= 0 && s.kernel_seconds < 60);
    assert_true(s.transfer_seconds == 0 && s.in == 0 && s.out == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_said_once),
        cmocka_unit_test(test_no_driver),
        cmocka_unit_test(test_stats),
    };
    snprintf(is_version, sizeof is_version, "is version %d", HEDRA_ABI);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
