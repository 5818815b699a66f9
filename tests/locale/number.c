/* The pair of functions for numbers as text, in the C locale and in one with a
 * decimal comma, and while another thread changes the locale. */
#include "runtime/base/base.h"

#include "tests/runtime/unit.h"

#include <errno.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { F = NUMBER_FORTRAN, X = NUMBER_HEX, S = NUMBER_SPECIAL };

/* A text, the forms allowed, how much of it is the number, and whether the
 * number has a value; NAN stands for itself. */
static const struct row {
    const char *text;
    unsigned forms;
    size_t length;
    bool good;
    double value;
} rows[] = {
    {"1", 0, 1, true, 1},
    {"-1.5", 0, 4, true, -1.5},
    {"+.5", 0, 3, true, .5},
    {"5.", 0, 2, true, 5},
    {"1.25e+2x", 0, 7, true, 125},
    {"1.25E-2", 0, 7, true, 0.0125},
    {"1e", 0, 1, true, 1},
    {"1e+", 0, 1, true, 1},
    {"0,757", 0, 1, true, 0},
    {"1.23D+01", 0, 4, true, 1.23},
    {"1.23D+01", F, 8, true, 12.3},
    {"1.23d1", F, 6, true, 12.3},
    {"1.23D+", F, 4, true, 1.23},
    {"1.23e1", F, 6, true, 12.3},
    {"0x10", 0, 1, true, 0},
    {"0x1.8p1", X, 7, true, 3},
    {"0x1d", X | F, 4, true, 29},
    {"0x", X, 1, true, 0},
    {"0x.p1", X, 1, true, 0},
    {"inf", 0, 0, false, 0},
    {"nan", 0, 0, false, 0},
    {"-inf", S, 4, true, -INFINITY},
    {"Infinity", S, 8, true, INFINITY},
    {"infinit", S, 3, true, INFINITY},
    {"NaN", S, 3, true, NAN},
    {"nan(1_a)", S, 8, true, NAN},
    {"nan(1", S, 3, true, NAN},
    {"", 0, 0, false, 0},
    {"-", 0, 0, false, 0},
    {".", 0, 0, false, 0},
    {" 1", 0, 0, false, 0},
    {"--1", 0, 0, false, 0},
    {"e5", 0, 0, false, 0},
    {"1e400", 0, 5, false, 0},
    {"-1e400", 0, 6, false, 0},
    {"1e39", 0, 4, true, 1e39},
    {"1e39", NUMBER_SINGLE, 4, false, 0},
    {"1e-400", 0, 6, true, 0},
    {"4.9e-324", 0, 8, true, 4.9e-324},
    {"0.1", NUMBER_SINGLE, 3, true, 0.1f},
    {"0.000000000000000000000000000000000000000000000000000000000000000001", 0,
     68, true, 1e-66},
};

static void check_rows(void)
{
    for (int k = 0; k < COUNT(rows); k++) {
        const struct row *r = &rows[k];
        const char *at = r->text;
        double value = 77;

        errno = 5;
        bool good = number_parse(&at, r->forms, &value);
        if (good != r->good || (size_t)(at - r->text) != r->length)
            fail_msg("'%s': %zu characters", r->text, (size_t)(at - r->text));
        if (!good ? value != 77
                  : !(value == r->value || (isnan(value) && isnan(r->value))))
            fail_msg("'%s': %a", r->text, value);
        assert_int_equal(errno, 5);
    }
}

static void check_print(void)
{
    char text[NUMBER_TEXT];
    double value = 0;

    assert_int_equal(number_print(text, sizeof text, "%.2f %g", 1.5, 2.5), 8);
    assert_string_equal(text, "1.50 2.5");
    number_shortest(text, 0.1, false);
    assert_string_equal(text, "0.1");
    number_shortest(text, (double)0.1f, true);
    assert_string_equal(text, "0.1");
    number_shortest(text, (double)FLT_MAX, true);
    assert_string_equal(text, "3.4028235e+38");
    number_shortest(text, DBL_MAX, false);
    assert_string_equal(text, "1.7976931348623157e+308");
    assert_true(number_parse_all(" -2.5" + 1, &value) && value == -2.5);
    assert_false(number_parse_all("2,5", &value));
    assert_false(number_parse_all("2.5 ", &value));
    assert_false(number_parse_all("inf", &value));
    assert_false(number_parse_all(NULL, &value));
    assert_true(value == -2.5);
}

static void check_letters(void)
{
    assert_true(ascii_same("LI", "li", 2) && ascii_same("a", "A", 9));
    assert_false(ascii_same("LI", "l", 2) || ascii_same("\xe9", "\xc9", 1));
    assert_true(ascii_is_alpha('I') && ascii_lower('I') == 'i');
    assert_false(ascii_is_alpha((char)0xe9) || ascii_is_space((char)0xa0));
    assert_true(ascii_hex('F') == 15 && ascii_hex('g') == -1);
}

/* What the calling thread's locale is stays as it was. */
static void check_all(void)
{
    char before[8], after[8];

    snprintf(before, sizeof before, "%.1f", 0.5);
    check_rows();
    check_print();
    check_letters();
    snprintf(after, sizeof after, "%.1f", 0.5);
    assert_string_equal(before, after);
}

static void test_plain(void **state)
{
    check_all();
}

static void test_locales(void **state)
{
    char text[8];

    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        skip();
    snprintf(text, sizeof text, "%.1f", 0.5);
    assert_string_equal(text, "0,5");
    check_all();
    if (!setlocale(LC_ALL, "tr_TR.UTF-8"))
        skip();
    check_all();
    setlocale(LC_ALL, "C");
}

static void *change(void *flag)
{
    atomic_bool *over = flag;

    while (!*over) {
        setlocale(LC_ALL, "de_DE.UTF-8");
        setlocale(LC_ALL, "C");
    }
    return NULL;
}

static void test_threads(void **state)
{
    atomic_bool over = false;
    pthread_t thread;

    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        skip();
    assert_int_equal(pthread_create(&thread, NULL, change, &over), 0);
    for (int k = 0; k < 500; k++) {
        check_rows();
        check_print();
    }
    over = true;
    pthread_join(thread, NULL);
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_locales),
        cmocka_unit_test(test_threads),
    };
    bool there = setlocale(LC_ALL, "de_DE.UTF-8");

    setlocale(LC_ALL, "C");
    if (cmocka_run_group_tests(tests, NULL, NULL))
        return 1;
    return there ? 0 : 77;
}
