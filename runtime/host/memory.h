/*
 * How much memory the host can still give.
 *
 * Linux grants address space freely and ends a process, or another, when the
 * pages are touched and there are none. What libhedra needs besides the
 * program's own arrays must not do that to a program: large requests are
 * compared with what is there before they are made.
 */
#ifndef HEDRA_RUNTIME_HOST_MEMORY_H
#define HEDRA_RUNTIME_HOST_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Can so many bytes be touched? Small requests are granted without a look. */
bool host_memory_has(uint64_t size);

/* The bytes that are free, or that the system frees at need, of the machine's
 * memory and of that of the process's control groups, and of its address space
 * if that is limited; UINT64_MAX if nobody tells. `root`: where /proc and /sys
 * are, "" but in tests. */
uint64_t host_memory_left(const char *root);

#endif
