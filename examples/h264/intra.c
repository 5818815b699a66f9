/*
 * Intra macroblocks: how each is predicted, a choice by the source alone, and
 * the usual loop, in which all that follows from the prediction waits for the
 * neighbours. Predicted are samples by the row above, the column to the left,
 * or the mean of both (clauses 8.3.3 and 8.3.4).
 */
#include "intra.h"
#include "macroblock.h"

#include <stdlib.h>

/* Of what DC leaves, another mode may leave so many quarters: its differences
 * cost more, as theirs are not even. */
enum { QUARTERS = 3 };

void choose_luma(int my, int mx, const uint8_t src[restrict 16 * my][16 * mx],
                 uint8_t mode[restrict my][mx], int flat[restrict my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            do {
                int s = 0, p = 128, mean = 0, above = 0, before = 0, best;
                for (int k = 0; k < 16; k++) {
                    s += y > 0 ? src[16 * y - 1][16 * x + k] : 0;
                    s += x > 0 ? src[16 * y + k][16 * x - 1] : 0;
                }
                if (x > 0 && y > 0)
                    p = (s + 16) >> 5;
                else if (x > 0 || y > 0)
                    p = (s + 8) >> 4;
                for (int i = 0; i < 16; i++)
                    for (int j = 0; j < 16; j++) {
                        int v = src[16 * y + i][16 * x + j];
                        mean += abs(v - p);
                        above +=
                            abs(v - (y > 0 ? src[16 * y - 1][16 * x + j] : 0));
                        before +=
                            abs(v - (x > 0 ? src[16 * y + i][16 * x - 1] : 0));
                    }
                best = mean * QUARTERS / 4;
                mode[y][x] = MODE_DC;
                flat[y][x] = mean;
                if (y > 0 && above < best) {
                    best = above;
                    flat[y][x] = above;
                    mode[y][x] = MODE_VERTICAL;
                }
                if (x > 0 && before < best) {
                    flat[y][x] = before;
                    mode[y][x] = MODE_HORIZONTAL;
                }
            } while (0);
}

void choose_chroma(int my, int mx,
                   const uint8_t src[restrict 2][8 * my][8 * mx],
                   uint8_t mode[restrict my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            do {
                int mean = 0, vertical = 0, horizontal = 0;
                for (int c = 0; c < 2; c++) {
                    int above[2] = {0, 0}, before[2] = {0, 0}, p[4];
                    for (int k = 0; k < 8; k++) {
                        above[k / 4] +=
                            y > 0 ? src[c][8 * y - 1][8 * x + k] : 0;
                        before[k / 4] +=
                            x > 0 ? src[c][8 * y + k][8 * x - 1] : 0;
                    }
                    predict_chroma_dc(x > 0, y > 0, above, before, p);
                    for (int i = 0; i < 8; i++)
                        for (int j = 0; j < 8; j++) {
                            int v = src[c][8 * y + i][8 * x + j];
                            mean += abs(v - p[i / 4 * 2 + j / 4]);
                            vertical += abs(
                                v - (y > 0 ? src[c][8 * y - 1][8 * x + j] : 0));
                            horizontal += abs(
                                v - (x > 0 ? src[c][8 * y + i][8 * x - 1] : 0));
                        }
                }
                mode[y][x] = MODE_DC;
                mean = mean * QUARTERS / 4;
                if (y > 0 && vertical < mean) {
                    mean = vertical;
                    mode[y][x] = MODE_VERTICAL;
                }
                if (x > 0 && horizontal < mean)
                    mode[y][x] = MODE_HORIZONTAL;
            } while (0);
}

void intra_plain_luma(int my, int mx, int qp,
                      const uint8_t kind[restrict my][mx],
                      const uint8_t mode[restrict my][mx],
                      const uint8_t src[restrict 16 * my][16 * mx],
                      int16_t level[restrict BLOCKS][16][my][mx],
                      uint8_t rec[restrict 16 * my][16 * mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = 0; once < kind[y][x]; once++) {
                int above[16], before[16], m = mode[y][x];
                int d[16][16], l[17][16], r[16][16];
                for (int k = 0; k < 16; k++) {
                    above[k] = y > 0 ? rec[16 * y - 1][16 * x + k] : 0;
                    before[k] = x > 0 ? rec[16 * y + k][16 * x - 1] : 0;
                }
                if (m == MODE_DC)
                    predict_luma_dc(x > 0, y > 0, above, before);
                for (int i = 0; i < 16; i++)
                    for (int j = 0; j < 16; j++)
                        d[i][j] = src[16 * y + i][16 * x + j] -
                                  (m == MODE_HORIZONTAL ? before[i] : above[j]);
                code_luma16(qp, d, l, r);
                for (int b = 0; b < 17; b++)
                    for (int k = 0; k < 16; k++)
                        level[b][k][y][x] = (int16_t)l[b][k];
                for (int i = 0; i < 16; i++)
                    for (int j = 0; j < 16; j++)
                        rec[16 * y + i][16 * x + j] = (uint8_t)clip_pixel(
                            r[i][j] +
                            (m == MODE_HORIZONTAL ? before[i] : above[j]));
            }
}

void intra_plain_chroma(int my, int mx, int qp,
                        const uint8_t kind[restrict my][mx],
                        const uint8_t mode[restrict my][mx],
                        const uint8_t src[restrict 2][8 * my][8 * mx],
                        int16_t level[restrict BLOCKS][16][my][mx],
                        uint8_t rec[restrict 2][8 * my][8 * mx])
{
    const int rounding = (1 << (15 + qp / 6)) / 3;

#pragma hedra independent(c)
    for (int c = 0; c < 2; c++)
        for (int y = 0; y < my; y++)
            for (int x = 0; x < mx; x++)
                for (int once = 0; once < kind[y][x]; once++) {
                    int above[8], before[8], p[8][8], m = mode[y][x];
                    int d[8][8], l[5][16], r[8][8];
                    for (int k = 0; k < 8; k++) {
                        above[k] = y > 0 ? rec[c][8 * y - 1][8 * x + k] : 0;
                        before[k] = x > 0 ? rec[c][8 * y + k][8 * x - 1] : 0;
                    }
                    predict_chroma_by(m, x > 0, y > 0, above, before, p);
                    for (int i = 0; i < 8; i++)
                        for (int j = 0; j < 8; j++)
                            d[i][j] = src[c][8 * y + i][8 * x + j] - p[i][j];
                    code_chroma8(qp, rounding, 0, d, l, r);
                    for (int b = 0; b < 4; b++) {
                        level[CHROMA_DC + c][b][y][x] = (int16_t)l[4][b];
                        for (int k = 0; k < 16; k++)
                            level[CHROMA_AC + 4 * c + b][k][y][x] =
                                (int16_t)l[b][k];
                    }
                    for (int i = 0; i < 8; i++)
                        for (int j = 0; j < 8; j++)
                            rec[c][8 * y + i][8 * x + j] =
                                (uint8_t)clip_pixel(p[i][j] + r[i][j]);
                }
}
