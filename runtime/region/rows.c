/*
 * Tables of pointers to rows: matrices as double **. A region takes one for an
 * array of two dimensions where its rows lie equally far apart, as those do
 * that are parts of one block, and mostly those that were allocated one after
 * the other.
 */
#include "runtime/base/base.h"
#include "runtime/region/local.h"

static bool has_rows(const void *table, int64_t first, int64_t end)
{
    const void *const *row = table;
    return row &&
           base_is_readable((uintptr_t)(row + first), (uintptr_t)(row + end));
}

void *hedra_first_row(const void *table)
{
    const void *const *row = table;
    return has_rows(table, 0, 1) ? (void *)(uintptr_t)row[0] : NULL;
}

int64_t hedra_row_pitch(const void *table, size_t size)
{
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
