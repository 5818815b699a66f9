/* Macros, functions, types and variables of the program's own by the names that
 * generated text and <hedra.h> go by. */
#define size 5
#define run (-1)
#define i 77
#define x 3
#define a_b 9
#define hd_n 4
#define hdk_begin 4
#define arg 1
#define begin 2
#define end 3
#define restrict
#define min(a, b) 12
#define max 0
#define type 1
#define name 2
#define bits 4
#define where 4
#define count 3
#define unused 0
#define always_inline 0
#define noinline 5
#define target 6
#define f 66
#define u 67
#define v 68
#define l 69
#define b 70
#define inline 0
#define features 12
#define HD_SIMD broken
#define HD_HOST 1
#define HDX 1
#define line 3
#define block 3
#define lo 3
#define hi 3
#define base 3
#define flags 3
#define HEDRA_ABI 0
#define HEDRA_SHARES 0
#define HEDRA_PAYS(note, from, to) 1
#define hedra_pays(note, from, to) 1
#define hedra_keep(at, size) broken(
#define hedra_release(at) broken(
#define hedra_begin 4
#define hedra_share "share"
#include <stdio.h>
#define fma 0
#define int64_t short
#define __GNUX__
#undef i
#undef x
#undef b
#undef f
#undef u
#undef v
#undef l
static int hedra_main_1 = 100;
static int hdf_max_i64(int q) { return q + 1; }
static int hdf_bits_f64 = 3, HD_FMA = 2;
typedef int hdk_float64, a_a, p_n;
static int hedra_main_2_module = 5;
static double sqrtf64(double q) { return q + 2; }
static float floor_(float q) { return q; }
static int HEDRA_REGION_300 = 4, HEDRA_TEXT = 7;
static double exp(double q) { return q - 1; }
static float fmaxf(float q, float r) { return q * r; }
#define printf_ printf
static int run_(void) { return size + run; }
static int p_hedra_i0(int hedra_i0, int n)
{
    static double w[200], t[200];
    double *restrict pw = w;
    int k, hedra_base_0 = 3, hedra_p0 = 2;
#pragma hedra
    for (k = hedra_i0; k < n; k += 3)
        pw[k] = w[k] * 2 + k + sqrtf64(k) + exp(t[k]);
    int m, j = 0;
#pragma hedra
    for (m = hedra_p0; m < n - 2; m++)
        for (j = 0; j < hedra_i0; j++)
            t[m] += w[m] + j;
    double s = 0;
    for (int q = 0; q < 200; q++)
        s += w[q] + t[q] * q;
    return (int)s + k * 1000 + m * 7 + j;
}
static int gain = 2;
static float table[8] = {1, 2, 3};
static int gained(int q) { return q * gain; }
static float taken(int q) { return table[q % 8]; }
#define gain 100
#define table broken(
#define if(q) if ((q) + 0)
/* Variables of functions whose names mean something else by now. */
static float hidden(int n)
{
    static float w[64];
    float s = 0;
    int k;
#pragma hedra
    for (k = 0; k < n; k++)
        w[k] = gained(k) + taken(k);
    for (int q = 0; q < n; q++)
        s += w[q] * q;
    return s + k;
}

#define length 40
/* A clause's text is the caller's, with its macros; the call is not. */
static float clause(const float *p, int *q)
{
    static float w[80];
    float s = 0;
#pragma hedra extent(p[2 * length], q[length + 1])
    for (int k = 0; k < 40; k++)
        w[k] = p[q[k]] + q[k + 1];
    for (int k = 0; k < 40; k++)
        s += w[k] * k;
    return s;
}

int main(void)
{
    static float a[100], c[100];
    int n = 99, int_ = 0, hedra_where = 5;
#pragma hedra
    for (int i = 1; i < n; i++)
        c[i] = fmaxf(a[i - 1], 2) + hdf_max_i64(i) + size * run + hedra_main_1 + HD_FMA + hdf_bits_f64 + hedra_where + min(3, 4) + max;
    float s = 0;
    for (int i = 0; i < 100; i++) s += c[i] * i;
    printf("%g %d %d %d %d\n", s, run_(), p_hedra_i0(3, 150), hedra_main_2_module + HEDRA_REGION_300 + HEDRA_TEXT, (int)sizeof(int64_t));
#pragma hedra data(a, c[int_:n])
    {
#pragma hedra
    for (int i = 1; i < n; i++)
        a[i] = c[i] + 3;
    }
    static int q[41];
    for (int i = 0; i < 41; i++) q[i] = i * 7 % 80;
    printf("%g %g %g\n", a[4], hidden(64), clause(a, q));
}
