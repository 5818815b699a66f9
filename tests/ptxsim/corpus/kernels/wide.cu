// 64-bit division and remainder, the high halves of products, 128-bit numbers,
// carries.
// nvcc: -arch=compute_75

extern "C" __global__ void divide(int n, const long long *a, const long long *b,
                                  long long *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    unsigned long long u = a[i], v = b[i];
    int p = (int)a[i], q = (int)b[i] | 1;
    if (q == -1) // by which the lowest number has no quotient
        q = 3;
    out[8 * i + 0] = u / v;
    out[8 * i + 1] = u % v;
    out[8 * i + 2] = a[i] / b[i];
    out[8 * i + 3] = a[i] % b[i];
    out[8 * i + 4] = p / q;
    out[8 * i + 5] = p % q;
    out[8 * i + 6] = (unsigned)p / (unsigned)q;
    out[8 * i + 7] = a[i] / 1000003 + u % 10 + p / 7;
}

extern "C" __global__ void multiply(int n, const long long *a,
                                    const long long *b, long long *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    out[6 * i + 0] = __umul64hi(a[i], b[i]);
    out[6 * i + 1] = __mul64hi(a[i], b[i]);
    out[6 * i + 2] = __umulhi((unsigned)a[i], (unsigned)b[i]);
    out[6 * i + 3] = __mulhi((int)a[i], (int)b[i]);
    out[6 * i + 4] = (long long)(int)a[i] * (int)b[i] + (a[i] >> 5);
    out[6 * i + 5] = (unsigned long long)(unsigned)a[i] * (unsigned)b[i] - 1;
}

// (a * b + c * 2^s) - a, shifted, as two words; and comparisons of 128 bits.
extern "C" __global__ void wide(int n, const long long *a, const long long *b,
                                const long long *c, unsigned long long *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    unsigned __int128 x = (unsigned long long)a[i];
    unsigned __int128 y = (unsigned long long)b[i];
    __int128 s = (__int128)a[i] * b[i];
    int shift = (int)(c[i] & 63);

    x = x * y + ((unsigned __int128)(unsigned long long)c[i] << shift) - x;
    out[6 * i + 0] = (unsigned long long)x;
    out[6 * i + 1] = (unsigned long long)(x >> 64);
    x >>= shift;
    out[6 * i + 2] = (unsigned long long)x;
    out[6 * i + 3] = (unsigned long long)s;
    out[6 * i + 4] = (unsigned long long)(s >> (64 + shift / 2));
    out[6 * i + 5] = (s < (__int128)c[i]) + 2 * (s == (__int128)a[i] * b[i]);
}

// a^b mod c by products of 128 bits, whose remainder comes bit by bit.
extern "C" __global__ void power(int n, const long long *a, const long long *b,
                                 const long long *c, unsigned long long *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    unsigned long long modulus = ((unsigned long long)c[i] >> 2) | 3;
    unsigned long long base = (unsigned long long)a[i] % modulus, result = 1;
    for (int bits = (int)(b[i] & 0xff); bits; bits >>= 1) {
        for (int turn = bits & 1 ? 0 : 1; turn < 2; turn++) {
            unsigned long long factor = turn == 0 ? result : base;
            unsigned long long high = __umul64hi(factor, base);
            unsigned long long low = factor * base, rest = 0;
            for (int k = 127; k >= 0; k--) {
                rest = 2 * rest + ((k > 63 ? high >> (k - 64) : low >> k) & 1);
                rest = rest >= modulus ? rest - modulus : rest;
            }
            if (turn == 0)
                result = rest;
            else
                base = rest;
        }
    }
    out[i] = result;
}

// Carries spelled out: sums, differences and products of four words.
extern "C" __global__ void carries(int n, const uint4 *a, const uint4 *b,
                                   uint4 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    uint4 x = a[i], y = b[i], s, d, p;
    asm("add.cc.u32 %0, %4, %8;\n\t"
        "addc.cc.u32 %1, %5, %9;\n\t"
        "addc.cc.u32 %2, %6, %10;\n\t"
        "addc.u32 %3, %7, %11;"
        : "=r"(s.x), "=r"(s.y), "=r"(s.z), "=r"(s.w)
        : "r"(x.x), "r"(x.y), "r"(x.z), "r"(x.w), "r"(y.x), "r"(y.y), "r"(y.z),
          "r"(y.w));
    asm("sub.cc.u32 %0, %4, %8;\n\t"
        "subc.cc.u32 %1, %5, %9;\n\t"
        "subc.cc.u32 %2, %6, %10;\n\t"
        "subc.u32 %3, %7, %11;"
        : "=r"(d.x), "=r"(d.y), "=r"(d.z), "=r"(d.w)
        : "r"(x.x), "r"(x.y), "r"(x.z), "r"(x.w), "r"(y.x), "r"(y.y), "r"(y.z),
          "r"(y.w));
    asm("{\n\t"
        "mul.lo.u32 %0, %4, %6;\n\t"
        "mul.hi.u32 %1, %4, %6;\n\t"
        "mad.lo.cc.u32 %1, %5, %6, %1;\n\t"
        "madc.hi.u32 %2, %5, %6, 0;\n\t"
        "mad.lo.cc.u32 %1, %4, %7, %1;\n\t"
        "madc.hi.cc.u32 %2, %4, %7, %2;\n\t"
        "addc.u32 %3, 0, 0;\n\t"
        "mad.lo.cc.u32 %2, %5, %7, %2;\n\t"
        "madc.hi.u32 %3, %5, %7, %3;\n\t"
        "}"
        : "=&r"(p.x), "=&r"(p.y), "=&r"(p.z), "=&r"(p.w)
        : "r"(x.x), "r"(x.y), "r"(y.x), "r"(y.y));
    out[3 * i] = s;
    out[3 * i + 1] = d;
    out[3 * i + 2] = p;
}
