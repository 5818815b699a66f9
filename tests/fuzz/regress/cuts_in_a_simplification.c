/* What the parameters' context and the condition to check at the start imply
 * together, only two cuts find: isl read memory that it had freed. */
#include "tests/fuzz/regress/generated.h"

/* seed 702049 */
void kernel_702049(int n, int m, unsigned long w, uint32_t *A, const double B[m][n], long *x2_end)
{
    int32_t x2 = 0;
    unsigned s2 = (unsigned)FILL_SMALL(3736002697862129553u, 0);
#pragma hedra tile(2)
    {
        for (int i = 10; (i >= 1); i = i - 1) {
            for (short j = 2; ((j < (m + 1)) && (j < (m - 2))); j++) {
                for (x2 = 0; (j != x2); x2 = x2 + 1)
                    A[((x2) * (n) + ((x2 - x2) - 2) + 3) * (w + 15) + x2 + 2] = (((x2 != (j + 1)) || ((i % 3) == 2)) ? ((s2 + i) / (-4)) : ((s2 & s2) + ((x2 < (i - 1)) ? B[x2][x2 + 2] : B[x2][i])));
            }
        }
        for (int i = m; (i <= ((w + m) + m)); ++i) {
            for (int32_t j = ((((i + m) + 2) - 4) % 4); (j > 0); --j) {
                s2 = fmin(fmax((s2 + (fmin(fabs(A[((j + 2) * (n) + j) * (w + 15) + i]) + 0.5, s2) + (0.001))), 0.0), 1073741824.0);
            }
        }
    }
    *x2_end = x2;
}

static void run_702049(int verbose)
{
    uint32_t *A = guarded_new(756 * sizeof *A);
    for (uint64_t q = 0; q < 756; q++)
        A[q] = (uint32_t)FILL_SMALL(17625327774672760536u, q);
    double *B = guarded_new(42 * sizeof *B);
    for (uint64_t q = 0; q < 42; q++)
        B[q] = (double)FILL_REAL(15629363550718290296u, q);
    long x2_end = 0;
    kernel_702049(6, 7, 3, (void *)(A + 0), (void *)(B + 0), &x2_end);
    show("702049 A", A, sizeof(uint32_t), 756, sizeof(uint32_t), 'i', verbose);
    show("702049 B", B, sizeof(double), 42, sizeof(double), 'r', verbose);
    guarded_end("702049 A", A, 756 * sizeof *A);
    guarded_end("702049 B", B, 42 * sizeof *B);
    printf("702049 x2 %ld\n", x2_end);
}

GENERATED_MAIN(702049)
