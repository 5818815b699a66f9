/* Loops whose bounds the iterator's type does not hold: ranges that are empty
 * ended where the bound's low bits are, and of a comparison without signs the
 * iterations were lost, where threads share the plain nest's loops. */
#include <stdio.h>

enum { ROWS = 200, COLUMNS = 70000, HALF = 32768 };
static int t[ROWS][COLUMNS], a[2 * HALF];

/* Rows near the edge have no iterations, as their bound is negative. */
static void band(int n, int w)
{
#pragma hedra
    for (int j = 1; j < n; j++)
        for (unsigned short i = 0; i < w - j; i++)
            t[j][i] = t[j - 1][i] + 1;
}

static void none_downward(int from, long to)
{
#pragma hedra
    for (int i = from; i > to; i--)
        a[i + HALF] += 1;
}

static void bytes(unsigned char from, int to)
{
#pragma hedra
    for (unsigned char i = from; i < to; i++)
        a[i + HALF] += 2;
}

static void without_sign(int from, unsigned to)
{
#pragma hedra
    for (int i = from; i > to; i--)
        a[i + HALF] += 3;
}

int main(void)
{
    long sum = 0;
    for (int k = 0; k < 40; k++) {
        band(ROWS, 100);
        none_downward(500, (1L << 32) - 5000);
        bytes(3, k % 2 ? -5 : 200);
        without_sign(-124, (unsigned)-30000);
    }
    for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < COLUMNS; i++)
            sum += t[j][i];
    printf("%ld\n", sum);
    sum = 0;
    for (int i = 0; i < 2 * HALF; i++)
        sum += (long)a[i] * (i % 97);
    printf("%ld %d %d\n", sum, a[HALF - 200], a[HALF + 500]);
    return 0;
}
