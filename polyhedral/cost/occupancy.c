/*
 * How many warps a multiprocessor has room for, before ptxas has said how many
 * registers a thread takes: what its points hold and read at a time, and what
 * is usual for the rest.
 *
 * A thread with more points loads less for each of them: of ex x ey points that
 * share what they read along either dimension, ex + ey elements for ex * ey
 * multiply-adds. But what they hold are registers: beyond what there is ptxas
 * spills, and with much less than that a multiprocessor has too few warps to
 * have something to issue while others wait. The program may run on any GPU:
 * the one with the least room decides.
 */
#include "polyhedral/cost/cost.h"

/* Of a multiprocessor, by compute capability (CUDA C++ Programming Guide,
 * technical specifications per compute capability). */
static const struct room {
    int64_t registers, shared_bytes, warps, blocks;
} rooms[] = {
    {64 * 1024, 164 * 1024, 64, 32}, /* 8.0 */
    {64 * 1024, 100 * 1024, 48, 16}, /* 8.6, 8.9: 24 blocks */
    {64 * 1024, 228 * 1024, 64, 32}, /* 9.0 */
};

enum {
    OTHER_WORDS = 80, /* what ptxas takes for addresses and counters */
    GUARD_WORDS = 32, /* what ptxas takes for conditions where points may be
                         outside the domain */
    MOST_REGISTERS = 255,
    BLOCK_RESERVED = 1024, /* bytes of shared memory of the system's own */
    SCHEDULERS = 4,
    LATENCY = 4 /* cycles from one multiply-add to the next that needs it */
};

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t points_each(const struct map_kernel *kernel)
{
    return kernel->unroll.each[0] * kernel->unroll.each[1] *
           kernel->unroll.each[2];
}

int64_t occupancy_element(const struct poly *poly, int array)
{
    int size = scop_type_size(poly->scop->array[poly->array[array].array].type);
    return size > 4 ? 2 : 1;
}

/* Of the largest element that the kernel has tiles of, or accesses. */
static int64_t largest_element(const struct poly *poly,
                               const struct map_kernel *kernel)
{
    int64_t size = 1;
    for (int s = 0; s < kernel->shared.count; s++)
        if (occupancy_element(poly, kernel->shared.buffer[s].array) > size)
            size = occupancy_element(poly, kernel->shared.buffer[s].array);
    for (int h = 0; h < kernel->unroll.promoted_count && !kernel->shared.count;
         h++)
        if (occupancy_element(poly, kernel->unroll.promoted[h].array) > size)
            size = occupancy_element(poly, kernel->unroll.promoted[h].array);
    return size;
}

int64_t occupancy_words(const struct poly *poly,
                        const struct map_kernel *kernel)
{
    int64_t words = OTHER_WORDS;
    for (int h = 0; h < kernel->unroll.promoted_count; h++)
        words += points_each(kernel) *
                 occupancy_element(poly, kernel->unroll.promoted[h].array);
    return words + (kernel->unroll.each[0] + kernel->unroll.each[1]) *
                       largest_element(poly, kernel);
}

int64_t occupancy_warps(const struct map_kernel *kernel, int64_t words,
                        int64_t bytes)
{
    int64_t threads = kernel->block[0] * kernel->block[1] * kernel->block[2];
    int64_t warps = (threads + KIR_WARP_LANES - 1) / KIR_WARP_LANES;
    int64_t each = least((words + 7) / 8 * 8, MOST_REGISTERS + 1);
    int64_t all = INT64_MAX;
    for (size_t k = 0; k < sizeof rooms / sizeof *rooms; k++) {
        const struct room *room = &rooms[k];
        int64_t blocks = room->registers / (each * warps * KIR_WARP_LANES);
        blocks = least(blocks, room->shared_bytes / (bytes + BLOCK_RESERVED));
        blocks = least(blocks, room->warps / warps);
        all = least(all, least(blocks, room->blocks) * warps);
    }
    return all;
}

int64_t occupancy_enough(const struct map_kernel *kernel)
{
    int64_t points = points_each(kernel);
    int64_t each = (LATENCY + points - 1) / points;
    return SCHEDULERS * (each > 2 ? each : 2);
}

/* Instructions of a multiply-add, more where schedulers have too little to
 * issue; 0: registers are too few. */
static double cost_of(const struct poly *poly, const struct map_kernel *kernel)
{
    int64_t words = occupancy_words(poly, kernel);
    int64_t warps = occupancy_warps(kernel, words, 0);
    int64_t enough = occupancy_enough(kernel);
    double loads = (double)(kernel->unroll.each[0] + kernel->unroll.each[1]);
    if (words + GUARD_WORDS > MOST_REGISTERS || !warps)
        return 0;
    return (1 + loads / (double)points_each(kernel)) *
           (double)(warps < enough ? enough : warps) / (double)warps;
}

/* The points along y of the same tile, by more threads of fewer points each. */
static void set_points(struct map_kernel *kernel, int64_t each)
{
    kernel->block[1] = kernel->block[1] * kernel->unroll.each[1] / each;
    kernel->unroll.each[1] = each;
}

void occupancy_choose(const struct poly *poly, struct map_kernel *kernel)
{
    const int64_t most = kernel->unroll.each[1];
    int64_t model = 1;
    double best = 0;
    for (int64_t each = most; each >= 1; each /= 2) {
        set_points(kernel, each);
        double cost = cost_of(poly, kernel);
        if (cost > 0 && (best == 0 || cost < best)) {
            best = cost;
            model = each;
        }
    }
    int64_t want = choice_take(poly->choice, CHOICE_POINTS, model), each = most;
    while (each > want)
        each /= 2;
    set_points(kernel, each);
    if (each < most)
        fault_add(
            poly->faults, FAULT_EXPECTED, kernel->loc,
            "each of a block's %lld threads has %lld x %lld points, which "
            "hold and read about %lld registers: room for %lld warps on a "
            "multiprocessor",
            (long long)(kernel->block[0] * kernel->block[1]),
            (long long)kernel->unroll.each[0], (long long)each,
            (long long)occupancy_words(poly, kernel),
            (long long)occupancy_warps(kernel, occupancy_words(poly, kernel),
                                       0));
}
