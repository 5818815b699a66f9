/* Accesses that data prevents would lie outside of the array as far as the
 * bounds of the loop tell: before it, and behind it. The clause extent, or the
 * declaration of a parameter, says what there is; pages around it that must not
 * be touched say whether it is believed. */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 3000, M = 6 };

/* `count` doubles from the start of a page, or up to the end of one. */
static double *fenced(size_t page, int count, int at_end)
{
    char *p =
        mmap(NULL, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (p == MAP_FAILED || mprotect(p + page, page, PROT_READ | PROT_WRITE))
        return NULL;
    return (double *)(p + page +
                      (at_end ? page - sizeof(double) * (size_t)count : 0));
}

static void back(int n, int m, const int *on, const double *a, double *y)
{
#pragma hedra extent(a[m])
    for (int i = 0; i < n; i++) {
        if (i > 5 && on[i])
            y[i] = 1;
        else
            y[i] = a[5 - i];
    }
}

static void forth(int n, int m, const int *on, double a[m], double *y)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (i < n - 6 && on[i])
            y[i] = 2;
        else
            a[n - 1 - i] = y[i] + i;
    }
}

int main(void)
{
    static int on[N];
    static double y[N];
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    double *first = fenced(page, M, 0), *last = fenced(page, M, 1), sum = 0;

    if (!first || !last)
        return 1;
    for (int i = 0; i < N; i++)
        on[i] = 1 + i;
    for (int k = 0; k < M; k++)
        first[k] = 10 + k, last[k] = k;
    back(N, M, on, first, y);
    for (int i = 0; i < N; i++)
        sum += (i % 7 + 1) * y[i];
    forth(N, M, on, last, y);
    for (int i = 0; i < N; i++)
        sum += (i % 5 + 1) * y[i];
    printf("%g", sum);
    for (int k = 0; k < M; k++)
        printf(" %g", last[k]);
    printf("\n");
    return 0;
}
