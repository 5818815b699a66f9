/*
 * The deblocking filter (clause 8.7), in place and in the standard's order: a
 * macroblock after those to its left, above, and above to its right, whose left
 * edge changes three columns of what its own top edge filters. The nest is a
 * wavefront of mx + 2 (my - 1) steps.
 */
#include "encoder.h"
#include "transform.h"

#include <stdlib.h>

static const uint8_t alpha_of[52] = {
    0,  0,  0,  0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
    0,  0,  0,  4,   4,   5,   6,   7,   8,   9,   10,  12,  13,
    15, 17, 20, 22,  25,  28,  32,  36,  40,  45,  50,  56,  63,
    71, 80, 90, 101, 113, 127, 144, 162, 182, 203, 226, 255, 255};
static const uint8_t beta_of[52] = {
    0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0, 2,  2,
    2,  3,  3,  3,  3,  4,  4,  4,  6,  6,  7,  7,  8,  8,  9,  9, 10, 10,
    11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17, 17, 18, 18};
/* How far strengths 1, 2 and 3 may move a sample. */
static const uint8_t clip_of[52][3] = {
    {0, 0, 0},    {0, 0, 0},   {0, 0, 0},   {0, 0, 0},   {0, 0, 0},
    {0, 0, 0},    {0, 0, 0},   {0, 0, 0},   {0, 0, 0},   {0, 0, 0},
    {0, 0, 0},    {0, 0, 0},   {0, 0, 0},   {0, 0, 0},   {0, 0, 0},
    {0, 0, 0},    {0, 0, 0},   {0, 0, 1},   {0, 0, 1},   {0, 0, 1},
    {0, 0, 1},    {0, 1, 1},   {0, 1, 1},   {1, 1, 1},   {1, 1, 1},
    {1, 1, 1},    {1, 1, 1},   {1, 1, 2},   {1, 1, 2},   {1, 1, 2},
    {1, 1, 2},    {1, 2, 3},   {1, 2, 3},   {2, 2, 3},   {2, 2, 4},
    {2, 3, 4},    {2, 3, 4},   {3, 3, 5},   {3, 4, 6},   {3, 4, 6},
    {4, 5, 7},    {4, 5, 8},   {4, 6, 9},   {5, 7, 10},  {6, 8, 11},
    {6, 8, 13},   {7, 10, 14}, {8, 11, 16}, {9, 12, 18}, {10, 13, 20},
    {11, 15, 23}, {13, 17, 25}};

