/*
 * Register tiles: rows of points whose sums stay in vector registers.
 */
#ifndef HEDRA_BACKENDS_KIR_REGISTER_H
#define HEDRA_BACKENDS_KIR_REGISTER_H

#include "backends/kir.h"

/* Rows and 64-byte vectors of a tile. */
enum { KIR_REGISTER_ROWS = 4, KIR_REGISTER_VECTORS = 4 };

/* Changes the module's KIR_FOR_ROWS loops, of an optimised module for the host,
 * as kir_register.c describes, where that is possible, with a remark on each.
 */
void kir_register(struct kir_module *module, struct faults *faults);

#endif
