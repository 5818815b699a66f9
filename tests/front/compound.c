/* Compound assignments are computed in the common type. */
void compound(int n, char *c, unsigned char *uc, float *f, double *d, int *a,
              unsigned *u, long *l, _Bool *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        c[i] += 1;
        uc[i] *= 2.5;
        f[i] += 2.0;
        f[i] -= a[i];
        d[i] /= f[i];
        a[i] %= 7;
        a[i] <<= l[i];
        u[i] >>= 3;
        u[i] &= a[i];
        l[i] |= u[i];
        l[i] ^= a[i];
        a[i] *= u[i];
        b[i] |= a[i];
        c[i]++;
        --uc[i];
        f[i]++;
        b[i]++;
        u[i]--;
    }
}
