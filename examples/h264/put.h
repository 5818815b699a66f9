/*
 * Bits of a macroblock, in words of its own: a function that hedrac inlines
 * into nests.
 */
#ifndef HEDRA_EXAMPLES_H264_PUT_H
#define HEDRA_EXAMPLES_H264_PUT_H

#include "encoder.h"

/* Appends the low n bits of v, at most 32, behind the first `at`; bits above are
 * 0. Bits behind them are 0 up to the next word's end, so that those of the
 * first word are to be 0 before. Returns how many there are now. */
static inline int put(uint32_t word[WORDS], int at, int n, uint32_t v)
{
    int w = at >> 5, used = at & 31;
    uint64_t shifted = (uint64_t)v << (32 - n) << (32 - used);

    word[w] |= (uint32_t)(shifted >> 32);
    word[w + 1] = (uint32_t)shifted;
    return at + n;
}

#endif
