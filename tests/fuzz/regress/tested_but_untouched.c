/* The CPU reads s for the test of its loop, though no loop that writes s has
 * iterations: nothing of it was on the device. */
#include <stdio.h>

static void rounds(int n, int *restrict s_end, double a[restrict 30],
                   const int x[restrict 30])
{
    int s = *s_end;
#pragma hedra
    {
        int round = 0;
        while (round < 3 && s > 3) {
            for (int i = 0; i < 30; i++)
                a[i] *= 2;
            for (int i = 2; i < n - 2; i++)
                s ^= x[i];
            round++;
        }
    }
    *s_end = s;
}

int main(void)
{
    static double a[30];
    static int x[30];
    int s = 9;
    for (int i = 0; i < 30; i++)
        a[i] = x[i] = i;
    rounds(0, &s, a, x);
    printf("%d %g\n", s, a[29]);
    rounds(30, &s, a, x);
    printf("%d %g\n", s, a[29]);
    return 0;
}
