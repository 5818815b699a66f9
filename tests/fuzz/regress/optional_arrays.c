/* Arrays that may be missing: their pointers are tested, and are null. */
#include <stddef.h>
#include <stdio.h>

struct layer {
    int n;
    float scale;
};

static float *weight;

static void dense(const struct layer *l, const float *bias, const float *x,
                  float *y, const char *mask)
{
#pragma hedra
    for (int i = 0; i < l->n; i++) {
        float s = bias ? bias[i] : 0;
        for (int k = 0; k < 8; k++)
            s += x[i + k] * l->scale;
        if (weight != NULL)
            s *= weight[i];
        if (!mask)
            s += 1;
        if (mask && mask[i] && 0 != weight)
            s -= 2;
        y[i] = s;
    }
}

static void add(int n, const float *bias, float *y)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        y[i] = (bias ? y[i] + bias[i] : y[i]) + (NULL == bias ? 3 : 4);
}

/* What is needed before the test, and would end the program. */
static void limited(int n, const int *limit, float *y)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (limit)
            for (int k = 0; k < limit[0]; k++)
                y[n * k + i] += 1;
        else
            y[i] -= 1;
    }
}

static void gathered(int n, const int *at, const struct layer *l, float *y)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        y[i] += at ? y[100 + at[i]] : 0;
        y[i] *= l ? l->scale : 1;
    }
}

int main(void)
{
    static float x[208], y[200], w[200], bias[200];
    static char mask[200];
    struct layer l = {200, .5f};
    int limit = 3, at[60];

    for (int i = 0; i < 208; i++)
        x[i] = (float)(i * 7 % 31);
    for (int i = 0; i < 60; i++)
        at[i] = i * 7 % 60;
    for (int i = 0; i < 200; i++) {
        w[i] = (float)(i % 5);
        bias[i] = (float)(i % 11);
        mask[i] = (char)(i % 3);
    }
    for (int k = 0; k < 16; k++) {
        double sum = 0;
        weight = k & 1 ? w : NULL;
        dense(&l, k & 2 ? bias : NULL, x, y, k & 4 ? mask : NULL);
        add(k & 8 ? 200 : 7, k & 2 ? bias : NULL, y);
        limited(50, k & 1 ? &limit : NULL, y);
        gathered(60, k & 2 ? at : NULL, k & 4 ? &l : NULL, y);
        for (int i = 0; i < 200; i++)
            sum = sum * .5 + (double)y[i];
        printf("%.17g\n", sum);
    }
    return 0;
}
