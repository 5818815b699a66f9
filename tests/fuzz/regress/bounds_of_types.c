/* The scheduler took minutes over the greatest values of unsigned parameters,
 * which the dependences had among their bounds. */
#include "tests/fuzz/regress/generated.h"

/* seed 312440 */
static unsigned long scalar5_312440;
void kernel_312440(long n, unsigned m, double A[34], uint32_t B[n + 2], int C[restrict 30][m - 27], const int D[restrict 4][m + 7], double *restrict s4_end)
{
    unsigned long x1 = 0;
    double s4 = *s4_end;
#pragma scop
    for (int i = 1; ((m - 1) > i); i++) {
        long t6[4];
        for (x1 = 0; (x1 < 4); x1++) {
            t6[x1] = s4;
        }
        for (int j = 0; (j < 4); j++) {
            C[((i + m) - 1) - 32][j + 1] += (t6[j] * C[j + 1][j]);
        }
        for (int32_t j = (n - 1); (j < (n + 2)); j = j + 1) {
            if (((scalar5_312440 + D[j - 33][((j - i) + 2) + 1]) <= ((-0.75) - n)))
                B[j - 33] -= s4;
            else
                A[i] += (t6[0] | ((unsigned)fmin(fmax((A[i - 1] + A[j - 33]), 0.0), 1073741824.0)));
        }
    }
#pragma endscop
#pragma hedra
    {
        for (x1 = (((m - 1) > (m + 1)) ? (m - 1) : (m + 1)); (x1 >= 1); --x1) {
            if (((x1 != (m - 1)) && (x1 == (n + 2)))) {
                scalar5_312440 += (((D[x1 - 1][2] * C[x1 + 2][x1 + 2]) == x1) ? (C[x1 + 1][x1] * A[x1]) : fmax(D[x1 + 1][x1], A[x1 + 2]));
            } else {
                scalar5_312440 -= (3000000001L + (65u + B[x1]));
                A[((n - x1) - 1)] += B[x1];
            }
            for (int j = (n - 1); (j <= (x1 + 3)); j = j + 1) {
                s4 = (((s4 - scalar5_312440) < s4) ? (s4 - scalar5_312440) : s4);
            }
        }
        for (int i = 0; (i < (n + 2)); ++i) {
            scalar5_312440 = ((int)(D[0][i] & (B[i] + scalar5_312440)));
        }
    }
    *s4_end = s4;
}

static void run_312440(int verbose)
{
    double *A = guarded_new(34 * sizeof *A);
    for (uint64_t q = 0; q < 34; q++)
        A[q] = (double)FILL_REAL(12638669855167313230u, q);
    uint32_t *B = guarded_new(37 * sizeof *B);
    for (uint64_t q = 0; q < 37; q++)
        B[q] = (uint32_t)FILL_SMALL(4028533199721590924u, q);
    int *C = guarded_new(150 * sizeof *C);
    for (uint64_t q = 0; q < 150; q++)
        C[q] = (int)FILL_WIDE(7979420687832220349u, q);
    int *D = guarded_new(156 * sizeof *D);
    for (uint64_t q = 0; q < 156; q++)
        D[q] = (int)FILL_SMALL(3730362469642045516u, q);
    double *s4 = guarded_new(1 * sizeof *s4);
    for (uint64_t q = 0; q < 1; q++)
        s4[q] = (double)FILL_REAL(13973771584765387045u, q);
    for (uint64_t q = 0; q < 1; q++)
        (&scalar5_312440)[q] = (unsigned long)FILL_WIDE(2313626332518165745u, q);
    kernel_312440(35, 32, (void *)(A + 0), (void *)(B + 0), (void *)(C + 0), (void *)(D + 0), (void *)(s4 + 0));
    show("312440 A", A, sizeof(double), 34, sizeof(double), 'r', verbose);
    show("312440 B", B, sizeof(uint32_t), 37, sizeof(uint32_t), 'i', verbose);
    show("312440 C", C, sizeof(int), 150, sizeof(int), 'i', verbose);
    show("312440 D", D, sizeof(int), 156, sizeof(int), 'i', verbose);
    show("312440 s4", s4, sizeof(double), 1, sizeof(double), 'r', verbose);
    show("312440 scalar5_312440", &scalar5_312440, sizeof(unsigned long), 1, sizeof(unsigned long), 'i', verbose);
    guarded_end("312440 A", A, 34 * sizeof *A);
    guarded_end("312440 B", B, 37 * sizeof *B);
    guarded_end("312440 C", C, 150 * sizeof *C);
    guarded_end("312440 D", D, 156 * sizeof *D);
    guarded_end("312440 s4", s4, 1 * sizeof *s4);
}

GENERATED_MAIN(312440)
