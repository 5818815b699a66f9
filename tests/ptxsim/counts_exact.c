/* Exact counts of small kernels: each class of instruction, lanes, divergence,
 * every space and kind of access, caches, JSON. */
#include "tests/ptxsim/counts.h"

#include "runtime/base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

/* A kernel of one array: %p is this thread's word of it, %i its number, %t its
 * lane; %k0 … %k3 are scratch. */
#define KERNEL(name, declarations, body)                                       \
    ".visible .entry " name "(.param .u64 P0)\n{\n" declarations               \
    "  .reg .u32 %t, %i, %k<4>;\n"                                             \
    "  .reg .u64 %in, %p, %q;\n"                                               \
    "  .reg .f32 %f<4>;\n"                                                     \
    "  .reg .f64 %d<4>;\n"                                                     \
    "  .reg .pred %c;\n"                                                       \
    "  ld.param.u64 %in, [P0];\n"                                              \
    "  mov.u32 %t, %tid.x;\n"                                                  \
    "  mov.u32 %i, %ctaid.x;\n"                                                \
    "  mad.lo.u32 %i, %i, 32, %t;\n"                                           \
    "  mad.wide.u32 %p, %i, 4, %in;\n" body "  ret;\n}\n"

/* Of KERNEL itself, for each warp. */
enum { OWN_LOADS = 1, OWN_MOVES = 2, OWN_INTEGER = 2, OWN_BRANCHES = 1 };

