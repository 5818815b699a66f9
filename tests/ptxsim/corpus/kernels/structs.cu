// Structs as kernel parameters and in memory: mixed sizes, vectors, arrays with
// dynamic indices.
// nvcc: -arch=compute_100

struct tail {
    short a;
    unsigned char b;
    signed char c[5];
};

struct settings {
    int n;
    float scale;
    double shift[3];
    struct tail tail;
    const float4 *point;
    char last;
};

struct particle {
    double mass;
    float x, y;
    unsigned char kind;
    short charge;
    int neighbour[2];
};

extern "C" __global__ void affine(settings s, float4 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= s.n)
        return;
    float4 p = s.point[i];
    out[i] = make_float4(fmaf(p.x, s.scale, (float)s.shift[i % 3]),
                         p.y + s.tail.c[i % 5], p.z * s.tail.b,
                         p.w - s.tail.a + s.last);
}

extern "C" __global__ void exchange(int n, particle *p, double *energy)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    particle own = p[i];
    double sum = own.mass;
    for (int k = 0; k < 2; k++) {
        const particle &other = p[own.neighbour[k]];
        sum += other.kind * (own.charge - other.charge);
        sum += (double)own.x * other.y;
    }
    energy[i] = sum;
}

extern "C" __global__ void scalars(char a, unsigned short b, int c, long long d,
                                   float e, double f, bool g, int3 h,
                                   double2 *out)
{
    int i = threadIdx.x;

    out[i] = make_double2(a * i + b + (g ? h.x : h.y), c + d + e * f * h.z);
}

// Values of several sizes that cross memory in vectors.
extern "C" __global__ void vectors(int n, const double2 *a, const int4 *b,
                                   const ushort4 *c, const longlong2 *d,
                                   double2 *e, int4 *f, ushort2 *g)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    e[i] = make_double2(a[i].y, a[i].x + b[i].w);
    f[i] = make_int4(b[i].z, b[i].y, (int)d[i].x, (int)(d[i].y >> 32));
    g[i] = make_ushort2(c[i].x + c[i].w, c[i].y ^ c[i].z);
}
