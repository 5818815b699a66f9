/*
 * What programs and generated code call outside of a region: whether arrays
 * overlap, ranges that are kept on devices, the device's name, the version.
 */
#include "runtime/base/base.h"
#include "runtime/base/first.h"
#include "runtime/device/device.h"
#include "runtime/host/host.h"
#include "runtime/region/local.h"

#include <pthread.h>
#include <stdio.h>

FIRST_CODE int hedra_overlap(struct hedra_module *module,
                             const struct hedra_array *array, const int *pair,
                             int pairs)
{
    for (int k = 0; k < pairs; k++) {
        const struct hedra_array *a = &array[pair[2 * k]];
        const struct hedra_array *b = &array[pair[2 * k + 1]];
        uintptr_t a_base = (uintptr_t)a->base, b_base = (uintptr_t)b->base;
        unsigned flags = a->flags | b->flags;
        if (!(flags & HEDRA_WRITE) || (flags & HEDRA_TEMP) || a->lo >= a->hi ||
            b->lo >= b->hi)
            continue;
        if (a_base + (uintptr_t)a->lo < b_base + (uintptr_t)b->hi &&
            b_base + (uintptr_t)b->lo < a_base + (uintptr_t)a->hi) {
            hedra_plain(module, HEDRA_OVERLAPS);
            return 1;
        }
    }
    return 0;
}

/* Does for a range what `function` is called for, or ends the process. */
static void do_outside(const char *function,
                       bool (*what)(void *, size_t, struct report *),
                       void *base, size_t size)
{
    CANCEL_OFF;
    struct report why;
    exec_refuse_inside(function);
    if (!what(base, size, &why))
        exec_die(why.text);
}

void hedra_keep(void *base, size_t size)
{
    do_outside("hedra_keep", mirror_keep, base, size);
}

void hedra_release(void *base, size_t size)
{
    do_outside("hedra_release", mirror_release, base, size);
}

void hedra_sync(void *base, size_t size)
{
    do_outside("hedra_sync", mirror_sync, base, size);
}

static char device_name_text[sizeof(((struct device *)0)->name) + 64];
static pthread_once_t name_once = PTHREAD_ONCE_INIT;

static void find_name(void)
{
    struct report why;
    struct device *device = NULL;
    enum device_open result = DEVICE_ABSENT;
    const struct device_choice *choice = exec_choice(&why);
    if (!choice) {
        snprintf(device_name_text, sizeof device_name_text, "none");
        return;
    }
    for (int k = 0; !choice->ops && result != DEVICE_OPENED && device_list[k];
         k++)
        if (device_list[k]->traits & DEVICE_AUTO)
            result =
                device_get(device_list[k], DEVICE_FIRST_GPU, &device, &why);
    if (choice->ops)
        result = device_get(choice->ops, choice->number, &device, &why);
    else if (result != DEVICE_OPENED)
        result = device_get(&host_device, DEVICE_FIRST, &device, &why);
    snprintf(device_name_text, sizeof device_name_text, "%s",
             result == DEVICE_OPENED ? device->name : "none");
}

const char *hedra_device_name(void)
{
    CANCEL_OFF;
    pthread_once(&name_once, find_name);
    return device_name_text;
}

const char *hedra_version(void)
{
    return HEDRA_VERSION;
}
