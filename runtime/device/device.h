/*
 * Devices: what runs kernels and holds their memory; the door of this folder.
 *
 *   kind           what is asked of each kind of device: struct device_ops
 *   cuda           NVIDIA's GPUs, by the driver's API (cuda_api)
 *   opencl         devices of OpenCL (opencl_api)
 *   host           the host's own threads and memory
 *   ptxsim         the simulator of PTX; count_report prints what it counted,
 *                  count_request is what HEDRA_COUNT asks for
 *   racer          a data-stream array, simulated: racer_element has its
 *                  elements in a program's arrays, racer_count what runs cost
 *   dynload        drivers' libraries, opened at run time
 *   device         which kinds there are, and which devices are open
 *   environment    the variables HEDRA_... of the environment, all of them
 *   fork           whether this process is a child of one that had devices
 *   memory_cache   device memory with a cache of freed blocks
 *   module         what is known of each region's module, on each device
 *   plan_cache     what is kept of a region's Plans between its runs
 *   stats          HEDRA_STATS: what each region did, printed at exit
 *
 * Regions (../region) decide what runs where; nothing here knows of them.
 */
#ifndef HEDRA_RUNTIME_DEVICE_DEVICE_H
#define HEDRA_RUNTIME_DEVICE_DEVICE_H

#include "runtime/device/environment.h"
#include "runtime/device/fork.h"
#include "runtime/device/kind.h"
#include "runtime/device/memory_cache.h"
#include "runtime/device/module.h"
#include "runtime/device/plan_cache.h"
#include "runtime/device/stats.h"

/* In auto's order; NULL at the end. */
extern const struct device_ops *const device_list[];

/* What HEDRA_DEVICE says: ops NULL means auto. */
struct device_choice {
    const struct device_ops *ops;
    int number; /* DEVICE_FIRST if none was given */
};

/* Parses the text of HEDRA_DEVICE (NULL or "": auto). False with a report that
 * lists what is valid. */
bool device_choice_parse(const char *text, struct device_choice *choice,
                         struct report *why);

/* Calls ops->follow, or does nothing for a kind without it. */
bool device_follow(struct device *device, int queue, struct report *why);

/* Opens a device the first time, and from then on answers the same, failures
 * included. Any thread. */
enum device_open device_get(const struct device_ops *ops, int number,
                            struct device **device, struct report *why);

/* Has `enter_child` called in each child of fork that begins after a device was
 * opened, as the last of what is done there. One function; the same may be
 * given again. Any thread. */
void device_at_fork(void (*enter_child)(void));

/* The process ends because a region failed, of which somebody has told: of
 * HEDRA_COUNT it says no more than what was counted. Any thread. */
void device_run_failed(void);

#endif
