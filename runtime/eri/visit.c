/* All quartets of a molecule, in rows: one bra pair with the ket pairs of one
 * class that pass the threshold, which stand in the beginning of the class. */
#include "runtime/base/base.h"
#include "runtime/eri/local.h"
#include "runtime/host/host.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of results that a batch may fill, to stay in a core's cache. */
enum { BATCH_BYTES = 32768 };

/* The share of the threshold that primitive quartets left out of an integral
 * may sum up to. */
static const double NEGLIGIBLE = 1e-3;

double eri_negligible(const struct eri_visit *v)
{
    return NEGLIGIBLE * v->threshold;
}

int eri_row_length(const struct eri_visit *v, const struct eri_rows *rows,
                   int pair)
{
    const struct eri_class *ket = rows->ket;
    int low = 0, high = rows->bra == ket ? pair + 1 : ket->count;

    if ((rows->begin + pair) % v->parts != v->part)
        return 0;
    while (low < high) {
        int middle = low + (high - low) / 2;

        if (rows->bra->bound[pair] * ket->bound[middle] >= v->threshold)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void eri_count_row(const struct eri_visit *v, const struct eri_rows *rows,
                   int pair, int length, struct hedra_eri_counts *counts)
{
    int all = rows->bra == rows->ket ? pair + 1 : rows->ket->count;

    if ((rows->begin + pair) % v->parts != v->part)
        return;
    counts->quartets += length;
    counts->integrals +=
        (int64_t)length * rows->bra->functions * rows->ket->functions;
    counts->skipped += all - length;
}

static int batch_width(const struct hedra_eri_set *set, int integrals)
{
    int width = BATCH_BYTES / set->element_size / integrals;

    width -= width % set->lanes;
    return width > set->lanes ? width : set->lanes;
}

void eri_block_init(const struct eri_rows *rows,
                    const struct hedra_eri_set *set,
                    struct hedra_eri_block *block)
{
    for (int i = 0; i < 2; i++) {
        block->n[i] = set->kind[set->shell[rows->bra->type[i]].kind].functions;
        block->n[2 + i] =
            set->kind[set->shell[rows->ket->type[i]].kind].functions;
    }
}

/* Evaluates a row; adds to *counts. */
static bool run_row(const struct eri_visit *v, struct eri_worker *w,
                    const struct eri_rows *rows, int pair,
                    struct hedra_eri_counts *counts)
{
    const struct eri_class *bra = rows->bra, *ket = rows->ket;
    const struct hedra_eri_set *set = v->eri->set;
    int width = batch_width(set, bra->functions * ket->functions);
    int length = eri_row_length(v, rows, pair);
    struct hedra_eri_block block;

    eri_block_init(rows, set, &block);
    memcpy(block.bra, bra->first[pair], sizeof block.bra);
    for (int at = 0; at < length; at += width) {
        int rest = ket->stride - at;

        block.stride = rest < width ? rest : width;
        block.quartets = length - at < width ? length - at : width;
        while (block.stride - set->lanes >= block.quartets)
            block.stride -= set->lanes;
        if (!eri_run(w, bra, ket, pair, at, block.stride, eri_negligible(v)))
            return false;
        block.ket = (const int(*)[2])(ket->first + at);
        block.value = w->out;
        v->visitor(v->context, &block);
    }
    eri_count_row(v, rows, pair, length, counts);
    return true;
}

/* The rows begin <= i < end of all. */
static void run_rows(const void *context, int64_t begin, int64_t end)
{
    struct eri_visit *v = (struct eri_visit *)context;
    struct eri_worker worker = {.eri = v->eri};
    struct hedra_eri_counts counts = {0, 0, 0, 0, 0};
    bool good = true;
    int at = 0;

    for (int64_t row = begin; good && row < end; row++) {
        while (v->rows[at + 1].begin <= row)
            at++;
        good = run_row(v, &worker, &v->rows[at], (int)(row - v->rows[at].begin),
                       &counts);
    }
    eri_count_primitives(v, &worker);
    eri_worker_free(&worker);
    if (!good)
        eri_visit_fail(v, NULL);
    pthread_mutex_lock(&v->lock);
    v->counts.quartets += counts.quartets;
    v->counts.integrals += counts.integrals;
    v->counts.skipped += counts.skipped;
    pthread_mutex_unlock(&v->lock);
}

void eri_count_primitives(struct eri_visit *v, const struct eri_worker *w)
{
    pthread_mutex_lock(&v->lock);
    v->counts.primitives += w->primitives;
    v->counts.primitives_skipped += w->primitives_skipped;
    pthread_mutex_unlock(&v->lock);
}

void eri_visit_fail(struct eri_visit *v, const struct report *why)
{
    pthread_mutex_lock(&v->lock);
    if (!v->failed)
        report_set(&v->why, "%s", why ? why->text : "memory is short");
    if (!v->status)
        v->status =
            !why || why->lack ? HEDRA_ERROR_NO_MEMORY : HEDRA_ERROR_NO_DEVICE;
    v->failed = true;
    pthread_mutex_unlock(&v->lock);
}

bool eri_visit_begin(struct eri_visit *v)
{
    int classes = v->eri->classes, pairs = classes * (classes + 1) / 2, n = 0;
    int64_t begin = 0;

    pthread_mutex_init(&v->lock, NULL);
    if (isnan(v->threshold)) {
        struct report why;

        v->status = HEDRA_ERROR_ARGUMENT;
        report_set(&why, "the threshold is not a number");
        eri_visit_fail(v, &why);
        return false;
    }
    v->rows = calloc((size_t)pairs + 1, sizeof *v->rows);
    if (!v->rows) {
        eri_visit_fail(v, NULL);
        return false;
    }
    for (int p = classes - 1; p >= 0; p--)
        for (int q = 0; q <= p; q++) {
            v->rows[n++] = (struct eri_rows){&v->eri->class[p],
                                             &v -> eri -> class[q], begin};
            begin += v->eri->class[p].count;
        }
    v->rows[n].begin = begin;
    return true;
}

static _Thread_local char message[REPORT_SIZE];

const char *eri_refuse(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    number_vprint(message, sizeof message, format, args);
    va_end(args);
    return message;
}

enum hedra_status eri_visit_end(struct eri_visit *v, struct hedra_error *why)
{
    enum hedra_status status =
        v->failed ? error_set(why, v->status, "%s", v->why.text)
                  : error_none(why);

    pthread_mutex_destroy(&v->lock);
    free(v->rows);
    return status;
}

enum hedra_status eri_check_call(const struct hedra_eri *eri, bool given,
                                 int part, int parts, struct hedra_error *why)
{
    if (!eri || !given)
        return error_argument(why,
                              "the object, the visitor or an array is NULL");
    if (part < 0 || part >= parts)
        return error_argument(why, "the part is none of 0 to parts - 1");
    return HEDRA_OK;
}

static int64_t all_rows(const struct eri_visit *v)
{
    const struct eri_rows *last = v->rows;

    while (last->bra)
        last++;
    return last->begin;
}

enum hedra_status hedra_eri_visit(const struct hedra_eri *eri, double threshold,
                                  hedra_eri_visitor visitor, void *context,
                                  struct hedra_eri_counts *counts,
                                  struct hedra_error *why)
{
    CANCEL_OFF;
    return hedra_eri_visit_part(eri, threshold, 0, 1, visitor, context, counts,
                                why);
}

enum hedra_status hedra_eri_visit_part(const struct hedra_eri *eri,
                                       double threshold, int part, int parts,
                                       hedra_eri_visitor visitor, void *context,
                                       struct hedra_eri_counts *counts,
                                       struct hedra_error *why)
{
    CANCEL_OFF;
    if (eri_check_call(eri, visitor != NULL, part, parts, why))
        return HEDRA_ERROR_ARGUMENT;
    struct eri_visit v = {.eri = eri,
                          .threshold = threshold,
                          .part = part,
                          .parts = parts,
                          .visitor = visitor,
                          .context = context};

    if (eri_visit_begin(&v)) {
        if (eri->device)
            eri_device_visit(&v);
        else
            host_pool_run(eri->threads, run_rows, &v, all_rows(&v));
    }
    if (counts)
        *counts = v.counts;
    return eri_visit_end(&v, why);
}
