/*
 * A sparse array beside a space of addresses: a cell of fixed size for each
 * granule (a power of two of bytes), made zero when it is first asked for.
 *
 * Memory is proportional to what was asked for, in pages of SHADOW_CELLS cells.
 * Start from a struct with cell_size and granule_shift set and the rest zero.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_CHECK_SHADOW_H
#define HEDRA_RUNTIME_PTXSIM_CHECK_SHADOW_H

#include <stddef.h>
#include <stdint.h>

enum { SHADOW_CELLS_SHIFT = 6, SHADOW_CELLS = 1 << SHADOW_CELLS_SHIFT };

/* The cells of granules number * SHADOW_CELLS + k, k < SHADOW_CELLS. */
struct shadow_page {
    uint64_t number;
    unsigned char *cell;
};

struct shadow {
    size_t cell_size;
    int granule_shift;
    struct shadow_page *page; /* in the order in which they were made */
    size_t count, capacity;
    uint32_t *slot; /* hash of number -> index + 1; 2 * capacity of them */
    size_t last;    /* the page that was asked for last */
};

/* The cell of the granule that holds `address`; NULL: out of memory. Valid
 * until shadow_clear. */
void *shadow_cell(struct shadow *shadow, uint64_t address);
/* The first address of a cell of a page. */
uint64_t shadow_address(const struct shadow *shadow,
                        const struct shadow_page *page, int cell);
/* Frees all cells. */
void shadow_clear(struct shadow *shadow);

#endif
