/* Wavefronts (vector/wavefront.c): which loops over rows are taken, and that
 * they then do the same, for all sizes, and where rows of memory lie too near.
 */
#include "backends/kir/kir.h"
#include "backends/optimise/optimise.h"
#include "backends/vector/vector.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 16384 };

/* for i = 1 to n: for j = 1 to m: a cell of d, from those around it. The text
 * of the cell has a value %v to store. */
static const char frame[] = "module \"wave\" \"wave.c\"\n"
                            "kernel wave 1 1 1 {\n"
                            "global d:i32 noalias\n"
                            "global x:i32 %s\n"
                            "global top:i32 noalias\n"
                            "param n:i64 param m:i64 param w:i64\n"
                            "var best:i32\n"
                            "for %%i:i64 = 1:i64 to $n step 1:i64 %s {\n"
                            "  %%row:i64 = mul %%i $w\n"
                            "  for %%j:i64 = 1:i64 to $m step 1:i64 {\n"
                            "    %%at:i64 = add %%row %%j\n"
                            "    %%a1:i64 = sub %%at 1:i64\n"
                            "    %%a2:i64 = sub %%at $w\n"
                            "    %%a3:i64 = sub %%a2 1:i64\n"
                            "    %%left:i32 = load d %%a1\n"
                            "    %%up:i32 = load d %%a2\n"
                            "    %%both:i32 = load d %%a3\n"
                            "    %%in:i32 = load x %%j\n"
                            "    %s\n"
                            "    store d %%at %%v\n"
                            "  }\n"
                            "}\n"
                            "}\n";

/* A chain that is long enough to pay. */
#define CELL                                                                   \
    "%c1:i32 = mul %left 3:i32 %c2:i32 = add %c1 %up %c3:i32 = min %c2 %both " \
    "%c4:i32 = mul %c3 5:i32 %v:i32 = sub %c4 %in "

static struct kir_module *parse(struct arena *arena, const char *x,
                                const char *mark, const char *cell)
{
    struct faults faults = faults_new(arena);
    char text[4096];

    snprintf(text, sizeof text, frame, x, mark, cell);
    struct kir_module *module = kir_parse(arena, "wave.kir", text, &faults);
    assert_non_null(module);
    assert_true(kir_check(module, &faults));
    return kir_optimise(arena, module);
}

static void run(const struct kir_module *module, int64_t n, int64_t m,
                int64_t w, int *data)
{
    static const int64_t grid[3] = {1, 1, 1};
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct kir_memory memory[3] = {
        {data, COUNT}, {data + COUNT, COUNT}, {data + 2 * COUNT, COUNT}};
    union kir_imm scalar[3] = {{.i = n}, {.i = m}, {.i = w}};
    struct kir_eval eval = {.buffer = memory, .scalar = scalar};

    for (int k = 0; k < 3 * COUNT; k++)
        data[k] = k * 7919 % 1009;
    assert_true(kir_check(module, &faults));
    kir_eval_run(module->func[0], grid, &eval, &faults);
    assert_null(faults.first);
    arena_free(arena);
}

static void check(const char *x, const char *mark, const char *cell, bool want)
{
    static int before[3 * COUNT], after[3 * COUNT];
    static const int64_t rows[] = {0, 1, 2, 16, 17, 18, 34, 50};
    static const int64_t columns[] = {0, 1, 2, 32, 33, 34, 97, 150};
    struct arena *arena = arena_new();
    struct kir_module *plain = parse(arena, x, mark, cell);
    struct kir_module *made = parse(arena, x, mark, cell);

    assert_int_equal(kir_wavefront(made), want);
    for (size_t i = 0; want && i < sizeof rows / sizeof *rows; i++)
        for (size_t j = 0; j < sizeof columns / sizeof *columns; j++) {
            int64_t w = columns[j] + 1;
            run(plain, rows[i], columns[j], w, before);
            run(made, rows[i], columns[j], w, after);
            assert_memory_equal(before, after, sizeof before);
        }
    arena_free(arena);
}

static void test_taken(void **state)
{
    (void)state;
    check("readonly noalias", "wave", CELL, true);
    /* The cell's old value; what is below and to the right; by rows. */
    check("readonly noalias", "wave",
          "%o:i32 = load d %at %b:i64 = add %at $w %p:i32 = load d %b "
          "%r:i64 = add %at 1:i64 %q:i32 = load d %r %k1:i32 = add %o %p "
          "%k2:i32 = mul %left 3:i32 %k3:i32 = mul %k2 %up "
          "%k4:i32 = min %k3 %up %k5:i32 = mul %k4 5:i32 %k6:i32 = max %k5 %up "
          "%k7:i32 = mul %k6 3:i32 %k8:i32 = add %k7 %k1 %v:i32 = sub %k8 %q",
          true);
    /* Variables, branches, and an element for each row. */
    check(
        "readonly noalias", "wave",
        "set best %left %c:pred = lt %both %up if %c { %u:i32 = mul %up 3:i32 "
        "set best %u } %g:i32 = get best %g1:i32 = mul %g 5:i32 %g2:i32 = "
        "add %g1 %in %g3:i32 = mul %g2 3:i32 %g4:i32 = mul %g3 %up "
        "%v:i32 = mul %g4 7:i32 %t:i32 = load top %i %f:pred = "
        "lt %t %v if %f { store top %i %v }",
        true);
}

static void test_not_taken(void **state)
{
    (void)state;
    /* No mark; another array that may be the same; a chain that is short. */
    check("readonly noalias", "", CELL, false);
    check("readonly", "wave", CELL, false);
    check("readonly noalias", "wave", "%v:i32 = add %left %up", false);
    /* What is two rows above; what only some cells load. */
    check(
        "readonly noalias", "wave",
        "%b:i64 = sub %a2 $w %o:i32 = load d %b %c0:i32 = mul %o %left "
        "%c1:i32 = mul %c0 %up %c2:i32 = mul %c1 3:i32 %v:i32 = mul %c2 5:i32",
        false);
    /* A variable that goes on from cell to cell. */
    check("readonly noalias", "wave",
          "%g:i32 = get best %c1:i32 = mul %left %g %c2:i32 = mul %c1 %up "
          "%c3:i32 = mul %c2 3:i32 %v:i32 = mul %c3 5:i32 set best %v",
          false);
}

/* Rows that do not lie apart are done as they were. */
static void test_near(void **state)
{
    static int before[3 * COUNT], after[3 * COUNT];
    struct arena *arena = arena_new();
    struct kir_module *plain = parse(arena, "readonly noalias", "wave", CELL);
    struct kir_module *made = parse(arena, "readonly noalias", "wave", CELL);

    assert_true(kir_wavefront(made));
    run(plain, 40, 80, 0, before);
    run(made, 40, 80, 0, after);
    assert_memory_equal(before, after, sizeof before);
    arena_free(arena);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taken),
        cmocka_unit_test(test_not_taken),
        cmocka_unit_test(test_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
