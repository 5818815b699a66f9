/* libcint BASIS MOLECULE.xyz: integrals of a molecule whose basis comes in
 * libcint's arrays, normalised as PySCF does it, but with atoms and angular
 * momenta backwards, against those of the set's own molecule. */
#include "tests/brush/sets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

enum { ATM = 6, BAS = 8, START = 20, MAX_ROWS = 256, MAX_ENV = 1 << 14 };
enum { MAX_L = 3 };

/* A contraction of libcint's: number `nth` of an atom with this l. */
struct contraction {
    int atom, l, nth, first;
};

/* libcint's arrays, and what each contraction in them is. */
struct arrays {
    int atm[MAX_ROWS * ATM], bas[MAX_ROWS * BAS];
    double env[MAX_ENV];
    int natm, nbas, used;
    struct contraction contraction[MAX_ROWS];
    int contractions, general; /* general: rows of several */
    int functions;
    bool spherical;
};

/* The set's contraction, of unit radial norm: the integral of r^2 R^2 is 1. */
static void put_coefficients(struct arrays *x, const struct hedra_eri_shell *s,
                             int l, const double *from)
{
    int n = s->primitives;
    double sum = 0, *c = x->env + x->used;

    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            sum += from[i] * from[k] * tgamma(l + 1.5) /
                   (2 * pow(s->exponent[i] + s->exponent[k], l + 1.5));
    for (int i = 0; i < n; i++)
        c[i] = from[i] / sqrt(sum);
    x->used += n;
}

/* One row of all of a shell's segments with this l, if there are any. */
static void put_row(struct arrays *x, const struct hedra_eri_place *p, int l,
                    int *nth)
{
    const struct hedra_eri_shell *shell = p->shell;
    int n = shell->primitives, *row = x->bas + x->nbas * BAS;

    row[0] = p->atom;
    row[1] = l;
    row[2] = n;
    row[5] = x->used;
    memcpy(x->env + x->used, shell->exponent, (size_t)n * sizeof *x->env);
    x->used += n;
    row[6] = x->used;
    for (int s = 0; s < p->kind->segments; s++) {
        if (p->kind->l[s] != l)
            continue;
        put_coefficients(x, shell, l, shell->coefficient + s * n);
        x->contraction[x->contractions++] =
            (struct contraction){p->atom, l, (*nth)++, x->functions};
        x->functions += x->spherical ? 2 * l + 1 : (l + 1) * (l + 2) / 2;
        row[3]++;
    }
    x->nbas += row[3] > 0;
    x->general += row[3] > 1;
}

/* The rows of an atom with this l. */
static void put_rows(struct arrays *x, const struct hedra_eri *eri, int atom,
                     int l)
{
    int nth = 0;

    for (int i = 0; i < hedra_eri_shells(eri); i++) {
        struct hedra_eri_place p = hedra_eri_shell_place(eri, i);

        if (p.atom == atom)
            put_row(x, &p, l, &nth);
    }
}

static void make_arrays(struct arrays *x, const struct hedra_eri *eri,
                        const struct hedra_eri_molecule *m)
{
    x->used = START;
    x->spherical = true;
    for (int i = 0; i < hedra_eri_shells(eri); i++) {
        struct hedra_eri_place p = hedra_eri_shell_place(eri, i);

        for (int s = 0; s < p.kind->segments; s++)
            if (p.kind->l[s] >= 2)
                x->spherical = p.kind->pure;
    }
    x->natm = m->atoms;
    for (int a = 0; a < m->atoms; a++) {
        x->atm[a * ATM] = m->z[a];
        x->atm[a * ATM + 1] = x->used;
        memcpy(x->env + x->used, m->centre[a], sizeof m->centre[a]);
        x->used += 3;
    }
    for (int a = m->atoms - 1; a >= 0; a--)
        for (int l = MAX_L; l >= 0; l--)
            put_rows(x, eri, a, l);
}

/* Its first function. */
static int find_contraction(const struct arrays *x, int atom, int l, int nth)
{
    for (int i = 0; i < x->contractions; i++) {
        const struct contraction *c = &x->contraction[i];

        if (c->atom == atom && c->l == l && c->nth == nth)
            return c->first;
    }
    exit(2);
}

/* libcint's number of each function of the set's molecule, and what makes them
 * equal: Cartesian functions with l >= 2 are of unit radial norm there. */
static void map_functions(const struct arrays *x, const struct hedra_eri *eri,
                          int *theirs, double *factor)
{
    int nth[MAX_ROWS][MAX_L + 1];
    int at = 0;

    memset(nth, 0, sizeof nth);
    for (int i = 0; i < hedra_eri_shells(eri); i++) {
        struct hedra_eri_place p = hedra_eri_shell_place(eri, i);

        for (int s = 0; s < p.kind->segments; s++) {
            int l = p.kind->l[s];
            int first = find_contraction(x, p.atom, l, nth[p.atom][l]++);
            int n = x->spherical ? 2 * l + 1 : (l + 1) * (l + 2) / 2;

            for (int f = 0; f < n; f++, at++) {
                theirs[at] = first + f;
                factor[at] =
                    l >= 2 && !x->spherical ? sqrt(4 * PI / (2 * l + 1)) : 1;
            }
        }
    }
}

