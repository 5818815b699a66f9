/* memset, memcpy and memmove of rows, whole arrays, parts and structures.
 * args: -I../../.. */
#include "tests/field/field.h"

struct point {
    float x, y;
    int tag[2];
};

void rows(int n, int m, float *y, const float *a)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        float *row = y + i * m;
        memset(row, 0, m * sizeof *row);
        for (int j = 0; j < m; j++)
            row[j] += a[i * m + j];
    }
}
void whole(int n, int m, double a[n][m], double b[n][m], double *flat)
{
#pragma hedra
    {
        memset(a, 0, sizeof(double) * n * m);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                a[i][j] += i + j;
        memcpy(b, a, n * m * sizeof a[0][0]);
        memcpy(flat, b, n * m * sizeof(double));
        memcpy(a[1], a[0], sizeof a[0]);
    }
}
void parts(int n, int m, int a[n][m], unsigned char *c, int v)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        memset(&a[i][i + 1], -1, (m - i - 1) * sizeof(int));
        __builtin_memset(c + i * m, v, m);
        memmove(&a[i][1], &a[i][0], (m - 1) * sizeof(int));
        memmove(a[i], a[i] + 2, (m - 2) * sizeof(int));
    }
}
void structs(int n, struct point *p, struct point *q)
{
#pragma hedra
    {
        memset(p, 0, n * sizeof *p);
        for (int i = 0; i < n; i++) {
            p[i].x += i;
            p[i].tag[1] = i;
        }
        memcpy(q, p, n * sizeof(struct point));
    }
}
void locals(int n, float *out, const float *in)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        float t[4][4], u[16];
        memset(t, 0, sizeof t);
        for (int k = 0; k < 4; k++)
            t[k][k] = in[i * 4 + k];
        memcpy(u, t, sizeof u);
        memcpy(&out[i * 16], u, sizeof(u));
    }
}
void data(int n, const int *len, int a[n * 16], int *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        int t[16];
        memcpy(t, a + i * 16, len[i] * sizeof(int));
        memmove(t + 1, t, (len[i] < 15 ? len[i] : 15) * sizeof(int));
        b[i] = len[i] ? t[len[i] / 2] : 0;
    }
}
static int total(const int *x, int n)
{
    int t[8];
    memset(t, 0, sizeof t);
    for (int i = 0; i < n; i++)
        t[i % 8] += x[i];
    int s = 0;
    for (int i = 0; i < 8; i++)
        s += t[i] * i;
    return s;
}
void calls(int n, int m, const int *x, int *y)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        y[i] = total(&x[i * m], m);
}
void scalars(int n, const int *x, int *y)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        int k = 3;
        y[i] = k;
        memcpy(&k, &x[i], sizeof k);
        y[i] += k;
        memset(&k, 0, sizeof(k));
        y[i] += k;
    }
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 13, 900), m = n + 4;
    size_t all = (size_t)n * m;
    float *a = field_floats(all), *y = field_floats(all);
    float *out = field_floats(16 * (size_t)n);
    double *d = field_doubles(all), *e = field_doubles(all);
    double *g = field_doubles(all);
    int *z = field_ints(all, 1000), *x = field_ints(all, 1000);
    int *len = field_ints(n, 16), *w = field_ints(16 * (size_t)n, 1000);
    int *v = field_ints(n, 10), *r = field_ints(n, 10);
    unsigned char *c = field_bytes(all);
    struct point *p = field_zeros(n, sizeof *p), *q = field_zeros(n, sizeof *q);
    field_begin();
    rows(n, m, y, a);
    whole(n, m, (double(*)[m])d, (double(*)[m])e, g);
    parts(n, m, (int(*)[m])z, c, 0x1234);
    structs(n, p, q);
    locals(n / 4, out, a);
    data(n, len, w, v);
    calls(n, m, x, r);
    scalars(n, x, r);
    field_end();
    field_sum("y", y, all * sizeof *y);
    field_sum("d", d, all * sizeof *d);
    field_sum("e", e, all * sizeof *e);
    field_sum("g", g, all * sizeof *g);
    field_sum("z", z, all * sizeof *z);
    field_sum("c", c, all);
    field_sum("p", p, n * sizeof *p);
    field_sum("q", q, n * sizeof *q);
    field_sum("out", out, 16 * n * sizeof *out);
    field_sum("v", v, n * sizeof *v);
    field_sum("r", r, n * sizeof *r);
}
