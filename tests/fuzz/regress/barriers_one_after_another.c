/* Two branches with barriers one after the other, within a branch: PoCL ran
 * neither. */
#include "tests/fuzz/regress/generated.h"

/* seed 703780 */
void kernel_703780(short n, double *restrict A, float *s4)
{
    int x1 = 0;
    long x2 = 0;
#pragma hedra
    for (unsigned i = 1; (i < (n - 1)); i++) {
        for (x1 = (n + 1); ((x1 >= 9) && (x1 >= (n - 1))); x1 = x1 - 1) {
            if ((x1 < (i - 1))) {
                A[(x1) * (n + 2) + i]++;
            }
            A[(n - 12) * (n + 2) + x1 - 11] = (((A[(n - 12) * (n + 2) + x1 - 11] + A[(n - 12) * (n + 2) + x1 - 11]) + A[(n - 13) * (n + 2) + x1 - 11]) * (0.20000000000000001));
        }
        for (x2 = 0; (x2 < n); x2 += 3)
            A[(i) * (n + 2) + x2 + 2] = (*s4);
    }
}

static void run_703780(int verbose)
{
    double *A = guarded_new(195 * sizeof *A);
    for (uint64_t q = 0; q < 195; q++)
        A[q] = (double)FILL_REAL(18320233257361421023u, q);
    float *s4 = guarded_new(1 * sizeof *s4);
    for (uint64_t q = 0; q < 1; q++)
        s4[q] = (float)FILL_REAL(3316749943641444070u, q);
    kernel_703780(13, (void *)(A + 0), (void *)(s4 + 0));
    show("703780 A", A, sizeof(double), 195, sizeof(double), 'r', verbose);
    show("703780 s4", s4, sizeof(float), 1, sizeof(float), 'r', verbose);
    guarded_end("703780 A", A, 195 * sizeof *A);
    guarded_end("703780 s4", s4, 1 * sizeof *s4);
}

GENERATED_MAIN(703780)
