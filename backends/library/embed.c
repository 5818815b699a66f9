/*
 * hedra-embed: prints the kernels of a hosted family.
 *
 *     hedra-embed FAMILY FILE.c           for libhedra: the modules as an array
 *                                         `struct hedra_module FAMILY_module[]`
 *     hedra-embed FAMILY NUMBER TARGET    one module, to standard output
 */
#include "backends/kir/kir.h"
#include "backends/library/library.h"
#include "backends/optimise/optimise.h"
#include "backends/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct hosted_family *const hosted_list[] = {
    &hosted_eri, &hosted_tridiag, &hosted_tsa, &hosted_tsa_sums, NULL};

static const char usage[] =
    "usage: hedra-embed FAMILY FILE.c\n"
    "       hedra-embed FAMILY NUMBER kir|ptx|cuda|opencl\n";

static _Noreturn void stop(const char *what, const struct faults *faults)
{
    fprintf(stderr, "hedra-embed: %s\n", what);
    for (const struct fault *f = faults ? faults->first : NULL; f; f = f->next)
        fprintf(stderr, "%s\n", f->message);
    exit(1);
}

static struct kir_module *build(struct arena *arena,
                                const struct hosted_family *family, int number)
{
    struct faults faults = faults_new(arena);
    struct kir_module *module = family->build(arena, number);
    if (!kir_check(module, &faults))
        stop("the kernels break the rules of KIR", &faults);
    return kir_optimise(arena, module);
}

/* The module as text of a target; the caller frees it. */
static struct buf print(struct arena *arena, const struct kir_module *module,
                        const char *name)
{
    const struct target_options options = {.ptx_arch = 75, .quiet = true};
    struct faults faults = faults_new(arena);
    struct buf text = {0};
    if (strcmp(name, "kir") == 0) {
        kir_print(module, &text);
        return text;
    }
    const struct target *target = target_find(name);
    if (!target)
        stop(usage, NULL);
    module = target_fit(arena, target, module);
    if (!target->print(module, &options, &text, &faults))
        stop("the kernels cannot be printed", &faults);
    return text;
}

/* Compilers warn of literals beyond 4095 characters. */
static void put_text(struct buf *out, const char *name, const struct buf *text)
{
    buf_printf(out, "__extension__ static const char %s[]", name);
    literal_put_lines(out, text->text);
}

static void put_module(struct buf *out, struct buf *table,
                       const struct hosted_family *family, int number)
{
    struct arena *arena = arena_new();
    struct kir_module *module = build(arena, family, number);
    struct buf ptx = print(arena, module, "ptx");
    struct buf opencl = print(arena, module, "opencl");
    put_text(out, arena_printf(arena, "ptx_%d", number), &ptx);
    put_text(out, arena_printf(arena, "opencl_%d", number), &opencl);
    literal_put_kernels(out, arena, arena_printf(arena, "kernel_%d", number),
                        module);
    buf_printf(
        table,
        "    {HEDRA_ABI, \"%s\", \"libhedra\", 0, ptx_%d, opencl_%d, 0, %d, "
        "0, kernel_%d, 0, 0, 0},\n",
        module->name, number, number, module->func_count, number);
    buf_free(&ptx);
    buf_free(&opencl);
    arena_free(arena);
}

static void embed(const struct hosted_family *family, const char *file)
{
    struct buf out = {0}, table = {0};
    buf_puts(&out, "/* Written by hedra-embed. */\n"
                   "#include \"runtime/include/hedra.h\"\n\n");
    for (int k = 0; k < family->modules; k++)
        put_module(&out, &table, family, k);
    buf_printf(&out, "extern struct hedra_module %s_module[];\n", family->name);
    buf_printf(&out, "struct hedra_module %s_module[] = {\n%s};\n",
               family->name, table.text);
    if (!base_write_file(file, out.text, out.length))
        stop("the file cannot be written", NULL);
    buf_free(&out);
    buf_free(&table);
}

int main(int argc, char **argv)
{
    int k = 0;
    if (argc < 3)
        stop(usage, NULL);
    while (hosted_list[k] && strcmp(hosted_list[k]->name, argv[1]) != 0)
        k++;
    const struct hosted_family *family = hosted_list[k];
    if (!family)
        stop("there is no such family", NULL);
    if (argc == 3) {
        embed(family, argv[2]);
        return 0;
    }
    int number = atoi(argv[2]);
    if (number < 0 || number >= family->modules)
        stop("there is no such module", NULL);
    struct arena *arena = arena_new();
    struct buf text = print(arena, build(arena, family, number), argv[3]);
    fwrite(text.text, 1, text.length, stdout);
    buf_free(&text);
    arena_free(arena);
    return fflush(stdout) ? 1 : 0;
}
