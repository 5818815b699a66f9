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

int main(void)
{
    static float x[208], y[200], w[200], bias[200];
    static char mask[200];
    struct layer l = {200, .5f};

    for (int i = 0; i < 208; i++)
        x[i] = (float)(i * 7 % 31);
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
        for (int i = 0; i < 200; i++)
            sum = sum * .5 + (double)y[i];
        printf("%.17g\n", sum);
    }
    return 0;
}
