/* integrals BASIS f64|f32 MOLECULE.xyz: every unique integral by the generated
 * kernels against libint2, absolutely. The threshold is 0, so that nothing is
 * left out. */
#include "tests/brush/reference.h"
#include "tests/brush/sets.h"

#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    const struct hedra_eri_set *set;
    struct reference *reference;
    int *shell_at; /* per function: libint2's shell that begins there, or -1 */
    int64_t integrals;
    double worst, bound;
    int a[4];
    pthread_mutex_t lock;
};

static double value_of(const struct check *c, const struct hedra_eri_block *b,
                       int64_t at)
{
    return c->set->element_size == 8 ? ((const double *)b->value)[at]
                                     : (double)((const float *)b->value)[at];
}

/* Compares the integrals of one quartet of libint2's shells. `in` says where
 * each begins within the block's shells. */
static void compare(struct check *c, const struct hedra_eri_block *b, int q,
                    const int shell[4], const int in[4])
{
    const double *theirs =
        reference_compute(c->reference, shell[0], shell[1], shell[2], shell[3]);
    int n[4], at[4], number = 0;

    for (int i = 0; i < 4; i++)
        n[i] = reference_functions(c->reference, shell[i]);
    for (at[0] = 0; at[0] < n[0]; at[0]++)
        for (at[1] = 0; at[1] < n[1]; at[1]++)
            for (at[2] = 0; at[2] < n[2]; at[2]++)
                for (at[3] = 0; at[3] < n[3]; at[3]++, number++) {
                    int64_t place = 0;
                    double e;

                    for (int i = 0; i < 4; i++)
                        place = place * b->n[i] + in[i] + at[i];
                    e = fabs(value_of(c, b, place * b->stride + q) -
                             (theirs ? theirs[number] : 0));
                    c->integrals++;
                    if (!(e <= c->worst)) {
                        c->worst = isnan(e) ? INFINITY : e;
                        for (int i = 0; i < 4; i++)
                            c->a[i] =
                                reference_first(c->reference, shell[i]) + at[i];
                    }
                }
}

/* libint2's shells that lie within a shell of the set. */
static int split(const struct check *c, int first, int functions, int shell[],
                 int in[])
{
    int n = 0;

    for (int i = 0; i < functions; i++)
        if (c->shell_at[first + i] >= 0) {
            shell[n] = c->shell_at[first + i];
            in[n++] = i;
        }
    return n;
}

static void visit(void *context, const struct hedra_eri_block *b)
{
    struct check *c = context;

    pthread_mutex_lock(&c->lock);
    for (int q = 0; q < b->quartets; q++) {
        int first[4] = {b->bra[0], b->bra[1], b->ket[q][0], b->ket[q][1]};
        int shell[4][HEDRA_ERI_SEGMENTS], in[4][HEDRA_ERI_SEGMENTS], n[4];

        for (int i = 0; i < 4; i++)
            n[i] = split(c, first[i], b->n[i], shell[i], in[i]);
        for (int k = 0; k < n[0] * n[1] * n[2] * n[3]; k++) {
            int at[4] = {k / (n[3] * n[2] * n[1]), k / (n[3] * n[2]) % n[1],
                         k / n[3] % n[2], k % n[3]};
            int s[4], i[4];

            for (int j = 0; j < 4; j++) {
                s[j] = shell[j][at[j]];
                i[j] = in[j][at[j]];
            }
            compare(c, b, q, s, i);
        }
    }
    pthread_mutex_unlock(&c->lock);
}

int main(int argc, char **argv)
{
    struct check c = {0};
    struct hedra_eri_molecule molecule;
    struct hedra_eri_counts counts;
    struct hedra_eri *eri;
    const char *wrong = "";
    char why[512];
    int functions;

    if (argc != 4) {
        fputs("usage: integrals BASIS f64|f32 MOLECULE.xyz\n", stderr);
        return 2;
    }
    c.set = find_set(argv[1], strcmp(argv[2], "f32") == 0);
    if (!c.set) {
        fprintf(stderr, "%s in %s is not here\n", argv[1], argv[2]);
        return 2;
    }
    if (hedra_eri_read_xyz(argv[3], &molecule, why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        return 2;
    }
    c.bound = c.set->element_size == 8 ? 1e-12 : 1e-5;
    eri = hedra_eri_new(c.set, molecule.atoms, molecule.z,
                        (const double(*)[3])molecule.centre, &wrong);
    if (!eri) {
        fprintf(stderr, "%s\n", wrong);
        return 2;
    }
    functions = hedra_eri_functions(eri);
    c.reference = reference_new(eri, 0);
    c.shell_at = malloc((size_t)functions * sizeof *c.shell_at);
    for (int i = 0; i < functions; i++)
        c.shell_at[i] = -1;
    for (int i = 0; i < reference_shells(c.reference); i++)
        c.shell_at[reference_first(c.reference, i)] = i;
    pthread_mutex_init(&c.lock, NULL);
    if (hedra_eri_visit(eri, 0, visit, &c, &counts))
        return 2;
    printf("%lld integrals, greatest error %.2e at (%d %d|%d %d)\n",
           (long long)c.integrals, c.worst, c.a[0], c.a[1], c.a[2], c.a[3]);
    free(c.shell_at);
    reference_free(c.reference);
    hedra_eri_free(eri);
    hedra_eri_free_molecule(&molecule);
    return c.integrals == counts.integrals && c.worst <= c.bound ? 0 : 1;
}
