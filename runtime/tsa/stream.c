/*
 * Several full steps in one pass over the lattice, in place.
 *
 * Row pairs enter at the front; behind it, each S2 step follows two rows later
 * than the one before: edge m (its V0 and H0, merged with those that end the
 * step before) works on rows (2p, 2p + 1) with p = k - m when pair k has
 * entered, and middle m (V1 H1 P H1 V1) on rows (2p - 1, 2p). So 2 depth + 2
 * rows are at work at a time, which stay in cache, and the lattice is read and
 * written once for all these steps. H0 and V0 may be exchanged and merged as
 * far as they are neighbours: V0 V0 of successive steps are one turn.
 *
 * Threads take strips of rows. Each first copies, from either neighbour, the
 * two rows a step that its own depend on, and computes them as well, as far as
 * they are right: two rows fewer after each step. All threads copy before any
 * of them changes a row. No number depends on how many strips there are.
 */
#include "runtime/host/host.h"
#include "runtime/tsa/local.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HALO = 2, /* rows a step, on either side */ ROWS_PER_STRIP = 16 };

struct stream_pass {
    struct hedra_tsa *t;
    const struct tsa_factor *const *stage; /* of the steps in this pass */
    const struct tsa_factor *next;         /* of the step after it, or NULL */
    bool resumed; /* there was a pass before, which has done the first V0 */
    int depth, strips;
};

/* Rows [first, end) and those of the halo around them, [low, high). */
struct strip {
    const struct stream_pass *pass;
    int64_t first, end, low, high;
    char *above, *below, *zero;
};

/* Bytes of the processor's second cache, where the C library knows them. */
static int64_t cache_size(void)
{
    long size = 0;
#ifdef _SC_LEVEL2_CACHE_SIZE
    size = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
    return size > 0 ? size : 1 << 20;
}

int tsa_stream_depth(const struct hedra_tsa *t)
{
    enum { LEAST = 3, MOST = 12 };
    if (t->o.fused)
        return t->o.fused;
    int64_t rows = cache_size() / (int64_t)t->pitch;
    int64_t depth = (rows - 2) / 2;
    return depth < LEAST ? LEAST : depth > MOST ? MOST : (int)depth;
}

static int64_t border(const struct stream_pass *pass, int number)
{
    int64_t pairs = (pass->t->o.ny + 1) / 2;
    if (number == pass->strips)
        return pass->t->o.ny;
    return 2 * (pairs * number / pass->strips);
}

static struct strip strip_of(const struct stream_pass *pass, int number)
{
    const struct hedra_tsa *t = pass->t;
    int64_t reach = HALO * pass->depth;
    struct strip s = {.pass = pass,
                      .first = border(pass, number),
                      .end = border(pass, number + 1)};
    bool above = t->o.periodic_y || number > 0;
    bool below = t->o.periodic_y || number + 1 < pass->strips;
    s.low = above ? s.first - reach : s.first;
    s.high = below ? s.end + reach : s.end;
    /* a strip above may be no taller than the halo: the open edge is nearer */
    if (!t->o.periodic_y && s.low < 0)
        s.low = 0;
    if (!t->o.periodic_y && s.high > t->o.ny)
        s.high = t->o.ny;
    s.above = t->halo + (size_t)(2 * number) * (size_t)reach * t->pitch;
    s.below = s.above + (size_t)reach * t->pitch;
    s.zero = tsa_row(t, t->zero, number);
    return s;
}

static char *row_at(const struct strip *s, int64_t y)
{
    const struct hedra_tsa *t = s->pass->t;
    if (y < s->first)
        return y < s->low ? s->zero : tsa_row(t, s->above, y - s->low);
    if (y >= s->end)
        return y >= s->high ? s->zero : tsa_row(t, s->below, y - s->end);
    return tsa_row(t, t->rows, y);
}

static void copy_halo(const void *context, int64_t begin, int64_t end)
{
    const struct stream_pass *pass = context;
    const struct hedra_tsa *t = pass->t;
    int64_t ny = t->o.ny;
    for (int64_t k = begin; k < end; k++) {
        struct strip s = strip_of(pass, (int)k);
        for (int64_t y = s.low; y < s.high; y++)
            if (y < s.first || y >= s.end)
                memcpy(row_at(&s, y), tsa_row(t, t->rows, (y % ny + ny) % ny),
                       t->pitch);
    }
}

