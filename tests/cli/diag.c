/* The format of diagnostics, by lists of faults made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "compiler/driver/diag.h"

static const char SOURCE[] = "int n;\n"
                             "\tfor (i = 0; i < n; i *= 2)\n"
                             "caf\xc3\xa9 = x[i];\r\n"
                             "last";

struct fixture {
    char path[32];
    struct arena *arena;
    struct faults faults;
    struct diag_options options;
    struct diag_counts counts;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    strcpy(f->path, "diag-test.XXXXXX");
    int fd = mkstemp(f->path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, SOURCE, sizeof SOURCE - 1), sizeof SOURCE - 1);
    close(fd);
    f->arena = arena_new();
    f->faults = faults_new(f->arena);
    f->options.color = DIAG_COLOR_NEVER;
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    unlink(f->path);
    arena_free(f->arena);
    free(f);
    return 0;
}

static struct loc at(struct fixture *f, int line, int column, int width)
{
    return (struct loc){f->path, line, column, width};
}

/* Compares what is printed with `expected`, in which '@' stands for the path of
 * the file. */
static void expect(struct fixture *f, const char *expected)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    f->counts = diag_print(out, &f->faults, &f->options);
    fclose(out);
    struct buf want = {0};
    for (; *expected; expected++)
        if (*expected == '@')
            buf_puts(&want, f->path);
        else
            buf_putc(&want, *expected);
    assert_string_equal(text, want.text ? want.text : "");
    buf_free(&want);
    free(text);
}

static void caret_stands_below_tabs(void **state)
{
    struct fixture *f = *state;
    struct fault *fault = fault_add(&f->faults, FAULT_LOOP_FORM,
                                    at(f, 2, 21, 6), "loop '%s' grows", "i");
    fault_hint(&f->faults, fault, (struct loc){0}, "write i += 2");
    expect(f, "@:2:21: error: loop 'i' grows [loop-form]\n"
              "    2 |         for (i = 0; i < n; i *= 2)\n"
              "      |                            ^~~~~~\n"
              "@:2:21: note: write i += 2\n"
              "1 error generated.\n");
    assert_int_equal(f->counts.errors, 1);
}

static void multibyte_characters_take_one_column(void **state)
{
    struct fixture *f = *state;
    fault_add(&f->faults, FAULT_POINTER, at(f, 3, 9, 1), "x");
    expect(f, "@:3:9: error: x [pointer]\n"
              "    3 | caf\xc3\xa9 = x[i];\n"
              "      |        ^\n"
              "1 error generated.\n");
}

static void columns_and_lines_beyond_the_text_are_safe(void **state)
{
    struct fixture *f = *state;
    fault_add(&f->faults, FAULT_POINTER, at(f, 4, 900, 70), "beyond");
    fault_add(&f->faults, FAULT_POINTER, at(f, 90, 1, 1), "below");
    fault_add(&f->faults, FAULT_POINTER, at(f, 4, 4, 70), "wide");
    fault_add(&f->faults, FAULT_POINTER,
              (struct loc){"no-such-file.c", 3, 1, 1}, "missing");
    expect(f, "@:4:4: error: wide [pointer]\n"
              "    4 | last\n"
              "      |    ^\n"
              "@:4:900: error: beyond [pointer]\n"
              "    4 | last\n"
              "      |     ^\n"
              "@:90:1: error: below [pointer]\n"
              "no-such-file.c:3:1: error: missing [pointer]\n"
              "4 errors generated.\n");
}

static void hints_show_their_own_place(void **state)
{
    struct fixture *f = *state;
    struct fault *fault =
        fault_add(&f->faults, FAULT_CALL, at(f, 3, 1, 4), "impure");
    fault_hint(&f->faults, fault, at(f, 1, 5, 1), "declared here");
    expect(f, "@:3:1: error: impure [call]\n"
              "    3 | caf\xc3\xa9 = x[i];\n"
              "      | ^~~~\n"
              "@:1:5: note: declared here\n"
              "    1 | int n;\n"
              "      |     ^\n"
              "1 error generated.\n");
}

static void faults_are_sorted_and_said_once(void **state)
{
    struct fixture *f = *state;
    fault_add(&f->faults, FAULT_CALL, at(f, 4, 1, 1), "late");
    fault_add(&f->faults, FAULT_CLANG_WARNING, at(f, 1, 1, 1), "b");
    fault_add(&f->faults, FAULT_CALL, at(f, 1, 1, 1), "a");
    fault_add(&f->faults, FAULT_CLANG_WARNING, at(f, 1, 1, 1), "b");
    fault_add(&f->faults, FAULT_USAGE, (struct loc){0}, "no place");
    expect(f, "hedrac: error: no place [usage]\n"
              "@:1:1: warning: b [clang-warning]\n"
              "    1 | int n;\n"
              "      | ^\n"
              "@:1:1: error: a [call]\n"
              "    1 | int n;\n"
              "      | ^\n"
              "@:4:1: error: late [call]\n"
              "    4 | last\n"
              "      | ^\n"
              "1 warning and 3 errors generated.\n");
}

