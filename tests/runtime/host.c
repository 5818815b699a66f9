#include "tests/runtime/unit.h"

#include <hedra.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void add_kernel(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    const double *x = arg[0].p;
    double *y = arg[1].p;
    for (int64_t i = begin; i < end; i++)
        y[i + arg[3].i] += arg[2].d * x[i + arg[3].i];
}

static void fill_kernel(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
        ((double *)arg[0].p)[i - 5] = (double)i;
}

enum { CHUNK_BLOCKS = 5 };

/* A doacross loop: what a chunk's blocks add; the sum of it and a third of the
 * sum before; what the first block added, twice. */
static void part_kernel(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    int64_t *t = arg[0].p, chunk = arg[1].l;
    for (int64_t i = begin; i < end; i++)
        t[CHUNK_BLOCKS * chunk + i] = chunk * chunk + i;
}

static void sum_kernel(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    const int64_t *t = arg[0].p;
    int64_t *sum = arg[1].p, chunk = arg[2].l;
    sum[0] = sum[0] / 3 + begin + end;
    for (int64_t k = 0; k < CHUNK_BLOCKS; k++)
        sum[0] += t[CHUNK_BLOCKS * chunk + k];
}

static void note_kernel(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    int64_t *t = arg[0].p, chunk = arg[1].l;
    for (int64_t i = begin; i < end; i++)
        t[CHUNK_BLOCKS * chunk + i] = 2 * t[CHUNK_BLOCKS * chunk + i] + chunk;
}

static const struct hedra_kernel kernels[] = {
    {"add", "bbdi", {1, 1, 1}, 11, add_kernel, NULL},
    {"fill", "b", {1, 1, 1}, 12, fill_kernel, NULL},
    {"part", "bl", {1, 1, 1}, 13, part_kernel, NULL},
    {"sum", "bbl", {1, 1, 1}, 14, sum_kernel, NULL},
    {"note", "bl", {1, 1, 1}, 15, note_kernel, NULL},
};

static struct hedra_module module = {
    HEDRA_ABI, "saxpy",        "host.c", 10,      NULL, NULL, NULL,
    0,         COUNT(kernels), NULL,     kernels, NULL, 0};

/* All that there is to a region on the host: places, kernels, temporaries. */
static void test_region(void **state)
{
    enum { N = 1000 };
    static double x[N], y[N];
    for (int i = 0; i < N; i++) {
        x[i] = i;
        y[i] = 1;
    }
    struct hedra_array array[] = {
        {"x", x, 0, sizeof x, 8, HEDRA_READ},
        {"y", y, 0, sizeof y, 8, HEDRA_READ | HEDRA_WRITE},
        {"t", NULL, -40, 8 * N, 8, HEDRA_TEMP},
        {"empty", NULL, 0, -8, 8, HEDRA_TEMP}};
    enum hedra_where where = HEDRA_GPU;
    struct hedra_run *run = hedra_begin(&module, array, 4, 0, &where);
    assert_non_null(run);
    assert_int_equal(where, HEDRA_HOST);
    assert_ptr_equal(hedra_address(run, 0), x);
    assert_ptr_equal(hedra_address(run, 1), y);
    assert_null(hedra_address(run, 3));
    assert_null(hedra_address(run, 4));
    assert_null(hedra_address(run, -1));
    double *t = hedra_address(run, 2);
    assert_int_equal((uintptr_t)(t - 5) % 64, 0);

    union hedra_arg fill[] = {{.b = 2}};
    int64_t grid[] = {N + 5, 1, 1};
    assert_int_equal(hedra_launch(run, 1, grid, fill, 1), 0);
    for (int i = -5; i < N; i++)
        assert_true(t[i] == i + 5);

    union hedra_arg add[] = {{.b = 2}, {.b = 1}, {.d = 2}, {.i = 4}};
    int64_t inner[] = {N - 4, 1, 1}, none[] = {N, 0, 1}, less[] = {-3, 1, 1};
    assert_int_equal(hedra_launch(run, 0, inner, add, 4), 0);
    assert_int_equal(hedra_launch(run, 0, none, add, 4), 0);
    assert_int_equal(hedra_launch(run, 0, less, add, 4), 0);
    double element = 0;
    assert_int_equal(hedra_fetch(run, 2, -5, &element), 0);
    assert_true(element == 0);
    assert_int_equal(hedra_fetch(run, 1, 7, &element), 0);
    assert_true(element == 25);
    assert_int_equal(hedra_row_version(run, 1), 0);
    hedra_end(run);
    for (int i = 0; i < N; i++)
        assert_true(y[i] == (i < 4 ? 1 : 1 + 2 * (i + 5)));
}