static const char *const program[] = {
    ".const .align 4 .b32 table[4] = {5, 6, 7, 8};\n",
    ".func helper(.param .b64 at)\n{\n"
    "  .reg .u64 %g;\n"
    "  .reg .u32 %h;\n"
    "  ld.param.u64 %g, [at];\n"
    "  ld.u32 %h, [%g];\n"
    "  add.u32 %h, %h, 1;\n"
    "  st.u32 [%g], %h;\n"
    "  ret;\n}\n",
    KERNEL("classes", "",
           "  add.s32 %k0, %t, 1;\n"
           "  xor.b32 %k1, %k0, %t;\n"
           "  fma.rn.f32 %f0, %f1, %f2, %f3;\n"
           "  add.rn.f32 %f0, %f0, %f0;\n"
           "  mul.rn.f64 %d0, %d1, %d2;\n"
           "  div.rn.f64 %d0, %d1, %d2;\n"
           "  fma.rn.f64 %d0, %d1, %d2, %d0;\n"
           "  sin.approx.f32 %f1, %f0;\n"
           "  rsqrt.approx.f32 %f1, %f0;\n"
           "  ex2.approx.f32 %f1, %f0;\n"
           "  cvt.rn.f32.u32 %f1, %k1;\n"
           "  setp.lt.u32 %c, %t, 7;\n"
           "  selp.b32 %k2, %k0, %k1, %c;\n"
           "  shfl.sync.bfly.b32 %k3, %k2, 1, 31, -1;\n"
           "  bar.sync 0;\n"
           "  membar.gl;\n"
           "  @%c st.global.u32 [%p], %k2;\n"
           "  red.global.add.u32 [%p], 1;\n"
           "  atom.global.add.u32 %k3, [%p], 1;\n"),
    KERNEL("parts", "",
           "  setp.lt.u32 %c, %t, 10;\n"
           "  mov.u32 %k0, 0;\n"
           "  @%c bra LOW;\n"
           "  add.u32 %k0, %k0, 1;\n"
           "  bra JOIN;\n"
           "LOW:\n"
           "  sub.u32 %k0, %k0, 1;\n"
           "JOIN:\n"
           "  and.b32 %k0, %k0, 1;\n"
           "LOOP:\n"
           "  or.b32 %k0, %k0, 1;\n"
           "  add.u32 %k1, %k1, 1;\n"
           "  setp.le.u32 %c, %k1, %t;\n"
           "  @%c bra LOOP;\n"
           "  not.b32 %k0, %k0;\n"),
    KERNEL("atomics", "  .shared .align 4 .b32 cell[32];\n",
           "  mov.u32 %k0, cell;\n"
           "  mad.lo.u32 %k1, %t, 4, %k0;\n"
           "  st.shared.u32 [%k1], 0;\n"
           "  bar.sync 0;\n"
           "  red.shared.add.u32 [%k0], 1;\n"
           "  atom.shared.max.u32 %k2, [%k1], 1;\n"
           "  and.b32 %k3, %t, 3;\n"
           "  mad.wide.u32 %q, %k3, 4, %in;\n"
           "  atom.global.add.u32 %k2, [%q], 1;\n"
           "  red.global.add.u32 [%in], 1;\n"),
    KERNEL("locals", "  .local .align 8 .b8 depot[16];\n",
           "  mov.u32 %k0, depot;\n"
           "  st.local.u32 [%k0], %t;\n"
           "  ld.local.u32 %k1, [%k0];\n"
           "  ld.local.u8 %k2, [%k0+4];\n"
           "  st.local.f64 [%k0+8], %d0;\n"),
    KERNEL("constants", "",
           "  mov.u32 %k0, table;\n"
           "  ld.const.u32 %k1, [%k0];\n"
           "  and.b32 %k3, %t, 3;\n"
           "  mad.lo.u32 %k0, %k3, 4, %k0;\n"
           "  ld.const.u32 %k2, [%k0+0];\n"),
    KERNEL("vectors", "  .shared .align 16 .b8 wide[1024];\n",
           "  mad.wide.u32 %p, %i, 16, %in;\n"
           "  ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%p];\n"
           "  mov.u32 %k0, wide;\n"
           "  mad.lo.u32 %k1, %t, 16, %k0;\n"
           "  st.shared.v4.f32 [%k1], {%f0, %f1, %f2, %f3};\n"
           "  mad.lo.u32 %k1, %t, 8, %k0;\n"
           "  ld.shared.v2.f32 {%f0, %f1}, [%k1];\n"
           "  ld.shared.f64 %d0, [%k0];\n"
           "  setp.eq.u32 %c, %t, 5;\n"
           "  @%c ld.global.f32 %f2, [%p];\n"),
    KERNEL("twice", "",
           "  ld.global.f32 %f0, [%p]; //@ 12 A[i][k "
           "\"q\"]\n"
           "  ld.volatile.global.f32 %f1, [%p];\n"
           "  ld.global.f32 %f2, [%p+0];\n"
           "  st.global.f32 [%p], %f0; //@ 0 copy of A\n"
           "  ld.global.f32 %f3, [%p+00];\n"),
    KERNEL("mixed", "  .shared .align 4 .b8 own[256];\n",
           "  mov.u32 %k0, own;\n"
           "  mad.lo.u32 %k1, %t, 8, %k0;\n"
           "  st.shared.u32 [%k1], %t;\n"
           "  cvt.u64.u32 %q, %k1;\n"
           "  cvta.shared.u64 %q, %q;\n"
           "  setp.lt.u32 %c, %t, 24;\n"
           "  selp.b64 %q, %p, %q, %c;\n"
           "  {\n"
           "  .param .b64 at;\n"
           "  st.param.b64 [at], %q;\n"
           "  call.uni helper, (at);\n"
           "  }\n"),
    NULL,
};

static uint64_t run(struct rig *r, const char *kernel, int blocks, int block)
{
    uint64_t param = rig_words(r, 4096);

    rig_run(r, kernel, blocks, 1, block, 1, &param);
    return param;
}

