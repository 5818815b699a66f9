/* parts DEVICE MOLECULE.xyz: kernels that are several functions on a device,
 * against the same kernels as one function each: every integral and both
 * matrices of a density, which must have the same bits; and against the host's
 * integrals. */
#include "sto_3g_parts.h"
#include "sto_3g_whole.h"

#include <hedra.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local struct hedra_error failure;

enum { SKIPPED = 77 };

struct results {
    size_t n, all;
    double *value, *j, *k;
};

static void check(int failed, const char *what)
{
    if (!failed)
        return;
    printf("error: %s\n", what);
    exit(1);
}

static double *allocate(size_t count)
{
    double *p = calloc(count, sizeof *p);

    check(!p, "memory is short");
    return p;
}

static struct results evaluate(const struct hedra_eri_set *set,
                               const char *device,
                               const struct hedra_eri_molecule *m)
{
    struct hedra_error wrong;
    struct hedra_eri *eri;
    struct results r;
    double *density;

    setenv("HEDRA_DEVICE", device, 1);
    eri = hedra_eri_new(set, m->atoms, m->z, (const double(*)[3])m->centre,
                        &wrong);
    if (!eri) {
        printf("%s: %s\n", device, wrong.text);
        exit(strstr(wrong.text, "cannot be used") ? SKIPPED : 1);
    }
    printf("%s\n", hedra_eri_device(eri));
    r.n = (size_t)hedra_eri_functions(eri);
    r.all = r.n * r.n * r.n * r.n;
    r.value = allocate(r.all);
    r.j = allocate(r.n * r.n);
    r.k = allocate(r.n * r.n);
    density = allocate(r.n * r.n);
    for (size_t i = 0; i < r.n; i++)
        for (size_t k = 0; k < r.n; k++)
            density[i * r.n + k] = cos((double)(i * k)) / (double)(1 + i + k);
    check(hedra_eri_fill(eri, 0, r.value, NULL, &failure), failure.text);
    check(hedra_eri_jk(eri, 0, density, r.j, r.k, NULL, &failure),
          failure.text);
    free(density);
    hedra_eri_free(eri);
    return r;
}

static void results_free(struct results r)
{
    free(r.value);
    free(r.j);
    free(r.k);
}

/* Kernels of the first set are one function each, of the second several, but
 * for short ones, of which (ss|ss) is the first. */
static void compare_sets(const struct hedra_eri_set *whole,
                         const struct hedra_eri_set *parts)
{
    int pairs = whole->kinds * (whole->kinds + 1) / 2, several = 0;

    for (int i = 0; i < pairs * (pairs + 1) / 2; i++) {
        const struct hedra_eri_kernel *a = &whole->kernel[i];
        const struct hedra_eri_kernel *b = &parts->kernel[i];

        check(a->scratch || a->device->gpu_kernel_count != 1,
              "a kernel was cut that should not be");
        check((b->scratch > 0) != (b->device->gpu_kernel_count > 1),
              "a kernel of several functions has no scratch");
        several += b->scratch > 0;
        printf("%s: %d functions, %d numbers\n", b->device->gpu_kernel[0].name,
               b->device->gpu_kernel_count, b->scratch);
    }
    check(several < 2, "hardly a kernel was cut");
}

int main(int argc, char **argv)
{
    struct hedra_eri_molecule molecule;
    struct results whole, parts, host;
    double worst = 0;
    struct hedra_error why;

    if (argc != 3 || hedra_eri_read_xyz(argv[2], &molecule, &why)) {
        fprintf(stderr, "%s\n",
                argc == 3 ? why.text : "usage: parts DEVICE MOLECULE.xyz");
        return 2;
    }
    compare_sets(&sto_3g_whole, &sto_3g_parts);
    whole = evaluate(&sto_3g_whole, argv[1], &molecule);
    parts = evaluate(&sto_3g_parts, argv[1], &molecule);
    host = evaluate(&sto_3g_parts, "host", &molecule);
    check(memcmp(whole.value, parts.value, whole.all * sizeof *whole.value),
          "integrals of several functions are not the same bits");
    check(memcmp(whole.j, parts.j, whole.n * whole.n * sizeof *whole.j) ||
              memcmp(whole.k, parts.k, whole.n * whole.n * sizeof *whole.k),
          "matrices are not the same bits");
    for (size_t i = 0; i < host.all; i++)
        worst = fmax(worst, fabs(parts.value[i] - host.value[i]));
    printf("greatest difference from the host: %.2e\n", worst);
    check(!(worst <= 1e-12), "integrals differ from the host's");
    results_free(whole);
    results_free(parts);
    results_free(host);
    hedra_eri_free_molecule(&molecule);
    return 0;
}
