/*
 * Intra macroblocks with a correction of DC in place of the usual loop.
 *
 * Let C be the transform of 4x4 samples and 1 the vector of ones: C 1 = (4, 0,
 * 0, 0). DC prediction p is the same for all samples of a block, so that C (X -
 * p) C^T differs from C X C^T in element (0,0) only, by 16 p, exactly. Hence
 * all but the DCs is made before the loop over neighbours, from the source
 * alone, and the loop corrects the DCs and makes the samples that neighbours
 * read: 31 of 256, and 15 of 64 for each chroma plane. In the inverse transform
 * element (0,0) is shifted in neither pass: it adds the same number D to all 16
 * results before the one rounding, so that what is left over after the loop,
 * too, is a sum.
 */
#include "intra.h"
#include "macroblock.h"

#if defined __GNUC__
#define NOT_INLINED __attribute__((noinline))
#else
#define NOT_INLINED
#endif

void edges_luma(int my, int mx, const uint8_t kind[restrict my][mx],
                const uint8_t rec[restrict 16 * my][16 * mx],
                uint8_t bottom[restrict 16][my][mx],
                uint8_t right[restrict 16][my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = kind[y][x]; once < 1; once++)
                for (int k = 0; k < 16; k++) {
                    bottom[k][y][x] = rec[16 * y + 15][16 * x + k];
                    right[k][y][x] = rec[16 * y + k][16 * x + 15];
                }
}

void edges_chroma(int my, int mx, const uint8_t kind[restrict my][mx],
                  const uint8_t rec[restrict 2][8 * my][8 * mx],
                  uint8_t bottom[restrict 2][8][my][mx],
                  uint8_t right[restrict 2][8][my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = kind[y][x]; once < 1; once++)
                for (int c = 0; c < 2; c++)
                    for (int k = 0; k < 8; k++) {
                        bottom[c][k][y][x] = rec[c][8 * y + 7][8 * x + k];
                        right[c][k][y][x] = rec[c][8 * y + k][8 * x + 7];
                    }
}

void before_luma(int my, int mx, int qp, const uint8_t kind[restrict my][mx],
                 const uint8_t mode[restrict my][mx],
                 const uint8_t src[restrict 16 * my][16 * mx],
                 int16_t level[restrict BLOCKS][16][my][mx],
                 int base[restrict 256][my][mx], int sum[restrict my][mx])
{
    const int shift = 15 + qp / 6, rounding = (1 << shift) / 3;

#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = 0;
                 once < (kind[y][x] == INTRA && mode[y][x] == MODE_DC);
                 once++) {
                int dc[16], t[16];
                for (int b = 0; b < 16; b++) {
                    int e[16], w[16], r[16], l[16];
                    for (int k = 0; k < 16; k++)
                        e[k] = src[16 * y + b / 4 * 4 + k / 4]
                                  [16 * x + b % 4 * 4 + k % 4];
                    forward4(e, w);
                    dc[b] = w[0];
                    l[0] = 0;
                    quantise4(qp, rounding, 1, w, l);
                    residual4(qp, 0, l, r);
                    for (int k = 0; k < 16; k++)
                        level[b][k][y][x] = (int16_t)l[k];
                    for (int k = 0; k < 16; k++)
                        base[16 * (b / 4 * 4 + k / 4) + b % 4 * 4 + k % 4][y]
                            [x] = r[k];
                }
                hadamard4(dc, t);
                sum[y][x] = (t[0] + 1) >> 1;
                for (int k = 1; k < 16; k++)
                    level[LUMA_DC][k][y][x] = (int16_t)quantise(
                        (t[zigzag[k]] + 1) >> 1, quant_factor[qp % 6][0],
                        2 * rounding, shift + 1);
            }
}

void before_chroma(int my, int mx, int qp, const uint8_t kind[restrict my][mx],
                   const uint8_t mode[restrict my][mx],
                   const uint8_t src[restrict 2][8 * my][8 * mx],
                   int16_t level[restrict BLOCKS][16][my][mx],
                   int base[restrict 2][64][my][mx],
                   int sum[restrict 2][4][my][mx])
{
    const int rounding = (1 << (15 + qp / 6)) / 3;

#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = 0;
                 once < (kind[y][x] == INTRA && mode[y][x] == MODE_DC); once++)
                for (int b = 0; b < 8; b++) {
                    int e[16], w[16], r[16], l[16], c = b / 4;
                    int top = b % 4 / 2 * 4, left = b % 2 * 4;
                    for (int k = 0; k < 16; k++)
                        e[k] =
                            src[c][8 * y + top + k / 4][8 * x + left + k % 4];
                    forward4(e, w);
                    sum[c][b % 4][y][x] = w[0];
                    l[0] = 0;
                    quantise4(qp, rounding, 1, w, l);
                    residual4(qp, 0, l, r);
                    for (int k = 0; k < 16; k++)
                        level[CHROMA_AC + b][k][y][x] = (int16_t)l[k];
                    for (int k = 0; k < 16; k++)
                        base[c][8 * (top + k / 4) + left + k % 4][y][x] = r[k];
                }
}

