/*
 * Checkpoints: a run that goes on from one has the bits of one that was not
 * interrupted, with every kind of lists, numbers and thermostats; a file that
 * is damaged is refused, and one that cannot be written leaves the old one.
 */
#include "tests/md/rig.h"

#include "runtime/include/hedra_md_file.h"
#include "runtime/include/hedra_md_observe.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static struct hedra_error why;
static char path[] = "md-check-XXXXXX";

static void must(enum hedra_status status)
{
    if (status)
        fail_msg("%s", why.text);
}

/* Everything that two objects tell is the same. */
static void same(struct hedra_md *a, struct hedra_md *b, int64_t count)
{
    struct hedra_md *const both[2] = {a, b};
    struct hedra_md_particles p[2];
    struct hedra_md_thermo t[2];
    double msd[2];
    const size_t bytes = 3 * (size_t)count * sizeof(double);
    for (int k = 0; k < 2; k++) {
        p[k] = (struct hedra_md_particles){
            .position = malloc(bytes),
            .velocity = malloc(bytes),
            .force = malloc(bytes),
            .type = malloc((size_t)count * sizeof(int)),
            .id = malloc((size_t)count * sizeof(int64_t)),
            .image = malloc(3 * (size_t)count * sizeof(int))};
        t[k] = rig_measure(both[k]);
        rig_get(both[k], &p[k]);
        must(hedra_md_displacement(both[k], &msd[k], &why));
    }
    assert_memory_equal(p[0].position, p[1].position, bytes);
    assert_memory_equal(p[0].velocity, p[1].velocity, bytes);
    assert_memory_equal(p[0].force, p[1].force, bytes);
    assert_memory_equal(p[0].id, p[1].id, (size_t)count * sizeof(int64_t));
    assert_memory_equal(p[0].type, p[1].type, (size_t)count * sizeof(int));
    assert_memory_equal(p[0].image, p[1].image,
                        3 * (size_t)count * sizeof(int));
    assert_memory_equal(&t[0], &t[1], sizeof *t);
    assert_true(msd[0] == msd[1] && msd[0] > 0);
    for (int k = 0; k < 2; k++) {
        free(p[k].position);
        free(p[k].velocity);
        free(p[k].force);
        free(p[k].type);
        free(p[k].id);
        free(p[k].image);
    }
}

static void compare(const struct system *s, const struct hedra_md_thermostat *t)
{
    struct hedra_md *md = rig_make(s), *later;
    const char notes[] = "of the caller";
    void *back;
    size_t bytes;
    must(hedra_md_set_thermostat(md, t, &why));
    must(hedra_md_mark(md, &why));
    rig_step(md, 33); /* between builds of lists */
    must(hedra_md_save(md, path, notes, sizeof notes, &why));
    must(hedra_md_restart(path, s->options.order, &later, &back, &bytes, &why));
    assert_int_equal(bytes, sizeof notes);
    assert_memory_equal(back, notes, bytes);
    free(back);
    same(md, later, s->particles.count);
    rig_step(md, 60);
    rig_step(later, 60);
    same(md, later, s->particles.count);
    const struct hedra_md_counts a = hedra_md_counts(md),
                                 b = hedra_md_counts(later);
    assert_int_equal(a.builds, b.builds);
    assert_int_equal(a.sorts, b.sorts);
    assert_int_equal(a.dangerous, b.dangerous);
    hedra_md_destroy(md);
    hedra_md_destroy(later);
}

static void test_bits(void **state)
{
    static const struct hedra_order_options row = {.kind = HEDRA_ORDER_ROW};
    for (int way = 0; way < 16; way++) {
        struct system s = rig_melt(5);
        int64_t id[500];
        for (int n = 0; n < 500; n++)
            id[n] = 10000 - 3 * n;
        s.options.list = way & 1;
        s.options.real = way >> 1 & 1;
        s.options.every = way & 4 ? 20 : 0;
        s.options.sort_every = way & 8 ? 4 : 0;
        s.options.order = way % 3 ? NULL : &row;
        s.particles.id = way & 2 ? id : NULL;
        const struct hedra_md_thermostat t = {
            .kind = way % 5, .temperature = 0.9, .time = 0.2, .seed = 5};
        compare(&s, &t);
        rig_free(&s);
    }
}

