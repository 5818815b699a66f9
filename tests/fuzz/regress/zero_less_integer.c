/* 0.0 less the conversion of an integer, which GCC takes for its negation: -0 where
 * it is 0. */
#include "tests/fuzz/regress/generated.h"

/* seed 1361891 */
static float global1_1361891[17];
static float helper0_1361891(unsigned short x0)
{
    return (((x0 < x0) ? 3000000005L : x0) - x0);
}

void kernel_1361891(long n, unsigned *restrict A, double (*C)[30])
{
#pragma scop
    for (long i = 2; (i <= ((n + (3 * n)) + 1)); i = i + 1) {
        for (int j = (i + 2); (j >= 2); j--) {
            for (size_t k = 2; (((j + 1) > k) && (k < (n + 1))); k++) {
                global1_1361891[3]--;
            }
            A[j] = fminf(fmaxf((((173u + global1_1361891[j]) * (-n)) + ((A[((j + (3 * i)) + 2) - 8] + global1_1361891[i - 1]) + (((unsigned char)fminf(fmaxf(global1_1361891[(((j - 1) / 2) + 1)], 0.0f), 64.0f)) >> 3))), 0.0f), 1073741824.0f);
        }
        A[i + 2] = (((((long)global1_1361891[i]) % i) > A[i + 2]) ? (((long)global1_1361891[i]) % i) : A[i + 2]);
        for (int16_t j = 2; (j < 12); j += 4) {
            A[j - 1] = ((long)global1_1361891[j]);
            int t3 = (C[j][j] / (fabs((A[j] * C[i + 2][(((2 * j) - i) + (3 * n))])) + 1.0));
            A[j] %= (((unsigned short)(2.0)) + (j + t3));
        }
    }
    for (int i = (((n + 1) < n) ? (n + 1) : n); (i <= 11); ++i) {
        global1_1361891[i] = (helper0_1361891(((0.001) * 2)) - A[i]);
        C[i][(((3 * i) - n) - 1)] = ((C[i][(((3 * i) - n) - 1)] + C[i + 1][(((3 * i) - n) - 1)]) * (0.25));
    }
#pragma endscop
}

static void run_1361891(int verbose)
{
    unsigned *A = guarded_new(49 * sizeof *A);
    for (uint64_t q = 0; q < 49; q++)
        A[q] = (unsigned)FILL_SMALL(4119161815109959003u, q);
    for (uint64_t q = 0; q < 17; q++)
        ((float *)global1_1361891)[q] = (float)FILL_REAL(13047805182455084662u, q);
    double *C = guarded_new(480 * sizeof *C);
    for (uint64_t q = 0; q < 480; q++)
        C[q] = (double)FILL_REAL(17229218106412246782u, q);
    kernel_1361891(3, (void *)(A + 0), (void *)(C + 0));
    show("1361891 A", A, sizeof(unsigned), 49, sizeof(unsigned), 'i', verbose);
    show("1361891 global1_1361891", global1_1361891, sizeof(float), 17, sizeof(float), 'r', verbose);
    show("1361891 C", C, sizeof(double), 480, sizeof(double), 'r', verbose);
    guarded_end("1361891 A", A, 49 * sizeof *A);
    guarded_end("1361891 C", C, 480 * sizeof *C);
}

GENERATED_MAIN(1361891)
