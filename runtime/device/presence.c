/* Whether a machine may have a GPU (presence.h). */
#include "runtime/device/presence.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_node(const char *devices, const char *const *node)
{
    for (int k = 0; node[k]; k++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", devices, node[k]);
        if (access(path, F_OK) == 0)
            return true;
    }
    return false;
}

bool presence_of_cuda(const char *devices)
{
    static const char *const node[] = {"nvidiactl", "nvhost-ctrl", "nvgpu",
                                       "nvmap",     "dxg",         NULL};
    return has_node(devices, node) || getenv("LD_LIBRARY_PATH");
}

/* Whether the file NAME.icd, whose first line is a library, names a driver of
 * the processor. */
static bool serves_processor(const char *vendors, const char *name)
{
    char path[512], library[256] = "";
    snprintf(path, sizeof path, "%s/%s", vendors, name);
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    bool read = fgets(library, sizeof library, file);
    fclose(file);
    return read &&
           (strstr(library, "libpocl.") || strstr(library, "libintelocl."));
}

/* Whether there are drivers, and all of them serve the processor. */
static bool all_serve_processor(const char *vendors)
{
    DIR *folder = opendir(vendors);
    if (!folder)
        return false;
    int others = 0, processors = 0;
    for (const struct dirent *e; (e = readdir(folder));) {
        size_t length = strlen(e->d_name);
        if (length < 4 || strcmp(e->d_name + length - 4, ".icd") != 0)
            continue;
        if (serves_processor(vendors, e->d_name))
            processors++;
        else
            others++;
    }
    closedir(folder);
    return processors > 0 && others == 0;
}

bool presence_of_opencl(const char *vendors, const char *devices)
{
    static const char *const node[] = {"dri", "nvidiactl", "dxg", NULL};
    static const char *const names_drivers[] = {
        "OCL_ICD_VENDORS", "OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH"};
    for (size_t k = 0; k < sizeof names_drivers / sizeof names_drivers[0]; k++)
        if (getenv(names_drivers[k]))
            return true;
    return has_node(devices, node) || !all_serve_processor(vendors);
}
