/*
 * Elements of a program's arrays, and the values of the memories of a
 * data-stream array that they are.
 */
#ifndef HEDRA_RUNTIME_DEVICE_RACER_ELEMENT_H
#define HEDRA_RUNTIME_DEVICE_RACER_ELEMENT_H

#include "runtime/racersim/racersim.h"

/* A type of elements. Integers of 32 bits and less are widened as their type
 * says, and values of 32 bits are sign-extended. */
struct racer_element {
    const char *name; /* "u8" */
    int size;         /* in bytes */
    void (*load)(union racer_bits *to, const void *from, int64_t count);
    void (*store)(void *to, const union racer_bits *from, int64_t count);
};

/* NULL: it is no type of elements. */
const struct racer_element *racer_element_named(const char *name);

#endif
