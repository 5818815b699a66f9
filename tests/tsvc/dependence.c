/* Linear dependences: subscripts that are linear in the loops' counters. */
#include "tests/tsvc/tsvc.h"

float s000(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] = b[i] + 1;
    return 0;
}

float s111(void)
{
#pragma hedra
    for (int i = 1; i < LEN_1D; i += 2)
        a[i] = a[i - 1] + b[i];
    return 0;
}

float s1111(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D / 2; i++)
        a[2 * i] =
            c[i] * b[i] + d[i] * b[i] + c[i] * c[i] + d[i] * b[i] + d[i] * c[i];
    return 0;
}

float s112(void)
{
#pragma hedra
    for (int i = LEN_1D - 2; i >= 0; i--)
        a[i + 1] = a[i] + b[i];
    return 0;
}

float s1112(void)
{
#pragma hedra
    for (int i = LEN_1D - 1; i >= 0; i--)
        a[i] = b[i] + 1.f;
    return 0;
}

float s113(void)
{
#pragma hedra
    for (int i = 1; i < LEN_1D; i++)
        a[i] = a[0] + b[i];
    return 0;
}

float s1113(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] = a[LEN_1D / 2] + b[i];
    return 0;
}

float s114(void)
{
#pragma hedra
    for (int i = 0; i < LEN_2D; i++)
        for (int j = 0; j < i; j++)
            aa[i][j] = aa[j][i] + bb[i][j];
    return 0;
}

float s115(void)
{
#pragma hedra
    for (int j = 0; j < LEN_2D; j++)
        for (int i = j + 1; i < LEN_2D; i++)
            a[i] -= aa[j][i] * a[j];
    return 0;
}

float s1115(void)
{
#pragma hedra
    for (int i = 0; i < LEN_2D; i++)
        for (int j = 0; j < LEN_2D; j++)
            aa[i][j] = aa[i][j] * cc[j][i] + bb[i][j];
    return 0;
}

float s116(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D - 5; i += 5) {
        a[i] = a[i + 1] * a[i];
        a[i + 1] = a[i + 2] * a[i + 1];
        a[i + 2] = a[i + 3] * a[i + 2];
        a[i + 3] = a[i + 4] * a[i + 3];
        a[i + 4] = a[i + 5] * a[i + 4];
    }
    return 0;
}

float s118(void)
{
#pragma hedra
    for (int i = 1; i < LEN_2D; i++)
        for (int j = 0; j <= i - 1; j++)
            a[i] += bb[j][i] * a[i - j - 1];
    return 0;
}

float s119(void)
{
#pragma hedra
    for (int i = 1; i < LEN_2D; i++)
        for (int j = 1; j < LEN_2D; j++)
            aa[i][j] = aa[i - 1][j - 1] + bb[i][j];
    return 0;
}

float s1119(void)
{
#pragma hedra
    for (int i = 1; i < LEN_2D; i++)
        for (int j = 0; j < LEN_2D; j++)
            aa[i][j] = aa[i - 1][j] + bb[i][j];
    return 0;
}
