/*
 * What a language brings: storage under two names, constants in scalars,
 * functions and calls, subscripts from memory; and at last the plain vector
 * operations, for comparison.
 */
#include "tests/tsvc/tsvc.h"

float s421(void)
{
    xx = flat;
    yy = xx;
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; i++)
        xx[i] = yy[i + 1] + a[i];
    return 0;
}

float s1421(void)
{
    xx = &b[LEN_1D / 2];
#pragma hedra
    for (int i = 0; i < LEN_1D / 2; i++)
        b[i] = xx[i] + a[i];
    return 0;
}

float s422(void)
{
    xx = flat + 4;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        xx[i] = flat[i + 8] + a[i];
    return 0;
}

float s423(void)
{
    int shift = 64;
    xx = flat + shift;
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; i++)
        flat[i + 1] = xx[i] + a[i];
    return 0;
}

float s424(void)
{
    int shift = 63;
    xx = flat + shift;
#pragma hedra
    for (int i = 0; i < LEN_1D - 1; i++)
        xx[i + 1] = flat[i] + a[i];
    return 0;
}

float s431(void)
{
    int k1 = 1, k2 = 2, k = 2 * k1 - k2;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] = a[i + k] + b[i];
    return 0;
}

float s451(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] = sinf(b[i]) + cosf(c[i]);
    return 0;
}

float s452(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] = b[i] + c[i] * (float)(i + 1);
    return 0;
}

float s453(void)
{
    float s = 0.f;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        s += 2.f;
        a[i] = s * b[i];
    }
    return 0;
}

static int do_nothing(void)
{
    return 0;
}

float s471(void)
{
    int m = LEN_1D;
#pragma hedra
    for (int i = 0; i < m; i++) {
        x[i] = b[i] + d[i] * d[i];
        do_nothing();
        b[i] = c[i] + d[i] * e[i];
    }
    return 0;
}

float s491(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[ip[i]] = b[i] + c[i] * d[i];
    return 0;
}

float s4112(void)
{
    float s = given_s1;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] += b[ip[i]] * s;
    return 0;
}

float s4113(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[ip[i]] = b[ip[i]] + c[i];
    return 0;
}

float s4114(void)
{
    int first = given_one, k;
#pragma hedra
    for (int i = first - 1; i < LEN_1D; i++) {
        k = ip[i];
        a[i] = b[i] + c[LEN_1D - k - 1] * d[i];
        k += 5;
    }
    return 0;
}

float s4115(void)
{
    float sum = 0.f;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        sum += a[i] * b[ip[i]];
    return sum;
}

float s4116(void)
{
    int j = given_row, step = given_one, off;
    float sum = 0.f;
#pragma hedra
    for (int i = 0; i < LEN_2D - 1; i++) {
        off = step + i;
        sum += a[off] * aa[j - 1][ip[i]];
    }
    return sum;
}

float s4117(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] = b[i] + c[i / 2] * d[i];
    return 0;
}

static float product(float p, float q)
{
    return p * q;
}

float s4121(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] += product(b[i], c[i]);
    return 0;
}

float va(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] = b[i];
    return 0;
}

float vag(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] = b[ip[i]];
    return 0;
}

float vas(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[ip[i]] = b[i];
    return 0;
}

float vif(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        if (b[i] > 0.f)
            a[i] = b[i];
    return 0;
}

float vpv(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] += b[i];
    return 0;
}

float vtv(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] *= b[i];
    return 0;
}

float vpvtv(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] += b[i] * c[i];
    return 0;
}

float vpvts(void)
{
    float s = given_s1;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] += b[i] * s;
    return 0;
}

float vpvpv(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] += b[i] + c[i];
    return 0;
}

float vtvtv(void)
{
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        a[i] = a[i] * b[i] * c[i];
    return 0;
}

float vsumr(void)
{
    float sum = 0.f;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        sum += a[i];
    return sum;
}

float vdotr(void)
{
    float dot = 0.f;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        dot += a[i] * b[i];
    return dot;
}

float vbor(void)
{
    float p, q, r, s, t, u;
#pragma hedra
    for (int i = 0; i < LEN_2D; i++) {
        p = a[i];
        q = b[i];
        r = c[i];
        s = d[i];
        t = e[i];
        u = aa[0][i];
        p = p * q * r + p * q * s + p * q * t + p * q * u + p * r * s +
            p * r * t + p * r * u + p * s * t + p * s * u + p * t * u;
        q = q * r * s + q * r * t + q * r * u + q * s * t + q * s * u +
            q * t * u;
        r = r * s * t + r * s * u + r * t * u;
        s = s * t * u;
        x[i] = p * q * r * s;
    }
    return 0;
}
