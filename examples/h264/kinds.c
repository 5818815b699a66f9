/*
 * The decision between inter and intra: what the residual of each prediction
 * costs, in bits and in errors that its levels leave. The intra one is made
 * from the source alone, so that kinds are known before anything is
 * reconstructed. In flat parts of a picture that is exact where the last frame
 * has the errors of its levels; they cost less than coding the macroblock anew.
 */
#include "encoder.h"
#include "macroblock.h"
#include "quarter.h"

/* About how many bits tell of a vector, and of an intra macroblock; by how many
 * its differences must be less, lest it is not looked at. */
enum { VECTOR_BITS = 6, INTRA_BITS = 10, BIAS = 8 };

void guess_kinds(int my, int mx, int lambda, const int flat[restrict my][mx],
                 const int least[restrict my][mx],
                 uint8_t kind[restrict my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            kind[y][x] =
                flat[y][x] + BIAS * lambda < least[y][x] ? INTRA : INTER;
}

void choose_kinds(
    int my, int mx, int pad, int qp, int bit, const int16_t sx[restrict my][mx],
    const int16_t sy[restrict my][mx],
    const uint8_t src[restrict 16 * my][16 * mx],
    const uint8_t ref[restrict 4][16 * my + 2 * pad][16 * mx + 2 * pad],
    const uint8_t mode[restrict my][mx], uint8_t kind[restrict my][mx],
    int16_t mvx[restrict my][mx], int16_t mvy[restrict my][mx])
{
#pragma hedra
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++)
            for (int once = 0; once < kind[y][x]; once++) {
                int vx = mvx[y][x], vy = mvy[y][x], d[16][16];
                int f = 4 * (vy & 3) + (vx & 3), m = mode[y][x];
                int p = first_plane[f], q = second_plane[f];
                int i = 16 * y + pad + (vy >> 2), j = 16 * x + pad + (vx >> 2);
                int pi = i + first_down[f], pj = j + first_right[f];
                int qi = i + second_down[f], qj = j + second_right[f];
                int above[16], before[16], weight = 0;
                for (int a = 0; a < 16; a++)
                    for (int b = 0; b < 16; b++)
                        d[a][b] = src[16 * y + a][16 * x + b] -
                                  ((ref[p][pi + a][pj + b] +
                                    ref[q][qi + a][qj + b] + 1) >>
                                   1);
                if (vx != sx[y][x] || vy != sy[y][x])
                    weight = VECTOR_BITS * bit;
                weight += cost16(qp, bit, 0, d);
                for (int k = 0; k < 16; k++) {
                    above[k] = y > 0 ? src[16 * y - 1][16 * x + k] : 0;
                    before[k] = x > 0 ? src[16 * y + k][16 * x - 1] : 0;
                }
                if (m == MODE_DC)
                    predict_luma_dc(x > 0, y > 0, above, before);
                for (int a = 0; a < 16; a++)
                    for (int b = 0; b < 16; b++)
                        d[a][b] = src[16 * y + a][16 * x + b] -
                                  (m == MODE_HORIZONTAL ? before[a] : above[b]);
                if (cost16(qp, bit, 1, d) + INTRA_BITS * bit < weight) {
                    mvx[y][x] = 0;
                    mvy[y][x] = 0;
                } else {
                    kind[y][x] = INTER;
                }
            }
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
