/*
 * The transform of 4x4 blocks and what goes with it (H.264, clauses 8.5 and
 * 8.6), as functions that hedrac inlines into nests: it needs them in the file
 * of the nest.
 */
#ifndef HEDRA_EXAMPLES_H264_TRANSFORM_H
#define HEDRA_EXAMPLES_H264_TRANSFORM_H

#include "encoder.h"

#include <stdlib.h>

/* Factors of the quantiser and of scaling (normAdjust) by QP % 6, for each
 * coefficient of a block: one number for those at two even places, one for
 * those at two odd ones, and one for others. */
/* clang-format off */
#define BY_PLACE(even, odd, other)                                             \
    {even, other, even, other, other, odd, other, odd,                         \
     even, other, even, other, other, odd, other, odd}
#define BY_TWO(one, two)                                                       \
    {one, two, one, two, one, two, one, two,                                   \
     one, two, one, two, one, two, one, two}
#define BY_ROW(even, odd, other) {BY_TWO(even, other), BY_TWO(other, odd)}
#define QUANT_FACTORS(by)                                                      \
    {by(13107, 5243, 8066), by(11916, 4660, 7490), by(10082, 4194, 6554),      \
     by(9362, 3647, 5825),  by(8192, 3355, 5243),  by(7282, 2893, 4559)}
/* clang-format on */
static const int quant_factor[6][16] = QUANT_FACTORS(BY_PLACE);
/* The same of even and odd rows of a macroblock. */
static const int quant_row[6][2][16] = QUANT_FACTORS(BY_ROW);
static const int scale_factor[6][16] = {
    BY_PLACE(10, 16, 13), BY_PLACE(11, 18, 14), BY_PLACE(13, 20, 16),
    BY_PLACE(14, 23, 18), BY_PLACE(16, 25, 20), BY_PLACE(18, 29, 23)};
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

/* The same of all blocks of a macroblock, each in its place: first of columns,
 * of which 16 lie side by side. */
static inline void forward16(const int x[16][16], int w[16][16])
{
    int t[16][16];

    for (int i = 0; i < 16; i += 4)
        for (int j = 0; j < 16; j++) {
            int a = x[i][j] + x[i + 3][j], b = x[i + 1][j] + x[i + 2][j];
            int c = x[i + 1][j] - x[i + 2][j], d = x[i][j] - x[i + 3][j];
            t[i][j] = a + b;
            t[i + 1][j] = 2 * d + c;
            t[i + 2][j] = a - b;
            t[i + 3][j] = d - 2 * c;
        }
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j += 4) {
            int a = t[i][j] + t[i][j + 3], b = t[i][j + 1] + t[i][j + 2];
            int c = t[i][j + 1] - t[i][j + 2], d = t[i][j] - t[i][j + 3];
            w[i][j] = a + b;
            w[i][j + 1] = 2 * d + c;
            w[i][j + 2] = a - b;
            w[i][j + 3] = d - 2 * c;
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

/* The levels l, in the order of a stream, of a block's coefficients w from the
 * first-th on. All are quantised in the order in which they lie. */
static inline void quantise4(int qp, int rounding, int first, const int w[16],
                             int l[16])
{
    int q[16];

    for (int k = 0; k < 16; k++)
        q[k] = quantise(w[k], quant_factor[qp % 6][k], rounding, 15 + qp / 6);
    for (int k = first; k < 16; k++)
        l[k] = q[zigzag[k]];
}

/* What a decoder makes of levels: the block d for inverse4. */
static inline void scale4(int qp, int first, const int l[16], int d[16])
{
    for (int k = first; k < 16; k++)
        d[zigzag[k]] = l[k];
    for (int k = first; k < 16; k++)
        d[k] *= scale_factor[qp % 6][k] << (qp / 6);
}

/* The same of a block whose coefficient (0,0) is coded elsewhere, and is `dc`,
 * through inverse4. */
static inline void residual4(int qp, int dc, const int l[16], int r[16])
{
    int d[16];

    scale4(qp, 1, l, d);
    d[0] = dc;
    inverse4(d, r);
}

/* What a level of 1 is worth to a picture, by how many zeros lie before it: one
 * behind few zeros costs least bits and says most. */
static const int worth_behind[16] = {3, 2, 2, 1, 1, 1};

/* What the levels of an inter block are worth, which tells whether they are
 * left out; any but 1 and -1 is worth so much that they are not. */
static inline int worth4(const int l[16], int first)
{
    int worth = 0, zeros = 0, large = 0;

    for (int k = first; k < 16; k++)
        large |= abs(l[k]) > 1;
    for (int k = first; k < 16 && !large; k++) {
        worth += worth_behind[zeros] * abs(l[k]);
        zeros = l[k] == 0 ? zeros + 1 : 0;
    }
    return large ? 9 : worth;
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

    return qp >= 36 ? f * scale * (1 << (qp / 6 - 6))
                    : (f * scale + (1 << (5 - qp / 6))) >> (6 - qp / 6);
}

/* The same of a chroma DC (equation 8-326). */
static inline int scale_chroma_dc(int f, int qp)
{
    return (f * 16 * scale_factor[qp % 6][0] * (1 << (qp / 6))) >> 5;
}

#endif
