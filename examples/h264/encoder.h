/*
 * What the encoder's stages share: the numbers in its arrays and the stages
 * themselves, each a function around nests under `#pragma hedra`.
 *
 * A frame has my x mx macroblocks. Arrays whose last two sizes are [my][mx]
 * hold one number of each macroblock, so that threads that take neighbouring
 * macroblocks read neighbouring places; pictures are rows of samples.
 */
#ifndef HEDRA_EXAMPLES_H264_ENCODER_H
#define HEDRA_EXAMPLES_H264_ENCODER_H

#include <stdint.h>

enum { INTER, INTRA };

/* How intra macroblocks are predicted, by the numbers of luma (table 8-4). */
enum { MODE_VERTICAL, MODE_HORIZONTAL, MODE_DC };

/* Blocks of a macroblock, by which its levels are kept: 16 of luma, row by row,
 * their DCs if it is intra, four of Cb and four of Cr, and the DCs of both. */
enum {
    LUMA_DC = 16,
    CHROMA_AC = 17,
    CHROMA_DC = 25,
    BLOCKS = 27,
    COUNTED = 24, /* those whose numbers of levels neighbours look at */
};

/* Words of the longest macroblock: 384 levels of at most 28 bits, and the rest.
 */
enum { WORDS = 384 };

/* Bits of a macroblock: more are not allowed (clause A.3.1), and so many its
 * samples take. */
enum { LONGEST = 3200, SAMPLES = 3072 };

/* At higher QPs no macroblock is too long: what levels the samples of a block
 * can have takes less than 120 bits. Nor does an edge between one of QP 0,
 * which is what deblocking takes for one that is sent as samples, and one of
 * such a QP get filtered. */
enum { LONG_QP = 30 };

/* What the bits of a macroblock say, in their order: how many were skipped
 * before it, how it is predicted, its vector, which blocks have levels, and the
 * levels of its blocks. */
enum {
    PART_SKIPPED,
    PART_KIND,
    PART_VECTOR,
    PART_PATTERN,
    PART_LUMA_DC,
    PART_LUMA,
    PART_CHROMA_DC,
    PART_CHROMA,
    PARTS
};

/* Strengths of edges: [0, 16): vertical ones, four rows' edge by edge; [16,
 * 32): horizontal ones. */
enum { EDGES = 32 };

/* How far a vector may point: 4 * reach + 3 quarters of a sample. The reference
 * has a border of `pad` samples, which is even. */
static inline int vector_limit(int reach)
{
    return 4 * reach + 3;
}

/* QP of chroma (table 8-15). */
static inline int chroma_qp(int qp)
{
    static const int above29[22] = {29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36,
                                    36, 37, 37, 37, 38, 38, 38, 39, 39, 39, 39};

    return qp < 30 ? qp : above29[qp - 30];
}

/* Copies a frame of w x h samples into whole macroblocks. */
void input_luma(int h, int w, int my, int mx, const uint8_t in[restrict h][w],
                uint8_t src[restrict 16 * my][16 * mx]);
void input_chroma(int h, int w, int my, int mx,
                  const uint8_t in[restrict 2][h][w],
                  uint8_t src[restrict 2][8 * my][8 * mx]);

/* The planes that vectors point to: ref[0] is the picture with its border,
 * ref[1], ref[2] and ref[3] lie half a sample to the right, below, and both (b,
 * h and j of clause 8.4.2.2.1). `six` is for b before rounding. */
void reference_luma(
    int my, int mx, int pad, const uint8_t rec[restrict 16 * my][16 * mx],
    uint8_t ref[restrict 4][16 * my + 2 * pad][16 * mx + 2 * pad],
    int16_t six[restrict 16 * my + 2 * pad][16 * mx + 2 * pad]);
void reference_chroma(int my, int mx, int pad,
                      const uint8_t rec[restrict 2][8 * my][8 * mx],
                      uint8_t ref[restrict 2][8 * my + pad][8 * mx + pad]);

