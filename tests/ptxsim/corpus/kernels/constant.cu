// Constant and global variables of the module: tables, structs, pointers to
// other variables, strings, and variables that kernels write.
// nvcc: -arch=compute_100

struct row {
    short key;
    double factor;
    const char *name;
};

__constant__ double weight[7] = {0.5, -1.25, 3.0, 1e-300, -0.0, 6.02e23, 7};
__constant__ int prime[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
__device__ const char word[] = "constant\ttables\n";
__device__ const char other[] = "others";
__device__ int number[4] = {-1, 0x7fffffff, 42, -2147483647 - 1};
__device__ int *cursor = &number[2];
__device__ unsigned long long total = 1ull << 40;
__device__ float scratch[64];
__constant__ row table[3] = {
    {-7, 2.5, word}, {300, -0.125, other}, {0, 1.0, word + 9}};

extern "C" __global__ void tables(int n, double *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    x[i] = weight[i % 7] * table[i % 3].factor;
    y[i] = prime[i % 12] + table[i % 3].key + table[i % 3].name[i % 6];
}

extern "C" __global__ void variables(int *out)
{
    int i = threadIdx.x;

    scratch[i] = (float)i * 0.5f;
    __syncthreads();
    out[i] = number[i % 4] ^ (int)scratch[63 - i] ^ cursor[i % 3 - 2];
    atomicAdd(&total, (unsigned long long)i);
}

extern "C" __global__ void read_total(unsigned long long *out)
{
    *out = total;
    cursor = &number[0];
}
