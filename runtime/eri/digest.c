/*
 * Coulomb and exchange matrices on a device: integrals stay there, and a second
 * kernel (backends/library/eri.c) adds them, as integers, so that the order
 * does not matter.
 */
#include "runtime/eri/device.h"
#include "runtime/region/region.h"

#include <math.h>
#include <stdlib.h>

/* Written by hedra-embed: for f32 and for f64. */
extern struct hedra_module eri_module[2];

/* Bytes of integrals in a batch. */
enum { STAY_BYTES = 1 << 27 };

enum { COULOMB, EXCHANGE, MATRICES };

/* The first role of each matrix in backends/library/eri.c. */
static const int first_role[MATRICES + 1] = {0, 2, 6};

struct device_digest {
    struct eri_runner runner;
    size_t n;
    void *density; /* of the set's type */
    bool wanted[MATRICES];
    int64_t *sum[MATRICES]; /* NULL if it is not wanted */
    int exponent[MATRICES]; /* sums are in units of 2^exponent */
};

/* What bounds the elements of both matrices: |(ij|kl)| <= Q_ij Q_kl. */
struct bounds {
    double most;    /* Q */
    double density; /* |D| */
    double pairs;   /* sum over pairs of shells, of Q_kl |D_kl| */
    double *row;    /* for each shell the sum over functions, of Q */
};

static void bound_pair(const struct hedra_eri *eri, const double *density,
                       const int shell[2], double bound, struct bounds *b)
{
    const struct hedra_eri_place *p = &eri->place[shell[0]];
    const struct hedra_eri_place *q = &eri->place[shell[1]];
    size_t n = (size_t)eri->functions;
    double sum = 0;

    for (int i = 0; i < p->kind->functions; i++)
        for (int k = 0; k < q->kind->functions; k++) {
            double d = fabs(density[(size_t)(p->first_function + i) * n +
                                    (size_t)(q->first_function + k)]);

            sum += d;
            b->density = fmax(b->density, d);
        }
    b->most = fmax(b->most, bound);
    b->pairs += bound * sum;
    b->row[shell[0]] += bound * q->kind->functions;
    b->row[shell[1]] += bound * p->kind->functions;
}

/* For sums below the bound that are to be numbers of 61 bits. */
static int exponent_of(double bound)
{
    int exponent = 0;

    frexp(bound, &exponent);
    return exponent - 61;
}

/* J_ij gets at most 4 Q_ij Q_kl |D_kl| from a pair kl of shells, with twice
 * that for those that are no longer symmetric; K_ik at most 8 Q_ij |D_jl| Q_kl
 * from all j and l, for each of the roles that i and k may have in a quartet.
 */
static bool choose_exponents(struct device_digest *d, const double *density)
{
    const struct hedra_eri *eri = d->runner.visit->eri;
    struct bounds b = {.row = calloc((size_t)eri->shells + 1, sizeof *b.row)};
    double row = 0;

    if (!b.row)
        return report_lack(&d->runner.why, "memory is short");
    for (int c = 0; c < eri->classes; c++)
        for (int i = 0; i < eri->class[c].count; i++)
            bound_pair(eri, density, eri->class[c].shell[i],
                       eri->class[c].bound[i], &b);
    for (int i = 0; i < eri->shells; i++)
        row = fmax(row, b.row[i]);
    free(b.row);
    d->exponent[COULOMB] = exponent_of(8 * b.most * b.pairs);
    d->exponent[EXCHANGE] = exponent_of(8 * row * row * b.density);
    return true;
}

static bool allocate(struct device_digest *d, const double *density)
{
    const struct hedra_eri_set *set = d->runner.visit->eri->set;
    int64_t all = (int64_t)(d->n * d->n);
    bool good;

    d->density = calloc((size_t)all + 1, (size_t)set->element_size);
    good = d->density != NULL;
    for (int m = 0; m < MATRICES; m++)
        if (d->wanted[m]) {
            d->sum[m] = calloc((size_t)all + 1, sizeof *d->sum[m]);
            good = good && d->sum[m];
        }
    if (!good)
        return report_lack(&d->runner.why, "memory is short");
    for (int64_t i = 0; i < all; i++) {
        if (!isfinite(density[i])) {
            d->runner.visit->status = HEDRA_ERROR_NOT_FINITE;
            return report_set(&d->runner.why,
                              "an element of the density is not finite");
        }
        eri_put(set, d->density, i, density[i]);
    }
    return true;
}

static void list_arrays(const struct device_digest *d,
                        const struct eri_batch *b, struct eri_region *region)
{
    const struct eri_class *bra = b->rows->bra, *ket = b->rows->ket;
    int64_t all = (int64_t)(d->n * d->n);
    int size = d->runner.visit->eri->set->element_size;

    region->arrays = 7;
    region->array[0] = eri_item_array(&d->runner, b);
    region->array[1] = eri_array("integrals", d->runner.worker.out,
                                 b->integrals * size, size, HEDRA_READ);
    region->array[2] =
        eri_array("bra functions", bra->first, (int64_t)eri_first_size(bra),
                  sizeof(int), HEDRA_READ);
    region->array[3] =
        eri_array("ket functions", ket->first, (int64_t)eri_first_size(ket),
                  sizeof(int), HEDRA_READ);
    region->array[4] =
        eri_array("density", d->density, all * size, size, HEDRA_READ);
    for (int m = 0; m < MATRICES; m++)
        region->array[5 + m] =
            eri_array(m == COULOMB ? "coulomb" : "exchange", d->sum[m],
                      d->sum[m] ? all * (int64_t)sizeof **d->sum : 0,
                      sizeof **d->sum, HEDRA_READ | HEDRA_WRITE);
}

