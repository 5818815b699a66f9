/* args: -w */
/* Constants of all kinds; folded conversions keep their value. */
#define NEGATIVE (-1)

void literals(float *f, double *d, int *i, unsigned *u, long *l,
              unsigned long *ul)
{
#pragma scop
    d[0] = 0.1;
    d[1] = 0x1.8p+3;
    d[2] = 1e-300;
    d[3] = 1e999;
    d[4] = -2;
    f[0] = 0.1;
    f[1] = 0.1f;
    f[2] = 16777217;
    i[0] = 'a';
    i[1] = '\n';
    i[2] = 0x7fffffff;
    i[3] = NEGATIVE;
    i[4] = sizeof(double[4]);
    i[5] = 017;
    u[0] = 4294967295u;
    u[1] = -1;
    l[0] = 1L << 40;
    l[1] = -9223372036854775807L - 1;
    ul[0] = 18446744073709551615ul;
    ul[1] = _Alignof(long);
#pragma endscop
}
