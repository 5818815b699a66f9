/* The models behind the counts against their definitions, computed the slow
 * way: caches, a warp's request, occupancy, roofline. */
#include "runtime/ptxsim/count/count.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Caches ------------------------------------------------------------------- */

enum { SLOW_WAYS = 8, SLOW_SETS = 16 };

/* Each set a list of lines, the one used last first. */
struct slow_cache {
    int ways, sets;
    struct {
        int count;
        struct {
            uint64_t line;
            unsigned valid, dirty;
        } at[SLOW_WAYS + 2]; /* one more, and one to swap through */
    } set[SLOW_SETS];
    uint64_t evicted;
};

static unsigned slow_access(struct slow_cache *c, uint64_t line,
                            unsigned sectors, bool write)
{
    int s = (int)(line % (uint64_t)c->sets), k = 0;
    unsigned hits;

    while (k < c->set[s].count && c->set[s].at[k].line != line)
        k++;
    if (k == c->set[s].count) {
        c->set[s].at[k].line = line;
        c->set[s].at[k].valid = c->set[s].at[k].dirty = 0;
        c->set[s].count++;
    }
    for (; k > 0; k--) {
        c->set[s].at[SLOW_WAYS + 1] = c->set[s].at[k];
        c->set[s].at[k] = c->set[s].at[k - 1];
        c->set[s].at[k - 1] = c->set[s].at[SLOW_WAYS + 1];
    }
    if (c->set[s].count > c->ways) {
        c->set[s].count--;
        c->evicted +=
            (uint64_t)__builtin_popcount(c->set[s].at[c->set[s].count].dirty);
    }
    hits = c->set[s].at[0].valid & sectors;
    c->set[s].at[0].valid |= sectors;
    if (write)
        c->set[s].at[0].dirty |= sectors;
    return hits;
}

static uint64_t slow_flush(struct slow_cache *c)
{
    uint64_t dirty = 0;

    for (int s = 0; s < c->sets; s++) {
        for (int k = 0; k < c->set[s].count; k++)
            dirty += (uint64_t)__builtin_popcount(c->set[s].at[k].dirty);
        c->set[s].count = 0;
    }
    return dirty;
}

static void compare_caches(int sets, int ways, uint64_t lines, uint64_t seed)
{
    struct slow_cache slow = {.ways = ways, .sets = sets};
    struct cache_shape shape = {(int64_t)sets * ways * CACHE_LINE, ways, false};
    struct cache *fast = cache_new(&shape);
    uint64_t evicted = 0;

    assert_non_null(fast);
    assert_int_equal(cache_sets(fast), sets);
    for (int k = 0; k < 20000; k++) {
        uint64_t r = next(&seed);
        uint64_t line = r % lines;
        unsigned sectors = 1 + (unsigned)(r >> 32) % 15;
        bool write = r >> 40 & 1;

        assert_int_equal(cache_access(fast, line, sectors, write),
                         slow_access(&slow, line, sectors, write));
        evicted += cache_take_evicted(fast);
        assert_int_equal(evicted, slow.evicted);
        if (k % 5000 == 4999)
            assert_int_equal(cache_flush(fast), slow_flush(&slow));
    }
    cache_free(fast);
}

static void test_cache(void **state)
{
    (void)state;
    compare_caches(1, 1, 3, 1);
    compare_caches(1, 8, 12, 2);
    compare_caches(16, 1, 40, 3);
    compare_caches(7, 4, 50, 4);
    compare_caches(16, 8, 300, 5);
}

/* A loop over as many lines as there are ways hits from the second time on;
 * over one more, LRU never does. */
static void test_cache_loop(void **state)
{
    struct cache_shape shape = {4 * CACHE_LINE, 4, false};

    (void)state;
    for (uint64_t lines = 4; lines <= 5; lines++) {
        struct cache *c = cache_new(&shape);
        int hits = 0;

        for (uint64_t k = 0; k < 10 * lines; k++)
            hits += __builtin_popcount(cache_access(c, k % lines, 15, false));
        assert_int_equal(hits, lines == 4 ? 9 * 4 * 4 : 0);
        cache_free(c);
    }
}

static void test_cache_drop(void **state)
{
    struct cache_shape shape = {8 * CACHE_LINE, 2, false};
    struct cache *c = cache_new(&shape);

    (void)state;
    cache_access(c, 5, 15, true);
    cache_drop(c, 5, 6);
    cache_drop(c, 99, 15);
    assert_int_equal(cache_access(c, 5, 15, false), 9);
    assert_int_equal(cache_flush(c), 2);
    assert_int_equal(cache_access(c, 5, 15, false), 0);
    cache_free(c);
}

