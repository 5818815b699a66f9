/* Which instruction sets vectors use (hedra_level, HEDRA_LEVEL). */
#include "runtime/include/hedra.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static int level_of_processor(void)
{
#if defined __GNUC__ && defined __x86_64__
    if (__builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
        return HEDRA_LEVEL_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return HEDRA_LEVEL_AVX2;
#endif
    return HEDRA_LEVEL_BASE;
}

/* What the variable permits. A value that is none of its words is refused where
 * a region begins (runtime/device/environment.h). */
static int level_asked(void)
{
    const char *text = getenv("HEDRA_LEVEL");
    if (text && strcmp(text, "base") == 0)
        return HEDRA_LEVEL_BASE;
    if (text && strcmp(text, "avx2") == 0)
        return HEDRA_LEVEL_AVX2;
    return HEDRA_LEVEL_AVX512;
}

int hedra_level(void)
{
    static atomic_int found = -1;
    int level = atomic_load_explicit(&found, memory_order_relaxed);
    if (level < 0) {
        const int has = level_of_processor(), asked = level_asked();
        level = asked < has ? asked : has;
        atomic_store_explicit(&found, level, memory_order_relaxed);
    }
    return level;
}
