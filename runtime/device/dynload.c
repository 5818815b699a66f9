/*
 * Opens a driver's library and fills a table with its functions (dynload.h).
 */
#include "runtime/device/dynload.h"

#include <dlfcn.h>
#include <string.h>

enum device_open dynload_open(const char *const *libraries,
                              const struct dynload_row *row, int count,
                              void *table, struct report *why)
{
    void *library = NULL;
    for (int k = 0; libraries[k] && !library; k++)
        library = dlopen(libraries[k], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *reason = dlerror();
        report_set(why, "no driver: %s", reason ? reason : libraries[0]);
        return DEVICE_ABSENT;
    }
    for (int k = 0; k < count; k++) {
        void *address = dlsym(library, row[k].symbol);
        if (!address) {
            report_set(why, "the driver is too old: it has no %s",
                       row[k].symbol);
            dlclose(library);
            return DEVICE_FAILED;
        }
        memcpy((char *)table + row[k].offset, &address, sizeof address);
    }
    return DEVICE_OPENED;
}
