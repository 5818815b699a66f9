/*
 * What hedra_to_columns and hedra_to_rows (hedra.h) do, by vectors of any
 * length that the processor has: for tests, too, which ask for shorter ones.
 */
#ifndef HEDRA_RUNTIME_HOST_TRANSPOSE_H
#define HEDRA_RUNTIME_HOST_TRANSPOSE_H

#include <stdint.h>

enum tile_version { TILE_BASE, TILE_AVX2, TILE_AVX512 };

void tile_to_columns(enum tile_version most, void *to, const void *from,
                     int size, int64_t steps);
void tile_to_rows(enum tile_version most, void *to, const void *from, int size,
                  int64_t steps);

#endif
