/* Large pages for arrays that a nest fills (large_pages.h). */
#define _GNU_SOURCE /* MADV_HUGEPAGE */
#include "runtime/host/large_pages.h"

#include "runtime/base/base.h"
#include "runtime/include/hedra.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static bool is_wanted(void)
{
    enum { UNKNOWN, NO, YES };
    static atomic_int known = UNKNOWN;
    int wanted = atomic_load_explicit(&known, memory_order_relaxed);
    if (wanted == UNKNOWN) {
        const char *text = getenv("HEDRA_PAGES");
        wanted = text && strcmp(text, "small") == 0 ? NO : YES;
        atomic_store_explicit(&known, wanted, memory_order_relaxed);
    }
    return wanted == YES;
}

#ifdef MADV_HUGEPAGE
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

enum { PAGE = 2 << 20 };

/* Seconds for a large page that is written anyway. Small ones take about as
 * long; of a virtual machine whose host must find the memory first, many times
 * longer. */
static const double SLOW = 1e-3;

/* Ranges that were asked for, so that calls with the same array do not again.
 */
enum { KNOWN = 16 };
static _Atomic uintptr_t known[KNOWN];
static atomic_bool slow;

/* Makes a page, and tells whether the next ones may be made, too. A page that
 * is there stays as it is. */
static bool make_page(uintptr_t page)
{
    double begin = base_clock();
    if (madvise((void *)page, PAGE, MADV_HUGEPAGE) != 0 ||
        madvise((void *)page, PAGE, MADV_POPULATE_WRITE) != 0)
        return false;
    if (base_clock() - begin < SLOW)
        return true;
    atomic_store_explicit(&slow, true, memory_order_relaxed);
    return false;
}
#endif

void large_pages_ask(void *begin, size_t size)
{
#ifdef MADV_HUGEPAGE
    uintptr_t first = ((uintptr_t)begin + PAGE - 1) / PAGE * PAGE;
    uintptr_t end = ((uintptr_t)begin + size) / PAGE * PAGE;
    if (first >= end || !is_wanted() ||
        atomic_load_explicit(&slow, memory_order_relaxed))
        return;
    _Atomic uintptr_t *place = &known[first / PAGE % KNOWN];
    if (atomic_exchange_explicit(place, first ^ end * KNOWN,
                                 memory_order_relaxed) == (first ^ end * KNOWN))
        return;
    while (first < end && make_page(first))
        first += PAGE;
#endif
}

void hedra_fill_pages(void *base, int64_t lo, int64_t hi)
{
    large_pages_ask((char *)base + lo, (size_t)(hi - lo));
}
