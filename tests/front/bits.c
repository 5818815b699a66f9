/* Builtins that count bits; functions that store by pointers, or differ. */
double fdim(double x, double y);
void sincosf(float x, float *sine, float *cosine);

void bits(int n, const unsigned *a, const unsigned long long *b, int *r)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        r[i] = __builtin_popcount(a[i]) + __builtin_popcountll(b[i]);
        r[i] += __builtin_clz(a[i]) + __builtin_ctzll(b[i]);
        r[i] += __builtin_ffs(a[i]) + __builtin_parity(a[i]);
    }
}

void angles(int n, float *a, float *b, double *d)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        float s;
        sincosf(a[i], &s, &b[i]);
        a[i] = s;
        d[i] = fdim(d[i], i);
    }
}
