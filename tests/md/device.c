/*
 * device DEVICE: steps on a device (hedra_md_set_device) against those of the
 * plain loops on the host, bit for bit: states, what is measured, radial
 * distributions and displacements, for both kinds of numbers, several types,
 * open axes, unchecked lists, thermostats, orders of cells, and after a
 * restart; half lists, but for the last bits; and what is refused. Exits with
 * 77 where the device is not there.
 */
#include "tests/md/rig.h"

#include "runtime/include/hedra_md_file.h"
#include "runtime/md/local.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKIP = 77 };

static const char *device;
static struct hedra_error why;

static const struct hedra_md_pair pairs[] = {{1, 1, 1, 1, 0},
                                             {2, 2, 0.49, 0.8, 2}};

static void must(enum hedra_status status)
{
    if (status)
        fail_msg("%s", why.text);
}

/* An object whose pairs are summed by the plain loops. */
static struct hedra_md *make_plain(const struct system *s)
{
    struct hedra_md *md = rig_make(s);
    md->kernels = &md_kernels_base;
    must(md_rebuild(md, &why));
    md_force(md);
    return md;
}

static struct hedra_md *make_there(const struct system *s)
{
    struct hedra_md *md = rig_make(s);
    must(hedra_md_set_device(md, device, &why));
    assert_int_equal(why.status, HEDRA_OK);
    return md;
}

static void same_state(struct system *s, struct hedra_md *a, struct hedra_md *b)
{
    const int64_t count = s->particles.count;
    const size_t bytes = 3 * (size_t)count * sizeof(double);
    double *first = malloc(3 * bytes);
    assert_non_null(first);
    const struct hedra_md_thermo ta = rig_measure(a), tb = rig_measure(b);
    assert_memory_equal(&ta, &tb, sizeof ta);
    assert_int_equal(hedra_md_counts(a).neighbours,
                     hedra_md_counts(b).neighbours);
    assert_int_equal(hedra_md_counts(a).builds, hedra_md_counts(b).builds);
    rig_get(a, &s->particles);
    memcpy(first, s->particles.position, bytes);
    memcpy(first + 3 * count, s->particles.velocity, bytes);
    memcpy(first + 6 * count, s->particles.force, bytes);
    rig_get(b, &s->particles);
    assert_memory_equal(first, s->particles.position, bytes);
    assert_memory_equal(first + 3 * count, s->particles.velocity, bytes);
    assert_memory_equal(first + 6 * count, s->particles.force, bytes);
    free(first);
}

/* Steps in two calls, so that lists are in use when things are read. */
static void compare(struct system *s, const struct hedra_md_thermostat *t)
{
    enum { BINS = 40 };
    double g[2][BINS], way[2];
    struct system to = {.particles = s->particles};
    struct hedra_md *both[2] = {make_plain(s), make_there(s)};
    double *keep = malloc(6 * (size_t)s->particles.count * sizeof *keep);
    const size_t bytes = 3 * (size_t)s->particles.count * sizeof *keep;
    assert_non_null(keep);
    memcpy(keep, s->particles.position, bytes);
    memcpy(keep + 3 * s->particles.count, s->particles.velocity, bytes);
    same_state(&to, both[0], both[1]);
    for (int k = 0; k < 2; k++) {
        must(hedra_md_set_thermostat(both[k], t, &why));
        must(hedra_md_mark(both[k], &why));
        rig_step(both[k], 13);
        must(hedra_md_displacement(both[k], &way[k], &why));
        must(hedra_md_rdf(both[k], 0, 0, 1.4, BINS, g[k], &why));
    }
    assert_true(way[0] > 0 && way[0] == way[1]);
    assert_memory_equal(g[0], g[1], sizeof g[0]);
    for (int k = 0; k < 2; k++)
        rig_step(both[k], 24);
    assert_true(hedra_md_counts(both[1]).builds > 0);
    same_state(&to, both[0], both[1]);
    memcpy(s->particles.position, keep, bytes);
    memcpy(s->particles.velocity, keep + 3 * s->particles.count, bytes);
    free(keep);
    hedra_md_destroy(both[0]);
    hedra_md_destroy(both[1]);
}

static void test_melt(void **state)
{
    struct system s = rig_melt(5);
    for (int way = 0; way < 4; way++) {
        s.options.real = way & 1 ? HEDRA_MD_MIXED : HEDRA_MD_DOUBLE;
        s.options.every = way & 2 ? 10 : 0;
        s.options.reach = way & 2 ? 1 : 0;
        compare(&s, NULL);
    }
    rig_free(&s);
}

