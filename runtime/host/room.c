/* Memory that is taken for good (room.h). */
#include "runtime/host/room.h"

#include "runtime/base/base.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

FIRST_CALLED(memset);

enum { PART = 512, PARTS = 5 };

/* Each part has an address at its beginning, so that the dynamic linker has
 * written to its page before the program begins. */
static union part {
    const void *self;
    alignas(16) unsigned char byte[PART];
} part[PARTS] FIRST_DATA = {{part}, {part}, {part}, {part}, {part}};

static atomic_size_t taken FIRST_DATA;

FIRST_CODE void *room_take(size_t size)
{
    const size_t all = sizeof part, unit = alignof(max_align_t);
    if (size > all)
        return calloc(1, size);
    size_t wanted = (size + unit - 1) / unit * unit;
    size_t at = atomic_load(&taken);
    do {
        if (wanted > all - at)
            return calloc(1, size);
    } while (!atomic_compare_exchange_weak(&taken, &at, at + wanted));
    return memset((unsigned char *)part + at, 0, wanted);
}

void room_give(void *memory)
{
    uintptr_t from = (uintptr_t)part, at = (uintptr_t)memory;
    if (at - from >= sizeof part)
        free(memory);
}
