/*
 * The evolution against what is known: the exponential of a dense Hamiltonian
 * with errors of order dt^2 and dt^4, norms, reversal, packets, plane waves,
 * the ground state in imaginary time.
 */
#include "tests/tsa/lattice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(bool good, const char *what, double value)
{
    printf("%-52s %14.6e %s\n", what, value, good ? "" : "WRONG");
    failures += !good;
}

/* out = H in, by the definition in tsa.h. */
static void apply(const struct hedra_tsa_options *o, const double *in,
                  double *out)
{
    int64_t nx = o->nx, ny = o->ny;
    for (int64_t k = 0; k < nx * ny; k++)
        out[k] = o->potential ? o->potential[k] * in[k] : 0;
    for (int64_t y = 0; y < ny; y++)
        for (int64_t x = 0; x < nx; x++) {
            int64_t p = y * nx + x, right = y * nx + (x + 1) % nx,
                    below = (y + 1) % ny * nx + x;
            double vx = o->link_x ? o->link_x[p] : o->vx;
            double vy = o->link_y ? o->link_y[p] : o->vy;
            if (x + 1 < nx || o->periodic_x) {
                out[p] -= vx * in[right];
                out[right] -= vx * in[p];
            }
            if (y + 1 < ny || o->periodic_y) {
                out[p] -= vy * in[below];
                out[below] -= vy * in[p];
            }
        }
}

/* exp(-i H t) by its series, in pieces short enough for it. */
static void evolve_exactly(const struct hedra_tsa_options *o, double time,
                           double *re, double *im)
{
    enum { TERMS = 40, PIECES = 8 };
    size_t bytes = (size_t)(o->nx * o->ny) * sizeof(double);
    int64_t sites = o->nx * o->ny;
    double *a = malloc(bytes), *b = malloc(bytes), *c = malloc(bytes);
    for (int piece = 0; a && b && c && piece < PIECES; piece++) {
        memcpy(a, re, bytes);
        memcpy(b, im, bytes);
        for (int term = 1; term <= TERMS; term++) {
            double f = time / PIECES / term;
            apply(o, a, c);
            memcpy(a, b, bytes);
            memcpy(b, c, bytes);
            apply(o, a, c); /* a + i b was (old b, H old a) */
            for (int64_t k = 0; k < sites; k++) {
                a[k] = f * c[k];
                b[k] = -f * b[k];
                re[k] += a[k];
                im[k] += b[k];
            }
        }
    }
    free(a);
    free(b);
    free(c);
}

static double error_of(struct hedra_tsa_options o,
                       const struct lattice_state *s, double time, int steps,
                       const double *re, const double *im)
{
    int64_t sites = o.nx * o.ny;
    double sum = 0, *x = malloc(2 * (size_t)sites * sizeof *x);
    o.step = time / steps;
    struct hedra_tsa *t = lattice_new(&o);
    lattice_put(t, &o, s->re, s->im);
    lattice_check(hedra_tsa_step(t, steps, &why), "step");
    lattice_get(t, &o, x, x + sites);
    for (int64_t k = 0; k < sites; k++)
        sum += (x[k] - re[k]) * (x[k] - re[k]) +
               (x[sites + k] - im[k]) * (x[sites + k] - im[k]);
    free(x);
    hedra_tsa_destroy(t);
    return sqrt(sum);
}

static void check_slopes(struct hedra_tsa_options o, const char *what)
{
    struct lattice_state s = lattice_random(o.nx, o.ny);
    size_t bytes = (size_t)(o.nx * o.ny) * sizeof(double);
    double *re = malloc(bytes), *im = malloc(bytes), time = 2;
    char text[100];
    memcpy(re, s.re, bytes);
    memcpy(im, s.im, bytes);
    if (o.link_x) {
        o.link_x = s.link_x;
        o.link_y = s.link_y;
        o.potential = s.potential;
    }
    evolve_exactly(&o, time, re, im);
    for (o.order = 2; o.order <= 4; o.order += 2) {
        double one = error_of(o, &s, time, 20, re, im);
        double two = error_of(o, &s, time, 40, re, im);
        double slope = log2(one / two);
        snprintf(text, sizeof text, "%s, order %d: slope of the error", what,
                 o.order);
        expect(fabs(slope - o.order) < 0.15, text, slope);
        snprintf(text, sizeof text, "%s, order %d: error at 40 steps", what,
                 o.order);
        expect(two < (o.order == 2 ? 0.01 : 1e-4), text, two);
    }
    free(re);
    free(im);
    lattice_free(&s);
}

