/*
 * Loops that compare pointers, or integers that move somewhere in their bodies:
 * each spelling over lengths from none up, forwards and backwards, by strides
 * that do and do not divide the length, with what the pointers hold behind the
 * loop used there.
 */
#include "tests/field/field.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 41, W = 12, PITCH = 16 };

static float a[3 * MOST], b[3 * MOST];
static unsigned char image[PITCH * MOST], other[PITCH * MOST];

static void fill(void)
{
    for (int i = 0; i < 3 * MOST; i++) {
        a[i] = (float)((i * 37 + 11) % 64) - 20;
        b[i] = (float)((i * 13 + 5) % 32);
    }
    for (int i = 0; i < PITCH * MOST; i++) {
        image[i] = (unsigned char)(i * 7);
        other[i] = (unsigned char)(i * 5 + 1);
    }
}

static unsigned long long sum(const void *data, size_t size)
{
    const unsigned char *byte = data;
    unsigned long long s = 1469598103934665603ull;
    for (size_t i = 0; i < size; i++)
        s = (s ^ byte[i]) * 1099511628211ull;
    return s;
}

static void show(const char *what, int n)
{
    printf("%s %d %llx %llx %llx %llx\n", what, n, sum(a, sizeof a),
           sum(b, sizeof b), sum(image, sizeof image),
           sum(other, sizeof other));
    fill();
}

static void up_to(float *x, int n, float g)
{
    const float *end = x + n;
#pragma hedra
    for (float *p = x; p < end; p++)
        *p = *p * g;
}

static void between(float *p, const float *end)
{
#pragma hedra
    for (; p != end; ++p)
        *p = *p + 1;
}

static void with_end(float *x, int n)
{
#pragma hedra
    for (float *p = x, *e = x + n; p < e; p += 3) {
        p[0] *= 2;
        p[1] *= 3;
        p[2] *= 4;
    }
}

static void stepped(float *d, const float *s, const float *end)
{
#pragma hedra
    while (s < end) {
        d[0] = *s++ * 3;
        d += 2;
        s++;
    }
}

static void ends_moving(float *x, int n)
{
    float *p = x, *q = x + n - 1;
#pragma hedra
    while (p < q) {
        float t = *p;
        *p++ = *q;
        *q-- = t;
    }
}

static void bumped_ends(float *lo, float *hi)
{
#pragma hedra
    while (lo < --hi) {
        float t = *lo;
        *lo++ = *hi;
        *hi = t;
    }
}

static void down_to(float *x, float *p)
{
#pragma hedra
    while (p-- > x)
        *p = *p * 2 + 1;
}

static void down_by_two(float *x, float *p)
{
#pragma hedra
    for (; p >= x; p -= 2)
        *p = -*p;
}

static void at_least_once(float *d, const float *s, const float *end)
{
#pragma hedra
    do {
        *d++ = *s++ * 5;
    } while (s < end);
}

static void counted_down(float *d, const float *s, int n)
{
#pragma hedra
    do {
        *d++ = *s++ - 3;
    } while (--n > 0);
}

static void counted_late(float *d, const float *s, int n)
{
#pragma hedra
    do
        *d++ = *s++ + 7;
    while (n-- > 2);
}

static int counted_up(float *x, int n)
{
    int i = 2;
#pragma hedra
    do {
        x[i] += x[i] * 2;
        i += 3;
    } while (i < n);
    return i;
}

static int in_subscripts(float *x, const float *y, int n)
{
    int i = 0, k = 2 * n;
#pragma hedra
    while (i < n) {
        x[k++] = y[i++];
        x[k++] = y[i - 1] * 2;
    }
    return 100 * i + k;
}

static void rows(unsigned char *row, int w, int h, int pitch)
{
#pragma hedra
    for (int y = 0; y < h; y++, row += pitch) {
        unsigned char *p = row, *end = row + w;
        for (; p < end; p += 3) {
            unsigned char t = p[0];
            p[0] = p[2];
            p[2] = t;
        }
    }
}

static void set_rows(unsigned char *d, const unsigned char *s, int w, int h,
                     int pitch)
{
    unsigned char *p;
    const unsigned char *q, *end;
    int x, y;
#pragma hedra
    for (y = 0; y < h; y++) {
        p = d + y * pitch;
        for (x = 0; x < w; x++)
            *p++ ^= 255;
        end = s + y * pitch + w;
        for (q = s + y * pitch, p = d + y * pitch; q < end; q++) {
            if (*q & 1)
                continue;
            p[q - s - y * pitch] = *q;
        }
    }
}

static void nested_dos(unsigned char *d, const unsigned char *s, int w, int h,
                       int pitch)
{
#pragma hedra
    do {
        unsigned char *p = d;
        const unsigned char *q = s;
        int n = w;
        do
            *p++ = *q++ ^ 85;
        while (--n > 0);
        d += pitch;
        s += pitch;
    } while (--h > 0);
}

static void either(unsigned char *d, const unsigned char *s, int n, int which)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        const unsigned char *q;
        if (which)
            q = s + i;
        else
            q = s + 2 * i;
        d[i] = 1;
        q = s + 3;
        d[i] += q[i & 3];
    }
}

static long long whole_sum(const float *x, const float *end, float *out)
{
    const float *first = x;
    int s = 0;
#pragma hedra
    for (; x < end; x++)
        s += (int)*x;
    *out = (float)s;
    return end - first;
}

static int run_out(float *x, int n)
{
    float *p = x, *end = x + n;
#pragma hedra
    while (p < end)
        *p++ += 4;
    *p = 99;
    return (int)(p - x);
}

static int two_runs(float *p, const float *middle, const float *end)
{
    const float *first = p;
#pragma hedra
    {
        while (p < middle)
            *p++ *= 2;
        for (; p + 1 < end; p += 2)
            *p = *p - 3;
    }
    *p = 77;
    return (int)(p - first);
}

static void each_length(int n)
{
    up_to(a, n, 1.5f), show("up_to", n);
    between(a + 1, a + n + 1), show("between", n);
    with_end(a, n), show("with_end", n);
    stepped(a, b, b + n), show("stepped", n);
    ends_moving(a, n), show("ends_moving", n);
    bumped_ends(a, a + n), show("bumped_ends", n);
    down_to(a, a + n), show("down_to", n);
    down_by_two(a + 2, a + n), show("down_by_two", n);
    at_least_once(a, b, b + n), show("at_least_once", n);
    counted_down(a, b, n), show("counted_down", n);
    counted_late(a, b, n), show("counted_late", n);
    printf("%d ", counted_up(a, n)), show("counted_up", n);
    printf("%d ", in_subscripts(a, b, n / 2)), show("in_subscripts", n);
    rows(image, W, n, PITCH), show("rows", n);
    rows(image, n % 14, 9, PITCH), show("rows", n);
    set_rows(image, other, W, n, PITCH), show("set_rows", n);
    nested_dos(image, other, W, n, PITCH), show("nested_dos", n);
    nested_dos(image, other, n % 15, 9, PITCH), show("nested_dos", n);
    either(image, other, n, n & 1), show("either", n);
    printf("%lld ", whole_sum(a, a + n, b)), show("whole_sum", n);
    printf("%d ", run_out(a, n)), show("run_out", n);
    printf("%d ", two_runs(a, a + n / 3, a + n)), show("two_runs", n);
}

int main(void)
{
    fill();
    field_begin();
    for (int n = 0; n < MOST; n++)
        each_length(n);
    field_end();
    return 0;
}
