/*
 * Runs the loops that threads could share on one thread, one iteration after
 * the other, the last one first: a loop that is none of these gives other
 * results so, every time; none runs in place, since notes stay as they are at
 * the start. Linked into programs in place of libhedra's. With
 * HEDRA_STATS a line of the statistics' form says at the end that there was
 * one.
 */
#include <hedra.h>

#include <stdio.h>
#include <stdlib.h>

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
