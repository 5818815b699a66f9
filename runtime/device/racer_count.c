/*
 * What runs of graphs cost (racer_count.h). The JSON form:
 *
 * {
 *   "format": "hedra-racer-counts", "version": 1, "architecture": "thesis",
 *   "regions": [{"name", "file", "architecture", "line", "kernels": [{
 *     "name", "line", "launches", "elements", "cycles", "cycles_per_element",
 *     "in_flight_most", "in_flight_mean", "slots_used_most", "slots_used",
 *     "blocked", "starved"
 *   }]}]
 * }
 *
 * A region has a member "architecture" only if it was compiled for another one.
 * slots_used is the share of slots, of two cycles each, in which the transfers
 * of sources, sinks, merges, switches and the like took place; of the busiest
 * one in slots_used_most. In a share of their cycles they were blocked by what
 * comes behind them, or starved by what comes before.
 *
 * Members may come, but what is there keeps its name and meaning, or the
 * version changes.
 */
#include "runtime/device/racer_count.h"

#include "runtime/base/base.h"
#include "runtime/base/json_text.h"
#include "runtime/device/count_report.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A counted region: copies, since a library with the module may be unloaded. */
struct region {
    char *name, *file, *architecture;
    int line, count;
    char **kernel;
    int *kernel_line;
    struct racer_count *of; /* [kernel] */
    struct region *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct region *first, **last = &first;

bool racer_count_valid(struct report *why)
{
    if (!count_report_valid(why))
        return false;
    return !count_report_asks(COUNT_ANNOTATE) ||
           report_set(why, "HEDRA_COUNT: annotate is of the device ptxsim; a"
                           " data-stream array has table and json");
}

static void region_free(struct region *r)
{
    for (int k = 0; k < r->count; k++)
        free(r->kernel[k]);
    free(r->kernel);
    free(r->kernel_line);
    free(r->of);
    free(r->name);
    free(r->file);
    free(r->architecture);
    free(r);
}

/* NULL: out of memory. */
static struct region *copy(const struct hedra_module *module,
                           const char *architecture)
{
    size_t count = (size_t)module->gpu_kernel_count;
    struct region *r = calloc(1, sizeof *r);
    bool good = r;

    if (!good)
        return NULL;
    r->name = strdup(module->name);
    r->file = strdup(module->file);
    r->architecture = strdup(architecture);
    r->line = module->line;
    r->kernel = calloc(count + 1, sizeof(*r->kernel));
    r->kernel_line = calloc(count + 1, sizeof *r->kernel_line);
    r->of = calloc(count + 1, sizeof *r->of);
    good = r->name && r->file && r->architecture && r->kernel &&
           r->kernel_line && r->of;
    for (size_t k = 0; k < count && good; k++) {
        r->kernel[k] = strdup(module->gpu_kernel[k].name);
        r->kernel_line[k] = module->gpu_kernel[k].line;
        good = r->kernel[k];
        r->count++;
    }
    if (good)
        return r;
    region_free(r);
    return NULL;
}

bool racer_count_region(const struct hedra_module *module,
                        const char *architecture, struct racer_count **counts,
                        struct report *why)
{
    struct region *r;

