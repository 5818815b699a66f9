/* How far words are from each other, by which hints propose one
 * (scop/layout.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "polyhedral/scop/layout.h"

enum { FAR = 100 };

static const struct {
    const char *a, *b;
    int distance;
} pairs[] = {
    {"", "", 0},
    {"row", "row", 0},
    {"row", "now", 1},
    {"morton", "mortn", 1},
    {"hilbert", "hilbertx", 1},
    {"hlibert", "hilbert", 2},
    {"", "row", 3},
    {"a", "column", 6},
    {"xy", "morton", 6},
    {"column", "row", 5},
    {"kitten", "sitting", 3},
    {"abcdefghijklmnopqrstuvwxyzabcd", "bcdefghijklmnopqrstuvwxyzabcd", 1},
    {"abcdefghijklmnopqrstuvwxyzabcde", "a", FAR},
};

static void test_pairs(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        assert_int_equal(layout_distance(pairs[k].a, pairs[k].b),
                         pairs[k].distance);
        assert_int_equal(layout_distance(pairs[k].b, pairs[k].a),
                         pairs[k].distance);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
