/*
 * The memory of a run: of its own records, of scratch for its launches, and on
 * the host of its small temporary rows. A region called again and again would
 * spend more on asking for it than on its work, so a module keeps that of one
 * run for the next; of several at the same time each has memory of its own.
 */
#ifndef HEDRA_RUNTIME_REGION_RUN_MEMORY_H
#define HEDRA_RUNTIME_REGION_RUN_MEMORY_H

#include "runtime/device/device.h"
#include "runtime/host/host.h"

struct mirror_copy;

enum { RUN_MEMORY_HOME = 4096 };

struct run_memory {
    int rows; /* room for so many */
    void *head;
    /* one entry per row, not cleared */
    struct device_place *place, *reserve;
    struct mirror_copy **row_copy;
    /* for one launch, one entry per argument of any kernel of the module */
    union hedra_arg *value;
    const struct device_place **arg_place;
    const struct hedra_array **arg_array;
    struct doacross doacross; /* empty */
    unsigned char *scratch;   /* NULL: none yet */
    size_t scratch_size;
    bool in_scratch; /* that is where the temporary rows are */
    /* the copies of RUN_MEMORY_HOME bytes of a row, from home_lo on, until a
     * kernel uses it; NULL: none yet */
    unsigned char *home;
    int home_row; /* -1: there are none */
    int64_t home_lo, home_hi;
};

/* For a run of the module with so many rows, and `head` bytes, always as many,
 * for what its owner keeps of it. NULL: out of memory. Goes back with _give. */
struct run_memory *run_memory_take(struct hedra_module *module, int rows,
                                   size_t head);
void run_memory_give(struct hedra_module *module, struct run_memory *memory);

/* Is there, or can there be, memory for copies of a row? */
bool run_memory_has_home(struct run_memory *memory);

/* What a run says of its failure, NULL: out of memory; and its end. A report is
 * large, and hardly ever written: all runs that follow each other have one, as
 * each page of memory that a region is the first to touch takes longer than a
 * short nest. */
struct report *run_memory_take_report(void);
void run_memory_give_report(struct report *report);

/* Memory for the temporary rows on a device that is DEVICE_IN_PLACE, in
 * `place`; those of Plans get theirs later, and only _free_rows is for them
 * too. False: there is none left, and none of them has any. */
bool run_memory_take_rows(struct run_memory *memory, struct device *device,
                          const struct hedra_array *array, int count,
                          struct report *why);
void run_memory_free_rows(struct run_memory *memory, struct device *device,
                          const struct hedra_array *array, int count);

#endif
