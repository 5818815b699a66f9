/*
 * What --dump prints of a region behind each pass, where the pass itself does
 * not.
 */
#include "polyhedral/region_dump.h"

#include "polyhedral/map/map.h"
#include "polyhedral/report/report.h"

#include <stdlib.h>

void region_dump_parts(const struct parts *parts)
{
    struct buf *out = pass_dump(parts->passes, PASS_PARTITION);
    for (int p = 0; out && p < parts->part_count; p++) {
        pass_title(parts->passes, PASS_PARTITION, NULL);
        scop_print(parts->part[p].scop, out);
        buf_putc(out, '\n');
    }
}

void region_dump_functions(const struct region_options *options, enum pass pass,
                           const struct kir_module *module, int first,
                           bool kernels)
{
    struct buf *out = pass_dump(options->passes, pass);
    if (!out)
        return;
    struct kir_module some = *module;
    some.func_count = 0;
    some.func = calloc((size_t)module->func_count + 1, sizeof *some.func);
    for (int k = first; k < module->func_count; k++)
        if ((module->func[k]->kind == KIR_KERNEL) == kernels)
            some.func[some.func_count++] = module->func[k];
    pass_title(options->passes, pass, NULL);
    kir_print(&some, out);
    buf_putc(out, '\n');
    free(some.func);
}

void region_dump_lowered(const struct region_options *options,
                         const struct kir_module *module)
{
    region_dump_functions(options, PASS_LOWER, module, 0, true);
    region_dump_functions(options, PASS_DRIVER, module, 0, false);
}

static void dump_mappings(const struct stages *s, enum pass pass)
{
    if (s->gpu)
        dump_tree(s->poly, pass, "mapped to a GPU", s->gpu->schedule);
    if (s->host)
        dump_tree(s->poly, pass, "mapped to the host", s->host->schedule);
}

void region_dump_part(const struct stages *s, enum pass pass)
{
    const struct poly *poly = s->poly;
    switch (pass_rows[pass].stage) {
    case PASS_STAGE_ANALYSE:
        if (pass == PASS_DEPENDENCE)
            dump_dependences(poly, pass);
        else if (pass != PASS_SOURCE_LOOPS)
            dump_statements(poly, pass);
        break;
    case PASS_STAGE_SCHEDULE:
        dump_tree(poly, pass, "scheduled", s->host_order.tree);
        if (s->gpu_order.tree != s->host_order.tree)
            dump_tree(poly, pass, "scheduled for a GPU", s->gpu_order.tree);
        break;
    case PASS_STAGE_MAP:
        if (!s->poly->passes || !s->poly->passes->trees || pass == PASS_KERNELS)
            dump_mappings(s, pass);
        break;
    default:
        break;
    }
}

void region_dump_within(const struct stages *s, enum pass pass)
{
    static const struct {
        enum pass pass, within;
    } rows[] = {{PASS_DELINEARIZE, PASS_DOMAIN},
                {PASS_COMMUTING_UPDATE, PASS_DOMAIN},
                {PASS_SCHEDULER, PASS_SCHEDULE},
                {PASS_LEVEL_SCHEDULE, PASS_MAPPING}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].within == pass && pass_runs(s->poly->passes, rows[k].pass))
            region_dump_part(s, rows[k].pass);
    if (pass == PASS_MAPPING)
        dump_storage(s->poly, PASS_STORAGE, s->storage);
}

void region_dump_plans(const struct stages *s)
{
    struct buf *out = pass_dump(s->poly->passes, PASS_ACTIVE_POINTS);
    const struct mapping *all[] = {s->gpu, s->host};
    if (!out || !pass_runs(s->poly->passes, PASS_ACTIVE_POINTS))
        return;
    pass_title(s->poly->passes, PASS_ACTIVE_POINTS, NULL);
    for (int m = 0; m < 2; m++)
        for (int k = 0; all[m] && k < all[m]->kernel_count; k++) {
            const struct map_kernel *kernel = &all[m]->kernel[k];
            char *points =
                kernel->plan ? isl_set_to_str(kernel->plan->points) : NULL;
            buf_printf(out, "%s %s: %s\n", m ? "host" : "gpu", kernel->name,
                       points ? points : "no list");
            free(points);
        }
    buf_putc(out, '\n');
}