static void test_classes(void **state)
{
    struct rig r = rig_new(program);
    const struct count_kernel *k;
    static const struct {
        enum ptx_class class;
        int count;
    } row[] = {
        {PTX_CLASS_INT, OWN_INTEGER + 2},
        {PTX_CLASS_F32, 2},
        {PTX_CLASS_F64, 3},
        {PTX_CLASS_SPECIAL, 3},
        {PTX_CLASS_CONVERT, 1},
        {PTX_CLASS_MOVE, OWN_MOVES},
        {PTX_CLASS_PREDICATE, 2},
        {PTX_CLASS_LOAD, OWN_LOADS},
        {PTX_CLASS_STORE, 1},
        {PTX_CLASS_ATOMIC, 2},
        {PTX_CLASS_WARP, 1},
        {PTX_CLASS_BARRIER, 2},
        {PTX_CLASS_BRANCH, OWN_BRANCHES},
        {PTX_CLASS_OTHER, 0},
    };
    int all = 0;

    (void)state;
    run(&r, "classes", 3, 64);
    k = rig_kernel(&r, "classes");
    for (size_t c = 0; c < sizeof row / sizeof *row; c++) {
        assert_int_equal(k->class[row[c].class], 6 * row[c].count);
        all += row[c].count;
    }
    assert_int_equal(counts_instructions(k), 6 * all);
    assert_int_equal(k->lanes, 6 * 32 * (all - 1) + 3 * 7);
    assert_int_equal(k->flops, 6 * 32 * (2 + 1 + 1 + 1 + 2 + 3));
    assert_int_equal(k->barriers, 3);
    assert_int_equal(k->threads, 192);
    assert_int_equal(k->divergent, 0);
    rig_free(&r);
}

static void test_divergence(void **state)
{
    struct rig r = rig_new(program);
    const struct count_kernel *k;

    (void)state;
    run(&r, "parts", 1, 32);
    k = rig_kernel(&r, "parts");
    assert_int_equal(rig_insn(&r, "parts", "add.u32 %k0")->active, 22);
    assert_int_equal(rig_insn(&r, "parts", "sub.u32 %k0")->active, 10);
    assert_int_equal(rig_insn(&r, "parts", "and.b32 %k0")->active, 32);
    assert_int_equal(rig_insn(&r, "parts", "and.b32 %k0")->issued, 1);
    assert_int_equal(rig_insn(&r, "parts", "@%c bra LOW")->divergent, 1);
    assert_int_equal(rig_insn(&r, "parts", "@%c bra LOOP")->divergent, 31);
    assert_int_equal(rig_insn(&r, "parts", "or.b32 %k0")->issued, 32);
    assert_int_equal(rig_insn(&r, "parts", "or.b32 %k0")->active, 32 * 33 / 2);
    assert_int_equal(rig_insn(&r, "parts", "not.b32 %k0")->issued, 1);
    assert_int_equal(k->divergent, 32);
    rig_free(&r);
}

/* Half a warp is a warp with fewer lanes. */
static void test_partial(void **state)
{
    struct rig r = rig_new(program);

    (void)state;
    run(&r, "parts", 2, 48);
    assert_int_equal(rig_insn(&r, "parts", "and.b32 %k0")->issued, 4);
    assert_int_equal(rig_insn(&r, "parts", "and.b32 %k0")->active, 96);
    rig_free(&r);
}

static void test_atomics(void **state)
{
    struct rig r = rig_new(program);
    const struct count_traffic *t;
    const struct count_kernel *k;

    (void)state;
    run(&r, "atomics", 1, 32);
    t = &rig_insn(&r, "atomics", "red.shared")->traffic;
    assert_int_equal(t->turns, 32);
    assert_int_equal(t->wavefronts, 32);
    t = &rig_insn(&r, "atomics", "atom.shared")->traffic;
    assert_int_equal(t->turns, 1);
    assert_int_equal(t->wavefronts, 1);
    t = &rig_insn(&r, "atomics", "atom.global")->traffic;
    assert_int_equal(t->turns, 8);
    assert_int_equal(t->sectors, 1);
    t = &rig_insn(&r, "atomics", "red.global")->traffic;
    assert_int_equal(t->turns, 32);
    assert_int_equal(t->sectors, 1);
    assert_int_equal(t->l1_sectors, 0);
    assert_int_equal(t->l2_hits, 1);
    k = rig_kernel(&r, "atomics");
    assert_int_equal(k->traffic[PTXSIM_GLOBAL][PTXSIM_REDUCE].requests, 1);
    assert_int_equal(k->traffic[PTXSIM_GLOBAL][PTXSIM_ATOMIC].requests, 1);
    assert_int_equal(k->traffic[PTXSIM_SHARED][PTXSIM_STORE].wavefronts, 1);
    assert_int_equal(k->dram_read, 1);
    assert_int_equal(k->dram_written, 1);
    rig_free(&r);
}

