// Reductions: through warp shuffles, through a tree in shared memory, with
// atomics at the end; f64, f32, 64-bit and 32-bit integers.
// nvcc: -arch=compute_75
// nvcc debug: -arch=compute_75 -G

template <typename T> static __device__ T warp_sum(T value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(~0u, value, offset);
    return value;
}

// One sum per block; as many threads as a multiple of 32.
extern "C" __global__ void sum_f64(const double *x, int n, double *out)
{
    __shared__ double part[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    double sum = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        sum += x[i];
    sum = warp_sum(sum);
    if (lane == 0)
        part[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? part[lane] : 0;
        sum = warp_sum(sum);
        if (lane == 0)
            out[blockIdx.x] = sum;
    }
}

extern "C" __global__ void sum_f32(const float *x, int n, float *out)
{
    extern __shared__ float part[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    part[threadIdx.x] = i < n ? x[i] : 0.0f;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}

extern "C" __global__ void min_s64(const long long *x, int n, long long *out)
{
    long long least = 0x7fffffffffffffff;

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        least = min(least, x[i]);
    for (int mask = 16; mask > 0; mask /= 2)
        least = min(least, __shfl_xor_sync(~0u, least, mask));
    if (threadIdx.x % 32 == 0)
        atomicMin(out, least);
}

extern "C" __global__ void max_u32(const unsigned *x, int n, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicMax(out, x[i]);
}

// A sum of whole numbers, so that the order of the additions is all one.
extern "C" __global__ void add_f64(const double *x, int n, double *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicAdd(out, x[i]);
}
