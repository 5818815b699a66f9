// Arithmetic in every rounding, f32 and f64; comparisons, minima and signs with
// NaN, infinities, zeros and subnormal numbers.
// nvcc: -arch=compute_100

extern "C" __global__ void round_f64(int n, const double *x, const double *y,
                                     const double *z, double *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    double a = x[i], b = y[i], c = z[i], *o = out + 24 * i;
    o[0] = __dadd_rn(a, b);
    o[1] = __dadd_rz(a, b);
    o[2] = __dadd_rd(a, b);
    o[3] = __dadd_ru(a, b);
    o[4] = __dmul_rn(a, b);
    o[5] = __dmul_rz(a, b);
    o[6] = __dmul_rd(a, b);
    o[7] = __dmul_ru(a, b);
    o[8] = __fma_rn(a, b, c);
    o[9] = __fma_rz(a, b, c);
    o[10] = __fma_rd(a, b, c);
    o[11] = __fma_ru(a, b, c);
    o[12] = __ddiv_rn(a, b);
    o[13] = __ddiv_rz(a, b);
    o[14] = __ddiv_rd(a, b);
    o[15] = __ddiv_ru(a, b);
    o[16] = __dsqrt_rn(a);
    o[17] = __dsqrt_rz(a);
    o[18] = __dsqrt_rd(a);
    o[19] = __dsqrt_ru(a);
    o[20] = __drcp_rn(a);
    o[21] = __drcp_rz(a);
    o[22] = __drcp_rd(a);
    o[23] = __drcp_ru(a);
}

extern "C" __global__ void round_f32(int n, const float *x, const float *y,
                                     const float *z, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float a = x[i], b = y[i], c = z[i], *o = out + 24 * i;
    o[0] = __fadd_rn(a, b);
    o[1] = __fadd_rz(a, b);
    o[2] = __fadd_rd(a, b);
    o[3] = __fadd_ru(a, b);
    o[4] = __fmul_rn(a, b);
    o[5] = __fmul_rz(a, b);
    o[6] = __fmul_rd(a, b);
    o[7] = __fmul_ru(a, b);
    o[8] = __fmaf_rn(a, b, c);
    o[9] = __fmaf_rz(a, b, c);
    o[10] = __fmaf_rd(a, b, c);
    o[11] = __fmaf_ru(a, b, c);
    o[12] = __fdiv_rn(a, b);
    o[13] = __fdiv_rz(a, b);
    o[14] = __fdiv_rd(a, b);
    o[15] = __fdiv_ru(a, b);
    o[16] = __fsqrt_rn(a);
    o[17] = __fsqrt_rz(a);
    o[18] = __fsqrt_rd(a);
    o[19] = __fsqrt_ru(a);
    o[20] = __frcp_rn(a);
    o[21] = __frcp_rz(a);
    o[22] = __frcp_rd(a);
    o[23] = __frcp_ru(a);
}

// Bits: each comparison, ordered and unordered, and the classes.
extern "C" __global__ void compare(int n, const double *x, const double *y,
                                   const float *u, const float *v,
                                   unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    double a = x[i], b = y[i];
    float p = u[i], q = v[i];
    out[2 * i] = (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 |
                 (a == b) << 4 | (a != b) << 5 | !(a < b) << 6 |
                 !(a <= b) << 7 | !(a > b) << 8 | !(a >= b) << 9 |
                 (isnan(a) != 0) << 10 | (isinf(a) != 0) << 11 |
                 (isfinite(a) != 0) << 12 | (signbit(a) != 0) << 13;
    out[2 * i + 1] = (p < q) | (p <= q) << 1 | (p > q) << 2 | (p >= q) << 3 |
                     (p == q) << 4 | (p != q) << 5 | !(p < q) << 6 |
                     !(p <= q) << 7 | !(p > q) << 8 | !(p >= q) << 9 |
                     (isnan(p) != 0) << 10 | (isinf(p) != 0) << 11 |
                     (isfinite(p) != 0) << 12 | (signbit(p) != 0) << 13;
}

extern "C" __global__ void choose(int n, const double *x, const double *y,
                                  double *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    double a = x[i], b = y[i], *o = out + 8 * i;
    float p = (float)a, q = (float)b;
    o[0] = fmin(a, b);
    o[1] = fmax(a, b);
    o[2] = fabs(a);
    o[3] = -b;
    o[4] = copysign(a, b);
    o[5] = fminf(p, q);
    o[6] = fmaxf(p, q);
    o[7] = copysignf(fabsf(q), -p);
}
