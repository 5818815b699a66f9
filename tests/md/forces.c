/*
 * Forces of lists are those of all pairs of particles and images, and the
 * gradient of the energy: for each kernel, kind of list and of energy, two
 * types, open and periodic axes, and boxes as short as they may be.
 */
#include "tests/md/rig.h"

#include "runtime/md/local.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct law {
    double epsilon[2][2], sigma[2][2], cutoff[2][2];
    int energy;
};

/* The mixing of `pairs` below, by hand. */
static struct law law_of(const struct hedra_md_options *o)
{
    struct law l = {{{1, 0.7}, {0.7, 0.49}},
                    {{1, 0}, {0, 0.8}},
                    {{2.5, 0}, {0, 2}},
                    o->energy};
    const bool mean = o->mixing == HEDRA_MD_ARITHMETIC;
    l.sigma[0][1] = l.sigma[1][0] = mean ? 0.9 : sqrt(0.8);
    l.cutoff[0][1] = l.cutoff[1][0] = mean ? 2.25 : sqrt(5);
    return l;
}

static const struct hedra_md_pair pairs[] = {{1, 1, 1, 1, 0},
                                             {2, 2, 0.49, 0.8, 2}};

static double energy_at(double epsilon, double sigma, double r)
{
    return 4 * epsilon * (pow(sigma / r, 12) - pow(sigma / r, 6));
}

static double slope_at(double epsilon, double sigma, double r)
{
    return 4 * epsilon * (-12 * pow(sigma / r, 12) + 6 * pow(sigma / r, 6)) / r;
}

/* Energy, and its derivative by r in *slope. */
static double pair_energy(const struct law *l, int a, int b, double r,
                          double *slope)
{
    const double e = l->epsilon[a][b], s = l->sigma[a][b], c = l->cutoff[a][b];
    *slope = 0;
    if (!(r < c))
        return 0;
    *slope = slope_at(e, s, r);
    double energy = energy_at(e, s, r);
    if (l->energy != HEDRA_MD_PLAIN)
        energy -= energy_at(e, s, c);
    if (l->energy == HEDRA_MD_SMOOTH) {
        energy -= (r - c) * slope_at(e, s, c);
        *slope -= slope_at(e, s, c);
    }
    return energy;
}

/* All pairs, with all images a side away; returns the energy. */
static double all_pairs(const struct system *s, double *f)
{
    const struct law l = law_of(&s->options);
    const struct hedra_md_particles *p = &s->particles;
    double whole = 0;
    memset(f, 0, (size_t)p->count * 3 * sizeof *f);
    for (int64_t i = 0; i < p->count; i++)
        for (int64_t j = 0; j < p->count; j++)
            for (int shift = 0; shift < 27; shift++) {
                const int by[3] = {shift / 9 - 1, shift / 3 % 3 - 1,
                                   shift % 3 - 1};
                double d[3], r2 = 0, slope;
                bool is_there = i != j || shift != 13;
                for (int a = 0; a < 3; a++) {
                    const double side = s->options.high[a];
                    is_there = is_there && !(s->options.open[a] && by[a]);
                    d[a] = p->position[3 * i + a] - p->position[3 * j + a] -
                           by[a] * side;
                    r2 += d[a] * d[a];
                }
                if (!is_there)
                    continue;
                whole += pair_energy(&l, p->type[i] - 1, p->type[j] - 1,
                                     sqrt(r2), &slope) /
                         2;
                for (int a = 0; a < 3; a++)
                    f[3 * i + a] -= slope * d[a] / sqrt(r2);
            }
    return whole;
}

/* An object whose forces come from these kernels. */
static struct hedra_md *make_by(const struct system *s,
                                const struct md_kernels *k)
{
    struct hedra_md *md = rig_make(s);
    struct hedra_error why;
    md->kernels = k;
    assert_int_equal(md_rebuild(md, &why), HEDRA_OK);
    md_force(md);
    return md;
}

static void compare(struct system *s, const struct md_kernels *k,
                    const double *expected, double energy)
{
    const bool is_double = s->options.real == HEDRA_MD_DOUBLE;
    const double allowed = is_double ? 1e-12 : 2e-5;
    double scale = 1;
    struct hedra_md *md = make_by(s, k);
    rig_get(md, &s->particles);
    for (int64_t n = 0; n < 3 * s->particles.count; n++)
        scale = fmax(scale, fabs(expected[n]));
    for (int64_t n = 0; n < 3 * s->particles.count; n++)
        if (!(fabs(s->particles.force[n] - expected[n]) <= allowed * scale))
            fail_msg("%s: force %lld is %.15g, not %.15g", k->name,
                     (long long)n, s->particles.force[n], expected[n]);
    const double found = rig_measure(md).potential * (double)s->particles.count;
    assert_true(fabs(found - energy) <= 1e-11 * (fabs(energy) + scale));
    hedra_md_destroy(md);
}

