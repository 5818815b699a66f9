/* Loops that compare pointers: ends that lie in no whole number of elements,
 * ends that are before the begin, and counts that the loop itself changes. */
#include <stdio.h>

struct point {
    float x, y, z;
};

static struct point points[40];
static float a[80];

static int up(struct point *p, const struct point *end)
{
    struct point *first = p;
#pragma hedra
    while (p < end) {
        p->x += p->y;
        p++;
    }
    return (int)(p - first);
}

static int up_to(struct point *p, const struct point *end)
{
    struct point *first = p;
#pragma hedra
    while (p + 1 <= end) {
        p->x += p->z;
        p++;
    }
    return (int)(p - first);
}

static int down(struct point *p, const struct point *end)
{
    struct point *first = p;
#pragma hedra
    while (p > end) {
        p->y += p->x;
        p--;
    }
    return (int)(p - first);
}

static int down_to(struct point *p, const struct point *end)
{
    struct point *first = p;
#pragma hedra
    while (p >= end) {
        p->z += p->y;
        p--;
    }
    return (int)(p - first);
}

static int counted(float *p, int n, int k)
{
    float *first = p;
#pragma hedra
    do {
        *p++ += 2;
        n -= 3;
    } while (n > k * k);
    return (int)(p - first) * 100 + n;
}

static int shrinking(float *p, float *end)
{
    float *first = p;
#pragma hedra
    while (p < end) {
        *p++ *= 2;
        end--;
    }
    return (int)(p - first) * 100 + (int)(end - first);
}

static float sum(void)
{
    float s = 0;
    for (int i = 0; i < 40; i++)
        s += (float)i * (points[i].x + 2 * points[i].y + 3 * points[i].z);
    for (int i = 0; i < 80; i++)
        s += (float)i * a[i];
    return s;
}

int main(void)
{
    for (int i = 0; i < 80; i++) {
        points[i / 2] = (struct point){(float)i, (float)(i % 7), 1};
        a[i] = (float)(i % 11);
    }
    for (int bytes = -16; bytes < 40; bytes += 4) {
        struct point *above = (struct point *)((char *)(points + 9) + bytes);
        struct point *below = (struct point *)((char *)(points + 30) - bytes);
        printf("%d ", up(points + 9, above));
        printf("%d ", up_to(points + 9, above));
        printf("%d ", down(points + 30, below));
        printf("%d ", down_to(points + 30, below));
        printf("%d ", counted(a + 3, bytes, 2));
        printf("%d ", shrinking(a + 20, a + 20 + bytes));
        printf("%g\n", sum());
    }
    return 0;
}
