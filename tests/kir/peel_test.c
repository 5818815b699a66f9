/* Loops whose conditions ask for their ends: random ones are run as they are,
 * taken apart (vector/peel.c), and optimised then. An argument sets how many, a
 * second one the first seed. */
#include "backends/kir/kir.h"
#include "backends/optimise/optimise.h"
#include "backends/vector/vector.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 4096, MOST = 60, MARGIN = 16 };

static int program_count = 3000;
static uint64_t first_seed = 1;

struct program {
    uint64_t state;
    struct kir_func *f;
    int in, out, n, m, above; /* buffers and parameters */
    int i, j;                 /* iterators; j: -1: there is no loop inside */
    int64_t lo, hi;
    union kir_imm scalar[5];
};

static int64_t draw(struct program *p, int64_t lo, int64_t hi)
{
    p->state = p->state * 6364136223846793005u + 1442695040888963407u;
    return lo + (int64_t)((p->state >> 33) % (uint64_t)(hi - lo + 1));
}

static enum kir_type draw_type(struct program *p)
{
    static const enum kir_type type[] = {KIR_I32, KIR_I32, KIR_I64, KIR_U32,
                                         KIR_U64};
    return type[draw(p, 0, 4)];
}

/* Near an end of the loop, or of the type. */
static int draw_number(struct program *p, enum kir_type type)
{
    static const int64_t far[] = {INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX,
                                  INT64_MIN};
    if (draw(p, 0, 9) == 0)
        return kir_int(p->f, type, far[draw(p, 0, 4)] + draw(p, -3, 3));
    return kir_int(p->f, type, draw(p, -4, 4) + (draw(p, 0, 1) ? p->hi : 0));
}

static int draw_fixed(struct program *p, enum kir_type type)
{
    int parameter = draw(p, 0, 1) ? p->n : p->m;
    int value =
        draw(p, 0, 1) ? draw_number(p, type) : kir_cast(p->f, type, parameter);
    if (draw(p, 0, 3) == 0)
        value = kir_sub(p->f, value, kir_int(p->f, type, draw(p, 0, 2)));
    return value;
}

static int draw_moving(struct program *p, enum kir_type type)
{
    static const enum kir_type between[] = {KIR_I32, KIR_U32, KIR_I64};
    int value = p->j >= 0 && draw(p, 0, 3) == 0 ? p->j : p->i;
    if (draw(p, 0, 2) == 0)
        value = kir_cast(p->f, between[draw(p, 0, 2)], value);
    value = kir_cast(p->f, type, value);
    for (int64_t k = draw(p, 0, 2); k > 0; k--) {
        int more = p->j >= 0 && draw(p, 0, 1) ? kir_cast(p->f, type, p->j)
                   : draw(p, 0, 5) == 0       ? draw_fixed(p, type)
                                        : kir_int(p->f, type, draw(p, -3, 3));
        value = draw(p, 0, 2) ? kir_add(p->f, value, more)
                              : kir_sub(p->f, value, more);
    }
    if (draw(p, 0, 4) == 0)
        value = draw(p, 0, 1) ? kir_unary(p->f, KIR_NEG, value)
                              : kir_sub(p->f, draw_fixed(p, type), value);
    return value;
}

static int draw_test(struct program *p)
{
    static const enum kir_op op[] = {KIR_LT, KIR_LE, KIR_GT,
                                     KIR_GE, KIR_EQ, KIR_NE};
    enum kir_type type = draw_type(p);
    int a = draw_moving(p, type), b = draw_fixed(p, type);
    bool swapped = draw(p, 0, 1);
    return kir_binary(p->f, op[draw(p, 0, 5)], swapped ? b : a,
                      swapped ? a : b);
}

/* An element of `in`, whatever the value is. */
static int load(struct program *p, int value)
{
    struct kir_func *f = p->f;
    value = kir_cast(f, KIR_I64, value);
    value = kir_binary(f, KIR_AND, value, kir_i64(f, COUNT - 1));
    return kir_load(f, p->in, value);
}

