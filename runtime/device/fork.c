/*
 * The count of forks, which device.c advances in each child (fork.h).
 */
#include "runtime/device/fork.h"
#include "runtime/base/first.h"

#include <stdatomic.h>

static atomic_int generation FIRST_DATA;

FIRST_CODE bool device_forked(void)
{
    return atomic_load_explicit(&generation, memory_order_relaxed) > 0;
}

FIRST_CODE int device_generation(void)
{
    return atomic_load(&generation);
}

void device_next_generation(void)
{
    atomic_fetch_add(&generation, 1);
}
