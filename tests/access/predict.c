/*
 * access-predict [-v] MODULES.kir SIZES ...
 *
 * Reads modules that each hold a driver and its kernels, as --emit=kir writes
 * them, optimises them, and for each SIZES, numbers with commas between, gives
 * them to the driver's parameters (those left over: the last one and 3, 6, …
 * more), predicts what the kernels ask of memory and how often they are
 * launched, and compares that with its enumeration. With -v the prediction is
 * printed. Exits with 1 if something differs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/memory/memory.h"
#include "backends/optimise/optimise.h"
#include "tests/access/reference.h"

enum { MAX_PARAMS = 32 };

static void print(const struct kir_access *a, int count)
{
    static const char *const kind[] = {"load", "store", "atomic"};

    for (int k = 0; k < count; k++)
        printf("%s line %d %s %s: %s%lld requests %lld lanes %lld/%lld sectors "
               "%lld/%lld wavefronts\n",
               a[k].kernel->name, a[k].line, kind[a[k].kind],
               a[k].kernel->buffer[a[k].buffer].name,
               a[k].unknown ? "unknown " : "", (long long)a[k].count.requests,
               (long long)a[k].count.lanes, (long long)a[k].count.sectors,
               (long long)a[k].count.ideal_sectors,
               (long long)a[k].count.wavefronts,
               (long long)a[k].count.ideal_wavefronts);
}

/* Predicts and enumerates for one size; the number of differences. */
static int try_size(const struct kir_func *driver, const char *sizes,
                    bool verbose)
{
    struct arena *arena = arena_new();
    int64_t scalar[MAX_PARAMS];
    bool known[MAX_PARAMS];
    const char *at = sizes;
    int count = 0, bad;

    for (int p = 0; p < driver->param_count; p++) {
        scalar[p] = p ? scalar[p - 1] + 3 : 0;
        known[p] = !kir_is_float(driver->param[p].type);
        if (!at)
            continue;
        scalar[p] = atoll(at);
        at = strchr(at, ',');
        at = at ? at + 1 : NULL;
    }
    struct kir_access_input input = {.scalar = scalar, .known = known};
    struct kir_access *a = kir_access_predict(arena, driver, &input, &count);
    if (verbose)
        print(a, count);
    bad = reference_compare(driver, scalar, a, count,
                            kir_launches_predict(arena, driver, &input));
    if (bad)
        fprintf(stderr, "%s: %d accesses or kernels differ for %s\n",
                driver->name, bad, sizes);
    arena_free(arena);
    return bad;
}

static const struct kir_func *find_driver(const struct kir_module *m)
{
    for (int k = 0; k < m->func_count; k++)
        if (m->func[k]->kind == KIR_HOST)
            return m->func[k];
    return NULL;
}

/* One module of the file; the number of differences. */
static int try_module(const char *path, const char *text, int count,
                      char *const *size, bool verbose)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    struct kir_module *m = kir_parse(arena, path, text, &faults);
    int bad = 0;

    if (!m || !kir_check(m, &faults)) {
        fprintf(stderr, "%s: %s\n", path,
                faults.first ? faults.first->message : "no module");
        arena_free(arena);
        return 1;
    }
    m = kir_optimise(arena, kir_settle_warps(arena, m, true));
    const struct kir_func *driver = find_driver(m);
    if (!driver || driver->param_count > MAX_PARAMS) {
        fprintf(stderr, "%s: no driver that can be tried\n", path);
        bad = 1;
    }
    for (int k = 0; !bad && k < count; k++)
        bad += try_size(driver, size[k], verbose);
    arena_free(arena);
    return bad;
}

int main(int argc, char **argv)
{
    bool verbose = argc > 1 && !strcmp(argv[1], "-v");
    int first = 1 + verbose, bad = 0, modules = 0;
    char *text = argc > first + 1 ? base_read_file(argv[first], NULL) : NULL;

    if (!text) {
        fprintf(stderr, "usage: access-predict [-v] MODULES.kir SIZES ...\n");
        return 2;
    }
    int count = argc - first - 1;
    char *const *size = argv + first + 1;
    char *at = strncmp(text, "module ", 7) ? strstr(text, "\nmodule ") : text;
    for (char *next; at; at = next) {
        next = strstr(at + 1, "\nmodule ");
        if (next)
            *next++ = '\0';
        bad += try_module(argv[first], at, count, size, verbose);
        modules++;
    }
    free(text);
    return bad != 0 || modules == 0;
}
