/*
 * What hedra_to_columns and hedra_to_rows (hedra.h) do, by vectors of at
 * most an enum hedra_level that the processor has: for tests, too, which ask
 * for shorter ones.
 */
#ifndef HEDRA_RUNTIME_HOST_TRANSPOSE_H
#define HEDRA_RUNTIME_HOST_TRANSPOSE_H

#include <stdint.h>

void tile_to_columns(int most, void *to, const void *from, int size,
                     int64_t steps);
void tile_to_rows(int most, void *to, const void *from, int size,
                  int64_t steps);
void tile_to_columns_apart(int most, void *to, const void *from, int64_t apart,
                           int size, int lanes, int64_t steps);
void tile_to_rows_apart(int most, void *to, const void *from, int64_t apart,
                        int size, int lanes, int64_t steps);

#endif