/* Adds the integrals of a batch, which are on the device. */
static bool add_batch(struct device_digest *d, const struct eri_batch *b)
{
    const struct hedra_eri *eri = d->runner.visit->eri;
    int first = first_role[d->wanted[COULOMB] ? COULOMB : EXCHANGE];
    int last = first_role[d->wanted[EXCHANGE] ? MATRICES : EXCHANGE], n = 0;
    struct eri_region region = {.kernels = 1,
                                .grid = {b->items, last - first, 1}};
    struct hedra_eri_block block;

    eri_block_init(b->rows, eri->set, &block);
    list_arrays(d, b, &region);
    for (; n < region.arrays; n++)
        region.arg[n].b = n;
    region.arg[n++].l = (int64_t)d->n;
    for (int i = 0; i < 4; i++)
        region.arg[n++].l = block.n[i];
    for (int m = 0; m < MATRICES; m++)
        region.arg[n++].d = ldexp(1, -d->exponent[m]);
    region.arg[n++].l = first;
    region.args = n;
    return eri_run_region(eri, &eri_module[eri->set->element_size == 8],
                          &region, NULL, &d->runner.why);
}

/* The integrals of a batch are kept where they are between both regions. */
static bool add_batches(struct device_digest *d, const struct eri_batches *b)
{
    struct eri_runner *r = &d->runner;
    struct report ignored;
    int64_t most = 0;
    size_t size;
    bool good;

    for (int64_t i = 0; i < b->count; i++)
        if (b->batch[i].integrals > most)
            most = b->batch[i].integrals;
    size = (size_t)most * (size_t)r->visit->eri->set->element_size;
    if (!most)
        return true;
    if (!eri_reserve_out(&r->worker, most))
        return report_lack(&r->why, "memory is short");
    good = mirror_keep(r->worker.out, size, &r->why);
    for (int64_t i = 0; good && i < b->count; i++)
        good = eri_evaluate(r, &b->batch[i]) && add_batch(d, &b->batch[i]);
    mirror_forget(r->worker.out, size, &ignored);
    return good;
}

/* Keeps density and sums on the device while batches are added. */
static bool add_all(struct device_digest *d, const struct eri_batches *b)
{
    size_t element = (size_t)d->runner.visit->eri->set->element_size;
    size_t all = d->n * d->n, bytes = all * sizeof **d->sum;
    bool good, kept[MATRICES] = {false, false};
    struct report ignored;

    if (!mirror_keep(d->density, all * element, &d->runner.why))
        return false;
    good = true;
    for (int m = 0; good && m < MATRICES; m++)
        if (d->sum[m])
            good = kept[m] = mirror_keep(d->sum[m], bytes, &d->runner.why);
    good = good && add_batches(d, b);
    for (int m = 0; m < MATRICES; m++) {
        if (kept[m] && good)
            good = mirror_release(d->sum[m], bytes, &d->runner.why);
        else if (kept[m])
            mirror_forget(d->sum[m], bytes, &ignored);
    }
    mirror_forget(d->density, all * element, &ignored);
    return good;
}

/* The matrix in the user's units, made symmetric. */
static void scale_home(const struct device_digest *d, int m, double *result)
{
    const int64_t *sum = d->sum[m];
    double unit = ldexp(0.5, d->exponent[m]);

    for (size_t i = 0; i < d->n; i++)
        for (size_t k = 0; k < d->n; k++)
            result[i * d->n + k] =
                ((double)sum[i * d->n + k] + (double)sum[k * d->n + i]) * unit;
}

static bool make(struct device_digest *d, struct eri_batches *b,
                 const double *density)
{
    if (!eri_make_batches(b, STAY_BYTES))
        return report_lack(&d->runner.why, "memory is short");
    return allocate(d, density) && choose_exponents(d, density) &&
           add_all(d, b);
}

void eri_device_jk(struct eri_visit *v, const double *density, double *j,
                   double *k)
{
    struct eri_batches b = {.visit = v};
    struct device_digest d = {.runner = {.visit = v, .worker = {.eri = v->eri}},
                              .n = (size_t)v->eri->functions,
                              .wanted = {j != NULL, k != NULL}};

    if (!j && !k)
        return;
    if (!make(&d, &b, density)) {
        eri_visit_fail(v, &d.runner.why);
    } else {
        if (j)
            scale_home(&d, COULOMB, j);
        if (k)
            scale_home(&d, EXCHANGE, k);
    }
    free(d.density);
    free(d.sum[COULOMB]);
    free(d.sum[EXCHANGE]);
    free(b.batch);
    eri_runner_free(&d.runner);
}
