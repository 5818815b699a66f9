/* How lanes, warps and blocks run: divergence, calls, barriers, what lanes tell
 * each other, atomics, memory; and the findings of what goes wrong. */
#include "tests/ptxsim/core_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A kernel `k` with parameter `out`: %r1 is %tid.x, %rd1 points to the thread's
 * element of out (u32), %r2 is what is stored there at the label `end`. */
#define KERNEL(body)                                                           \
    ".entry k(.param .u64 out)\n{\n"                                           \
    ".reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<9>;\n"                  \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r3, %ctaid.x;\n"  \
    "mov.u32 %r4, %ntid.x; mad.lo.u32 %r5, %r3, %r4, %r1;\n"                   \
    "mad.wide.u32 %rd1, %r5, 4, %rd1; mov.u32 %r2, 0;\n" body                  \
    "\nend: st.global.u32 [%rd1], %r2; ret; }\n"

enum { THREADS = 100, BLOCKS = 3 };

/* Runs k with so many blocks and threads; out[t] must be want(t). */
static void check(const char *text, int blocks, int threads,
                  uint32_t (*want)(int thread))
{
    struct rig rig;
    uint64_t out;
    size_t bytes = (size_t)(blocks * threads) * 4;
    const uint32_t *got;

    rig_open(&rig, text);
    out = rig_memory(&rig, NULL, bytes);
    for (rig.threads = 1; rig.threads <= 2; rig.threads++) {
        memset(rig_bytes(&rig, out, bytes), 0xee, bytes);
        rig_expect(&rig, "k", blocks, threads, &out);
        got = rig_bytes(&rig, out, bytes);
        for (int t = 0; t < blocks * threads; t++)
            if (got[t] != want(t % threads))
                fail_msg("thread %d: %u, not %u", t, (unsigned)got[t],
                         (unsigned)want(t % threads));
    }
    rig_close(&rig);
}

/* Divergence -------------------------------------------------------------- */

static uint32_t nested(int t)
{
    uint32_t r = 0;

    if (t % 2)
        r += t % 3 == 0 ? 10 : t > 40 ? 20 : 30;
    else if (t < 7)
        r += 5;
    return r + 100;
}

static void test_nested_ifs(void **state)
{
    check(KERNEL("and.b32 %r6, %r1, 1; setp.eq.u32 %p1, %r6, 0;\n"
                 "@%p1 bra even;\n"
                 "rem.u32 %r6, %r1, 3; setp.eq.u32 %p2, %r6, 0;\n"
                 "@%p2 bra three;\n"
                 "setp.gt.u32 %p3, %r1, 40; @!%p3 bra low;\n"
                 "add.u32 %r2, %r2, 20; bra joined;\n"
                 "low: add.u32 %r2, %r2, 30; bra joined;\n"
                 "three: add.u32 %r2, %r2, 10;\n"
                 "joined: bra both;\n"
                 "even: setp.ge.u32 %p4, %r1, 7; @%p4 bra both;\n"
                 "add.u32 %r2, %r2, 5;\n"
                 "both: add.u32 %r2, %r2, 100;"),
          BLOCKS, THREADS, nested);
}

/* Trip counts differ; some leave by break, some iterations are skipped. */
static uint32_t loops(int t)
{
    uint32_t sum = 0;

    for (int i = 0; i < t; i++) {
        if (i % 3 == t % 3)
            continue;
        for (int j = 0; j < i; j++) {
            sum += (uint32_t)j;
            if (sum % 7 == 3)
                break;
        }
        if (sum > 300)
            break;
    }
    return sum;
}

