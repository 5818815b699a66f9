/* What the simulator refuses to load, and the words with which it does; what a
 * kernel's description says; and that damaged text does no damage. */
#include "tests/ptxsim/core_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Line 4 is the first of the body. */
#define REGISTERS ".entry k() { .reg .b32 %r; .reg .b64 %d; .reg .pred %p; "

static const struct {
    const char *body, *why;
} refused[] = {
    {"nonsense", "PTX line 4: a directive is missing before 'nonsense'"},
    {".entry k()\n{\n frob.u32 1; }", "PTX line 6: the simulator does not know "
                                      "the instruction 'frob.u32'"},
    {".entry k()\n{ .reg .b32 %r;\nadd.f16 %r, %r, %r; }",
     "PTX line 6: the simulator does not know '.f16' in 'add.f16'"},
    {".entry k() { wmma.load.a.sync.aligned.row.m16n16k16.f16 {}, []; }",
     "instruction 'wmma.load"},
    {".entry k() { tex.1d.v4.f32.s32 {}, []; }", "instruction 'tex."},
    {".entry k() { .reg .b32 %r; add.u32 %r, %r; }", "lacks its operand 3"},
    {".entry k() { .reg .b32 %r; add.u32 %r, %r, %r, %r; }",
     "has 3 operands, not 4"},
    {".entry k() { .reg .b32 %r; .reg .b64 %x; add.u32 %r, %r, %x; }",
     "a register of type b64 in 'add.u32', where one of 32 bits belongs"},
    {".entry k() { .reg .b32 %r; add %r, %r, %r; }", "'add' lacks a type"},
    {".entry k() { .reg .b32 %r; add.lo.u32 %r, %r, %r; }",
     "does not know '.lo' in 'add.lo.u32'"},
    {".entry k() { .reg .f32 %f; min.rz.f32 %f, %f, %f; }",
     "does not know '.rz' in 'min.rz.f32'"},
    {".entry k() { .reg .f64 %f; add.sat.f64 %f, %f, %f; }",
     "does not know '.sat'"},
    {".entry k() { .reg .f32 %f; add.f32 %f, %f, 1; }", "an integer in"},
    {".entry k() { .reg .b32 %r; setp.lt.s32 %r, %r, %r; }",
     "the result of 'setp.lt.s32' must be a predicate"},
    {".entry k() { .reg .pred %p; .reg .b32 %r;\nsetp.lt.b32 %p, %r, %r; }",
     "PTX line 5: the simulator does not know 'setp.lt.b32'"},
    {".entry k() { bra nowhere; }", "'nowhere' is not declared"},
    {".entry k() { a: ret;\na: ret; }", "PTX line 5: label 'a' is there twice"},
    {".entry k() { .reg .b32 %r<3>; mov.u32 %r1, %r3; }",
     "does not know '%r3'"},
    {".entry k() { .reg .b32 %r; .reg .b32 %r; }", "'%r' is declared twice"},
    {".entry k() { .reg .b32 %r; mov.u32 %r, %tid.q; }",
     "does not know '%tid.q'"},
    {".entry k() { .reg .b32 %r; ld.global.u32 %r, %r; }",
     "must be an address in brackets"},
    {".entry k() { .reg .b32 %r; ld.global.u32 %r, [%r+]; }",
     "an offset is missing before ']'"},
    {".entry k() { .reg .b32 %r; ld.v3.u32 {%r, %r, %r}, [%r]; }",
     "does not know '.v3'"},
    {".entry k() { .reg .b32 %r; ld.v2.u32 %r, [%r]; }", "1 operands in"},
    {".entry k() { @%p bra x; x: ret; }", "does not know '%p'"},
    {".entry k() { .reg .b32 %r; @%r ret; }", "a guard is a predicate"},
    {".entry k() { call f; }", "'f' is not declared"},
    {".extern .func f();\n.entry k() { call f; }",
     "PTX line 5: 'f' is called but not defined here"},
    {".func f(.param .b32 a) { ret; }\n.entry k() { call f; }",
     "'f' is called with 0 arguments and 0 results"},
    {".entry k() { .reg .b64 %x; call %x; }", "through pointers"},
    {".entry k() {} .entry k() {}", "'k' is defined twice"},
    {".entry k() { ret;", "is missing at the end"},
    {".entry k() { ret }", "an operand is missing before '}'"},
    {".global .u32 x = {1, 2};", "'x' has more initial values than room"},
    {".extern .global .u32 x;", "does not link"},
    {".global .f16 x;", "does not know the type '.f16'"},
    {".global .align 3 .u32 x;", "3 is no alignment"},
    {".global .u32 x[99999999999999];", "an extent of 99999999999999"},
    {".entry k() .reqntid 2000 { ret; }", "a block's extent of 2000"},
    {".address_size 32", "addresses must have 64 bits"},
    /* Too many operands, too few, of a type that memory does not have. */
    {REGISTERS "ld.global.u32 %r, [%d], %r; }", "this form of 'ld"},
    {REGISTERS "ld.global.u32 %r; }", "this form of 'ld"},
    {REGISTERS "st.global.u32 [%d], %r, %r; }", "this form of 'st"},
    {REGISTERS "st.global.u32 [%d]; }", "this form of 'st"},
    {REGISTERS "ld.global.pred %p, [%d]; }", "this form of 'ld"},
    {REGISTERS "st.global.pred [%d], %p; }", "this form of 'st"},
    {REGISTERS "atom.global.add.u32 %r, [%d], %r, %r; }", "has 4 operands"},
    {REGISTERS "red.global.add.u32 [%d], %r, %r; }", "has 3 operands"},
    {REGISTERS "atom.global.cas.b32 %r, [%d], %r; }", "lacks its operand 4"},
    {REGISTERS ".reg .f32 %f; atom.global.min.f32 %f, [%d], %f; }",
     "does not know 'atom.global.min.f32'"},
    {REGISTERS ".reg .f64 %g; atom.global.exch.f64 %g, [%d], %g; }",
     "does not know 'atom.global.exch.f64'"},
    {REGISTERS ".reg .f32 %f; red.global.max.f32 [%d], %f; }",
     "does not know 'red.global.max.f32'"},
    {REGISTERS ".reg .b16 %h; atom.global.add.u16 %h, [%d], %h; }",
     "does not know 'atom.global.add.u16'"},
    {REGISTERS "atom.global.u32 %r, [%d], %r; }",
     "does not know 'atom.global.u32'"},
    {".entry k() { bar.sync; }", "'bar.sync' has 0 operands"},
    {".entry k() { .reg .b32 %r; atom.global.add.u32 %r, [%r]; }",
     "lacks its operand 3"},
    {".entry k() { .reg .b32 %r; cvt.u32.u64 %r, %r; }", "wrong size"},
    {".global .u32 x; /* the comment that nobody ends", NULL},
    {".file 1 \"unfinished", "a file's name is missing"},
    {".entry k() { \x01 }", "an instruction is missing"},
};

