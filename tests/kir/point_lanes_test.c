/* Points that iterate until they are done (vector/point_lanes.c): which loops
 * are changed, and that what is changed does the same, for all lengths. */
#include "backends/kir/kir.h"
#include "backends/optimise/optimise.h"
#include "backends/vector/vector.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 64 };

struct points {
    const char *flag;        /* of the loop */
    const char *first;       /* before the WHILE */
    const char *test, *next; /* in it; the test is %go */
    const char *last;        /* behind it */
};

/* z = z z + c until |z| >= 2, 50 times at most. */
#define FIRST                                                                  \
    "%c = load in %x set z %c set w 0x1p-2:f32 set k 0:i32 %d = mul %c "       \
    "0x1.8p-1:f32"
#define TEST                                                                   \
    "%z = get z %w = get w %zz = mul %z %z %ww = mul %w %w %s = add %zz %ww "  \
    "%small = lt %s 0x1p+2:f32 %n = get k %few = lt %n 50:i32 %go = and "      \
    "%small %few"
#define NEXT                                                                   \
    "%zw = mul %z %w %t = sub %zz %ww %nz = add %t %c %nw = add %zw %d "       \
    "set w %nw set z %nz %m = add %n 1:i32 set k %m"
#define LAST "%e = get k store out %x %e"

static struct kir_module *parse(struct arena *arena, const struct points *what)
{
    struct faults faults = faults_new(arena);
    const char *text = arena_printf(
        arena,
        "module \"m\" \"m.c\" kernel f 1 1 1 {"
        "  global in:f32 readonly noalias global out:i32 noalias"
        "  param n:i64 var z:f32 var w:f32 var k:i32 var leave:pred var v:i64 "
        "  for %%x:i64 = 1:i64 to $n step 1:i64 %s {"
        "    %s while { %s } %%go { %s } %s"
        "  }"
        "}",
        what->flag, what->first, what->test, what->next, what->last);
    struct kir_module *module = kir_parse(arena, "m.kir", text, &faults);

    if (faults.first)
        fail_msg("%s", faults.first->message);
    assert_non_null(module);
    return module;
}

static void run(const struct kir_module *module, int64_t n, int *out)
{
    static const int64_t grid[3] = {1, 1, 1};
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    float in[COUNT];
    struct kir_memory memory[2] = {{in, COUNT}, {out, COUNT}};
    union kir_imm scalar[1] = {{.i = n}};
    struct kir_eval eval = {.buffer = memory, .scalar = scalar};

    for (int k = 0; k < COUNT; k++) {
        in[k] = (float)(k * 37 % 64 - 32) / 24;
        out[k] = -1;
    }
    assert_true(kir_check(module, &faults));
    kir_eval_run(module->func[0], grid, &eval, &faults);
    assert_null(faults.first);
    arena_free(arena);
}

static void check(const struct points *what, bool want)
{
    struct arena *arena = arena_new();
    struct kir_module *plain = parse(arena, what);
    struct kir_module *made = kir_optimise(arena, parse(arena, what));

    if (kir_iterate_points(made) != want)
        fail_msg("%s: %s", want ? "not taken" : "taken", what->next);
    for (int64_t n = -3; want && n < COUNT; n++) {
        int before[COUNT], after[COUNT];
        run(plain, n, before);
        run(made, n, after);
        assert_memory_equal(before, after, sizeof before);
    }
    arena_free(arena);
}

static void test_taken(void **state)
{
    static const struct points points[] = {
        {"points", FIRST, TEST, NEXT, LAST},
        /* What is known before the loop goes out behind it. */
        {"points", FIRST, TEST, NEXT,
         "%e = get k %f = cast i32 %d %g = add %e %f %h = cast i32 %x "
         "%i = add %g %h store out %x %i"},
        /* Values that conditions choose, both ways, and in order. */
        {"points", FIRST, TEST,
         "%p = lt %z %c if %p { %q = mul %z 0x1p-1:f32 set z %q } else { "
         "%q2 = add %w %c set z %q2 set w %z } %y = get z %y2 = mul %y %y "
         "%y3 = sub %y2 %d set w %y3 %m = add %n 1:i32 set k %m",
         LAST},
        /* A way out in the middle. */
        {"points", FIRST " set leave 0:pred",
         "%stop = get leave %on = not %stop %n = get k %few = lt %n 30:i32 "
         "%go = and %on %few",
         "%z = get z %zz = mul %z %z %t = add %zz %c %far = lt 0x1p+2:f32 %t "
         "%o = sub %t %d %u = mul %o %d if %far { set leave 1:pred } else { "
         "set z %u %m = add "
         "%n 1:i32 set k %m }",
         LAST},
    };

    (void)state;
    for (size_t k = 0; k < sizeof points / sizeof *points; k++)
        check(&points[k], true);
}

static void test_not_taken(void **state)
{
    static const struct points points[] = {
        {"", FIRST, TEST, NEXT, LAST}, /* no mark */
        /* The test compares integers alone. */
        {"points", FIRST, "%n = get k %go = lt %n 9:i32",
         "%z = get z %w = get w %a = mul %z %w %b = add %a %c %h = mul %b %b "
         "%g = sub %h %d set z %g %m = add %n 1:i32 set k %m",
         LAST},
        /* It loads, which lanes that are done had to do, too. */
        {"points", FIRST, TEST,
         NEXT " %q = load in %n %r = add %q %nz set z %r", LAST},
        /* An integer division. */
        {"points", FIRST, TEST, NEXT " %q = div 99:i32 %n set k %q", LAST},
        /* A point begins with the state that the one before has left. */
        {"points",
         "%c = load in %x set w 0x1p-2:f32 set k 0:i32 %d = mul %c %c", TEST,
         NEXT, LAST},
        /* State of other widths. */
        {"points", FIRST " set v 0:i64", TEST,
         NEXT " %l = get v %l1 = add %l 1:i64 set v %l1",
         "%e = get v %f = cast i32 %e store out %x %f"},
    };

    (void)state;
    for (size_t k = 0; k < sizeof points / sizeof *points; k++)
        check(&points[k], false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taken),
        cmocka_unit_test(test_not_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
