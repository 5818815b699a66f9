/* The host, as runs open it; needs unit.h first. */
#ifndef HEDRA_TESTS_RUNTIME_OPEN_HOST_H
#define HEDRA_TESTS_RUNTIME_OPEN_HOST_H

#include "runtime/device/device.h"

static inline struct device *open_host(void)
{
    struct device *device;
    struct report why;
    assert_int_equal(device_get(&host_device, DEVICE_FIRST, &device, &why),
                     DEVICE_OPENED);
    return device;
}

#endif
