// What the threads of a block do together: barriers that count, vote and have
// names, exits before a barrier, dynamic shared memory cut into pieces, the
// last block to finish, three-dimensional grids.
// nvcc: -arch=compute_100

extern "C" __global__ void barrier_votes(const int *x, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    out[3 * i] = __syncthreads_count(x[i] % 3 == 0);
    out[3 * i + 1] = __syncthreads_and(x[i] > -500);
    out[3 * i + 2] = __syncthreads_or(x[i] > 500);
}

// Warps beyond the data leave; the barriers are for those that are left.
extern "C" __global__ void leave(int n, const int *x, int *out)
{
    __shared__ int own[256];
    int i = threadIdx.x;

    own[i] = 0;
    __syncthreads();
    if (i >= n)
        return;
    own[i] = x[i];
    __syncthreads();
    out[i] = own[n - 1 - i];
}

// The first half of the warps makes what the second half takes.
extern "C" __global__ void pipeline(int rounds, const int *x, int *out)
{
    __shared__ int slot[2][64];
    int i = threadIdx.x % 64;
    bool maker = threadIdx.x < 64;
    int sum = 0;

    for (int k = 0; k < rounds; k++) {
        if (maker) {
            if (k >= 2)
                asm volatile("bar.sync %0, 128;" ::"r"(3 + k % 2) : "memory");
            slot[k % 2][i] = x[k * 64 + i] * (i + 1);
            __threadfence_block();
            asm volatile("bar.arrive %0, 128;" ::"r"(1 + k % 2) : "memory");
        } else {
            asm volatile("bar.sync %0, 128;" ::"r"(1 + k % 2) : "memory");
            sum = 2 * sum + slot[k % 2][63 - i];
            if (k + 2 < rounds)
                asm volatile("bar.arrive %0, 128;" ::"r"(3 + k % 2) : "memory");
        }
    }
    if (!maker)
        out[i] = sum;
}

// Doubles, floats and bytes one behind the other.
extern "C" __global__ void pieces(int n, const double *x, double *out)
{
    extern __shared__ __align__(16) unsigned char memory[];
    double *wide = (double *)memory;
    float *narrow = (float *)(wide + n);
    unsigned char *byte = (unsigned char *)(narrow + n);
    int i = threadIdx.x;

    if (i < n) {
        wide[i] = x[i];
        narrow[n - 1 - i] = (float)(x[i] / 4);
        byte[i] = (unsigned char)(i * 7);
    }
    __syncthreads();
    if (i < n)
        out[i] = wide[(i + 1) % n] + narrow[i] + byte[n - 1 - i];
}

__device__ unsigned finished;

extern "C" __global__ void last_block(int n, const int *x, int *part,
                                      long long *out)
{
    __shared__ int sum;
    __shared__ bool last;

    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&sum, x[i]);
    __syncthreads();
    if (threadIdx.x == 0) {
        part[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        long long all = 0;
        for (int b = 0; b < gridDim.x; b++)
            all += ((volatile int *)part)[b];
        *out = all;
    }
}

extern "C" __global__ void __launch_bounds__(120) cube(int *out)
{
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    int thread =
        (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int size = blockDim.x * blockDim.y * blockDim.z;

    out[block * size + thread] =
        ((blockIdx.x * 10 + blockIdx.y) * 10 + blockIdx.z) * 1000 +
        (threadIdx.x * 10 + threadIdx.y) * 10 + threadIdx.z;
}
