/* Updates of elements that data chooses: each is indivisible. */
#include <stdio.h>

enum { N = 20000, BINS = 37 };
static int bin[N], hist[BINS];
static unsigned mask[BINS];
static long long weight[N], total[BINS], least[BINS], most[BINS];

int main(void)
{
    for (int i = 0; i < N; i++) {
        bin[i] = (int)((i * 2654435761u >> 7) % BINS);
        weight[i] = (long long)i * 7919 % 10007 - 5000;
    }
    for (int b = 0; b < BINS; b++)
        least[b] = 1000000;
#pragma hedra
    for (int i = 0; i < N; i++) {
        hist[bin[i]]++;
        total[bin[i]] -= weight[i];
        mask[bin[i]] |= 1u << (i % 32);
        least[bin[i]] = weight[i] < least[bin[i]] ? weight[i] : least[bin[i]];
        most[bin[i]] = most[bin[i]] >= weight[i] ? most[bin[i]] : weight[i];
    }
    for (int b = 0; b < BINS; b++)
        printf("%d %lld %u %lld %lld\n", hist[b], total[b], mask[b], least[b],
               most[b]);
    return 0;
}