/* Words of a thread's window lie 128 bytes apart. */
static void test_locals(void **state)
{
    struct rig r = rig_new(program);

    (void)state;
    run(&r, "locals", 1, 64);
    assert_int_equal(rig_insn(&r, "locals", "st.local.u32")->traffic.sectors,
                     2 * 4);
    assert_int_equal(rig_insn(&r, "locals", "ld.local.u32")->traffic.sectors,
                     2 * 4);
    assert_int_equal(rig_insn(&r, "locals", "ld.local.u32")->traffic.l2_hits,
                     2 * 4);
    assert_int_equal(rig_insn(&r, "locals", "ld.local.u8")->traffic.sectors,
                     2 * 4);
    assert_int_equal(
        rig_insn(&r, "locals", "ld.local.u8")->traffic.ideal_sectors, 2 * 1);
    assert_int_equal(rig_insn(&r, "locals", "st.local.f64")->traffic.sectors,
                     2 * 8);
    rig_free(&r);
}

static void test_constants(void **state)
{
    struct rig r = rig_new(program);
    const struct count_kernel *k;

    (void)state;
    run(&r, "constants", 1, 32);
    assert_int_equal(
        rig_insn(&r, "constants", "ld.const.u32 %k1")->traffic.turns, 1);
    assert_int_equal(
        rig_insn(&r, "constants", "ld.const.u32 %k2")->traffic.turns, 4);
    k = rig_kernel(&r, "constants");
    assert_int_equal(k->traffic[PTXSIM_CONST][PTXSIM_LOAD].requests, 2);
    assert_int_equal(k->traffic[PTXSIM_PARAM][PTXSIM_LOAD].turns, 1);
    assert_int_equal(k->dram_read + k->dram_written, 0);
    rig_free(&r);
}

static void test_vectors(void **state)
{
    struct rig r = rig_new(program);
    const struct count_traffic *t;

    (void)state;
    run(&r, "vectors", 1, 32);
    t = &rig_insn(&r, "vectors", "ld.global.v4")->traffic;
    assert_int_equal(t->requests, 1);
    assert_int_equal(t->bytes, 512);
    assert_int_equal(t->sectors, 16);
    assert_int_equal(t->lines, 4);
    assert_int_equal(
        rig_insn(&r, "vectors", "st.shared.v4")->traffic.wavefronts, 4);
    assert_int_equal(
        rig_insn(&r, "vectors", "ld.shared.v2")->traffic.wavefronts, 2);
    assert_int_equal(
        rig_insn(&r, "vectors", "ld.shared.f64")->traffic.wavefronts, 2);
    t = &rig_insn(&r, "vectors", "@%c ld.global.f32")->traffic;
    assert_int_equal(t->lanes, 1);
    assert_int_equal(t->sectors, 1);
    assert_int_equal(t->l1_hits, 1);
    rig_free(&r);
}

/* A generic access in a function that the kernel calls: 24 lanes to global
 * memory, 8 to every second word of shared memory; two requests. */
static void test_generic(void **state)
{
    struct rig r = rig_new(program);
    const struct count_kernel *k;
    const struct count_insn *ld, *st;

    (void)state;
    run(&r, "mixed", 1, 32);
    ld = rig_insn(&r, "mixed", "ld.u32 %h");
    assert_int_equal(ld->issued, 1);
    assert_int_equal(ld->active, 32);
    assert_int_equal(ld->traffic.requests, 2);
    assert_int_equal(ld->traffic.lanes, 32);
    assert_int_equal(ld->traffic.sectors, 3);
    assert_int_equal(ld->traffic.wavefronts, 1);
    st = rig_insn(&r, "mixed", "st.u32 [%g]");
    assert_int_equal(st->traffic.sectors, 3);
    assert_int_equal(st->traffic.wavefronts, 1);
    k = rig_kernel(&r, "mixed");
    assert_int_equal(k->traffic[PTXSIM_GLOBAL][PTXSIM_LOAD].lanes, 24);
    assert_int_equal(k->traffic[PTXSIM_SHARED][PTXSIM_LOAD].lanes, 8);
    assert_int_equal(k->traffic[PTXSIM_SHARED][PTXSIM_STORE].requests, 2);
    assert_int_equal(k->traffic[PTXSIM_GENERIC][PTXSIM_LOAD].requests, 0);
    rig_free(&r);
}

