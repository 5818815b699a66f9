/*
 * Rows of memory as vectors of lanes, for compilers that vectorise loops.
 */
#ifndef HEDRA_BACKENDS_VECTOR_TRANSPOSE_H
#define HEDRA_BACKENDS_VECTOR_TRANSPOSE_H

#include "backends/kir/kir.h"

/* hedra_to_columns's HEDRA_TILE_ROWS (runtime/include/hedra.h), as compiler/output/launch_stub.c
 * asserts.
 */
enum { KIR_TILE_ROWS = 16 };

/* Changes the module's KIR_FOR_LANES loops, of an optimised module for the
 * host, as transpose.c describes, where that is possible. */
void kir_tile(struct kir_module *module);

/* What a KIR_FOR_TILE loop copies: `steps` elements of `size` bytes of each of
 * KIR_TILE_ROWS rows that follow each other in buffer `rows` from element
 * `base` (a value; -1: 0), from or (`store`) to buffer `columns`, from its
 * element 0.
 */
struct kir_tiled {
    int rows, columns, base, size;
    int64_t steps;
    bool store;
};

/* False: the loop is no such one, whatever it is marked as. */
bool kir_find_tiled(const struct kir_func *f, const struct kir_stmt *loop,
                    struct kir_tiled *what);

#endif
