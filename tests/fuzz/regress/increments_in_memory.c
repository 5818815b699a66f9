/* Increments of elements and members inside of expressions: each is done once,
 * before what else the statement does, also where that changes what tells the
 * element. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000, KINDS = 16 };

struct ring {
    int pos, turns;
    float w[8];
};

static void sorted(const unsigned *a, unsigned *t, int n, int *count)
{
#pragma hedra extent(t[n], count[KINDS])
    for (int i = 0; i < n; i++)
        t[count[a[i] % KINDS]++] = a[i];
}

static void from_the_end(const unsigned *a, unsigned *t, int n, int *count)
{
#pragma hedra extent(t[n], count[KINDS])
    for (int i = n - 1; i >= 0; i--)
        t[--count[a[i] % KINDS]] = a[i];
}

static void in_place(unsigned *a, int *count, int n)
{
#pragma hedra extent(a[n], count[KINDS])
    for (int i = 0; i < n; i++)
        a[count[a[i] % 8]++] = a[i] + 1;
}

static void last_values(struct ring *s, const float *x, float *y, int n)
{
#pragma hedra extent(s[1])
    for (int i = 0; i < n; i++) {
        float v = 0;
        s->w[s->pos] = x[i];
        for (int k = 0; k < 8; k++)
            v += s->w[k] * (float)(k + 1);
        y[i] = v;
        if (++s->pos == 8)
            s->pos = 0 * s->turns++;
    }
}

static int narrow(unsigned char *c, const unsigned *a, int n)
{
    int s = 0;
#pragma hedra extent(c[KINDS])
    for (int i = 0; i < n; i++) {
        s += c[a[i] % KINDS]++ * 2 + i;
        if (c[a[i] % KINDS]-- > 3 && c[a[i] % KINDS] < 200)
            s += 5;
        s ^= ++c[(a[i] + 1) % KINDS];
    }
    return s;
}

static int two_at_once(int *x, int *y, int n)
{
    int j = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        y[i] = x[j++]++ + (x[i + 1]-- > 3);
    return j;
}

static void of_rows(const unsigned *a, int h, int w, int *sum, int *o)
{
#pragma hedra
    for (int y = 0; y < h; y++) {
        int seen[4] = {0, 0, 0, 0};
        for (int x = 0; x < w; x++)
            o[y * w + x] = seen[a[y * w + x] & 3]++;
        sum[y] = seen[2];
    }
}

static void in_tests(const unsigned *a, int n, int *left, int *o)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        o[i] = 0;
        left[i] = (int)(a[i] % 9);
        while (left[i]-- > 2)
            o[i] += left[i];
    }
}

static void show(const char *what, const void *x, size_t size)
{
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + ((const unsigned char *)x)[i];
    printf("%s %u\n", what, sum);
}

#define SHOW(x) show(#x, x, sizeof x)

int main(void)
{
    static unsigned a[N], t[N];
    static int count[KINDS], x[N + 1], y[N], sum[N];
    static float f[N], g[N];
    static unsigned char c[KINDS];
    struct ring ring = {3, 0, {0}};
    for (int i = 0; i < N; i++) {
        a[i] = (unsigned)i * 2654435761u >> 20;
        x[i] = (int)a[i] % 11;
        f[i] = (float)x[i];
        count[a[i] % KINDS]++;
    }
    for (int k = 0, s = 0; k < KINDS; k++) {
        int own = count[k];
        c[k] = (unsigned char)(247 + k);
        count[k] = s;
        s += own;
    }
    sorted(a, t, N, count), SHOW(t), SHOW(count);
    from_the_end(a, t, N, count), SHOW(t), SHOW(count);
    last_values(&ring, f, g, N), SHOW(g), show("ring", &ring, sizeof ring);
    printf("narrow %d\n", narrow(c, a, N)), SHOW(c);
    printf("two %d\n", two_at_once(x, y, N)), SHOW(x), SHOW(y);
    of_rows(a, 20, N / 20, sum, y), SHOW(y), SHOW(sum);
    in_tests(a, N, sum, y), SHOW(y), SHOW(sum);
    for (int k = 0; k < KINDS; k++)
        count[k] = k * 100;
    in_place(a, count, N), SHOW(a), SHOW(count);
    return 0;
}
