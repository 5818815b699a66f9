// Divergence: lanes leave loops after different numbers of turns, break,
// continue, and nest one loop of their own length in another.
// nvcc: -arch=compute_100 -fmad=false

template <typename T>
static __device__ int escape_time(T x, T y, int limit, T *last)
{
    T u = 0, v = 0;
    int k = 0;

    while (k < limit) {
        T uu = u * u, vv = v * v;
        if (uu + vv > T(4))
            break;
        v = T(2) * u * v + y;
        u = uu - vv + x;
        k++;
    }
    *last = u;
    return k;
}

extern "C" __global__ void mandelbrot_f64(int width, int height, double step,
                                          int limit, int *count, double *last)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;

    if (i >= width || j >= height)
        return;
    count[j * width + i] = escape_time(-2.0 + i * step, -1.25 + j * step, limit,
                                       &last[j * width + i]);
}

extern "C" __global__ void mandelbrot_f32(int width, int height, float step,
                                          int limit, int *count, float *last)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;

    if (i >= width || j >= height)
        return;
    count[j * width + i] = escape_time(-2.0f + i * step, -1.25f + j * step,
                                       limit, &last[j * width + i]);
}

// The steps to 1 of 3n + 1, and how many primes divide n.
extern "C" __global__ void numbers(int n, unsigned *steps, unsigned *factors)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long value = i + 1;
    unsigned length = 0, found = 0, rest = i + 1;

    if (i >= n)
        return;
    while (value != 1) {
        if (value % 2)
            value = 3 * value + 1;
        else
            value /= 2;
        length++;
    }
    for (unsigned p = 2; p * p <= rest; p++) {
        if (rest % p)
            continue;
        while (rest % p == 0)
            rest /= p;
        found++;
    }
    steps[i] = length;
    factors[i] = found + (rest > 1);
}

// Early exits at several depths, then work for those who stay.
extern "C" __global__ void leave_early(int n, const int *depth, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    out[i] = 1;
    for (int d = 0; d < 8; d++) {
        if (depth[i] == d)
            return;
        for (int k = 0; k < d; k++) {
            if (k == depth[i] - 4)
                return;
            if ((k ^ i) & 1)
                continue;
            out[i] += k;
        }
        out[i] *= 3;
    }
    out[i] = -out[i];
}
