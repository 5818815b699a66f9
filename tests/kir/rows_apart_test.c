/* Filters of rows in place (vector/rows_apart.c): behind which question their
 * loops are marked, and which are not. What is marked does the same. */
#include "backends/kir/kir.h"
#include "backends/optimise/optimise.h"
#include "backends/vector/vector.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 1024, LENGTH = 16, NOT_MARKED = -1 };

/* for k = 0 to 16: rows -2 to 1 of `a` become what rows -3 to 2 make of them.
 * Sample k of row r lies at scale r n + slope r + stride k; what is stored, at
 * scale r m + …, if there are `two_steps`. */
struct filter {
    int64_t scale, slope, stride;
    bool two_steps, few; /* few: of the rows, only 1 is stored */
};

static int row(struct kir_func *f, const struct filter *what, int step, int k,
               int64_t r)
{
    int at = kir_mul(f, step, kir_i64(f, what->scale * r));
    at = kir_add(f, at, kir_i64(f, COUNT / 2 + what->slope * r));
    return kir_add(f, at, kir_mul(f, k, kir_i64(f, what->stride)));
}

static struct kir_module *new_filter(struct arena *arena,
                                     const struct filter *what)
{
    struct kir_module *module = kir_module_new(arena, "rows", "rows.c");
    struct kir_func *f = kir_func_new(module, KIR_KERNEL, "rows", 1, 1, 1);
    int a = kir_global(f, "a", KIR_I32, false, true);
    int n = kir_param(f, "n", KIR_I64), m = kir_param(f, "m", KIR_I64);
    int k = kir_for(f, kir_i64(f, 0), kir_i64(f, LENGTH), kir_i64(f, 1), 0);
    int old[6], step = what->two_steps ? m : n;

    for (int r = -3; r < 3; r++)
        old[r + 3] = kir_load(f, a, row(f, what, n, k, r));
    for (int r = what->few ? 1 : -2; r < 2; r++) {
        int sum = kir_add(f, kir_mul(f, old[r + 2], kir_i32(f, 3)), old[r + 4]);
        kir_store(f, a, row(f, what, step, k, r), kir_add(f, sum, old[r + 3]));
    }
    kir_end(f);
    return module;
}

/* The least step for which the filter's loop is marked. */
static int64_t least_step(const struct kir_module *module)
{
    const struct kir_func *f = module->func[0];

    for (const struct kir_stmt *s = f->body.first; s; s = s->next)
        if (s->kind == KIR_IF) {
            const struct kir_value *asks = &f->value[s->value];
            const struct kir_stmt *marked = s->body[0].first;
            const struct kir_stmt *plain = s->body[1].first;
            assert_true(asks->op == KIR_GE && marked && plain);
            assert_int_equal(f->value[asks->arg[0]].op, KIR_PARAM);
            assert_int_equal(marked->kind, KIR_FOR);
            assert_int_equal(marked->flags, KIR_FOR_SIMD);
            assert_int_equal(plain->flags, 0);
            return f->value[asks->arg[1]].imm.i;
        }
    return NOT_MARKED;
}

static void run(const struct kir_module *module, int64_t n, int *a)
{
    static const int64_t grid[3] = {1, 1, 1};
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct kir_memory memory[1] = {{a, COUNT}};
    union kir_imm scalar[2] = {{.i = n}, {.i = n}};
    struct kir_eval eval = {.buffer = memory, .scalar = scalar};

    for (int k = 0; k < COUNT; k++)
        a[k] = k * 7919 % 1009;
    assert_true(kir_check(module, &faults));
    kir_eval_run(module->func[0], grid, &eval, &faults);
    assert_null(faults.first);
    arena_free(arena);
}

/* Marks the filter, and compares what it does for steps around `want`. */
static void check(const struct filter *what, int64_t want)
{
    static int before[COUNT], after[COUNT];
    struct arena *arena = arena_new();
    struct kir_module *plain = kir_optimise(arena, new_filter(arena, what));
    struct kir_module *made = kir_optimise(arena, new_filter(arena, what));
    int64_t near = want > 0 ? want : LENGTH;

    assert_int_equal(least_step(plain), NOT_MARKED);
    assert_int_equal(kir_mark_rows_apart(made), want > 0);
    assert_int_equal(least_step(made), want);
    for (int64_t n = near - 2; n < near + 2; n++) {
        run(plain, n, before);
        run(made, n, after);
        assert_memory_equal(before, after, sizeof before);
    }
    arena_free(arena);
}

static void test_rows(void **state)
{
    (void)state;
    check(&(struct filter){.scale = 1, .stride = 1}, LENGTH);
    check(&(struct filter){.scale = 4, .stride = 1}, LENGTH / 4);
    check(&(struct filter){.scale = 1, .stride = 2}, 2 * LENGTH - 1);
}

/* Rows that are shifted, by up to four samples for each, are nearer. */
static void test_shifted_rows(void **state)
{
    (void)state;
    check(&(struct filter){.scale = 1, .slope = 1, .stride = 1}, LENGTH + 1);
    check(&(struct filter){.scale = 1, .slope = -1, .stride = 1}, LENGTH + 1);
}

static void test_not_marked(void **state)
{
    (void)state;
    check(&(struct filter){.scale = 1, .stride = 1, .two_steps = true},
          NOT_MARKED);
    check(&(struct filter){.scale = 1, .stride = 1, .few = true}, NOT_MARKED);
    check(&(struct filter){.scale = 1, .stride = 0}, NOT_MARKED);
    check(&(struct filter){.scale = 0, .slope = 4, .stride = 1}, NOT_MARKED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_shifted_rows),
        cmocka_unit_test(test_not_marked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
