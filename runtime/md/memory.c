/* Memory for arrays of particles. */
#include "runtime/md/local.h"

#include <stdlib.h>
#include <string.h>

void *md_memory(int64_t count, size_t bytes)
{
    const uint64_t most = UINT64_MAX / 4 / bytes;
    if (count < 0 || (uint64_t)count > most)
        return NULL;
    const uint64_t all = ((uint64_t)count * bytes + 127) / 64 * 64;
    return host_memory_has(all) ? aligned_alloc(64, all) : NULL;
}

bool md_renew(void *at, int64_t count, size_t bytes)
{
    void *fresh = md_memory(count, bytes), *old;
    memcpy(&old, at, sizeof old);
    free(old);
    memcpy(at, &fresh, sizeof fresh);
    return fresh != NULL;
}

bool md_memory_make(struct hedra_md *md, bool ids)
{
    const int64_t n = md->count;
    md->places = n + 1;
    md->lists.blocks = (n + MD_BLOCK - 1) / MD_BLOCK;
    for (int k = 0; k < 3; k++)
        if (!md_renew(&md->each[k], md->whole, sizeof *md->each[k]))
            return false;
    if (!md_renew(&md->lists.block, md->lists.blocks, sizeof *md->lists.block))
        return false;
    md->lists.room = md->lists.blocks;
    memset(md->lists.block, 0,
           (size_t)md->lists.blocks * sizeof *md->lists.block);
    return (!ids || md_renew(&md->id, n, sizeof *md->id)) &&
           md_renew(&md->x, n + 1, sizeof *md->x) &&
           md_renew(&md->v, n, sizeof *md->v) &&
           md_renew(&md->f, n + 1, sizeof *md->f) &&
           md_renew(&md->built, n, sizeof *md->built) &&
           md_renew(&md->single, n + 1, sizeof *md->single) &&
           md_renew(&md->row, n + 1, sizeof *md->row) &&
           md_renew(&md->cell, n + 1, sizeof *md->cell) &&
           md_renew(&md->home, n, sizeof *md->home) &&
           md_renew(&md->image, n, sizeof *md->image) &&
           md_renew(&md->spare, n, 32) &&
           md_renew(&md->permutation, n, sizeof *md->permutation) &&
           md_renew(&md->moved, md->lists.blocks, sizeof *md->moved) &&
           md_renew(&md->lists.offset, n, sizeof *md->lists.offset) &&
           md_renew(&md->lists.count, n, sizeof *md->lists.count);
}

bool md_memory_ghosts(struct hedra_md *md, int64_t kept, int64_t needed)
{
    struct md_ghosts *g = &md->ghosts;
    const size_t bytes = (size_t)kept * sizeof *md->x;
    if (needed + 1 <= md->places)
        return true;
    const int64_t places = needed + needed / 16 + 1;
    double(*x)[4] = md_memory(places, sizeof *x);
    uint32_t *cell = md_memory(places, sizeof *cell);
    uint32_t *row = md_memory(places, sizeof *row);
    const bool has = x && cell && row;
    if (has) {
        memcpy(x, md->x, bytes);
        memcpy(cell, md->cell, (size_t)kept * sizeof *cell);
        memcpy(row, md->row, (size_t)kept * sizeof *row);
    }
    free(has ? (void *)md->x : (void *)x);
    free(has ? md->cell : cell);
    free(has ? md->row : row);
    if (!has)
        return false;
    md->x = x;
    md->cell = cell;
    md->row = row;
    md->places = places;
    const int64_t ghosts = places - md->count;
    return md_renew(&g->owner, ghosts, sizeof *g->owner) &&
           md_renew(&g->shift, ghosts, sizeof *g->shift) &&
           (md->o.real == HEDRA_MD_DOUBLE ||
            md_renew(&md->single, places, sizeof *md->single)) &&
           (md->o.list == HEDRA_MD_FULL ||
            md_renew(&md->f, places, sizeof *md->f));
}
