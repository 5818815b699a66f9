/* <hedra_tdse.h>: known energies and motions, the orders of both errors, each
 * step against its definition, solved by LAPACK, and what is refused. */
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

/* The one-dimensional atom of energy -1/2, and others. */
static double soft_core(double x)
{
    return -1 / sqrt(x * x + 2);
}

static double softer_core(double x)
{
    return -1 / sqrt(x * x + 1);
}

/* An ion: the atom's scaled by its charge, and one as soft as the last. */
static double ion(double x)
{
    return -2 / sqrt(x * x + 0.5);
}

static double softer_ion(double x)
{
    return -2 / sqrt(x * x + 1);
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
    struct hedra_error why;
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
    struct hedra_error why;
    if (hedra_tdse_step(t, steps, &why))
        print_error("%s\n", why.text);
    assert_int_equal(why.status, HEDRA_OK);
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

/* What is known to all digits written, from Numerov's method with steps of
 * 0.0005, or in closed form. The error is of second order, and what is left of
 * it when that is taken away is of fourth. */
static const struct known {
    const char *name;
    double half, energy, (*v)(double x);
} known[] = {
    {"harmonic oscillator", 10, 0.5, harmonic},
    {"atom, a^2 = 2", 60, -0.5, soft_core},
    {"atom, a^2 = 1", 50, -0.669777138213859, softer_core},
    {"ion, a^2 = 1/2", 30, -2, ion},
    {"ion, a^2 = 1", 30, -1.483435977320500, softer_ion},
};

static struct hedra_tdse *new_box(int64_t n, double dx, const double *v)
{
    const struct hedra_tdse_options options = {
        .n = n, .dx = dx, .dt = 0.01 * dx * dx, .potential = v};
    struct hedra_tdse *t;
    assert_int_equal(hedra_tdse_create(&options, &t, NULL), 0);
    return t;
}

static void test_ground(void **state)
{
    for (int i = 0; i < COUNT(known); i++) {
        double energy[3], error[3];
        for (int k = 0; k < 3; k++) {
            energy[k] = ground(known[i].half, 0.2 / (1 << k), known[i].v);
            error[k] = fabs(energy[k] - known[i].energy);
        }
        double slope = log2(error[1] / error[2]);
        double better = (4 * energy[2] - energy[1]) / 3;
        print_message("%s: energy %.9f, within %.1e at dx = 0.05, slope %.3f; "
                      "extrapolated %.9f\n",
                      known[i].name, energy[2], error[2], slope, better);
        assert_true(error[2] < 2e-4);
        assert_true(slope > 1.9 && slope < 2.1);
        assert_true(fabs(better - known[i].energy) < 1e-6);
    }
}

/* A box's energies go with 1 / dx^2, whatever that is, from any zero of energy.
 */
static void test_ground_of_any_size(void **state)
{
    enum { N = 99 };
    const double lowest = 1 - cos(acos(-1) / (N + 1)); /* times 1 / dx^2 */
    double v[N], energy;
    (void)state;
    for (int power = -100; power <= 100; power += 20)
        for (int k = -1; k <= 1; k++) {
            const double dx = pow(10, power), unit = 1 / (dx * dx);
            for (int i = 0; i < N; i++)
                v[i] = 1000 * k * unit;
            struct hedra_tdse *t = new_box(N, dx, v);
            assert_int_equal(hedra_tdse_ground(t, 1e-9 * unit, &energy, NULL),
                             0);
            assert_true(fabs(energy / unit - 1000 * k - lowest) < 1e-8);
            assert_true(fabs(hedra_tdse_measure(t).norm - 1) < 1e-12);
            hedra_tdse_destroy(t);
        }
}

/* Walls that are no numbers in the unit of the step: psi and the time stay. */
static void test_ground_fails(void **state)
{
    const double v[3] = {0, 1e300, 0};
    const double psi[6] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    double energy, time, now[6];
    struct hedra_tdse *t = new_box(3, 1e10, v);
    (void)state;
    assert_int_equal(hedra_tdse_set(t, psi, 7.5, NULL), 0);
    assert_true(hedra_tdse_ground(t, 1e-9, &energy, NULL) != 0);
    assert_int_equal(hedra_tdse_get(t, now, &time), 0);
    assert_true(time == 7.5 && memcmp(now, psi, sizeof psi) == 0);
    hedra_tdse_destroy(t);
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

/* A(t) for E(t) = pulse(t), 0 at t = 0, so that both gauges begin alike. */
static double potential_of_pulse(void *context, double t)
{
    const double *strength = context;
    return *strength * (cos(0.7 * t) - 1) / 0.7;
}

static struct hedra_tdse_options laser(int gauge, double dt, double *strength)
{
    return (struct hedra_tdse_options){
        .dt = dt,
        .gauge = gauge,
        .field = gauge == HEDRA_TDSE_VELOCITY ? potential_of_pulse : pulse,
        .context = strength};
}

/* What rounding does to the norm must not add up: with T's factors kept, too,
 * and with pivots and couplings of many sizes against the 1 on the diagonal. */
static void test_norm(void **state)
{
    static const char *const name[] = {"no laser", "length", "velocity"};
    static const struct {
        double dx, dt;
    } grid[] = {{0.01, 0.01}, {0.05, 0.02}, {0.02, 0.1}, {0.1, 0.3}};
    const int64_t steps = 10000;
    for (int k = 0; k < COUNT(grid); k++)
        for (int gauge = 0; gauge < 3; gauge++) {
            struct box box = box_new(15, grid[k].dx, harmonic);
            double strength = 0.3;
            struct hedra_tdse *t =
                make(&box, laser(gauge, grid[k].dt, &strength));
            double begin = hedra_tdse_measure(t).norm;
            step(t, steps);
            double lost = fabs(hedra_tdse_measure(t).norm / begin - 1);
            print_message("dx = %g, dt = %g, %s: norm kept to %.1e in %lld "
                          "steps\n",
                          grid[k].dx, grid[k].dt, name[gauge], lost,
                          (long long)steps);
            assert_true(lost < 1e-12);
            hedra_tdse_destroy(t);
            box_free(&box);
        }
}

static void test_absorber(void **state)
{
    struct box box = box_new(15, 0.01, harmonic);
    struct hedra_tdse_options options = {.absorber = box.w};
    struct hedra_tdse *t = make(&box, options);
    double begin = hedra_tdse_measure(t).norm;
    for (int64_t i = 0; i < box.n; i++)
        box.psi[i] *= cexp(20 * I * (box.x0 + (double)i * box.dx));
    assert_int_equal(hedra_tdse_set(t, box.psi, 0, NULL), 0);
    step(t, 200);
    assert_true(hedra_tdse_measure(t).norm < 0.99 * begin);
    hedra_tdse_destroy(t);
    box_free(&box);
}

static number *evolve(struct box *box, struct hedra_tdse_options options,
                      int64_t steps)
{
    struct hedra_tdse *t = make(box, options);
    number *psi = rig_alloc(HEDRA_TRIDIAG_COMPLEX_DOUBLE, box->n);
    step(t, steps);
    hedra_tdse_get(t, psi, NULL);
    hedra_tdse_destroy(t);
    return psi;
}

static void expect_second(const char *of, double coarse, double fine)
{
    double slope = log2(coarse / fine);
    print_message("slope of %s: %.3f\n", of, slope);
    assert_true(slope > 1.95 && slope < 2.05);
}

static void test_order(void **state)
{
    static const char *const name[] = {"dt, no laser", "dt, length gauge",
                                       "dt, velocity gauge"};
    struct box box = box_new(10, 0.05, harmonic);
    double strength = 0.3;
    for (int gauge = 0; gauge < 3; gauge++) {
        number *exact = evolve(&box, laser(gauge, 1.0 / 4096, &strength), 4096);
        double error[2];
        for (int k = 0; k < 2; k++) {
            number *psi =
                evolve(&box, laser(gauge, 1.0 / (64 << k), &strength), 64 << k);
            error[k] = rig_difference(HEDRA_TRIDIAG_COMPLEX_DOUBLE, psi, 1,
                                      exact, box.n);
            free(psi);
        }
        expect_second(name[gauge], error[0], error[1]);
        free(exact);
    }
    box_free(&box);
}

/* The coherent state after time 1, in closed form. */
static void test_order_in_space(void **state)
{
    double error[3];
    for (int k = 0; k < 3; k++) {
        struct box box = box_new(10, 0.2 / (1 << k), harmonic);
        number *psi =
            evolve(&box, (struct hedra_tdse_options){.dt = 1.0 / 4096}, 4096);
        for (int64_t i = 0; i < box.n; i++) {
            double x = box.x0 + (double)i * box.dx;
            box.psi[i] = pow(acos(-1), -0.25) *
                         cexp(-0.5 * (x - cos(1)) * (x - cos(1)) -
                              I * (0.5 + x * sin(1) - 0.25 * sin(2)));
        }
        error[k] = rig_difference(HEDRA_TRIDIAG_COMPLEX_DOUBLE, psi, 1, box.psi,
                                  box.n);
        free(psi);
        box_free(&box);
    }
    expect_second("dx", error[1], error[2]);
}

/* The mean position obeys Newton's law in a harmonic well, and does not depend
 * on the gauge: x'' = -x - E, from x = 1 at rest. */
static void test_gauges(void **state)
{
    double position[2], strength = 0.4, x = 1, v = 0;
    const int steps = 1000;
    const double dt = 0.005;
    for (int k = 0; k < 2; k++) {
        struct box box = box_new(12, 0.02, harmonic);
        struct hedra_tdse *t =
            make(&box, laser(k ? HEDRA_TDSE_VELOCITY : HEDRA_TDSE_LENGTH, dt,
                             &strength));
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

/* An atom in a pulse: all that is observed, in both gauges. */
static void observe_atom(int gauge, double dx, double seen[5])
{
    double strength = 0.08, energy;
    struct box box = box_new(50, dx, soft_core);
    struct hedra_tdse *t = make(&box, laser(gauge, 0.2 * dx, &strength));
    assert_int_equal(hedra_tdse_ground(t, 1e-13, &energy, NULL), 0);
    step(t, (int64_t)floor(10 / (0.2 * dx) + 0.5));
    struct hedra_tdse_means m = hedra_tdse_measure(t);
    const double all[5] = {m.position, m.velocity, m.force, m.energy,
                           m.variance};
    memcpy(seen, all, sizeof all);
    hedra_tdse_destroy(t);
    box_free(&box);
}

static void test_gauges_of_atom(void **state)
{
    static const char *const name[] = {"position", "velocity", "force",
                                       "energy", "variance"};
    double off[2][5], length[5], velocity[5];
    for (int k = 0; k < 2; k++) {
        observe_atom(HEDRA_TDSE_LENGTH, 0.1 / (1 << k), length);
        observe_atom(HEDRA_TDSE_VELOCITY, 0.1 / (1 << k), velocity);
        for (int i = 0; i < 5; i++)
            off[k][i] = fabs(length[i] - velocity[i]);
    }
    for (int i = 0; i < 5; i++) {
        double slope = log2(off[0][i] / off[1][i]);
        print_message("%s: %.6f in length, %.6f in velocity gauge, slope of "
                      "the difference %.3f\n",
                      name[i], length[i], velocity[i], slope);
        assert_true(off[1][i] < 1e-3 * fmax(1, fabs(length[i])));
        assert_true(slope > 1.9 && slope < 2.1);
    }
}

/* Ehrenfest: d position / dt is the velocity, d velocity / dt the force - E. */
static void test_motion(void **state)
{
    double strength = 0.08, energy;
    const double dt = 0.002;
    for (int gauge = 1; gauge < 3; gauge++) {
        struct box box = box_new(40, 0.1, soft_core);
        struct hedra_tdse *t = make(&box, laser(gauge, dt, &strength));
        struct hedra_tdse_means m[3];
        assert_int_equal(hedra_tdse_ground(t, 1e-13, &energy, NULL), 0);
        step(t, 1500);
        for (int k = 0; k < 3; k++) {
            m[k] = hedra_tdse_measure(t);
            step(t, 1);
        }
        double e = pulse(&strength, 1501 * dt);
        double moved = (m[2].position - m[0].position) / (2 * dt);
        double pulled = (m[2].velocity - m[0].velocity) / (2 * dt);
        print_message("velocity %.6f and %.6f, acceleration %.6f and %.6f\n",
                      m[1].velocity, moved, m[1].force - e, pulled);
        assert_true(fabs(m[1].velocity - moved) < 1e-6);
        assert_true(fabs(m[1].force - e - pulled) < 1e-4);
        hedra_tdse_destroy(t);
        box_free(&box);
    }
}

/* V(x, t) = V(x) + E(t) x is the laser in the length gauge. */
static struct box *shaken;

static void shake(void *context, double t, double *potential)
{
    for (int64_t i = 0; i < shaken->n; i++)
        potential[i] = shaken->v[i] + pulse(context, t) *
                                          (shaken->x0 + (double)i * shaken->dx);
}

static void test_moving(void **state)
{
    double strength = 0.2, energy, z[2];
    struct box box = box_new(20, 0.1, soft_core);
    struct hedra_tdse_options options = {.dt = 0.02, .absorber = box.w};
    options.moving = shake;
    options.context = &strength;
    shaken = &box;
    struct hedra_tdse *t = make(&box, options), *other;
    options = laser(HEDRA_TDSE_LENGTH, 0.02, &strength);
    options.absorber = box.w;
    other = make(&box, options);
    step(t, 150);
    step(other, 150);
    struct hedra_tdse_means a = hedra_tdse_measure(t),
                            b = hedra_tdse_measure(other);
    double e = pulse(&strength, 3);
    assert_true(fabs(a.position - b.position) < 1e-12);
    assert_true(fabs(a.velocity - b.velocity) < 1e-12);
    assert_true(fabs(a.energy - b.energy - e * b.position) < 1e-12);
    assert_int_equal(hedra_tdse_ground(t, 1e-13, &energy, NULL), 0);
    assert_true(fabs(hedra_tdse_measure(t).energy - energy) < 1e-13);
    hedra_tdse_get(other, box.psi, NULL);
    assert_int_equal(hedra_tdse_overlap(other, box.psi, z, NULL), 0);
    assert_true(hypot(z[0] - b.norm, z[1]) < 1e-14);
    hedra_tdse_destroy(t);
    hedra_tdse_destroy(other);
    box_free(&box);
}

/* Interrupted or not, the same bits; so it is with another potential put back.
 */
static void test_restart(void **state)
{
    struct box box = box_new(20, 0.01, soft_core);
    const struct hedra_tdse_options options = {.dt = 0.01};
    number *whole = evolve(&box, options, 40);
    number *psi = evolve(&box, options, 15);
    struct hedra_tdse *t = make(&box, options);
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
    struct hedra_error why;
    struct hedra_tdse *t;
    assert_int_equal(hedra_tdse_create(&options, &t, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_null(t);
    assert_non_null(strstr(why.text, text));
}

static void test_options(void **state)
{
    const struct hedra_tdse_options good = {.n = 5, .dx = 0.1, .dt = 0.1};
    struct hedra_tdse_options o = good;
    struct hedra_tdse *t;
    double values[5] = {0, 0, NAN, 0, 0};
    assert_int_equal(hedra_tdse_create(NULL, &t, NULL), HEDRA_ERROR_ARGUMENT);
    assert_null(t);
    assert_int_equal(hedra_tdse_create(&good, NULL, NULL),
                     HEDRA_ERROR_ARGUMENT);
    for (int64_t n = -1; n < 3; n++)
        refuse((struct hedra_tdse_options){.n = n, .dx = 1, .dt = 1},
               "n is below 3");
    refuse((struct hedra_tdse_options){.n = INT64_MIN}, "n is below 3");
    refuse((struct hedra_tdse_options){.n = INT64_MAX, .dx = 1, .dt = 1},
           "too large");
    for (int k = 0; k < 5; k++) {
        const double wrong[] = {0, -1, NAN, INFINITY, 1e-200};
        o = good;
        o.dx = wrong[k];
        refuse(o, "dx");
    }
    for (int k = 0; k < 3; k++) {
        const double wrong[] = {0, NAN, -INFINITY};
        o = good;
        o.dt = wrong[k];
        refuse(o, "dt");
    }
    o = good;
    o.x0 = INFINITY;
    refuse(o, "x0");
    o = good;
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
}

#define BAD(call) assert_int_equal(call, HEDRA_ERROR_ARGUMENT)
#define INFINITE(call) assert_int_equal(call, HEDRA_ERROR_NOT_FINITE)

static void test_calls(void **state)
{
    const struct hedra_tdse_options good = {.n = 5, .dx = 0.1, .dt = 0.1};
    struct hedra_tdse *t;
    double psi[10] = {1}, values[5] = {0, NAN}, energy, z[2];
    assert_int_equal(hedra_tdse_create(&good, &t, NULL), 0);
    BAD(hedra_tdse_set(NULL, psi, 0, NULL));
    BAD(hedra_tdse_set(t, NULL, 0, NULL));
    BAD(hedra_tdse_set(t, psi, NAN, NULL));
    BAD(hedra_tdse_get(NULL, psi, NULL));
    assert_int_equal(hedra_tdse_get(t, NULL, NULL), 0);
    BAD(hedra_tdse_set_potential(NULL, values, NULL));
    BAD(hedra_tdse_set_potential(t, NULL, NULL));
    BAD(hedra_tdse_set_potential(t, values, NULL));
    BAD(hedra_tdse_step(NULL, 1, NULL));
    BAD(hedra_tdse_step(t, -1, NULL));
    BAD(hedra_tdse_overlap(NULL, psi, z, NULL));
    BAD(hedra_tdse_overlap(t, NULL, z, NULL));
    BAD(hedra_tdse_overlap(t, psi, NULL, NULL));
    BAD(hedra_tdse_ground(NULL, 1, &energy, NULL));
    BAD(hedra_tdse_ground(t, 1, NULL, NULL));
    BAD(hedra_tdse_ground(t, 0, &energy, NULL));
    BAD(hedra_tdse_ground(t, NAN, &energy, NULL));
    assert_true(isnan(hedra_tdse_measure(NULL).norm));
    assert_int_equal(hedra_tdse_step(t, 1, NULL), 0);
    assert_true(hedra_tdse_measure(t).norm == 0);
    assert_true(isnan(hedra_tdse_measure(t).energy));
    BAD(hedra_tdse_step(t, INT64_MAX, NULL));
    assert_int_equal(hedra_tdse_set(t, psi, 7, NULL), 0);
    psi[9] = INFINITY;
    INFINITE(hedra_tdse_set(t, psi, 0, NULL));
    assert_int_equal(hedra_tdse_get(t, psi, &energy), 0);
    assert_true(psi[9] == 0 && energy == 7);
    hedra_tdse_destroy(t);
    hedra_tdse_destroy(NULL);
}

static double no_number(void *context, double t)
{
    return t > *(double *)context ? NAN : 0;
}

static void no_potential(void *context, double t, double *potential)
{
    potential[3] = no_number(context, t);
}

/* Functions of the caller's that do not give numbers. */
static void test_callbacks(void **state)
{
    double end = 0.38, energy;
    for (int k = 0; k < 3; k++) {
        struct hedra_error why;
        struct hedra_tdse_options o = {.n = 5, .dx = 0.1, .dt = 0.1};
        struct hedra_tdse *t;
        o.gauge = k < 2 ? HEDRA_TDSE_LENGTH + k : HEDRA_TDSE_NO_LASER;
        o.field = no_number;
        o.moving = k < 2 ? NULL : no_potential;
        o.context = &end;
        assert_int_equal(hedra_tdse_create(&o, &t, NULL), 0);
        INFINITE(hedra_tdse_step(t, 10, &why));
        assert_non_null(strstr(why.text, k < 2 ? "field(0.4" : "t = 0.4"));
        assert_int_equal(hedra_tdse_get(t, NULL, &energy), 0);
        assert_true(fabs(energy - 0.4) < 1e-15); /* the steps that were done */
        end = -1;
        if (k == 2)
            INFINITE(hedra_tdse_ground(t, 1e-9, &energy, NULL));
        end = 0.38;
        hedra_tdse_destroy(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_absorber),
        cmocka_unit_test(test_definition),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_callbacks),
        cmocka_unit_test(test_gauges),
        cmocka_unit_test(test_gauges_of_atom),
        cmocka_unit_test(test_ground),
        cmocka_unit_test(test_ground_of_any_size),
        cmocka_unit_test(test_ground_fails),
        cmocka_unit_test(test_motion),
        cmocka_unit_test(test_moving),
        cmocka_unit_test(test_norm),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_order_in_space),
        cmocka_unit_test(test_restart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