/* A sample: its prediction, and a residual in two parts, times 64. */
static inline int sum_sample(int p, int base, int dc)
{
    return clip_pixel(p + ((base + dc + 32) >> 6));
}

/* From the DCs of a chroma plane without prediction to their levels, l, and
 * what they add to samples, t. */
static inline void correct_dcs(int qp, int rounding, const int sum[4],
                               const int p[4], int l[4], int t[4])
{
    int d[4];

    for (int b = 0; b < 4; b++)
        d[b] = sum[b] - 16 * p[b];
    hadamard2(d, t);
    for (int b = 0; b < 4; b++)
        l[b] =
            quantise(t[b], quant_factor[qp % 6][0], 2 * rounding, 16 + qp / 6);
    hadamard2(l, t);
    for (int b = 0; b < 4; b++)
        t[b] = scale_chroma_dc(t[b], qp);
}

/* Luma of one macroblock. In the plain loop it is a call, and so is chroma: of
 * each by itself C compilers make better code than of both together. */
NOT_INLINED static void
luma_at(int my, int mx, int y, int x, int qp,
        const uint8_t mode[restrict my][mx],
        const uint8_t src[restrict 16 * my][16 * mx],
        int base[restrict 256][my][mx], const int sum[restrict my][mx],
        int16_t level[restrict BLOCKS][16][my][mx],
        uint8_t bottom[restrict 16][my][mx], uint8_t right[restrict 16][my][mx],
        uint8_t mean[restrict my][mx], int dc[restrict 16][my][mx])
{
    const int shift = 15 + qp / 6, rounding = (1 << shift) / 3;
    int above[16], before[16], d[16], t[16] = {0}, m = mode[y][x];

    for (int k = 0; k < 16; k++) {
        above[k] = y > 0 ? bottom[k][y - 1][x] : 0;
        before[k] = x > 0 ? right[k][y][x - 1] : 0;
    }
    if (m == MODE_DC) {
        predict_luma_dc(x > 0, y > 0, above, before);
        mean[y][x] = (uint8_t)above[0];
        d[0] = quantise(sum[y][x] - 128 * above[0], quant_factor[qp % 6][0],
                        2 * rounding, shift + 1);
        level[LUMA_DC][0][y][x] = (int16_t)d[0];
        for (int k = 1; k < 16; k++)
            d[zigzag[k]] = level[LUMA_DC][k][y][x];
        hadamard4(d, t);
        for (int b = 0; b < 16; b++)
            t[b] = scale_luma_dc(t[b], qp);
    } else {
        int e[16][16], l[17][16], r[16][16];
        for (int a = 0; a < 16; a++)
            for (int b = 0; b < 16; b++)
                e[a][b] = src[16 * y + a][16 * x + b] -
                          (m == MODE_VERTICAL ? above[b] : before[a]);
        code_luma16(qp, e, l, r);
        for (int b = 0; b < 17; b++)
            for (int k = 0; k < 16; k++)
                level[b][k][y][x] = (int16_t)l[b][k];
        for (int k = 0; k < 256; k++)
            base[k][y][x] = 64 * r[k / 16][k % 16];
    }
    for (int k = 0; k < 16; k++) {
        int low = m == MODE_HORIZONTAL ? before[15] : above[k];
        int last = m == MODE_HORIZONTAL ? before[k] : above[15];
        dc[k][y][x] = t[k];
        bottom[k][y][x] =
            (uint8_t)sum_sample(low, base[240 + k][y][x], t[12 + k / 4]);
        right[k][y][x] = (uint8_t)sum_sample(last, base[16 * k + 15][y][x],
                                             t[k / 4 * 4 + 3]);
    }
}

