/* The builder: what it folds, what it shares, what it expands. */
#include "backends/kir/kir.h"
#include "backends/target.h"
#include "backends/optimise/optimise.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
    struct arena *arena;
    struct kir_func *f;
    int x, d; /* parameters: i64, f64 */
};

static struct fixture set_up(void)
{
    struct fixture t;

    t.arena = arena_new();
    t.f = kir_func_new(kir_module_new(t.arena, "m", "m.c"), KIR_KERNEL, "k", 1,
                       1, 1);
    t.x = kir_param(t.f, "x", KIR_I64);
    t.d = kir_param(t.f, "d", KIR_F64);
    return t;
}

static void test_leaves_are_shared(void **state)
{
    struct fixture t = set_up();

    (void)state;
    assert_int_equal(kir_int(t.f, KIR_I32, 7), kir_int(t.f, KIR_I32, 7));
    assert_int_not_equal(kir_int(t.f, KIR_I32, 7), kir_int(t.f, KIR_I64, 7));
    assert_int_not_equal(kir_float(t.f, KIR_F64, 0.0),
                         kir_float(t.f, KIR_F64, -0.0));
    assert_int_equal(kir_block_index(t.f, 1), kir_block_index(t.f, 1));
    for (int i = 0; i < 1000; i++)
        kir_int(t.f, KIR_I64, i);
    assert_int_equal(kir_int(t.f, KIR_I64, 999), kir_int(t.f, KIR_I64, 999));
    assert_null(t.f->body.first);
    arena_free(t.arena);
}

static void test_folds_integers(void **state)
{
    struct fixture t = set_up();
    struct kir_func *f = t.f;
    int zero = kir_int(f, KIR_I64, 0), one = kir_int(f, KIR_I64, 1);
    int big = kir_int(f, KIR_I32, INT32_MAX);

    (void)state;
    assert_int_equal(kir_binary(f, KIR_ADD, t.x, zero), t.x);
    assert_int_equal(kir_binary(f, KIR_MUL, one, t.x), t.x);
    assert_int_equal(kir_binary(f, KIR_MUL, t.x, zero), zero);
    assert_int_equal(kir_binary(f, KIR_SUB, t.x, t.x), zero);
    assert_int_equal(kir_binary(f, KIR_ADD, big, kir_int(f, KIR_I32, 1)),
                     kir_int(f, KIR_I32, INT32_MIN));
    assert_int_equal(
        kir_binary(f, KIR_DIV, kir_int(f, KIR_I64, -7), kir_int(f, KIR_I64, 2)),
        kir_int(f, KIR_I64, -3));
    assert_int_equal(
        kir_binary(f, KIR_REM, kir_int(f, KIR_I64, -7), kir_int(f, KIR_I64, 2)),
        kir_int(f, KIR_I64, -1));
    assert_null(f->body.first);
    kir_binary(f, KIR_DIV, one, zero);
    assert_non_null(f->body.first);
    arena_free(t.arena);
}

/* x + 0.0 is not x for -0, x * 0 not 0 for NaN, x - x not 0 for infinity. */
static void test_keeps_floats(void **state)
{
    struct fixture t = set_up();
    struct kir_func *f = t.f;
    int zero = kir_float(f, KIR_F64, 0.0), one = kir_float(f, KIR_F64, 1.0);
    int minus = kir_float(f, KIR_F64, -0.0);

    (void)state;
    assert_int_not_equal(kir_binary(f, KIR_ADD, t.d, zero), t.d);
    assert_int_not_equal(kir_binary(f, KIR_MUL, t.d, zero), zero);
    assert_int_not_equal(kir_binary(f, KIR_SUB, t.d, t.d), zero);
    assert_int_equal(kir_type_of(f, kir_binary(f, KIR_LE, t.d, t.d)), KIR_PRED);
    assert_false(kir_is_const(f, kir_binary(f, KIR_LE, t.d, t.d)));
    assert_int_equal(kir_binary(f, KIR_MUL, t.d, one), t.d);
    assert_int_equal(kir_binary(f, KIR_ADD, t.d, minus), t.d);
    assert_int_equal(kir_binary(f, KIR_ADD, kir_float(f, KIR_F32, 0.1),
                                kir_float(f, KIR_F32, 0.2)),
                     kir_float(f, KIR_F32, (double)(0.1f + 0.2f)));
    assert_false(kir_is_const(f, kir_binary(f, KIR_DIV, zero, zero)));
    arena_free(t.arena);
}

