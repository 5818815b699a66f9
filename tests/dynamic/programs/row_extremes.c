/* The least, the greatest and the common bits of long and short rows, which the
 * threads of a GPU's block share: of numbers at the ends of their types, so that
 * what threads begin with is seen where it is not neutral.
 * hedrac: --reassociate */
#include <limits.h>
#include <stdio.h>

enum { ROWS = 150, MOST = 9000 };
static int first[ROWS + 1], low[MOST], high[MOST], least[ROWS], greatest[ROWS];
static unsigned bits[MOST], common[ROWS], top[ROWS];
static long far[MOST], deepest[ROWS];

static void fill(void)
{
    for (int i = 0; i < ROWS; i++)
        first[i + 1] = first[i] + i * i % 113;
    for (int k = 0; k < MOST; k++) {
        low[k] = INT_MIN + (k / 300 & 1);
        high[k] = INT_MAX - (k / 200 & 1);
        bits[k] = UINT_MAX - (k % 97 == 5 ? 8u : 0);
        far[k] = LONG_MIN + k / 400 % 3;
    }
}

static void find(int n)
{
#pragma hedra extent(low[MOST])
    for (int i = 0; i < n; i++) {
        int most = INT_MIN;
        for (int k = first[i]; k < first[i + 1]; k++)
            most = low[k] > most ? low[k] : most;
        greatest[i] = most;
    }
#pragma hedra extent(high[MOST])
    for (int i = 0; i < n; i++) {
        int most = INT_MAX;
        for (int k = first[i]; k < first[i + 1]; k++)
            most = high[k] < most ? high[k] : most;
        least[i] = most;
    }
#pragma hedra extent(bits[MOST])
    for (int i = 0; i < n; i++) {
        unsigned all = UINT_MAX, most = 0;
        for (int k = first[i]; k < first[i + 1]; k++) {
            all &= bits[k];
            most = bits[k] > most ? bits[k] : most;
        }
        common[i] = all;
        top[i] = most;
    }
#pragma hedra extent(far[MOST])
    for (int i = 0; i < n; i++) {
        long most = LONG_MIN;
        for (int k = first[i]; k < first[i + 1]; k++)
            most = far[k] > most ? far[k] : most;
        deepest[i] = most;
    }
}

int main(void)
{
    fill();
    find(ROWS);
    for (int i = 0; i < ROWS; i++)
        printf("%d %d %u %u %ld\n", greatest[i], least[i], common[i], top[i],
               deepest[i]);
}
