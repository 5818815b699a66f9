/* Pages for memory that a nest fills (pages.h). */
#define _GNU_SOURCE /* MADV_HUGEPAGE, MADV_POPULATE_WRITE */
#include "runtime/host/pages.h"

#include "runtime/base/base.h"
#include "runtime/host/memory.h"
#include "runtime/host/pool.h"
#include "runtime/host/usual.h"

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

FIRST_CALLED(mincore);

enum wanted { UNKNOWN, AUTO, SMALL, LARGE, LATE };

FIRST_CODE static enum wanted wanted(void)
{
    static atomic_int known FIRST_DATA = UNKNOWN;
    int now = atomic_load_explicit(&known, memory_order_relaxed);
    if (now == UNKNOWN) {
        struct usual usual;
        const char *text =
            usual_environment(&usual) ? NULL : getenv("HEDRA_PAGES");
        now = !text                        ? AUTO
              : strcmp(text, "large") == 0 ? LARGE
              : strcmp(text, "late") == 0  ? LATE
              : strcmp(text, "small") == 0 ? SMALL
                                           : AUTO;
        atomic_store_explicit(&known, now, memory_order_relaxed);
    }
    return (enum wanted)now;
}

FIRST_CODE void pages_ask_large(void *begin, size_t size)
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

FIRST_CODE static void populate(const void *context, int64_t begin, int64_t end)
{
    const struct range *range = context;
    uintptr_t first = range->first + (uintptr_t)begin * part;
    uintptr_t last = range->first + (uintptr_t)end * part;
    last = last < range->end ? last : range->end;
    /* It fails before Linux 5.14, and where there is no memory. */
    (void)madvise((void *)first, last - first, MADV_POPULATE_WRITE);
}

/* Asking the system touches two pages of its library. */
FIRST_CODE static uintptr_t page_size(void)
{
#ifdef __x86_64__
    return 4096;
#else
    return (uintptr_t)sysconf(_SC_PAGESIZE);
#endif
}

/* Is at least a fourth of the pages around the middle missing? A border that
 * was written before may have touched each second one. */
FIRST_CODE static bool is_missing(const struct range *range)
{
    enum { LOOK = 8 };
    const uintptr_t page = page_size();
    unsigned char there[LOOK];
    size_t pages = (range->end - range->first) / page, missing = 0;
    size_t look = pages < LOOK ? pages : LOOK;
    uintptr_t first = range->first + (pages - look) / 2 * page;
    if (mincore((void *)first, look * page, there) != 0)
        return false;
    for (size_t k = 0; k < look; k++)
        missing += !(there[k] & 1);
    return 4 * missing >= look;
}

/* Asking the system may take as long as a nest that fills a few hundred
 * kilobytes: of a range whose pages were there CALM times in a row it is asked
 * at each sixteenth call only. A range that was given back meanwhile gets its
 * pages as they are touched. Larger ranges are worth the question. */
enum { CALM = 4, ASKED_OF = 16, SEEN = 64 };
static const size_t worth_asking = (size_t)4 << 20;

/* Threads may be in the way of each other: these are guesses. */
struct seen {
    _Atomic uintptr_t begin;
    _Atomic size_t size;
    atomic_uint there; /* so often in a row */
};

FIRST_CODE static struct seen *seen_of(uintptr_t begin, size_t size)
{
    static struct seen seen[SEEN];
    uint64_t hash = (uint64_t)begin * UINT64_C(0x9e3779b97f4a7c15);
    struct seen *s = &seen[hash >> 58];
    if (atomic_load_explicit(&s->begin, memory_order_relaxed) != begin ||
        atomic_load_explicit(&s->size, memory_order_relaxed) != size) {
        atomic_store_explicit(&s->there, 0, memory_order_relaxed);
        atomic_store_explicit(&s->begin, begin, memory_order_relaxed);
        atomic_store_explicit(&s->size, size, memory_order_relaxed);
    }
    return s;
}
_Static_assert(SEEN == 1 << 6, "the hash has 6 bits");