static void test_loops(void **state)
{
    check(KERNEL("mov.u32 %r6, 0; rem.u32 %r10, %r1, 3;\n"
                 "outer: setp.ge.u32 %p1, %r6, %r1; @%p1 bra done;\n"
                 "rem.u32 %r7, %r6, 3; setp.eq.u32 %p2, %r7, %r10;\n"
                 "@%p2 bra next;\n"
                 "mov.u32 %r8, 0;\n"
                 "inner: setp.ge.u32 %p3, %r8, %r6; @%p3 bra after;\n"
                 "add.u32 %r2, %r2, %r8; rem.u32 %r9, %r2, 7;\n"
                 "setp.eq.u32 %p4, %r9, 3; @%p4 bra after;\n"
                 "add.u32 %r8, %r8, 1; bra inner;\n"
                 "after: setp.gt.u32 %p5, %r2, 300; @%p5 bra done;\n"
                 "next: add.u32 %r6, %r6, 1; bra outer;\n"
                 "done:"),
          BLOCKS, THREADS, loops);
}

/* After lanes have parted and met, all are at the vote again. */
static uint32_t together(int t)
{
    int lanes = THREADS - t / 32 * 32;

    return lanes >= 32 ? 0xffffffff : (1u << lanes) - 1;
}

static void test_lanes_meet(void **state)
{
    check(KERNEL("rem.u32 %r6, %r1, 5;\n"
                 "loop: setp.eq.u32 %p1, %r6, 0; @%p1 bra met;\n"
                 "sub.u32 %r6, %r6, 1; bra loop;\n"
                 "met: activemask.b32 %r2;"),
          1, THREADS, together);
}

static uint32_t by_table(int t)
{
    static const uint32_t value[] = {7, 70, 700, 70};

    return value[t % 4] + (t % 5 == 0 ? 0 : 1);
}

static void test_branch_table(void **state)
{
    check(KERNEL("and.b32 %r6, %r1, 3;\n"
                 "table: .branchtargets a, b, c, b;\n"
                 "brx.idx %r6, table;\n"
                 "a: mov.u32 %r2, 7; bra join;\n"
                 "b: mov.u32 %r2, 70; bra join;\n"
                 "c: mov.u32 %r2, 700;\n"
                 "join: rem.u32 %r7, %r1, 5; setp.eq.u32 %p1, %r7, 0;\n"
                 "@!%p1 add.u32 %r2, %r2, 1;"),
          BLOCKS, THREADS, by_table);
}

/* Calls ------------------------------------------------------------------- */

static uint32_t fibonacci(int t)
{
    uint32_t a = 0, b = 1;

    for (int k = 0; k < t % 12; k++) {
        uint32_t c = a + b;

        a = b;
        b = c;
    }
    return a + 1000;
}

/* Recursion that diverges, parameters in memory and in registers, a callee with
 * local memory. */
static const char call_text[] =
    ".func (.param .b32 result) fib(.param .b32 n)\n{\n"
    ".reg .pred %p<3>; .reg .b32 %r<6>;\n"
    "ld.param.u32 %r1, [n]; setp.lt.u32 %p1, %r1, 2; @%p1 bra small;\n"
    "{ .param .b32 arg; .param .b32 got; sub.u32 %r2, %r1, 1;\n"
    "st.param.b32 [arg], %r2; call.uni (got), fib, (arg);\n"
    "ld.param.b32 %r3, [got]; }\n"
    "{ .param .b32 arg; .param .b32 got; sub.u32 %r2, %r1, 2;\n"
    "st.param.b32 [arg], %r2; call.uni (got), fib, (arg);\n"
    "ld.param.b32 %r4, [got]; }\n"
    "add.u32 %r1, %r3, %r4;\n"
    "small: st.param.b32 [result], %r1; ret;\n}\n"
    ".func (.reg .u32 %sum) plus(.reg .u32 %a, .reg .u64 %b)\n{\n"
    ".local .align 8 .b8 frame[16]; .reg .b32 %t; .reg .b64 %u;\n"
    "st.local.u64 [frame+8], %b; mov.u64 %u, frame; cvta.local.u64 %u, %u;\n"
    "ld.u32 %t, [%u+8]; add.u32 %sum, %a, %t; ret;\n}\n" KERNEL(
        "rem.u32 %r6, %r1, 12;\n"
        "{ .param .b32 arg; .param .b32 got; st.param.b32 [arg], %r6;\n"
        "call (got), fib, (arg); ld.param.b32 %r7, [got]; }\n"
        "mov.u64 %rd2, 1000; call (%r2), plus, (%r7, %rd2);");

