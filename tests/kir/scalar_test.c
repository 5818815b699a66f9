/* kir_scalar against C: values that are easy to get wrong. */
#include "backends/kir/kir.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool apply(enum kir_op op, enum kir_type from, enum kir_type to,
                  union kir_imm a, union kir_imm b, union kir_imm *r)
{
    struct kir_value v = kir_value_of(op, kir_loaded_type(to));
    union kir_imm arg[3] = {a, b, {.i = 0}};

    v.narrow = to;
    return kir_scalar(&v, from, arg, r);
}

static void check_int(enum kir_op op, enum kir_type type, int64_t a, int64_t b,
                      int64_t expected)
{
    union kir_imm r, x = {.i = a}, y = {.i = b};

    assert_true(apply(op, type, type, x, y, &r));
    assert_int_equal(r.i, expected);
}

static void check_undefined(enum kir_op op, enum kir_type type, int64_t a,
                            int64_t b)
{
    union kir_imm r, x = {.i = a}, y = {.i = b};

    assert_false(apply(op, type, type, x, y, &r));
}

static void test_integers(void **state)
{
    (void)state;
    check_int(KIR_ADD, KIR_I32, INT32_MAX, 1, INT32_MIN);
    check_int(KIR_ADD, KIR_U32, UINT32_MAX, 1, 0);
    check_int(KIR_SUB, KIR_U64, 0, 1, -1);
    check_int(KIR_MUL, KIR_I64, INT64_MAX, 2, -2);
    check_int(KIR_NEG, KIR_I32, INT32_MIN, 0, INT32_MIN);
    check_int(KIR_ABS, KIR_I32, INT32_MIN, 0, INT32_MIN);
    check_int(KIR_ABS, KIR_U64, -5, 0, -5);
    check_int(KIR_DIV, KIR_U64, -1, 2, INT64_MAX);
    check_int(KIR_DIV, KIR_U32, UINT32_MAX, UINT32_MAX, 1);
    check_int(KIR_REM, KIR_I32, 7, -3, 1);
    check_int(KIR_MIN, KIR_U64, -1, 1, 1);
    check_int(KIR_MAX, KIR_I64, -1, 1, 1);
    check_int(KIR_POPCOUNT, KIR_I32, -1, 0, 32);
    check_int(KIR_POPCOUNT, KIR_U64, INT64_MIN + 5, 0, 3);
    check_int(KIR_CLZ, KIR_I32, 0, 0, 32);
    check_int(KIR_CLZ, KIR_U64, 1, 0, 63);
    check_int(KIR_CLZ, KIR_I64, -1, 0, 0);
    check_int(KIR_NOT, KIR_U32, 0, 0, UINT32_MAX);
    check_int(KIR_NOT, KIR_PRED, 1, 0, 0);
    check_int(KIR_SHL, KIR_I32, 1, 31, INT32_MIN);
    check_int(KIR_SHR, KIR_I64, -8, 1, -4);
    check_int(KIR_SHR, KIR_U64, -1, 63, 1);
    check_undefined(KIR_DIV, KIR_I32, INT32_MIN, -1);
    check_undefined(KIR_REM, KIR_I64, INT64_MIN, -1);
    check_undefined(KIR_DIV, KIR_U32, 1, 0);
    check_undefined(KIR_SHL, KIR_I32, 1, 32);
    check_undefined(KIR_SHR, KIR_I64, 1, -1);
}

static void check_to_int(enum kir_type to, double x, bool defined,
                         int64_t expected)
{
    union kir_imm r, a = {.f = x}, none = {.i = 0};

    assert_int_equal(apply(KIR_CAST, KIR_F64, to, a, none, &r), defined);
    if (defined)
        assert_int_equal(r.i, expected);
}

static void test_float_to_integer(void **state)
{
    (void)state;
    check_to_int(KIR_I32, -2147483648.9, true, INT32_MIN);
    check_to_int(KIR_I32, 2147483647.9, true, INT32_MAX);
    check_to_int(KIR_I32, 2147483648.0, false, 0);
    check_to_int(KIR_U32, -0.9, true, 0);
    check_to_int(KIR_U32, 4294967295.5, true, UINT32_MAX);
    check_to_int(KIR_U32, -1, false, 0);
    check_to_int(KIR_I64, 0x1p63, false, 0);
    check_to_int(KIR_I64, -0x1p63, true, INT64_MIN);
    check_to_int(KIR_U64, 0x1.fffffffffffffp63, true, (int64_t)-2048);
    check_to_int(KIR_U64, NAN, false, 0);
    check_to_int(KIR_PRED, NAN, true, 1);
    check_to_int(KIR_PRED, -0.0, true, 0);
}

static void check_convert(enum kir_op op, enum kir_type from, union kir_imm a,
                          enum kir_type to, union kir_imm expected)
{
    union kir_imm r, none = {.i = 0};

    assert_true(apply(op, from, to, a, none, &r));
    assert_memory_equal(&r, &expected, sizeof r);
}

#define I(x) ((union kir_imm){.i = (x)})
#define F(x) ((union kir_imm){.f = (x)})

