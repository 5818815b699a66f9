/* isl fails by a fault of its own where it coalesces dependences. */
#include "tests/fuzz/regress/generated.h"

/* seed 937677 */
static int32_t scalar1_937677;
void kernel_937677(uint32_t n, int m, int16_t A[restrict 10][m - 62][8])
{
#pragma hedra
    {
        for (long i = (((m - 2) < n) ? (m - 2) : n); ((((m + 2) > (n + 2)) ? (m + 2) : (n + 2)) >= i); i = i + 1) {
            if (((-scalar1_937677) > (A[0][0][0] - scalar1_937677))) {
                if (((((((n - i) + 2) % 4) == 1) || (i > (i + 1))) && ((scalar1_937677 + scalar1_937677) <= (scalar1_937677 == A[i + 1][i - 1][i])))) {
                    A[i][i][n] = ((i < (m + 1)) ? (scalar1_937677 + scalar1_937677) : abs((scalar1_937677 / scalar1_937677)));
                }
                scalar1_937677 ^= ((A[0][0][0] + A[0][0][0]) ^ (scalar1_937677 << 0));
            } else {
                if (((((i + n) + 1) % 2) == 1)) {
                    A[0][m - 69][0] = scalar1_937677;
                    A[0][0][2] /= ((A[0][0][0] + 95u) * A[((i - i) + 1)][0][0]);
                    A[1][0][0] = A[0][0][0];
                }
                A[0][0][0] -= scalar1_937677;
            }
        }
        for (int32_t i = 8; (i != (m - 2)); i = i + 4) {
            scalar1_937677 += ((((float)A[0][0][0]) <= (i - scalar1_937677)) ? (i / scalar1_937677) : (A[n + 1][0][0] * n));
        }
    }
}

static void run_937677(int verbose)
{
    int16_t *A = guarded_new(640 * sizeof *A);
    for (uint64_t q = 0; q < 640; q++)
        A[q] = (int16_t)FILL_SMALL(16669335387364999064u, q);
    for (uint64_t q = 0; q < 1; q++)
        (&scalar1_937677)[q] = (int32_t)FILL_SMALL(3247657502243443491u, q);
    kernel_937677(6, 70, (void *)(A + 0));
    show("937677 A", A, sizeof(int16_t), 640, sizeof(int16_t), 'i', verbose);
    show("937677 scalar1_937677", &scalar1_937677, sizeof(int32_t), 1, sizeof(int32_t), 'i', verbose);
    guarded_end("937677 A", A, 640 * sizeof *A);
}

GENERATED_MAIN(937677)
