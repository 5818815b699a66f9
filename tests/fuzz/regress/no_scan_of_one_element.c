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

static const struct {
    unsigned long long seed;
    void (*run)(int);
} kernels[] = {
    {314336, run_314336},
};

/* PROGRAM [--verbose] [every [seed]]: each kernel whose place
 * is a multiple of `every`, or that of the seed alone */
int main(int argc, char **argv)
{
    int verbose = argc > 1 && strcmp(argv[1], "--verbose") == 0;
    unsigned long long every = 1, only = 0;
    if (argc > verbose + 1)
        every = strtoull(argv[verbose + 1], NULL, 10);
    if (argc > verbose + 2)
        only = strtoull(argv[verbose + 2], NULL, 10);
    for (int i = 0; i < 1; i++) {
        if (argc > verbose + 2 ? kernels[i].seed != only
                               : kernels[i].seed % every != 0)
            continue;
        kernels[i].run(verbose);
        fflush(stdout);
    }
    return 0;
}
