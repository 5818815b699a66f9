/* Steps until 1, in 64 bits, by while and by do, with iterators declared
 * outside of the region. */
#include <stdio.h>

enum { N = 500 };
static int steps[N];
static unsigned long long highest[N];
static short digits[N];

int main(void)
{
    int i, n;
    unsigned long long v;

#pragma hedra
    for (i = 0; i < N; i++) {
        unsigned long long top;
        n = 0;
        v = (unsigned long long)i + 1;
        top = v;
        while (v != 1) {
            if (v % 2)
                v = 3 * v + 1;
            else
                v /= 2;
            if (v > top)
                top = v;
            n++;
        }
        steps[i] = n;
        highest[i] = top;
        short d = 0;
        do {
            top /= 10;
            d++;
        } while (top);
        digits[i] = d;
    }
    for (i = 0; i < N; i++)
        printf("%d %llu %d\n", steps[i], highest[i], digits[i]);
    return 0;
}
