#include "tests/tsa/lattice.h"

#include <stdio.h>
#include <stdlib.h>

_Thread_local struct hedra_error why;

static double *new_doubles(int64_t count)
{
    double *values = calloc((size_t)count, sizeof *values);
    if (!values)
        abort();
    return values;
}

/* In [-1, 1), a fixed sequence. */
static double next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 4503599627370496.0 - 1;
}

struct lattice_state lattice_random(int64_t nx, int64_t ny)
{
    int64_t sites = nx * ny;
    uint64_t state = 17;
    double norm = 0;
    struct lattice_state s = {new_doubles(sites), new_doubles(sites),
                              new_doubles(sites), new_doubles(sites),
                              new_doubles(sites)};
    for (int64_t k = 0; k < sites; k++) {
        s.re[k] = next(&state);
        s.im[k] = next(&state);
        s.link_x[k] = 1 + 0.5 * next(&state);
        s.link_y[k] = 1 + 0.5 * next(&state);
        s.potential[k] = next(&state);
        norm += s.re[k] * s.re[k] + s.im[k] * s.im[k];
    }
    for (int64_t k = 0; k < sites; k++) {
        s.re[k] /= sqrt(norm);
        s.im[k] /= sqrt(norm);
    }
    return s;
}

void lattice_free(struct lattice_state *s)
{
    free(s->re);
    free(s->im);
    free(s->link_x);
    free(s->link_y);
    free(s->potential);
}

void lattice_check(int error, const char *what)
{
    if (error == HEDRA_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", what, hedra_status_name(error), why.text);
    exit(1);
}

struct hedra_tsa *lattice_new(const struct hedra_tsa_options *options)
{
    struct hedra_tsa *t;
    lattice_check(hedra_tsa_create(options, &t, &why), "create");
    return t;
}

void lattice_put(struct hedra_tsa *t, const struct hedra_tsa_options *options,
                 const double *re, const double *im)
{
    int64_t sites = options->nx * options->ny;
    if (options->real == HEDRA_TSA_DOUBLE) {
        lattice_check(hedra_tsa_put(t, re, im, &why), "put");
        return;
    }
    float *f = malloc(2 * (size_t)sites * sizeof *f);
    for (int64_t k = 0; f && k < sites; k++) {
        f[k] = (float)re[k];
        f[sites + k] = (float)im[k];
    }
    lattice_check(hedra_tsa_put(t, f, f + sites, &why), "put");
    free(f);
}

void lattice_get(const struct hedra_tsa *t,
                 const struct hedra_tsa_options *options, double *re,
                 double *im)
{
    int64_t sites = options->nx * options->ny;
    if (options->real == HEDRA_TSA_DOUBLE) {
        lattice_check(hedra_tsa_get(t, re, im, &why), "get");
        return;
    }
    float *f = malloc(2 * (size_t)sites * sizeof *f);
    lattice_check(hedra_tsa_get(t, f, f + sites, &why), "get");
    for (int64_t k = 0; f && k < sites; k++) {
        re[k] = f[k];
        im[k] = f[sites + k];
    }
    free(f);
}

struct lattice_outcome lattice_evolve(const struct hedra_tsa_options *options,
                                      const struct lattice_state *start,
                                      int steps, int calls)
{
    struct hedra_tsa *t = lattice_new(options);
    size_t bytes = (size_t)(options->nx * options->ny) * sizeof(double);
    struct lattice_outcome out = {malloc(bytes), malloc(bytes)};
    lattice_put(t, options, start->re, start->im);
    for (int k = 0; k < calls; k++)
        lattice_check(hedra_tsa_step(
                          t, steps * (k + 1) / calls - steps * k / calls, &why),
                      "step");
    lattice_get(t, options, out.re, out.im);
    hedra_tsa_destroy(t);
    return out;
}

void lattice_free_outcome(struct lattice_outcome *o)
{
    free(o->re);
    free(o->im);
}

double lattice_difference(const struct lattice_outcome *a,
                          const struct lattice_outcome *b, int64_t sites)
{
    double most = 0;
    for (int64_t k = 0; k < sites; k++) {
        double d = fabs(a->re[k] - b->re[k]) + fabs(a->im[k] - b->im[k]);
        most = d > most || d != d ? d : most;
    }
    return most;
}
