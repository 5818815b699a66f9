/* Whole arrays into orderings and back, and tables of all cells. */
#include "tests/order/rig.h"

#include <stdlib.h>
#include <string.h>

static const size_t sizes[] = {1, 2, 3, 4, 8, 12, 16};

/* An element's bytes tell its number. */
static void number_elements(uint8_t *array, uint64_t count, size_t bytes)
{
    for (uint64_t n = 0; n < count; n++)
        for (size_t b = 0; b < bytes; b++)
            array[n * bytes + b] =
                (uint8_t)((n * 2654435761U >> (b % 4 * 8)) + b);
}

static void check_array(const struct hedra_order *order, size_t bytes)
{
    const uint64_t cells = hedra_order_cells(order),
                   span = hedra_order_span(order);
    /* At odd addresses, as elements may be packed. */
    uint8_t *from = (uint8_t *)malloc(cells * bytes + 1) + 1;
    uint8_t *to = (uint8_t *)malloc(span * bytes + 1) + 1;
    uint8_t *back = malloc(cells * bytes);
    uint8_t *gaps = calloc(span, 1);
    number_elements(from, cells, bytes);
    memset(to, 0xa5, span * bytes);
    assert_int_equal(hedra_order_permute(order, bytes, from, to, NULL), 0);
    for (uint64_t n = 0; n < span; n++) {
        int64_t c[3];
        if (hedra_order_coords(order, n, c))
            assert_memory_equal(to + n * bytes,
                                from + rig_number(order, c) * bytes, bytes);
        else
            for (size_t b = 0; b < bytes; b++)
                assert_int_equal(to[n * bytes + b], 0xa5);
    }
    assert_int_equal(hedra_order_unpermute(order, bytes, to, back, NULL), 0);
    assert_memory_equal(from, back, cells * bytes);
    if (span == cells) {
        assert_int_equal(hedra_order_permute(order, bytes, back, back, NULL),
                         0);
        assert_memory_equal(back, to, span * bytes);
        assert_int_equal(hedra_order_unpermute(order, bytes, back, back, NULL),
                         0);
        assert_memory_equal(back, from, cells * bytes);
    } else {
        assert_int_equal(hedra_order_permute(order, bytes, back, back, NULL),
                         HEDRA_ERROR_SIZE);
    }
    free(from - 1);
    free(to - 1);
    free(back);
    free(gaps);
}

static void check_arrays(const struct hedra_order *order)
{
    for (int s = 0; s < COUNT(sizes); s++)
        check_array(order, sizes[s]);
}

static void check_table(const struct hedra_order *order)
{
    const uint64_t cells = hedra_order_cells(order),
                   span = hedra_order_span(order);
    uint32_t *to_index = malloc(cells * sizeof *to_index);
    uint32_t *to_cell = malloc(span * sizeof *to_cell);
    assert_int_equal(hedra_order_rank_bytes(order), 4);
    assert_int_equal(hedra_order_rank_table(order, to_index, to_cell, NULL), 0);
    for (uint64_t n = 0; n < span; n++) {
        int64_t c[3];
        if (!hedra_order_coords(order, n, c)) {
            assert_int_equal(to_cell[n], UINT32_MAX);
            continue;
        }
        assert_int_equal(to_cell[n], rig_number(order, c));
        assert_int_equal(to_index[to_cell[n]], n);
    }
    memset(to_index, 0, cells * sizeof *to_index);
    assert_int_equal(hedra_order_rank_table(order, to_index, NULL, NULL), 0);
    assert_int_equal(to_index[cells - 1],
                     hedra_order_index(order, hedra_order_size(order, 0) - 1,
                                       hedra_order_size(order, 1) - 1,
                                       hedra_order_size(order, 2) - 1));
    free(to_index);
    free(to_cell);
}

static const int64_t boxes[][3] = {{1, 1, 1},  {8, 8, 8},   {2, 3, 5},
                                   {9, 20, 7}, {17, 5, 33}, {16, 16, 16}};

static void test_arrays(void **state)
{
    for (int b = 0; b < COUNT(boxes); b++) {
        rig_each(boxes[b], 3, check_arrays);
        rig_each(boxes[b], 2, check_arrays);
    }
}

static void test_tables(void **state)
{
    for (int b = 0; b < COUNT(boxes); b++)
        rig_each(boxes[b], 3, check_table);
}

