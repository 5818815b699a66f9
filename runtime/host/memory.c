/* What Linux says of memory: /proc/meminfo, and the limits of control groups.
 */
#include "runtime/host/memory.h"
#include "runtime/base/first.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Requests below are not worth reading files for. */
#define SMALL (UINT64_C(64) << 20)

enum { TEXT = 8192, PATH = 4096 };

/* The file's beginning, terminated; false if it cannot be read. */
static bool read_text(const char *root, const char *path, char text[TEXT])
{
    char name[2 * PATH];
    int length = snprintf(name, sizeof name, "%s%s", root, path);
    int fd = length < (int)sizeof name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return false;
    size_t used = 0;
    ssize_t n = 1;
    while (used < TEXT - 1 && n > 0) {
        n = read(fd, text + used, TEXT - 1 - used);
        if (n < 0 && errno == EINTR)
            n = 1;
        else if (n > 0)
            used += (size_t)n;
    }
    close(fd);
    text[used] = '\0';
    return used > 0;
}

/* The number behind the line's first word `key`; 0 if there is none. */
static uint64_t find_number(const char *text, const char *key)
{
    size_t length = strlen(key);
    for (const char *at = text; at && *at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, key, length) == 0 && strchr(" \t", at[length]))
            return strtoull(at + length, NULL, 10);
    }
    return 0;
}

static uint64_t read_number(const char *root, const char *folder,
                            const char *file)
{
    char path[PATH], text[TEXT];
    if (snprintf(path, sizeof path, "%s/%s", folder, file) >= (int)sizeof path)
        return UINT64_MAX;
    if (!read_text(root, path, text) || *text < '0' || *text > '9')
        return UINT64_MAX;
    return strtoull(text, NULL, 10);
}

/* Files that are in memory only to be read faster count as free. */
static uint64_t cached_bytes(const char *root, const char *folder)
{
    char path[PATH], text[TEXT];
    if (snprintf(path, sizeof path, "%s/memory.stat", folder) >=
            (int)sizeof path ||
        !read_text(root, path, text))
        return 0;
    return find_number(text, "inactive_file") +
           find_number(text, "active_file");
}

static uint64_t group_left(const char *root, const char *folder,
                           const char *limit_file, const char *usage_file)
{
    uint64_t limit = read_number(root, folder, limit_file);
    uint64_t usage = read_number(root, folder, usage_file);
    if (limit == UINT64_MAX || usage == UINT64_MAX)
        return UINT64_MAX;
    uint64_t cached = cached_bytes(root, folder);
    usage -= cached < usage ? cached : usage;
    return usage < limit ? limit - usage : 0;
}

/* The least of the group `path` and those around it, up to the mount. */
static uint64_t groups_left(const char *root, const char *mount, char *path,
                            const char *limit_file, const char *usage_file)
{
    uint64_t least = UINT64_MAX;
    for (;;) {
        char folder[2 * PATH];
        snprintf(folder, sizeof folder, "%s%s", mount,
                 strcmp(path, "/") ? path : "");
        uint64_t left = group_left(root, folder, limit_file, usage_file);
        least = left < least ? left : least;
        char *slash = strrchr(path, '/');
        if (!slash || !*path)
            return least;
        *slash = '\0';
    }
}

/* Lines are "number:controllers:path"; the second version's controllers are
 * none. */
static uint64_t all_groups_left(const char *root)
{
    char text[TEXT];
    uint64_t least = UINT64_MAX;
    if (!read_text(root, "/proc/self/cgroup", text))
        return least;
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n"));) {
        strsep(&line, ":");
        const char *controllers = line ? strsep(&line, ":") : NULL;
        uint64_t left = UINT64_MAX;
        if (!line || strlen(line) >= PATH)
            continue;
        if (!*controllers)
            left = groups_left(root, "/sys/fs/cgroup", line, "memory.max",
                               "memory.current");
        else if (strcmp(controllers, "memory") == 0)
            left =
                groups_left(root, "/sys/fs/cgroup/memory", line,
                            "memory.limit_in_bytes", "memory.usage_in_bytes");
        least = left < least ? left : least;
    }
    return least;
}

/* Drivers take memory in the middle of their work, and some end the process
 * when a limit of its own is reached. */
static uint64_t limit_left(const char *root)
{
    struct rlimit most;
    char text[TEXT];
    if (getrlimit(RLIMIT_AS, &most) != 0 || most.rlim_cur == RLIM_INFINITY ||
        !read_text(root, "/proc/self/statm", text))
        return UINT64_MAX;
    uint64_t used = strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
    return used < most.rlim_cur ? most.rlim_cur - used : 0;
}

static uint64_t least_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t host_memory_left(const char *root)
{
    char text[TEXT];
    uint64_t machine = UINT64_MAX;
    if (read_text(root, "/proc/meminfo", text) && strstr(text, "MemAvailable:"))
        machine = 1024 * (find_number(text, "MemAvailable:") +
                          find_number(text, "SwapFree:"));
    return least_of(least_of(machine, all_groups_left(root)), limit_left(root));
}

/* A sixteenth is left to others. */
FIRST_CODE bool host_memory_has(uint64_t size)
{
    if (size < SMALL)
        return true;
    uint64_t left = host_memory_left("");
    return size <= left - left / 16;
}
