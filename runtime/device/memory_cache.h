/*
 * Device memory with a cache of freed blocks, for devices that are not
 * DEVICE_IN_PLACE: drivers take long to allocate, and a region that runs again
 * asks for the same sizes. Sizes below 1 GiB are rounded up by at most an
 * eighth; blocks wait for reuse in a list of bounded length and are given back
 * to the driver when an allocation fails. Memory of DEVICE_EXACT kinds is
 * neither rounded nor kept. Called with mirror.c's lock held.
 */
#ifndef HEDRA_RUNTIME_DEVICE_MEMORY_CACHE_H
#define HEDRA_RUNTIME_DEVICE_MEMORY_CACHE_H

#include "runtime/device/kind.h"

/* size > 0 bytes, uninitialised. */
bool device_memory_take(struct device *device, size_t size, uint64_t *memory,
                        struct report *why);

/* `size` as it was given to device_memory_take. */
void device_memory_give(struct device *device, uint64_t memory, size_t size);

/* Gives all waiting blocks back to the drivers. */
void device_memory_trim(void);
/* In a child of fork, which has none of them. */
void device_memory_forget(void);

#endif
