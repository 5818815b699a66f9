// Bitonic sort: in shared memory, and over global memory with keys and values.
// nvcc: -arch=compute_75

// Each block sorts 2 * blockDim.x keys.
extern "C" __global__ void sort_shared(int *key)
{
    extern __shared__ int own[];
    int count = 2 * blockDim.x;
    int *from = key + blockIdx.x * count;

    own[threadIdx.x] = from[threadIdx.x];
    own[threadIdx.x + blockDim.x] = from[threadIdx.x + blockDim.x];
    for (int size = 2; size <= count; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int low = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            bool up = (threadIdx.x & (size / 2)) == 0;
            __syncthreads();
            if ((own[low] > own[low + stride]) == up) {
                int kept = own[low];
                own[low] = own[low + stride];
                own[low + stride] = kept;
            }
        }
    __syncthreads();
    from[threadIdx.x] = own[threadIdx.x];
    from[threadIdx.x + blockDim.x] = own[threadIdx.x + blockDim.x];
}

// One step of a sort by keys with distinct values that break ties.
extern "C" __global__ void sort_step(int size, int stride, float *key,
                                     short *value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int partner = i ^ stride;

    if (partner <= i)
        return;
    float a = key[i], b = key[partner];
    short u = value[i], v = value[partner];
    bool up = (i & size) == 0;
    bool swapped = a > b || (a == b && u > v);
    if (swapped == up) {
        key[i] = b;
        key[partner] = a;
        value[i] = v;
        value[partner] = u;
    }
}
