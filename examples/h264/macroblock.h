/*
 * Whole macroblocks: their intra prediction from neighbours (clause 8.3), and
 * from a residual to levels and back. Functions that hedrac inlines into nests,
 * as those of transform.h.
 */
#ifndef HEDRA_EXAMPLES_H264_MACROBLOCK_H
#define HEDRA_EXAMPLES_H264_MACROBLOCK_H

#include "transform.h"

/* Of a coefficient at two even places: 16 differences of 255. */
enum { LARGEST_ERROR = 4080 };

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

/* About how many bits a level takes, 0 or more, with the zeros before it. */
static inline int bits_of(int level)
{
    return (level > 0) * 3 + 2 * ((level > 1) + (level > 3) + (level > 7) +
                                  (level > 15) + (level > 31) + (level > 63));
}

/* 16 times the square of the error in samples that the error e of a coefficient
 * makes, which counts weight / 128 as much as that of one at even places. */
static inline int error_of(int e, int weight)
{
    int a = abs(e) < LARGEST_ERROR ? abs(e) : LARGEST_ERROR;

    return (a * a * weight) >> 7;
}

/* What the coefficients w of a block cost, or what it costs to leave them out,
 * if that is less: errors as of error_of, and `bit` for each bit. */
static inline int cost4(int qp, int rounding, int bit, const int w[16])
{
    int coded = 0, none = 0, bits = 2;

    for (int k = 0; k < 16; k++) {
        int f = factor_class(k), a = abs(w[k]);
        int level = (a * quant_factor[qp % 6][k] + rounding) >> (15 + qp / 6);
        int made = (level * (scale_factor[qp % 6][k] << (qp / 6)) *
                    (f == 0   ? 4
                     : f == 1 ? 25
                              : 10)) >>
                   4;
        int weight = f == 0 ? 128 : f == 1 ? 20 : 51;
        coded += error_of(a - made, weight);
        none += error_of(a, weight);
        bits += bits_of(level);
    }
    coded += bit * bits;
    return coded < none ? coded : none;
}

/* The same of a macroblock's residual x, intra or inter. */
static inline int cost16(int qp, int bit, int intra, const int x[16][16])
{
    const int shift = 15 + qp / 6, rounding = (1 << shift) / (intra ? 3 : 6);
    int cost = 0, dc[16], t[16];

    for (int b = 0; b < 16; b++) {
        int e[16], w[16];
        for (int k = 0; k < 16; k++)
            e[k] = x[b / 4 * 4 + k / 4][b % 4 * 4 + k % 4];
        forward4(e, w);
        dc[b] = w[0];
        w[0] = intra ? 0 : w[0];
        cost += cost4(qp, rounding, bit, w);
    }
    if (intra) {
        hadamard4(dc, t);
        for (int k = 0; k < 16; k++) {
            int a = abs(t[k]) >> 1;
            int level =
                (a * quant_factor[qp % 6][0] + 2 * rounding) >> (shift + 1);
            int made = (level * (scale_factor[qp % 6][0] << (qp / 6))) >> 1;
            cost += error_of((a - made) / 2, 128) + bit * bits_of(level);
        }
    }
    return cost;
}

/* A luma residual x of an I_16x16 macroblock: its levels in their order (l[16]:
 * the DCs) and what a decoder makes of them. */
static inline void code_luma16(int qp, const int x[16][16], int l[17][16],
                               int r[16][16])
{
    const int shift = 15 + qp / 6, rounding = (1 << shift) / 3;
    int dc[16], t[16];

    for (int b = 0; b < 16; b++) {
        int e[16], w[16];
        for (int k = 0; k < 16; k++)
            e[k] = x[b / 4 * 4 + k / 4][b % 4 * 4 + k % 4];
        forward4(e, w);
        dc[b] = w[0];
        l[b][0] = 0;
        quantise4(qp, rounding, 1, w, l[b]);
    }
    hadamard4(dc, t);
    for (int k = 0; k < 16; k++)
        dc[k] = quantise((t[k] + 1) >> 1, quant_factor[qp % 6][0], 2 * rounding,
                         shift + 1);
    for (int k = 0; k < 16; k++)
        l[16][k] = dc[zigzag[k]];
    hadamard4(dc, t);
    for (int b = 0; b < 16; b++) {
        int w[16];
        residual4(qp, scale_luma_dc(t[b], qp), l[b], w);
        for (int k = 0; k < 16; k++)
            r[b / 4 * 4 + k / 4][b % 4 * 4 + k % 4] = (w[k] + 32) >> 6;
    }
}

/* The same of a chroma plane (l[4]: the DCs), intra or inter. Levels but DCs
 * are left out where they are worth less than `least`; of a block without any
 * all samples have the same residual. */
static inline void code_chroma8(int qp, int rounding, int least,
                                const int x[8][8], int l[5][16], int r[8][8])
{
    const int shift = 15 + qp / 6;
    int dc[4], t[4], some[4], worth = 0;

    for (int b = 0; b < 4; b++) {
        int e[16], w[16];
        for (int k = 0; k < 16; k++)
            e[k] = x[b / 2 * 4 + k / 4][b % 2 * 4 + k % 4];
        forward4(e, w);
        dc[b] = w[0];
        l[b][0] = 0;
        quantise4(qp, rounding, 1, w, l[b]);
        some[b] = 0;
        for (int k = 1; k < 16; k++)
            some[b] |= l[b][k];
        if (some[b])
            worth += worth4(l[b], 1);
    }
    for (int b = 0; b < 4; b++)
        if (some[b] && worth < least) {
            some[b] = 0;
            for (int k = 1; k < 16; k++)
                l[b][k] = 0;
        }
    hadamard2(dc, t);
    for (int b = 0; b < 4; b++) {
        dc[b] =
            quantise(t[b], quant_factor[qp % 6][0], 2 * rounding, shift + 1);
        l[4][b] = dc[b];
    }
    hadamard2(dc, t);
    for (int b = 0; b < 4; b++) {
        int w[16], d = scale_chroma_dc(t[b], qp);
        for (int k = 0; k < 16; k++)
            w[k] = d;
        if (some[b])
            residual4(qp, d, l[b], w);
        for (int k = 0; k < 16; k++)
            r[b / 2 * 4 + k / 4][b % 2 * 4 + k % 4] = (w[k] + 32) >> 6;
    }
}

#endif
