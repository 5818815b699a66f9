/*
 * Forces of all particles. Full lists: each particle by itself. Half lists: the
 * particles are cut into slabs, in the order of memory, as many as follows from
 * their number; each slab sums into an array of its own, and the arrays are
 * added in their order, so that the bits do not depend on the threads. Of these
 * arrays only the chunks that a slab's lists reach are touched.
 */
#include "runtime/md/device.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int slabs_of(const struct hedra_md *md)
{
    const int64_t wanted = md->count / MD_SLAB_LEAST;
    return wanted < 1 ? 1 : wanted < MD_SLABS ? (int)wanted : MD_SLABS;
}

/* Whole blocks, so that lists of one lie in one slab. */
static int64_t slab_begin(const struct hedra_md *md, int slab)
{
    const int64_t begin = md->lists.blocks * slab / slabs_of(md) * MD_BLOCK;
    return begin < md->count ? begin : md->count;
}

static int64_t chunks_of(const struct hedra_md *md)
{
    return (md->count + md->ghosts.count + MD_CHUNK) / MD_CHUNK;
}

static void mark_some(const void *context, int64_t begin, int64_t end)
{
    struct hedra_md *md = *(struct hedra_md *const *)context;
    for (int64_t s = begin; s < end; s++) {
        unsigned char *touched = md->slab[s].touched;
        memset(touched, 0, (size_t)chunks_of(md));
        const int64_t last = slab_begin(md, (int)s + 1);
        for (int64_t i = slab_begin(md, (int)s); i < last; i++) {
            const uint32_t *j = md_neighbours(&md->lists, i);
            touched[i / MD_CHUNK] = 1;
            for (uint32_t k = 0; k < md->lists.count[i]; k++)
                touched[j[k] / MD_CHUNK] = 1;
        }
    }
}

bool md_force_room(struct hedra_md *md)
{
    if (md->o.list == HEDRA_MD_FULL)
        return true;
    const int64_t needed = chunks_of(md) * MD_CHUNK;
    if (needed > md->slab_places) {
        md->slab_places = 0;
        const int64_t places = needed + needed / 16 / MD_CHUNK * MD_CHUNK;
        for (int s = 0; s < slabs_of(md); s++)
            if (!md_renew(&md->slab[s].f, places, sizeof *md->slab[s].f) ||
                !md_renew(&md->slab[s].touched, places / MD_CHUNK, 1))
                return false;
        md->slab_places = places;
    }
    host_pool_run(md->threads, mark_some, &md, slabs_of(md));
    return true;
}

struct forcing {
    struct hedra_md *md;
    struct md_pairs pairs;
    void (*force)(const struct md_pairs *p, int64_t begin, int64_t end);
    int64_t first, end; /* of md_force_some */
};

static void full_some(const void *context, int64_t begin, int64_t end)
{
    const struct forcing *f = context;
    const int64_t count = f->md->count;
    f->force(&f->pairs, begin * MD_BLOCK,
             end * MD_BLOCK < count ? end * MD_BLOCK : count);
}

static void half_some(const void *context, int64_t begin, int64_t end)
{
    const struct forcing *f = context;
    struct hedra_md *md = f->md;
    for (int64_t s = begin; s < end; s++) {
        struct md_slab *slab = &md->slab[s];
        struct md_pairs pairs = f->pairs;
        pairs.f = slab->f;
        for (int64_t c = 0; c < chunks_of(md); c++)
            if (slab->touched[c])
                memset(slab->f[c * MD_CHUNK], 0, MD_CHUNK * sizeof *slab->f);
        f->force(&pairs, slab_begin(md, (int)s), slab_begin(md, (int)s + 1));
    }
}

static void join_some(const void *context, int64_t begin, int64_t end)
{
    const struct forcing *f = context;
    struct hedra_md *md = f->md;
    const int64_t places = md->count + md->ghosts.count;
    for (int64_t c = begin; c < end; c++) {
        const int64_t first = c * MD_CHUNK;
        const int64_t last =
            first + MD_CHUNK < places ? first + MD_CHUNK : places;
        memset(md->f[first], 0, (size_t)(last - first) * sizeof *md->f);
        for (int s = 0; s < slabs_of(md); s++)
            for (int64_t i = first; md->slab[s].touched[c] && i < last; i++)
                for (int a = 0; a < 4; a++)
                    md->f[i][a] += md->slab[s].f[i][a];
    }
}

static struct forcing forcing_of(struct hedra_md *md)
{
    const bool is_double = md->o.real == HEDRA_MD_DOUBLE;
    return (struct forcing){.md = md,
                            .pairs = {.lists = &md->lists,
                                      .table = &md->table,
                                      .x = (const double(*)[4])md->x,
                                      .single = (const float(*)[4])md->single,
                                      .half = md->o.list == HEDRA_MD_HALF,
                                      .f = md->f},
                            .force = is_double ? md->kernels->force
                                               : md->kernels->force_single};
}

static void some_of(const void *context, int64_t begin, int64_t end)
{
    const struct forcing *f = context;
    const int64_t first = f->first + begin * MD_BLOCK,
                  last = f->first + end * MD_BLOCK;
    f->force(&f->pairs, first, last < f->end ? last : f->end);
}

void md_force_some(struct hedra_md *md, int64_t first, int64_t end)
{
    struct forcing f = forcing_of(md);
    const double begin = base_clock();
    f.first = first;
    f.end = end;
    host_pool_run(md->threads, some_of, &f,
                  (end - first + MD_BLOCK - 1) / MD_BLOCK);
    md->counts.pair += base_clock() - begin;
}

void md_force(struct hedra_md *md)
{
    const struct forcing f = forcing_of(md);
    const double begin = base_clock();
    if (md->device) {
        md_device_force(md);
    } else if (!f.pairs.half) {
        host_pool_run(md->threads, full_some, &f, md->lists.blocks);
    } else {
        host_pool_run(md->threads, half_some, &f, slabs_of(md));
        host_pool_run(md->threads, join_some, &f, chunks_of(md));
        md_ghosts_add(md);
    }
    md->counts.pair += base_clock() - begin;
}

/* The closest of all pairs in lists. */
static void closest(const struct hedra_md *md, uint32_t pair[2])
{
    double least = INFINITY;
    for (int64_t i = 0; i < md->count; i++) {
        const uint32_t *j = md_neighbours(&md->lists, i);
        for (uint32_t k = 0; k < md->lists.count[i]; k++) {
            double r2 = 0;
            for (int a = 0; a < 3; a++)
                r2 += (md->x[i][a] - md->x[j[k]][a]) *
                      (md->x[i][a] - md->x[j[k]][a]);
            if (r2 < least) {
                least = r2;
                pair[0] = (uint32_t)i;
                pair[1] = j[k];
            }
        }
    }
}

enum hedra_status md_force_check(const struct hedra_md *md,
                                 struct hedra_error *why)
{
    int64_t i = 0;
    while (i < md->count && isfinite(md->f[i][0]) && isfinite(md->f[i][1]) &&
           isfinite(md->f[i][2]))
        i++;
    if (i == md->count)
        return HEDRA_OK;
    uint32_t pair[2] = {0, 0};
    closest(md, pair);
    int64_t first = md_id(md, md->row[pair[0]]),
            second = md_id(md, md->row[pair[1]]);
    if (first > second) {
        const int64_t other = first;
        first = second;
        second = other;
    }
    return error_set(why, HEDRA_ERROR_NOT_FINITE,
                     "particles %" PRId64 " and %" PRId64
                     " are so close that their energy overflows",
                     first, second);
}