/* The first load misses, the volatile one does not ask L1, and stores leave
 * what is there. */
static void test_caches(void **state)
{
    struct rig r = rig_new(program);
    const struct count_kernel *k;
    const struct count_traffic *t;

    (void)state;
    run(&r, "twice", 4, 32);
    t = &rig_insn(&r, "twice", "ld.global.f32 %f0")->traffic;
    assert_int_equal(t->l1_sectors, 16);
    assert_int_equal(t->l1_hits, 0);
    assert_int_equal(t->l2_sectors, 16);
    assert_int_equal(t->l2_hits, 0);
    t = &rig_insn(&r, "twice", "ld.volatile")->traffic;
    assert_int_equal(t->l1_sectors, 0);
    assert_int_equal(t->l2_hits, 16);
    t = &rig_insn(&r, "twice", "ld.global.f32 %f2")->traffic;
    assert_int_equal(t->l1_hits, 16);
    t = &rig_insn(&r, "twice", "ld.global.f32 %f3")->traffic;
    assert_int_equal(t->l1_hits, t->l1_sectors);
    k = rig_kernel(&r, "twice");
    assert_int_equal(k->dram_read, 16);
    assert_int_equal(k->dram_written, 16);
    rig_free(&r);
}

/* Launches add up, and so do the clocks: what is bound stays bound. */
static void test_launches(void **state)
{
    struct rig r = rig_new(program);
    uint64_t param = rig_words(&r, 4096);
    const struct count_kernel *k;
    double bound;

    (void)state;
    rig_run(&r, "twice", 8, 1, 32, 1, &param);
    k = rig_kernel(&r, "twice");
    bound = k->bound;
    assert_true(bound > 0);
    assert_true(k->clocks[ARCH_ISSUE] ==
                (double)counts_instructions(k) / (4 * 8));
    assert_true(k->clocks[ARCH_L1] == 8 * 5 * 4 * 32 / (128.0 * 8));
    assert_true(k->clocks[ARCH_L2] == 8 * 3 * 4 * 32 / 5120.0);
    rig_run(&r, "twice", 8, 1, 32, 1, &param);
    assert_int_equal(k->launches, 2);
    assert_int_equal(k->blocks, 16);
    assert_int_equal(k->dram_read, 2 * 32);
    assert_true(k->bound == 2 * bound);
    assert_false(k->incomplete);
    rig_free(&r);
}

/* A launch that was stopped is left out, and said to be. */
static void test_stopped(void **state)
{
    struct rig r = rig_new(program);
    uint64_t param = rig_words(&r, 64);
    struct ptxsim_launch launch = {
        .kernel = ptxsim_find_kernel(r.program, "twice"),
        .grid = {64, 1, 1},
        .block = {32, 1, 1},
        .param = &param,
        .threads = 2,
        .observer = {counts_observer(r.counts)},
        .observers = 1,
    };
    struct ptxsim_result result;
    struct report why;

    (void)state;
    assert_false(ptxsim_run(r.program, &launch, &result, &why));
    ptxsim_result_clear(&result);
    assert_true(rig_kernel(&r, "twice")->incomplete);
    assert_int_equal(rig_kernel(&r, "twice")->launches, 0);
    assert_int_equal(counts_instructions(rig_kernel(&r, "twice")), 0);
    rig_free(&r);
}

/* JSON ----------------------------------------------------------------------
 */

static const cJSON *member(const cJSON *object, const char *name)
{
    const cJSON *is = cJSON_GetObjectItemCaseSensitive(object, name);

    if (!is)
        fail_msg("no member '%s'", name);
    return is;
}

static void check_number(const cJSON *object, const char *name, uint64_t want)
{
    const cJSON *is = member(object, name);

    assert_true(cJSON_IsNumber(is));
    assert_true(is->valuedouble == (double)want);
}

