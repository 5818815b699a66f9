/*
 * Imaginary time in one long call: any potential, coupling and norm, with each
 * method.
 *
 *     tsa-imaginary            the host's methods
 *     tsa-imaginary DEVICE [quick]       those on a device; quick: few kernels
 */
#include "tests/tsa/lattice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NX = 14, NY = 11, SITES = NX * NY };
/* Of the calls that are compared; lattices on devices take fewer. */
enum { STEPS = 120, PIECES = 12 };

static int failures, steps = STEPS;
static bool quick;
static const char *device;

static void expect(bool good, const struct hedra_tsa_options *o,
                   const char *what, double d)
{
    if (good)
        return;
    printf("method %d, %s, order %d, links %d: %s: %g\n", o->method,
           o->real == HEDRA_TSA_FLOAT ? "float" : "double", o->order,
           o->link_x != NULL, what, d);
    failures++;
}

static struct hedra_tsa_options options_of(int method, int real)
{
    return (struct hedra_tsa_options){.nx = NX,
                                      .ny = NY,
                                      .real = real,
                                      .step = 0.1,
                                      .vx = 1,
                                      .vy = 0.8,
                                      .imaginary = true,
                                      .method = method,
                                      .device = device};
}

static double difference(const struct lattice_outcome *a,
                         const struct lattice_outcome *b)
{
    return lattice_difference(a, b, SITES);
}

/* A well whose bottom is at `offset`. */
static void fill_well(double *u, double offset)
{
    for (int k = 0; k < SITES; k++)
        u[k] = offset + 0.02 * pow(k % NX - 6.5, 2) + 0.03 * pow(k / NX - 5, 2);
}

/* One call and several, and that with the well at 0, come to the same. */
static void check_offset(struct hedra_tsa_options o,
                         const struct lattice_state *s, double offset)
{
    const double bound = o.real == HEDRA_TSA_FLOAT ? 3e-5 : 1e-10;
    double u[SITES];
    o.potential = u;
    fill_well(u, 0);
    struct lattice_outcome plain = lattice_evolve(&o, s, steps, PIECES);
    fill_well(u, offset);
    struct lattice_outcome one = lattice_evolve(&o, s, steps, 1);
    struct lattice_outcome more = lattice_evolve(&o, s, steps, PIECES);
    double d = difference(&one, &more);
    expect(d < bound, &o, "one call and several differ", d);
    d = difference(&one, &plain);
    expect(d < bound, &o, "an offset changes the state", d);
    lattice_free_outcome(&plain);
    lattice_free_outcome(&one);
    lattice_free_outcome(&more);
}

/* Walls that leave nothing of a site in one step, and strong couplings. */
static void check_strong(struct hedra_tsa_options o,
                         const struct lattice_state *s)
{
    const double bound = o.real == HEDRA_TSA_FLOAT ? 3e-5 : 1e-11;
    double u[SITES];
    for (int k = 0; k < SITES; k++)
        u[k] = k % NX < 5 ? 1e4 : -300;
    o.potential = o.order == 4 ? NULL : u;
    o.vx = o.vy = o.real == HEDRA_TSA_FLOAT ? 12 : 120;
    struct lattice_outcome one = lattice_evolve(&o, s, steps, 1);
    struct lattice_outcome more = lattice_evolve(&o, s, steps, PIECES);
    double d = difference(&one, &more);
    expect(d < bound, &o, "with walls one call and several differ", d);
    lattice_free_outcome(&one);
    lattice_free_outcome(&more);
}

/* A state of any norm: the same bits, times a power of two. */
static void check_norms(struct hedra_tsa_options o,
                        const struct lattice_state *s)
{
    const int power = o.real == HEDRA_TSA_FLOAT ? 80 : 400;
    /* as many as are done before the state is scaled */
    const int many = o.real == HEDRA_TSA_FLOAT ? 110 : 830;
    const int count = device ? 7 : many;
    struct lattice_state scaled = lattice_random(NX, NY);
    struct lattice_outcome plain = lattice_evolve(&o, s, count, 1);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int k = 0; k < SITES; k++) {
            scaled.re[k] = ldexp(s->re[k], sign * power);
            scaled.im[k] = ldexp(s->im[k], sign * power);
        }
        struct lattice_outcome out = lattice_evolve(&o, &scaled, count, 1);
        double d = difference(&plain, &out);
        expect(d == 0, &o, "the norm at the start counts", d);
        lattice_free_outcome(&out);
    }
    lattice_free_outcome(&plain);
    lattice_free(&scaled);
}

/* What comes to nothing, or to more than numbers can be, in one step: an error,
 * and the state stays, after good steps too. */
static void refuse(const struct hedra_tsa_options *o, const double *re,
                   const double *im, const char *what)
{
    double now_re[SITES], now_im[SITES], then_re[SITES], then_im[SITES];
    struct hedra_tsa *t = lattice_new(o);
    struct hedra_tsa_observables seen;
    lattice_put(t, o, re, im);
    for (int turn = 0; turn < 2; turn++) {
        lattice_get(t, o, then_re, then_im);
        expect(hedra_tsa_step(t, 5, &why) == HEDRA_ERROR_ZERO, o, what, turn);
        lattice_get(t, o, now_re, now_im);
        expect(memcmp(now_re, then_re, sizeof then_re) == 0 &&
                   memcmp(now_im, then_im, sizeof then_im) == 0,
               o, "the state has not stayed", turn);
        expect(hedra_tsa_observe(t, &seen, &why) == HEDRA_OK, o, "observe",
               turn);
    }
    hedra_tsa_destroy(t);
}

