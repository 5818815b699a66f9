/* Memory that a nest fills gets its pages before the nest runs; large pages are
 * asked for where they lie whole inside of a range, and only with
 * HEDRA_PAGES=large. Exit status 77 where the system has none. */
#include "tests/runtime/child.h"
#include "tests/runtime/host_region.h"
#include "tests/runtime/unit.h"

#include <hedra.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MEGABYTE = 1 << 20, SIZE = 64 * MEGABYTE };

/* Has the page at the address been asked for as a large one? */
static bool is_asked(const void *address)
{
    uintptr_t place = (uintptr_t)address, first, end;
    bool inside = false, asked = false;
    char line[4096];
    FILE *file = fopen("/proc/self/smaps", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%lx-%lx ", &first, &end) == 2)
            inside = place >= first && place < end;
        if (inside && strncmp(line, "VmFlags:", 8) == 0)
            asked = strstr(line, " hg") != NULL;
    }
    fclose(file);
    return asked;
}

/* Has the system given the page at the address? */
static bool is_there(const void *address)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    unsigned char there;
    assert_int_equal(
        mincore((void *)((uintptr_t)address / page * page), 1, &there), 0);
    return there & 1;
}

static char *map(void)
{
    char *memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(memory, MAP_FAILED);
    const uintptr_t unit = 2 * MEGABYTE;
    return (char *)(((uintptr_t)memory + unit - 1) / unit * unit);
}

/* The pages that the range holds a part of only are not asked for. */
static void test_inside(void **state)
{
    setenv("HEDRA_PAGES", "large", 1);
    char *array = map();
    hedra_fill(array, 5 * MEGABYTE, 33 * MEGABYTE);
    assert_false(is_asked(array + 4 * MEGABYTE));
    assert_true(is_asked(array + 6 * MEGABYTE));
    assert_true(is_asked(array + 31 * MEGABYTE));
    assert_false(is_asked(array + 32 * MEGABYTE));
}

static void test_small_range(void **state)
{
    char *array = map();
    hedra_fill(array, 0, 2 * MEGABYTE - 1);
    hedra_fill(array, 5 * MEGABYTE, 5 * MEGABYTE);
    hedra_fill(array, 7 * MEGABYTE, 6 * MEGABYTE);
    hedra_fill(array, 9 * MEGABYTE, 11 * MEGABYTE + 4096);
    for (int k = 0; k < 12; k++)
        assert_false(is_asked(array + k * MEGABYTE));
}

/* Pages that are whole inside of the range, and no others; contents stay. */
static void test_missing(void **state)
{
    char *array = map();
    array[3 * MEGABYTE] = 7;
    hedra_fill(array, MEGABYTE - 100, 11 * MEGABYTE + 100);
#ifdef MADV_POPULATE_WRITE
    for (int k = 1; k < 11; k++)
        assert_true(is_there(array + k * MEGABYTE));
    assert_true(is_there(array + 11 * MEGABYTE - 1));
#endif
    assert_false(is_there(array + MEGABYTE - 1));
    assert_false(is_there(array + 11 * MEGABYTE));
    assert_int_equal(array[3 * MEGABYTE], 7);
    hedra_fill(array, 16 * MEGABYTE, 16 * MEGABYTE + (256 << 10) - 1);
    assert_false(is_there(array + 16 * MEGABYTE));
}

/* Where pages were there the system is not asked in each call; but it is asked
 * again, since other memory may have come in their place. */
static void test_other_memory(void **state)
{
    enum { SOME = 40 };
    char *array = map();
    memset(array, 1, 2 * MEGABYTE);
    for (int k = 0; k < SOME; k++)
        hedra_fill(array, 0, 2 * MEGABYTE);
    assert_int_equal(madvise(array, 2 * MEGABYTE, MADV_DONTNEED), 0);
    assert_false(is_there(array + MEGABYTE));
    for (int k = 0; k < SOME; k++)
        hedra_fill(array, 0, 2 * MEGABYTE);
#ifdef MADV_POPULATE_WRITE
    assert_true(is_there(array + MEGABYTE));
#endif
}

