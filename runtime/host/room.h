/*
 * Memory that is taken for good: records of devices, modules and choices. The
 * first of it is the library's own (base/first.h), as a program's first call of
 * malloc may take longer than many nests.
 */
#ifndef HEDRA_RUNTIME_HOST_ROOM_H
#define HEDRA_RUNTIME_HOST_ROOM_H

#include <stddef.h>

/* Returns zeroed memory for any object, or NULL. Any thread. */
void *room_take(size_t size);

/* Gives back what turned out not to be needed. NULL: nothing. */
void room_give(void *memory);

#endif
