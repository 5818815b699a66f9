/*
 * Reads what the device ptxsim counted in a run, from JSON, and sums the
 * instructions that one access of the source was lowered to.
 */
#include "compiler/predict/counts.h"
#include "backends/memory/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/driver/driver.h"

struct counts {
    const struct json *root;
};

static const struct loc nowhere;

const struct counts *counts_read(struct arena *arena, const char *path,
                                 struct faults *faults)
{
    struct counts *counts = arena_alloc(arena, sizeof *counts);
    char *text = base_read_file(path, NULL);
    int line = 0;
    if (!text) {
        fault_add(faults, FAULT_FILE, nowhere, "cannot read %s: %s", path,
                  strerror(errno));
        return NULL;
    }
    counts->root = json_parse(arena, text, &line);
    free(text);
    const char *format = json_text(counts->root, "format");
    if (!counts->root)
        fault_add(faults, FAULT_FILE, nowhere,
                  "%s is no JSON: something is wrong at line %d", path, line);
    else if (!format || strcmp(format, "hedra-counts") != 0 ||
             json_number(counts->root, "version", 0) != 1)
        fault_add(faults, FAULT_FILE, nowhere,
                  "%s does not hold what HEDRA_COUNT=json writes", path);
    else
        return counts;
    return NULL;
}

const char *counts_arch(const struct counts *counts)
{
    const char *name = json_text(json_member(counts->root, "arch"), "name");
    return name ? name : "";
}

/* Is the instruction one that the access was lowered to? */
static bool is_of(const struct json *instruction,
                  const struct access_total *row)
{
    static const char *const kinds[] = {
        [KIR_ACCESS_LOAD] = "load",
        [KIR_ACCESS_STORE] = "store",
        [KIR_ACCESS_ATOMIC] = "atomic",
    };
    const char *space = json_text(instruction, "space");
    const char *kind = json_text(instruction, "kind");
    const char *text = json_text(instruction, "access_text");
    return space && kind && text && !strcmp(text, row->text) &&
           !strcmp(kind, kinds[row->kind]) &&
           !strcmp(space, row->shared ? "shared" : "global") &&
           (!row->access ||
            json_number(instruction, "access", -1) == row->access->number);
}

static void add(struct kir_access_count *sum, const struct json *instruction)
{
    sum->requests += (int64_t)json_number(instruction, "requests", 0);
    sum->lanes += (int64_t)json_number(instruction, "lanes", 0);
    sum->sectors += (int64_t)json_number(instruction, "sectors", 0);
    sum->ideal_sectors += (int64_t)json_number(instruction, "ideal_sectors", 0);
    sum->wavefronts += (int64_t)json_number(instruction, "wavefronts", 0);
    sum->ideal_wavefronts +=
        (int64_t)json_number(instruction, "ideal_wavefronts", 0);
}

static const struct json *elements(const struct json *object, const char *name)
{
    const struct json *member = json_member(object, name);
    return member && member->kind == JSON_ARRAY ? member->first : NULL;
}

static bool is_region(const struct json *region, const char *name, int line)
{
    const char *found = json_text(region, "name");
    return found && strcmp(found, name) == 0 &&
           json_number(region, "line", 0) == line;
}

double counts_seconds(const struct counts *counts, const char *name, int line,
                      const char **limit)
{
    double sum = 0, most = -1;
    for (const struct json *region = elements(counts->root, "regions"); region;
         region = region->next)
        for (const struct json *kernel = elements(region, "kernels"); kernel;
             kernel = kernel->next) {
            const struct json *roofline = json_member(kernel, "roofline");
            double seconds = json_number(roofline, "seconds", 0);
            const char *bound = json_text(roofline, "bound");
            if (!is_region(region, name, line))
                continue;
            sum += seconds;
            if (bound && seconds > most)
                *limit = bound;
            most = seconds > most ? seconds : most;
        }
    return sum;
}

bool counts_find(const struct counts *counts, const struct access_total *row,
                 struct kir_access_count *sum)
{
    bool found = false;
    memset(sum, 0, sizeof *sum);
    for (const struct json *region = elements(counts->root, "regions"); region;
         region = region->next)
        for (const struct json *kernel = elements(region, "kernels"); kernel;
             kernel = kernel->next) {
            const char *name = json_text(kernel, "name");
            if (!name || strcmp(name, row->kernel) != 0)
                continue;
            for (const struct json *i = elements(kernel, "instructions"); i;
                 i = i->next)
                if (is_of(i, row)) {
                    add(sum, i);
                    found = true;
                }
        }
    return found;
}
