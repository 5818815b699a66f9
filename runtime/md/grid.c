/*
 * Cells (sec. 4.1): the box is cut into cells whose sides are at least the
 * cutoff + skin by `reach`; beyond the box there are `reach` more for ghosts.
 * Particles lie in memory in the order of cells. What lists are built from is
 * sorted by cells in row-major order, whatever that order is: then neighbours
 * of a particle are rows of cells, and come in one order.
 *
 * Positions outside of the cells belong to the nearest cell. That brings no two
 * positions further apart, so that neighbours are found all the same.
 */
#include "runtime/md/part.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* More cells than this for each particle would be mostly empty. */
enum { CELLS_EACH = 4, CELLS_LEAST = 4096 };

void md_grid_choose(struct hedra_md *md)
{
    struct md_grid *g = &md->grid;
    const double most = (double)(CELLS_EACH * md->whole + CELLS_LEAST);
    double wanted[3], product = 1, longer = 1;
    for (int a = 0; a < 3; a++) {
        /* A little longer, so that no rounding makes them shorter. */
        wanted[a] = md->side[a] * g->reach / (md->far * (1 + 1e-9));
        wanted[a] = fmin(fmax(wanted[a], 1), HEDRA_ORDER_MAX_SIDE);
        product *= wanted[a];
    }
    /* Sides of 1 stay: the others shrink until they fit. */
    for (; product > most; longer *= 1.1) {
        product = 1;
        for (int a = 0; a < 3; a++)
            product *= fmax(wanted[a] / longer, 1);
    }
    for (int a = 0; a < 3; a++) {
        g->box[a] = (int64_t)fmax(wanted[a] / longer, 1);
        g->first[a] = md->part ? md->part->brick.first[a] : 0;
        g->cells[a] = md->part ? md->part->brick.cells[a] : g->box[a];
        g->all[a] = g->cells[a] + 2 * g->reach;
        g->inverse[a] = (double)g->box[a] / md->side[a];
        g->middle[a] = md->o.low[a] + md->side[a] / 2;
    }
}

bool md_grid_is_own(const struct md_grid *g, uint32_t cell)
{
    return g->rank[cell] != UINT32_MAX;
}

bool md_grid_sees_no_ghost(const struct md_grid *g, uint32_t cell)
{
    return g->rank[cell] < g->inner;
}

/* Leaves of the marked cells those around which so many on both sides along the
 * axis are marked. In `run` there is room for as many. */
static void erode(const struct md_grid *g, int axis, unsigned char *mark,
                  unsigned char *run)
{
    const int64_t cells = g->all[0] * g->all[1] * g->all[2], n = g->all[axis],
                  step = axis == 0   ? g->all[1] * g->all[2]
                         : axis == 1 ? g->all[2]
                                     : 1;
    const int most = 2 * MD_REACH_MOST + 1, wanted = 2 * g->reach + 1;
    for (int64_t c = 0; c < cells; c++) {
        const int before = c / step % n > 0 ? run[c - step] : 0;
        run[c] = (unsigned char)(mark[c] ? before + (before < most) : 0);
    }
    for (int64_t c = 0; c < cells; c++)
        mark[c] =
            c / step % n + g->reach < n && run[c + g->reach * step] >= wanted;
}

/* Gives own cells that see no ghost, all cells around which are own, the first
 * indices. False if there is no memory. */
static bool rank_inner_first(struct md_grid *g)
{
    const int64_t cells = g->all[0] * g->all[1] * g->all[2];
    int64_t *cell = md_memory(g->span, sizeof *cell);
    unsigned char *mark = md_memory(cells, 1), *run = md_memory(cells, 1);
    const bool has = cell && mark && run;
    for (int64_t r = 0; has && r < g->span; r++)
        cell[r] = -1;
    for (int64_t c = 0; has && c < cells; c++) {
        mark[c] = g->rank[c] != UINT32_MAX;
        if (mark[c])
            cell[g->rank[c]] = c;
    }
    for (int a = 0; has && a < 3; a++)
        erode(g, a, mark, run);
    uint32_t next = 0;
    for (int inner = 1; has && inner >= 0; inner--) {
        for (int64_t r = 0; r < g->span; r++)
            if (cell[r] >= 0 && mark[cell[r]] == inner)
                g->rank[cell[r]] = next++;
        g->inner = inner ? next : g->inner;
    }
    free(cell);
    free(mark);
    free(run);
    return has;
}

