/* Arrays that data fill end where a page ends, and what lies behind may not be
 * touched at all: devices, which copy as much as the loop may fill, find out
 * before they do. And arrays that overlap, or that no iteration touches. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { N = 1 << 14, PAGE = 4096 };

static int chosen(int n, const int *x, int *out)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] % 4 == 0)
            out[k++] = x[i];
    return k;
}

static int chosen_before(int n, const int *x, int *out)
{
    int k = -1;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] % 4 == 0)
            out[++k] = x[i];
    return k + 1;
}

static int halves(int n, const int *x, int *low, int *high)
{
    int k = 0, m = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] & 1)
            low[k++] = x[i];
        else
            high[m++] = x[i];
    return k - m;
}

static void show(const char *what, int count, const int *x, int n)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 31 + (unsigned)x[i];
    printf("%s %d %u\n", what, count, sum);
}

int main(void)
{
    char *memory = mmap(0, N + 2 * PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
    int *out = (int *)(memory + PAGE);
    if (memory == MAP_FAILED || !x || !y || mprotect(memory, PAGE, PROT_NONE) ||
        mprotect(memory + PAGE + N, PAGE, PROT_NONE))
        return 1;
    for (int i = 0; i < N; i++)
        x[i] = i;
    int k = chosen(N, x, out);
    show("chosen", k, out, k);
    k = chosen_before(N, x, out);
    show("before", k, out, k);
    show("none", chosen(0, x, NULL) + chosen_before(-3, x, NULL), x, 0);
    show("halves", halves(N, x, y, y + N / 2), y, N);
    k = chosen(N, x, x);
    show("in place", k, x, N);
    k = chosen(k, x, x + 3);
    show("overlapping", k, x, N);
    return 0;
}
