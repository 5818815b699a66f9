// Inclusive prefix sums: in warps by shuffles, over a block, over all blocks.
// nvcc: -arch=compute_100

template <typename T> static __device__ T warp_scan(T value)
{
    int lane = threadIdx.x % 32;

    for (int offset = 1; offset < 32; offset *= 2) {
        T before = __shfl_up_sync(~0u, value, offset);
        if (lane >= offset)
            value += before;
    }
    return value;
}

template <typename T> static __device__ T block_scan(T value)
{
    __shared__ T total[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    value = warp_scan(value);
    if (lane == 31)
        total[warp] = value;
    __syncthreads();
    if (warp == 0)
        total[lane] = warp_scan(lane < blockDim.x / 32 ? total[lane] : T(0));
    __syncthreads();
    return warp > 0 ? total[warp - 1] + value : value;
}

extern "C" __global__ void scan_u32(const unsigned *in, int n, unsigned *out,
                                    unsigned *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned value = block_scan(i < n ? in[i] : 0);

    if (i < n)
        out[i] = value;
    if (sum && threadIdx.x == blockDim.x - 1)
        sum[blockIdx.x] = value;
}

extern "C" __global__ void scan_add_u32(int n, unsigned *out,
                                        const unsigned *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (blockIdx.x > 0 && i < n)
        out[i] += sum[blockIdx.x - 1];
}

extern "C" __global__ void scan_f32(const float *in, int n, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = block_scan(i < n ? in[i] : 0.0f);

    if (i < n)
        out[i] = value;
}

extern "C" __global__ void scan_f64(const double *in, int n, double *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double value = block_scan(i < n ? in[i] : 0.0);

    if (i < n)
        out[i] = value;
}
