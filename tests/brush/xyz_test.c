/* Molecules in XYZ format: what is read, and what is refused with its line. */
#include <hedra_eri.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

static _Thread_local struct hedra_error failure;

/* A file with this text; the caller unlinks it. */
static void write_file(char path[32], const char *text)
{
    int file;
    ssize_t length = (ssize_t)strlen(text);

    strcpy(path, "/tmp/hedra-xyz-XXXXXX");
    file = mkstemp(path);
    assert_true(file >= 0);
    assert_true(write(file, text, (size_t)length) == length);
    close(file);
}

static void test_read(void **unused)
{
    struct hedra_eri_molecule m;
    char path[32];
    struct hedra_error why;

    (void)unused;
    write_file(path, " 2 \ncomment\nh 0 0 0.529177210903\n"
                     "  He -1.0e0 2 3 with more\n");
    assert_int_equal(hedra_eri_read_xyz(path, &m, &why), 0);
    unlink(path);
    assert_int_equal(m.atoms, 2);
    assert_int_equal(m.z[0], 1);
    assert_int_equal(m.z[1], 2);
    assert_true(fabs(m.centre[0][2] - 1) < 1e-15);
    assert_true(fabs(m.centre[1][0] + 1 / 0.529177210903) < 1e-15);
    hedra_eri_free_molecule(&m);
}

static void test_refused(void **unused)
{
    static const struct {
        const char *text, *where;
    } refusal[] = {{"", ":1: error: "},
                   {"x\n\n", ":1: error: "},
                   {"0\n\n", ":1: error: "},
                   {"99999999999\n\n", ":1: error: "},
                   {"2\n\nH 0 0 0\n", ":4: error: "},
                   {"1\n\nXx 0 0 0\n", ":3: error: 'Xx'"},
                   {"1\n\nH 0 0\n", ":3: error: "},
                   {"1\n\nH 0 nan 0\n", ":3: error: "}};

    (void)unused;
    for (size_t i = 0; i < sizeof refusal / sizeof *refusal; i++) {
        struct hedra_eri_molecule m;
        char path[32];
        struct hedra_error why;

        write_file(path, refusal[i].text);
        assert_int_equal(hedra_eri_read_xyz(path, &m, &why), HEDRA_ERROR_FILE);
        unlink(path);
        if (!strstr(why.text, refusal[i].where))
            fail_msg("case %d: %s", (int)i, why.text);
        assert_null(m.z);
    }
}

/* A file that tells of 10^6 atoms, for a process that may take no more memory
 * than it has: sanitizers, which map more by themselves, do without. */
static void test_no_memory(void **unused)
{
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
    struct hedra_eri_molecule m;
    struct hedra_error why;
    struct rlimit limit, least;
    char path[32];

    (void)unused;
    write_file(path, "1000000\n\nH 0 0 0\n");
    assert_int_equal(getrlimit(RLIMIT_AS, &limit), 0);
    least = limit;
    least.rlim_cur = 1 << 20;
    assert_int_equal(setrlimit(RLIMIT_AS, &least), 0);
    int status = hedra_eri_read_xyz(path, &m, &why);
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    unlink(path);
    assert_int_equal(status, HEDRA_ERROR_NO_MEMORY);
    assert_int_equal(why.status, HEDRA_ERROR_NO_MEMORY);
    assert_null(m.z);
    assert_null(m.centre);
#else
    (void)unused;
    skip();
#endif
}

static void see_block(void *context, const struct hedra_eri_block *block)
{
    (void)block;
    ++*(int *)context;
}

