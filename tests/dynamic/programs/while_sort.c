/* Odd-even transposition sort until nothing is exchanged: do … while, and both
 * phases in one round. */
#include <stdio.h>

enum { N = 301 };

int main(void)
{
    int value[N], swaps[N], moved, rounds = 0;
    unsigned seed = 1;
    for (int i = 0; i < N; i++)
        value[i] = (int)((seed = seed * 1103515245u + 12345u) >> 16) % 1000;
#pragma hedra
    do {
        moved = 0;
        for (int i = 0; i < N / 2; i++) {
            int a = value[2 * i], b = value[2 * i + 1];
            swaps[2 * i] = a > b;
            value[2 * i] = a > b ? b : a;
            value[2 * i + 1] = a > b ? a : b;
        }
        for (int i = 0; i < (N - 1) / 2; i++) {
            int a = value[2 * i + 1], b = value[2 * i + 2];
            swaps[2 * i + 1] = a > b;
            value[2 * i + 1] = a > b ? b : a;
            value[2 * i + 2] = a > b ? a : b;
        }
        for (int i = 0; i < N - 1; i++)
            moved += swaps[i];
        rounds++;
    } while (moved);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = (sum * 31 + value[i]) % 1000003;
    printf("%d rounds, %ld, from %d to %d\n", rounds, sum, value[0],
           value[N - 1]);
}
