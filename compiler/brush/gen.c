/* brush gen: the kernels of a basis set for all targets. */
#include "backends/kir/kir.h"
#include "backends/math/math.h"
#include "backends/optimise/optimise.h"
#include "backends/target.h"
#include "brush/library/library.h"
#include "compiler/brush/brush.h"
#include "compiler/driver/driver.h"

#include <string.h>

static const struct loc nowhere;

bool work_optimise(struct brush_work *w, struct arena *arena,
                   struct kir_module **module)
{
    if (!kir_check(*module, &w->faults))
        return false;
    *module = kir_optimise(arena, *module);
    return true;
}

bool work_print(struct brush_work *w, struct arena *arena,
                const struct kir_module *module, const struct target *target,
                struct buf *out)
{
    struct target_options options = {
        .ptx_arch = 75, .quiet = true, .statements = w->options->statements};

    if (!(target->capabilities & TARGET_MATH))
        module = kir_expand_math(arena, module);
    return target->print(module, &options, out, &w->faults);
}

static bool print_kernel(struct brush_work *w, struct library *l, int number,
                         const struct target *target, struct buf *out)
{
    struct arena *arena = arena_new();
    struct kir_module *module = library_build(arena, l, number);
    bool good = work_optimise(w, arena, &module) &&
                work_print(w, arena, module, target, out);

    arena_free(arena);
    return good;
}

/* The function through which the registration reaches a kernel, whose printed
 * form is static. */
static void print_entry(struct brush_work *w, const struct library *l,
                        int number, struct buf *out)
{
    const char *entry = library_entry(w->arena, l, number);

    buf_printf(out,
               "\nvoid %s(const union hedra_arg *arg, int64_t begin,\n"
               "    int64_t end);\n\n"
               "void %s(const union hedra_arg *arg, int64_t begin,\n"
               "    int64_t end)\n{\n    %s(arg, begin, end);\n",
               entry, entry, l->kernel[number].name);
    buf_puts(out, "}\n\n");
}

/* The targets whose text a struct hedra_module has place for, in its order. */
static const struct target *const carried[] = {&target_ptx, &target_opencl};

enum { CARRIED = sizeof carried / sizeof *carried };

static bool is_wanted(const struct brush_work *w, const struct target *target)
{
    for (int i = 0; w->options->target[i]; i++)
        if (strcmp(w->options->target[i], target->name) == 0)
            return true;
    return false;
}

/* What is timed is timed on any device. */
static bool is_carried(const struct brush_work *w, const struct target *target)
{
    return w->options->action == BRUSH_TUNE || is_wanted(w, target);
}

/* The kernel as a region that libhedra runs on devices. */
static bool print_device(struct brush_work *w, struct library *l, int number,
                         struct buf *out)
{
    struct arena *arena = arena_new();
    const char *name = library_device(arena, l, number), *text[CARRIED];
    struct kir_module *module = library_build(arena, l, number);
    bool good = work_optimise(w, arena, &module);

    for (int i = 0; good && i < CARRIED; i++) {
        struct buf printed = {NULL, 0, 0};

        text[i] = "0";
        if (!is_carried(w, carried[i]))
            continue;
        good = work_print(w, arena, module, carried[i], &printed);
        text[i] = arena_printf(arena, "%s_%s", name, carried[i]->name);
        buf_printf(out, "__extension__ static const char %s[]", text[i]);
        literal_put_lines(out, printed.text);
        buf_free(&printed);
    }
    if (good) {
        literal_put_kernels(out, arena, arena_printf(arena, "%s_kernel", name),
                            module);
        buf_printf(out,
                   "extern struct hedra_module %s;\n"
                   "struct hedra_module %s = {\n"
                   "    HEDRA_ABI, \"%s\", \"%s\", 0, %s, %s, 0,\n"
                   "    %d, 0, %s_kernel, 0, 0, 0};\n\n",
                   name, name, module->name, l->options->name, text[0], text[1],
                   module->func_count, name);
    }
    arena_free(arena);
    return good;
}

/* The C files: the registration, and the kernels, each in the file that is the
 * shortest so far, with its form for devices if `devices`, the same kernels for
 * threads, is not NULL. */
