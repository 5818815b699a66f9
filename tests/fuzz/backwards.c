/*
 * Runs the loops that threads could share on one thread, one iteration after
 * the other, the last one first: a loop that is none of these gives other
 * results so, every time; none runs in place, since notes stay as they are at
 * the start. Sums are made in copies that hold nothing before, and added to the
 * program's variables behind the loop. Linked into programs in place of
 * libhedra's. With HEDRA_STATS a line of the statistics' form says at the end
 * that there was one.
 */
#include <hedra.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long long count;

static void report(void)
{
    if (getenv("HEDRA_STATS"))
        fprintf(stderr, "hedra: loops backwards.c:1 shared, %lld times\n",
                count);
}

void hedra_share(hedra_loop loop, void *const *variable, int64_t first,
                 int64_t end, int64_t step, struct hedra_note *note)
{
    (void)note;
    int64_t last =
        step > 0 ? (end - first - 1) / step : (first - end - 1) / -step;
    if (step > 0 ? first >= end : first <= end)
        return;
    if (count++ == 0)
        atexit(report);
    for (int64_t k = last; k >= 0; k--) {
        int64_t from = first + k * step;
        loop(variable, from, k == last ? end : from + step);
    }
}

static uint64_t combined(enum hedra_sum_kind kind, uint64_t a, uint64_t b)
{
    switch (kind) {
    case HEDRA_SUM_ADD:
        return a + b;
    case HEDRA_SUM_OR:
        return a | b;
    case HEDRA_SUM_XOR:
        return a ^ b;
    default:
        return a & b;
    }
}

static void combine(const struct hedra_sum *sum, char *to, const char *from)
{
    for (int64_t at = 0; at < sum->to - sum->from; at += sum->size) {
        uint64_t a = 0, b = 0, none = 0;
        if (sum->kind == HEDRA_SUM_AND)
            memset(&none, 0xff, sum->size);
        memcpy(&b, from + at, sum->size);
        if (b == none) /* the sum itself may be nowhere */
            continue;
        memcpy(&a, to + at, sum->size);
        a = combined(sum->kind, a, b);
        memcpy(to + at, &a, sum->size);
    }
}

void hedra_share_sums(hedra_loop loop, void *const *variable, int64_t first,
                      int64_t end, int64_t step, struct hedra_note *note,
                      int variables, const struct hedra_sum *sum, int sums)
{
    void *own[variables];
    char *copy[sums];
    memcpy(own, variable, sizeof own);
    for (int k = 0; k < sums; k++) {
        size_t bytes = sum[k].to > sum[k].from ? sum[k].to - sum[k].from : 0;
        copy[k] = malloc(bytes + 1);
        memset(copy[k], sum[k].kind == HEDRA_SUM_AND ? 0xff : 0, bytes);
        own[sum[k].variable] =
            (void *)((uintptr_t)copy[k] - (uintptr_t)sum[k].from);
    }
    hedra_share(loop, own, first, end, step, note);
    for (int k = 0; k < sums; k++) {
        combine(&sum[k], (char *)variable[sum[k].variable] + sum[k].from,
                copy[k]);
        free(copy[k]);
    }
}
