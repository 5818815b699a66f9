/*
 * Ranges of integers: which of them do not wrap.
 *
 * What bytes and constants give is small, and so are sums of a known number of
 * it in a variable. Printers say operations that cannot wrap in the language's
 * own signed arithmetic, and compilers keep them in narrow lanes.
 */
#ifndef HEDRA_BACKENDS_KIR_RANGE_H
#define HEDRA_BACKENDS_KIR_RANGE_H

#include "backends/kir/module.h"

/* lo <= value <= hi, for integers and PRED; !known: nothing is known, as of
 * U64 that may exceed INT64_MAX, and of floats. */
struct kir_range {
    bool known;
    bool exact; /* of ADD, SUB, MUL, NEG and ABS: the result of integers without
                   bounds is the value */
    int64_t lo, hi;
};

/* The ranges of all values of the function that are reached, by number, in
 * `arena`. Linear in the function. */
struct kir_range *kir_ranges(struct arena *arena, const struct kir_func *f);

#endif
