/*
 * Cells for addresses, in pages that a hash table finds (shadow.h).
 */
#include "runtime/ptxsim/check/shadow.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 16 };

/* The slot that holds the page, or the free one where it belongs. Fibonacci
 * hashing: the capacity is a power of two. */
static uint32_t *find_slot(const struct shadow *s, uint64_t number)
{
    size_t mask = 2 * s->capacity - 1;
    size_t k = (size_t)((number * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & mask;
    while (s->slot[k] && s->page[s->slot[k] - 1].number != number)
        k = (k + 1) & mask;
    return &s->slot[k];
}

static bool grow(struct shadow *s)
{
    size_t capacity = s->capacity ? 2 * s->capacity : FIRST_CAPACITY;
    struct shadow_page *page = realloc(s->page, capacity * sizeof *page);
    if (!page)
        return false;
    s->page = page;
    uint32_t *slot = calloc(2 * capacity, sizeof *slot);
    if (!slot)
        return false;
    free(s->slot);
    s->slot = slot;
    s->capacity = capacity;
    for (size_t k = 0; k < s->count; k++)
        *find_slot(s, s->page[k].number) = (uint32_t)k + 1;
    return true;
}

void *shadow_cell(struct shadow *s, uint64_t address)
{
    uint64_t granule = address >> s->granule_shift;
    uint64_t number = granule >> SHADOW_CELLS_SHIFT;
    size_t cell = (size_t)(granule & (SHADOW_CELLS - 1)) * s->cell_size;
    if (s->count && s->page[s->last].number == number)
        return s->page[s->last].cell + cell;
    if (s->count == s->capacity && !grow(s))
        return NULL;
    uint32_t *slot = find_slot(s, number);
    if (!*slot) {
        if (s->count == UINT32_MAX)
            return NULL;
        unsigned char *cells = calloc(SHADOW_CELLS, s->cell_size);
        if (!cells)
            return NULL;
        s->page[s->count] = (struct shadow_page){number, cells};
        *slot = (uint32_t)++s->count;
    }
    s->last = *slot - 1;
    return s->page[s->last].cell + cell;
}

uint64_t shadow_address(const struct shadow *s, const struct shadow_page *page,
                        int cell)
{
    return ((page->number << SHADOW_CELLS_SHIFT) + (uint64_t)cell)
           << s->granule_shift;
}

void shadow_clear(struct shadow *s)
{
    for (size_t k = 0; k < s->count; k++)
        free(s->page[k].cell);
    free(s->page);
    free(s->slot);
    *s = (struct shadow){.cell_size = s->cell_size,
                         .granule_shift = s->granule_shift};
}
