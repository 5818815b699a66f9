// Atomic operations of every kind, loops of compare and swap, a lock.
// nvcc: -arch=compute_100

static __device__ double atomic_max(double *place, double value)
{
    unsigned long long *bits = (unsigned long long *)place, seen;
    unsigned long long old = *(volatile unsigned long long *)bits;

    do {
        seen = old;
        if (__longlong_as_double(seen) >= value)
            break;
        old = atomicCAS(bits, seen, __double_as_longlong(value));
    } while (old != seen);
    return __longlong_as_double(old);
}

static __device__ void atomic_multiply(float *place, float factor)
{
    int *bits = (int *)place, old = *(volatile int *)bits, seen;

    do {
        seen = old;
        old = atomicCAS(bits, seen,
                        __float_as_int(__int_as_float(seen) * factor));
    } while (old != seen);
}

extern "C" __global__ void swap_loops(int n, const double *x, double *largest,
                                      float *product)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    atomic_max(&largest[i % 5], x[i]);
    atomic_multiply(&product[i % 3], x[i] < 0 ? 2.0f : 0.5f);
}

extern "C" __global__ void kinds(int n, const int *x, unsigned *u, int *s,
                                 unsigned long long *l, long long *m, float *f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    unsigned long long wide = (unsigned long long)x[i] * 0x100000001ull;
    atomicAdd(&u[0], x[i]);
    atomicSub(&u[1], x[i]);
    atomicMin(&u[2], (unsigned)x[i]);
    atomicMax(&u[3], (unsigned)x[i]);
    atomicAnd(&u[4], (unsigned)x[i] | 0x0ff00ff0);
    atomicOr(&u[5], (unsigned)x[i] & 0x10101010);
    atomicXor(&u[6], (unsigned)x[i]);
    atomicInc(&u[7], 40);
    atomicDec(&u[8], 33);
    atomicMin(&s[0], x[i]);
    atomicMax(&s[1], x[i]);
    atomicAdd(&l[0], wide);
    atomicMin(&l[1], wide);
    atomicMax(&l[2], wide);
    atomicAnd(&l[3], wide | 0xff0000000000000f);
    atomicOr(&l[4], wide & 0x1000000010000001);
    atomicXor(&l[5], wide);
    atomicMin(&m[0], (long long)wide);
    atomicMax(&m[1], (long long)wide);
    atomicAdd(&f[0], (float)(x[i] % 8));
}

// Exchanges hand each value on exactly once.
extern "C" __global__ void exchanges(int n, int *place, int *got)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        got[i] = atomicExch(place, i + 1);
}

// One thread of each block at a time enters; the others of the block wait at
// the barrier. What it guards is neither atomic nor volatile.
extern "C" __global__ void locked(int *lock, int *guarded)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        guarded[0] += 1;
        guarded[1] = 3 * guarded[1] + guarded[0];
        __threadfence();
        atomicExch(lock, 0);
    }
    __syncthreads();
    atomicAdd(&guarded[2], 1);
}

extern "C" __global__ void shared_kinds(int n, const int *x, int *out)
{
    __shared__ int own[6];
    __shared__ unsigned long long sum;
    __shared__ double real;
    int i = threadIdx.x;

    if (i < 6)
        own[i] = 0;
    if (i == 6)
        sum = 0;
    if (i == 7)
        real = 0;
    __syncthreads();
    for (int k = i; k < n; k += blockDim.x) {
        atomicAdd(&own[0], x[k]);
        atomicMin(&own[1], x[k]);
        atomicMax(&own[2], x[k]);
        atomicOr(&own[3], x[k] & 0x7ff);
        atomicXor(&own[4], x[k]);
        atomicInc((unsigned *)&own[5], 100);
        atomicAdd(&sum, (unsigned long long)x[k] << 8);
        atomicAdd(&real, (double)x[k]);
    }
    __syncthreads();
    if (i < 6)
        out[i] = own[i];
    if (i == 6)
        out[6] = (int)(sum >> 8);
    if (i == 7)
        out[7] = (int)real;
}
