/* The text form: round trip, refusals, and arbitrary bytes. */
#include "backends/kir/kir.h"
#include "backends/optimise/optimise.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *print(const struct kir_module *module)
{
    struct buf out = {0};

    kir_print(module, &out);
    return out.text;
}

static char *read_example(void)
{
    char *text = base_read_file(KIR_TEST_FOLDER "/gemm.kir", NULL);

    assert_non_null(text);
    return text;
}

/* The example is written as the printer writes, but for its first line. */
static void test_round_trip(void **state)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    char *text = read_example(), *printed;
    struct kir_module *module = kir_parse(arena, "gemm.kir", text, &faults);

    (void)state;
    assert_non_null(module);
    assert_true(kir_check(module, &faults));
    printed = print(module);
    assert_string_equal(printed, strstr(text, "module"));
    free(printed);
    free(text);
    arena_free(arena);
}

static void test_together(void **state)
{
    static const char text[] = "module \"m\" \"m.c\"\n\nkernel k 1 1 1 {\n"
                               "    global x:f32 readonly noalias together 7\n"
                               "    global y:f32 noalias together 7\n"
                               "    global z:f32 together 2\n}\n";
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct kir_module *module = kir_parse(arena, "m.kir", text, &faults);
    char *printed;

    (void)state;
    assert_non_null(module);
    printed = print(module);
    assert_string_equal(printed, text);
    free(printed);
    arena_free(arena);
}

/* The example of the manual is what the printer would write, and valid. */
static void test_manual(void **state)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    char *manual = base_read_file(KIR_MANUAL, NULL), *printed, *end;
    const char *begin = manual ? strstr(manual, "module \"scale\"") : NULL;
    struct kir_module *module;

    (void)state;
    assert_non_null(begin);
    end = strstr(begin, "```");
    assert_non_null(end);
    *end = '\0';
    module = kir_parse(arena, "KIR.md", begin, &faults);
    assert_non_null(module);
    assert_true(kir_check(module, &faults));
    printed = print(module);
    assert_string_equal(printed, begin);
    free(printed);
    free(manual);
    arena_free(arena);
}

