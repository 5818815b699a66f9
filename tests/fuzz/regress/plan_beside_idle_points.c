/* A Plan of a kernel that also has points at which nothing is written, outside of what
 * the filter is defined at. */
#include "tests/fuzz/regress/generated.h"

/* seed 1360777 */
static size_t scalar1_1360777;
void kernel_1360777(long n, int32_t m, uint32_t w, int h, double *restrict A, double *restrict s2_end)
{
    double s2 = *s2_end;
#pragma hedra
    for (int32_t i = 2; (i < (w + 1)); i = i + 1) {
        if (((1.25f) == (0 >= scalar1_1360777))) {
            A[((((i + 1) < m) ? (i + 1) : m)) * (n + 7) + i] = (((s2 + scalar1_1360777) >= s2) ? ((A[(((i + 1) / 2)) * (n + 7) + i] / scalar1_1360777) * ((1.25) + s2)) : (i * scalar1_1360777));
            A[(i + 1) * (n + 7) + i - 1] *= i;
            signed char t3[5];
            for (int32_t j = 0; (j < 5); j++) {
                t3[j] = (A[(j) * (n + 7) + j + 1] + A[((j + (3 * i)) + 1) * (n + 7) + j]);
            }
        }
    }
    *s2_end = s2;
}

static void run_1360777(int verbose)
{
    double *A = guarded_new(168 * sizeof *A);
    for (uint64_t q = 0; q < 168; q++)
        A[q] = (double)FILL_REAL(11099943950563953319u, q);
    for (uint64_t q = 0; q < 1; q++)
        (&scalar1_1360777)[q] = (size_t)FILL_SMALL(6520909653254959459u, q);
    double *s2 = guarded_new(1 * sizeof *s2);
    for (uint64_t q = 0; q < 1; q++)
        s2[q] = (double)FILL_REAL(10397270885565803181u, q);
    kernel_1360777(0, 6, 6, 0, (void *)(A + 0), (void *)(s2 + 0));
    show("1360777 A", A, sizeof(double), 168, sizeof(double), 'r', verbose);
    show("1360777 scalar1_1360777", &scalar1_1360777, sizeof(size_t), 1, sizeof(size_t), 'i', verbose);
    show("1360777 s2", s2, sizeof(double), 1, sizeof(double), 'r', verbose);
    guarded_end("1360777 A", A, 168 * sizeof *A);
    guarded_end("1360777 s2", s2, 1 * sizeof *s2);
}

GENERATED_MAIN(1360777)
