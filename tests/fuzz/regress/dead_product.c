/* A product whose results nothing uses is kept in registers: there is no memory
 * that it could be fetched from. */
#include "tests/fuzz/regress/generated.h"

/* seed 1222867 */
void kernel_1222867(int n, long m, int A[m + 4][m + 5][n + 8], double B[restrict n + 9][12], int32_t C[restrict n][m], int *restrict D)
{
    signed char s4 = (signed char)FILL_WIDE(9923039741173513796u, 0);
#pragma hedra
    {
        for (unsigned long i = 0; (m > i); i += 2) {
            s4 = (A[i + 2][((i + (2 * n)) - 1)][((i + n) - 2) + 1] * B[i + 1][i]);
            for (int32_t j = 0; (j <= (i + 3)); j += 3) {
                if (!((j <= i)))
                    continue;
                for (long k = 2; (m > k); k = k + 1) {
                    D[i] += (B[k][k] + (m % n));
                }
            }
            for (int j = (n - 2); ((j != (i + 1)) && (j < 6)); j = j + 1) {
                s4 *= ((int)(j != (0.33300000429153442f)));
            }
        }
        for (long i = (((m - n) - 2) % 5); (i < 10); i = i + 1) {
            if ((i != 11)) {
                for (short j = 2; (11 != j); j = j + 1) {
                    B[j][j] = ((((B[j + 1][j] + B[j - 1][j]) + B[j][j + 1]) + B[j][j + 1]) * (0.20000000000000001));
                }
                A[i][i + 1][((i - n) + 2) + 1] = (((A[i][i + 1][((i - n) + 2)] + A[i][i + 1][((i - n) + 2) + 2]) + A[i][i + 1][((i - n) + 2) + 1]) / 3);
            } else {
                B[i + 1][3] = ((((B[i + 1][4] + B[i][3]) + B[i + 1][3]) + B[i][3]) * (0.25));
                s4 = (3000000003L + ((A[((m < m) ? m : m) + 1][i][i] * B[0][(((i - m) - n) + 2) + 1]) - (C[i + 1][(((2 * i) + m) + m)] + B[i][(((i + 1) < (i + 1)) ? (i + 1) : (i + 1)) + 2])));
            }
        }
    }
}

static void run_1222867(int verbose)
{
    int *A = guarded_new(1210 * sizeof *A);
    for (uint64_t q = 0; q < 1210; q++)
        A[q] = (int)FILL_SMALL(3814408967893767131u, q);
    double *B = guarded_new(144 * sizeof *B);
    for (uint64_t q = 0; q < 144; q++)
        B[q] = (double)FILL_REAL(11657007044413332313u, q);
    int32_t *C = guarded_new(18 * sizeof *C);
    for (uint64_t q = 0; q < 18; q++)
        C[q] = (int32_t)FILL_WIDE(17013943702056919832u, q);
    int *D = guarded_new(6 * sizeof *D);
    for (uint64_t q = 0; q < 6; q++)
        D[q] = (int)FILL_SMALL(9761472055640325906u, q);
    kernel_1222867(3, 6, (void *)(A + 0), (void *)(B + 0), (void *)(C + 0), (void *)(D + 0));
    show("1222867 A", A, sizeof(int), 1210, sizeof(int), 'i', verbose);
    show("1222867 B", B, sizeof(double), 144, sizeof(double), 'r', verbose);
    show("1222867 C", C, sizeof(int32_t), 18, sizeof(int32_t), 'i', verbose);
    show("1222867 D", D, sizeof(int), 6, sizeof(int), 'i', verbose);
    guarded_end("1222867 A", A, 1210 * sizeof *A);
    guarded_end("1222867 B", B, 144 * sizeof *B);
    guarded_end("1222867 C", C, 18 * sizeof *C);
    guarded_end("1222867 D", D, 6 * sizeof *D);
}

GENERATED_MAIN(1222867)
