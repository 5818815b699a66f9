/*
 * Ghosts (sec. 4.3): copies of particles within the cutoff + skin of a periodic
 * face, one side of the box further. They lie behind the particles, by
 * direction, and in each in the particles' order. Half lists need those of the
 * 13 positive directions alone: each pair of a particle and a ghost then comes
 * once, since i beside j's ghost is j beside i's ghost in the other direction.
 */
#include "runtime/md/part.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Bits of the axes: a ghost of this particle is needed a side further up (the
 * particle is near the lower face), or down. */
unsigned md_ghosts_faces(const struct hedra_md *md, const double x[4])
{
    /* A little more, so that rounding loses no pair. */
    const double far = md->far * (1 + 1e-9);
    unsigned bits = 0;
    for (int a = 0; a < 3; a++) {
        if (md->o.open[a])
            continue;
        if (x[a] < md->o.low[a] + far)
            bits |= 1u << (2 * a);
        if (x[a] >= md->o.low[a] + md->side[a] - far)
            bits |= 2u << (2 * a);
    }
    return bits;
}

/* Has a particle with these bits a ghost by this shift? */
static bool has_ghost(unsigned bits, int shift)
{
    const int by[3] = {shift / 9 - 1, shift / 3 % 3 - 1, shift % 3 - 1};
    for (int a = 0; a < 3; a++) {
        const unsigned of_axis = bits >> (2 * a) & 3;
        if ((by[a] == 1 && !(of_axis & 1)) || (by[a] == -1 && !(of_axis & 2)))
            return false;
    }
    return true;
}

/* Which shifts go with which bits. */
void md_ghosts_tabulate(bool half, uint32_t mask[64])
{
    for (unsigned bits = 0; bits < 64; bits++) {
        mask[bits] = 0;
        for (int s = half ? MD_HERE + 1 : 0; s < MD_SHIFTS; s++)
            if (s != MD_HERE && has_ghost(bits, s))
                mask[bits] |= UINT32_C(1) << s;
    }
}

/* The place that fills lists up: far from all, but not so far that its numbers
 * become denormal. */
static void put_far(struct hedra_md *md)
{
    double *x = md->x[md->count + md->ghosts.count];
    double most = md->o.low[0];
    for (int64_t i = 0; i < md->count; i++)
        most = md->x[i][0] > most ? md->x[i][0] : most;
    x[0] = most + md->side[0] + 1e4 * md->far;
    x[1] = md->o.low[1];
    x[2] = md->o.low[2];
    x[3] = 0;
}

enum hedra_status md_ghosts_make(struct hedra_md *md, struct hedra_error *why)
{
    struct md_ghosts *g = &md->ghosts;
    uint32_t mask[64];
    int64_t start[MD_SHIFTS + 1] = {0};
    unsigned char *bits = md->spare;
    if (md->part) {
        const enum hedra_status status = md_part_ghosts(md, why);
        if (!status)
            put_far(md);
        return status;
    }
    md_ghosts_tabulate(md->o.list == HEDRA_MD_HALF, mask);
    for (int64_t i = 0; i < md->count; i++) {
        bits[i] = (unsigned char)md_ghosts_faces(md, md->x[i]);
        for (uint32_t left = mask[bits[i]]; left; left &= left - 1)
            start[__builtin_ctz(left) + 1]++;
    }
    for (int s = 0; s < MD_SHIFTS; s++)
        start[s + 1] += start[s];
    g->count = start[MD_SHIFTS];
    if (md->count + g->count >= MD_MOST)
        return error_set(why, HEDRA_ERROR_TOO_LARGE,
                         "%" PRId64 " particles and %" PRId64
                         " ghosts are more than 2^30",
                         md->count, g->count);
    if (!md_memory_ghosts(md, md->count, md->count + g->count))
        return error_no_memory(why);
    for (int64_t i = 0; i < md->count; i++)
        for (uint32_t left = mask[bits[i]]; left; left &= left - 1) {
            const int shift = __builtin_ctz(left);
            const int64_t n = start[shift]++;
            g->owner[n] = (uint32_t)i;
            g->shift[n] = (uint8_t)shift;
            md->row[md->count + n] = md->row[i];
        }
    md_ghosts_move(md);
    for (int64_t n = md->count; n < md->count + g->count; n++)
        md->cell[n] = md_grid_cell(md, md->x[n], true);
    put_far(md);
    return HEDRA_OK;
}

static void move_some(const void *context, int64_t begin, int64_t end)
{
    struct hedra_md *md = *(struct hedra_md *const *)context;
    const struct md_ghosts *g = &md->ghosts;
    const int64_t last = end * MD_BLOCK < g->count ? end * MD_BLOCK : g->count;
    for (int64_t n = begin * MD_BLOCK; n < last; n++) {
        const double *from = md->x[g->owner[n]], *by = g->by[g->shift[n]];
        double *to = md->x[md->count + n];
        for (int a = 0; a < 3; a++)
            to[a] = from[a] + by[a];
        to[3] = from[3];
    }
}

void md_ghosts_move(struct hedra_md *md)
{
    if (md->part)
        md_part_move(md, NULL);
    else
        host_pool_run(md->threads, move_some, &md,
                      (md->ghosts.count + MD_BLOCK - 1) / MD_BLOCK);
}

void md_ghosts_add(struct hedra_md *md)
{
    const struct md_ghosts *g = &md->ghosts;
    if (md->part) {
        const double begin = base_clock();
        md_part_return(md);
        md->counts.ghost += base_clock() - begin;
        md->counts.pair -= base_clock() - begin; /* they count as pairs */
        return;
    }
    for (int64_t n = 0; n < g->count; n++)
        for (int a = 0; a < 3; a++)
            md->f[g->owner[n]][a] += md->f[md->count + n][a];
}
