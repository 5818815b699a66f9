/* Unsigned sums that wrap only for sizes that nobody has were modelled modulo
 * 2^32, over which the ranges took seconds; now such sizes are assumed away. */
#include "tests/fuzz/regress/generated.h"

/* seed 60 */
void kernel_60(unsigned n, unsigned m, float *restrict A, const float *restrict B, int16_t *C, const float D[restrict m + 2][n + 19], double *s4_end)
{
    double s4 = *s4_end;
#pragma hedra
    for (unsigned i = 2; (i < (m + 1)); i = i + 1) {
        for (long long j = n; ((n + 2) >= j); ++j) {
            if ((j == (i - 1))) {
                s4 *= (fmaxf(D[j - 12][j - 12], A[0]) * (i + B[j - 12]));
                double t5[3];
                for (int k = 0; (k < 3); k++)
                    t5[k] = (s4 * 3000000006L);
                for (int k = 0; (k < 3); k++)
                    C[(2) * (33) + ((k - j) - 1) + 17] = fmin(fmax((C[(2) * (33) + ((k - j) - 1) + 17] + (t5[k] * (A[k + 2] + C[(k) * (33) + i - 13]))), -16384.0), 16384.0);
            } else {
                s4 -= ((D[i + 1][((i + (2 * j)) - 1) - 26] / j) - (s4 * 7));
                if ((j != i)) {
                    A[0] = ((A[-1] + A[0]) * (0.5));
                }
            }
            A[j - 12] += ((A[j - 12] * j) / (B[j - 12] + C[(j - 10) * (33) + i + 2]));
        }
    }
    *s4_end = s4;
}

static void run_60(int verbose)
{
    float *A = guarded_new(7 * sizeof *A);
    for (uint64_t q = 0; q < 7; q++)
        A[q] = (float)FILL_REAL(6270779635999054360u, q);
    float *B = guarded_new(4 * sizeof *B);
    for (uint64_t q = 0; q < 4; q++)
        B[q] = (float)FILL_REAL(13643674545668008519u, q);
    int16_t *C = guarded_new(264 * sizeof *C);
    for (uint64_t q = 0; q < 264; q++)
        C[q] = (int16_t)FILL_SMALL(7950783670222977964u, q);
    float *D = guarded_new(960 * sizeof *D);
    for (uint64_t q = 0; q < 960; q++)
        D[q] = (float)FILL_REAL(17619522675830267728u, q);
    double *s4 = guarded_new(1 * sizeof *s4);
    for (uint64_t q = 0; q < 1; q++)
        s4[q] = (double)FILL_REAL(18347602720933945067u, q);
    kernel_60(13, 28, (void *)(A + 1), (void *)(B + 0), (void *)(C + 0), (void *)(D + 0), (void *)(s4 + 0));
    show("60 A", A, sizeof(float), 7, sizeof(float), 'r', verbose);
    show("60 B", B, sizeof(float), 4, sizeof(float), 'r', verbose);
    show("60 C", C, sizeof(int16_t), 264, sizeof(int16_t), 'i', verbose);
    show("60 D", D, sizeof(float), 960, sizeof(float), 'r', verbose);
    show("60 s4", s4, sizeof(double), 1, sizeof(double), 'r', verbose);
    guarded_end("60 A", A, 7 * sizeof *A);
    guarded_end("60 B", B, 4 * sizeof *B);
    guarded_end("60 C", C, 264 * sizeof *C);
    guarded_end("60 D", D, 960 * sizeof *D);
    guarded_end("60 s4", s4, 1 * sizeof *s4);
}

GENERATED_MAIN(60)
