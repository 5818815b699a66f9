/*
 * What a compiler has to find out about scalars: induction variables, data flow
 * into the loop, subscripts that are not linear, calls, jumps, symbolic bounds.
 */
#include "tests/tsvc/tsvc.h"

float s121(void)
{
    int j;
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; i++) {
        j = i + 1;
        a[i] = a[j] + b[i];
    }
    return 0;
}

float s122(void)
{
    int first = given_one, step = given_one;
    int j = 1, k = 0;
#pragma hedra
    for (int i = first - 1; i < LEN_1D; i += step) {
        k += j;
        a[i] += b[LEN_1D - k];
    }
    return 0;
}

float s123(void)
{
    int j = -1;
#pragma hedra
    for (int i = 0; i < LEN_1D / 2; i++) {
        j++;
        a[j] = b[i] + d[i] * e[i];
        if (c[i] > 0.f) {
            j++;
            a[j] = c[i] + d[i] * e[i];
        }
    }
    return 0;
}

float s124(void)
{
    int j = -1;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        if (b[i] > 0.f) {
            j++;
            a[j] = b[i] + d[i] * e[i];
        } else {
            j++;
            a[j] = c[i] + d[i] * e[i];
        }
    }
    return 0;
}

float s125(void)
{
    int k = -1;
#pragma hedra
    for (int i = 0; i < LEN_2D; i++)
        for (int j = 0; j < LEN_2D; j++) {
            k++;
            flat[k] = aa[i][j] + bb[i][j] * cc[i][j];
        }
    return 0;
}

float s126(void)
{
    int k = 1;
#pragma hedra
    for (int i = 0; i < LEN_2D; i++) {
        for (int j = 1; j < LEN_2D; j++) {
            bb[j][i] = bb[j - 1][i] + flat[k - 1] * cc[j][i];
            ++k;
        }
        ++k;
    }
    return 0;
}

float s127(void)
{
    int j = -1;
#pragma hedra
    for (int i = 0; i < LEN_1D / 2; i++) {
        j++;
        a[j] = b[i] + c[i] * d[i];
        j++;
        a[j] = b[i] + d[i] * e[i];
    }
    return 0;
}

float s128(void)
{
    int j = -1, k;
#pragma hedra
    for (int i = 0; i < LEN_1D / 2; i++) {
        k = j + 1;
        a[i] = b[k] - d[i];
        j = k + 1;
        b[k] = a[i] + c[k];
    }
    return 0;
}

float s131(void)
{
    int m = 1;
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; i++)
        a[i] = a[i + m] + b[i];
    return 0;
}

float s132(void)
{
    int m = 0, j = m, k = m + 1;
#pragma hedra
    for (int i = 1; i < LEN_2D; i++)
        aa[j][i] = aa[k][i - 1] + b[i] * c[1];
    return 0;
}

float s141(void)
{
    int k;
#pragma hedra
    for (int i = 0; i < LEN_2D; i++) {
        k = (i + 1) * (i + 1 - 1) / 2 + (i + 1) - 1;
        for (int j = i; j < LEN_2D; j++) {
            flat[k] += bb[j][i];
            k += j + 1;
        }
    }
    return 0;
}

static void add_shifted(float to[LEN_1D], float from[LEN_1D], int m)
{
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; i++)
        to[i] = to[i + m] + from[i];
}

float s151(void)
{
    add_shifted(a, b, 1);
    return 0;
}

static void add_product(float to[LEN_1D], float p[LEN_1D], float q[LEN_1D],
                        int i)
{
    to[i] += p[i] * q[i];
}

float s152(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        b[i] = d[i] * e[i];
        add_product(a, b, c, i);
    }
    return 0;
}

float s161(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; ++i) {
        if (b[i] < 0.f)
            goto negative;
        a[i] = c[i] + d[i] * e[i];
        goto next;
    negative:
        c[i + 1] = a[i] + d[i] * d[i];
    next:;
    }
    return 0;
}

float s1161(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; ++i) {
        if (c[i] < 0.f)
            goto negative;
        a[i] = c[i] + d[i] * e[i];
        goto next;
    negative:
        b[i] = a[i] + d[i] * d[i];
    next:;
    }
    return 0;
}

float s162(void)
{
    int k = given_one;
    if (k > 0) {
#pragma hedra
        for (int i = 0; i < LEN_1D - 1; i++)
            a[i] = a[i + k] + b[i] * c[i];
    }
    return 0;
}

float s171(void)
{
    int step = given_one;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i * step] += b[i];
    return 0;
}

float s172(void)
{
    int first = given_one, step = given_one;
#pragma hedra
    for (int i = first - 1; i < LEN_1D; i += step)
        a[i] += b[i];
    return 0;
}

float s173(void)
{
    int k = LEN_1D / 2;
#pragma hedra
    for (int i = 0; i < LEN_1D / 2; i++)
        a[i + k] = a[i] + b[i];
    return 0;
}

float s174(void)
{
    int m = given_half;
#pragma hedra
    for (int i = 0; i < m; i++)
        a[i + m] = a[i] + b[i];
    return 0;
}

float s175(void)
{
    int step = given_one;
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; i += step)
        a[i] = a[i + step] + b[i];
    return 0;
}

float s176(void)
{
    int m = LEN_1D / 2;
#pragma hedra
    for (int j = 0; j < LEN_1D / 2; j++)
        for (int i = 0; i < m; i++)
            a[i] += b[i + m - j - 1] * c[j];
    return 0;
}
