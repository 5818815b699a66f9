/* The Boys function as it is written into kernels, run by KIR's evaluator,
 * against MPFR over a dense sweep. */
#include "brush/algebra/algebra.h"

#include "backends/kir/kir.h"

#include <math.h>
#include <mpfr.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { POINTS = 2000, BITS = 160 };

/* F_m(t) = exp(-t) sum over i of (2t)^i / ((2m + 1)(2m + 3)…(2m + 2i + 1)); the
 * terms are positive. Where t is great enough, Gamma(m + 1/2) t^(-m - 1/2) / 2:
 * the rest is below exp(-t). */
static double reference(int m, double t)
{
    mpfr_t sum, term, x;
    double result;

    mpfr_inits2(BITS, sum, term, x, (mpfr_ptr)0);
    if (t > 150) {
        mpfr_set_d(x, m + 0.5, MPFR_RNDN);
        mpfr_gamma(sum, x, MPFR_RNDN);
        mpfr_set_d(term, t, MPFR_RNDN);
        mpfr_pow(term, term, x, MPFR_RNDN);
        mpfr_div(sum, sum, term, MPFR_RNDN);
        mpfr_div_ui(sum, sum, 2, MPFR_RNDN);
    } else {
        mpfr_set_ui(term, 1, MPFR_RNDN);
        mpfr_div_ui(term, term, (unsigned long)(2 * m + 1), MPFR_RNDN);
        mpfr_set(sum, term, MPFR_RNDN);
        for (int i = m + 1; mpfr_get_exp(term) + 90 > mpfr_get_exp(sum); i++) {
            mpfr_set_d(x, 2 * t, MPFR_RNDN);
            mpfr_mul(term, term, x, MPFR_RNDN);
            mpfr_div_ui(term, term, (unsigned long)(2 * i + 1), MPFR_RNDN);
            mpfr_add(sum, sum, term, MPFR_RNDN);
        }
        mpfr_set_d(x, -t, MPFR_RNDN);
        mpfr_exp(x, x, MPFR_RNDN);
        mpfr_mul(sum, sum, x, MPFR_RNDN);
    }
    result = mpfr_get_d(sum, MPFR_RNDN);
    mpfr_clears(sum, term, x, (mpfr_ptr)0);
    return result;
}

/* A kernel: out[m] = F_m(t), m = 0 … m_max. */
static struct kir_func *make_kernel(struct arena *arena, enum kir_type type,
                                    int m_max)
{
    struct kir_module *module = kir_module_new(arena, "boys", "boys");
    struct kir_func *f = kir_func_new(module, KIR_KERNEL, "boys", 1, 1, 1);
    int out = kir_global(f, "out", type, false, true);
    int t = kir_param(f, "t", type), result[BOYS_MAX_M + 1];
    struct boys boys = boys_declare(f, "table", type, m_max);
    struct faults faults = faults_new(arena);

    boys_write(f, &boys, t, result);
    for (int m = 0; m <= m_max; m++)
        kir_store(f, out, kir_int(f, KIR_I64, m), result[m]);
    assert_true(kir_check(module, &faults));
    return f;
}

/* The greatest relative error of any F_m at t. */
static double error_at(const struct kir_func *f, enum kir_type type, int m_max,
                       double t)
{
    double wide[BOYS_MAX_M + 1], worst = 0;
    float narrow[BOYS_MAX_M + 1];
    struct kir_memory out = {type == KIR_F64 ? (void *)wide : (void *)narrow,
                             m_max + 1};
    union kir_imm argument = {.f = type == KIR_F64 ? t : (float)t};
    struct kir_eval eval = {.buffer = &out, .scalar = &argument};
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    int64_t grid[3] = {1, 1, 1};

    assert_true(kir_eval_run(f, grid, &eval, &faults));
    arena_free(arena);
    for (int m = 0; m <= m_max; m++) {
        double value = type == KIR_F64 ? wide[m] : (double)narrow[m];
        double right = reference(m, argument.f), e = fabs(value / right - 1);

        if (type == KIR_F32 && right < 1e-30)
            continue; /* near f32's subnormal numbers */
        worst = e > worst || isnan(e) ? e : worst;
    }
    return worst;
}

static void sweep(enum kir_type type, int m_max, double bound)
{
    struct arena *arena = arena_new();
    struct kir_func *f = make_kernel(arena, type, m_max);
    unsigned state = 12345;
    double worst = 0;

    for (int i = 0; i < POINTS; i++) {
        double t = 1e-12, e;

        state = state * 1664525u + 1013904223u;
        if (i % 4 == 0)
            t = pow(10, -12 + 18 * (state >> 8) / 16777215.0);
        else if (i > 1)
            t = 90 * (state >> 8) / 16777215.0;
        else if (i == 1)
            t = 0;
        e = error_at(f, type, m_max, t);
        worst = fmax(worst, e);
        if (!(e <= bound))
            fail_msg("m <= %d, T = %.17g: relative error %.2e", m_max, t, e);
    }
    print_message("%s, m <= %d: relative error up to %.1e\n",
                  kir_type_name(type), m_max, worst);
    arena_free(arena);
}

static void test_f64(void **unused)
{
    (void)unused;
    for (int m = 0; m <= BOYS_MAX_M; m++)
        sweep(KIR_F64, m, 1e-14);
}

static void test_f32(void **unused)
{
    (void)unused;
    for (int m = 0; m <= BOYS_MAX_M; m++)
        sweep(KIR_F32, m, 1e-6);
}

/* Tables are short where they matter most: up to (dd|dd) in f32, up to
 * (pp|pp) in f64. */
static void test_short(void **unused)
{
    struct arena *arena = arena_new();
    struct kir_module *module = kir_module_new(arena, "boys", "boys");
    struct kir_func *f = kir_func_new(module, KIR_KERNEL, "boys", 1, 1, 1);

    (void)unused;
    for (int m = 0; m <= 8; m++) {
        assert_int_equal(boys_declare(f, "a", KIR_F32, m).rows, 32);
        if (m <= 4)
            assert_int_equal(boys_declare(f, "b", KIR_F64, m).rows, 16);
    }
    assert_int_equal(boys_declare(f, "c", KIR_F64, BOYS_MAX_M).rows, 0);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_f64),
                                       cmocka_unit_test(test_f32),
                                       cmocka_unit_test(test_short)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