bool work_add_library(struct brush_work *w, struct library *l,
                      struct library *devices)
{
    const char *name = l->options->name;
    int first;

    library_print_header(
        l, &work_add_file(w, arena_printf(w->arena, "%s.h", name))->text);
    work_add_file(w, arena_printf(w->arena, "%s.c", name));
    first = w->files;
    for (int i = 0; i < w->options->files; i++) {
        const char *file = arena_printf(w->arena, "%s_%d.c", name, i);

        buf_puts(&work_add_file(w, file)->text,
                 "/* Written by brush. */\n#include <hedra_kernel.h>\n\n");
    }
    for (int i = 0; i < l->kernels; i++) {
        struct work_file *shortest = &w->file[first];

        for (int k = first; k < w->files; k++)
            if (w->file[k].text.length < shortest->text.length)
                shortest = &w->file[k];
        progress_step(w->progress, "%s: kernel %d of %d, %s", name, i + 1,
                      l->kernels, l->kernel[i].name);
        if (!print_kernel(w, l, i, &target_c, &shortest->text))
            return false;
        print_entry(w, l, i, &shortest->text);
        if (devices && !print_device(w, devices, i, &shortest->text))
            return false;
    }
    library_print_set(l, devices, &w->file[first - 1].text);
    return true;
}

/* The kernels for another target, a file each: a thread works on a quartet. */
static bool make_texts(struct brush_work *w, struct library *l,
                       const struct target *target)
{
    for (int i = 0; i < l->kernels; i++) {
        const char *name = arena_printf(
            w->arena, "%s%s", library_entry(w->arena, l, i), target->suffix);
        struct work_file *f = work_add_file(w, name);

        progress_step(w->progress, "%s: kernel %d of %d, %s", target->name,
                      i + 1, l->kernels, l->kernel[i].name);
        if (!print_kernel(w, l, i, target, &f->text))
            return false;
    }
    return true;
}

static bool generate_one(struct brush_work *w, struct basis *basis,
                         const struct tuned *tuned, enum kir_type type)
{
    struct library_options options = work_library_options(w, basis, type);
    struct library_options threads = options;
    struct library *host, *device;
    bool good = true, carry = false;

    for (int i = 0; i < CARRIED; i++)
        carry = carry || is_wanted(w, carried[i]);
    threads.lanes = 1;
    host = library_new(w->arena, basis, &options, &w->faults);
    device = host ? library_new(w->arena, basis, &threads, &w->faults) : NULL;
    if (!device)
        return false;
    if (tuned && tuned_apply(tuned, host) + tuned_apply(tuned, device) == 0)
        fault_add(&w->faults, FAULT_TUNED, nowhere,
                  "%s has no kernel of %s in %s", w->options->tuned,
                  w->options->basis, tuned_precision(host));
    library_match(device, host);
    library_complete(w->arena, host);
    library_complete(w->arena, device);
    for (int i = 0; good && w->options->target[i]; i++) {
        const struct target *target = target_find(w->options->target[i]);

        if (target->capabilities & TARGET_HOST_FUNCS)
            good = work_add_library(w, host, carry ? device : NULL);
        else
            good = make_texts(w, device, target);
    }
    return good && (!w->options->cubin || brush_assemble(w, device));
}

void brush_generate(struct brush_work *w)
{
    struct basis *basis = work_read_basis(w);
    const struct tuned *tuned = NULL;
    bool good = basis != NULL;

    if (good && w->options->tuned) {
        const char *text = work_read_file(w, w->options->tuned);

        tuned = text
                    ? tuned_parse(w->arena, w->options->tuned, text, &w->faults)
                    : NULL;
        good = tuned != NULL;
    }
    w->progress = progress_begin();
    for (int i = 0; good && i < 2; i++)
        if (w->options->precision[i])
            good = generate_one(w, basis, tuned, i ? KIR_F32 : KIR_F64);
    progress_end(w->progress);
    if (good && !w->faults.errors)
        work_write_files(w, w->options->output);
    work_free_files(w);
}
