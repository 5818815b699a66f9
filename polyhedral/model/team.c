/*
 * This file tells which loops are a team's (rewrite/reduction.h): the loop over
 * blocks of iterations whose points are teams of threads, and in it the loops
 * over lanes. It also tells which arrays teams pass from thread to thread.
 */
#include "polyhedral/model/model.h"

/* The depth of the team's loop around a statement, -1 if there is none. */
int team_depth(const struct poly *poly, int stmt)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    for (int d = 0; d < s->depth; d++)
        if (poly->scop->loop[s->loop[d]].team)
            return d;
    return -1;
}

int team_lane_depth(const struct poly *poly, int stmt)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    for (int d = 0; d < s->depth; d++)
        if (poly->scop->loop[s->loop[d]].lane)
            return d;
    return -1;
}

bool team_passes(const struct poly *poly, int array)
{
    bool first = false, lanes = false;
    for (int k = 0; k < poly->access_count; k++) {
        int stmt = poly->access[k].stmt;
        if (poly->access[k].array != array || team_depth(poly, stmt) < 0)
            continue;
        bool lane = team_lane_depth(poly, stmt) >= 0;
        lanes |= lane;
        first |= !lane;
    }
    return first && lanes;
}

int64_t team_elements(const struct scop_array *array)
{
    int64_t count = 1;
    for (int k = array->rank - array->team; k < array->rank; k++)
        count *= array->extent[k]->ival;
    return count;
}

bool team_steps(const struct poly *poly, int stmt)
{
    int depth = team_lane_depth(poly, stmt);
    return depth >= 0 && depth == poly->stmt[stmt].stmt->depth - 2;
}

bool team_holds(const struct poly *poly, int array, int depth)
{
    bool inside = true;
    for (int k = 0; k < poly->access_count; k++)
        if (poly->access[k].array == array) {
            int team = team_depth(poly, poly->access[k].stmt);
            inside &= team >= 0 && depth > team;
        }
    return inside;
}
