/*
 * The list of targets. A new target is a row here and a printer in a folder of
 * its own, or a dialect of c/.
 */
#include "backends/target.h"

#include "backends/math/math.h"
#include "backends/optimise/optimise.h"

#include <string.h>

const struct target *const target_list[] = {
    &target_ptx,   &target_cuda,         &target_opencl, &target_c,
    &target_racer, &target_racer_placed, &target_dot,    NULL};

const struct target *target_find(const char *name)
{
    for (int i = 0; target_list[i]; i++)
        if (strcmp(target_list[i]->name, name) == 0)
            return target_list[i];
    return NULL;
}

const struct kir_module *target_fit(struct arena *arena,
                                    const struct target *target,
                                    const struct kir_module *module)
{
    bool math = target->capabilities & TARGET_MATH;
    bool asks = kir_asks_warps(module);

    if (asks)
        module = kir_settle_warps(arena, module,
                                  target->capabilities & TARGET_WARPS);
    if (!math)
        module = kir_expand_math(arena, module);
    return asks || !math ? kir_optimise(arena, module) : module;
}