static double compare_integrals(const struct arrays *x,
                                const struct hedra_eri *own, const double *a,
                                const double *b)
{
    size_t n = (size_t)hedra_eri_functions(own), at = 0;
    double *factor = calloc(n, sizeof *factor), worst = 0;
    int *to = calloc(n, sizeof *to);

    map_functions(x, own, to, factor);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < n; k++)
                for (size_t l = 0; l < n; l++, at++) {
                    size_t ij = (size_t)to[i] * n + (size_t)to[j];
                    size_t there = (ij * n + (size_t)to[k]) * n + (size_t)to[l];
                    double f = factor[i] * factor[j] * factor[k] * factor[l];

                    worst = fmax(worst, fabs(a[at] * f - b[there]));
                }
    free(factor);
    free(to);
    printf("integrals: greatest difference %.2e\n", worst);
    return worst;
}

/* Both matrices against sums over all integrals. */
static double compare_matrices(const struct hedra_eri *eri, const double *b)
{
    size_t n = (size_t)hedra_eri_functions(eri), all = n * n;
    double *d = calloc(3 * all, sizeof *d), worst = 0;

    for (size_t i = 0; i < all; i++)
        d[i] = cos((double)(i / n + i % n));
    if (hedra_eri_jk(eri, 0, d, d + all, d + 2 * all, NULL, NULL))
        worst = INFINITY;
    for (size_t i = 0; i < all; i++) {
        double j = 0, k = 0;

        for (size_t r = 0; r < all; r++) {
            j += b[i * all + r] * d[r];
            k += b[((i / n * n + r / n) * n + i % n) * n + r % n] * d[r];
        }
        worst = fmax(worst, fabs(j - d[all + i]));
        worst = fmax(worst, fabs(k - d[2 * all + i]));
    }
    free(d);
    printf("matrices: greatest difference %.2e\n", worst);
    return worst;
}

static bool compare(const struct arrays *x, const struct hedra_eri *own,
                    const struct hedra_eri *other)
{
    size_t n = (size_t)hedra_eri_functions(own), all = n * n * n * n;
    double *a = calloc(all, sizeof *a), *b = calloc(all, sizeof *b);
    bool good = (size_t)hedra_eri_functions(other) == n &&
                (size_t)x->functions == n && hedra_eri_order(other) &&
                !hedra_eri_order(own);

    good = good && !hedra_eri_fill(own, 0, a, NULL, NULL) &&
           !hedra_eri_fill(other, 0, b, NULL, NULL) &&
           compare_integrals(x, own, a, b) < 1e-12 &&
           compare_matrices(other, b) < 1e-11;
    free(a);
    free(b);
    return good;
}

static bool is_refused(const struct arrays *x, const struct hedra_eri_set *set,
                       const char *expected)
{
    struct hedra_error wrong;
    struct hedra_eri *eri = hedra_eri_new_libcint(
        set, x->atm, x->natm, x->bas, x->nbas, x->env, x->spherical, &wrong);

    printf("refused: %s\n", eri ? "not at all" : wrong.text);
    hedra_eri_free(eri);
    return !eri && strstr(wrong.text, expected);
}

static bool refusals(struct arrays *x, const struct hedra_eri_set *set)
{
    bool good;

    x->env[8] = 0.3;
    good = is_refused(x, set, "PTR_RANGE_OMEGA");
    x->env[8] = 0;
    for (int k = 5; k < 7; k++) { /* an exponent, a coefficient */
        double *number = &x->env[x->bas[k]], kept = *number;

        *number = INFINITY;
        good = is_refused(x, set, "finite") && good;
        *number = kept;
    }
    for (int k = 5; k < 7; k++) { /* places in env */
        int kept = x->bas[k];

        x->bas[k] = -1;
        good = is_refused(x, set, "before env") && good;
        x->bas[k] = kept;
    }
    x->atm[1] = -3;
    good = is_refused(x, set, "before env") && good;
    x->atm[1] = START;
    x->bas[1] = MAX_L + 1;
    good = is_refused(x, set, "no kernels for") && good;
    x->bas[0] = x->natm;
    return is_refused(x, set, "not in atm") && good;
}

int main(int argc, char **argv)
{
    static struct arrays x;
    struct hedra_eri_molecule m;
    struct hedra_eri *own, *other;
    const struct hedra_eri_set *set;
    struct hedra_error wrong;
    struct hedra_error why;
    bool good;

    if (argc != 3 || !(set = find_set(argv[1], false)) ||
        hedra_eri_read_xyz(argv[2], &m, &why)) {
        fputs("usage: libcint BASIS MOLECULE.xyz\n", stderr);
        return 2;
    }
    own =
        hedra_eri_new(set, m.atoms, m.z, (const double(*)[3])m.centre, &wrong);
    if (!own) {
        printf("error: %s\n", wrong.text);
        return 1;
    }
    make_arrays(&x, own, &m);
    other = hedra_eri_new_libcint(set, x.atm, x.natm, x.bas, x.nbas, x.env,
                                  x.spherical, &wrong);
    if (!other)
        printf("error: %s\n", wrong.text);
    printf("%d rows, %d of several contractions\n", x.nbas, x.general);
    good = other && compare(&x, own, other) &&
           (x.general > 0) == (strcmp(argv[1], "cc-pvdz") == 0);
    good = refusals(&x, set) && good;
    hedra_eri_free(own);
    hedra_eri_free(other);
    hedra_eri_free_molecule(&m);
    return good ? 0 : 1;
}
