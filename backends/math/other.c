/* Cube root, error function, hypotenuse, remainder. */
#include "backends/math/local.h"

#include <math.h>

/* Cube root ---------------------------------------------------------------- */

/* The cube root on [1, 8], to one percent. */
static const double cbrt_terms[] = {0.7167346418604423, 0.3288364544631474,
                                    -0.03402605365290486,
                                    0.0016274953380330931};

/* Halley: the error is cubed. t (t^3 + 2 x) / (2 t^3 + x). */
static int cbrt_step(struct math *m, int t, int x)
{
    int cube = math_mul(m, math_mul(m, t, t), t);
    int top = math_add(m, cube, math_add(m, x, x));
    int bottom = math_add(m, math_add(m, cube, cube), x);

    return math_mul(m, t, math_div(m, top, bottom));
}

/* The last bit: t - (t^3 - x) / (3 t^2), the difference without rounding. */
static int cbrt_finish(struct math *m, int t, int x)
{
    struct math_pair square = math_two_product(m, t, t);
    struct math_pair cube = math_two_product(m, square.hi, t);
    int rest = math_sub(m, cube.hi, x);

    rest = math_add(m, rest, math_fma(m, square.lo, t, cube.lo));
    rest = math_div(m, rest, math_mul(m, square.hi, math_num(m, 3)));
    return math_sub(m, t, rest);
}

/* |x| = f 2^(3 j), f in [1, 8). */
int math_cbrt(struct math *m, int x)
{
    struct kir_func *f = m->f;
    int size = math_abs(m, x), shift = kir_int(f, KIR_I32, 52);
    int tiny = math_less(m, size, math_num(m, 0x1p-1022));
    int bits, field, third, rest, t, finite;

    bits = kir_bitcast(
        f, KIR_I64,
        math_select(m, tiny, math_mul(m, size, math_num(m, 0x1p54)), size));
    field = kir_binary(f, KIR_SHR, bits, shift);
    third = kir_floor_div(f, field, 3); /* 1023 is 3 * 341 */
    rest = kir_binary(f, KIR_SUB, field,
                      kir_binary(f, KIR_MUL, third, kir_int(f, KIR_I64, 3)));
    rest = kir_binary(f, KIR_ADD, rest, kir_int(f, KIR_I64, 1023));
    bits = kir_binary(f, KIR_AND, bits, kir_int(f, KIR_I64, 0xfffffffffffff));
    bits = kir_binary(f, KIR_OR, bits, kir_binary(f, KIR_SHL, rest, shift));
    rest = kir_bitcast(f, KIR_F64, bits);
    t = math_poly(m, rest, 4, cbrt_terms);
    t = cbrt_step(m, cbrt_step(m, t, rest), rest);
    t = cbrt_finish(m, t, rest);
    third = kir_binary(f, KIR_SUB, third,
                       math_select(m, tiny, kir_int(f, KIR_I64, 341 + 18),
                                   kir_int(f, KIR_I64, 341)));
    t = math_mul(m, t, math_power(m, kir_cast(f, KIR_I32, third)));
    finite = kir_binary(f, KIR_AND, math_less(m, math_num(m, 0), size),
                        math_less(m, size, math_num(m, INFINITY)));
    return math_select(m, finite, kir_binary(f, KIR_COPYSIGN, t, x), x);
}

/* Error function ----------------------------------------------------------- */

/* erf(x) / x - 1 in x^2 on [0, 1], interpolated at Chebyshev's points. */
static const double erf_terms[] = {
    0x1.06eba8214db69p-3,   -0x1.812746b0379e7p-2,  0x1.ce2f21a042bdep-4,
    -0x1.b82ce312889bap-6,  0x1.565bcd0e6502dp-8,   -0x1.c02db3feeb579p-11,
    0x1.f9a326c233146p-14,  -0x1.f4d2561aeafd4p-17, 0x1.b9e6509b9867dp-20,
    -0x1.5f6d925a0bc7ap-23, 0x1.fc4356498c2d9p-27,  -0x1.4e607b41a6416p-30,
    0x1.7f072188e194dp-34,  -0x1.29b9f1b3df556p-38};

/* -log(1 - erf(1 + u)), 0 <= u <= 5: least squares weighted by 1 - erf, so that
 * erf has the same error everywhere, 2^-59. */
static const double erfc_terms[] = {
    0x1.d97fbf27aa2a1p+0,   0x1.51c9b0006c236p+1,   0x1.afabc11a2964cp-1,
    0x1.5477f09bfbcaep-5,   -0x1.48c9d3e9c12ecp-7,  0x1.033f658b135fdp-9,
    -0x1.f1b37f60707d4p-13, -0x1.b8df8e66e6aeep-16, 0x1.c7a97c4dfaf53p-16,
    -0x1.4271e5ce234c2p-17, 0x1.14908a7cfc3a1p-19,  -0x1.343f06eed97fap-23,
    -0x1.a1332e18ff6a1p-24, 0x1.bd6468218ffe9p-25,  -0x1.fe3890df1eed1p-27,
    0x1.87a4bdc87e989p-29,  -0x1.926e1c4e403d8p-32, 0x1.f74af3d26b2a2p-36,
    -0x1.221147b563ffbp-40};

int math_erf(struct math *m, int x)
{
    int size = math_abs(m, x), one = math_num(m, 1), near, far, u;

    near = math_poly(m, math_mul(m, x, x), 14, erf_terms);
    near = math_fma(m, size, near, size);
    u = kir_binary(m->f, KIR_MIN, size, math_num(m, 6));
    far = math_poly(m, math_sub(m, u, one), 19, erfc_terms);
    far = math_sub(m, one, math_exp_scaled(m, math_neg(m, far), 0));
    near = math_select(m, math_less(m, size, one), near, far);
    near = kir_binary(m->f, KIR_COPYSIGN, near, x);
    return math_unless_nan(m, x, near);
}

