/*
 * The melt of 4,000 particles: energies that LAMMPS prints from the same start,
 * in every order of cells, with both kinds of lists, checked and unchecked;
 * with full lists the same bits in all orders and for any number of threads.
 */
#include "tests/md/rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct hedra_order_options row = {.kind = HEDRA_ORDER_ROW},
                                        column = {.kind = HEDRA_ORDER_COLUMN},
                                        morton = {.kind = HEDRA_ORDER_MORTON},
                                        hilbert = {.kind = HEDRA_ORDER_HILBERT},
                                        hybrid = {.kind = HEDRA_ORDER_HYBRID,
                                                  .tile = {4},
                                                  .outer = &morton,
                                                  .inner = &row};
static const struct hedra_order_options *const orders[] = {
    &row, &column, &morton, &hilbert, &hybrid};

static void near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-8))
        fail_msg("%.13g is not %.13g", value, expected);
}

static void unchecked(struct system *s)
{
    static const double total[] = {-4.61390805326, -4.62093315974,
                                   -4.61890447035, -4.61834598149,
                                   -4.61951817367, -4.62024200202};
    s->options.every = 20;
    struct hedra_md *md = rig_make(s);
    for (int k = 0; k < 6; k++) {
        const struct hedra_md_thermo t = rig_measure(md);
        assert_int_equal(t.step, 20 * k);
        near(t.total, total[k]);
        if (k < 5)
            rig_step(md, 20);
    }
    const struct hedra_md_thermo t = rig_measure(md);
    near(t.temperature, 0.720859868641);
    near(t.potential, -5.70126148253);
    near(t.pressure, 0.523692611);
    const struct hedra_md_counts c = hedra_md_counts(md);
    assert_int_equal(c.builds, 5);
    assert_true(c.dangerous > 0); /* the melt moves further than the skin */
    hedra_md_destroy(md);
}

static void checked(struct system *s)
{
    s->options.every = 0;
    struct hedra_md *md = rig_make(s);
    rig_step(md, 100);
    const struct hedra_md_thermo t = rig_measure(md);
    near(t.total, -4.62022445380);
    near(t.pressure, 0.523727496972);
    const struct hedra_md_counts c = hedra_md_counts(md);
    assert_in_range(c.builds, 9, 13);
    assert_int_equal(c.dangerous, 0);
    hedra_md_destroy(md);
}

static void test_energies(void **state)
{
    struct system s = rig_melt(10);
    for (int k = 0; k < COUNT(orders); k++)
        for (int list = HEDRA_MD_FULL; list <= HEDRA_MD_HALF; list++) {
            s.options.order = orders[k];
            s.options.list = list;
            unchecked(&s);
            checked(&s);
        }
    rig_free(&s);
}

/* Float pairs give other digits, but the same physics. */
static void test_mixed(void **state)
{
    struct system s = rig_melt(10);
    s.options.real = HEDRA_MD_MIXED;
    for (int list = HEDRA_MD_FULL; list <= HEDRA_MD_HALF; list++) {
        s.options.list = list;
        struct hedra_md *md = rig_make(&s);
        rig_step(md, 100);
        const struct hedra_md_thermo t = rig_measure(md);
        assert_true(fabs(t.total + 4.62022445380) < 2e-5);
        assert_true(t.total != -4.62022445380);
        hedra_md_destroy(md);
    }
    rig_free(&s);
}

/* All positions after 60 steps. */
static void run_bits(const struct system *s, const char *threads, double *x)
{
    struct hedra_md_particles to = {.position = x};
    setenv("HEDRA_THREADS", threads, 1);
    struct hedra_md *md = rig_make(s);
    rig_step(md, 60);
    rig_get(md, &to);
    const struct hedra_md_thermo t = rig_measure(md);
    memcpy(x + 3 * to.count, &t, sizeof t);
    hedra_md_destroy(md);
    unsetenv("HEDRA_THREADS");
}

static void test_bits(void **state)
{
    struct system s = rig_melt(14); /* several slabs */
    const size_t bytes = (size_t)s.particles.count * 3 * sizeof(double);
    const size_t numbers = sizeof(int64_t) + 9 * sizeof(double);
    double *first = malloc(bytes + sizeof(struct hedra_md_thermo)),
           *other = malloc(bytes + sizeof(struct hedra_md_thermo));
    assert_non_null(first);
    assert_non_null(other);
    s.options.order = &row;
    run_bits(&s, "1", first);
    s.options.order = &hilbert;
    run_bits(&s, "3", other);
    /* All but the share of particles that have moved, of other cells' order. */
    assert_memory_equal(first, other, bytes + numbers);
    s.options.sort_every = 3;
    s.options.order = &hybrid;
    run_bits(&s, "4", other);
    assert_memory_equal(first, other, bytes + numbers);
    for (int real = HEDRA_MD_DOUBLE; real <= HEDRA_MD_MIXED; real++) {
        s.options.list = HEDRA_MD_HALF;
        s.options.real = real;
        run_bits(&s, "1", first);
        run_bits(&s, "2", other);
        assert_memory_equal(first, other, bytes + numbers);
        run_bits(&s, "4", other);
        assert_memory_equal(first, other, bytes + numbers);
    }
    free(first);
    free(other);
    rig_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_energies),
        cmocka_unit_test(test_mixed),
        cmocka_unit_test(test_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
