/* Extended XYZ: what is read, what is refused and where; and files that are
 * written are read as the same bits, in any locale. */
#include "tests/md/rig.h"

#include "runtime/include/hedra_md_file.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static struct hedra_error why;
static char path[] = "md-xyz-XXXXXX";

static void must(enum hedra_status status)
{
    if (status)
        fail_msg("%s", why.text);
}

static enum hedra_status read_bytes(const char *text, size_t length,
                                    int64_t frame, struct hedra_md_data *data)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    return hedra_md_read_xyz(path, frame, data, &why);
}

static const char good[] =
    "2\n"
    "Lattice=\"4 0 0 0 5 0 0 0 6.5\" Properties=species:S:1:pos:R:3 word\n"
    "Ar 1 2 3\n"
    "Kr 1.5 2 3e0\n"
    "3\n"
    "Time=7 pbc=\"T F T\" Origin=\"-1 0 .5\" "
    "Properties=id:I:1:velo:R:3:species:S:1:mass:R:1:pos:R:3:image:I:3 "
    "Lattice=\"4 0.0 0 0 5 0 0 0 6.5\"\n"
    "7 1 2 3 Kr 83 0 0 1 0 0 -1\n"
    "9 4 5 6 Ar 39 1 1 1 2 0 0\n"
    "8 7 8 9 Kr 83 2 2 2 0 0 0\n";

static void check_good(void)
{
    struct hedra_md_data d;
    must(read_bytes(good, strlen(good), 0, &d));
    assert_int_equal(d.particles.count, 2);
    assert_int_equal(d.types, 2);
    assert_string_equal(d.species[1], "Kr");
    assert_true(d.high[2] == 6.5 && d.particles.position[3] == 1.5);
    assert_int_equal(d.particles.id[1], 2);
    hedra_md_data_free(&d);
    for (int frame = -1; frame <= 1; frame += 2) {
        must(read_bytes(good, strlen(good), frame, &d));
        const struct hedra_md_particles *p = &d.particles;
        const int64_t id[] = {7, 9, 8};
        const int type[] = {1, 2, 1};
        assert_int_equal(p->count, 3);
        assert_memory_equal(p->id, id, sizeof id);
        assert_memory_equal(p->type, type, sizeof type);
        assert_string_equal(d.species[0], "Kr");
        assert_true(d.low[0] == -1 && d.high[0] == 3 && d.low[2] == 0.5);
        assert_true(!d.open[0] && d.open[1] && !d.open[2]);
        assert_true(p->velocity[8] == 9 && p->position[6] == 2);
        assert_int_equal(p->image[2], -1);
        assert_int_equal(p->image[3], 2);
        hedra_md_data_free(&d);
    }
}

static void test_good(void **state)
{
    rig_check_with_comma(check_good);
}

/* The file with one text replaced is refused in a line, with a text. */
static void refuse(const char *old, const char *new, int64_t frame,
                   int64_t line, const char *text)
{
    char file[2048], place[64];
    const char *at = strstr(good, old);
    struct hedra_md_data d;
    assert_non_null(at);
    const int length = snprintf(file, sizeof file, "%.*s%s%s", (int)(at - good),
                                good, new, at + strlen(old));
    assert_int_equal(read_bytes(file, (size_t)length, frame, &d),
                     HEDRA_ERROR_DAMAGED);
    assert_null(d.particles.position);
    snprintf(place, sizeof place, "%s:%lld: ", path, (long long)line);
    if (strncmp(why.text, place, strlen(place)) != 0 ||
        !strstr(why.text, text) || why.row != line)
        fail_msg("'%s' is not '%s...%s'", why.text, place, text);
}

