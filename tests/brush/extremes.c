/* extremes BASIS f64|f32: the kernels of a set with other constants than its
 * own, against libint2 and, some of them, against a slow evaluator in long
 * double: random exponents from diffuse to tight, centres that coincide or are
 * far away. Errors are relative where sqrt((ab|ab)(cd|cd)) is above 1. Where
 * the kernels and libint2 are further apart than the bound, long double decides
 * what the kernels' error is. */
#include "brush/algebra/algebra.h"
#include "tests/brush/compare.h"
#include "tests/brush/sets.h"
#include "tests/brush/wide.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ATOMS = 4, MAX_PRIMITIVES = 3, MAX_KINDS = 8 };
enum { SAMPLES = 2000 }; /* integrals that are computed in long double */

/* Exponents are random between both bounds, evenly on a logarithmic scale, and
 * centres in a cube; on a cross, two by two opposite to each other, if all
 * exponents are equal P = Q for pairs that span it. */
static const struct scene {
    const char *name;
    double low, high; /* exponents */
    double size;      /* bohr */
    bool cross;
    bool narrow; /* within what f32 can hold */
    double lost; /* if above the bound, what the horizontal recurrence may lose,
                    libint2's as well, where (m0| are greater than the (ab| that
                    come of them: a diffuse shell a at a distance of a tight b.
                    Paths without it do not: of d shells alone, DIRECT_BRA's
                    greatest error is 1e-14 where OS_LOOPS and libint2 have
                    6e-13 */
} scenes[] = {
    {"ordinary", 0.1, 10, 2, false, true, 0},
    {"one centre", 0.1, 10, 0, false, true, 0},
    {"P = Q", 0.8, 0.8, 1.5, true, true, 0},
    {"far, T up to 1e5", 0.5, 5, 200, false, true, 0},
    {"farther, T up to 1e9", 0.5, 5, 20000, false, false, 0},
    {"diffuse", 1e-3, 1e-2, 3, false, true, 0},
    {"diffuse and far", 1e-3, 1e-2, 1000, false, true, 0},
    {"tight", 1e4, 1e5, 0.02, false, false, 0},
    {"tight and apart", 1e4, 1e5, 2, false, false, 0},
    {"tight and diffuse", 1e-3, 1e5, 0.5, false, false, 1e-10},
    {"tight and diffuse, one centre", 1e-3, 1e5, 0, false, false, 0},
};

/* A set with the kernels of another one, an element for each atom, of which
 * each has a shell of each kind. */
struct made {
    struct hedra_eri_set set;
    struct hedra_eri_element element[ATOMS];
    struct hedra_eri_shell shell[ATOMS * MAX_KINDS];
    int number[ATOMS * MAX_KINDS];
    double exponent[ATOMS * MAX_KINDS][MAX_PRIMITIVES];
    double coefficient[ATOMS * MAX_KINDS][HEDRA_ERI_SEGMENTS * MAX_PRIMITIVES];
    double centre[ATOMS][3];
};

static double next_random(unsigned *state, double low, double high)
{
    *state = *state * 1664525u + 1013904223u;
    return low + (high - low) * (*state >> 8) / 16777215.0;
}

static void make_shell(struct made *m, int at, const struct scene *scene,
                       unsigned *state)
{
    const struct hedra_eri_kind *kind = &m->set.kind[at % m->set.kinds];
    struct basis_shell shell = {
        .primitives = 1 + (int)next_random(state, 0, MAX_PRIMITIVES - 0.01),
        .exponent = m->exponent[at],
        .segments = kind->segments};
    double weight[MAX_PRIMITIVES];

    for (int k = 0; k < shell.primitives; k++) {
        m->exponent[at][k] =
            exp(next_random(state, log(scene->low), log(scene->high)));
        weight[k] = next_random(state, 0.2, 1);
    }
    for (int s = 0; s < kind->segments; s++) {
        shell.l[s] = kind->l[s];
        shell.coefficient[s] = weight;
        if (!shell_normalise(&shell, s,
                             m->coefficient[at] + s * shell.primitives))
            exit(2);
    }
    m->shell[at] =
        (struct hedra_eri_shell){at % m->set.kinds, shell.primitives,
                                 m->exponent[at], m->coefficient[at]};
    m->number[at] = at;
}

static void make_set(struct made *m, const struct hedra_eri_set *from,
                     const struct scene *scene, unsigned state)
{
    m->set = *from;
    m->set.shells = ATOMS * from->kinds;
    m->set.elements = ATOMS;
    m->set.shell = m->shell;
    m->set.element = m->element;
    for (int i = 0; i < m->set.shells; i++)
        make_shell(m, i, scene, &state);
    for (int a = 0; a < ATOMS; a++) {
        m->element[a] = (struct hedra_eri_element){a + 1, from->kinds,
                                                   m->number + a * from->kinds};
        for (int x = 0; x < 3; x++)
            m->centre[a][x] =
                scene->cross ? (x == a / 2) * (a % 2 ? -1 : 1) * scene->size
                             : next_random(&state, -0.5, 0.5) * scene->size;
    }
}

/* Some integrals in long double. */
struct sample {
    const struct hedra_eri_set *set;
    struct wide_function *function;
    pthread_mutex_t lock;
    int64_t integrals, compared, every;
    double worst;
};

/* The error of a value, relative to sqrt((ab|ab)(cd|cd)) where that is above
 * 1. */
static double error_of(double value, const struct wide_function f[4])
{
    struct wide_function bra[4] = {f[0], f[1], f[0], f[1]};
    struct wide_function ket[4] = {f[2], f[3], f[2], f[3]};
    double bound = sqrt(wide_integral(bra) * wide_integral(ket));

    return fabs(value - wide_integral(f)) / fmax(1, bound);
}

