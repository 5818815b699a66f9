// Histograms of bytes: in shared memory per block, and in global memory.
// nvcc: -arch=compute_75

extern "C" __global__ void histogram_shared(const unsigned char *data, int n,
                                            unsigned *count)
{
    __shared__ unsigned own[256];

    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        own[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&own[data[i]], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        atomicAdd(&count[k], own[k]);
}

// Weighted, with old values that tell each addition from the others.
extern "C" __global__ void histogram_global(const unsigned char *data, int n,
                                            unsigned long long *sum,
                                            unsigned *arrivals, unsigned *rank)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    atomicAdd(&sum[data[i]], (unsigned long long)i << 20);
    rank[i] = atomicInc(&arrivals[data[i]], 0xffffffffu);
}

// Words of four bytes, unpacked with vector loads.
extern "C" __global__ void histogram_vector(const uchar4 *data, int n,
                                            unsigned *count)
{
    extern __shared__ unsigned bins[];

    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        bins[k] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        uchar4 word = data[i];
        atomicAdd(&bins[word.x], 1);
        atomicAdd(&bins[word.y], 1);
        atomicAdd(&bins[word.z], 1);
        atomicAdd(&bins[word.w], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        count[k] = bins[k];
}
