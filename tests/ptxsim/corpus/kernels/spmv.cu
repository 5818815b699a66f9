// Sparse matrix times vector, rows compressed: a thread or a warp per row.
// nvcc: -arch=compute_80

extern "C" __global__ void spmv_thread(int n, const int *row, const int *column,
                                       const double *value, const double *x,
                                       double *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;

    if (i >= n)
        return;
    for (int k = row[i]; k < row[i + 1]; k++)
        sum += value[k] * x[column[k]];
    y[i] = sum;
}

extern "C" __global__ void spmv_warp(int n, const int *__restrict__ row,
                                     const int *__restrict__ column,
                                     const float *__restrict__ value,
                                     const float *__restrict__ x,
                                     float *__restrict__ y)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    float sum = 0;

    if (i >= n)
        return;
    for (int k = row[i] + lane; k < row[i + 1]; k += 32)
        sum += value[k] * x[column[k]];
    for (int mask = 16; mask > 0; mask /= 2)
        sum += __shfl_xor_sync(~0u, sum, mask);
    if (lane == 0)
        y[i] = sum;
}

// Breadth-first levels of a graph until nothing changes, in one block.
extern "C" __global__ void levels(int n, const int *row, const int *column,
                                  int *level)
{
    __shared__ volatile int changed;
    int depth = 0;

    do {
        __syncthreads();
        if (threadIdx.x == 0)
            changed = 0;
        __syncthreads();
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            if (((volatile int *)level)[i] != depth)
                continue;
            for (int k = row[i]; k < row[i + 1]; k++)
                if (atomicCAS(&level[column[k]], -1, depth + 1) == -1)
                    changed = 1;
        }
        depth++;
        __syncthreads();
    } while (changed);
}
