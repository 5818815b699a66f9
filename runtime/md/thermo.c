/*
 * Temperature, energies and pressure. Sums go by the numbers that the caller
 * gave particles, in fixed parts: they have the same bits wherever particles
 * lie.
 */
#include "runtime/md/device.h"
#include "runtime/md/part.h"

#include <string.h>

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

/* Each part of a box fills in its particles; others' are 0 there. */
static void begin_each(struct hedra_md *md, int from, int to)
{
    for (int k = from; md->part && k < to; k++)
        memset(md->each[k], 0, (size_t)md->whole * sizeof *md->each[k]);
}

/* The sum over all particles of the box. */
static double sum_of(struct hedra_md *md, int k)
{
    if (md->part)
        md_part_add(md, md->each[k], md->whole);
    return md_sum(md->each[k], md->whole);
}

double md_kinetic(struct hedra_md *md)
{
    const struct measuring m = {.md = md};
    begin_each(md, 2, 3);
    host_pool_run(md->threads, kinetic_some, &m, md->lists.blocks);
    return sum_of(md, 2);
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
    double left = 0;
    for (int64_t i = 0; i < md->count; i++)
        left += md_grid_cell_now(md, md->x[i]) != md->home[i];
    if (md->part)
        md_part_add(md, &left, 1);
    return left / (double)md->whole;
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
    const double n = (double)md->whole, freedom = 3 * n - 3;
    struct hedra_md_thermo *t = &md->thermo;
    begin_each(md, 0, 2);
    if (md->device)
        md_device_measure(md);
    else
        host_pool_run(md->threads, measure_some, &m, md->lists.blocks);
    const double energy = sum_of(md, 0), virial = sum_of(md, 1),
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
    begin_each(md, 0, 3);
    host_pool_run(md->threads, momentum_some, &m, md->lists.blocks);
    for (int a = 0; a < 3; a++)
        t->momentum[a] = sum_of(md, a);
}

enum hedra_status hedra_md_measure(struct hedra_md *md,
                                   struct hedra_md_thermo *thermo,
                                   struct hedra_error *why)
{
    if (!md || !thermo)
        return error_argument(why, "md or thermo is NULL");
    CANCEL_OFF;
    const enum hedra_status status = md_device_read(md, why);
    if (status)
        return status;
    if (!md->measured) {
        const double begin = base_clock();
        measure(md);
        if (md_device_status(md, why))
            return md_device_status(md, why);
        md->measured = true;
        md->counts.output += base_clock() - begin;
    }
    *thermo = md->thermo;
    return error_none(why);
}
