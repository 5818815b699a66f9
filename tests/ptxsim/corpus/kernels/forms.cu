// Instructions that compilers seldom write, spelled out.
// nvcc: -arch=compute_80

extern "C" __global__ void reductions(int n, const int *x, unsigned *u,
                                      long long *l, double *d, int *out)
{
    __shared__ int own[2];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned shared = (unsigned)__cvta_generic_to_shared(own);

    if (threadIdx.x < 2)
        own[threadIdx.x] = 0;
    __syncthreads();
    if (i < n) {
        asm volatile("red.global.add.u32 [%0], %1;" ::"l"(u), "r"(x[i]));
        asm volatile("red.global.max.u32 [%0+4], %1;" ::"l"(u), "r"(x[i]));
        asm volatile("red.global.xor.b32 [%0+8], %1;" ::"l"(u), "r"(x[i]));
        asm volatile("red.relaxed.gpu.global.or.b32 [%0+12], %1;" ::"l"(u),
                     "r"(x[i]));
        asm volatile("red.global.min.s64 [%0], %1;" ::"l"(l),
                     "l"((long long)x[i] << 20));
        asm volatile("red.add.u64 [%0+8], %1;" ::"l"(l),
                     "l"((long long)x[i] << 20));
        asm volatile("red.global.add.f64 [%0], %1;" ::"l"(d),
                     "d"(double(x[i])));
        asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(shared), "r"(x[i]));
        asm volatile("red.shared.min.s32 [%0+4], %1;" ::"r"(shared), "r"(x[i]));
    }
    __syncthreads();
    if (threadIdx.x < 2)
        out[2 * blockIdx.x + threadIdx.x] = own[threadIdx.x];
}

// The space of a generic address; loads through it.
extern "C" __global__ void spaces(const int *x, int *out)
{
    __shared__ int own[32];
    int local[4] = {x[0], x[1], x[2], x[3]}, i = threadIdx.x;
    const int *where[3] = {x + i, own + i, local + i % 4};
    int sum = 0;

    own[i] = 7 * i;
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        const int *p = where[(i + k) % 3];
        int in;
        asm("{ .reg .pred a, b, c; .reg .b32 v;\n\t"
            "isspacep.global a, %1;\n\t"
            "isspacep.shared b, %1;\n\t"
            "isspacep.local c, %1;\n\t"
            "selp.b32 %0, 1, 0, a;\n\t"
            "selp.b32 v, 2, 0, b;\n\t"
            "or.b32 %0, %0, v;\n\t"
            "selp.b32 v, 4, 0, c;\n\t"
            "or.b32 %0, %0, v; }"
            : "=&r"(in)
            : "l"(p));
        sum = 10 * sum + in * 1000 + *p;
    }
    out[i] = sum;
}

extern "C" __global__ void seldom(int n, const int *x, const double *y,
                                  int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    int a = x[i], b = x[(i + 1) % n], c = x[(i + 2) % n], *o = out + 12 * i;
    float f = (float)y[i];
    asm volatile("prefetch.global.L2 [%0];" ::"l"(x + i));
    asm("slct.s32.s32 %0, %1, %2, %3;" : "=r"(o[0]) : "r"(a), "r"(b), "r"(c));
    asm("slct.u32.f32 %0, %1, %2, %3;" : "=r"(o[1]) : "r"(a), "r"(b), "f"(f));
    asm("cnot.b32 %0, %1;" : "=r"(o[2]) : "r"(a & 3));
    asm("{ .reg .pred p, q, r;\n\t"
        "setp.ne.s32 r, %3, 0;\n\t"
        "setp.lt.and.s32 p|q, %1, %2, !r; selp.s32 %0, 1, 2, p;\n\t"
        "@q add.s32 %0, %0, 4; }"
        : "=&r"(o[3])
        : "r"(a), "r"(b), "r"(c & 1));
    asm("set.gt.u32.s32 %0, %1, %2;" : "=r"(o[4]) : "r"(a), "r"(b));
    asm("{ .reg .pred p; testp.finite.f64 p, %1; selp.s32 %0, 1, 0, p;\n\t"
        "testp.subnormal.f64 p, %1; @p add.s32 %0, %0, 2;\n\t"
        "testp.notanumber.f64 p, %1; @p add.s32 %0, %0, 4;\n\t"
        "testp.infinite.f64 p, %1; @p add.s32 %0, %0, 8; }"
        : "=&r"(o[5])
        : "d"(y[i]));
    asm("mad24.lo.s32 %0, %1, %2, %3;" : "=r"(o[6]) : "r"(a), "r"(b), "r"(c));
    asm("mul24.hi.u32 %0, %1, %2;" : "=r"(o[7]) : "r"(a), "r"(b));
    asm("prmt.b32.b4e %0, %1, %2, %3;" : "=r"(o[8]) : "r"(a), "r"(b), "r"(c));
    asm("fns.b32 %0, %1, %2, %3;"
        : "=r"(o[9])
        : "r"(a), "r"(c & 31), "r"(b % 4));
    asm("szext.clamp.s32 %0, %1, %2;" : "=r"(o[10]) : "r"(a), "r"(c & 63));
    asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(o[11]) : "r"(a), "r"(b));
}

// Vectors of registers, packing, predicated memory, 16-bit halves.
extern "C" __global__ void packing(int n, const long long *x, long long *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    long long v = x[i], r, *o = out + 4 * i;
    asm("{ .reg .b32 a, b; .reg .b16 c, d, e, f;\n\t"
        "mov.b64 {a, b}, %1;\n\t"
        "mov.b32 {c, d}, a;\n\t"
        "mov.b32 {e, f}, b;\n\t"
        "mov.b64 %0, {f, e, d, c}; }"
        : "=l"(o[0])
        : "l"(v));
    asm("{ .reg .b32 a, b; mov.b64 {a, b}, %1; mov.b64 %0, {b, a}; }"
        : "=l"(o[1])
        : "l"(v));
    asm("{ .reg .b32 a; mov.b64 {_, a}, %1; cvt.s64.s32 %0, a; }"
        : "=l"(o[2])
        : "l"(v));
    asm volatile("{ .reg .pred p; setp.lt.s64 p, %2, 0; mov.s64 %0, 5;\n\t"
                 "@p ld.global.s64 %0, [%1];\n\t"
                 "@!p st.global.s64 [%3], %2; }"
                 : "=&l"(r)
                 : "l"(x + (i + 1) % n), "l"(v), "l"(o + 3)
                 : "memory");
    if (v < 0)
        o[3] = r;
}
