/* Loops whose test fails at once, ends after one round, or waits for a bound of
 * the rounds; in one region, what one leaves the next takes up. */
#include <stdio.h>

enum { N = 100 };

int main(void)
{
    float a[N], b[N];
    float limit = 0, least = 5, most = -1;
    unsigned char rounds = 250;
    for (int i = 0; i < N; i++) {
        a[i] = (float)i;
        b[i] = 1;
    }
#pragma hedra
    {
        while (limit > 0) {
            for (int i = 0; i < N; i++)
                a[i] = -1;
            limit = a[0];
        }
        do {
            for (int i = 0; i < N; i++)
                b[i] += a[i];
            most = b[N - 1];
        } while (most < 0);
        for (rounds = 250; rounds != 3 && least > limit; rounds++) {
            for (int i = 0; i < N; i++)
                b[i] = 0.5f * (a[i] + b[N - 1 - i]);
            least = b[0];
            if (least > 1000) {
                for (int i = 0; i < N; i++)
                    a[i] = 7;
                break;
            }
        }
    }
    printf("%d %a %a %a %a %a\n", rounds, limit, least, most, a[5], b[7]);
}
