/*
 * Random KIR: one kernel without races and without undefined behaviour, and the
 * memory that it runs on. The same seed gives the same program.
 */
#ifndef HEDRA_TESTS_KIR_GEN_H
#define HEDRA_TESTS_KIR_GEN_H

#include "backends/kir/kir.h"

/* Elements of the kernel's memory that belong to one thread (a power of two),
 * threads of a block, blocks. */
enum {
    GEN_OWN = 8,
    GEN_THREADS = 4,
    GEN_BLOCKS = 2,
    GEN_BUFFERS = 8,
    GEN_SCALARS = 4
};

/* A module with the kernel "random"; its buffers 1 and 2 may overlap. */
struct kir_module *gen_module(struct arena *arena, uint64_t seed);

/* What the kernel runs on, the same for the same seed: buffers, with 1 and 2 in
 * the same memory, and scalars. `bytes` of `memory` can be compared. */
struct gen_input {
    struct kir_memory buffer[GEN_BUFFERS];
    union kir_imm scalar[GEN_SCALARS];
    void *memory;
    size_t bytes;
};
struct gen_input gen_input(struct arena *arena, uint64_t seed);

#endif
