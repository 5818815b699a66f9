/* Data files of LAMMPS: what is read, and what is refused and where. */
#include "tests/md/rig.h"

#include "runtime/include/hedra_md_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct hedra_error why;
static char path[] = "md-data-XXXXXX";

static enum hedra_status read_bytes(const char *text, size_t length,
                                    struct hedra_md_data *data)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    return hedra_md_read_data(path, data, &why);
}

static enum hedra_status read_text(const char *text, struct hedra_md_data *data)
{
    return read_bytes(text, strlen(text), data);
}

static const char good[] = "LAMMPS data file\n"
                           "\n"
                           "0.0 4.5 ylo yhi # in any order\n"
                           "3 atoms\n"
                           "-1 1e1 xlo xhi\n"
                           "2 atom types\n"
                           "0 bonds\n"
                           "0 5 zlo zhi\n"
                           "\n"
                           "Masses\n"
                           "\n"
                           "2 2.5\n"
                           "1 1 # light\n"
                           "\n"
                           "Pair Coeffs # lj/cut\n"
                           "\n"
                           "1 1.0 1.0 2.5\n"
                           "2 0.5 0.9\n"
                           "\n"
                           "Atoms # atomic\n"
                           "\n"
                           "7 2 1.5 2 3 0 -1 2\n"
                           "3 1 0.25 .5 1 0 0 0\n"
                           "\n"
                           "9 1 4 4 4 1 0 0\n"
                           "\n"
                           "Velocities\n"
                           "\n"
                           "9 1 2 3\n"
                           "3 -1 0 0.5\n"
                           "7 0 0 0";

static void check_good(void)
{
    struct hedra_md_data d;
    if (read_text(good, &d))
        fail_msg("%s", why.text);
    assert_true(d.low[0] == -1 && d.high[0] == 10 && d.high[1] == 4.5);
    assert_int_equal(d.types, 2);
    assert_true(d.mass[0] == 1 && d.mass[1] == 2.5);
    assert_int_equal(d.pairs, 2);
    assert_int_equal(d.pair[1].b, 2);
    assert_true(d.pair[0].cutoff == 2.5 && d.pair[1].cutoff == 0);
    assert_true(d.pair[1].epsilon == 0.5 && d.pair[1].sigma == 0.9);
    const struct hedra_md_particles *p = &d.particles;
    const int64_t id[] = {3, 7, 9};
    assert_int_equal(p->count, 3);
    assert_memory_equal(p->id, id, sizeof id);
    assert_true(p->position[0] == 0.25 && p->position[3] == 1.5 &&
                p->position[8] == 4);
    assert_int_equal(p->type[1], 2);
    assert_int_equal(p->image[4], -1);
    assert_int_equal(p->image[6], 1);
    assert_true(p->velocity[0] == -1 && p->velocity[2] == 0.5 &&
                p->velocity[7] == 2 && p->velocity[3] == 0);
    hedra_md_data_free(&d);
    assert_null(d.particles.position);
}

static void test_good(void **state)
{
    rig_check_with_comma(check_good);
}

/* The good file with one text replaced is refused in a line, with a text. */
static void refuse(const char *old, const char *new, int64_t line,
                   const char *text)
{
    char file[2048], place[64];
    const char *at = strstr(good, old);
    struct hedra_md_data d;
    assert_non_null(at);
    snprintf(file, sizeof file, "%.*s%s%s", (int)(at - good), good, new,
             at + strlen(old));
    assert_int_equal(read_text(file, &d), HEDRA_ERROR_DAMAGED);
    assert_null(d.particles.position);
    snprintf(place, sizeof place, "%s:%lld: ", path, (long long)line);
    if (strncmp(why.text, place, strlen(place)) != 0 ||
        !strstr(why.text, text) || why.row != line)
        fail_msg("'%s' is not '%s...%s'", why.text, place, text);
}

