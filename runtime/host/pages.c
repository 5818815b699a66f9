/* Pages for memory that a nest fills (pages.h). */
#define _GNU_SOURCE /* MADV_HUGEPAGE, MADV_POPULATE_WRITE */
#include "runtime/host/pages.h"

#include "runtime/host/memory.h"
#include "runtime/host/pool.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum wanted { UNKNOWN, SMALL, LARGE, LATE };

static enum wanted wanted(void)
{
    static atomic_int known = UNKNOWN;
    int now = atomic_load_explicit(&known, memory_order_relaxed);
    if (now == UNKNOWN) {
        const char *text = getenv("HEDRA_PAGES");
        now = !text                        ? SMALL
              : strcmp(text, "large") == 0 ? LARGE
              : strcmp(text, "late") == 0  ? LATE
                                           : SMALL;
        atomic_store_explicit(&known, now, memory_order_relaxed);
    }
    return (enum wanted)now;
}

void pages_ask_large(void *begin, size_t size)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t page = (uintptr_t)2 << 20;
    uintptr_t first = ((uintptr_t)begin + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)begin + size) / page * page;
    /* It fails where the system has no large pages. */
    if (first < end && wanted() == LARGE)
        (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
#endif
}

#ifdef MADV_POPULATE_WRITE

struct range {
    uintptr_t first, end; /* whole pages */
};

/* So many bytes are one part of a thread's work: a multiple of all pages. */
static const uintptr_t part = (uintptr_t)2 << 20;

static void populate(const void *context, int64_t begin, int64_t end)
{
    const struct range *range = context;
    uintptr_t first = range->first + (uintptr_t)begin * part;
    uintptr_t last = range->first + (uintptr_t)end * part;
    last = last < range->end ? last : range->end;
    /* It fails before Linux 5.14, and where there is no memory. */
    (void)madvise((void *)first, last - first, MADV_POPULATE_WRITE);
}

static bool is_missing(uintptr_t page)
{
    unsigned char there = 1;
    return mincore((void *)page, 1, &there) == 0 && !(there & 1);
}

/* How long the ranges were whose pages were there when a thread asked the
 * system last, which takes as long as some nests touch them for: it asks again
 * after some more calls, since the memory may be other by then. */
enum { KNOWN = 4, UNASKED = 15 };
static _Thread_local struct {
    uintptr_t size;
    int calls;
} known[KNOWN];

static int place_of(uintptr_t size)
{
    return (int)((size >> 12 ^ size >> 16) % KNOWN);
}

static bool was_there(uintptr_t size)
{
    int k = place_of(size);
    return known[k].size == size && known[k].calls-- > 0;
}

static void note_there(uintptr_t size)
{
    int k = place_of(size);
    known[k].size = size;
    known[k].calls = UNASKED;
}

void pages_fill(void *begin, size_t size, int threads)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    struct range range = {((uintptr_t)begin + page - 1) / page * page,
                          ((uintptr_t)begin + size) / page * page};
    if (range.first >= range.end || was_there(range.end - range.first))
        return;
    pages_ask_large(begin, size);
    if (wanted() == LATE)
        return;
    uintptr_t middle = (range.first + range.end) / 2 / page * page;
    /* A nest may touch a part alone, as half of a square: where there is less
     * memory than all of it takes, pages come as they are touched. */
    if (!is_missing(middle))
        note_there(range.end - range.first);
    else if (host_memory_has(range.end - range.first))
        host_pool_run(threads, populate, &range,
                      (int64_t)((range.end - range.first + part - 1) / part));
}

#else

void pages_fill(void *begin, size_t size, int threads)
{
    (void)threads;
    pages_ask_large(begin, size);
}

#endif
