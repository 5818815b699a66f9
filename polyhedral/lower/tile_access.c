/*
 * Reads and writes that a tile or a register serves: tiles in shared memory,
 * overlapped tiles, and elements that a thread keeps in registers.
 */
#include "polyhedral/lower/features.h"
#include "polyhedral/lower/staging.h"
#include "polyhedral/lower/tiles.h"
#include "polyhedral/lower/unroll.h"

#include "polyhedral/tile/tile.h"

/* Elements of half a buffer, which begins where packs of them may. */
int64_t lower_half_elements(struct lower *l,
                            const struct staging_buffer *buffer)
{
    const struct poly *poly = l->poly;
    int array = poly->array[buffer->array].array;
    return shared_tile_buffer_bytes(poly, buffer) /
           scop_type_size(poly->scop->array[array].type);
}

/* The element of the buffer that an element of the tile is. */
int lower_in_half(struct lower *l, const struct staging_buffer *buffer, int at)
{
    struct kir_func *f = l->f;
    if (!l->kernel->shared.doubled)
        return at;
    int half = kir_cast(f, KIR_I64, kir_get(f, l->staging->half));
    half = kir_binary(f, KIR_MUL, half,
                      kir_i64(l->f, lower_half_elements(l, buffer)));
    return kir_binary(f, KIR_ADD, at, half);
}

/* The place of an element in its tile's buffer, given its row's number (the
 * subscripts but the last, by their sizes) and its column. */
int lower_staging_place(struct lower *l, const struct staging_buffer *buffer,
                        int row, int column)
{
    struct kir_func *f = l->f;
    const struct staging_layout *layout = &buffer->layout;
    if (layout->swizzle) {
        int flip =
            kir_binary(f, KIR_SHR, row, kir_int(f, KIR_I32, layout->shift));
        flip = kir_binary(f, KIR_AND, flip, kir_i64(l->f, layout->swizzle));
        column = kir_binary(f, KIR_XOR, column, flip);
    }
    int at = kir_binary(f, KIR_MUL, row, kir_i64(l->f, layout->pitch));
    return lower_in_half(l, buffer, kir_binary(f, KIR_ADD, at, column));
}

int lower_staging_load(struct lower *l, int s, const struct scop_expr *access)
{
    const struct staging_buffer *buffer = &l->kernel->shared.buffer[s];
    int row = kir_i64(l->f, 0), column = row;
    for (int k = 0; k < buffer->rank; k++) {
        int sub = lower_subscript(l, access, buffer->array, k);
        sub = kir_binary(l->f, KIR_SUB, sub,
                         kir_get(l->f, l->staging->offset[s][k]));
        if (k == buffer->rank - 1) {
            column = sub;
            break;
        }
        row = kir_binary(l->f, KIR_MUL, row, kir_i64(l->f, buffer->size[k]));
        row = kir_binary(l->f, KIR_ADD, row, sub);
    }
    return lower_load_access(l, access, l->staging->buffer[s],
                             lower_staging_place(l, buffer, row, column));
}

int lower_overlap_load(struct lower *l, const struct scop_expr *access)
{
    const struct tiles *t = l->overlapped->tiles;
    for (int k = 0; t && k < t->stmt->read_count; k++) {
        const struct overlap_read *r = &t->stmt->read[k];
        if (r->expr != access && !scop_expr_equal(r->expr, access))
            continue;
        int64_t far = 0;
        for (int d = 0; d < t->o->dims; d++)
            far += r->delta[d] * t->pitch[d];
        return kir_load(
            l->f, t->shared[r->array],
            far ? kir_binary(l->f, KIR_ADD, t->place, kir_i64(l->f, far))
                : t->place);
    }
    return -1;
}

bool lower_overlap_store(struct lower *l, int value)
{
    const struct tiles *t = l->overlapped->tiles;
    if (t)
        kir_store(l->f, t->shared[t->stmt->array], t->place, value);
    return t;
}

int lower_points_each(const struct map_kernel *kernel)
{
    int count = 1;
    for (int d = 0; d < kernel->dims; d++)
        count *= (int)kernel->unroll.each[d];
    return count;
}

static int point_number(const struct lower *l)
{
    int at = 0;
    for (int d = l->kernel->dims - 1; d >= 0; d--)
        at = at * (int)l->kernel->unroll.each[d] + l->unroll->point[d];
    return at;
}

/* The variable of the current point. */
int lower_promoted_variable(const struct lower *l,
                            const struct promoted_array *promoted)
{
    int number = (int)(promoted - l->kernel->unroll.promoted);
    return l->unroll
        ->held[number * lower_points_each(l->kernel) + point_number(l)];
}

bool lower_is_full(const struct lower *l)
{
    return l->unroll->full;
}

bool lower_in_registers(const struct lower *l)
{
    return l->unroll->in_registers;
}

int lower_held(struct lower *l, int array, int access)
{
    for (int h = 0;
         l->unroll->in_registers && h < l->kernel->unroll.promoted_count; h++)
        if (unroll_jam_serves(&l->kernel->unroll.promoted[h], array, access))
            return lower_promoted_variable(l, &l->kernel->unroll.promoted[h]);
    return -1;
}
