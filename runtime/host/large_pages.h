/*
 * Large pages for arrays that a nest fills, or that lie in another order.
 *
 * The first write to each page of an array costs the system's time: 4 KiB at a
 * time often more than the nest's own work. Linux gives 2 MiB at a time where
 * it is asked to (Documentation/admin-guide/mm/transhuge.rst, MADV_HUGEPAGE).
 * Nobody is asked unless HEDRA_PAGES=large: the host of a virtual machine that
 * takes back free memory must find each large page again, which can take longer
 * than all that is won.
 */
#ifndef HEDRA_RUNTIME_HOST_LARGE_PAGES_H
#define HEDRA_RUNTIME_HOST_LARGE_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* Asks for large pages where they lie whole inside of the `size` bytes from
 * `begin`, with HEDRA_PAGES=large. Pages that are there stay as they are. A
 * system that has no large ones does nothing, without a message. Any thread. */
void large_pages_ask(void *begin, size_t size);

#endif
