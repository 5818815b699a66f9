/*
 * Pages of memory that a nest fills, or that lies in another order.
 *
 * The first touch of each page costs the system's time, often more than the
 * nest's own work on it, and twice if the page is read before it is written:
 * then it gets a page of zeros first, whose replacement is told to all threads.
 * Linux gives all missing pages of a range in one call, which takes half the
 * time or less (madvise(2), MADV_POPULATE_WRITE), and on wish pages of 2 MiB
 * (Documentation/admin-guide/mm/transhuge.rst, MADV_HUGEPAGE). The latter only
 * with HEDRA_PAGES=large: the host of a virtual machine that takes back free
 * memory must find each large page again, which can take longer than all that
 * is won. With HEDRA_PAGES=small nothing is timed, with late nothing is done.
 */
#ifndef HEDRA_RUNTIME_HOST_PAGES_H
#define HEDRA_RUNTIME_HOST_PAGES_H

#include <stddef.h>

/* Asks for large pages where they lie whole inside of the `size` bytes from
 * `begin`, with HEDRA_PAGES=large. Pages that are there stay as they are. A
 * system that has no large ones does nothing, without a message. Any thread. */
void pages_ask_large(void *begin, size_t size);

/* Does it for memory that is about to be written, most of it, and gets the
 * pages that are missing, by `threads` threads (host_pool_run). Whether a
 * fourth of them is missing is looked up of a few in the middle, since each
 * look costs as much as some kilobytes to write. Contents stay as they are.
 * What the system does not give, or has not got, comes later, when it is
 * touched. */
void pages_fill(void *begin, size_t size, int threads);

#endif
