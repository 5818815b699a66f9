/* x[n - 1] = x[i] * n is no product of x[n - 1]'s own. */
#include "tests/fuzz/regress/generated.h"

/* seed 314421 */
static int global0_314421[7];
void kernel_314421(int n, unsigned short *B, unsigned long *D)
{
#pragma hedra
    {
        for (int32_t i = 1; ((i < (n + 1)) && (i < ((((n + (2 * n)) + 1) / 3) + 1))); i = i + 1) {
            double t6 = fma(B[(i) * (n + 2) + i + 1], (0.5), (n * D[i]));
            global0_314421[n - 1] = (int)((unsigned)global0_314421[i] * (unsigned)n);
        }
        for (int i = 1; (i < (n + 2)); ++i) {
            global0_314421[i] = ((int)((unsigned)global0_314421[i + 1] + (unsigned)global0_314421[i + 1]) / 2);
        }
    }
}

static void run_314421(int verbose)
{
    for (uint64_t q = 0; q < 7; q++)
        ((int *)global0_314421)[q] = (int)FILL_WIDE(5782345512598209606u, q);
    unsigned short *B = guarded_new(30 * sizeof *B);
    for (uint64_t q = 0; q < 30; q++)
        B[q] = (unsigned short)FILL_SMALL(6668750931963208394u, q);
    unsigned long *D = guarded_new(5 * sizeof *D);
    for (uint64_t q = 0; q < 5; q++)
        D[q] = (unsigned long)FILL_SMALL(17384608774943420613u, q);
    kernel_314421(4, (void *)(B + 0), (void *)(D + 0));
    show("314421 global0_314421", global0_314421, sizeof(int), 7, sizeof(int), 'i', verbose);
    show("314421 B", B, sizeof(unsigned short), 30, sizeof(unsigned short), 'i', verbose);
    show("314421 D", D, sizeof(unsigned long), 5, sizeof(unsigned long), 'i', verbose);
    guarded_end("314421 B", B, 30 * sizeof *B);
    guarded_end("314421 D", D, 5 * sizeof *D);
}

GENERATED_MAIN(314421)
