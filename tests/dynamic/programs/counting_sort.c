/* Counting sort of small keys: counts, their running sum, and each element to
 * the place that its key has reached. */
#include <stdio.h>

enum { N = 2000, KEYS = 64 };
static unsigned short key[N];
static int count[KEYS], first[KEYS + 1], rank[N];
static unsigned short sorted[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        key[i] = (unsigned short)(i * i % 67 % KEYS);
#pragma hedra
    for (int i = 0; i < N; i++)
        count[key[i]]++;
#pragma hedra
    for (int k = 0; k < KEYS; k++)
        first[k + 1] = first[k] + count[k];
#pragma hedra
    for (int i = 0; i < N; i++) {
        int before = 0;
        for (int j = 0; j < i; j++)
            before += key[j] == key[i];
        rank[i] = first[key[i]] + before;
    }
#pragma hedra injective(rank)
    for (int i = 0; i < N; i++)
        sorted[rank[i]] = key[i];
    for (int i = 0; i < N; i += 13)
        printf("%d:%d ", i, sorted[i]);
    printf("\n");
    return 0;
}
