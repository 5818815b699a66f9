/* Shuffles: what the verifier and the evaluator refuse, what they give, and the
 * two forms of a kernel. */
#include "backends/kir/kir.h"
#include "backends/target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 64 };

/* A kernel of 2 x 32 threads, and a body that may use `out` and `n`. */
static struct kir_module *parse(struct arena *arena, const char *head,
                                const char *body, struct faults *faults)
{
    char *text = arena_printf(arena,
                              "module \"m\" \"\"\n%s { global out:i32 param "
                              "n:i32 var v:i32 %s }\n",
                              head, body);
    struct kir_module *module = kir_parse(arena, "m.kir", text, faults);

    if (!module)
        fail_msg("%s: %s", body, faults->first->message);
    return module;
}

static const struct {
    const char *head, *body;
    bool right;
} place[] = {
    {"kernel k 64 1 1", "%1 = shuffle_down 1 thread.x", true},
    {"kernel k 4 4 4", "%1 = shuffle_down 31 thread.x", true},
    {"kernel k 48 1 1", "%1 = shuffle_down 1 thread.x", false},
    {"kernel k 1 1 1", "%1 = shuffle_down 1 thread.x", false},
    {"host h", "%1 = shuffle_down 1 $n", false},
    {"host h", "if warps { }", false},
    {"kernel k 64 1 1",
     "%1 = lt thread.x 32:i32 if %1 { %2 = shuffle_down 1 thread.x }", true},
    {"kernel k 64 1 1",
     "%1 = lt thread.x 33:i32 if %1 { %2 = shuffle_down 1 thread.x }", false},
    {"kernel k 64 1 1",
     "%1 = lt thread.x 33:i32 if %1 { } else { %2 = shuffle_down 1 thread.x }",
     false},
    {"kernel k 32 2 1",
     "%0 = cast i64 thread.y %1 = eq %0 1:i64 if %1 { %2 = shuffle_down 1 "
     "thread.x }",
     true},
    {"kernel k 16 4 1",
     "%1 = eq thread.y 1:i32 if %1 { %2 = shuffle_down 1 thread.x }", false},
    {"kernel k 64 1 1",
     "%1 = lt thread.x $n if %1 { %2 = shuffle_down 1 thread.x }", true},
};

static void test_places(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        struct arena *arena = arena_new();
        struct faults faults = faults_new(arena);
        struct kir_module *module =
            parse(arena, place[i].head, place[i].body, &faults);

        if (kir_check(module, &faults) != place[i].right)
            fail_msg("%s: %s is %s", place[i].head, place[i].body,
                     place[i].right ? faults.first->message : "taken");
        arena_free(arena);
    }
}

/* Runs the kernel; -1: it did something undefined. */
static bool run(const struct kir_module *module, int n, bool warps,
                int32_t *out)
{
    struct faults faults = faults_new(module->arena);
    struct kir_memory buffer = {out, COUNT};
    union kir_imm scalar = {.i = n};
    struct kir_eval eval = {
        .buffer = &buffer, .scalar = &scalar, .warps = warps};
    const int64_t grid[3] = {1, 1, 1};

    return kir_eval_run(module->func[0], grid, &eval, &faults);
}

/* The neighbours' numbers, of all threads or those of a warp. */
static void test_values(void **state)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct kir_module *module =
        parse(arena, "kernel k 64 1 1",
              "%1 = lt thread.x $n if %1 { %2 = shuffle_down 3 thread.x "
              "store out thread.x %2 }",
              &faults);
    int32_t out[COUNT] = {0};

    (void)state;
    assert_true(kir_check(module, &faults));
    assert_true(run(module, 32, true, out));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(out[i], i >= 32 ? 0 : i < 29 ? i + 3 : i);
    assert_true(run(module, 64, true, out));
    for (int i = 32; i < COUNT; i++)
        assert_int_equal(out[i], i < 61 ? i + 3 : i);
    assert_false(run(module, 33, true, out));
    arena_free(arena);
}

/* Each target is given its form, and OpenCL refuses the other one. */
static void test_forms(void **state)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    const struct kir_module *module =
        parse(arena, "kernel k 64 1 1",
              "if warps { %1 = shuffle_down 3 thread.x store out thread.x %1 } "
              "else { store out thread.x 7:i32 }",
              &faults);
    struct target_options options = {0};
    int32_t out[COUNT] = {0};

    (void)state;
    assert_true(kir_check(module, &faults));
    assert_true(run(module, 0, false, out));
    assert_int_equal(out[0], 7);
    assert_true(run(module, 0, true, out));
    assert_int_equal(out[0], 3);
    for (int i = 0; target_list[i]; i++) {
        const struct target *target = target_list[i];
        bool warps = target->capabilities & TARGET_WARPS;
        const struct kir_module *own = target_fit(arena, target, module);
        struct buf text = {0};

        assert_false(kir_asks_warps(own));
        assert_true(run(own, 0, !warps, out));
        assert_int_equal(out[0], warps ? 3 : 7);
        /* Elements of a graph are no threads of blocks. */
        assert_int_equal(target->print(own, &options, &text, &faults),
                         !(target->capabilities & TARGET_ELEMENTS));
        assert_true(!warps || strstr(text.text, "shfl"));
        buf_free(&text);
        if (target == &target_opencl) {
            own = target_fit(arena, &target_cuda, module);
            assert_false(target->print(own, &options, &text, &faults));
            assert_non_null(strstr(faults.first->message, "if warps"));
        }
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_forms),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
