// Two-dimensional stencils: tiles with a halo in shared memory; a step of the
// game of life on bytes.
// nvcc: -arch=compute_100 -fmad=false

enum { WIDTH = 32, HEIGHT = 8 };

extern "C" __global__ void heat_f64(int n, int m, double rate, const double *in,
                                    double *out)
{
    __shared__ double tile[HEIGHT + 2][WIDTH + 2];
    int x = threadIdx.x + 1, y = threadIdx.y + 1;
    int j = blockIdx.x * WIDTH + threadIdx.x;
    int i = blockIdx.y * HEIGHT + threadIdx.y;

    if (i < n && j < m) {
        tile[y][x] = in[i * m + j];
        if (threadIdx.x == 0)
            tile[y][0] = j > 0 ? in[i * m + j - 1] : 0;
        if (threadIdx.x == WIDTH - 1 || j == m - 1)
            tile[y][x + 1] = j < m - 1 ? in[i * m + j + 1] : 0;
        if (threadIdx.y == 0)
            tile[0][x] = i > 0 ? in[(i - 1) * m + j] : 0;
        if (threadIdx.y == HEIGHT - 1 || i == n - 1)
            tile[y + 1][x] = i < n - 1 ? in[(i + 1) * m + j] : 0;
    }
    __syncthreads();
    if (i < n && j < m)
        out[i * m + j] = tile[y][x] + rate * (tile[y - 1][x] + tile[y + 1][x] +
                                              tile[y][x - 1] + tile[y][x + 1] -
                                              4 * tile[y][x]);
}

// Nine weights in the kernel's parameters; edges are repeated.
struct weights {
    float w[3][3];
};

extern "C" __global__ void blur_f32(int n, int m, weights by, const float *in,
                                    float *out)
{
    int j = blockIdx.x * WIDTH + threadIdx.x;
    int i = blockIdx.y * HEIGHT + threadIdx.y;
    float sum = 0;

    if (i >= n || j >= m)
        return;
    for (int di = -1; di <= 1; di++)
        for (int dj = -1; dj <= 1; dj++) {
            int u = min(max(i + di, 0), n - 1), v = min(max(j + dj, 0), m - 1);
            sum += by.w[di + 1][dj + 1] * in[u * m + v];
        }
    out[i * m + j] = sum;
}

extern "C" __global__ void life(int n, int m, const unsigned char *in,
                                unsigned char *out)
{
    int j = blockIdx.x * WIDTH + threadIdx.x;
    int i = blockIdx.y * HEIGHT + threadIdx.y;
    int around = 0;

    if (i >= n || j >= m)
        return;
    for (int u = i - 1; u <= i + 1; u++)
        for (int v = j - 1; v <= j + 1; v++)
            around += in[(u + n) % n * m + (v + m) % m];
    around -= in[i * m + j];
    out[i * m + j] = around == 3 || (around == 2 && in[i * m + j]);
}
