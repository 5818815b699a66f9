/* The JSON reader: what RFC 8259 permits and what it does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/driver/json.h"

static const struct json *parse(void **state, const char *text)
{
    int line;
    return json_parse(*state, text, &line);
}

static void reads_values(void **state)
{
    const struct json *j =
        parse(state, " {\"a\": [1, -2.5e-1, true, false, null, \"x\"],\n"
                     "\t\"b\": {}, \"c\": [], \"n\": 1152921504606846976}\r\n");
    assert_non_null(j);
    const struct json *a = json_member(j, "a");
    static const enum json_kind kinds[] = {JSON_NUMBER, JSON_NUMBER,
                                           JSON_TRUE,   JSON_FALSE,
                                           JSON_NULL,   JSON_STRING};
    assert_int_equal(a->kind, JSON_ARRAY);
    const struct json *e = a->first;
    for (int k = 0; k < 6; k++, e = e->next)
        assert_int_equal(e->kind, kinds[k]);
    assert_null(e);
    assert_true(a->first->number == 1 && a->first->next->number == -0.25);
    assert_int_equal(json_member(j, "b")->kind, JSON_OBJECT);
    assert_null(json_member(j, "c")->first);
    assert_null(json_member(j, "d"));
    assert_null(json_member(a, "a"));
    assert_null(json_member(NULL, "a"));
    assert_true(json_number(j, "n", 0) == 1152921504606846976.0);
    assert_true(json_number(j, "a", 7) == 7);
    assert_null(json_text(j, "n"));
}

static void reads_texts(void **state)
{
    const struct json *j = parse(state, "\"\\\"\\\\\\/\\b\\f\\n\\r\\t \\u00e9 "
                                        "\\u20AC \\ud83d\\ude00 \xc3\xa9\"");
    assert_non_null(j);
    assert_string_equal(j->text, "\"\\/\b\f\n\r\t \xc3\xa9 \xe2\x82\xac "
                                 "\xf0\x9f\x98\x80 \xc3\xa9");
    assert_string_equal(parse(state, "\"\"")->text, "");
}

static void refuses_others(void **state)
{
    static const char *const bad[] = {
        "",
        " ",
        "{",
        "[1,]",
        "[1 2]",
        "{\"a\"}",
        "{\"a\":}",
        "{a:1}",
        "{\"a\":1,}",
        "01",
        "+1",
        "1.",
        ".5",
        "1e",
        "-",
        "tru",
        "nulls",
        "\"",
        "\"\\",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\n\"",
        "\"\\ud800\"",
        "\"\\ud800\\u0041\"",
        "\"\\udc00\"",
        "1 2",
        "[]]",
        "'a'",
        "NaN",
        "{\"a\":1 \"b\":2}",
        "\"\t\"",
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++)
        if (parse(state, bad[k]))
            fail_msg("taken: %s", bad[k]);
}

static void counts_lines(void **state)
{
    int line;
    assert_null(json_parse(*state, "{\n\"a\": 1,\n\"b\": x}", &line));
    assert_int_equal(line, 3);
}

/* Nesting costs stack, so that there is a limit to it. */
static void limits_depth(void **state)
{
    char text[300000];
    memset(text, '[', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_null(parse(state, text));
    memset(text + 100, ']', 100);
    text[200] = '\0';
    assert_non_null(parse(state, text));
    memset(text, '[', 101);
    memset(text + 101, ']', 101);
    text[202] = '\0';
    assert_null(parse(state, text));
}

static int set_up(void **state)
{
    *state = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    arena_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_values),   cmocka_unit_test(reads_texts),
        cmocka_unit_test(refuses_others), cmocka_unit_test(counts_lines),
        cmocka_unit_test(limits_depth),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
