/* The scheduler, the extremes of the grid and the boxes for shared memory each
 * took seconds over the existentials of this nest. */
#include "tests/fuzz/regress/generated.h"

/* seed 1170 */
void kernel_1170(size_t n, long A[restrict 4][4], unsigned B[n + 8][10][n + 8], double *restrict s2)
{
#pragma scop
    for (int i = 0; (i < (n + 2)); i = i + 1) {
        for (unsigned long j = 0; (j < 10); j++)
            for (int k = n; (k <= j); ++k) {
                for (short l = 2; ((n + 2) > l); l = l + 1) {
                    (*s2) -= ((B[l + 2][k][j - 1] - B[j - 1][i + 2][k]) + sqrt(fabs((*s2)) + 0.5));
                    if ((l < (i - 1))) {
                        if ((l != (l + 2))) {
                            A[1][i - 1] = (((B[l - 1][l - 1][l + 2] + n) * ((0.33300000429153442f) * (*s2))) * A[l][(((k + l) + i) - 1)]);
                            (*s2) = (((n & A[(((l + (2 * j)) - 2) % 4) + 1][j]) > (*s2)) ? (n & A[(((l + (2 * j)) - 2) % 4) + 1][j]) : (*s2));
                            (*s2) -= (0.0010000000474974513f);
                        }
                    }
                }
            }
        (*s2) *= A[i][i];
        (*s2) += (3 * (*s2));
    }
    B[3][0][(n + n)] += (-0.75);
    for (int i = 0; (i <= n); i = i + 1) {
        A[i][i] = fabs(A[i][i + 1]);
    }
#pragma endscop
}

static void run_1170(int verbose)
{
    long *A = guarded_new(16 * sizeof *A);
    for (uint64_t q = 0; q < 16; q++)
        A[q] = (long)FILL_SMALL(2699617203912943065u, q);
    unsigned *B = guarded_new(1000 * sizeof *B);
    for (uint64_t q = 0; q < 1000; q++)
        B[q] = (unsigned)FILL_SMALL(3463621389573808674u, q);
    double *s2 = guarded_new(1 * sizeof *s2);
    for (uint64_t q = 0; q < 1; q++)
        s2[q] = (double)FILL_REAL(7900003306876440719u, q);
    kernel_1170(2, (void *)(A + 0), (void *)(B + 0), (void *)(s2 + 0));
    show("1170 A", A, sizeof(long), 16, sizeof(long), 'i', verbose);
    show("1170 B", B, sizeof(unsigned), 1000, sizeof(unsigned), 'i', verbose);
    show("1170 s2", s2, sizeof(double), 1, sizeof(double), 'r', verbose);
    guarded_end("1170 A", A, 16 * sizeof *A);
    guarded_end("1170 B", B, 1000 * sizeof *B);
    guarded_end("1170 s2", s2, 1 * sizeof *s2);
}

GENERATED_MAIN(1170)