static void test_types(void **state)
{
    struct system s = rig_random(300, 2, (const double[]){6, 9, 8});
    const double mass[] = {1, 2.5};
    s.options.pair = pairs;
    s.options.pairs = COUNT(pairs);
    s.options.mass = mass;
    for (int way = 0; way < 6; way++) {
        s.options.energy = way % 3;
        s.options.real = way / 3 ? HEDRA_MD_MIXED : HEDRA_MD_DOUBLE;
        s.options.open[way % 3] = way / 3;
        compare(&s, NULL);
    }
    rig_free(&s);
}

static void test_thermostats(void **state)
{
    struct system s = rig_melt(4);
    for (int kind = HEDRA_MD_RESCALE; kind <= HEDRA_MD_NOSE_HOOVER; kind++) {
        const struct hedra_md_thermostat t = {
            .kind = kind, .temperature = 0.9, .time = 0.5, .every = 5};
        compare(&s, &t);
    }
    rig_free(&s);
}

static void test_orders(void **state)
{
    static const struct hedra_order_options orders[] = {
        {.kind = HEDRA_ORDER_ROW},
        {.kind = HEDRA_ORDER_MORTON},
        {.kind = HEDRA_ORDER_HILBERT}};
    struct system s = rig_melt(4), to = rig_melt(4);
    struct hedra_md *md[COUNT(orders)];
    for (int k = 0; k < COUNT(orders); k++) {
        s.options.order = &orders[k];
        md[k] = make_there(&s);
        rig_step(md[k], 30);
    }
    for (int k = 1; k < COUNT(orders); k++) {
        struct hedra_md_thermo t[2] = {rig_measure(md[0]), rig_measure(md[k])};
        assert_true(t[0].total == t[1].total && t[0].moved >= 0);
        rig_get(md[0], &s.particles);
        rig_get(md[k], &to.particles);
        assert_memory_equal(s.particles.position, to.particles.position,
                            3 * (size_t)s.particles.count * sizeof(double));
    }
    for (int k = 0; k < COUNT(orders); k++)
        hedra_md_destroy(md[k]);
    rig_free(&s);
    rig_free(&to);
}

/* Lists that are longer than there is room for are built once more: particles
 * fall together. */
static void test_longer_lists(void **state)
{
    struct system s = rig_random(200, 1, (const double[]){24, 24, 24});
    for (int64_t n = 0; n < s.particles.count; n++)
        for (int a = 0; a < 3; a++)
            s.particles.velocity[3 * n + a] =
                1.5 * (12 - s.particles.position[3 * n + a]);
    struct hedra_md *both[2] = {make_plain(&s), make_there(&s)};
    const int64_t before = hedra_md_counts(both[1]).neighbours;
    for (int k = 0; k < 2; k++)
        rig_step(both[k], 60);
    assert_true(hedra_md_counts(both[1]).neighbours > 3 * before);
    same_state(&s, both[0], both[1]);
    hedra_md_destroy(both[0]);
    hedra_md_destroy(both[1]);
    rig_free(&s);
}

static void near_all(const double *found, const double *expected, int64_t count,
                     double allowed)
{
    double scale = 1;
    for (int64_t n = 0; n < count; n++)
        scale = fmax(scale, fabs(expected[n]));
    for (int64_t n = 0; n < count; n++)
        if (!(fabs(found[n] - expected[n]) <= allowed * scale))
            fail_msg("number %lld is %.15g, not %.15g", (long long)n, found[n],
                     expected[n]);
}

/* Half lists, whose sums come in any order: forces and energies are those of
 * full lists, and stay so over builds of lists. */
static void half(struct system *s, double of_forces, double of_energies)
{
    const size_t bytes = 3 * (size_t)s->particles.count * sizeof(double);
    double *force = malloc(bytes);
    assert_non_null(force);
    s->options.list = HEDRA_MD_FULL;
    struct hedra_md *full = rig_make(s);
    s->options.list = HEDRA_MD_HALF;
    struct hedra_md *there = make_there(s);
    struct system to = {.particles = s->particles};
    double *kept[2] = {s->particles.position, s->particles.velocity};
    to.particles.position = malloc(bytes);
    to.particles.velocity = malloc(bytes);
    assert_true(to.particles.position && to.particles.velocity);
    for (int part = 0; part < 2; part++) {
        const struct hedra_md_thermo a = rig_measure(full),
                                     b = rig_measure(there);
        near_all(&b.total, &a.total, 1, of_energies);
        near_all(&b.pressure, &a.pressure, 1, of_energies);
        rig_get(full, &to.particles);
        memcpy(force, to.particles.force, bytes);
        rig_get(there, &to.particles);
        near_all(to.particles.force, force, 3 * s->particles.count,
                 part == 0 ? of_forces : 1e3 * of_forces);
        rig_step(full, 30);
        rig_step(there, 30);
    }
    assert_true(hedra_md_counts(there).builds > 0);
    assert_int_equal(2 * hedra_md_counts(there).neighbours,
                     hedra_md_counts(full).neighbours);
    free(to.particles.position);
    free(to.particles.velocity);
    free(force);
    s->particles.position = kept[0];
    s->particles.velocity = kept[1];
    hedra_md_destroy(full);
    hedra_md_destroy(there);
}