/* A stride of a power of two meets one set of the plain cache, all of the
 * hashed one: 256 lines fit into the 1024 of the latter. */
static void test_cache_hash(void **state)
{
    int hits[2];

    (void)state;
    for (int hashed = 0; hashed < 2; hashed++) {
        struct cache_shape shape = {1024 * CACHE_LINE, 16, hashed != 0};
        struct cache *c = cache_new(&shape);

        hits[hashed] = 0;
        for (uint64_t k = 0; k < 512; k++)
            hits[hashed] +=
                __builtin_popcount(cache_access(c, k % 256 * 64, 1, false));
        cache_free(c);
    }
    assert_int_equal(hits[0], 0);
    assert_in_range(hits[1], 240, 256);
}

/* Requests ----------------------------------------------------------------- */

enum { MEMORY = 1 << 16 };

static unsigned char touched[MEMORY];

/* Sectors with a byte that some lane touches; the bytes go to *bytes. */
static int slow_sectors(int *bytes)
{
    int sectors = 0;

    *bytes = 0;
    for (int s = 0; s < MEMORY / 32; s++) {
        int here = 0;

        for (int k = 0; k < 32; k++)
            here += touched[32 * s + k];
        sectors += here > 0;
        *bytes += here;
    }
    return sectors;
}

static void check_lines(const struct request_traffic *t)
{
    for (int k = 0; k < t->line_count; k++)
        for (int s = 0; s < 4; s++) {
            const unsigned char *at =
                touched + t->line[k].number * 128 + 32 * s;
            int here = 0;

            for (int b = 0; b < 32; b++)
                here += at[b];
            assert_int_equal(here > 0, t->line[k].sectors >> s & 1);
        }
}

static void random_lanes(uint64_t *seed, int bytes, int range,
                         uint64_t address[32], uint32_t *active)
{
    for (int k = 0; k < 32; k++)
        address[k] = next(seed) % (uint64_t)(range / bytes) * (uint64_t)bytes;
    *active = next(seed) & 1 ? UINT32_MAX : (uint32_t)next(seed) | 1u << 7;
}

static void test_global(void **state)
{
    uint64_t seed = 11, address[32];

    (void)state;
    for (int round = 0; round < 3000; round++) {
        int bytes = 1 << round % 6, range = round & 64 ? MEMORY : 1024, all;
        struct request_traffic t;
        uint32_t active;

        random_lanes(&seed, bytes, range, address, &active);
        memset(touched, 0, sizeof touched);
        for (int k = 0; k < 32; k++)
            if (active >> k & 1)
                memset(touched + address[k], 1, (size_t)bytes);
        request_global(address, active, bytes, &t);
        assert_int_equal(t.sectors, slow_sectors(&all));
        assert_int_equal(t.ideal, (all + 31) / 32);
        check_lines(&t);
    }
}

static void test_local(void **state)
{
    uint64_t seed = 12, offset[32];

    (void)state;
    for (int round = 0; round < 3000; round++) {
        int bytes = 1 << round % 5, range = round & 64 ? 1024 : 64, all;
        struct request_traffic t;
        uint32_t active;

        random_lanes(&seed, bytes, range, offset, &active);
        memset(touched, 0, sizeof touched);
        for (int k = 0; k < 32; k++)
            for (int b = 0; b < bytes && active >> k & 1; b++) {
                uint64_t at = offset[k] + (uint64_t)b;

                touched[1280 + at / 4 * 128 + (uint64_t)k * 4 + at % 4] = 1;
            }
        request_local(offset, active, bytes, 1280, &t);
        assert_int_equal(t.sectors, slow_sectors(&all));
        assert_int_equal(t.ideal, (all + 31) / 32);
        check_lines(&t);
    }
}

static uint64_t at_stride[32];

static const uint64_t *stride(uint64_t start, uint64_t step)
{
    for (uint64_t k = 0; k < 32; k++)
        at_stride[k] = start + k * step;
    return at_stride;
}