void find_strengths(int my, int mx, const uint8_t kind[restrict my][mx],
                    const uint8_t pcm[restrict my][mx],
                    const int16_t mvx[restrict my][mx],
                    const int16_t mvy[restrict my][mx],
                    const uint8_t count[restrict COUNTED][my][mx],
                    uint8_t strength[restrict EDGES][my][mx],
                    uint8_t on[restrict my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            do {
                int any = 0;
                for (int k = 0; k < EDGES; k++) {
                    /* The block on this side of the edge, and on the other. */
                    int down = k / 16, e = k % 16 / 4, along = k % 4;
                    int q = down ? 4 * e + along : 4 * along + e;
                    int outer = e == 0, s = 0;
                    int p = outer ? q + (down ? 12 : 3) : q - (down ? 4 : 1);
                    int oy = outer && down ? y - 1 : y;
                    int ox = outer && !down ? x - 1 : x;
                    if (oy >= 0 && ox >= 0 && !pcm[y][x] && !pcm[oy][ox]) {
                        if (kind[y][x] == INTRA || kind[oy][ox] == INTRA)
                            s = outer ? 4 : 3;
                        else if (count[q][y][x] > 0 || count[p][oy][ox] > 0)
                            s = 2;
                        else if (abs(mvx[y][x] - mvx[oy][ox]) >= 4 ||
                                 abs(mvy[y][x] - mvy[oy][ox]) >= 4)
                            s = 1;
                    }
                    strength[k][y][x] = (uint8_t)s;
                    any |= s;
                }
                on[y][x] = any != 0;
            } while (0);
}

static inline int limit(int v, int bound)
{
    return v < -bound ? -bound : v > bound ? bound : v;
}

/* a where `yes` is 1, b where it is 0, without a jump: all that strengths may
 * ask for is made, and then chosen from, so that the same is done to all
 * samples of an edge. */
static inline int pick(int yes, int a, int b)
{
    return b ^ ((a ^ b) & -yes);
}

/* Filters eight samples across an edge, of which the first four lie before it:
 * luma (equations 8-469 to 8-486). */
static inline void filter_luma(int v[8], int s, int alpha, int beta, int bound)
{
    const int p0 = v[3], p1 = v[2], p2 = v[1], p3 = v[0];
    const int q0 = v[4], q1 = v[5], q2 = v[6], q3 = v[7];
    const int near_p = abs(p2 - p0) < beta, near_q = abs(q2 - q0) < beta;
    const int on = (s > 0) & (abs(p0 - q0) < alpha) & (abs(p1 - p0) < beta) &
                   (abs(q1 - q0) < beta);
    const int strong = on & (s == 4), weak = on & (s < 4);
    const int small = strong & (abs(p0 - q0) < (alpha >> 2) + 2);
    const int small_p = small & near_p, small_q = small & near_q;
    const int d =
        limit(((q0 - p0) * 4 + (p1 - q1) + 4) >> 3, bound + near_p + near_q) *
        weak;
    const int middle = (p0 + q0 + 1) >> 1;
    const int dp = limit((p2 + middle - 2 * p1) >> 1, bound);
    const int dq = limit((q2 + middle - 2 * q1) >> 1, bound);

    v[1] = pick(small_p, (2 * p3 + 3 * p2 + p1 + p0 + q0 + 4) >> 3, p2);
    v[2] =
        pick(small_p, (p2 + p1 + p0 + q0 + 2) >> 2, p1 + dp * (weak & near_p));
    v[3] = pick(strong, (2 * p1 + p0 + q1 + 2) >> 2, clip_pixel(p0 + d));
    v[3] = pick(small_p, (p2 + 2 * p1 + 2 * p0 + 2 * q0 + q1 + 4) >> 3, v[3]);
    v[4] = pick(strong, (2 * q1 + q0 + p1 + 2) >> 2, clip_pixel(q0 - d));
    v[4] = pick(small_q, (p1 + 2 * p0 + 2 * q0 + 2 * q1 + q2 + 4) >> 3, v[4]);
    v[5] =
        pick(small_q, (p0 + q0 + q1 + q2 + 2) >> 2, q1 + dq * (weak & near_q));
    v[6] = pick(small_q, (2 * q3 + 3 * q2 + q1 + q0 + p0 + 4) >> 3, q2);
}

/* The same of chroma: two samples on either side. */
static inline void filter_chroma(int v[4], int s, int alpha, int beta,
                                 int bound)
{
    const int p0 = v[1], p1 = v[0], q0 = v[2], q1 = v[3];
    const int on = (s > 0) & (abs(p0 - q0) < alpha) & (abs(p1 - p0) < beta) &
                   (abs(q1 - q0) < beta);
    const int strong = on & (s == 4), weak = on & (s < 4);
    const int d = limit(((q0 - p0) * 4 + (p1 - q1) + 4) >> 3, bound + 1) * weak;

    v[1] = pick(strong, (2 * p1 + p0 + q1 + 2) >> 2, clip_pixel(p0 + d));
    v[2] = pick(strong, (2 * q1 + q0 + p1 + 2) >> 2, clip_pixel(q0 - d));
}

void deblock_luma(int my, int mx, int qp, const uint8_t on[restrict my][mx],
                  const uint8_t strength[restrict EDGES][my][mx],
                  uint8_t rec[restrict 16 * my][16 * mx])
{
    const int alpha = alpha_of[qp], beta = beta_of[qp];
    const int bound1 = clip_of[qp][0], bound2 = clip_of[qp][1],
              bound3 = clip_of[qp][2];

#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = 0; once < on[y][x]; once++) {
                for (int e = 0; e < 4; e++) {
                    if (x + e == 0)
                        continue; /* the border of the frame */

                    int s[16], t[8][16];
                    for (int k = 0; k < 16; k++)
                        s[k] = strength[4 * e + k / 4][y][x];
                    for (int k = 0; k < 16; k++) {
                        t[0][k] = rec[16 * y + k][16 * x + 4 * e - 4];
                        t[1][k] = rec[16 * y + k][16 * x + 4 * e - 3];
                        t[2][k] = rec[16 * y + k][16 * x + 4 * e - 2];
                        t[3][k] = rec[16 * y + k][16 * x + 4 * e - 1];
                        t[4][k] = rec[16 * y + k][16 * x + 4 * e];
                        t[5][k] = rec[16 * y + k][16 * x + 4 * e + 1];
                        t[6][k] = rec[16 * y + k][16 * x + 4 * e + 2];
                        t[7][k] = rec[16 * y + k][16 * x + 4 * e + 3];
                    }
                    for (int k = 0; k < 16; k++) {
                        int v[8], bound = s[k] == 1   ? bound1
                                          : s[k] == 2 ? bound2
                                                      : bound3;
                        v[0] = t[0][k];
                        v[1] = t[1][k];
                        v[2] = t[2][k];
                        v[3] = t[3][k];
                        v[4] = t[4][k];
                        v[5] = t[5][k];
                        v[6] = t[6][k];
                        v[7] = t[7][k];

                        filter_luma(v, s[k], alpha, beta, bound);
                        t[1][k] = v[1];
                        t[2][k] = v[2];
                        t[3][k] = v[3];
                        t[4][k] = v[4];
                        t[5][k] = v[5];
                        t[6][k] = v[6];
                    }
                    for (int k = 0; k < 16; k++) {
                        rec[16 * y + k][16 * x + 4 * e - 3] = (uint8_t)t[1][k];
                        rec[16 * y + k][16 * x + 4 * e - 2] = (uint8_t)t[2][k];
                        rec[16 * y + k][16 * x + 4 * e - 1] = (uint8_t)t[3][k];
                        rec[16 * y + k][16 * x + 4 * e] = (uint8_t)t[4][k];
                        rec[16 * y + k][16 * x + 4 * e + 1] = (uint8_t)t[5][k];
                        rec[16 * y + k][16 * x + 4 * e + 2] = (uint8_t)t[6][k];
                    }
                }
                for (int e = 0; e < 4; e++) {
                    if (y + e == 0)
                        continue; /* the border of the frame */

                    int s[16];
                    for (int k = 0; k < 16; k++)
                        s[k] = strength[16 + 4 * e + k / 4][y][x];
                    for (int k = 0; k < 16; k++) {
                        int v[8], bound = s[k] == 1   ? bound1
                                          : s[k] == 2 ? bound2
                                                      : bound3;
                        v[0] = rec[16 * y + 4 * e - 4][16 * x + k];
                        v[1] = rec[16 * y + 4 * e - 3][16 * x + k];
                        v[2] = rec[16 * y + 4 * e - 2][16 * x + k];
                        v[3] = rec[16 * y + 4 * e - 1][16 * x + k];
                        v[4] = rec[16 * y + 4 * e][16 * x + k];
                        v[5] = rec[16 * y + 4 * e + 1][16 * x + k];
                        v[6] = rec[16 * y + 4 * e + 2][16 * x + k];
                        v[7] = rec[16 * y + 4 * e + 3][16 * x + k];
                        filter_luma(v, s[k], alpha, beta, bound);
                        rec[16 * y + 4 * e - 3][16 * x + k] = (uint8_t)v[1];
                        rec[16 * y + 4 * e - 2][16 * x + k] = (uint8_t)v[2];
                        rec[16 * y + 4 * e - 1][16 * x + k] = (uint8_t)v[3];
                        rec[16 * y + 4 * e][16 * x + k] = (uint8_t)v[4];
                        rec[16 * y + 4 * e + 1][16 * x + k] = (uint8_t)v[5];
                        rec[16 * y + 4 * e + 2][16 * x + k] = (uint8_t)v[6];
                    }
                }
            }
}

