/*
 * Scalars and arrays that want to be expanded or renamed, dependences that
 * turn round within a loop, and first iterations that want to be peeled.
 */
#include "tests/tsvc/tsvc.h"

float s251(void)
{
    float s;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        s = b[i] + c[i] * d[i];
        a[i] = s * s;
    }
    return 0;
}

float s1251(void)
{
    float s;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        s = b[i] + c[i];
        b[i] = a[i] + d[i];
        a[i] = s * e[i];
    }
    return 0;
}

float s2251(void)
{
    float s = 0.f;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        a[i] = s * e[i];
        s = b[i] + c[i];
        b[i] = a[i] + d[i];
    }
    return 0;
}

float s3251(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; i++) {
        a[i + 1] = b[i] + c[i];
        b[i] = c[i] * e[i];
        d[i] = a[i] * e[i];
    }
    return 0;
}

float s252(void)
{
    float t = 0.f, s;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        s = b[i] * c[i];
        a[i] = s + t;
        t = s;
    }
    return 0;
}

float s253(void)
{
    float s;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        if (a[i] > b[i]) {
            s = a[i] - b[i] * d[i];
            c[i] += s;
            a[i] = s;
        }
    }
    return 0;
}

float s254(void)
{
    float last = b[LEN_1D - 1];
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        a[i] = (b[i] + last) * .5f;
        last = b[i];
    }
    return 0;
}

float s255(void)
{
    float last = b[LEN_1D - 1], before = b[LEN_1D - 2];
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        a[i] = (b[i] + last + before) * .333f;
        before = last;
        last = b[i];
    }
    return 0;
}

float s256(void)
{
#pragma hedra
    for (int i = 0; i < LEN_2D; i++)
        for (int j = 1; j < LEN_2D; j++) {
            a[j] = 1.f - a[j - 1];
            aa[j][i] = a[j] + bb[j][i] * d[j];
        }
    return 0;
}

float s257(void)
{
#pragma hedra
    for (int i = 1; i < LEN_2D; i++)
        for (int j = 0; j < LEN_2D; j++) {
            a[i] = aa[j][i] - a[i - 1];
            aa[j][i] = a[i] + bb[j][i];
        }
    return 0;
}

float s258(void)
{
    float s = 0.f;
#pragma hedra
    for (int i = 0; i < LEN_2D; ++i) {
        if (a[i] > 0.f)
            s = d[i] * d[i];
        b[i] = s * c[i] + d[i];
        e[i] = (s + 1.f) * aa[0][i];
    }
    return 0;
}

float s261(void)
{
    float t;
#pragma hedra
    for (int i = 1; i < LEN_1D; ++i) {
        t = a[i] + b[i];
        a[i] = t + c[i - 1];
        t = c[i] * d[i];
        c[i] = t;
    }
    return 0;
}

float s281(void)
{
    float t;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        t = a[LEN_1D - i - 1] + b[i] * c[i];
        a[i] = t - 1.f;
        b[i] = t;
    }
    return 0;
}

float s1281(void)
{
    float t;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        t = b[i] * c[i] + a[i] * d[i] + e[i];
        a[i] = t - 1.f;
        b[i] = t;
    }
    return 0;
}

float s291(void)
{
    int last = LEN_1D - 1;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        a[i] = (b[i] + b[last]) * .5f;
        last = i;
    }
    return 0;
}

float s292(void)
{
    int last = LEN_1D - 1, before = LEN_1D - 2;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        a[i] = (b[i] + b[last] + b[before]) * .333f;
        before = last;
        last = i;
    }
    return 0;
}

float s293(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] = a[0];
    return 0;
}
