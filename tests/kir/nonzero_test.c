/* Loops that go from one element that is not 0 to the next (vector/nonzero.c):
 * which are changed, and that what is changed does the same. */
#include "backends/kir/kir.h"
#include "backends/vector/vector.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 16, PATTERNS = 200 };

/* A loop over the elements of `a`, a copy of what is given, of which `act`
 * makes something where one is not 0. */
struct loop {
    const char *count;  /* of a's elements */
    const char *before; /* the loop */
    const char *head, *tail;
    const char *act;
    const char *after;
};

/* for (k = n - 1; k >= 0 && sum < 40; k--) */
static const char begin_down[] = "%n1 = sub $n 1:i32 set k %n1 ";
static const char down[] = "while {"
                           "  %k = get k %in = le 0:i32 %k"
                           "  %s = get sum %small = lt %s 40:i32"
                           "  %go = and %in %small"
                           "} %go {"
                           "  %x = load a %k %is = ne %x 0:i32 if %is {";
static const char end_down[] = "} %l = sub %k 1:i32 set k %l }";

/* for (k = m; k < n; k++) */
static const char up[] = "for %k:i32 = $m to $n step 1:i32 {"
                         "  %x = load a %k %is = ne %x 0:i32 if %is {";
static const char end_up[] = "} }";

/* sum = 2 sum + k, and the sum goes out. */
static const char adds[] = "%o = get sum %p = mul %o 2:i32 %q = add %p %k "
                           "set sum %q store out %k %q ";

static struct kir_module *parse(struct arena *arena, const struct loop *what)
{
    struct faults faults = faults_new(arena);
    const char *text = arena_printf(
        arena,
        "module \"m\" \"m.c\" kernel f 1 1 1 {"
        "  global in:i32 readonly noalias global out:i32 noalias"
        "  local a:i32 %s param m:i32 param n:i32 var k:i32 var sum:i32"
        "  for %%j:i32 = 0:i32 to 16:i32 step 1:i32 {"
        "    %%v = load in %%j store a %%j %%v"
        "  }"
        "  set sum 0:i32 %s %s %s %s %s"
        "  %%end = get sum store out 16:i32 %%end"
        "}",
        what->count, what->before, what->head, what->act, what->tail,
        what->after);
    struct kir_module *module = kir_parse(arena, "m.kir", text, &faults);

    assert_null(faults.first);
    assert_non_null(module);
    return module;
}

static void run(const struct kir_module *module, int *in, int m, int n,
                int *out)
{
    static const int64_t grid[3] = {1, 1, 1};
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct kir_memory memory[2] = {{in, COUNT}, {out, COUNT + 1}};
    union kir_imm scalar[2] = {{.i = m}, {.i = n}};
    struct kir_eval eval = {.buffer = memory, .scalar = scalar};

    memset(out, 0, (COUNT + 1) * sizeof *out);
    assert_true(kir_check(module, &faults));
    kir_eval_run(module->func[0], grid, &eval, &faults);
    assert_null(faults.first);
    arena_free(arena);
}

/* Is the loop changed, if that is `wanted`, and does it do what it did, of
 * elements of which many are 0, and of all ranges? */
static void check(const struct loop *what, bool wanted)
{
    struct arena *arena = arena_new();
    struct kir_module *plain = parse(arena, what), *made = parse(arena, what);
    int in[COUNT], before[COUNT + 1], after[COUNT + 1];

    assert_int_equal(kir_visit_nonzero(made), wanted);
    srand(1);
    for (int t = 0; t < PATTERNS; t++) {
        int m = rand() % (COUNT + 1), n = rand() % (COUNT + 1);
        for (int k = 0; k < COUNT; k++)
            in[k] = rand() % (2 + t % 3) ? 0 : rand() % 9 - 4;
        run(plain, in, m, n, before);
        run(made, in, m, n, after);
        assert_memory_equal(before, after, sizeof before);
    }
    arena_free(arena);
}

