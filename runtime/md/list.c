/*
 * Verlet lists (sec. 4.2), built from what is sorted by cell: a particle's
 * candidates are (2 reach + 1)^2 rows of cells, which are gone through once for
 * several particles of a cell that follow each other. Each block of particles
 * has its own memory, so that threads build blocks by themselves.
 */
#include "runtime/md/local.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RANGES = 17 * 17 };

/* The longest way along an axis from the middle of the box to a particle, which
 * may be outside of an open axis, or a ghost. */
static double longest(const struct hedra_md *md)
{
    double most = 0;
    for (int a = 0; a < 3; a++) {
        most = fmax(most, md->side[a] / 2 + 2 * md->far);
        for (int64_t i = 0; md->o.open[a] && i < md->count; i++)
            most = fmax(most, fabs(md->x[i][a] - md->grid.middle[a]));
    }
    return most;
}

/* How far squares of distances, computed in float from positions relative to
 * the middle, may be off near the squared length of lists. */
static double float_error(const struct hedra_md *md)
{
    const double unit = FLT_EPSILON, length = md->far;
    /* Two positions, each rounded once, and their difference. */
    const double of_axis = 2 * longest(md) * unit;
    return 4 * (2 * sqrt(3) * length * of_axis + 3 * of_axis * of_axis +
                4 * unit * length * length);
}

enum { MASKS = 256 };

struct building {
    struct hedra_md *md;
    double certain, possible;
    const uint64_t *lanes;
    atomic_bool *lacks;
};

static void fill_lanes(uint64_t lanes[MASKS])
{
    for (unsigned mask = 0; mask < MASKS; mask++) {
        int at = 0;
        lanes[mask] = 0;
        for (unsigned left = mask; left; left &= left - 1)
            lanes[mask] |= (uint64_t)__builtin_ctz(left) << 8 * at++;
    }
}

/* The rows of cells around a cell; returns how many candidates they hold. */
static int64_t find_ranges(const struct md_grid *g, uint32_t cell,
                           uint32_t (*range)[2])
{
    const int64_t reach = g->reach;
    int64_t candidates = 0;
    int n = 0;
    for (int64_t i = -reach; i <= reach; i++)
        for (int64_t j = -reach; j <= reach; j++) {
            const int64_t middle =
                (int64_t)cell + (i * g->all[1] + j) * g->all[2];
            range[n][0] = g->start[middle - reach];
            range[n][1] = g->start[middle + reach + 1];
            candidates += range[n][1] - range[n][0];
            n++;
        }
    return candidates;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Grows a block's memory, with what is used in it. */
static bool grow(struct md_block *b, int64_t needed)
{
    if (needed <= b->capacity)
        return true;
    const int64_t capacity = needed + needed / 4;
    uint32_t *j = md_memory(capacity, sizeof *j);
    if (!j)
        return false;
    if (b->used > 0)
        memcpy(j, b->j, (size_t)b->used * sizeof *j);
    free(b->j);
    b->j = j;
    b->capacity = capacity;
    return true;
}

/* Fills the list up with the place that is far away. */
static void pad(const struct hedra_md *md, struct md_block *b, int64_t i,
                int64_t count)
{
    const int lanes = md->o.real == HEDRA_MD_DOUBLE ? md->kernels->lanes
                                                    : md->kernels->single_lanes;
    const uint32_t far = (uint32_t)(md->count + md->ghosts.count);
    uint32_t *to = b->j + b->used + count;
    for (int n = 0; n < MD_PAD; n++)
        to[n] = far;
    const int64_t filled = (count + lanes - 1) / lanes * lanes;
    b->pairs += count;
    md->lists.offset[i] = (uint32_t)b->used;
    md->lists.count[i] = (uint32_t)filled;
    b->used += filled;
}

/* The lists of `particles` particles from i on. They are made with room for all
 * of `candidates` and then moved together; false if there is no memory. */
static bool build_group(struct hedra_md *md, struct md_block *b,
                        struct md_search *s, int64_t i, int particles,
                        int64_t candidates)
{
    const int64_t room = candidates + 2 * MD_PAD;
    int64_t count[MD_GROUP];
    if (!grow(b, b->used + particles * room))
        return false;
    for (int p = 0; p < particles; p++) {
        for (int a = 0; a < 3; a++)
            s->at[p][a] = (float)(md->x[i + p][a] - md->grid.middle[a]);
        s->i[p] = (int32_t)(i + p);
        s->to[p] = b->j + b->used + p * room;
    }
    md->kernels->search(s, particles, count);
    for (int p = 0; p < particles; p++) {
        if (p > 0)
            memmove(b->j + b->used, s->to[p],
                    (size_t)count[p] * sizeof **s->to);
        pad(md, b, i + p, count[p]);
    }
    return true;
}

static bool build_block(const struct building *of, int64_t number)
{
    struct hedra_md *md = of->md;
    struct md_grid *g = &md->grid;
    struct md_block *b = &md->lists.block[number];
    uint32_t range[MOST_RANGES][2], last = UINT32_MAX;
    int64_t candidates = 0;
    struct md_search s = {.ranges = (2 * g->reach + 1) * (2 * g->reach + 1),
                          .range = (const uint32_t(*)[2])range,
                          .sorted = {g->sorted[0], g->sorted[1], g->sorted[2]},
                          .number = g->number,
                          .x = (const double(*)[4])md->x,
                          .half = md->o.list == HEDRA_MD_HALF,
                          .certain = (float)of->certain,
                          .possible = (float)of->possible,
                          .exact = md->far * md->far,
                          .lanes = of->lanes};
    const int64_t end = smaller((number + 1) * MD_BLOCK, md->count);
    b->used = b->pairs = 0;
    for (int64_t i = number * MD_BLOCK, n; i < end; i += n) {
        if (md->cell[i] != last)
            candidates = find_ranges(g, md->cell[i], range);
        last = md->cell[i];
        for (n = 1; n < MD_GROUP && i + n < end && md->cell[i + n] == last;)
            n++;
        if (!build_group(md, b, &s, i, (int)n, candidates))
            return false;
    }
    /* Kernels load the positions of what stands behind a list. */
    memset(b->j + b->used, 0, MD_PAD * sizeof *b->j);
    return true;
}

static void build_some(const void *context, int64_t begin, int64_t end)
{
    const struct building *of = context;
    for (int64_t number = begin; number < end; number++)
        if (!build_block(of, number))
            atomic_store(of->lacks, true);
}

bool md_lists_build(struct hedra_md *md)
{
    const double exact = md->far * md->far, error = float_error(md);
    atomic_bool lacks = false;
    uint64_t lanes[MASKS];
    const struct building of = {md, exact - error, exact + error, lanes,
                                &lacks};
    fill_lanes(lanes);
    host_pool_run(md->threads, build_some, &of, md->lists.blocks);
    if (atomic_load(&lacks))
        return false;
    md->counts.neighbours = 0;
    for (int64_t b = 0; b < md->lists.blocks; b++)
        md->counts.neighbours += md->lists.block[b].pairs;
    return true;
}

void md_lists_free(struct md_lists *l)
{
    for (int64_t b = 0; l->block && b < l->room; b++)
        free(l->block[b].j);
    free(l->block);
    free(l->offset);
    free(l->count);
}
