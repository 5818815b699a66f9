/* A running minimum of one element of an array beside a read of another element
 * of it: the other one is no value of the scan. */
#include "tests/fuzz/regress/generated.h"

/* seed 1112604 */
void kernel_1112604(int32_t n, int m, int w, int32_t h, double A[restrict m][4][h], double *restrict B, double *restrict C)
{
#pragma scop
    for (int j = 1; (n > j); j = j + 1) {
        A[h][j][3] = (1.0);
        for (int k = 2; (k <= j); k = k + 1) {
            C[0] = ((k < C[0]) ? k : C[0]);
            B[k + 1] = C[k + 2];
        }
    }
#pragma endscop
}

static void run_1112604(int verbose)
{
    double *A = guarded_new(220 * sizeof *A);
    for (uint64_t q = 0; q < 220; q++)
        A[q] = (double)FILL_REAL(3077928698623281358u, q);
    double *B = guarded_new(5 * sizeof *B);
    for (uint64_t q = 0; q < 5; q++)
        B[q] = (double)FILL_REAL(14058741125097968327u, q);
    double *C = guarded_new(6 * sizeof *C);
    for (uint64_t q = 0; q < 6; q++)
        C[q] = (double)FILL_REAL(4555078495424393803u, q);
    kernel_1112604(4, 11, 11, 5, (void *)(A + 0), (void *)(B + 0), (void *)(C + 0));
    show("1112604 A", A, sizeof(double), 220, sizeof(double), 'r', verbose);
    show("1112604 B", B, sizeof(double), 5, sizeof(double), 'r', verbose);
    show("1112604 C", C, sizeof(double), 6, sizeof(double), 'r', verbose);
    guarded_end("1112604 A", A, 220 * sizeof *A);
    guarded_end("1112604 B", B, 5 * sizeof *B);
    guarded_end("1112604 C", C, 6 * sizeof *C);
}

GENERATED_MAIN(1112604)
