/* Alternatives with barriers: PoCL took them for one, and ran neither. */
#include "tests/fuzz/regress/generated.h"

/* seed 704100 */
void kernel_704100(int n, int m, int A[restrict 8][13], const uint16_t B[restrict n + 1][m], long *s2, int *restrict s3_end)
{
    int s3 = *s3_end;
#pragma hedra
    {
        for (int i = 0; (i < (n - 1)); i++) {
            s3 -= (((int)B[i][4]) + sqrt((*s2)));
            s3 *= ((A[((i - m) + n) + 4][i] - i) + (128u / (*s2)));
        }
        A[2][m - 10] /= ((m > 5) ? ((*s2) * B[m - 10][m - 11]) : A[m][n]);
        for (int i = 2; (i < 6); i = i + 1) {
            for (int j = (n - 2); (j != 0); j = j - 1) {
                A[j][j] = ((int)((unsigned)A[j][j + 1] + (unsigned)A[j][j + 1]) / 2);
                A[j + 1][j + 2] = fmin(fmax((A[j + 1][j + 2] * ((1.25) * B[j][4])), -1073741824.0), 1073741824.0);
            }
            A[i][i] = (int)((unsigned)A[i][((m - i) + 2) - 1] * (unsigned)(-B[i + 2][i + 1]));
        }
    }
    *s3_end = s3;
}

static void run_704100(int verbose)
{
    int *A = guarded_new(104 * sizeof *A);
    for (uint64_t q = 0; q < 104; q++)
        A[q] = (int)FILL_WIDE(6869772429691431060u, q);
    uint16_t *B = guarded_new(99 * sizeof *B);
    for (uint64_t q = 0; q < 99; q++)
        B[q] = (uint16_t)FILL_SMALL(15038821034983919371u, q);
    long *s2 = guarded_new(1 * sizeof *s2);
    for (uint64_t q = 0; q < 1; q++)
        s2[q] = (long)FILL_SMALL(4735742906397680327u, q);
    int *s3 = guarded_new(1 * sizeof *s3);
    for (uint64_t q = 0; q < 1; q++)
        s3[q] = (int)FILL_SMALL(6560496986823971748u, q);
    kernel_704100(8, 11, (void *)(A + 0), (void *)(B + 0), (void *)(s2 + 0), (void *)(s3 + 0));
    show("704100 A", A, sizeof(int), 104, sizeof(int), 'i', verbose);
    show("704100 B", B, sizeof(uint16_t), 99, sizeof(uint16_t), 'i', verbose);
    show("704100 s2", s2, sizeof(long), 1, sizeof(long), 'i', verbose);
    show("704100 s3", s3, sizeof(int), 1, sizeof(int), 'i', verbose);
    guarded_end("704100 A", A, 104 * sizeof *A);
    guarded_end("704100 B", B, 99 * sizeof *B);
    guarded_end("704100 s2", s2, 1 * sizeof *s2);
    guarded_end("704100 s3", s3, 1 * sizeof *s3);
}

GENERATED_MAIN(704100)
