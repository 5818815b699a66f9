/* A block's launch in a loop that isl takes apart by its statements. */
#include "tests/fuzz/regress/generated.h"

/* seed 1340926 */
void kernel_1340926(int32_t n, long long m, float *A, float *restrict s1)
{
    long long x6 = 0;
#pragma scop
    for (int i = 0; (i < (((2 - 1) / 2) + 2)); ++i) {
        for (int32_t j = 1; (j < (i + 2)); j = j + 1) {
            A[j] = (((A[j - 1] + A[j + 1]) + A[j + 1]) * (0.33000000000000002));
        }
        for (int j = 0; (j < (n + 1)); j = j + 2) {
            A[j] = ((((A[j - 1] + A[j + 1]) + A[j + 1]) + A[j - 1]) * (0.5));
            for (int32_t k = 0; ((k < (n - 1)) && (k < n)); ++k) {
                A[j - 1] = (((((long)(-0.75)) | ((unsigned)(*s1))) * (151u == (1.25))) ^ ((short)(-(A[k + 1] + A[k]))));
                A[k] = (A[m - 8] + (7 >> 4));
            }
        }
        for (uint32_t j = n; (j <= (((n + 2) < n) ? (n + 2) : n)); ++j) {
            for (int k = 2; ((k < (j + 3)) && (k < (j + i))); k++) {
                A[k] += (A[2] + (((int)A[(k + i)]) & ((unsigned char)fminf(fmaxf(A[j - 1], 0.0f), 64.0f))));
                A[k] = ((((A[k + 1] + A[k]) + A[k]) + A[k - 1]) * (0.5));
            }
            if ((i % 3)) {
                if (((i >= j) || (i < (A[(j - (i - i))] - A[(((j + i) - i) - 1) - 1])))) {
                    A[j] += (((*s1) - A[j]) + j);
                    double t2[3];
                    for (x6 = 0; (x6 < 3); x6++)
                        t2[x6] = (A[x6 + 2] + (*s1));
                    for (long long k = 0; (k < 3); k++)
                        A[k] += (t2[k] * ((*s1) + (0.5f)));
                }
            }
        }
    }
    for (int i = (((n - 1) / 4) + 1); (i <= (m - 2)); i += 2)
        A[i] = ((A[i - 1] + A[i - 1]) * (0.25));
#pragma endscop
}

static void run_1340926(int verbose)
{
    float *A = guarded_new(10 * sizeof *A);
    for (uint64_t q = 0; q < 10; q++)
        A[q] = (float)FILL_REAL(2532970199996114680u, q);
    float *s1 = guarded_new(1 * sizeof *s1);
    for (uint64_t q = 0; q < 1; q++)
        s1[q] = (float)FILL_REAL(9574863574897384751u, q);
    kernel_1340926(4, 9, (void *)(A + 1), (void *)(s1 + 0));
    show("1340926 A", A, sizeof(float), 10, sizeof(float), 'r', verbose);
    show("1340926 s1", s1, sizeof(float), 1, sizeof(float), 'r', verbose);
    guarded_end("1340926 A", A, 10 * sizeof *A);
    guarded_end("1340926 s1", s1, 1 * sizeof *s1);
}

GENERATED_MAIN(1340926)