/* Sectors of one full request at each stride, in bytes. */
static void test_strides(void **state)
{
    static const struct {
        int start, stride, bytes, sectors, ideal;
    } row[] = {
        {0, 4, 4, 4, 4},     {0, 8, 8, 8, 8},   {0, 16, 16, 16, 16},
        {0, 8, 4, 8, 4},     {0, 16, 4, 16, 4}, {0, 32, 4, 32, 4},
        {0, 4096, 4, 32, 4}, {0, 0, 4, 1, 1},   {0, 0, 8, 1, 1},
        {4, 4, 4, 5, 4},     {28, 4, 4, 5, 4},  {8, 8, 8, 9, 8},
        {0, 1, 1, 1, 1},     {31, 1, 1, 2, 1},  {0, 2, 2, 2, 2},
        {0, 8192, 8, 32, 8}, {0, 24, 8, 24, 8},
    };
    struct request_traffic t;

    (void)state;
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        request_global(stride((uint64_t)row[k].start, (uint64_t)row[k].stride),
                       UINT32_MAX, row[k].bytes, &t);
        assert_int_equal(t.sectors, row[k].sectors);
        assert_int_equal(t.ideal, row[k].ideal);
    }
    request_local(stride(8, 0), UINT32_MAX, 4, 0, &t);
    assert_int_equal(t.sectors, 4);
    request_local(stride(8, 0), UINT32_MAX, 8, 0, &t);
    assert_int_equal(t.sectors, 8);
}

/* Wavefronts of a group: the most different words in one bank. */
static int slow_group(const uint64_t *offset, uint32_t group, int bytes,
                      bool shared)
{
    int most = 0;

    for (uint64_t bank = 0; bank < 32; bank++) {
        int depth = 0;

        for (uint64_t word = bank; word < MEMORY / 4; word += 32) {
            int users = 0;

            for (int k = 0; k < 32; k++)
                users += (group >> k & 1) && offset[k] / 4 <= word &&
                         word <= (offset[k] + (uint64_t)bytes - 1) / 4;
            depth += shared ? users > 0 : users;
        }
        if (depth > most)
            most = depth;
    }
    return most;
}

static void check_banks(const uint64_t *offset, uint32_t active, int bytes)
{
    static const uint32_t part[3][4] = {{0xffffffff},
                                        {0xffff, 0xffff0000},
                                        {0xff, 0xff00, 0xff0000, 0xff000000}};
    const uint32_t *group = part[bytes <= 4 ? 0 : bytes == 8 ? 1 : 2];
    struct request_banks want = {0, 0}, atomic = {0, 0}, is;

    for (int g = 0; g < 4; g++) {
        if (!(group[g] & active))
            continue;
        want.ideal++;
        want.wavefronts += slow_group(offset, group[g] & active, bytes, true);
        atomic.wavefronts +=
            slow_group(offset, group[g] & active, bytes, false);
    }
    is = request_shared(offset, active, bytes);
    assert_int_equal(is.wavefronts, want.wavefronts);
    assert_int_equal(is.ideal, want.ideal);
    is = request_shared_atomic(offset, active, bytes);
    assert_int_equal(is.wavefronts, atomic.wavefronts);
    assert_int_equal(is.ideal, want.ideal);
}

static void test_banks(void **state)
{
    uint64_t seed = 13, offset[32];

    (void)state;
    for (int round = 0; round < 40; round++) {
        int bytes = 1 << round % 5;
        uint32_t active;

        random_lanes(&seed, bytes, round & 8 ? 2048 : 16384, offset, &active);
        check_banks(offset, active, bytes);
    }
}

/* The thesis' transposition: a column of a tile of 32 x 32, without and with a
 * word of padding for each row; and broadcasts. */
static void test_bank_strides(void **state)
{
    static const struct {
        int stride, bytes, wavefronts, ideal;
    } row[] = {
        {4, 4, 1, 1},   {128, 4, 32, 1}, {132, 4, 1, 1}, {8, 4, 2, 1},
        {64, 4, 16, 1}, {0, 4, 1, 1},    {8, 8, 2, 2},   {256, 8, 32, 2},
        {264, 8, 2, 2}, {0, 8, 2, 2},    {16, 16, 4, 4}, {1, 1, 1, 1},
        {4, 1, 1, 1},   {20, 4, 1, 1},   {96, 4, 8, 1},
    };

    (void)state;
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct request_banks is = request_shared(
            stride(0, (uint64_t)row[k].stride), UINT32_MAX, row[k].bytes);

        assert_int_equal(is.wavefronts, row[k].wavefronts);
        assert_int_equal(is.ideal, row[k].ideal);
    }
}

static void test_turns(void **state)
{
    uint64_t address[32];

    (void)state;
    for (uint64_t k = 0; k < 32; k++)
        address[k] = k % 5 * 8;
    assert_int_equal(request_turns(address, UINT32_MAX), 7);
    assert_int_equal(request_distinct(address, UINT32_MAX), 5);
    assert_int_equal(request_turns(address, 1u << 9), 1);
    assert_int_equal(request_turns(address, 0x421), 3);
    assert_int_equal(request_distinct(address, 0x423), 2);
}

/* Occupancy ---------------------------------------------------------------- */