/* Are pages missing, as far as it is worth asking? */
FIRST_CODE static bool lacks(const struct range *range)
{
    uintptr_t begin = range->first;
    size_t size = range->end - begin;
    static atomic_uint asked FIRST_DATA; /* the first times without a table */
    if (size >= worth_asking ||
        (atomic_load(&asked) < CALM && atomic_fetch_add(&asked, 1) < CALM))
        return is_missing(range);
    struct seen *s = seen_of(begin, size);
    unsigned there = atomic_load_explicit(&s->there, memory_order_relaxed);
    if (there >= CALM && (there - CALM) % ASKED_OF != 0) {
        atomic_store_explicit(&s->there, there + 1, memory_order_relaxed);
        return false;
    }
    bool missing = is_missing(range);
    there = missing ? 0 : there < CALM + ASKED_OF ? there + 1 : CALM + 1;
    atomic_store_explicit(&s->there, there, memory_order_relaxed);
    return missing;
}

/* The page is touched as a nest would, and keeps what it holds. */
static void touch(uintptr_t page)
{
    unsigned char *byte = (unsigned char *)page;
    unsigned char old = __atomic_load_n(byte, __ATOMIC_RELAXED);
    __atomic_compare_exchange_n(byte, &old, old, false, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
}

/* Seconds for `count` pages, asked for in one call (false: that fails) or not,
 * and touched; no more than *least was. */
static bool time_pages(uintptr_t first, size_t count, bool asked, double *least)
{
    double start = base_clock(), seconds;
    if (asked &&
        madvise((void *)first, count * page_size(), MADV_POPULATE_WRITE) != 0)
        return false;
    for (size_t k = 0; k < count; k++)
        touch(first + k * page_size());
    seconds = base_clock() - start;
    *least = seconds < *least ? seconds : *least;
    return true;
}

enum { ROUNDS = 2, SAMPLE_OF = 128, SAMPLE_MOST = 32 };

/* Are the range's pages, of which a few are asked for, there sooner than as
 * many pages of memory of its own that are touched? */
static bool pays(const struct range *range, size_t pages)
{
    const uintptr_t page = page_size();
    size_t count = pages / SAMPLE_OF;
    count = count < SAMPLE_MOST ? count : SAMPLE_MOST;
    double asked = HUGE_VAL, touched = HUGE_VAL;
    void *own = mmap(NULL, ROUNDS * count * page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (own == MAP_FAILED)
        return false;
    bool good = true;
    for (int round = 0; round < ROUNDS && good; round++) {
        uintptr_t at = (uintptr_t)round * count * page;
        good = time_pages(range->first + at, count, true, &asked) &&
               time_pages((uintptr_t)own + at, count, false, &touched);
    }
    munmap(own, ROUNDS * count * page);
    return good && asked < touched;
}

/* To ask for pages takes half of the time of touching them on most machines,
 * and on a virtual one, whose host has to map them, too, now and then twice as
 * long: one thread looks, as far as the range has pages enough to make up for
 * it. Of smaller ones what was seen last holds. */
static bool is_worth_asking(const struct range *range, int threads)
{
    static atomic_bool paid FIRST_DATA;
    size_t pages = (range->end - range->first) / page_size();
    if (wanted() != AUTO || threads > 1)
        return true;
    if (pages >= SAMPLE_OF)
        atomic_store(&paid, pays(range, pages));
    return atomic_load(&paid);
}

FIRST_CODE void pages_fill(void *begin, size_t size, int threads)
{
    const uintptr_t page = page_size();
    struct range range = {((uintptr_t)begin + page - 1) / page * page,
                          ((uintptr_t)begin + size) / page * page};
    pages_ask_large(begin, size);
    if (range.first >= range.end || wanted() == LATE)
        return;
    /* A nest may touch a part alone, as half of a square: where there is less
     * memory than all of it takes, pages come as they are touched. */
    if (lacks(&range) && host_memory_has(range.end - range.first) &&
        is_worth_asking(&range, threads))
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