static void test_calls(void **state)
{
    check(call_text, BLOCKS, THREADS, fibonacci);
}

static void test_endless_recursion(void **state)
{
    struct rig rig;
    uint64_t out;

    rig_open(&rig,
             ".func deep()\n{ .local .b8 a[64]; call deep; ret; }\n" KERNEL(
                 "call deep;"));
    out = rig_memory(&rig, NULL, 4096);
    rig_expect_finding(&rig, "k", 1, 32, &out, PTXSIM_FINDING_STACK, "stack");
    rig_close(&rig);
}

/* Barriers ---------------------------------------------------------------- */

/* The sum of a block's threads by halves in shared memory, threads that have
 * nothing to add leaving early. */
static uint32_t block_sum(int t)
{
    return t == 0 ? 127 * 128 / 2 : (uint32_t)t;
}

static void test_barrier(void **state)
{
    check(".shared .align 4 .b32 sum[128];\n" KERNEL(
              "mov.u32 %r6, sum; mad.lo.u32 %r6, %r1, 4, %r6;\n"
              "st.shared.u32 [%r6], %r1; mov.u32 %r2, %r1; mov.u32 %r7, 64;\n"
              "again: bar.sync 0; setp.ge.u32 %p1, %r1, %r7;\n"
              "@%p1 bra wait;\n"
              "shl.b32 %r8, %r7, 2; add.u32 %r8, %r6, %r8;\n"
              "ld.shared.u32 %r9, [%r8]; ld.shared.u32 %r10, [%r6];\n"
              "add.u32 %r10, %r10, %r9; st.shared.u32 [%r6], %r10;\n"
              "wait: shr.u32 %r7, %r7, 1; setp.ne.u32 %p2, %r7, 0;\n"
              "@%p2 bra again;\n"
              "setp.eq.u32 %p3, %r1, 0; @%p3 ld.shared.u32 %r2, [%r6];"),
          BLOCKS, 128, block_sum);
}

/* Warps 0 and 1 produce for 2 and 3 through a named barrier. */
static uint32_t handed_over(int t)
{
    return t < 64 ? 0 : (uint32_t)(t - 64) * 3;
}

static void test_named_barrier(void **state)
{
    check(".shared .b32 x[64];\n" KERNEL(
              "mov.u32 %r6, x; and.b32 %r7, %r1, 63;\n"
              "mad.lo.u32 %r6, %r7, 4, %r6; setp.ge.u32 %p1, %r1, 64;\n"
              "@%p1 bra consume;\n"
              "mul.lo.u32 %r8, %r1, 3; st.shared.u32 [%r6], %r8;\n"
              "bar.arrive 5, 128; bra end;\n"
              "consume: barrier.sync 5, 128; ld.shared.u32 %r2, [%r6];"),
          1, 128, handed_over);
}

static uint32_t counted(int t)
{
    return 34 + 100 + (t >= 0 ? 1000 : 0);
}

static void test_barrier_reduction(void **state)
{
    check(KERNEL("rem.u32 %r6, %r1, 3; setp.eq.u32 %p1, %r6, 0;\n"
                 "bar.red.popc.u32 %r2, 0, %p1;\n"
                 "bar.red.or.pred %p2, 1, %p1; @%p2 add.u32 %r2, %r2, 100;\n"
                 "bar.red.and.pred %p3, 2, !%p1;\n"
                 "@!%p3 add.u32 %r2, %r2, 1000;"),
          BLOCKS, THREADS, counted);
}

static uint32_t early(int t)
{
    return t < 50 ? (uint32_t)t : 0xeeeeeeee;
}