/* 1: of two arrays the one that the region fills is there; 0: none. */
static int run_missing(void)
{
    char *filled = map(), *read = map();
    struct hedra_array array[] = {
        {"filled", filled, 0, MEGABYTE, 4, HEDRA_WRITE},
        {"read", read, 0, MEGABYTE, 4, HEDRA_READ}};
    hedra_fill(filled, 0, MEGABYTE);
    enum hedra_where where;
    struct hedra_run *run = hedra_begin(&module, array, 2, 0, &where);
    if (run)
        hedra_end(run);
    return is_there(read) ? 2 : is_there(filled);
}

/* 1: of two arrays the one that the region fills is asked for; 0: none. */
static int run_region(void)
{
    char *filled = map(), *read = map();
    struct hedra_array array[] = {
        {"filled", filled, 0, 24 * MEGABYTE, 4, HEDRA_WRITE},
        {"read", read, 0, 24 * MEGABYTE, 4, HEDRA_READ}};
    hedra_fill(filled, 0, 24 * MEGABYTE);
    enum hedra_where where;
    struct hedra_run *run = hedra_begin(&module, array, 2, 0, &where);
    if (run)
        hedra_end(run);
    return is_asked(read) ? 2 : is_asked(filled);
}

/* Runs a region that may write some of each of these, of which all but the last
 * are kept: a bit for each that is there. */
static int run_kept(struct hedra_module *of)
{
    const unsigned flags[] = {HEDRA_WRITE, HEDRA_READ | HEDRA_WRITE, HEDRA_READ,
                              HEDRA_WRITE | HEDRA_GUESS, HEDRA_WRITE};
    struct hedra_array array[COUNT(flags)];
    char *memory[COUNT(flags)];
    enum hedra_where where;
    int there = 0;
    for (size_t k = 0; k < COUNT(flags); k++) {
        memory[k] = map();
        array[k] = (struct hedra_array){"some",       memory[k], MEGABYTE,
                                        2 * MEGABYTE, 4,         flags[k]};
        if (k < COUNT(flags) - 1)
            hedra_keep(memory[k], 3 * MEGABYTE);
    }
    if (hedra_first(of, 0, 0))
        return 64;
    struct hedra_run *run = hedra_begin(of, array, COUNT(flags), 0, &where);
    if (run)
        hedra_end(run);
    for (size_t k = 0; k < COUNT(flags); k++) {
        there |= is_there(memory[k] + MEGABYTE + MEGABYTE / 2) << k;
        if (is_there(memory[k]) || is_there(memory[k] + 2 * MEGABYTE))
            return 65;
    }
    return there;
}

static int run_kept_kernels(void)
{
    return run_kept(&module);
}

/* A region that goes the plain way, which it may in its first call without a
 * word where nothing is kept. */
static int run_kept_plain(void)
{
    module.plain = HEDRA_PLAIN_TIMED | HEDRA_PLAIN_FEW;
    return run_kept(&module);
}

/* 1: the host's memory is touched for another device, which needs no contents;
 * 0: it is not. */
static int run_kept_there(void)
{
    static const struct hedra_kernel never = {
        .name = "never", .signature = "", .block = {1, 1, 1}};
    static struct hedra_module gpu = {
        .abi = HEDRA_ABI,
        .name = "all",
        .file = "user.c",
        .line = 1,
        .ptx = ".version 6.3\n.target sm_75\n.address_size 64\n"
               ".visible .entry never()\n{\nret;\n}\n",
        .gpu_kernel_count = 1,
        .gpu_kernel = &never};
    char *memory = map();
    struct hedra_array array[] = {
        {"all", memory, 0, MEGABYTE, 4, HEDRA_WRITE | HEDRA_DISCARD}};
    enum hedra_where where;
    hedra_keep(memory, MEGABYTE);
    struct hedra_run *run = hedra_begin(&gpu, array, 1, 0, &where);
    if (!run || where != HEDRA_GPU)
        return 2;
    hedra_end(run);
    return is_there(memory + MEGABYTE / 2);
}

