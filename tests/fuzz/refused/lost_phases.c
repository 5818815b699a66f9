/* isl gives up while the phases of a team are looked for. */
#include "tests/fuzz/regress/generated.h"

/* seed 1280558 */
static double scalar4_1280558;
void kernel_1280558(int n, long m, int32_t w, int16_t h, long *restrict A, int32_t (*restrict B)[m - 21], const int C[restrict w][h - 16][3], double *restrict D_end, double *s5)
{
    double D[3][w][n - 17];
    memcpy(D, D_end, sizeof D);
#pragma scop
    for (int i = 1; (i <= ((((m + h) + 1) % 3) + 1)); i = i + 1) {
        if (((i % 3) != 0)) {
            double t6 = sqrt(fabs((long)((unsigned long)A[m - 27] << 0)) + 0.5);
            D[i - 1][i][i]++;
        } else {
            A[i] = (((A[i + 1] + A[i - 1]) + A[i + 1]) + A[i - 1]);
            A[i + 2] = (((C[i - 1][(((n - 2) / 3) + 1)][((w - i) - 2)] - C[i][i][(((w - 2) > (n + 2)) ? (w - 2) : (n + 2))]) * (i * (0.5f))) == fabsf((h == A[i])));
        }
        for (int32_t j = 0; (j <= (h + 2)); ++j) {
            int t7 = ((*s5) - (((j != (i - 2)) || (j % 4)) ? i : C[j][j][j]));
            A[j + 2] = (A[j + 1] + A[j + 2]);
        }
    }
#pragma endscop
#pragma scop
    for (int32_t i = 1; (i < (m - 2)); i = i + 1) {
        for (int j = 1; ((j < n) && (j < 6)); j = j + 1) {
            A[j + 2] = (long)((unsigned long)A[j + 2] * (unsigned long)((j + h) % (int)((unsigned)B[j][j + 1] * (unsigned)(-2))));
        }
        scalar4_1280558 *= D[2][2][2];
    }
#pragma endscop
    memcpy(D_end, D, sizeof D);
}

static void run_1280558(int verbose)
{
    long *A = guarded_new(22 * sizeof *A);
    for (uint64_t q = 0; q < 22; q++)
        A[q] = (long)FILL_SMALL(12344527337409408092u, q);
    int32_t *B = guarded_new(49 * sizeof *B);
    for (uint64_t q = 0; q < 49; q++)
        B[q] = (int32_t)FILL_WIDE(16133155596566602764u, q);
    int *C = guarded_new(15 * sizeof *C);
    for (uint64_t q = 0; q < 15; q++)
        C[q] = (int)FILL_SMALL(3122538503156997113u, q);
    double *D = guarded_new(75 * sizeof *D);
    for (uint64_t q = 0; q < 75; q++)
        D[q] = (double)FILL_REAL(4582769608847292804u, q);
    for (uint64_t q = 0; q < 1; q++)
        (&scalar4_1280558)[q] = (double)FILL_REAL(16550079582737312366u, q);
    double *s5 = guarded_new(1 * sizeof *s5);
    for (uint64_t q = 0; q < 1; q++)
        s5[q] = (double)FILL_REAL(18016633142547978791u, q);
    kernel_1280558(22, 28, 5, 17, (void *)(A + 0), (void *)(B + 0), (void *)(C + 0), (void *)(D + 0), (void *)(s5 + 0));
    show("1280558 A", A, sizeof(long), 22, sizeof(long), 'i', verbose);
    show("1280558 B", B, sizeof(int32_t), 49, sizeof(int32_t), 'i', verbose);
    show("1280558 C", C, sizeof(int), 15, sizeof(int), 'i', verbose);
    show("1280558 D", D, sizeof(double), 75, sizeof(double), 'r', verbose);
    show("1280558 scalar4_1280558", &scalar4_1280558, sizeof(double), 1, sizeof(double), 'r', verbose);
    show("1280558 s5", s5, sizeof(double), 1, sizeof(double), 'r', verbose);
    guarded_end("1280558 A", A, 22 * sizeof *A);
    guarded_end("1280558 B", B, 49 * sizeof *B);
    guarded_end("1280558 C", C, 15 * sizeof *C);
    guarded_end("1280558 D", D, 75 * sizeof *D);
    guarded_end("1280558 s5", s5, 1 * sizeof *s5);
}

GENERATED_MAIN(1280558)
