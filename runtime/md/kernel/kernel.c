/* Which loops over pairs this processor runs. */
#include "runtime/md/kernel/kernel.h"

#include "runtime/include/hedra.h"

static const struct md_kernels *const kernels[] = {
    &md_kernels_base,
#if defined __GNUC__ && defined __x86_64__
    &md_kernels_avx2,
    &md_kernels_avx512,
#endif
};

enum { KERNELS = sizeof kernels / sizeof *kernels };

const struct md_kernels *const *md_kernels_all(int *count)
{
    *count = KERNELS;
    return kernels;
}

bool md_kernels_run_here(const struct md_kernels *k)
{
#if defined __GNUC__ && defined __x86_64__
    if (k == &md_kernels_avx2)
        return hedra_level() >= HEDRA_LEVEL_AVX2;
    if (k == &md_kernels_avx512)
        return hedra_level() >= HEDRA_LEVEL_AVX512;
#endif
    return true;
}

const struct md_kernels *md_kernels_best(void)
{
    int best = KERNELS - 1;
    while (!md_kernels_run_here(kernels[best]))
        best--;
    return kernels[best];
}
