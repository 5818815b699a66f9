/*
 * What generated code asks of the layout of the program's data: tables of
 * pointers to rows, subscripts that are read from memory, rows as columns.
 *
 * Pointers are the caller's and are not kept. A part of hedra.h.
 */
#ifndef HEDRA_LAYOUT_H
#define HEDRA_LAYOUT_H

#ifndef HEDRA_H
#error "hedra_layout.h is a part of hedra.h, which is to be included"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the first pointer of a table of pointers to rows; NULL where there is
 * no table. */
HEDRA_API void *hedra_first_row(const void *table);

/* Returns how many elements of `size` bytes the second row of a table lies
 * behind the first; 0 where there is no memory for both pointers. */
HEDRA_API int64_t hedra_row_pitch(const void *table, size_t size);

/* Do all rows lie `pitch` elements of `size` bytes apart of which the bytes
 * lo <= offset < hi from the first row are? 1: yes, or there are none. */
HEDRA_API int hedra_rows_fit(const void *table, int64_t pitch, int64_t size,
                             int64_t lo, int64_t hi);

enum { HEDRA_TABLE_LEVELS = 3 };

/* The same where `levels` tables lead from one to the other, 2 or more: each
 * but the last has pointers to tables. Returns the first row that all their
 * first pointers lead to; NULL where there is no memory for one of them. */
HEDRA_API void *hedra_first_of_tables(const void *table, int levels);

/* Returns how far the first rows that the first two pointers of a table lead to
 * lie apart: of the last level in elements of `size` bytes, of level `level`
 * before that in rows of the next one; 0 where they cannot be read. */
HEDRA_API int64_t hedra_table_pitch(const void *table, int levels, int level,
                                    size_t size);

/* Returns what a call must have to do, in hedrac's estimate, for a look at all
 * tables that the pointers range[2k] to range[2k + 1] of each level k but the
 * last lead to: of each the system is asked whether it can be read, which takes
 * some 60 nanoseconds, and threads can gain half of the call at most. */
static inline double hedra_tables_work(int levels, const int64_t *range)
{
    double tables = 1;
    for (int k = 0; k < levels - 1; k++)
        if (range[2 * k] <= range[2 * k + 1])
            tables *= (double)(range[2 * k + 1] - range[2 * k] + 1);
    return 6000 * tables;
}

/* Do all rows lie so far apart, pitch[k] for level k, that the pointers
 * range[2k] to range[2k + 1] of each level k lead to? 1: yes, or there are
 * none. */
HEDRA_API int hedra_tables_fit(const void *table, int levels,
                               const int64_t *pitch, int64_t size,
                               const int64_t *range);

/* Finds the least and the largest of the integers that lie `step` bytes apart
 * in bytes lo <= offset < hi from `base`: bound[0] and bound[1]; 0 and -1 if
 * there is none. They have `size` bytes, and a sign or not. What is newer on a
 * device comes home first. Where the bytes are not all memory, or an integer is
 * above INT64_MAX, the bounds are INT64_MIN and INT64_MAX. */
HEDRA_API void hedra_extremes(const void *base, int64_t lo, int64_t hi,
                              int64_t step, int size, int is_signed,
                              int64_t bound[2]);

/* For host kernels, whose vectors hold an element of each of several rows:
 * HEDRA_TILE_ROWS rows that follow each other in memory, of `steps` elements
 * each, 16 or more, of `size` bytes, 4 or 8, become columns and rows again.
 * `to` and `from` must not overlap. The processor is asked to have ready what
 * lies a few such tiles behind the rows. */
enum { HEDRA_TILE_ROWS = 16 };

/* Transposes rows to columns:
 * to[k * HEDRA_TILE_ROWS + j] = from[j * steps + k]. */
HEDRA_API void hedra_to_columns(void *to, const void *from, int size,
                                int64_t steps);

/* Transposes columns to rows:
 * to[j * steps + k] = from[k * HEDRA_TILE_ROWS + j]. */
HEDRA_API void hedra_to_rows(void *to, const void *from, int size,
                             int64_t steps);

/* The same of 64 / size rows, `lanes`, of any number of steps, whose first
 * elements lie `apart` elements from each other:
 * to[k * lanes + j] = from[j * apart + k]. */
HEDRA_API void hedra_to_columns_apart(void *to, const void *from, int64_t apart,
                                      int size, int lanes, int64_t steps);

/* And back: to[j * apart + k] = from[k * lanes + j]. */
HEDRA_API void hedra_to_rows_apart(void *to, const void *from, int64_t apart,
                                   int size, int lanes, int64_t steps);

enum { HEDRA_WINDOW = 32 };

/* For host kernels that compare a block of bytes with those at neighbouring
 * places of another array: for each w < places, HEDRA_WINDOW at most, sum[w]
 * becomes the sum of |fixed[i * fixed_row + j] - moving[i * moving_row + j +
 * w]| over i < rows and j < columns, which are a multiple of 16; rows *
 * columns is 65,536 at most. No other bytes are read. */
HEDRA_API void hedra_window_sums(int32_t *sum, const uint8_t *fixed,
                                 int64_t fixed_row, const uint8_t *moving,
                                 int64_t moving_row, int rows, int columns,
                                 int64_t places);

#ifdef __cplusplus
}
#endif

#endif
