/* Loops that look ahead in blocks (runtime/include/hedra_ahead.h), each with
 * what they must not be fooled by. */
#include <stdio.h>
#include <string.h>

enum { SIZE = 1000 };

static float f[SIZE];
static int a[SIZE + 64], b[SIZE + 64], list[2 * SIZE];

static void fill(int mode)
{
    unsigned s = 7u + (unsigned)mode;
    for (int i = 0; i < SIZE; i++) {
        s = s * 1103515245u + 12345u;
        int r = (int)(s >> 16 & 0x3ff);
        f[i] = mode == 0 ? (float)r : mode == 1 ? (float)(SIZE - i) : 2;
        a[i] = mode == 0 ? r : mode == 1 ? i / 7 : 2 * (r > 1015) + 1;
        b[i] = r ^ mode;
        list[i] = list[SIZE + i] = 0;
    }
    f[300] = f[301] = 0.f / (f[300] - f[300]); /* NaN */
}

static int sum_of(const int *x, int n)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 31 + (unsigned)x[i];
    return (int)sum;
}

/* Several hits in one block, each of which changes what the test reads; NaN. */
static int least(int n, float *value)
{
    float best = 1e30f;
    int at = -1, i;
#pragma hedra
    for (i = 0; i < n; i++) { // a comment {
        const float d = f[i] * 2 /* another; */ - 1;
        float unused = d;
        if (!(d >= best)) {
            best = unused;
            at = i;
        }
    }
    *value = best == best ? best : -1;
    return at;
}

/* A test of two parts, of floats and of integers that might overflow. */
static int nearest(int n, float limit)
{
    int at = -1, most = 2147483647;
#pragma hedra
    for (int i = 0; i < n; i++) {
        float d = f[i] * f[i] - 3 * f[i];
        if (d > 0 && d < limit) {
            limit = d;
            at = i;
        }
    }
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] < 5 && a[i] + 2147483640 < most) {
            most = a[i] + 2147483640;
            at ^= i;
        }
    return at + most;
}

/* What is written is what is read an iteration later, or much later. */
static int carried(int n, int *x, int *y, int *at)
{
    int last = 0;
#pragma hedra
    for (int i = 1; i < n; i++)
        if (x[i] > 900) {
            y[i + 1] = 0;
            last += i;
            *at = i;
        }
    return last;
}

/* The same memory, and memory just beside it. */
static int compact(int n, const int *from, int *to)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (from[i] & 1) {
            to[k++] = from[i];
            if (from[i] % 3 == 0)
                continue;
            to[k] = 7;
            k++;
        }
    return k;
}

/* The bound is one of the things that are written. */
static int shrinking(int n, const int *x, int *found)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] > 700) {
            found[k++] = i;
            n -= 3;
        }
    return k + n;
}

/* The test guards what it reads by what is written. */
static int guarded(int n, const int *x, const int *y, int *found)
{
    int limit = n, k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (i < limit && x[i] > y[i]) {
            found[k++] = i;
            limit = n - 8 * k;
        }
    return k;
}

/* A counter that begins again at 0. */
static int wrapping(int n, const int *from, int *to)
{
    unsigned char k = 200;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (from[i] & 1)
            to[k++] = from[i];
    return k;
}

/* Unsigned counters near their end, and a last value that is one of them. */
static unsigned high(const int *x, int *found)
{
    unsigned k = 0;
#pragma hedra
    for (unsigned i = 0xfffffc18u; i <= 0xfffffffeu; i++)
        if (x[i - 0xfffffc18u] > 500)
            found[k++] = (int)i;
    return k;
}

/* Pointers that are counted, in structures as well. */
struct point {
    short kind, place;
    int value;
};

static int points(long n, const struct point *p, int *q, int *const begin)
{
#pragma hedra
    for (long i = 0; i < n; ++i) {
        if (p[i].kind & 2)
            *q++ = p[i].value;
    }
    return (int)(q - begin);
}

/* A subscript that is written; rows. */
static int rows(int n, int m, int x[n][m], int *at)
{
    int moved = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        int most = x[i][0], k = 0;
        for (int j = 1; j < m; j += 1)
            if (x[i][j] >= most) {
                most = x[i][j];
                k = j;
            }
        at[i] = k;
    }
#pragma hedra
    for (int i = 0; i < n * m - 1; i++)
        if (x[0][moved] < 5) {
            moved++;
            at[moved & 15] = i;
        }
    return moved;
}

int main(void)
{
    static struct point p[SIZE];
    for (int mode = 0; mode < 3; mode++) {
        float value;
        int at = 0, i = 0;
        fill(mode);
        i = least(SIZE, &value);
        printf("%d %g\n", i, (double)value);
        printf("%d\n", least(63, &value) + least(64, &value) +
                           least(65, &value) + least(0, &value) +
                           least(-5, &value));
        printf("%d %d\n", nearest(SIZE, 1e30f), nearest(SIZE, 100));
        i = carried(SIZE, a, a, &at);
        printf("%d %d %d\n", i, at, sum_of(a, SIZE));
        i = carried(SIZE / 2, b, b, &b[200]);
        printf("%d %d\n", i, sum_of(b, SIZE));
        fill(mode);
        i = compact(SIZE, a, list);
        printf("%d %d\n", i, sum_of(list, 2 * SIZE));
        for (int shift = -70; shift <= 70; shift += 7) {
            fill(mode);
            memmove(list + 100, a, 500 * sizeof *a);
            i = compact(500, list + 100, list + 100 + shift);
            printf("%d %d\n", i, sum_of(list, 2 * SIZE));
        }
        i = shrinking(SIZE, a, list);
        printf("%d %d\n", i, sum_of(list, SIZE));
        i = guarded(SIZE, b, a, list);
        printf("%d %d\n", i, sum_of(list, SIZE));
        printf("%u\n", high(b, list) + (unsigned)sum_of(list, SIZE));
        for (i = 0; i < SIZE; i++)
            p[i] = (struct point){(short)b[i], (short)i, a[i]};
        i = points(SIZE, p, list, list);
        printf("%d %d\n", i, sum_of(list, SIZE));
        i = points(500, p, (int *)p + 1, (int *)p + 1);
        printf("%d %d\n", i, p[90].value + p[17].kind);
        fill(mode);
        i = wrapping(SIZE - 1, a, a + 20);
        printf("%d %d\n", i, sum_of(a, SIZE));
        i = rows(4, 250, (int(*)[250])b, list);
        printf("%d %d\n", i, sum_of(list, 20));
    }
    return 0;
}