static void test_early_exit(void **state)
{
    check(KERNEL("setp.ge.u32 %p1, %r1, 50; @%p1 bra leave; bar.sync 0;\n"
                 "mov.u32 %r2, %r1; bar.sync 0; bra end;\n"
                 "leave: ret;"),
          BLOCKS, THREADS, early);
    check(KERNEL("setp.ge.u32 %p1, %r1, 50; @%p1 exit; bar.sync 0;\n"
                 "mov.u32 %r2, %r1;"),
          BLOCKS, THREADS, early);
}

/* Among lanes ------------------------------------------------------------- */

static uint32_t shuffled(int t)
{
    int l = t % 32;
    uint32_t up = (uint32_t)(l >= 3 ? t - 3 : t), in_half;

    in_half = (uint32_t)(l % 16 + 2 < 16 ? t + 2 : t);
    return up + 1000 * in_half + 1000000 * (uint32_t)(t ^ 1) +
           (l % 16 + 2 < 16 ? 0 : 500);
}

static void test_shuffles(void **state)
{
    check(KERNEL("shfl.sync.up.b32 %r6, %r1, 3, 0, -1;\n"
                 "shfl.sync.down.b32 %r7|%p1, %r1, 2, 0x100f, -1;\n"
                 "shfl.sync.bfly.b32 %r8, %r1, 1, 31, 0xffffffff;\n"
                 "mad.lo.u32 %r2, %r7, 1000, %r6;\n"
                 "mad.lo.u32 %r2, %r8, 1000000, %r2;\n"
                 "@!%p1 add.u32 %r2, %r2, 500;"),
          BLOCKS, 64, shuffled);
}

static uint32_t voted(int t)
{
    uint32_t threes = 0, same = 0;

    for (int l = 0; l < 32; l++) {
        threes |= (uint32_t)((t / 32 * 32 + l) % 3 == 0) << l;
        same |= (uint32_t)(l % 4 == t % 4) << l;
    }
    return (threes ^ same) + (uint32_t)__builtin_popcount(threes) +
           (t % 32 == 2 ? 77 : 0) + 5;
}

static void test_votes(void **state)
{
    check(KERNEL("rem.u32 %r6, %r1, 3; setp.eq.u32 %p1, %r6, 0;\n"
                 "vote.sync.ballot.b32 %r7, %p1, -1;\n"
                 "and.b32 %r8, %r1, 3; match.any.sync.b32 %r9, %r8, -1;\n"
                 "xor.b32 %r2, %r7, %r9; selp.u32 %r10, 1, 0, %p1;\n"
                 "redux.sync.add.u32 %r11, %r10, -1; add.u32 %r2, %r2, %r11;\n"
                 "mov.u32 %r12, %laneid; setp.lt.u32 %p2, %r12, 2;\n"
                 "@%p2 bra skip;\n"
                 "elect.sync _|%p3, 0xfffffffc; @%p3 add.u32 %r2, %r2, 77;\n"
                 "skip: vote.sync.all.pred %p4, %p1, -1;\n"
                 "vote.sync.any.pred %p5, %p1, -1;\n"
                 "@%p5 add.u32 %r2, %r2, 5; @%p4 add.u32 %r2, %r2, 9;"),
          BLOCKS, 64, voted);
}

/* Atomics ----------------------------------------------------------------- */

static uint32_t thread_number(int t)
{
    return (uint32_t)t;
}

static const char atomic_text[] =
    ".global .u32 total = 5; .global .u64 wide; .global .u32 turn;\n"
    ".global .f64 sum = 0d3FE0000000000000; .global .s32 least = 100;\n"
    ".global .u32 bits; .global .u32 lock;\n" KERNEL(
        "atom.global.add.u32 %r6, [total], 2; red.global.add.u64 [wide], 3;\n"
        "atom.global.inc.u32 %r7, [turn], 9; red.add.f64 [sum], 0.5;\n"
        "sub.s32 %r8, 50, %r1; red.global.min.s32 [least], %r8;\n"
        "shl.b32 %r9, 1, %r1; red.or.b32 [bits], %r9;\n"
        "mov.u32 %r2, %r1;\n");

