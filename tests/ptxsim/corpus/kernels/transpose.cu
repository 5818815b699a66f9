// Transpositions: naive, through shared memory, through padded shared memory.
// nvcc: -arch=compute_100

enum { TILE = 32, ROWS = 8 };

extern "C" __global__ void transpose_naive(int n, int m, const float *in,
                                           float *out)
{
    int x = blockIdx.x * TILE + threadIdx.x;

    for (int k = 0; k < TILE; k += ROWS) {
        int y = blockIdx.y * TILE + threadIdx.y + k;
        if (x < m && y < n)
            out[(size_t)x * n + y] = in[(size_t)y * m + x];
    }
}

template <typename T, int PADDING>
static __device__ void transpose_tile(int n, int m, const T *in, T *out)
{
    __shared__ T tile[TILE][TILE + PADDING];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    for (int k = 0; k < TILE; k += ROWS)
        if (x < m && y + k < n)
            tile[threadIdx.y + k][threadIdx.x] = in[(size_t)(y + k) * m + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += ROWS)
        if (x < n && y + k < m)
            out[(size_t)(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}

extern "C" __global__ void transpose_shared(int n, int m, const float *in,
                                            float *out)
{
    transpose_tile<float, 0>(n, m, in, out);
}

extern "C" __global__ void transpose_padded(int n, int m, const float *in,
                                            float *out)
{
    transpose_tile<float, 1>(n, m, in, out);
}

extern "C" __global__ void transpose_f64(int n, int m, const double *in,
                                         double *out)
{
    transpose_tile<double, 1>(n, m, in, out);
}
