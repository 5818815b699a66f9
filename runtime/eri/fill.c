/* All integrals of a molecule in one array. */
#include "runtime/eri/local.h"
#include "runtime/host/host.h"

#include <string.h>

struct fill {
    const struct hedra_eri *eri;
    size_t n;
    bool packed;
    double *value;
};

/* The number of a pair among all with i >= j. */
static size_t pair_number(size_t i, size_t j)
{
    return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
}

static size_t place(size_t n, size_t i, size_t j, size_t k, size_t l)
{
    return ((i * n + j) * n + k) * n + l;
}

static void put(const struct fill *f, const int at[4], double value)
{
    size_t i = (size_t)at[0], j = (size_t)at[1], k = (size_t)at[2];
    size_t l = (size_t)at[3], n = f->n;

    if (f->packed) {
        f->value[pair_number(pair_number(i, j), pair_number(k, l))] = value;
        return;
    }
    f->value[place(n, i, j, k, l)] = f->value[place(n, j, i, k, l)] = value;
    f->value[place(n, i, j, l, k)] = f->value[place(n, j, i, l, k)] = value;
    f->value[place(n, k, l, i, j)] = f->value[place(n, k, l, j, i)] = value;
    f->value[place(n, l, k, i, j)] = f->value[place(n, l, k, j, i)] = value;
}

/* Of those integrals of a quartet of shells that are the same where shells or
 * pairs coincide, one is taken, so that no element is written twice. */
static bool is_first(const int from[4], const int at[4])
{
    bool same = from[0] == from[2] && from[1] == from[3];

    return (from[0] != from[1] || at[0] >= at[1]) &&
           (from[2] != from[3] || at[2] >= at[3]) &&
           (!same || at[0] > at[2] || (at[0] == at[2] && at[1] >= at[3]));
}

static void fill_block(void *context, const struct hedra_eri_block *b)
{
    const struct fill *f = context;
    int n[4];

    memcpy(n, b->n, sizeof n);
    for (int q = 0; q < b->quartets; q++) {
        int from[4] = {b->bra[0], b->bra[1], b->ket[q][0], b->ket[q][1]};
        int all = n[0] * n[1] * n[2] * n[3];

        for (int x = 0; x < all; x++) {
            int at[4] = {from[0] + x / (n[3] * n[2] * n[1]),
                         from[1] + x / (n[3] * n[2]) % n[1],
                         from[2] + x / n[3] % n[2], from[3] + x % n[3]};

            if (!is_first(from, at))
                continue;
            for (int i = 0; f->eri->order && i < 4; i++)
                at[i] = f->eri->order[at[i]];
            put(f, at,
                eri_get(f->eri->set, b->value, (int64_t)x * b->stride + q));
        }
    }
}

static enum hedra_status fill(const struct hedra_eri *eri, double threshold,
                              bool packed, size_t count, double *value,
                              struct hedra_eri_counts *counts,
                              struct hedra_error *why)
{
    if (eri_check_call(eri, value != NULL, 0, 1, why))
        return HEDRA_ERROR_ARGUMENT;
    struct fill f = {eri, (size_t)eri->functions, packed, value};

    memset(value, 0, count * sizeof *value);
    return hedra_eri_visit(eri, threshold, fill_block, &f, counts, why);
}

enum hedra_status hedra_eri_fill(const struct hedra_eri *eri, double threshold,
                                 double *value, struct hedra_eri_counts *counts,
                                 struct hedra_error *why)
{
    CANCEL_OFF;
    size_t n = (size_t)hedra_eri_functions(eri);

    return fill(eri, threshold, false, n * n * n * n, value, counts, why);
}

enum hedra_status hedra_eri_fill_packed(const struct hedra_eri *eri,
                                        double threshold, double *value,
                                        struct hedra_eri_counts *counts,
                                        struct hedra_error *why)
{
    CANCEL_OFF;
    size_t n = (size_t)hedra_eri_functions(eri), pairs = n * (n + 1) / 2;

    return fill(eri, threshold, true, pairs * (pairs + 1) / 2, value, counts,
                why);
}