void deblock_chroma(int my, int mx, int qp, const uint8_t on[restrict my][mx],
                    const uint8_t strength[restrict EDGES][my][mx],
                    uint8_t rec[restrict 2][8 * my][8 * mx])
{
    const int alpha = alpha_of[qp], beta = beta_of[qp];
    const int bound1 = clip_of[qp][0], bound2 = clip_of[qp][1],
              bound3 = clip_of[qp][2];

#pragma hedra
    for (int c = 0; c < 2; c++)
        for (int y = 0; y < my; y++)
            for (int x = 0; x < mx; x++)
                for (int once = 0; once < on[y][x]; once++) {
                    for (int e = 0; e < 2; e++) {
                        if (x + e == 0)
                            continue; /* the border of the frame */

                        int s[8], t[4][8];
                        for (int k = 0; k < 8; k++)
                            s[k] = strength[8 * e + k / 2][y][x];
                        for (int k = 0; k < 8; k++)
                            for (int i = 0; i < 4; i++)
                                t[i][k] =
                                    rec[c][8 * y + k][8 * x + 4 * e - 2 + i];
                        for (int k = 0; k < 8; k++) {
                            int v[4], bound = s[k] == 1   ? bound1
                                              : s[k] == 2 ? bound2
                                                          : bound3;
                            v[0] = t[0][k];
                            v[1] = t[1][k];
                            v[2] = t[2][k];
                            v[3] = t[3][k];

                            filter_chroma(v, s[k], alpha, beta, bound);
                            t[1][k] = v[1];
                            t[2][k] = v[2];
                        }
                        for (int k = 0; k < 8; k++) {
                            rec[c][8 * y + k][8 * x + 4 * e - 1] =
                                (uint8_t)t[1][k];
                            rec[c][8 * y + k][8 * x + 4 * e] = (uint8_t)t[2][k];
                        }
                    }
                    for (int e = 0; e < 2; e++) {
                        if (y + e == 0)
                            continue; /* the border of the frame */

                        int s[8];
                        for (int k = 0; k < 8; k++)
                            s[k] = strength[16 + 8 * e + k / 2][y][x];
                        for (int k = 0; k < 8; k++) {
                            int v[4], bound = s[k] == 1   ? bound1
                                              : s[k] == 2 ? bound2
                                                          : bound3;
                            v[0] = rec[c][8 * y + 4 * e - 2][8 * x + k];
                            v[1] = rec[c][8 * y + 4 * e - 1][8 * x + k];
                            v[2] = rec[c][8 * y + 4 * e][8 * x + k];
                            v[3] = rec[c][8 * y + 4 * e + 1][8 * x + k];
                            filter_chroma(v, s[k], alpha, beta, bound);
                            rec[c][8 * y + 4 * e - 1][8 * x + k] =
                                (uint8_t)v[1];
                            rec[c][8 * y + 4 * e][8 * x + k] = (uint8_t)v[2];
                        }
                    }
                }
}
