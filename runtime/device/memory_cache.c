/*
 * Device memory with a cache of freed blocks (memory_cache.h): a short list,
 * oldest first, in which a block of the same rounded size is looked for.
 */
#include "runtime/device/memory_cache.h"

#include "runtime/host/host.h"

/* Enough for the arrays and temporaries of a few regions in turn. */
enum { WAITING = 64 };

struct cached_block {
    struct device *device;
    uint64_t memory;
    size_t size;
};

/* Oldest first. */
static struct cached_block waiting[WAITING];
static int count;

/* Up to the next multiple of an eighth of the largest power of two below; of
 * giant blocks the device may have no eighth more. */
static size_t rounded(size_t size)
{
    enum { GIANT = 1 << 30 };
    if (size <= 256)
        return 256;
    if (size >= GIANT)
        return size;
    size_t step = (size_t)1
                  << (8 * sizeof(long) - 1 - (size_t)__builtin_clzl(size - 1));
    step = step / 8;
    return (size + step - 1) / step * step;
}

static struct cached_block remove_block(int k)
{
    struct cached_block block = waiting[k];
    for (count--; k < count; k++)
        waiting[k] = waiting[k + 1];
    return block;
}

static void drop_oldest(void)
{
    struct cached_block block = remove_block(0);
    block.device->ops->free(block.device, block.memory);
}

void device_memory_forget(void)
{
    count = 0;
}

void device_memory_trim(void)
{
    while (count > 0)
        drop_oldest();
}

static bool get(struct device *device, size_t size, uint64_t *memory,
                struct report *why)
{
    if (device->on_host && !host_memory_has(size))
        return report_lack(why, "the host has no %zu bytes left", size);
    return device->ops->alloc(device, size, memory, why);
}

/* Newest first: what was used last is most likely to be asked for again. */
bool device_memory_take(struct device *device, size_t size, uint64_t *memory,
                        struct report *why)
{
    if (device->ops->traits & DEVICE_EXACT)
        return device->ops->alloc(device, size, memory, why);
    size = rounded(size);
    for (int k = count - 1; k >= 0; k--)
        if (waiting[k].device == device && waiting[k].size == size) {
            *memory = remove_block(k).memory;
            return true;
        }
    if (get(device, size, memory, why))
        return true;
    if (count == 0)
        return false;
    device_memory_trim();
    return get(device, size, memory, why);
}

void device_memory_give(struct device *device, uint64_t memory, size_t size)
{
    if (device->ops->traits & DEVICE_EXACT) {
        device->ops->free(device, memory);
        return;
    }
    if (count == WAITING)
        drop_oldest();
    waiting[count++] = (struct cached_block){device, memory, rounded(size)};
}
