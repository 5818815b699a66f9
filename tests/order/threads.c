/* Arrays permuted and tables filled by several threads, under ThreadSanitizer
 * whatever the build. */
#include "tests/order/rig.h"

#include <stdlib.h>

static void permute(const struct hedra_order *order)
{
    const uint64_t cells = hedra_order_cells(order),
                   span = hedra_order_span(order);
    uint32_t *from = malloc(cells * sizeof *from),
             *to = calloc(span, sizeof *to),
             *index = malloc(cells * sizeof *index);
    for (uint64_t n = 0; n < cells; n++)
        from[n] = (uint32_t)n + 1;
    assert_int_equal(hedra_order_rank_table(order, index, NULL, NULL), 0);
    assert_int_equal(hedra_order_permute(order, 4, from, to, NULL), 0);
    for (uint64_t n = 0; n < cells; n++)
        assert_int_equal(to[index[n]], n + 1);
    for (uint64_t n = 0; n < cells; n++)
        from[n] = 0;
    assert_int_equal(hedra_order_unpermute(order, 4, to, from, NULL), 0);
    for (uint64_t n = 0; n < cells; n++)
        assert_int_equal(from[n], n + 1);
    free(from);
    free(to);
    free(index);
}

static void test_threads(void **state)
{
    static const int kinds[] = {HEDRA_ORDER_ROW, HEDRA_ORDER_MORTON,
                                HEDRA_ORDER_HILBERT};
    setenv("HEDRA_THREADS", "4", 1);
    for (int k = 0; k < 3; k++) {
        struct hedra_order *order = rig_cube(kinds[k], 64);
        permute(order);
        hedra_order_destroy(order);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
