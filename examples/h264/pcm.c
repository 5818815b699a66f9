/*
 * Macroblocks whose samples are sent as they are (I_PCM). Levels allow no
 * macroblock more than 3,200 bits (clause A.3.1), which noise exceeds at low
 * QPs. Which ones do is known when they are coded; their samples are then the
 * source's, and intra coding, which reads them, is done anew: to it they are
 * complete, as inter ones are.
 *
 * Samples begin at a byte of the stream. How many zeros that takes depends only
 * on the bits since the samples of the last such macroblock, which ended at a
 * byte, so that it is known of all at once.
 */
#include "pcm.h"
#include "put.h"

int mark_long(int n, const int length[restrict n], uint8_t pcm[restrict n])
{
    int found = 0;

#pragma hedra
    for (int m = 0; m < n; m++)
        if (length[m] > LONGEST && !pcm[m]) {
            pcm[m] = 1;
            found = 1;
        }
    return found;
}

void clear_pcm(int n, uint8_t pcm[restrict n])
{
#pragma hedra
    for (int m = 0; m < n; m++)
        pcm[m] = 0;
}

void pcm_luma(int my, int mx, const uint8_t pcm[restrict my][mx],
              const uint8_t src[restrict 16 * my][16 * mx],
              uint8_t kind[restrict my][mx], int16_t mvx[restrict my][mx],
              int16_t mvy[restrict my][mx],
              uint8_t rec[restrict 16 * my][16 * mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = 0; once < pcm[y][x]; once++) {
                kind[y][x] = INTER;
                mvx[y][x] = 0;
                mvy[y][x] = 0;
                for (int i = 0; i < 16; i++)
                    for (int j = 0; j < 16; j++)
                        rec[16 * y + i][16 * x + j] =
                            src[16 * y + i][16 * x + j];
            }
}

void pcm_chroma(int my, int mx, const uint8_t pcm[restrict my][mx],
                const uint8_t src[restrict 2][8 * my][8 * mx],
                uint8_t rec[restrict 2][8 * my][8 * mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = 0; once < pcm[y][x]; once++)
                for (int c = 0; c < 2; c++)
                    for (int i = 0; i < 8; i++)
                        for (int j = 0; j < 8; j++)
                            rec[c][8 * y + i][8 * x + j] =
                                src[c][8 * y + i][8 * x + j];
}

void pcm_kinds(int my, int mx, const uint8_t pcm[restrict my][mx],
               uint8_t kind[restrict my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            kind[y][x] = pcm[y][x] ? INTRA : kind[y][x];
}

void code_samples(int my, int mx, const uint8_t pcm[restrict my][mx],
                  const int last[restrict my][mx],
                  const int64_t at[restrict my * mx + 1],
                  const uint8_t src[restrict 16 * my][16 * mx],
                  const uint8_t chroma[restrict 2][8 * my][8 * mx],
                  uint32_t bits[restrict my][mx][WORDS],
                  int length[restrict my][mx],
                  uint16_t part[restrict PARTS][my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = 0; once < pcm[y][x]; once++) {
                int to = length[y][x] - SAMPLES, m = last[y][x], zeros;
                int64_t here = at[y * mx + x + 1], before = 0;

                if (m >= 0)
                    before = at[m + 1];
                zeros = (int)((before - here) & 7);
                to = put(bits[y][x], to, zeros, 0);
                for (int k = 0; k < 256; k++)
                    to = put(bits[y][x], to, 8,
                             src[16 * y + k / 16][16 * x + k % 16]);
                for (int k = 0; k < 128; k++)
                    to = put(bits[y][x], to, 8,
                             chroma[k / 64][8 * y + k % 64 / 8][8 * x + k % 8]);
                length[y][x] = to;
                part[PART_KIND][y][x] =
                    (uint16_t)(part[PART_KIND][y][x] + zeros);
            }
}
