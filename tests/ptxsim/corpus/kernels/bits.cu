// Operations on bits and bytes, shifts by any amount, packed arithmetic.
// nvcc: -arch=compute_75

extern "C" __global__ void count_bits(int n, const unsigned long long *x,
                                      int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    unsigned low = (unsigned)x[i];
    int *o = out + 8 * i;
    o[0] = __popc(low);
    o[1] = __popcll(x[i]);
    o[2] = __clz(low);
    o[3] = __clzll(x[i]);
    o[4] = __ffs(low);
    o[5] = __ffsll(x[i]);
    o[6] = __brev(low);
    o[7] = (int)(__brevll(x[i]) >> 32);
}

extern "C" __global__ void bytes(int n, const unsigned long long *x,
                                 const unsigned *y, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    unsigned a = (unsigned)x[i], b = (unsigned)(x[i] >> 32), c = y[i];
    unsigned *o = out + 9 * i;
    o[0] = __byte_perm(a, b, c);
    o[1] = __funnelshift_l(a, b, c);
    o[2] = __funnelshift_r(a, b, c);
    o[3] = __funnelshift_lc(a, b, c >> 20);
    o[4] = __funnelshift_rc(a, b, c >> 20);
    o[5] = __dp4a((int)a, (int)b, (int)c);
    o[6] = __dp4a(a, b, c);
    o[7] = __usad(a, b, c) ^ __sad((int)a, (int)b, c);
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(o[8]) : "r"(a), "r"(b), "r"(c));
}

// The amounts go beyond the width, where PTX gives 0 or the sign.
extern "C" __global__ void shifts(int n, const unsigned long long *x,
                                  const unsigned *y, unsigned long long *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    unsigned amount = y[i] % 80, r;
    unsigned short h = (unsigned short)x[i];
    unsigned long long *o = out + 8 * i;
    asm("shl.b32 %0, %1, %2;" : "=r"(r) : "r"((unsigned)x[i]), "r"(amount));
    o[0] = r;
    asm("shr.u32 %0, %1, %2;" : "=r"(r) : "r"((unsigned)x[i]), "r"(amount));
    o[1] = r;
    asm("shr.s32 %0, %1, %2;" : "=r"(r) : "r"((unsigned)x[i]), "r"(amount));
    o[2] = r;
    asm("shl.b64 %0, %1, %2;" : "=l"(o[3]) : "l"(x[i]), "r"(amount));
    asm("shr.u64 %0, %1, %2;" : "=l"(o[4]) : "l"(x[i]), "r"(amount));
    asm("shr.s64 %0, %1, %2;" : "=l"(o[5]) : "l"(x[i]), "r"(amount));
    asm("shr.s16 %0, %0, %1;" : "+h"(h) : "r"(amount));
    o[6] = h;
    asm("shl.b16 %0, %1, %2;" : "=h"(h) : "h"((short)x[i]), "r"(amount));
    o[7] = h;
}

extern "C" __global__ void fields(int n, const unsigned long long *x,
                                  const unsigned *y, unsigned long long *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    unsigned a = (unsigned)x[i], r;
    unsigned at = y[i] % 300, length = y[i] / 300 % 300;
    unsigned long long *o = out + 8 * i, l;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(at), "r"(length));
    o[0] = r;
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(at), "r"(length));
    o[1] = r;
    asm("bfe.u64 %0, %1, %2, %3;" : "=l"(l) : "l"(x[i]), "r"(at), "r"(length));
    o[2] = l;
    asm("bfe.s64 %0, %1, %2, %3;" : "=l"(l) : "l"(x[i]), "r"(at), "r"(length));
    o[3] = l;
    asm("bfi.b32 %0, %1, %2, %3, %4;"
        : "=r"(r)
        : "r"(a), "r"(y[i]), "r"(at), "r"(length));
    o[4] = r;
    asm("bfind.u32 %0, %1;" : "=r"(r) : "r"(a));
    o[5] = r;
    asm("bfind.s32 %0, %1;" : "=r"(r) : "r"(a));
    o[6] = r;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;"
        : "=r"(r)
        : "r"(a), "r"(y[i]), "r"((unsigned)(x[i] >> 32)));
    o[7] = r;
}

extern "C" __global__ void arithmetic(int n, const unsigned long long *x,
                                      const unsigned *y, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    int a = (int)x[i], b = (int)(x[i] >> 32), r;
    short h = (short)a, g = (short)b;
    int *o = out + 10 * i;
    o[0] = __mul24(a, b);
    o[1] = (int)__umul24((unsigned)a, (unsigned)b);
    o[2] = min(a, b) ^ max((unsigned)a, (unsigned)b);
    o[3] = abs(a) + min((unsigned)a, (unsigned)b);
    o[4] = (short)(h + g) * (short)(h - g) + (h & g) + (h ^ ~g);
    o[5] = (int)y[i] < 0 ? -b : !a;
    asm("add.sat.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    o[6] = r;
    asm("sub.sat.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    o[7] = r;
    asm("mad.hi.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(a));
    o[8] = r;
    asm("mad.wide.s16 %0, %1, %2, %3;" : "=r"(r) : "h"(h), "h"(g), "r"(b));
    o[9] = r;
}
