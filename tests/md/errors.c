/* What is refused, and what is said then. */
#include "tests/md/rig.h"

#include <math.h>
#include <string.h>

static struct hedra_error why;

static void says(const char *text)
{
    if (!strstr(why.text, text))
        fail_msg("'%s' lacks '%s'", why.text, text);
}

static void refuse(const struct system *s, int status, const char *text)
{
    struct hedra_md *md = (void *)&why;
    assert_int_equal(hedra_md_create(&s->options, &s->particles, &md, &why),
                     status);
    assert_int_equal(why.status, status);
    assert_null(md);
    says(text);
    assert_int_equal(hedra_md_create(&s->options, &s->particles, &md, NULL),
                     status);
}

/* With one option changed. */
#define REFUSED(status, text, field, value)                                    \
    do {                                                                       \
        struct system changed = s;                                             \
        changed.field = value;                                                 \
        refuse(&changed, HEDRA_ERROR_##status, text);                          \
    } while (0)

static void test_options(void **state)
{
    struct system s = rig_melt(3);
    REFUSED(ARGUMENT, "cutoff is 0", options.cutoff, 0);
    REFUSED(ARGUMENT, "cutoff is -1", options.cutoff, -1);
    REFUSED(ARGUMENT, "cutoff is inf", options.cutoff, INFINITY);
    REFUSED(SIZE, "side along x", options.cutoff, 6);
    REFUSED(ARGUMENT, "skin is 0", options.skin, 0);
    REFUSED(ARGUMENT, "step is -0.1", options.step, -0.1);
    REFUSED(ARGUMENT, "step is nan", options.step, NAN);
    REFUSED(ARGUMENT, "every is -1", options.every, -1);
    REFUSED(ARGUMENT, "reach is 9", options.reach, 9);
    REFUSED(ARGUMENT, "list is 2", options.list, 2);
    REFUSED(ARGUMENT, "real is -1", options.real, -1);
    REFUSED(ARGUMENT, "energy is 3", options.energy, 3);
    REFUSED(ARGUMENT, "mixing is 2", options.mixing, 2);
    REFUSED(ARGUMENT, "types is -1", options.types, -1);
    REFUSED(ARGUMENT, "sort_every is -1", options.sort_every, -1);
    REFUSED(ARGUMENT, "along y", options.high[1], 0);
    REFUSED(ARGUMENT, "along z", options.high[2], NAN);
    REFUSED(ARGUMENT, "position is NULL", particles.position, NULL);
    REFUSED(ARGUMENT, "count is 0", particles.count, 0);
    REFUSED(ARGUMENT, "count is -4", particles.count, -4);
    REFUSED(TOO_LARGE, "2^30", particles.count, INT64_C(1) << 40);
    const struct hedra_order_options bad = {.kind = 99};
    REFUSED(ARGUMENT, "kind", options.order, &bad);
    const double mass[1] = {0};
    REFUSED(ARGUMENT, "mass of type 1 is 0", options.mass, mass);
    assert_int_equal(hedra_md_create(NULL, &s.particles, NULL, &why),
                     HEDRA_ERROR_ARGUMENT);
    rig_free(&s);
}

static void refuse_pairs(struct system s, const struct hedra_md_pair *pair,
                         int count, const char *text)
{
    s.options.pair = pair;
    s.options.pairs = count;
    refuse(&s, HEDRA_ERROR_ARGUMENT, text);
}

static void test_pairs(void **state)
{
    struct system s = rig_melt(3);
    s.options.types = 2;
    refuse_pairs(s, (const struct hedra_md_pair[]){{1, 1, 1, 1, 0}}, 1,
                 "pair 2-2 is missing");
    refuse_pairs(s, (const struct hedra_md_pair[]){{1, 3, 1, 1, 0}}, 1,
                 "types 1 and 3");
    refuse_pairs(s, (const struct hedra_md_pair[]){{1, 1, -1, 1, 0}}, 1,
                 "epsilon of pair 1-1 is -1");
    refuse_pairs(s, (const struct hedra_md_pair[]){{1, 2, 1, 0, 0}}, 1,
                 "sigma of pair 1-2 is 0");
    refuse_pairs(s, (const struct hedra_md_pair[]){{1, 1, 1, 1, -2}}, 1,
                 "cutoff of pair 1-1 is -2");
    refuse_pairs(
        s, (const struct hedra_md_pair[]){{1, 1, 1, 1e8, 0}, {2, 2, 1, 1, 0}},
        2, "too large");
    rig_free(&s);
}

static void test_particles(void **state)
{
    struct system s = rig_melt(3);
    int64_t id[108];
    for (int n = 0; n < 108; n++)
        id[n] = 1000 + n;
    s.particles.position[7] = NAN;
    refuse(&s, HEDRA_ERROR_NOT_FINITE, "particle 3 is not finite");
    s.particles.position[7] = 1e30;
    refuse(&s, HEDRA_ERROR_ARGUMENT, "particle 3 is at y = 1e+30");
    s.particles.id = id;
    s.particles.position[7] = 0;
    s.particles.velocity[0] = INFINITY;
    refuse(&s, HEDRA_ERROR_NOT_FINITE, "particle 1000 is not finite");
    s.particles.velocity[0] = 0;
    s.particles.type[5] = 2;
    refuse(&s, HEDRA_ERROR_ARGUMENT, "particle 1005 is 2");
    s.particles.type[5] = 1;
    /* Upon each other, also through a face of the box. */
    for (int list = 0; list < 2; list++) {
        s.options.list = list;
        for (int a = 0; a < 3; a++)
            s.particles.position[3 * 50 + a] = s.particles.position[3 * 9 + a];
        refuse(&s, HEDRA_ERROR_NOT_FINITE,
               "particles 1009 and 1050 are so close");
    }
    rig_free(&s);
}

static void test_explosion(void **state)
{
    struct system s = rig_melt(3);
    struct hedra_md *md = rig_make(&s);
    double v[3 * 108] = {[3 * 41] = 1e4};
    assert_int_equal(hedra_md_set_velocity(md, v, &why), HEDRA_OK);
    assert_int_equal(hedra_md_step(md, -1, &why), HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_md_step(md, 10, &why), HEDRA_ERROR_NOT_FINITE);
    says("in step 1 particle 42 moves by 50, to (5");
    hedra_md_destroy(md);
    v[7] = NAN;
    md = rig_make(&s);
    assert_int_equal(hedra_md_set_velocity(md, v, &why),
                     HEDRA_ERROR_NOT_FINITE);
    says("particle 3");
    hedra_md_destroy(md);
    rig_free(&s);
}

static void test_null(void **state)
{
    struct hedra_md_thermo t;
    struct hedra_md_particles p = {0};
    hedra_md_destroy(NULL);
    assert_int_equal(hedra_md_step(NULL, 1, &why), HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_md_measure(NULL, &t, &why), HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_md_get(NULL, &p, &why), HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_md_set_velocity(NULL, NULL, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_md_counts(NULL).particles, 0);
}

static void test_fcc(void **state)
{
    struct system s = rig_melt(3);
    double high[3];
    const int64_t cells[3] = {3, 3, 3};
    assert_int_equal(hedra_md_fcc_count((const int64_t[]){0, 1, 1}), 0);
    assert_int_equal(hedra_md_fcc_count((const int64_t[]){1 << 20, 1 << 20, 1}),
                     0);
    assert_int_equal(hedra_md_fcc_count(cells), 108);
    assert_int_equal(hedra_md_fcc(cells, 0, 1, &s.particles, high, &why),
                     HEDRA_ERROR_ARGUMENT);
    says("density is 0");
    assert_int_equal(hedra_md_fcc(cells, 1, -1, &s.particles, high, &why),
                     HEDRA_ERROR_ARGUMENT);
    says("temperature is -1");
    s.particles.count = 107;
    assert_int_equal(hedra_md_fcc(cells, 1, 1, &s.particles, high, &why),
                     HEDRA_ERROR_ARGUMENT);
    says("count");
    rig_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options),   cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_particles), cmocka_unit_test(test_explosion),
        cmocka_unit_test(test_null),      cmocka_unit_test(test_fcc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
