/*
 * The target `racer`: the graphs of a module's kernels, one after the other,
 * each proved free of deadlock and balanced.
 */
#include "backends/dataflow/local.h"

/* A kernel that stores nothing has a graph where a program asks for it. */
static bool print_kernel(const struct kir_func *f,
                         const struct target_options *options, struct buf *out,
                         struct faults *faults)
{
    struct faults found = faults_new(faults->arena);
    struct racer_graph *g = flow_kernel(faults->arena, f, faults), *proved;
    const struct racer_graph *text = NULL;

    if (!g)
        return false;
    if (!flow_stores(g) && !options->embedded)
        return true;
    g = flow_prune(faults->arena, g);
    if (!flow_fits(g, faults))
        return false;
    proved = flow_prove(faults->arena, g, &text, &found);
    if (proved) {
        racer_print(out, proved);
        buf_putc(out, '\n');
    } else {
        flow_explain(f, g, text, found.first, faults);
    }
    return proved;
}

static bool print(const struct kir_module *module,
                  const struct target_options *options, struct buf *out,
                  struct faults *faults)
{
    bool good = true;

    for (int i = 0; i < module->func_count; i++)
        if (module->func[i]->kind == KIR_KERNEL)
            good = print_kernel(module->func[i], options, out, faults) && good;
    return good;
}

/* Functions that processing elements have not are refused, not expanded. */
const struct target target_racer = {"racer", ".graph", TARGET_MATH, print};
