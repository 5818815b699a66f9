/*
 * The door of address/: index arithmetic in KIR, the last step from subscripts
 * to an address.
 *
 *   order.c    the place of an element in an array with a layout
 *
 * Reads scops and builds into a function of KIR; it knows neither isl nor the
 * state of lowering.
 */
#ifndef HEDRA_POLYHEDRAL_ADDRESS_ADDRESS_H
#define HEDRA_POLYHEDRAL_ADDRESS_ADDRESS_H

#include "backends/kir/kir.h"
#include "polyhedral/scop/scop.h"

/* What the arithmetic asks: element `index` (I64) of the array's tables, I64,
 * and how many elements the array has along subscript k, I64. */
struct address_source {
    void *user;
    int (*look_up)(void *user, int index);
    int (*extent)(void *user, int k);
};

/* Returns the number of the element with these subscripts, I64, none of which
 * is outside of the box. */
int address_of_element(struct kir_func *f, const struct scop_array *array,
                       const int *subscript,
                       const struct address_source *source);

#endif