static void *variable(struct rig *rig, const char *name)
{
    uint64_t address, size;

    assert_true(ptxsim_find_variable(rig->program, name, &address, &size));
    return rig_bytes(rig, address, size);
}

static void test_atomics(void **state)
{
    struct rig rig;
    uint64_t out;
    int n = BLOCKS * THREADS;

    check(atomic_text, BLOCKS, THREADS, thread_number);
    rig_open(&rig, atomic_text);
    rig.threads = 2;
    out = rig_memory(&rig, NULL, (size_t)n * 4);
    rig_expect(&rig, "k", BLOCKS, THREADS, &out);
    assert_int_equal(*(uint32_t *)variable(&rig, "total"), 5 + 2 * n);
    assert_int_equal(*(uint64_t *)variable(&rig, "wide"), 3 * n);
    assert_int_equal(*(uint32_t *)variable(&rig, "turn"), n % 10);
    assert_true(*(double *)variable(&rig, "sum") == 0.5 + 0.5 * n);
    assert_int_equal(*(int32_t *)variable(&rig, "least"), 50 - (THREADS - 1));
    assert_int_equal(*(uint32_t *)variable(&rig, "bits"), 0xffffffff);
    rig_close(&rig);
}

/* f32 additions flush subnormal numbers in global memory alone. */
static uint32_t not_flushed(int t)
{
    return 0x00000400;
}

static void test_subnormal_sums(void **state)
{
    check(".global .b32 g = 0x300; .shared .b32 s;\n" KERNEL(
              "mov.b32 %r6, 0x300; st.shared.b32 [s], %r6;\n"
              ".reg .f32 %f<3>; mov.b32 %f1, 0x100;\n"
              "red.shared.add.f32 [s], %f1; atom.global.add.f32 %f2, [g], %f1;"
              "ld.shared.b32 %r2, [s]; ld.global.b32 %r7, [g];\n"
              "add.u32 %r2, %r2, %r7;"),
          1, 1, not_flushed);
}

/* Blocks count themselves; the last (whichever it is) sees what all wrote. */
static const char last_text[] =
    ".global .u32 done;\n.global .u32 mine[64];\n.global .u32 sum;\n"
    ".entry k() {\n.reg .b32 %r<9>; .reg .b64 %rd<4>; .reg .pred %p<3>;\n"
    "mov.u32 %r1, %ctaid.x; mov.u64 %rd1, mine;\n"
    "mad.wide.u32 %rd1, %r1, 4, %rd1; add.u32 %r2, %r1, 1;\n"
    "st.global.u32 [%rd1], %r2; membar.gl;\n"
    "atom.global.add.u32 %r3, [done], 1; setp.ne.u32 %p1, %r3, 63;\n"
    "@%p1 exit; mov.u32 %r4, 0; mov.u32 %r5, 0; mov.u64 %rd1, mine;\n"
    "next: ld.volatile.global.u32 %r6, [%rd1]; add.u32 %r5, %r5, %r6;\n"
    "add.u64 %rd1, %rd1, 4; add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 64;\n"
    "@%p2 bra next; st.global.u32 [sum], %r5; ret; }\n";

static void test_last_block(void **state)
{
    struct rig rig;

    for (int threads = 1; threads <= 3; threads++) {
        rig_open(&rig, last_text);
        rig.threads = threads;
        rig_expect(&rig, "k", 64, 1, NULL);
        assert_int_equal(*(uint32_t *)variable(&rig, "sum"), 64 * 65 / 2);
        rig_close(&rig);
    }
}

/* Memory ------------------------------------------------------------------ */

static uint32_t through_spaces(int t)
{
    return (uint32_t)(t + 3) + 2u * (uint32_t)t + 0x01020304u + 9 + 24 +
           0xffffff85u + (uint32_t)(t == 7);
}

