/* The loops over pairs in plain C, one neighbour at a time. */
#include "runtime/md/kernel/kernel.h"

#include <math.h>

static int64_t search_one(const struct md_search *s, int p)
{
    const int32_t i = s->i[p];
    uint32_t *to = s->to[p];
    int64_t count = 0;
    for (int r = 0; r < s->ranges; r++)
        for (uint32_t n = s->range[r][0]; n < s->range[r][1]; n++) {
            const int32_t j = s->number[n];
            const float x = s->at[p][0] - s->sorted[0][n];
            const float y = s->at[p][1] - s->sorted[1][n];
            const float z = s->at[p][2] - s->sorted[2][n];
            const float r2 = x * x + y * y + z * z;
            bool is_near = r2 < s->possible && md_is_wanted(s, i, j);
            if (is_near && !(r2 < s->certain))
                is_near = md_is_near(s, i, j);
            to[count] = (uint32_t)j;
            count += is_near;
        }
    return count;
}

static void search(const struct md_search *s, int particles,
                   int64_t count[MD_GROUP])
{
    for (int p = 0; p < particles; p++)
        count[p] = search_one(s, p);
}

#define LANES 1
#define SPLAT(r) ((V)(r))
#define SUM(v) ((double)(v))
#define ROOT(v) ((V)sqrt(v))
#define LOOK(row, t) ((row)[(int)(t)])
#define INSIDE(r2, cut2, v) ((r2) < (cut2) ? (v) : 0)
#define GATHER(from, j, types, near)                                           \
    ((near)->x = (from)[*(j)][0], (near)->y = (from)[*(j)][1],                 \
     (near)->z = (from)[*(j)][2], (near)->type = (from)[*(j)][3])
#define SCATTER(f, j, fx, fy, fz)                                              \
    ((f)[*(j)][0] -= (fx), (f)[*(j)][1] -= (fy), (f)[*(j)][2] -= (fz))

#define REAL double
#define V double
#define SINGLE 0
#define NAME(x) double_##x
#include "runtime/md/kernel/pair.inc"
#undef REAL
#undef V
#undef SINGLE
#undef NAME

#define REAL float
#define V float
#define SINGLE 1
#define NAME(x) single_##x
#include "runtime/md/kernel/pair.inc"

const struct md_kernels md_kernels_base = {
    "base", 1, 1, search, double_force, single_force, double_measure};
