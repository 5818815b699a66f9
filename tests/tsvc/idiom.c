/* Idioms: recurrences, searches, packing, and loops unrolled by hand. */
#include "tests/tsvc/tsvc.h"

float s321(void)
{
#pragma hedra
    for (int i = 1; i < LEN_1D; i++)
        a[i] += a[i - 1] * b[i];
    return 0;
}

float s322(void)
{
#pragma hedra
    for (int i = 2; i < LEN_1D; i++)
        a[i] = a[i] + a[i - 1] * b[i] + a[i - 2] * c[i];
    return 0;
}

float s323(void)
{
#pragma hedra
    for (int i = 1; i < LEN_1D; i++) {
        a[i] = b[i - 1] + c[i] * d[i];
        b[i] = a[i] + c[i] * e[i];
    }
    return 0;
}

float s331(void)
{
    int j = -1;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        if (a[i] < 0.f)
            j = i;
    return (float)j;
}

float s332(void)
{
    int t = (int)given_s1, index = -2;
    float value = -1.f;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        if (a[i] > t) {
            index = i;
            value = a[i];
            goto found;
        }
    }
found:
    return value + (float)index;
}

float s341(void)
{
    int j = -1;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        if (b[i] > 0.f) {
            j++;
            a[j] = b[i];
        }
    return 0;
}

float s342(void)
{
    int j = -1;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        if (a[i] > 0.f) {
            j++;
            a[i] = b[j];
        }
    return 0;
}

float s343(void)
{
    int k = -1;
#pragma hedra
    for (int i = 0; i < LEN_2D; i++)
        for (int j = 0; j < LEN_2D; j++)
            if (bb[j][i] > 0.f) {
                k++;
                flat[k] = aa[j][i];
            }
    return 0;
}

float s351(void)
{
    float alpha = c[0];
#pragma hedra
    for (int i = 0; i < LEN_1D; i += 5) {
        a[i] += alpha * b[i];
        a[i + 1] += alpha * b[i + 1];
        a[i + 2] += alpha * b[i + 2];
        a[i + 3] += alpha * b[i + 3];
        a[i + 4] += alpha * b[i + 4];
    }
    return 0;
}

float s1351(void)
{
    float *restrict to = a, *restrict p = b, *restrict q = c;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        *to = *p + *q;
        to++;
        p++;
        q++;
    }
    return 0;
}

float s352(void)
{
    float dot = 0.f;
#pragma hedra
    for (int i = 0; i < LEN_1D; i += 5)
        dot = dot + a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2] +
              a[i + 3] * b[i + 3] + a[i + 4] * b[i + 4];
    return dot;
}

float s353(void)
{
    float alpha = c[0];
#pragma hedra
    for (int i = 0; i < LEN_1D; i += 5) {
        a[i] += alpha * b[ip[i]];
        a[i + 1] += alpha * b[ip[i + 1]];
        a[i + 2] += alpha * b[ip[i + 2]];
        a[i + 3] += alpha * b[ip[i + 3]];
        a[i + 4] += alpha * b[ip[i + 4]];
    }
    return 0;
}
