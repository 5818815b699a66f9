/*
 * Cells into indices and back: curves against their rules rewritten to the end,
 * all orderings cell by cell, batches against single cells, for each set of
 * instructions.
 */
#include "tests/order/rig.h"

#include "runtime/order/batch.h"

#include <stdlib.h>
#include <string.h>

/* The rule, literally ------------------------------------------------------ */

struct vector {
    int x, y, z;
};

static struct vector minus(struct vector v)
{
    return (struct vector){-v.x, -v.y, -v.z};
}

/* D <- D Theta for the matrices of eq. 4, spelled out for the columns of D. */
static void turn(struct vector d[3], char symbol)
{
    const struct vector h = d[0], l = d[1], u = d[2];
    switch (symbol) {
    case '+':
        d[0] = minus(l);
        d[1] = h;
        break;
    case '-':
        d[0] = l;
        d[1] = minus(h);
        break;
    case '^':
        d[0] = minus(u);
        d[2] = h;
        break;
    case 'v':
        d[0] = u;
        d[2] = minus(h);
        break;
    case '<':
        d[1] = minus(u);
        d[2] = l;
        break;
    case '>':
        d[1] = u;
        d[2] = minus(l);
    }
}

static char *rewrite(const char *text, const char *x, const char *y)
{
    char *out = malloc(strlen(text) * 40 + 1);
    size_t length = 0;
    assert_non_null(out);
    for (; *text; text++) {
        const char *by = *text == 'X' ? x : *text == 'Y' ? y : NULL;
        if (by) {
            memcpy(out + length, by, strlen(by));
            length += strlen(by);
        } else {
            out[length++] = *text;
        }
    }
    out[length] = '\0';
    return out;
}

static char *path(int times, const char *x, const char *y)
{
    char *text = strdup("X");
    while (times-- > 0) {
        char *next = rewrite(text, x, y);
        free(text);
        text = next;
    }
    return text;
}

static void follow(const char *text, const struct hedra_order *order,
                   const struct vector start[3], int mirror)
{
    struct vector d[3] = {start[0], start[1], start[2]}, at = {0, 0, 0};
    uint64_t index = 0;
    for (; *text; text++) {
        turn(d, *text);
        if (*text != 'F')
            continue;
        assert_int_equal(hedra_order_index(order, at.x, at.y, at.z), index);
        at.x += d[0].x;
        at.y += mirror * d[0].y;
        at.z += d[0].z;
        index++;
    }
    assert_int_equal(hedra_order_index(order, at.x, at.y, at.z), index);
    assert_int_equal(index + 1, hedra_order_cells(order));
}

static void test_rule(void **state)
{
    const struct vector frame[3] = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}};
    for (int m = 1; m <= 4; m++) {
        struct hedra_order *order = rig_cube(HEDRA_ORDER_HILBERT, 1 << m);
        char *text = path(m, "^<XF^<XFX-F^>>XFXvF+>>XFX-F>X->", "");
        follow(text, order, frame, -1);
        assert_int_equal(hedra_order_index(order, (1 << m) - 1, 0, 0),
                         hedra_order_cells(order) - 1);
        free(text);
        hedra_order_destroy(order);
    }
}

static void test_rule_2d(void **state)
{
    const struct vector frame[3] = {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};
    for (int m = 1; m <= 6; m++) {
        const struct hedra_order_options options = {
            .kind = HEDRA_ORDER_HILBERT_2D, .size = {1 << m, 1 << m}};
        struct hedra_order *order = rig_order(&options);
        char *text = path(m, "+YF-XFX-FY+", "-XF+YFY+FX-");
        follow(text, order, frame, 1);
        free(text);
        hedra_order_destroy(order);
    }
}

static void test_states(void **state)
{
    struct curve curve;
    assert_true(curve_derive(&curve, HEDRA_ORDER_HILBERT, 3));
    assert_int_equal(curve.states, 12);
    assert_true(curve_derive(&curve, HEDRA_ORDER_HILBERT_2D, 2));
    assert_int_equal(curve.states, 4);
}

