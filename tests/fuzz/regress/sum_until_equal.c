/* A sum in a loop that ends by i != n - 2: blocks of its iterations would have no
 * end of their own. */
#include "tests/fuzz/regress/generated.h"

/* seed 307367 */
static long scalar2_307367;
void kernel_307367(int n, int *restrict A)
{
#pragma scop
    for (int32_t i = 2; (i != (n - 2)); i = i + 1)
        scalar2_307367 -= ((signed char)(2.0));
    for (int32_t i = 2; (((n < (n - 1)) ? n : (n - 1)) != i); i = i + 2) {
        A[i + 1] = scalar2_307367;
        A[(n - (2 * i))] = (((int)((unsigned)A[(n - (2 * i)) - 1] + (unsigned)A[(n - (2 * i)) - 1]) + A[(n - (2 * i))]) + A[(n - (2 * i))]);
    }
#pragma endscop
}

static void run_307367(int verbose)
{
    int *A = guarded_new(9 * sizeof *A);
    for (uint64_t q = 0; q < 9; q++)
        A[q] = (int)FILL_WIDE(8999562319320182918u, q);
    for (uint64_t q = 0; q < 1; q++)
        (&scalar2_307367)[q] = (long)FILL_WIDE(5117574209971479650u, q);
    kernel_307367(7, (void *)(A + 2));
    show("307367 A", A, sizeof(int), 9, sizeof(int), 'i', verbose);
    show("307367 scalar2_307367", &scalar2_307367, sizeof(long), 1, sizeof(long), 'i', verbose);
    guarded_end("307367 A", A, 9 * sizeof *A);
}

GENERATED_MAIN(307367)
