/*
 * The other loops over particles (nest.h), all in double. hedrac compiles this
 * file when Hedra is built. What is stored in one loop is computed before the
 * first of it is stored: so hedrac keeps it in one kernel.
 */
#include "runtime/md/nest/nest.h"

#include <math.h>

void md_nest_advance(int64_t n, int64_t kicks, double step, double far2,
                     const double f[restrict n][4],
                     const double built[restrict n][4], double v[restrict n][4],
                     double x[restrict n][4], double moved[restrict n])
{
#pragma hedra
    for (int64_t i = 0; i < n; i++) {
        double since2 = 0, way2 = 0;
        for (int a = 0; a < 3; a++) {
            double kick = f[i][a] * v[i][3], speed = v[i][a];
            for (int64_t k = 0; k < kicks; k++)
                speed += kick;
            double way = speed * step;
            double at = x[i][a] + way;
            double since = at - built[i][a];
            v[i][a] = speed;
            x[i][a] = at;
            since2 += since * since;
            way2 += way * way;
        }
        moved[i] = way2 <= far2 ? since2 : INFINITY;
    }
}

double md_nest_largest(int64_t n, const double moved[restrict n])
{
    double most = 0;
#pragma hedra
    for (int64_t i = 0; i < n; i++)
        if (moved[i] > most)
            most = moved[i];
    return most;
}

void md_nest_kick(int64_t n, const double f[restrict n][4],
                  double v[restrict n][4])
{
#pragma hedra
    for (int64_t i = 0; i < n; i++) {
        double by_mass = v[i][3];
        double to_x = v[i][0] + f[i][0] * by_mass;
        double to_y = v[i][1] + f[i][1] * by_mass;
        double to_z = v[i][2] + f[i][2] * by_mass;
        v[i][0] = to_x;
        v[i][1] = to_y;
        v[i][2] = to_z;
    }
}

void md_nest_clear(int64_t words, double back[restrict words])
{
#pragma hedra
    for (int64_t k = 0; k < words; k++)
        back[k] = 0;
}

void md_nest_return(int64_t n, int64_t ghosts,
                    const uint32_t owner[restrict ghosts],
                    const double from[restrict ghosts][4],
                    double back[restrict n][4])
{
#pragma hedra reassociate
    for (int64_t g = 0; g < ghosts; g++) {
        uint32_t i = owner[g];
        double x = from[g][0], y = from[g][1], z = from[g][2];
        back[i][0] += x;
        back[i][1] += y;
        back[i][2] += z;
    }
}

void md_nest_add(int64_t words, const double back[restrict words],
                 double f[restrict words])
{
#pragma hedra
    for (int64_t k = 0; k < words; k++)
        f[k] += back[k];
}

void md_nest_ghosts(int64_t n, int64_t ghosts, const double by[restrict 27][3],
                    const uint32_t owner[restrict ghosts],
                    const uint8_t shift[restrict ghosts],
                    const double x[restrict n][4],
                    double copy[restrict ghosts][4])
{
#pragma hedra
    for (int64_t g = 0; g < ghosts; g++) {
        uint32_t i = owner[g];
        uint8_t s = shift[g];
        double to_x = x[i][0] + by[s][0];
        double to_y = x[i][1] + by[s][1];
        double to_z = x[i][2] + by[s][2];
        copy[g][0] = to_x;
        copy[g][1] = to_y;
        copy[g][2] = to_z;
    }
}

void md_nest_single(int64_t words, const double middle[restrict 4],
                    const double x[restrict words],
                    float single[restrict words])
{
#pragma hedra
    for (int64_t k = 0; k < words; k++)
        single[k] = (float)(x[k] - middle[k % 4]);
}

void md_nest_list(int64_t n, int64_t all, int64_t most, int64_t cells, int half,
                  int64_t rows, int64_t reach, double far2,
                  const int64_t row[restrict rows],
                  const uint32_t cell[restrict n],
                  const uint32_t start[restrict cells],
                  const int32_t number[restrict all],
                  const double x[restrict all][4], uint32_t count[restrict n],
                  uint32_t list[restrict most][n])
{
#pragma hedra
    for (int64_t i = 0; i < n; i++) {
        int64_t found = 0;
        for (int64_t r = 0; r < rows; r++)
            for (uint32_t m = start[cell[i] + row[r] - reach];
                 m < start[cell[i] + row[r] + reach + 1]; m++) {
                double dx = x[i][0] - x[number[m]][0];
                double dy = x[i][1] - x[number[m]][1];
                double dz = x[i][2] - x[number[m]][2];
                if ((half ? number[m] > i : number[m] != i) && dx * dx + dy * dy + dz * dz < far2) {
                    if (found < most)
                        list[found][i] = (uint32_t)number[m];
                    found++;
                }
            }
        count[i] = (uint32_t)found;
    }
}

void md_nest_measure(int64_t n, int64_t all, int64_t most, double share,
                     int64_t types,
                     const double cut2[restrict types][types],
                     const double f12[restrict types][types],
                     const double f6[restrict types][types],
                     const double fc[restrict types][types],
                     const double e12[restrict types][types],
                     const double e6[restrict types][types],
                     const double e0[restrict types][types],
                     const uint32_t count[restrict n],
                     const uint32_t list[restrict most][n],
                     const double x[restrict all][4], double energy[restrict n],
                     double virial[restrict n])
{
#pragma hedra
    for (int64_t i = 0; i < n; i++) {
        double e = 0, w = 0;
        int a = (int)x[i][3];
        for (uint32_t k = 0; k < count[i]; k++) {
            double dx = x[i][0] - x[list[k][i]][0];
            double dy = x[i][1] - x[list[k][i]][1];
            double dz = x[i][2] - x[list[k][i]][2];
            double r2 = dx * dx + dy * dy + dz * dz;
            int b = (int)x[list[k][i]][3];
            if (r2 < cut2[a][b]) {
                double inverse = 1 / r2;
                double r6 = inverse * inverse * inverse;
                double by_r = sqrt(inverse);
                double force = inverse * r6 * (f12[a][b] * r6 - f6[a][b]);
                force -= fc[a][b] * by_r;
                w += r2 * force;
                e += r6 * (e12[a][b] * r6 - e6[a][b]) + e0[a][b] +
                     fc[a][b] * (r2 * by_r);
            }
        }
        energy[i] = e * share;
        virial[i] = w * share;
    }
}
