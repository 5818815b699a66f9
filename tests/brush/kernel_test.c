/* Kernels, run by KIR's evaluator, against the definition of the integrals: for
 * shells with random constants and places, by every path (or, of high angular
 * momenta, by the one that would be taken), in both forms (lanes on the host, a
 * thread for each quartet on GPUs). */
#include "tests/brush/quartet.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const int contracted[4] = {2, 2, 2, 2};

static void check_quartet(const char *const name[4], unsigned seed,
                          bool all_paths)
{
    struct arena *arena = arena_new();
    struct quartet *q = quartet_new(arena, name, contracted, seed);
    struct kernel_shape shape = quartet_shape(q);
    struct kernel_shape any = shape;
    enum path best;

    any.constants = NULL;
    best = kernel_choose(&any, -1);

    for (enum path p = 0; p < PATH_COUNT; p++)
        for (int lanes = 1; (all_paths || p == best) && lanes <= 2; lanes++)
            if (kernel_applies(&shape, p))
                quartet_check(q, p, lanes);
    arena_free(arena);
}

/* Classes of few primitive quartets, by the paths that are for them alone. */
static void test_few(void **unused)
{
    static const struct {
        const char *name[4];
        int primitives[4], paths;
    } row[] = {
        {{"s", "s", "s", "s"}, {1, 1, 1, 1}, 9},
        {{"p", "s", "p", "p"}, {1, 1, 1, 1}, 9},
        {{"sp", "s", "sp", "sp"}, {1, 1, 1, 1}, 9},
        {{"5d", "p", "d", "s"}, {1, 1, 1, 1}, 9},
        {{"ss", "p", "sp", "5d"}, {1, 1, 1, 1}, 9},
        {{"p", "s", "s", "s"}, {2, 1, 1, 1}, 4},
        {{"sp", "s", "p", "s"}, {1, 2, 2, 1}, 4},
        {{"sp", "s", "sp", "s"}, {2, 2, 2, 1}, 4},
        {{"ss", "s", "s", "s"}, {2, 2, 2, 2}, 4},
        {{"d", "p", "d", "s"}, {1, 1, 1, 2}, 4},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct arena *arena = arena_new();
        struct quartet *q = quartet_new(arena, row[i].name, row[i].primitives,
                                        17 * (unsigned)i + 1);
        struct kernel_shape shape = quartet_shape(q);
        int paths = 0;

        for (enum path p = 0; p < PATH_COUNT; p++) {
            if (path_is_general(p) || !kernel_applies(&shape, p))
                continue;
            for (int lanes = 1; lanes <= 2; lanes++)
                quartet_check(q, p, lanes);
            paths++;
        }
        assert_int_equal(paths, row[i].paths);
        arena_free(arena);
    }
}

static void test_low(void **unused)
{
    static const char *const quartet[][4] = {
        {"s", "s", "s", "s"}, {"p", "s", "s", "s"},    {"s", "s", "p", "p"},
        {"p", "p", "p", "p"}, {"sp", "sp", "sp", "s"}, {"ss", "s", "sp", "ss"}};

    (void)unused;
    for (size_t i = 0; i < sizeof quartet / sizeof *quartet; i++)
        check_quartet(quartet[i], 7 * (unsigned)i + 1, true);
}

static void test_high(void **unused)
{
    static const char *const quartet[][4] = {{"d", "s", "p", "s"},
                                             {"5d", "p", "d", "s"},
                                             {"5d", "5d", "5d", "5d"},
                                             {"f", "s", "s", "s"},
                                             {"7f", "s", "5d", "p"}};

    (void)unused;
    for (size_t i = 0; i < sizeof quartet / sizeof *quartet; i++)
        check_quartet(quartet[i], 11 * (unsigned)i + 3, i < 1);
}

/* Primitive quartets that are left out, by every path that reads lists. */
static void test_lists(void **unused)
{
    static const char *const name[4] = {"sp", "s", "p", "s"};
    static const int done[][4] = {{4, 3, 1, 1}, {3, 1, 0, 0}, {0, 0, 0, 0}};
    struct arena *arena = arena_new();
    struct quartet *q = quartet_new(arena, name, contracted, 5);

    (void)unused;
    for (size_t i = 0; i < sizeof done / sizeof *done; i++) {
        quartet_limit(q, done[i]);
        for (int p = 0; p < PATH_COUNT; p++)
            for (int lanes = 1; path_is_general(p) && lanes <= 2; lanes++)
                quartet_check(q, p, lanes);
    }
    arena_free(arena);
}

/* Kernels of several functions, by every path: (pp|pp) with such a budget that
 * all its stages are cut that can be, and those with spherical shells and with
 * general contractions. */
static void test_parts(void **unused)
{
    static const struct {
        const char *name[4];
        int primitives[4], most;
    } row[] = {{{"p", "p", "p", "p"}, {1, 2, 2, 2}, 40},
               {{"ss", "p", "sp", "s"}, {2, 2, 1, 1}, 40},
               {{"5d", "p", "d", "s"}, {1, 1, 1, 1}, 200}};

    (void)unused;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct arena *arena = arena_new();
        struct quartet *q = quartet_new(arena, row[i].name, row[i].primitives,
                                        3 * (unsigned)i + 2);
        struct kernel_shape shape = quartet_shape(q);

        for (enum path p = 0; p < PATH_COUNT; p++)
            if (kernel_applies(&shape, p))
                assert_true(quartet_check_parts(q, p, row[i].most) > 1);
        arena_free(arena);
    }
}

/* With room for all of it a kernel is one function; with less room it has more.
 */
static void test_room(void **unused)
{
    static const char *const name[4] = {"p", "p", "p", "p"};
    struct arena *arena = arena_new();
    struct quartet *q = quartet_new(arena, name, contracted, 9);

    (void)unused;
    assert_int_equal(quartet_check_parts(q, PATH_OS_BRA, 100000), 1);
    assert_true(quartet_check_parts(q, PATH_OS_BRA, 300) <
                quartet_check_parts(q, PATH_OS_BRA, 100));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_low),   cmocka_unit_test(test_few),
        cmocka_unit_test(test_high),  cmocka_unit_test(test_lists),
        cmocka_unit_test(test_parts), cmocka_unit_test(test_room)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
