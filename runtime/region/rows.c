/*
 * Tables of pointers to rows: matrices as double **. A region takes one for an
 * array of two dimensions where its rows lie equally far apart, as those do
 * that are parts of one block, and mostly those that were allocated one after
 * the other. Tables of tables, double ***, are arrays of three dimensions, and
 * so on: first rows of the tables lie equally far apart, too.
 */
#include "runtime/base/base.h"
#include "runtime/region/local.h"

#include <string.h>

static bool has_rows(const void *table, int64_t first, int64_t end)
{
    const void *const *row = table;
    return row &&
           base_is_readable((uintptr_t)(row + first), (uintptr_t)(row + end));
}

void *hedra_first_row(const void *table)
{
    CANCEL_OFF;
    const void *const *row = table;
    return has_rows(table, 0, 1) ? (void *)(uintptr_t)row[0] : NULL;
}

int64_t hedra_row_pitch(const void *table, size_t size)
{
    CANCEL_OFF;
    const void *const *row = table;
    if (!has_rows(table, 0, 2))
        return 0;
    return (int64_t)((uintptr_t)row[1] - (uintptr_t)row[0]) / (int64_t)size;
}

static int64_t floor_of(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

int hedra_rows_fit(const void *table, int64_t pitch, int64_t size, int64_t lo,
                   int64_t hi)
{
    CANCEL_OFF;
    const void *const *row = table;
    int64_t step;
    if (lo >= hi)
        return 1;
    if (pitch <= 0 || __builtin_mul_overflow(pitch, size, &step))
        return 0;
    int64_t first = floor_of(lo, step), last = floor_of(hi - 1, step);
    if (!has_rows(table, first, last + 1) || !has_rows(table, 0, 1))
        return 0;
    for (int64_t k = first; k <= last; k++)
        if ((uintptr_t)row[k] != (uintptr_t)row[0] + (uintptr_t)(k * step))
            return 0;
    return 1;
}

/* What entry k of the table leads to: the table of the next level, or the row;
 * NULL where that cannot be read. */
static const void *entry(const void *table, int64_t k)
{
    const void *const *row = table;
    return has_rows(table, k, k + 1) ? row[k] : NULL;
}

void *hedra_first_of_tables(const void *table, int levels)
{
    CANCEL_OFF;
    for (int k = 0; k < levels && table; k++)
        table = entry(table, 0);
    return (void *)(uintptr_t)table;
}

/* The bytes from the first row of entry 0 to that of entry 1. */
static int64_t apart(const void *table, int levels)
{
    const void *row[2] = {NULL, NULL};
    if (has_rows(table, 0, 2))
        memcpy(row, table, sizeof row);
    for (int k = 0; k < 2; k++)
        row[k] = hedra_first_of_tables(row[k], levels - 1);
    return row[0] && row[1] ? (int64_t)((uintptr_t)row[1] - (uintptr_t)row[0])
                            : 0;
}

int64_t hedra_table_pitch(const void *table, int levels, int level, size_t size)
{
    CANCEL_OFF;
    for (int k = 0; k < level && table; k++)
        table = entry(table, 0);
    int64_t unit = (int64_t)size;
    if (level < levels - 1)
        unit = apart(entry(table, 0), levels - level - 1);
    return unit > 0 ? apart(table, levels - level) / unit : 0;
}

/* Tables of so many levels, whose first row should begin at `at`; the pointers
 * of the first one can be read. */
static int fits(const void *table, int levels, const int64_t *step,
                const int64_t *range, uintptr_t at)
{
    const void *const *row = table;
    int64_t low = range[0], high = range[1];
    const int64_t size = (int64_t)sizeof *row;
    if (levels > 1 &&
        !base_are_readable(row + low, high - low + 1, range[2] * size,
                           (range[3] + 1) * size))
        return 0;
    for (int64_t k = low; k <= high; k++) {
        uintptr_t begin = at + (uintptr_t)k * (uintptr_t)*step;
        if (levels == 1 ? (uintptr_t)row[k] != begin
                        : !fits(row[k], levels - 1, step + 1, range + 2, begin))
            return 0;
    }
    return 1;
}

int hedra_tables_fit(const void *table, int levels, const int64_t *pitch,
                     int64_t size, const int64_t *range)
{
    CANCEL_OFF;
    int64_t step[HEDRA_TABLE_LEVELS];
    const void *first = hedra_first_of_tables(table, levels);
    for (int k = 0; k < levels; k++)
        if (range[2 * k] > range[2 * k + 1])
            return 1;
    for (int k = levels - 1; k >= 0; k--) {
        int64_t unit = k == levels - 1 ? size : step[k + 1];
        if (pitch[k] <= 0 || __builtin_mul_overflow(pitch[k], unit, &step[k]))
            return 0;
    }
    return first && has_rows(table, range[0], range[1] + 1) &&
           fits(table, levels, step, range, (uintptr_t)first);
}
