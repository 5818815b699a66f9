/*
 * The targets of data-stream arrays: the graphs of a module's kernels, one
 * after the other, each proved free of deadlock and balanced; as text, as text
 * with places and routes, and for Graphviz.
 */
#include "backends/dataflow/view.h"

/* Appends one of the forms of a graph; false with faults. */
typedef bool put_graph(struct racer_graph *g, const struct kir_func *f,
                       const struct target_options *options, struct buf *out,
                       struct faults *faults);

static struct racer_arch array_of(const struct target_options *options)
{
    return options->array ? *options->array : racer_arch_thesis();
}

/* The graph of a kernel, its sides of branches brought together so; NULL with
 * faults, or if it stores nothing: such a kernel has a graph where a program
 * asks for it. */
static struct racer_graph *graph_with(const struct kir_func *f,
                                      const struct target_options *options,
                                      enum flow_sides sides,
                                      struct faults *faults)
{
    struct faults found = faults_new(faults->arena);
    struct racer_arch arch = array_of(options);
    struct racer_graph *g = flow_kernel(faults->arena, f, &arch, sides, faults);
    struct racer_graph *proved;
    const struct racer_graph *text = NULL;
    struct buf certificate = {0};

    if (!g || (!flow_stores(g) && !options->embedded))
        return NULL;
    g = flow_prune(faults->arena, g);
    if (!flow_fits(g, faults))
        return NULL;
    proved = flow_prove(faults->arena, g, &arch, &certificate, &text, &found);
    if (!proved)
        flow_explain(f, g, text, found.first, faults);
    else if (options->explain)
        flow_remark(f, proved, &arch, certificate.text, faults);
    if (proved && options->views)
        flow_view(options->views, faults->arena, f, proved, &arch,
                  certificate.text);
    buf_free(&certificate);
    return proved;
}

/* A kernel of one thread parts at branches that are dear on one side, if it has
 * a graph then, in which all values pass the switch. */
static struct racer_graph *graph_of(const struct kir_func *f,
                                    const struct target_options *options,
                                    struct faults *faults)
{
    struct faults parted = faults_new(faults->arena);

    if (flow_is_alone(f) && graph_with(f, options, FLOW_PART, &parted))
        return graph_with(f, options, FLOW_PART, faults);
    return graph_with(f, options, FLOW_SELECT, faults);
}

static bool put_all(const struct kir_module *module,
                    const struct target_options *options, put_graph *put,
                    struct buf *out, struct faults *faults)
{
    int errors = faults->errors;

    for (int i = 0; i < module->func_count; i++) {
        const struct kir_func *f = module->func[i];
        struct racer_graph *g =
            f->kind == KIR_KERNEL ? graph_of(f, options, faults) : NULL;

        if (g && put(g, f, options, out, faults))
            buf_putc(out, '\n');
    }
    return faults->errors == errors;
}

static bool put_text(struct racer_graph *g, const struct kir_func *f,
                     const struct target_options *options, struct buf *out,
                     struct faults *faults)
{
    (void)f;
    (void)options;
    (void)faults;
    racer_print(out, g);
    return true;
}

static bool put_picture(struct racer_graph *g, const struct kir_func *f,
                        const struct target_options *options, struct buf *out,
                        struct faults *faults)
{
    (void)f;
    (void)options;
    (void)faults;
    racer_print_dot(out, g);
    return true;
}

/* What has no place is a fault of the kernel. */
static bool put_placed(struct racer_graph *g, const struct kir_func *f,
                       const struct target_options *options, struct buf *out,
                       struct faults *faults)
{
    struct faults found = faults_new(faults->arena);
    struct racer_arch arch = array_of(options);
    struct place_report report;

    g = flow_place(faults->arena, g, &arch, options->copies, &report, &found);
    if (g) {
        racer_print(out, g);
        if (options->explain)
            flow_remark_places(f, &arch, &report, faults);
        if (options->views)
            flow_view_places(options->views, faults->arena, f, g, &arch,
                             &report);
        return true;
    }
    fault_hint(
        faults,
        fault_add(faults, FAULT_UNSUPPORTED_TARGET,
                  (struct loc){.file = f->module->source_file, .line = f->line},
                  "the graph of this nest has no places on the array: %s",
                  found.first ? found.first->message : "?"),
        (struct loc){0}, "%s",
        options->copies && found.first && found.first->hint
            ? found.first->hint
            : "split the nest; or write --emit=racer, and lay it out by "
              "racersim"
              " --place, which has other arrays, seeds and more time");
    return false;
}

/* A program holds the array that its graphs are for in front of them, unless
 * that is the one of the thesis. */
static bool print(const struct kir_module *module,
                  const struct target_options *options, struct buf *out,
                  struct faults *faults)
{
    if (options->embedded && options->array)
        racer_arch_print(out, options->array);
    return put_all(module, options, put_text, out, faults);
}

static bool print_placed(const struct kir_module *module,
                         const struct target_options *options, struct buf *out,
                         struct faults *faults)
{
    return put_all(module, options, put_placed, out, faults);
}

static bool print_picture(const struct kir_module *module,
                          const struct target_options *options, struct buf *out,
                          struct faults *faults)
{
    return put_all(module, options, put_picture, out, faults);
}

/* Functions that processing elements have not are refused, not expanded. */
const struct target target_racer = {"racer", ".graph",
                                    TARGET_MATH | TARGET_ELEMENTS, print};
const struct target target_racer_placed = {
    "racer-placed", ".graph", TARGET_MATH | TARGET_ELEMENTS, print_placed};
const struct target target_dot = {"dot", ".dot", TARGET_MATH | TARGET_ELEMENTS,
                                  print_picture};