static void test_refused(void **state)
{
    struct ptxsim_space *space = ptxsim_space_new();

    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        char text[1024];
        struct report why = {.text = ""};
        struct ptxsim_program *p;
        int count;

        snprintf(text, sizeof text, "%s%s", rig_head, refused[k].body);
        p = ptxsim_load(space, text, &why);
        if (!refused[k].why != !!p)
            fail_msg("'%s': %s", refused[k].body, p ? "loaded" : why.text);
        if (!p && !strstr(why.text, refused[k].why))
            fail_msg("'%s': %s, not: %s", refused[k].body, why.text,
                     refused[k].why);
        ptxsim_unload(p);
        ptxsim_allocations(space, &count);
        for (int a = 0; a < count; a++)
            assert_null(ptxsim_allocations(space, &count)[a].host);
    }
    ptxsim_space_free(space);
}

static void test_heading(void **state)
{
    static const char *const text[][2] = {
        {"", "the text is empty"},
        {".target sm_80\n", "must begin with .version"},
        {".version 7.0\n", "there is no .target"},
        {".version 7.0\n.target gfx90a\n", "is no target such as sm_80"},
        {".version seven\n", "a version such as 7.0"},
    };
    struct ptxsim_space *space = ptxsim_space_new();
    struct report why;

    for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
        assert_null(ptxsim_load(space, text[k][0], &why));
        assert_non_null(strstr(why.text, text[k][1]));
    }
    ptxsim_space_free(space);
}

static void test_description(void **state)
{
    struct rig rig;
    const struct ptxsim_kernel *k;

    rig_open(&rig,
             ".shared .align 8 .b8 used[40]; .shared .u64 unused[99];\n"
             ".visible .entry first(.param .u8 a, .param .u64 .ptr .global "
             ".align 16 b,\n.param .align 8 .b8 c[12], .param .f32 d)\n"
             ".maxntid 64, 2, 1\n.minnctapersm 2\n"
             "{ .local .b8 x[20]; .reg .b32 %r; mov.u32 %r, used; ret; }\n"
             ".weak .entry second() { ret; }\n");
    assert_int_equal(ptxsim_kernel_count(rig.program), 2);
    k = ptxsim_kernel(rig.program, 0);
    assert_string_equal(k->name, "first");
    assert_ptr_equal(k, ptxsim_find_kernel(rig.program, "first"));
    assert_null(ptxsim_find_kernel(rig.program, "third"));
    assert_int_equal(k->line, 5);
    assert_int_equal(k->param_count, 4);
    assert_int_equal(k->param[1].offset, 8);
    assert_int_equal(k->param[2].size, 12);
    assert_int_equal(k->param[3].offset, 28);
    assert_int_equal(k->param_size, 32);
    assert_int_equal(k->shared_size, 40);
    assert_int_equal(k->local_size, 32);
    assert_int_equal(k->block_max[1], 2);
    assert_false(k->block_required);
    assert_int_equal(ptxsim_kernel(rig.program, 1)->shared_size, 0);
    rig_close(&rig);
}

/* Text ------------------------------------------------------------------- */

