// OpenCL C: matrix times vector by blocks with local memory, and a tiled
// product, in double precision.
// clang: -cl-std=CL1.2 -march=sm_80 -ffp-contract=fast

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

enum { TILE = 8 };

kernel void vector_product(int m, global const double *a,
                           global const double *x, global double *y)
{
    local double part[64];
    int i = __nvvm_read_ptx_sreg_ctaid_x(), k = __nvvm_read_ptx_sreg_tid_x();
    double sum = 0;

    for (int j = k; j < m; j += 64)
        sum += a[i * m + j] * x[j];
    part[k] = sum;
    __syncthreads();
    for (int stride = 32; stride > 0; stride /= 2) {
        if (k < stride)
            part[k] += part[k + stride];
        __syncthreads();
    }
    if (k == 0)
        y[i] = part[0];
}

// n, a multiple of TILE, is the size of the square matrices.
kernel void tiled(int n, global const double *a, global const double *b,
                  global double *c)
{
    local double left[TILE][TILE], right[TILE][TILE];
    int u = __nvvm_read_ptx_sreg_tid_x(), v = __nvvm_read_ptx_sreg_tid_y();
    int j = __nvvm_read_ptx_sreg_ctaid_x() * TILE + u;
    int i = __nvvm_read_ptx_sreg_ctaid_y() * TILE + v;
    double sum = 0;

    for (int first = 0; first < n; first += TILE) {
        left[v][u] = a[i * n + first + u];
        right[v][u] = b[(first + v) * n + j];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += left[v][k] * right[k][u];
        __syncthreads();
    }
    c[i * n + j] = sum;
}
