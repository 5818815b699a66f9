/* Counts of what falls where, again and again: one thread of the host adds to
 * them, with no atomic operations, in no vectors, whose lanes would meet. */
#include <stdio.h>
enum { N = 600, BINS = 24 };
static int key[N];
static void again_and_again(int n, int *restrict bins)
{
    int i;
#pragma hedra extent(bins[BINS])
    for (int t = 0; t < 5; t++) {
        int all = 0;
        for (i = t; i < n; i += 2) {
            int v = key[i];
            while (v > 20)
                v -= 9;
            bins[v]++;
            all += v;
        }
        bins[21] += all & 3;
    }
}
int main(void)
{
    int bins[BINS] = {0};
    for (int i = 0; i < N; i++)
        key[i] = i * 37 % 101;
    again_and_again(N, bins);
    for (int i = 0; i < BINS; i++)
        printf("%d ", bins[i]);
    printf("\n");
}
