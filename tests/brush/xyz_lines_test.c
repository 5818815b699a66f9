/* XYZ files, each fault that a line may have in each of its places: a line is
 * read right, or refused with its number and what is wrong, in every locale. */
#include <hedra_eri.h>

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define TEXT(literal) literal, sizeof(literal) - 1

enum { LINE = 256 };

static char path[] = "/tmp/hedra-xyz-XXXXXX";
static struct hedra_error why;
static int refused;

/* Reads a file of these bytes; its first atom is in z and centre. A new file
 * each time: some file systems wait for the disk where one is truncated. */
static bool read_bytes(const char *text, size_t length, int *z, double *centre)
{
    struct hedra_eri_molecule m;
    FILE *f;

    unlink(path);
    f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, length, f), length);
    fclose(f);
    why.text[0] = '\0';
    if (hedra_eri_read_xyz(path, &m, &why)) {
        assert_null(m.z);
        return false;
    }
    *z = m.z[0];
    memcpy(centre, m.centre[0], 3 * sizeof *centre);
    hedra_eri_free_molecule(&m);
    return true;
}

/* Reads the line as the second of two atoms' and as the only one; it is
 * refused as line 4 and 3, with `word` in the reason. */
static void refuse_line(const char *line, const char *word)
{
    for (int first = 0; first <= 1; first++) {
        char text[LINE + 64], where[64];
        double centre[3];
        int z;

        snprintf(text, sizeof text, "%d\n\n%s%s\n", 1 + first,
                 first ? "O 1 2 3\n" : "", line);
        snprintf(where, sizeof where, "%s:%d: error: ", path, 3 + first);
        if (read_bytes(text, strlen(text), &z, centre))
            fail_msg("'%s' was read", line);
        if (strncmp(why.text, where, strlen(where)) != 0 ||
            !strstr(why.text, word))
            fail_msg("'%s': %s", line, why.text);
    }
    refused++;
}

/* What is no number of angstrom, whatever begins it. */
static const char *const bad[] = {
    "0,757",
    "1,5e3",
    "1.5,2",
    ",5",
    "1.2.3",
    "1..2",
    ".",
    "..1",
    "-",
    "+",
    "--1",
    "+-1",
    "1-",
    "1+",
    "1e",
    "1e+",
    "1e-",
    "1D",
    "1.5d+",
    "1.5dd3",
    "1.5ee3",
    "1.5e3d2",
    "1e5.5",
    "e5",
    "D5",
    "1.5E+3x",
    "1.23Q+01",
    "1.5*^3",
    "1.5+03",
    "1-2",
    "nan",
    "NaN",
    "-nan",
    "nan(1)",
    "inf",
    "-inf",
    "Infinity",
    "0x10",
    "0x1p3",
    "0b1",
    "1_000",
    "1'000",
    "1.0f",
    "1.0L",
    "1.0A",
    "1.0\xc3\x85",
    "1\xc2\xb0",
    "\xe2\x88\x92"
    "1",
    "\xd9\xa1",
    "1\xc2\xa0",
    "*****",
    "1/2",
    "(1)",
    "[1]",
    "1;",
    "1:",
    "\"1\"",
    "1)",
    "#1",
    "1#",
    "1!",
    "$1",
    "1%",
    "abc",
    "O",
    "1.0\v",
    "1.0\f2",
    "1.0\r2",
    "1.#INF",
    "1.#QNAN",
    "1\xff",
    "?",
    "\\1",
    "1\x1b[0m",
    "1.0|2",
};

/* Numbers, but of no molecule. */
static const char *const large[] = {"1e400", "-1e400", "1D400",       "1e10",
                                    "-6e8",  "1d+99",  "999999999999"};

static void test_bad_numbers(void **state)
{
    char line[LINE];

    for (size_t k = 0; k < COUNT(bad) + COUNT(large); k++) {
        bool is_number = k >= COUNT(bad);
        const char *word = is_number ? large[k - COUNT(bad)] : bad[k];
        const char *reason =
            is_number ? "is too large" : "is not a coordinate, a number";

        for (int place = 0; place < 3; place++) {
            snprintf(line, sizeof line, "H %s %s\t%s", place == 0 ? word : "1",
                     place == 1 ? word : "-2.5", place == 2 ? word : "3");
            refuse_line(line, reason);
            snprintf(line, sizeof line, " H  %s %s %s 0.5 text",
                     place == 0 ? word : "1.5e0", place == 1 ? word : ".5",
                     place == 2 ? word : "3.");
            refuse_line(line, reason);
        }
    }
    print_message("%d lines refused\n", refused);
    assert_true(refused >= 200);
}

