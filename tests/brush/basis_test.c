/* The readers of basis sets: both formats, what is shipped, what is refused. */
#include "brush/basis.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char gaussian[] = "! a comment\n"
                               "****\n"
                               "H     0\n"
                               "S   1   2.00 ! scaled\n"
                               "  0.5D+00  1.0\n"
                               "****\n"
                               "-C 0\n"
                               "SP 2 1.00\n"
                               " 3.0 0.1 0.2\n"
                               " 1.0 0.3 -4.0E-1\n"
                               "D 1 1.00\n"
                               " 0.8 1.0\n"
                               "****\n";

static const char nwchem[] = "# a comment\n"
                             "BASIS \"ao basis\" SPHERICAL PRINT\n"
                             "#BASIS SET: (2s) -> [2s]\n"
                             "H    S\n"
                             "      2.0    1.0  0.0\n"
                             "      0.5    0.25 1.0\n"
                             "c    SP\n"
                             "      3.0    0.1  0.2\n"
                             "END\n";

static void test_gaussian(void **unused)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct basis *b = basis_parse(arena, "x.gbs", gaussian, &faults);

    (void)unused;
    assert_non_null(b);
    assert_false(b->pure);
    assert_int_equal(b->element[1].shells, 1);
    assert_true(b->element[1].shell[0].exponent[0] == 2.0);
    assert_int_equal(b->element[6].shells, 2);
    assert_int_equal(b->element[6].shell[0].segments, 2);
    assert_int_equal(b->element[6].shell[0].l[1], 1);
    assert_true(b->element[6].shell[0].coefficient[1][1] == -0.4);
    assert_int_equal(b->element[6].shell[1].l[0], 2);
    arena_free(arena);
}

static void test_nwchem(void **unused)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct basis *b = basis_parse(arena, "x.nw", nwchem, &faults);

    (void)unused;
    assert_non_null(b);
    assert_true(b->pure);
    assert_int_equal(b->element[1].shell[0].segments, 2);
    assert_int_equal(b->element[1].shell[0].l[1], 0);
    assert_true(b->element[1].shell[0].coefficient[0][1] == 0.25);
    assert_int_equal(b->element[6].shell[0].l[1], 1);
    arena_free(arena);
}

struct refusal {
    const char *text;
    int line;
    const char *word; /* what the message must hold */
};

static const struct refusal refusal[] = {
    {"", 0, "no basis set"},
    {"! only this\n", 1, "no basis set"},
    {"H 0\n****\n", 2, "no shells"},
    {"H 0\nS 1 1.0\n 1.0 1.0\n****\nH 0\nS 1 1.0\n 1 1\n", 5, "twice"},
    {"Qq 0\n", 1, "not an element"},
    {"\f\v Qq 0\n", 1, "not an element"}, /* blanks, too */
    {"H 0\nG 1 1.0\n 1.0 1.0\n", 2, "no type of shell"},
    {"H 0\nS 2 1.0\n 1.0 1.0\n", 3, "ends within"},
    {"H 0\nS 0 1.0\n", 2, "number of its primitives"},
    {"H 0\nS 999999999999 1.0\n", 2, "number of its primitives"},
    {"H 0\nS 1 -1.0\n 1.0 1.0\n", 2, "scale"},
    {"H 0\nS 1 1.0\n 0.0 1.0\n", 3, "positive"},
    {"H 0\nS 1 1.0\n -2.0 1.0\n", 3, "positive"},
    {"H 0\nS 1 1.0\n nan 1.0\n", 3, "not a number"},
    {"H 0\nS 1 1.0\n 1.0 0x1\n", 3, "not a number"},
    {"H 0\nS 1 1.0\n 1.0 0.0\n", 3, "zero"},
    {"H 0\nS 1 1.0\n 1.0\n", 3, "coefficient"},
    {"H 0\nSP 1 1.0\n 1.0 2.0\n", 3, "2 coefficients"},
    {"H 0\nS 2 1.0\n 1.0 2.0\n 1.0 3.0\n", 4, "twice"},
    {"BASIS \"x\"\nH S\n 1.0 1.0\n", 3, "END"},
    {"BASIS\nH S\nEND\n", 3, "no primitives"},
    {"BASIS\nH\nEND\n", 2, "type of shell"},
};

static void test_refused(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof refusal / sizeof *refusal; i++) {
        struct arena *arena = arena_new();
        struct faults faults = faults_new(arena);

        assert_null(basis_parse(arena, "bad", refusal[i].text, &faults));
        assert_int_equal(faults.errors, 1);
        assert_string_equal(faults.first->loc.file, "bad");
        if (!strstr(faults.first->message, refusal[i].word) ||
            faults.first->loc.line != refusal[i].line)
            fail_msg("case %d: line %d: %s", (int)i, faults.first->loc.line,
                     faults.first->message);
        arena_free(arena);
    }
}

/* Cut anywhere and with single bytes changed, a file is read or refused. */
static void test_damaged(void **unused)
{
    static const char bytes[] = "\n *S-9.eE!\xff";
    const char *source[] = {gaussian, nwchem};

    (void)unused;
    for (int s = 0; s < 2; s++)
        for (size_t at = 0; at <= strlen(source[s]); at++)
            for (size_t b = 0; b < sizeof bytes; b++) {
                struct arena *arena = arena_new();
                struct faults faults = faults_new(arena);
                char *text = arena_strdup(arena, source[s]);
                struct basis *basis;

                text[at] = bytes[b];
                basis = basis_parse(arena, "damaged", text, &faults);
                assert_true(!basis == (faults.errors > 0));
                arena_free(arena);
            }
}

/* What is shipped: H to Ne, with the number of functions that is known. */
static void test_shipped(void **unused)
{
    static const struct {
        const char *name;
        int hydrogen, carbon; /* contracted shells, SP counted twice */
    } set[] = {{"sto-3g", 1, 3},
               {"6-31g", 2, 5},
               {"6-31g-star", 2, 6},
               {"cc-pvdz", 3, 6}};

    (void)unused;
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        struct arena *arena = arena_new();
        struct faults faults = faults_new(arena);
        char *path = arena_printf(arena, "%s/%s.gbs", BRUSH_DATA, set[i].name);
        char *text = base_read_file(path, NULL);
        int count[11] = {0};
        struct basis *b;

        assert_non_null(text);
        b = basis_parse(arena, path, text, &faults);
        assert_non_null(b);
        for (int z = 1; z <= 10; z++) {
            for (int s = 0; s < b->element[z].shells; s++)
                count[z] += b->element[z].shell[s].segments;
            assert_true(count[z] > 0);
        }
        assert_int_equal(count[1], set[i].hydrogen);
        assert_int_equal(count[6], set[i].carbon);
        free(text);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gaussian), cmocka_unit_test(test_nwchem),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_shipped)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
