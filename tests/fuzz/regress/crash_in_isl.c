/* isl 0.25 writes past its arrays as it computes the exact dependences of these
 * steps: they are approximated. */
#include "tests/fuzz/regress/generated.h"

/* seed 1416765 */
void kernel_1416765(int32_t n, int m, int A[restrict n + 19], double *restrict s4, long *x2_end)
{
    long x2 = 0;
    short x3 = 0;
#pragma scop
    for (int i = 1; (i < (m + 2)); ++i) {
        for (int32_t j = 2; (j < (i + 1)); ++j) {
            (*s4)++;
        }
        for (x2 = 1; (x2 < i); ++x2) {
            for (x3 = 0; (x3 <= (x2 + 3)); x3 += 4) {
                A[((x3 + x2) + 2)] = (((A[((x3 + x2) + 2) + 1] + A[((x3 + x2) + 2) - 1]) + A[((x3 + x2) + 2)]) / 3);
            }
        }
        A[i + 2] = ((A[i + 3] + A[i + 2]) / 2);
    }
#pragma endscop
    *x2_end = x2;
}

static void run_1416765(int verbose)
{
    int *A = guarded_new(29 * sizeof *A);
    for (uint64_t q = 0; q < 29; q++)
        A[q] = (int)FILL_SMALL(137553121528219386u, q);
    double *s4 = guarded_new(1 * sizeof *s4);
    for (uint64_t q = 0; q < 1; q++)
        s4[q] = (double)FILL_REAL(7416106117093834876u, q);
    long x2_end = 0;
    kernel_1416765(10, 11, (void *)(A + 0), (void *)(s4 + 0), &x2_end);
    show("1416765 A", A, sizeof(int), 29, sizeof(int), 'i', verbose);
    show("1416765 s4", s4, sizeof(double), 1, sizeof(double), 'r', verbose);
    guarded_end("1416765 A", A, 29 * sizeof *A);
    guarded_end("1416765 s4", s4, 1 * sizeof *s4);
    printf("1416765 x2 %ld\n", x2_end);
}

GENERATED_MAIN(1416765)
