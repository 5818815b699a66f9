/* Integrals digested into Coulomb and exchange matrices as they come. */
#include "runtime/eri/local.h"
#include "runtime/host/host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Two matrices that one thread adds to. Each has its own from the first block
 * to the last: piles that went from hand to hand took their lines along, from
 * one core's cache to the other's. */
struct pile {
    double *j, *k;
    pthread_t owner;
    struct pile *next;
};

struct host_digest {
    const struct hedra_eri *eri;
    const double *density;
    size_t n;

    _Atomic(struct pile *) piles; /* grows at its head */
    atomic_bool failed;           /* memory is short */
};

static void pile_free(struct pile *p)
{
    if (!p)
        return;
    free(p->j);
    free(p->k);
    free(p);
}

static struct pile *pile_new(struct host_digest *d)
{
    struct pile *p = calloc(1, sizeof *p);

    if (!p)
        return NULL;
    p->owner = pthread_self();
    p->j = calloc(d->n * d->n + 1, sizeof *p->j);
    p->k = calloc(d->n * d->n + 1, sizeof *p->k);
    if (!p->j || !p->k) {
        pile_free(p);
        return NULL;
    }
    p->next = atomic_load(&d->piles);
    while (!atomic_compare_exchange_weak(&d->piles, &p->next, p))
        ;
    return p;
}

/* The calling thread's; NULL if memory is short. */
static struct pile *pile_of_thread(struct host_digest *d)
{
    struct pile *p = atomic_load(&d->piles);

    while (p && !pthread_equal(p->owner, pthread_self()))
        p = p->next;
    return p ? p : pile_new(d);
}

/* The integrals of a quartet stand for eight, some of which are the same where
 * shells or pairs coincide. */
static double weight(const int bra[2], const int ket[2])
{
    double w = 1;

    if (bra[0] == bra[1])
        w *= 0.5;
    if (ket[0] == ket[1])
        w *= 0.5;
    if (bra[0] == ket[0] && bra[1] == ket[1])
        w *= 0.5;
    return w;
}

/* Adds the integrals of one quartet to both matrices, for one of each two
 * transposed elements. */
static void digest_quartet(const struct host_digest *d, struct pile *p,
                           const struct hedra_eri_block *b, int q)
{
    const double *density = d->density;
    const int *first = b->bra, *ket = b->ket[q];
    double w = weight(b->bra, ket);
    size_t n = d->n;
    int64_t at = q;

    for (int i = first[0]; i < first[0] + b->n[0]; i++)
        for (int j = first[1]; j < first[1] + b->n[1]; j++) {
            size_t in = (size_t)i * n, jn = (size_t)j * n;
            double sum = 0, ij = 4 * w * density[in + (size_t)j];

            for (int k = ket[0]; k < ket[0] + b->n[2]; k++) {
                size_t kn = (size_t)k * n;
                double ik = 0, jk = 0;

                for (int l = ket[1]; l < ket[1] + b->n[3]; l++) {
                    double v = eri_get(d->eri->set, b->value, at);

                    at += b->stride;
                    sum += v * density[kn + (size_t)l];
                    p->j[kn + (size_t)l] += v * ij;
                    v *= 2 * w;
                    ik += v * density[jn + (size_t)l];
                    jk += v * density[in + (size_t)l];
                    p->k[in + (size_t)l] += v * density[jn + (size_t)k];
                    p->k[jn + (size_t)l] += v * density[in + (size_t)k];
                }
                p->k[in + (size_t)k] += ik;
                p->k[jn + (size_t)k] += jk;
            }
            p->j[in + (size_t)j] += 4 * w * sum;
        }
}

static void digest_block(void *context, const struct hedra_eri_block *block)
{
    struct host_digest *d = context;
    struct pile *p = pile_of_thread(d);

    if (!p)
        atomic_store(&d->failed, true);
    for (int q = 0; p && q < block->quartets; q++)
        digest_quartet(d, p, block, q);
}

/* result = the sum of the piles, made symmetric; frees nothing. */
static void collect(const struct host_digest *d, double *result, bool is_j)
{
    size_t n = d->n;

    if (!result)
        return;
    memset(result, 0, n * n * sizeof *result);
    for (const struct pile *p = d->piles; p; p = p->next) {
        const double *part = is_j ? p->j : p->k;

        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                result[i * n + j] += 0.5 * (part[i * n + j] + part[j * n + i]);
    }
}