static void visit(void *context, const struct hedra_eri_block *b)
{
    struct sample *s = context;
    int64_t n = (int64_t)b->n[0] * b->n[1] * b->n[2] * b->n[3];

    pthread_mutex_lock(&s->lock);
    for (int64_t k = 0; k < n * b->quartets; k++) {
        int q = (int)(k / n), f[4];
        int64_t rest = k % n;
        struct wide_function function[4];
        double value = compare_value(s->set, b, rest * b->stride + q), e;

        if (s->integrals++ % s->every)
            continue;
        for (int i = 3; i >= 0; rest /= b->n[i--])
            f[i] =
                (i < 2 ? b->bra[i] : b->ket[q][i - 2]) + (int)(rest % b->n[i]);
        for (int i = 0; i < 4; i++)
            function[i] = s->function[f[i]];
        e = error_of(value, function);
        s->compared++;
        if (!(e <= s->worst))
            s->worst = isnan(e) ? INFINITY : e;
    }
    pthread_mutex_unlock(&s->lock);
}

/* Component `n` of a segment, spherical by m + l. */
static void set_terms(struct wide_function *f, bool pure, int l, int n)
{
    for (int k = 0; k < bracket_component_count(l); k++) {
        struct wide_term *t = &f->term[f->terms];

        t->weight = pure ? shell_harmonic(l, n - l, k) : k == n;
        bracket_component(l, k, t->power);
        f->terms += t->weight != 0;
    }
}

/* Every function of a molecule as the slow evaluator takes it. */
static struct wide_function *wide_functions(const struct hedra_eri *eri)
{
    struct wide_function *f =
        calloc((size_t)hedra_eri_functions(eri), sizeof *f);
    int at = 0;

    if (!f)
        exit(2);
    for (int i = 0; i < hedra_eri_shells(eri); i++) {
        struct hedra_eri_place p = hedra_eri_shell_place(eri, i);

        for (int s = 0; s < p.kind->segments; s++) {
            int l = p.kind->l[s];
            bool pure = p.kind->pure && l >= 2;

            for (int n = 0; n < (pure ? 2 * l + 1 : bracket_component_count(l));
                 n++) {
                struct wide_function *w = &f[at++];

                w->primitives = p.shell->primitives;
                w->exponent = p.shell->exponent;
                w->coefficient = p.shell->coefficient + s * p.shell->primitives;
                memcpy(w->centre, p.centre, sizeof w->centre);
                set_terms(w, pure, l, n);
            }
        }
    }
    return f;
}

/* Against long double; prints the greatest error. */
static bool check_wide(const struct hedra_eri *eri,
                       const struct hedra_eri_set *set,
                       struct wide_function *function, double bound)
{
    struct sample s = {.set = set, .function = function};
    double n = hedra_eri_functions(eri);
    bool good;

    s.every = 1 + (int64_t)(n * n * n * n / 8 / SAMPLES);
    pthread_mutex_init(&s.lock, NULL);
    good =
        hedra_eri_visit(eri, 0, visit, &s, NULL, NULL) == 0 && s.compared > 0;
    pthread_mutex_destroy(&s.lock);
    printf(", %.2e from %lld in long double", s.worst, (long long)s.compared);
    return good && s.worst <= bound;
}

static double decide(void *context, const int at[4])
{
    const struct wide_function *function = context;
    struct wide_function f[4];

    for (int i = 0; i < 4; i++)
        f[i] = function[at[i]];
    return wide_integral(f);
}

/* Against libint2; prints the greatest error. Where more than the bound is
 * lost, it is not much more than libint2 loses. */
static bool check_libint2(const struct hedra_eri *eri,
                          const struct hedra_eri_set *set,
                          struct wide_function *function, double bound,
                          double lost)
{
    struct third_way third = {bound, decide, function};
    struct comparison result;
    bool good = compare_all(eri, set, 0, true, &third, &result);

    printf("%.2e of %lld (%d %d|%d %d)", result.worst,
           (long long)result.integrals, result.at[0], result.at[1],
           result.at[2], result.at[3]);
    if (result.decided)
        printf(", where libint2 has %.2e in %lld", result.theirs,
               (long long)result.decided);
    return good && result.worst <= fmax(bound, fmin(lost, 2 * result.theirs));
}

static bool check_scene(const struct hedra_eri_set *from,
                        const struct scene *scene, double bound)
{
    static struct made m;
    static const int z[ATOMS] = {1, 2, 3, 4};
    struct wide_function *function;
    struct hedra_eri *eri;
    bool good;

    make_set(&m, from, scene, 4711);
    eri = hedra_eri_new(&m.set, ATOMS, z, (const double(*)[3])m.centre, NULL);
    if (!eri)
        return false;
    printf("%-30s ", scene->name);
    function = wide_functions(eri);
    good = check_libint2(eri, &m.set, function, bound, scene->lost);
    good = check_wide(eri, &m.set, function, fmax(bound, scene->lost)) && good;
    puts(good ? "" : ": too much");
    free(function);
    hedra_eri_free(eri);
    return good;
}

int main(int argc, char **argv)
{
    const struct hedra_eri_set *set;
    bool good = true;

    if (argc != 3) {
        fputs("usage: extremes BASIS f64|f32\n", stderr);
        return 2;
    }
    set = find_set(argv[1], strcmp(argv[2], "f32") == 0);
    if (!set || set->kinds > MAX_KINDS) {
        fprintf(stderr, "%s in %s is not here\n", argv[1], argv[2]);
        return 2;
    }
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (set->element_size == 8 || scenes[i].narrow)
            good = check_scene(set, &scenes[i],
                               set->element_size == 8 ? 1e-12 : 1e-5) &&
                   good;
    return good ? 0 : 1;
}