/* What is wrong with each text, and where. */
static const struct {
    const char *body, *message;
    int line, column;
} wrong[] = {
    {"%1 = add %0 1:i32\n", "there is no value '%0'", 3, 10},
    {"%1 = add 1:i32 1:i64\n", "add does not take operands", 3, 16},
    {"%1 = frob 1:i32\n", "there is no operation 'frob'", 3, 6},
    {"%1 = param 1:i32\n", "there is no operation 'param'", 3, 6},
    {"%1:i64 = neg 1:i32\n", "'%1' is i32, not i64", 3, 14},
    {"%1 = neg 1:i32 %1 = neg 1:i32\n", "'%1' is defined twice", 3, 25},
    {"set s 1:i32\n", "there is no variable 's'", 3, 5},
    {"store A 0:i32 1:f32\n", "what is stored must be f64, not f32", 3, 15},
    {"store A 0:u32 1:f64\n", "a subscript must be i32 or i64", 3, 9},
    {"atomic sub A 0:i32 1:f64\n", "no atomic sub on f64", 3, 14},
    {"if 1:i32 { }\n", "a condition must be pred, not i32", 3, 4},
    {"for %i:f64 = 0:f64 to 1:f64 step 1:f64 { }", "cannot be an iterator", 3,
     5},
    {"%1 = cast i8 1:i64\n", "no cast from i64 to i8", 3, 14},
    {"%1 = bitcast f32 1:i64\n", "no bitcast from i64 to f32", 3, 18},
    {"%1 = neg 300:i8\n", "no constant of type i8", 3, 10},
    {"%1 = neg 5000000000:i32\n", "no constant of type i32", 3, 10},
    {"%1 = neg 1x:f64\n", "no constant of type f64", 3, 10},
    {"launch g ( 1:i64 1:i64 1:i64 ) ( )", "there is no function 'g'", 3, 8},
    {"%1 = fetch 1 f64 0:i64\n", "expected '@' and an array's number", 3, 12},
    {"%1 = fetch @x f64 0:i64\n", "array's number", 3, 12},
    {"%1 = fetch @0 pred 0:i64\n", "no array has elements of type pred", 3, 20},
    {"%1 = fetch @0 f64 0:i32\n", "an element must be i64, not i32", 3, 19},
    {"%1 = shuffle_down 32 1:i32\n", "'32' is not a distance", 3, 19},
    {"%1 = shuffle_down 0 1:i32\n", "'0' is not a distance", 3, 19},
    {"%1 = shuffle_down 1 1:pred\n", "shuffle_down does not take", 3, 21},
    {"%1 = warps\n", "there is no operation 'warps'", 3, 6},
    {"comment \"open\n", "the string is not closed", 3, 9},
    {"comment \"\\q\"\n", "unknown escape", 3, 9},
    {"}\n}\n", "expected 'kernel' or 'host' before '}'", 4, 1},
    {"if 1:pred {\n", "expected '}' before 'the end of the text'", 5, 1},
    /* words */
    {"%1 = cast frob 1:i32\n", "'frob' is not a type", 3, 11},
    {"%1 = neg 5\n", "expected NUMBER:TYPE before '5'", 3, 10},
    {"%1 = neg 5:frob\n", "expected NUMBER:TYPE before '5:frob'", 3, 10},
    {"%1 = neg $q\n", "there is no parameter 'q'", 3, 10},
    {"%1 = neg {\n", "expected an operand before '{'", 3, 10},
    {"%1 = neg block.w\n", "expected NUMBER:TYPE before 'block.w'", 3, 10},
    {"%1 = neg block.\n", "expected NUMBER:TYPE before 'block.'", 3, 10},
    {"%1 = neg block.xy\n", "expected NUMBER:TYPE before 'block.xy'", 3, 10},
    {"%1 = neg bloc.x\n", "expected NUMBER:TYPE before 'bloc.x'", 3, 10},
    {"%1 = neg black.x\n", "expected NUMBER:TYPE before 'black.x'", 3, 10},
    {"frob 1:i32\n", "expected a statement before 'frob'", 3, 1},
    {"= 1:i32\n", "expected a statement before '='", 3, 1},
    {"comment 1\n", "expected a string before '1'", 3, 9},
    {"line -1\n", "'-1' is not a line", 3, 6},
    {"line 2147483648\n", "'2147483648' is not a line", 3, 6},
    {"line 1x\n", "'1x' is not a line", 3, 6},
    /* numbers */
    {"%1 = neg x:i32\n", "'x' is no constant of type i32", 3, 10},
    {"%1 = neg 128:i8\n", "'128' is no constant of type i8", 3, 10},
    {"%1 = neg -129:i8\n", "'-129' is no constant of type i8", 3, 10},
    {"%1 = not -1:u32\n", "'-1' is no constant of type u32", 3, 10},
    {"%1 = not 4294967296:u32\n", "no constant of type u32", 3, 10},
    {"%1 = not -1:u64\n", "'-1' is no constant of type u64", 3, 10},
    {"%1 = not 18446744073709551616:u64\n", "no constant of type u64", 3, 10},
    {"%1 = neg 9223372036854775808:i64\n", "no constant of type i64", 3, 10},
    {"%1 = not 2:pred\n", "'2' is no constant of type pred", 3, 10},
    {"%1 = neg nan.0:f64\n", "'nan.0' is no constant of type f64", 3, 10},
    {"%1 = neg nan:f64\n", "'nan' is no constant of type f64", 3, 10},
    {"%1 = neg nan.7ff8x:f64\n", "no constant of type f64", 3, 10},
    {"%1 = neg nan.7ff80000000000001:f64\n", "no constant of type f64", 3, 10},
    {"%1 = neg 1,5:f64\n", "'1,5' is no constant of type f64", 3, 10},
    {"%1 = neg 1d3:f64\n", "'1d3' is no constant of type f64", 3, 10},
    {"%1 = neg 1D3:f32\n", "'1D3' is no constant of type f32", 3, 10},
    {"%1 = neg 0x1p0x:f32\n", "no constant of type f32", 3, 10},
    /* accesses */
    {"%1 = get s\n", "there is no variable 's'", 3, 10},
    {"%1 = get 1s\n", "'1s' is not an identifier", 3, 10},
    {"%1 = load B 0:i32\n", "there is no buffer 'B'", 3, 11},
    {"%1 = load 1B 0:i32\n", "'1B' is not an identifier", 3, 11},
    {"%1 = load A 0:f64\n", "a subscript must be i32 or i64, not f64", 3, 13},
    {"%1 = aligned B\n", "there is no buffer 'B'", 3, 14},
    {"%1 = fetch @-1 f64 0:i64\n", "'-1' is not an array's number", 3, 12},
    {"store B 0:i32 1:f64\n", "there is no buffer 'B'", 3, 7},
    {"atomic frob A 0:i32 1:f64\n", "there is no operation 'frob'", 3, 8},
    {"atomic add B 0:i32 1:f64\n", "there is no buffer 'B'", 3, 12},
    {"atomic add A 0:i32 1:f32\n", "what is stored must be f64", 3, 20},
    {"var s:f64 set s 1:i32\n", "what is set must be f64, not i32", 3, 17},
    {"set 1s 1:i32\n", "'1s' is not an identifier", 3, 5},
    {"pack 1\n", "'1' is not 2 or 4", 3, 6},
    {"pack 5\n", "'5' is not 2 or 4", 3, 6},
    /* blocks */
    {"for i:i32 = 0:i32 to 1:i32 step 1:i32 { }\n", "cannot be an iterator", 3,
     5},
    {"for %i:i32 = 0:i64 to 1:i32 step 1:i32 { }\n",
     "the start of a loop must be i32, not i64", 3, 14},
    {"for %i:i32 = 0:i32 to 1:i64 step 1:i32 { }\n",
     "the end of a loop must be i32, not i64", 3, 23},
    {"for %i:i32 = 0:i32 to 1:i32 step 1:i64 { }\n",
     "the step of a loop must be i32, not i64", 3, 34},
    {"for %i:i32 = 0:i32 by 1:i32 step 1:i32 { }\n",
     "expected 'to' before 'by'", 3, 20},
    {"%i = neg 1:i32 for %i:i32 = 0:i32 to 1:i32 step 1:i32 { }\n",
     "'%i' is defined twice", 3, 49},
    {"while { } 1:i32 { }\n", "a condition must be pred, not i32", 3, 11},
    {"launch 1k ( 1:i64 1:i64 1:i64 ) ( )\n", "'1k' is not an identifier", 3,
     8},
    {"launch k ( 1:i64 1:i64 1:i32 ) ( )\n", "a grid size must be i64, not i32",
     3, 24},
    {"launch k ( 1:i64 1:i64 ) ( )\n", "expected an operand before ')'", 3, 24},
    /* declarations */
    {"global 1B:f64\n", "'1B' of type f64 cannot be a buffer", 3, 8},
    {"global B:pred\n", "'B' of type pred cannot be a buffer", 3, 8},
    {"global B\n", "expected NAME:TYPE before 'B'", 3, 8},
    {"global A:f64\n", "'A' is defined twice", 3, 8},
    {"global B:f64 together 0\n", "'0' is not a number", 3, 23},
    {"shared S:f64 0\n", "'0' is not a number of elements", 3, 14},
    {"local S:f64 readonly\n", "'readonly' is not a number of elements", 3, 13},
    {"shared S:f64 9223372036854775807\n", "is not a number of elements", 3,
     14},
    {"constant C:i8 2 ( 1 )\n", "1 numbers for 2 elements", 3, 21},
    {"constant C:i8 2 ( 1 2 3 )\n", "3 numbers for 2 elements", 3, 25},
    {"constant C:i8 1 ( 128 )\n", "'128' is no constant of type i8", 3, 19},
    {"constant C:i8 1 1\n", "expected '(' before '1'", 3, 17},
    {"param 1p:i32\n", "'1p' of type i32 cannot be a parameter", 3, 7},
    {"param p:pred\n", "'p' of type pred cannot be a parameter", 3, 7},
    {"param p:i8\n", "'p' of type i8 cannot be a parameter", 3, 7},
    {"param A:i32\n", "'A' is defined twice", 3, 7},
    {"param p:i32 param p:i64\n", "'p' is defined twice", 3, 19},
    {"var 1s:i32\n", "'1s' of type i32 cannot be a variable", 3, 5},
    {"var s:i8\n", "'s' of type i8 cannot be a variable", 3, 5},
    {"var A:i32\n", "'A' is defined twice", 3, 5},
    {"param s:i32 var s:i32\n", "'s' is defined twice", 3, 17},
    {"var s:i32 global s:i32\n", "'s' is defined twice", 3, 18},
    {"var s:i32 var s:i32\n", "'s' is defined twice", 3, 15},
    /* functions: behind the first */
    {"}\nkernel k 1 1 1 {\n", "'k' is defined twice", 4, 14},
    {"}\nkernel 1l 1 1 1 {\n", "'1l' is not an identifier", 4, 8},
    {"}\nkernel l 0 1 1 {\n", "'0' is not a block size", 4, 10},
    {"}\nkernel l 1 1 1025 {\n", "'1025' is not a block size", 4, 14},
    {"}\nkernel l 1 1 {\n", "expected a block size before '{'", 4, 14},
    {"}\nkernel l 1 1 1 doacross {\n",
     "'before', 'ordered' or 'after' is missing", 4, 25},
    {"}\nkernel l 1 1 1 line -1 {\n", "'-1' is not a line", 4, 21},
    {"}\nhost l 1 1 1 {\n", "expected '{' before '1'", 4, 8},
    {"}\nhost l { launch m ( 1:i64 1:i64 1:i64 ) ( ) launch k ( 1:i64 1:i64 "
     "1:i64 ) ( )\n",
     "there is no function 'm'", 4, 17},
};