static void check_long(struct hedra_tsa_options o)
{
    enum { STEPS = 10000 };
    struct lattice_state s = lattice_random(o.nx, o.ny);
    struct hedra_tsa_observables first, last;
    double re, im, drift;
    o.potential = s.potential;
    struct hedra_tsa *t = lattice_new(&o);
    lattice_put(t, &o, s.re, s.im);
    hedra_tsa_mark(t, &why);
    hedra_tsa_observe(t, &first, &why);
    lattice_check(hedra_tsa_step(t, STEPS, &why), "step");
    hedra_tsa_observe(t, &last, &why);
    drift = fabs(last.norm - first.norm);
    expect(drift < 1e-12, "drift of the norm in 10000 steps", drift);
    drift = fabs(last.energy - first.energy);
    expect(drift < 1e-2, "drift of the energy in 10000 steps", drift);
    lattice_check(hedra_tsa_step(t, -STEPS, &why), "step back");
    hedra_tsa_autocorrelation(t, &re, &im, &why);
    drift = hypot(re - 1, im);
    expect(drift < 1e-11, "back at the start: <start|state> - 1", drift);
    hedra_tsa_destroy(t);
    lattice_free(&s);
}

/* A packet moves at 2 V sin k and keeps its width at first. */
static void check_packet(struct hedra_tsa_options o)
{
    const double centre[2] = {60, 50}, sigma[2] = {6, 5}, k[2] = {1.2, -0.7};
    struct hedra_tsa_observables a, b;
    struct hedra_tsa *t = lattice_new(&o);
    lattice_check(hedra_tsa_gaussian(t, centre, sigma, k, &why), "gaussian");
    hedra_tsa_observe(t, &a, &why);
    expect(fabs(a.norm - 1) < 1e-14, "packet: norm - 1", a.norm - 1);
    expect(fabs(a.mean[0] - 60) < 1e-9, "packet: <x> - x0", a.mean[0] - 60);
    expect(fabs(sqrt(a.variance[1]) - 5) < 1e-6, "packet: sigma_y - 5",
           sqrt(a.variance[1]) - 5);
    expect(fabs(sqrt(a.variance[0]) - 6) < 1e-6, "packet: sigma_x - 6",
           sqrt(a.variance[0]) - 6);
    lattice_check(hedra_tsa_step(t, 100, &why), "step");
    hedra_tsa_observe(t, &b, &why);
    double time = 100 * o.step;
    /* the mean of sin over the packet's momenta, of width 1 / 2 sigma */
    double vx = 2 * o.vx * sin(k[0]) * exp(-1 / (8 * sigma[0] * sigma[0]));
    double vy = 2 * o.vy * sin(k[1]) * exp(-1 / (8 * sigma[1] * sigma[1]));
    double dx = (b.mean[0] - a.mean[0]) / time - vx;
    double dy = (b.mean[1] - a.mean[1]) / time - vy;
    expect(fabs(dx) < 2e-3, "packet: velocity along x - expected", dx);
    expect(fabs(dy) < 2e-3, "packet: velocity along y - expected", dy);
    hedra_tsa_destroy(t);
}

/* A packet across a periodic border is one that lies elsewhere, moved: nothing
 * but its coordinates differs. */
static void check_wrapped_packet(struct hedra_tsa_options o)
{
    const double border[2] = {0, 1}, middle[2] = {20, 17};
    const double sigma[2] = {1.2, 1.1}, k[2] = {0.9, 0.4};
    int64_t nx = o.nx, ny = o.ny, sites = nx * ny;
    double most = 0, *x = malloc(4 * (size_t)sites * sizeof *x);
    double *y = x + 2 * sites;
    o.periodic_x = o.periodic_y = true;
    struct hedra_tsa *s = lattice_new(&o), *t = lattice_new(&o);
    lattice_check(hedra_tsa_gaussian(s, border, sigma, k, &why), "gaussian");
    lattice_check(hedra_tsa_gaussian(t, middle, sigma, k, &why), "gaussian");
    lattice_check(hedra_tsa_step(s, 20, &why), "step");
    lattice_check(hedra_tsa_step(t, 20, &why), "step");
    lattice_get(s, &o, x, x + sites);
    lattice_get(t, &o, y, y + sites);
    for (int64_t i = 0; i < 2 * sites; i++) {
        int64_t part = i / sites, at = i % sites;
        int64_t moved = (at / nx + 16) % ny * nx + (at % nx + 20) % nx;
        most = fmax(most, fabs(x[i] - y[part * sites + moved]));
    }
    expect(most < 1e-13, "packet across the border - one in the middle", most);
    free(x);
    hedra_tsa_destroy(s);
    hedra_tsa_destroy(t);
}

