/*
 * A graph for Graphviz: what computes is a box, what chooses between ways has
 * slanting sides, what touches memory is round.
 */
#include "backends/racer/racer.h"

static const char *shape_of(const struct racer_node *node)
{
    switch (node->kind) {
    case RACER_SOURCE:
    case RACER_SINK:
        return "ellipse";
    case RACER_REQUEST:
        return "cylinder";
    case RACER_MERGE:
    case RACER_JOIN:
        return "invtrapezium";
    case RACER_SWITCH:
    case RACER_FORK:
        return "trapezium";
    case RACER_GATE:
    case RACER_UNGATE:
        return "house";
    default:
        return "box";
    }
}

/* What the node does, and to what: the operation with its constants, the
 * memory, the gate's name. */
static void put_label(struct buf *out, const struct racer_node *node)
{
    buf_puts(out, node->kind == RACER_OP ? racer_op_name(node->op)
                  : node->writes         ? "store"
                                         : racer_kind_name(node->kind));
    if (node->memory)
        buf_printf(out, " %s", node->memory);
    if (node->pair)
        buf_printf(out, " %s", node->pair);
    if (node->kind == RACER_GATE || node->kind == RACER_DELAY)
        buf_printf(out, " %lld", (long long)node->count);
    for (int k = 0; node->kind == RACER_OP && k < node->operand_count; k++)
        buf_printf(out, " %s",
                   node->operand[k].value ? "." : node->operand[k].name);
}

static void put_edge(struct buf *out, const struct racer_node *node, int k)
{
    const struct racer_operand *operand = &node->operand[k];
    bool back = node->kind == RACER_MERGE && !racer_side_of(node, k);

    buf_printf(out, "  n%d -> n%d [label=\"%s", operand->value->node->index,
               node->index, operand->value->name);
    if (operand->registers)
        buf_printf(out, "@%d", operand->registers);
    buf_printf(out, "\"%s];\n", back ? ", style=dashed, constraint=false" : "");
}

void racer_print_dot(struct buf *out, const struct racer_graph *g)
{
    buf_printf(out, "digraph %s {\n  node [shape=box];\n", g->name);
    for (int n = 0; n < g->node_count; n++) {
        const struct racer_node *node = g->node[n];

        buf_printf(out, "  n%d [shape=%s, label=\"", node->index,
                   shape_of(node));
        put_label(out, node);
        buf_puts(out, "\"];\n");
    }
    for (int n = 0; n < g->node_count; n++)
        for (int k = 0; k < g->node[n]->operand_count; k++)
            if (g->node[n]->operand[k].value &&
                racer_way_of(g->node[n], k) == k)
                put_edge(out, g->node[n], k);
    buf_puts(out, "}\n");
}
