/*
 * The decision: each macroblock by itself searches the last frame for the block
 * most like it, by the sum of absolute differences and the bits of the vector,
 * first all whole samples, then the eight half ones around the best, then the
 * eight quarters. The bits are those of the vector itself: the difference from
 * what neighbours predict would chain the macroblocks. A macroblock is intra
 * where its neighbours predict it better, a measure of the source alone: so
 * kinds are known before anything is reconstructed.
 */
#include "encoder.h"
#include "quarter.h"

#include <stdlib.h>

enum { BONUS = 8, BIAS = 8 }; /* in units of lambda */

void search_whole(
    int my, int mx, int pad, int range, int lambda,
    const int cost[restrict 8 * range + 7],
    const uint8_t src[restrict 16 * my][16 * mx],
    const uint8_t ref[restrict 4][16 * my + 2 * pad][16 * mx + 2 * pad],
    int16_t mvx[restrict my][mx], int16_t mvy[restrict my][mx],
    int least[restrict my][mx])
{
    const int limit = 4 * range + 3;

#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++) {
            int best = 1 << 30, bx = 0, by = 0;
            for (int dy = -range; dy <= range; dy++)
                for (int dx = -range; dx <= range; dx++) {
                    int s = 0;
                    for (int a = 0; a < 16; a++)
                        for (int b = 0; b < 16; b++)
                            s += abs(src[16 * y + a][16 * x + b] -
                                     ref[0][16 * y + a + dy + pad]
                                        [16 * x + b + dx + pad]);
                    s += cost[4 * dy + limit] + cost[4 * dx + limit];
                    s -= dx == 0 && dy == 0 ? BONUS * lambda : 0;
                    if (s < best) {
                        best = s;
                        bx = 4 * dx;
                        by = 4 * dy;
                    }
                }
            mvx[y][x] = (int16_t)bx;
            mvy[y][x] = (int16_t)by;
            least[y][x] = best;
        }
}

void search_quarters(
    int my, int mx, int pad, int range, const int cost[restrict 8 * range + 7],
    const uint8_t src[restrict 16 * my][16 * mx],
    const uint8_t ref[restrict 4][16 * my + 2 * pad][16 * mx + 2 * pad],
    int16_t mvx[restrict my][mx], int16_t mvy[restrict my][mx],
    int least[restrict my][mx])
{
    const int limit = 4 * range + 3;

#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++) {
            int best = least[y][x], bx = mvx[y][x], by = mvy[y][x], step = 2;
            while (step > 0) {
                int cx = bx, cy = by;
                for (int k = 0; k < 9; k++) {
                    int vx = cx + step * (k % 3 - 1);
                    int vy = cy + step * (k / 3 - 1);
                    int f = 4 * (vy & 3) + (vx & 3), s = 0;
                    int p = first_plane[f], q = second_plane[f];
                    int i = 16 * y + pad + (vy >> 2),
                        j = 16 * x + pad + (vx >> 2);
                    int pi = i + first_down[f], pj = j + first_right[f];
                    int qi = i + second_down[f], qj = j + second_right[f];
                    for (int a = 0; a < 16; a++)
                        for (int b = 0; b < 16; b++)
                            s += abs(src[16 * y + a][16 * x + b] -
                                     ((ref[p][pi + a][pj + b] +
                                       ref[q][qi + a][qj + b] + 1) >>
                                      1));
                    s += cost[vy + limit] + cost[vx + limit];
                    if (s < best) {
                        best = s;
                        bx = vx;
                        by = vy;
                    }
                }
                step--;
            }
            mvx[y][x] = (int16_t)bx;
            mvy[y][x] = (int16_t)by;
            least[y][x] = best;
        }
}

void choose_kinds(int my, int mx, int lambda, const int flat[restrict my][mx],
                  const int least[restrict my][mx],
                  uint8_t kind[restrict my][mx], int16_t mvx[restrict my][mx],
                  int16_t mvy[restrict my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            do {
                kind[y][x] = INTER;
                if (flat[y][x] + BIAS * lambda < least[y][x]) {
                    kind[y][x] = INTRA;
                    mvx[y][x] = 0;
                    mvy[y][x] = 0;
                }
            } while (0);
}

void set_kinds(int my, int mx, int is_intra, uint8_t kind[restrict my][mx],
               int16_t mvx[restrict my][mx], int16_t mvy[restrict my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++) {
            kind[y][x] = (uint8_t)is_intra;
            mvx[y][x] = 0;
            mvy[y][x] = 0;
        }
}

void random_kinds(int my, int mx, unsigned seed, int percent,
                  uint8_t kind[restrict my][mx], int16_t mvx[restrict my][mx],
                  int16_t mvy[restrict my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++) {
            unsigned h = (unsigned)(y * mx + x) * 2654435761u + seed;
            h = (h ^ (h >> 15)) * 2246822519u;
            h = (h ^ (h >> 13)) * 3266489917u;
            if ((int)((h >> 8) % 100) < percent) {
                kind[y][x] = INTRA;
                mvx[y][x] = 0;
                mvy[y][x] = 0;
            } else {
                kind[y][x] = INTER;
            }
        }
}