/* (x + c) % n or (x + n + c) % n, with n above zero. */
static int draw_remainder(struct program *p, enum kir_type type)
{
    struct kir_func *f = p->f;
    int by = draw(p, 0, 1) ? kir_cast(f, type, p->above)
                           : kir_int(f, type, draw(p, 1, 40));
    int x = draw_moving(p, type);
    if (draw(p, 0, 2))
        x = kir_add(f, x, by);
    return kir_binary(f, KIR_REM, x, by);
}

/* x < a ? a : b < x ? b : x, with x near the iterator. */
static int draw_clamped(struct program *p)
{
    struct kir_func *f = p->f;
    enum kir_type type = draw(p, 0, 1) ? KIR_I32 : KIR_I64;
    int64_t kind = draw(p, 0, 3);
    if (kind == 0)
        return draw_remainder(p, type);
    int x = draw_moving(p, type), a = draw_fixed(p, type);
    int b = draw_fixed(p, type);
    if (kind == 1)
        return kir_binary(f, KIR_MIN, kir_binary(f, KIR_MAX, x, a), b);
    int least = kir_select(f, kir_less(f, b, x), b, x);
    return kir_select(f, kir_less(f, x, a), a, least);
}

static void put_body(struct program *p, int variable)
{
    struct kir_func *f = p->f;
    int value = load(p, draw_clamped(p));
    value = kir_add(f, value,
                    kir_select(f, draw_test(p), kir_i32(f, 7),
                               load(p, draw_moving(p, KIR_I64))));
    kir_if(f, draw_test(p));
    kir_set(f, variable, kir_add(f, kir_get(f, variable), value));
    kir_else(f);
    kir_if(f, draw_test(p));
    kir_set(f, variable,
            kir_sub(f, kir_mul(f, kir_get(f, variable), kir_i32(f, 3)), value));
    kir_end(f);
    kir_end(f);
}

/* A loop inside: of three iterations, fewer near the ends of the loop around,
 * or of what no iteration of it changes; or around the iterator. */
static int draw_inside(struct program *p)
{
    struct kir_func *f = p->f;
    int64_t from = draw(p, -2, 2);
    int lo = kir_i64(f, from), hi = kir_i64(f, from + 3), one = kir_i64(f, 1);
    int minus = kir_unary(f, KIR_NEG, p->i);
    switch (draw(p, 0, 5)) {
    case 0:
        lo = kir_binary(f, KIR_MAX, lo, minus);
        hi = kir_binary(f, KIR_MIN, hi, kir_add(f, p->n, minus));
        break;
    case 1:
        lo = kir_binary(f, KIR_MAX, p->i, kir_i64(f, draw(p, -2, 2)));
        hi = kir_add(f, p->i, kir_i64(f, draw(p, 1, 4)));
        hi = kir_binary(f, KIR_MIN, hi, p->n);
        break;
    case 2:
        lo = kir_binary(f, KIR_MAX, lo, kir_cast(f, KIR_I64, p->m));
        hi = kir_add(f, kir_binary(f, KIR_MIN, hi, p->n), kir_i64(f, 1));
        break;
    default:
        break;
    }
    return kir_for(f, lo, hi, one, 0);
}

static int64_t draw_end(struct program *p, int64_t near)
{
    return draw(p, 0, 6) ? near : draw(p, -5, 5) + near;
}

