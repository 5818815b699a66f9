/* A sum whose terms are proved absent where the region runs: a child without
 * points in the team's sequence, where no barrier goes. */
#include "tests/fuzz/regress/generated.h"

/* seed 900028 */
static unsigned char scalar2_900028;
void kernel_900028(int n, unsigned long m, int w, const double *restrict A, long B[restrict m + 14][m + 10])
{
#pragma scop
    for (int i = (m - 1); (i <= m); i = i + 1) {
        B[i + 2][i]--;
    }
    for (int32_t i = 11; (i > (m - 2)); i = i - 1) {
        scalar2_900028 &= ((B[i + 2][i] / 3000000007L) & ((unsigned char)fmin(fmax(A[((i + m) + n)], 0.0), 64.0)));
    }
#pragma endscop
}

static void run_900028(int verbose)
{
    double *A = guarded_new(16 * sizeof *A);
    for (uint64_t q = 0; q < 16; q++)
        A[q] = (double)FILL_REAL(2554497654399120099u, q);
    long *B = guarded_new(192 * sizeof *B);
    for (uint64_t q = 0; q < 192; q++)
        B[q] = (long)FILL_SMALL(2244961598159705708u, q);
    for (uint64_t q = 0; q < 1; q++)
        (&scalar2_900028)[q] = (unsigned char)FILL_SMALL(1114987672129927994u, q);
    kernel_900028(2, 2, 3, (void *)(A + 0), (void *)(B + 0));
    show("900028 A", A, sizeof(double), 16, sizeof(double), 'r', verbose);
    show("900028 B", B, sizeof(long), 192, sizeof(long), 'i', verbose);
    show("900028 scalar2_900028", &scalar2_900028, sizeof(unsigned char), 1, sizeof(unsigned char), 'i', verbose);
    guarded_end("900028 A", A, 16 * sizeof *A);
    guarded_end("900028 B", B, 192 * sizeof *B);
}

GENERATED_MAIN(900028)
