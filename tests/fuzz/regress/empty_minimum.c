/* A minimum over no iterations read the element that it is of, beyond its array's
 * end. */
#include "tests/fuzz/regress/generated.h"

/* seed 1746509 */
static int scalar2_1746509;
void kernel_1746509(int n, int16_t m, short w, unsigned *restrict A, int32_t B[w + 6], double *restrict s3_end)
{
    int x2 = 0;
    int32_t x3 = 0;
    double s3 = *s3_end;
#pragma hedra
    for (long long i = 2; (i < m); i = i + 1) {
        for (int j = 10; (j > 0); j = j - 1) {
            for (x2 = ((j + j) + 1); (x2 < (((((i + (2 * j)) + j) + 1) % 5) + 2)); x2 += 4) {
                for (x3 = 2; (x3 < 8); x3 = x3 + 1) {
                    A[(((2 * x3) - j) + 2) - 1] = ((A[(((2 * x3) - j) + 2)] + A[(((2 * x3) - j) + 2) - 2]) / 2);
                }
                for (int l = 1; (l <= (i + 2)); l = l + 1) {
                    s3++;
                    double t4 = ((B[l] + scalar2_1746509) + (((unsigned)(2.0f)) % ((((long)fmin(fmax(s3, -1125899906842624.0), 1125899906842624.0)) & 15) + 1)));
                    s3 = (((A[3] * s3) > s3) ? (A[3] * s3) : s3);
                }
            }
            for (int k = (j + 1); (k < (n + 2)); k++) {
                B[j] = (((-6) < B[j]) ? (-6) : B[j]);
            }
        }
    }
    *s3_end = s3;
}

static void run_1746509(int verbose)
{
    unsigned *A = guarded_new(16 * sizeof *A);
    for (uint64_t q = 0; q < 16; q++)
        A[q] = (unsigned)FILL_SMALL(16550500276269814594u, q);
    int32_t *B = guarded_new(10 * sizeof *B);
    for (uint64_t q = 0; q < 10; q++)
        B[q] = (int32_t)FILL_SMALL(9249056933008825006u, q);
    for (uint64_t q = 0; q < 1; q++)
        (&scalar2_1746509)[q] = (int)FILL_SMALL(539306528578308041u, q);
    double *s3 = guarded_new(1 * sizeof *s3);
    for (uint64_t q = 0; q < 1; q++)
        s3[q] = (double)FILL_REAL(18011663551514921792u, q);
    kernel_1746509(5, 6, 4, (void *)(A + 0), (void *)(B + 0), (void *)(s3 + 0));
    show("1746509 A", A, sizeof(unsigned), 16, sizeof(unsigned), 'i', verbose);
    show("1746509 B", B, sizeof(int32_t), 10, sizeof(int32_t), 'i', verbose);
    show("1746509 scalar2_1746509", &scalar2_1746509, sizeof(int), 1, sizeof(int), 'i', verbose);
    show("1746509 s3", s3, sizeof(double), 1, sizeof(double), 'r', verbose);
    guarded_end("1746509 A", A, 16 * sizeof *A);
    guarded_end("1746509 B", B, 10 * sizeof *B);
    guarded_end("1746509 s3", s3, 1 * sizeof *s3);
}

GENERATED_MAIN(1746509)