/* The search: each macroblock's vector in quarters of a sample and what it
 * costs, first in whole samples, up to `range` from what neighbours predicted
 * in the last frame, then in parts, then where it may be a neighbour's (nvx,
 * nvy). (px, py) is what neighbours predict, (sx, sy) the vector that a skipped
 * macroblock would have. cost[d + 8 * reach + 6] is what a component costs that
 * differs by d from the predicted one. */
#define VECTOR_COSTS(reach) (16 * (reach) + 13)
void search_whole(
    int my, int mx, int pad, int range, int reach,
    const int cost[restrict VECTOR_COSTS(reach)],
    const int16_t px[restrict my][mx], const int16_t py[restrict my][mx],
    const uint8_t src[restrict 16 * my][16 * mx],
    const uint8_t ref[restrict 4][16 * my + 2 * pad][16 * mx + 2 * pad],
    int16_t mvx[restrict my][mx], int16_t mvy[restrict my][mx],
    int least[restrict my][mx]);
void search_quarters(
    int my, int mx, int pad, int reach,
    const int cost[restrict VECTOR_COSTS(reach)],
    const int16_t px[restrict my][mx], const int16_t py[restrict my][mx],
    const uint8_t src[restrict 16 * my][16 * mx],
    const uint8_t ref[restrict 4][16 * my + 2 * pad][16 * mx + 2 * pad],
    int16_t mvx[restrict my][mx], int16_t mvy[restrict my][mx],
    int least[restrict my][mx]);
void agree_vectors(
    int my, int mx, int pad, int reach,
    const int cost[restrict VECTOR_COSTS(reach)],
    const int16_t px[restrict my][mx], const int16_t py[restrict my][mx],
    const int16_t sx[restrict my][mx], const int16_t sy[restrict my][mx],
    const uint8_t src[restrict 16 * my][16 * mx],
    const uint8_t ref[restrict 4][16 * my + 2 * pad][16 * mx + 2 * pad],
    const int16_t mvx[restrict my][mx], const int16_t mvy[restrict my][mx],
    int16_t nvx[restrict my][mx], int16_t nvy[restrict my][mx],
    int least[restrict my][mx]);

/* The kind of each macroblock: those whose neighbours leave less of it than the
 * last frame may be intra; what these cost if they are inter; which of them
 * cost less if they are intra. `bit` / 16 is what a bit weighs against squares
 * of errors. */
void guess_kinds(int my, int mx, int lambda, const int flat[restrict my][mx],
                 const int least[restrict my][mx],
                 uint8_t kind[restrict my][mx]);
void choose_kinds(
    int my, int mx, int pad, int qp, int bit, const int16_t sx[restrict my][mx],
    const int16_t sy[restrict my][mx],
    const uint8_t src[restrict 16 * my][16 * mx],
    const uint8_t ref[restrict 4][16 * my + 2 * pad][16 * mx + 2 * pad],
    const uint8_t mode[restrict my][mx], uint8_t kind[restrict my][mx],
    int16_t mvx[restrict my][mx], int16_t mvy[restrict my][mx]);

/* All macroblocks of one kind, or of kinds that follow from `seed`. */
void set_kinds(int my, int mx, int is_intra, uint8_t kind[restrict my][mx],
               int16_t mvx[restrict my][mx], int16_t mvy[restrict my][mx]);
void random_kinds(int my, int mx, unsigned seed, int percent,
                  uint8_t kind[restrict my][mx], int16_t mvx[restrict my][mx],
                  int16_t mvy[restrict my][mx]);

/* Prediction, transform, levels and reconstruction of the inter macroblocks. */
void inter_luma(
    int my, int mx, int pad, int qp, const uint8_t kind[restrict my][mx],
    const int16_t mvx[restrict my][mx], const int16_t mvy[restrict my][mx],
    const uint8_t src[restrict 16 * my][16 * mx],
    const uint8_t ref[restrict 4][16 * my + 2 * pad][16 * mx + 2 * pad],
    int16_t level[restrict BLOCKS][16][my][mx],
    uint8_t rec[restrict 16 * my][16 * mx]);
