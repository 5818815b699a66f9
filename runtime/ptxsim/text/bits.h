/*
 * The bits of floating-point numbers, and the numbers of bits. Bodies are here
 * since the interpreter's innermost functions are made of them.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_TEXT_BITS_H
#define HEDRA_RUNTIME_PTXSIM_TEXT_BITS_H

#include <stdint.h>
#include <string.h>

static inline uint64_t bits_of_f64(double a)
{
    uint64_t bits;

    memcpy(&bits, &a, sizeof bits);
    return bits;
}

static inline double f64_of_bits(uint64_t bits)
{
    double a;

    memcpy(&a, &bits, sizeof a);
    return a;
}

static inline uint32_t bits_of_f32(float a)
{
    uint32_t bits;

    memcpy(&bits, &a, sizeof bits);
    return bits;
}

static inline float f32_of_bits(uint32_t bits)
{
    float a;

    memcpy(&a, &bits, sizeof a);
    return a;
}

#endif
