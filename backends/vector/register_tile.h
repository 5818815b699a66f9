/*
 * Register tiles: rows of points whose sums stay in vector registers.
 */
#ifndef HEDRA_BACKENDS_VECTOR_REGISTER_TILE_H
#define HEDRA_BACKENDS_VECTOR_REGISTER_TILE_H

#include "backends/kir/kir.h"

enum {
    KIR_REGISTER_ROWS = 4, /* of a tile */
    KIR_REGISTER_MOST = 8  /* vectors of 64 bytes in each of them */
};

/* Changes the module's KIR_FOR_ROWS loops, of an optimised module for the host,
 * as register_tile.c describes, where that is possible, with a remark on each:
 * in tiles of `vectors` vectors, with panels as `packing` has it. */
void kir_register(struct kir_module *module, int vectors,
                  enum kir_packing packing, struct faults *faults);

#endif
