/*
 * The door of address/: index arithmetic in KIR, the last step from subscripts
 * to an address.
 *
 *   dilation.c subscripts whose bits lie apart, and loops that count in them
 *   order.c    the place of an element in an array with a layout
 *
 * Reads scops and builds into a function of KIR; it knows neither isl nor the
 * state of lowering.
 */
#ifndef HEDRA_POLYHEDRAL_ADDRESS_ADDRESS_H
#define HEDRA_POLYHEDRAL_ADDRESS_ADDRESS_H

#include "backends/kir/kir.h"
#include "polyhedral/scop/scop.h"

/* The `bits` lowest bits of a number, `apart` places from each other, the
 * lowest one at `place`. */
struct address_dilation {
    int bits, apart, place;
};

/* The iterator of a loop, and the variable that holds it in this form. */
struct address_counter {
    struct address_dilation dilation;
    int iterator, variable;
};

struct address_counters {
    int count;
    const struct address_counter *at;
};

/* Returns x, I64, dilated; of a sum whose other parts are known, or count in a
 * loop, only the rest is taken apart by shifts. */
int address_dilated(struct kir_func *f, const struct address_dilation *d, int x,
                    const struct address_counters *all);
/* Before a loop whose iterator begins with `first`, makes the variable; at its
 * end, counts on by a step. */
void address_count_from(struct kir_func *f, struct address_counter *c,
                        int first);
void address_count_on(struct kir_func *f, const struct address_counter *c,
                      int64_t step);

/* The dilations by which an array with a layout is addressed: how many, one for
 * each dimension, or none. */
int address_dilations(const struct scop_array *array,
                      struct address_dilation list[LAYOUT_DIMS]);

/* What the arithmetic asks: element `index` (I64) of the array's tables, I64,
 * and how many elements the array has along subscript k, I64. */
struct address_source {
    void *user;
    int (*look_up)(void *user, int index);
    int (*extent)(void *user, int k);
    const struct address_counters *counters; /* of loops around; or NULL */
};

/* Returns the number of the element with these subscripts, I64, none of which
 * is outside of the box. */
int address_of_element(struct kir_func *f, const struct scop_array *array,
                       const int *subscript,
                       const struct address_source *source);

#endif