static void each_way(struct system *s, const double *f, double energy)
{
    int count;
    const struct md_kernels *const *all = md_kernels_all(&count);
    for (int k = 0; k < count; k++)
        for (int way = 0; way < 8 && md_kernels_run_here(all[k]); way++) {
            s->options.list = way & 1;
            s->options.real = way >> 1 & 1;
            s->options.reach = way & 4 ? 3 : 1;
            compare(s, all[k], f, energy);
        }
    s->options.reach = 0;
}

static void test_all_pairs(void **state)
{
    static const double sides[][3] = {
        {2.8, 2.8, 2.8}, {2.8, 9, 3.7}, {6, 6, 6}, {30, 4, 2.9}};
    for (int k = 0; k < COUNT(sides); k++)
        for (int open = 0; open < 8; open++) {
            const double volume = sides[k][0] * sides[k][1] * sides[k][2];
            const int count =
                (int)(0.5 * volume) < 100 ? (int)(0.5 * volume) : 100;
            struct system s = rig_random(count, 2, sides[k]);
            double *f = malloc((size_t)count * 3 * sizeof *f);
            assert_non_null(f);
            s.options.pair = pairs;
            s.options.pairs = COUNT(pairs);
            for (int a = 0; a < 3; a++)
                s.options.open[a] = open >> a & 1;
            for (int energy = 0; energy < 3; energy++) {
                s.options.energy = energy;
                s.options.mixing = (energy + open) % 2;
                const double whole = all_pairs(&s, f);
                each_way(&s, f, whole);
            }
            free(f);
            rig_free(&s);
        }
}

/* One type has loops of its own. */
static void test_one_type(void **state)
{
    struct system s = rig_random(180, 1, (const double[]){6, 7, 8});
    double *f = malloc(180 * 3 * sizeof *f);
    assert_non_null(f);
    each_way(&s, f, all_pairs(&s, f));
    free(f);
    rig_free(&s);
}

static double energy_of(const struct system *s)
{
    struct hedra_md *md = rig_make(s);
    const double energy =
        rig_measure(md).potential * (double)s->particles.count;
    hedra_md_destroy(md);
    return energy;
}

static void test_gradient(void **state)
{
    struct system s = rig_random(100, 2, (const double[]){5, 6, 7});
    const double h = 1e-5;
    s.options.pair = pairs;
    s.options.pairs = COUNT(pairs);
    s.options.energy = HEDRA_MD_SMOOTH;
    struct hedra_md *md = rig_make(&s);
    rig_get(md, &s.particles);
    hedra_md_destroy(md);
    for (int64_t n = 0; n < 60; n++) {
        const double at = s.particles.position[n];
        s.particles.position[n] = at + h;
        const double up = energy_of(&s);
        s.particles.position[n] = at - h;
        const double down = energy_of(&s);
        s.particles.position[n] = at;
        const double f = s.particles.force[n];
        assert_true(fabs((down - up) / (2 * h) - f) < 1e-7 * fmax(1, fabs(f)));
    }
    rig_free(&s);
}

/* Lists hold exactly the pairs closer than cutoff + skin, each once or twice.
 */
static void test_lists(void **state)
{
    struct system s = rig_melt(6);
    int64_t expected = 0;
    struct hedra_md *first = rig_make(&s);
    rig_step(first, 50);
    rig_get(first, &s.particles);
    hedra_md_destroy(first);
    const double *x = s.particles.position;
    for (int64_t i = 0; i < s.particles.count; i++)
        for (int64_t j = 0; j < i; j++) {
            double r2 = 0;
            for (int a = 0; a < 3; a++) {
                const double side = s.options.high[a];
                double d = x[3 * i + a] - x[3 * j + a];
                d -= side * nearbyint(d / side);
                r2 += d * d;
            }
            expected += r2 < 2.8 * 2.8;
        }
    int count;
    const struct md_kernels *const *all = md_kernels_all(&count);
    for (int k = 0; k < count; k++)
        for (int list = 0; list < 2 && md_kernels_run_here(all[k]); list++) {
            s.options.list = list;
            struct hedra_md *md = make_by(&s, all[k]);
            assert_int_equal(hedra_md_counts(md).neighbours,
                             expected * (2 - list));
            hedra_md_destroy(md);
        }
    rig_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_pairs),
        cmocka_unit_test(test_one_type),
        cmocka_unit_test(test_gradient),
        cmocka_unit_test(test_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