static void test_changed(void **state)
{
    (void)state;
    check(&(struct loop){"16", begin_down, down, end_down, adds, ""}, true);
    check(&(struct loop){"16", "", up, end_up, adds, ""}, true);
    check(&(struct loop){"32", "", up, end_up, adds, ""}, true);
}

static void test_array_is_stored(void **state)
{
    static const char stores[] = "%o = get sum %q = add %o %k set sum %q "
                                 "%h = div %k 2:i32 store a %h 0:i32 ";

    (void)state;
    check(&(struct loop){"16", begin_down, down, end_down, stores, ""}, false);
    check(&(struct loop){"16", "", up, end_up, stores, ""}, false);
}

/* k goes down by 1, written in either way, or in another one. */
static void test_steps(void **state)
{
    static const char *const step[] = {"sub %k 1:i32",  "add %k -1:i32",
                                       "sub %k 2:i32",  "add %k -2:i32",
                                       "min %k -1:i32", "sub %k -1:i32"};

    (void)state;
    for (int k = 0; k < 6; k++) {
        struct arena *arena = arena_new();
        const char *tail =
            arena_printf(arena, "} %%l = %s set k %%l }", step[k]);
        struct loop what = {"16", begin_down, down, tail, adds, ""};
        if (k < 5)
            check(&what, k < 2);
        else
            assert_false(kir_visit_nonzero(parse(arena, &what)));
        arena_free(arena);
    }
}

/* What is left of k is read after the loop, or what another loop left of it is
 * where the loop begins. */
static void test_counter_is_others(void **state)
{
    static const char reads[] = "%z = get k store out 3:i32 %z ";
    static const char begin_far[] = "%n1 = sub $n 1:i32 set k %n1 "
                                    "for %r:i32 = 0:i32 to 2:i32 step 1:i32 {";
    static const char end_far[] = "}";

    (void)state;
    check(&(struct loop){"16", begin_down, down, end_down, adds, reads}, false);
    check(&(struct loop){"16", begin_far, down, end_down, adds, end_far},
          false);
}

/* The loop ends at an element that is 0, where k says so. */
static void test_test_asks_more_of_k(void **state)
{
    static const char odd[] = "while {"
                              "  %k = get k %in = le 0:i32 %k"
                              "  %m = rem %k 5:i32 %some = ne %m 0:i32"
                              "  %go = and %in %some"
                              "} %go {"
                              "  %x = load a %k %is = ne %x 0:i32 if %is {";

    (void)state;
    check(&(struct loop){"16", begin_down, odd, end_down, adds, ""}, false);
}

/* The element is one of the lowest bits of k, which is not where the mask has
 * it. */
static void test_index_drops_bits(void **state)
{
    static const char low[] = "for %k:i32 = $m to $n step 1:i32 {"
                              "  %b:i32 = cast u8 %k"
                              "  %x = load a %b %is = ne %x 0:i32 if %is {";
    static const char wide[] = "for %k:i32 = $m to $n step 1:i32 {"
                               "  %w:i64 = cast i64 %k"
                               "  %x = load a %w %is = ne %x 0:i32 if %is {";

    (void)state;
    check(&(struct loop){"16", "", low, end_up, adds, ""}, false);
    check(&(struct loop){"16", "", wide, end_up, adds, ""}, true);
}

/* Vectors do these, or the mask has too few bits. */
static void test_left(void **state)
{
    static const char sums[] = "%o = get sum %q = add %o %x set sum %q ";
    static const char copies[] = "store out %k %x ";

    (void)state;
    check(&(struct loop){"16", "", up, end_up, sums, ""}, false);
    check(&(struct loop){"16", "", up, end_up, copies, ""}, false);
    check(&(struct loop){"33", "", up, end_up, adds, ""}, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changed),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_array_is_stored),
        cmocka_unit_test(test_counter_is_others),
        cmocka_unit_test(test_test_asks_more_of_k),
        cmocka_unit_test(test_index_drops_bits),
        cmocka_unit_test(test_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
