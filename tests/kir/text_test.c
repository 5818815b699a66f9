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
        cmocka_unit_test(test_depth_is_limited),
        cmocka_unit_test(test_arbitrary_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
