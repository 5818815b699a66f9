/*
 * The transform of 4x4 blocks and what goes with it (H.264, clauses 8.5 and
 * 8.6), as functions that hedrac inlines into nests: it needs them in the file
 * of the nest.
 */
#ifndef HEDRA_EXAMPLES_H264_TRANSFORM_H
#define HEDRA_EXAMPLES_H264_TRANSFORM_H

#include "encoder.h"

#include <stdlib.h>

/* Factors of the quantiser and of scaling (normAdjust) by QP % 6, for
 * coefficients at two even places, two odd ones, and others. */
static const int quant_factor[6][3] = {{13107, 5243, 8066}, {11916, 4660, 7490},
                                       {10082, 4194, 6554}, {9362, 3647, 5825},
                                       {8192, 3355, 5243},  {7282, 2893, 4559}};
static const int scale_factor[6][3] = {{10, 16, 13}, {11, 18, 14},
                                       {13, 20, 16}, {14, 23, 18},
                                       {16, 25, 20}, {18, 29, 23}};
/* The place in a block of the coefficient that is the k-th in a stream. */
static const int zigzag[16] = {0, 1,  4,  8,  5, 2,  3,  6,
                               9, 12, 13, 10, 7, 11, 14, 15};

/* What a stream of the Baseline Profile can hold: no level_prefix above 15. */
enum { LARGEST_LEVEL = 2063 };

static inline int clip_pixel(int v)
{
    return v < 0 ? 0 : v > 255 ? 255 : v;
}

/* Which of the three factors coefficient k of a block has. */
static inline int factor_class(int k)
{
    int odd = (k & 1) + ((k >> 2) & 1);

    return odd == 0 ? 0 : odd == 2 ? 1 : 2;
}

static inline int quantise(int v, int factor, int rounding, int shift)
{
    int level = (abs(v) * factor + rounding) >> shift;

    level = level > LARGEST_LEVEL ? LARGEST_LEVEL : level;
    return v < 0 ? -level : level;
}

/* w = C x C^T. */
static inline void forward4(const int x[16], int w[16])
{
    int t[16];

    for (int i = 0; i < 4; i++) {
        int a = x[4 * i] + x[4 * i + 3], b = x[4 * i + 1] + x[4 * i + 2];
        int c = x[4 * i + 1] - x[4 * i + 2], d = x[4 * i] - x[4 * i + 3];
        t[4 * i] = a + b;
        t[4 * i + 1] = 2 * d + c;
        t[4 * i + 2] = a - b;
        t[4 * i + 3] = d - 2 * c;
    }
    for (int j = 0; j < 4; j++) {
        int a = t[j] + t[12 + j], b = t[4 + j] + t[8 + j];
        int c = t[4 + j] - t[8 + j], d = t[j] - t[12 + j];
        w[j] = a + b;
        w[4 + j] = 2 * d + c;
        w[8 + j] = a - b;
        w[12 + j] = d - 2 * c;
    }
}

/* The residual of a block times 64: the inverse transform before its final
 * rounding. */
static inline void inverse4(const int d[16], int r[16])
{
    int t[16];

    for (int i = 0; i < 4; i++) {
        int a = d[4 * i] + d[4 * i + 2], b = d[4 * i] - d[4 * i + 2];
        int c = (d[4 * i + 1] >> 1) - d[4 * i + 3];
        int e = d[4 * i + 1] + (d[4 * i + 3] >> 1);
        t[4 * i] = a + e;
        t[4 * i + 1] = b + c;
        t[4 * i + 2] = b - c;
        t[4 * i + 3] = a - e;
    }
    for (int j = 0; j < 4; j++) {
        int a = t[j] + t[8 + j], b = t[j] - t[8 + j];
        int c = (t[4 + j] >> 1) - t[12 + j], e = t[4 + j] + (t[12 + j] >> 1);
        r[j] = a + e;
        r[4 + j] = b + c;
        r[8 + j] = b - c;
        r[12 + j] = a - e;
    }
}

/* The Hadamard transform of 4x4 numbers, its own inverse but for a factor. */
static inline void hadamard4(const int x[16], int w[16])
{
    int t[16];

    for (int i = 0; i < 4; i++) {
        int a = x[4 * i] + x[4 * i + 3], b = x[4 * i + 1] + x[4 * i + 2];
        int c = x[4 * i + 1] - x[4 * i + 2], d = x[4 * i] - x[4 * i + 3];
        t[4 * i] = a + b;
        t[4 * i + 1] = d + c;
        t[4 * i + 2] = a - b;
        t[4 * i + 3] = d - c;
    }
    for (int j = 0; j < 4; j++) {
        int a = t[j] + t[12 + j], b = t[4 + j] + t[8 + j];
        int c = t[4 + j] - t[8 + j], d = t[j] - t[12 + j];
        w[j] = a + b;
        w[4 + j] = d + c;
        w[8 + j] = a - b;
        w[12 + j] = d - c;
    }
}

/* The Hadamard transform of 2x2 numbers. */
static inline void hadamard2(const int x[4], int w[4])
{
    w[0] = x[0] + x[1] + x[2] + x[3];
    w[1] = x[0] - x[1] + x[2] - x[3];
    w[2] = x[0] + x[1] - x[2] - x[3];
    w[3] = x[0] - x[1] - x[2] + x[3];
}

/* Scales a luma DC of an I_16x16 macroblock after the inverse transform of the
 * 16 (equations 8-322 and 8-323). */
static inline int scale_luma_dc(int f, int qp)
{
    int scale = 16 * scale_factor[qp % 6][0];

    return qp >= 36 ? (f * scale) << (qp / 6 - 6)
                    : (f * scale + (1 << (5 - qp / 6))) >> (6 - qp / 6);
}

