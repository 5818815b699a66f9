/* An unsigned iterator begins just below the end of its type, goes on from zero,
 * and ends: no loop that may do so is taken for one without iterations. */
#include "tests/fuzz/regress/generated.h"

/* seed 1151925 */
static long global1_1151925[7];
void kernel_1151925(unsigned long n, int32_t m, int w, int h, float A[5][10], int *s2_end)
{
    int s2 = *s2_end;
#pragma scop
    for (unsigned long i = (((1 - 1) - 5) % (-3)); (i != h); ++i) {
        s2 = (s2 % ((i & 15) + 1));
    }
    for (int i = 1; (i < (n + 1)); ++i) {
        for (int j = 0; (j < (w - 1)); j++) {
            A[i - 1][j] = (-s2);
        }
        for (int j = 11; (j < (h + 2)); j = j + 1) {
            A[j - 10][j - 10] = ((((A[j - 10][j - 11] + A[j - 10][j - 10]) + A[j - 10][j - 9]) + A[j - 10][j - 9]) * (0.25));
            A[(((j - i) + i) - 2) - 6][3] = (A[j - 9][i] - (-6));
            global1_1151925[((j + i) - 1) - 10] = ((fmax(global1_1151925[j - 10], s2) < global1_1151925[((j + i) - 1) - 10]) ? fmax(global1_1151925[j - 10], s2) : global1_1151925[((j + i) - 1) - 10]);
        }
    }
#pragma endscop
    *s2_end = s2;
}

static void run_1151925(int verbose)
{
    float *A = guarded_new(50 * sizeof *A);
    for (uint64_t q = 0; q < 50; q++)
        A[q] = (float)FILL_REAL(17744702269806615433u, q);
    for (uint64_t q = 0; q < 7; q++)
        ((long *)global1_1151925)[q] = (long)FILL_SMALL(2322513033463853299u, q);
    int *s2 = guarded_new(1 * sizeof *s2);
    for (uint64_t q = 0; q < 1; q++)
        s2[q] = (int)FILL_SMALL(18395927279186151311u, q);
    kernel_1151925(5, 4, 11, 10, (void *)(A + 0), (void *)(s2 + 0));
    show("1151925 A", A, sizeof(float), 50, sizeof(float), 'r', verbose);
    show("1151925 global1_1151925", global1_1151925, sizeof(long), 7, sizeof(long), 'i', verbose);
    show("1151925 s2", s2, sizeof(int), 1, sizeof(int), 'i', verbose);
    guarded_end("1151925 A", A, 50 * sizeof *A);
    guarded_end("1151925 s2", s2, 1 * sizeof *s2);
}

GENERATED_MAIN(1151925)
