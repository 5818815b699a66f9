/* Positions in float, relative to the middle of the box, for mixed forces. */
#include "runtime/md/local.h"

/* x, y, z and the type, in vectors of whatever length there is. */
typedef double four __attribute__((vector_size(32), may_alias));

struct places {
    struct hedra_md *md;
    int64_t first, count;
};

static void single_some(const void *context, int64_t begin, int64_t end)
{
    const struct places *p = context;
    struct hedra_md *md = p->md;
    const int64_t last = end * MD_BLOCK < p->count ? end * MD_BLOCK : p->count;
    const double *m = md->grid.middle;
    const four middle = {m[0], m[1], m[2], 0};
    for (int64_t i = p->first + begin * MD_BLOCK; i < p->first + last; i++) {
        const four x = *(four *)md->x[i] - middle;
        for (int a = 0; a < 4; a++)
            md->single[i][a] = (float)x[a];
    }
}

void md_single_make(struct hedra_md *md, int64_t first, int64_t count)
{
    const struct places p = {md, first, count};
    if (md->o.real == HEDRA_MD_MIXED)
        host_pool_run(md->threads, single_some, &p,
                      (count + MD_BLOCK - 1) / MD_BLOCK);
}
