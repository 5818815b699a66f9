/* A phase of a block whose statements are in pieces: a loop over all points, and what
 * is done behind it at the last one. */
#include "tests/fuzz/regress/generated.h"

/* seed 1360110 */
void kernel_1360110(unsigned n, int16_t m, double *A, long B[restrict 5], long C[6][7], double D[restrict m + 1][n + 1])
{
    int s4 = (int)FILL_SMALL(2134643477647344978u, 0);
#pragma hedra
    for (long i = 0; (i <= ((((n - n) + 1) % 4) + 2)); ++i) {
        if ((C[i + 2][i + 1] <= (s4 + C[i][i + 2]))) {
            if ((C[(((i + 1) < n) ? (i + 1) : n)][i + 1] <= (A[2] - C[i + 2][0]))) {
                s4 -= (C[i][((n - i) + 1)] - D[i + 1][n - 1]);
            }
            if ((!((C[((i + (3 * n)) - 2) - 9][i + 2] < i) >= A[i + 1]))) {
                if ((((i % 2) != 0) && ((i % 4) == 3))) {
                    unsigned t5 = i;
                    C[i + 1][i] = fmin(fmax((C[i + 1][i] + ((A[i] * B[i]) - (13 ^ B[i]))), -1125899906842624.0), 1125899906842624.0);
                }
            }
        } else {
            if ((((((2 * i) - m) + 2) % 3) != 2))
                A[i] = ((D[i][n] > A[i]) ? D[i][n] : A[i]);
        }
    }
}

static void run_1360110(int verbose)
{
    double *A = guarded_new(7 * sizeof *A);
    for (uint64_t q = 0; q < 7; q++)
        A[q] = (double)FILL_REAL(4436119339151753917u, q);
    long *B = guarded_new(5 * sizeof *B);
    for (uint64_t q = 0; q < 5; q++)
        B[q] = (long)FILL_WIDE(2140411889497682450u, q);
    long *C = guarded_new(42 * sizeof *C);
    for (uint64_t q = 0; q < 42; q++)
        C[q] = (long)FILL_SMALL(2610935869247463425u, q);
    double *D = guarded_new(25 * sizeof *D);
    for (uint64_t q = 0; q < 25; q++)
        D[q] = (double)FILL_REAL(6367465544360074100u, q);
    kernel_1360110(4, 4, (void *)(A + 0), (void *)(B + 0), (void *)(C + 0), (void *)(D + 0));
    show("1360110 A", A, sizeof(double), 7, sizeof(double), 'r', verbose);
    show("1360110 B", B, sizeof(long), 5, sizeof(long), 'i', verbose);
    show("1360110 C", C, sizeof(long), 42, sizeof(long), 'i', verbose);
    show("1360110 D", D, sizeof(double), 25, sizeof(double), 'r', verbose);
    guarded_end("1360110 A", A, 7 * sizeof *A);
    guarded_end("1360110 B", B, 5 * sizeof *B);
    guarded_end("1360110 C", C, 42 * sizeof *C);
    guarded_end("1360110 D", D, 25 * sizeof *D);
}

GENERATED_MAIN(1360110)