static void test_bad_lines(void **state)
{
    static const char *const missing[] = {
        "H", "H ", "H 1", "H\t1\t", "H 1 2", "H 1 2 \t ", "H 1 2\r"};
    static const char *const element[] = {
        "Xx",  "X",         "h1",        "H1", "H-",       "1",
        "He2", "Hydrogen",  "H,",        "H:", "\xc3\xa9", "#",
        "D_H", "L\xc4\xb0", "L\xc4\xb1", "Bq", "H\v"};
    char line[LINE];

    for (size_t k = 0; k < COUNT(missing); k++)
        refuse_line(missing[k], "expected three coordinates");
    for (size_t k = 0; k < COUNT(element); k++) {
        snprintf(line, sizeof line, "%s 1 2 3", element[k]);
        refuse_line(line, "is not an element");
        refuse_line(element[k], "is not an element");
    }
    refuse_line("", "expected an element");
    refuse_line(" \t", "expected an element");
    refuse_line("\r", "expected an element");
}

/* The number `word`, of this value, in each place, among these blanks. */
static void take_number(const char *word, double value, const char *blank,
                        const char *end)
{
    for (int place = 0; place < 3; place++) {
        const double angstrom = 0.529177210903;
        const double usual[3] = {1, -2.5, 3e-2};
        char text[LINE];
        double centre[3];
        int z;

        snprintf(text, sizeof text, "1\n\n%sLI%s%s%s%s%s%s%s",
                 blank[1] ? blank : "", blank, place == 0 ? word : "1.0", blank,
                 place == 1 ? word : "-2.5", blank, place == 2 ? word : "3e-2",
                 end);
        if (!read_bytes(text, strlen(text), &z, centre))
            fail_msg("'%s': %s", text, why.text);
        assert_int_equal(z, 3);
        for (int i = 0; i < 3; i++)
            if (centre[i] != (i == place ? value : usual[i]) / angstrom)
                fail_msg("'%s': %a", text, centre[i]);
    }
}

static void test_good(void **state)
{
    static const struct {
        const char *word;
        double value;
    } good[] = {{"0", 0},
                {"-0", 0},
                {"+1", 1},
                {".5", 0.5},
                {"-.5", -0.5},
                {"5.", 5},
                {"1e0", 1},
                {"12E-1", 1.2},
                {"1.23D+01", 12.3},
                {"1.23d-01", 0.123},
                {"-1.5D2", -150},
                {"1e-400", 0},
                {"0000001.50", 1.5},
                {"1e+01", 10},
                {"0.529177210903", 0.529177210903},
                {"0.757000000000000000000000000000000000000000000000000000000"
                 "00000000000001",
                 0.757}};
    static const char *const blank[] = {" ", "\t", "  \t "};
    static const char *const end[] = {
        "",         "\n",         "\r\n",
        " \n",      "\t\r\n",     " 0.1",
        " 0,1 x\n", "\t# text\n", " nan inf 1e400\n",
        "\n\n",     "\n \t\r\n",  " -1.5D+00 0.25\r\n"};

    for (size_t k = 0; k < COUNT(good); k++)
        for (size_t b = 0; b < COUNT(blank); b++)
            for (size_t e = 0; e < COUNT(end); e++)
                take_number(good[k].word, good[k].value, blank[b], end[e]);
}

