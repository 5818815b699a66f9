/* A loop in steps of 2 that ends where two values are equal, for parities that
 * are too many to check at the start: it had no end. */
#include "tests/fuzz/regress/generated.h"

/* seed 722038 */
static long scalar1_722038;
void kernel_722038(int n, unsigned m, int32_t w, int h, int A[w - 26][m][18], double *restrict s2)
{
    int x1 = 0;
#pragma hedra
    {
        for (int i = 2; (i < (m - 1)); i = i + 1) {
            scalar1_722038 = (((scalar1_722038 % scalar1_722038) > scalar1_722038) ? (scalar1_722038 % scalar1_722038) : scalar1_722038);
            A[i][0][i - 1] = (A[i + 1][0][i - 1] + A[i][0][i - 1]);
        }
        for (x1 = 2; (x1 < (m - 2)); x1 = x1 + 1) {
            if ((((-5) * (*s2)) > ((*s2) + (*s2)))) {
                if ((x1 > (m + 1))) {
                    A[x1][x1 + 2][x1] = scalar1_722038;
                    A[x1][x1 + 1][x1 - 1] *= ((unsigned)n);
                } else {
                    scalar1_722038--;
                    A[1][x1][x1] = ((m * (((short)(*s2)) & 182u)) + (((int)(A[x1][x1][x1] * (*s2))) & ((int)A[1][n - 55][1])));
                }
            }
            float t3 = (2.0);
            A[5][x1][(x1 + w) - 47] = (t3 * (0.10000000000000001));
        }
    }
#pragma hedra
    {
        for (int i = 4; (i <= ((m > n) ? m : n)); i++) {
            A[1][(((n - 2) > (h - 1)) ? (n - 2) : (h - 1)) - 54][(((w - 1) < m) ? (w - 1) : m) - 19] = (((unsigned short)((unsigned)(*s2))) + (int)((unsigned)(int)((unsigned)A[1][1][1] + (unsigned)A[1][1][1]) << (A[1][1][1] & 7)));
        }
        for (int i = 1; (i != ((m > h) ? m : h)); i += 2)
            scalar1_722038 = n;
    }
}

static void run_722038(int verbose)
{
    int *A = guarded_new(7200 * sizeof *A);
    for (uint64_t q = 0; q < 7200; q++)
        A[q] = (int)FILL_SMALL(14609171376614043169u, q);
    for (uint64_t q = 0; q < 1; q++)
        (&scalar1_722038)[q] = (long)FILL_SMALL(17582499402271833079u, q);
    double *s2 = guarded_new(1 * sizeof *s2);
    for (uint64_t q = 0; q < 1; q++)
        s2[q] = (double)FILL_REAL(3081569911654239595u, q);
    kernel_722038(57, 20, 46, 21, (void *)(A + 0), (void *)(s2 + 0));
    show("722038 A", A, sizeof(int), 7200, sizeof(int), 'i', verbose);
    show("722038 scalar1_722038", &scalar1_722038, sizeof(long), 1, sizeof(long), 'i', verbose);
    show("722038 s2", s2, sizeof(double), 1, sizeof(double), 'r', verbose);
    guarded_end("722038 A", A, 7200 * sizeof *A);
    guarded_end("722038 s2", s2, 1 * sizeof *s2);
}

GENERATED_MAIN(722038)
