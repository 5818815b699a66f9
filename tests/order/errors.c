/* What the public functions of orderings refuse, and what they say. */
#include "tests/order/rig.h"

#include "runtime/include/hedra_order_metric.h"
#include "runtime/include/hedra_order_surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct hedra_error why;

static void says(const char *text)
{
    if (!strstr(why.text, text))
        fail_msg("'%s' lacks '%s'", why.text, text);
}

static void refuse(const struct hedra_order_options *options, int status,
                   const char *text)
{
    struct hedra_order *order = (void *)&why;
    assert_int_equal(hedra_order_create(options, &order, &why), status);
    assert_int_equal(why.status, status);
    assert_null(order);
    says(text);
    assert_int_equal(hedra_order_create(options, &order, NULL), status);
}

#define REFUSED(status, text, ...)                                             \
    refuse(&(struct hedra_order_options){__VA_ARGS__}, HEDRA_ERROR_##status,   \
           text)

static void test_options(void **state)
{
    refuse(NULL, HEDRA_ERROR_ARGUMENT, "NULL");
    assert_int_equal(
        hedra_order_create(&(struct hedra_order_options){.size = {1, 1, 1}},
                           NULL, &why),
        HEDRA_ERROR_ARGUMENT);
    REFUSED(ARGUMENT, "kind", .kind = -1, .size = {4, 4, 4});
    REFUSED(ARGUMENT, "kind", .kind = 8, .size = {4, 4, 4});
    REFUSED(ARGUMENT, "fit", .fit = 4, .size = {4, 4, 4});
    REFUSED(ARGUMENT, "dims is 4", .dims = 4, .size = {4, 4, 4});
    REFUSED(ARGUMENT, "HILBERT_2D", .kind = HEDRA_ORDER_HILBERT, .dims = 2,
            .size = {4, 4});
    REFUSED(ARGUMENT, "write HILBERT", .kind = HEDRA_ORDER_HILBERT_2D,
            .dims = 3, .size = {4, 4, 4});
    REFUSED(SIZE, "size[1] is 0", .size = {4, 0, 4});
    REFUSED(SIZE, "size[0] is -3", .size = {-3, 4, 4});
    REFUSED(SIZE, "size[2] is 2097153", .size = {1, 1, (1 << 21) + 1});
    REFUSED(SIZE, "size[2] is 9223372036854775807", .kind = HEDRA_ORDER_HILBERT,
            .size = {1, 1, INT64_MAX});
    REFUSED(ARGUMENT, "permutation[1]", .size = {4, 4, 4},
            .permutation = {1, 1, 0});
    REFUSED(ARGUMENT, "permutation[2] is 3", .size = {4, 4, 4},
            .permutation = {0, 1, 3});
    REFUSED(ARGUMENT, "permutation[0] is -1", .size = {4, 4, 4},
            .permutation = {-1, 1, 2});
    REFUSED(ARGUMENT, "permutation[0] is 2", .dims = 2, .size = {4, 4},
            .permutation = {2, 1, 0});
    REFUSED(SIZE, "leading[1] is 3", .size = {4, 4, 4}, .leading = {0, 3, 0});
    REFUSED(SIZE, "leading[2] is -1", .size = {4, 4, 4}, .leading = {0, 0, -1});
    REFUSED(TOO_LARGE, "63 bits", .size = {4, 4, 4},
            .leading = {0, INT64_MAX, INT64_MAX});
    REFUSED(TOO_LARGE, "63 bits", .size = {1 << 21, 1 << 21, 1 << 21},
            .leading = {0, 0, (1 << 21) + 1});
}

static void test_fits(void **state)
{
    REFUSED(SIZE, "the next ones are 8 x 8 x 8", .kind = HEDRA_ORDER_MORTON,
            .fit = HEDRA_ORDER_EXACT, .size = {5, 4, 4});
    REFUSED(SIZE, "the next ones are 8 x 8 x 8", .kind = HEDRA_ORDER_HILBERT,
            .fit = HEDRA_ORDER_EXACT, .size = {8, 8, 4});
    REFUSED(SIZE, "the next ones are 4 x 4,", .kind = HEDRA_ORDER_HILBERT_2D,
            .fit = HEDRA_ORDER_EXACT, .size = {3, 3});
    REFUSED(VALUE, "a brick's side", .kind = HEDRA_ORDER_HILBERT,
            .fit = HEDRA_ORDER_BRICK, .size = {3, 3, 3}, .tile = {3});
    REFUSED(VALUE, "a brick's side", .kind = HEDRA_ORDER_HILBERT,
            .fit = HEDRA_ORDER_BRICK, .size = {3, 3, 3}, .tile = {-4});
}