static const char space_text[] =
    ".const .u32 numbers[4] = {1, 2, 3, 9}; .const .align 4 .b8 bytes[4] = {4, "
    "3, 2, 1};\n"
    ".global .u64 pointer = generic(bytes); .global .s8 small = -123;\n"
    ".extern .shared .align 8 .b8 dynamic[];\n.shared .b32 fixed[2];\n" KERNEL(
        ".local .align 16 .b8 stack[32]; .reg .b64 %a<9>; .reg .b32 %v<5>;\n"
        "mov.u32 %r6, dynamic; mad.lo.u32 %r6, %r1, 8, %r6;\n"
        "add.u32 %r7, %r1, 3; cvt.u64.u32 %a1, %r7;\n"
        "st.shared.u64 [%r6], %a1; bar.sync 0;\n"
        "cvt.u64.u32 %a2, %r6; cvta.shared.u64 %a2, %a2; ld.u32 %r2, [%a2];\n"
        "mov.u64 %a3, stack; cvta.local.u64 %a4, %a3; mov.u32 %v0, %r1;\n"
        "mov.u32 %v1, %r1; mov.u32 %v2, 8; mov.u32 %v3, 16;\n"
        "st.local.v4.b32 [stack+16], {%v0, %v1, %v2, %v3};\n"
        "ld.v2.u32 {%r8, %r9}, [%a4+16]; add.u32 %r2, %r2, %r8;\n"
        "add.u32 %r2, %r2, %r9; ld.local.v2.u32 {%r8, %r9}, [%a3+24];\n"
        "add.u32 %r2, %r2, %r8; add.u32 %r2, %r2, %r9;\n"
        "ld.global.u64 %a5, [pointer]; ld.u32 %r10, [%a5];\n"
        "add.u32 %r2, %r2, %r10; ld.const.u32 %r11, [numbers+12];\n"
        "add.u32 %r2, %r2, %r11; ld.global.s8 %r12, [small];\n"
        "add.u32 %r2, %r2, %r12; isspacep.shared %p1, %a2;\n"
        "isspacep.global %p2, %a2; setp.eq.and.u32 %p3, %r1, 7, %p1;\n"
        "and.pred %p3, %p3, !%p2; @%p3 add.u32 %r2, %r2, 1;");

static void test_spaces(void **state)
{
    struct rig rig;
    uint64_t out;
    const uint32_t *got;

    rig_open(&rig, space_text);
    out = rig_memory(&rig, NULL, 4 * THREADS);
    if (!rig_run(&rig, "k", 1, THREADS, 8 * THREADS, &out))
        fail_msg("%s", rig.why.text);
    got = rig_bytes(&rig, out, 4 * THREADS);
    for (int t = 0; t < THREADS; t++)
        assert_int_equal(got[t], through_spaces(t));
    rig_close(&rig);
}

/* Two tiles of a function and a kernel's own do not overlap. */
static uint32_t apart(int t)
{
    return 11 + 22 + 33;
}

static void test_shared_layout(void **state)
{
    check(".shared .u32 common;\n"
          ".func put() { .shared .u32 inner; .reg .b32 %r;\n"
          "mov.u32 %r, 22; st.shared.u32 [inner], %r;\n"
          "ld.shared.u32 %r, [inner]; st.shared.u32 [common], %r; ret; }\n"
          ".entry other() { call put; ret; }\n" KERNEL(
              ".shared .u32 own; mov.u32 %r6, 11; st.shared.u32 [own], %r6;\n"
              "call put; ld.shared.u32 %r2, [own]; ld.shared.u32 %r7, "
              "[common];\n"
              "add.u32 %r2, %r2, %r7; add.u32 %r2, %r2, 33;"),
          1, 32, apart);
}

/* Findings ---------------------------------------------------------------- */