/* Whole files: the line that is refused, 0 if none is, and the reason. */
static const struct {
    const char *text;
    size_t length;
    int line;
    const char *reason;
} files[] = {
    {TEXT("\xef\xbb\xbf"
          "1\ntext\nH 1 2 3\n"),
     0, ""},
    {TEXT("\xef\xbb\xbf"
          "1\r\ntext\r\nH 1 2 3\r\n"),
     0, ""},
    {TEXT(" 1 \t\r\n\r\nH 1 2 3"), 0, ""},
    {TEXT("+1\nLattice=\"1,5 0 0\"\nH 1 2 3"), 0, ""},
    {TEXT("1\nH 1 2 3\nH 1 2 3"), 0, ""},
    {TEXT(""), 1, "ends too early"},
    {TEXT("\xef\xbb\xbf"), 1, "ends too early"},
    {TEXT("\n"), 1, "number of atoms"},
    {TEXT("x\n\n"), 1, "number of atoms"},
    {TEXT("-1\n\n"), 1, "number of atoms"},
    {TEXT("0\n\n"), 1, "number of atoms"},
    {TEXT("1.0\n\nH 1 2 3\n"), 1, "number of atoms"},
    {TEXT("1,0\n\nH 1 2 3\n"), 1, "number of atoms"},
    {TEXT("1e0\n\nH 1 2 3\n"), 1, "number of atoms"},
    {TEXT("1 atom\n\nH 1 2 3\n"), 1, "number of atoms"},
    {TEXT("1 1\n\nH 1 2 3\n"), 1, "number of atoms"},
    {TEXT("0x1\n\nH 1 2 3\n"), 1, "number of atoms"},
    {TEXT("1000001\n\n"), 1, "number of atoms"},
    {TEXT("4294967297\n\nH 1 2 3\n"), 1, "number of atoms"},
    {TEXT("99999999999999999999\n\n"), 1, "number of atoms"},
    {TEXT("\n1\n\nH 1 2 3\n"), 1, "number of atoms"},
    {TEXT("1\r\rH 1 2 3\r"), 1, "number of atoms"},
    {TEXT("1"), 2, "ends too early"},
    {TEXT("1\n"), 2, "ends too early"},
    {TEXT("1\n\n"), 3, "ends too early"},
    {TEXT("1\nH 1 2 3\n"), 3, "ends too early"},
    {TEXT("2\n\nH 1 2 3"), 4, "ends too early"},
    {TEXT("2\n\nH 1 2 3\n"), 4, "ends too early"},
    {TEXT("2\n\nH 1 2 3\n\nH 1 2 3\n"), 4, "expected an element"},
    {TEXT("1\n\nH 1 2 3\nH 1 2 4\n"), 4, "more follows the 1 atom that"},
    {TEXT("2\n\nH 1 2 3\nH 1 2 4\n\n0\n"), 6, "more follows the 2 atoms"},
    {TEXT("1\n\nH 1 2 3\n1\n\nH 1 2 3\n"), 4, "one molecule"},
    {TEXT("1\0\n\nH 1 2 3\n"), 1, "zero byte"},
    {TEXT("1\na\0\nH 1 2 3\n"), 2, "zero byte"},
    {TEXT("1\n\nH 1 2 3\0 5\n"), 3, "zero byte"},
    {TEXT("1\n\nH 1 2 3\n\0"), 4, "zero byte"},
};

static void test_files(void **state)
{
    for (size_t k = 0; k < COUNT(files); k++) {
        char where[64];
        double centre[3];
        int z, line = files[k].line;

        snprintf(where, sizeof where, "%s:%d: error: ", path, line);
        if (read_bytes(files[k].text, files[k].length, &z, centre) != !line)
            fail_msg("'%s': %s", files[k].text, line ? "was read" : why.text);
        if (line && (strncmp(why.text, where, strlen(where)) != 0 ||
                     !strstr(why.text, files[k].reason)))
            fail_msg("'%s': %s", files[k].text, why.text);
    }
}

/* A text may be as long as it likes, a line that is read may not. */
static void test_long(void **state)
{
    for (int line = 1; line <= 3; line++) {
        char *text = malloc(100100), *at = text;
        double centre[3];
        int z;

        for (int k = 1; k <= 3; k++) {
            at += sprintf(at, "%s", k == 1 ? "1" : k == 2 ? "text" : "H 1 2 3");
            if (k == line) {
                memset(at, ' ', 100000);
                at += 100000;
            }
            *at++ = '\n';
        }
        assert_int_equal(read_bytes(text, (size_t)(at - text), &z, centre),
                         line == 2);
        if (line != 2)
            assert_non_null(strstr(why.text, "too long"));
        free(text);
    }
}

static void test_no_file(void **state)
{
    struct hedra_eri_molecule m;

    assert_int_equal(hedra_eri_read_xyz("/", &m, &why), HEDRA_ERROR_FILE);
    assert_non_null(strstr(why.text, "cannot be read: "));
    assert_int_equal(hedra_eri_read_xyz("/none/a.xyz", &m, &why),
                     HEDRA_ERROR_FILE);
    assert_non_null(strstr(why.text, "/none/a.xyz:0: error: cannot"));
}

int main(void)
{
    static const char *const locale[] = {"C", "de_DE.UTF-8", "tr_TR.UTF-8"};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_numbers), cmocka_unit_test(test_bad_lines),
        cmocka_unit_test(test_good),        cmocka_unit_test(test_files),
        cmocka_unit_test(test_long),        cmocka_unit_test(test_no_file)};
    int failed = 0;
    int file = mkstemp(path);

    if (file < 0)
        return 1;
    close(file);
    for (size_t k = 0; k < COUNT(locale); k++) {
        refused = 0;
        if (setlocale(LC_ALL, locale[k]))
            failed += cmocka_run_group_tests_name(locale[k], tests, NULL, NULL);
    }
    unlink(path);
    return failed != 0;
}
