/*
 * Prints compiled regions in one form, as --emit asks, or fills in the printed
 * kernels that the C file embeds. Functions that a target lacks are expanded
 * before it prints.
 */
#include "compiler/output/emit.h"

#include "backends/target.h"
#include "compiler/output/openmp.h"

static const char *print_module(const struct kir_module *module,
                                const struct target *t, bool drivers_only,
                                const struct options *options,
                                struct faults *faults)
{
    struct target_options how = {
        .ptx_arch = options->arch,
        .line_info = options->lines == OPTIONS_LINES_ALL ||
                     (options->lines == OPTIONS_LINES_FREE &&
                      t->capabilities & TARGET_LINES),
        .drivers_only = drivers_only,
        .embedded = options_is_whole(options),
        .explain = options->diag.explain,
        .views = options->views,
        .array = options->array,
        .copies = options->copies,
    };
    struct arena *arena = faults->arena;
    if (!drivers_only)
        module = target_fit(arena, t, module);
    if (!kir_check(module, faults))
        return NULL;
    struct buf text = {0};
    bool done = t->print(module, &how, &text, faults);
    const char *copy =
        done ? arena_strndup(arena, text.text ? text.text : "", text.length)
             : NULL;
    buf_free(&text);
    return copy;
}

const char *emit_target(const struct kir_module *module, const char *target,
                        bool drivers_only, const struct options *options,
                        struct faults *faults)
{
    return print_module(module, target_find(target), drivers_only, options,
                        faults);
}

/* Fills host_text for --emit=openmp; a region that needs libhedra is kept
 * instead, with a warning. */
static bool emit_openmp(struct stub_region *r, const struct options *options,
                        struct faults *faults)
{
    const char *why = openmp_refuses(r);
    r->openmp = true;
    if (!why) {
        r->host_text = print_module(openmp_module(faults->arena, r),
                                    &target_openmp, false, options, faults);
        return r->host_text;
    }
    fault_add(faults, FAULT_KEPT, r->scop->loc, "the region stays as it is: %s",
              why);
    struct region *kept = arena_alloc(faults->arena, sizeof *kept);
    *kept = *r->region;
    kept->kept = true;
    r->region = kept;
    return true;
}

/* A module with one function of another. */
static const struct kir_module *
pick_function(struct arena *arena, const struct kir_module *module, int number)
{
    struct kir_module *copy = arena_alloc(arena, sizeof *copy);
    *copy = *module;
    copy->func = &module->func[number];
    copy->func_count = copy->func_cap = 1;
    return copy;
}

bool emit_region(struct stub_region *r, const struct options *options,
                 struct faults *faults)
{
    int errors = faults->errors;
    if (options->form == OPTIONS_FORM_OPENMP)
        return emit_openmp(r, options, faults);
    if (r->gpu && options->targets & OPTIONS_PTX)
        r->ptx = emit_target(r->gpu, "ptx", false, options, faults);
    if (r->gpu && options->targets & OPTIONS_OPENCL)
        r->opencl = emit_target(r->gpu, "opencl", false, options, faults);
    if (r->gpu && options->targets & OPTIONS_RACER)
        r->racer = emit_target(r->gpu, "racer", false, options, faults);
    if (r->gpu)
        r->gpu_driver = emit_target(r->gpu, "c", true, options, faults);
    const struct kir_module *host = r->host;
    if (!(options->targets & OPTIONS_HOST)) {
        host = pick_function(faults->arena, host, r->region->ranges);
        r->host = NULL;
    }
    r->host_text = emit_target(host, "c", false, options, faults);
    return faults->errors == errors;
}

/* The kernels of all regions in one module: a PTX text holds one module. */
static const struct kir_module *
merge_kernels(struct arena *arena, const struct stub_region *r, int count)
{
    struct kir_module *all = NULL;
    for (int k = 0; k < count; k++) {
        const struct kir_module *m = r[k].gpu;
        for (int i = 0; m && i < m->func_count; i++) {
            if (m->func[i]->kind != KIR_KERNEL)
                continue;
            if (!all)
                all = kir_module_new(arena, "kernels", m->source_file);
            ARENA_PUSH(arena, all->func, all->func_count, all->func_cap,
                       m->func[i]);
        }
    }
    return all;
}

static bool put_target(const struct kir_module *module, bool drivers_only,
                       const struct options *options, struct buf *out,
                       struct faults *faults)
{
    const char *text =
        emit_target(module, options->emit, drivers_only, options, faults);
    if (text)
        buf_puts(out, text);
    return text;
}

/* Is the form a target's that has functions of the host? */
static bool has_hosts(const struct options *options)
{
    return options->form == OPTIONS_FORM_TARGET &&
           target_find(options->emit)->capabilities & TARGET_HOST_FUNCS;
}

static bool put_module(const struct kir_module *module,
                       const struct options *options, struct buf *out,
                       struct faults *faults)
{
    if (options->form == OPTIONS_FORM_TARGET)
        return put_target(module, false, options, out, faults);
    kir_print(module, out);
    return true;
}

bool emit_module(const struct kir_module *module, const struct options *options,
                 struct buf *out, struct faults *faults)
{
    if (has_hosts(options))
        stub_put_prologue(out);
    return put_module(module, options, out, faults);
}

bool emit_form(const struct stub_region *r, int count,
               const struct options *options, struct buf *out,
               struct faults *faults)
{
    bool target = options->form == OPTIONS_FORM_TARGET;
    bool hosts = has_hosts(options);
    if (target && !hosts) {
        const struct kir_module *all = merge_kernels(faults->arena, r, count);
        return !all || put_target(all, false, options, out, faults);
    }
    if (hosts && count > 0)
        stub_put_prologue(out);
    bool done = true;
    for (int k = 0; k < count; k++) {
        if (r[k].gpu && target)
            done &= put_target(r[k].gpu, true, options, out, faults);
        else if (r[k].gpu)
            kir_print(r[k].gpu, out);
        if (r[k].host)
            done &= put_module(r[k].host, options, out, faults);
    }
    return done;
}