static const char sample[] =
    ".global .align 8 .b8 table[16] = {1, 2, 3, 4};\n"
    ".extern .shared .align 4 .b8 room[];\n"
    ".func (.param .b32 r) twice(.param .b32 a)\n{\n .reg .b32 %r<3>;\n"
    " ld.param.b32 %r1, [a]; shl.b32 %r2, %r1, 1;\n"
    " st.param.b32 [r], %r2; ret;\n}\n"
    ".visible .entry k(.param .u64 out)\n.maxntid 128\n{\n"
    " .reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<5>; .reg .f64 %d<4>;\n"
    " .local .align 8 .b8 own[32];\n"
    " ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x;\n"
    " mul.wide.u32 %rd2, %r1, 8; add.s64 %rd1, %rd1, %rd2;\n"
    " setp.lt.u32 %p1, %r1, 16; mov.b64 {%r2, %r3}, %rd2;\n"
    " @%p1 bra few; shfl.sync.idx.b32 %r4|%p2, %r1, 3, 31, -1;\n"
    "few:\n cvt.rn.f64.s32 %d1, %r1; fma.rn.f64 %d2, %d1, 0d4000000000000000, "
    "%d1;\n"
    " st.local.f64 [own+8], %d2; ld.local.f64 %d3, [own+8]; bar.sync 0;\n"
    " { .param .b32 x; .param .b32 y; st.param.b32 [x], %r1;\n"
    " call.uni (y), twice, (x); ld.param.b32 %r5, [y]; }\n"
    " mov.u32 %r6, room; st.shared.u32 [%r6], %r5; atom.shared.add.u32 %r7, "
    "[%r6], 1;\n"
    " selp.f64 %d3, %d3, %d1, %p1; st.global.f64 [%rd1], %d3; ret;\n}\n";

static void run_if_loaded(const char *text)
{
    struct rig rig = {.space = ptxsim_space_new(), .watchdog = 3000};
    uint64_t out;

    rig.program = ptxsim_load(rig.space, text, &rig.why);
    if (!rig.program) {
        assert_true(strncmp(rig.why.text, "PTX line ", 9) == 0 ||
                    strstr(rig.why.text, "bytes left"));
    } else if (ptxsim_find_kernel(rig.program, "k") &&
               ptxsim_find_kernel(rig.program, "k")->param_size <= 8) {
        out = rig_memory(&rig, NULL, 8 * 64);
        if (rig_run(&rig, "k", 2, 64, 64, &out))
            assert_int_equal(rig.result.findings, 0);
    }
    rig_close(&rig);
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Bytes changed, removed, repeated; a word of the text put elsewhere. */
static void damage(char *text, size_t size, uint64_t *state)
{
    static const char marks[] = "%.,;[]{}()<>@!|:+-0179xdfru \n";
    size_t length = strlen(text), at = next_random(state) % length;
    size_t from = next_random(state) % length, n = next_random(state) % 12;

    switch (next_random(state) % 4) {
    case 0:
        text[at] = marks[next_random(state) % (sizeof marks - 1)];
        break;
    case 1:
        n = n < length - at ? n : length - at;
        memmove(text + at, text + at + n, length - at - n + 1);
        break;
    case 2:
        if (length + n + 1 < size && from + n <= length) {
            memmove(text + at + n, text + at, length - at + 1);
            memmove(text + at, text + from, n);
        }
        break;
    default:
        text[at] = (char)(1 + next_random(state) % 255);
    }
}

static void test_damaged(void **state)
{
    uint64_t seed = 11;
    char text[4096];

    snprintf(text, sizeof text, "%s%s", rig_head, sample);
    run_if_loaded(text);
    for (int k = 0; k < 4000; k++) {
        snprintf(text, sizeof text, "%s%s", rig_head, sample);
        for (uint64_t n = 1 + next_random(&seed) % 3; n > 0; n--)
            damage(text + strlen(rig_head), sizeof text - strlen(rig_head),
                   &seed);
        run_if_loaded(text);
    }
}

/* 20,000 instructions of straight code take few slots and run right. */
static void test_long_code(void **state)
{
    enum { LONG = 20000 };
    struct rig rig;
    size_t size = 64 * LONG, used;
    char *text = malloc(size);
    uint64_t out, want = 1;

    assert_non_null(text);
    used = (size_t)snprintf(text, size,
                            ".entry k(.param .u64 out)\n{ .reg .b64 %%x<%d>;\n"
                            "ld.param.u64 %%x1, [out]; mov.u64 %%x2, 1;\n",
                            LONG + 3);
    for (int k = 3; k < LONG; k++) {
        used +=
            (size_t)snprintf(text + used, size - used,
                             "mad.lo.u64 %%x%d, %%x%d, 3, %d;\n", k, k - 1, k);
        want = want * 3 + (uint64_t)k;
    }
    snprintf(text + used, size - used, "st.global.u64 [%%x1], %%x%d; }\n",
             LONG - 1);
    rig_open(&rig, text);
    free(text);
    out = rig_memory(&rig, NULL, 8);
    rig_expect(&rig, "k", 1, 64, &out);
    assert_int_equal(*(uint64_t *)rig_bytes(&rig, out, 8), want);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),     cmocka_unit_test(test_heading),
        cmocka_unit_test(test_description), cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_long_code),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
