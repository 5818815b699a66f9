/* Euclid's algorithm at each point of a table. */
#include <stdio.h>

enum { N = 96 };
static unsigned divisor[N][N];
static long coprime[N];

int main(void)
{
#pragma hedra
    for (int i = 0; i < N; i++) {
        coprime[i] = 0;
        for (int j = 0; j < N; j++) {
            unsigned a = (unsigned)i + 1, b = (unsigned)j + 1;
            while (b) {
                unsigned rest = a % b;
                a = b;
                b = rest;
            }
            divisor[i][j] = a;
            if (a == 1)
                coprime[i]++;
        }
    }
    for (int i = 0; i < N; i++)
        printf("%u %u %ld\n", divisor[i][59], divisor[i][N - 1 - i],
               coprime[i]);
    return 0;
}