static void check_string(const cJSON *object, const char *name,
                         const char *want)
{
    assert_string_equal(cJSON_GetStringValue(member(object, name)), want);
}

static void check_json_insn(const struct rig *r, const struct count_kernel *k,
                            const cJSON *insn)
{
    int index = (int)member(insn, "index")->valuedouble;
    const struct count_insn *n = &k->insn[index - k->begin];

    check_number(insn, "issued", n->issued);
    check_number(insn, "present", n->present);
    check_number(insn, "active", n->active);
    check_number(insn, "line",
                 (uint64_t)counts_program(r->counts)->insn[index].line);
    if (!show_accesses(&counts_program(r->counts)->insn[index])) {
        assert_null(cJSON_GetObjectItemCaseSensitive(insn, "sectors"));
        return;
    }
    check_number(insn, "requests", n->traffic.requests);
    check_number(insn, "sectors", n->traffic.sectors);
    check_number(insn, "ideal_sectors", n->traffic.ideal_sectors);
    check_number(insn, "wavefronts", n->traffic.wavefronts);
    check_number(insn, "l2_hits", n->traffic.l2_hits);
}

static void check_origins(const cJSON *instructions)
{
    const cJSON *insn;
    int seen = 0;

    cJSON_ArrayForEach(insn, instructions)
    {
        const char *text = cJSON_GetStringValue(member(insn, "text"));

        if (strcmp(text, "ld.global.f32 %f0, [%p];") == 0) {
            check_number(insn, "access", 12);
            check_string(insn, "access_text", "A[i][k \"q\"]");
            seen++;
        } else if (strcmp(text, "st.global.f32 [%p], %f0;") == 0) {
            check_number(insn, "access", 0);
            check_string(insn, "access_text", "copy of A");
            seen++;
        } else if (cJSON_GetObjectItemCaseSensitive(insn, "access")) {
            assert_true(cJSON_IsNull(member(insn, "access")));
        }
    }
    assert_int_equal(seen, 2);
}

static void test_json(void **state)
{
    struct rig r = rig_new(program);
    const struct count_kernel *k;
    const cJSON *kernels, *kernel, *insn;
    char *text;
    cJSON *all;

    (void)state;
    run(&r, "classes", 3, 64);
    run(&r, "twice", 4, 32);
    text = rig_show(&r, show_json, NULL);
    all = cJSON_Parse(text);
    assert_non_null(all);
    check_string(all, "format", "hedra-counts");
    check_string(member(all, "arch"), "name", "sm_80");
    assert_int_equal(cJSON_GetArraySize(member(all, "regions")), 1);
    kernels = member(cJSON_GetArrayItem(member(all, "regions"), 0), "kernels");
    assert_int_equal(cJSON_GetArraySize(kernels), 2);
    cJSON_ArrayForEach(kernel, kernels)
    {
        k = rig_kernel(&r, cJSON_GetStringValue(member(kernel, "name")));
        check_number(kernel, "warp_instructions", counts_instructions(k));
        check_number(kernel, "dram_read_bytes", 32 * k->dram_read);
        check_number(member(kernel, "classes"), "f64", k->class[PTX_CLASS_F64]);
        assert_int_equal(cJSON_GetArraySize(member(kernel, "instructions")),
                         k->end - k->begin - 1);
        cJSON_ArrayForEach(insn, member(kernel, "instructions"))
            check_json_insn(&r, k, insn);
    }
    check_origins(member(cJSON_GetArrayItem(kernels, 1), "instructions"));
    cJSON_Delete(all);
    free(text);
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes), cmocka_unit_test(test_divergence),
        cmocka_unit_test(test_partial), cmocka_unit_test(test_atomics),
        cmocka_unit_test(test_locals),  cmocka_unit_test(test_constants),
        cmocka_unit_test(test_vectors), cmocka_unit_test(test_caches),
        cmocka_unit_test(test_generic), cmocka_unit_test(test_launches),
        cmocka_unit_test(test_stopped), cmocka_unit_test(test_json),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