/* What is just right, and printed as it stands here. */
static const char *const right[] = {
    "%0:i32 = neg -2147483648:i32\n",
    "%0:u32 = not 4294967295:u32\n",
    "%0:u64 = not 18446744073709551615:u64\n",
    "%0:i64 = neg -9223372036854775808:i64\n",
    "%0:pred = not 1:pred\n",
    "%0:f64 = neg nan.7ff8000000000001:f64\n",
    "%0:f64 = neg inf:f64\n",
    "%0:f32 = neg -inf:f32\n",
    "%0:i64 = cast i64 block.z\n",
    "%0:i64 = cast i64 thread.y\n",
    "%0:i64 = cast i64 grid.x\n",
    "%0:f32 = shuffle_down 1 0x1p+0:f32\n",
    "%0:f32 = shuffle_down 31 0x1p+0:f32\n",
    "%0:f64 = load A 0:i64\n",
    "%0:f64 = load A 0:i64 \"a[0]\"\n",
    "line 1\n    barrier\n",
    "line 2147483647\n    barrier\n",
    "global B:i8 together 1\n",
    "local L:f32 1\n",
    "constant C:i8 2 ( -128 127 )\n",
    "constant C:i8 20 ( 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 )\n",
    "param p:u32\n",
    "var s:pred\n",
    "}\n\nkernel l 1024 1 1 doacross before {\n",
    "}\n\nkernel l 1 1024 1 doacross ordered {\n",
    "}\n\nkernel l 1 1 1024 doacross after line 1 {\n",
};

