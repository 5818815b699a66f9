/*
 * Graphs that are laid out: what racersim does for --place, and with a text
 * that has places.
 */
#include "compiler/racer/racer.h"

struct racer_graph *racer_copy_out(struct arena *arena, struct racer_graph *g,
                                   const struct racer_arch *arch,
                                   struct racer_layout *layout,
                                   struct faults *faults)
{
    struct place_options options = {.seed = layout->seed,
                                    .seconds = layout->seconds};
    struct place_copying *how = &layout->copying;

    if (!how->ports)
        how->ports =
            how->count && how->count < PLACE_PORTS ? how->count : PLACE_PORTS;
    return place_copies(arena, g, arch, &layout->copying, &options,
                        &layout->report, faults);
}

struct racer_graph *
racer_lay_beside(struct arena *arena, struct racer_graph *first,
                 struct racer_graph *g, const struct racer_arch *arch,
                 struct racer_layout *layout, struct faults *faults)
{
    struct place_options options = {
        .seed = layout->seed, .seconds = layout->seconds, .beside = first};
    struct racer_streams streams;
    struct racer_rings rings;
    struct place_report report = {0};
    const char *hint = "lay it out first: racersim --place --print GRAPH";

    if (!racer_is_placed(first) || racer_is_placed(g)) {
        fault_hint(faults,
                   fault_add(faults, FAULT_USAGE, (struct loc){0},
                             "--beside=FILE is a graph with places, and the"
                             " other one has none"),
                   (struct loc){0}, "%s", hint);
        return NULL;
    }
    if (!place_check(arena, first, arch, &report, faults) ||
        !racer_order(arena, g, &streams, faults) ||
        !racer_find_rings(arena, g, &streams, &rings, faults) ||
        !place_graph(arena, g, arch, &rings, &options, &layout->report, faults))
        return NULL;
    place_join(first, g);
    return racer_valid(first, faults) ? first : NULL;
}

bool racer_lay_out(struct arena *arena, struct racer_graph *g,
                   const struct racer_arch *arch,
                   const struct racer_rings *rings, struct racer_layout *layout,
                   struct faults *faults)
{
    struct place_options options = {.seed = layout->seed,
                                    .seconds = layout->seconds};
    bool placed = racer_is_placed(g);

    if (!placed) {
        struct racer_slack slack;

        if (!racer_balance(arena, g, arch, rings, &slack, faults))
            return false;
        layout->wanted = racer_rate_of(arena, g, arch, rings);
        if (!place_graph(arena, g, arch, rings, &options, &layout->report,
                         faults))
            return false;
        if (layout->least)
            layout->too_few =
                place_too_few(arena, g, arch, layout->report.least_pes - 1);
    }
    if (!place_check(arena, g, arch, &layout->report, faults))
        return false;
    layout->searched = rings->count <= RACER_MOST_RINGS;
    if (!layout->searched)
        return true;
    layout->report.rate = racer_rate_of(arena, g, arch, rings);
    if (placed)
        layout->wanted = layout->report.rate;
    return true;
}

void racer_print_layout(struct buf *out, const struct racer_arch *arch,
                        const struct racer_layout *layout)
{
    const struct place_report *report = &layout->report;

    buf_printf(out, "fabric %s, %d x %d PEs", racer_fabric_name(arch->fabric),
               arch->factor[RACER_FACTOR_rows],
               arch->factor[RACER_FACTOR_columns]);
    if (report->attempts)
        buf_printf(out,
                   "; placed in %d x %d with seed %llu, after %d attempts; at"
                   " least %d PEs, by %s",
                   report->rows, report->columns,
                   (unsigned long long)report->seed, report->attempts,
                   report->least_pes, report->resource);
    buf_putc(out, '\n');
    if (layout->least)
        buf_printf(out,
                   "fewest: %d PEs are too few, by branch and bound, and %d"
                   " compute%s\n",
                   layout->too_few, report->computing,
                   report->computing == layout->too_few + 1 ? ": the fewest"
                                                            : "");
    if (layout->searched) {
        buf_puts(out, "wanted ");
        racer_print_rate(out, &layout->wanted);
        buf_puts(out, "got    ");
        racer_print_rate(out, &report->rate);
    }
    place_print(out, arch, report);
}
