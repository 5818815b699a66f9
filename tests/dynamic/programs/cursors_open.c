/* Cursors into memory of which no clause says how long it is: they begin where
 * the caller says, count in several types and by several elements, up and down,
 * row by row, and of a loop that tests move pointers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 20011, W = 173, H = 97 };

struct point {
    short x, y;
    float value;
};

static int *number, *chosen, *other;
static float *real;
static struct point *points;

static int from(int n, int k)
{
    const int *a = number;
    int *b = chosen;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] & 1)
            b[k++] = a[i];
    return k;
}

static size_t sizes(size_t n)
{
    const int *a = number;
    int *b = chosen, *c = other;
    size_t k = 0;
#pragma hedra
    for (size_t i = 0; i < n; i++)
        if (a[i] % 3 == 0) {
            b[k] = (int)i;
            c[k] = a[i];
            k++;
        }
    return k;
}

static unsigned natural(unsigned n, unsigned k)
{
    const int *a = number;
    int *b = chosen;
#pragma hedra
    for (unsigned i = 0; i < n; i++)
        if (a[i] % 5 == 0)
            b[k++] = a[i];
    return k;
}

static int pairs(int n)
{
    const int *a = number;
    int *b = chosen;
    int k = 2;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] % 7 < 3) {
            b[k] = a[i];
            b[k + 1] = i;
            k += 2;
        }
    return k;
}

static int corners(int w, int h)
{
    const float *a = real;
    struct point *p = points;
    int k = 0;
#pragma hedra
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            if (a[y * w + x] > a[y * w + x - 1] &&
                a[y * w + x] > a[y * w + x + 1]) {
                p[k].x = (short)x;
                p[k].y = (short)y;
                p[k++].value = a[y * w + x];
            }
    return k;
}

static int ends(int n)
{
    const int *a = number;
    int *b = chosen, low = 0, high = n;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] < 500)
            b[low++] = a[i];
        else
            b[--high] = a[i];
    return low * 2 + high;
}

static long pointers(int n)
{
    const int *a = number, *end = a + n;
    int *b = chosen, *c = other;
#pragma hedra
    for (; a < end; a++)
        if (*a & 2)
            *b++ = *a;
        else
            *c++ = *a;
    return (b - chosen) * 100000L + (c - other);
}

static int by_rows(int w, int h)
{
    const float *a = real;
    int *first = chosen, *column = other, k = 0;
#pragma hedra
    for (int y = 0; y < h; y++) {
        first[y] = k;
        for (int x = 0; x < w; x++)
            if (a[y * w + x] > 700)
                column[k++] = x;
    }
    return k;
}

static void clear(void)
{
    memset(chosen, 0, 2 * N * sizeof *chosen);
    memset(other, 0, 2 * N * sizeof *other);
    memset(points, 0, N * sizeof *points);
}

static void show(const char *what, long k)
{
    unsigned long sum = 0;
    for (int i = 0; i < 2 * N; i++)
        sum = sum * 31 + (unsigned)chosen[i] + 7 * (unsigned)other[i];
    for (int i = 0; i < N; i++)
        sum = sum * 31 + (unsigned long)(points[i].x + 3 * points[i].y +
                                         5 * (long)points[i].value);
    printf("%s %ld %lu\n", what, k, sum);
    clear();
}

int main(void)
{
    static const int size[] = {0, 1, 33, 4000, N};
    number = malloc(N * sizeof *number);
    chosen = malloc(2 * N * sizeof *chosen);
    other = malloc(2 * N * sizeof *other);
    real = malloc(N * sizeof *real);
    points = malloc(N * sizeof *points);
    if (!number || !chosen || !other || !real || !points)
        return 1;
    for (int i = 0; i < N; i++) {
        number[i] = (int)(i * 7919L % 1009);
        real[i] = (float)(i * 104729L % 1013);
    }
    clear();
    for (int k = 0; k < 5; k++) {
        show("from", from(size[k], k));
        show("sizes", (long)sizes((size_t)size[k]));
        show("natural", natural((unsigned)size[k], 9));
        show("pairs", pairs(size[k]));
        show("ends", ends(size[k]));
        show("pointers", pointers(size[k]));
    }
    show("corners", corners(W, H));
    show("by_rows", by_rows(W, H));
    return 0;
}
