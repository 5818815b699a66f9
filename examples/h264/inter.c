/*
 * Inter macroblocks: predicted from the last frame, and the rest transformed,
 * quantised and added again. No macroblock needs another one: the nests are
 * filters of all macroblocks by their kind. The prediction is made where the
 * reconstruction will be.
 */
#include "encoder.h"
#include "macroblock.h"
#include "quarter.h"

static void predict_luma(
    int my, int mx, int pad, const uint8_t kind[restrict my][mx],
    const int16_t mvx[restrict my][mx], const int16_t mvy[restrict my][mx],
    const uint8_t ref[restrict 4][16 * my + 2 * pad][16 * mx + 2 * pad],
    uint8_t rec[restrict 16 * my][16 * mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = kind[y][x]; once < 1; once++) {
                int f = 4 * (mvy[y][x] & 3) + (mvx[y][x] & 3);
                int p = first_plane[f], q = second_plane[f];
                int i = 16 * y + pad + (mvy[y][x] >> 2);
                int j = 16 * x + pad + (mvx[y][x] >> 2);
                int pi = i + first_down[f], pj = j + first_right[f];
                int qi = i + second_down[f], qj = j + second_right[f];
                for (int a = 0; a < 16; a++)
                    for (int b = 0; b < 16; b++)
                        rec[16 * y + a][16 * x + b] =
                            (uint8_t)((ref[p][pi + a][pj + b] +
                                       ref[q][qi + a][qj + b] + 1) >>
                                      1);
            }
}

/* What levels of luma must be worth, lest they be left out: those of a quarter
 * of a macroblock, and of all of it; and those of a chroma plane but DCs. */
enum { QUARTER_WORTH = 4, LUMA_WORTH = 6, CHROMA_WORTH = 7 };

/* The levels of a macroblock's differences: its blocks' in their order, and
 * which blocks keep theirs. */
static inline void levels_of_luma(int qp, const int d[16][16], int l[16][16],
                                  int keep[16])
{
    const int rounding = (1 << (15 + qp / 6)) / 6;
    int w[16][16], q[16][16], worth[4] = {0, 0, 0, 0}, all = 0;

    forward16(d, w);
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
            q[i][j] = quantise(w[i][j], quant_row[qp % 6][i % 2][j], rounding,
                               15 + qp / 6);
    for (int b = 0; b < 16; b++) {
        int v = b / 4 * 4, u = b % 4 * 4, some = 0;
        for (int k = 0; k < 16; k++)
            some |= q[v + k / 4][u + k % 4];
        for (int k = 0; k < 16; k++)
            l[b][k] = 0;
        keep[b] = some != 0;
        if (some) {
            for (int k = 0; k < 16; k++)
                l[b][k] = q[v + zigzag[k] / 4][u + zigzag[k] % 4];
            worth[b / 8 * 2 + b % 4 / 2] += worth4(l[b], 0);
        }
    }
    for (int k = 0; k < 4; k++)
        all += worth[k];
    for (int b = 0; b < 16; b++)
        keep[b] = keep[b] && worth[b / 8 * 2 + b % 4 / 2] >= QUARTER_WORTH &&
                  all >= LUMA_WORTH;
}

static void code_luma(int my, int mx, int qp,
                      const uint8_t kind[restrict my][mx],
                      const uint8_t src[restrict 16 * my][16 * mx],
                      int16_t level[restrict BLOCKS][16][my][mx],
                      uint8_t rec[restrict 16 * my][16 * mx])
{
#pragma hedra independent(y, x)
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = kind[y][x]; once < 1; once++) {
                int d[16][16], l[16][16], keep[16];
                for (int i = 0; i < 16; i++)
                    for (int j = 0; j < 16; j++)
                        d[i][j] = src[16 * y + i][16 * x + j] -
                                  rec[16 * y + i][16 * x + j];
                levels_of_luma(qp, d, l, keep);
                for (int b = 0; b < 16; b++) {
                    int v = b / 4, u = b % 4, e[16], r[16];
                    for (int k = 0; k < 16; k++)
                        level[b][k][y][x] = (int16_t)(keep[b] ? l[b][k] : 0);
                    if (keep[b]) { /* else the prediction stays as it is */
                        scale4(qp, 0, l[b], e);
                        inverse4(e, r);
                        for (int k = 0; k < 16; k++) {
                            int i = 16 * y + 4 * v + k / 4;
                            int j = 16 * x + 4 * u + k % 4;
                            rec[i][j] = (uint8_t)clip_pixel(rec[i][j] +
                                                            ((r[k] + 32) >> 6));
                        }
                    }
                }
            }
}

