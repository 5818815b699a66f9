/* Cases of a switch that go on into the next one, in parallel loops and in
 * bodies, with the default label in their midst. */
#include <stdio.h>

static void sections(int n, int *restrict a, const int *restrict b)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        switch (b[i] & 7) {
        case 0:
            a[i] += 1; /* goes on */
        case 1:
            a[i] *= 2;
            break;
        case 2:
        case 3:
            a[i] = i; /* goes on */
        default:
            a[i] -= 3; /* goes on */
        case 6:
            a[i] ^= 5;
            break;
        case 7:
            break;
        }
}

static void of_iterators(int n, int *a)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++)
            switch (k) {
            default:
                a[i] += k; /* goes on */
            case 2:
                a[i] *= 3;
                break;
            case 1:
                a[i] -= 7;
            }
}

static void in_bodies(int n, int *a, const int *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        int left = b[i];
        while (left > 0) {
            switch (left % 4) {
            case 3:
                a[i] += 2; /* goes on */
            case 1:
                a[i] ^= left; /* goes on */
            default:
                left--;
            }
            left /= 2;
        }
    }
}

int main(void)
{
    static int a[500], b[500];
    unsigned sum = 0;

    for (int i = 0; i < 500; i++) {
        a[i] = i * 7 % 101;
        b[i] = i * 13 % 97;
    }
    sections(500, a, b);
    of_iterators(499, a);
    in_bodies(498, a, b);
    for (int i = 0; i < 500; i++)
        sum = sum * 31 + (unsigned)a[i];
    printf("%u\n", sum);
    return 0;
}
