/* A loop that counts down to an unsigned bound ends within a block; blocks behind
 * it would be below zero, where the test holds again. */
#include "tests/fuzz/regress/generated.h"

/* seed 1152133 */
static unsigned long scalar2_1152133;
static double helper0_1152133(float x0, unsigned x1)
{
    return (((0.5) + x0) + x1);
}

void kernel_1152133(int n, int *restrict A, long *x0_end, long *x2_end)
{
    int x0 = 0;
    unsigned x2 = 0;
    double s1 = (double)FILL_REAL(4798919347018630774u, 0);
#pragma hedra
    for (x0 = 2; (x0 <= 9); ++x0) {
        for (int j = 1; (j <= n); ++j) {
            if (((scalar2_1152133 - A[x0]) <= (scalar2_1152133 - scalar2_1152133))) {
                A[j] += (s1 * scalar2_1152133);
            }
        }
        if (((A[x0 + 2] + n) == helper0_1152133(s1, (0.5)))) {
            s1++;
            if ((s1 <= fmaxf(s1, A[x0 + 1]))) {
                s1 = ((((x0 < (((x0 + 1) > (n + 1)) ? (x0 + 1) : (n + 1))) ? A[x0 + 1] : A[x0]) * (A[x0] | 92u)) - (((-6) - n) * scalar2_1152133));
            }
        }
    }
#pragma hedra tile(3, 2, 5)
    for (x2 = 0; (x2 <= (n + 1)); x2 += 4) {
        s1 += (fminf(fmaxf((scalar2_1152133 - (2.0f)), -64.0f), 64.0f) - (((A[x2 + 1] * (0.33300000429153442f)) == (((short)fmin(fmax(s1, -16384.0), 16384.0)) | ((short)(0.5f)))) ? A[(((x2 + n) - n) + 1)] : 3000000007L));
        for (int j = (x2 + 3); (j >= (x2 + 2)); --j) {
            scalar2_1152133 = (((j - A[(((j - 1) / 5) + 2)]) > scalar2_1152133) ? (j - A[(((j - 1) / 5) + 2)]) : scalar2_1152133);
        }
    }
    *x0_end = x0;
    *x2_end = x2;
}

static void run_1152133(int verbose)
{
    int *A = guarded_new(15 * sizeof *A);
    for (uint64_t q = 0; q < 15; q++)
        A[q] = (int)FILL_SMALL(5092321018209636508u, q);
    for (uint64_t q = 0; q < 1; q++)
        (&scalar2_1152133)[q] = (unsigned long)FILL_SMALL(12996167287772479851u, q);
    long x0_end = 0;
    long x2_end = 0;
    kernel_1152133(14, (void *)(A + 0), &x0_end, &x2_end);
    show("1152133 A", A, sizeof(int), 15, sizeof(int), 'i', verbose);
    show("1152133 scalar2_1152133", &scalar2_1152133, sizeof(unsigned long), 1, sizeof(unsigned long), 'i', verbose);
    guarded_end("1152133 A", A, 15 * sizeof *A);
    printf("1152133 x0 %ld\n", x0_end);
    printf("1152133 x2 %ld\n", x2_end);
}

GENERATED_MAIN(1152133)
