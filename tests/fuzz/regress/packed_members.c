/* Members of packed structures lie at any address, also where all are of one
 * size; and what errno holds is the program's. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct __attribute__((packed)) point {
    double x, y;
};
struct __attribute__((packed)) outer {
    struct {
        double at[2];
    } inner;
};

int main(void)
{
    typedef double anywhere __attribute__((aligned(1)));
    enum { N = 600 };
    char *raw = calloc(1, 2 * N * sizeof(struct point) + 3);
    struct point *p = (void *)(raw + 3);
    struct outer *q = (void *)(raw + 3 + N * sizeof *p);
    double sum = 0;
    static float plain[N];

    errno = EDOM;
    for (int i = 0; i < N; i++)
        p[i].y = i;
#pragma hedra
    for (int i = 0; i < N; i++)
        p[i].x = p[i].y * 3 + 1;
#pragma hedra
    for (int i = 0; i < N; i++)
        q[i].inner.at[1] = q[i].inner.at[0] + i;
#pragma hedra
    for (int i = 0; i < N; i++)
        ((anywhere *)q)[2 * i] += i;
    anywhere *r = (anywhere *)p;
#pragma hedra
    for (int i = 0; i < N; i++)
        r[i] += i;
#pragma hedra
    for (int i = 0; i < N; i++)
        plain[i] = (float)i / 7;
    printf("%d\n", errno == EDOM);
    for (int i = 0; i < N; i++)
        sum += p[i].x + q[i].inner.at[1] * 3 + plain[i];
    printf("%a\n", sum);
    free(raw);
    return 0;
}
