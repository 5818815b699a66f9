/*
 * Packets and plane waves as products of factors along x and y (packet.h).
 */
#include "runtime/tsa/packet.h"

#include "runtime/include/hedra_tsa.h"

#include <math.h>
#include <stdlib.h>

/* From `centre` to coordinate i along an axis of n sites. */
static double distance(double i, double centre, int64_t n, bool periodic)
{
    double d = i - centre;
    return periodic ? d - (double)n * round(d / (double)n) : d;
}

static int make_factor(int64_t n, bool periodic, double centre, double sigma,
                       double k, struct tsa_amplitude **out)
{
    struct tsa_amplitude *f = malloc((size_t)n * sizeof *f);
    double norm = 0;
    if (!f)
        return HEDRA_ERROR_NO_MEMORY;
    for (int64_t i = 0; i < n; i++) {
        double d = distance((double)i, centre, n, periodic);
        double along = d / sigma; /* 0 in a plane wave */
        double size = exp(-along * along / 4);
        double phase = isfinite(sigma) ? k * d : k * (double)i;
        f[i] = (struct tsa_amplitude){size * cos(phase), size * sin(phase)};
        norm += f[i].re * f[i].re + f[i].im * f[i].im;
    }
    if (!(norm > 0) || !isfinite(norm)) {
        free(f);
        return HEDRA_ERROR_ZERO;
    }
    const double scale = 1 / sqrt(norm);
    for (int64_t i = 0; i < n; i++) {
        f[i].re *= scale;
        f[i].im *= scale;
    }
    *out = f;
    return HEDRA_OK;
}

int tsa_packet_new(const int64_t n[2], const bool periodic[2],
                   const double *centre, const double *sigma, const double k[2],
                   struct tsa_amplitude *factor[2])
{
    int error = HEDRA_OK;
    factor[0] = factor[1] = NULL;
    for (int i = 0; i < 2; i++)
        if (!isfinite(k[i]) || (centre && !isfinite(centre[i])) ||
            (sigma && !(isfinite(sigma[i]) && sigma[i] > 0)))
            return HEDRA_ERROR_VALUE;
    for (int i = 0; i < 2 && !error; i++)
        error = make_factor(n[i], periodic[i], centre ? centre[i] : 0,
                            sigma ? sigma[i] : INFINITY, k[i], &factor[i]);
    if (error) {
        free(factor[0]);
        factor[0] = NULL;
    }
    return error;
}

struct tsa_amplitude tsa_packet_at(struct tsa_amplitude *const factor[2],
                                   int64_t x, int64_t y)
{
    const struct tsa_amplitude f = factor[0][x], g = factor[1][y];
    return (struct tsa_amplitude){f.re * g.re - f.im * g.im,
                                  f.re * g.im + f.im * g.re};
}
