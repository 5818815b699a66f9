/* Lattice Boltzmann, pulled, with constant tables and walls. */
#include "tests/field/field.h"
#define Q 9
static const int ex[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int ey[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double wt[Q] = {4. / 9,  1. / 9,  1. / 9,  1. / 9, 1. / 9,
                             1. / 36, 1. / 36, 1. / 36, 1. / 36};
static const int opp[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static void collide_stream(int nx, int ny, const double *f, double *g,
                           const char *solid, double omega)
{
#pragma hedra
    for (int y = 1; y < ny - 1; y++)
        for (int x = 1; x < nx - 1; x++) {
            double fi[Q], rho = 0, ux = 0, uy = 0;
            for (int q = 0; q < Q; q++) {
                int xs = x - ex[q], ys = y - ey[q];
                if (solid[ys * nx + xs])
                    fi[q] = f[(opp[q] * ny + y) * nx + x];
                else
                    fi[q] = f[(q * ny + ys) * nx + xs];
                rho += fi[q];
                ux += ex[q] * fi[q];
                uy += ey[q] * fi[q];
            }
            ux /= rho;
            uy /= rho;
            double usq = 1.5 * (ux * ux + uy * uy);
            for (int q = 0; q < Q; q++) {
                double cu = 3.0 * (ex[q] * ux + ey[q] * uy);
                double feq = rho * wt[q] * (1.0 + cu + 0.5 * cu * cu - usq);
                g[(q * ny + y) * nx + x] = fi[q] + omega * (feq - fi[q]);
            }
        }
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 20, 300);
    double *f = field_doubles(Q * n * n), *g = field_doubles(Q * n * n);
    char *solid = (char *)field_bytes(n * n);
    for (int i = 0; i < n * n; i++)
        solid[i] = (unsigned char)solid[i] > 240;
    field_begin();
    for (int t = 0; t < 4; t++) {
        double *s = f;
        collide_stream(n, n, f, g, solid, 1.2);
        f = g;
        g = s;
    }
    field_end();
    field_sum("f", f, Q * n * n * 8);
}
