/* How many ranks stand along each axis of a box of cells, and where. */
#include "runtime/order/ranks/ranks.h"

#include <math.h>
#include <string.h>

bool order_ranks_grid(const int64_t cells[3], int64_t least, int ranks,
                      int parts[3])
{
    double best = HUGE_VAL;
    for (int px = ranks; px >= 1; px--)
        for (int py = ranks / px; py >= 1 && ranks % px == 0; py--) {
            const int p[3] = {px, py, ranks / px / py};
            double area = 0;
            bool good = px * py * p[2] == ranks;
            for (int a = 0; a < 3; a++) {
                const int64_t b = cells[(a + 1) % 3], c = cells[(a + 2) % 3];
                good = good && (p[a] == 1 || cells[a] / p[a] >= least);
                area += (p[a] - 1) * (double)b * (double)c;
            }
            if (!good || area >= best)
                continue;
            best = area;
            memcpy(parts, p, sizeof p);
        }
    return isfinite(best);
}

int order_ranks_most(const int64_t cells[3], int64_t least, int ranks,
                     int parts[3])
{
    while (!order_ranks_grid(cells, least, ranks, parts))
        ranks--;
    return ranks;
}

void order_ranks_place(const int parts[3], int rank, int place[3])
{
    place[0] = rank / parts[2] / parts[1];
    place[1] = rank / parts[2] % parts[1];
    place[2] = rank % parts[2];
}

int order_ranks_at(const int parts[3], const bool periodic[3],
                   const int place[3])
{
    int rank = 0;
    for (int a = 0; a < 3; a++) {
        const bool leaves = place[a] < 0 || place[a] >= parts[a];
        if (leaves && !periodic[a])
            return -1;
        rank = rank * parts[a] + (place[a] + parts[a]) % parts[a];
    }
    return rank;
}

void order_ranks_share(int64_t cells, int parts, int place, int64_t *first,
                       int64_t *size)
{
    *first = cells * place / parts;
    *size = cells * (place + 1) / parts - *first;
}
