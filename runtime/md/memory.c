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