/* The bits of eq. 5, one by one. */
static void test_morton(void **state)
{
    struct hedra_order *order = rig_cube(HEDRA_ORDER_MORTON, 1 << 21);
    struct hedra_order *other = rig_cube(HEDRA_ORDER_MORTON_I, 1 << 21);
    assert_int_equal(hedra_order_index(order, 1, 0, 0), 1);
    assert_int_equal(hedra_order_index(order, 0, 1, 0), 2);
    assert_int_equal(hedra_order_index(order, 0, 0, 1), 4);
    assert_int_equal(hedra_order_index(other, 1, 0, 0), 4);
    assert_int_equal(hedra_order_index(other, 0, 1, 0), 2);
    assert_int_equal(hedra_order_index(other, 0, 0, 1), 1);
    for (int n = 0; n < 1000; n++) {
        const int64_t i = (int64_t)rig_random(21), j = (int64_t)rig_random(21),
                      k = (int64_t)rig_random(21);
        uint64_t code = 0;
        for (int bit = 0; bit < 21; bit++)
            code |= (uint64_t)((i >> bit & 1) | (j >> bit & 1) << 1 |
                               (k >> bit & 1) << 2)
                    << 3 * bit;
        assert_int_equal(hedra_order_index(order, i, j, k), code);
        assert_int_equal(hedra_order_index(other, k, j, i), code);
    }
    hedra_order_destroy(order);
    hedra_order_destroy(other);
}

