/* Prints a KIR text for one target: kir_print TARGET FILE [ARCH]
 * [line|opt|tile…]. For the scripts of this folder. */
#include "backends/math/math.h"
#include "backends/optimise/optimise.h"
#include "backends/target.h"
#include "backends/vector/vector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_faults(const struct faults *faults)
{
    for (const struct fault *f = faults->first; f; f = f->next)
        fprintf(stderr, "%s:%d: %s [%s]\n", f->loc.file ? f->loc.file : "",
                f->loc.line, f->message, fault_name(f->kind));
}

static bool print_file(struct arena *arena, const struct target *target,
                       const char *path, const struct target_options *options,
                       bool optimise, bool tiled)
{
    struct faults faults = faults_new(arena);
    char *text = base_read_file(path, NULL);
    struct kir_module *module = NULL;
    struct buf out = {0};
    bool good = false;

    if (!text) {
        perror(path);
        return false;
    }
    module = kir_parse(arena, path, text, &faults);
    free(text);
    if (module && kir_asks_warps(module))
        module = kir_optimise(
            arena, kir_settle_warps(arena, module,
                                    target->capabilities & TARGET_WARPS));
    if (module && !(target->capabilities & TARGET_MATH))
        module = kir_expand_math(arena, module);
    if (module && optimise)
        module = kir_optimise(arena, module);
    if (module && tiled) {
        kir_transpose(module);
        kir_wavefront(module);
        kir_register_tile(module, KIR_REGISTER_VECTORS, KIR_PACKING_MODEL,
                          &faults);
    }
    if (module && kir_check(module, &faults))
        good = target->print(module, options, &out, &faults);
    print_faults(&faults);
    if (good)
        fwrite(out.text, 1, out.length, stdout);
    buf_free(&out);
    return good;
}

int main(int argc, char **argv)
{
    const struct target *target = argc > 2 ? target_find(argv[1]) : NULL;
    struct target_options options = {0};
    struct arena *arena;
    bool optimise = false, tiled = false, good;

    if (!target) {
        fprintf(stderr, "usage: kir_print TARGET FILE [line|quiet|drivers|opt|"
                        "tile|ARCH]...\n");
        return 2;
    }
    for (int i = 3; i < argc; i++) {
        options.line_info |= strcmp(argv[i], "line") == 0;
        options.quiet |= strcmp(argv[i], "quiet") == 0;
        options.drivers_only |= strcmp(argv[i], "drivers") == 0;
        optimise |= strcmp(argv[i], "opt") == 0;
        tiled |= strcmp(argv[i], "tile") == 0;
        if (atoi(argv[i]))
            options.ptx_arch = atoi(argv[i]);
    }
    arena = arena_new();
    good = print_file(arena, target, argv[2], &options, optimise, tiled);
    arena_free(arena);
    return good ? 0 : 1;
}
