/* devices DEVICE BASIS f64|f32 MOLECULE.xyz [LETTERS]: quartets on a device
 * against those on the host, of all shells or of those with the angular momenta
 * LETTERS ("pd"): every integral, packed and not, and both matrices of a
 * density, whole and in parts, which must be the same bits in every run. */
#include "tests/brush/sets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local struct hedra_error failure;

enum { SKIPPED = 77, PARTS = 3 };

struct bounds {
    double integral, matrix;
};

static int failures;

static void check(bool good, const char *what)
{
    if (good)
        return;
    printf("error: %s\n", what);
    failures++;
}

static void *allocate(size_t count, size_t size)
{
    void *p = calloc(count, size);

    if (!p)
        exit(2);
    return p;
}

static double worst_of(const double *a, const double *b, size_t count)
{
    double worst = 0;

    for (size_t i = 0; i < count; i++) {
        double e = fabs(a[i] - b[i]);

        if (!(e <= worst))
            worst = isnan(e) ? INFINITY : e;
    }
    return worst;
}

static struct hedra_eri *make(const char *device, const struct hedra_eri_set *s,
                              const struct hedra_eri_molecule *m)
{
    struct hedra_error wrong;
    struct hedra_eri *eri;

    setenv("HEDRA_DEVICE", device, 1);
    eri =
        hedra_eri_new(s, m->atoms, m->z, (const double(*)[3])m->centre, &wrong);
    if (!eri) {
        printf("%s: %s\n", device, wrong.text);
        exit(strstr(wrong.text, "cannot be used") ? SKIPPED : 1);
    }
    printf("%s\n", hedra_eri_device(eri));
    return eri;
}

/* But for primitive quartets, which the host counts in lanes. */
static bool same_counts(const struct hedra_eri_counts *a,
                        const struct hedra_eri_counts *b)
{
    return a->quartets == b->quartets && a->integrals == b->integrals &&
           a->skipped == b->skipped;
}

static void compare_integrals(const struct hedra_eri *host,
                              const struct hedra_eri *device, double bound)
{
    size_t n = (size_t)hedra_eri_functions(host), all = n * n * n * n;
    size_t pairs = n * (n + 1) / 2, packed = pairs * (pairs + 1) / 2, at = 0;
    double *a = allocate(all, sizeof *a), *b = allocate(all, sizeof *b), e;
    double *c = allocate(packed, sizeof *c);
    struct hedra_eri_counts mine, theirs, third;
    bool same = true;

    check(!hedra_eri_fill(host, 0, a, &mine, &failure), failure.text);
    check(!hedra_eri_fill(device, 0, b, &theirs, &failure), failure.text);
    check(!hedra_eri_fill_packed(device, 0, c, &third, &failure), failure.text);
    e = worst_of(a, b, all);
    printf("%lld integrals of %lld quartets, greatest difference %.2e\n",
           (long long)theirs.integrals, (long long)theirs.quartets, e);
    check(e <= bound, "integrals differ");
    check(theirs.quartets > 0 && same_counts(&mine, &theirs) &&
              same_counts(&mine, &third),
          "quartets are counted differently");
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            for (size_t k = 0; k <= i; k++)
                for (size_t l = 0; l <= (k == i ? j : k); l++)
                    same = same && c[at++] == b[((i * n + j) * n + k) * n + l];
    check(same && at == packed, "packed integrals differ from the others");
    free(a);
    free(b);
    free(c);
}

/* Any symmetric matrix, of elements like a density's. */
static double *make_density(size_t n)
{
    double *d = allocate(n * n, sizeof *d);

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k <= i; k++)
            d[i * n + k] = d[k * n + i] =
                cos((double)(3 * i + 7 * k + i * k)) / (double)(1 + i - k);
    return d;
}

struct matrices {
    double *j, *k;
};