static void test_hybrids(void **state)
{
    const struct hedra_order_options row = {.kind = HEDRA_ORDER_ROW},
                                     bad = {.kind = 99},
                                     flat = {.kind = HEDRA_ORDER_HILBERT_2D},
                                     exact = {.kind = HEDRA_ORDER_MORTON,
                                              .fit = HEDRA_ORDER_EXACT},
                                     table = {.kind = HEDRA_ORDER_TABLE},
                                     wide = {.kind = HEDRA_ORDER_ROW,
                                             .leading = {0, INT64_MAX}};
    struct hedra_order_options loop = {.kind = HEDRA_ORDER_HYBRID,
                                       .size = {8, 8, 8},
                                       .tile = {1},
                                       .inner = &row};
    REFUSED(ARGUMENT, "outer and inner", .kind = HEDRA_ORDER_HYBRID,
            .size = {4, 4, 4}, .tile = {2}, .outer = &row);
    REFUSED(ARGUMENT, "outer: kind", .kind = HEDRA_ORDER_HYBRID,
            .size = {4, 4, 4}, .tile = {2}, .outer = &bad, .inner = &row);
    REFUSED(ARGUMENT, "inner: HILBERT_2D", .kind = HEDRA_ORDER_HYBRID,
            .size = {4, 4, 4}, .tile = {2}, .outer = &row, .inner = &flat);
    REFUSED(SIZE, "inner: sides 3 x 3 x 3", .kind = HEDRA_ORDER_HYBRID,
            .size = {9, 9, 9}, .tile = {3}, .outer = &row, .inner = &exact);
    REFUSED(VALUE, "tile[0] is 0", .kind = HEDRA_ORDER_HYBRID,
            .size = {4, 4, 4}, .outer = &row, .inner = &row);
    REFUSED(VALUE, "tile[1] is -2", .kind = HEDRA_ORDER_HYBRID,
            .size = {4, 4, 4}, .tile = {2, -2}, .outer = &row, .inner = &row);
    REFUSED(SIZE, "the next one is 6", .kind = HEDRA_ORDER_HYBRID,
            .fit = HEDRA_ORDER_EXACT, .size = {4, 5, 4}, .tile = {2},
            .outer = &row, .inner = &row);
    REFUSED(ARGUMENT, "BRICK", .kind = HEDRA_ORDER_HYBRID,
            .fit = HEDRA_ORDER_BRICK, .size = {4, 5, 4}, .tile = {2},
            .outer = &row, .inner = &row);
    REFUSED(ARGUMENT, "inner: TABLE needs table", .kind = HEDRA_ORDER_HYBRID,
            .size = {4, 4, 4}, .tile = {2}, .outer = &row, .inner = &table);
    REFUSED(ARGUMENT, "tiles that the box cuts", .kind = HEDRA_ORDER_HYBRID,
            .size = {1, 1, 1}, .tile = {2}, .outer = &row, .inner = &table);
    /* Two tiles of 2^63 indices each, and cut ones: their sum wraps round. */
    REFUSED(TOO_LARGE, "63 bits", .kind = HEDRA_ORDER_HYBRID, .dims = 2,
            .size = {3, 2}, .tile = {2, 1}, .outer = &row, .inner = &wide);
    loop.outer = &loop;
    refuse(&loop, HEDRA_ERROR_ARGUMENT, "holds itself");
}

