/*
 * The naive method of <hedra_tsa.h> on any device: each sub-step of sec. 4.2 of
 * the paper as plain loops, which hedrac compiles when Hedra is built, once for
 * REAL, whose functions' names end in SUFFIX. Declared in runtime/tsa/local.h.
 *
 * p: the lattice, in each row the real parts of all sites, then the imaginary
 * ones. turn: a and b of the coupling of each site with the next one, in the
 * same way. Pairs begin at `first`, and, if `wraps`, one goes around the edge.
 */
#include <stdint.h>

#define JOIN(x, suffix) x##_##suffix
#define EXPAND(x, suffix) JOIN(x, suffix)
#define NAME(x) EXPAND(x, SUFFIX)

/* p' = a p + i b q and q' = a q + i b p; in imaginary time without the i. */
#define TURN(p_re, p_im, q_re, q_im, a, b)                                     \
    {                                                                          \
        REAL s_re = p_re, s_im = p_im, t_re = q_re, t_im = q_im;               \
        p_re = a * s_re + b * (imaginary ? t_re : -t_im);                      \
        p_im = a * s_im + b * (imaginary ? t_im : t_re);                       \
        q_re = a * t_re + b * (imaginary ? s_re : -s_im);                      \
        q_im = a * t_im + b * (imaginary ? s_im : s_re);                       \
    }

void NAME(tsa_pairs_y)(int64_t nx, int64_t ny, int64_t first, int64_t pairs,
                       int wraps, int imaginary, REAL a, REAL b,
                       REAL p[restrict ny][2][nx])
{
#pragma hedra
    {
        for (int64_t k = 0; k < pairs; k++)
            for (int64_t x = 0; x < nx; x++)
                TURN(p[2 * k + first][0][x], p[2 * k + first][1][x],
                     p[2 * k + first + 1][0][x], p[2 * k + first + 1][1][x], a,
                     b)
        if (wraps)
            for (int64_t x = 0; x < nx; x++)
                TURN(p[ny - 1][0][x], p[ny - 1][1][x], p[0][0][x], p[0][1][x],
                     a, b)
    }
}

void NAME(tsa_pairs_x)(int64_t nx, int64_t ny, int64_t first, int64_t pairs,
                       int wraps, int imaginary, REAL a, REAL b,
                       REAL p[restrict ny][2][nx])
{
#pragma hedra
    for (int64_t y = 0; y < ny; y++) {
        for (int64_t k = 0; k < pairs; k++)
            TURN(p[y][0][2 * k + first], p[y][1][2 * k + first],
                 p[y][0][2 * k + first + 1], p[y][1][2 * k + first + 1], a, b)
        if (wraps)
            TURN(p[y][0][nx - 1], p[y][1][nx - 1], p[y][0][0], p[y][1][0], a, b)
    }
}

void NAME(tsa_links_y)(int64_t nx, int64_t ny, int64_t first, int64_t pairs,
                       int wraps, int imaginary,
                       const REAL turn[restrict ny][2][nx],
                       REAL p[restrict ny][2][nx])
{
#pragma hedra
    {
        for (int64_t k = 0; k < pairs; k++)
            for (int64_t x = 0; x < nx; x++)
                TURN(p[2 * k + first][0][x], p[2 * k + first][1][x],
                     p[2 * k + first + 1][0][x], p[2 * k + first + 1][1][x],
                     turn[2 * k + first][0][x], turn[2 * k + first][1][x])
        if (wraps)
            for (int64_t x = 0; x < nx; x++)
                TURN(p[ny - 1][0][x], p[ny - 1][1][x], p[0][0][x], p[0][1][x],
                     turn[ny - 1][0][x], turn[ny - 1][1][x])
    }
}

void NAME(tsa_links_x)(int64_t nx, int64_t ny, int64_t first, int64_t pairs,
                       int wraps, int imaginary,
                       const REAL turn[restrict ny][2][nx],
                       REAL p[restrict ny][2][nx])
{
#pragma hedra
    for (int64_t y = 0; y < ny; y++) {
        for (int64_t k = 0; k < pairs; k++)
            TURN(p[y][0][2 * k + first], p[y][1][2 * k + first],
                 p[y][0][2 * k + first + 1], p[y][1][2 * k + first + 1],
                 turn[y][0][2 * k + first], turn[y][1][2 * k + first])
        if (wraps)
            TURN(p[y][0][nx - 1], p[y][1][nx - 1], p[y][0][0], p[y][1][0],
                 turn[y][0][nx - 1], turn[y][1][nx - 1])
    }
}

/* phase: cosines, then sines. */
void NAME(tsa_phases)(int64_t nx, int64_t ny,
                      const REAL phase[restrict ny][2][nx],
                      REAL p[restrict ny][2][nx])
{
#pragma hedra
    for (int64_t y = 0; y < ny; y++)
        for (int64_t x = 0; x < nx; x++) {
            REAL re = p[y][0][x], im = p[y][1][x];
            p[y][0][x] = phase[y][0][x] * re + phase[y][1][x] * im;
            p[y][1][x] = phase[y][0][x] * im - phase[y][1][x] * re;
        }
}