/* float against double, and back to the start. */
static void check_float(struct hedra_tsa_options o)
{
    enum { STEPS = 100 };
    struct lattice_state s = lattice_random(o.nx, o.ny);
    int64_t sites = o.nx * o.ny;
    double *x = malloc(6 * (size_t)sites * sizeof *x), most = 0, back = 0;
    double *end = x + 4 * sites;
    o.link_x = s.link_x;
    o.link_y = s.link_y;
    o.potential = s.potential;
    for (int real = 0; real < 2; real++) {
        double *at = x + 2 * real * sites;
        o.real = real ? HEDRA_TSA_DOUBLE : HEDRA_TSA_FLOAT;
        struct hedra_tsa *t = lattice_new(&o);
        lattice_put(t, &o, s.re, s.im);
        lattice_check(hedra_tsa_step(t, STEPS, &why), "step");
        lattice_get(t, &o, at, at + sites);
        if (real)
            for (int64_t i = 0; i < 2 * sites; i++)
                most = fmax(most, fabs(x[i] - at[i]));
        lattice_check(hedra_tsa_step(t, -STEPS, &why), "step back");
        lattice_get(t, &o, end, end + sites);
        for (int64_t i = 0; real && i < sites; i++)
            back =
                fmax(back, hypot(end[i] - s.re[i], end[sites + i] - s.im[i]));
        hedra_tsa_destroy(t);
    }
    expect(most < 2e-6, "float - double after 100 steps, links, potential",
           most);
    expect(back < 1e-13, "links and potential: back at the start", back);
    free(x);
    lattice_free(&s);
}

static void check_plane_wave(struct hedra_tsa_options o)
{
    double k[2] = {2 * M_PI * 3 / (double)o.nx, 2 * M_PI * 5 / (double)o.ny};
    double energy = -2 * (o.vx * cos(k[0]) + o.vy * cos(k[1])), re, im;
    struct hedra_tsa_observables now;
    o.periodic_x = o.periodic_y = true;
    o.order = 4;
    struct hedra_tsa *t = lattice_new(&o);
    lattice_check(hedra_tsa_plane_wave(t, k, &why), "plane wave");
    hedra_tsa_mark(t, &why);
    lattice_check(hedra_tsa_step(t, 50, &why), "step");
    hedra_tsa_observe(t, &now, &why);
    expect(fabs(now.energy - energy) < 1e-6, "plane wave: energy - expected",
           now.energy - energy);
    hedra_tsa_autocorrelation(t, &re, &im, &why);
    double time = 50 * o.step;
    double d = hypot(re - cos(energy * time), im + sin(energy * time));
    expect(d < 1e-5, "plane wave: phase against exp(-i E t)", d);
    hedra_tsa_destroy(t);
}

static void check_ground_state(struct hedra_tsa_options o)
{
    struct lattice_state s = lattice_random(o.nx, o.ny);
    struct hedra_tsa_observables now;
    double energy = -2 * (o.vx * cos(M_PI / (double)(o.nx + 1)) +
                          o.vy * cos(M_PI / (double)(o.ny + 1)));
    o.imaginary = true;
    o.order = 4;
    o.step = 0.05;
    struct hedra_tsa *t = lattice_new(&o);
    lattice_put(t, &o, s.re, s.im);
    for (int k = 0; k < 40; k++)
        lattice_check(hedra_tsa_step(t, 100, &why), "step");
    hedra_tsa_observe(t, &now, &why);
    expect(fabs(now.norm - 1) < 1e-13, "ground state: norm - 1", now.norm - 1);
    expect(fabs(now.energy - energy) < 1e-6, "ground state: energy - expected",
           now.energy - energy);
    expect(hedra_tsa_step(t, -1, &why) == HEDRA_ERROR_REVERSE,
           "imaginary time is not reversed", 0);
    hedra_tsa_destroy(t);
    lattice_free(&s);
}

int main(void)
{
    static const double some = 0; /* stands for tables, filled in */
    struct hedra_tsa_options o = {.nx = 6,
                                  .ny = 5,
                                  .real = HEDRA_TSA_DOUBLE,
                                  .step = 0.1,
                                  .vx = 1,
                                  .vy = 0.7};
    check_slopes(o, "open");
    o.ny = 6;
    o.periodic_x = o.periodic_y = true;
    check_slopes(o, "periodic");
    o.link_x = &some;
    check_slopes(o, "links and potential");
    o.link_x = NULL;
    o.periodic_x = o.periodic_y = false;
    o.nx = 40;
    o.ny = 31;
    o.step = 0.05;
    check_long(o);
    o.nx = 160;
    o.ny = 120;
    check_packet(o);
    o.nx = 32;
    o.ny = 24;
    check_plane_wave(o);
    o.nx = 40;
    o.ny = 36;
    check_wrapped_packet(o);
    check_float(o);
    o.order = 4;
    o.step = 0.2;
    check_float(o);
    o.order = 2;
    o.step = 0.05;
    o.nx = 9;
    o.ny = 8;
    check_ground_state(o);
    return failures != 0;
}
