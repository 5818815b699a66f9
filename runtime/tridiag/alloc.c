/*
 * Memory that is aligned for vectors.
 */
#include "runtime/tridiag/local.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGN = 64 };

/* Zeroed, since lanes without a block leave holes in it. */
void *tridiag_alloc(int64_t count, size_t size)
{
    size_t bytes;
    if (count < 0 || __builtin_mul_overflow((size_t)count, size, &bytes) ||
        bytes > PTRDIFF_MAX - ALIGN)
        return NULL;
    bytes = (bytes / ALIGN + 1) * ALIGN;
    void *memory = aligned_alloc(ALIGN, bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}
