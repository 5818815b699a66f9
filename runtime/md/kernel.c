/* Which loops over pairs this processor runs. */
#include "runtime/md/kernel.h"

static const struct md_kernels *const kernels[] = {
    &md_kernels_base,
};

enum { KERNELS = sizeof kernels / sizeof *kernels };

const struct md_kernels *const *md_kernels_all(int *count)
{
    *count = KERNELS;
    return kernels;
}

bool md_kernels_run_here(const struct md_kernels *k)
{
    return true;
}

const struct md_kernels *md_kernels_best(void)
{
    int best = KERNELS - 1;
    while (!md_kernels_run_here(kernels[best]))
        best--;
    return kernels[best];
}