/* The index in the ordering of each cell of the box, by its number; all bits
 * set for the cells around. */
static enum hedra_status make_ranks(struct hedra_md *md,
                                    struct hedra_error *why)
{
    struct md_grid *g = &md->grid;
    const int64_t *n = g->cells, reach = g->reach;
    uint32_t *plain =
        md_memory((int64_t)hedra_order_cells(g->order), sizeof *plain);
    const enum hedra_status status =
        plain ? hedra_order_rank_table(g->order, plain, NULL, why)
              : error_no_memory(why);
    for (int64_t i = 0; !status && i < n[0]; i++)
        for (int64_t j = 0; j < n[1]; j++)
            memcpy(g->rank + ((i + reach) * g->all[1] + j + reach) * g->all[2] +
                       reach,
                   plain + (i * n[1] + j) * n[2], (size_t)n[2] * sizeof *plain);
    free(plain);
    const int *parts = md->part ? md->part->brick.parts : NULL;
    if (!status && parts && parts[0] * parts[1] * parts[2] > 1 &&
        !rank_inner_first(g))
        return error_no_memory(why);
    return status;
}

enum hedra_status md_grid_order(const struct hedra_order_options *wanted,
                                const int64_t size[3],
                                struct hedra_order **made,
                                struct hedra_error *why)
{
    struct hedra_order_options o = {.kind = HEDRA_ORDER_HILBERT};
    if (wanted)
        o = *wanted;
    o.dims = 3;
    for (int a = 0; a < 3; a++)
        o.size[a] = size[a];
    const enum hedra_status status = hedra_order_create(&o, made, why);
    if (status || hedra_order_rank_bytes(*made) == sizeof(uint32_t))
        return status;
    const uint64_t cells = hedra_order_cells(*made);
    hedra_order_destroy(*made);
    *made = NULL;
    return error_set(why, HEDRA_ERROR_TOO_LARGE,
                     "the order of the %" PRIu64 " cells has indices of more "
                     "than 32 bits",
                     cells);
}

void md_grid_axes(const struct md_grid *g, uint32_t cell, int64_t at[3])
{
    at[0] = cell / g->box[2] / g->box[1];
    at[1] = cell / g->box[2] % g->box[1];
    at[2] = cell % g->box[2];
}

/* A part's stretch of the cells of the box: where it begins. */
static const uint32_t *stretch_of(const struct hedra_md *md, int64_t *cells)
{
    const struct md_curve *c = md->part ? md->part->curve : NULL;
    if (!c)
        return NULL;
    const int64_t *cut = c->cut + md->part->brick.place[0];
    *cells = cut[1] - cut[0];
    return c->cell + cut[0];
}

static enum hedra_status rank_stretch(struct md_grid *g, const uint32_t *cells,
                                      struct hedra_error *why)
{
    for (int64_t n = 0; n < g->span; n++) {
        int64_t at[3], cell = 0;
        md_grid_axes(g, cells[n], at);
        for (int a = 0; a < 3; a++)
            cell = cell * g->all[a] + at[a] - g->first[a] + g->reach;
        g->rank[cell] = (uint32_t)n;
    }
    return rank_inner_first(g) ? HEDRA_OK : error_no_memory(why);
}

/* Of all cells that this object has, or of its stretch of them. */
static enum hedra_status make_order(struct hedra_md *md,
                                    struct hedra_error *why)
{
    struct md_grid *g = &md->grid;
    const int64_t all = g->all[0] * g->all[1] * g->all[2];
    const uint32_t *stretch = stretch_of(md, &g->span);
    md->counts.cells = g->span;
    if (!stretch) {
        const enum hedra_status status =
            md_grid_order(md->o.order, g->cells, &g->order, why);
        if (status)
            return status;
        g->span = (int64_t)hedra_order_span(g->order);
        md->counts.cells = (int64_t)hedra_order_cells(g->order);
    }
    md->tally = md_memory(g->span + 1, sizeof *md->tally);
    g->rank = md_memory(all, sizeof *g->rank);
    if (!md->tally || !g->rank)
        return error_no_memory(why);
    memset(g->rank, 0xff, (size_t)all * sizeof *g->rank);
    return stretch ? rank_stretch(g, stretch, why) : make_ranks(md, why);
}

