/*
 * The module of a graph: wires for its values, and the ways to their takers
 * (runtime/racersim/net/net.c builds the same registers).
 */
#include "backends/racer/verilog/local.h"

#include <string.h>

/* Ways to takers ----------------------------------------------------------- */

/* The ways of a value to those that take it. */
struct fan {
    int count;
    const struct racer_operand **operand;
    const char ***end;  /* where design.way keeps their wires */
    const char **first; /* wires behind a copy */
};

static struct fan *list_fans(struct design *d)
{
    const struct racer_graph *g = d->graph;
    struct arena *a = d->arena;
    struct fan *fan = arena_alloc(a, (size_t)g->value_count * sizeof *fan);

    for (int v = 0; v < g->value_count; v++) {
        size_t users = (size_t)d->users[v];

        fan[v].operand = arena_alloc(a, users * sizeof *fan[v].operand);
        fan[v].end = arena_alloc(a, users * sizeof *fan[v].end);
        fan[v].first = arena_alloc(a, users * sizeof *fan[v].first);
    }
    for (int n = 0; n < g->node_count; n++) {
        for (int k = 0; k < g->node[n]->operand_count; k++) {
            const struct racer_operand *operand = &g->node[n]->operand[k];
            struct fan *f = operand->value ? &fan[operand->value->index] : NULL;

            if (!f || racer_way_of(g->node[n], k) != k)
                continue;
            f->operand[f->count] = operand;
            f->end[f->count++] = &d->way[n][k];
        }
    }
    return fan;
}

/* "{B$full, A$full}", the last one first, as Verilog joins bits. */
static void print_joined(struct design *d, const char *port,
                         const struct fan *fan, const char *suffix)
{
    buf_printf(&d->body, "        .%s({", port);
    for (int k = fan->count - 1; k >= 0; k--)
        buf_printf(&d->body, "%s%s%s", fan->first[k], suffix, k ? ", " : "})");
}

static void print_copy(struct design *d, const struct racer_value *value,
                       const struct fan *fan)
{
    const char *name = value->name;

    buf_printf(&d->body,
               "    racer_copy #(.WIDTH(%d), .WAYS(%d)) %s$copy (\n"
               "        .clk(clk), .rst(rst), .in_full(%s$full),"
               " .in(%s$data),\n        .fire(%s$take),\n",
               design_width(value->type), fan->count, name, name, name, name);
    print_joined(d, "out_full", fan, "$full");
    buf_puts(&d->body, ",\n");
    print_joined(d, "out", fan, "$data");
    buf_puts(&d->body, ",\n");
    print_joined(d, "out_take", fan, "$take");
    buf_printf(&d->body, ");\n    assign %s = %s$take;\n", design_moving(d),
               name);
}

/* From the wires of a value to those that its takers take. */
static void design_ways(struct design *d, const struct racer_value *value,
                        struct fan *fan)
{
    int width = design_width(value->type);
    int link = d->arch->stages[RACER_GROUP_link] - 1;

    design_wires(d, value->name, width);
    for (int u = 0; u < fan->count; u++) {
        int more = fan->operand[u]->registers;

        fan->first[u] = value->name;
        if (fan->count > 1) {
            more += link;
            fan->first[u] = arena_printf(d->arena, "%s$%d%s", value->name, u,
                                         more ? "$first" : "");
            design_wires(d, fan->first[u], width);
        }
        *fan->end[u] = fan->first[u];
        if (!more)
            continue;
        *fan->end[u] = arena_printf(d->arena, "%s$%d", value->name, u);
        design_wires(d, *fan->end[u], width);
        design_line(d, fan->first[u], *fan->end[u], width, more);
    }
    if (fan->count > 1)
        print_copy(d, value, fan);
    buf_putc(&d->body, '\n');
}

struct design design_new(struct arena *arena, const struct racer_graph *graph,
                         const struct racer_arch *arch,
                         const struct racer_data *data)
{
    struct design d = {
        .arena = arena, .graph = graph, .arch = arch, .data = data};
    size_t nodes = (size_t)graph->node_count;

    d.way = arena_alloc(arena, nodes * sizeof *d.way);
    d.users = arena_alloc(arena, (size_t)graph->value_count * sizeof(int));
    for (int n = 0; n < graph->node_count; n++) {
        const struct racer_node *node = graph->node[n];

        d.way[n] =
            arena_alloc(arena, (size_t)node->operand_count * sizeof **d.way);
        for (int k = 0; k < node->operand_count; k++)
            if (node->operand[k].value && racer_way_of(node, k) == k)
                d.users[node->operand[k].value->index]++;
    }
    return d;
}

/* The file ----------------------------------------------------------------- */

static void print_comment(const struct design *d, struct buf *out)
{
    const struct racer_graph *g = d->graph;

    buf_printf(out,
               "// Graph %s. The values of an element lie in the data of a\n"
               "// source inK or sink outK, the first one lowest. `moving` is"
               " there for\n// testbenches alone.\n//\n",
               g->name);
    for (int n = 0; n < g->node_count; n++) {
        const struct racer_node *node = g->node[n];

        if (node->kind != RACER_SOURCE && node->kind != RACER_SINK)
            continue;
        buf_printf(out, "// %s%d: ", node->kind == RACER_SOURCE ? "in" : "out",
                   design_port(d, node));
        racer_print_node(out, node);
        buf_putc(out, '\n');
    }
}

static void print_ports(const struct design *d, struct buf *out)
{
    for (int n = 0; n < d->graph->node_count; n++) {
        const struct racer_node *node = d->graph->node[n];
        bool in = node->kind == RACER_SOURCE;
        const char *there = in ? "input" : "output";
        const char *back = in ? "output" : "input";
        const char *name = in ? "in" : "out";
        int port = design_port(d, node);

        if (!in && node->kind != RACER_SINK)
            continue;
        buf_printf(out, "    %s %s%d_full,\n    %s [%d:0] %s%d_data,\n", there,
                   name, port, there, design_port_width(d, node) - 1, name,
                   port);
        buf_printf(out, "    %s %s%d_take,\n", back, name, port);
    }
}

void design_print(struct design *d, struct buf *out)
{
    const struct racer_graph *g = d->graph;
    struct fan *fan = list_fans(d);

    for (int v = 0; v < g->value_count; v++)
        if (d->users[v])
            design_ways(d, g->value[v], &fan[v]);
    for (int n = 0; n < g->node_count; n++)
        for (int k = 0; k < g->node[n]->operand_count; k++)
            d->way[n][k] = d->way[n][racer_way_of(g->node[n], k)];
    design_begin(d);
    for (int n = 0; n < g->node_count; n++) {
        buf_puts(&d->body, "    // ");
        racer_print_node(&d->body, g->node[n]);
        buf_putc(&d->body, '\n');
        design_node(d, g->node[n]);
        buf_putc(&d->body, '\n');
    }
    print_comment(d, out);
    buf_printf(out, "module graph_%s (\n    input clk,\n    input rst,\n",
               g->name);
    print_ports(d, out);
    buf_printf(out,
               "    output moving\n);\n    wire [%d:0] moves;\n"
               "    assign moving = |moves;\n\n",
               d->moving - 1);
    buf_write(out, d->body.text, d->body.length);
    buf_puts(out, "endmodule\n");
    buf_free(&d->body);
}
