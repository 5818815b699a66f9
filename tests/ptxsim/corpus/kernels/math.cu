// The math library, which nvcc inlines: double and single precision, and the
// approximations of the hardware.
// nvcc: -arch=compute_75

extern "C" __global__ void math_f64(int n, const double *x, const double *y,
                                    double *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    double a = x[i], b = y[i], *o = out + 20 * i;
    o[0] = exp(a);
    o[1] = log(fabs(a));
    o[2] = sin(a);
    o[3] = cos(a);
    o[4] = pow(fabs(a), b);
    o[5] = sqrt(fabs(a));
    o[6] = tan(a);
    o[7] = exp2(b);
    o[8] = log2(fabs(b));
    o[9] = cbrt(a);
    o[10] = atan2(a, b);
    o[11] = erf(b);
    o[12] = expm1(b);
    o[13] = log1p(fabs(b));
    o[14] = tanh(b);
    o[15] = hypot(a, b);
    o[16] = rsqrt(fabs(a));
    o[17] = pow(b, (double)(i % 9 - 4));
    o[18] = asin(b / 40);
    o[19] = sinh(b);
}

extern "C" __global__ void exact_f64(int n, const double *x, const double *y,
                                     double *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    double a = x[i], b = y[i], *o = out + 10 * i;
    int exponent;
    o[0] = fmod(a, b);
    o[1] = remainder(a, b);
    o[2] = round(b);
    o[3] = nearbyint(b);
    o[4] = ldexp(a, i % 600 - 300);
    o[5] = frexp(a, &exponent);
    o[6] = exponent;
    o[7] = fdim(a, b);
    o[8] = logb(a);
    o[9] = nextafter(a, b);
}

extern "C" __global__ void math_f32(int n, const float *x, const float *y,
                                    float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float a = x[i], b = y[i], *o = out + 12 * i;
    o[0] = expf(b);
    o[1] = logf(fabsf(a));
    o[2] = sinf(a);
    o[3] = cosf(a);
    o[4] = powf(fabsf(a), b);
    o[5] = sqrtf(fabsf(a));
    o[6] = exp2f(b);
    o[7] = tanhf(b);
    o[8] = atanf(a);
    o[9] = erff(b);
    o[10] = cbrtf(a);
    o[11] = rsqrtf(fabsf(a));
}

extern "C" __global__ void approximate(int n, const float *x, const float *y,
                                       float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float a = x[i], b = y[i], *o = out + 8 * i;
    o[0] = __expf(b);
    o[1] = __logf(fabsf(a));
    o[2] = __sinf(b);
    o[3] = __cosf(b);
    o[4] = __fdividef(a, b);
    o[5] = __frsqrt_rn(fabsf(a));
    o[6] = __powf(fabsf(a), b);
    o[7] = __log2f(fabsf(b));
}
