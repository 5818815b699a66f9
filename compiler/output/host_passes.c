/*
 * Nonzero elements, windows of sums, columns of lanes, rows apart, and
 * wavefronts: what is found of them in the host's loops (host_passes.h).
 */
#include "compiler/output/host_passes.h"

#include "backends/vector/vector.h"

void dump_module(const struct passes *passes, enum pass pass, const char *title,
                 const struct kir_module *module)
{
    struct buf *out = pass_dump(passes, pass);
    if (!out)
        return;
    pass_title(passes, pass, title);
    kir_print(module, out);
    buf_putc(out, '\n');
}

static bool transpose(struct kir_module *module)
{
    kir_transpose(module);
    return false;
}

/* Each returns whether it changed a loop. */
static const struct {
    enum pass pass;
    bool (*run)(struct kir_module *module);
    const char *gain; /* NULL: who knows */
} rows[] = {
    {PASS_NONZERO, kir_visit_nonzero,
     "loops go from one element that is not 0 to the next"},
    {PASS_WINDOW_SUM, kir_sum_windows,
     "sums of differences at neighbouring places are made together"},
    {PASS_POINT_LANES, kir_iterate_points,
     "points that iterate until they are done fill vectors"},
    {PASS_CALL_ALWAYS, kir_call_always, NULL}, /* it depends on how often */
    {PASS_TRANSPOSE, transpose, NULL},
    {PASS_ROWS_APART, kir_mark_rows_apart, NULL},
    {PASS_WAVEFRONT, kir_wavefront, "neighbouring rows fill vectors"},
};

const char *host_passes_run(const struct passes *passes,
                            const struct passes *dumps,
                            struct kir_module *module)
{
    const char *gain = NULL;

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (!pass_runs(passes, rows[k].pass))
            continue;
        if (rows[k].run(module) && rows[k].gain)
            gain = rows[k].gain;
        dump_module(dumps, rows[k].pass, NULL, module);
    }
    return gain;
}