    *counts = NULL;
    if (!count_report_asks(COUNT_TABLE) && !count_report_asks(COUNT_JSON))
        return true;
    r = copy(module, architecture);
    if (!r)
        return report_set(why, "out of memory for HEDRA_COUNT");
    pthread_mutex_lock(&lock);
    *last = r;
    last = &r->next;
    pthread_mutex_unlock(&lock);
    *counts = r->of;
    return true;
}

static void count_use(struct racer_count *count,
                      const struct racersim_result *result)
{
    int64_t most = 0;

    for (int k = 0; k < result->use_count; k++) {
        const struct racersim_use *use = &result->use[k];

        most = use->fired > most ? use->fired : most;
        count->fired += use->fired;
        count->blocked += use->blocked;
        count->starved += use->starved;
        count->watched += result->cycles;
    }
    count->fired_most += most;
}

void racer_count_add(struct racer_count *count, const int64_t grid[3],
                     const struct racersim_result *result)
{
    count->launches++;
    count->elements += grid[0] * grid[1] * grid[2];
    count->cycles += result->cycles;
    if (result->flight_most > count->flight_most)
        count->flight_most = result->flight_most;
    count->flight_sum += result->flight_mean * (double)result->cycles;
    count_use(count, result);
}

bool racer_count_any(void)
{
    return first;
}

static double ratio(double a, int64_t b)
{
    return b ? a / (double)b : 0;
}

void racer_count_table(FILE *out)
{
    for (const struct region *r = first; r; r = r->next) {
        fprintf(out,
                "%s:%d: region '%s' on a data-stream array (%s)\n"
                "  kernel                            launches    elements"
                "        cycles  cycles/element  in flight: most, mean"
                "  slots used: most, mean\n",
                r->file, r->line, r->name, r->architecture);
        for (int k = 0; k < r->count; k++) {
            const struct racer_count *c = &r->of[k];

            fprintf(out, "  %-32s %9" PRId64 " %11" PRId64 " %13" PRId64 " ",
                    r->kernel[k], c->launches, c->elements, c->cycles);
            number_write(out, "%15.3f", ratio((double)c->cycles, c->elements));
            fprintf(out, " %16" PRId64 ", ", c->flight_most);
            number_write(out, "%.1f", ratio(c->flight_sum, c->cycles));
            number_write(out, " %15.1f %%, ",
                         100 * ratio(2 * (double)c->fired_most, c->cycles));
            number_write(out, "%.1f %%\n",
                         100 * ratio(2 * (double)c->fired, c->watched));
        }
    }
}

static void put_string(FILE *out, const char *name, const char *text)
{
    fprintf(out, "\"%s\": \"", name);
    char one[JSON_TEXT_ROOM];
    for (const char *s = text; *s;) {
        s += json_text_put(s, strlen(s), one);
        fputs(one, out);
    }
    fputs("\", ", out);
}

static void put_use(FILE *out, const struct racer_count *c)
{
    number_write(out, ", \"slots_used_most\": %.6g",
                 ratio(2 * (double)c->fired_most, c->cycles));
    number_write(out, ", \"slots_used\": %.6g",
                 ratio(2 * (double)c->fired, c->watched));
    number_write(out, ", \"blocked\": %.6g",
                 ratio((double)c->blocked, c->watched));
    number_write(out, ", \"starved\": %.6g}",
                 ratio((double)c->starved, c->watched));
}

void racer_count_json(FILE *out)
{
    fputs("{\"format\": \"hedra-racer-counts\", \"version\": 1,"
          " \"architecture\": \"thesis\",\n  \"regions\": [",
          out);
    for (const struct region *r = first; r; r = r->next) {
        fputs(r == first ? "\n    {" : ",\n    {", out);
        put_string(out, "name", r->name);
        put_string(out, "file", r->file);
        if (strcmp(r->architecture, "thesis") != 0)
            put_string(out, "architecture", r->architecture);
        fprintf(out, "\"line\": %d, \"kernels\": [", r->line);
        for (int k = 0; k < r->count; k++) {
            const struct racer_count *c = &r->of[k];

            fputs(k ? ",\n      {" : "\n      {", out);
            put_string(out, "name", r->kernel[k]);
            fprintf(out,
                    "\"line\": %d, \"launches\": %" PRId64
                    ", \"elements\": %" PRId64 ", \"cycles\": %" PRId64,
                    r->kernel_line[k], c->launches, c->elements, c->cycles);
            number_write(out, ", \"cycles_per_element\": %.9g",
                         ratio((double)c->cycles, c->elements));
            fprintf(out, ", \"in_flight_most\": %" PRId64, c->flight_most);
            number_write(out, ", \"in_flight_mean\": %.9g",
                         ratio(c->flight_sum, c->cycles));
            put_use(out, c);
        }
        fputs("]}", out);
    }
    fputs("\n  ]\n}\n", out);
}