static void test_overlap(void **state)
{
    static char bytes[100];
    struct hedra_array a[] = {{"a", bytes, 0, 10, 1, HEDRA_WRITE},
                              {"b", bytes, 10, 20, 1, HEDRA_READ},
                              {"c", bytes + 20, -11, -10, 1, HEDRA_READ},
                              {"d", bytes + 9, 0, 0, 1, HEDRA_WRITE},
                              {"e", bytes + 15, -5, 2, 1, HEDRA_READ},
                              {"f", NULL, 0, 100, 1, HEDRA_WRITE | HEDRA_TEMP}};
    static const struct {
        int x, y, result;
    } cases[] = {{0, 1, 0}, {0, 2, 1}, {2, 0, 1}, {0, 3, 0},
                 {1, 4, 0}, {0, 4, 0}, {0, 5, 0}, {0, 0, 1}};
    for (int k = 0; k < COUNT(cases); k++)
        assert_int_equal(
            hedra_overlap(NULL, a, (int[]){cases[k].x, cases[k].y}, 1),
            cases[k].result);
    assert_int_equal(hedra_overlap(NULL, a, (int[]){0, 1, 0, 2}, 2), 1);
    assert_int_equal(hedra_overlap(NULL, a, (int[]){0, 1, 1, 4}, 2), 0);
    assert_int_equal(hedra_overlap(NULL, a, NULL, 0), 0);
}

static void test_rows(void **state)
{
    static float block[40];
    float *even[] = {block, block + 10, block + 20, block + 31};
    assert_true(hedra_first_row(even) == block);
    assert_true(hedra_first_row(NULL) == NULL);
    assert_true(hedra_row_pitch(even, sizeof *block) == 10);
    assert_true(hedra_row_pitch(NULL, sizeof *block) == 0);
    assert_true(hedra_rows_fit(even, 10, 4, 0, 120));
    assert_true(hedra_rows_fit(even, 10, 4, 44, 44));
    assert_false(hedra_rows_fit(even, 10, 4, 44, 124));
    assert_false(hedra_rows_fit(even, 9, 4, 44, 48));
    assert_false(hedra_rows_fit(even, -10, 4, 0, 40));
    assert_false(hedra_rows_fit(NULL, 10, 4, 0, 40));
    assert_true(hedra_rows_fit(NULL, 10, 4, 0, 0));
    assert_true(hedra_rows_fit(even + 1, 10, 4, -40, -4));
}

/* Two tables of two levels: planes of 3 rows, 10 elements apart, with room for
 * one more row between planes. */
static void test_tables(void **state)
{
    static float block[160];
    float *row[4][3], **table[4];
    for (int i = 0; i < 4; i++) {
        table[i] = row[i];
        for (int j = 0; j < 3; j++)
            row[i][j] = block + (4 * i + j) * 10;
    }
    const int64_t pitch[] = {4, 10}, none[] = {4, 0};
    const int64_t all[] = {0, 3, 0, 2}, inner[] = {1, 2, 1, 1};
    const int64_t empty[] = {0, 3, 2, 1};
    assert_true(hedra_first_of_tables(table, 2) == block);
    assert_true(hedra_first_of_tables(NULL, 2) == NULL);
    assert_true(hedra_table_pitch(table, 2, 0, 4) == 4);
    assert_true(hedra_table_pitch(table, 2, 1, 4) == 10);
    assert_true(hedra_table_pitch(NULL, 2, 0, 4) == 0);
    assert_true(hedra_tables_work(2, all) == 4 * hedra_tables_work(1, all));
    assert_true(hedra_tables_work(2, inner) == 2 * hedra_tables_work(1, inner));
    assert_true(hedra_tables_fit(table, 2, pitch, 4, all));
    assert_true(hedra_tables_fit(NULL, 2, none, 4, empty));
    assert_false(hedra_tables_fit(table, 2, none, 4, all));
    assert_false(hedra_tables_fit(NULL, 2, pitch, 4, all));
    row[2][2]++;
    assert_false(hedra_tables_fit(table, 2, pitch, 4, all));
    assert_true(hedra_tables_fit(table, 2, pitch, 4, inner));
    table[2] = row[1];
    assert_false(hedra_tables_fit(table, 2, pitch, 4, inner));
    table[2] = NULL;
    assert_false(hedra_tables_fit(table, 2, pitch, 4, inner));
}