static const struct {
    const char *body;
    enum ptxsim_finding_kind kind;
    const char *text;
} bad[] = {
    {"mov.u64 %rd2, 0; ld.global.u32 %r6, [%rd2+4];", PTXSIM_FINDING_BOUNDS,
     "null pointer"},
    {"ld.global.u32 %r6, [%rd1+4096];", PTXSIM_FINDING_BOUNDS, "has 256 bytes"},
    {"ld.u8 %r6, [%rd1-1];", PTXSIM_FINDING_BOUNDS, "thread (0, 0, 0)"},
    {"mov.u64 %rd2, -4; st.u32 [%rd2], %r1;", PTXSIM_FINDING_BOUNDS, "write"},
    {"ld.global.v2.u32 {%r6, %r7}, [%rd1+4];", PTXSIM_FINDING_MISALIGNED,
     "multiple of 8"},
    {"ld.shared.u32 %r6, [64];", PTXSIM_FINDING_BOUNDS, "shared memory"},
    {"mov.u32 %r6, -8; ld.shared.u64 %rd2, [%r6];", PTXSIM_FINDING_BOUNDS,
     "shared memory"},
    {"mov.u32 %r6, 0x10000; cvt.u64.u32 %rd2, %r6; cvta.local.u64 %rd2, %rd2;"
     "st.u32 [%rd2], %r1;",
     PTXSIM_FINDING_BOUNDS, "local memory"},
    {"mov.u64 %rd2, table; cvta.const.u64 %rd2, %rd2; st.u32 [%rd2], %r1;",
     PTXSIM_FINDING_READ_ONLY, "table"},
    {"st.param.u64 [out], %rd1;", PTXSIM_FINDING_READ_ONLY, "parameters"},
    {"setp.eq.u32 %p1, %r1, 3; @%p1 trap;", PTXSIM_FINDING_TRAP,
     "thread (3, 0, 0)"},
    {"setp.lt.u32 %p1, %r1, 3; @%p1 bar.sync 0;", PTXSIM_FINDING_DIVERGENT,
     "0x00000007 of 0xffffffff"},
    {"setp.lt.u32 %p1, %r1, 32; @%p1 bar.sync 0; bar.sync 1;",
     PTXSIM_FINDING_DEADLOCK, "waits"},
    {"bar.sync 16;", PTXSIM_FINDING_BARRIER, "barrier 16"},
    {"bar.sync 0, 33;", PTXSIM_FINDING_BARRIER, "33 threads"},
    {"setp.lt.u32 %p1, %r1, 3; @%p1 bra x; bra end;\n"
     "x: shfl.sync.idx.b32 %r6, %r1, 0, 31, -1;",
     PTXSIM_FINDING_MEMBERS, "names lane"},
    {"again: bra again;", PTXSIM_FINDING_WATCHDOG, "does not end"},
    {"spin: atom.global.cas.b32 %r6, [lock], 0, 1; setp.ne.u32 %p1, %r6, 0;\n"
     "@%p1 bra spin; st.global.u32 [lock], 0;",
     PTXSIM_FINDING_WATCHDOG, "PTX line"},
    {"mov.u32 %r6, 4; t: .branchtargets end; brx.idx %r6, t;",
     PTXSIM_FINDING_TRAP, "index 4"},
    {".loc 1 42 0\ntrap;\n", PTXSIM_FINDING_TRAP, "(some.c:42)"},
};

static void test_findings(void **state)
{
    static const char format[] =
        ".file 1 \"some.c\"\n.const .u32 table[2] = {1, 2};\n"
        ".global .u32 lock;\n%s";

    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char kernel[4096], text[8192];
        struct rig rig;
        uint64_t out;

        snprintf(kernel, sizeof kernel,
                 ".shared .b32 fixed[16];\n"
                 ".entry k(.param .u64 out)\n{ .local .b8 own[8];\n"
                 ".reg .pred %%p<9>; .reg .b32 %%r<30>; .reg .b64 %%rd<9>;\n"
                 "ld.param.u64 %%rd1, [out]; mov.u32 %%r1, %%tid.x;\n"
                 "st.shared.u32 [fixed], %%r1; st.local.u32 [own], %%r1;\n"
                 "%s\nend: ret; }\n",
                 bad[k].body);
        snprintf(text, sizeof text, format, kernel);
        rig_open(&rig, text);
        rig.watchdog = 100000;
        out = rig_memory(&rig, NULL, 256);
        rig_expect_finding(&rig, "k", 2, 64, &out, bad[k].kind, bad[k].text);
        rig_close(&rig);
    }
}