void inter_luma(
    int my, int mx, int pad, int qp, const uint8_t kind[restrict my][mx],
    const int16_t mvx[restrict my][mx], const int16_t mvy[restrict my][mx],
    const uint8_t src[restrict 16 * my][16 * mx],
    const uint8_t ref[restrict 4][16 * my + 2 * pad][16 * mx + 2 * pad],
    int16_t level[restrict BLOCKS][16][my][mx],
    uint8_t rec[restrict 16 * my][16 * mx])
{
    predict_luma(my, mx, pad, kind, mvx, mvy, ref, rec);
    code_luma(my, mx, qp, kind, src, level, rec);
}

static void
predict_chroma(int my, int mx, int pad, const uint8_t kind[restrict my][mx],
               const int16_t mvx[restrict my][mx],
               const int16_t mvy[restrict my][mx],
               const uint8_t ref[restrict 2][8 * my + pad][8 * mx + pad],
               uint8_t rec[restrict 2][8 * my][8 * mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = kind[y][x]; once < 1; once++) {
                int fx = mvx[y][x] & 7, fy = mvy[y][x] & 7;
                int i = 8 * y + pad / 2 + (mvy[y][x] >> 3);
                int j = 8 * x + pad / 2 + (mvx[y][x] >> 3);
                for (int c = 0; c < 2; c++)
                    for (int a = 0; a < 8; a++)
                        for (int b = 0; b < 8; b++)
                            rec[c][8 * y + a][8 * x + b] =
                                (uint8_t)(((8 - fx) * (8 - fy) *
                                               ref[c][i + a][j + b] +
                                           fx * (8 - fy) *
                                               ref[c][i + a][j + b + 1] +
                                           (8 - fx) * fy *
                                               ref[c][i + a + 1][j + b] +
                                           fx * fy *
                                               ref[c][i + a + 1][j + b + 1] +
                                           32) >>
                                          6);
            }
}

static void code_chroma(int my, int mx, int qp,
                        const uint8_t kind[restrict my][mx],
                        const uint8_t src[restrict 2][8 * my][8 * mx],
                        int16_t level[restrict BLOCKS][16][my][mx],
                        uint8_t rec[restrict 2][8 * my][8 * mx])
{
    const int rounding = (1 << (15 + qp / 6)) / 6;

#pragma hedra independent(y, x)
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = kind[y][x]; once < 1; once++)
                for (int c = 0; c < 2; c++) {
                    int d[8][8], l[5][16], r[8][8];
                    for (int i = 0; i < 8; i++)
                        for (int j = 0; j < 8; j++)
                            d[i][j] = src[c][8 * y + i][8 * x + j] -
                                      rec[c][8 * y + i][8 * x + j];
                    code_chroma8(qp, rounding, CHROMA_WORTH, d, l, r);
                    for (int b = 0; b < 4; b++) {
                        level[CHROMA_DC + c][b][y][x] = (int16_t)l[4][b];
                        for (int k = 0; k < 16; k++)
                            level[CHROMA_AC + 4 * c + b][k][y][x] =
                                (int16_t)l[b][k];
                    }
                    for (int i = 0; i < 8; i++)
                        for (int j = 0; j < 8; j++)
                            rec[c][8 * y + i][8 * x + j] = (uint8_t)clip_pixel(
                                rec[c][8 * y + i][8 * x + j] + r[i][j]);
                }
}

void inter_chroma(int my, int mx, int pad, int qp,
                  const uint8_t kind[restrict my][mx],
                  const int16_t mvx[restrict my][mx],
                  const int16_t mvy[restrict my][mx],
                  const uint8_t src[restrict 2][8 * my][8 * mx],
                  const uint8_t ref[restrict 2][8 * my + pad][8 * mx + pad],
                  int16_t level[restrict BLOCKS][16][my][mx],
                  uint8_t rec[restrict 2][8 * my][8 * mx])
{
    predict_chroma(my, mx, pad, kind, mvx, mvy, ref, rec);
    code_chroma(my, mx, qp, kind, src, level, rec);
}
