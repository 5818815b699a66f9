/*
 * What the stream says of a macroblock by its neighbours. Kinds, vectors and
 * levels are final by now, so that no macroblock waits for another one: the
 * prediction of vectors (clause 8.4.1.3), too, reads what is known.
 */
#include "encoder.h"
#include "transform.h"

void count_levels(int my, int mx, const uint8_t kind[restrict my][mx],
                  const uint8_t pcm[restrict my][mx],
                  const int16_t level[restrict BLOCKS][16][my][mx],
                  uint8_t count[restrict COUNTED][my][mx],
                  uint8_t pattern[restrict my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            do {
                int quarter[4] = {0, 0, 0, 0}, chroma = 0, luma = 0;
                int intra = kind[y][x] == INTRA;

                for (int b = 0; b < COUNTED; b++) {
                    int from = b < 16 ? b : b + 1, n = 0;
                    for (int k = b < 16 ? intra : 1; k < 16; k++)
                        n += level[from][k][y][x] != 0;

                    count[b][y][x] = (uint8_t)(pcm[y][x] ? 16 : n);
                    if (n > 0 && b < 16)
                        quarter[b / 8 * 2 + b % 4 / 2] = 1;
                    if (n > 0 && b >= 16)
                        chroma = 2;
                }
                for (int k = 0; k < 8; k++)
                    if (chroma == 0 &&
                        level[CHROMA_DC + k / 4][k % 4][y][x] != 0)
                        chroma = 1;
                luma = quarter[0] + 2 * quarter[1] + 4 * quarter[2] +
                       8 * quarter[3];
                if (intra && luma > 0)
                    luma = 15;
                pattern[y][x] = (uint8_t)(luma + 16 * chroma);
            } while (0);
}

static inline int median(int a, int b, int c)
{
    int low = a < b ? a : b, high = a < b ? b : a;

    return c < low ? low : c > high ? high : c;
}

void predict_vectors(int my, int mx, const uint8_t kind[restrict my][mx],
                     const int16_t mvx[restrict my][mx],
                     const int16_t mvy[restrict my][mx],
                     int16_t px[restrict my][mx], int16_t py[restrict my][mx],
                     int16_t sx[restrict my][mx], int16_t sy[restrict my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            do {
                /* A: left, B: above, C: above to the right, or else D: above
                 * to the left; is there one, and is it inter? */
                int cx = y > 0 && x + 1 < mx ? x + 1 : x - 1;
                int has_a = x > 0, has_b = y > 0, has_c = y > 0 && cx >= 0;
                int a = has_a && kind[y][x - 1] == INTER;
                int b = has_b && kind[y - 1][x] == INTER;
                int c = has_c && kind[y - 1][cx] == INTER;
                int ax = a ? mvx[y][x - 1] : 0, ay = a ? mvy[y][x - 1] : 0;
                int bx = b ? mvx[y - 1][x] : 0, by = b ? mvy[y - 1][x] : 0;
                int dx = c ? mvx[y - 1][cx] : 0, dy = c ? mvy[y - 1][cx] : 0;
                int vx = median(ax, bx, dx), vy = median(ay, by, dy), still;

                if ((a && !b && !c) || (has_a && !has_b && !has_c)) {
                    vx = ax;
                    vy = ay;
                } else if (!a && b && !c) {
                    vx = bx;
                    vy = by;
                } else if (!a && !b && c) {
                    vx = dx;
                    vy = dy;
                }
                still = !has_a || !has_b || (a && ax == 0 && ay == 0) ||
                        (b && bx == 0 && by == 0);
                px[y][x] = (int16_t)vx;
                py[y][x] = (int16_t)vy;
                sx[y][x] = (int16_t)(still ? 0 : vx);
                sy[y][x] = (int16_t)(still ? 0 : vy);
            } while (0);
}

void find_coded(int my, int mx, const uint8_t kind[restrict my][mx],
                const int16_t mvx[restrict my][mx],
                const int16_t mvy[restrict my][mx],
                const uint8_t pattern[restrict my][mx],
                const int16_t sx[restrict my][mx],
                const int16_t sy[restrict my][mx],
                uint8_t coded[restrict my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            coded[y][x] = kind[y][x] != INTER || pattern[y][x] != 0 ||
                          mvx[y][x] != sx[y][x] || mvy[y][x] != sy[y][x];
}
