/* brush: from a basis set to integral kernels. The whole pipeline is generate()
 * and explain(). */
#include "backends/target.h"
#include "brush/library.h"
#include "compiler/brush_options.h"
#include "compiler/diag.h"
#include "compiler/progress.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EXIT_DONE = 0, EXIT_REFUSED = 1, EXIT_USAGE = 2 };

struct file {
    const char *name;
    struct buf text;
};

struct work {
    struct arena *arena;
    const struct brush_options *options;
    struct faults faults;
    struct progress *progress;
    int files, file_cap;
    struct file *file; /* written when all is well */
};

static const struct loc nowhere;

static struct file *add_file(struct work *w, const char *name)
{
    struct file f = {name, {NULL, 0, 0}};

    ARENA_PUSH(w->arena, w->file, w->files, w->file_cap, f);
    return &w->file[w->files - 1];
}

static struct basis *read_basis(struct work *w)
{
    const char *path = w->options->basis;
    char *text = base_read_file(path, NULL);
    struct basis *basis;

    if (!text) {
        fault_add(&w->faults, FAULT_FILE, nowhere, "cannot read %s: %s", path,
                  strerror(errno));
        return NULL;
    }
    basis = basis_parse(w->arena, path, text, &w->faults);
    free(text);
    return basis;
}

static struct library_options
library_options(struct work *w, const struct basis *basis, enum kir_type type)
{
    const struct brush_options *o = w->options;
    struct library_options l = {.name = o->name,
                                .type = type,
                                .lanes = o->lanes,
                                .merge = o->merge,
                                .path = o->path};

    if (type == KIR_F32)
        l.name = arena_printf(w->arena, "%s_f32", o->name);
    if (!l.lanes)
        l.lanes = type == KIR_F32 ? 16 : 8;
    memcpy(l.wanted, o->wanted, sizeof l.wanted);
    for (int z = 1; o->all_elements && z <= BASIS_MAX_Z; z++)
        l.wanted[z] = basis->element[z].shells > 0;
    return l;
}

/* One kernel as text for a target. */
static bool print_kernel(struct work *w, struct library *l, int number,
                         const struct target *target, struct buf *out)
{
    struct target_options options = {.ptx_arch = 75, .quiet = true};
    struct arena *arena = arena_new();
    struct kir_module *module;
    bool good;

    module = library_build(arena, l, number);
    good = kir_check(module, &w->faults);
    if (good)
        module = kir_optimise(arena, module);
    if (good && !(target->capabilities & TARGET_MATH))
        module = kir_expand_math(arena, module);
    good = good && target->print(module, &options, out, &w->faults);
    arena_free(arena);
    return good;
}

/* The function through which the registration reaches a kernel, whose printed
 * form is static. */
static void print_entry(struct work *w, const struct library *l, int number,
                        struct buf *out)
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

/* The C files: the registration, and the kernels, each in the file that is the
 * shortest so far. */
static bool make_library(struct work *w, struct library *l)
{
    const char *name = l->options->name;
    int first;

    library_print_header(
        l, &add_file(w, arena_printf(w->arena, "%s.h", name))->text);
    add_file(w, arena_printf(w->arena, "%s.c", name));
    first = w->files;
    for (int i = 0; i < w->options->files; i++)
        buf_puts(&add_file(w, arena_printf(w->arena, "%s_%d.c", name, i))->text,
                 "/* Written by brush. */\n#include <hedra.h>\n\n");
    for (int i = 0; i < l->kernels; i++) {
        struct file *shortest = &w->file[first];

        for (int k = first; k < w->files; k++)
            if (w->file[k].text.length < shortest->text.length)
                shortest = &w->file[k];
        progress_step(w->progress, "%s: kernel %d of %d, %s", name, i + 1,
                      l->kernels, l->kernel[i].name);
        if (!print_kernel(w, l, i, &target_c, &shortest->text))
            return false;
        print_entry(w, l, i, &shortest->text);
    }
    library_print_set(l, &w->file[first - 1].text);
    return true;
}

/* The kernels for another target, a file each: a thread works on a quartet. */
static bool make_texts(struct work *w, struct library *l,
                       const struct target *target)
{
    for (int i = 0; i < l->kernels; i++) {
        struct file *f = add_file(w, arena_printf(w->arena, "%s%s",
                                                  library_entry(w->arena, l, i),
                                                  target->suffix));

        progress_step(w->progress, "%s: kernel %d of %d, %s", target->name,
                      i + 1, l->kernels, l->kernel[i].name);
        if (!print_kernel(w, l, i, target, &f->text))
            return false;
    }
    return true;
}

