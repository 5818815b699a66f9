/* Parts of ordered arrays: runs, packed and unpacked. */
#include "tests/order/rig.h"

#include "runtime/include/hedra_order_surface.h"

#include <stdlib.h>
#include <string.h>

static bool is_in(const int64_t c[3], const int64_t lo[3], const int64_t hi[3])
{
    for (int a = 0; a < 3; a++)
        if (c[a] < lo[a] || c[a] >= hi[a])
            return false;
    return true;
}

static void check_part(const struct hedra_order *order, const int64_t lo[3],
                       const int64_t hi[3])
{
    const uint64_t span = hedra_order_span(order);
    struct hedra_surface *s;
    const uint64_t *start, *length;
    uint16_t *array = malloc(span * sizeof *array), *buffer;
    uint8_t *listed = calloc(span, 1);
    assert_int_equal(hedra_order_surface(order, lo, hi, &s, NULL), 0);
    const uint64_t runs = hedra_surface_runs(s, &start, &length);
    uint64_t cells = 0;
    for (uint64_t r = 0; r < runs; r++) {
        assert_true(r == 0 || start[r] > start[r - 1] + length[r - 1]);
        for (uint64_t n = 0; n < length[r]; n++)
            listed[start[r] + n] = 1;
        cells += length[r];
    }
    assert_int_equal(cells, hedra_surface_cells(s));
    for (uint64_t n = 0; n < span; n++) {
        int64_t c[3];
        const bool is_cell = hedra_order_coords(order, n, c);
        assert_int_equal(listed[n], is_cell && is_in(c, lo, hi));
        array[n] = (uint16_t)(n * 7 + 3);
    }
    buffer = malloc(cells * sizeof *buffer);
    assert_int_equal(hedra_surface_pack(s, 2, array, buffer, NULL), 0);
    for (uint64_t n = 0, at = 0; n < span; n++)
        if (listed[n])
            assert_int_equal(buffer[at++], array[n]);
    for (uint64_t n = 0; n < cells; n++)
        buffer[n] ^= 0x8000;
    assert_int_equal(hedra_surface_unpack(s, 2, buffer, array, NULL), 0);
    for (uint64_t n = 0; n < span; n++)
        assert_int_equal(array[n],
                         (uint16_t)(n * 7 + 3) ^ (listed[n] ? 0x8000 : 0));
    hedra_surface_destroy(s);
    free(array);
    free(buffer);
    free(listed);
}

static void check_borders(const struct hedra_order *order)
{
    const int dims = hedra_order_size(order, 2) > 1 ? 3 : 2;
    for (int n = 0; n < (dims == 3 ? 27 : 9); n++) {
        const int side[3] = {n % 3 - 1, n / 3 % 3 - 1,
                             dims == 3 ? n / 9 - 1 : 0};
        int64_t lo[3], hi[3];
        assert_int_equal(hedra_order_border(order, side, 2, lo, hi, NULL), 0);
        for (int a = 0; a < 3; a++) {
            const int64_t size = hedra_order_size(order, a);
            assert_int_equal(lo[a], side[a] > 0 ? size - 2 : 0);
            assert_int_equal(hi[a], side[a] < 0 ? 2 : size);
        }
        check_part(order, lo, hi);
    }
}

static void test_borders(void **state)
{
    rig_each((const int64_t[]){4, 4, 4}, 3, check_borders);
    rig_each((const int64_t[]){5, 3, 6}, 3, check_borders);
    rig_each((const int64_t[]){5, 9, 1}, 2, check_borders);
}

/* The runs of a face tell orders apart: a face across the slowest axis of
 * row-major order is one run. */
static void test_runs(void **state)
{
    struct hedra_order *row = rig_cube(HEDRA_ORDER_ROW, 16);
    struct hedra_surface *s;
    const int64_t zero[3] = {0, 0, 0}, top[3] = {1, 16, 16},
                  side[3] = {16, 16, 1};
    assert_int_equal(hedra_order_surface(row, zero, top, &s, NULL), 0);
    assert_int_equal(hedra_surface_runs(s, NULL, NULL), 1);
    hedra_surface_destroy(s);
    assert_int_equal(hedra_order_surface(row, zero, side, &s, NULL), 0);
    assert_int_equal(hedra_surface_runs(s, NULL, NULL), 256);
    hedra_surface_destroy(s);
    hedra_order_destroy(row);
}

static void test_add(void **state)
{
    struct hedra_order *order = rig_cube(HEDRA_ORDER_HILBERT, 4);
    const int64_t lo[3] = {1, 0, 2}, hi[3] = {3, 4, 4};
    struct hedra_surface *s;
    double array[3 * 64] = {0}, buffer[3 * 16];
    float narrow[64] = {0}, few[16];
    for (int n = 0; n < 48; n++)
        buffer[n] = n + 1;
    for (int n = 0; n < 16; n++)
        few[n] = (float)n + 1;
    assert_int_equal(hedra_order_surface(order, lo, hi, &s, NULL), 0);
    assert_int_equal(hedra_surface_cells(s), 16);
    for (int again = 1; again <= 2; again++) {
        double back[48];
        float less[16];
        assert_int_equal(hedra_surface_add(s, 3, buffer, array, NULL), 0);
        assert_int_equal(hedra_surface_pack(s, 24, array, back, NULL), 0);
        assert_int_equal(hedra_surface_add_float(s, 1, few, narrow, NULL), 0);
        assert_int_equal(hedra_surface_pack(s, 4, narrow, less, NULL), 0);
        for (int n = 0; n < 48; n++)
            assert_true(back[n] == again * buffer[n]);
        for (int n = 0; n < 16; n++)
            assert_true(less[n] == (float)again * few[n]);
    }
    hedra_surface_destroy(s);
    hedra_order_destroy(order);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_borders),
                                       cmocka_unit_test(test_runs),
                                       cmocka_unit_test(test_add)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
