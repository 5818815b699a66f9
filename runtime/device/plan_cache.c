/*
 * Plans kept from run to run, and the copies of rows by which it is told
 * whether they still hold (plan_cache.h).
 */
#include "runtime/device/plan_cache.h"

#include "runtime/base/base.h"
#include "runtime/device/memory_cache.h"
#include "runtime/host/host.h"

#include <stdlib.h>
#include <string.h>

/* After so many runs in which keeping was of no use it is given up. */
enum { PATIENCE = 4 };

struct keep_row {
    const void *base;
    int64_t lo, hi;
    /* An input: its version, or if that is 0 its bytes. */
    uint64_t version;
    void *copy;
    /* A Plan's: its memory, 0 if there is none; and for which key. */
    uint64_t memory;
    /* It holds no longer, and the next one may have its memory. */
    bool is_spare;
    int64_t key;
};

struct plan_cache {
    int count, misses;
    bool ran;   /* before */
    bool noted; /* the inputs are what the rows say */
    struct keep_row *row;
};

struct plan_cache *plan_cache_take(_Atomic(struct plan_cache *) *slot,
                                   int count)
{
    struct plan_cache *keep = atomic_exchange(slot, NULL);
    if (keep)
        return keep;
    keep = calloc(1, sizeof *keep);
    if (!keep)
        return NULL;
    keep->count = count;
    keep->row = calloc(count > 0 ? (size_t)count : 1, sizeof *keep->row);
    if (keep->row)
        return keep;
    free(keep);
    return NULL;
}

static size_t length(int64_t lo, int64_t hi)
{
    return lo < hi ? (size_t)hi - (size_t)lo : 0;
}

static void free_memory(struct device *device, uint64_t memory, size_t size)
{
    if (!memory)
        return;
    if (device->ops->traits & DEVICE_IN_PLACE)
        device->ops->free(device, memory);
    else
        device_memory_give(device, memory, size);
}

bool plan_cache_alloc(struct device *device, const struct hedra_array *a,
                      struct device_place *place, struct report *why)
{
    size_t size = length(a->lo, a->hi);
    uint64_t memory = 0;
    bool good = size == 0;
    if (size && device->ops->traits & DEVICE_IN_PLACE)
        good = device->ops->alloc(device, size, &memory, why);
    else if (size)
        good = device_memory_take(device, size, &memory, why);
    *place = (struct device_place){memory, -a->lo, a->element_size};
    if (!good)
        report_prefix(why, "temporary array '%s': ", a->name);
    return good;
}

void plan_cache_free(struct device *device, const struct hedra_array *a,
                     struct device_place *place)
{
    free_memory(device, place->memory, length(a->lo, a->hi));
    place->memory = 0;
}

static void drop_plans(struct plan_cache *keep, struct device *device)
{
    for (int k = 0; k < keep->count; k++) {
        struct keep_row *row = &keep->row[k];
        free_memory(device, row->memory, length(row->lo, row->hi));
        row->memory = 0;
    }
}

void plan_cache_give(_Atomic(struct plan_cache *) *slot,
                     struct plan_cache *keep, struct device *device)
{
    struct plan_cache *old = atomic_exchange(slot, keep);
    if (!old)
        return;
    drop_plans(old, device);
    for (int k = 0; k < old->count; k++)
        free(old->row[k].copy);
    free(old->row);
    free(old);
}

static const char *bytes_of(const struct hedra_array *a)
{
    return (const char *)a->base + a->lo;
}

/* Where data decide how much of an array the region reads, the row may reach
 * beyond its end, and what is there may be no memory. */
static bool is_readable(const struct hedra_array *a)
{
    uintptr_t base = (uintptr_t)a->base;
    return base_is_readable(base + (uintptr_t)a->lo, base + (uintptr_t)a->hi);
}

static bool is_same(const struct keep_row *row, const struct hedra_array *a,
                    uint64_t version)
{
    if (row->base != a->base || row->lo != a->lo || row->hi != a->hi)
        return false;
    if (version && row->version == version)
        return true;
    size_t size = length(a->lo, a->hi);
    return size == 0 ||
           (!version && !row->version && row->copy && is_readable(a) &&
            memcmp(row->copy, bytes_of(a), size) == 0);
}

