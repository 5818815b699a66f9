/* What data keep from being accessed is not fetched into registers either, where it
 * is beyond the array's end. */
#include "tests/fuzz/regress/generated.h"

/* seed 1320361 */
void kernel_1320361(int n, uint32_t m, double A[restrict m + 14][26], short B[restrict n], double C[5][m], long *x1_end)
{
    int x1 = 0;
#pragma hedra
    for (int32_t i = (n + 2); (i >= n); --i) {
        for (x1 = (i + 1); (x1 < (i + 3)); x1 = x1 + 1) {
            if (((x1 == (i - 1)) && ((n * C[((x1 - n) + i) + 2][x1 - 1]) == (B[x1 + 2] * B[(((i + x1) - 2) % 3)])))) {
                B[x1 + 1] %= m;
            } else {
                C[i - 11][x1 - 12] = (((B[x1 - 12] + C[m - 8][i - 9]) + (((B[x1 - 12] + C[x1 - 13][i - 12]) != (i - m)) ? C[x1 - 12][(((m - 2) / 4) + 2)] : A[x1 - 11][((x1 + i) - 2) - 22])) - ((B[x1 - 12] - 3000000004L) + A[i - 10][0]));
                B[x1 - 10] /= B[i - 9];
            }
            B[i - 11] = fmin(fmax(((C[x1 - 12][x1 - 12] > B[i - 11]) ? C[x1 - 12][x1 - 12] : B[i - 11]), -16384.0), 16384.0);
        }
        for (size_t j = 11; (1 < j); j = j - 1) {
            A[i - 11][j] = abs(((j + A[(((j + (2 * i)) + (3 * i)) - 1) - 58][5]) * (j * A[i - 9][((((2 * j) + i) + i) - 2) - 25])));
        }
    }
    *x1_end = x1;
}

static void run_1320361(int verbose)
{
    double *A = guarded_new(598 * sizeof *A);
    for (uint64_t q = 0; q < 598; q++)
        A[q] = (double)FILL_REAL(13354965005126152445u, q);
    short *B = guarded_new(12 * sizeof *B);
    for (uint64_t q = 0; q < 12; q++)
        B[q] = (short)FILL_SMALL(7060262285168044177u, q);
    double *C = guarded_new(45 * sizeof *C);
    for (uint64_t q = 0; q < 45; q++)
        C[q] = (double)FILL_REAL(12647968915865841248u, q);
    long x1_end = 0;
    kernel_1320361(12, 9, (void *)(A + 0), (void *)(B + 0), (void *)(C + 0), &x1_end);
    show("1320361 A", A, sizeof(double), 598, sizeof(double), 'r', verbose);
    show("1320361 B", B, sizeof(short), 12, sizeof(short), 'i', verbose);
    show("1320361 C", C, sizeof(double), 45, sizeof(double), 'r', verbose);
    guarded_end("1320361 A", A, 598 * sizeof *A);
    guarded_end("1320361 B", B, 12 * sizeof *B);
    guarded_end("1320361 C", C, 45 * sizeof *C);
    printf("1320361 x1 %ld\n", x1_end);
}

GENERATED_MAIN(1320361)
