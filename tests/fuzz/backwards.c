/*
 * Runs the loops that threads could share on one thread, one iteration after
 * the other, the last one first: a loop that is none of these gives other
 * results so, every time. Linked into programs in place of libhedra's.
 */
#include <hedra.h>

void hedra_share(hedra_loop loop, void *const *variable, int64_t first,
                 int64_t end, int64_t step)
{
    int64_t last =
        step > 0 ? (end - first - 1) / step : (first - end - 1) / -step;
    if (step > 0 ? first >= end : first <= end)
        return;
    for (int64_t k = last; k >= 0; k--) {
        int64_t from = first + k * step;
        loop(variable, from, k == last ? end : from + step);
    }
}
