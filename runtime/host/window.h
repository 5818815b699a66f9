/*
 * What hedra_window_sums (hedra.h) does, by vectors of at most the level `most`
 * (HEDRA_LEVEL_...), which the processor must have.
 */
#ifndef HEDRA_RUNTIME_HOST_WINDOW_H
#define HEDRA_RUNTIME_HOST_WINDOW_H

#include <stdint.h>

void window_sums(int most, int32_t *sum, const uint8_t *fixed,
                 int64_t fixed_row, const uint8_t *moving, int64_t moving_row,
                 int rows, int columns, int places);

#endif
