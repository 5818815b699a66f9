/*
 * An address space and its allocations, which stand in rising order and are
 * found by bisection (space.h).
 */
#include "runtime/ptxsim/machine/space.h"

#include "runtime/host/host.h"

#include <stdlib.h>
#include <string.h>

/* Freed allocations that are remembered, so that their use can be named. */
enum { REMEMBERED = 1024 };

struct ptxsim_space *ptxsim_space_new(void)
{
    struct ptxsim_space *space = calloc(1, sizeof *space);

    if (space) {
        space->next_global = PTXSIM_GLOBAL_BASE;
        space->next_const = PTXSIM_CONST_BASE;
    }
    return space;
}

void ptxsim_space_free(struct ptxsim_space *space)
{
    if (!space)
        return;
    for (int k = 0; k < space->count; k++)
        free(space->allocation[k].host);
    free(space->allocation);
    free(space);
}

int ptxsim_allocation_below(const struct ptxsim_space *space, uint64_t address)
{
    int low = -1, high = space->count;

    while (high - low > 1) {
        int middle = low + (high - low) / 2;

        if (space->allocation[middle].base <= address)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static const struct ptxsim_allocation *live(const struct ptxsim_space *space,
                                            uint64_t address)
{
    int k = ptxsim_allocation_below(space, address);

    return k >= 0 && space->allocation[k].host ? &space->allocation[k] : NULL;
}

void *ptxsim_host(const struct ptxsim_space *space, uint64_t address,
                  uint64_t size)
{
    const struct ptxsim_allocation *a = live(space, address);

    if (!a || address - a->base > a->size ||
        size > a->size - (address - a->base))
        return NULL;
    return a->host + (address - a->base);
}

const struct ptxsim_allocation *
ptxsim_allocations(const struct ptxsim_space *space, int *count)
{
    *count = space->count;
    return space->allocation;
}

static void forget_freed(struct ptxsim_space *space)
{
    int kept = 0;

    for (int k = 0; k < space->count; k++)
        if (space->allocation[k].host)
            space->allocation[kept++] = space->allocation[k];
    space->count = kept;
    space->freed = 0;
}

/* Room for one more; addresses rise, so that it stays sorted but for constants,
 * which lie below all others. */
static struct ptxsim_allocation *insert(struct ptxsim_space *space,
                                        uint64_t base)
{
    if (space->count == space->capacity) {
        int more = space->capacity ? 2 * space->capacity : 64;
        struct ptxsim_allocation *grown =
            realloc(space->allocation, (size_t)more * sizeof *grown);

        if (!grown)
            return NULL;
        space->allocation = grown;
        space->capacity = more;
    }
    int at = ptxsim_allocation_below(space, base) + 1;

    memmove(space->allocation + at + 1, space->allocation + at,
            (size_t)(space->count - at) * sizeof *space->allocation);
    space->count++;
    return &space->allocation[at];
}

bool ptxsim_space_add(struct ptxsim_space *space, uint64_t size,
                      const char *name, bool constant, uint64_t *address,
                      struct report *why)
{
    uint64_t *next = constant ? &space->next_const : &space->next_global;
    uint64_t limit =
        constant ? PTXSIM_CONST_BASE + PTXSIM_WINDOW : UINT64_C(1) << 62;
    uint64_t gap = constant ? PTXSIM_ALIGN : PTXSIM_GAP;

    if (size > limit - *next - 2 * gap || size > PTRDIFF_MAX - PTXSIM_ALIGN)
        return report_lack(why, "the simulated device has no %llu bytes left",
                           (unsigned long long)size);
    size_t whole = (size + PTXSIM_ALIGN - 1) / PTXSIM_ALIGN * PTXSIM_ALIGN;
    void *host = NULL;

    if (!host_memory_has(whole) ||
        posix_memalign(&host, PTXSIM_ALIGN, whole) != 0)
        return report_lack(why, "the host has no %llu bytes left",
                           (unsigned long long)size);
    struct ptxsim_allocation *a = insert(space, *next);

    if (!a) {
        free(host);
        return report_lack(why, "out of memory");
    }
    memset(host, 0, whole);
    *a = (struct ptxsim_allocation){*next, size, host, name, constant};
    *address = *next;
    *next += (size + gap + PTXSIM_ALIGN - 1) / PTXSIM_ALIGN * PTXSIM_ALIGN;
    return true;
}

bool ptxsim_alloc(struct ptxsim_space *space, uint64_t size, uint64_t *address,
                  struct report *why)
{
    return ptxsim_space_add(space, size, NULL, false, address, why);
}

bool ptxsim_free(struct ptxsim_space *space, uint64_t address)
{
    int k = ptxsim_allocation_below(space, address);

    if (k < 0 || space->allocation[k].base != address ||
        !space->allocation[k].host)
        return false;
    free(space->allocation[k].host);
    space->allocation[k].host = NULL;
    space->allocation[k].name = NULL;
    if (++space->freed > REMEMBERED)
        forget_freed(space);
    return true;
}