static void test_use_after_free(void **state)
{
    struct rig rig;
    uint64_t out;

    rig_open(&rig, KERNEL(""));
    out = rig_memory(&rig, NULL, 256);
    assert_true(ptxsim_free(rig.space, out));
    assert_false(ptxsim_free(rig.space, out));
    assert_null(ptxsim_host(rig.space, out, 4));
    rig_expect_finding(&rig, "k", 1, 32, &out, PTXSIM_FINDING_FREED,
                       "was freed");
    rig_close(&rig);
}

static void test_launch_shapes(void **state)
{
    static const int wrong[][3] = {
        {0, 32, 0}, {1, 0, 0}, {1, 1025, 0}, {1, 64, 0}, {1, 32, 1 << 20}};
    struct rig rig;
    uint64_t out;

    rig_open(&rig, ".entry k(.param .u64 out)\n.reqntid 32\n{ ret; }\n");
    out = 0;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        assert_false(
            rig_run(&rig, "k", wrong[k][0], wrong[k][1], wrong[k][2], &out));
        assert_int_equal(rig.result.finding_count, 0);
        assert_true(strlen(rig.why.text) > 0);
    }
    assert_false(rig_run(&rig, "k", 1, 32, 0, NULL));
    assert_true(rig_run(&rig, "k", 1, 32, 0, &out));
    assert_int_equal(rig.result.warp_instructions, 1);
    rig_close(&rig);
}

static void test_allocations(void **state)
{
    struct ptxsim_space *space = ptxsim_space_new();
    struct report why;
    uint64_t a, b, previous = 0;
    int count;

    assert_non_null(space);
    for (int k = 1; k < 3000; k++) {
        assert_true(ptxsim_alloc(space, (uint64_t)k, &a, &why));
        assert_true(a >= PTXSIM_GLOBAL_BASE && a % PTXSIM_ALIGN == 0);
        assert_true(a >= previous + PTXSIM_GAP);
        assert_non_null(ptxsim_host(space, a, (uint64_t)k));
        assert_null(ptxsim_host(space, a, (uint64_t)k + 1));
        assert_null(ptxsim_host(space, a - 1, 1));
        previous = a + (uint64_t)k;
        if (k % 3)
            assert_true(ptxsim_free(space, a));
    }
    assert_true(ptxsim_alloc(space, 1, &b, &why));
    assert_true(b > a);
    ptxsim_allocations(space, &count);
    assert_true(count < 3000 &&
                ptxsim_allocation_below(space, b + 5) == count - 1);
    assert_int_equal(ptxsim_allocation_below(space, 5), -1);
    assert_false(ptxsim_alloc(space, UINT64_MAX - 5, &a, &why));
    ptxsim_space_free(space);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nested_ifs),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_lanes_meet),
        cmocka_unit_test(test_branch_table),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_endless_recursion),
        cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_named_barrier),
        cmocka_unit_test(test_barrier_reduction),
        cmocka_unit_test(test_early_exit),
        cmocka_unit_test(test_shuffles),
        cmocka_unit_test(test_votes),
        cmocka_unit_test(test_atomics),
        cmocka_unit_test(test_subnormal_sums),
        cmocka_unit_test(test_last_block),
        cmocka_unit_test(test_spaces),
        cmocka_unit_test(test_shared_layout),
        cmocka_unit_test(test_findings),
        cmocka_unit_test(test_use_after_free),
        cmocka_unit_test(test_launch_shapes),
        cmocka_unit_test(test_allocations),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