static void test_linear(void **state)
{
    static const int all[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                  {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const int64_t size[3] = {3, 4, 5}, ld[3] = {7, 9, 11};
    for (int p = 0; p < 6; p++) {
        const int *q = all[p];
        const struct hedra_order_options options = {
            .kind = HEDRA_ORDER_ROW,
            .size = {3, 4, 5},
            .permutation = {q[0], q[1], q[2]},
            .leading = {7, 9, 11}};
        struct hedra_order *order = rig_order(&options);
        int64_t c[3];
        for (c[0] = 0; c[0] < 3; c[0]++)
            for (c[1] = 0; c[1] < 4; c[1]++)
                for (c[2] = 0; c[2] < 5; c[2]++)
                    assert_int_equal(hedra_order_index(order, c[0], c[1], c[2]),
                                     (c[q[0]] * ld[q[1]] + c[q[1]]) * ld[q[2]] +
                                         c[q[2]]);
        assert_int_equal(hedra_order_span(order),
                         ((size[q[0]] - 1) * ld[q[1]] + size[q[1]] - 1) *
                                 ld[q[2]] +
                             size[q[2]]);
        hedra_order_destroy(order);
    }
}

/* Sec. 2.4: the upper bits interleaved, the lower ones side by side. */
static void test_hybrid(void **state)
{
    const struct hedra_order_options row = {.kind = HEDRA_ORDER_ROW},
                                     morton = {.kind = HEDRA_ORDER_MORTON};
    const struct hedra_order_options options = {.kind = HEDRA_ORDER_HYBRID,
                                                .fit = HEDRA_ORDER_EXACT,
                                                .size = {32, 32, 32},
                                                .tile = {8},
                                                .outer = &morton,
                                                .inner = &row};
    struct hedra_order *order = rig_order(&options);
    struct hedra_order *outer = rig_cube(HEDRA_ORDER_MORTON, 4);
    for (int64_t i = 0; i < 32; i++)
        for (int64_t j = 0; j < 32; j++)
            for (int64_t k = 0; k < 32; k++)
                assert_int_equal(
                    hedra_order_index(order, i, j, k),
                    hedra_order_index(outer, i / 8, j / 8, k / 8) * 512 +
                        (uint64_t)((i % 8 * 8 + j % 8) * 8 + k % 8));
    hedra_order_destroy(order);
    hedra_order_destroy(outer);
}

/* Every cell --------------------------------------------------------------- */

/* All cells of a box by batches and one by one. */
static void check_box(const struct hedra_order *order)
{
    const uint64_t cells = hedra_order_cells(order),
                   span = hedra_order_span(order);
    int32_t *x = malloc(6 * cells * sizeof *x);
    uint64_t *index = malloc(cells * sizeof *index);
    uint8_t *seen = calloc(span, 1);
    assert_true(x && index && seen && span >= cells);
    int32_t *i = x, *j = x + cells, *k = x + 2 * cells;
    for (uint64_t n = 0; n < cells; n++) {
        k[n] = (int32_t)(n % (uint64_t)hedra_order_size(order, 2));
        const uint64_t rest = n / (uint64_t)hedra_order_size(order, 2);
        j[n] = (int32_t)(rest % (uint64_t)hedra_order_size(order, 1));
        i[n] = (int32_t)(rest / (uint64_t)hedra_order_size(order, 1));
    }
    assert_int_equal(
        hedra_order_index_batch(order, (int64_t)cells, i, j, k, index, NULL),
        0);
    /* It writes k = 0 in two dimensions nowhere. */
    memset(x + 5 * cells, 0, cells * sizeof *x);
    assert_int_equal(hedra_order_coords_batch(order, (int64_t)cells, index,
                                              x + 3 * cells, x + 4 * cells,
                                              x + 5 * cells, NULL),
                     0);
    assert_memory_equal(x, x + 3 * cells, 3 * cells * sizeof *x);
    for (uint64_t n = 0; n < cells; n++) {
        int64_t cell[3];
        assert_true(index[n] < span && !seen[index[n]]);
        seen[index[n]] = 1;
        assert_int_equal(hedra_order_index(order, i[n], j[n], k[n]), index[n]);
        assert_true(hedra_order_coords(order, index[n], cell));
        assert_true(cell[0] == i[n] && cell[1] == j[n] && cell[2] == k[n]);
    }
    for (uint64_t n = 0; n < span; n++) {
        int64_t cell[3];
        if (!seen[n])
            assert_false(hedra_order_coords(order, n, cell));
    }
    free(x);
    free(index);
    free(seen);
}

static const int64_t boxes[][3] = {
    {1, 1, 1}, {2, 2, 2}, {4, 4, 4}, {8, 8, 8},  {1, 5, 1},  {3, 2, 1},
    {2, 3, 5}, {9, 8, 7}, {1, 1, 9}, {5, 17, 4}, {16, 4, 4}, {17, 5, 33}};

static void test_boxes(void **state)
{
    for (int b = 0; b < COUNT(boxes); b++) {
        rig_each(boxes[b], 3, check_box);
        rig_each(boxes[b], 2, check_box);
    }
}

static void test_cubes(void **state)
{
    static const int kinds[] = {HEDRA_ORDER_ROW, HEDRA_ORDER_COLUMN,
                                HEDRA_ORDER_MORTON, HEDRA_ORDER_MORTON_I,
                                HEDRA_ORDER_HILBERT};
    for (int k = 0; k < COUNT(kinds); k++)
        for (int64_t side = 1; side <= 64; side *= 2) {
            struct hedra_order *order = rig_cube(kinds[k], side);
            check_box(order);
            hedra_order_destroy(order);
        }
}

/* Indices of boxes follow the enclosing cube's, without gaps. */
static void test_compact(void **state)
{
    for (int kind = HEDRA_ORDER_MORTON; kind <= HEDRA_ORDER_HILBERT; kind++) {
        struct hedra_order_options options = {.kind = kind,
                                              .size = {17, 5, 33}};
        struct hedra_order *compact = rig_order(&options);
        options.fit = HEDRA_ORDER_PAD;
        struct hedra_order *padded = rig_order(&options);
        struct hedra_order *cube = rig_cube(kind, 64);
        uint64_t last = 0;
        assert_int_equal(hedra_order_span(compact), 17 * 5 * 33);
        for (uint64_t n = 0; n < 17 * 5 * 33; n++) {
            int64_t c[3];
            assert_true(hedra_order_coords(compact, n, c));
            const uint64_t there = hedra_order_index(padded, c[0], c[1], c[2]);
            assert_int_equal(there, hedra_order_index(cube, c[0], c[1], c[2]));
            assert_true(n == 0 || there > last);
            last = there;
        }
        assert_int_equal(hedra_order_span(padded), last + 1);
        hedra_order_destroy(compact);
        hedra_order_destroy(padded);
        hedra_order_destroy(cube);
    }
}

/* Bricks of side 8 along the long axes, each as a box of its own. */
static void test_brick(void **state)
{
    const struct hedra_order_options options = {.kind = HEDRA_ORDER_HILBERT,
                                                .fit = HEDRA_ORDER_BRICK,
                                                .size = {17, 5, 33}};
    const struct hedra_order_options first = {.kind = HEDRA_ORDER_HILBERT,
                                              .size = {8, 5, 8}};
    struct hedra_order *order = rig_order(&options), *one = rig_order(&first);
    for (int64_t n = 0; n < 8 * 5 * 8; n++) {
        int64_t c[3];
        assert_true(hedra_order_coords(one, (uint64_t)n, c));
        assert_int_equal(hedra_order_index(order, c[0], c[1], c[2]), n);
        assert_int_equal(hedra_order_index(order, c[0], c[1], c[2] + 8),
                         n + 320);
        assert_int_equal(hedra_order_index(order, c[0] + 8, c[1], c[2]),
                         n + 8 * 5 * 33);
    }
    hedra_order_destroy(order);
    hedra_order_destroy(one);
}

/* Large boxes -------------------------------------------------------------- */

static void check_random(const struct hedra_order *order)
{
    for (int n = 0; n < 3000; n++) {
        int64_t c[3], back[3];
        for (int a = 0; a < 3; a++)
            c[a] = (int64_t)(rig_random(40) %
                             (uint64_t)hedra_order_size(order, a));
        const uint64_t index = hedra_order_index(order, c[0], c[1], c[2]);
        assert_true(index < hedra_order_span(order));
        assert_true(hedra_order_coords(order, index, back));
        assert_memory_equal(c, back, sizeof c);
    }
}

static void test_large(void **state)
{
    const int64_t most = HEDRA_ORDER_MAX_SIDE;
    const int64_t sizes[][3] = {{most, most, most},
                                {most, most - 1, most - 5},
                                {most, 3, 70000},
                                {1000001, 2000001, 1}};
    for (int s = 0; s < COUNT(sizes); s++)
        for (int kind = 0; kind <= HEDRA_ORDER_HILBERT_2D; kind++)
            for (int fit = 0; fit <= HEDRA_ORDER_BRICK; fit++) {
                const struct hedra_order_options options = {
                    .kind = kind,
                    .fit = fit == HEDRA_ORDER_EXACT ? 0 : fit,
                    .size = {sizes[s][0], sizes[s][1], sizes[s][2]}};
                struct hedra_order *order = rig_order(&options);
                check_random(order);
                hedra_order_destroy(order);
            }
    struct hedra_order *order = rig_cube(HEDRA_ORDER_HILBERT, most);
    assert_int_equal(hedra_order_index(order, most - 1, 0, 0),
                     (UINT64_C(1) << 63) - 1);
    hedra_order_destroy(order);
}

/* Vectors ------------------------------------------------------------------ */

enum { CODES = 640 };

static void check_loops(const struct order_loops *l, const struct curve *c,
                        int levels)
{
    int32_t x[3][CODES], back[3][CODES];
    uint64_t index[CODES];
    const int32_t *const from[3] = {x[0], x[1], x[2]};
    int32_t *const to[3] = {back[0], back[1], back[2]};
    memset(back, 0, sizeof back);
    for (int n = 0; n < CODES; n++)
        for (int a = 0; a < 3; a++)
            x[a][n] = a < c->dims && levels ? (int32_t)rig_random(levels) : 0;
    if (c->is_morton)
        l->morton(c->dims, CODES, from, index);
    else if (l->encode)
        l->encode(c, levels, CODES, from, index);
    else
        return;
    for (int n = 0; n < CODES; n++) {
        const uint32_t cell[3] = {(uint32_t)x[0][n], (uint32_t)x[1][n],
                                  (uint32_t)x[2][n]};
        assert_int_equal(index[n], curve_index(c, 0, levels, cell));
    }
    if (c->is_morton)
        l->split(c->dims, CODES, index, to);
    else
        l->decode(c, levels, CODES, index, to);
    assert_memory_equal(x, back, sizeof x);
}

static void test_loops(void **state)
{
    int count;
    const struct order_loops *const *all = order_loops_all(&count);
    for (int l = 0; l < count; l++) {
        if (!order_loops_run_here(all[l])) {
            print_message("%s: not on this processor\n", all[l]->name);
            continue;
        }
        for (int dims = 2; dims <= 3; dims++)
            for (int levels = 0; levels <= ORDER_LEVELS; levels++) {
                struct curve c;
                assert_true(curve_derive(&c, HEDRA_ORDER_MORTON, dims));
                check_loops(all[l], &c, levels);
                assert_true(curve_derive(&c,
                                         dims == 2 ? HEDRA_ORDER_HILBERT_2D
                                                   : HEDRA_ORDER_HILBERT,
                                         dims));
                /* Hilbert's curve is one that folds; without that it goes the
                 * way of those that do not. */
                assert_true(c.folds);
                check_loops(all[l], &c, levels);
                c.folds = false;
                check_loops(all[l], &c, levels);
            }
    }
}

/* Neighbours --------------------------------------------------------------- */

static void check_neighbours(const struct hedra_order *order)
{
    for (uint64_t n = 0; n < hedra_order_span(order); n++) {
        int64_t c[3];
        const bool is_cell = hedra_order_coords(order, n, c);
        for (int axis = 0; axis < 3; axis++)
            for (int step = -1; step <= 1; step += 2) {
                int64_t d[3] = {c[0], c[1], c[2]};
                d[axis] += step;
                assert_int_equal(
                    hedra_order_neighbour(order, n, axis, step),
                    is_cell ? hedra_order_index(order, d[0], d[1], d[2])
                            : HEDRA_ORDER_NONE);
            }
    }
}

static void test_neighbours(void **state)
{
    const int64_t sizes[][3] = {{8, 8, 8}, {7, 5, 6}, {1, 1, 1}};
    for (int s = 0; s < COUNT(sizes); s++) {
        rig_each(sizes[s], 3, check_neighbours);
        rig_each(sizes[s], 2, check_neighbours);
    }
    struct hedra_order *order = rig_cube(HEDRA_ORDER_HILBERT, 32);
    check_neighbours(order);
    assert_int_equal(hedra_order_neighbour(order, 0, 3, 1), HEDRA_ORDER_NONE);
    assert_int_equal(hedra_order_neighbour(order, 0, -1, 1), HEDRA_ORDER_NONE);
    assert_int_equal(hedra_order_neighbour(order, 0, 0, 2), HEDRA_ORDER_NONE);
    assert_int_equal(hedra_order_neighbour(order, 32768, 0, 1),
                     HEDRA_ORDER_NONE);
    hedra_order_destroy(order);
    order = rig_cube(HEDRA_ORDER_MORTON, HEDRA_ORDER_MAX_SIDE);
    assert_int_equal(
        hedra_order_neighbour(order, (UINT64_C(1) << 63) - 1, 2, -1),
        (UINT64_C(1) << 63) - 5);
    hedra_order_destroy(order);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rule),      cmocka_unit_test(test_rule_2d),
        cmocka_unit_test(test_states),    cmocka_unit_test(test_morton),
        cmocka_unit_test(test_linear),    cmocka_unit_test(test_hybrid),
        cmocka_unit_test(test_boxes),     cmocka_unit_test(test_cubes),
        cmocka_unit_test(test_compact),   cmocka_unit_test(test_brick),
        cmocka_unit_test(test_large),     cmocka_unit_test(test_loops),
        cmocka_unit_test(test_neighbours)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
