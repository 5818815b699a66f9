/*
 * What the runtime knows of each region's module: the devices for which it was
 * built, and its statistics there. Hangs on hedra_module.state, for good.
 */
#ifndef HEDRA_RUNTIME_DEVICE_MODULE_H
#define HEDRA_RUNTIME_DEVICE_MODULE_H

#include "runtime/device/kind.h"
#include "runtime/device/plan_cache.h"
#include "runtime/device/stats.h"

#include <stdatomic.h>

/* One module on one device. Only `said`, `keep` and `stats` change once it is
 * made. */
struct module_binding {
    struct device *device;
    void *program;                     /* NULL: could not be built */
    struct report *why;                /* why it could not */
    atomic_bool said;                  /* a fallback to the host was reported */
    _Atomic(struct plan_cache *) keep; /* NULL: nothing, or a run has it */
    struct stats stats;
    struct module_binding *next;
};

struct run_memory;
struct choose_state;

struct module_state {
    struct hedra_again again; /* first: region functions read it */
    /* Copies, for statistics (NULL without these): a library with the module
     * may be unloaded. */
    char *name, *file;
    int line;
    atomic_bool said; /* it was reported that no device can run it */
    atomic_llong plain[HEDRA_REASONS];  /* runs of the plain nest */
    _Atomic(struct run_memory *) spare; /* run_memory.c's, for the next run */
    _Atomic(struct choose_state *) choose; /* choose.c's; NULL: none yet */
    /* choose.c's: hedra_first let it run; nanoseconds in its calls until now,
     * and those that it has let run since then, at most. */
    atomic_bool is_plain_first;
    atomic_llong early, granted_at, granted;
    _Atomic(struct module_binding *) binding;
    struct module_state *next;
};

/* The module built for the device, the first time for real; any thread. NULL
 * with a report on failure. */
struct module_binding *module_bind(struct hedra_module *module,
                                   struct device *device, struct report *why);

/* True the first time for each module: whether to report that no device can run
 * it. */
bool module_say_once(struct hedra_module *module);

/* Counts a run of the plain nest; any thread. */
void module_count_plain(struct hedra_module *module, enum hedra_reason why);

/* Returns the binding that module_bind has made, of failed builds too, or NULL.
 */
struct module_binding *module_find(const struct hedra_module *module,
                                   const struct device *device);

/* NULL: nothing is known of it yet. */
struct module_state *module_state_of(const struct hedra_module *module);

/* As module_state_of, made if need be; NULL: out of memory. Any thread. */
struct module_state *module_state_make(struct hedra_module *module);

/* In a child of fork, before anything else. */
void module_enter_child(void);

/* Every module that was bound, newest first. */
struct module_state *module_first(void);

#endif
