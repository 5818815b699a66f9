/*
 * The search: each macroblock by itself looks in the last frame for the block
 * most like it, by the sum of absolute differences and the bits of the vector,
 * first at all whole samples around what its neighbours predicted in the last
 * frame, then at the eight half ones around the best, then at the eight
 * quarters. A vector's bits are those of its difference from what neighbours
 * predict. That is known only when they are, which would chain the macroblocks:
 * it is taken from the last frame here, and then, in some rounds, from the
 * vectors of the round before, while macroblocks try those of their neighbours.
 */
#include "encoder.h"
#include "quarter.h"

#include <stdlib.h>

static inline int within(int v, int bound)
{
    return v < -bound ? -bound : v > bound ? bound : v;
}

void search_whole(
    int my, int mx, int pad, int range, int reach,
    const int cost[restrict VECTOR_COSTS(reach)],
    const int16_t px[restrict my][mx], const int16_t py[restrict my][mx],
    const uint8_t src[restrict 16 * my][16 * mx],
    const uint8_t ref[restrict 4][16 * my + 2 * pad][16 * mx + 2 * pad],
    int16_t mvx[restrict my][mx], int16_t mvy[restrict my][mx],
    int least[restrict my][mx])
{
    const int zero = 8 * reach + 6, far = reach - range;

#pragma hedra whole
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++) {
            int best = 1 << 30, bx = 0, by = 0;
            int cx = 4 * within((px[y][x] + 2) >> 2, far);
            int cy = 4 * within((py[y][x] + 2) >> 2, far);
            const int oy = pad + cy / 4, ox = pad + cx / 4;
            for (int dy = -range; dy <= range; dy++)
                for (int dx = -range; dx <= range; dx++) {
                    int s = 0;
                    for (int a = 0; a < 16; a++)
                        for (int b = 0; b < 16; b++)
                            s += abs(src[16 * y + a][16 * x + b] -
                                     ref[0][16 * y + a + dy + oy]
                                        [16 * x + b + dx + ox]);
                    s += cost[4 * dy + cy - py[y][x] + zero] +
                         cost[4 * dx + cx - px[y][x] + zero];
                    if (s < best) {
                        best = s;
                        bx = 4 * dx + cx;
                        by = 4 * dy + cy;
                    }
                }
            mvx[y][x] = (int16_t)bx;
            mvy[y][x] = (int16_t)by;
            least[y][x] = best;
        }
}

void search_quarters(
    int my, int mx, int pad, int reach,
    const int cost[restrict VECTOR_COSTS(reach)],
    const int16_t px[restrict my][mx], const int16_t py[restrict my][mx],
    const uint8_t src[restrict 16 * my][16 * mx],
    const uint8_t ref[restrict 4][16 * my + 2 * pad][16 * mx + 2 * pad],
    int16_t mvx[restrict my][mx], int16_t mvy[restrict my][mx],
    int least[restrict my][mx])
{
    const int zero = 8 * reach + 6;

#pragma hedra whole
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
                    s +=
                        cost[vy - py[y][x] + zero] + cost[vx - px[y][x] + zero];
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

void agree_vectors(
    int my, int mx, int pad, int reach,
    const int cost[restrict VECTOR_COSTS(reach)],
    const int16_t px[restrict my][mx], const int16_t py[restrict my][mx],
    const int16_t sx[restrict my][mx], const int16_t sy[restrict my][mx],
    const uint8_t src[restrict 16 * my][16 * mx],
    const uint8_t ref[restrict 4][16 * my + 2 * pad][16 * mx + 2 * pad],
    const int16_t mvx[restrict my][mx], const int16_t mvy[restrict my][mx],
    int16_t nvx[restrict my][mx], int16_t nvy[restrict my][mx],
    int least[restrict my][mx])
{
    const int zero = 8 * reach + 6;

#pragma hedra whole
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++) {
            int best = 1 << 30, bx = 0, by = 0;
            /* Its own vector, those to the left, above, and above to the right
             * or left, that of a skipped one, the predicted one, none. */
            for (int k = 0; k < 7; k++) {
                int cx = x + 1 < mx ? x + 1 : x - 1;
                int ny = k < 2 ? y : y - 1;
                int nx = k == 1 ? x - 1 : k == 3 ? cx : x;
                int there = k < 4 && ny >= 0 && nx >= 0;
                int vx = there    ? mvx[ny][nx]
                         : k == 4 ? sx[y][x]
                         : k == 5 ? px[y][x]
                                  : 0;
                int vy = there    ? mvy[ny][nx]
                         : k == 4 ? sy[y][x]
                         : k == 5 ? py[y][x]
                                  : 0;
                int f = 4 * (vy & 3) + (vx & 3), s = 0;
                int p = first_plane[f], q = second_plane[f];
                int i = 16 * y + pad + (vy >> 2), j = 16 * x + pad + (vx >> 2);
                int pi = i + first_down[f], pj = j + first_right[f];
                int qi = i + second_down[f], qj = j + second_right[f];
                for (int a = 0; a < 16; a++)
                    for (int b = 0; b < 16; b++)
                        s += abs(src[16 * y + a][16 * x + b] -
                                 ((ref[p][pi + a][pj + b] +
                                   ref[q][qi + a][qj + b] + 1) >>
                                  1));
                s += cost[vy - py[y][x] + zero] + cost[vx - px[y][x] + zero];
                if (s < best) {
                    best = s;
                    bx = vx;
                    by = vy;
                }
            }
            nvx[y][x] = (int16_t)bx;
            nvy[y][x] = (int16_t)by;
            least[y][x] = best;
        }
}
