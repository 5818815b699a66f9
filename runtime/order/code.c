/*
 * Dilated integers (Raman and Wise 2008): single codes by shifts and masks, or
 * by pdep and pext where these are fast.
 *
 * Some processors have pdep as microcode, 18 times slower than shifts and
 * masks, and say so nowhere: which is faster here is measured when it is first
 * asked for, in some 20 microseconds.
 */
#include "runtime/order/local.h"
#include "runtime/order/spread.inc"

#include <stdatomic.h>

uint64_t code_spread(int dims, uint32_t x)
{
    return dims == 3 ? spread_3(x) : spread_2(x);
}

uint32_t code_gather(int dims, uint64_t code)
{
    return dims == 3 ? gather_3(code) : gather_2(code);
}

static uint64_t morton_masks(int dims, const uint32_t x[3])
{
    if (dims == 2)
        return spread_2(x[0]) | spread_2(x[1]) << 1;
    return spread_3(x[0]) | spread_3(x[1]) << 1 | spread_3(x[2]) << 2;
}

static void split_masks(int dims, uint64_t code, uint32_t x[3])
{
    for (int a = 0; a < 3; a++)
        x[a] = a < dims ? code_gather(dims, code >> a) : 0;
}

#if defined __GNUC__ && defined __x86_64__
#include <immintrin.h>

__attribute__((target("bmi2"))) static uint64_t morton_pdep(int dims,
                                                            const uint32_t x[3])
{
    if (dims == 2)
        return _pdep_u64(x[0], EVERY_SECOND) |
               _pdep_u64(x[1], EVERY_SECOND << 1);
    return _pdep_u64(x[0], EVERY_THIRD) | _pdep_u64(x[1], EVERY_THIRD << 1) |
           _pdep_u64(x[2], EVERY_THIRD << 2);
}

__attribute__((target("bmi2"))) static void split_pext(int dims, uint64_t code,
                                                       uint32_t x[3])
{
    const uint64_t mask = dims == 3 ? EVERY_THIRD : EVERY_SECOND;
    for (int a = 0; a < 3; a++)
        x[a] = a < dims ? (uint32_t)_pext_u64(code, mask << a) : 0;
}

/* Seconds of 256 codes, the least of four times. */
static double time_of(uint64_t (*morton)(int, const uint32_t *))
{
    double best = 1;
    volatile uint64_t sink = 0;
    for (int again = 0; again < 4; again++) {
        double begin = base_clock();
        for (uint32_t n = 0; n < 256; n++)
            sink ^= morton(3, (const uint32_t[]){n * 7919 & 0x1fffff, n, ~n});
        double time = base_clock() - begin;
        best = time < best ? time : best;
    }
    (void)sink;
    return best;
}

/* Is pdep faster here than shifts and masks? Threads that ask at once may both
 * measure; either answer gives the same codes. */
static bool has_fast_pdep(void)
{
    enum { UNKNOWN, SLOW, FAST };
    static atomic_int known = UNKNOWN;
    int is = atomic_load_explicit(&known, memory_order_relaxed);
    if (is == UNKNOWN) {
        is = __builtin_cpu_supports("bmi2") &&
                     time_of(morton_pdep) < time_of(morton_masks)
                 ? FAST
                 : SLOW;
        atomic_store_explicit(&known, is, memory_order_relaxed);
    }
    return is == FAST;
}

uint64_t code_morton(int dims, const uint32_t x[3])
{
    return has_fast_pdep() ? morton_pdep(dims, x) : morton_masks(dims, x);
}

void code_split(int dims, uint64_t code, uint32_t x[3])
{
    if (has_fast_pdep())
        split_pext(dims, code, x);
    else
        split_masks(dims, code, x);
}
#else
uint64_t code_morton(int dims, const uint32_t x[3])
{
    return morton_masks(dims, x);
}

void code_split(int dims, uint64_t code, uint32_t x[3])
{
    split_masks(dims, code, x);
}
#endif
