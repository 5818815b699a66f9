/*
 * What one memory instruction of one warp costs the memory system: pure
 * functions of the lanes' addresses.
 *
 * Lanes of the mask `active` (never 0) access `bytes` bytes each, contiguous
 * and aligned to their size, or to the largest power of two in it; addresses
 * of other lanes are not read.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_COUNT_REQUEST_H
#define HEDRA_RUNTIME_PTXSIM_COUNT_REQUEST_H

#include <stdint.h>

/* Lines: up to 8 words of each lane of local memory lie in lines of their own.
 */
enum { REQUEST_LANES = 32, REQUEST_LINES = 256 };

/* Global and local memory: a warp's request touches lines of 128 bytes, and of
 * each the sectors of 32 bytes in which some lane touches a byte; each is moved
 * once, however many lanes want it. Ideal is what the bytes touched would take
 * if they lay side by side. */
struct request_traffic {
    int sectors, ideal;
    int line_count; /* lines by first lane that touches them */
    struct {
        uint64_t number;  /* address / 128 */
        unsigned sectors; /* mask of 4 */
    } line[REQUEST_LINES];
};

void request_global(const uint64_t *address, uint32_t active, int bytes,
                    struct request_traffic *out);
/* Windows of a warp's threads are interleaved by words of 4 bytes: word w of
 * lane k lies 128 * w + 4 * k behind `base`, a multiple of 128. `offset` is
 * within each thread's window. */
void request_local(const uint64_t *offset, uint32_t active, int bytes,
                   uint64_t base, struct request_traffic *out);

/* Shared memory: 32 banks of 4-byte words. Lanes are served in groups: all 32
 * for up to 4 bytes per lane, halves for 8, quarters for 16 (and eighths for
 * 32). A group takes as many wavefronts as the bank with the most different
 * words has; lanes that want the same word share it. Ideal is one wavefront
 * for each group with an active lane. */
struct request_banks {
    int wavefronts, ideal;
};
struct request_banks request_shared(const uint64_t *offset, uint32_t active,
                                    int bytes);
/* Wavefronts of atomics, which share nothing: two lanes at one word are served
 * one after the other. */
struct request_banks request_shared_atomic(const uint64_t *offset,
                                           uint32_t active, int bytes);

/* How many lanes meet at the most wanted address: the turns in which an atomic
 * is done. */
int request_turns(const uint64_t *address, uint32_t active);
/* How many different addresses there are: the turns in which constant memory,
 * that serves one at a time, is read. */
int request_distinct(const uint64_t *address, uint32_t active);

#endif
