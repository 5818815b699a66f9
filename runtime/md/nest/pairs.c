/*
 * Forces of pairs (Al-Kharusi and Walker, eq. 10) as a nest, for the number
 * REAL; names end in SUFFIX. hedrac compiles this file when Hedra is built,
 * once for each; nest.h declares what comes out.
 */
#include <math.h>
#include <stdint.h>

#define JOIN(x, suffix) x##_##suffix
#define EXPAND(x, suffix) JOIN(x, suffix)
#define NAME(x) EXPAND(x, SUFFIX)

void NAME(md_nest_force)(int64_t n, int64_t all, int64_t most, REAL cut2,
                         REAL f12, REAL f6, const uint32_t count[restrict n],
                         const uint32_t list[restrict most][n],
                         const REAL x[restrict all][4], double f[restrict n][4])
{
#pragma hedra
    for (int64_t i = 0; i < n; i++) {
        REAL fx = 0, fy = 0, fz = 0;
        for (uint32_t k = 0; k < count[i]; k++) {
            REAL dx = x[i][0] - x[list[k][i]][0];
            REAL dy = x[i][1] - x[list[k][i]][1];
            REAL dz = x[i][2] - x[list[k][i]][2];
            REAL r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < cut2) {
                REAL inverse = 1 / r2;
                REAL r6 = inverse * inverse * inverse;
                REAL force = inverse * r6 * (f12 * r6 - f6);
                fx += dx * force;
                fy += dy * force;
                fz += dz * force;
            }
        }
        f[i][0] = fx;
        f[i][1] = fy;
        f[i][2] = fz;
    }
}

void NAME(md_nest_force_types)(
    int64_t n, int64_t all, int64_t most, int64_t types,
    const REAL cut2[restrict types][types],
    const REAL f12[restrict types][types], const REAL f6[restrict types][types],
    const REAL fc[restrict types][types], const uint32_t count[restrict n],
    const uint32_t list[restrict most][n], const REAL x[restrict all][4],
    double f[restrict n][4])
{
#pragma hedra
    for (int64_t i = 0; i < n; i++) {
        REAL fx = 0, fy = 0, fz = 0;
        int a = (int)x[i][3];
        for (uint32_t k = 0; k < count[i]; k++) {
            REAL dx = x[i][0] - x[list[k][i]][0];
            REAL dy = x[i][1] - x[list[k][i]][1];
            REAL dz = x[i][2] - x[list[k][i]][2];
            REAL r2 = dx * dx + dy * dy + dz * dz;
            int b = (int)x[list[k][i]][3];
            if (r2 < cut2[a][b]) {
                REAL inverse = 1 / r2;
                REAL r6 = inverse * inverse * inverse;
                REAL force = inverse * r6 * (f12[a][b] * r6 - f6[a][b]);
                force -= fc[a][b] * (REAL)sqrt(inverse);
                fx += dx * force;
                fy += dy * force;
                fz += dz * force;
            }
        }
        f[i][0] = fx;
        f[i][1] = fy;
        f[i][2] = fz;
    }
}

/* Each pair once: what a neighbour gets is added to `back`, which other
 * particles add to as well, in any order. */
void NAME(md_nest_force_half)(
    int64_t n, int64_t all, int64_t most, int64_t types,
    const REAL cut2[restrict types][types],
    const REAL f12[restrict types][types], const REAL f6[restrict types][types],
    const REAL fc[restrict types][types], const uint32_t count[restrict n],
    const uint32_t list[restrict most][n], const REAL x[restrict all][4],
    double f[restrict n][4], double back[restrict all][4])
{
#pragma hedra reassociate
    for (int64_t i = 0; i < n; i++) {
        REAL fx = 0, fy = 0, fz = 0;
        int a = (int)x[i][3];
        for (uint32_t k = 0; k < count[i]; k++) {
            REAL dx = x[i][0] - x[list[k][i]][0];
            REAL dy = x[i][1] - x[list[k][i]][1];
            REAL dz = x[i][2] - x[list[k][i]][2];
            REAL r2 = dx * dx + dy * dy + dz * dz;
            int b = (int)x[list[k][i]][3];
            if (r2 < cut2[a][b]) {
                REAL inverse = 1 / r2;
                REAL r6 = inverse * inverse * inverse;
                REAL force = inverse * r6 * (f12[a][b] * r6 - f6[a][b]);
                force -= fc[a][b] * (REAL)sqrt(inverse);
                fx += dx * force;
                fy += dy * force;
                fz += dz * force;
                back[list[k][i]][0] -= dx * force;
                back[list[k][i]][1] -= dy * force;
                back[list[k][i]][2] -= dz * force;
            }
        }
        f[i][0] = fx;
        f[i][1] = fy;
        f[i][2] = fz;
    }
}
