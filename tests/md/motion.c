/* What motion conserves, and that it can be reversed. */
#include "tests/md/rig.h"

#include <math.h>
#include <string.h>

/* The standard deviation of the energy of 8 x 8 x 8 cells of particles that
 * have no forces beyond the cutoff, after 200 steps; *drift: between the means
 * of the first and the last quarter. */
static double deviation(double step, int steps, double *drift)
{
    enum { SAMPLES = 100 };
    struct system s = rig_melt(8);
    double sum = 0, squares = 0, quarter[2] = {0, 0};
    s.options.energy = HEDRA_MD_SMOOTH;
    s.options.step = step;
    struct hedra_md *md = rig_make(&s);
    rig_step(md, 200);
    const double first = rig_measure(md).total;
    for (int k = 0; k < SAMPLES; k++) {
        rig_step(md, steps / SAMPLES);
        const struct hedra_md_thermo t = rig_measure(md);
        const double total = t.total - first;
        sum += total;
        squares += total * total;
        if (k % (3 * SAMPLES / 4) < SAMPLES / 4)
            quarter[k / (3 * SAMPLES / 4)] += total / (SAMPLES / 4);
        for (int a = 0; a < 3; a++)
            assert_true(fabs(t.momentum[a]) <
                        1e-12 * (double)s.particles.count);
    }
    *drift = fabs(quarter[1] - quarter[0]);
    hedra_md_destroy(md);
    rig_free(&s);
    return sqrt(squares / SAMPLES - sum / SAMPLES * (sum / SAMPLES));
}

static void test_conservation(void **state)
{
    double drift, ignored;
    const double coarse = deviation(0.005, 2000, &drift),
                 fine = deviation(0.0025, 4000, &ignored);
    assert_true(coarse < 4e-5);
    assert_true(fine < 1.2e-5);
    assert_true(coarse / fine > 3 && coarse / fine < 5);
    assert_true(drift < 1e-4);
}

static void test_reversal(void **state)
{
    struct system s = rig_melt(5), back = rig_melt(5);
    struct hedra_error why;
    s.options.energy = HEDRA_MD_SMOOTH;
    for (int list = HEDRA_MD_FULL; list <= HEDRA_MD_HALF; list++) {
        s.options.list = list;
        struct hedra_md *md = rig_make(&s);
        rig_step(md, 200);
        rig_get(md, &back.particles);
        for (int64_t n = 0; n < 3 * s.particles.count; n++)
            back.particles.velocity[n] = -back.particles.velocity[n];
        assert_int_equal(
            hedra_md_set_velocity(md, back.particles.velocity, &why), HEDRA_OK);
        rig_step(md, 200);
        rig_get(md, &back.particles);
        double moved = 0;
        for (int64_t n = 0; n < 3 * s.particles.count; n++) {
            const double side = s.options.high[n % 3];
            const double now =
                back.particles.position[n] + side * back.particles.image[n];
            moved = fmax(moved, fabs(now - s.particles.position[n]));
        }
        assert_true(moved < 1e-9);
        assert_true(moved > 0);
        hedra_md_destroy(md);
    }
    rig_free(&s);
    rig_free(&back);
}

/* A free particle goes round the box; images count how often. */
static void test_images(void **state)
{
    double x[3] = {1, 1, 1}, v[3] = {7, -3, 0};
    int image[3] = {0, 5, 0};
    struct hedra_md_options o = {
        .high = {4, 4, 4}, .cutoff = 2.5, .skin = 0.3, .step = 0.01};
    struct hedra_md_particles p = {
        .count = 1, .position = x, .velocity = v, .image = image};
    const struct system s = {o, p};
    struct hedra_md *md = rig_make(&s);
    rig_step(md, 1000);
    rig_get(md, &p);
    assert_int_equal(image[0], 17);
    assert_int_equal(image[1], 5 - 8);
    assert_int_equal(image[2], 0);
    assert_true(fabs(x[0] - 3) < 1e-10 && fabs(x[1] - 3) < 1e-10 && x[2] == 1);
    hedra_md_destroy(md);
}

/* Open axes: two particles meet and part, one flies away. */
static void test_open(void **state)
{
    double x[9] = {0.5, 0, 0, -0.9, 0.1, 0, 3, 3, 3},
           v[9] = {-1, 0, 0, 1, 0, 0, 50, 50, 50};
    struct hedra_md_options o = {.low = {-1, -1, -1},
                                 .high = {1, 1, 1},
                                 .open = {true, true, true},
                                 .energy = HEDRA_MD_SMOOTH,
                                 .cutoff = 2.5,
                                 .skin = 0.3,
                                 .step = 0.001};
    struct hedra_md_particles p = {.count = 3, .position = x, .velocity = v};
    const struct system s = {o, p};
    struct hedra_md *md = rig_make(&s);
    const double total = rig_measure(md).total;
    rig_step(md, 3000);
    assert_true(fabs(rig_measure(md).total - total) < 1e-4);
    rig_get(md, &p);
    assert_true(fabs(x[6] - 153) < 1e-6);
    assert_true(fabs(x[0] - x[3]) > 2);
    hedra_md_destroy(md);
}

/* Two particles far outside of an open box, where floats are coarse, find each
 * other all the same. */
static void test_far(void **state)
{
    double x[6] = {1e5, 0, 0, 1e5 + 2.7995, 0.003, 0.002};
    struct hedra_md_options o = {.low = {-1, -1, -1},
                                 .high = {1, 1, 1},
                                 .open = {true, true, true},
                                 .cutoff = 2.5,
                                 .skin = 0.3,
                                 .step = 0.001};
    struct hedra_md_particles p = {.count = 2, .position = x};
    for (int k = 0; k < 400; k++) {
        const double gap = 2.795 + 2.5e-5 * k, y = 0.003, z = 0.002;
        x[3] = 1e5 + gap;
        const double apart = x[3] - x[0];
        const struct system s = {o, p};
        struct hedra_md *md = rig_make(&s);
        assert_int_equal(hedra_md_counts(md).neighbours,
                         apart * apart + y * y + z * z < 2.8 * 2.8 ? 2 : 0);
        hedra_md_destroy(md);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conservation), cmocka_unit_test(test_reversal),
        cmocka_unit_test(test_images),       cmocka_unit_test(test_open),
        cmocka_unit_test(test_far),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
