/*
 * The files of a graph: its module, a testbench, vectors, and those modules of
 * the table that are named in them.
 */
#include "backends/racer/verilog/local.h"

#include <string.h>

static const struct {
    const char *name, *text;
} modules[] = {
#define MODULE(name) {#name, verilog_##name},
#include "backends/racer/verilog/module.def"
#undef MODULE
};
enum { MODULES = sizeof modules / sizeof *modules };

/* Does the text have the word, which none of its letters continues? */
static bool names(const char *text, const char *word)
{
    size_t length = strlen(word);

    for (const char *s = text; (s = strstr(s, word)); s += length)
        if (s[length] == ' ')
            return true;
    return false;
}

static void add_library(struct verilog *files)
{
    bool added[MODULES] = {false};

    for (int f = 0; f < files->count; f++) {
        for (int m = 0; m < MODULES; m++) {
            if (added[m] || !files->file[f].text.text ||
                !names(files->file[f].text.text, modules[m].name))
                continue;
            added[m] = true;
            buf_puts(verilog_add(files, arena_printf(files->arena, "%s.v",
                                                     modules[m].name)),
                     modules[m].text);
        }
    }
}

struct verilog verilog_write(struct arena *arena, const struct racersim *sim,
                             const struct racer_data *data,
                             const struct verilog_trace *trace,
                             const struct racersim_options *options,
                             const struct racersim_result *result)
{
    const struct net *net = racersim_net(sim);
    struct verilog files = {.arena = arena};
    struct design d = design_new(arena, net->graph, net->arch, data);
    const char *name = net->graph->name;

    design_print(&d,
                 verilog_add(&files, arena_printf(arena, "graph_%s.v", name)));
    bench_print(&d, verilog_add(&files, arena_printf(arena, "test_%s.v", name)),
                sim, trace, options, result);
    add_library(&files);
    vector_files(&d, &files, sim, trace);
    return files;
}

void verilog_free(struct verilog *out, struct verilog_trace *trace)
{
    for (int k = 0; k < out->count; k++)
        buf_free(&out->file[k].text);
    for (int n = 0; n < trace->nodes; n++)
        buf_free(&trace->of[n].rows);
}