/* The same of a chroma DC (equation 8-326). */
static inline int scale_chroma_dc(int f, int qp)
{
    return ((f * 16 * scale_factor[qp % 6][0]) << (qp / 6)) >> 5;
}

/* The prediction of the four blocks of a chroma plane: the mean of the four
 * samples above a block and of those before it, or of one of both (clause
 * 8.3.4). `above` and `before` are sums of four. */
static inline void predict_chroma_dc(int has_before, int has_above,
                                     const int above[2], const int before[2],
                                     int p[4])
{
    for (int b = 0; b < 4; b++) {
        int u = b & 1, v = b >> 1;
        int only_above = has_above && (!has_before || (u > v));
        int only_before = has_before && (!has_above || (v > u));
        p[b] = only_above                ? (above[u] + 2) >> 2
               : only_before             ? (before[v] + 2) >> 2
               : has_above && has_before ? (above[u] + before[v] + 4) >> 3
                                         : 128;
    }
}

/* Puts the mean of what is there of 16 samples above and 16 before a macroblock
 * in place of both. */
static inline void predict_luma_dc(int has_before, int has_above, int above[16],
                                   int before[16])
{
    int s = 0, p = 128;

    for (int k = 0; k < 16; k++)
        s += (has_above ? above[k] : 0) + (has_before ? before[k] : 0);
    if (has_above && has_before)
        p = (s + 16) >> 5;
    else if (has_above || has_before)
        p = (s + 8) >> 4;
    for (int k = 0; k < 16; k++) {
        above[k] = p;
        before[k] = p;
    }
}

/* The prediction of a chroma plane by one of the modes of encoder.h. */
static inline void predict_chroma_by(int mode, int has_before, int has_above,
                                     const int above[8], const int before[8],
                                     int p[8][8])
{
    int a[2] = {0, 0}, b[2] = {0, 0}, mean[4];

    for (int k = 0; k < 8; k++) {
        a[k / 4] += above[k];
        b[k / 4] += before[k];
    }
    predict_chroma_dc(has_before, has_above, a, b, mean);
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            p[i][j] = mode == MODE_VERTICAL     ? above[j]
                      : mode == MODE_HORIZONTAL ? before[i]
                                                : mean[i / 4 * 2 + j / 4];
}

/* A luma residual x of an I_16x16 macroblock: its levels in their order (l[16]:
 * the DCs) and what a decoder makes of them. */
static inline void code_luma16(int qp, const int x[16][16], int l[17][16],
                               int r[16][16])
{
    const int shift = 15 + qp / 6, rounding = (1 << shift) / 3;
    int d[16][16], dc[16], t[16];

    for (int b = 0; b < 16; b++) {
        int e[16], w[16];
        for (int k = 0; k < 16; k++)
            e[k] = x[b / 4 * 4 + k / 4][b % 4 * 4 + k % 4];
        forward4(e, w);
        dc[b] = w[0];
        l[b][0] = 0;
        for (int k = 1; k < 16; k++) {
            int z = zigzag[k], f = factor_class(z);
            l[b][k] = quantise(w[z], quant_factor[qp % 6][f], rounding, shift);
            d[b][z] = l[b][k] * (scale_factor[qp % 6][f] << (qp / 6));
        }
    }
    hadamard4(dc, t);
    for (int k = 0; k < 16; k++)
        dc[k] = quantise((t[k] + 1) >> 1, quant_factor[qp % 6][0], 2 * rounding,
                         shift + 1);
    for (int k = 0; k < 16; k++)
        l[16][k] = dc[zigzag[k]];
    hadamard4(dc, t);
    for (int b = 0; b < 16; b++) {
        int e[16], w[16];
        for (int k = 1; k < 16; k++)
            e[k] = d[b][k];
        e[0] = scale_luma_dc(t[b], qp);
        inverse4(e, w);
        for (int k = 0; k < 16; k++)
            r[b / 4 * 4 + k / 4][b % 4 * 4 + k % 4] = (w[k] + 32) >> 6;
    }
}

/* The same of a chroma plane (l[4]: the DCs), intra or inter. */
static inline void code_chroma8(int qp, int rounding, const int x[8][8],
                                int l[5][16], int r[8][8])
{
    const int shift = 15 + qp / 6;
    int d[4][16], dc[4], t[4];

    for (int b = 0; b < 4; b++) {
        int e[16], w[16];
        for (int k = 0; k < 16; k++)
            e[k] = x[b / 2 * 4 + k / 4][b % 2 * 4 + k % 4];
        forward4(e, w);
        dc[b] = w[0];
        l[b][0] = 0;
        for (int k = 1; k < 16; k++) {
            int z = zigzag[k], f = factor_class(z);
            l[b][k] = quantise(w[z], quant_factor[qp % 6][f], rounding, shift);
            d[b][z] = l[b][k] * (scale_factor[qp % 6][f] << (qp / 6));
        }
    }
    hadamard2(dc, t);
    for (int b = 0; b < 4; b++) {
        dc[b] =
            quantise(t[b], quant_factor[qp % 6][0], 2 * rounding, shift + 1);
        l[4][b] = dc[b];
    }
    hadamard2(dc, t);
    for (int b = 0; b < 4; b++) {
        int e[16], w[16];
        for (int k = 1; k < 16; k++)
            e[k] = d[b][k];
        e[0] = scale_chroma_dc(t[b], qp);
        inverse4(e, w);
        for (int k = 0; k < 16; k++)
            r[b / 2 * 4 + k / 4][b % 2 * 4 + k % 4] = (w[k] + 32) >> 6;
    }
}

#endif
