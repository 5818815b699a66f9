/*
 * Many cells or indices at once. Curves in whole cubes go by loops for the
 * instruction set that was fastest when they were first asked for, in a few
 * hundred microseconds: that a processor has an instruction does not say that
 * it is fast. All else goes cell by cell.
 */
#include "runtime/order/batch.h"

#include "runtime/include/hedra.h"
#include "runtime/order/spread.inc"

#include <stdatomic.h>
#include <string.h>

/* Loops in plain C --------------------------------------------------------- */

static void morton_plain(int dims, int64_t count, const int32_t *const x[3],
                         uint64_t *index)
{
    morton_loop(dims, count, x, index);
}

static void split_plain(int dims, int64_t count, const uint64_t *index,
                        int32_t *const x[3])
{
    split_loop(dims, count, index, x);
}

static void encode_plain(const struct curve *c, int levels, int64_t count,
                         const int32_t *const x[3], uint64_t *index)
{
    for (int64_t n = 0; n < count; n++)
        index[n] = curve_index(
            c, 0, levels,
            (const uint32_t[]){(uint32_t)x[0][n], (uint32_t)x[1][n],
                               c->dims == 3 ? (uint32_t)x[2][n] : 0});
}

static void decode_plain(const struct curve *c, int levels, int64_t count,
                         const uint64_t *index, int32_t *const x[3])
{
    for (int64_t n = 0; n < count; n++) {
        uint32_t cell[3];
        curve_cell(c, 0, levels, index[n], cell);
        for (int a = 0; a < c->dims; a++)
            x[a][n] = (int32_t)cell[a];
    }
}

const struct order_loops order_loops_plain = {
    "plain", 1, morton_plain, split_plain, encode_plain, decode_plain};

/* Which loops -------------------------------------------------------------- */

static const struct order_loops *const loops[] = {
    &order_loops_plain,
#if defined __GNUC__ && defined __x86_64__
    &order_loops_pdep,
    &order_loops_avx2,
    &order_loops_avx512,
#endif
};

bool order_loops_run_here(const struct order_loops *l)
{
#if defined __GNUC__ && defined __x86_64__
    if (l == &order_loops_pdep)
        return __builtin_cpu_supports("bmi2");
    if (l == &order_loops_avx2)
        return hedra_level() >= HEDRA_LEVEL_AVX2;
    if (l == &order_loops_avx512)
        return hedra_level() >= HEDRA_LEVEL_AVX512 &&
               __builtin_cpu_supports("avx512vbmi");
#endif
    return true;
}

const struct order_loops *const *order_loops_all(int *count)
{
    *count = sizeof loops / sizeof *loops;
    return loops;
}

/* Measuring ---------------------------------------------------------------- */

enum { TRIED = 1024 };

struct trial {
    struct curve curve;
    uint64_t index[TRIED];
    int32_t x[3][TRIED];
};

enum loop { MORTON, SPLIT, ENCODE, DECODE, LOOPS };

static bool has(const struct order_loops *l, enum loop which)
{
    return which == ENCODE   ? l->encode != NULL
           : which == DECODE ? l->decode != NULL
                             : true;
}

static void run(const struct order_loops *l, enum loop which, struct trial *t)
{
    int32_t *const x[3] = {t->x[0], t->x[1], t->x[2]};
    const int32_t *const from[3] = {t->x[0], t->x[1], t->x[2]};
    if (which == MORTON)
        l->morton(3, TRIED, from, t->index);
    else if (which == SPLIT)
        l->split(3, TRIED, t->index, x);
    else if (which == ENCODE)
        l->encode(&t->curve, 12, TRIED, from, t->index);
    else
        l->decode(&t->curve, 12, TRIED, t->index, x);
}

/* The least of four times; the first one is a warming up. */
static double time_of(const struct order_loops *l, enum loop which,
                      struct trial *t)
{
    double best = 1;
    for (int again = 0; again < 4; again++) {
        const double begin = base_clock();
        run(l, which, t);
        const double time = base_clock() - begin;
        best = again > 0 && time < best ? time : best;
    }
    return best;
}

