/*
 * Thermostats: temperatures, what stays, the same bits for every order and any
 * number of threads; distributions against all pairs; displacements.
 */
#include "tests/md/rig.h"

#include "runtime/md/local.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct hedra_error why;

static void near(double value, double expected, double allowed)
{
    if (!(fabs(value - expected) <= allowed))
        fail_msg("%.13g is not %.13g", value, expected);
}

/* Thermostats -------------------------------------------------------------- */

/* The first and the last known answers that come with the generator
 * (kat_vectors of Random123). */
static void test_philox(void **state)
{
    static const uint32_t counter[2][4] = {{0, 0, 0, 0},
                                           {0x243f6a88, 0x85a308d3, 0x13198a2e,
                                            0x03707344}},
                          key[2][2] = {{0, 0}, {0xa4093822, 0x299f31d0}},
                          expected[2][4] = {
                              {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
                              {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}};
    for (int k = 0; k < 2; k++) {
        uint32_t out[4];
        md_philox(counter[k], key[k], out);
        assert_memory_equal(out, expected[k], sizeof out);
    }
}

static struct hedra_md *make(const struct system *s,
                             const struct hedra_md_thermostat *t)
{
    struct hedra_md *md = rig_make(s);
    if (hedra_md_set_thermostat(md, t, &why))
        fail_msg("%s", why.text);
    return md;
}

static void test_rescale(void **state)
{
    struct system s = rig_melt(5);
    const struct hedra_md_thermostat t = {
        .kind = HEDRA_MD_RESCALE, .temperature = 0.9, .every = 10};
    struct hedra_md *md = make(&s, &t);
    rig_step(md, 40);
    near(rig_measure(md).temperature, 0.9, 1e-12);
    rig_step(md, 5);
    assert_true(fabs(rig_measure(md).temperature - 0.9) > 1e-6);
    hedra_md_destroy(md);
    rig_free(&s);
}

/* T follows T0 + (T - T0) exp(-t / time) where nothing else changes it: for
 * particles that do not meet. */
static void test_berendsen(void **state)
{
    struct system s = rig_melt(5);
    const struct hedra_md_pair none = {1, 1, 0, 1, 0};
    s.options.pair = &none;
    s.options.pairs = 1;
    const struct hedra_md_thermostat t = {
        .kind = HEDRA_MD_BERENDSEN, .temperature = 0.5, .time = 0.25};
    struct hedra_md *md = make(&s, &t);
    rig_step(md, 50);
    near(rig_measure(md).temperature, 0.5 + 0.94 * pow(1 - 0.02, 50), 1e-12);
    hedra_md_destroy(md);
    rig_free(&s);
}

/* The mean temperature of the second half of `steps` steps, and how far the
 * conserved energy went. */
static double mean_temperature(struct hedra_md *md, int steps, double *drift)
{
    double sum = 0;
    const double first = rig_measure(md).conserved;
    *drift = 0;
    for (int k = 0; k < steps / 10; k++) {
        rig_step(md, 10);
        const struct hedra_md_thermo m = rig_measure(md);
        sum += k >= steps / 20 ? m.temperature : 0;
        *drift = fmax(*drift, fabs(m.conserved - first));
    }
    return sum / (steps / 10 - steps / 20);
}

static void test_canonical(void **state)
{
    struct system s = rig_melt(5);
    s.options.energy = HEDRA_MD_SMOOTH;
    for (int kind = HEDRA_MD_LANGEVIN; kind <= HEDRA_MD_NOSE_HOOVER; kind++) {
        const struct hedra_md_thermostat t = {
            .kind = kind, .temperature = 1.1, .time = 0.2, .seed = 7};
        struct hedra_md *md = make(&s, &t);
        double drift;
        rig_step(md, 200); /* the lattice has melted */
        near(mean_temperature(md, 2000, &drift), 1.1, 0.03);
        if (!(drift > 1e-9 &&
              drift < (kind == HEDRA_MD_LANGEVIN ? 1e-2 : 1e-3)))
            fail_msg("kind %d: %g", kind, drift);
        /* Without it the energy stays as it is. */
        assert_int_equal(hedra_md_set_thermostat(md, NULL, &why), HEDRA_OK);
        const struct hedra_md_thermo before = rig_measure(md);
        assert_true(before.conserved == before.total);
        rig_step(md, 50);
        near(rig_measure(md).total, before.total, 1e-3);
        hedra_md_destroy(md);
    }
    rig_free(&s);
}

/* A quarter of the step: the conserved energy stays better by the square. */
static void test_conserved(void **state)
{
    double drift[2];
    for (int k = 0; k < 2; k++) {
        struct system s = rig_melt(4);
        s.options.energy = HEDRA_MD_SMOOTH;
        s.options.step = k ? 0.001 : 0.004;
        const struct hedra_md_thermostat t = {
            .kind = HEDRA_MD_NOSE_HOOVER, .temperature = 1.1, .time = 0.5};
        struct hedra_md *md = make(&s, &t);
        mean_temperature(md, k ? 1200 : 300, &drift[k]);
        hedra_md_destroy(md);
        rig_free(&s);
    }
    if (!(drift[0] / drift[1] > 8 && drift[0] / drift[1] < 32))
        fail_msg("%g by %g", drift[0], drift[1]);
}

static void test_bits(void **state)
{
    static const struct hedra_order_options row = {.kind = HEDRA_ORDER_ROW};
    struct system s = rig_melt(6), other = rig_melt(6);
    const size_t bytes = 3 * (size_t)s.particles.count * sizeof(double);
    for (int kind = HEDRA_MD_RESCALE; kind <= HEDRA_MD_NOSE_HOOVER; kind++) {
        const struct hedra_md_thermostat t = {
            .kind = kind, .temperature = 1.1, .time = 0.1, .seed = 11};
        struct system first = s, second = s;
        second.options.order = &row;
        setenv("HEDRA_THREADS", "1", 1);
        struct hedra_md *a = make(&first, &t);
        setenv("HEDRA_THREADS", "3", 1);
        struct hedra_md *b = make(&second, &t);
        unsetenv("HEDRA_THREADS");
        rig_step(a, 40);
        rig_step(b, 25);
        rig_step(b, 15);
        struct hedra_md_particles to = {.position = other.particles.position},
                                  from = {.position = other.particles.velocity};
        rig_get(a, &to);
        rig_get(b, &from);
        assert_memory_equal(to.position, from.position, bytes);
        hedra_md_destroy(a);
        hedra_md_destroy(b);
    }
    rig_free(&s);
    rig_free(&other);
}

static void refuse(struct hedra_md *md, struct hedra_md_thermostat t,
                   const char *text)
{
    assert_int_equal(hedra_md_set_thermostat(md, &t, &why),
                     HEDRA_ERROR_ARGUMENT);
    if (!strstr(why.text, text))
        fail_msg("'%s' lacks '%s'", why.text, text);
}

static void test_refused(void **state)
{
    struct system s = rig_melt(3);
    struct hedra_md *md = rig_make(&s);
    double g[4], mean;
    refuse(md, (struct hedra_md_thermostat){.kind = 5}, "kind is 5");
    refuse(md, (struct hedra_md_thermostat){HEDRA_MD_RESCALE, -1, 0, 1, 0},
           "temperature is -1, not at least 0");
    refuse(md, (struct hedra_md_thermostat){HEDRA_MD_NOSE_HOOVER, 0, 1, 0, 0},
           "temperature is 0, not above 0");
    refuse(md, (struct hedra_md_thermostat){HEDRA_MD_LANGEVIN, 1, 0, 0, 0},
           "time is 0");
    refuse(md, (struct hedra_md_thermostat){HEDRA_MD_RESCALE, 1, 0, -1, 0},
           "every is -1");
    assert_int_equal(hedra_md_set_thermostat(NULL, NULL, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_md_rdf(md, 0, 0, 2.6, 4, g, &why), HEDRA_ERROR_SIZE);
    assert_non_null(strstr(why.text, "half of the box's side along x"));
    assert_int_equal(hedra_md_rdf(md, 0, 0, NAN, 4, g, &why), HEDRA_ERROR_SIZE);
    assert_int_equal(hedra_md_rdf(md, 0, 0, 2, 0, g, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_md_rdf(md, 2, 0, 2, 4, g, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_md_rdf(md, 0, 0, 2, 4, NULL, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_md_displacement(md, &mean, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_non_null(strstr(why.text, "nothing is marked"));
    hedra_md_destroy(md);
    rig_free(&s);
}

/* Distributions ------------------------------------------------------------ */

/* By all pairs and their nearest images. */
static void count_pairs(const struct system *s, int a, int b, double radius,
                        int bins, double *g)
{
    const struct hedra_md_particles *p = &s->particles;
    double of[2] = {0, 0}, volume = 1;
    for (int k = 0; k < bins; k++)
        g[k] = 0;
    for (int k = 0; k < 3; k++)
        volume *= s->options.high[k];
    for (int64_t i = 0; i < p->count; i++) {
        of[0] += a == 0 || p->type[i] == a;
        of[1] += b == 0 || p->type[i] == b;
        for (int64_t j = 0; j < p->count; j++) {
            double r2 = 0;
            for (int k = 0; k < 3; k++) {
                double d = p->position[3 * i + k] - p->position[3 * j + k];
                if (!s->options.open[k])
                    d -= s->options.high[k] * nearbyint(d / s->options.high[k]);
                r2 += d * d;
            }
            if (i != j && (a == 0 || p->type[i] == a) &&
                (b == 0 || p->type[j] == b) && sqrt(r2) < radius)
                g[(int)(sqrt(r2) * (bins / radius))]++;
        }
    }
    for (int k = 0; k < bins; k++)
        g[k] *= volume / (of[0] * of[1] * 4.1887902047863905 *
                          pow(radius / bins, 3) * (3 * k * (k + 1) + 1));
}

static void test_rdf(void **state)
{
    static const double sides[][3] = {{9, 9, 9}, {6, 13, 7}, {20, 5.8, 5.7}};
    enum { BINS = 37 };
    for (int n = 0; n < COUNT(sides); n++)
        for (int open = 0; open < 8; open += 3) {
            struct system s = rig_random(150, 2, sides[n]);
            const struct hedra_md_pair pair[] = {{1, 1, 1, 0.5, 0},
                                                 {2, 2, 1, 0.5, 0}};
            s.options.pair = pair;
            s.options.pairs = 2;
            for (int k = 0; k < 3; k++)
                s.options.open[k] = open >> k & 1;
            struct hedra_md *md = rig_make(&s);
            for (int a = 0; a < 3; a++) {
                double g[BINS], expected[BINS];
                assert_int_equal(hedra_md_rdf(md, a, 2, 2.85, BINS, g, &why),
                                 HEDRA_OK);
                count_pairs(&s, a, 2, 2.85, BINS, expected);
                for (int k = 0; k < BINS; k++)
                    near(g[k], expected[k], 1e-9 * (1 + expected[k]));
            }
            hedra_md_destroy(md);
            rig_free(&s);
        }
}

static void test_displacement(void **state)
{
    double x[6] = {1, 1, 1, 3, 3, 3}, v[6] = {7, -3, 0, 0, 0, 2}, mean;
    struct hedra_md_options o = {
        .high = {9, 9, 9}, .cutoff = 1, .skin = 0.3, .step = 0.01};
    const struct hedra_md_pair none = {1, 1, 0, 1, 0};
    o.pair = &none;
    o.pairs = 1;
    const struct system s = {o, {.count = 2, .position = x, .velocity = v}};
    struct hedra_md *md = rig_make(&s);
    rig_step(md, 10);
    assert_int_equal(hedra_md_mark(md, &why), HEDRA_OK);
    assert_int_equal(hedra_md_displacement(md, &mean, &why), HEDRA_OK);
    assert_true(mean == 0);
    rig_step(md, 300);
    assert_int_equal(hedra_md_displacement(md, &mean, &why), HEDRA_OK);
    near(mean, (49 + 9 + 4) * 9 / 2.0, 1e-9);
    hedra_md_destroy(md);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_philox),       cmocka_unit_test(test_rescale),
        cmocka_unit_test(test_berendsen),    cmocka_unit_test(test_canonical),
        cmocka_unit_test(test_conserved),    cmocka_unit_test(test_bits),
        cmocka_unit_test(test_refused),      cmocka_unit_test(test_rdf),
        cmocka_unit_test(test_displacement),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