static void test_bad(void **state)
{
    refuse("2\n", "1000000000\n", 0, 1, "too short");
    refuse("2\n", "0\n", 0, 1, "number of particles is '0'");
    refuse("2\n", "2 particles\n", 0, 1, "the number of particles alone");
    refuse("2\n", "x\n", 0, 1, "'x'");
    refuse("2\n", "3\n", 0, 5, "1 fields, not 4");
    refuse("2\n", "1\n", 1, 4, "the number of particles alone");
    refuse("Lattice=\"4 0 0 0 5 0 0 0 6.5\"", "", 0, 2, "there is no Lattice");
    refuse("4 0 0 0 5", "4 0 1 0 5", 0, 2, "triclinic");
    refuse("4 0 0 0 5", "-4 0 0 0 5", 0, 2, "along x is -4");
    refuse("4 0 0 0 5", "4 0 0 nan 5", 0, 2, "no 9 numbers");
    refuse("0 0 0 6.5\"", "0 0 6.5\"", 0, 2, "no 9 numbers");
    refuse("0 0 0 6.5\"", "0 0 0 6.5 1\"", 0, 2, "more than 9");
    refuse("0 0 0 6.5\"", "0 0 0 6.5", 0, 2, "quote of Lattice");
    refuse("pos:R:3 word", "pos:R:2 word", 0, 2, "not pos:R:3");
    refuse("pos:R:3 word", "pos:R word", 0, 2, "ends after");
    refuse("pos:R:3 word", "f:R:3 word", 0, 2, "no pos:R:3");
    refuse("pos:R:3 word", "pos:R:3:pos:R:3 word", 0, 2, "comes twice");
    refuse("pos:R:3 word", "pos:R:3:q:R:1000 word", 0, 2, "not a name");
    refuse("pos:R:3 word", "pos:R:3 Properties=pos:R:3", 0, 2,
           "Properties comes twice");
    refuse("Ar 1 2 3", "Ar 1 2", 0, 3, "3 fields");
    refuse("Ar 1 2 3", "Ar 1 2 inf", 0, 3, "'inf'");
    refuse("Ar 1 2 3", "Seventeen-letters 1 2 3", 0, 3, "more than 15 letters");
    refuse("pbc=\"T F T\"", "pbc=\"T F\"", 1, 6, "three letters");
    refuse("9 4 5 6 Ar", "7 4 5 6 Ar", 1, 9, "id 7 comes twice");
    refuse("9 4 5 6 Ar", "-9 4 5 6 Ar", 1, 8, "id is '-9'");
    refuse("1 1 1 2 0 0", "1 1 1 2.5 0 0", 1, 8, "an image is '2.5'");
    refuse("8 7 8 9 Kr 83 2 2 2 0 0 0\n", "", 1, 8, "after 2 of 3");
    refuse("8 7 8 9 Kr 83 2 2 2 0 0 0\n", "", -1, 8, "ends within frame 1");
    refuse("8 7", "8 7", 2, 9, "has 2 frames");
}

/* Cut off or changed anywhere: an answer, and no more. */
static void test_changed(void **state)
{
    char file[sizeof good];
    for (size_t length = 0; length < sizeof good; length += 2)
        for (int frame = -1; frame < 2; frame++) {
            struct hedra_md_data d;
            const enum hedra_status s = read_bytes(good, length, frame, &d);
            assert_true(s == HEDRA_OK || s == HEDRA_ERROR_DAMAGED);
            hedra_md_data_free(&d);
        }
    for (int k = 0; k < 900; k++) {
        struct hedra_md_data d;
        memcpy(file, good, sizeof good);
        for (int n = 0; n < 1 + k % 3; n++)
            file[(size_t)(rig_number() * (sizeof good - 1))] =
                (char)(rig_number() * 256);
        const enum hedra_status s =
            read_bytes(file, sizeof good - 1, k % 3 - 1, &d);
        assert_true(s == HEDRA_OK || s == HEDRA_ERROR_DAMAGED);
        hedra_md_data_free(&d);
    }
}

/* Written and read again ----------------------------------------------------
 */

static struct system two_types(void)
{
    static const struct hedra_md_pair pair[] = {{1, 1, 1, 0.8, 0},
                                                {2, 2, 0.3, 0.7, 2}};
    static const double mass[2] = {1, 2.7};
    struct system s = rig_random(200, 2, (const double[]){9, 8.1, 7.3});
    s.options.pair = pair;
    s.options.pairs = 2;
    s.options.mass = mass;
    s.options.energy = HEDRA_MD_SMOOTH;
    s.options.open[1] = true;
    return s;
}

static void same(const struct hedra_md *md, const struct hedra_md_data *d,
                 int64_t n)
{
    struct system s = two_types();
    rig_get(md, &s.particles);
    assert_int_equal(d->particles.count, n);
    const size_t reals = 3 * (size_t)n * sizeof(double);
    assert_memory_equal(s.particles.position, d->particles.position, reals);
    assert_memory_equal(s.particles.velocity, d->particles.velocity, reals);
    assert_memory_equal(s.particles.image, d->particles.image,
                        3 * (size_t)n * sizeof(int));
    assert_memory_equal(s.particles.type, d->particles.type,
                        (size_t)n * sizeof(int));
    rig_free(&s);
}