/* Hypotenuse --------------------------------------------------------------- */

/* sqrt(a^2 + b^2), a >= b, both of middling size: the root is corrected by what
 * its square lacks, computed without rounding. */
static int hypot_scaled(struct math *m, int a, int b)
{
    struct math_pair aa = math_two_product(m, a, a);
    struct math_pair bb = math_two_product(m, b, b);
    struct math_pair sum = math_two_sum(m, aa.hi, bb.hi), hh;
    int h = kir_unary(m->f, KIR_SQRT, sum.hi), rest;

    hh = math_two_product(m, h, h);
    rest = math_sub(m, sum.hi, hh.hi);
    rest = math_sub(m, rest, hh.lo);
    rest = math_add(m, rest, math_add(m, sum.lo, math_add(m, aa.lo, bb.lo)));
    rest = math_div(m, rest, math_add(m, h, h));
    return math_select(m, math_less(m, math_num(m, 0), h), math_add(m, h, rest),
                       h);
}

int math_hypot(struct math *m, int x, int y)
{
    struct kir_func *f = m->f;
    int infinity = math_num(m, INFINITY), one = math_num(m, 1);
    int a, b, large, small, down, up, result, endless;

    x = math_abs(m, x);
    y = math_abs(m, y);
    a = kir_binary(f, KIR_MAX, x, y);
    b = kir_binary(f, KIR_MIN, x, y);
    large = math_less(m, math_num(m, 0x1p500), a);
    small = math_less(m, a, math_num(m, 0x1p-450));
    down = math_select(m, large, math_num(m, 0x1p-600),
                       math_select(m, small, math_num(m, 0x1p600), one));
    up = math_select(m, large, math_num(m, 0x1p600),
                     math_select(m, small, math_num(m, 0x1p-600), one));
    result = hypot_scaled(m, math_mul(m, a, down), math_mul(m, b, down));
    result = math_mul(m, result, up);
    result = math_unless_nan(m, x, math_unless_nan(m, y, result));
    endless = kir_binary(f, KIR_OR, kir_binary(f, KIR_EQ, x, infinity),
                         kir_binary(f, KIR_EQ, y, infinity));
    return math_select(m, endless, infinity, result);
}

/* Remainder ---------------------------------------------------------------- */

/* A finite number >= 0 as whole 2^exponent, whole < 2^53. */
struct integer {
    int whole;    /* u64 */
    int exponent; /* i64 */
};

static struct integer integer_of(struct math *m, int x)
{
    struct kir_func *f = m->f;
    int bits = kir_bitcast(f, KIR_U64, x);
    int field = kir_binary(f, KIR_SHR, bits, kir_int(f, KIR_I32, 52));
    int normal = kir_binary(f, KIR_NE, field, kir_int(f, KIR_U64, 0));
    struct integer n;

    bits = kir_binary(f, KIR_AND, bits, kir_int(f, KIR_U64, 0xfffffffffffff));
    n.whole = math_select(
        m, normal,
        kir_binary(f, KIR_OR, bits, kir_int(f, KIR_U64, INT64_C(1) << 52)),
        bits);
    field = math_select(m, normal, field, kir_int(f, KIR_U64, 1));
    n.exponent = kir_binary(f, KIR_SUB, kir_cast(f, KIR_I64, field),
                            kir_int(f, KIR_I64, 1075));
    return n;
}

/* (whole 2^count) mod divisor, eleven bits at a time: products stay below
 * 2^64. */
static int remainder_of(struct math *m, int whole, int count, int divisor)
{
    struct kir_func *f = m->f;
    int rest = kir_variable(f, "rest", KIR_U64);
    int left = kir_variable(f, "left", KIR_I64), n, step, now;

    kir_set(f, rest, kir_binary(f, KIR_REM, whole, divisor));
    kir_set(f, left, count);
    kir_while(f);
    n = kir_get(f, left);
    kir_while_body(f, kir_binary(f, KIR_GT, n, kir_int(f, KIR_I64, 0)));
    n = kir_get(f, left);
    step = kir_binary(f, KIR_MIN, n, kir_int(f, KIR_I64, 11));
    now = kir_binary(f, KIR_SHL, kir_get(f, rest), kir_cast(f, KIR_I32, step));
    kir_set(f, rest, kir_binary(f, KIR_REM, now, divisor));
    kir_set(f, left, kir_binary(f, KIR_SUB, n, step));
    kir_end(f);
    return kir_get(f, rest);
}

int math_fmod(struct math *m, int x, int y)
{
    struct kir_func *f = m->f;
    int a = math_abs(m, x), b = math_abs(m, y), zero = math_num(m, 0);
    int infinity = math_num(m, INFINITY), defined, smaller, count, divisor;
    struct integer p = integer_of(m, a), q = integer_of(m, b);
    int result;

    defined = kir_binary(f, KIR_AND, math_less(m, a, infinity),
                         kir_binary(f, KIR_GT, b, zero));
    smaller = math_less(m, a, b);
    count =
        math_select(m, defined, kir_binary(f, KIR_SUB, p.exponent, q.exponent),
                    kir_int(f, KIR_I64, 0));
    divisor = kir_binary(f, KIR_MAX, q.whole, kir_int(f, KIR_U64, 1));
    result = kir_cast(f, KIR_F64, remainder_of(m, p.whole, count, divisor));
    result = math_scale(m, result, kir_cast(f, KIR_I32, q.exponent));
    result = kir_binary(f, KIR_COPYSIGN, math_select(m, smaller, a, result), x);
    result = math_select(m, defined, result, math_num(m, NAN));
    return math_unless_nan(m, x, math_unless_nan(m, y, result));
}
