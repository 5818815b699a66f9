/* Stores of one constant where data says so, in any order: flags, marks through
 * unknown subscripts; and of two constants, whose order matters. */
#include <stdio.h>

static int all_sorted(int n, const int *restrict a)
{
    int sorted = 1;
#pragma hedra
    for (int i = 1; i < n; i++)
        if (a[i - 1] > a[i])
            sorted = 0;
    return sorted;
}
static int spread(int n, const int *restrict a, int *restrict b)
{
    int changed = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        int best = a[i];
        if (i > 0 && a[i - 1] > best)
            best = a[i - 1];
        if (best != a[i])
            changed = 1;
        b[i] = best;
    }
    return changed;
}
static void touch(int n, const int *restrict idx, const int *restrict w,
                  double *restrict seen)
{
#pragma hedra extent(seen[n])
    for (int i = 0; i < n; i++)
        if (w[i] > 3)
            seen[idx[i]] = 0.5;
}
static int two(int n, const int *restrict a)
{
    int kind = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (a[i] == 5)
            kind = 1;
        if (a[i] == 6)
            kind = 2;
    }
    return kind;
}
int main(void)
{
    static int a[100], b[100];
    static double seen[100];
    int s;

    for (int i = 0; i < 100; i++)
        a[i] = i;
    s = all_sorted(100, a);
    a[50] = 3;
    s = s * 2 + all_sorted(100, a);
    s = s * 2 + spread(100, a, b);
    s = s * 2 + spread(3, b + 60, a + 10);
    for (int i = 0; i < 100; i++) {
        b[i] = i * 37 % 100;
        a[i] = i % 7;
    }
    touch(100, b, a, seen);
    for (int i = 0; i < 100; i++)
        s = s * 3 % 10007 + (int)(seen[i] * 2);
    printf("%d %d\n", s, two(100, a));
    return 0;
}