enum hedra_status md_grid_make(struct hedra_md *md, struct hedra_error *why)
{
    struct md_grid *g = &md->grid;
    md_grid_choose(md);
    const enum hedra_status status = make_order(md, why);
    if (status)
        return status;
    g->start =
        md_memory(g->all[0] * g->all[1] * g->all[2] + 2, sizeof *g->start);
    return g->start ? HEDRA_OK : error_no_memory(why);
}

void md_grid_free(struct md_grid *g)
{
    hedra_order_destroy(g->order);
    free(g->rank);
    free(g->start);
    for (int a = 0; a < 3; a++)
        free(g->sorted[a]);
    free(g->number);
}

/* Cells of positions ------------------------------------------------------- */

int64_t md_grid_axis(const struct hedra_md *md, double x, int a, bool ghost)
{
    const struct md_grid *g = &md->grid;
    const double reach = g->reach, beyond = ghost ? reach : 0;
    const double least = reach - beyond,
                 most = (double)(g->box[a] - 1) + reach + beyond;
    double at = (x - md->o.low[a]) * g->inverse[a] + reach;
    at = at > least ? at : least;
    at = at < most ? at : most;
    return (int64_t)at - g->reach;
}

uint32_t md_grid_cell(const struct hedra_md *md, const double x[4], bool ghost)
{
    const struct md_grid *g = &md->grid;
    int64_t cell = 0;
    for (int a = 0; a < 3; a++) {
        int64_t at = md_grid_axis(md, x[a], a, ghost) - g->first[a] + g->reach;
        at = at > 0 ? at : 0;
        at = at < g->all[a] ? at : g->all[a] - 1;
        cell = cell * g->all[a] + at;
    }
    return (uint32_t)cell;
}

uint32_t md_grid_cell_now(const struct hedra_md *md, const double x[4])
{
    double inside[4] = {x[0], x[1], x[2], x[3]};
    for (int a = 0; a < 3; a++)
        if (!md->o.open[a])
            inside[a] -=
                md->side[a] * floor((x[a] - md->o.low[a]) / md->side[a]);
    return md_grid_cell(md, inside, false);
}

static void wrap(struct hedra_md *md, int64_t i)
{
    double *x = md->x[i];
    for (int a = 0; a < 3; a++) {
        const double low = md->o.low[a], side = md->side[a];
        if (md->o.open[a] || (x[a] >= low && x[a] < low + side))
            continue;
        const double sides = floor((x[a] - low) / side);
        x[a] -= sides * side;
        md->image[i][a] += (int)sides;
        /* What lay just below the box may be rounded to its upper face. */
        if (x[a] >= low + side) {
            x[a] = low;
            md->image[i][a]++;
        }
        if (x[a] < low)
            x[a] = low;
    }
}

static void wrap_some(const void *context, int64_t begin, int64_t end)
{
    struct hedra_md *md = *(struct hedra_md *const *)context;
    const int64_t last =
        end * MD_BLOCK < md->count ? end * MD_BLOCK : md->count;
    for (int64_t i = begin * MD_BLOCK; i < last; i++) {
        wrap(md, i);
        md->cell[i] = md_grid_cell(md, md->x[i], false);
    }
}

void md_grid_wrap(struct hedra_md *md)
{
    host_pool_run(md->threads, wrap_some, &md, md->lists.blocks);
}

/* Sorting ------------------------------------------------------------------ */

struct moving {
    const struct hedra_md *md;
    const void *from;
    void *to;
    size_t bytes;
};

static void gather_some(const void *context, int64_t begin, int64_t end)
{
    const struct moving *m = context;
    const uint32_t *old = m->md->permutation;
    const int64_t count = m->md->count;
    const int64_t last = end * MD_BLOCK < count ? end * MD_BLOCK : count;
    const char *from = m->from;
    char *to = m->to;
    if (m->bytes == 32)
        for (int64_t i = begin * MD_BLOCK; i < last; i++)
            memcpy(to + 32 * i, from + 32 * (size_t)old[i], 32);
    else
        for (int64_t i = begin * MD_BLOCK; i < last; i++)
            memcpy(to + m->bytes * (size_t)i, from + m->bytes * (size_t)old[i],
                   m->bytes);
}

