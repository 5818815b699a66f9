/* Few operations of isl's scheduler, on numbers so large that it took minutes. */
#include "tests/fuzz/regress/generated.h"

/* seed 700538 */
void kernel_700538(int n, unsigned m, unsigned short *restrict A, const float B[n], const float C[restrict n][10], double *s5_end)
{
    double s5 = *s5_end;
#pragma hedra
    {
        for (int32_t i = (((n - 2) < n) ? (n - 2) : n); (i < (((m - 1) < n) ? (m - 1) : n)); i++) {
            A[0] = (s5 + (!(B[(((3 * i) + m) + 2) - 36] * C[i - 6][i])));
        }
        for (int32_t i = 0; (i < 5); ++i)
            for (int j = i; (j < 9); ++j) {
                double t6[5];
                for (int32_t k = 0; (k < 5); k++) {
                    t6[k] = (A[k] | ((int)C[i][k + 2]));
                }
                for (long k = 0; (k < 5); k++) {
                    A[i] = fmin(fmax((A[i] + (t6[k] * (j + 184u))), 0.0), 16384.0);
                }
            }
    }
    *s5_end = s5;
}

static void run_700538(int verbose)
{
    unsigned short *A = guarded_new(11 * sizeof *A);
    for (uint64_t q = 0; q < 11; q++)
        A[q] = (unsigned short)FILL_SMALL(14846709033642551114u, q);
    float *B = guarded_new(10 * sizeof *B);
    for (uint64_t q = 0; q < 10; q++)
        B[q] = (float)FILL_REAL(8894499779698452010u, q);
    float *C = guarded_new(100 * sizeof *C);
    for (uint64_t q = 0; q < 100; q++)
        C[q] = (float)FILL_REAL(10665920966026532624u, q);
    double *s5 = guarded_new(1 * sizeof *s5);
    for (uint64_t q = 0; q < 1; q++)
        s5[q] = (double)FILL_REAL(16869490644529911473u, q);
    kernel_700538(10, 11, (void *)(A + 0), (void *)(B + 0), (void *)(C + 0), (void *)(s5 + 0));
    show("700538 A", A, sizeof(unsigned short), 11, sizeof(unsigned short), 'i', verbose);
    show("700538 B", B, sizeof(float), 10, sizeof(float), 'r', verbose);
    show("700538 C", C, sizeof(float), 100, sizeof(float), 'r', verbose);
    show("700538 s5", s5, sizeof(double), 1, sizeof(double), 'r', verbose);
    guarded_end("700538 A", A, 11 * sizeof *A);
    guarded_end("700538 B", B, 10 * sizeof *B);
    guarded_end("700538 C", C, 100 * sizeof *C);
    guarded_end("700538 s5", s5, 1 * sizeof *s5);
}

GENERATED_MAIN(700538)
