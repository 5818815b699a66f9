/* The driver's loop over i has the bounds of the two pieces into which the
 * conversion to unsigned takes the points, not those of all 2^32 values. */
#include "tests/fuzz/regress/generated.h"

/* seed 1342215 */
void kernel_1342215(unsigned n, unsigned m, int w, int32_t *restrict A, unsigned char *restrict s1_end, double *restrict s2)
{
    unsigned char s1 = *s1_end;
#pragma hedra tile(7, 5)
    {
        for (int i = (w + 2); ((i != (n - 1)) && (i >= (((2 + 1) > n) ? (2 + 1) : n))); i -= 3) {
            for (int j = (i + 2); (j < ((i + w) - 2)); j += 2) {
                if (!((!(s1 >= (A[j - 16] == j))))) {
                    A[j - 16] = ((int)((unsigned)(int)((unsigned)A[j - 17] + (unsigned)A[j - 17]) + (unsigned)A[j - 15]) / 3);
                    continue;
                }
                A[i - 13] = (((A[i - 13] + A[i - 13]) + A[i - 14]) + A[i - 12]);
                A[i - 14] = A[2];
                A[i - 15] -= (s1 + (A[i - 13] + A[-1]));
            }
            int t3[4];
            for (int j = 0; (j < 4); j++)
                t3[j] = (0.33300000000000002);
            for (long j = 0; (j < 4); j++) {
                A[0] += (t3[j] * (s1 * 141u));
            }
        }
        for (long i = (n + 2); (i < (w + w)); i = i + 1)
            A[i - 15] = fmin(fmax(((fmin((*s2), A[i - 15]) - (i - (*s2))) * (i + (A[i - 13] + A[(((2 * i) + w) - 1) - 56]))), -1073741824.0), 1073741824.0);
    }
    *s1_end = s1;
}

static void run_1342215(int verbose)
{
    int32_t *A = guarded_new(83 * sizeof *A);
    for (uint64_t q = 0; q < 83; q++)
        A[q] = (int32_t)FILL_WIDE(12921561245296488076u, q);
    unsigned char *s1 = guarded_new(1 * sizeof *s1);
    for (uint64_t q = 0; q < 1; q++)
        s1[q] = (unsigned char)FILL_SMALL(11683537727425364144u, q);
    double *s2 = guarded_new(1 * sizeof *s2);
    for (uint64_t q = 0; q < 1; q++)
        s2[q] = (double)FILL_REAL(14722850065352857051u, q);
    kernel_1342215(14, 9, 28, (void *)(A + 1), (void *)(s1 + 0), (void *)(s2 + 0));
    show("1342215 A", A, sizeof(int32_t), 83, sizeof(int32_t), 'i', verbose);
    show("1342215 s1", s1, sizeof(unsigned char), 1, sizeof(unsigned char), 'i', verbose);
    show("1342215 s2", s2, sizeof(double), 1, sizeof(double), 'r', verbose);
    guarded_end("1342215 A", A, 83 * sizeof *A);
    guarded_end("1342215 s1", s1, 1 * sizeof *s1);
    guarded_end("1342215 s2", s2, 1 * sizeof *s2);
}

GENERATED_MAIN(1342215)
