/* Powers of integers, one multiplication after the other in the innermost loop:
 * GCC 12 vectorises some of these loops as products of many factors, with
 * another result. */
#include <stdint.h>
#include <stdio.h>

enum { ROWS = 40, COLUMNS = 80, TIMES = 43 };

static void squares(int times, int16_t t[restrict ROWS][COLUMNS])
{
#pragma hedra
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < times; j++)
            t[i][0] *= t[i][0];
}

static void with_factors(int times, int16_t t[restrict ROWS][COLUMNS],
                         const int16_t *restrict a)
{
#pragma hedra
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < times; j++)
            t[i][0] = t[i][0] * (a[j] * t[i][0]);
}

static void fourths(int times, int16_t t[restrict ROWS][COLUMNS])
{
#pragma hedra
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < times; j++)
            t[i][0] = (t[i][0] * t[i][0]) * (t[i][0] * t[i][0]);
}

static int wide(int times, int s)
{
#pragma hedra
    for (int j = 0; j < times; j++)
        s = (int)((unsigned)s * (unsigned)s);
    return s;
}

static long long wider(int times, long long s)
{
#pragma hedra
    for (int j = 0; j < times; j++)
        s = (long long)((unsigned long long)s * 3 * (unsigned long long)s);
    return s;
}

int main(void)
{
    static int16_t a[TIMES], s[ROWS][COLUMNS], t[ROWS][COLUMNS],
        u[ROWS][COLUMNS];

    for (int j = 0; j < TIMES; j++)
        a[j] = 2 * j + 1;
    for (int i = 0; i < ROWS; i++)
        s[i][0] = t[i][0] = u[i][0] = 2 * i + 3;
    squares(TIMES, s);
    with_factors(TIMES, t, a);
    fourths(TIMES, u);
    for (int i = 0; i < ROWS; i++)
        printf("%d %d %d\n", s[i][0], t[i][0], u[i][0]);
    for (int times = 1; times < TIMES; times += 3)
        printf("%d %lld\n", wide(times, 7), wider(times, 7));
    return 0;
}
