/*
 * Intra macroblocks by the usual loop: the mean of the reconstructed samples
 * above and to the left is the prediction (DC prediction of clauses 8.3.3.3 and
 * 8.3.4), and all that follows from it waits for the neighbours.
 */
#include "encoder.h"
#include "transform.h"

void intra_plain_luma(int my, int mx, int qp,
                      const uint8_t kind[restrict my][mx],
                      const uint8_t src[restrict 16 * my][16 * mx],
                      int16_t level[restrict BLOCKS][16][my][mx],
                      uint8_t rec[restrict 16 * my][16 * mx])
{
    const int shift = 15 + qp / 6, rounding = (1 << shift) / 3;

#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = 0; once < kind[y][x]; once++) {
                int s = 0, p = 128, d[16][16], dc[16], t[16], left[16][16];
                for (int k = 0; k < 16 && y > 0; k++)
                    s += rec[16 * y - 1][16 * x + k];
                for (int k = 0; k < 16 && x > 0; k++)
                    s += rec[16 * y + k][16 * x - 1];
                if (x > 0 && y > 0)
                    p = (s + 16) >> 5;
                else if (x > 0 || y > 0)
                    p = (s + 8) >> 4;
                for (int v = 0; v < 4; v++)
                    for (int u = 0; u < 4; u++) {
                        int e[16], w[16];
                        for (int i = 0; i < 4; i++)
                            for (int j = 0; j < 4; j++)
                                e[4 * i + j] = src[16 * y + 4 * v + i]
                                                  [16 * x + 4 * u + j] -
                                               p;
                        forward4(e, w);
                        dc[4 * v + u] = w[0];
                        level[4 * v + u][0][y][x] = 0;
                        for (int k = 1; k < 16; k++) {
                            int z = zigzag[k], f = factor_class(z);
                            int l = quantise(w[z], quant_factor[qp % 6][f],
                                             rounding, shift);
                            level[4 * v + u][k][y][x] = (int16_t)l;
                            d[4 * v + u][z] =
                                l * (scale_factor[qp % 6][f] << (qp / 6));
                        }
                    }
                hadamard4(dc, t);
                for (int k = 0; k < 16; k++)
                    dc[k] = quantise((t[k] + 1) >> 1, quant_factor[qp % 6][0],
                                     2 * rounding, shift + 1);
                for (int k = 0; k < 16; k++)
                    level[LUMA_DC][k][y][x] = (int16_t)dc[zigzag[k]];
                hadamard4(dc, t);
                for (int v = 0; v < 4; v++)
                    for (int u = 0; u < 4; u++) {
                        int r[16];
                        d[4 * v + u][0] = scale_luma_dc(t[4 * v + u], qp);
                        inverse4(d[4 * v + u], r);
                        for (int k = 0; k < 16; k++)
                            left[4 * v + k / 4][4 * u + k % 4] = r[k];
                    }
                for (int i = 0; i < 16; i++)
                    for (int j = 0; j < 16; j++)
                        rec[16 * y + i][16 * x + j] =
                            (uint8_t)clip_pixel(p + ((left[i][j] + 32) >> 6));
            }
}

void intra_plain_chroma(int my, int mx, int qp,
                        const uint8_t kind[restrict my][mx],
                        const uint8_t src[restrict 2][8 * my][8 * mx],
                        int16_t level[restrict BLOCKS][16][my][mx],
                        uint8_t rec[restrict 2][8 * my][8 * mx])
{
    const int shift = 15 + qp / 6, rounding = (1 << shift) / 3;

#pragma hedra independent(c)
    for (int c = 0; c < 2; c++)
        for (int y = 0; y < my; y++)
            for (int x = 0; x < mx; x++)
                for (int once = 0; once < kind[y][x]; once++) {
                    int d[4][16], dc[4], t[4], p[4], left[8][8];
                    int above[2] = {0, 0}, before[2] = {0, 0};
                    for (int k = 0; k < 8; k++) {
                        if (y > 0)
                            above[k / 4] += rec[c][8 * y - 1][8 * x + k];
                        if (x > 0)
                            before[k / 4] += rec[c][8 * y + k][8 * x - 1];
                    }
                    predict_chroma_dc(x > 0, y > 0, above, before, p);
                    for (int v = 0; v < 2; v++)
                        for (int u = 0; u < 2; u++) {
                            int e[16], w[16];
                            for (int i = 0; i < 4; i++)
                                for (int j = 0; j < 4; j++)
                                    e[4 * i + j] = src[c][8 * y + 4 * v + i]
                                                      [8 * x + 4 * u + j] -
                                                   p[2 * v + u];
                            forward4(e, w);
                            dc[2 * v + u] = w[0];
                            level[CHROMA_AC + 4 * c + 2 * v + u][0][y][x] = 0;
                            for (int k = 1; k < 16; k++) {
                                int z = zigzag[k], f = factor_class(z);
                                int l = quantise(w[z], quant_factor[qp % 6][f],
                                                 rounding, shift);
                                level[CHROMA_AC + 4 * c + 2 * v + u][k][y][x] =
                                    (int16_t)l;
                                d[2 * v + u][z] =
                                    l * (scale_factor[qp % 6][f] << (qp / 6));
                            }
                        }
                    hadamard2(dc, t);
                    for (int b = 0; b < 4; b++) {
                        dc[b] = quantise(t[b], quant_factor[qp % 6][0],
                                         2 * rounding, shift + 1);
                        level[CHROMA_DC + c][b][y][x] = (int16_t)dc[b];
                    }
                    hadamard2(dc, t);
                    for (int v = 0; v < 2; v++)
                        for (int u = 0; u < 2; u++) {
                            int r[16];
                            d[2 * v + u][0] = scale_chroma_dc(t[2 * v + u], qp);
                            inverse4(d[2 * v + u], r);
                            for (int k = 0; k < 16; k++)
                                left[4 * v + k / 4][4 * u + k % 4] =
                                    p[2 * v + u] + ((r[k] + 32) >> 6);
                        }
                    for (int i = 0; i < 8; i++)
                        for (int j = 0; j < 8; j++)
                            rec[c][8 * y + i][8 * x + j] =
                                (uint8_t)clip_pixel(left[i][j]);
                }
}
