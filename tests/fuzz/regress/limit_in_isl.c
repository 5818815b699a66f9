/* isl 0.25 crashed behind its limit of operations when the exact dependences of
 * subscripts with remainders were computed (seen with --compile-serial). */
#include "tests/fuzz/regress/generated.h"

/* seed 1411294 */
void kernel_1411294(int n, int32_t m, long w, long A[restrict n - 15][n - 20])
{
#pragma scop
    for (int i = 2; (i < w); i += 3) {
        A[(((2 * i) - m) - 2) + 30][i] = ((A[(((2 * i) - m) - 2) + 30][i] + A[(((2 * i) - m) - 2) + 30][i + 1]) + A[(((2 * i) - m) - 2) + 31][i]);
        A[i + 2][((((((3 * i) + m) + (2 * n)) + 2) % 3) + 2)] = ((((A[i + 2][((((((3 * i) + m) + (2 * n)) + 2) % 3) + 2) - 1] + A[i + 3][((((((3 * i) + m) + (2 * n)) + 2) % 3) + 2)]) + A[i + 2][((((((3 * i) + m) + (2 * n)) + 2) % 3) + 2)]) + A[i + 2][((((((3 * i) + m) + (2 * n)) + 2) % 3) + 2)]) / 4);
        A[i + 1][i] = (((A[i + 2][i] + A[i + 1][i]) + A[i + 1][i - 1]) / 3);
    }
#pragma endscop
}

static void run_1411294(int verbose)
{
    long *A = guarded_new(150 * sizeof *A);
    for (uint64_t q = 0; q < 150; q++)
        A[q] = (long)FILL_SMALL(2727849162285753838u, q);
    kernel_1411294(30, 31, 9, (void *)(A + 0));
    show("1411294 A", A, sizeof(long), 150, sizeof(long), 'i', verbose);
    guarded_end("1411294 A", A, 150 * sizeof *A);
}

GENERATED_MAIN(1411294)
