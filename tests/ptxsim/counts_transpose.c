/* The thesis' transposition (sec. 2.4-2.5): the same work by four kernels, told
 * apart by sectors per request and by wavefronts. */
#include "runtime/base/base.h"
#include "tests/ptxsim/counts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* a: [y][x] of this thread; b: [x][y]. */
#define INDICES                                                                \
    "  .reg .u32 %tx, %ty, %bx, %by, %x, %y, %n, %a, %b, %s;\n"                \
    "  .reg .u64 %in, %out, %p, %q;\n"                                         \
    "  .reg .f32 %v;\n"                                                        \
    "  ld.param.u64 %in, [P0];\n"                                              \
    "  ld.param.u64 %out, [P1];\n"                                             \
    "  ld.param.u32 %n, [P2];\n"                                               \
    "  mov.u32 %tx, %tid.x;\n"                                                 \
    "  mov.u32 %ty, %tid.y;\n"                                                 \
    "  mov.u32 %bx, %ctaid.x;\n"                                               \
    "  mov.u32 %by, %ctaid.y;\n"                                               \
    "  mad.lo.u32 %x, %bx, 32, %tx;\n"                                         \
    "  mad.lo.u32 %y, %by, 32, %ty;\n"                                         \
    "  mad.lo.u32 %a, %y, %n, %x;\n"                                           \
    "  mad.lo.u32 %b, %x, %n, %y;\n"

#define HEAD(name)                                                             \
    ".visible .entry " name                                                    \
    "(.param .u64 P0, .param .u64 P1, .param .u64 P2)\n{\n"

#define COPY(name, from, to)                                                   \
    HEAD(name)                                                                 \
    INDICES                                                                    \
    "  mad.wide.u32 %p, " from ", 4, %in;\n"                                   \
    "  mad.wide.u32 %q, " to ", 4, %out;\n"                                    \
    "  ld.global.f32 %v, [%p]; //@ 1 a[y][x]\n"                                \
    "  st.global.f32 [%q], %v; //@ 2 b[x][y]\n"                                \
    "  ret;\n}\n"

/* `pitch`: bytes of a row of the tile; the block writes its mirror image, whose
 * rows are the tile's columns. */
#define TILED(name, bytes, pitch)                                              \
    HEAD(name)                                                                 \
    "  .shared .align 4 .b8 tile_" name "[" bytes "];\n" INDICES               \
    "  mad.wide.u32 %p, %a, 4, %in;\n"                                         \
    "  ld.global.f32 %v, [%p];\n"                                              \
    "  mov.u32 %s, tile_" name ";\n"                                           \
    "  mad.lo.u32 %a, %ty, " pitch ", %s;\n"                                   \
    "  mad.lo.u32 %a, %tx, 4, %a;\n"                                           \
    "  st.shared.f32 [%a], %v;\n"                                              \
    "  bar.sync 0;\n"                                                          \
    "  mad.lo.u32 %a, %tx, " pitch ", %s;\n"                                   \
    "  mad.lo.u32 %a, %ty, 4, %a;\n"                                           \
    "  ld.shared.f32 %v, [%a];\n"                                              \
    "  mad.lo.u32 %x, %by, 32, %tx;\n"                                         \
    "  mad.lo.u32 %y, %bx, 32, %ty;\n"                                         \
    "  mad.lo.u32 %b, %y, %n, %x;\n"                                           \
    "  mad.wide.u32 %q, %b, 4, %out;\n"                                        \
    "  st.global.f32 [%q], %v;\n"                                              \
    "  ret;\n}\n"

static const char *const program[] = {
    COPY("read_coalesced", "%a", "%b"),
    COPY("write_coalesced", "%b", "%a"),
    TILED("plain", "4096", "128"),
    TILED("padded", "4224", "132"),
    NULL,
};

enum { N = 64, WARPS = N * N / 32 };

static struct rig transpose(const char *kernel)
{
    struct rig r = rig_new(program);
    uint64_t param[3] = {rig_words(&r, N * N), rig_words(&r, N * N), N};
    const uint32_t *in, *out;

    rig_run(&r, kernel, N / 32, N / 32, 32, 32, param);
    in = rig_host(&r, param[0], N * N);
    out = rig_host(&r, param[1], N * N);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            assert_int_equal(out[x * N + y], in[y * N + x]);
    return r;
}

static void check_global(const struct rig *r, const char *kernel, int load,
                         int store)
{
    const struct count_insn *ld = rig_insn(r, kernel, "ld.global");
    const struct count_insn *st = rig_insn(r, kernel, "st.global");

    assert_int_equal(ld->traffic.requests, WARPS);
    assert_int_equal(ld->traffic.sectors, load * WARPS);
    assert_int_equal(ld->traffic.ideal_sectors, 4 * WARPS);
    assert_int_equal(ld->traffic.bytes, 4 * N * N);
    assert_int_equal(st->traffic.requests, WARPS);
    assert_int_equal(st->traffic.sectors, store * WARPS);
    assert_int_equal(st->traffic.ideal_sectors, 4 * WARPS);
}