void inter_chroma(int my, int mx, int pad, int qp,
                  const uint8_t kind[restrict my][mx],
                  const int16_t mvx[restrict my][mx],
                  const int16_t mvy[restrict my][mx],
                  const uint8_t src[restrict 2][8 * my][8 * mx],
                  const uint8_t ref[restrict 2][8 * my + pad][8 * mx + pad],
                  int16_t level[restrict BLOCKS][16][my][mx],
                  uint8_t rec[restrict 2][8 * my][8 * mx]);

/* How many levels each block has, and the coded block pattern: 4 bits for the
 * quarters of luma, then 16 times 0, 1 (DCs) or 2 (all) for chroma. */
void count_levels(int my, int mx, const uint8_t kind[restrict my][mx],
                  const uint8_t pcm[restrict my][mx],
                  const int16_t level[restrict BLOCKS][16][my][mx],
                  uint8_t count[restrict COUNTED][my][mx],
                  uint8_t pattern[restrict my][mx]);

/* Vectors as neighbours predict them, and those that skipped macroblocks have;
 * then which ones are coded: all but inter ones without levels whose vector is
 * that one. */
void predict_vectors(int my, int mx, const uint8_t kind[restrict my][mx],
                     const int16_t mvx[restrict my][mx],
                     const int16_t mvy[restrict my][mx],
                     int16_t px[restrict my][mx], int16_t py[restrict my][mx],
                     int16_t sx[restrict my][mx], int16_t sy[restrict my][mx]);
void find_coded(int my, int mx, const uint8_t kind[restrict my][mx],
                const int16_t mvx[restrict my][mx],
                const int16_t mvy[restrict my][mx],
                const uint8_t pattern[restrict my][mx],
                const int16_t sx[restrict my][mx],
                const int16_t sy[restrict my][mx],
                uint8_t coded[restrict my][mx]);

/* last[m]: the coded macroblock before m, or -1. */
void find_last(int n, const uint8_t coded[restrict n], int last[restrict n]);

/* The bits of each coded macroblock, from the first bit of its words on, and
 * how many of them each part has. */
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
    uint16_t part[restrict PARTS][my][mx]);

/* at[m]: where the bits of macroblock m begin, the first at `start`; ends[0] is
 * where the last ones end, ends[1] the last coded macroblock, or -1. */
void find_places(int n, int start, const int length[restrict n],
                 const uint8_t coded[restrict n], const int last[restrict n],
                 int64_t at[restrict n + 1], int64_t ends[restrict 2]);

/* The words of the stream, without what comes before and behind: in which
 * macroblock each begins, and their bits. */
void find_owners(int n, int words, const int64_t at[restrict n + 1],
                 int owner[restrict words]);
void join_bits(int n, int words, const int64_t at[restrict n + 1],
               const int owner[restrict words],
               const uint32_t bits[restrict n][WORDS],
               uint32_t out[restrict words]);

/* What deblocking does to each edge of four samples: 0 (nothing) to 4; on: is
 * there one that is not 0? */
void find_strengths(int my, int mx, const uint8_t kind[restrict my][mx],
                    const uint8_t pcm[restrict my][mx],
                    const int16_t mvx[restrict my][mx],
                    const int16_t mvy[restrict my][mx],
                    const uint8_t count[restrict COUNTED][my][mx],
                    uint8_t strength[restrict EDGES][my][mx],
                    uint8_t on[restrict my][mx]);
void deblock_luma(int my, int mx, int qp, const uint8_t on[restrict my][mx],
                  const uint8_t strength[restrict EDGES][my][mx],
                  uint8_t rec[restrict 16 * my][16 * mx]);
void deblock_chroma(int my, int mx, int qp, const uint8_t on[restrict my][mx],
                    const uint8_t strength[restrict EDGES][my][mx],
                    uint8_t rec[restrict 2][8 * my][8 * mx]);

/* Copies for the host, of what stays on a device otherwise. */
void copy_bytes(int n, const uint8_t from[restrict n], uint8_t to[restrict n]);

#endif
