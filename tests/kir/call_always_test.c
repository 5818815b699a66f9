/* Functions of vectors under conditions (vector/call_always.c): which loops are
 * changed, and that what is changed does the same. */
#include "backends/kir/kir.h"
#include "backends/vector/vector.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 40 };

static struct kir_module *parse(struct arena *arena, const char *body)
{
    struct faults faults = faults_new(arena);
    const char *text = arena_printf(
        arena,
        "module \"m\" \"m.c\" kernel f 1 1 1 {"
        "  global in:f32 readonly noalias global out:f32 noalias"
        "  param n:i64 local w:f32 64 var s:f32 var t:f32 set s 0x0p+0:f32"
        "  for %%x:i64 = 0:i64 to $n step 1:i64 { store w %%x 0x1p+0:f32 }"
        "  for %%i:i64 = 0:i64 to 40:i64 step 1:i64 {"
        "    %%v = load in %%i %%c = lt 0x0p+0:f32 %%v"
        "    %s"
        "  }"
        "  %%r = get s store out 0:i64 %%r"
        "  for %%y:i64 = 1:i64 to $n step 1:i64 { %%z = load w %%y"
        "    %%k = add %%y 40:i64 store out %%k %%z }"
        "}",
        body);
    struct kir_module *module = kir_parse(arena, "m.kir", text, &faults);

    if (faults.first)
        fail_msg("%s", faults.first->message);
    assert_non_null(module);
    return module;
}

static void run(const struct kir_module *module, float *out)
{
    static const int64_t grid[3] = {1, 1, 1};
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    float in[COUNT];
    struct kir_memory memory[2] = {{in, COUNT}, {out, 2 * COUNT}};
    union kir_imm scalar[1] = {{.i = COUNT}};
    struct kir_eval eval = {.buffer = memory, .scalar = scalar};

    for (int k = 0; k < COUNT; k++)
        in[k] = (float)(k * 37 % 64 - 32) / 8;
    in[7] = NAN;
    in[9] = INFINITY;
    for (int k = 0; k < 2 * COUNT; k++)
        out[k] = (float)k;
    assert_true(kir_check(module, &faults));
    kir_eval_run(module->func[0], grid, &eval, &faults);
    assert_null(faults.first);
    arena_free(arena);
}

/* Are functions called in no branch? */
static bool is_flat(const struct kir_func *f, const struct kir_block *block,
                    bool branch)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        bool call = s->kind == KIR_LET && f->value[s->value].op == KIR_LOG;
        if ((call && branch) ||
            !is_flat(f, &s->body[0], branch || s->kind == KIR_IF) ||
            !is_flat(f, &s->body[1], branch || s->kind == KIR_IF))
            return false;
    }
    return true;
}

static void check(const char *body, bool want)
{
    struct arena *arena = arena_new();
    struct kir_module *plain = parse(arena, body), *made = parse(arena, body);
    float before[2 * COUNT], after[2 * COUNT];

    if (kir_call_always(made) != want)
        fail_msg("%s: %s", want ? "not taken" : "taken", body);
    assert_int_equal(is_flat(made->func[0], &made->func[0]->body, false), want);
    run(plain, before);
    run(made, after);
    if (memcmp(before, after, sizeof before) != 0)
        fail_msg("other results: %s", body);
    arena_free(arena);
}