static void test_extremes(void **state)
{
    static const int8_t small[] = {3, -7, 100, 5};
    static const uint16_t other[] = {9, 65535, 8, 0, 7, 65535};
    static const uint64_t large[] = {1, UINT64_MAX};
    int64_t bound[2];
    hedra_extremes(small, 0, 4, 1, 1, 1, bound);
    assert_true(bound[0] == -7 && bound[1] == 100);
    hedra_extremes(small, 2, 4, 1, 1, 1, bound);
    assert_true(bound[0] == 5 && bound[1] == 100);
    hedra_extremes(other, 0, 10, 4, 2, 0, bound);
    assert_true(bound[0] == 7 && bound[1] == 9);
    hedra_extremes(large, 0, 8, 8, 8, 0, bound);
    assert_true(bound[0] == 1 && bound[1] == 1);
    hedra_extremes(large, 0, 16, 8, 8, 0, bound);
    assert_true(bound[0] == INT64_MIN && bound[1] == INT64_MAX);
    hedra_extremes(small, 4, 4, 1, 1, 1, bound);
    assert_true(bound[0] == 0 && bound[1] == -1);
    hedra_extremes(NULL, 0, 4096, 1, 1, 1, bound);
    assert_true(bound[0] == INT64_MIN && bound[1] == INT64_MAX);
}

/* What threads share: each element counts, wherever it stands. */
static void test_extremes_shared(void **state)
{
    enum { MANY = 100003, STEP = 7919 };
    static int64_t x[MANY];
    static uint64_t y[MANY];
    static int16_t z[2 * MANY];
    int64_t bound[2];
    for (int k = 0;; k = k + STEP < MANY ? k + STEP : MANY - 1) {
        x[k] = -1000000000000 - k;
        hedra_extremes(x, 0, sizeof x, 8, 8, 1, bound);
        assert_true(bound[0] == x[k] && bound[1] == 0);
        x[k] = 5;
        hedra_extremes(x, 0, sizeof x, 8, 8, 1, bound);
        assert_true(bound[0] == 0 && bound[1] == 5);
        x[k] = 0;
        y[k] = UINT64_MAX - 5;
        hedra_extremes(y, 0, sizeof y, 8, 8, 0, bound);
        assert_true(bound[0] == INT64_MIN && bound[1] == INT64_MAX);
        y[k] = 0;
        z[2 * k] = -9;
        z[2 * k + 1] = -10; /* lies between */
        hedra_extremes(z, 0, sizeof z, 4, 2, 1, bound);
        assert_true(bound[0] == -9 && bound[1] == 0);
        z[2 * k] = z[2 * k + 1] = 0;
        if (k == MANY - 1)
            break;
    }
}

/* On the host keeping copies nothing; contents have versions as elsewhere. */
static void test_kept_on_host(void **state)
{
    static double y[10];
    struct hedra_array array[] = {
        {"y", y + 5, -40, 40, 8, HEDRA_WRITE | HEDRA_DISCARD}};
    enum hedra_where where;
    hedra_keep(y, sizeof y);
    struct hedra_run *run = hedra_begin(&module, array, 1, 2, &where);
    assert_ptr_equal(hedra_address(run, 0), y + 5);
    uint64_t version = hedra_row_version(run, 0);
    assert_int_not_equal(version, 0);
    assert_int_equal(hedra_row_version(run, 1), 0);
    int64_t grid[] = {10, 1, 1};
    assert_int_equal(
        hedra_launch(run, 1, grid, (union hedra_arg[]){{.b = 0}}, 1), 0);
    hedra_end(run);
    run = hedra_begin(&module, array, 1, 2, &where);
    assert_int_not_equal(hedra_row_version(run, 0), 0);
    assert_int_not_equal(hedra_row_version(run, 0), version);
    hedra_end(run);
    hedra_sync(y, sizeof y);
    hedra_release(y, sizeof y);
    for (int i = 0; i < 10; i++)
        assert_true(y[i] == i);
}

static void test_names(void **state)
{
    assert_non_null(strstr(hedra_device_name(), "host, "));
    assert_string_equal(hedra_version(), HEDRA_VERSION);
}

enum { MOST_CHUNKS = 2500 };

/* Runs a doacross loop of `count` chunks, whose sum is fetched behind chunk
 * `fetched` (-1: not). */