/* False: out of memory, or not all of the row is memory. */
static bool note(struct keep_row *row, const struct hedra_array *a,
                 uint64_t version)
{
    size_t size = length(a->lo, a->hi);
    if (!row->copy || version || length(row->lo, row->hi) != size) {
        free(row->copy);
        row->copy =
            version || !size || !host_memory_has(size) ? NULL : malloc(size);
    }
    if (row->copy && !is_readable(a)) {
        free(row->copy);
        row->copy = NULL;
    }
    row->base = a->base;
    row->lo = a->lo;
    row->hi = a->hi;
    row->version = version;
    if (row->copy)
        memcpy(row->copy, bytes_of(a), size);
    return version || !size || row->copy;
}

static void forget(struct plan_cache *keep, struct device *device)
{
    drop_plans(keep, device);
    for (int k = 0; k < keep->count; k++) {
        free(keep->row[k].copy);
        keep->row[k].copy = NULL;
    }
    keep->noted = false;
}

bool plan_cache_check(struct plan_cache *keep, const struct hedra_array *array,
                      const uint64_t *version, bool lazily,
                      struct device *device)
{
    bool same = keep->noted, later = lazily && !keep->ran;
    keep->ran = true;
    if (later || keep->misses > PATIENCE)
        return false;
    for (int k = 0; k < keep->count && same; k++)
        if (array[k].flags & HEDRA_INPUT)
            same = is_same(&keep->row[k], &array[k], version[k]);
    if (same)
        return true;
    for (int k = 0; k < keep->count; k++)
        keep->row[k].is_spare = true;
    keep->noted = true;
    for (int k = 0; k < keep->count && keep->noted; k++)
        if (array[k].flags & HEDRA_INPUT)
            keep->noted = note(&keep->row[k], &array[k], version[k]);
    if (!keep->noted)
        forget(keep, device);
    return false;
}

void plan_cache_judge(struct plan_cache *keep, bool useful,
                      struct device *device)
{
    keep->misses = useful ? 0 : keep->misses + 1;
    if (keep->misses == PATIENCE + 1)
        forget(keep, device);
}

/* Gives the row's memory to the next Plan, which has one like it, or back. */
static void give_spare(struct keep_row *row, const struct hedra_array *a,
                       struct device_place *spare, struct device *device)
{
    if (row->memory && !spare->memory && row->lo == a->lo && row->hi == a->hi)
        *spare = (struct device_place){row->memory, -a->lo, a->element_size};
    else
        free_memory(device, row->memory, length(row->lo, row->hi));
}

bool plan_cache_find(struct plan_cache *keep, const struct hedra_array *array,
                     int first, int count, const int64_t *key,
                     struct device_place *place, struct device_place *spare,
                     struct device *device)
{
    bool any = false, found = key != NULL;
    for (int k = first; k < first + count; k++) {
        const struct keep_row *row = &keep->row[k];
        any |= row->memory != 0;
        found &= key && row->key == *key && row->lo == array[k].lo &&
                 row->hi == array[k].hi && !row->is_spare;
    }
    found &= any;
    for (int k = first; k < first + count; k++) {
        struct keep_row *row = &keep->row[k];
        if (found)
            place[k] = (struct device_place){row->memory, -array[k].lo,
                                             array[k].element_size};
        else
            give_spare(row, &array[k], &spare[k], device);
        row->memory = 0;
    }
    return found;
}

void plan_cache_put(struct plan_cache *keep, const struct hedra_array *array,
                    int first, int count, int64_t key,
                    struct device_place *place, struct device *device)
{
    for (int k = first; k < first + count; k++) {
        struct keep_row *row = &keep->row[k];
        free_memory(device, row->memory, length(row->lo, row->hi));
        row->lo = array[k].lo;
        row->hi = array[k].hi;
        row->memory = place[k].memory;
        row->is_spare = false;
        row->key = key;
        place[k].memory = 0;
    }
}
