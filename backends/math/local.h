/*
 * What the files of this folder share: how expansions are written. An expansion
 * appends f64 operations to a function and returns the value; f32 goes through
 * f64. math.c states the accuracy of each.
 */
#ifndef HEDRA_BACKENDS_MATH_LOCAL_H
#define HEDRA_BACKENDS_MATH_LOCAL_H

#include "backends/math/math.h"

/* The function that an expansion is appended to. `two_over_pi` is the number of
 * its table of bits, -1 before the first use. */
struct math {
    struct kir_func *f;
    int two_over_pi;
};

/* An unevaluated sum of two values, |lo| at most half a unit of hi. */
struct math_pair {
    int hi, lo;
};

int math_num(struct math *m, double x);
int math_add(struct math *m, int a, int b);
int math_sub(struct math *m, int a, int b);
int math_mul(struct math *m, int a, int b);
int math_div(struct math *m, int a, int b);
int math_fma(struct math *m, int a, int b, int c); /* a * b + c */
int math_neg(struct math *m, int a);
int math_abs(struct math *m, int a);
int math_less(struct math *m, int a, int b); /* pred */
int math_select(struct math *m, int test, int yes, int no);
/* `no` unless x is a NaN, which it returns. */
int math_unless_nan(struct math *m, int x, int no);
/* c[0] + x c[1] + … */
int math_poly(struct math *m, int x, int count, const double *c);
/* 2^k for an i32 k of a normal number; x 2^k, rounded once, for
 * |k| < 2040. */
int math_power(struct math *m, int k);
int math_scale(struct math *m, int x, int k);
/* Exact sums and products. */
struct math_pair math_two_sum(struct math *m, int a, int b);
struct math_pair math_two_product(struct math *m, int a, int b);
/* a / b, rounded nearly once. */
int math_quotient(struct math *m, struct math_pair a, struct math_pair b);

/* exp(x) 2^scale and exp(hi + lo), |hi| < 1000. */
int math_exp_scaled(struct math *m, int x, int scale);
int math_exp_pair(struct math *m, struct math_pair x, int scale);

int math_exp(struct math *m, int x);
int math_exp2(struct math *m, int x);
int math_expm1(struct math *m, int x);
int math_sinh(struct math *m, int x);
int math_cosh(struct math *m, int x);
int math_tanh(struct math *m, int x);
int math_log(struct math *m, int x);
int math_log2(struct math *m, int x);
int math_log10(struct math *m, int x);
int math_log1p(struct math *m, int x);
int math_pow(struct math *m, int x, int y);
int math_sin(struct math *m, int x);
int math_cos(struct math *m, int x);
int math_tan(struct math *m, int x);
int math_asin(struct math *m, int x);
int math_acos(struct math *m, int x);
int math_atan(struct math *m, int x);
int math_atan2(struct math *m, int y, int x);
int math_cbrt(struct math *m, int x);
int math_erf(struct math *m, int x);
int math_hypot(struct math *m, int x, int y);
int math_fmod(struct math *m, int x, int y);

#endif
