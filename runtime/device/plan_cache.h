/*
 * What a region keeps of its Plans from one run to the next, on one device.
 *
 * A Plan holds as long as the rows that it was made from, HEDRA_INPUT, have the
 * same bytes at the same places, and the numbers that it depends on, its key,
 * are the same. Of rows in kept ranges (hedra_keep) their version tells. Others
 * the program may have changed without a word, in plain C: they are compared
 * with a copy, byte by byte, which costs a fraction of what a nest does that
 * reads them and more. Where no Plan comes of it in run after run, that is
 * given up.
 *
 * A run takes what is kept away from the module and hands it back at its end:
 * of two runs at the same time one finds nothing. What is kept stays until the
 * process ends.
 */
#ifndef HEDRA_RUNTIME_DEVICE_PLAN_CACHE_H
#define HEDRA_RUNTIME_DEVICE_PLAN_CACHE_H

#include "runtime/device/kind.h"

#include <stdatomic.h>

struct plan_cache;

/* Takes what is at *slot, or makes something empty for a table of `count` rows;
 * NULL: out of memory. */
struct plan_cache *plan_cache_take(_Atomic(struct plan_cache *) *slot,
                                   int count);
/* Puts it at *slot; what is there already is freed. */
void plan_cache_give(_Atomic(struct plan_cache *) *slot,
                     struct plan_cache *keep, struct device *device);
/* Are the input rows what they were? If not, they are noted (`lazily`: but in
 * the first run, which may be the only one), and no Plan holds. `version`: of
 * each row, 0 if unknown. */
bool plan_cache_check(struct plan_cache *keep, const struct hedra_array *array,
                      const uint64_t *version, bool lazily,
                      struct device *device);
/* Was keeping of use in this run, or may it still be? */
void plan_cache_judge(struct plan_cache *keep, bool useful,
                      struct device *device);

/* The Plan whose rows are first … first + count - 1: moves their memory to
 * `place` if it was made for the same inputs, key and sizes, so that some row
 * has any, else to `spare`, where rows of the next Plan have the same sizes and
 * there is nothing yet, or frees it. `key`: NULL if plan_cache_check said that
 * the inputs are others. */
bool plan_cache_find(struct plan_cache *keep, const struct hedra_array *array,
                     int first, int count, const int64_t *key,
                     struct device_place *place, struct device_place *spare,
                     struct device *device);
/* Moves its memory from `place`. */
void plan_cache_put(struct plan_cache *keep, const struct hedra_array *array,
                    int first, int count, int64_t key,
                    struct device_place *place, struct device *device);

/* Memory of a row of a Plan, on devices of both kinds; with mirror.c's lock
 * held on those that are not DEVICE_IN_PLACE. */
bool plan_cache_alloc(struct device *device, const struct hedra_array *a,
                      struct device_place *place, struct report *why);
void plan_cache_free(struct device *device, const struct hedra_array *a,
                     struct device_place *place);

#endif
