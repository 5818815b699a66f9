/*
 * Whole arrays into an ordering and back, and tables of all cells, by walks:
 * what lies together in the ordering is read and written together, and no cell
 * is decoded by itself.
 */
#include "runtime/order/local.h"

#include <stdlib.h>
#include <string.h>

/* Elements ----------------------------------------------------------------- */

struct move {
    const char *from;
    char *to;
    size_t bytes;
};

/* Loops for elements of the usual sizes, by unsigned numbers that may stand at
 * any address. */
#define MOVES(bits)                                                            \
    struct loose_##bits {                                                      \
        uint##bits##_t value;                                                  \
    } __attribute__((packed, may_alias));                                      \
    static void gather_##bits(void *context, uint64_t index, int64_t base,     \
                              const int64_t *place, int count)                 \
    {                                                                          \
        const struct move *m = context;                                        \
        const struct loose_##bits *from =                                      \
            (const struct loose_##bits *)m->from + base;                       \
        struct loose_##bits *to = (struct loose_##bits *)m->to + index;        \
        for (int n = 0; n < count; n++)                                        \
            to[n] = from[place[n]];                                            \
    }                                                                          \
    static void scatter_##bits(void *context, uint64_t index, int64_t base,    \
                               const int64_t *place, int count)                \
    {                                                                          \
        const struct move *m = context;                                        \
        const struct loose_##bits *from =                                      \
            (const struct loose_##bits *)m->from + index;                      \
        struct loose_##bits *to = (struct loose_##bits *)m->to + base;         \
        for (int n = 0; n < count; n++)                                        \
            to[place[n]] = from[n];                                            \
    }

MOVES(8)
MOVES(16)
MOVES(32)
MOVES(64)

static void gather_any(void *context, uint64_t index, int64_t base,
                       const int64_t *place, int count)
{
    const struct move *m = context;
    char *to = m->to + index * m->bytes;
    for (int n = 0; n < count; n++, to += m->bytes)
        memcpy(to, m->from + (size_t)(base + place[n]) * m->bytes, m->bytes);
}

static void scatter_any(void *context, uint64_t index, int64_t base,
                        const int64_t *place, int count)
{
    const struct move *m = context;
    const char *from = m->from + index * m->bytes;
    for (int n = 0; n < count; n++, from += m->bytes)
        memcpy(m->to + (size_t)(base + place[n]) * m->bytes, from, m->bytes);
}

/* From one array to another ------------------------------------------------ */

static bool overlap(const void *a, size_t a_bytes, const void *b,
                    size_t b_bytes)
{
    return (uintptr_t)a < (uintptr_t)b + b_bytes &&
           (uintptr_t)b < (uintptr_t)a + a_bytes;
}

static enum hedra_status move_all(const struct hedra_order *o, bool back,
                                  struct move *m, struct hedra_error *why)
{
    struct order_visitor visitor = {back ? scatter_any : gather_any, m};
    const int threads = order_threads(why);
    if (threads == 0)
        return HEDRA_ERROR_ARGUMENT;
    switch (m->bytes) {
    case 1:
        visitor.visit = back ? scatter_8 : gather_8;
        break;
    case 2:
        visitor.visit = back ? scatter_16 : gather_16;
        break;
    case 4:
        visitor.visit = back ? scatter_32 : gather_32;
        break;
    case 8:
        visitor.visit = back ? scatter_64 : gather_64;
        break;
    }
    if (!order_walk(o, threads, &visitor))
        return error_no_memory(why);
    return error_none(why);
}

/* In place ----------------------------------------------------------------- */

static uint64_t number_of(const struct hedra_order *o, const int64_t cell[3])
{
    return (uint64_t)((cell[0] * o->extent[1] + cell[1]) * o->extent[2] +
                      cell[2]);
}

/* Where the element comes from that belongs at `at`. */
static uint64_t source(const struct hedra_order *o, bool back, uint64_t at)
{
    int64_t cell[3];
    if (!back) {
        hedra_order_coords(o, at, cell);
        return number_of(o, cell);
    }
    cell[2] = (int64_t)at % o->extent[2];
    at /= (uint64_t)o->extent[2];
    cell[1] = (int64_t)at % o->extent[1];
    cell[0] = (int64_t)at / o->extent[1];
    return hedra_order_index(o, cell[0], cell[1], cell[2]);
}

/* Along the cycles of the permutation; a bit tells which elements are there. */
static enum hedra_status move_in_place(const struct hedra_order *o, bool back,
                                       size_t bytes, char *array,
                                       struct hedra_error *why)
{
    if (o->span != o->cells)
        return error_set(why, HEDRA_ERROR_SIZE,
                         "the ordering has gaps, so that it cannot be done in "
                         "place: give another array");
    uint8_t *done = calloc((size_t)(o->cells / 8 + 1), 1);
    char *held = malloc(bytes);
    if (!done || !held) {
        free(done);
        free(held);
        return error_no_memory(why);
    }
    for (uint64_t first = 0; first < o->cells; first++) {
        uint64_t at = first, from;
        if (done[at / 8] >> at % 8 & 1)
            continue;
        memcpy(held, array + at * bytes, bytes);
        for (;; at = from) {
            done[at / 8] |= (uint8_t)(1 << at % 8);
            from = source(o, back, at);
            if (from == first)
                break;
            memcpy(array + at * bytes, array + from * bytes, bytes);
        }
        memcpy(array + at * bytes, held, bytes);
    }
    free(done);
    free(held);
    return error_none(why);
}

/* Public ------------------------------------------------------------------- */

static enum hedra_status reorder(const struct hedra_order *o, bool back,
                                 size_t bytes, const void *from, void *to,
                                 struct hedra_error *why)
{
    uint64_t there, here;
    if (!o || !from || !to || bytes == 0)
        return error_argument(why, "order, from or to is NULL, or bytes is 0");
    if (!order_times(o->span, bytes, &there) ||
        !order_times(o->cells, bytes, &here) || there > PTRDIFF_MAX)
        return error_set(why, HEDRA_ERROR_TOO_LARGE,
                         "the arrays' bytes exceed 63 bits");
    if (from == to)
        return move_in_place(o, back, bytes, to, why);
    if (overlap(from, back ? there : here, to, back ? here : there))
        return error_argument(why, "from and to overlap, but are not the same");
    return move_all(o, back, &(struct move){from, to, bytes}, why);
}

enum hedra_status hedra_order_permute(const struct hedra_order *order,
                                      size_t bytes, const void *from, void *to,
                                      struct hedra_error *why)
{
    return reorder(order, false, bytes, from, to, why);
}

enum hedra_status hedra_order_unpermute(const struct hedra_order *order,
                                        size_t bytes, const void *from,
                                        void *to, struct hedra_error *why)
{
    return reorder(order, true, bytes, from, to, why);
}
