/*
 * The door of address/: index arithmetic in KIR, the last step from subscripts
 * to an address.
 *
 *   split.c    subscripts as multiples of a tile's side and what is left
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

/* A loop around: its iterator takes lo, lo + step, ... below hi. */
struct address_loop {
    int iterator, lo, hi, step;
};

struct address_loops {
    int count;
    const struct address_loop *at;
};

/* A subscript, split: base + rest, where base is a multiple of `side`, and
 * 0 <= rest < side. */
struct address_split {
    int64_t side;   /* 1: nothing is known, and all is base */
    int base;       /* I64 */
    int64_t number; /* rest: this number, */
    int small;      /* and this iterator of a loop; -1: none */
};

/* Returns the greatest number that an integer is known to be a multiple of; 0:
 * it is zero. */
int64_t address_multiple(const struct kir_func *f,
                         const struct address_loops *around, int value);
/* Splits x, I64, so that `side` divides `most`, and is as large as can be.
 * `numbers`: so that rests are numbers. */
struct address_split address_split(struct kir_func *f,
                                   const struct address_loops *around, int x,
                                   int64_t most, bool numbers);
/* Does x consist of this iterator once, of a number, and of multiples of some
 * side that divides `most`? Returns the greatest such side, *number: that
 * number; 0: x has the iterator in another way; -1: not at all. */
int64_t address_follows(const struct kir_func *f,
                        const struct address_loops *around, int x, int iterator,
                        int64_t most, int64_t *number);

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

/* The same of a number. */
int64_t address_dilated_number(const struct address_dilation *d, int64_t x);

/* The side within which neighbours along axis `a` of the layout are reached by
 * one addition: of a tile, or of the whole array. */
int64_t address_side(const struct scop_array *array, int a);

/* What the arithmetic asks: element `index` (I64) of the array's tables, I64,
 * and how many elements the array has along subscript k, I64. */
struct address_source {
    void *user;
    int (*look_up)(void *user, int index);
    int (*extent)(void *user, int k);
    const struct address_counters *counters; /* of the innermost loop, or NULL
                                              */
    const struct address_loops *around;
};

/* Returns the number of the element with these subscripts, I64, none of which
 * is outside of the box. */
int address_of_element(struct kir_func *f, const struct scop_array *array,
                       const int *subscript,
                       const struct address_source *source);

#endif
