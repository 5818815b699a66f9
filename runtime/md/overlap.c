/*
 * Steps of a part of a box whose positions travel while forces are computed: of
 * particles in cells that see no ghost, which is most of them, and which lie in
 * front of all others. What all parts must know of how far things have moved
 * travels meanwhile, too, but where a build of lists is expected: the forces
 * would be in vain then.
 */
#include "runtime/md/part.h"

#include <math.h>
#include <stdlib.h>

static bool can_overlap(const struct hedra_md *md)
{
    const struct md_part *p = md->part;
    const int *parts = p->brick.parts;
    return p->links.begin && (parts[0] > 1 || parts[1] > 1 || parts[2] > 1);
}

/* Are all cells around this one the brick's own? */
static bool sees_no_ghost(const struct md_grid *g, int64_t cell)
{
    const int64_t at[3] = {cell / g->all[2] / g->all[1],
                           cell / g->all[2] % g->all[1], cell % g->all[2]};
    bool is_inner = true;
    for (int a = 0; a < 3; a++)
        is_inner &= at[a] >= 2 * g->reach && at[a] < g->all[a] - 2 * g->reach;
    return is_inner;
}

static bool is_own(const struct md_grid *g, int64_t cell)
{
    const int64_t at[3] = {cell / g->all[2] / g->all[1],
                           cell / g->all[2] % g->all[1], cell % g->all[2]};
    bool is_own = true;
    for (int a = 0; a < 3; a++)
        is_own &= at[a] >= g->reach && at[a] < g->all[a] - g->reach;
    return is_own;
}

bool md_overlap_rank(struct hedra_md *md)
{
    struct md_grid *g = &md->grid;
    const int64_t cells = g->all[0] * g->all[1] * g->all[2],
                  span = (int64_t)hedra_order_span(g->order);
    if (!can_overlap(md))
        return true;
    int64_t *cell = md_memory(span, sizeof *cell);
    if (!cell)
        return false;
    for (int64_t r = 0; r < span; r++)
        cell[r] = -1;
    for (int64_t c = 0; c < cells; c++)
        if (is_own(g, c))
            cell[g->rank[c]] = c;
    uint32_t next = 0;
    for (int inner = 1; inner >= 0; inner--)
        for (int64_t r = 0; r < span; r++)
            if (cell[r] >= 0 && sees_no_ghost(g, cell[r]) == inner)
                g->rank[cell[r]] = next++;
    free(cell);
    return true;
}

void md_overlap_make(struct hedra_md *md)
{
    struct md_inner *in = &md->part->inner;
    in->moved = 0;
    in->built = md->steps;
    in->count = 0;
    if (can_overlap(md))
        while (in->count < md->count &&
               sees_no_ghost(&md->grid, md->cell[in->count]))
            in->count++;
}

bool md_overlap_pays(const struct hedra_md *md)
{
    const struct md_inner *p = &md->part->inner;
    const int64_t since = md->steps - p->built;
    if (!can_overlap(md))
        return false;
    if (md->o.every > 0)
        return md->steps % md->o.every != 0;
    return since < 2 ||
           2.05 * p->moved * (double)since <= md->o.skin * (double)(since - 1);
}

static void inner_forces(struct hedra_md *md, int turn, int turns)
{
    const int64_t inner = md->part->inner.count;
    const double begin = base_clock();
    md_force_some(md, inner * turn / turns, inner * (turn + 1) / turns);
    md->counts.ghost -= base_clock() - begin; /* they count as pairs */
}

double md_overlap_move(struct hedra_md *md, double moved)
{
    const struct hedra_md_links *l = &md->part->links;
    const double begin = base_clock();
    l->largest_begin(l->context, moved);
    md_step_single(md, 0, md->count);
    md_part_move(md, inner_forces);
    md_step_single(md, md->count, md->ghosts.count);
    moved = l->largest_end(l->context);
    md->counts.ghost += base_clock() - begin;
    return moved;
}

void md_overlap_forces(struct hedra_md *md)
{
    md_force_some(md, md->part->inner.count, md->count);
}
