/*
 * Loops that vectorise in another order: statements reordered, loops
 * distributed and interchanged, statements split, diagonals and wavefronts.
 */
#include "tests/tsvc/tsvc.h"

float s211(void)
{
#pragma hedra
    for (int i = 1; i < LEN_1D - 1; i++) {
        a[i] = b[i - 1] + c[i] * d[i];
        b[i] = b[i + 1] - e[i] * d[i];
    }
    return 0;
}

float s212(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; i++) {
        a[i] *= c[i];
        b[i] += a[i + 1] * d[i];
    }
    return 0;
}

float s1213(void)
{
#pragma hedra
    for (int i = 1; i < LEN_1D - 1; i++) {
        a[i] = b[i - 1] + c[i];
        b[i] = a[i + 1] * d[i];
    }
    return 0;
}

float s221(void)
{
#pragma hedra
    for (int i = 1; i < LEN_1D; i++) {
        a[i] += c[i] * d[i];
        b[i] = b[i - 1] + a[i] + d[i];
    }
    return 0;
}

float s1221(void)
{
#pragma hedra
    for (int i = 4; i < LEN_1D; i++)
        b[i] = b[i - 4] + a[i];
    return 0;
}

float s222(void)
{
#pragma hedra
    for (int i = 1; i < LEN_1D; i++) {
        a[i] += b[i] * c[i];
        e[i] = e[i - 1] * e[i - 1];
        a[i] -= b[i] * c[i];
    }
    return 0;
}

float s231(void)
{
#pragma hedra
    for (int i = 0; i < LEN_2D; ++i)
        for (int j = 1; j < LEN_2D; j++)
            aa[j][i] = aa[j - 1][i] + bb[j][i];
    return 0;
}

float s232(void)
{
#pragma hedra
    for (int j = 1; j < LEN_2D; j++)
        for (int i = 1; i <= j; i++)
            aa[j][i] = aa[j][i - 1] * aa[j][i - 1] + bb[j][i];
    return 0;
}

float s1232(void)
{
#pragma hedra
    for (int j = 0; j < LEN_2D; j++)
        for (int i = j; i < LEN_2D; i++)
            aa[i][j] = bb[i][j] + cc[i][j];
    return 0;
}

float s233(void)
{
#pragma hedra
    for (int i = 1; i < LEN_2D; i++) {
        for (int j = 1; j < LEN_2D; j++)
            aa[j][i] = aa[j - 1][i] + cc[j][i];
        for (int j = 1; j < LEN_2D; j++)
            bb[j][i] = bb[j][i - 1] + cc[j][i];
    }
    return 0;
}

float s2233(void)
{
#pragma hedra
    for (int i = 1; i < LEN_2D; i++) {
        for (int j = 1; j < LEN_2D; j++)
            aa[j][i] = aa[j - 1][i] + cc[j][i];
        for (int j = 1; j < LEN_2D; j++)
            bb[i][j] = bb[i - 1][j] + cc[i][j];
    }
    return 0;
}

float s235(void)
{
#pragma hedra
    for (int i = 0; i < LEN_2D; i++) {
        a[i] += b[i] * c[i];
        for (int j = 1; j < LEN_2D; j++)
            aa[j][i] = aa[j - 1][i] + bb[j][i] * a[i];
    }
    return 0;
}

float s241(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; i++) {
        a[i] = b[i] * c[i] * d[i];
        b[i] = a[i] * a[i + 1] * d[i];
    }
    return 0;
}

float s242(void)
{
    float s1 = given_s1, s2 = given_s2;
#pragma hedra
    for (int i = 1; i < LEN_1D; ++i)
        a[i] = a[i - 1] + s1 + s2 + b[i] + c[i] + d[i];
    return 0;
}

float s243(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; i++) {
        a[i] = b[i] + c[i] * d[i];
        b[i] = a[i] + d[i] * e[i];
        a[i] = b[i] + a[i + 1] * d[i];
    }
    return 0;
}

float s244(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; ++i) {
        a[i] = b[i] + c[i] * d[i];
        b[i] = c[i] + b[i];
        a[i + 1] = b[i] + a[i + 1] * d[i];
    }
    return 0;
}

float s1244(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; i++) {
        a[i] = b[i] + c[i] * c[i] + b[i] * b[i] + c[i];
        d[i] = a[i] + a[i + 1];
    }
    return 0;
}

float s2244(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; i++) {
        a[i + 1] = b[i] + e[i];
        a[i] = b[i] + c[i];
    }
    return 0;
}

float s2101(void)
{
#pragma hedra
    for (int i = 0; i < LEN_2D; i++)
        aa[i][i] += bb[i][i] * cc[i][i];
    return 0;
}

float s2102(void)
{
#pragma hedra
    for (int i = 0; i < LEN_2D; i++) {
        for (int j = 0; j < LEN_2D; j++)
            aa[j][i] = 0.f;
        aa[i][i] = 1.f;
    }
    return 0;
}

float s2111(void)
{
#pragma hedra
    for (int j = 1; j < LEN_2D; j++)
        for (int i = 1; i < LEN_2D; i++)
            aa[j][i] = (aa[j][i - 1] + aa[j - 1][i]) / 1.9;
    return 0;
}
