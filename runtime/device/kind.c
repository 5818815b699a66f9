/*
 * What the kinds that open a driver have in common (kind.h).
 */
#include "runtime/device/kind.h"

#include <stdlib.h>

struct device *device_new(size_t size, const struct device_ops *ops, bool timed,
                          struct report *why)
{
    struct device *device = calloc(1, size);
    if (!device) {
        report_lack(why, "out of memory");
        return NULL;
    }
    device->ops = ops;
    device->timed = timed;
    return device;
}

enum device_open device_opened(enum device_open result, struct device *made,
                               struct device **device)
{
    if (result == DEVICE_OPENED)
        *device = made;
    else
        free(made);
    return result;
}