static struct matrices matrices_new(size_t n)
{
    return (struct matrices){allocate(n * n, sizeof(double)),
                             allocate(n * n, sizeof(double))};
}

static void matrices_free(struct matrices m)
{
    free(m.j);
    free(m.k);
}

static void add_parts(const struct hedra_eri *eri, const double *density,
                      size_t n, struct matrices sum)
{
    struct matrices part = matrices_new(n);

    for (int p = 0; p < PARTS; p++) {
        check(!hedra_eri_jk_part(eri, 0, p, PARTS, density, part.j, part.k,
                                 NULL, &failure),
              failure.text);
        for (size_t i = 0; i < n * n; i++) {
            sum.j[i] += part.j[i];
            sum.k[i] += part.k[i];
        }
    }
    matrices_free(part);
}

static void compare_matrices(const struct hedra_eri *host,
                             const struct hedra_eri *device, double bound)
{
    size_t n = (size_t)hedra_eri_functions(host);
    struct matrices mine = matrices_new(n), theirs = matrices_new(n);
    struct matrices again = matrices_new(n), parts = matrices_new(n);
    double *density = make_density(n), e;

    check(!hedra_eri_jk(host, 0, density, mine.j, mine.k, NULL, &failure),
          failure.text);
    check(!hedra_eri_jk(device, 0, density, theirs.j, theirs.k, NULL, &failure),
          failure.text);
    check(!hedra_eri_jk(device, 0, density, again.j, NULL, NULL, &failure),
          failure.text);
    check(!hedra_eri_jk(device, 0, density, NULL, again.k, NULL, &failure),
          failure.text);
    add_parts(device, density, n, parts);
    e = fmax(worst_of(mine.j, theirs.j, n * n),
             worst_of(mine.k, theirs.k, n * n));
    printf("matrices: greatest difference %.2e\n", e);
    check(e <= bound, "matrices differ");
    check(!memcmp(theirs.j, again.j, n * n * sizeof *again.j) &&
              !memcmp(theirs.k, again.k, n * n * sizeof *again.k),
          "matrices of two runs are not the same bits");
    e = fmax(worst_of(parts.j, theirs.j, n * n),
             worst_of(parts.k, theirs.k, n * n));
    printf("in parts: greatest difference %.2e\n", e);
    check(e <= 1e-11, "the sum over parts differs");
    density[1] = density[n] = NAN;
    check(hedra_eri_jk(device, 0, density, again.j, again.k, NULL, &failure) ==
                  HEDRA_ERROR_NOT_FINITE &&
              strstr(failure.text, "not finite"),
          "a density that is not finite was taken");
    matrices_free(mine);
    matrices_free(theirs);
    matrices_free(again);
    matrices_free(parts);
    free(density);
}

int main(int argc, char **argv)
{
    struct hedra_eri_molecule molecule;
    const struct hedra_eri_set *set;
    struct hedra_eri *host, *device;
    struct bounds bounds;
    struct hedra_error why;

    if (argc != 5 && argc != 6) {
        fputs("usage: devices DEVICE BASIS f64|f32 MOLECULE.xyz [LETTERS]\n",
              stderr);
        return 2;
    }
    set = find_set(argv[2], strcmp(argv[3], "f32") == 0);
    if (set && argc == 6)
        set = keep_shells(set, argv[5]);
    if (!set || hedra_eri_read_xyz(argv[4], &molecule, &why)) {
        fprintf(stderr, "%s\n", set ? why.text : "no such set");
        return 2;
    }
    bounds = set->element_size == 8 ? (struct bounds){1e-12, 1e-11}
                                    : (struct bounds){1e-5, 1e-3};
    device = make(argv[1], set, &molecule);
    host = make("host", set, &molecule);
    compare_integrals(host, device, bounds.integral);
    compare_matrices(host, device, bounds.matrix);
    hedra_eri_free(host);
    hedra_eri_free(device);
    hedra_eri_free_molecule(&molecule);
    return failures != 0;
}
