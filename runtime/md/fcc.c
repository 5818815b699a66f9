/* Face-centred cubic lattices, with velocities as miniMD makes them. */
#include "runtime/base/base.h"
#include "runtime/md/md.h"

#include <math.h>

enum { MOST_CELLS = 1 << 20, MOST = 1 << 30 };

int64_t hedra_md_fcc_count(const int64_t cells[3])
{
    int64_t count = 4;
    for (int a = 0; a < 3; a++) {
        if (!cells || cells[a] < 1 || cells[a] > MOST_CELLS)
            return 0;
        count *= cells[a];
        if (count > MOST)
            return 0;
    }
    return count;
}

/* The sixth number from s on, as a share of its modulus (S. K. Park, K. W.
 * Miller, Comm. ACM 31, 1192 (1988)). */
static double draw(uint64_t *s)
{
    const uint64_t modulus = 2147483647;
    for (int n = 0; n < 6; n++)
        *s = *s * 16807 % modulus;
    return (double)*s / (double)modulus;
}

/* Less their mean, and scaled to the temperature. */
static void settle(double *velocity, int64_t count, double temperature)
{
    double mean[3] = {0, 0, 0}, squares = 0;
    for (int64_t n = 0; n < 3 * count; n++)
        mean[n % 3] += velocity[n];
    for (int64_t n = 0; n < 3 * count; n++) {
        velocity[n] -= mean[n % 3] / (double)count;
        squares += velocity[n] * velocity[n];
    }
    const double now = squares / (double)(3 * count - 3);
    const double factor = sqrt(temperature / now);
    for (int64_t n = 0; n < 3 * count; n++)
        velocity[n] *= factor;
}

static void fill(const int64_t cells[3], double half,
                 struct hedra_md_particles *to)
{
    int64_t n = 0;
    for (int64_t k = 0; k < 2 * cells[2]; k++)
        for (int64_t j = 0; j < 2 * cells[1]; j++)
            for (int64_t i = (j + k) % 2; i < 2 * cells[0]; i += 2, n++) {
                const int64_t at[3] = {i, j, k};
                /* The generator takes numbers below its modulus, above 0. */
                const int64_t site =
                    (k * 2 * cells[1] + j) * 2 * cells[0] + i + 1;
                uint64_t s = (uint64_t)((site - 1) % 2147483646 + 1);
                for (int a = 0; a < 3; a++) {
                    to->position[3 * n + a] = half * (double)at[a];
                    if (to->velocity)
                        to->velocity[3 * n + a] = draw(&s);
                }
            }
}

enum hedra_status hedra_md_fcc(const int64_t cells[3], double density,
                               double temperature,
                               struct hedra_md_particles *to, double high[3],
                               struct hedra_error *why)
{
    if (!cells || !to || !to->position || !high)
        return error_argument(why, "cells, to, its position or high is NULL");
    const int64_t count = hedra_md_fcc_count(cells);
    if (count == 0)
        return error_argument(why, "cells are 1 to 2^20 along each axis, for "
                                   "at most 2^30 particles");
    if (to->count != count)
        return error_argument(why, "count is not hedra_md_fcc_count(cells)");
    if (!(density > 0 && isfinite(density)))
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "density is %g, not above 0", density);
    if (!(temperature >= 0 && isfinite(temperature)))
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "temperature is %g, below 0", temperature);
    const double cube = cbrt(4 / density);
    for (int a = 0; a < 3; a++)
        high[a] = cube * (double)cells[a];
    fill(cells, cube / 2, to);
    if (to->velocity)
        settle(to->velocity, count, temperature);
    return error_none(why);
}
