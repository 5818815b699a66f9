/* The readers of basis sets: both formats, what is shipped, what is refused. */
#include "brush/basis/basis.h"

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
    struct basis *b = basis_parse(arena, "x.gbs", gaussian, NULL, &faults);

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
    struct basis *b = basis_parse(arena, "x.nw", nwchem, NULL, &faults);

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
    {"H 0\nG 1 1.0\n 1.0 1.0\n", 2, "no kernels for G"},
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
    {"H 0\nS 2 1.0\n 1.0 2.0\n 1.0 -2.0\n", 4, "zero"},
    {"H 0\nS 1 1.0\n 1e17 1.0\n", 3, "1e16"},
    {"H 0\nS 1 1e9\n 1.0 1.0\n", 3, "1e16"},
    {"H 0\nS 1\n 1.0 1.0\n 0.5 1.0\n", 4, "as many"},
    {"H 0\nS 2\n 1.0 1.0\nP 1\n 0.5 1.0\n", 4, "line 2"},
    {"H 0\nS 1\n 1.0 1.0\nS 0\nS 1\n", 4, "****"},
    {"H 0\nS 1\n 1.0 1.0\nC 0\nS 1\n", 4, "****"},
    {"H 0\n****\nP 1\n 1 1\n", 2, "line 1"},
    {"H 0\nS 1\n 1 1\n****\nP 1\n 1 1\n", 5, "'1' is not an element"},
    {"H 0\nS 1\n 1 1\n**** 0\n", 4, "alone"},
    {"H 0 x\nS 1\n 1 1\n", 1, "'0' is not an element"},
    {"H H 0\nS 1\n 1 1\n", 1, "twice"},
    {"H 0\nS 1\n 1 1\n****\nspherical\n", 5, "before the first"},
    {"spherical\ncartesian\nH 0\nS 1\n 1 1\n", 2, "one form"},
    {"H 0\nSP 1 1.0 2.0 3.0\n 1 1 1\n", 2, "scale"},
    {"H 0\nSS 1 1.0\n 1 1 1\n", 2, "no type"},
    {"H 0\nPS 1 1.0\n 1 1 1\n", 2, "no type"},
    {"H 0\nL=4 1 1.0\n 1 1\n", 2, "L=4"},
    {"H 0\nS 1\n 1 1\n****\nI 0\nI-ECP 0 28\nt\n 2\n2 1 1\n", 9, "line 6"},
    {"BASIS \"x\"\nH S\n 1.0 1.0\n", 3, "END"},
    {"BASIS\nH S\n 1.0 1.0\nEND\nC S\n 1 1\nEND\n", 5, "outside"},
    {"BASIS\nH S\n 1.0 1.0\nEND\n 2 1\nEND\n", 5, "outside"},
    {"BASIS\nH S\n 1.0 1.0\nEND\nmore\n", 5, "none of BASIS"},
    {"BASIS\nH S\n 1.0 1.0\nC S\n 1 1\nH S\n 2 1\nEND\n", 6, "twice"},
    {"BASIS\nH library 6-31g\nEND\n", 2, "library"},
    {"BASIS sperical\nH S\n 1 1\nEND\n", 1, "sperical"},
    {"BASIS spherical cartesian\nH S\n 1 1\nEND\n", 1, "one form"},
    {"BASIS\nH S\n 1 1\nEND\nBASIS\nC S\n 1 1\nEND\n", 5, "2 blocks"},
    {"BASIS\nH S\n 1 1\nEND\nECP\nI nelec 28\n", 6, "END"},
    {"BASIS\nH S\nEND\n", 3, "no primitives"},
    {"BASIS\nH\nEND\n", 2, "type of shell"},
};

static void test_refused(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof refusal / sizeof *refusal; i++) {
        struct arena *arena = arena_new();
        struct faults faults = faults_new(arena);

        assert_null(basis_parse(arena, "bad", refusal[i].text, NULL, &faults));
        assert_int_equal(faults.errors, 1);
        assert_string_equal(faults.last->loc.file, "bad");
        if (!strstr(faults.last->message, refusal[i].word) ||
            faults.last->loc.line != refusal[i].line)
            fail_msg("case %d: line %d: %s", (int)i, faults.last->loc.line,
                     faults.last->message);
        arena_free(arena);
    }
}

/* What is read with a word on it, or none. */
struct reading {
    const char *text;
    int z;             /* an element */
    int functions;     /* contractions of its shells */
    const char *alert; /* what the one warning holds, NULL: there is none */
    int line;          /* of it */
    const char *only;  /* the one element asked for, NULL: all */
};

