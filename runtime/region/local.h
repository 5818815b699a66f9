/*
 * struct hedra_run: one execution of a region, for exec.c and run_plan.c alone.
 */
#ifndef HEDRA_RUNTIME_REGION_LOCAL_H
#define HEDRA_RUNTIME_REGION_LOCAL_H

#include "runtime/device/device.h"
#include "runtime/region/choose.h"
#include "runtime/region/exec.h"
#include "runtime/region/mirror.h"
#include "runtime/region/run_memory.h"

struct hedra_run {
    struct hedra_module *module;
    const struct hedra_array *array;
    int count;
    struct device *device;
    struct module_binding *binding;
    bool in_place;
    struct mirror_use use;
    struct stats stats;
    struct run_memory *memory;  /* in which it lies itself */
    struct device_place *place; /* of each row, in `memory` */
    bool has_plan_rows;
    const struct hedra_kernel *last; /* launched last */
    bool scheduling;                 /* it makes a Plan now */
    bool planned; /* a Plan has been counted and is to be walked next */
    struct plan_cache *keep; /* NULL: no Plan was asked for yet */
    bool same;               /* with `keep`: its inputs were seen before */
    int64_t *key;            /* with `keep`: the last key of each STATE row */
    bool *keyed;             /* whether the row has such a key */
    bool walked;             /* a Plan, at least one */
    struct {
        int row; /* of the state, -1: none */
        bool kept;
        int64_t points, steps, active; /* the latter as fetched */
        enum { UNKNOWN, KNOWN, WALKED } state;
    } levels;
    bool written; /* the caller's arrays are not as they were, so that the
                     plain nest cannot run instead */
    bool failed;  /* a message is kept for the end */
    struct choose_call call;
    struct cancel_state cancelled; /* of the calling thread, but for the run */
    struct report *why;            /* of run_memory_take_report */
};

/* HEDRA_PLAN, an enum hedra_plan_mode; -1: it has not been asked for, or is
 * none; exec.c. */
int exec_plan_mode(void);

/* Seconds in kernels since the run began to make a Plan, or to walk one, are
 * told apart; exec.c. */
bool exec_schedule(struct hedra_run *run, bool scheduling);
/* An element of a row of a Plan, or other bytes of a row; exec.c. */
bool exec_fetch_row(struct hedra_run *run, int row, int64_t offset, size_t size,
                    void *value);

/* Where regions run, exec_scope.c -------------------------------------------
 */

/* The calling thread's scope; NULL: the program's own regions run. */
struct exec_scope *exec_scope(void);
/* In a scope: its first failure counts, since later ones follow from it; what
 * is lacking stays known as that. */
void exec_keep_failure(const struct report *why);

/* What HEDRA_DEVICE says, read once; NULL with a report if it is not valid. */
const struct device_choice *exec_choice(struct report *why);
/* Does it name a device, or is it not valid? */
bool exec_is_named(void);

/* Says "hedra: file:line: region 'name'", what became of it, and the text. */
void exec_say(const struct hedra_module *module, const char *what,
              const char *text);
/* Ends the process with exit(70) for a region that failed, of which the caller
 * has told. */
_Noreturn void exec_leave(void);
/* Ends the process with exit(70): after a message, or if the calling thread is
 * inside a region on a device with its own memory. */
_Noreturn void exec_die(const char *text);
void exec_refuse_inside(const char *function);
/* The calling thread is inside of such a region now; NULL: of none. */
void exec_set_mirrored(const struct hedra_run *run);

#endif
