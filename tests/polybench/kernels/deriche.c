/* deriche: Deriche's recursive smoothing filter, along rows then columns. */
#ifndef PB_DOUBLE
#define PB_FLOAT
#endif
#include "tests/polybench/polybench.h"

void kernel_deriche(int w, int h, DATA alpha, DATA imgIn[w][h],
                    DATA imgOut[w][h], DATA y1[w][h], DATA y2[w][h])
{
    int i, j;
    DATA xm1, tm1, ym1, ym2;
    DATA xp1, xp2;
    DATA tp1, tp2;
    DATA yp1, yp2;
    DATA k;
    DATA a1, a2, a3, a4, a5, a6, a7, a8;
    DATA b1, b2, c1, c2;

#pragma scop
    k = (VAL(1.0) - EXP(-alpha)) * (VAL(1.0) - EXP(-alpha)) /
        (VAL(1.0) + VAL(2.0) * alpha * EXP(-alpha) - EXP(VAL(2.0) * alpha));
    a1 = a5 = k;
    a2 = a6 = k * EXP(-alpha) * (alpha - VAL(1.0));
    a3 = a7 = k * EXP(-alpha) * (alpha + VAL(1.0));
    a4 = a8 = -k * EXP(VAL(-2.0) * alpha);
    b1 = POW(VAL(2.0), -alpha);
    b2 = -EXP(VAL(-2.0) * alpha);
    c1 = c2 = 1;

    for (i = 0; i < w; i++) {
        ym1 = VAL(0.0);
        ym2 = VAL(0.0);
        xm1 = VAL(0.0);
        for (j = 0; j < h; j++) {
            y1[i][j] = a1 * imgIn[i][j] + a2 * xm1 + b1 * ym1 + b2 * ym2;
            xm1 = imgIn[i][j];
            ym2 = ym1;
            ym1 = y1[i][j];
        }
    }
    for (i = 0; i < w; i++) {
        yp1 = VAL(0.0);
        yp2 = VAL(0.0);
        xp1 = VAL(0.0);
        xp2 = VAL(0.0);
        for (j = h - 1; j >= 0; j--) {
            y2[i][j] = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2;
            xp2 = xp1;
            xp1 = imgIn[i][j];
            yp2 = yp1;
            yp1 = y2[i][j];
        }
    }
    for (i = 0; i < w; i++)
        for (j = 0; j < h; j++)
            imgOut[i][j] = c1 * (y1[i][j] + y2[i][j]);

    for (j = 0; j < h; j++) {
        tm1 = VAL(0.0);
        ym1 = VAL(0.0);
        ym2 = VAL(0.0);
        for (i = 0; i < w; i++) {
            y1[i][j] = a5 * imgOut[i][j] + a6 * tm1 + b1 * ym1 + b2 * ym2;
            tm1 = imgOut[i][j];
            ym2 = ym1;
            ym1 = y1[i][j];
        }
    }
    for (j = 0; j < h; j++) {
        tp1 = VAL(0.0);
        tp2 = VAL(0.0);
        yp1 = VAL(0.0);
        yp2 = VAL(0.0);
        for (i = w - 1; i >= 0; i--) {
            y2[i][j] = a7 * tp1 + a8 * tp2 + b1 * yp1 + b2 * yp2;
            tp2 = tp1;
            tp1 = imgOut[i][j];
            yp2 = yp1;
            yp1 = y2[i][j];
        }
    }
    for (i = 0; i < w; i++)
        for (j = 0; j < h; j++)
            imgOut[i][j] = c2 * (y1[i][j] + y2[i][j]);
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_deriche(n[0], n[1], VAL(0.25), a[0], a[1], a[2], a[3]);
}

static struct pb_cost cost(const double *n)
{
    double pixels = n[0] * n[1];
    return (struct pb_cost){
        .operations = 32 * pixels,
        .bytes = sizeof(DATA) * 7 * pixels,
    };
}

const struct pb_kernel pb_kernel = {
    .name = "deriche",
    .params = "wh",
    .size = {{64, 64}, {192, 128}, {720, 480}, {4096, 2160}, {7680, 4320}},
    .array = {{"imgIn", "wh", PB_DATA, PB_UNIT},
              {"imgOut", "wh", PB_DATA, PB_RANDOM},
              {"y1", "wh", PB_DATA, PB_RANDOM},
              {"y2", "wh", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
