/*
 * Copies of host ranges on devices that have their own memory.
 *
 * Owns the list of kept ranges (hedra_keep), and for each of them the one copy
 * that it may have, on one device: which bytes of the copy are valid, and which
 * of them are newer than the host's. A region's rows that lie in a kept range
 * use its copy; other rows get a copy for the time of the region. Rows that
 * overlap share a copy. Bytes that no row touches are never transferred.
 *
 * All copies are guarded by one lock, which a region on such a device holds
 * from beginning to end; regions in place take it only if something is kept.
 * Overlapping kept ranges are allowed: before a region uses one copy, newer
 * bytes of others are brought home.
 */
#ifndef HEDRA_RUNTIME_REGION_MIRROR_H
#define HEDRA_RUNTIME_REGION_MIRROR_H

#include "runtime/device/device.h"

struct mirror_copy; /* a copy: of a kept range or for one region */

/* One region's use of copies. Zeroed at the start. */
struct mirror_use {
    struct device *device;
    struct mirror_copy *own; /* copies that end with the region */
    struct stats *stats;     /* transfers are counted here */
};

void mirror_lock(void);
void mirror_unlock(void);

/* For regions on use->device (lock held): makes the `count` rows present, but
 * for those of Plans, and says where they lie; row_copy[k] is for mirror_end.
 * On failure everything is as before, but that the host may have become
 * current. */
bool mirror_begin(struct mirror_use *use, const struct hedra_array *array,
                  int count, struct device_place *place,
                  struct mirror_copy **row_copy, struct report *why);

/* After the device has finished: written rows of own copies come home, those of
 * kept ranges are noted as newer than the host's. Frees the own copies, whether
 * it fails or not; if it fails for lack, nothing has come home. */
bool mirror_end(struct mirror_use *use, const struct hedra_array *array,
                int count, struct mirror_copy *const *row_copy,
                struct report *why);

/* Is it a kept range's copy, and lives longer than the region? */
bool mirror_is_kept(const struct mirror_copy *copy);

/* Frees the own copies of a region that failed. */
void mirror_abandon(struct mirror_use *use);

/* For regions in place (lock not held): what they touch comes home, and copies
 * of what they write become invalid. */
bool mirror_bring_home(const struct hedra_array *array, int count,
                       struct stats *stats, struct report *why);

/* After a region in place: kept ranges that it wrote have new contents; lock
 * not held. */
void mirror_written(const struct hedra_array *array, int count);

/* A number for the contents of the kept range around the row, another one after
 * whatever may change them; 0 if the row lies in none. */
uint64_t mirror_version(const struct hedra_array *a, bool locked);

/* Does the row lie in a kept range? Lock not held. */
bool mirror_keeps(const struct hedra_array *a);

/* Is nothing kept on any device, nor lost with one? Without the lock. */
bool mirror_has_nothing(void);

/* The environment is known to be valid: from now on plain nests that have no
 * kernels need only be announced (hedra_plain) while something is kept. */
void mirror_watch_kept(void);

/* Brings everything home and drops the copies of kept ranges, which stay kept;
 * lock not held. */
bool mirror_drop_all(struct report *why);

/* Brings home what copies of kept ranges hold of these bytes, and drops the
 * copies that overlap them, which stay kept: the host is about to write there;
 * lock not held. */
bool mirror_drop(void *base, size_t size, struct report *why);

/* hedra_keep, hedra_release, hedra_sync; lock not held. What fails to come home
 * at release is lost; mirror_forget brings nothing home. */
bool mirror_keep(void *base, size_t size, struct report *why);
bool mirror_release(void *base, size_t size, struct report *why);
bool mirror_forget(void *base, size_t size, struct report *why);
bool mirror_sync(void *base, size_t size, struct report *why);

#endif
