#include "backends/vector/kernels.h"

bool vector_change_kernels(struct kir_module *module,
                           bool (*change)(struct kir_func *f,
                                          struct kir_block *block))
{
    bool any = false;

    for (int k = 0; k < module->func_count; k++)
        if (module->func[k]->kind == KIR_KERNEL)
            any |= change(module->func[k], &module->func[k]->body);
    return any;
}
