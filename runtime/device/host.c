/*
 * The kind "host": regions run in place, on the program's own arrays, by the
 * threads of ../host.
 */
#include "runtime/host/host.h"
#include "runtime/base/first.h"
#include "runtime/device/kind.h"

#include <stdlib.h>

enum { HOST_ALIGN = 64 };

FIRST_CODE static const char *host_text(const struct hedra_module *module)
{
    return module->host_kernel_count > 0 ? module->name : NULL;
}

/* "host, 8 threads", without the code that prints: it would have to be mapped
 * for this alone. */
FIRST_CODE static void put_name(char *name, int threads)
{
    enum { DIGITS = 10 };
    const char *parts[] = {"host, ", NULL, " thread", threads == 1 ? "" : "s"};
    char number[DIGITS + 1] = "", *digit = number + DIGITS;
    for (int left = threads; left > 0; left /= 10)
        *--digit = (char)('0' + left % 10);
    parts[1] = digit;
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        for (const char *from = parts[k]; *from; from++)
            *name++ = *from;
    *name = '\0';
}

FIRST_CODE static enum device_open
host_open(int number, bool timed, struct device **device, struct report *why)
{
    struct usual usual;
    int threads = usual_environment(&usual) && usual.threads
                      ? usual.threads
                      : host_pool_size(getenv("HEDRA_THREADS"), why);
    if (threads == 0)
        return DEVICE_FAILED;
    struct device *host = room_take(sizeof *host);
    if (!host) {
        report_lack(why, "out of memory");
        return DEVICE_FAILED;
    }
    host->ops = &host_device;
    host->timed = timed;
    host->on_host = true;
    host->threads = threads;
    put_name(host->name, threads);
    *device = host;
    return DEVICE_OPENED;
}

FIRST_CODE static void *host_build(struct device *device,
                                   const struct hedra_module *module,
                                   struct report *why)
{
    for (int k = 0; k < module->host_kernel_count; k++)
        if (!module->host_kernel[k].host) {
            report_set(why, "kernel '%s' has no form for the host",
                       module->host_kernel[k].name);
            return NULL;
        }
    return (void *)module;
}

static bool host_alloc(struct device *device, size_t size, uint64_t *memory,
                       struct report *why)
{
    void *block = NULL;
    if (size <= PTRDIFF_MAX - HOST_ALIGN && host_memory_has(size))
        block = aligned_alloc(HOST_ALIGN, (size + HOST_ALIGN - 1) / HOST_ALIGN *
                                              HOST_ALIGN);
    if (!block)
        return report_lack(why, "the host has no %zu bytes left", size);
    pages_ask_large(block, size);
    *memory = (uintptr_t)block;
    return true;
}

static void host_free(struct device *device, uint64_t memory)
{
    free((void *)(uintptr_t)memory);
}

FIRST_CODE static void run_blocks(const void *context, int64_t begin,
                                  int64_t end)
{
    const struct device_launch *launch = context;
    launch->kernel->host(launch->value, begin, end);
}

FIRST_CODE static bool host_launch(struct device *device,
                                   const struct device_launch *launch,
                                   struct report *why)
{
    if (launch->grid[1] != 1 || launch->grid[2] != 1)
        return report_set(why,
                          "the host runs grids of one dimension, not %lld x "
                          "%lld x %lld blocks",
                          (long long)launch->grid[0],
                          (long long)launch->grid[1],
                          (long long)launch->grid[2]);
    if (launch->kernel->atomics) {
        struct atomic_launch l = {launch->kernel, launch->value, launch->array,
                                  launch->count, launch->grid[0]};
        host_atomics_run(device->threads, &l);
    } else {
        host_fork_run(device->threads, launch->kernel, run_blocks, launch,
                      launch->grid[0]);
    }
    return true;
}

static bool host_doacross(struct device *device, const struct doacross *loop,
                          struct report *why)
{
    host_doacross_run(device->threads, loop);
    return true;
}

FIRST_CODE static bool host_wait(struct device *device, struct report *why)
{
    return true;
}

/* Joins the threads after the program's own exit handlers, so that leak
 * checkers find nothing and a library can be unloaded. */
__attribute__((destructor)) static void host_finish(void)
{
    host_pool_stop();
}

const struct device_ops host_device = {
    .name = "host",
    .traits = DEVICE_IN_PLACE,
    .text = host_text,
    .open = host_open,
    .build = host_build,
    .alloc = host_alloc,
    .free = host_free,
    .launch = host_launch,
    .doacross = host_doacross,
    .wait = host_wait,
};