/* The second line of the file begins so. */
static void check_keys(const char *expected)
{
    char line[1024];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_non_null(fgets(line, sizeof line, f));
    assert_non_null(fgets(line, sizeof line, f));
    fclose(f);
    line[strlen(expected)] = 0;
    assert_string_equal(line, expected);
}

static void check_written(void)
{
    struct system s = two_types();
    struct hedra_md *md = rig_make(&s);
    struct hedra_md_data d;
    rig_step(md, 57);
    must(hedra_md_write(md, HEDRA_MD_DATA, path, false, &why));
    must(hedra_md_read_data(path, &d, &why));
    same(md, &d, s.particles.count);
    assert_true(d.mass[1] == 2.7 && d.high[2] == 7.3);
    assert_int_equal(d.pairs, 2);
    assert_true(d.pair[0].cutoff == 2.5 && d.pair[1].cutoff == 2);
    hedra_md_data_free(&d);
    must(hedra_md_write(md, HEDRA_MD_XYZ, path, false, &why));
    rig_step(md, 20);
    must(hedra_md_write(md, HEDRA_MD_XYZ, path, true, &why));
    must(hedra_md_read_xyz(path, -1, &d, &why));
    same(md, &d, s.particles.count);
    assert_true(d.open[1] && !d.open[0]);
    hedra_md_data_free(&d);
    must(hedra_md_read_xyz(path, 0, &d, &why));
    hedra_md_data_free(&d);
    check_keys("Lattice=\"9 0 0 0 8.1 0 0 0 7.3\" Origin=\"0 0 0\" "
               "pbc=\"T F T\" Step=57 Time=0.285");
    hedra_md_destroy(md);
    rig_free(&s);
}

static void test_written(void **state)
{
    rig_check_with_comma(check_written);
}

static void test_dump(void **state)
{
    static const char expected[] =
        "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\n"
        "ITEM: BOX BOUNDS pp pp ff\n0 9\n0 9\n0 9.5\n"
        "ITEM: ATOMS id type x y z vx vy vz ix iy iz\n"
        "12 1 0.1 2 3 -1 0.5 0 0 0 0\n"
        "5 1 8.5 8 8 0 0 1e-10 0 0 1\n";
    char text[1024];
    double x[6] = {0.1, 2, 3, 8.5, 8, 8}, v[6] = {-1, 0.5, 0, 0, 0, 1e-10};
    int64_t id[2] = {12, 5};
    int image[6] = {0, 0, 0, 0, 0, 1};
    const struct system s = {
        {.high = {9, 9, 9.5},
         .open = {false, false, true},
         .cutoff = 2.5,
         .skin = 0.3,
         .step = 0.005},
        {.count = 2, .position = x, .velocity = v, .id = id, .image = image}};
    struct hedra_md *md = rig_make(&s);
    must(hedra_md_write(md, HEDRA_MD_DUMP, path, false, &why));
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    assert_string_equal(text, expected);
    hedra_md_destroy(md);
}

/* A frame that does not fit leaves those that are there. */
static void test_full(void **state)
{
    struct system s = rig_melt(3);
    struct hedra_md *md = rig_make(&s);
    struct rlimit old, small;
    struct stat before, after;
    must(hedra_md_write(md, HEDRA_MD_XYZ, path, false, &why));
    assert_int_equal(stat(path, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = (struct rlimit){(rlim_t)before.st_size + 1000, old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_int_equal(hedra_md_write(md, HEDRA_MD_XYZ, path, true, &why),
                     HEDRA_ERROR_FILE);
    assert_non_null(strstr(why.text, path));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_int_equal(stat(path, &after), 0);
    assert_int_equal(before.st_size, after.st_size);
    assert_int_equal(hedra_md_write(md, HEDRA_MD_DATA, path, true, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_md_write(md, 3, path, false, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(
        hedra_md_write(md, HEDRA_MD_XYZ, "no/such/folder", true, &why),
        HEDRA_ERROR_FILE);
    struct hedra_md_data d;
    assert_int_equal(hedra_md_read_xyz(path, -2, &d, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_md_read_xyz("md-no-such-file", 0, &d, &why),
                     HEDRA_ERROR_FILE);
    hedra_md_destroy(md);
    rig_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),    cmocka_unit_test(test_bad),
        cmocka_unit_test(test_changed), cmocka_unit_test(test_written),
        cmocka_unit_test(test_dump),    cmocka_unit_test(test_full),
    };
    const int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
