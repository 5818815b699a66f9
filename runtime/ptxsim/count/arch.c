/*
 * The table of named GPUs, and occupancy and roofline estimates by it (arch.h).
 * S. Williams, A. Waterman, D. Patterson, "Roofline", Commun. ACM 52 (2009).
 */
#include "runtime/ptxsim/count/arch.h"

#include <stddef.h>
#include <string.h>

/*
 * Sources.
 *
 * Limits of a multiprocessor, carve-outs, operations per clock: NVIDIA, CUDA
 * C++ Programming Guide, "Compute Capabilities" (technical specifications) and
 * "Arithmetic Instructions" (throughput of native instructions); of integers
 * and conversions the rate of the slowest common kind.
 *
 * sm_80: NVIDIA A100 Tensor Core GPU Architecture (white paper, 2020), A100
 * SXM4 with 40 GB: 108 multiprocessors, 1410 MHz, 40 MB of L2 with 5120 bytes
 * per clock, 1555 GB/s.
 *
 * sm_90: NVIDIA H100 Tensor Core GPU Architecture (white paper) and data sheet,
 * H100 SXM5: 132 multiprocessors, 67 TFLOPS of f32, which makes 1980 MHz, 50 MB
 * of L2, 3.35 TB/s. The bandwidth of its L2 is not published: per clock it is
 * taken to be the A100's.
 *
 * L1: 128 bytes per clock (white papers). How many lines it looks up per clock
 * and the caches' associativities are not published: they are taken to be 4 and
 * 16.
 */
static const struct arch table[] = {
    {
        .name = "sm_80",
        .product = "A100 SXM4 40 GB",
        .sms = 108,
        .clock = 1.41e9,
        .warps = 64,
        .blocks = 32,
        .registers = 65536,
        .registers_per_thread = 255,
        .register_unit = 256,
        .warp_unit = 4,
        .shared_per_block = 163 * 1024,
        .shared_reserved = 1024,
        .shared_unit = 128,
        .unified = 192 * 1024,
        .carveout = {8, 16, 32, 64, 100, 132, 164},
        .l1_ways = 16,
        .l2_size = 40 * 1024 * 1024,
        .l2_ways = 16,
        .rate = {[ARCH_ISSUE] = 4,
                 [ARCH_F32] = 64,
                 [ARCH_F64] = 32,
                 [ARCH_INTEGER] = 64,
                 [ARCH_SPECIAL] = 16,
                 [ARCH_CONVERT] = 16,
                 [ARCH_WARP] = 32,
                 [ARCH_SHARED] = 1,
                 [ARCH_L1] = 128,
                 [ARCH_TAGS] = 4,
                 [ARCH_L2] = 5120,
                 [ARCH_DRAM] = 1555e9 / 1.41e9},
    },
    {
        .name = "sm_90",
        .product = "H100 SXM5",
        .sms = 132,
        .clock = 1.98e9,
        .warps = 64,
        .blocks = 32,
        .registers = 65536,
        .registers_per_thread = 255,
        .register_unit = 256,
        .warp_unit = 4,
        .shared_per_block = 227 * 1024,
        .shared_reserved = 1024,
        .shared_unit = 128,
        .unified = 256 * 1024,
        .carveout = {8, 16, 32, 64, 100, 132, 164, 196, 228},
        .l1_ways = 16,
        .l2_size = 50 * 1024 * 1024,
        .l2_ways = 16,
        .rate = {[ARCH_ISSUE] = 4,
                 [ARCH_F32] = 128,
                 [ARCH_F64] = 64,
                 [ARCH_INTEGER] = 64,
                 [ARCH_SPECIAL] = 16,
                 [ARCH_CONVERT] = 16,
                 [ARCH_WARP] = 32,
                 [ARCH_SHARED] = 1,
                 [ARCH_L1] = 128,
                 [ARCH_TAGS] = 4,
                 [ARCH_L2] = 5120,
                 [ARCH_DRAM] = 3350e9 / 1.98e9},
    },
};

