// Device functions that are not inlined: values, structs and pointers to local
// memory as parameters, structs as results, divergence and shuffles in them.
// nvcc: -arch=compute_100

struct pair {
    double value;
    int index;
};

static __device__ __noinline__ double horner(double x, int degree,
                                             const double *coefficient)
{
    double sum = coefficient[degree];

    while (degree-- > 0)
        sum = fma(sum, x, coefficient[degree]);
    return sum;
}

static __device__ __noinline__ pair largest(const double *x, int n)
{
    pair best = {x[0], 0};

    for (int i = 1; i < n; i++)
        if (x[i] > best.value) {
            best.value = x[i];
            best.index = i;
        }
    return best;
}

static __device__ __noinline__ void exchange(int *a, int *b)
{
    int kept = *a;

    *a = *b;
    *b = kept;
}

static __device__ __noinline__ void sort3(int *a)
{
    if (a[0] > a[1])
        exchange(&a[0], &a[1]);
    if (a[1] > a[2])
        exchange(&a[1], &a[2]);
    if (a[0] > a[1])
        exchange(&a[0], &a[1]);
}

static __device__ __noinline__ int ring_sum(int value, int distance)
{
    return value + __shfl_sync(~0u, value, (threadIdx.x + distance) % 32);
}

static __device__ __noinline__ unsigned char low_byte(short a, signed char b)
{
    return (unsigned char)(a * b);
}

extern "C" __global__ void call_horner(int n, const double *x,
                                       const double *coefficient, double *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    if (i % 3 == 0)
        y[i] = horner(x[i], i % 8, coefficient);
    else if (i % 3 == 1)
        y[i] = horner(horner(x[i], 3, coefficient), 2, coefficient + 1);
    else
        y[i] = x[i];
}

extern "C" __global__ void call_largest(int rows, int columns, const double *x,
                                        double *value, int *index)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= rows)
        return;
    pair best = largest(x + i * columns, 1 + i % columns);
    value[i] = best.value;
    index[i] = best.index;
}

extern "C" __global__ void call_sort(int n, int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int own[3];

    if (i >= n)
        return;
    for (int k = 0; k < 3; k++)
        own[k] = x[3 * i + k];
    sort3(own);
    for (int k = 0; k < 3; k++)
        x[3 * i + k] = own[k];
}

extern "C" __global__ void call_ring(int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = x[i];

    for (int distance = 1; distance < 32; distance *= 2)
        value = ring_sum(value, distance);
    x[i] = value;
}

extern "C" __global__ void call_bytes(int n, const short *a,
                                      const signed char *b, unsigned char *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = low_byte(a[i], b[i]);
}
