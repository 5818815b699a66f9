/* <hedra_tdse.h>: known energies and motions, the orders of both errors, and
 * each step against its definition, solved by LAPACK. */
#include "tests/tridiag/rig.h"

#include <hedra_tdse.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef double complex number;

struct box {
    int64_t n;
    double x0, dx, *v, *w;
    number *psi;
};

static double harmonic(double x)
{
    return 0.5 * x * x;
}

/* The one-dimensional atom of energy -1/2. */
static double soft_core(double x)
{
    return -1 / sqrt(x * x + 2);
}

static struct box box_new(double half, double dx, double (*v)(double x))
{
    int64_t n = 2 * (int64_t)floor(half / dx + 0.5) + 1;
    struct box box = {n,
                      -dx * (double)(n / 2),
                      dx,
                      rig_alloc(HEDRA_TRIDIAG_DOUBLE, n),
                      rig_alloc(HEDRA_TRIDIAG_DOUBLE, n),
                      rig_alloc(HEDRA_TRIDIAG_COMPLEX_DOUBLE, n)};
    for (int64_t i = 0; i < n; i++) {
        double x = box.x0 + (double)i * dx;
        box.v[i] = v(x);
        box.w[i] = fabs(x) > half - 2 ? fabs(x) - half + 2 : 0;
        /* The harmonic oscillator's coherent state, 1 beside the middle. */
        box.psi[i] = pow(acos(-1), -0.25) * exp(-0.5 * (x - 1) * (x - 1));
    }
    return box;
}

static void box_free(struct box *box)
{
    free(box->v);
    free(box->w);
    free(box->psi);
}

static struct hedra_tdse *make(const struct box *box,
                               struct hedra_tdse_options options)
{
    struct hedra_tridiag_error why;
    struct hedra_tdse *t;
    options.n = box->n;
    options.x0 = box->x0;
    options.dx = box->dx;
    options.potential = box->v;
    if (options.dt == 0)
        options.dt = 0.01;
    if (hedra_tdse_create(&options, &t, &why))
        print_error("%s\n", why.text);
    assert_non_null(t);
    assert_int_equal(hedra_tdse_set(t, box->psi, 0, &why), 0);
    return t;
}

static void step(struct hedra_tdse *t, int64_t steps)
{
    struct hedra_tridiag_error why;
    if (hedra_tdse_step(t, steps, &why))
        print_error("%s\n", why.text);
    assert_int_equal(why.status, HEDRA_TRIDIAG_OK);
}

/* Ground states -------------------------------------------------------------*/

static double ground(double half, double dx, double (*v)(double x))
{
    struct box box = box_new(half, dx, v);
    struct hedra_tdse *t = make(&box, (struct hedra_tdse_options){.dt = 0.01});
    double energy;
    assert_int_equal(hedra_tdse_ground(t, 1e-14, &energy, NULL), 0);
    struct hedra_tdse_means before = hedra_tdse_measure(t);
    assert_true(fabs(before.norm - 1) < 1e-13);
    assert_true(fabs(before.energy - energy) < 1e-13);
    assert_true(fabs(before.position) < 1e-6);
    step(t, 100); /* it stays */
    struct hedra_tdse_means after = hedra_tdse_measure(t);
    assert_true(fabs(after.energy - energy) < 1e-10);
    assert_true(fabs(after.variance - before.variance) < 1e-5);
    hedra_tdse_destroy(t);
    box_free(&box);
    return energy;
}

static void check_energy(const char *name, double half, double expected,
                         double (*v)(double x))
{
    double error[3];
    for (int k = 0; k < 3; k++)
        error[k] = fabs(ground(half, 0.2 / (1 << k), v) - expected);
    double slope = log2(error[1] / error[2]);
    print_message("%s: energy within %.1e at dx = 0.05, slope %.3f\n", name,
                  error[2], slope);
    assert_true(error[2] < 2e-4);
    assert_true(slope > 1.9 && slope < 2.1);
}

static void test_ground(void **state)
{
    check_energy("harmonic oscillator", 10, 0.5, harmonic);
    check_energy("soft-core atom", 60, -0.5, soft_core);
}

/* Steps ---------------------------------------------------------------------*/

static double pulse(void *context, double t)
{
    const double *strength = context;
    return *strength * sin(0.7 * t);
}

