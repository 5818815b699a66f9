/* Large pages for arrays that a nest fills (large_pages.h). */
#define _GNU_SOURCE /* MADV_HUGEPAGE */
#include "runtime/host/large_pages.h"

#include "runtime/include/hedra.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static bool are_wanted(void)
{
    enum { UNKNOWN, NO, YES };
    static atomic_int known = UNKNOWN;
    int wanted = atomic_load_explicit(&known, memory_order_relaxed);
    if (wanted == UNKNOWN) {
        const char *text = getenv("HEDRA_PAGES");
        wanted = text && strcmp(text, "large") == 0 ? YES : NO;
        atomic_store_explicit(&known, wanted, memory_order_relaxed);
    }
    return wanted == YES;
}

void large_pages_ask(void *begin, size_t size)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t page = (uintptr_t)2 << 20;
    uintptr_t first = ((uintptr_t)begin + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)begin + size) / page * page;
    /* It fails where the system has no large pages. */
    if (first < end && are_wanted())
        (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
#endif
}

void hedra_fill_pages(void *base, int64_t lo, int64_t hi)
{
    large_pages_ask((char *)base + lo, (size_t)(hi - lo));
}
