/* Whether a thread's element is touched was asked with a remainder that lacked
 * the thread: isl writes one wrongly in a parameter that its context has not. */
#include <stdio.h>

static void rests(unsigned n, unsigned c[restrict 88])
{
#pragma scop
    for (int i = 0; i <= n - 2; i += 4)
        for (int j = 0; j < i + 3 * n + 2; j++)
            c[j] = c[j] % ((j & 15) + 1);
#pragma endscop
}

int main(void)
{
    unsigned c[88], sum = 0;
    for (unsigned i = 0; i < 88; i++)
        c[i] = 4000000000u + 7919 * i;
    rests(22, c);
    for (int i = 0; i < 88; i++)
        sum = 31 * sum + c[i];
    printf("%x\n", sum);
    return 0;
}