static const struct reading reading[] = {
    {"C H 0\nS 1\n 1 1\n****\n", 1, 1, NULL, 0, NULL},
    {"C H 0\nS 1\n 1 1\n****\n", 6, 1, NULL, 0, NULL},
    {"-C -H 0\nS 1\n 1 1\n", 1, 1, NULL, 0, "H"},
    {"H 0\nS 1\n 1 1", 1, 1, "cut off", 3, NULL},
    {"H 0\nS 1\n 1 1\n****", 1, 1, NULL, 0, NULL},
    {"H 0\nS 2\n 1 1\n 1 2\n", 1, 1, "added", 2, NULL},
    {"H 0\nSP 1 1.0 2.0\n 1 1 1\n", 1, 2, NULL, 0, NULL},
    {"h 0\nsp 1 1.0 1.0\n 1 1 1\n", 1, 2, NULL, 0, NULL},
    {"H 0\nL=1 1\n 1 1\n", 1, 1, NULL, 0, NULL},
    {"H 0\nL 1\n 1 1 2\n", 1, 2, NULL, 0, NULL},
    {"H 0\nSPD 1\n 1 1 2 3\n", 1, 3, "spherical", 2, NULL},
    {"H 0\nS 1\n 1 1\nD 1\n 1 1\n", 1, 2, "spherical", 4, NULL},
    {"cartesian\nH 0\nD 1\n 1 1\n", 1, 1, NULL, 0, NULL},
    {"H 0\nS 1\n 1 1\n****\nC 0\nD 1\n 1 1\n", 1, 1, NULL, 0, "H"},
    {"H 0\nS 1\n 1 1\n****\nC 0\nG 1\n -1 x\n", 1, 1, NULL, 0, "H"},
    {"H 0\nS 1\n 1 1\n****\nI 0\nI-ECP 0 28\nt\n 1\n2 1 1\nXe "
     "0\nXe-ECP 0 28\nt\n 1\n2 1 1\n****\n",
     1, 1, NULL, 0, "H"},
    {"I 0\nS 1\n 1 1\n****\nI 0\nI-ECP 0 28\nt\n 1\n2 1 1\n", 53, 1,
     "28 electrons", 6, NULL},
    {"BASIS\niodine S\n 1 1\nEND\nECP\nI nelec 28\nI ul\n2 1 1\nEND\n", 53, 1,
     "28 electrons", 6, NULL},
    {"BASIS\nI S\n 1 1\nEND\nECP\nI ul\n2 1 1\nEND\n", 53, 1, "unknown number",
     6, NULL},
    {"BASIS\nH S\n 1 1 1 1 1 1 1 1 1 1\nEND\n", 1, 9, NULL, 0, NULL},
    {"BASIS\nH G\n 1 1\nO S\n 1 1\nH D\n 1 1\nEND\n", 8, 1, NULL, 0, "O"},
    {"BASIS\nH D\n 1 1\nEND\n", 1, 1, "spherical", 2, NULL},
    {"geometry\n H 0 0 0\nend\nbasis\nH S\n 1 1\nend\ntask scf\n", 1, 1, NULL,
     0, NULL},
    {"BASIS \"ri basis\"\nH G\n 1 1\nEND\nBASIS \"ao basis\"\nH S\n 1 "
     "1\nEND\n",
     1, 1, "not read", 1, NULL},
};

static void test_readings(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof reading / sizeof *reading; i++) {
        const struct reading *t = &reading[i];
        struct arena *arena = arena_new();
        struct faults faults = faults_new(arena);
        bool wanted[BASIS_MAX_Z + 1] = {false};
        const struct basis_options options = {t->only ? wanted : NULL,
                                              BASIS_FORM_OF_FILE};
        struct basis *b;
        int functions = 0;

        wanted[t->z] = true;
        b = basis_parse(arena, "good", t->text, &options, &faults);
        if (!b)
            fail_msg("reading %d: line %d: %s", (int)i, faults.first->loc.line,
                     faults.first->message);
        for (int s = 0; s < b->element[t->z].shells; s++)
            functions += b->element[t->z].shell[s].segments;
        assert_int_equal(functions, t->functions);
        if (!t->alert && faults.first)
            fail_msg("reading %d: %s", (int)i, faults.first->message);
        if (t->alert && (!faults.first || faults.first->next ||
                         faults.first->loc.line != t->line ||
                         !strstr(faults.first->message, t->alert)))
            fail_msg("reading %d: no warning of %s", (int)i, t->alert);
        arena_free(arena);
    }
}

/* What the options say of the form counts. */
static void test_form(void **unused)
{
    const char *text = "cartesian\nH 0\nD 1\n 1 1\n";

    (void)unused;
    for (int asked = 0; asked <= BASIS_CARTESIAN; asked++)
        for (int told = 0; told < 2; told++) {
            struct arena *arena = arena_new();
            struct faults faults = faults_new(arena);
            const struct basis_options options = {NULL, asked};
            struct basis *b = basis_parse(arena, "form", text + (told ? 0 : 10),
                                          &options, &faults);

            assert_non_null(b);
            assert_int_equal(b->pure, asked == BASIS_SPHERICAL);
            assert_int_equal(faults.first != NULL,
                             told ? asked == BASIS_SPHERICAL : asked == 0);
            arena_free(arena);
        }
}

/* Two scale factors make two shells, whose exponents they multiply. */
static void test_scales(void **unused)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct basis *b = basis_parse(
        arena, "scales", "H 0\nSP 1 2.0 3.0\n 0.5 1 1\n", NULL, &faults);

    (void)unused;
    assert_non_null(b);
    assert_int_equal(b->element[1].shells, 2);
    assert_true(b->element[1].shell[0].exponent[0] == 2.0);
    assert_true(b->element[1].shell[1].exponent[0] == 4.5);
    assert_int_equal(b->element[1].shell[1].l[0], 1);
    arena_free(arena);
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
                basis = basis_parse(arena, "damaged", text, NULL, &faults);
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
        b = basis_parse(arena, path, text, NULL, &faults);
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
        cmocka_unit_test(test_refused),  cmocka_unit_test(test_readings),
        cmocka_unit_test(test_form),     cmocka_unit_test(test_scales),
        cmocka_unit_test(test_damaged),  cmocka_unit_test(test_shipped)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