static void test_bad(void **state)
{
    refuse("3 atoms", "1000000000 atoms", 4, "too short");
    refuse("3 atoms", "0 atoms", 4, "number of atoms is '0'");
    refuse("3 atoms", "-3 atoms", 4, "number of atoms is '-3'");
    refuse("3 atoms", "3.5 atoms", 4, "number of atoms is '3.5'");
    refuse("3 atoms\n", "\n", 10, "no line 'N atoms'");
    refuse("3 atoms", "2 atoms", 25, "more lines than the header");
    refuse("3 atoms", "4 atoms", 27, "a line of section Atoms has 1 fields");
    refuse("2 atom types", "", 10, "no line 'N atom types'");
    refuse("2 atom types", "5000 atom types", 6, "number of types");
    refuse("0 bonds", "4 bonds", 7, "'bonds' are not supported");
    refuse("0 bonds", "0 0 0 xy xz yz", 7, "triclinic");
    refuse("0 5 zlo zhi", "", 10, "no line 'zlo zhi'");
    refuse("0 5 zlo zhi", "5 5 zlo zhi", 8, "no length");
    refuse("0 5 zlo zhi", "0 nan zlo zhi", 8, "upper end is 'nan'");
    refuse("2 2.5", "2 0", 12, "mass is 0");
    refuse("2 2.5", "1 2.5", 13, "two masses");
    refuse("2 0.5 0.9", "1 0.5 0.9", 18, "comes twice");
    refuse("Atoms # atomic", "Atoms # full", 20, "atom_style full");
    refuse("Atoms # atomic", "Bonds", 20, "section Bonds is not supported");
    refuse("7 2 1.5 2 3 0 -1 2", "7 2 1.5 x 3 0 -1 2", 22, "'x', not a number");
    refuse("7 2 1.5 2 3 0 -1 2", "7 2 1.5 inf 3 0 -1 2", 22, "'inf'");
    refuse("7 2 1.5 2 3 0 -1 2", "7 3 1.5 2 3 0 -1 2", 22, "type is '3'");
    refuse("7 2 1.5 2 3 0 -1 2", "7 2 1.5 2 3 0", 22, "6 fields");
    refuse("7 2 1.5 2 3 0 -1 2", "0 2 1.5 2 3", 22, "id is '0'");
    refuse("7 2 1.5 2 3 0 -1 2", "3 2 1.5 2 3", 25, "id 3 comes twice");
    refuse("9 1 2 3", "8 1 2 3", 29, "id 8 is not in section Atoms");
    refuse("9 1 2 3", "3 1 2 3", 30, "id 3 comes twice");
    refuse("Velocities", "Atoms", 27, "Atoms comes twice");
    refuse("Velocities\n\n9 1 2 3\n3 -1 0 0.5\n7 0 0 0", "Velocities\n", 27,
           "ends in section Velocities, after 0 of 3");
}

/* Cut off anywhere, a file is refused or is whole: nothing leaks or crashes. */
static void test_cut(void **state)
{
    int taken = 0;
    for (size_t length = 0; length <= strlen(good); length++) {
        struct hedra_md_data d;
        const enum hedra_status s = read_bytes(good, length, &d);
        assert_true(s == HEDRA_OK || s == HEDRA_ERROR_DAMAGED);
        taken += s == HEDRA_OK;
        hedra_md_data_free(&d);
    }
    assert_in_range(taken, 1, 20); /* without velocities, or all */
}

/* One byte changed anywhere: an answer, and no more. */
static void test_changed(void **state)
{
    char file[sizeof good];
    for (int k = 0; k < 4000; k++) {
        struct hedra_md_data d;
        memcpy(file, good, sizeof good);
        for (int n = 0; n < 1 + k % 3; n++)
            file[(size_t)(rig_number() * (sizeof good - 1))] =
                (char)(rig_number() * 256);
        const enum hedra_status s = read_bytes(file, sizeof good - 1, &d);
        assert_true(s == HEDRA_OK || s == HEDRA_ERROR_DAMAGED);
        hedra_md_data_free(&d);
    }
}

static void test_file(void **state)
{
    struct hedra_md_data d;
    assert_int_equal(hedra_md_read_data("md-no-such-file", &d, &why),
                     HEDRA_ERROR_FILE);
    assert_non_null(strstr(why.text, "md-no-such-file: No such file"));
    assert_int_equal(hedra_md_read_data(NULL, &d, &why), HEDRA_ERROR_ARGUMENT);
    hedra_md_data_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good), cmocka_unit_test(test_bad),
        cmocka_unit_test(test_cut),  cmocka_unit_test(test_changed),
        cmocka_unit_test(test_file),
    };
    const int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