static struct kir_module *new_program(struct arena *arena, struct program *p)
{
    struct kir_module *module = kir_module_new(arena, "peel", "peel.c");
    struct kir_func *f = kir_func_new(module, KIR_KERNEL, "loops", 1, 1, 1);
    p->f = f;
    p->in = kir_global(f, "in", KIR_I32, true, true);
    p->out = kir_global(f, "out", KIR_I32, false, true);
    p->n = kir_param(f, "n", KIR_I64);
    p->m = kir_param(f, "m", KIR_I32);
    int first = kir_param(f, "first", KIR_I64);
    int end = kir_param(f, "end", KIR_I64);
    p->above = kir_param(f, "above", KIR_I32);
    int variable = kir_variable(f, "v", KIR_I32);
    p->lo = draw(p, -4, 4);
    p->hi = p->lo + draw(p, -2, MOST);
    p->scalar[0].i = draw_end(p, p->hi);
    p->scalar[1].i = draw(p, 0, 9) ? draw_end(p, p->hi / 2) : INT32_MAX;
    p->scalar[2].i = p->lo;
    p->scalar[3].i = p->hi;
    p->scalar[4].i = draw(p, 1, MOST);
    kir_set(f, variable, kir_i32(f, 1));
    int lo = draw(p, 0, 3) ? kir_i64(f, p->lo) : first;
    int hi = draw(p, 0, 2) ? end : kir_i64(f, p->hi);
    p->i = kir_for(f, lo, hi, kir_i64(f, 1), 0);
    p->j = -1;
    if (draw(p, 0, 1))
        p->j = draw_inside(p);
    put_body(p, variable);
    if (p->j >= 0)
        kir_end(f);
    kir_store(f, p->out, kir_add(f, p->i, kir_i64(f, MARGIN)),
              kir_get(f, variable));
    kir_end(f);
    kir_store(f, p->out, kir_i64(f, 0), kir_get(f, variable));
    return module;
}

static void require_no_fault(const struct faults *faults, uint64_t seed)
{
    if (faults->first)
        fail_msg("seed %llu: %s", (unsigned long long)seed,
                 faults->first->message);
}

static void run(struct arena *arena, const struct program *p,
                const struct kir_module *module, uint64_t seed, int *out)
{
    static const int64_t grid[3] = {1, 1, 1};
    static int in[COUNT];
    struct kir_memory memory[2] = {{in, COUNT}, {out, COUNT}};
    struct kir_eval eval = {.buffer = memory, .scalar = p->scalar};
    struct faults faults = faults_new(arena);
    for (int k = 0; k < COUNT; k++)
        in[k] = k * 7919 % 1009;
    memset(out, 0, COUNT * sizeof *out);
    kir_check(module, &faults);
    require_no_fault(&faults, seed);
    kir_eval_run(module->func[0], grid, &eval, &faults);
    require_no_fault(&faults, seed);
}

static void require_same(const struct kir_module *module, const int *want,
                         const int *got, uint64_t seed, const char *what)
{
    struct buf text = {0};
    if (!memcmp(want, got, COUNT * sizeof *want))
        return;
    kir_print(module, &text);
    print_message("%s\n", text.text);
    buf_free(&text);
    fail_msg("seed %llu: the program %s differs", (unsigned long long)seed,
             what);
}

/* Was the program taken apart? */
static bool check_one(uint64_t seed)
{
    static int want[COUNT], got[COUNT];
    struct arena *arena = arena_new();
    struct program p = {.state = seed * 977};
    struct kir_module *module = new_program(arena, &p);
    run(arena, &p, module, seed, want);
    struct kir_module *fast = kir_optimise(arena, module);
    bool peeled = kir_peel(fast);
    run(arena, &p, fast, seed, got);
    require_same(fast, want, got, seed, "taken apart");
    fast = kir_optimise(arena, fast);
    run(arena, &p, fast, seed, got);
    require_same(fast, want, got, seed, "optimised then");
    arena_free(arena);
    return peeled;
}

static void test_random_loops(void **state)
{
    (void)state;
    int peeled = 0;
    for (int k = 0; k < program_count; k++)
        peeled += check_one(first_seed + (uint64_t)k);
    print_message("%d of %d taken apart\n", peeled, program_count);
    assert_true(peeled > program_count / 2);
}

/* for (x = 0; x < n; x++) out[x] = in[x < 1 ? 0 : x - 1]: between the ends
 * nothing is asked, and the index is the iterator less 1. */