/* Every function says so where an object or an array is NULL. */
static void test_null(void **unused)
{
    struct hedra_eri_molecule m;
    double x = 0;
    int blocks = 0;

    (void)unused;
    assert_int_equal(hedra_eri_read_xyz(NULL, &m, &failure),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_eri_read_xyz("x.xyz", NULL, &failure),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(failure.status, HEDRA_ERROR_ARGUMENT);
    assert_non_null(strstr(failure.text, "NULL"));
    hedra_eri_free_molecule(NULL);
    hedra_eri_free(NULL);
    assert_string_equal(hedra_eri_device(NULL), "host");
    assert_null(hedra_eri_order(NULL));
    assert_int_equal(hedra_eri_functions(NULL), 0);
    assert_int_equal(hedra_eri_shells(NULL), 0);
    assert_null(hedra_eri_shell_place(NULL, 0).shell);
    assert_int_equal(
        hedra_eri_visit(NULL, 0, see_block, &blocks, NULL, &failure),
        HEDRA_ERROR_ARGUMENT);
    assert_int_equal(
        hedra_eri_visit_part(NULL, 0, 0, 1, see_block, &blocks, NULL, &failure),
        HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_eri_fill(NULL, 0, &x, NULL, &failure),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_eri_fill_packed(NULL, 0, &x, NULL, &failure),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_eri_jk(NULL, 0, &x, &x, &x, NULL, NULL),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(
        hedra_eri_jk_part(NULL, 0, 0, 1, &x, &x, &x, NULL, &failure),
        HEDRA_ERROR_ARGUMENT);
    assert_non_null(strstr(failure.text, "NULL"));
    assert_int_equal(blocks, 0);
}

static void test_symbols(void **unused)
{
    (void)unused;
    assert_null(hedra_eri_symbol(0));
    assert_null(hedra_eri_symbol(HEDRA_ERI_MAX_Z + 1));
    assert_int_equal(hedra_eri_element_number(NULL, 1), 0);
    for (int z = 1; z <= HEDRA_ERI_MAX_Z; z++) {
        const char *name = hedra_eri_symbol(z);

        assert_int_equal(hedra_eri_element_number(name, strlen(name)), z);
    }
    assert_int_equal(hedra_eri_element_number("he", 2), 2);
    assert_int_equal(hedra_eri_element_number("", 0), 0);
}

static struct hedra_eri *make(const struct hedra_eri_set *set, int atoms,
                              const int *z, const double (*centre)[3],
                              const char *word)
{
    struct hedra_error why;
    struct hedra_eri *eri = hedra_eri_new(set, atoms, z, centre, &why);

    if (word && !strstr(why.text, word))
        fail_msg("'%s' lacks '%s'", why.text, word);
    assert_true(!eri == !!word);
    return eri;
}

/* Molecules that cannot be, of a set of helium without shells. */
static void test_molecules(void **unused)
{
    static const struct hedra_eri_element helium = {2, 0, NULL};
    const struct hedra_eri_set set = {.abi = HEDRA_ERI_ABI,
                                      .name = "none",
                                      .elements = 1,
                                      .element = &helium};
    const struct hedra_eri_set old = {.abi = HEDRA_ERI_ABI - 1};
    const int z[2] = {2, 2}, oxygen[2] = {2, 8}, wrong[2] = {2, -8};
    double centre[2][3] = {{0}};
    const double(*at)[3] = (const double(*)[3])centre;
    struct hedra_eri *eri;
    int blocks = 0;

    (void)unused;
    setenv("HEDRA_DEVICE", "host", 1);
    make(NULL, 2, z, at, "set is NULL");
    make(&old, 2, z, at, "another version");
    make(&set, -1, z, at, "negative");
    make(&set, 2, NULL, at, "NULL");
    make(&set, 2, z, NULL, "NULL");
    make(&set, 2, oxygen, at, "set none has no element O");
    make(&set, 2, wrong, at, "no element of that number");
    for (int k = 0; k < 2; k++) {
        centre[1][2] = k ? INFINITY : NAN;
        make(&set, 2, z, at, "centre of atom 1");
    }
    centre[1][2] = 1;
    eri = make(&set, 2, z, at, NULL);
    assert_int_equal(hedra_eri_functions(eri), 0);
    assert_null(hedra_eri_shell_place(eri, 0).shell);
    assert_int_equal(
        hedra_eri_visit(eri, 0, see_block, &blocks, NULL, &failure), 0);
    assert_int_equal(blocks, 0);
    assert_int_equal(
        hedra_eri_visit(eri, NAN, see_block, &blocks, NULL, &failure),
        HEDRA_ERROR_ARGUMENT);
    assert_non_null(strstr(failure.text, "threshold"));
    assert_int_equal(hedra_eri_visit(eri, 0, NULL, NULL, NULL, &failure),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_eri_fill(eri, 0, NULL, NULL, &failure),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_eri_jk(eri, 0, NULL, NULL, NULL, NULL, &failure),
                     HEDRA_ERROR_ARGUMENT);
    for (int part = -1; part < 2; part += 2) {
        assert_int_equal(hedra_eri_visit_part(eri, 0, part, 1, see_block,
                                              &blocks, NULL, &failure),
                         HEDRA_ERROR_ARGUMENT);
        assert_non_null(strstr(failure.text, "part"));
    }
    hedra_eri_free(eri);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),      cmocka_unit_test(test_refused),
        cmocka_unit_test(test_no_memory), cmocka_unit_test(test_null),
        cmocka_unit_test(test_symbols),   cmocka_unit_test(test_molecules)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
