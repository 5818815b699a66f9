/* GCC 12 jams the outer loop here, as if the inner one's independent iterations
 * were independent of those of the outer one as well. */
#include "tests/fuzz/regress/generated.h"

/* seed 1131569 */
void kernel_1131569(int32_t n, uint32_t A[restrict 13][11][24], double B[restrict n + 10][11][13], double *C, int *restrict s3_end, double *s4)
{
    int s3 = *s3_end;
#pragma hedra
    {
        for (int i = 2; (i < 12); ++i) {
            for (int j = 0; (j <= 10); j = j + 1) {
                C[j + 2] -= (((double)B[j][3][j]) + (B[(j + i)][n - 11][i - 1] * B[j][j][(((n - 1) > (i + 2)) ? (n - 1) : (i + 2)) - 8]));
                A[3][1][((j + i) + 2)] = (long)((unsigned long)((3000000008L * s3) + (C[j] == s3)) * (unsigned long)(int)((unsigned)(int)((unsigned)s3 << (n & 7)) * (unsigned)j));
            }
        }
        for (unsigned i = 0; (i < (n + 2)); i += 3) {
            for (long long j = 0; (j != (n - 2)); ++j) {
                C[(((j + i) + i) - 2) - 1] += (((int)((1.25) + (2.0))) << 0);
                if (!(((n - C[j]) <= (s3 - (*s4)))))
                    continue;
                s3--;
                A[i][j][j + 1] = ((A[i][j][j + 1] + A[i][j][j]) + A[i][j][j + 1]);
            }
            B[i + 1][2][i] = ((((B[i + 1][2][i] + B[i + 1][2][i]) + B[i][2][i]) + B[i + 1][2][i]) * (0.33000000000000002));
        }
    }
    *s3_end = s3;
}

static void run_1131569(int verbose)
{
    uint32_t *A = guarded_new(3432 * sizeof *A);
    for (uint64_t q = 0; q < 3432; q++)
        A[q] = (uint32_t)FILL_SMALL(13071609242561803690u, q);
    double *B = guarded_new(3146 * sizeof *B);
    for (uint64_t q = 0; q < 3146; q++)
        B[q] = (double)FILL_REAL(11763144579904024042u, q);
    double *C = guarded_new(34 * sizeof *C);
    for (uint64_t q = 0; q < 34; q++)
        C[q] = (double)FILL_REAL(6321291702251377323u, q);
    int *s3 = guarded_new(1 * sizeof *s3);
    for (uint64_t q = 0; q < 1; q++)
        s3[q] = (int)FILL_WIDE(3121904270513438156u, q);
    double *s4 = guarded_new(1 * sizeof *s4);
    for (uint64_t q = 0; q < 1; q++)
        s4[q] = (double)FILL_REAL(9036398499273614166u, q);
    kernel_1131569(12, (void *)(A + 0), (void *)(B + 0), (void *)(C + 3), (void *)(s3 + 0), (void *)(s4 + 0));
    show("1131569 A", A, sizeof(uint32_t), 3432, sizeof(uint32_t), 'i', verbose);
    show("1131569 B", B, sizeof(double), 3146, sizeof(double), 'r', verbose);
    show("1131569 C", C, sizeof(double), 34, sizeof(double), 'r', verbose);
    show("1131569 s3", s3, sizeof(int), 1, sizeof(int), 'i', verbose);
    show("1131569 s4", s4, sizeof(double), 1, sizeof(double), 'r', verbose);
    guarded_end("1131569 A", A, 3432 * sizeof *A);
    guarded_end("1131569 B", B, 3146 * sizeof *B);
    guarded_end("1131569 C", C, 34 * sizeof *C);
    guarded_end("1131569 s3", s3, 1 * sizeof *s3);
    guarded_end("1131569 s4", s4, 1 * sizeof *s4);
}

GENERATED_MAIN(1131569)
