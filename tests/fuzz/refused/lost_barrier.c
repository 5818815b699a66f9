/* isl gives up in the middle of putting barriers into a schedule. */
#include "tests/fuzz/regress/generated.h"

/* seed 811558 */
void kernel_811558(int n, int m, int w, int32_t h, signed char A[restrict 15], const double *B, int *restrict s3_end)
{
    int s3 = *s3_end;
    double s4 = (double)FILL_REAL(4330392077333018083u, 0);
#pragma hedra
    for (int32_t i = 1; (i <= 10); i = i + 3) {
        s3 += (((unsigned char)fmin(fmax((s4 * B[((i) * (12) + i + 1) * (n) + (((w + 1) < (i + 2)) ? (w + 1) : (i + 2)) - 1]), 0.0), 64.0)) % (3000000006L + i));
        for (int j = 2; (j < (m + 2)); j = j + 1)
            A[((i - j) - 1) + 5] = ((A[((i - j) - 1) + 5] + A[((i - j) - 1) + 6]) + A[((i - j) - 1) + 6]);
    }
    *s3_end = s3;
}

static void run_811558(int verbose)
{
    signed char *A = guarded_new(15 * sizeof *A);
    for (uint64_t q = 0; q < 15; q++)
        A[q] = (signed char)FILL_SMALL(8437354553469569793u, q);
    double *B = guarded_new(924 * sizeof *B);
    for (uint64_t q = 0; q < 924; q++)
        B[q] = (double)FILL_REAL(14983216788091226850u, q);
    int *s3 = guarded_new(1 * sizeof *s3);
    for (uint64_t q = 0; q < 1; q++)
        s3[q] = (int)FILL_SMALL(5205241116834271710u, q);
    kernel_811558(7, 3, 0, 0, (void *)(A + 0), (void *)(B + 0), (void *)(s3 + 0));
    show("811558 A", A, sizeof(signed char), 15, sizeof(signed char), 'i', verbose);
    show("811558 B", B, sizeof(double), 924, sizeof(double), 'r', verbose);
    show("811558 s3", s3, sizeof(int), 1, sizeof(int), 'i', verbose);
    guarded_end("811558 A", A, 15 * sizeof *A);
    guarded_end("811558 B", B, 924 * sizeof *B);
    guarded_end("811558 s3", s3, 1 * sizeof *s3);
}

GENERATED_MAIN(811558)
