/* GCC 12 distributed the loop over x1, as it does in the plain program at -O3, though
 * each iteration's first loop reads what the second of the one before writes. */
#include "tests/fuzz/regress/generated.h"

/* seed 1415017 */
static unsigned short scalar1_1415017;
void kernel_1415017(uint32_t n, float *restrict A, int *restrict s2, long *x1_end)
{
    long x1 = 0;
#pragma hedra
    {
        for (unsigned i = (((n + 2) - 6) / 3); (i < (n - 2)); i += 2) {
            A[(i + 2) * (n) + i + 1] = ((int)((unsigned)(-(*s2)) * (unsigned)4) < ((*s2) - (scalar1_1415017 - scalar1_1415017)));
        }
        for (x1 = 12; (x1 < (n - 2)); ++x1) {
            for (unsigned long j = 0; ((3 > j) && (j < (x1 + 3))); j = j + 1) {
                A[(j) * (n) + ((x1 + j) + 1) - 13] = ((((A[(j) * (n) + ((x1 + j) + 1) - 13] + A[(j) * (n) + ((x1 + j) + 1) - 13]) + A[(j) * (n) + ((x1 + j) + 1) - 13]) + A[(j + 1) * (n) + ((x1 + j) + 1) - 13]) * (0.5));
                int32_t t3 = (((0.33300000000000002) + scalar1_1415017) * (scalar1_1415017 * (0.001)));
                A[(j) * (n) + x1 - 11] = ((((A[(j) * (n) + x1 - 11] + A[(j) * (n) + x1 - 11]) + A[(j) * (n) + x1 - 11]) + A[(j) * (n) + x1 - 10]) * (0.33000000000000002));
            }
        }
    }
    *x1_end = x1;
}

static void run_1415017(int verbose)
{
    float *A = guarded_new(342 * sizeof *A);
    for (uint64_t q = 0; q < 342; q++)
        A[q] = (float)FILL_REAL(4811903413158635862u, q);
    for (uint64_t q = 0; q < 1; q++)
        (&scalar1_1415017)[q] = (unsigned short)FILL_WIDE(17294282296426158805u, q);
    int *s2 = guarded_new(1 * sizeof *s2);
    for (uint64_t q = 0; q < 1; q++)
        s2[q] = (int)FILL_WIDE(12121616127342260097u, q);
    long x1_end = 0;
    kernel_1415017(19, (void *)(A + 0), (void *)(s2 + 0), &x1_end);
    show("1415017 A", A, sizeof(float), 342, sizeof(float), 'r', verbose);
    show("1415017 scalar1_1415017", &scalar1_1415017, sizeof(unsigned short), 1, sizeof(unsigned short), 'i', verbose);
    show("1415017 s2", s2, sizeof(int), 1, sizeof(int), 'i', verbose);
    guarded_end("1415017 A", A, 342 * sizeof *A);
    guarded_end("1415017 s2", s2, 1 * sizeof *s2);
    printf("1415017 x1 %ld\n", x1_end);
}

GENERATED_MAIN(1415017)
