/* A nest that has no points where a condition on parameters fails, which isl
 * knows with existentials of no expression: nothing is launched there. */
#include <stdio.h>

enum { N = 90 };

static void add(int n, int m, int w, const int *restrict r, int *restrict c)
{
#pragma hedra
    for (short i = 8; i < n; i++)
        for (int j = 1; j < m + 1; j++)
            if (i == (m + 1 > w ? m + 1 : w) && (j + 2 * i + i + 1) % 4 != 1)
                c[j + 2] += r[j];
}

int main(void)
{
    static int r[N], c[N];
    long sum = 0;

    for (int i = 0; i < N; i++)
        r[i] = i;
    add(10, 31, 20, r, c);
    for (int i = 0; i < N; i++)
        sum += c[i];
    printf("%ld\n", sum);
    for (int m = 5; m < 12; m++)
        for (int w = 7; w < 12; w++)
            add(13, m, w, r, c);
    for (int i = 0; i < N; i++)
        printf("%d ", c[i]);
    printf("\n");
    return 0;
}
