/*
 * Entropy coding (clause 9.2, CAVLC): each coded macroblock into words of its
 * own, from bit 0 on. What a macroblock tells of those skipped before it is its
 * distance from the last coded one, so that none waits for another.
 */
#include "codes.h"
#include "encoder.h"

#include <stdlib.h>

/* The blocks in the order of the stream: DCs of luma, 16 of luma by quarters,
 * DCs of chroma, the rest of chroma. */
static const uint8_t block_at[BLOCKS] = {16, 0,  1,  4,  5,  2,  3,  6,  7,
                                         8,  9,  12, 13, 10, 11, 14, 15, 25,
                                         26, 17, 18, 19, 20, 21, 22, 23, 24};

/* Appends the low n bits of v behind the first `at`; bits above are 0. Returns
 * how many there are now. */
static inline int put(uint32_t word[WORDS], int at, int n, uint32_t v)
{
    int w = at >> 5, used = at & 31, room = 32 - used;

    if (n > 0 && n <= room) {
        uint32_t shifted = v << (room - n);
        word[w] = used > 0 ? word[w] | shifted : shifted;
    }
    if (n > room) {
        word[w] |= v >> (n - room);
        word[w + 1] = v << (32 - (n - room));
    }
    return at + n;
}

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
    int zeros, run = 0;

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
    if (total > 0 && total < n) {
        int row = near < 0 ? 14 + total : total - 1;
        at = put(word, at, zeros_length[row][zeros], zeros_bits[row][zeros]);
    }
    for (int k = highest - 1; k >= 0 && zeros > 0; k--) {
        run++;
        if (level[k] != 0) {
            int row = zeros > 6 ? 6 : zeros - 1;
            run--;
            at = put(word, at, run_length[row][run], run_bits[row][run]);
            zeros -= run;
            run = 0;
        }
    }
    return at;
}

static inline int put_se(uint32_t word[WORDS], int at, int v)
{
    return put_ue(word, at, (uint32_t)(v > 0 ? 2 * v - 1 : -2 * v));
}

/* An intra macroblock before its levels. */
static inline int put_intra(uint32_t word[WORDS], int at, int is_p, int mode,
                            int mode_chroma, int luma, int chroma)
{
    int type = 1 + mode + 4 * chroma + (luma > 0 ? 12 : 0);

    at = put_ue(word, at, (uint32_t)(type + (is_p ? 5 : 0)));
    at = put_ue(word, at, (uint32_t)(2 - mode_chroma)); /* DC is 0 */
    return put_ue(word, at, 0);                         /* mb_qp_delta */
}

/* An inter macroblock before its levels; (dx, dy): by how much its vector is
 * another one than neighbours predict. */
static inline int put_inter(uint32_t word[WORDS], int at, int dx, int dy,
                            int pattern)
{
    at = put_ue(word, at, 0);
    at = put_se(word, at, dx);
    at = put_se(word, at, dy);
    at = put_ue(word, at, pattern_code[pattern]);
    if (pattern > 0)
        at = put_ue(word, at, 0); /* mb_qp_delta */
    return at;
}

/* Is block b in the stream? */
static inline int is_sent(int b, int intra, int luma, int chroma)
{
    return b < LUMA_DC    ? luma >> (b / 8 * 2 + b % 4 / 2) & 1
           : b == LUMA_DC ? intra
                          : chroma > (b < CHROMA_DC);
}

void code_macroblocks(
    int my, int mx, int is_p, const uint8_t kind[restrict my][mx],
    const uint8_t mode[restrict my][mx],
    const uint8_t mode_chroma[restrict my][mx],
    const uint8_t coded[restrict my][mx], const int last[restrict my][mx],
    const int16_t mvx[restrict my][mx], const int16_t mvy[restrict my][mx],
    const int16_t px[restrict my][mx], const int16_t py[restrict my][mx],
    const uint8_t count[restrict COUNTED][my][mx],
    const uint8_t pattern[restrict my][mx],
    const int16_t level[restrict BLOCKS][16][my][mx],
    uint32_t bits[restrict my][mx][WORDS], int length[restrict my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            do {
                int at = 0, luma = pattern[y][x] & 15;
                int chroma = pattern[y][x] >> 4, intra = kind[y][x] == INTRA;

                length[y][x] = 0;
                if (!coded[y][x])
                    break;
                if (is_p)
                    at = put_ue(bits[y][x], at,
                                (uint32_t)(y * mx + x - last[y][x] - 1));
                if (intra)
                    at = put_intra(bits[y][x], at, is_p, mode[y][x],
                                   mode_chroma[y][x], luma, chroma);
                else
                    at = put_inter(bits[y][x], at, mvx[y][x] - px[y][x],
                                   mvy[y][x] - py[y][x], pattern[y][x]);
                for (int t = 0; t < BLOCKS; t++) {
                    int b = block_at[t], l[16], near = -1, c = b - CHROMA_AC;
                    int first = b < LUMA_DC ? intra : b >= CHROMA_AC && c < 8;
                    int n = b < CHROMA_DC ? 16 - first : 4;
                    if (!is_sent(b, intra, luma, chroma))
                        continue;
                    if (b < CHROMA_DC) {
                        /* Blocks to the left and above, counted: 16 of luma,
                         * then four of each chroma. */
                        int q = b == LUMA_DC ? 0 : b < LUMA_DC ? b : 16 + c;
                        int w = b <= LUMA_DC ? 4 : 2, u = q % w;
                        int v = b <= LUMA_DC ? q / 4 : c % 4 / 2;
                        int left = u > 0 || x > 0, above = v > 0 || y > 0;
                        int a = 0, d = 0;
                        if (left)
                            a = count[u > 0 ? q - 1 : q + w - 1][y]
                                     [u > 0 ? x : x - 1];
                        if (above)
                            d = count[v > 0 ? q - w : q + w * (w - 1)]
                                     [v > 0 ? y : y - 1][x];
                        near = left && above ? (a + d + 1) >> 1 : a + d;
                    }
                    for (int k = 0; k < 16; k++)
                        l[k] = k < n ? level[b][k + first][y][x] : 0;
                    at = put_block(bits[y][x], at, l, n, near);
                }
                length[y][x] = at;
            } while (0);
}
