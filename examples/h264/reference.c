/*
 * Pictures: a frame in whole macroblocks, and what vectors of the next frame
 * point to. The planes half a sample away are made for the whole frame once, so
 * that any vector needs the mean of two samples at most (clause 8.4.2.2.1).
 */
#include "encoder.h"
#include "transform.h"

void input_luma(int h, int w, int my, int mx, const uint8_t in[restrict h][w],
                uint8_t src[restrict 16 * my][16 * mx])
{
#pragma hedra
    for (int i = 0; i < 16 * my; i++)
        for (int j = 0; j < 16 * mx; j++)
            src[i][j] = in[i < h ? i : h - 1][j < w ? j : w - 1];
}

void input_chroma(int h, int w, int my, int mx,
                  const uint8_t in[restrict 2][h][w],
                  uint8_t src[restrict 2][8 * my][8 * mx])
{
#pragma hedra
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 8 * my; i++)
            for (int j = 0; j < 8 * mx; j++)
                src[c][i][j] = in[c][i < h ? i : h - 1][j < w ? j : w - 1];
}

static inline int six_tap(int a, int b, int c, int d, int e, int f)
{
    return a - 5 * b + 20 * c + 20 * d - 5 * e + f;
}

void reference_luma(
    int my, int mx, int pad, const uint8_t rec[restrict 16 * my][16 * mx],
    uint8_t ref[restrict 4][16 * my + 2 * pad][16 * mx + 2 * pad],
    int16_t six[restrict 16 * my + 2 * pad][16 * mx + 2 * pad])
{
    const int rows = 16 * my + 2 * pad, columns = 16 * mx + 2 * pad;

#pragma hedra
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            int r = i < pad ? 0 : i < pad + 16 * my ? i - pad : 16 * my - 1;
            int c = j < pad ? 0 : j < pad + 16 * mx ? j - pad : 16 * mx - 1;
            ref[0][i][j] = rec[r][c];
        }

#pragma hedra
    for (int i = 0; i < rows; i++)
        for (int j = 2; j < columns - 3; j++) {
            int t =
                six_tap(ref[0][i][j - 2], ref[0][i][j - 1], ref[0][i][j],
                        ref[0][i][j + 1], ref[0][i][j + 2], ref[0][i][j + 3]);
            six[i][j] = (int16_t)t;
            ref[1][i][j] = (uint8_t)clip_pixel((t + 16) >> 5);
        }

#pragma hedra
    for (int i = 2; i < rows - 3; i++)
        for (int j = 2; j < columns - 3; j++) {
            int t =
                six_tap(ref[0][i - 2][j], ref[0][i - 1][j], ref[0][i][j],
                        ref[0][i + 1][j], ref[0][i + 2][j], ref[0][i + 3][j]);
            int u = six_tap(six[i - 2][j], six[i - 1][j], six[i][j],
                            six[i + 1][j], six[i + 2][j], six[i + 3][j]);
            ref[2][i][j] = (uint8_t)clip_pixel((t + 16) >> 5);
            ref[3][i][j] = (uint8_t)clip_pixel((u + 512) >> 10);
        }
}

void reference_chroma(int my, int mx, int pad,
                      const uint8_t rec[restrict 2][8 * my][8 * mx],
                      uint8_t ref[restrict 2][8 * my + pad][8 * mx + pad])
{
    const int half = pad / 2;

#pragma hedra
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 8 * my + pad; i++)
            for (int j = 0; j < 8 * mx + pad; j++) {
                int r = i < half            ? 0
                        : i < half + 8 * my ? i - half
                                            : 8 * my - 1;
                int c = j < half            ? 0
                        : j < half + 8 * mx ? j - half
                                            : 8 * mx - 1;
                ref[k][i][j] = rec[k][r][c];
            }
}