static void test_names_are_made_unique(void **state)
{
    struct fixture t = set_up();

    (void)state;
    for (int i = 0; i < 3; i++)
        kir_variable(t.f, "s", KIR_F64);
    kir_variable(t.f, "s_1", KIR_F64);
    kir_variable(t.f, "x", KIR_F64);
    for (int i = 0; i < t.f->variable_count; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(t.f->variable[i].name,
                                    t.f->variable[k].name);
    assert_string_equal(t.f->variable[0].name, "s");
    assert_string_not_equal(t.f->variable[4].name, "x");
    arena_free(t.arena);
}

/* Runs `out[0] = op(x)` for one x. */
static int64_t run_on(const struct kir_func *f, struct arena *arena, int64_t x)
{
    static const int64_t grid[3] = {1, 1, 1};
    int64_t out[1] = {0};
    struct kir_memory buffer = {out, 1};
    union kir_imm scalar[2] = {{.i = x}, {.f = 0}};
    struct kir_eval eval = {.buffer = &buffer, .scalar = scalar};
    struct faults faults = faults_new(arena);

    assert_true(kir_eval_run(f, grid, &eval, &faults));
    return out[0];
}

static int64_t floor_div(int64_t a, int64_t d)
{
    return a / d - (a % d < 0);
}

static void check_floor(int64_t divisor, bool mod)
{
    static const int64_t at[] = {INT64_MIN,     INT64_MIN + 1, -100, -8, -7, -1,
                                 INT64_MAX - 1, INT64_MAX,     100,  8,  7,  0};
    struct fixture t = set_up();
    int out = kir_global(t.f, "out", KIR_I64, false, true);

    kir_store(t.f, out, kir_int(t.f, KIR_I32, 0),
              mod ? kir_floor_mod(t.f, t.x, divisor)
                  : kir_floor_div(t.f, t.x, divisor));
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        int64_t q = floor_div(at[i], divisor);
        int64_t r =
            (int64_t)((uint64_t)at[i] - (uint64_t)q * (uint64_t)divisor);

        assert_int_equal(run_on(t.f, t.arena, at[i]), mod ? r : q);
    }
    arena_free(t.arena);
}

static void test_floor_division(void **state)
{
    static const int64_t divisor[] = {1, 2, 3, 7, 8, 100, 1ll << 40, INT64_MAX};

    (void)state;
    for (size_t i = 0; i < sizeof divisor / sizeof *divisor; i++) {
        check_floor(divisor[i], false);
        check_floor(divisor[i], true);
    }
}

static void test_narrow_cast_goes_through_i32(void **state)
{
    struct fixture t = set_up();
    int value = kir_cast(t.f, KIR_U8, t.x);

    (void)state;
    assert_int_equal(kir_type_of(t.f, value), KIR_I32);
    assert_int_equal(t.f->value[value].narrow, KIR_U8);
    assert_int_equal(kir_cast(t.f, KIR_U8, value), value);
    assert_int_equal(kir_cast(t.f, KIR_I8, kir_int(t.f, KIR_I32, 200)),
                     kir_int(t.f, KIR_I32, -56));
    arena_free(t.arena);
}

static void test_cost(void **state)
{
    struct fixture t = set_up();
    struct kir_func *f = t.f;
    int a = kir_global(f, "a", KIR_F64, false, true);
    int b = kir_global(f, "b", KIR_U8, true, true), i, v;
    struct kir_cost cost;

    (void)state;
    i = kir_for(f, kir_int(f, KIR_I64, 0), t.x, kir_int(f, KIR_I64, 1), 0);
    v = kir_binary(f, KIR_MUL, kir_load(f, a, i), t.d);
    v = kir_ternary(f, KIR_FMA, v, v, kir_unary(f, KIR_SQRT, v));
    v = kir_binary(f, KIR_ADD, v, kir_cast(f, KIR_F64, kir_load(f, b, i)));
    kir_store(f, a, i, v);
    kir_barrier(f);
    kir_end(f);
    cost = kir_cost(f);
    assert_int_equal(cost.flops, 5);
    assert_int_equal(cost.special, 1);
    assert_int_equal(cost.loads, 2);
    assert_int_equal(cost.load_bytes, 9);
    assert_int_equal(cost.stores, 1);
    assert_int_equal(cost.store_bytes, 8);
    assert_int_equal(cost.barriers, 1);
    /* the iterator, v, and what is added to it */
    assert_in_range(cost.max_live_32bit_registers, 5, 8);
    arena_free(t.arena);
}

