/* All quartets of a molecule, in rows: one bra pair with the ket pairs of one
 * class that pass the threshold, which stand in the beginning of the class. */
#include "runtime/eri_local.h"
#include "runtime/host_pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of results that a batch may fill, to stay in a core's cache. */
enum { BATCH_BYTES = 32768 };

/* The rows of two classes: as many as the bra class has pairs. */
struct rows {
    const struct eri_class *bra, *ket;
    int64_t begin;
};

struct visit {
    const struct hedra_eri *eri;
    double threshold;
    hedra_eri_visitor visitor;
    void *context;
    const struct rows *rows; /* and one behind the last */

    pthread_mutex_t lock;
    struct hedra_eri_counts counts;
    bool failed;
};

/* How many ket pairs of a row are different from others' and pass. */
static int row_length(const struct visit *v, const struct rows *rows, int pair)
{
    const struct eri_class *ket = rows->ket;
    int low = 0, high = rows->bra == ket ? pair + 1 : ket->count;

    while (low < high) {
        int middle = low + (high - low) / 2;

        if (rows->bra->bound[pair] * ket->bound[middle] >= v->threshold)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int batch_width(const struct hedra_eri_set *set, int integrals)
{
    int width = BATCH_BYTES / set->element_size / integrals;

    width -= width % set->lanes;
    return width > set->lanes ? width : set->lanes;
}

static void block_init(const struct visit *v, const struct rows *rows,
                       struct hedra_eri_block *block)
{
    const struct hedra_eri_set *set = v->eri->set;

    for (int i = 0; i < 2; i++) {
        block->n[i] = set->kind[set->shell[rows->bra->type[i]].kind].functions;
        block->n[2 + i] =
            set->kind[set->shell[rows->ket->type[i]].kind].functions;
    }
}

/* Evaluates a row; adds to *counts. */
static bool run_row(const struct visit *v, struct eri_worker *w,
                    const struct rows *rows, int pair,
                    struct hedra_eri_counts *counts)
{
    const struct eri_class *bra = rows->bra, *ket = rows->ket;
    int integrals = bra->functions * ket->functions;
    int width = batch_width(v->eri->set, integrals);
    int length = row_length(v, rows, pair);
    struct hedra_eri_block block;

    block_init(v, rows, &block);
    memcpy(block.bra, bra->first[pair], sizeof block.bra);
    for (int at = 0; at < length; at += width) {
        int rest = ket->stride - at;

        block.stride = rest < width ? rest : width;
        block.quartets = length - at < width ? length - at : width;
        while (block.stride - v->eri->set->lanes >= block.quartets)
            block.stride -= v->eri->set->lanes;
        if (!eri_run(w, bra, ket, pair, at, block.stride))
            return false;
        block.ket = (const int(*)[2])(ket->first + at);
        block.value = w->out;
        v->visitor(v->context, &block);
    }
    counts->quartets += length;
    counts->integrals += (int64_t)length * integrals;
    counts->skipped += (bra == ket ? pair + 1 : ket->count) - length;
    return true;
}

/* The rows begin <= i < end of all. */
static void run_rows(const void *context, int64_t begin, int64_t end)
{
    struct visit *v = (struct visit *)context;
    struct eri_worker worker = {.eri = v->eri};
    struct hedra_eri_counts counts = {0, 0, 0};
    bool good = true;
    int at = 0;

    for (int64_t row = begin; good && row < end; row++) {
        while (v->rows[at + 1].begin <= row)
            at++;
        good = run_row(v, &worker, &v->rows[at], (int)(row - v->rows[at].begin),
                       &counts);
    }
    eri_worker_free(&worker);
    pthread_mutex_lock(&v->lock);
    v->counts.quartets += counts.quartets;
    v->counts.integrals += counts.integrals;
    v->counts.skipped += counts.skipped;
    v->failed = v->failed || !good;
    pthread_mutex_unlock(&v->lock);
}

int hedra_eri_visit(const struct hedra_eri *eri, double threshold,
                    hedra_eri_visitor visitor, void *context,
                    struct hedra_eri_counts *counts)
{
    int classes = eri->classes, pairs = classes * (classes + 1) / 2, n = 0;
    struct rows *rows = calloc((size_t)pairs + 1, sizeof *rows);
    struct visit v = {.eri = eri,
                      .threshold = threshold,
                      .visitor = visitor,
                      .context = context,
                      .rows = rows};
    int64_t begin = 0;

    if (!rows)
        return 1;
    for (int p = classes - 1; p >= 0; p--)
        for (int q = 0; q <= p; q++) {
            rows[n++] = (struct rows){&eri->class[p], &eri->class[q], begin};
            begin += eri->class[p].count;
        }
    rows[n].begin = begin;
    pthread_mutex_init(&v.lock, NULL);
    host_pool_run(eri->threads, run_rows, &v, begin);
    pthread_mutex_destroy(&v.lock);
    free(rows);
    if (counts)
        *counts = v.counts;
    return v.failed;
}