static bool generate_one(struct work *w, struct basis *basis,
                         enum kir_type type)
{
    for (int i = 0; w->options->target[i]; i++) {
        const struct target *target = target_find(w->options->target[i]);
        struct library_options options = library_options(w, basis, type);
        struct library *l;

        if (!(target->capabilities & TARGET_HOST_FUNCS))
            options.lanes = 1;
        l = library_new(w->arena, basis, &options, &w->faults);
        if (!l || !(options.lanes > 1 ? make_library(w, l)
                                      : make_texts(w, l, target)))
            return false;
    }
    return true;
}

static bool write_files(struct work *w)
{
    const char *folder = w->options->output;

    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        fault_add(&w->faults, FAULT_FILE, nowhere, "cannot make %s: %s", folder,
                  strerror(errno));
        return false;
    }
    for (int i = 0; i < w->files; i++) {
        const char *path =
            arena_printf(w->arena, "%s/%s", folder, w->file[i].name);

        if (!base_write_file(path, w->file[i].text.text,
                             w->file[i].text.length)) {
            fault_add(&w->faults, FAULT_FILE, nowhere, "cannot write %s: %s",
                      path, strerror(errno));
            return false;
        }
    }
    return true;
}

static void generate(struct work *w)
{
    struct basis *basis = read_basis(w);
    bool good = basis != NULL;

    w->progress = progress_begin();
    for (int i = 0; good && i < 2; i++)
        if (w->options->precision[i])
            good = generate_one(w, basis, i ? KIR_F32 : KIR_F64);
    progress_end(w->progress);
    if (good)
        write_files(w);
    for (int i = 0; i < w->files; i++)
        buf_free(&w->file[i].text);
}

/* Compares class texts without regard to spaces: "(sp sp|s s)". */
static bool is_class(struct arena *arena, const struct kernel_shape *shape,
                     const char *text)
{
    const char *name[4];
    char *own, *out = arena_strdup(arena, text), *to = out;

    for (int i = 0; i < 4; i++)
        name[i] = shell_kind_name(arena, &shape->kind[i]);
    own =
        arena_printf(arena, "(%s%s|%s%s)", name[0], name[1], name[2], name[3]);
    for (const char *c = text; *c; c++)
        if (*c != ' ')
            *to++ = *c;
    *to = '\0';
    return strcmp(own, out) == 0;
}

/* The columns: see struct kernel_candidate. */
static void explain_class(struct arena *arena, const struct kernel_shape *shape)
{
    struct kernel_candidate candidate[PATH_COUNT];
    int best = kernel_compare(shape, candidate);

    printf("(%s %s|%s %s), with %d and %d primitive pairs:\n"
           "    path           quartet (fused) pair   late   code      total\n",
           shell_kind_name(arena, &shape->kind[0]),
           shell_kind_name(arena, &shape->kind[1]),
           shell_kind_name(arena, &shape->kind[2]),
           shell_kind_name(arena, &shape->kind[3]), shape->primitives[0],
           shape->primitives[1]);
    for (int p = 0; p < PATH_COUNT; p++) {
        const struct kernel_candidate *c = &candidate[p];

        printf("  %c %-13s %8d %7d %4d %6d %6d %10.0f  %s%s\n",
               p == best ? '*' : ' ', path_name(p), c->operations, c->fused,
               c->outer, c->late, c->size, c->total, path_text(p),
               path_is_automatic(p) ? "" : " (only if asked for)");
    }
}

static void explain(struct work *w)
{
    struct basis *basis = read_basis(w);
    struct library_options options;
    struct library *l;
    bool any = false;

    if (!basis)
        return;
    options = library_options(w, basis, KIR_F64);
    l = library_new(w->arena, basis, &options, &w->faults);
    for (int i = 0; l && i < l->kernels; i++) {
        const struct kernel_shape *shape = &l->kernel[i].shape;
        const char *text = w->options->class_text;

        if (text && !is_class(w->arena, shape, text))
            continue;
        explain_class(w->arena, shape);
        any = true;
    }
    if (l && !any)
        fault_add(&w->faults, FAULT_USAGE, nowhere,
                  "the basis set has no class '%s'", w->options->class_text);
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct work w = {.arena = arena, .faults = faults_new(arena)};
    struct brush_options options =
        brush_options_parse(arena, argc, argv, &w.faults);
    struct diag_options diag = {.color = DIAG_COLOR_AUTO, .program = "brush"};
    int code = EXIT_DONE;

    w.options = &options;
    if (w.faults.errors)
        code = EXIT_USAGE;
    else if (options.action == BRUSH_HELP)
        brush_options_print_help(stdout);
    else if (options.action == BRUSH_VERSION)
        puts("brush " BRUSH_VERSION_TEXT);
    else if (options.action == BRUSH_EXPLAIN)
        explain(&w);
    else
        generate(&w);
    diag_print(stderr, &w.faults, &diag);
    if (w.faults.errors && code == EXIT_DONE)
        code = EXIT_REFUSED;
    arena_free(arena);
    return code;
}