/* Each block reads its tile of 4096 bytes once whatever the order, for L1 keeps
 * it; L2 takes every store. */
static void check_caches(const struct rig *r, const char *kernel, int stores)
{
    const struct count_kernel *k = rig_kernel(r, kernel);
    struct count_traffic t = counts_of_space(k, PTXSIM_GLOBAL);

    assert_int_equal(t.l1_sectors - t.l1_hits, N * N * 4 / 32);
    assert_int_equal(t.l2_sectors, N * N * 4 / 32 + stores * WARPS);
    assert_int_equal(k->dram_read, N * N * 4 / 32);
    assert_int_equal(k->dram_written, N * N * 4 / 32);
}

static void test_read_coalesced(void **state)
{
    struct rig r = transpose("read_coalesced");

    (void)state;
    check_global(&r, "read_coalesced", 4, 32);
    check_caches(&r, "read_coalesced", 32);
    rig_free(&r);
}

static void test_write_coalesced(void **state)
{
    struct rig r = transpose("write_coalesced");

    (void)state;
    check_global(&r, "write_coalesced", 32, 4);
    check_caches(&r, "write_coalesced", 4);
    rig_free(&r);
}

static void check_tile(const char *kernel, int wavefronts)
{
    struct rig r = transpose(kernel);
    const struct count_insn *st = rig_insn(&r, kernel, "st.shared");
    const struct count_insn *ld = rig_insn(&r, kernel, "ld.shared");

    check_global(&r, kernel, 4, 4);
    check_caches(&r, kernel, 4);
    assert_int_equal(st->traffic.wavefronts, WARPS);
    assert_int_equal(st->traffic.ideal_wavefronts, WARPS);
    assert_int_equal(ld->traffic.wavefronts, wavefronts * WARPS);
    assert_int_equal(ld->traffic.ideal_wavefronts, WARPS);
    assert_int_equal(rig_kernel(&r, kernel)->barriers, N / 32 * N / 32);
    rig_free(&r);
}

static void test_tile(void **state)
{
    (void)state;
    check_tile("plain", 32);
    check_tile("padded", 1);
}

/* What is written does not depend on how many threads simulate. */
static void test_threads(void **state)
{
    static const int threads[] = {1, 2, 7};
    char *first = NULL;

    (void)state;
    for (int t = 0; t < 3; t++) {
        struct rig r = rig_new(program);
        uint64_t param[3] = {rig_words(&r, N * N), rig_words(&r, N * N), N};
        char *text;

        r.threads = threads[t];
        rig_run(&r, "read_coalesced", N / 32, N / 32, 32, 32, param);
        rig_run(&r, "plain", N / 32, N / 32, 32, 32, param);
        rig_run(&r, "plain", 1, N / 32, 32, 32, param);
        text = rig_show(&r, show_json, NULL);
        if (first) {
            assert_string_equal(text, first);
            free(text);
        } else {
            first = text;
        }
        rig_free(&r);
    }
    free(first);
}

static void golden(const char *name, const char *is)
{
    char path[1024], *want;

    snprintf(path, sizeof path, "%s/%s", COUNTS_FOLDER, name);
    if (getenv("HEDRA_UPDATE"))
        assert_true(base_write_file(path, is, strlen(is)));
    want = base_read_file(path, NULL);
    assert_non_null(want);
    assert_string_equal(is, want);
    free(want);
}

static const char ptxas_output[] =
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function 'plain' for 'sm_80'\n"
    "ptxas info    : Function properties for plain\n"
    "    16 bytes stack frame, 12 bytes spill stores, 8 bytes spill loads\n"
    "ptxas info    : Used 40 registers, used 1 barriers, 376 bytes cmem[0]\n";

static void test_golden(void **state)
{
    struct rig r = rig_new(program);
    uint64_t param[3] = {rig_words(&r, N * N), rig_words(&r, N * N), N};
    struct report why;
    struct resources *resources = resources_parse(ptxas_output, "sm_80", &why);
    char *text;

    (void)state;
    assert_non_null(resources);
    rig_run(&r, "read_coalesced", N / 32, N / 32, 32, 32, param);
    rig_run(&r, "plain", N / 32, N / 32, 32, 32, param);
    text = rig_show(&r, show_table, resources);
    golden("counts.table", text);
    free(text);
    text = rig_show(&r, show_annotated, resources);
    golden("counts.annotated", text);
    free(text);
    resources_free(resources);
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_coalesced),
        cmocka_unit_test(test_write_coalesced),
        cmocka_unit_test(test_tile),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_golden),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