/* 2^24 + 1 and 2^60 + 2^36 + 1 round once to f32, not first to f64. */
static void test_conversions(void **state)
{
    (void)state;
    check_convert(KIR_CAST, KIR_I32, I(16777217), KIR_F32, F(16777216.0));
    check_convert(KIR_CAST, KIR_I64, I((1ll << 60) + (1ll << 36) + 1), KIR_F32,
                  F(0x1.000002p60));
    check_convert(KIR_CAST, KIR_U64, I(-1), KIR_F64, F(0x1p64));
    check_convert(KIR_CAST, KIR_U32, I(UINT32_MAX), KIR_I32, I(-1));
    check_convert(KIR_CAST, KIR_I32, I(-1), KIR_U64, I(-1));
    check_convert(KIR_CAST, KIR_U32, I(UINT32_MAX), KIR_I64, I(UINT32_MAX));
    check_convert(KIR_CAST, KIR_I32, I(40000), KIR_I16, I(-25536));
    check_convert(KIR_CAST, KIR_I32, I(-1), KIR_U16, I(65535));
    check_convert(KIR_CAST, KIR_F64, F(0.1), KIR_F32, F((double)0.1f));
    check_convert(KIR_BITCAST, KIR_F32, F(1.0), KIR_U32, I(0x3f800000));
    check_convert(KIR_BITCAST, KIR_I32, I(-1082130432), KIR_F32, F(-1.0));
    check_convert(KIR_BITCAST, KIR_F64, F(-0.0), KIR_I64, I(INT64_MIN));
}

static void check_unary(enum kir_op op, enum kir_type type, double a,
                        double expected)
{
    check_convert(op, type, F(a), type, F(expected));
}

static void check_binary(enum kir_op op, enum kir_type type, double a, double b,
                         double expected)
{
    union kir_imm r, e = F(expected);

    assert_true(apply(op, type, type, F(a), F(b), &r));
    assert_memory_equal(&r, &e, sizeof r);
}

static void test_floats(void **state)
{
    (void)state;
    check_unary(KIR_RINT, KIR_F64, 2.5, 2);
    check_unary(KIR_ROUND, KIR_F64, 2.5, 3);
    check_unary(KIR_NEG, KIR_F64, 0.0, -0.0);
    check_unary(KIR_SQRT, KIR_F32, 2, (double)sqrtf(2));
    check_binary(KIR_MIN, KIR_F64, NAN, 1, 1);
    check_binary(KIR_MAX, KIR_F32, 1, NAN, 1);
    check_binary(KIR_MIN, KIR_F64, 0.0, -0.0, -0.0);
    check_binary(KIR_MIN, KIR_F64, -0.0, 0.0, -0.0);
    check_binary(KIR_FMOD, KIR_F64, -5.5, 2, -1.5);
    check_binary(KIR_ADD, KIR_F32, 16777216, 1, 16777216);
    check_binary(KIR_DIV, KIR_F64, 1, -0.0, -INFINITY);
}

/* fma((1+e), (1+e), -(1+2e)) = e^2, which two roundings lose. */
static void test_fma(void **state)
{
    double e = 0x1p-30;
    struct kir_value v = kir_value_of(KIR_FMA, KIR_F64);
    union kir_imm arg[3] = {F(1 + e), F(1 + e), F(-(1 + 2 * e))}, r;

    (void)state;
    assert_true(kir_scalar(&v, KIR_F64, arg, &r));
    assert_true(r.f == e * e);
    v.op = KIR_MULADD;
    assert_true(kir_scalar(&v, KIR_F64, arg, &r));
    assert_true(r.f == 0);
}

static void test_comparisons(void **state)
{
    static const struct {
        enum kir_op op;
        bool less, equal, greater, unordered;
    } row[] = {
        {KIR_LT, true, false, false, false}, {KIR_LE, true, true, false, false},
        {KIR_GT, false, false, true, false}, {KIR_GE, false, true, true, false},
        {KIR_EQ, false, true, false, false}, {KIR_NE, true, false, true, true}};

    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct kir_value v = kir_value_of(row[i].op, KIR_PRED);
        union kir_imm less[2] = {F(1), F(2)}, equal[2] = {F(0.0), F(-0.0)},
                      greater[2] = {F(2), F(1)}, nan[2] = {F(1), F(NAN)};
        union kir_imm u[2] = {I(-1), I(1)}, r;

        kir_scalar(&v, KIR_F64, less, &r);
        assert_int_equal(r.i, row[i].less);
        kir_scalar(&v, KIR_F64, equal, &r);
        assert_int_equal(r.i, row[i].equal);
        kir_scalar(&v, KIR_F64, greater, &r);
        assert_int_equal(r.i, row[i].greater);
        kir_scalar(&v, KIR_F64, nan, &r);
        assert_int_equal(r.i, row[i].unordered);
        kir_scalar(&v, KIR_U64, u, &r);
        assert_int_equal(r.i, row[i].greater);
        kir_scalar(&v, KIR_I64, u, &r);
        assert_int_equal(r.i, row[i].less);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_float_to_integer),
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_fma),
        cmocka_unit_test(test_comparisons),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