static void test_refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct arena *arena = arena_new();
        struct faults faults = faults_new(arena);
        char *text = arena_printf(
            arena, "module \"m\" \"\"\nkernel k 1 1 1 { global A:f64\n%s}\n",
            wrong[i].body);

        assert_null(kir_parse(arena, "m.kir", text, &faults));
        assert_int_equal(faults.errors, 1);
        if (!strstr(faults.first->message, wrong[i].message) ||
            faults.first->loc.line != wrong[i].line ||
            faults.first->loc.column != wrong[i].column)
            fail_msg("%s%d:%d: %s", wrong[i].body, faults.first->loc.line,
                     faults.first->loc.column, faults.first->message);
        arena_free(arena);
    }
}

static void test_bounds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        struct arena *arena = arena_new();
        struct faults faults = faults_new(arena);
        char *text = arena_printf(
            arena, "module \"m\" \"\"\nkernel k 1 1 1 { global A:f64\n%s}\n",
            right[i]);
        struct kir_module *module = kir_parse(arena, "m.kir", text, &faults);
        char *printed = module ? print(module) : NULL;

        if (!printed || !strstr(printed, right[i]))
            fail_msg("%s: %s", right[i],
                     printed ? printed : faults.first->message);
        free(printed);
        arena_free(arena);
    }
}

