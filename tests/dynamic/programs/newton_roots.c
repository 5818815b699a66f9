/* Cube roots by Newton's method, each point until it moves no more. */
#include <math.h>
#include <stdio.h>

enum { N = 613 };
static double root[N];
static unsigned char rounds[N];

int main(void)
{
#pragma hedra
    for (int i = 0; i < N; i++) {
        double a = i * 1.7 - 300, x = a, change;
        int n = 0;
        if (a == 0) {
            root[i] = 0;
            rounds[i] = 0;
        } else {
            do {
                double better = (2 * x + a / (x * x)) / 3;
                change = fabs(better - x);
                x = better;
                n++;
            } while (change > 1e-14 * fabs(x) && n < 100);
            root[i] = x;
            rounds[i] = (unsigned char)n;
        }
    }
    for (int i = 0; i < N; i += 3)
        printf("%.15g %d\n", root[i], rounds[i]);
    return 0;
}
