/* Basis sets that were damaged at random: lines lost, doubled and exchanged,
 * words and bytes replaced, ends cut off, in one file up to six times. Each is
 * read or refused with its line; what is read becomes a library. */
#include "brush/library/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 1000, DAMAGES = 6 };

/* A generally contracted basis with f shells in NWChem's format. */
static const char nwchem[] = "BASIS \"ao basis\" SPHERICAL PRINT\n"
                             "#BASIS SET: (4s,2p,1d,1f) -> [2s,1p,1d,1f]\n"
                             "N    S\n"
                             "    100.0   0.02   0.0\n"
                             "     12.0   0.3   -0.1\n"
                             "      2.0   0.7    0.4\n"
                             "      0.3   0.0    1.0\n"
                             "N    P\n"
                             "      3.0   0.4\n"
                             "      0.5   0.8\n"
                             "N    D\n"
                             "      0.8   1.0\n"
                             "N    F\n"
                             "      1.1   1.0\n"
                             "H    SP\n"
                             "      1.2   0.5   0.6\n"
                             "END\n";

static unsigned long long state;

/* 0 … n - 1. */
static size_t pick(size_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return n ? (size_t)(state >> 33) % n : 0;
}

/* Where a line begins. */
static size_t pick_line(const char *text)
{
    size_t at = pick(strlen(text) + 1);

    while (at > 0 && text[at - 1] != '\n')
        at--;
    return at;
}

static size_t line_length(const char *text, size_t at)
{
    size_t length = strcspn(text + at, "\n");

    return length + (text[at + length] == '\n');
}

/* The text with `length` bytes at `at` replaced. */
static char *replace(struct arena *arena, const char *text, size_t at,
                     size_t length, const char *by)
{
    return arena_printf(arena, "%.*s%s%s", (int)at, text, by,
                        text + at + length);
}

static char *damage(struct arena *arena, char *text)
{
    static const char *const word[] = {
        "S",    "SP",     "G",    "H",     "Qq",   "****",
        "END",  "BASIS",  "-1.0", "0",     "33",   "nan",
        "1e99", "-1e300", "!",    "1.0D0", "\xff", "99999999999"};
    size_t at = pick_line(text), length = line_length(text, at);
    const char *line = arena_strndup(arena, text + at, length);

    switch (pick(5)) {
    case 0: /* lost */
        return replace(arena, text, at, length, "");
    case 1: /* put elsewhere, too */
        return replace(arena, text, pick_line(text), 0, line);
    case 2: /* cut off */
        text[pick(strlen(text) + 1)] = '\0';
        return text;
    case 3: /* a byte */
        at = pick(strlen(text));
        if (text[at])
            text[at] = (char)(1 + pick(255));
        return text;
    default: /* a word */
        at += strspn(text + at, " ");
        return replace(arena, text, at, strcspn(text + at, " \n"),
                       word[pick(sizeof word / sizeof *word)]);
    }
}

/* The registration of a library of all elements: kernels are not built. */
static void make_library(struct arena *arena, struct basis *basis,
                         struct faults *faults)
{
    struct library_options options = {.name = "damaged",
                                      .type = KIR_F64,
                                      .lanes = 8,
                                      .merge = 4,
                                      .path = PATH_OS_BRA};
    struct library *l;
    struct buf out = {NULL, 0, 0};

    for (int z = 1; z <= BASIS_MAX_Z; z++)
        options.wanted[z] = basis->element[z].shells > 0;
    l = library_new(arena, basis, &options, faults);
    assert_true(!l == (faults->errors > 0));
    if (l) {
        assert_true(l->kernels > 0 && l->shells > 0);
        library_print_set(l, NULL, &out);
        assert_non_null(strstr(out.text, "const struct hedra_eri_set damaged"));
        assert_null(strstr(out.text, "nan"));
        assert_null(strstr(out.text, "inf"));
    }
    buf_free(&out);
}

/* Returns whether the text was taken. */
static bool try_text(struct arena *arena, const char *text)
{
    struct faults faults = faults_new(arena);
    struct basis *basis = basis_parse(arena, "damaged", text, NULL, &faults);

    assert_true(!basis == (faults.errors > 0));
    if (basis)
        make_library(arena, basis, &faults);
    else
        assert_true(faults.first->loc.line >= 0 && *faults.first->message);
    return basis != NULL;
}

static void damage_often(const char *text)
{
    int taken = 0;

    for (int round = 0; round < ROUNDS; round++) {
        struct arena *arena = arena_new();
        char *damaged = arena_strdup(arena, text);

        for (size_t i = pick(DAMAGES + 1); i > 0; i--)
            damaged = damage(arena, damaged);
        taken += try_text(arena, damaged);
        arena_free(arena);
    }
    assert_true(taken > 0 && taken < ROUNDS); /* both are tried */
}

static void test_damaged(void **unused)
{
    static const char *const name[] = {"sto-3g", "6-31g", "6-31g-star",
                                       "cc-pvdz"};

    (void)unused;
    state = 1;
    damage_often(nwchem);
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        struct arena *arena = arena_new();
        char *path = arena_printf(arena, "%s/%s.gbs", BRUSH_DATA, name[i]);
        char *text = base_read_file(path, NULL);

        assert_non_null(text);
        damage_often(text);
        free(text);
        arena_free(arena);
    }
}

/* Bytes that never were a basis set. */
static void test_garbage(void **unused)
{
    static const char alphabet[] = "\n\n  .-+*!#0123456789eEdDsSpPHC\t\r\xfe";

    (void)unused;
    state = 2;
    for (int round = 0; round < 2000; round++) {
        struct arena *arena = arena_new();
        char text[200];
        size_t length = pick(sizeof text);

        for (size_t i = 0; i < length; i++)
            text[i] = alphabet[pick(sizeof alphabet - 1)];
        text[length] = '\0';
        try_text(arena, text);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_damaged),
                                       cmocka_unit_test(test_garbage)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