static void test_taken(void **state)
{
    static const char *const bodies[] = {
        /* A sum, in order, of what a branch computes. */
        "if %c { %l = log %v %g = get s %a = add %g %l set s %a }",
        "if %c { %l = log %v %g = get s %a = sub %g %l set s %a }",
        "if %c { %l = log %v %g = get s %a = muladd %l %v %g set s %a }",
        "if %c { } else { %n = neg %v %l = log %n %g = get s %a = add %l %g "
        "set s %a }",
        /* Both branches store the same element, in one test or in two. */
        "if %c { %l = log %v store out %i %l } else { store out %i %v }",
        "if %c { store out %i %v } %d = not %c if %d { %n = neg %v %l = log %n "
        "store out %i %l }",
        /* Variables that one branch sets, or both, and more than once. */
        "set t 0x1p+1:f32 if %c { %l = log %v set t %l } %g = get t store out "
        "%i %g",
        "if %c { %l = log %v set t %l } else { set t %v } %g = get t store out "
        "%i %g",
        "if %c { %l = log %v set t %l %b = lt %l 0x1p+0:f32 if %b { set t "
        "0x1.8p+1:f32 } } else { set t %v } %g = get t store out %i %g",
        "if %c { %l = log %v set s %l } else { %g = get s %h = add %g %v set s "
        "%h }",
        "if %c { %l = log %v %g = get s %h = add %g %l set s %h } else { set s "
        "%v }",
        /* Branches in branches. */
        "if %c { %b = lt %v 0x1p+0:f32 if %b { %l = log %v %g = get s %a = add "
        "%g %l set s %a } else { set s %v } }",
        /* A local array, at places that it has. */
        "if %c { %o = load w %i %l = log %v %a = add %o %l store w %i %a }",
        /* A choice. */
        "%l = log %v %m = mul %l %v %h = select %c %m 0x1p+1:f32 store out %i "
        "%h",
        "%n = neg %v %l = log %n %h = select %c %v %l store out %i %h",
        /* Choices of what is needed elsewhere, too, or is there before the
         * condition, beside a sum. */
        "%l = log %v %h = select %c %l 0x1p+1:f32 %a = add %l %h store out %i "
        "%a if %c { %m = log %v %g = get s %e = add %g %m set s %e }",
        "%n = neg %v %l = log %n %j = add %i 1:i64 %f = min %j 39:i64 %w = "
        "load in %f %d = lt 0x0p+0:f32 %w %h = select %d %l 0x1p+1:f32 store "
        "out %i %h if %c { %m = log %v %g = get s %e = add %g %m set s %e }",
        /* A call before a condition. */
        "%e = load in 0:i64 %f = mul %e %e %l = log %f if %c { %g = get s %a = "
        "add %g %l set s %a }",
    };

    (void)state;
    for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++)
        check(bodies[k], true);
}

/* A local array's elements up to the least of so many numbers and its extent.
 */
static void check_bound(int numbers, bool want)
{
    struct arena *arena = arena_new();
    const char *bound = "%m0 = min $n 64:i64";

    for (int k = 1; k < numbers; k++)
        bound = arena_printf(arena, "%s %%m%d = min %%m%d $n", bound, k, k - 1);
    check(arena_printf(arena,
                       "%s for %%q:i64 = 0:i64 to %%m%d step 1:i64 {"
                       " %%e = load in %%q %%b = lt 0x0p+0:f32 %%e if %%b {"
                       " %%o = load w %%q %%l = log %%e %%a = add %%o %%l"
                       " store w %%q %%a } }",
                       bound, numbers - 1),
          want);
    arena_free(arena);
}

static void test_bound(void **state)
{
    (void)state;
    check_bound(1, true);
    check_bound(8, true);
    check_bound(9, false);
}

static void test_not_taken(void **state)
{
    static const char *const bodies[] = {
        /* Only one branch stores. */
        "if %c { %l = log %v store out %i %l }",
        /* The branches store different elements. */
        "%j = add %i 20:i64 if %c { %l = log %v store out %i %l } else { store "
        "out %j %v }",
        /* A branch loads, or divides integers. */
        "if %c { %e = load in %i %l = log %e set s %l }",
        "if %c { %l = log %v set s %l %m = cast i32 %i %u = or %m 1:i32 %q = "
        "div 7:i32 %u %h = cast f32 %q set s %h }",
        /* A local array at a place that it may not have. */
        "if %c { %j = and %i 31:i64 %o = load w %j %l = log %v %a = add %o %l "
        "store w %j %a }",
        /* The condition is no matter of data. */
        "%b = lt %i 9:i64 if %b { %l = log %v set s %l }",
        /* A loop is within. */
        "if %c { %l = log %v set s %l } for %q:i64 = 0:i64 to $n step 1:i64 { "
        "set t %v }",
    };

    (void)state;
    for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++)
        check(bodies[k], false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taken),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_not_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
