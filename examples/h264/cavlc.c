/*
 * Entropy coding (clause 9.2, CAVLC): each coded macroblock into words of its
 * own, from bit 0 on. What a macroblock tells of those skipped before it is its
 * distance from the last coded one, so that none waits for another.
 */
#include "codes.h"
#include "encoder.h"
#include "put.h"

#include <stdlib.h>

/* The blocks in the order of the stream: DCs of luma, 16 of luma by quarters,
 * DCs of chroma, the rest of chroma. */
static const uint8_t block_at[BLOCKS] = {16, 0,  1,  4,  5,  2,  3,  6,  7,
                                         8,  9,  12, 13, 10, 11, 14, 15, 25,
                                         26, 17, 18, 19, 20, 21, 22, 23, 24};

/* Exponential Golomb codes, unsigned. */
static inline int put_ue(uint32_t word[WORDS], int at, uint32_t v)
{
    int n = 0;

    while ((v + 1) >> n > 1)
        n++;
    at = put(word, at, n, 0);
    return put(word, at, n + 1, v + 1);
}

/* One level after the trailing ones (clause 9.2.2.1). `code` is the level as an
 * unsigned number, `suffix` the length of its suffix so far. */
static inline int put_level(uint32_t word[WORDS], int at, int code, int suffix)
{
    int escape = 15 << suffix, prefix = code >> suffix, n = suffix;

    if (suffix == 0 && code >= 14) {
        prefix = code < 30 ? 14 : 15;
        n = code < 30 ? 4 : 12;
        code -= code < 30 ? 14 : 30;
    } else if (suffix > 0 && code >= escape) {
        prefix = 15;
        n = 12;
        code -= escape;
    } else {
        code -= prefix << suffix;
    }
    at = put(word, at, prefix + 1, 1);
    return put(word, at, n, (uint32_t)code);
}

/* A block of up to n levels; near: how many its neighbours have, or -1 for DCs
 * of chroma. */
static inline int put_block(uint32_t word[WORDS], int at, const int level[16],
                            int n, int near)
{
    int total = 0, ones = 0, highest = -1, may_be_one = 1, suffix, seen = 0;
    int table = near < 0 ? 4 : near < 2 ? 0 : near < 4 ? 1 : near < 8 ? 2 : 3;
    int zeros, behind;

    for (int k = n - 1; k >= 0; k--)
        if (level[k] != 0) {
            highest = highest < 0 ? k : highest;
            may_be_one = may_be_one && ones < 3 && abs(level[k]) == 1;
            ones += may_be_one;
            total++;
        }
    at = put(word, at, token_length[table][4 * total + ones],
             token_bits[table][4 * total + ones]);
    suffix = total > 10 && ones < 3;
    for (int k = highest; k >= 0; k--)
        if (level[k] != 0) {
            int size = abs(level[k]), negative = level[k] < 0;
            if (seen < ones) {
                at = put(word, at, 1, (uint32_t)negative);
            } else {
                int code = 2 * size - 2 + negative;
                code -= seen == ones && ones < 3 ? 2 : 0;
                at = put_level(word, at, code, suffix);
                suffix = suffix == 0 ? 1 : suffix;
                if (suffix < 6 && size > 3 << (suffix - 1))
                    suffix++;
            }
            seen++;
        }
    zeros = highest + 1 - total;
    behind = highest;
    if (total > 0 && total < n) {
        int row = near < 0 ? 14 + total : total - 1;
        at = put(word, at, zeros_length[row][zeros], zeros_bits[row][zeros]);
    }
    for (int k = highest - 1; k >= 0 && zeros > 0; k--)
        if (level[k] != 0) {
            int row = zeros > 6 ? 6 : zeros - 1, run = behind - k - 1;
            at = put(word, at, run_length[row][run], run_bits[row][run]);
            zeros -= run;
            behind = k;
        }
    return at;
}

static inline int put_se(uint32_t word[WORDS], int at, int v)
{
    return put_ue(word, at, (uint32_t)(v > 0 ? 2 * v - 1 : -2 * v));
}

/* Is block b in the stream? */
static inline int is_sent(int b, int intra, int luma, int chroma)
{
    return b < LUMA_DC    ? luma >> (b / 8 * 2 + b % 4 / 2) & 1
           : b == LUMA_DC ? intra
                          : chroma > (b < CHROMA_DC);
}

static inline int part_of(int b)
{
    return b < LUMA_DC      ? PART_LUMA
           : b == LUMA_DC   ? PART_LUMA_DC
           : b >= CHROMA_DC ? PART_CHROMA_DC
                            : PART_CHROMA;
}

/* The type of a macroblock whose samples are sent as they are. */
enum { TYPE_PCM = 25, INTER_TYPES = 5 };

/* How an intra macroblock is predicted, or that it is inter. */
static inline int put_kind(uint32_t word[WORDS], int at, int is_p, int intra,
                           int mode, int mode_chroma, int luma, int chroma)
{
    int type =
        1 + mode + 4 * chroma + (luma > 0 ? 12 : 0) + (is_p ? INTER_TYPES : 0);

    at = put_ue(word, at, (uint32_t)(intra ? type : 0));
    if (intra) /* DC is 0 */
        at = put_ue(word, at, (uint32_t)(2 - mode_chroma));
    return at;
}

