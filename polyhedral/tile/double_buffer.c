/*
 * Double buffering: which loops over tiles load the next one while one is used.
 *
 * Without that, a block waits for each tile: nothing is computed from the
 * loads' start until what they bring is in shared memory, between two barriers.
 * With two halves of shared memory in alternation,
 *
 *     load tile 0 to registers
 *     for tiles t:
 *       store the registers to half t mod 2
 *       barrier
 *       load tile t + 1 to registers
 *       compute with half t mod 2
 *
 * there is one barrier for each tile: the half that tile t + 1 is stored to was
 * last read for tile t - 1, which all threads were done with when they came to
 * the barrier of t. The time that loads take is that of computing. No kernel
 * writes what it has tiles of (shared_tile.c), so that a load may come earlier.
 *
 * Threads must hold what they load: only tiles of which each thread copies a
 * few elements, as many each time, are loaded ahead. More registers and twice
 * the shared memory may leave room for fewer blocks: a multiprocessor is to
 * keep as many warps as it had, or enough to have something to issue. Where not
 * all of a thread's points are there, as along the slope of a triangle,
 * registers are too few already (unroll_jam.c): with what is loaded ptxas
 * spills some, 20 bytes of a thread in PolyBench's correlation for sm_80. No
 * time is predicted: what is weighed are barriers, loads under way, registers,
 * warps.
 */
#include "polyhedral/tile/tile.h"

#include "polyhedral/cost/cost.h"

enum {
    SHARED_BYTES = 48 * 1024, /* of a block, what every GPU gives */
    MOST_WORDS = 32,          /* registers of 32 bits that a thread loads to */
    MOST_REGISTERS = 255
};

int double_buffer_rounds(const struct map_kernel *kernel,
                         const struct staging_buffer *buffer, int64_t each)
{
    const int64_t *block = kernel->block;
    int64_t once = block[0] * block[1] * block[2] * each;
    int64_t width = buffer->size[buffer->rank - 1];
    int64_t count = shared_layout_rows(buffer) * width;
    bool fits =
        count % once == 0 && count / once * each <= AHEAD_MAX_ROUNDS &&
        (buffer->rank == 2 ? once % width == 0
                           : buffer->rank == 1 && !buffer->layout.swizzle);
    return fits ? (int)(count / once) : 0;
}

int double_buffer_each(const struct map_kernel *kernel,
                       const struct staging_buffer *buffer)
{
    return double_buffer_rounds(kernel, buffer, buffer->vector)
               ? (int)buffer->vector
               : 1;
}

/* Registers that a thread loads all staging buffers' elements to; more than
 * there are if some tile is not copied by as many elements each time. */
static int64_t loaded_words(const struct poly *poly,
                            const struct map_kernel *kernel)
{
    int64_t words = 0;
    for (int s = 0; s < kernel->shared.count; s++) {
        const struct staging_buffer *buffer = &kernel->shared.buffer[s];
        int each = double_buffer_each(kernel, buffer);
        int rounds =
            buffer->whole ? double_buffer_rounds(kernel, buffer, each) : 0;
        if (!rounds)
            return MOST_REGISTERS + 1;
        words += rounds * each * occupancy_element(poly, buffer->array);
    }
    return words;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Where a thread has several points, has it registers left? */
static bool has_registers(const struct map_kernel *kernel)
{
    return !kernel->unroll.marked || kernel->unroll.neighbours;
}

static void remark_late(const struct poly *poly,
                        const struct map_kernel *kernel, const char *why)
{
    fault_add(poly->faults, FAULT_STAGED, kernel->loc,
              "tiles are loaded when they are needed: %s", why);
}

/* Why two tiles at a time cannot be; NULL: they can. */
static const char *find_obstacle(const struct poly *poly, int64_t words,
                                 int64_t bytes)
{
    if (words > MOST_REGISTERS)
        return "not every thread copies the same few elements of each";
    if (words > MOST_WORDS)
        return arena_printf(poly->arena,
                            "the next one would take %lld registers of a"
                            " thread, more than %d",
                            (long long)words, MOST_WORDS);
    if (bytes > SHARED_BYTES)
        return arena_printf(poly->arena,
                            "two at a time would take %lld bytes of shared"
                            " memory, more than %d",
                            (long long)bytes, SHARED_BYTES);
    return NULL;
}

void double_buffer_choose(const struct poly *poly, struct map_kernel *kernel)
{
    if (!pass_runs(poly->passes, PASS_DOUBLE_BUFFER))
        return;
    int64_t words = loaded_words(poly, kernel), bytes = 0;
    for (int s = 0; s < kernel->shared.count; s++)
        bytes += shared_tile_buffer_bytes(poly, &kernel->shared.buffer[s]);
    const char *why = find_obstacle(poly, words, 2 * bytes);
    if (why) {
        remark_late(poly, kernel, why);
        return;
    }
    int64_t own = occupancy_words(poly, kernel);
    int64_t enough = occupancy_enough(kernel);
    int64_t before = occupancy_warps(kernel, own, bytes);
    int64_t after = occupancy_warps(kernel, own + words, 2 * bytes);
    bool fits = has_registers(kernel) && after >= least(before, enough);
    kernel->shared.doubled =
        choice_take(poly->choice, CHOICE_AHEAD, fits ? 2 : 1) == 2;
    const char *room = arena_printf(
        poly->arena,
        "%lld bytes instead of %lld, and room for about %lld warps on a"
        " multiprocessor instead of %lld, where %lld are enough%s",
        (long long)(2 * bytes), (long long)bytes, (long long)after,
        (long long)before, (long long)enough,
        has_registers(kernel)
            ? ""
            : "; points outside the domain leave few registers");
    if (kernel->shared.doubled)
        fault_add(poly->faults, FAULT_STAGED, kernel->loc,
                  "the next tile is loaded while this one is in use: one"
                  " barrier for each tile instead of two, %lld registers of a"
                  " thread that hold it, %s",
                  (long long)words, room);
    else
        remark_late(
            poly, kernel,
            arena_printf(poly->arena, "two at a time would take %s", room));
}
