/*
 * Intra coding (intra.c, corrected.c), one of the encoder's stages: what
 * encoder.h says of arrays holds here, too.
 */
#ifndef HEDRA_EXAMPLES_H264_INTRA_H
#define HEDRA_EXAMPLES_H264_INTRA_H

#include "encoder.h"

/* How intra macroblocks are predicted, and what that leaves of luma; then the
 * usual loop over them. */
void choose_luma(int my, int mx, const uint8_t src[restrict 16 * my][16 * mx],
                 uint8_t mode[restrict my][mx], int flat[restrict my][mx]);
void choose_chroma(int my, int mx,
                   const uint8_t src[restrict 2][8 * my][8 * mx],
                   uint8_t mode[restrict my][mx]);
void intra_plain_luma(int my, int mx, int qp,
                      const uint8_t kind[restrict my][mx],
                      const uint8_t mode[restrict my][mx],
                      const uint8_t src[restrict 16 * my][16 * mx],
                      int16_t level[restrict BLOCKS][16][my][mx],
                      uint8_t rec[restrict 16 * my][16 * mx]);
void intra_plain_chroma(int my, int mx, int qp,
                        const uint8_t kind[restrict my][mx],
                        const uint8_t mode[restrict my][mx],
                        const uint8_t src[restrict 2][8 * my][8 * mx],
                        int16_t level[restrict BLOCKS][16][my][mx],
                        uint8_t rec[restrict 2][8 * my][8 * mx]);

/* The same with a correction of DC (corrected.c): what neighbours read of inter
 * macroblocks, their lowest rows and last columns; what does not wait for
 * neighbours (`base`: residuals without DC, times 64; `sum`: the DCs); what
 * does, by a Plan; and the samples. */
void edges_luma(int my, int mx, const uint8_t kind[restrict my][mx],
                const uint8_t rec[restrict 16 * my][16 * mx],
                uint8_t bottom[restrict 16][my][mx],
                uint8_t right[restrict 16][my][mx]);
void edges_chroma(int my, int mx, const uint8_t kind[restrict my][mx],
                  const uint8_t rec[restrict 2][8 * my][8 * mx],
                  uint8_t bottom[restrict 2][8][my][mx],
                  uint8_t right[restrict 2][8][my][mx]);
void before_luma(int my, int mx, int qp, const uint8_t kind[restrict my][mx],
                 const uint8_t mode[restrict my][mx],
                 const uint8_t src[restrict 16 * my][16 * mx],
                 int16_t level[restrict BLOCKS][16][my][mx],
                 int base[restrict 256][my][mx], int sum[restrict my][mx]);
void before_chroma(int my, int mx, int qp, const uint8_t kind[restrict my][mx],
                   const uint8_t mode[restrict my][mx],
                   const uint8_t src[restrict 2][8 * my][8 * mx],
                   int16_t level[restrict BLOCKS][16][my][mx],
                   int base[restrict 2][64][my][mx],
                   int sum[restrict 2][4][my][mx]);
void correct_intra(
    int my, int mx, int qp, int qp_chroma, const uint8_t kind[restrict my][mx],
    const uint8_t mode[restrict my][mx],
    const uint8_t mode_chroma[restrict my][mx],
    const uint8_t src[restrict 16 * my][16 * mx],
    const uint8_t src_chroma[restrict 2][8 * my][8 * mx],
    int base[restrict 256][my][mx], int base_chroma[restrict 2][64][my][mx],
    const int sum[restrict my][mx], const int sum_chroma[restrict 2][4][my][mx],
    int16_t level[restrict BLOCKS][16][my][mx],
    uint8_t bottom[restrict 16][my][mx],
    uint8_t bottom_chroma[restrict 2][8][my][mx],
    uint8_t right[restrict 16][my][mx],
    uint8_t right_chroma[restrict 2][8][my][mx], uint8_t mean[restrict my][mx],
    uint8_t mean_chroma[restrict 2][4][my][mx], int dc[restrict 16][my][mx],
    int dc_chroma[restrict 2][4][my][mx]);
void after_luma(int my, int mx, const uint8_t kind[restrict my][mx],
                const uint8_t mode[restrict my][mx],
                const int base[restrict 256][my][mx],
                const uint8_t mean[restrict my][mx],
                const uint8_t bottom[restrict 16][my][mx],
                const uint8_t right[restrict 16][my][mx],
                const int dc[restrict 16][my][mx],
                uint8_t rec[restrict 16 * my][16 * mx]);
void after_chroma(int my, int mx, const uint8_t kind[restrict my][mx],
                  const uint8_t mode[restrict my][mx],
                  const int base[restrict 2][64][my][mx],
                  const uint8_t mean[restrict 2][4][my][mx],
                  const uint8_t bottom[restrict 2][8][my][mx],
                  const uint8_t right[restrict 2][8][my][mx],
                  const int dc[restrict 2][4][my][mx],
                  uint8_t rec[restrict 2][8 * my][8 * mx]);

#endif
