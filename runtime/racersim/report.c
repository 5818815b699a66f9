/*
 * What a run tells: as text for people, as JSON for programs, and the registers
 * that wait for each other as DOT and SVG.
 */
#include "runtime/racersim/local.h"

#include <inttypes.h>
#include <math.h>

static const char *const end_names[] = {"done", "stuck", "wrong", "limit",
                                        "stalled"};

static const struct racersim_port *
first_port(const struct racersim_result *result, enum racer_kind kind)
{
    for (int k = 0; k < result->port_count; k++)
        if (result->port[k].node->kind == kind)
            return &result->port[k];
    return NULL;
}

static const char *use_name(const struct racersim *sim,
                            const struct racersim_use *use)
{
    const struct racer_node *node = use->node;

    if (!node)
        return "copy";
    for (int k = 0; k < node->output_count; k++)
        if (node->output[k])
            return arena_printf(sim->arena, "%s %s",
                                node->kind == RACER_OP
                                    ? racer_op_name(node->op)
                                    : racer_kind_name(node->kind),
                                node->output[k]->name);
    return arena_printf(sim->arena, "%s%s%s", racer_kind_name(node->kind),
                        node->memory ? " " : "",
                        node->memory ? node->memory : "");
}

static void print_ports(struct buf *out, const struct racersim_result *result)
{
    for (int k = 0; k < result->port_count; k++) {
        const struct racersim_port *port = &result->port[k];

        buf_printf(out,
                   "%s %s: %" PRId64 " of %" PRId64
                   " elements, first in cycle %" PRId64 ", last in %" PRId64,
                   racer_kind_name(port->node->kind),
                   racer_memory_name(port->node), port->elements,
                   port->expected, port->first, port->last);
        if (port->node->tags)
            buf_printf(out, ", displaced by %" PRId64 " at most",
                       port->displaced);
        buf_putc(out, '\n');
    }
}

static void print_distances(struct buf *out,
                            const struct racersim_result *result)
{
    int last = RACERSIM_DISTANCES - 1;

    while (last > 0 && !result->distance[last])
        last--;
    if (!last)
        return;
    buf_puts(out, "displacement of elements:\n");
    for (int k = 0; k <= last; k++)
        buf_printf(out, "  up to %-10" PRId64 " %" PRId64 "\n", INT64_C(1) << k,
                   result->distance[k]);
}

/* Elements of the first source, with those of all that share its order. */
static int64_t elements_in(const struct racersim_result *result)
{
    const struct racersim_port *first = first_port(result, RACER_SOURCE);
    int64_t elements = 0;

    for (int k = 0; first && k < result->port_count; k++) {
        const struct racer_node *node = result->port[k].node;

        if (node == first->node ||
            (node->kind == RACER_SOURCE && first->node->walk.shares &&
             node->walk.shares == first->node->walk.shares &&
             node->walk.share != first->node->walk.share))
            elements += result->port[k].elements;
    }
    return elements;
}

/* The cycles in which elements go in as well as out. */
static int64_t steady_of(const struct racersim_port *in,
                         const struct racersim_port *to)
{
    return in->last > to->first ? in->last - to->first : 0;
}

void racersim_print(struct buf *out, const struct racersim *sim,
                    const struct racersim_result *result)
{
    const struct racersim_port *in = first_port(result, RACER_SOURCE);
    const struct racersim_port *to = first_port(result, RACER_SINK);
    double cycles = result->cycles ? (double)result->cycles : 1;

    buf_printf(out, "graph %s: %s after %" PRId64 " cycles, %d registers\n",
               sim->graph->name, end_names[result->end], result->cycles,
               sim->net->register_count);
    print_ports(out, result);
    if (elements_in(result))
        buf_printf(out, "%.4f cycles an element\n",
                   (double)result->cycles / (double)elements_in(result));
    if (in && to && to->elements)
        buf_printf(out,
                   "first out in cycle %" PRId64
                   ", last in to last out %" PRId64 " cycles, %" PRId64
                   " between them\n",
                   to->first, to->last - in->last, steady_of(in, to));
    buf_printf(out, "elements within: %" PRId64 " at most, %.2f on average\n",
               result->flight_most, result->flight_mean);
    print_distances(out, result);
    buf_puts(out, "of all cycles, in slots of two:   used blocked starved\n");
    for (int k = 0; k < result->use_count; k++) {
        const struct racersim_use *use = &result->use[k];

        buf_printf(out, "  %-30s %6.1f%% %6.1f%% %6.1f%%\n", use_name(sim, use),
                   200.0 * (double)use->fired / cycles,
                   100.0 * (double)use->blocked / cycles,
                   100.0 * (double)use->starved / cycles);
    }
}

