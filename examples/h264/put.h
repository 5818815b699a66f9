/*
 * Bits of a macroblock, in words of its own: a function that hedrac inlines
 * into nests.
 */
#ifndef HEDRA_EXAMPLES_H264_PUT_H
#define HEDRA_EXAMPLES_H264_PUT_H

#include "encoder.h"

/* Appends the low n bits of v behind the first `at`; bits above are 0. Returns
 * how many there are now. */
static inline int put(uint32_t word[WORDS], int at, int n, uint32_t v)
{
    int w = at >> 5, used = at & 31, room = 32 - used;

    if (n > 0 && n <= room) {
        uint32_t shifted = v << (room - n);
        word[w] = used > 0 ? word[w] | shifted : shifted;
    }
    if (n > room) {
        word[w] |= v >> (n - room);
        word[w + 1] = v << (32 - (n - room));
    }
    return at + n;
}

#endif
