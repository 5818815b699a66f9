/* i is in the subscript, i - i, but the element is always the same: a
 * reduction at best, not a scan of x[i] from x[i - 1]. */
#include "tests/fuzz/regress/generated.h"

/* seed 314336 */
void kernel_314336(unsigned long n, short m, int w, unsigned long h, int32_t *restrict A)
{
#pragma hedra
    for (int i = 1; (i <= (w - 2)); ++i) {
        A[((i - i) - 2)] -= i;
    }
}

static void run_314336(int verbose)
{
    int32_t *A = guarded_new(3 * sizeof *A);
    for (uint64_t q = 0; q < 3; q++)
        A[q] = (int32_t)FILL_WIDE(15866574629236596550u, q);
    kernel_314336(6, 2, 6, 5, (void *)(A + 2));
    show("314336 A", A, sizeof(int32_t), 3, sizeof(int32_t), 'i', verbose);
    guarded_end("314336 A", A, 3 * sizeof *A);
}

GENERATED_MAIN(314336)
