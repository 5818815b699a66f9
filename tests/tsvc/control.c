/* Control flow inside of loops. */
#include "tests/tsvc/tsvc.h"

float s271(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        if (b[i] > 0.f)
            a[i] += b[i] * c[i];
    return 0;
}

float s272(void)
{
    int t = (int)given_s1;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        if (e[i] >= t) {
            a[i] += c[i] * d[i];
            b[i] += c[i] * c[i];
        }
    return 0;
}

float s273(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        a[i] += d[i] * e[i];
        if (a[i] < 0.f)
            b[i] += d[i] * e[i];
        c[i] += a[i] * d[i];
    }
    return 0;
}

float s274(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        a[i] = c[i] + e[i] * d[i];
        if (a[i] > 0.f)
            b[i] = a[i] + b[i];
        else
            a[i] = d[i] * e[i];
    }
    return 0;
}

float s275(void)
{
#pragma hedra
    for (int i = 0; i < LEN_2D; i++)
        if (aa[0][i] > 0.f)
            for (int j = 1; j < LEN_2D; j++)
                aa[j][i] = aa[j - 1][i] + bb[j][i] * cc[j][i];
    return 0;
}

float s2275(void)
{
#pragma hedra
    for (int i = 0; i < LEN_2D; i++) {
        for (int j = 0; j < LEN_2D; j++)
            aa[j][i] = aa[j][i] + bb[j][i] * cc[j][i];
        a[i] = b[i] + c[i] * d[i];
    }
    return 0;
}

float s276(void)
{
    int mid = LEN_1D / 2;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        if (i + 1 < mid)
            a[i] += b[i] * c[i];
        else
            a[i] += b[i] * d[i];
    }
    return 0;
}

float s277(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; i++) {
        if (a[i] >= 0.f)
            goto next;
        if (b[i] >= 0.f)
            goto positive;
        a[i] += c[i] * d[i];
    positive:
        b[i + 1] = c[i] + d[i] * e[i];
    next:;
    }
    return 0;
}

float s278(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        if (a[i] > 0.f)
            goto positive;
        b[i] = -b[i] + d[i] * e[i];
        goto sum;
    positive:
        c[i] = -c[i] + d[i] * e[i];
    sum:
        a[i] = b[i] + c[i] * d[i];
    }
    return 0;
}

float s279(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        if (a[i] > 0.f)
            goto positive;
        b[i] = -b[i] + d[i] * d[i];
        if (b[i] <= a[i])
            goto sum;
        c[i] += d[i] * e[i];
        goto sum;
    positive:
        c[i] = -c[i] + e[i] * e[i];
    sum:
        a[i] = b[i] + c[i] * d[i];
    }
    return 0;
}

float s1279(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        if (a[i] < 0.f)
            if (b[i] > a[i])
                c[i] += d[i] * e[i];
    return 0;
}

float s2710(void)
{
    int y = (int)given_s1;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        if (a[i] > b[i]) {
            a[i] += b[i] * d[i];
            if (LEN_1D > 10)
                c[i] += d[i] * d[i];
            else
                c[i] = d[i] * e[i] + 1.f;
        } else {
            b[i] = a[i] + e[i] * e[i];
            if (y > 0)
                c[i] = a[i] + d[i] * d[i];
            else
                c[i] += e[i] * e[i];
        }
    }
    return 0;
}

float s2711(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        if (b[i] != 0.f)
            a[i] += b[i] * c[i];
    return 0;
}

float s2712(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        if (a[i] > b[i])
            a[i] += b[i] * c[i];
    return 0;
}

float s441(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        if (d[i] < 0.f)
            a[i] += b[i] * c[i];
        else if (d[i] == 0.f)
            a[i] += b[i] * b[i];
        else
            a[i] += c[i] * c[i];
    }
    return 0;
}

float s442(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        switch (indx[i]) {
        case 1:
            goto first;
        case 2:
            goto second;
        case 3:
            goto third;
        case 4:
            goto fourth;
        }
    first:
        a[i] += b[i] * b[i];
        goto next;
    second:
        a[i] += c[i] * c[i];
        goto next;
    third:
        a[i] += d[i] * d[i];
        goto next;
    fourth:
        a[i] += e[i] * e[i];
    next:;
    }
    return 0;
}

float s443(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        if (d[i] <= 0.f)
            goto negative;
        else
            goto positive;
    negative:
        a[i] += b[i] * c[i];
        goto next;
    positive:
        a[i] += b[i] * b[i];
    next:;
    }
    return 0;
}

float s481(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        if (d[i] < 0.f)
            exit(1);
        a[i] += b[i] * c[i];
    }
    return 0;
}

float s482(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        a[i] += b[i] * c[i];
        if (c[i] > b[i])
            break;
    }
    return 0;
}
