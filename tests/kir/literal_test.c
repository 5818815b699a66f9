/* Text as literals of C: what a compiler reads back is the text. */
#include "backends/kir/kir.h"
#include "backends/kir/literal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void escaped(const char *text, size_t length, const char *want)
{
    struct buf out = {0};

    literal_put_escaped(&out, text, length);
    assert_string_equal(out.text ? out.text : "", want);
    buf_free(&out);
}

static void test_escaped(void **state)
{
    (void)state;
    escaped("", 0, "");
    escaped("a b\n\tc", 6, "a b\\n\\tc");
    escaped("say \"\\\"", 7, "say \\\"\\\\\\\"");
    escaped("?", 1, "?");
    escaped("?a?b", 4, "?a?b");
    escaped("a?"
            "?/",
            4, "a?\\?/"); /* no trigraph */
    escaped("?"
            "??",
            3, "?\\?\\?");
    escaped("\x01\x1f\x20\x7e\x7f\xff", 6, "\\001\\037 ~\\177\\377");
    escaped("\x01"
            "2",
            2, "\\0012");
    escaped("cut off", 3, "cut");
}

static void test_lines(void **state)
{
    static const struct {
        const char *text, *want;
    } row[] = {
        {"", " = \"\";\n\n"},
        {"one", " =\n    \"one\";\n\n"},
        {"one\n", " =\n    \"one\\n\";\n\n"},
        {"one\n\ntwo", " =\n    \"one\\n\"\n    \"\\n\"\n    \"two\";\n\n"},
    };

    (void)state;
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct buf out = {0};

        literal_put_lines(&out, row[k].text);
        assert_string_equal(out.text, row[k].want);
        buf_free(&out);
    }
}

static void test_kernels(void **state)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct buf out = {0};
    struct kir_module *module = kir_parse(
        arena, "m.kir",
        "module \"m\" \"\" kernel one 32 4 2 { global a:f64 param n:i32 }\n"
        "kernel two 1 1 1 { }",
        &faults);

    (void)state;
    assert_non_null(module);
    literal_put_kernels(&out, arena, "table", module);
    assert_string_equal(out.text,
                        "static const struct hedra_kernel table[] = {\n"
                        "    {\"one\", \"bi\", {32, 4, 2}, 0, 0, 0},\n"
                        "    {\"two\", \"\", {1, 1, 1}, 0, 0, 0},\n"
                        "};\n\n");
    buf_free(&out);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_escaped),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_kernels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