static void options_choose_what_is_shown(void **state)
{
    struct fixture *f = *state;
    struct loc place = {.file = f->path};
    fault_add(&f->faults, FAULT_NO_REGION, place, "nothing marked");
    fault_add(&f->faults, FAULT_PARALLEL, place, "loop i is parallel");
    expect(f, "@: warning: nothing marked [no-region]\n"
              "1 warning generated.\n");
    assert_int_equal(f->counts.errors, 0);
    f->options.werror = f->options.explain = true;
    expect(f, "@: error: nothing marked [-Werror, no-region]\n"
              "@: remark: loop i is parallel [parallel]\n"
              "1 error generated.\n");
    assert_int_equal(f->counts.errors, 1);
    f->options.off[FAULT_NO_REGION] = f->options.off[FAULT_PARALLEL] = true;
    expect(f, "");
    assert_int_equal(f->counts.errors, 0);
}

static void remarks_are_sorted_by_region_and_kind(void **state)
{
    struct fixture *f = *state;
    struct loc place = {.file = f->path};
    f->faults.region = 2;
    fault_add(&f->faults, FAULT_PARALLEL, place, "in the second");
    f->faults.region = 1;
    struct faults before = f->faults;
    fault_add(&f->faults, FAULT_EXPECTED, place, "last");
    fault_add(&f->faults, FAULT_TILED, place, "tried");
    fault_add(&f->faults, FAULT_TILED, place, "both");
    fault_add(&f->faults, FAULT_KEPT, place, "warned");
    fault_reject(&f->faults, &before, f->faults.last, FAULT_ABOUT_ALL);
    fault_add(&f->faults, FAULT_EXPECTED, place, "last");
    fault_add(&f->faults, FAULT_TILED, place, "both");
    fault_add(&f->faults, FAULT_SUMMARY, place, "first")->detail = "  runs\n";
    f->options.explain = true;
    expect(f, "@: remark: first [summary]\n"
              "  runs\n"
              "@: warning: warned [kept]\n"
              "@: remark: both [tiled]\n"
              "@: remark: last [expected]\n"
              "@: remark: in the second [parallel]\n"
              "1 warning generated.\n");
    f->options.explain_all = true;
    expect(f, "@: remark: first [summary]\n"
              "  runs\n"
              "@: warning: warned [kept]\n"
              "@: remark: both [tiled]\n"
              "@: remark: not taken: tried [tiled]\n"
              "@: remark: last [expected]\n"
              "@: remark: in the second [parallel]\n"
              "1 warning generated.\n");
}

static void some_remarks_are_rejected(void **state)
{
    struct fixture *f = *state;
    struct loc place = {.file = f->path};
    struct faults before = f->faults;
    f->faults.about = FAULT_ABOUT_HOST;
    fault_add(&f->faults, FAULT_TILED, place, "host");
    fault_add(&f->faults, FAULT_NO_PLAN, place, "why");
    f->faults.about = FAULT_ABOUT_GPU;
    fault_add(&f->faults, FAULT_STAGED, place, "gpu");
    const struct fault *last = f->faults.last;
    f->faults.about = FAULT_ABOUT_HOST;
    fault_add(&f->faults, FAULT_TILED, place, "later");
    fault_reject(&f->faults, &before, last, FAULT_ABOUT_HOST);
    fault_reject(&f->faults, &f->faults, f->faults.last, FAULT_ABOUT_ALL);
    fault_reject(&f->faults, &before, NULL, FAULT_ABOUT_ALL);
    f->options.explain = true;
    expect(f, "@: remark: why [no-plan]\n"
              "@: remark: gpu [staged]\n"
              "@: remark: later [tiled]\n");
}

static void colours_are_those_of_clang(void **state)
{
    struct fixture *f = *state;
    f->options.color = DIAG_COLOR_ALWAYS;
    fault_add(&f->faults, FAULT_CALL, at(f, 1, 5, 1), "bad");
    expect(f, "\033[1m@:1:5: \033[0m\033[1;31merror: \033[0m\033[1mbad\033[0m"
              " [call]\n"
              "    1 | int n;\n"
              "      | \033[1;32m    ^\033[0m\n"
              "1 error generated.\n");
}

/* A line of a million columns is shown around the caret only, and cut between
 * characters. */
static void long_lines_are_cut(void **state)
{
    struct fixture *f = *state;
    enum { PAIRS = 500000, COLUMN = 400001 };
    FILE *out = fopen(f->path, "w");
    for (int i = 0; i < PAIRS; i++)
        fputs("\xc3\xa9", out);
    fclose(out);
    fault_add(&f->faults, FAULT_CALL, at(f, 1, COLUMN, 2), "here");
    struct buf want = {0};
    buf_printf(&want, "@:1:%d: error: here [call]\n    1 | ...", COLUMN);
    for (int i = 0; i < 90; i++)
        buf_puts(&want, "\xc3\xa9");
    buf_puts(&want, "...\n      |    ");
    for (int i = 0; i < 45; i++)
        buf_putc(&want, ' ');
    buf_puts(&want, "^\n1 error generated.\n");
    expect(f, want.text);
    buf_free(&want);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(caret_stands_below_tabs),
        TEST(multibyte_characters_take_one_column),
        TEST(columns_and_lines_beyond_the_text_are_safe),
        TEST(hints_show_their_own_place),
        TEST(faults_are_sorted_and_said_once),
        TEST(options_choose_what_is_shown),
        TEST(remarks_are_sorted_by_region_and_kind),
        TEST(some_remarks_are_rejected),
        TEST(colours_are_those_of_clang),
        TEST(long_lines_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