static enum hedra_status
jk_on_device(const struct hedra_eri *eri, double threshold, int part, int parts,
             const double *density, double *j, double *k,
             struct hedra_eri_counts *counts, struct hedra_error *why)
{
    struct eri_visit v = {
        .eri = eri, .threshold = threshold, .part = part, .parts = parts};

    if (eri_visit_begin(&v))
        eri_device_jk(&v, density, j, k);
    if (counts)
        *counts = v.counts;
    return eri_visit_end(&v, why);
}

enum hedra_status hedra_eri_jk(const struct hedra_eri *eri, double threshold,
                               const double *density, double *j, double *k,
                               struct hedra_eri_counts *counts,
                               struct hedra_error *why)
{
    CANCEL_OFF;
    return hedra_eri_jk_part(eri, threshold, 0, 1, density, j, k, counts, why);
}

static enum hedra_status jk_on_host(const struct hedra_eri *eri,
                                    double threshold, int part, int parts,
                                    const double *density, double *j, double *k,
                                    struct hedra_eri_counts *counts,
                                    struct hedra_error *why)
{
    struct host_digest d = {
        .eri = eri, .density = density, .n = (size_t)eri->functions};
    struct pile *next;
    enum hedra_status failed;

    failed = hedra_eri_visit_part(eri, threshold, part, parts, digest_block, &d,
                                  counts, why);
    if (d.failed)
        failed = error_set(why, HEDRA_ERROR_NO_MEMORY, "memory is short");
    if (!failed) {
        collect(&d, j, true);
        collect(&d, k, false);
    }
    for (struct pile *p = d.piles; p; p = next) {
        next = p->next;
        pile_free(p);
    }
    return failed;
}

static enum hedra_status jk(const struct hedra_eri *eri, double threshold,
                            int part, int parts, const double *density,
                            double *j, double *k,
                            struct hedra_eri_counts *counts,
                            struct hedra_error *why)
{
    return eri->device ? jk_on_device(eri, threshold, part, parts, density, j,
                                      k, counts, why)
                       : jk_on_host(eri, threshold, part, parts, density, j, k,
                                    counts, why);
}

/* to = the matrix in the caller's numbers, or from them if `back`. */
static void reorder(const struct hedra_eri *eri, const double *from, double *to,
                    bool back)
{
    size_t n = (size_t)eri->functions;

    for (size_t i = 0; from && i < n; i++)
        for (size_t l = 0; l < n; l++) {
            size_t own = i * n + l;
            size_t their = (size_t)eri->order[i] * n + (size_t)eri->order[l];

            if (back)
                to[own] = from[their];
            else
                to[their] = from[own];
        }
}

enum hedra_status hedra_eri_jk_part(const struct hedra_eri *eri,
                                    double threshold, int part, int parts,
                                    const double *density, double *j, double *k,
                                    struct hedra_eri_counts *counts,
                                    struct hedra_error *why)
{
    CANCEL_OFF;
    size_t n = (size_t)hedra_eri_functions(eri);
    double *own[3] = {NULL, NULL, NULL};
    bool good = true;
    enum hedra_status failed;

    if (eri_check_call(eri, density != NULL, part, parts, why))
        return HEDRA_ERROR_ARGUMENT;
    if (!eri->order)
        return jk(eri, threshold, part, parts, density, j, k, counts, why);
    for (int i = 0; i < 3; i++) {
        own[i] = calloc(n * n + 1, sizeof **own);
        good = good && own[i];
    }
    if (good) {
        reorder(eri, density, own[0], true);
        failed = jk(eri, threshold, part, parts, own[0], j ? own[1] : NULL,
                    k ? own[2] : NULL, counts, why);
    } else {
        failed = error_set(why, HEDRA_ERROR_NO_MEMORY, "memory is short");
    }
    if (!failed) {
        reorder(eri, j ? own[1] : NULL, j, false);
        reorder(eri, k ? own[2] : NULL, k, false);
    }
    for (int i = 0; i < 3; i++)
        free(own[i]);
    return failed;
}
