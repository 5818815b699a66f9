/*
 * What is asked of each kind of device.
 *
 * A kind is one const struct device_ops in its own file and one row of
 * device_list (device.c); nothing else names it. Shared code asks for a trait,
 * never for a name.
 *
 * Locking: unless a kind has DEVICE_IN_PLACE, its operations on an opened
 * device are called by one thread at a time (region/mirror.h's lock). A kind
 * with DEVICE_IN_PLACE must bear calls from several threads at once. `open` and
 * `build` are each called by one thread at a time; `build` may run beside other
 * operations of the device.
 *
 * Failures: an operation that fails fills the report with a sentence without
 * the region's and the kernel's name (callers add them) and returns false, NULL
 * or DEVICE_FAILED. Devices are never closed: they live as long as the process,
 * since drivers may be gone by the time that exit handlers run.
 */
#ifndef HEDRA_RUNTIME_DEVICE_KIND_H
#define HEDRA_RUNTIME_DEVICE_KIND_H

#include "runtime/base/base.h"
#include "runtime/include/hedra.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct doacross;
struct device_ops;

/* The common beginning of every device; a kind's own struct starts with it. */
struct device {
    const struct device_ops *ops;
    char name[160]; /* "cuda:0 NVIDIA H200", "host, 8 threads" */
    bool timed;     /* kernel_seconds will be asked for */
    bool on_host;   /* its memory is the host's */
    int threads;    /* blocks that it runs at a time; 0: very many */
    /* It loses barriers in loops and branches, or has no blocks as large as
     * kernels with such barriers need. */
    bool loses_barriers;
    /* Where uploads, downloads and launches are enqueued, and which `wait` is
     * for: from 0 to DEVICE_QUEUES - 1. It is 0 but while an operation of
     * libhedra's own has work in several, between which `follow` alone orders.
     */
    int queue;
};

enum { DEVICE_QUEUES = 4 };

enum device_open { DEVICE_OPENED, DEVICE_ABSENT, DEVICE_FAILED };

/* Instead of a number: what a name without number means, and what `auto` may
 * take (no CPU behind a GPU's interface: the host device is better there). */
enum { DEVICE_FIRST = -1, DEVICE_FIRST_GPU = -2 };

enum device_trait {
    DEVICE_IN_PLACE = 1, /* works on the user's memory: memory handles are host
                            addresses, uploads and downloads do not exist,
                            launches return when done; runs the host kernels */
    DEVICE_NUMBERED = 2, /* "name:n" is allowed */
    DEVICE_AUTO = 4,     /* a candidate of HEDRA_DEVICE=auto, in list order */
    DEVICE_EXACT = 8     /* memory is asked for in exact sizes and given back at
                            once, so that the kind can tell what lies outside,
                            what was freed and what was never written */
};

/* Where a row of the region's array table lies on the device. */
struct device_place {
    uint64_t memory; /* as alloc gave it (in place: an address); 0: nothing */
    /* Bytes from the memory's start to element 0, which may be negative or
     * beyond its end; a multiple of element_size. */
    int64_t origin;
    int element_size; /* bytes of one element */
};

/* One launch. `value` has one entry for each letter of the signature; for
 * buffers value[k].m is memory + origin, so that devices with flat addresses
 * can pass `value` as it is. place[k] and array[k], the row of the region's
 * table, are NULL for scalars. */
struct device_launch {
    void *program; /* as build gave it */
    int number;    /* into the module's gpu_kernel (or host_kernel) table */
    const struct hedra_kernel *kernel;
    int64_t grid[3]; /* all positive */
    int count;
    union hedra_arg *value;
    const struct device_place *const *place;
    const struct hedra_array *const *array;
};

struct device_ops {
    const char *name; /* as in HEDRA_DEVICE */
    unsigned traits;

    /* The program text that this kind would build; NULL: the module has none.
     * (In place: any non-NULL text if there are host kernels.) */
    const char *(*text)(const struct hedra_module *module);

    /* Opens device `number`, or DEVICE_FIRST, DEVICE_FIRST_GPU; fills *device.
     * DEVICE_ABSENT: there is no driver or no such device, so that `auto` goes
     * on without a word; DEVICE_FAILED: it is there but does not work. */
    enum device_open (*open)(int number, bool timed, struct device **device,
                             struct report *why);

    /* Compiles the module's text; the result holds all its kernels. NULL with
     * the compiler's log on failure. Never freed. */
    void *(*build)(struct device *device, const struct hedra_module *module,
                   struct report *why);

    /* size > 0 bytes, aligned to 64 at least; never the handle 0. */
    bool (*alloc)(struct device *device, size_t size, uint64_t *memory,
                  struct report *why);
    /* Work that was enqueued may still use the memory. */
    void (*free)(struct device *device, uint64_t memory);

    /* Ordered with launches of the queue. The host's bytes may be reused after
     * `wait`; in queues other than 0 they are copied beside what the host and
     * other queues do, as far as the kind can. */
    bool (*upload)(struct device *device, uint64_t memory, size_t offset,
                   const void *host, size_t size, struct report *why);
    /* Returns when the bytes have arrived. */
    bool (*download)(struct device *device, void *host, uint64_t memory,
                     size_t offset, size_t size, struct report *why);

    /* Enqueues, in order; argument values are copied before it returns. */
    bool (*launch)(struct device *device, const struct device_launch *launch,
                   struct report *why);
    /* Runs the launches of a doacross loop (host/doacross_list.h), each of a
     * grid of one dimension, before it returns. NULL: they are launched one by
     * one. */
    bool (*doacross)(struct device *device, const struct doacross *loop,
                     struct report *why);
    /* What is enqueued in device->queue from now on begins after what `queue`
     * has now. NULL for kinds whose operations are done when they return. */
    bool (*follow)(struct device *device, int queue, struct report *why);
    /* Until everything enqueued is done; false if any of it failed. */
    bool (*wait)(struct device *device, struct report *why);

    /* Seconds in kernels since the last call, after `wait`, if device->timed.
     * NULL for kinds whose launches return when done. */
    double (*kernel_seconds)(struct device *device);
};

/* For `open`: a kind's own struct of `size` bytes, zeroed but for `ops` and
 * `timed`. NULL with a report if memory is short. */
struct device *device_new(size_t size, const struct device_ops *ops, bool timed,
                          struct report *why);
/* Puts the device there if it was opened, else frees it; returns the result. */
enum device_open device_opened(enum device_open result, struct device *made,
                               struct device **device);

extern const struct device_ops cuda_device, opencl_device, host_device,
    ptxsim_device, racer_device;

#endif
