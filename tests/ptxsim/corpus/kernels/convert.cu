// Conversions between numbers, in every rounding, with the values at the edges
// of the types; whole numbers in floating point.
// nvcc: -arch=compute_75

extern "C" __global__ void from_f64(int n, const double *x, long long *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    double v = x[i];
    long long *o = out + 24 * i;
    o[0] = __double2int_rn(v);
    o[1] = __double2int_rz(v);
    o[2] = __double2int_rd(v);
    o[3] = __double2int_ru(v);
    o[4] = __double2uint_rn(v);
    o[5] = __double2uint_rz(v);
    o[6] = __double2uint_rd(v);
    o[7] = __double2uint_ru(v);
    o[8] = __double2ll_rn(v);
    o[9] = __double2ll_rz(v);
    o[10] = __double2ll_rd(v);
    o[11] = __double2ll_ru(v);
    o[12] = (long long)__double2ull_rn(v);
    o[13] = (long long)__double2ull_rz(v);
    o[14] = (long long)__double2ull_rd(v);
    o[15] = (long long)__double2ull_ru(v);
    if (isnan(v)) // whose bits are open from here on
        v = 1;
    o[16] = __float_as_int(__double2float_rn(v));
    o[17] = __float_as_int(__double2float_rz(v));
    o[18] = __float_as_int(__double2float_rd(v));
    o[19] = __float_as_int(__double2float_ru(v));
    o[20] = __double_as_longlong(floor(v));
    o[21] = __double_as_longlong(ceil(v));
    o[22] = __double_as_longlong(trunc(v));
    o[23] = __double_as_longlong(rint(v));
}

extern "C" __global__ void from_f32(int n, const float *x, long long *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float v = x[i];
    long long *o = out + 24 * i;
    o[0] = __float2int_rn(v);
    o[1] = __float2int_rz(v);
    o[2] = __float2int_rd(v);
    o[3] = __float2int_ru(v);
    o[4] = __float2uint_rn(v);
    o[5] = __float2uint_rz(v);
    o[6] = __float2uint_rd(v);
    o[7] = __float2uint_ru(v);
    o[8] = __float2ll_rn(v);
    o[9] = __float2ll_rz(v);
    o[10] = __float2ll_rd(v);
    o[11] = __float2ll_ru(v);
    o[12] = (long long)__float2ull_rn(v);
    o[13] = (long long)__float2ull_rz(v);
    o[14] = (long long)__float2ull_rd(v);
    o[15] = (long long)__float2ull_ru(v);
    o[17] = __float_as_int(__saturatef(v));
    if (isnan(v))
        v = 1;
    o[16] = __double_as_longlong((double)v);
    o[18] = (short)(int)v;
    o[19] = (unsigned char)(unsigned)v;
    o[20] = __float_as_int(floorf(v));
    o[21] = __float_as_int(ceilf(v));
    o[22] = __float_as_int(truncf(v));
    o[23] = __float_as_int(rintf(v));
}

extern "C" __global__ void from_integer(int n, const long long *x,
                                        long long *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    long long v = x[i];
    unsigned long long u = (unsigned long long)v;
    long long *o = out + 24 * i;
    o[0] = __float_as_int(__int2float_rn((int)v));
    o[1] = __float_as_int(__int2float_rz((int)v));
    o[2] = __float_as_int(__int2float_rd((int)v));
    o[3] = __float_as_int(__int2float_ru((int)v));
    o[4] = __float_as_int(__uint2float_rn((unsigned)v));
    o[5] = __float_as_int(__uint2float_rz((unsigned)v));
    o[6] = __float_as_int(__uint2float_rd((unsigned)v));
    o[7] = __float_as_int(__uint2float_ru((unsigned)v));
    o[8] = __float_as_int(__ll2float_rn(v));
    o[9] = __float_as_int(__ll2float_rz(v));
    o[10] = __float_as_int(__ll2float_rd(v));
    o[11] = __float_as_int(__ll2float_ru(v));
    o[12] = __float_as_int(__ull2float_rn(u));
    o[13] = __float_as_int(__ull2float_rz(u));
    o[14] = __double_as_longlong(__ll2double_rn(v));
    o[15] = __double_as_longlong(__ll2double_rz(v));
    o[16] = __double_as_longlong(__ll2double_rd(v));
    o[17] = __double_as_longlong(__ll2double_ru(v));
    o[18] = __double_as_longlong(__ull2double_rn(u));
    o[19] = __double_as_longlong(__ull2double_rz(u));
    o[20] = __double_as_longlong(__ull2double_rd(u));
    o[21] = __double_as_longlong(__ull2double_ru(u));
    o[22] = __double_as_longlong((double)(int)v + (double)(unsigned)v);
    o[23] = (signed char)v + (unsigned short)v + (short)v;
}
