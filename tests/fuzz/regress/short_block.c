/* A nest that is always short enough for one block, which a device without
 * blocks takes in steps all the same. */
#include "tests/fuzz/regress/generated.h"

/* seed 1008660 */
static float scalar2_1008660;
void kernel_1008660(int n, unsigned m, float *A, float *B)
{
    long x0 = 0;
    int16_t x1 = 0;
#pragma hedra tile(3, 4, 7)
    {
        for (x0 = 1; (x0 < 11); ++x0) {
            if ((((x0 == (n - 1)) && (x0 == (n - 2))) &&
                 ((A[((((3 * x0) + m) - m) + 1)] * A[x0]) <
                  (B[x0] / scalar2_1008660)))) {
                scalar2_1008660 +=
                    ((((int)A[x0]) | ((unsigned)scalar2_1008660)) +
                     (A[x0 + 2] + 74u));
            } else {
                float t3[2];
                for (x1 = 0; (x1 < 2); x1++)
                    t3[x1] = (B[x1 + 1] + B[x1 - 1]);
                for (unsigned long j = 0; (j < 2); j++) {
                    B[0] += (t3[j] * (((long)B[((x0 - 8) / 5)]) % n));
                }
            }
            A[x0 - 1]++;
            if ((fabsf(B[x0 + 2]) == (3000000006L << 4))) {
                B[x0] = ((((B[x0 + 1] + B[x0 - 1]) + B[x0]) + B[x0]) * (0.5));
            } else {
                scalar2_1008660++;
            }
        }
        for (int32_t i = 0; (i < (n - 1)); ++i)
            A[i] = ((((A[i] + A[i + 1]) + A[i - 1]) + A[i - 1]) *
                    (0.33000000000000002));
    }
}

static void run_1008660(int verbose)
{
    float *A = guarded_new(11 * sizeof *A);
    for (uint64_t q = 0; q < 11; q++)
        A[q] = (float)FILL_REAL(12193930765132146600u, q);
    float *B = guarded_new(15 * sizeof *B);
    for (uint64_t q = 0; q < 15; q++)
        B[q] = (float)FILL_REAL(15799565553678804294u, q);
    for (uint64_t q = 0; q < 1; q++)
        (&scalar2_1008660)[q] = (float)FILL_REAL(14812054154073103525u, q);
    kernel_1008660(4, 6, (void *)(A + 1), (void *)(B + 1));
    show("1008660 A", A, sizeof(float), 11, sizeof(float), 'r', verbose);
    show("1008660 B", B, sizeof(float), 15, sizeof(float), 'r', verbose);
    show("1008660 scalar2_1008660", &scalar2_1008660, sizeof(float), 1,
         sizeof(float), 'r', verbose);
    guarded_end("1008660 A", A, 11 * sizeof *A);
    guarded_end("1008660 B", B, 15 * sizeof *B);
}

GENERATED_MAIN(1008660)