/* Constants of many elements are read whole, of each size of element. */
static void test_long_constants(void **state)
{
    static const char *const type[] = {"i8", "i16", "i32", "i64"};
    enum { COUNT = 20000 };

    (void)state;
    for (int t = 0; t < 4; t++) {
        struct arena *arena = arena_new();
        struct faults faults = faults_new(arena);
        struct buf text = {0};
        struct kir_module *module;
        char *printed;

        buf_printf(&text,
                   "module \"m\" \"\"\n\nkernel k 1 1 1 {\n"
                   "    constant C:%s %d (",
                   type[t], COUNT);
        for (int k = 0; k < COUNT; k++)
            buf_printf(&text, " %d", k * 7 % 127);
        buf_puts(&text, " )\n}\n");
        module = kir_parse(arena, "m.kir", text.text, &faults);
        assert_non_null(module);
        printed = print(module);
        assert_string_equal(printed, text.text);
        free(printed);
        buf_free(&text);
        arena_free(arena);
    }
}

static void test_depth_is_limited(void **state)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct buf text = {0};

    (void)state;
    buf_puts(&text, "module \"m\" \"\" kernel k 1 1 1 {");
    for (int i = 0; i < 100000; i++)
        buf_puts(&text, " if 1:pred {");
    assert_null(kir_parse(arena, "m.kir", text.text, &faults));
    assert_non_null(strstr(faults.first->message, "nested"));
    buf_free(&text);
    arena_free(arena);
}

static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state >> 11;
}

/* Changes a few bytes, and moves or repeats a few pieces. */
static void mutate(char *text, size_t length, uint64_t *state)
{
    for (uint64_t n = 1 + draw(state) % 4; n > 0; n--) {
        size_t at = draw(state) % length, from = draw(state) % length;
        size_t size = draw(state) % 24;

        if (draw(state) % 2)
            text[at] = (char)(1 + draw(state) % 255);
        else if (at + size < length && from + size < length)
            memmove(text + at, text + from, size);
    }
}

/* What still parses must print, and the verifier must survive it; what it
 * accepts must optimise. */
static void try_text(const char *text)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct kir_module *module = kir_parse(arena, "fuzz", text, &faults);
    char *printed;

    assert_true((module == NULL) == (faults.errors > 0));
    if (module) {
        printed = print(module);
        free(printed);
        if (kir_check(module, &faults))
            assert_non_null(kir_optimise(arena, module));
    }
    arena_free(arena);
}

static void test_arbitrary_bytes(void **state)
{
    char *text = read_example(), *copy;
    size_t length = strlen(text);
    uint64_t random = 88172645463325252u;

    (void)state;
    copy = malloc(length + 1);
    assert_non_null(copy);
    for (int i = 0; i < 5000; i++) {
        memcpy(copy, text, length + 1);
        mutate(copy, length, &random);
        try_text(copy);
    }
    for (size_t i = 0; i < length; i++) {
        memcpy(copy, text, length + 1);
        copy[i] = '\0';
        try_text(copy);
    }
    free(copy);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_together),
        cmocka_unit_test(test_manual),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_long_constants),
        cmocka_unit_test(test_depth_is_limited),
        cmocka_unit_test(test_arbitrary_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