/* 1: an array is asked for where it lies in another order. */
static int run_ordered(void)
{
    enum { SIDE = 2048 };
    static const struct hedra_ordered how = {
        "a", "tile(8,8)", "user.c", 1, 2, 0, 0, 0, {8, 8, 1}, {0, 1, 2}};
    static const struct hedra_ordered_row rows[] = {{0, -1, -1}};
    char *plain = map();
    struct hedra_array array[] = {{"a", plain, 0, 4 * SIDE * SIDE, 4, 0}};
    hedra_ordered_open(&how, plain, 4, SIDE, 1, SIDE, SIDE, 1);
    if (hedra_ordered_rows(&module, array, rows, 1) || array->base == plain)
        return 2;
    const int asked = is_asked((char *)array->base + 8 * MEGABYTE);
    hedra_ordered_close(plain);
    return asked;
}

/* 1: one thread that looks whether it pays to ask for pages leaves what memory
 * holds, and memory that it cannot write; 0: it does not. */
static int run_looking(void)
{
    char *array = map();
    for (int k = 0; k < 8 * MEGABYTE; k += 12288)
        array[k] = (char)(k / 12288 + 1);
    hedra_fill(array, 0, 8 * MEGABYTE);
    hedra_fill(array, 0, 2 * MEGABYTE);
    hedra_fill(array, 100, 300 << 10);
    for (int k = 0; k < 8 * MEGABYTE; k += 4096)
        if (array[k] != (k % 12288 ? 0 : (char)(k / 12288 + 1)))
            return 0;
    char *other = map();
    mprotect(other, 8 * MEGABYTE, PROT_READ);
    hedra_fill(other, 0, 8 * MEGABYTE);
    munmap(other, 8 * MEGABYTE);
    hedra_fill(other, 0, 8 * MEGABYTE);
    return 1;
}

static void test_variable(void **state)
{
    const struct child_case cases[] = {
        {run_ordered,
         {"HEDRA_DEVICE", "host", "HEDRA_PAGES", "large", NULL},
         1,
         {NULL}},
        {run_ordered,
         {"HEDRA_DEVICE", "host", "HEDRA_PAGES", "small", NULL},
         0,
         {NULL}},
        {run_region,
         {"HEDRA_DEVICE", "host", "HEDRA_PAGES", "large", NULL},
         1,
         {NULL}},
        {run_region,
         {"HEDRA_DEVICE", "host", "HEDRA_PAGES", "small", NULL},
         0,
         {NULL}},
        {run_region, {"HEDRA_DEVICE", "host", NULL}, 0, {NULL}},
#ifdef MADV_POPULATE_WRITE
        {run_missing,
         {"HEDRA_DEVICE", "host", "HEDRA_PAGES", "small", NULL},
         1,
         {NULL}},
        {run_missing,
         {"HEDRA_DEVICE", "host", "HEDRA_THREADS", "2", NULL},
         1,
         {NULL}},
#endif
#ifdef MADV_POPULATE_WRITE
        {run_kept_kernels,
         {"HEDRA_DEVICE", "host", "HEDRA_PAGES", "small", NULL},
         3,
         {NULL}},
        {run_kept_plain,
         {"HEDRA_DEVICE", "host", "HEDRA_PAGES", "small", NULL},
         3,
         {NULL}},
        {run_kept_plain,
         {"HEDRA_CHOOSE", "plain", "HEDRA_THREADS", "2", NULL},
         3,
         {NULL}},
#endif
        {run_kept_there, {"HEDRA_DEVICE", "ptxsim", NULL}, 0, {NULL}},
        {run_kept_kernels,
         {"HEDRA_DEVICE", "host", "HEDRA_PAGES", "late", NULL},
         0,
         {NULL}},
        {run_looking,
         {"HEDRA_DEVICE", "host", "HEDRA_THREADS", "1", NULL},
         1,
         {NULL}},
        {run_missing,
         {"HEDRA_DEVICE", "host", "HEDRA_PAGES", "late", NULL},
         0,
         {NULL}},
    };
    child_check(cases, COUNT(cases));
}

int main(void)
{
    if (access("/sys/kernel/mm/transparent_hugepage/enabled", F_OK))
        return 77;
    unsetenv("HEDRA_PAGES");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variable), /* before anything reads it here */
        cmocka_unit_test(test_inside),   cmocka_unit_test(test_small_range),
        cmocka_unit_test(test_missing),  cmocka_unit_test(test_other_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
