#include "tests/runtime/unit.h"

#include "runtime/host/host.h"
#include "runtime/include/hedra.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 40, ROWS = HEDRA_TILE_ROWS, GUARD = 64 };

static unsigned char rows[MOST_STEPS * ROWS * 8 + 2 * GUARD],
    columns[MOST_STEPS * ROWS * 8 + 2 * GUARD],
    expected[MOST_STEPS * ROWS * 8 + 2 * GUARD];

/* Byte by byte what hedra.h says, and nothing around it is touched. */
static void tile_slowly(bool in, int size, int steps)
{
    memset(expected, 0x55, sizeof expected);
    for (int j = 0; j < ROWS; j++)
        for (int k = 0; k < steps; k++) {
            int row = GUARD + (j * steps + k) * size;
            int column = GUARD + (k * ROWS + j) * size;
            memcpy(expected + (in ? column : row),
                   in ? rows + row : columns + column, (size_t)size);
        }
}

static void test_all(void **state)
{
    uint32_t seed = 7;
    for (size_t k = 0; k < sizeof rows; k++) {
        seed = seed * 1664525u + 1013904223u;
        rows[k] = (unsigned char)(seed >> 24);
    }
    for (int version = HEDRA_LEVEL_BASE; version <= HEDRA_LEVEL_AVX512;
         version++)
        for (int size = 4; size <= 8; size += 4)
            for (int steps = 16; steps <= MOST_STEPS; steps++) {
                tile_slowly(true, size, steps);
                memset(columns, 0x55, sizeof columns);
                tile_to_columns((int)version, columns + GUARD, rows + GUARD,
                                size, steps);
                assert_memory_equal(columns, expected, sizeof expected);
                tile_slowly(false, size, steps);
                memset(rows, 0x55, sizeof rows);
                tile_to_rows((int)version, rows + GUARD, columns + GUARD, size,
                             steps);
                assert_memory_equal(rows, expected, sizeof expected);
            }
    (void)state;
}

/* Rows that lie apart, of any number of steps, and what lies between them. */
static void test_apart(void **state)
{
    enum { APART = MOST_STEPS + 3 };
    static unsigned char far[APART * ROWS * 8], back[APART * ROWS * 8];
    for (size_t k = 0; k < sizeof far; k++)
        far[k] = (unsigned char)(k * 7919 >> 3);
    for (int version = HEDRA_LEVEL_BASE; version <= HEDRA_LEVEL_AVX512;
         version++)
        for (int size = 4; size <= 8; size += 4)
            for (int steps = 0; steps <= MOST_STEPS; steps++) {
                int lanes = 64 / size;
                memset(columns, 0x55, sizeof columns);
                memset(expected, 0x55, sizeof expected);
                memset(back, 0x55, sizeof back);
                for (int j = 0; j < lanes; j++)
                    for (int k = 0; k < steps; k++)
                        memcpy(expected + GUARD + (k * lanes + j) * size,
                               far + (j * APART + k) * size, (size_t)size);
                tile_to_columns_apart((int)version, columns + GUARD, far, APART,
                                      size, lanes, steps);
                assert_memory_equal(columns, expected, sizeof expected);
                tile_to_rows_apart((int)version, back, columns + GUARD, APART,
                                   size, lanes, steps);
                for (int j = 0; j < lanes; j++)
                    for (int k = 0; k < APART * size; k++) {
                        int at = j * APART * size + k;
                        assert_int_equal(back[at],
                                         k < steps * size ? far[at] : 0x55);
                    }
            }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all),
                                       cmocka_unit_test(test_apart)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
