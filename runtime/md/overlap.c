/*
 * Steps of a part of a box whose positions travel while forces are computed: of
 * particles in cells that see no ghost, which is most of them, and which lie in
 * front of all others. What all parts must know of how far things have moved
 * travels meanwhile, too, but where a build of lists is expected: the forces
 * would be in vain then. Half lists do not overlap: of each particle a part of
 * the force comes from others.
 */
#include "runtime/md/part.h"

#include <math.h>
#include <stdlib.h>

static bool can_overlap(const struct hedra_md *md)
{
    const struct md_part *p = md->part;
    const int *parts = p->brick.parts;
    const bool has =
        p->curve ? p->links.begin_all != NULL : p->links.begin != NULL;
    return has && md->o.list == HEDRA_MD_FULL &&
           (parts[0] > 1 || parts[1] > 1 || parts[2] > 1);
}

void md_overlap_make(struct hedra_md *md)
{
    struct md_inner *in = &md->part->inner;
    in->moved = 0;
    in->built = md->steps;
    in->count = 0;
    if (can_overlap(md))
        while (in->count < md->count &&
               md_grid_sees_no_ghost(&md->grid, md->cell[in->count]))
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
    md_single_make(md, 0, md->count);
    md_part_move(md, inner_forces);
    md_single_make(md, md->count, md->ghosts.count);
    moved = l->largest_end(l->context);
    md->counts.ghost += base_clock() - begin;
    return moved;
}

void md_overlap_forces(struct hedra_md *md)
{
    md_force_some(md, md->part->inner.count, md->count);
}
