/*
 * The target `racer`: the graphs of a module's kernels, one after the other,
 * each proved free of deadlock and balanced.
 */
#include "backends/dataflow/local.h"

/* What a step of this folder or of the checker finds is a fault of the kernel:
 * it gets the kernel's line, as the graph's text has no place of its own. */
static bool print_kernel(const struct kir_func *f,
                         const struct target_options *options, struct buf *out,
                         struct faults *faults)
{
    struct faults found = faults_new(faults->arena);
    struct racer_graph *g = flow_kernel(faults->arena, f, faults);

    if (!g)
        return false;
    if (!flow_stores(g) && !options->embedded)
        return true;
    g = flow_prune(faults->arena, g);
    g = flow_prove(faults->arena, g, &found);
    if (g) {
        racer_print(out, g);
        buf_putc(out, '\n');
        return true;
    }
    fault_hint(
        faults,
        fault_add(faults, FAULT_UNSUPPORTED_TARGET,
                  (struct loc){.file = f->module->source_file, .line = f->line},
                  "no graph of this nest is proved free of deadlock: %s",
                  found.first ? found.first->message : "?"),
        (struct loc){0}, "run this nest on another device");
    return false;
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
