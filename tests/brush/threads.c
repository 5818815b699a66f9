/* threads MOLECULE.xyz: several threads ask one object for matrices and
 * integrals at the same time, and make objects of their own; each gets what one
 * alone got: the integrals' bits, the matrices to within 1e-11, since the host
 * adds in any order. */
#include "tests/brush/sets.h"

#include <hedra_eri.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local struct hedra_error failure;

enum { THREADS = 4, ROUNDS = 3 };

struct answer {
    double *j, *k, *integral;
    struct hedra_eri_counts counts;
};

struct work {
    const struct hedra_eri_molecule *molecule;
    const struct hedra_eri *shared;
    const double *density;
    struct answer expected;
    int number;
    bool good;
};

static size_t pairs_of(const struct hedra_eri *eri)
{
    size_t n = (size_t)hedra_eri_functions(eri);

    return n * n;
}

static double *numbers(size_t count)
{
    double *made = calloc(count, sizeof *made);

    if (!made)
        exit(2);
    return made;
}

static struct hedra_eri *make(const struct hedra_eri_molecule *m)
{
    struct hedra_error why;
    struct hedra_eri *eri =
        hedra_eri_new(find_set("sto-3g", false), m->atoms, m->z,
                      (const double(*)[3])m->centre, &why);

    if (!eri) {
        puts(why.text);
        exit(1);
    }
    return eri;
}

static struct answer ask(const struct hedra_eri *eri, const double *density)
{
    size_t n = pairs_of(eri);
    struct answer a = {numbers(n), numbers(n), numbers(n * n), {0}};
    struct hedra_eri_counts all;

    if (hedra_eri_jk(eri, 0.05, density, a.j, a.k, &a.counts, &failure) ||
        hedra_eri_fill(eri, 0, a.integral, &all, &failure)) {
        puts(failure.text);
        exit(1);
    }
    if (all.skipped != 0 || a.counts.skipped == 0 ||
        a.counts.quartets + a.counts.skipped != all.quartets) {
        printf(
            "of %lld quartets, of which %lld are skipped, %lld are evaluated "
            "and %lld skipped\n",
            (long long)all.quartets, (long long)all.skipped,
            (long long)a.counts.quartets, (long long)a.counts.skipped);
        exit(1);
    }
    return a;
}

static void drop(struct answer *a)
{
    free(a->j);
    free(a->k);
    free(a->integral);
}

static bool is_same(const struct answer *a, const struct answer *b, size_t n)
{
    double worst = 0;

    for (size_t i = 0; i < n; i++)
        worst =
            fmax(worst, fmax(fabs(a->j[i] - b->j[i]), fabs(a->k[i] - b->k[i])));
    return worst <= 1e-11 &&
           memcmp(&a->counts, &b->counts, sizeof a->counts) == 0 &&
           memcmp(a->integral, b->integral, n * n * sizeof(double)) == 0;
}

static void *run(void *context)
{
    struct work *w = context;

    w->good = true;
    for (int round = 0; round < ROUNDS; round++) {
        bool own = (w->number + round) % 2;
        struct hedra_eri *made = own ? make(w->molecule) : NULL;
        const struct hedra_eri *eri = own ? made : w->shared;
        struct answer a = ask(eri, w->density);

        w->good = w->good && is_same(&a, &w->expected, pairs_of(eri));
        drop(&a);
        hedra_eri_free(made);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    struct hedra_eri_molecule molecule;
    pthread_t thread[THREADS];
    struct work work[THREADS];
    struct hedra_eri *shared;
    struct answer expected;
    double *density;
    struct hedra_error why;
    bool good = true;

    if (argc != 2 || hedra_eri_read_xyz(argv[1], &molecule, &why))
        return 2;
    shared = make(&molecule);
    density = numbers(pairs_of(shared));
    for (int i = 0, n = hedra_eri_functions(shared); i < n; i++)
        for (int k = 0; k < n; k++)
            density[i * n + k] = cos(i * k + 3. * (i + k));
    expected = ask(shared, density);
    for (int t = 0; t < THREADS; t++) {
        work[t] = (struct work){&molecule, shared, density, expected, t, false};
        if (pthread_create(&thread[t], NULL, run, &work[t]))
            return 2;
    }
    for (int t = 0; t < THREADS; t++) {
        pthread_join(thread[t], NULL);
        if (!work[t].good)
            printf("thread %d got something else than one alone\n", t);
        good = good && work[t].good;
    }
    drop(&expected);
    free(density);
    hedra_eri_free(shared);
    hedra_eri_free_molecule(&molecule);
    return good ? 0 : 1;
}
