/*
 * Temperature, energies and pressure. Sums go by the numbers that the caller
 * gave particles, in fixed parts: they have the same bits wherever particles
 * lie.
 */
#include "runtime/md/local.h"

#include <math.h>

enum { PART = 256 };

double md_sum(const double *each, int64_t count)
{
    double whole = 0;
    for (int64_t begin = 0; begin < count; begin += PART) {
        double part = 0;
        for (int64_t n = begin; n < begin + PART && n < count; n++)
            part += each[n];
        whole += part;
    }
    return whole;
}

struct measuring {
    struct hedra_md *md;
    struct md_pairs pairs;
};

static inline int64_t last_of(const struct hedra_md *md, int64_t end)
{
    return end * MD_BLOCK < md->count ? end * MD_BLOCK : md->count;
}

static void kinetic_some(const void *context, int64_t begin, int64_t end)
{
    const struct measuring *m = context;
    const struct hedra_md *md = m->md;
    for (int64_t i = begin * MD_BLOCK; i < last_of(md, end); i++) {
        const double *v = md->v[i];
        md->each[2][md->row[i]] = md->mass[(int)md->x[i][3]] *
                                  (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2;
    }
}

double md_kinetic(struct hedra_md *md)
{
    const struct measuring m = {.md = md};
    host_pool_run(md->threads, kinetic_some, &m, md->lists.blocks);
    return md_sum(md->each[2], md->whole);
}

static void measure_some(const void *context, int64_t begin, int64_t end)
{
    const struct measuring *m = context;
    const struct hedra_md *md = m->md;
    md->kernels->measure(&m->pairs, begin * MD_BLOCK, last_of(md, end));
}

static void momentum_some(const void *context, int64_t begin, int64_t end)
{
    const struct measuring *m = context;
    const struct hedra_md *md = m->md;
    for (int64_t i = begin * MD_BLOCK; i < last_of(md, end); i++)
        for (int a = 0; a < 3; a++)
            md->each[a][md->row[i]] = md->mass[(int)md->x[i][3]] * md->v[i][a];
}

static double moved(const struct hedra_md *md)
{
    int64_t left = 0;
    for (int64_t i = 0; i < md->count; i++)
        left += md_grid_cell_now(md, md->x[i]) != md->home[i];
    return (double)left / (double)md->count;
}

static void measure(struct hedra_md *md)
{
    const struct measuring m = {md,
                                {.lists = &md->lists,
                                 .table = &md->table,
                                 .x = (const double(*)[4])md->x,
                                 .half = md->o.list == HEDRA_MD_HALF,
                                 .row = md->row,
                                 .energy = md->each[0],
                                 .virial = md->each[1]}};
    const double n = (double)md->count, freedom = 3 * n - 3;
    struct hedra_md_thermo *t = &md->thermo;
    host_pool_run(md->threads, measure_some, &m, md->lists.blocks);
    const double energy = md_sum(md->each[0], md->count),
                 virial = md_sum(md->each[1], md->count),
                 kinetic = md_kinetic(md);
    *t = (struct hedra_md_thermo){
        .step = md->steps,
        .temperature = freedom > 0 ? 2 * kinetic / freedom : 0,
        .potential = energy / n,
        .kinetic = kinetic / n,
        .total = (energy + kinetic) / n,
        .conserved = (energy + kinetic - md->heat.given) / n,
        .volume = md->volume,
        .moved = moved(md)};
    t->pressure = (freedom * t->temperature + virial) / (3 * md->volume);
    host_pool_run(md->threads, momentum_some, &m, md->lists.blocks);
    for (int a = 0; a < 3; a++)
        t->momentum[a] = md_sum(md->each[a], md->count);
}

enum hedra_status hedra_md_measure(struct hedra_md *md,
                                   struct hedra_md_thermo *thermo,
                                   struct hedra_error *why)
{
    if (!md || !thermo)
        return error_argument(why, "md or thermo is NULL");
    CANCEL_OFF;
    if (!md->measured) {
        const double begin = base_clock();
        measure(md);
        md->measured = true;
        md->counts.output += base_clock() - begin;
    }
    *thermo = md->thermo;
    return error_none(why);
}
