/* Reductions: sums, products, extrema and where they are. */
#include "tests/tsvc/tsvc.h"

float s311(void)
{
    float sum = 0.f;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        sum += a[i];
    return sum;
}

static float sum_of_four(const float *v)
{
    float s = 0.f;
#pragma hedra
    for (int i = 0; i < 4; i++)
        s += v[i];
    return s;
}

float s31111(void)
{
    float sum = 0.f;
    sum += sum_of_four(a);
    sum += sum_of_four(&a[4]);
    sum += sum_of_four(&a[8]);
    sum += sum_of_four(&a[12]);
    sum += sum_of_four(&a[16]);
    sum += sum_of_four(&a[20]);
    sum += sum_of_four(&a[24]);
    sum += sum_of_four(&a[28]);
    return sum;
}

float s312(void)
{
    float product = 1.f;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        product *= a[i];
    return product;
}

float s313(void)
{
    float dot = 0.f;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        dot += a[i] * b[i];
    return dot;
}

float s314(void)
{
    float max = a[0];
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        if (a[i] > max)
            max = a[i];
    return max;
}

float s315(void)
{
    float max = a[0];
    int index = 0;
#pragma hedra
    for (int i = 0; i < LEN_1D; ++i)
        if (a[i] > max) {
            max = a[i];
            index = i;
        }
    return max + (float)index;
}

float s316(void)
{
    float min = a[0];
#pragma hedra
    for (int i = 1; i < LEN_1D; ++i)
        if (a[i] < min)
            min = a[i];
    return min;
}

float s317(void)
{
    float q = 1.f;
#pragma hedra
    for (int i = 0; i < LEN_1D / 2; i++)
        q *= .99f;
    return q;
}

float s318(void)
{
    int step = given_one, k = 0, index = 0;
    float max = fabsf(a[0]);
    k += step;
#pragma hedra
    for (int i = 1; i < LEN_1D; i++) {
        if (fabsf(a[k]) <= max)
            goto next;
        index = i;
        max = fabsf(a[k]);
    next:
        k += step;
    }
    return max + (float)index;
}

float s319(void)
{
    float sum = 0.f;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        a[i] = c[i] + d[i];
        sum += a[i];
        b[i] = c[i] + e[i];
        sum += b[i];
    }
    return sum;
}

float s3110(void)
{
    float max = aa[0][0];
    int row = 0, column = 0;
#pragma hedra
    for (int i = 0; i < LEN_2D; i++)
        for (int j = 0; j < LEN_2D; j++)
            if (aa[i][j] > max) {
                max = aa[i][j];
                row = i;
                column = j;
            }
    return max + (float)row + (float)column;
}

float s13110(void)
{
    float max = aa[0][0];
    int row = 0, column = 0;
#pragma hedra
    for (int i = 0; i < LEN_2D; i++) {
        for (int j = 0; j < LEN_2D; j++) {
            if (aa[i][j] > max) {
                max = aa[i][j];
                row = i;
                column = j;
            }
        }
    }
    return max + (float)(row + 1) + (float)(column + 1);
}

float s3111(void)
{
    float sum = 0.f;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        if (a[i] > 0.f)
            sum += a[i];
    return sum;
}

float s3112(void)
{
    float sum = 0.f;
#pragma hedra
    for (int i = 0; i < LEN_1D; i++) {
        sum += a[i];
        b[i] = sum;
    }
    return sum;
}

float s3113(void)
{
    float max = fabsf(a[0]);
#pragma hedra
    for (int i = 0; i < LEN_1D; i++)
        if (fabsf(a[i]) > max)
            max = fabsf(a[i]);
    return max;
}
