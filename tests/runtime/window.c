/* hedra_window_sums: the sums of all levels that the processor has, against
 * loops, of blocks that end where memory does. */
#include "runtime/host/host.h"
#include "runtime/include/hedra.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST = 70 };

static void plain(int32_t *sum, const uint8_t *fixed, int64_t fixed_row,
                  const uint8_t *moving, int64_t moving_row, int rows,
                  int columns, int places)
{
    for (int w = 0; w < places; w++) {
        sum[w] = 0;
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                sum[w] += abs(fixed[i * fixed_row + j] -
                              moving[i * moving_row + j + w]);
    }
}

/* `size` bytes before a page that may not be read. */
static uint8_t *before_the_end(size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t all = (size + page - 1) / page * page;
    uint8_t *memory = mmap(NULL, all + page, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert_true(memory != MAP_FAILED);
    assert_int_equal(mprotect(memory + all, page, PROT_NONE), 0);
    return memory + all - size;
}

static void fill(uint8_t *memory, size_t size, int kind)
{
    for (size_t k = 0; k < size; k++)
        memory[k] = (uint8_t)(kind == 0 ? rand() : kind == 1 ? 0 : 255);
}

/* kind: random bytes, or the largest sums that there are. */
static void check(int rows, int columns, int places, int kind)
{
    int64_t fixed_row = columns + rand() % 3, moving_row = columns + 15;
    size_t size[2] = {(size_t)(fixed_row * (rows - 1) + columns),
                      (size_t)(moving_row * (rows - 1) + columns + places - 1)};
    uint8_t *fixed = before_the_end(size[0]), *moving = before_the_end(size[1]);
    int32_t wanted[HEDRA_WINDOW + 1], found[HEDRA_WINDOW + 1];

    fill(fixed, size[0], kind);
    fill(moving, size[1], 2 * kind);
    for (int level = HEDRA_LEVEL_BASE; level <= hedra_level(); level++) {
        for (int w = 0; w <= HEDRA_WINDOW; w++)
            wanted[w] = found[w] = -1;
        plain(wanted, fixed, fixed_row, moving, moving_row, rows, columns,
              places);
        window_sums(level, found, fixed, fixed_row, moving, moving_row, rows,
                    columns, places);
        assert_memory_equal(found, wanted, sizeof wanted);
    }
    hedra_window_sums(found, fixed, fixed_row, moving, moving_row, rows,
                      columns, places);
    assert_memory_equal(found, wanted, sizeof wanted);
}

static void test_sums(void **state)
{
    static const int rows[] = {1, 2, 8, 15, 16, 17, 33, MOST};

    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (int columns = 16; columns <= 48; columns += 16)
            for (int places = 1; places <= HEDRA_WINDOW; places++)
                for (int kind = 0; kind < 2; kind++)
                    check(rows[k], columns, places, kind);
}

/* Rows may lie in any distance, one below the other or the same one again. */
static void test_rows_anywhere(void **state)
{
    uint8_t fixed[16 * 16], moving[100 * 20];
    int32_t wanted[HEDRA_WINDOW], found[HEDRA_WINDOW];

    (void)state;
    fill(fixed, sizeof fixed, 0);
    fill(moving, sizeof moving, 0);
    for (int level = HEDRA_LEVEL_BASE; level <= hedra_level(); level++)
        for (int64_t row = -20; row <= 40; row += 20) {
            const uint8_t *at = moving + (row < 0 ? 15 * 20 : 3);
            plain(wanted, fixed, 16, at, row, 16, 16, HEDRA_WINDOW);
            window_sums(level, found, fixed, 16, at, row, 16, 16, HEDRA_WINDOW);
            assert_memory_equal(found, wanted, sizeof wanted);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_rows_anywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