static void run_doacross(int count, int fetched)
{
    static int64_t t[MOST_CHUNKS * CHUNK_BLOCKS];
    int64_t sum[1] = {7}, expected = 7, seen;
    struct hedra_array array[] = {
        {"t", t, 0, sizeof t, 8, HEDRA_READ | HEDRA_WRITE},
        {"sum", sum, 0, sizeof sum, 8, HEDRA_READ | HEDRA_WRITE}};
    enum hedra_where where;
    struct hedra_run *run = hedra_begin(&module, array, 2, 0, &where);
    const int64_t one[] = {1, 1, 1}, none[] = {0, 1, 1},
                  all[] = {CHUNK_BLOCKS, 1, 1};
    assert_non_null(run);
    assert_int_equal(hedra_threads(run, 1), 1);
    assert_in_range(hedra_threads(run, 4096), 1, 4096);
    for (int64_t c = 0; c < count; c++) {
        union hedra_arg part[] = {{.b = 0}, {.l = c}};
        union hedra_arg total[] = {{.b = 0}, {.b = 1}, {.l = c}};
        assert_false(hedra_launch_doacross(run, 2, all, part, 2, HEDRA_BEFORE));
        assert_false(
            hedra_launch_doacross(run, 3, one, total, 3, HEDRA_ORDERED));
        assert_false(hedra_launch_doacross(run, 4, none, part, 2, HEDRA_AFTER));
        assert_false(hedra_launch_doacross(run, 4, one, part, 2, HEDRA_AFTER));
        expected = expected / 3 + 5 * c * c + 10 + 1;
        if (c == fetched) {
            assert_false(hedra_fetch(run, 1, 0, &seen));
            assert_int_equal(seen, expected);
        }
    }
    assert_false(hedra_end_doacross(run));
    assert_int_equal(sum[0], expected);
    for (int64_t c = 0; c < count; c++)
        assert_int_equal(t[CHUNK_BLOCKS * c], 2 * c * c + c);
    union hedra_arg last[] = {{.b = 0}, {.l = 0}};
    assert_false(hedra_launch(run, 4, all, last, 2));
    assert_int_equal(t[1], 2);
    hedra_end(run);
}

/* Chunks in turn on more threads than there are processors, few and many; what
 * a chunk does not wait for is right, too. */
static void test_doacross(void **state)
{
    run_doacross(1, -1);
    run_doacross(13, -1);
    run_doacross(14, -1);
    run_doacross(MOST_CHUNKS, -1);
    run_doacross(MOST_CHUNKS, 1900);
}

/* Of so many that the system is asked of some at a time; one cannot be read, or
 * goes on into a page that cannot. */
static void test_many_tables(void **state)
{
    enum { TABLES = 150, ROWS = 3 };
    static float block[TABLES * ROWS];
    static float *row[TABLES][ROWS], **table[TABLES];
    const int64_t pitch[] = {ROWS, 1}, all[] = {0, TABLES - 1, 0, ROWS - 1};
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(pages != MAP_FAILED);
    assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
    for (int i = 0; i < TABLES; i++) {
        table[i] = row[i];
        for (int j = 0; j < ROWS; j++)
            row[i][j] = block + i * ROWS + j;
    }
    assert_true(hedra_tables_fit(table, 2, pitch, 4, all));
    float **end = (float **)(pages + page) - ROWS;
    for (int at = 1; at < TABLES; at += 37) {
        memcpy(end, row[at], sizeof row[at]);
        table[at] = end;
        assert_true(hedra_tables_fit(table, 2, pitch, 4, all));
        table[at] = end + 1;
        assert_false(hedra_tables_fit(table, 2, pitch, 4, all));
        table[at] = NULL;
        assert_false(hedra_tables_fit(table, 2, pitch, 4, all));
        table[at] = row[at];
    }
    row[TABLES - 1][ROWS - 1]++;
    assert_false(hedra_tables_fit(table, 2, pitch, 4, all));
    errno = ENOTSUP; /* the loops that libhedra stands for leave it alone */
    assert_true(hedra_first_row(pages + page) == NULL);
    assert_true(hedra_row_pitch(pages + page, 4) == 0);
    assert_false(hedra_rows_fit(pages + page, 1, 4, 0, 40));
    assert_true(hedra_first_of_tables(pages + page, 2) == NULL);
    assert_true(hedra_table_pitch(pages + page, 2, 0, 4) == 0);
    table[1] = end + 1;
    assert_false(hedra_tables_fit(table, 2, pitch, 4, all));
    assert_int_equal(errno, ENOTSUP);
    munmap(pages, 2 * page);
}

int main(void)
{
    setenv("HEDRA_DEVICE", "host", 1);
    setenv("HEDRA_THREADS", "7", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_region),
        cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_extremes_shared),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_many_tables),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_extremes_shared),
        cmocka_unit_test(test_kept_on_host),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_doacross),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