static void check_lost(struct hedra_tsa_options o,
                       const struct lattice_state *s)
{
    double u[SITES], re[SITES] = {0}, im[SITES] = {0};
    fill_well(u, 0);
    u[3] = 1e6;
    re[3] = 0.75;
    o.potential = u;
    o.vx = o.vy = 0;
    refuse(&o, re, im, "nothing was left, and no error");
    o.potential = NULL;
    o.order = 2;
    o.vx = o.vy = o.real == HEDRA_TSA_FLOAT ? 400 : 4000;
    refuse(&o, s->re, s->im, "a step that overflows, and no error");
}

/* A state that shrinks fast, as the potential counts from a site that it hardly
 * reaches. */
static void check_far(struct hedra_tsa_options o)
{
    double u[SITES], re[SITES] = {0}, im[SITES] = {0};
    struct hedra_tsa_observables now = {0};
    fill_well(u, 0);
    u[SITES - 1] = -60;
    re[0] = 1;
    o.potential = u;
    o.vx = o.vy = 1e-3;
    struct hedra_tsa *t = lattice_new(&o);
    lattice_put(t, &o, re, im);
    lattice_check(hedra_tsa_step(t, 150, &why), "step");
    lattice_check(hedra_tsa_observe(t, &now, &why), "observe");
    expect(fabs(now.norm - 1) < 1e-5, &o, "norm - 1", now.norm - 1);
    hedra_tsa_destroy(t);
}

/* The same bits for any threads and steps in a pass, and when a lattice goes on
 * in another object, though tails are too small for normal numbers. */
static void check_bits(struct hedra_tsa_options o)
{
    const double centre[2] = {6, 5}, sigma[2] = {0.3, 0.4}, k[2] = {0.5, 1};
    struct lattice_outcome out[3];
    double u[SITES];
    fill_well(u, 800);
    o.potential = u;
    for (int i = 0; i < 3; i++) {
        o.threads = 1 + i;
        o.fused = 1 + 2 * i;
        struct hedra_tsa *t = lattice_new(&o), *next = t;
        lattice_check(hedra_tsa_gaussian(t, centre, sigma, k, &why),
                      "gaussian");
        lattice_check(hedra_tsa_step(t, 71, &why), "step");
        out[i].re = calloc(SITES, sizeof(double));
        out[i].im = calloc(SITES, sizeof(double));
        lattice_get(t, &o, out[i].re, out[i].im);
        if (i == 2) {
            next = lattice_new(&o);
            lattice_put(next, &o, out[i].re, out[i].im);
            hedra_tsa_destroy(t);
        }
        lattice_check(hedra_tsa_step(next, 150, &why), "step");
        lattice_get(next, &o, out[i].re, out[i].im);
        hedra_tsa_destroy(next);
        expect(difference(&out[0], &out[i]) == 0, &o, "bits differ", i);
    }
    for (int i = 0; i < 3; i++)
        lattice_free_outcome(&out[i]);
}

/* A ground state whose energy is known, and its observables. */
static void check_ground(struct hedra_tsa_options o)
{
    const double offset = 800, at[2] = {6, 5}, wide[2] = {4, 4}, k[2] = {0, 0};
    const double bound = o.real == HEDRA_TSA_FLOAT ? 1e-3 : 1e-9;
    struct hedra_tsa_observables now;
    double u[SITES];
    for (int i = 0; i < SITES; i++)
        u[i] = offset;
    o.potential = u;
    const double energy = offset - 2 * (o.vx * cos(M_PI / (NX + 1)) +
                                        o.vy * cos(M_PI / (NY + 1)));
    o.order = 4;
    o.step = 0.05;
    struct hedra_tsa *t = lattice_new(&o);
    lattice_check(hedra_tsa_gaussian(t, at, wide, k, &why), "gaussian");
    lattice_check(hedra_tsa_step(t, 5000, &why), "step");
    lattice_check(hedra_tsa_observe(t, &now, &why), "observe");
    expect(fabs(now.norm - 1) < bound, &o, "norm - 1", now.norm - 1);
    expect(fabs(now.energy - energy) < bound + 1e-5, &o, "energy",
           now.energy - energy);
    hedra_tsa_destroy(t);
}

static void check_method(int method, int real, const struct lattice_state *s)
{
    static const double offset[] = {-100, 800, -1e4, 1e4};
    const bool block = method == HEDRA_TSA_BLOCK; /* takes no potential */
    struct hedra_tsa_options o = options_of(method, real);
    check_norms(o, s);
    if (block)
        return;
    for (int k = quick ? 3 : 0; k < 4; k++) {
        o.order = k % 2 ? 4 : 2;
        o.link_x = k / 2 ? s->link_x : NULL;
        o.link_y = k / 2 ? s->link_y : NULL;
        check_offset(o, s, offset[k]);
    }
    check_far(options_of(method, real));
    check_lost(options_of(method, real), s);
    if (quick)
        return;
    check_strong(options_of(method, real), s);
}

int main(int argc, char **argv)
{
    struct lattice_state s = lattice_random(NX, NY);
    if (argc > 1) {
        device = argv[1];
        steps = STEPS / 2;
        quick = argc > 2;
    }
    for (int real = HEDRA_TSA_FLOAT; real <= HEDRA_TSA_DOUBLE; real++) {
        for (int method = device ? HEDRA_TSA_GPU_NAIVE : HEDRA_TSA_NAIVE;
             method <= (device ? HEDRA_TSA_GPU_STEP : HEDRA_TSA_STREAM);
             method++)
            if (!quick || (method == HEDRA_TSA_GPU_STEP) == (real == 0))
                check_method(method, real, &s);
        if (device)
            continue;
        check_bits(options_of(HEDRA_TSA_STREAM, real));
        check_ground(options_of(HEDRA_TSA_STREAM, real));
    }
    lattice_free(&s);
    return failures != 0;
}