/* Both chroma planes of one. */
NOT_INLINED static void chroma_at(
    int my, int mx, int y, int x, int qp, const uint8_t mode[restrict my][mx],
    const uint8_t src[restrict 2][8 * my][8 * mx],
    int base[restrict 2][64][my][mx], const int sum[restrict 2][4][my][mx],
    int16_t level[restrict BLOCKS][16][my][mx],
    uint8_t bottom[restrict 2][8][my][mx], uint8_t right[restrict 2][8][my][mx],
    uint8_t mean[restrict 2][4][my][mx], int dc[restrict 2][4][my][mx])
{
    const int rounding = (1 << (15 + qp / 6)) / 3;

    for (int c = 0; c < 2; c++) {
        int above[8], before[8], q[8][8], p[4], d[4], l[5][16];
        int e[8][8], r[8][8], t[4] = {0}, m = mode[y][x];
        for (int k = 0; k < 8; k++) {
            above[k] = y > 0 ? bottom[c][k][y - 1][x] : 0;
            before[k] = x > 0 ? right[c][k][y][x - 1] : 0;
        }
        predict_chroma_by(m, x > 0, y > 0, above, before, q);
        if (m == MODE_DC) {
            for (int b = 0; b < 4; b++) {
                p[b] = q[b / 2 * 4][b % 2 * 4];
                d[b] = sum[c][b][y][x];
                mean[c][b][y][x] = (uint8_t)p[b];
            }
            correct_dcs(qp, rounding, d, p, l[4], t);
        } else {
            for (int k = 0; k < 64; k++)
                e[k / 8][k % 8] =
                    src[c][8 * y + k / 8][8 * x + k % 8] - q[k / 8][k % 8];
            code_chroma8(qp, rounding, 0, e, l, r);
            for (int k = 0; k < 64; k++) {
                level[CHROMA_AC + 4 * c + k / 16][k % 16][y][x] =
                    (int16_t)l[k / 16][k % 16];
                base[c][k][y][x] = 64 * r[k / 8][k % 8];
            }
        }
        for (int b = 0; b < 4; b++) {
            level[CHROMA_DC + c][b][y][x] = (int16_t)l[4][b];
            dc[c][b][y][x] = t[b];
        }
        for (int k = 0; k < 8; k++) {
            bottom[c][k][y][x] = (uint8_t)sum_sample(
                q[7][k], base[c][56 + k][y][x], t[2 + k / 4]);
            right[c][k][y][x] = (uint8_t)sum_sample(
                q[k][7], base[c][8 * k + 7][y][x], t[k / 4 * 2 + 1]);
        }
    }
}

void correct_intra(
    int my, int mx, int qp, int qp_chroma, const uint8_t kind[restrict my][mx],
    const uint8_t mode[restrict my][mx],
    const uint8_t mode_chroma[restrict my][mx],
    const uint8_t src[restrict 16 * my][16 * mx],
    const uint8_t src_chroma[restrict 2][8 * my][8 * mx],
    int base[restrict 256][my][mx], int base_chroma[restrict 2][64][my][mx],
    const int sum[restrict my][mx], const int sum_chroma[restrict 2][4][my][mx],
    int16_t level[restrict BLOCKS][16][my][mx],
    uint8_t bottom[restrict 16][my][mx],
    uint8_t bottom_chroma[restrict 2][8][my][mx],
    uint8_t right[restrict 16][my][mx],
    uint8_t right_chroma[restrict 2][8][my][mx], uint8_t mean[restrict my][mx],
    uint8_t mean_chroma[restrict 2][4][my][mx], int dc[restrict 16][my][mx],
    int dc_chroma[restrict 2][4][my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            if (kind[y][x] == INTRA)
                do {
                    luma_at(my, mx, y, x, qp, mode, src, base, sum, level,
                            bottom, right, mean, dc);
                    chroma_at(my, mx, y, x, qp_chroma, mode_chroma, src_chroma,
                              base_chroma, sum_chroma, level, bottom_chroma,
                              right_chroma, mean_chroma, dc_chroma);
                } while (0);
}

void after_luma(int my, int mx, const uint8_t kind[restrict my][mx],
                const uint8_t mode[restrict my][mx],
                const int base[restrict 256][my][mx],
                const uint8_t mean[restrict my][mx],
                const uint8_t bottom[restrict 16][my][mx],
                const uint8_t right[restrict 16][my][mx],
                const int dc[restrict 16][my][mx],
                uint8_t rec[restrict 16 * my][16 * mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = 0; once < kind[y][x]; once++)
                for (int i = 0; i < 16; i++)
                    for (int j = 0; j < 16; j++) {
                        int m = mode[y][x], p = mean[y][x];
                        if (m == MODE_VERTICAL)
                            p = bottom[j][y - 1][x];
                        if (m == MODE_HORIZONTAL)
                            p = right[i][y][x - 1];
                        rec[16 * y + i][16 * x + j] =
                            (uint8_t)sum_sample(p, base[16 * i + j][y][x],
                                                dc[i / 4 * 4 + j / 4][y][x]);
                    }
}

void after_chroma(int my, int mx, const uint8_t kind[restrict my][mx],
                  const uint8_t mode[restrict my][mx],
                  const int base[restrict 2][64][my][mx],
                  const uint8_t mean[restrict 2][4][my][mx],
                  const uint8_t bottom[restrict 2][8][my][mx],
                  const uint8_t right[restrict 2][8][my][mx],
                  const int dc[restrict 2][4][my][mx],
                  uint8_t rec[restrict 2][8 * my][8 * mx])
{
#pragma hedra independent(y, x)
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = 0; once < kind[y][x]; once++)
                for (int c = 0; c < 2; c++)
                    for (int i = 0; i < 8; i++)
                        for (int j = 0; j < 8; j++) {
                            int b = i / 4 * 2 + j / 4;
                            int m = mode[y][x], p = mean[c][b][y][x];
                            if (m == MODE_VERTICAL)
                                p = bottom[c][j][y - 1][x];
                            if (m == MODE_HORIZONTAL)
                                p = right[c][i][y][x - 1];
                            rec[c][8 * y + i][8 * x + j] = (uint8_t)sum_sample(
                                p, base[c][8 * i + j][y][x], dc[c][b][y][x]);
                        }
}
