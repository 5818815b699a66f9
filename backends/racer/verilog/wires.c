/*
 * Wires of values and of the ways to their takers, and what is asked of them.
 */
#include "backends/racer/verilog/local.h"

#include <inttypes.h>
#include <string.h>

void design_hex(struct buf *out, uint64_t bits, int width)
{
    uint64_t mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;

    buf_printf(out, "%0*" PRIx64, (width + 3) / 4, bits & mask);
}

int design_width(enum racer_type type)
{
    return type == RACER_PRED ? 1 : 32 * racer_type_words(type);
}

int design_port(const struct design *d, const struct racer_node *node)
{
    int number = 0;

    for (int n = 0; n < node->index; n++)
        number += d->graph->node[n]->kind == node->kind;
    return number;
}

const struct racer_value *design_output(const struct design *d,
                                        const struct racer_node *node, int k)
{
    const struct racer_value *value = node->output[k];

    return value && d->users[value->index] ? value : NULL;
}

int design_port_width(const struct design *d, const struct racer_node *node)
{
    int width = 0;

    for (int k = 0; node->kind == RACER_SINK && k < node->operand_count; k++)
        width += design_width(node->operand[k].value->type);
    for (int k = 0; k < node->output_count; k++)
        if (design_output(d, node, k))
            width += design_width(node->output[k]->type);
    return width;
}

bool design_is_stored(const struct racer_graph *g, const char *memory)
{
    for (int n = 0; n < g->node_count; n++)
        if (g->node[n]->writes && strcmp(g->node[n]->memory, memory) == 0)
            return true;
    return false;
}

void design_wires(struct design *d, const char *base, int width)
{
    buf_printf(&d->body, "    wire %s$full, %s$take;\n    wire ", base, base);
    if (width > 1)
        buf_printf(&d->body, "[%d:0] ", width - 1);
    buf_printf(&d->body, "%s$data;\n", base);
}

const char *design_moving(struct design *d)
{
    return arena_printf(d->arena, "moves[%d]", d->moving++);
}

void design_line(struct design *d, const char *from, const char *to, int width,
                 int stages)
{
    buf_printf(&d->body,
               "    racer_line #(.WIDTH(%d), .STAGES(%d)) %s$line (\n"
               "        .clk(clk), .rst(rst), .in_full(%s$full),"
               " .in(%s$data),\n        .fire(%s$take), .out_full(%s$full),"
               " .out(%s$data),\n        .out_take(%s$take), .moving(%s));\n",
               width, stages, to, from, from, from, to, to, to,
               design_moving(d));
}

const char *design_operand(const struct design *d,
                           const struct racer_node *node, int k)
{
    const struct racer_operand *operand = &node->operand[k];
    struct buf text = {0};
    int width;
    const char *copy;

    if (operand->value)
        return arena_printf(d->arena, "%s$data", d->way[node->index][k]);
    width = design_width(operand->type);
    buf_printf(&text, "%d'h", width);
    design_hex(&text, operand->bits.u, width);
    copy = arena_strdup(d->arena, text.text);
    buf_free(&text);
    return copy;
}

static bool has_way(const struct racer_node *node, int k)
{
    return node->operand[k].value && racer_way_of(node, k) == k;
}

const char *design_taken(const struct design *d, const struct racer_node *node,
                         int first, int last, int *count)
{
    const char *list = "";

    *count = 0;
    for (int k = first; k < last; k++)
        if (has_way(node, k))
            list = arena_printf(d->arena, "%s%s%s$full", list,
                                (*count)++ ? ", " : "", d->way[node->index][k]);
    return arena_printf(d->arena, *count > 1 ? "{%s}" : "%s", list);
}

void design_take(struct design *d, const struct racer_node *node, int first,
                 int last, const char *fire)
{
    for (int k = first; k < last; k++)
        if (has_way(node, k))
            buf_printf(&d->body, "    assign %s$take = %s;\n",
                       d->way[node->index][k], fire);
}