/* T psi' = (2 - T) psi, by LAPACK. */
static void advance(const struct box *box, double dt, double electric,
                    double vector, number *psi)
{
    const int64_t n = box->n;
    struct rig_system s =
        rig_system_new(HEDRA_TRIDIAG_COMPLEX_DOUBLE, RIG_IMPLICIT, n);
    number *b = s.b, *a = s.a, *c = s.c, *d = s.d;
    for (int64_t i = 0; i < n; i++) {
        double x = box->x0 + (double)i * box->dx, r = 1 / (box->dx * box->dx);
        double drift = vector / (2 * box->dx);
        number v = r + box->v[i] + x * electric - I * box->w[i];
        b[i] = 0.5 * I * dt * (-0.5 * r + I * drift);
        a[i] = 1 + 0.5 * I * dt * v;
        c[i] = 0.5 * I * dt * (-0.5 * r - I * drift);
    }
    for (int64_t i = 0; i < n; i++)
        d[i] = (2 - a[i]) * psi[i] - (i > 0 ? b[i] * psi[i - 1] : 0) -
               (i + 1 < n ? c[i] * psi[i + 1] : 0);
    void *x = rig_lapack(&s);
    memcpy(psi, x, (size_t)n * sizeof *psi);
    free(x);
    rig_system_free(&s);
}

static void test_definition(void **state)
{
    static const double half[] = {0.1, 0.2, 1, 5, 20, 100};
    for (int k = 0; k < COUNT(half); k++)
        for (int gauge = 0; gauge < 3; gauge++) {
            struct box box = box_new(half[k], 0.1, harmonic);
            double strength = 0.3, dt = 0.02, time;
            struct hedra_tdse *t =
                make(&box, (struct hedra_tdse_options){.dt = dt,
                                                       .absorber = box.w,
                                                       .gauge = gauge,
                                                       .field = pulse,
                                                       .context = &strength});
            number *psi = rig_alloc(HEDRA_TRIDIAG_COMPLEX_DOUBLE, box.n);
            step(t, 3);
            hedra_tdse_get(t, psi, &time);
            assert_true(fabs(time - 3 * dt) < 1e-15);
            for (int i = 0; i < 3; i++) {
                double f = pulse(&strength, (i + 0.5) * dt);
                advance(&box, dt, gauge == HEDRA_TDSE_LENGTH ? f : 0,
                        gauge == HEDRA_TDSE_VELOCITY ? f : 0, box.psi);
            }
            assert_true(rig_difference(HEDRA_TRIDIAG_COMPLEX_DOUBLE, psi, 1,
                                       box.psi, box.n) < 1e-12);
            free(psi);
            hedra_tdse_destroy(t);
            box_free(&box);
        }
}

static void test_norm(void **state)
{
    struct box box = box_new(15, 0.01, harmonic);
    struct hedra_tdse *t = make(&box, (struct hedra_tdse_options){.dt = 0.01});
    double begin = hedra_tdse_measure(t).norm;
    step(t, 2000);
    double lost = fabs(hedra_tdse_measure(t).norm / begin - 1);
    print_message("norm kept to %.1e in 2000 steps\n", lost);
    assert_true(lost < 1e-12);
    hedra_tdse_destroy(t);
    struct hedra_tdse_options options = {.absorber = box.w};
    t = make(&box, options);
    for (int64_t i = 0; i < box.n; i++)
        box.psi[i] *= cexp(20 * I * (box.x0 + (double)i * box.dx));
    assert_int_equal(hedra_tdse_set(t, box.psi, 0, NULL), 0);
    step(t, 200);
    assert_true(hedra_tdse_measure(t).norm < 0.99 * begin);
    hedra_tdse_destroy(t);
    box_free(&box);
}

static number *evolve(struct box *box, double dt, int64_t steps)
{
    struct hedra_tdse *t = make(box, (struct hedra_tdse_options){.dt = dt});
    number *psi = rig_alloc(HEDRA_TRIDIAG_COMPLEX_DOUBLE, box->n);
    step(t, steps);
    hedra_tdse_get(t, psi, NULL);
    hedra_tdse_destroy(t);
    return psi;
}

static void test_order(void **state)
{
    struct box box = box_new(10, 0.05, harmonic);
    number *exact = evolve(&box, 1.0 / 4096, 4096);
    double error[2];
    for (int k = 0; k < 2; k++) {
        number *psi = evolve(&box, 1.0 / (64 << k), 64 << k);
        error[k] =
            rig_difference(HEDRA_TRIDIAG_COMPLEX_DOUBLE, psi, 1, exact, box.n);
        free(psi);
    }
    double slope = log2(error[0] / error[1]);
    print_message("slope of dt: %.3f\n", slope);
    assert_true(slope > 1.95 && slope < 2.05);
    free(exact);
    box_free(&box);
}

/* The mean position obeys Newton's law in a harmonic well, and does not depend
 * on the gauge: x'' = -x - E, from x = 1 at rest. In the velocity gauge the
 * momentum is x' - A; A(0) = 0 here, so that both begin alike. */
static double potential_of_pulse(void *context, double t)
{
    const double *strength = context;
    return *strength * (cos(0.7 * t) - 1) / 0.7;
}