static int measure(enum loop which)
{
    struct trial t;
    int best = 0;
    double least = 2;
    curve_derive(&t.curve, HEDRA_ORDER_HILBERT, 3);
    for (uint32_t n = 0; n < TRIED; n++) {
        t.index[n] = n * UINT64_C(0x9e3779b97f4a7c15) >> 28;
        for (uint32_t a = 0; a < 3; a++)
            t.x[a][n] = (int32_t)((n + a) * 2654435761U >> 20);
    }
    for (int k = 0; k < (int)(sizeof loops / sizeof *loops); k++) {
        if (!order_loops_run_here(loops[k]) || !has(loops[k], which))
            continue;
        const double time = time_of(loops[k], which, &t);
        if (time < least) {
            least = time;
            best = k;
        }
    }
    return best;
}

/* Threads that ask at once may all measure; all loops give the same. */
static const struct order_loops *fastest(enum loop which)
{
    static atomic_int chosen[LOOPS]; /* its number in `loops`, plus 1 */
    int known = atomic_load_explicit(&chosen[which], memory_order_relaxed);
    if (known == 0) {
        known = measure(which) + 1;
        atomic_store_explicit(&chosen[which], known, memory_order_relaxed);
    }
    return loops[known - 1];
}

/* Blocks ------------------------------------------------------------------- */

/* So many at a time are checked and then coded, while they are in cache; a
 * multiple of all loops' lanes. */
enum { BLOCK = 512 };

static bool is_morton(const struct hedra_order *o)
{
    return o->curve->is_morton;
}

/* Morton's code has x[0] least; with i most significant the axes change roles.
 */
static int role(const struct hedra_order *o, int a)
{
    return is_morton(o) && o->curve->octant[0][1] != 1 ? o->dims - 1 - a : a;
}

static void encode_block(const struct hedra_order *o, int64_t count,
                         const int32_t *const x[3], uint64_t *index)
{
    const struct order_loops *l = fastest(is_morton(o) ? MORTON : ENCODE);
    const int64_t in_lanes = count / l->lanes * l->lanes;
    for (int part = 0; part < 2; part++) {
        const int64_t at = part == 0 ? 0 : in_lanes;
        const int64_t n = part == 0 ? in_lanes : count - in_lanes;
        const int32_t *from[3] = {NULL, NULL, NULL};
        for (int a = 0; a < o->dims; a++)
            from[role(o, a)] = x[o->axis[a]] + at;
        if (n > 0 && is_morton(o))
            l->morton(o->dims, n, from, index + at);
        else if (n > 0)
            l->encode(o->curve, o->levels, n, from, index + at);
        l = &order_loops_plain;
    }
}

static void decode_block(const struct hedra_order *o, int64_t count,
                         const uint64_t *index, int32_t *const x[3])
{
    const struct order_loops *l = fastest(is_morton(o) ? SPLIT : DECODE);
    const int64_t in_lanes = count / l->lanes * l->lanes;
    for (int part = 0; part < 2; part++) {
        const int64_t at = part == 0 ? 0 : in_lanes;
        const int64_t n = part == 0 ? in_lanes : count - in_lanes;
        int32_t *to[3] = {NULL, NULL, NULL};
        for (int a = 0; a < o->dims; a++)
            to[role(o, a)] = x[o->axis[a]] + at;
        if (n > 0 && is_morton(o))
            l->split(o->dims, n, index + at, to);
        else if (n > 0)
            l->decode(o->curve, o->levels, n, index + at, to);
        l = &order_loops_plain;
    }
}

/* The first of `count` numbers that is not below `size`, or `count`. A sign bit
 * tells of one, so that the loop runs in vectors everywhere. */
static int64_t first_outside(const int32_t *x, uint32_t size, int64_t count)
{
    uint32_t signs = 0;
    for (int64_t n = 0; n < count; n++)
        signs |= (uint32_t)x[n] | (size - 1 - (uint32_t)x[n]);
    for (int64_t n = 0; signs >> 31 && n < count; n++)
        if ((uint32_t)x[n] >= size)
            return n;
    return count;
}

static int64_t cells_outside(const struct hedra_order *o, int64_t count,
                             const int32_t *const x[3])
{
    for (int b = 0; b < o->dims; b++)
        count = first_outside(x[b], (uint32_t)o->extent[b], count);
    return count;
}

/* Public ------------------------------------------------------------------- */

