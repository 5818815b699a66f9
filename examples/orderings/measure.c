#include "examples/orderings/measure.h"

#include <hedra_order_surface.h>

#include <stdio.h>
#include <stdlib.h>

const int order_kind[ORDERS] = {HEDRA_ORDER_ROW, HEDRA_ORDER_HILBERT,
                                HEDRA_ORDER_MORTON, HEDRA_ORDER_MORTON_I};

const struct figure cache_figures[4] = {
    {10, 32, {.shape = HEDRA_STENCIL_BLOCK, .g = 1}, 2},
    {11, 32, {.shape = HEDRA_STENCIL_BLOCK, .g = 1}, 8},
    {12, 32, {.shape = HEDRA_STENCIL_SPHERE, .g = 3}, 8},
    {13, 64, {.shape = HEDRA_STENCIL_BLOCK, .g = 1}, 8}};

_Noreturn void give_up(const char *what, const char *why)
{
    fprintf(stderr, "error: %s: %s\n", what, why);
    exit(1);
}

struct hedra_order *measure_order(int kind, const struct box *box)
{
    const struct hedra_order_options options = {
        .kind = kind, .size = {box->size[0], box->size[1], box->size[2]}};
    struct hedra_order *order;
    struct hedra_error why;
    if (hedra_order_create(&options, &order, &why))
        give_up("ordering", why.text);
    return order;
}

struct hedra_stencil *
measure_stencil(const struct hedra_stencil_options *options)
{
    struct hedra_stencil *stencil;
    struct hedra_error why;
    if (hedra_stencil_create(options, &stencil, &why))
        give_up("stencil", why.text);
    return stencil;
}

int64_t measure_count(const struct hedra_stencil_options *options)
{
    struct hedra_stencil *stencil = measure_stencil(options);
    const int64_t count = hedra_stencil_cells(stencil, NULL);
    hedra_stencil_destroy(stencil);
    return count;
}

struct hedra_offsets
measure_offsets(int kind, const struct box *box,
                const struct hedra_stencil_options *stencil)
{
    struct hedra_order *order = measure_order(kind, box);
    struct hedra_stencil *s = measure_stencil(stencil);
    struct hedra_offsets offsets;
    struct hedra_error why;
    if (hedra_order_offsets(order, s, &offsets, &why))
        give_up("offsets", why.text);
    hedra_stencil_destroy(s);
    hedra_order_destroy(order);
    return offsets;
}

struct misses measure_misses(int kind, const struct box *box,
                             const struct hedra_stencil_options *stencil,
                             int64_t block)
{
    const struct hedra_trace_options options = {.block = block};
    struct hedra_order *order = measure_order(kind, box);
    struct hedra_stencil *s = measure_stencil(stencil);
    struct hedra_lru *lru;
    struct hedra_error why;
    if (hedra_lru_create(hedra_trace_blocks(order, &options), &lru, &why) ||
        hedra_order_trace(order, s, &options, hedra_lru_touch, lru, &why))
        give_up("caches", why.text);
    struct misses m = {hedra_lru_accesses(lru), hedra_lru_distinct(lru), 0,
                       NULL};
    m.count = m.distinct + 1;
    m.misses = malloc(m.count * sizeof *m.misses);
    if (!m.misses)
        give_up("caches", "not enough memory");
    hedra_lru_curve(lru, m.count, m.misses);
    hedra_lru_destroy(lru);
    hedra_stencil_destroy(s);
    hedra_order_destroy(order);
    return m;
}

void measure_faces(int kind, const struct box *box, uint64_t *runs,
                   uint64_t *cells)
{
    struct hedra_order *order = measure_order(kind, box);
    *runs = *cells = 0;
    for (int face = 0; face < 6; face++) {
        int side[3] = {0, 0, 0};
        int64_t lo[3], hi[3];
        struct hedra_surface *surface;
        struct hedra_error why;
        side[face / 2] = face % 2 ? 1 : -1;
        if (hedra_order_border(order, side, 1, lo, hi, &why) ||
            hedra_order_surface(order, lo, hi, &surface, &why))
            give_up("faces", why.text);
        *runs += hedra_surface_runs(surface, NULL, NULL);
        *cells += hedra_surface_cells(surface);
        hedra_surface_destroy(surface);
    }
    hedra_order_destroy(order);
}