static void move_all(struct hedra_md *md, void *array, size_t bytes)
{
    struct moving m = {md, array, md->spare, bytes};
    host_pool_run(md->threads, gather_some, &m, md->lists.blocks);
    memcpy(array, md->spare, bytes * (size_t)md->count);
}

/* False if they are sorted already. */
static bool permute(struct hedra_md *md)
{
    const struct md_grid *g = &md->grid;
    const int64_t span = g->span;
    uint32_t *rank = md->spare, last = 0;
    bool is_sorted = true;
    memset(md->tally, 0, (size_t)(span + 1) * sizeof *md->tally);
    for (int64_t i = 0; i < md->count; i++) {
        rank[i] = g->rank[md->cell[i]];
        is_sorted = is_sorted && rank[i] >= last;
        last = rank[i];
        md->tally[rank[i] + 1]++;
    }
    if (is_sorted)
        return false;
    for (int64_t c = 0; c < span; c++)
        md->tally[c + 1] += md->tally[c];
    for (int64_t i = 0; i < md->count; i++)
        md->permutation[md->tally[rank[i]]++] = (uint32_t)i;
    return true;
}

void md_grid_sort(struct hedra_md *md)
{
    md->counts.sorts++;
    if (permute(md)) {
        move_all(md, md->x, sizeof *md->x);
        move_all(md, md->v, sizeof *md->v);
        move_all(md, md->image, sizeof *md->image);
        move_all(md, md->row, sizeof *md->row);
        move_all(md, md->cell, sizeof *md->cell);
    }
    memcpy(md->home, md->cell, (size_t)md->count * sizeof *md->home);
}

/* By cell, for lists ------------------------------------------------------- */

/* In each cell in the order of the caller: so lists do not depend on the order
 * of memory. */
static void order_cell(struct hedra_md *md, uint32_t begin, uint32_t end)
{
    int32_t *number = md->grid.number;
    for (uint32_t n = begin + 1; n < end; n++) {
        const int32_t moved = number[n];
        uint32_t m = n;
        for (; m > begin && md->row[number[m - 1]] > md->row[moved]; m--)
            number[m] = number[m - 1];
        number[m] = moved;
    }
}

static void fill_some(const void *context, int64_t begin, int64_t end)
{
    struct hedra_md *md = *(struct hedra_md *const *)context;
    struct md_grid *g = &md->grid;
    const int64_t row = g->all[2];
    for (int64_t cell = begin * row; cell < end * row; cell++) {
        order_cell(md, g->start[cell], g->start[cell + 1]);
        for (uint32_t n = g->start[cell]; n < g->start[cell + 1]; n++)
            for (int a = 0; a < 3; a++)
                g->sorted[a][n] =
                    (float)(md->x[g->number[n]][a] - g->middle[a]);
    }
}

static bool has_room(struct md_grid *g, int64_t needed, int64_t *capacity)
{
    const int64_t room = needed + needed / 8;
    if (g->number && needed <= *capacity)
        return true;
    *capacity = -1; /* until there is memory */
    /* Vectors read beyond the end, also of no particle at all. */
    for (int a = 0; a < 3; a++)
        if (!md_renew(&g->sorted[a], room + MD_PAD, sizeof *g->sorted[a]))
            return false;
    if (!md_renew(&g->number, room + MD_PAD, sizeof *g->number))
        return false;
    *capacity = room;
    return true;
}

bool md_grid_bin(struct hedra_md *md)
{
    struct md_grid *g = &md->grid;
    const int64_t cells = g->all[0] * g->all[1] * g->all[2];
    const int64_t count = md->count + md->ghosts.count;
    if (!has_room(g, count, &md->sorted_capacity))
        return false;
    memset(g->start, 0, (size_t)(cells + 2) * sizeof *g->start);
    for (int64_t i = 0; i < count; i++)
        g->start[md->cell[i] + 2]++;
    for (int64_t c = 1; c < cells; c++)
        g->start[c + 1] += g->start[c];
    for (int64_t i = 0; i < count; i++)
        g->number[g->start[md->cell[i] + 1]++] = (int32_t)i;
    for (int n = 0; n < MD_PAD; n++) {
        for (int a = 0; a < 3; a++)
            g->sorted[a][count + n] = 0;
        g->number[count + n] = 0;
    }
    host_pool_run(md->threads, fill_some, &md, g->all[0] * g->all[1]);
    return true;
}