static void test_half(void **state)
{
    struct system melt = rig_melt(5),
                  two = rig_random(200, 2, (const double[]){6, 5, 8});
    two.options.pair = pairs;
    two.options.pairs = COUNT(pairs);
    two.options.energy = HEDRA_MD_SMOOTH;
    two.options.open[1] = true;
    two.options.step = 0.001;
    half(&melt, 1e-12, 1e-10);
    half(&two, 1e-12, 1e-10);
    melt.options.real = two.options.real = HEDRA_MD_MIXED;
    half(&melt, 1e-4, 1e-5);
    half(&two, 1e-4, 1e-5);
    rig_free(&melt);
    rig_free(&two);
}

static void test_velocities(void **state)
{
    struct system s = rig_melt(4);
    struct hedra_md *both[2] = {make_plain(&s), make_there(&s)};
    for (int k = 0; k < 2; k++) {
        rig_step(both[k], 5);
        rig_get(both[k], &s.particles);
        for (int64_t n = 0; n < 3 * s.particles.count; n++)
            s.particles.velocity[n] *= -1;
        must(hedra_md_set_velocity(both[k], s.particles.velocity, &why));
        rig_step(both[k], 5);
    }
    same_state(&s, both[0], both[1]);
    hedra_md_destroy(both[0]);
    hedra_md_destroy(both[1]);
    rig_free(&s);
}

static void test_restart(void **state)
{
    char path[64];
    struct system s = rig_melt(4);
    struct hedra_md *through = make_there(&s), *again;
    snprintf(path, sizeof path, "md-device-%s.check", device);
    rig_step(through, 14);
    must(hedra_md_save(through, path, NULL, 0, &why));
    must(hedra_md_restart(path, NULL, &again, NULL, NULL, &why));
    remove(path);
    must(hedra_md_set_device(again, device, &why));
    rig_step(through, 20);
    rig_step(again, 20);
    same_state(&s, through, again);
    hedra_md_destroy(through);
    hedra_md_destroy(again);
    rig_free(&s);
}

static void refused(struct hedra_md *md, const char *name,
                    enum hedra_status status, const char *part)
{
    assert_int_equal(hedra_md_set_device(md, name, &why), status);
    assert_int_equal(why.status, status);
    if (!strstr(why.text, part))
        fail_msg("'%s' is not in: %s", part, why.text);
}

static void test_refused(void **state)
{
    struct system s = rig_melt(4);
    struct hedra_md *md = rig_make(&s);
    refused(NULL, device, HEDRA_ERROR_ARGUMENT, "NULL");
    refused(md, NULL, HEDRA_ERROR_ARGUMENT, "NULL");
    refused(md, "gpu", HEDRA_ERROR_NO_DEVICE, "gpu");
    must(hedra_md_set_device(md, device, &why));
    rig_step(md, 1);
    refused(md, device, HEDRA_ERROR_ARGUMENT, "already");
    assert_true(strstr(hedra_md_counts(md).kernels, device) != NULL);
    hedra_md_destroy(md);
    rig_free(&s);
}

/* A particle that goes too far is named. */
static void test_explosion(void **state)
{
    struct system s = rig_melt(4);
    s.particles.velocity[3 * 5] = 1e4;
    struct hedra_md *md = make_there(&s);
    assert_int_equal(hedra_md_step(md, 3, &why), HEDRA_ERROR_NOT_FINITE);
    assert_true(strstr(why.text, "in step 1 particle 6 moves") != NULL);
    hedra_md_destroy(md);
    rig_free(&s);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_melt),         cmocka_unit_test(test_types),
        cmocka_unit_test(test_thermostats),  cmocka_unit_test(test_orders),
        cmocka_unit_test(test_longer_lists), cmocka_unit_test(test_velocities),
        cmocka_unit_test(test_restart),      cmocka_unit_test(test_refused),
        cmocka_unit_test(test_half),         cmocka_unit_test(test_explosion)};
    struct system s = rig_melt(4);
    struct hedra_md *md = rig_make(&s);
    device = argc > 1 ? argv[1] : "host";
    const enum hedra_status status = hedra_md_set_device(md, device, &why);
    hedra_md_destroy(md);
    rig_free(&s);
    if (status == HEDRA_ERROR_NO_DEVICE) {
        printf("skipped: %s\n", why.text);
        return SKIP;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