/* A hundred thousand operations: each step must stay about linear. */
static void test_large_function(void **state)
{
    enum { COUNT = 100000 };
    struct fixture t = set_up();
    int a = kir_global(t.f, "a", KIR_F64, false, true);
    int *v = malloc(COUNT * sizeof *v);
    struct kir_module *fast;
    struct faults faults = faults_new(t.arena);

    (void)state;
    assert_non_null(v);
    for (int i = 0; i < COUNT; i++) {
        int x = i ? v[i - 1] : t.d, y = i > 9 ? v[i - 7 - i % 3] : t.d;

        v[i] = kir_binary(t.f, i % 3 ? KIR_ADD : KIR_MUL, x, y);
        if (i % 1000 == 999)
            kir_store(t.f, a, kir_int(t.f, KIR_I64, i), v[i]);
    }
    assert_true(kir_check(t.f->module, &faults));
    fast = kir_optimise(t.arena, t.f->module);
    assert_true(kir_check(fast, &faults));
    assert_int_equal(kir_cost(fast->func[0]).flops, COUNT);
    free(v);
    arena_free(t.arena);
}

/* A driver that stores element x + 1 of array 1, which is narrow, in its own
 * buffer: run, refused beyond the array's end, and printed. */
static void test_fetch(void **state)
{
    static const int8_t array[3] = {5, 6, -7};
    struct arena *arena = arena_new();
    struct kir_module *module = kir_module_new(arena, "m", "m.c");
    struct kir_func *f = kir_func_new(module, KIR_HOST, "h", 1, 1, 1);
    int out = kir_global(f, "out", KIR_I32, false, false);
    int x = kir_param(f, "x", KIR_I64);
    int next = kir_binary(f, KIR_ADD, x, kir_int(f, KIR_I64, 1));
    int value = kir_fetch(f, 1, KIR_I8, next);
    struct kir_memory arrays[2] = {{NULL, 0}, {(void *)array, 3}};
    int32_t result = 0;
    struct kir_memory buffer = {&result, 1};
    union kir_imm scalar = {.i = 1};
    struct kir_eval eval = {.buffer = &buffer,
                            .scalar = &scalar,
                            .array = arrays,
                            .array_count = 2};
    struct faults faults = faults_new(arena);
    struct target_options options = {0};
    struct buf text = {0};

    (void)state;
    kir_store(f, out, kir_int(f, KIR_I64, 0), value);
    assert_int_equal(kir_type_of(f, value), KIR_I32);
    assert_int_equal(kir_cost(f).load_bytes, 1);
    assert_true(kir_check(module, &faults));
    assert_true(kir_eval_run(f, NULL, &eval, &faults));
    assert_int_equal(result, -7);
    scalar.i = 2;
    assert_false(kir_eval_run(f, NULL, &eval, &faults));
    assert_true(target_c.print(module, &options, &text, &faults));
    assert_non_null(strstr(text.text, "int8_t hdk_element"));
    assert_non_null(strstr(text.text, "if (hedra_fetch(hdk_run, 1, hd_x + "));
    buf_free(&text);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fetch),
        cmocka_unit_test(test_leaves_are_shared),
        cmocka_unit_test(test_folds_integers),
        cmocka_unit_test(test_keeps_floats),
        cmocka_unit_test(test_names_are_made_unique),
        cmocka_unit_test(test_floor_division),
        cmocka_unit_test(test_narrow_cast_goes_through_i32),
        cmocka_unit_test(test_cost),
        cmocka_unit_test(test_large_function),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
