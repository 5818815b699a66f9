/*
 * Macroblocks whose samples are sent as they are (pcm.c): what encoder.h says
 * of arrays holds here, too.
 */
#ifndef HEDRA_EXAMPLES_H264_PCM_H
#define HEDRA_EXAMPLES_H264_PCM_H

#include "encoder.h"

/* Macroblocks that are too long as they are, pcm[y][x] = 1: which ones are
 * besides those that are known (are there any?); none is; their
 * reconstruction, while intra coding takes them for inter ones; then their
 * kind. */
int mark_long(int n, const int length[restrict n], uint8_t pcm[restrict n]);
void clear_pcm(int n, uint8_t pcm[restrict n]);
void pcm_luma(int my, int mx, const uint8_t pcm[restrict my][mx],
              const uint8_t src[restrict 16 * my][16 * mx],
              uint8_t kind[restrict my][mx], int16_t mvx[restrict my][mx],
              int16_t mvy[restrict my][mx],
              uint8_t rec[restrict 16 * my][16 * mx]);
void pcm_chroma(int my, int mx, const uint8_t pcm[restrict my][mx],
                const uint8_t src[restrict 2][8 * my][8 * mx],
                uint8_t rec[restrict 2][8 * my][8 * mx]);
void pcm_kinds(int my, int mx, const uint8_t pcm[restrict my][mx],
               uint8_t kind[restrict my][mx]);

/* The samples of those that are too long, behind their first bits, from a byte
 * of the stream on. at[m]: where macroblock m begins without the zeros before
 * that; last[m]: the last of them before it, or -1. */
void code_samples(int my, int mx, const uint8_t pcm[restrict my][mx],
                  const int last[restrict my][mx],
                  const int64_t at[restrict my * mx + 1],
                  const uint8_t src[restrict 16 * my][16 * mx],
                  const uint8_t chroma[restrict 2][8 * my][8 * mx],
                  uint32_t bits[restrict my][mx][WORDS],
                  int length[restrict my][mx],
                  uint16_t part[restrict PARTS][my][mx]);

#endif