/* Two types, an open axis, pairs and masses. */
static void test_types(void **state)
{
    struct system s = rig_random(300, 2, (const double[]){12, 9, 8});
    const struct hedra_md_pair pair[] = {{1, 1, 1, 0.8, 0},
                                         {2, 2, 0.5, 0.7, 2}};
    const double mass[2] = {1, 2.5};
    s.options.pair = pair;
    s.options.pairs = 2;
    s.options.mass = mass;
    s.options.mixing = HEDRA_MD_ARITHMETIC;
    s.options.energy = HEDRA_MD_SMOOTH;
    s.options.open[0] = true;
    compare(&s, NULL);
    rig_free(&s);
}

static size_t read_file(const char *name, char *to, size_t most)
{
    FILE *f = fopen(name, "r");
    assert_non_null(f);
    const size_t length = fread(to, 1, most, f);
    assert_int_equal(fclose(f), 0);
    return length;
}

static void write_file(const char *from, size_t length)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(from, 1, length, f), length);
    assert_int_equal(fclose(f), 0);
}

/* Every eleventh length, and a byte changed anywhere: refused. */
static void test_damaged(void **state)
{
    enum { MOST = 1 << 16 };
    static char bytes[MOST];
    struct system s = rig_melt(3);
    struct hedra_md *md = rig_make(&s), *later;
    must(hedra_md_save(md, path, NULL, 0, &why));
    const size_t length = read_file(path, bytes, MOST);
    assert_in_range(length, 1000, MOST - 1);
    for (size_t cut = 0; cut < length; cut += 11) {
        write_file(bytes, cut);
        assert_int_equal(hedra_md_restart(path, NULL, &later, NULL, NULL, &why),
                         HEDRA_ERROR_DAMAGED);
        assert_null(later);
        assert_non_null(strstr(why.text, path));
    }
    for (size_t at = 0; at < length; at += 97) {
        bytes[at] ^= 4;
        write_file(bytes, length);
        const enum hedra_status status =
            hedra_md_restart(path, NULL, &later, NULL, NULL, &why);
        assert_true(status == HEDRA_ERROR_DAMAGED ||
                    status == HEDRA_ERROR_FOREIGN);
        bytes[at] ^= 4;
    }
    assert_int_equal(
        hedra_md_restart("md-no-such-file", NULL, &later, NULL, NULL, &why),
        HEDRA_ERROR_FILE);
    assert_int_equal(hedra_md_restart(NULL, NULL, &later, NULL, NULL, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_md_save(NULL, path, NULL, 0, &why),
                     HEDRA_ERROR_ARGUMENT);
    hedra_md_destroy(md);
    rig_free(&s);
}

/* What was there stays where the file cannot grow. */
static void test_full(void **state)
{
    struct system s = rig_melt(3);
    struct hedra_md *md = rig_make(&s), *later;
    struct rlimit old, small;
    must(hedra_md_save(md, path, NULL, 0, &why));
    rig_step(md, 10);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = (struct rlimit){4096, old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_int_equal(hedra_md_save(md, path, NULL, 0, &why), HEDRA_ERROR_FILE);
    assert_int_equal(hedra_md_write(md, HEDRA_MD_XYZ, path, false, &why),
                     HEDRA_ERROR_FILE);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    must(hedra_md_restart(path, NULL, &later, NULL, NULL, &why));
    assert_int_equal(rig_measure(later).step, 0);
    hedra_md_destroy(later);
    hedra_md_destroy(md);
    rig_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_full),
    };
    const int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