/* More than one part for each thread: the same for any number of them. */
static void test_threads(void **state)
{
    for (int threads = 1; threads <= 4; threads++) {
        const char text[] = {(char)('0' + threads), '\0'};
        setenv("HEDRA_THREADS", text, 1);
        for (int kind = 0; kind <= HEDRA_ORDER_HILBERT; kind++) {
            const struct hedra_order_options options = {.kind = kind,
                                                        .size = {50, 64, 41}};
            struct hedra_order *order = rig_order(&options);
            check_array(order, 8);
            check_table(order);
            hedra_order_destroy(order);
        }
    }
    unsetenv("HEDRA_THREADS");
}

static void test_wide_tables(void **state)
{
    const struct hedra_order_options options = {
        .kind = HEDRA_ORDER_ROW,
        .size = {2, 3, 4},
        .leading = {0, 1 << 20, 1 << 20}};
    struct hedra_order *order = rig_order(&options);
    uint64_t to_index[24];
    assert_int_equal(hedra_order_rank_bytes(order), 8);
    assert_int_equal(hedra_order_rank_table(order, to_index, NULL, NULL), 0);
    assert_int_equal(to_index[23], (UINT64_C(1) << 40) + (2 << 20) + 3);
    hedra_order_destroy(order);
}

/* Arrays that are larger than caches, by stores past them where addresses
 * allow that, and elements of the size that vectors of eight are for. */
static void check_large(const struct hedra_order *order, size_t apart)
{
    const uint64_t cells = hedra_order_cells(order);
    uint32_t *to_index = malloc(cells * sizeof *to_index);
    char *memory[2];
    double *at[2];
    for (int k = 0; k < 2; k++) {
        memory[k] = aligned_alloc(64, (cells + 8) * sizeof **at);
        at[k] = (double *)(void *)(memory[k] + apart);
    }
    for (uint64_t n = 0; n < cells; n++)
        at[0][n] = (double)n;
    assert_int_equal(hedra_order_rank_table(order, to_index, NULL, NULL), 0);
    assert_int_equal(hedra_order_permute(order, 8, at[0], at[1], NULL), 0);
    uint64_t wrong = 0;
    for (uint64_t n = 0; n < cells; n++)
        wrong += at[1][to_index[n]] != (double)n;
    memset(at[0], 0, cells * sizeof **at);
    assert_int_equal(hedra_order_unpermute(order, 8, at[1], at[0], NULL), 0);
    for (uint64_t n = 0; n < cells; n++)
        wrong += at[0][n] != (double)n;
    assert_int_equal(wrong, 0);
    free(memory[0]);
    free(memory[1]);
    free(to_index);
}

static void test_large(void **state)
{
    static const int kinds[] = {HEDRA_ORDER_MORTON, HEDRA_ORDER_HILBERT};
    for (int k = 0; k < COUNT(kinds); k++)
        for (size_t apart = 0; apart <= 16; apart += 8) {
            const struct hedra_order_options options = {.kind = kinds[k],
                                                        .size = {131, 65, 512}};
            struct hedra_order *order = rig_order(&options);
            check_large(order, apart);
            hedra_order_destroy(order);
        }
}

/* Far more places than cells: what asks for cells alone goes by the cells. */
static void test_gaps(void **state)
{
    enum { LONG = 1 << 15 };
    const struct hedra_order_options row = {.kind = HEDRA_ORDER_ROW},
                                     padded = {.kind = HEDRA_ORDER_MORTON,
                                               .fit = HEDRA_ORDER_PAD};
    const struct hedra_order_options options[] = {
        {.kind = HEDRA_ORDER_HYBRID,
         .size = {LONG, 2, 2},
         .tile = {2},
         .outer = &padded,
         .inner = &row},
        {.kind = HEDRA_ORDER_ROW,
         .size = {LONG, 2, 2},
         .leading = {0, 1 << 22, 1 << 24}}};
    uint64_t *to_index = malloc(4 * LONG * sizeof *to_index);
    for (int n = 0; n < COUNT(options); n++) {
        struct hedra_order *order = rig_order(&options[n]);
        assert_true(hedra_order_span(order) > UINT64_C(1) << 40);
        assert_int_equal(hedra_order_rank_table(order, to_index, NULL, NULL),
                         0);
        for (int64_t c = 0; c < 4 * LONG; c++)
            assert_true(to_index[c] ==
                        hedra_order_index(order, c / 4, c / 2 % 2, c % 2));
        hedra_order_destroy(order);
    }
    free(to_index);
}

int main(int argc, char **argv)
{
    cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arrays),  cmocka_unit_test(test_tables),
        cmocka_unit_test(test_threads), cmocka_unit_test(test_wide_tables),
        cmocka_unit_test(test_gaps),    cmocka_unit_test(test_large)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
