/* The same by parity of the round: a counter of the driver decides where loops
 * begin. It goes on for as long as an array element says. */
#include <stdio.h>

enum { N = 200 };

static short value[N];
static int still[2];

int main(void)
{
    int rounds = 0;
    for (int i = 0; i < N; i++)
        value[i] = (short)(i * 7919 % 1009);
    still[0] = still[1] = 1;
#pragma hedra
    for (int round = 0; (still[0] || still[1]) && round < 2 * N; round++) {
        still[round % 2] = 0;
        for (int i = round % 2; i < N - 1; i += 2) {
            short a = value[i], b = value[i + 1];
            value[i] = a > b ? b : a;
            value[i + 1] = a > b ? a : b;
            if (a > b)
                still[round % 2] = 1;
        }
        rounds = round + 1;
    }
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = (sum * 31 + value[i]) % 1000003;
    printf("%d rounds, %ld, from %d to %d\n", rounds, sum, value[0],
           value[N - 1]);
}
