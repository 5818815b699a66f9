/* Smooths the edges of 8 x 8 blocks by thresholds that a table of bytes has:
 * what it holds is known where the loop stands, and makes vectors narrow. */
#include "tests/field/field.h"

static const uint8_t alpha_of[8] = {4, 9, 20, 40, 71, 113, 182, 255};
static const uint8_t beta_of[8] = {2, 3, 4, 7, 10, 12, 15, 18};
static const uint8_t bound_of[8] = {0, 1, 1, 2, 4, 6, 13, 25};

static inline int limit(int v, int most)
{
    return v < -most ? -most : v > most ? most : v;
}

static inline int clip(int v)
{
    return v < 0 ? 0 : v > 255 ? 255 : v;
}

/* v: two samples on either side of the edge. */
static inline void smooth(int v[4], int strength, int alpha, int beta,
                          int bound)
{
    const int p1 = v[0], p0 = v[1], q0 = v[2], q1 = v[3];
    const int on = (strength > 0) & (abs(p0 - q0) < alpha) &
                   (abs(p1 - p0) < beta) & (abs(q1 - q0) < beta);
    const int strong = on & (strength == 4), weak = on & (strength < 4);
    const int d = limit(((q0 - p0) * 4 + (p1 - q1) + 4) >> 3, bound + 1) * weak;
    v[1] = strong ? (2 * p1 + p0 + q1 + 2) >> 2 : clip(p0 + d);
    v[2] = strong ? (2 * q1 + q0 + p1 + 2) >> 2 : clip(q0 - d);
}

static void edges(int planes, int my, int mx, int quality,
                  const uint8_t strength[restrict my][mx],
                  uint8_t rec[restrict planes][8 * my][8 * mx])
{
    const int alpha = alpha_of[quality], beta = beta_of[quality];
    const int bound = bound_of[quality];
#pragma hedra
    for (int c = 0; c < planes; c++)
        for (int y = 1; y < my; y++)
            for (int x = 1; x < mx; x++)
                for (int once = 0; once < (strength[y][x] > 0); once++) {
                    int t[4][8];
                    for (int k = 0; k < 8; k++)
                        for (int i = 0; i < 4; i++)
                            t[i][k] = rec[c][8 * y + k][8 * x - 2 + i];
                    for (int k = 0; k < 8; k++) {
                        int v[4] = {t[0][k], t[1][k], t[2][k], t[3][k]};
                        smooth(v, strength[y][x], alpha, beta, bound);
                        t[1][k] = v[1];
                        t[2][k] = v[2];
                    }
                    for (int k = 0; k < 8; k++) {
                        rec[c][8 * y + k][8 * x - 1] = (uint8_t)t[1][k];
                        rec[c][8 * y + k][8 * x] = (uint8_t)t[2][k];
                    }
                    for (int k = 0; k < 8; k++) {
                        int v[4];
                        v[0] = rec[c][8 * y - 2][8 * x + k];
                        v[1] = rec[c][8 * y - 1][8 * x + k];
                        v[2] = rec[c][8 * y][8 * x + k];
                        v[3] = rec[c][8 * y + 1][8 * x + k];
                        smooth(v, strength[y][x], alpha, beta, bound);
                        rec[c][8 * y - 1][8 * x + k] = (uint8_t)v[1];
                        rec[c][8 * y][8 * x + k] = (uint8_t)v[2];
                    }
                }
}

int main(int argc, char **argv)
{
    int m = field_size(argc, argv, 12, 200), planes = 2;
    size_t samples = (size_t)planes * 64 * (size_t)m * (size_t)m;
    uint8_t *rec = field_zeros(samples, 1);
    uint8_t *strength = field_zeros((size_t)m * (size_t)m, 1);
    for (size_t k = 0; k < samples; k++)
        rec[k] = (uint8_t)(100 + 40 * field_random());
    for (int k = 0; k < m * m; k++)
        strength[k] = (uint8_t)(5 * field_random());
    field_begin();
    for (int quality = 0; quality < 8; quality++)
        edges(planes, m, m, quality, (void *)strength, (void *)rec);
    field_end();
    field_sum("rec", rec, samples);
}