/* By how much a vector is another one than neighbours predict. */
static inline int put_vector(uint32_t word[WORDS], int at, int dx, int dy)
{
    at = put_se(word, at, dx);
    return put_se(word, at, dy);
}

/* Which blocks have levels, which the type of an intra macroblock has said. */
static inline int put_pattern(uint32_t word[WORDS], int at, int intra,
                              int pattern)
{
    if (!intra)
        at = put_ue(word, at, pattern_code[pattern]);
    if (intra || pattern > 0)
        at = put_ue(word, at, 0); /* mb_qp_delta */
    return at;
}

/* Of blocks that are counted, 16 of luma and then four of each chroma: is one
 * in the first column or row, and which ones lie to the left and above, in the
 * next macroblock if it is? */
static inline int is_first_column(int q)
{
    return q < 16 ? q % 4 == 0 : q % 2 == 0;
}

static inline int is_first_row(int q)
{
    return q < 16 ? q < 4 : q % 4 < 2;
}

static inline int left_of(int q)
{
    return !is_first_column(q) ? q - 1 : q < 16 ? q + 3 : q + 1;
}

static inline int above_of(int q)
{
    return q < 16 ? (q + 12) % 16 : is_first_row(q) ? q + 2 : q - 2;
}

void code_macroblocks(
    int my, int mx, int is_p, const uint8_t kind[restrict my][mx],
    const uint8_t mode[restrict my][mx],
    const uint8_t mode_chroma[restrict my][mx],
    const uint8_t pcm[restrict my][mx], const uint8_t coded[restrict my][mx],
    const int last[restrict my][mx], const int16_t mvx[restrict my][mx],
    const int16_t mvy[restrict my][mx], const int16_t px[restrict my][mx],
    const int16_t py[restrict my][mx],
    const uint8_t count[restrict COUNTED][my][mx],
    const uint8_t pattern[restrict my][mx],
    const int16_t level[restrict BLOCKS][16][my][mx],
    uint32_t bits[restrict my][mx][WORDS], int length[restrict my][mx],
    uint16_t part[restrict PARTS][my][mx])
{
#pragma hedra independent(y, x)
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            do {
                int at = 0, intra = kind[y][x] == INTRA, ends[PARTS];
                int luma = pattern[y][x] & 15, chroma = pattern[y][x] >> 4;

                length[y][x] = 0;
                for (int k = 0; k < PARTS; k++)
                    part[k][y][x] = 0;
                if (!coded[y][x])
                    break;
                bits[y][x][0] = 0;
                if (is_p)
                    at = put_ue(bits[y][x], at,
                                (uint32_t)(y * mx + x - last[y][x] - 1));
                ends[PART_SKIPPED] = at;
                if (pcm[y][x]) {
                    int type = TYPE_PCM + (is_p ? INTER_TYPES : 0);
                    part[PART_SKIPPED][y][x] = (uint16_t)at;
                    part[PART_KIND][y][x] = (uint16_t)-at;
                    at = put_ue(bits[y][x], at, (uint32_t)type);
                    part[PART_KIND][y][x] =
                        (uint16_t)(part[PART_KIND][y][x] + at);
                    part[PART_LUMA][y][x] = SAMPLES * 2 / 3;
                    part[PART_CHROMA][y][x] = SAMPLES / 3;
                    length[y][x] = at + SAMPLES;
                    break;
                }
                at = put_kind(bits[y][x], at, is_p, intra, mode[y][x],
                              mode_chroma[y][x], luma, chroma);
                ends[PART_KIND] = at;
                if (!intra)
                    at = put_vector(bits[y][x], at, mvx[y][x] - px[y][x],
                                    mvy[y][x] - py[y][x]);
                ends[PART_VECTOR] = at;
                at = put_pattern(bits[y][x], at, intra, pattern[y][x]);
                for (int k = PART_PATTERN; k < PARTS; k++)
                    ends[k] = at;
                for (int t = 0; t < BLOCKS; t++) {
                    int b = block_at[t], l[16];
                    int first =
                        b < LUMA_DC ? intra : b > LUMA_DC && b < CHROMA_DC;
                    int n = b < CHROMA_DC ? 16 - first : 4;
                    if (is_sent(b, intra, luma, chroma)) {
                        int q = b < LUMA_DC ? b : b == LUMA_DC ? 0 : b - 1;
                        int near = -1;
                        if (b < CHROMA_DC) {
                            int ox = is_first_column(q) ? x - 1 : x;
                            int oy = is_first_row(q) ? y - 1 : y;
                            int p = ox >= 0 ? count[left_of(q)][y][ox] : 0;
                            int r = oy >= 0 ? count[above_of(q)][oy][x] : 0;
                            near =
                                ox >= 0 && oy >= 0 ? (p + r + 1) >> 1 : p + r;
                        }
                        for (int k = 0; k < 16; k++)
                            l[k] = k < n ? level[b][k + first][y][x] : 0;
                        at = put_block(bits[y][x], at, l, n, near);
                    }
                    ends[part_of(b)] = at;
                }
                length[y][x] = at;
                for (int k = 0; k < PARTS; k++)
                    part[k][y][x] =
                        (uint16_t)(ends[k] - (k > 0 ? ends[k - 1] : 0));
            } while (0);
}
