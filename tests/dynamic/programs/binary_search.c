/* A binary search in each point, with the range's ends declared before the
 * loop. */
#include <stdio.h>

enum { N = 1000, Q = 777 };
static long sorted[N], wanted[Q];
static int found[Q];

int main(void)
{
    for (int i = 0; i < N; i++)
        sorted[i] = 3L * i + i / 7;
    for (int q = 0; q < Q; q++)
        wanted[q] = (q * 7919L) % (4 * N) - 10;
#pragma hedra
    for (int q = 0; q < Q; q++) {
        int lo = 0, hi = N;
        while (lo < hi) {
            int mid = lo + (hi - lo) / 2;
            if (sorted[mid] < wanted[q])
                lo = mid + 1;
            else
                hi = mid;
        }
        found[q] = lo < N && sorted[lo] == wanted[q] ? lo : -1;
    }
    for (int q = 0; q < Q; q++)
        printf("%d\n", found[q]);
    return 0;
}
