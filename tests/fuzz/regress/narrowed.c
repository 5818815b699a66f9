/* GCC 12 vectorised the three iterations as straight-line code and then took
 * (double)(float)x for x. */
#include <stdio.h>

static void nest(int n, const double *a, long *b, unsigned char *s)
{
#pragma hedra
    for (int i = n; i >= 1; i--) {
        if (*s > 0.001 * a[i]) {
            float t[3];
            for (int j = 0; j < 3; j++)
                t[j] = b[i] + a[j];
            for (int j = 0; j < 3; j++)
                b[j + 1] += t[j] * (a[i] - *s);
            (*s)--;
        }
    }
}

int main(void)
{
    unsigned char s = 251;
    double a[12];
    long b[12];

    for (int k = 0; k < 12; k++) {
        a[k] = (17 * k % 37 - 18) / 9.7;
        b[k] = 12345 + 1003 * k;
    }
    nest(11, a, b, &s);
    for (int k = 0; k < 12; k++)
        printf("%ld\n", b[k]);
    return 0;
}
