/* Parts of ordered arrays (hedra_order_surface.h) as runs of indices. */
#include "runtime/include/hedra_order_surface.h"
#include "runtime/order/local.h"

#include <stdlib.h>
#include <string.h>

struct hedra_surface {
    uint64_t cells, runs, span;
    uint64_t *start, *length;
};

/* Runs --------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void join(struct hedra_surface *s, const uint64_t *index)
{
    for (uint64_t n = 0; n < s->cells; n++) {
        if (n > 0 && index[n] == index[n - 1] + 1) {
            s->length[s->runs - 1]++;
            continue;
        }
        s->start[s->runs] = index[n];
        s->length[s->runs++] = 1;
    }
}

static void list_cells(const struct hedra_order *order, const int64_t lo[3],
                       const int64_t hi[3], uint64_t *index)
{
    for (int64_t i = lo[0]; i < hi[0]; i++)
        for (int64_t j = lo[1]; j < hi[1]; j++)
            for (int64_t k = lo[2]; k < hi[2]; k++)
                *index++ = hedra_order_index(order, i, j, k);
}

static enum hedra_status check_part(const struct hedra_order *order,
                                    const int64_t lo[3], const int64_t hi[3],
                                    struct hedra_error *why)
{
    for (int b = 0; b < order->dims; b++)
        if (lo[b] < 0 || hi[b] > order->extent[b] || lo[b] >= hi[b])
            return error_set(why, HEDRA_ERROR_SIZE,
                             "along axis %d the part is from %lld to %lld, but "
                             "the box from 0 to %lld",
                             b, (long long)lo[b], (long long)hi[b],
                             (long long)order->extent[b]);
    return error_none(why);
}

enum hedra_status hedra_order_surface(const struct hedra_order *order,
                                      const int64_t lo[3], const int64_t hi[3],
                                      struct hedra_surface **out,
                                      struct hedra_error *why)
{
    if (!out)
        return error_argument(why, "out is NULL");
    *out = NULL;
    if (!order || !lo || !hi)
        return error_argument(why, "order, lo or hi is NULL");
    const enum hedra_status status = check_part(order, lo, hi, why);
    if (status)
        return status;
    const bool is_flat = order->dims == 2;
    const int64_t from[3] = {lo[0], lo[1], is_flat ? 0 : lo[2]};
    const int64_t to[3] = {hi[0], hi[1], is_flat ? 1 : hi[2]};
    struct hedra_surface *s = calloc(1, sizeof *s);
    if (!s)
        return error_no_memory(why);
    s->cells = (uint64_t)(to[0] - from[0]) * (uint64_t)(to[1] - from[1]) *
               (uint64_t)(to[2] - from[2]);
    s->span = order->span;
    uint64_t *index = NULL;
    if (s->cells <= PTRDIFF_MAX / sizeof *index) {
        index = malloc(s->cells * sizeof *index);
        s->start = malloc(s->cells * sizeof *s->start);
        s->length = malloc(s->cells * sizeof *s->length);
    }
    if (!index || !s->start || !s->length) {
        free(index);
        hedra_surface_destroy(s);
        return error_no_memory(why);
    }
    list_cells(order, from, to, index);
    qsort(index, s->cells, sizeof *index, by_value);
    join(s, index);
    free(index);
    *out = s;
    return error_none(why);
}

void hedra_surface_destroy(struct hedra_surface *surface)
{
    if (!surface)
        return;
    free(surface->start);
    free(surface->length);
    free(surface);
}

enum hedra_status hedra_order_border(const struct hedra_order *order,
                                     const int side[3], int64_t depth,
                                     int64_t lo[3], int64_t hi[3],
                                     struct hedra_error *why)
{
    if (!order || !side || !lo || !hi)
        return error_argument(why, "order, side, lo or hi is NULL");
    for (int b = 0; b < 3; b++) {
        const int64_t size = order->extent[b];
        const int where = b < order->dims ? side[b] : 0;
        if (where < -1 || where > 1)
            return error_set(why, HEDRA_ERROR_ARGUMENT,
                             "side[%d] is %d; sides are -1, 0 and 1", b, where);
        if (where && (depth < 1 || depth > size))
            return error_set(why, HEDRA_ERROR_SIZE,
                             "depth is %lld, but size[%d] is %lld",
                             (long long)depth, b, (long long)size);
    }
    for (int b = 0; b < 3; b++) {
        const int where = b < order->dims ? side[b] : 0;
        lo[b] = where > 0 ? order->extent[b] - depth : 0;
        hi[b] = where < 0 ? depth : order->extent[b];
    }
    return error_none(why);
}

uint64_t hedra_surface_cells(const struct hedra_surface *surface)
{
    return surface->cells;
}

uint64_t hedra_surface_runs(const struct hedra_surface *surface,
                            const uint64_t **start, const uint64_t **length)
{
    if (start)
        *start = surface->start;
    if (length)
        *length = surface->length;
    return surface->runs;
}

/* Moving ------------------------------------------------------------------- */

static enum hedra_status check_move(const struct hedra_surface *s, size_t bytes,
                                    const void *from, const void *to,
                                    struct hedra_error *why)
{
    uint64_t all;
    if (!s || !from || !to || bytes == 0)
        return error_argument(why, "surface, array or buffer is NULL, or the "
                                   "size of an element is 0");
    if (!order_times(s->span, bytes, &all) || all > PTRDIFF_MAX)
        return error_set(why, HEDRA_ERROR_TOO_LARGE,
                         "the array's bytes exceed 63 bits");
    return error_none(why);
}

enum hedra_status hedra_surface_pack(const struct hedra_surface *surface,
                                     size_t bytes, const void *array,
                                     void *buffer, struct hedra_error *why)
{
    const enum hedra_status status =
        check_move(surface, bytes, array, buffer, why);
    char *to = buffer;
    for (uint64_t n = 0; !status && n < surface->runs; n++) {
        const size_t length = surface->length[n] * bytes;
        memcpy(to, (const char *)array + surface->start[n] * bytes, length);
        to += length;
    }
    return status;
}

enum hedra_status hedra_surface_unpack(const struct hedra_surface *surface,
                                       size_t bytes, const void *buffer,
                                       void *array, struct hedra_error *why)
{
    const enum hedra_status status =
        check_move(surface, bytes, buffer, array, why);
    const char *from = buffer;
    for (uint64_t n = 0; !status && n < surface->runs; n++) {
        const size_t length = surface->length[n] * bytes;
        memcpy((char *)array + surface->start[n] * bytes, from, length);
        from += length;
    }
    return status;
}

static size_t size_of(int64_t each, size_t number)
{
    return each > 0 && each <= PTRDIFF_MAX / (int64_t)number
               ? (size_t)each * number
               : 0;
}

#define ADD(name, real)                                                        \
    enum hedra_status name(const struct hedra_surface *surface, int64_t each,  \
                           const real *buffer, real *array,                    \
                           struct hedra_error *why)                            \
    {                                                                          \
        const enum hedra_status status = check_move(                           \
            surface, size_of(each, sizeof *array), buffer, array, why);        \
        for (uint64_t n = 0; !status && n < surface->runs; n++) {              \
            real *to = array + surface->start[n] * (uint64_t)each;             \
            const uint64_t length = surface->length[n] * (uint64_t)each;       \
            for (uint64_t m = 0; m < length; m++)                              \
                to[m] += buffer[m];                                            \
            buffer += length;                                                  \
        }                                                                      \
        return status;                                                         \
    }

ADD(hedra_surface_add, double)
ADD(hedra_surface_add_float, float)
