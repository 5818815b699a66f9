#include "tests/order/rig.h"

#include <stdlib.h>

struct hedra_order *rig_order(const struct hedra_order_options *options)
{
    struct hedra_error why;
    struct hedra_order *order;
    if (hedra_order_create(options, &order, &why))
        fail_msg("%s", why.text);
    assert_int_equal(why.status, HEDRA_OK);
    return order;
}

struct hedra_order *rig_cube(int kind, int64_t side)
{
    const struct hedra_order_options options = {
        .kind = kind, .fit = HEDRA_ORDER_EXACT, .size = {side, side, side}};
    return rig_order(&options);
}

uint64_t rig_random(int bits)
{
    static uint64_t state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state >> (64 - bits);
}

uint64_t rig_number(const struct hedra_order *order, const int64_t cell[3])
{
    return (uint64_t)((cell[0] * hedra_order_size(order, 1) + cell[1]) *
                          hedra_order_size(order, 2) +
                      cell[2]);
}

typedef void (*checker)(const struct hedra_order *order);

static void once(const struct hedra_order_options *options, checker check)
{
    struct hedra_order *order = rig_order(options);
    check(order);
    hedra_order_destroy(order);
}

static bool is_exact(const int64_t size[3], int dims)
{
    for (int a = 0; a < dims; a++)
        if (size[a] != size[0] || (size[a] & (size[a] - 1)))
            return false;
    return true;
}

static void curves(struct hedra_order_options o, checker check)
{
    const int kinds[] = {HEDRA_ORDER_MORTON, HEDRA_ORDER_MORTON_I,
                         o.dims == 2 ? HEDRA_ORDER_HILBERT_2D
                                     : HEDRA_ORDER_HILBERT};
    for (int k = 0; k < COUNT(kinds); k++)
        for (o.fit = HEDRA_ORDER_COMPACT; o.fit <= HEDRA_ORDER_BRICK; o.fit++) {
            o.kind = kinds[k];
            if (o.fit != HEDRA_ORDER_EXACT || is_exact(o.size, o.dims))
                once(&o, check);
            o.tile[0] = 2;
            if (o.fit == HEDRA_ORDER_BRICK)
                once(&o, check);
            o.tile[0] = 0;
        }
}

static void rows(struct hedra_order_options o, checker check)
{
    for (o.kind = HEDRA_ORDER_ROW; o.kind <= HEDRA_ORDER_COLUMN; o.kind++) {
        for (int a = 0; a < 3; a++)
            o.leading[a] = 0;
        once(&o, check);
        for (int a = 0; a < 3; a++)
            o.leading[a] = o.size[a] + a + 1;
        once(&o, check);
    }
}

static void hybrids(struct hedra_order_options o, checker check)
{
    const int curve =
        o.dims == 2 ? HEDRA_ORDER_HILBERT_2D : HEDRA_ORDER_HILBERT;
    const struct hedra_order_options row = {.kind = HEDRA_ORDER_ROW},
                                     morton = {.kind = HEDRA_ORDER_MORTON_I},
                                     hilbert = {.kind = curve},
                                     padded = {.kind = curve,
                                               .fit = HEDRA_ORDER_PAD};
    const struct hedra_order_options nested = {.kind = HEDRA_ORDER_HYBRID,
                                               .tile = {2, 1, 3},
                                               .outer = &morton,
                                               .inner = &row};
    const struct hedra_order_options *const pairs[][2] = {{&morton, &row},
                                                          {&row, &hilbert},
                                                          {&padded, &nested},
                                                          {&nested, &morton}};
    o.kind = HEDRA_ORDER_HYBRID;
    for (int p = 0; p < COUNT(pairs); p++) {
        o.outer = pairs[p][0];
        o.inner = pairs[p][1];
        for (int even = 0; even < 2; even++) {
            o.tile[0] = 4;
            o.tile[1] = even ? 0 : 3;
            o.tile[2] = even ? 0 : 5;
            o.fit = HEDRA_ORDER_COMPACT;
            once(&o, check);
            o.fit = HEDRA_ORDER_PAD;
            once(&o, check);
        }
    }
}

static void tables(struct hedra_order_options o, checker check)
{
    const uint64_t cells =
        (uint64_t)(o.size[0] * o.size[1] * (o.dims == 3 ? o.size[2] : 1));
    uint64_t *table = malloc(cells * sizeof *table);
    assert_non_null(table);
    for (uint64_t n = 0; n < cells; n++) {
        const uint64_t at = rig_random(40) % (n + 1);
        table[n] = table[at];
        table[at] = n;
    }
    o.kind = HEDRA_ORDER_TABLE;
    o.table = table;
    once(&o, check);
    free(table);
}

void rig_each(const int64_t size[3], int dims, checker check)
{
    static const int permutations[2][3] = {{0, 0, 0}, {1, 2, 0}};
    struct hedra_order_options o = {.dims = dims,
                                    .size = {size[0], size[1], size[2]}};
    for (int p = 0; p < 2; p++) {
        for (int a = 0; a < 3; a++)
            o.permutation[a] = permutations[p][a];
        if (p == 1 && dims == 2) {
            o.permutation[0] = 1;
            o.permutation[1] = 0;
        }
        curves(o, check);
        rows(o, check);
        hybrids(o, check);
        tables(o, check);
    }
}
