/*
 * What the kernels of a region ask of memory, predicted from their KIR for
 * given sizes: requests of warps, 32-byte sectors, wavefronts of shared memory.
 *
 * A KIR_HOST driver and its kernels are walked as a GPU runs them, in warps of
 * 32 lanes that follow the statement tree in step; of the arithmetic only the
 * integers are computed. Every value also carries its stride along each loop,
 * host loop and grid dimension around it, and every comparison says for how
 * many more iterations it will come out the same: so long, the counts repeat
 * with the period in which addresses move by whole sectors, and are multiplied
 * in place of walked. The counts are exact. Where no bound depends on another
 * iterator, the work does not grow with the sizes.
 *
 * Forbids nothing and owns nothing: results live in the caller's arena.
 *
 *   access.c       one request of a warp: its sectors, its banks
 *   access_walk.c  the walk over a driver and its kernels
 *   lanes.c        integers of a warp, and their strides along loops
 */
#ifndef HEDRA_BACKENDS_MEMORY_MEMORY_H
#define HEDRA_BACKENDS_MEMORY_MEMORY_H

#include "backends/kir/kir.h"

enum { KIR_SECTOR_BYTES = 32, KIR_BANKS = 32, KIR_BANK_BYTES = 4 };

/* Sums over requests. A request is one instruction of one warp with at least
 * one active lane.
 *   sectors           32-byte sectors of global memory that the lanes touch
 *   ideal_sectors     as few as hold the distinct bytes that they touch
 *   wavefronts        passes over the banks of shared memory
 *   ideal_wavefronts  the same if no two lanes met in a bank
 * Sectors are 0 for shared memory, wavefronts for global. */
struct kir_access_count {
    int64_t requests, lanes, sectors, ideal_sectors;
    int64_t wavefronts, ideal_wavefronts;
};

/* The request of the lanes in `mask` for `bytes` (1, 2, 4, 8 or 16) each at
 * byte addresses `at`, which are multiples of `bytes`; added to `count`. */
void kir_access_add_global(const int64_t *at, uint32_t mask, int bytes,
                           struct kir_access_count *count);
/* The request in shared memory; addresses count from its beginning. A request
 * of 8 bytes a lane is served in two halves, one of 16 in four quarters. Lanes
 * that want the same word share it, but for atomics. */
void kir_access_add_shared(const int64_t *at, uint32_t mask, int bytes,
                           bool atomic, struct kir_access_count *count);

enum kir_access_kind { KIR_ACCESS_LOAD, KIR_ACCESS_STORE, KIR_ACCESS_ATOMIC };

/* One place in a kernel's text that touches global or shared memory. */
struct kir_access {
    const struct kir_func *kernel;
    const struct kir_stmt *stmt;
    enum kir_access_kind kind;
    int buffer;         /* of the kernel */
    int bytes;          /* of one lane */
    int line;           /* of the user's source, 0 if none */
    const char *origin; /* see kir_origin; NULL: none */
    /* The counts depend on what arrays hold. */
    bool unknown;
    struct kir_access_count count;
};

/* The launches of one kernel, in all. */
struct kir_launches {
    const struct kir_func *kernel;
    bool unknown;           /* how many, or of how many blocks */
    int64_t count, blocks;  /* blocks: of all launches together */
    int64_t most_blocks[3]; /* the grid of the largest launch that is known */
};

/* What a driver is given. */
struct kir_access_input {
    const int64_t *scalar; /* of each parameter of the driver */
    const bool *known;     /* of each: is its value known? */
    /* The address of element 0 of each row of the region's table, modulo
     * KIR_SECTOR_BYTES; NULL: all begin at a sector. */
    const int *start;
    int start_count;
    int64_t max_steps; /* statements of warps walked at most, 0: no limit */
};

/* The accesses of the kernels of `module` that `driver` launches: all of them
 * in the order of the kernels and of their text, in `arena`; `count` receives
 * their number. NULL if max_steps were not enough, or a count is beyond 2^51.
 */
struct kir_access *kir_access_predict(struct arena *arena,
                                      const struct kir_func *driver,
                                      const struct kir_access_input *input,
                                      int *count);
/* The launches of the kernels of the driver's module, by their numbers there;
 * kernels are not walked. NULL if max_steps were not enough. */
struct kir_launches *kir_launches_predict(struct arena *arena,
                                          const struct kir_func *driver,
                                          const struct kir_access_input *input);

#endif
