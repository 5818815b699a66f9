/* What kernels cost: counts of functions whose counts are known, and the choice
 * by them. */
#include "brush/kernel/kernel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { LANES = 8 };

struct fixture {
    struct arena *arena;
    struct kir_func *f;
    int list, in, out; /* buffers: lengths of loops, numbers */
};

static struct fixture begin(void)
{
    struct fixture x = {.arena = arena_new()};

    x.f = kir_func_new(kir_module_new(x.arena, "m", NULL), KIR_KERNEL, "f", 1,
                       1, 1);
    x.list = kir_global(x.f, "list", KIR_I64, true, false);
    x.in = kir_global(x.f, "in", KIR_F64, true, false);
    x.out = kir_global(x.f, "out", KIR_F64, false, true);
    return x;
}

static int integer(const struct fixture *x, int value)
{
    return kir_int(x->f, KIR_I64, value);
}

/* A loop to a number that is read, or over lanes. */
static void open_loop(const struct fixture *x, int at)
{
    int end =
        at < 0 ? integer(x, LANES) : kir_load(x->f, x->list, integer(x, at));

    kir_for(x->f, integer(x, 0), end, integer(x, 1), at < 0 ? KIR_FOR_SIMD : 0);
}

static struct kernel_work count(const struct fixture *x, int lanes)
{
    struct kernel_shape shape = {
        .type = KIR_F64, .lanes = lanes, .primitives = {3, 5}};
    struct kernel_work work;

    kernel_count(x->f, &shape, 0, &work);
    return work;
}

/* Two loops over primitive pairs, the ket's around the bra's, with a loop over
 * lanes within. */
static void test_loops(void **unused)
{
    struct fixture x = begin();
    struct kernel_work work;
    int a, b;

    (void)unused;
    open_loop(&x, 0);
    open_loop(&x, 1);
    open_loop(&x, -1);
    a = kir_load(x.f, x.in, integer(&x, 0));
    b = kir_load(x.f, x.in, integer(&x, 1));
    kir_store(x.f, x.out, integer(&x, 0),
              kir_ternary(x.f, KIR_MULADD, a, kir_unary(x.f, KIR_NEG, b),
                          kir_float(x.f, KIR_F64, 2)));
    kir_end(x.f);
    kir_end(x.f);
    kir_end(x.f);
    work = count(&x, LANES);
    assert_true(work.arithmetic == 15); /* signs are part of others */
    assert_true(work.stores == 15);
    /* two in each round; the constant for each beginning of the inner loop; the
     * lengths of the loops */
    assert_true(work.loads == 30 + 5 + 1 + 5);
    assert_true(work.loops == 5 + 15 + 15);
    assert_true(work.spills[0] == 0 && work.spills[1] == 0);
    assert_int_equal(work.live, 2);
    assert_true(kernel_cost(&work) > 15);
    arena_free(x.arena);
}

/* Forty numbers are read, and then written in their order: what is beyond the
 * registers goes to memory and comes back. */
static void test_registers(void **unused)
{
    struct fixture x = begin();
    struct kernel_work work;
    int value[40];

    (void)unused;
    open_loop(&x, -1);
    for (int i = 0; i < 40; i++)
        value[i] = kir_load(x.f, x.in, integer(&x, i));
    for (int i = 0; i < 40; i++)
        kir_store(x.f, x.out, integer(&x, i), value[i]);
    kir_end(x.f);
    work = count(&x, LANES);
    assert_int_equal(work.live, 40);
    assert_true(work.loads == 40 && work.stores == 40);
    assert_true(work.spills[0] == 2 * (40 - 32));
    assert_true(work.spills[1] == 2 * (40 - 16));
    work = count(&x, 1); /* a GPU's thread has more of them */
    assert_true(work.spills[0] == 0);
    arena_free(x.arena);
}

/* What is read only need not be written to memory. */
static void test_constants(void **unused)
{
    struct fixture x = begin();
    struct kernel_work work;
    int constant[40];

    (void)unused;
    for (int i = 0; i < 40; i++)
        constant[i] = kir_float(x.f, KIR_F64, i + 1);
    open_loop(&x, -1);
    for (int i = 0; i < 80; i++)
        kir_store(x.f, x.out, integer(&x, i), constant[i % 40]);
    kir_end(x.f);
    work = count(&x, LANES);
    assert_true(work.loads == 40);
    assert_true(work.spills[0] == 40 - 32);
    assert_true(work.arithmetic == 0);
    arena_free(x.arena);
}

static struct shell_kind kind(int l)
{
    struct shell_kind k = {.segments = 1};

    k.l[0] = l;
    return k;
}

/* No automatic path costs less than the choice by more than a twentieth; more
 * primitive pairs cost more. */
static void test_choice(void **unused)
{
    double last = 0;

    (void)unused;
    for (int l = 0; l <= 1; l++)
        for (int n = 1; n <= 9; n += 8) {
            struct kernel_shape shape = {
                .kind = {kind(l), kind(l), kind(l), kind(l)},
                .type = KIR_F64,
                .lanes = LANES,
                .primitives = {n, n}};
            struct kernel_candidate candidate[PATH_COUNT];
            int best = kernel_compare(&shape, -1, candidate);

            assert_int_equal(best, kernel_choose(&shape, -1));
            for (int p = 0; p < PATH_COUNT; p++)
                if (path_is_automatic(p))
                    assert_true(1.05 * candidate[p].cost >=
                                candidate[best].cost);
            assert_true(candidate[best].cost > last);
            last = n == 1 ? candidate[best].cost : 0;
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loops), cmocka_unit_test(test_registers),
        cmocka_unit_test(test_constants), cmocka_unit_test(test_choice)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
