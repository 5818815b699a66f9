// Matrix products: tiles in shared memory, f64 and f32, and a version that
// holds 4 x 4 results per thread and loads vectors.
// nvcc: -arch=compute_100
// nvcc debug: -arch=compute_90 -G

enum { TILE = 16 };

template <typename T>
static __device__ void product(int n, int m, int depth, const T *a, const T *b,
                               T *c)
{
    __shared__ T left[TILE][TILE], right[TILE][TILE + 1];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    T sum = 0;

    for (int first = 0; first < depth; first += TILE) {
        int i = first + threadIdx.x, j = first + threadIdx.y;
        left[threadIdx.y][threadIdx.x] =
            row < n && i < depth ? a[row * depth + i] : T(0);
        right[threadIdx.y][threadIdx.x] =
            column < m && j < depth ? b[j * m + column] : T(0);
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum = fma(left[threadIdx.y][k], right[k][threadIdx.x], sum);
        __syncthreads();
    }
    if (row < n && column < m)
        c[row * m + column] = sum;
}

extern "C" __global__ void gemm_f64(int n, int m, int depth, const double *a,
                                    const double *b, double *c)
{
    product(n, m, depth, a, b, c);
}

extern "C" __global__ void gemm_f32(int n, int m, int depth, const float *a,
                                    const float *b, float *c)
{
    product(n, m, depth, a, b, c);
}

// 64 x 64 results per block of 16 x 16 threads; all sizes multiples of 64.
extern "C" __global__ void __launch_bounds__(256)
    gemm_vector(int n, int m, int depth, const float *a, const float *b,
                float *c)
{
    __shared__ float left[16][64], right[16][64];
    float sum[4][4] = {};
    int thread = threadIdx.y * 16 + threadIdx.x;
    int row = blockIdx.y * 64, column = blockIdx.x * 64;

    for (int first = 0; first < depth; first += 16) {
        float4 l = *(const float4 *)&a[(row + thread / 4) * depth + first +
                                       thread % 4 * 4];
        left[thread % 4 * 4 + 0][thread / 4] = l.x;
        left[thread % 4 * 4 + 1][thread / 4] = l.y;
        left[thread % 4 * 4 + 2][thread / 4] = l.z;
        left[thread % 4 * 4 + 3][thread / 4] = l.w;
        *(float4 *)&right[thread / 16][thread % 16 * 4] =
            *(const float4
                  *)&b[(first + thread / 16) * m + column + thread % 16 * 4];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float4 x = *(const float4 *)&left[k][threadIdx.y * 4];
            float4 y = *(const float4 *)&right[k][threadIdx.x * 4];
            const float u[4] = {x.x, x.y, x.z, x.w};
            const float v[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    sum[i][j] = fmaf(u[i], v[j], sum[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        *(float4
              *)&c[(row + threadIdx.y * 4 + i) * m + column + threadIdx.x * 4] =
            make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}
