/*
 * Every method against the naive one, on lattices of all shapes, boundaries,
 * couplings, orders, directions of time and numbers of threads.
 */
#include "tests/tsa/lattice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static const char *describe(const struct hedra_tsa_options *o)
{
    static char text[200];
    snprintf(text, sizeof text,
             "%lld x %lld, %s, periodic %d%d, imaginary %d, order %d, links "
             "%d%d, potential %d, method %d, fused %d, threads %d",
             (long long)o->nx, (long long)o->ny,
             o->real == HEDRA_TSA_FLOAT ? "float" : "double", o->periodic_x,
             o->periodic_y, o->imaginary, o->order, o->link_x != NULL,
             o->link_y != NULL, o->potential != NULL, o->method, o->fused,
             o->threads);
    return text;
}

/* The same bits for any number of threads and of steps in a pass. */
static void compare_streams(struct hedra_tsa_options o,
                            const struct lattice_state *start, int steps,
                            const struct lattice_outcome *other)
{
    for (o.threads = 1; o.threads <= 4; o.threads++) {
        o.fused = (o.fused + 1) % 5;
        struct lattice_outcome same = lattice_evolve(&o, start, steps, 1);
        if (lattice_difference(&same, other, o.nx * o.ny) != 0) {
            printf("%s: differs by threads or steps in a pass\n", describe(&o));
            failures++;
        }
        lattice_free_outcome(&same);
    }
}

static void compare(struct hedra_tsa_options o,
                    const struct lattice_state *start, int steps)
{
    static const int method[] = {HEDRA_TSA_VECTOR, HEDRA_TSA_BLOCK,
                                 HEDRA_TSA_STREAM};
    int64_t sites = o.nx * o.ny;
    double bound = o.real == HEDRA_TSA_FLOAT ? 1e-5 : 1e-13;
    o.method = HEDRA_TSA_NAIVE;
    struct lattice_outcome naive = lattice_evolve(&o, start, steps, 1);
    for (int k = 0; k < 3; k++) {
        if (method[k] == HEDRA_TSA_BLOCK &&
            (o.link_x || o.link_y || o.potential))
            continue;
        o.method = method[k];
        struct lattice_outcome other = lattice_evolve(&o, start, steps, 1);
        double d = lattice_difference(&naive, &other, sites);
        if (!(d <= bound)) {
            printf("%s: differs from the naive method by %g\n", describe(&o),
                   d);
            failures++;
        }
        if (method[k] == HEDRA_TSA_STREAM)
            compare_streams(o, start, steps, &other);
        lattice_free_outcome(&other);
    }
    lattice_free_outcome(&naive);
}

/* Couplings of their own are along both axes or, by the lattice's size, along
 * one of them. */
static void compare_forms(struct hedra_tsa_options o)
{
    const int64_t axes = (o.nx + o.ny) % 3;
    struct lattice_state s = lattice_random(o.nx, o.ny);
    for (int form = 0; form < 32; form++) {
        o.imaginary = form & 1;
        o.order = form & 2 ? 4 : 2;
        o.link_x = (form & 4) && axes != 0 ? s.link_x : NULL;
        o.link_y = (form & 4) && axes != 1 ? s.link_y : NULL;
        o.potential = form & 8 ? s.potential : NULL;
        o.real = form & 16 ? HEDRA_TSA_FLOAT : HEDRA_TSA_DOUBLE;
        compare(o, &s, o.order == 2 ? 5 : 2);
        if (!o.imaginary)
            compare(o, &s, o.order == 2 ? -3 : -1);
    }
    lattice_free(&s);
}

/* What tuning chooses is a depth, and changes no bit. */
static void check_tune(struct hedra_tsa_options o)
{
    struct lattice_state s = lattice_random(o.nx, o.ny);
    o.potential = o.order == 4 ? s.potential : NULL;
    o.imaginary = o.order == 4;
    struct lattice_outcome plain = lattice_evolve(&o, &s, 9, 1);
    lattice_check(hedra_tsa_tune(&o, &why), "tune");
    printf("%s: tuned\n", describe(&o));
    struct lattice_outcome tuned = lattice_evolve(&o, &s, 9, 1);
    if (o.fused < 1 || o.fused > 24 || o.strip_rows != 0 ||
        lattice_difference(&plain, &tuned, o.nx * o.ny) != 0)
        failures++;
    lattice_free_outcome(&plain);
    lattice_free_outcome(&tuned);
    lattice_free(&s);
}

int main(void)
{
    static const int64_t size[][2] = {{1, 1},    {2, 3},   {3, 2},   {4, 4},
                                      {7, 5},    {16, 33}, {33, 16}, {64, 64},
                                      {130, 70}, {31, 150}};
    for (size_t k = 0; k < sizeof size / sizeof size[0]; k++)
        for (int periodic = 0; periodic < 4; periodic++) {
            struct hedra_tsa_options o = {.nx = size[k][0],
                                          .ny = size[k][1],
                                          .step = 0.2,
                                          .vx = 1,
                                          .vy = 0.8,
                                          .fused = (int)k % 4,
                                          .threads = 3};
            o.periodic_x = periodic & 1;
            o.periodic_y = periodic & 2;
            if ((o.periodic_x && (o.nx % 2 || o.nx < 4)) ||
                (o.periodic_y && (o.ny % 2 || o.ny < 4)))
                continue;
            compare_forms(o);
        }
    for (int real = 0; real < 2; real++)
        check_tune((struct hedra_tsa_options){.nx = 300,
                                              .ny = 200,
                                              .real = real,
                                              .order = real ? 4 : 2,
                                              .step = 0.1,
                                              .vx = 1,
                                              .vy = 0.8,
                                              .threads = 2});
    if (failures)
        printf("%d failures\n", failures);
    return failures != 0;
}
