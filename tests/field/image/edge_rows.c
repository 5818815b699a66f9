/* Smooths the edges between rows of 4 x 4 blocks, in squares of 16 samples that
 * are marked: four edges each, along which six rows are written and eight read.
 * No compiler knows that rows of a picture are as far apart as it is wide. */
#include "tests/field/field.h"

static inline int limit(int v, int most)
{
    return v < -most ? -most : v > most ? most : v;
}

static inline int clip(int v)
{
    return v < 0 ? 0 : v > 255 ? 255 : v;
}

static inline int pick(int yes, int a, int b)
{
    return b ^ ((a ^ b) & -yes);
}

static void smooth(int my, int mx, int alpha, int beta, int bound,
                   const uint8_t strength[restrict my][mx],
                   uint8_t rec[restrict 16 * my][16 * mx])
{
#pragma hedra
    for (int y = 1; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = 0; once < (strength[y][x] > 0); once++)
                for (int e = 0; e < 4; e++)
                    for (int k = 0; k < 16; k++) {
                        const int p3 = rec[16 * y + 4 * e - 4][16 * x + k];
                        const int p2 = rec[16 * y + 4 * e - 3][16 * x + k];
                        const int p1 = rec[16 * y + 4 * e - 2][16 * x + k];
                        const int p0 = rec[16 * y + 4 * e - 1][16 * x + k];
                        const int q0 = rec[16 * y + 4 * e][16 * x + k];
                        const int q1 = rec[16 * y + 4 * e + 1][16 * x + k];
                        const int q2 = rec[16 * y + 4 * e + 2][16 * x + k];
                        const int q3 = rec[16 * y + 4 * e + 3][16 * x + k];
                        const int on = (abs(p0 - q0) < alpha) &
                                       (abs(p1 - p0) < beta) &
                                       (abs(q1 - q0) < beta);
                        const int flat = on & (abs(p2 - p0) < beta) &
                                         (abs(q2 - q0) < beta) &
                                         (strength[y][x] > 3);
                        const int d =
                            on *
                            limit(((q0 - p0) * 4 + p1 - q1 + 4) >> 3, bound);
                        rec[16 * y + 4 * e - 3][16 * x + k] = (uint8_t)pick(
                            flat, (2 * p3 + 3 * p2 + p1 + p0 + q0 + 4) >> 3,
                            p2);
                        rec[16 * y + 4 * e - 2][16 * x + k] = (uint8_t)pick(
                            flat, (p2 + p1 + p0 + q0 + 2) >> 2, p1);
                        rec[16 * y + 4 * e - 1][16 * x + k] = (uint8_t)pick(
                            flat, (p2 + 2 * p1 + 2 * p0 + 2 * q0 + q1 + 4) >> 3,
                            clip(p0 + d));
                        rec[16 * y + 4 * e][16 * x + k] = (uint8_t)pick(
                            flat, (p1 + 2 * p0 + 2 * q0 + 2 * q1 + q2 + 4) >> 3,
                            clip(q0 - d));
                        rec[16 * y + 4 * e + 1][16 * x + k] = (uint8_t)pick(
                            flat, (p0 + q0 + q1 + q2 + 2) >> 2, q1);
                        rec[16 * y + 4 * e + 2][16 * x + k] = (uint8_t)pick(
                            flat, (2 * q3 + 3 * q2 + q1 + q0 + p0 + 4) >> 3,
                            q2);
                    }
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 3, 80), my = n * 9 / 16 + 2, mx = n;
    int frames = n > 8 ? 12 : 2;
    uint8_t *rec = field_zeros((size_t)(256 * my * mx), 1);
    uint8_t *strength = field_zeros((size_t)(my * mx), 1);

    for (int i = 0; i < 256 * my * mx; i++)
        rec[i] = (uint8_t)(100 + i / 64 % 32 + 24 * field_random());
    for (int i = 0; i < my * mx; i++)
        strength[i] = (uint8_t)(5 * field_random());
    field_begin();
    for (int f = 0; f < frames; f++)
        smooth(my, mx, 40 - f, 12, 1 + f % 4, (void *)strength, (void *)rec);
    field_end();
    field_sum("rec", rec, (size_t)(256 * my * mx));
    free(rec);
    free(strength);
    return 0;
}