void racersim_print_json(struct buf *out, const struct racersim *sim,
                         const struct racersim_result *result, const char *more)
{
    const struct racersim_port *in = first_port(result, RACER_SOURCE);
    const struct racersim_port *to = first_port(result, RACER_SINK);

    buf_printf(out,
               "{\"graph\": \"%s\", \"end\": \"%s\", \"cycles\": %" PRId64
               ", \"registers\": %d,\n \"flight\": {\"most\": %" PRId64
               ", \"mean\": %.6g},\n ",
               sim->graph->name, end_names[result->end], result->cycles,
               sim->net->register_count, result->flight_most,
               result->flight_mean);
    if (in && to && to->elements)
        buf_printf(out,
                   "\"fill\": %" PRId64 ", \"steady\": %" PRId64
                   ", \"drain\": %" PRId64 ",\n ",
                   to->first, steady_of(in, to), to->last - in->last);
    buf_puts(out, "\"ports\": [");
    for (int k = 0; k < result->port_count; k++) {
        const struct racersim_port *port = &result->port[k];

        buf_printf(out,
                   "%s\n  {\"kind\": \"%s\", \"memory\": \"%s\", \"elements\":"
                   " %" PRId64 ", \"expected\": %" PRId64
                   ", \"first\": %" PRId64 ", \"last\": %" PRId64
                   ", \"displaced\": %" PRId64 "}",
                   k ? "," : "", racer_kind_name(port->node->kind),
                   racer_memory_name(port->node), port->elements,
                   port->expected, port->first, port->last, port->displaced);
    }
    buf_puts(out, "],\n \"distance\": [");
    for (int k = 0; k < RACERSIM_DISTANCES; k++)
        buf_printf(out, "%s%" PRId64, k ? ", " : "", result->distance[k]);
    buf_puts(out, "],\n \"use\": [");
    for (int k = 0; k < result->use_count; k++) {
        const struct racersim_use *use = &result->use[k];

        buf_printf(out,
                   "%s\n  {\"name\": \"%s\", \"fired\": %" PRId64
                   ", \"blocked\": %" PRId64 ", \"starved\": %" PRId64 "}",
                   k ? "," : "", use_name(sim, use), use->fired, use->blocked,
                   use->starved);
    }
    buf_printf(out, "]%s}\n", more);
}

void racersim_print_state(struct buf *out, const struct racersim *sim)
{
    buf_printf(out, "cycle %" PRId64 "\n", sim->cycle);
    for (int r = 0; r < sim->net->register_count; r++) {
        if (!racersim_full(sim, r))
            continue;
        buf_printf(out, "%s: element %" PRId64 ", ",
                   net_register_text(sim->arena, sim->net, r),
                   racersim_tag(sim, r));
        racer_write_bits(out, racersim_bits(sim, r),
                         sim->net->reg[r].value->type);
        buf_putc(out, '\n');
    }
}

/* Waiting ------------------------------------------------------------------ */

static const char *register_label(const struct racersim *sim, int reg)
{
    const char *name = net_register_text(sim->arena, sim->net, reg);

    if (!racersim_full(sim, reg))
        return arena_printf(sim->arena, "%s, empty", name);
    return arena_printf(sim->arena, "%s, element %" PRId64, name,
                        racersim_tag(sim, reg));
}

void racersim_print_wait(struct buf *out, const struct racersim *sim,
                         const struct racersim_result *result,
                         const struct racersim_wait *wait)
{
    buf_printf(out, "stuck in cycle %" PRId64 "\n", result->cycles);
    for (int k = 0; k < result->port_count; k++)
        if (result->port[k].node->tags)
            buf_printf(out, "oldest missing tag of %s: %" PRId64 "\n",
                       result->port[k].node->memory, result->port[k].oldest);
    if (wait->count)
        buf_printf(out, "%d registers wait for each other:\n", wait->count);
    else
        buf_puts(out, "elements are left that nothing takes\n");
    for (int k = 0; k < wait->count; k++)
        buf_printf(out, "  %s, waits for\n", register_label(sim, wait->reg[k]));
    if (wait->count)
        buf_printf(out, "  %s\n", register_label(sim, wait->reg[0]));
    buf_printf(out, "rule %s: %s\n", wait->rule, wait->remedy);
}

void racersim_wait_dot(struct buf *out, const struct racersim *sim,
                       const struct racersim_wait *wait)
{
    buf_puts(out, "digraph wait {\n");
    for (int k = 0; k < wait->count; k++) {
        buf_printf(out, "  r%d [shape=box, label=\"%s\"];\n", k,
                   register_label(sim, wait->reg[k]));
        buf_printf(out, "  r%d -> r%d;\n", k, (k + 1) % wait->count);
    }
    buf_puts(out, "}\n");
}

void racersim_wait_svg(struct buf *out, const struct racersim *sim,
                       const struct racersim_wait *wait)
{
    const double turn = 6.283185307179586, radius = 30 + 5.0 * wait->count;
    const double middle = radius + 20, width = 2 * middle + 260;

    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\""
               " height=\"%.0f\" font-family=\"sans-serif\""
               " font-size=\"9\">\n",
               width, 2 * middle);
    buf_printf(out,
               "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\""
               " stroke=\"#999\"/>\n",
               middle, middle, radius);
    for (int k = 0; k < wait->count; k++) {
        double angle = turn * k / wait->count;
        double x = middle + radius * cos(angle);
        double y = middle + radius * sin(angle);
        bool full = racersim_full(sim, wait->reg[k]);

        buf_printf(out,
                   "<rect x=\"%.1f\" y=\"%.1f\" width=\"8\" height=\"8\""
                   " fill=\"%s\" stroke=\"#333\"><title>%s</title></rect>\n",
                   x - 4, y - 4, full ? "#c33" : "#fff",
                   register_label(sim, wait->reg[k]));
        if (cos(angle) >= 0)
            buf_printf(out, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", x + 8,
                       y + 3, register_label(sim, wait->reg[k]));
    }
    buf_puts(out, "</svg>\n");
}