static void test_tables(void **state)
{
    const uint64_t twice[4] = {0, 1, 3, 1}, far[4] = {0, 1, 2, 4};
    REFUSED(ARGUMENT, "TABLE needs table", .kind = HEDRA_ORDER_TABLE,
            .size = {1, 2, 2});
    REFUSED(VALUE, "table[1] and table[3] are both 1",
            .kind = HEDRA_ORDER_TABLE, .size = {1, 2, 2}, .table = twice);
    REFUSED(VALUE, "table[3] is 4", .kind = HEDRA_ORDER_TABLE,
            .size = {1, 2, 2}, .table = far);
    REFUSED(TOO_LARGE, "63 bits", .kind = HEDRA_ORDER_TABLE,
            .size = {1 << 21, 1 << 21, 1 << 20}, .table = far);
}

static void test_cells(void **state)
{
    const struct hedra_order_options padded = {
        .kind = HEDRA_ORDER_MORTON, .fit = HEDRA_ORDER_PAD, .size = {3, 3, 3}};
    struct hedra_order *order = rig_order(&padded);
    int64_t cell[3];
    int32_t i[600] = {0}, j[600] = {0}, k[600] = {0};
    uint64_t index[600] = {0};
    assert_true(hedra_order_index(order, 3, 0, 0) == HEDRA_ORDER_NONE);
    assert_true(hedra_order_index(order, 0, -1, 0) == HEDRA_ORDER_NONE);
    assert_true(hedra_order_index(order, 0, 0, INT64_MIN) == HEDRA_ORDER_NONE);
    assert_false(hedra_order_coords(order, 9, cell)); /* (3, 0, 0) */
    assert_false(hedra_order_coords(order, UINT64_MAX, cell));
    assert_int_equal(hedra_order_size(order, 3), 0);
    assert_null(hedra_order_kind_name(-1));
    j[555] = 3;
    k[560] = -1;
    assert_int_equal(hedra_order_index_batch(order, 600, i, j, k, index, &why),
                     HEDRA_ERROR_VALUE);
    assert_int_equal(why.row, 555);
    says("cell 555, (0, 3, 0), is outside");
    index[570] = 9;
    assert_int_equal(hedra_order_coords_batch(order, 600, index, i, j, k, &why),
                     HEDRA_ERROR_VALUE);
    assert_int_equal(why.row, 570);
    says("index 570, 9, has no cell");
    index[3] = UINT64_MAX;
    assert_int_equal(hedra_order_coords_batch(order, 600, index, i, j, k, &why),
                     HEDRA_ERROR_VALUE);
    assert_int_equal(why.row, 3);
    assert_int_equal(hedra_order_index_batch(order, -1, i, j, k, index, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_order_index_batch(order, 1, i, j, NULL, index, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_order_index_batch(NULL, 1, i, j, k, index, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_order_coords_batch(order, 1, NULL, i, j, k, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_order_index_batch(order, 0, i, j, k, index, &why),
                     HEDRA_OK);
    hedra_order_destroy(order);
}

static void test_arrays(void **state)
{
    struct hedra_order *order = rig_cube(HEDRA_ORDER_MORTON, 4);
    char array[256];
    assert_int_equal(hedra_order_permute(NULL, 1, array, array, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_order_permute(order, 0, array, array, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_order_unpermute(order, 1, array, NULL, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_order_permute(order, 1, array, array + 63, &why),
                     HEDRA_ERROR_ARGUMENT);
    says("overlap");
    assert_int_equal(
        hedra_order_permute(order, SIZE_MAX / 2, array, array, &why),
        HEDRA_ERROR_TOO_LARGE);
    assert_int_equal(hedra_order_rank_table(NULL, array, NULL, &why),
                     HEDRA_ERROR_ARGUMENT);
    setenv("HEDRA_THREADS", "none", 1);
    assert_int_equal(hedra_order_permute(order, 1, array, array + 64, &why),
                     HEDRA_ERROR_ARGUMENT);
    says("HEDRA_THREADS");
    assert_int_equal(hedra_order_rank_table(order, array, NULL, &why),
                     HEDRA_ERROR_ARGUMENT);
    unsetenv("HEDRA_THREADS");
    hedra_order_destroy(order);
    order = rig_cube(HEDRA_ORDER_MORTON, 1 << 21);
    assert_int_equal(hedra_order_permute(order, 2, array, array + 1, &why),
                     HEDRA_ERROR_TOO_LARGE);
    assert_int_equal(hedra_order_rank_table(order, array, NULL, &why),
                     HEDRA_ERROR_TOO_LARGE);
    hedra_order_destroy(order);
    hedra_order_destroy(NULL);
}

static void refuse_stencil(const struct hedra_stencil_options *options,
                           int status, const char *text)
{
    struct hedra_stencil *stencil = (void *)&why;
    assert_int_equal(hedra_stencil_create(options, &stencil, &why), status);
    assert_null(stencil);
    says(text);
}

#define NO_STENCIL(status, text, ...)                                          \
    refuse_stencil(&(struct hedra_stencil_options){__VA_ARGS__},               \
                   HEDRA_ERROR_##status, text)

static void test_stencils(void **state)
{
    const int32_t far[1][3] = {{0, 1025, 0}}, deep[1][3] = {{0, 0, 1}},
                  least[1][3] = {{INT32_MIN, 0, 0}};
    refuse_stencil(NULL, HEDRA_ERROR_ARGUMENT, "NULL");
    NO_STENCIL(ARGUMENT, "shape", .shape = 5, .g = 1);
    NO_STENCIL(ARGUMENT, "dims is 1", .dims = 1, .g = 1);
    NO_STENCIL(VALUE, "g is 0", .shape = HEDRA_STENCIL_BLOCK);
    NO_STENCIL(VALUE, "g is -1", .shape = HEDRA_STENCIL_STAR, .g = -1);
    NO_STENCIL(TOO_LARGE, "g is 1025", .shape = HEDRA_STENCIL_STAR, .g = 1025);
    NO_STENCIL(VALUE, "radius", .shape = HEDRA_STENCIL_RADIUS, .radius = NAN,
               .side = 1);
    NO_STENCIL(VALUE, "side", .shape = HEDRA_STENCIL_RADIUS, .radius = 1);
    NO_STENCIL(TOO_LARGE, "1024", .shape = HEDRA_STENCIL_RADIUS, .radius = 1e30,
               .side = 1e-300);
    NO_STENCIL(ARGUMENT, "OWN needs", .shape = HEDRA_STENCIL_OWN);
    NO_STENCIL(TOO_LARGE, "cell[0][1] is 1025", .shape = HEDRA_STENCIL_OWN,
               .count = 1, .cell = far);
    NO_STENCIL(TOO_LARGE, "cell[0][0] is -2147483648",
               .shape = HEDRA_STENCIL_OWN, .count = 1, .cell = least);
    NO_STENCIL(TOO_LARGE, "cell[0][2] is 1", .shape = HEDRA_STENCIL_OWN,
               .dims = 2, .count = 1, .cell = deep);
}

static void test_metrics(void **state)
{
    struct hedra_order *order = rig_cube(HEDRA_ORDER_ROW, 8);
    struct hedra_stencil *stencil, *flat;
    struct hedra_offsets offsets;
    struct hedra_lru *lru;
    struct hedra_cache *cache;
    const uint64_t blocks[3] = {1, 5, 6};
    const struct hedra_cache_level level = {1, 0},
                                   huge = {1LL << 40, 1LL << 40};
    assert_int_equal(hedra_stencil_create(
                         &(struct hedra_stencil_options){
                             .shape = HEDRA_STENCIL_STAR, .g = 4},
                         &stencil, NULL),
                     0);
    assert_int_equal(hedra_stencil_create(
                         &(struct hedra_stencil_options){
                             .shape = HEDRA_STENCIL_STAR, .g = 1, .dims = 2},
                         &flat, NULL),
                     0);
    assert_int_equal(hedra_order_offsets(order, stencil, &offsets, &why),
                     HEDRA_ERROR_SIZE);
    says("the stencil reaches 4 cells, and size[0] is 8");
    assert_int_equal(hedra_order_offsets(order, flat, &offsets, &why),
                     HEDRA_ERROR_ARGUMENT);
    says("2 dimensions, the ordering 3");
    assert_int_equal(hedra_order_offsets(order, stencil, NULL, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_order_offsets(NULL, stencil, &offsets, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_lru_create(0, &lru, &why), HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_lru_create(UINT64_MAX, &lru, &why),
                     HEDRA_ERROR_TOO_LARGE);
    assert_int_equal(hedra_lru_create(6, &lru, &why), 0);
    assert_int_equal(hedra_lru_touch(lru, 3, blocks, &why), HEDRA_ERROR_VALUE);
    assert_int_equal(why.row, 2);
    says("block 2 is 6, but there are 6");
    assert_int_equal(hedra_lru_accesses(lru), 2);
    assert_int_equal(hedra_order_trace(order, stencil,
                                       &(struct hedra_trace_options){0},
                                       hedra_lru_touch, lru, &why),
                     HEDRA_ERROR_SIZE);
    const struct hedra_trace_options bad[] = {
        {.block = -1}, {.lines = -1}, {.block = 2, .lines = 2}};
    for (int n = 0; n < COUNT(bad); n++) {
        assert_int_equal(hedra_order_trace(order, stencil, &bad[n],
                                           hedra_lru_touch, lru, &why),
                         HEDRA_ERROR_ARGUMENT);
        assert_int_equal(hedra_trace_blocks(order, &bad[n]), 0);
    }
    hedra_lru_destroy(lru);
    hedra_lru_destroy(NULL);
    assert_int_equal(hedra_cache_create(1, &level, &cache, &why),
                     HEDRA_ERROR_VALUE);
    assert_int_equal(hedra_cache_create(1, &huge, &cache, &why),
                     HEDRA_ERROR_TOO_LARGE);
    assert_int_equal(hedra_cache_create(0, &huge, &cache, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_cache_create(5, &huge, &cache, &why),
                     HEDRA_ERROR_ARGUMENT);
    hedra_cache_destroy(NULL);
    hedra_stencil_destroy(stencil);
    hedra_stencil_destroy(flat);
    hedra_stencil_destroy(NULL);
    hedra_order_destroy(order);
}

static void test_surfaces(void **state)
{
    struct hedra_order *order = rig_cube(HEDRA_ORDER_MORTON, 8);
    struct hedra_surface *s;
    int64_t lo[3] = {0, 0, 0}, hi[3] = {8, 9, 8};
    double numbers[8];
    assert_int_equal(hedra_order_surface(order, lo, hi, &s, &why),
                     HEDRA_ERROR_SIZE);
    says("along axis 1 the part is from 0 to 9");
    hi[1] = 0;
    assert_int_equal(hedra_order_surface(order, lo, hi, &s, &why),
                     HEDRA_ERROR_SIZE);
    assert_int_equal(hedra_order_surface(order, lo, NULL, &s, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(
        hedra_order_border(order, (const int[]){1, 2, 0}, 1, lo, hi, &why),
        HEDRA_ERROR_ARGUMENT);
    assert_int_equal(
        hedra_order_border(order, (const int[]){1, 0, 0}, 9, lo, hi, &why),
        HEDRA_ERROR_SIZE);
    assert_int_equal(
        hedra_order_border(order, (const int[]){1, 0, 0}, 0, lo, hi, &why),
        HEDRA_ERROR_SIZE);
    assert_int_equal(
        hedra_order_border(order, (const int[]){1, 1, 1}, 1, lo, hi, &why), 0);
    assert_int_equal(hedra_order_surface(order, lo, hi, &s, &why), 0);
    assert_int_equal(hedra_surface_pack(s, 0, numbers, numbers, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_surface_unpack(s, 8, NULL, numbers, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_surface_add(s, -1, numbers, numbers, &why),
                     HEDRA_ERROR_ARGUMENT);
    assert_int_equal(hedra_surface_add_float(NULL, 1, (float *)numbers,
                                             (float *)numbers, &why),
                     HEDRA_ERROR_ARGUMENT);
    hedra_surface_destroy(s);
    hedra_surface_destroy(NULL);
    hedra_order_destroy(order);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options),  cmocka_unit_test(test_fits),
        cmocka_unit_test(test_hybrids),  cmocka_unit_test(test_tables),
        cmocka_unit_test(test_cells),    cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_stencils), cmocka_unit_test(test_metrics),
        cmocka_unit_test(test_surfaces)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