/* Edge m on rows (y, y + 1): the end of step m - 1, the beginning of m. A pass
 * ends with V0 of the next one's first step, so that it makes no difference
 * which steps share a pass. */
static void run_edge(const struct strip *s, int m, int64_t y)
{
    const struct stream_pass *pass = s->pass;
    const struct hedra_tsa *t = pass->t;
    struct tsa_work w = tsa_work_new(t);
    w.row[0] = row_at(s, y);
    w.row[1] = row_at(s, y + 1);
    const struct tsa_factor *before = m > 0 ? pass->stage[m - 1] : NULL;
    const struct tsa_factor *after =
        m < pass->depth ? pass->stage[m] : pass->next;
    if (before)
        tsa_side_set(t, before, y, &w.before);
    if (after)
        tsa_side_set(t, after, y, &w.after);
    w.y = before ? w.before.y : w.after.y;
    bool paired = t->o.periodic_y || y + 1 < t->o.ny;
    if (before && after && paired)
        w.y = before->y_with[after->number];
    if (m == 0 && pass->resumed)
        w.only = TSA_H_AFTER;
    else if (m == pass->depth && after)
        w.only = TSA_H_BEFORE | TSA_V_BEFORE | TSA_V_AFTER;
    t->kernels->edge(&w);
}

static void run_middle(const struct strip *s, int m, int64_t y)
{
    const struct hedra_tsa *t = s->pass->t;
    struct tsa_work w = tsa_work_new(t);
    w.row[0] = row_at(s, y);
    w.row[1] = row_at(s, y + 1);
    tsa_side_set(t, s->pass->stage[m], y, &w.before);
    tsa_phase_set(t, s->pass->stage[m], y, &w);
    t->kernels->middle(&w);
}

/* The rows of [low, high) that are right after m steps end `lost` rows from
 * either end, unless that is an open edge. */
static void sweep(const struct strip *s)
{
    const struct hedra_tsa *t = s->pass->t;
    int depth = s->pass->depth;
    bool top = s->low > 0 || t->o.periodic_y; /* rows lost at the top? */
    bool bottom = s->high < t->o.ny || t->o.periodic_y;
    int64_t front = s->low / 2, back = (s->high + 1) / 2 + depth;
    for (int64_t k = front; k <= back; k++)
        for (int m = 0; m <= depth; m++) {
            int64_t lost = HALO * m, y = 2 * (k - m);
            int64_t low = top ? s->low + lost : 0;
            int64_t high = bottom ? s->high - lost : t->o.ny;
            if (y >= low && y < high)
                run_edge(s, m, y);
            if (m == depth)
                break;
            if (y - 1 >= (top ? low : -1) && y < (bottom ? high : t->o.ny + 1))
                run_middle(s, m, y - 1);
        }
}

static void run_strips(const void *context, int64_t begin, int64_t end)
{
    for (int64_t k = begin; k < end; k++) {
        struct strip s = strip_of(context, (int)k);
        sweep(&s);
    }
}

static bool ready_halo(struct hedra_tsa *t, const struct stream_pass *pass)
{
    size_t size = (size_t)(2 * HALO * pass->depth * pass->strips) * t->pitch;
    if (size <= t->halo_size)
        return true;
    free(t->halo);
    t->halo_size = 0;
    if (posix_memalign((void **)&t->halo, 64, size) != 0) {
        t->halo = NULL;
        return false;
    }
    memset(t->halo, 0, size);
    t->halo_size = size;
    return true;
}

bool tsa_stream(struct hedra_tsa *t, const struct tsa_factor *const *stage,
                int count, const struct tsa_factor *next, bool resumed)
{
    int64_t most = t->o.ny / (ROWS_PER_STRIP + 2 * HALO * count);
    int strips = most < 1 ? 1 : most < t->threads ? (int)most : t->threads;
    struct stream_pass pass = {t, stage, next, resumed, count, strips};
    if ((strips > 1 || t->o.periodic_y) && !ready_halo(t, &pass))
        return false;
    host_pool_run(t->threads, copy_halo, &pass, strips);
    host_pool_run(t->threads, run_strips, &pass, strips);
    return true;
}
