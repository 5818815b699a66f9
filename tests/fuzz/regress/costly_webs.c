/* The limit was reached while a temporary was privatised, whose accesses were
 * lost then: the compiler failed and did not say why. */
#include "tests/fuzz/regress/generated.h"

/* seed 310119 */
void kernel_310119(int n, float *A, double B[restrict n + 2], long *s2_end, unsigned long *restrict s3_end, long *x1_end)
{
    int32_t x1 = 0;
    long s2 = *s2_end;
    unsigned long s3 = *s3_end;
#pragma hedra
    {
        for (long i = 1; (i < (n + 1)); ++i) {
            for (x1 = 5; (x1 >= 0); x1--) {
                for (int32_t k = 1; (k < (n + 1)); k++) {
                    if (((k % 4) == 0)) {
                        if (((x1 != (i - 1)) && (A[x1] == (s3 * B[k])))) {
                            A[n] = (s3 * ((s2 + s2) % ((unsigned)(A[x1 + 2] - s2))));
                        } else {
                            B[k]++;
                            if ((((-2) + B[k + 1]) < A[k + 1])) {
                                B[(((3 * k) + i) % 2)] = (((unsigned)(A[(k + i)] + i)) | ((long)((A[(k - x1)] + (0.001)) * (2.0f))));
                            } else {
                                unsigned long t4 = fmin(fmax(B[x1], 0.0), 1125899906842624.0);
                                s3 = fmin(fmax((s3 - (5 + ((0.10000000000000001) + B[k]))), 0.0), 1125899906842624.0);
                            }
                        }
                    }
                }
                for (int k = (n - 1); (k > 0); k = k - 3) {
                    if (((k % 4) == 1)) {
                        float t5 = s3;
                        t5 = ((unsigned)(k + k));
                    }
                    s2 += (s3 * A[k - 1]);
                }
                A[((x1 + 1) / 3)] = (((((unsigned char)fminf(fmaxf(A[(((i + 1) % 4) + 2)], 0.0f), 64.0f)) >> 2) < A[((x1 + 1) / 3)]) ? (((unsigned char)A[(((i + 1) % 4) + 2)]) >> 2) : A[((x1 + 1) / 3)]);
            }
        }
        for (short i = 2; (i < n); i++) {
            A[i] = (((s3 >> (s3 & 7)) >= i) ? fabsf((((unsigned)B[i + 1]) | s2)) : 106u);
        }
    }
    *s2_end = s2;
    *s3_end = s3;
    *x1_end = x1;
}

static void run_310119(int verbose)
{
    float *A = guarded_new(11 * sizeof *A);
    for (uint64_t q = 0; q < 11; q++)
        A[q] = (float)FILL_REAL(1098326891412157618u, q);
    double *B = guarded_new(6 * sizeof *B);
    for (uint64_t q = 0; q < 6; q++)
        B[q] = (double)FILL_REAL(7284212113459860778u, q);
    long *s2 = guarded_new(1 * sizeof *s2);
    for (uint64_t q = 0; q < 1; q++)
        s2[q] = (long)FILL_SMALL(5590426024797820222u, q);
    unsigned long *s3 = guarded_new(1 * sizeof *s3);
    for (uint64_t q = 0; q < 1; q++)
        s3[q] = (unsigned long)FILL_SMALL(14689264250247252044u, q);
    long x1_end = 0;
    kernel_310119(4, (void *)(A + 1), (void *)(B + 0), (void *)(s2 + 0), (void *)(s3 + 0), &x1_end);
    show("310119 A", A, sizeof(float), 11, sizeof(float), 'r', verbose);
    show("310119 B", B, sizeof(double), 6, sizeof(double), 'r', verbose);
    show("310119 s2", s2, sizeof(long), 1, sizeof(long), 'i', verbose);
    show("310119 s3", s3, sizeof(unsigned long), 1, sizeof(unsigned long), 'i', verbose);
    guarded_end("310119 A", A, 11 * sizeof *A);
    guarded_end("310119 B", B, 6 * sizeof *B);
    guarded_end("310119 s2", s2, 1 * sizeof *s2);
    guarded_end("310119 s3", s3, 1 * sizeof *s3);
    printf("310119 x1 %ld\n", x1_end);
}

GENERATED_MAIN(310119)
