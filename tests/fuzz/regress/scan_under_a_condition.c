/* A running product that only some iterations take part in, by a condition on the
 * iterator, and that is read: the blocks' products took all of them. */
#include "tests/fuzz/regress/generated.h"

/* seed 750809 */
void kernel_750809(int n, int m, int w, double A[restrict 34][34], int32_t *restrict s2_end, int *restrict s3)
{
    int32_t s2 = *s2_end;
#pragma scop
    for (int i = 9; (i < (n - 1)); i += 4) {
        if (((i % 2) == 0)) {
            A[((w + 1) % 2) + 1][i] = (((A[((w + 1) % 2) + 2][i] + A[((w + 1) % 2) + 1][i]) + A[((w + 1) % 2) + 1][i]) * (0.20000000000000001));
            unsigned t4[4];
            for (int32_t j = 0; (j < 4); j++)
                t4[j] = (A[2][j] - 189u);
            A[i + 2][(((n - 1) / 4) + 1)] = (*s3);
        }
        if ((i > (m + 2))) {
            size_t t5 = ((0.33300000000000002) + (s2 & ((int)A[i - 28][i - 28])));
            s2 = (int)((unsigned)s2 * (unsigned)i);
        }
    }
#pragma endscop
    *s2_end = s2;
}

static void run_750809(int verbose)
{
    double *A = guarded_new(1156 * sizeof *A);
    for (uint64_t q = 0; q < 1156; q++)
        A[q] = (double)FILL_REAL(11053168838714222687u, q);
    int32_t *s2 = guarded_new(1 * sizeof *s2);
    for (uint64_t q = 0; q < 1; q++)
        s2[q] = (int32_t)FILL_SMALL(5807611468418071662u, q);
    int *s3 = guarded_new(1 * sizeof *s3);
    for (uint64_t q = 0; q < 1; q++)
        s3[q] = (int)FILL_SMALL(16607778955140509050u, q);
    kernel_750809(65, 23, 26, (void *)(A + 0), (void *)(s2 + 0), (void *)(s3 + 0));
    show("750809 A", A, sizeof(double), 1156, sizeof(double), 'r', verbose);
    show("750809 s2", s2, sizeof(int32_t), 1, sizeof(int32_t), 'i', verbose);
    show("750809 s3", s3, sizeof(int), 1, sizeof(int), 'i', verbose);
    guarded_end("750809 A", A, 1156 * sizeof *A);
    guarded_end("750809 s2", s2, 1 * sizeof *s2);
    guarded_end("750809 s3", s3, 1 * sizeof *s3);
}

GENERATED_MAIN(750809)