enum { ARCHES = sizeof table / sizeof *table };

const struct arch *arch_at(int index)
{
    return index >= 0 && index < ARCHES ? &table[index] : NULL;
}

const struct arch *arch_find(const char *name)
{
    for (int k = 0; k < ARCHES; k++)
        if (strcmp(table[k].name, name) == 0)
            return &table[k];
    return NULL;
}

const char *arch_limit_name(enum arch_limit limit)
{
    static const char *const name[] = {
#define ARCH_LIMIT(name, text) text,
#include "runtime/ptxsim/count/arch.def"
#undef ARCH_LIMIT
    };
    return name[limit];
}

/* Occupancy ---------------------------------------------------------------- */

const char *occupancy_limit_name(enum occupancy_limit limit)
{
    static const char *const name[] = {
        [OCCUPANCY_WARPS] = "warps",
        [OCCUPANCY_BLOCKS] = "blocks",
        [OCCUPANCY_REGISTERS] = "registers",
        [OCCUPANCY_SHARED] = "shared memory",
        [OCCUPANCY_IMPOSSIBLE] = "does not fit",
    };
    return name[limit];
}

static int round_up(int value, int unit)
{
    return (value + unit - 1) / unit * unit;
}

/* The smallest size that shared memory can be given and that is enough. */
static int carve_out(const struct arch *arch, int bytes)
{
    if (bytes == 0)
        return 0;
    for (const int *size = arch->carveout; *size; size++)
        if (*size * 1024 >= bytes)
            return *size * 1024;
    return 0;
}

static int most_shared(const struct arch *arch)
{
    const int *size = arch->carveout;
    while (size[1])
        size++;
    return *size * 1024;
}

static void bound(struct occupancy *out, int blocks, enum occupancy_limit by)
{
    if (blocks >= out->blocks)
        return;
    out->blocks = blocks;
    out->limit = by;
}

struct occupancy arch_occupancy(const struct arch *arch,
                                const struct occupancy_input *in)
{
    int warps = (in->threads + 31) / 32;
    int registers = round_up(in->registers * 32, arch->register_unit);
    int shared = in->shared ? round_up(in->shared + arch->shared_reserved,
                                       arch->shared_unit)
                            : 0;
    struct occupancy out = {.blocks = arch->warps / warps,
                            .limit = OCCUPANCY_WARPS};
    bound(&out, arch->blocks, OCCUPANCY_BLOCKS);
    if (registers) {
        int most = arch->registers / registers;
        most -= most % arch->warp_unit;
        bound(&out, most / warps, OCCUPANCY_REGISTERS);
    }
    if (shared)
        bound(&out, most_shared(arch) / shared, OCCUPANCY_SHARED);
    if (in->shared > arch->shared_per_block ||
        in->registers > arch->registers_per_thread)
        out.blocks = 0;
    if (out.blocks == 0)
        out.limit = OCCUPANCY_IMPOSSIBLE;
    out.warps = out.blocks * warps;
    out.share = (double)out.warps / arch->warps;
    out.shared_carveout = carve_out(arch, out.blocks * shared);
    out.l1 = arch->unified - out.shared_carveout;
    return out;
}

/* Roofline ----------------------------------------------------------------- */

void arch_clocks(const struct arch *arch, int64_t blocks,
                 const double work[ARCH_LIMITS], double clocks[ARCH_LIMITS])
{
    int64_t fullest = (blocks + arch->sms - 1) / arch->sms;
    double sms = fullest ? (double)blocks / (double)fullest : 1;
    for (int k = 0; k < ARCH_LIMITS; k++) {
        bool whole = k == ARCH_L2 || k == ARCH_DRAM;
        clocks[k] = work[k] / (arch->rate[k] * (whole ? 1 : sms));
    }
}

enum arch_limit arch_binding(const double clocks[ARCH_LIMITS])
{
    int longest = 0;
    for (int k = 1; k < ARCH_LIMITS; k++)
        if (clocks[k] > clocks[longest])
            longest = k;
    return (enum arch_limit)longest;
}