/* Figures of NVIDIA's occupancy calculator for compute capability 8.0, 9.0. */
static void test_occupancy(void **state)
{
    static const struct {
        const char *arch;
        struct occupancy_input in;
        int blocks, warps;
        enum occupancy_limit limit;
        int l1; /* KiB */
    } row[] = {
        {"sm_80", {256, 0, 0}, 8, 64, OCCUPANCY_WARPS, 192},
        {"sm_80", {256, 32, 0}, 8, 64, OCCUPANCY_WARPS, 192},
        {"sm_80", {256, 33, 0}, 6, 48, OCCUPANCY_REGISTERS, 192},
        {"sm_80", {256, 64, 0}, 4, 32, OCCUPANCY_REGISTERS, 192},
        {"sm_80", {256, 255, 0}, 1, 8, OCCUPANCY_REGISTERS, 192},
        {"sm_80", {1024, 64, 0}, 1, 32, OCCUPANCY_REGISTERS, 192},
        {"sm_80", {1024, 65, 0}, 0, 0, OCCUPANCY_IMPOSSIBLE, 192},
        {"sm_80", {32, 16, 0}, 32, 32, OCCUPANCY_BLOCKS, 192},
        {"sm_80", {33, 16, 0}, 32, 64, OCCUPANCY_WARPS, 192},
        {"sm_80", {128, 32, 48 * 1024}, 3, 12, OCCUPANCY_SHARED, 28},
        {"sm_80", {128, 32, 163 * 1024}, 1, 4, OCCUPANCY_SHARED, 28},
        {"sm_80", {128, 32, 164 * 1024}, 0, 0, OCCUPANCY_IMPOSSIBLE, 192},
        {"sm_80", {256, 32, 8192}, 8, 64, OCCUPANCY_WARPS, 92},
        {"sm_90", {128, 32, 48 * 1024}, 4, 16, OCCUPANCY_SHARED, 60},
        {"sm_90", {128, 168, 0}, 3, 12, OCCUPANCY_REGISTERS, 256},
    };

    (void)state;
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct occupancy is =
            arch_occupancy(arch_find(row[k].arch), &row[k].in);

        assert_int_equal(is.blocks, row[k].blocks);
        assert_int_equal(is.warps, row[k].warps);
        assert_int_equal(is.limit, row[k].limit);
        assert_int_equal(is.l1, row[k].l1 * 1024);
        assert_true(is.share == row[k].warps / 64.0);
    }
}

/* Published peaks follow from the table. */
static void test_peaks(void **state)
{
    const struct arch *a100 = arch_find("sm_80"), *h100 = arch_find("sm_90");
    double f32 = 2 * a100->sms * a100->rate[ARCH_F32] * a100->clock;

    (void)state;
    assert_true(f32 > 19.4e12 && f32 < 19.6e12);
    f32 = 2 * h100->sms * h100->rate[ARCH_F32] * h100->clock;
    assert_true(f32 > 66.5e12 && f32 < 67.5e12);
    assert_null(arch_find("sm_13"));
    assert_ptr_equal(arch_at(0), a100);
    assert_null(arch_at(2));
}

/* One block uses one multiprocessor, 109 blocks on 108 half of them. */
static void test_clocks(void **state)
{
    const struct arch *arch = arch_find("sm_80");
    double work[ARCH_LIMITS] = {[ARCH_ISSUE] = 4000, [ARCH_DRAM] = 1000};
    double clocks[ARCH_LIMITS];

    (void)state;
    arch_clocks(arch, 1, work, clocks);
    assert_true(clocks[ARCH_ISSUE] == 1000);
    assert_int_equal(arch_binding(clocks), ARCH_ISSUE);
    arch_clocks(arch, 108, work, clocks);
    assert_true(clocks[ARCH_ISSUE] == 4000.0 / 4 / 108);
    arch_clocks(arch, 109, work, clocks);
    assert_true(clocks[ARCH_ISSUE] == 4000.0 / (4 * 54.5));
    work[ARCH_DRAM] = 1e9;
    arch_clocks(arch, 108, work, clocks);
    assert_int_equal(arch_binding(clocks), ARCH_DRAM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cache),        cmocka_unit_test(test_cache_loop),
        cmocka_unit_test(test_cache_drop),   cmocka_unit_test(test_cache_hash),
        cmocka_unit_test(test_global),       cmocka_unit_test(test_local),
        cmocka_unit_test(test_strides),      cmocka_unit_test(test_banks),
        cmocka_unit_test(test_bank_strides), cmocka_unit_test(test_turns),
        cmocka_unit_test(test_occupancy),    cmocka_unit_test(test_peaks),
        cmocka_unit_test(test_clocks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