static void test_gauges(void **state)
{
    double position[2], strength = 0.4, x = 1, v = 0;
    const int steps = 1000;
    const double dt = 0.005;
    for (int k = 0; k < 2; k++) {
        struct box box = box_new(12, 0.02, harmonic);
        struct hedra_tdse *t =
            make(&box, (struct hedra_tdse_options){
                           .dt = dt,
                           .gauge = k ? HEDRA_TDSE_VELOCITY : HEDRA_TDSE_LENGTH,
                           .field = k ? potential_of_pulse : pulse,
                           .context = &strength});
        step(t, steps);
        position[k] = hedra_tdse_measure(t).position;
        hedra_tdse_destroy(t);
        box_free(&box);
    }
    for (int i = 0; i < 100 * steps; i++) { /* leapfrog */
        double h = dt / 100, time = i * h;
        v -= 0.5 * h * (x + pulse(&strength, time));
        x += h * v;
        v -= 0.5 * h * (x + pulse(&strength, time + h));
    }
    print_message("mean position %.6f and %.6f, Newton's %.6f\n", position[0],
                  position[1], x);
    assert_true(fabs(position[0] - x) < 1e-3);
    assert_true(fabs(position[1] - x) < 1e-3);
}

/* Interrupted or not, the same bits; so it is with another potential put back.
 */
static void test_restart(void **state)
{
    struct box box = box_new(20, 0.01, soft_core);
    number *whole = evolve(&box, 0.01, 40);
    number *psi = evolve(&box, 0.01, 15);
    struct hedra_tdse *t = make(&box, (struct hedra_tdse_options){.dt = 0.01});
    assert_int_equal(hedra_tdse_set_potential(t, box.w, NULL), 0);
    step(t, 1);
    assert_int_equal(hedra_tdse_set_potential(t, box.v, NULL), 0);
    assert_int_equal(hedra_tdse_set(t, psi, 0.15, NULL), 0);
    step(t, 25);
    hedra_tdse_get(t, psi, NULL);
    assert_memory_equal(psi, whole, (size_t)box.n * sizeof *psi);
    hedra_tdse_destroy(t);
    free(psi);
    free(whole);
    box_free(&box);
}

static void refuse(struct hedra_tdse_options options, const char *text)
{
    struct hedra_tridiag_error why;
    struct hedra_tdse *t;
    assert_int_equal(hedra_tdse_create(&options, &t, &why),
                     HEDRA_TRIDIAG_BAD_ARGUMENT);
    assert_null(t);
    assert_non_null(strstr(why.text, text));
}

static void test_errors(void **state)
{
    const struct hedra_tdse_options good = {.n = 5, .dx = 0.1, .dt = 0.1};
    struct hedra_tdse_options o = good;
    double values[5] = {0, 0, NAN, 0, 0}, energy;
    assert_int_equal(hedra_tdse_create(NULL, NULL, NULL),
                     HEDRA_TRIDIAG_BAD_ARGUMENT);
    refuse((struct hedra_tdse_options){.n = 2}, "n is below 3");
    refuse((struct hedra_tdse_options){.n = 5}, "dx");
    refuse((struct hedra_tdse_options){.n = 5, .dx = NAN}, "dx");
    refuse((struct hedra_tdse_options){.n = 5, .dx = 1}, "dt");
    refuse((struct hedra_tdse_options){.n = INT64_MAX, .dx = 1, .dt = 1},
           "too large");
    o.gauge = 3;
    refuse(o, "gauge");
    o.gauge = HEDRA_TDSE_LENGTH;
    refuse(o, "field");
    o = good;
    o.potential = values;
    refuse(o, "potential");
    o = good;
    o.absorber = values;
    refuse(o, "absorber");
    values[2] = -1;
    refuse(o, "absorber is negative");
    struct hedra_tdse *t;
    assert_int_equal(hedra_tdse_create(&good, &t, NULL), 0);
    assert_int_equal(hedra_tdse_step(t, -1, NULL), HEDRA_TRIDIAG_BAD_ARGUMENT);
    assert_int_equal(hedra_tdse_step(NULL, 1, NULL),
                     HEDRA_TRIDIAG_BAD_ARGUMENT);
    assert_int_equal(hedra_tdse_set(t, NULL, 0, NULL),
                     HEDRA_TRIDIAG_BAD_ARGUMENT);
    assert_int_equal(hedra_tdse_set_potential(t, NULL, NULL),
                     HEDRA_TRIDIAG_BAD_ARGUMENT);
    assert_int_equal(hedra_tdse_ground(t, 0, &energy, NULL),
                     HEDRA_TRIDIAG_BAD_ARGUMENT);
    assert_int_equal(hedra_tdse_step(t, 1, NULL), 0);
    assert_true(hedra_tdse_measure(t).norm == 0);
    hedra_tdse_destroy(t);
    hedra_tdse_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definition), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_gauges),     cmocka_unit_test(test_ground),
        cmocka_unit_test(test_norm),       cmocka_unit_test(test_order),
        cmocka_unit_test(test_restart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