static enum hedra_status refuse_cell(int64_t n, const int32_t *const x[3],
                                     int dims, struct hedra_error *why)
{
    if (dims == 3)
        error_set(why, HEDRA_ERROR_VALUE,
                  "cell %lld, (%d, %d, %d), is outside of the box",
                  (long long)n, (int)x[0][n], (int)x[1][n], (int)x[2][n]);
    else
        error_set(why, HEDRA_ERROR_VALUE,
                  "cell %lld, (%d, %d), is outside of the box", (long long)n,
                  (int)x[0][n], (int)x[1][n]);
    if (why)
        why->row = n;
    return HEDRA_ERROR_VALUE;
}

static enum hedra_status check_batch(const struct hedra_order *o, int64_t count,
                                     const int32_t *const x[3],
                                     const uint64_t *index,
                                     struct hedra_error *why)
{
    if (!o || !x[0] || !x[1] || !index || (o->dims == 3 && !x[2]))
        return error_argument(why, "an array or the order is NULL");
    if (count < 0)
        return error_argument(why, "count is negative");
    return error_none(why);
}

enum hedra_status hedra_order_index_batch(const struct hedra_order *order,
                                          int64_t count, const int32_t *i,
                                          const int32_t *j, const int32_t *k,
                                          uint64_t *index,
                                          struct hedra_error *why)
{
    const int32_t *x[3] = {i, j, k};
    const enum hedra_status status = check_batch(order, count, x, index, why);
    if (status)
        return status;
    for (int64_t at = 0; at < count; at += BLOCK) {
        const int64_t n = count - at < BLOCK ? count - at : BLOCK;
        const int32_t *part[3] = {i + at, j + at,
                                  order->dims == 3 ? k + at : NULL};
        const int64_t good = cells_outside(order, n, part);
        if (good < n)
            return refuse_cell(at + good, x, order->dims, why);
        if (order->curve && order->whole) {
            encode_block(order, n, part, index + at);
            continue;
        }
        for (int64_t m = 0; m < n; m++) {
            uint32_t cell[3];
            for (int a = 0; a < 3; a++)
                cell[a] =
                    a < order->dims ? (uint32_t)part[order->axis[a]][m] : 0;
            index[at + m] = order->class->index(order, cell);
        }
    }
    return error_none(why);
}

static enum hedra_status refuse_index(int64_t n, const uint64_t *index,
                                      struct hedra_error *why)
{
    error_set(why, HEDRA_ERROR_VALUE, "index %lld, %llu, has no cell",
              (long long)n, (unsigned long long)index[n]);
    if (why)
        why->row = n;
    return HEDRA_ERROR_VALUE;
}

/* Decodes one by one; returns how many had a cell. */
static int64_t decode_each(const struct hedra_order *o, int64_t count,
                           const uint64_t *index, int32_t *const x[3])
{
    for (int64_t n = 0; n < count; n++) {
        int64_t cell[3];
        if (!hedra_order_coords(o, index[n], cell))
            return n;
        for (int b = 0; b < o->dims; b++)
            x[b][n] = (int32_t)cell[b];
    }
    return count;
}

static int64_t first_beyond(const struct hedra_order *o, int64_t count,
                            const uint64_t *index)
{
    uint64_t signs = 0;
    for (int64_t n = 0; n < count; n++)
        signs |= index[n] | (o->span - 1 - index[n]);
    for (int64_t n = 0; signs >> 63 && n < count; n++)
        if (index[n] >= o->span)
            return n;
    return count;
}

enum hedra_status hedra_order_coords_batch(const struct hedra_order *order,
                                           int64_t count, const uint64_t *index,
                                           int32_t *i, int32_t *j, int32_t *k,
                                           struct hedra_error *why)
{
    const int32_t *const x[3] = {i, j, k};
    const enum hedra_status status = check_batch(order, count, x, index, why);
    if (status)
        return status;
    for (int64_t at = 0; at < count; at += BLOCK) {
        const int64_t n = count - at < BLOCK ? count - at : BLOCK;
        int32_t *part[3] = {i + at, j + at, order->dims == 3 ? k + at : NULL};
        int64_t good;
        if (order->curve && order->whole) {
            good = first_beyond(order, n, index + at);
            decode_block(order, good, index + at, part);
            good = cells_outside(order, good, (const int32_t *const *)part);
        } else {
            good = decode_each(order, n, index + at, part);
        }
        if (good < n)
            return refuse_index(at + good, index, why);
    }
    return error_none(why);
}
