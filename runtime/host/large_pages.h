/*
 * Large pages for arrays that a nest fills.
 *
 * The first write to each page of an array costs the system's time: 4 KiB at a
 * time often more than the nest's own work. Linux gives 2 MiB at a time where
 * it is asked to (Documentation/admin-guide/mm/transhuge.rst, MADV_HUGEPAGE).
 * libhedra asks for it where every part of the range is to be written, so that
 * not more memory is used than the nest uses anyway.
 */
#ifndef HEDRA_RUNTIME_HOST_LARGE_PAGES_H
#define HEDRA_RUNTIME_HOST_LARGE_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* Makes large pages where they lie whole inside of the `size` bytes from
 * `begin`, unless HEDRA_PAGES=small, until one takes too long, after which the
 * process makes no more: the host of a virtual machine may have to find the
 * memory. Pages that are there stay as they are. A system that has no large ones
 * does nothing, without a message. Any thread. */
void large_pages_ask(void *begin, size_t size);

#endif