static void test_nothing_is_asked_between(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct kir_module *module = kir_module_new(arena, "border", "border.c");
    struct kir_func *f = kir_func_new(module, KIR_KERNEL, "border", 1, 1, 1);
    int in = kir_global(f, "in", KIR_U8, true, true);
    int out = kir_global(f, "out", KIR_U8, false, true);
    int n = kir_param(f, "n", KIR_I32);
    int x = kir_for(f, kir_i64(f, 0), kir_cast(f, KIR_I64, n), kir_i64(f, 1),
                    KIR_FOR_SIMD);
    int narrow = kir_cast(f, KIR_I32, x);
    int left = kir_sub(f, narrow, kir_i32(f, 1));
    left =
        kir_select(f, kir_less(f, narrow, kir_i32(f, 1)), kir_i32(f, 0), left);
    kir_store(f, out, x, kir_load(f, in, kir_cast(f, KIR_I64, left)));
    kir_end(f);
    struct kir_module *fast = kir_optimise(arena, module);
    assert_true(kir_peel(fast));
    fast = kir_optimise(arena, fast);
    struct buf text = {0};
    kir_print(fast, &text);
    const char *second = strstr(strstr(text.text, "for ") + 1, "for ");
    assert_non_null(second);
    const char *end = strchr(second, '}');
    assert_true(!strstr(second, "select") || strstr(second, "select") > end);
    assert_true(!strstr(second, "cast") || strstr(second, "cast") > end);
    assert_true(strstr(second, "simd") && strstr(second, "simd") < end);
    buf_free(&text);
    arena_free(arena);
}

/* Is a loop taken apart that has one of so many iterations inside? If not, that
 * one is. */
static bool is_peeled(int trips)
{
    struct arena *arena = arena_new();
    struct kir_module *module = kir_module_new(arena, "inside", "inside.c");
    struct kir_func *f = kir_func_new(module, KIR_KERNEL, "inside", 1, 1, 1);
    int in = kir_global(f, "in", KIR_I32, true, true);
    int out = kir_global(f, "out", KIR_I32, false, true);
    int n = kir_param(f, "n", KIR_I32);
    int sum = kir_variable(f, "sum", KIR_I32);
    int x = kir_for(f, kir_i64(f, 0), kir_cast(f, KIR_I64, n), kir_i64(f, 1),
                    KIR_FOR_SIMD);
    int narrow = kir_cast(f, KIR_I32, x);

    kir_set(f, sum, kir_i32(f, 0));
    int j = kir_for(f, kir_i32(f, 0), kir_i32(f, trips), kir_i32(f, 1), 0);
    int at = kir_sub(f, kir_add(f, narrow, j), kir_i32(f, 2));
    at = kir_select(f, kir_less(f, at, kir_i32(f, 0)), kir_i32(f, 0), at);
    at = kir_load(f, in, kir_cast(f, KIR_I64, at));
    kir_set(f, sum, kir_add(f, kir_get(f, sum), at));
    kir_end(f);
    kir_store(f, out, x, kir_get(f, sum));
    kir_end(f);
    module = kir_optimise(arena, module);
    kir_peel(module);
    struct buf text = {0};
    kir_print(module, &text);
    const char *first = strstr(text.text, " simd ");
    bool peeled = first && strstr(first + 1, " simd ");
    buf_free(&text);
    arena_free(arena);
    return peeled;
}

static void test_loops_inside(void **state)
{
    enum { SHORT = 8 }; /* iterations of loops that are looked into */

    (void)state;
    for (int trips = 2; trips <= SHORT + 3; trips++)
        assert_int_equal(is_peeled(trips), trips <= SHORT);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_loops),
        cmocka_unit_test(test_nothing_is_asked_between),
        cmocka_unit_test(test_loops_inside),
    };

    if (argc > 1)
        program_count = atoi(argv[1]);
    if (argc > 2)
        first_seed = strtoull(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
