/*
 * Graph text, written: what racer_parse reads, one node a line, which parses
 * back to the same text.
 */
#include "runtime/racersim/graph/graph.h"

#include <inttypes.h>

static void print_names(struct buf *out, const struct racer_node *node,
                        int first, int count)
{
    for (int k = first; k < first + count; k++) {
        const struct racer_value *value = node->output[k];

        if (k > first)
            buf_putc(out, ' ');
        buf_puts(out, value ? value->name : "_");
        if (value && value->typed)
            buf_printf(out, ":%s", racer_type_name(value->type));
    }
}

static void print_operands(struct buf *out, const struct racer_node *node,
                           int first, int count)
{
    for (int k = first; k < first + count; k++) {
        const struct racer_operand *operand = &node->operand[k];

        buf_printf(out, "%s%s", k > first ? " " : "", operand->name);
        if (operand->registers)
            buf_printf(out, "@%d", operand->registers);
    }
}

static void print_sizes(struct buf *out, const char *word,
                        const struct racer_size *size, int count)
{
    buf_printf(out, " %s (", word);
    for (int k = 0; k < count; k++)
        if (size[k].name)
            buf_printf(out, " %s", size[k].name);
        else
            buf_printf(out, " %" PRId64, size[k].value);
    buf_puts(out, " )");
}

static bool is_zero(const struct racer_size *size, int count)
{
    bool zero = true;

    for (int k = 0; k < count; k++)
        zero = zero && !size[k].name && !size[k].value;
    return zero;
}

static void print_over(struct buf *out, const struct racer_node *node)
{
    const struct racer_walk *walk = &node->walk;
    int values = node->kind == RACER_SOURCE ? node->output_count : 1;

    print_sizes(out, "over", walk->extent, walk->dims);
    if (!is_zero(walk->step, walk->dims))
        print_sizes(out, "step", walk->step, walk->dims);
    if (walk->base && !is_zero(walk->base, values))
        print_sizes(out, "base", walk->base, values);
    if (walk->late)
        buf_printf(out, " late %d", walk->late);
}

static void print_walk(struct buf *out, const struct racer_node *node)
{
    const struct racer_walk *walk = &node->walk;
    int width =
        node->kind == RACER_SOURCE ? node->output_count : node->operand_count;
    bool grows = false;

    if (walk->over)
        print_over(out, node);
    if (!walk->dims || walk->over)
        return;
    buf_printf(out, " affine %d", walk->dims);
    for (int d = 0; d < walk->dims; d++)
        grows = grows || walk->grow[d];
    if (grows) {
        buf_puts(out, " grow");
        for (int d = 0; d < walk->dims; d++)
            buf_printf(out, " %d", walk->grow[d]);
    }
    if (walk->offset)
        buf_puts(out, " at");
    for (int k = 0; walk->offset && k < width; k++) {
        buf_puts(out, " (");
        for (int d = 0; d < walk->dims; d++)
            buf_printf(out, " %d", walk->offset[k][d]);
        buf_puts(out, " )");
    }
    if (walk->border == RACER_WRAP)
        buf_puts(out, " wrap");
    if (walk->border == RACER_PAD)
        buf_printf(out, " pad %s", walk->pad_text);
}

static void print_order(struct buf *out, const struct racer_walk *walk)
{
    if (walk->every)
        buf_printf(out, " every %" PRId64, walk->every);
    if (walk->shares)
        buf_printf(out, " share %d of %d", walk->share, walk->shares);
}

static void print_source(struct buf *out, const struct racer_node *node)
{
    buf_puts(out, "source ");
    print_names(out, node, 0, node->output_count);
    if (node->memory)
        buf_printf(out, " from %s", node->memory);
    print_walk(out, node);
    print_order(out, &node->walk);
    if (node->admit)
        buf_printf(out, " admit %s", node->admit);
    if (node->path)
        buf_printf(out, " path %d", node->path);
}

static void print_sink(struct buf *out, const struct racer_node *node)
{
    buf_puts(out, "sink ");
    print_operands(out, node, 0,
                   node->operand_count - node->addressed - node->guarded);
    if (node->memory)
        buf_printf(out, " to %s", node->memory);
    if (node->addressed) {
        buf_puts(out, " address ");
        print_operands(out, node, 1, 1);
    } else if (node->tags) {
        buf_puts(out, " tag");
        for (int k = 0; k < node->tags; k++)
            buf_printf(out, " %s", node->operand[node->tag[k]].name);
    }
    if (node->window)
        buf_printf(out, " window %" PRId64, node->window);
    print_walk(out, node);
    print_order(out, &node->walk);
    if (node->keeps)
        buf_puts(out, node->keeps == RACER_KEEP_LEAST ? " least" : " greatest");
    if (node->guarded) {
        buf_puts(out, " when ");
        print_operands(out, node, node->operand_count - 1, 1);
    }
    if (node->path)
        buf_printf(out, " path %d", node->path);
}

static void print_merge(struct buf *out, const struct racer_node *node)
{
    int width = node->output_count;

    buf_puts(out, "merge ");
    print_names(out, node, 0, width);
    buf_puts(out, node->entry_first ? " = entry " : " = feedback ");
    print_operands(out, node, node->entry_first ? width : 0, width);
    buf_puts(out, node->entry_first ? " feedback " : " entry ");
    print_operands(out, node, node->entry_first ? 0 : width, width);
}

/* The bundle from operand `first` on, and where either side of it goes. */
static void print_sides(struct buf *out, const struct racer_node *node,
                        int first, const char *one, const char *other)
{
    int width = node->output_count / 2;

    buf_puts(out, "( ");
    print_operands(out, node, first, width);
    buf_printf(out, " ) %s ", one);
    print_names(out, node, 0, width);
    buf_printf(out, " %s ", other);
    print_names(out, node, width, width);
}

static void print_switch(struct buf *out, const struct racer_node *node)
{
    buf_puts(out, "switch ");
    print_operands(out, node, 0, 1);
    buf_putc(out, ' ');
    print_sides(out, node, 1, "then", "else");
}

static void print_turns(struct buf *out, const struct racer_node *node)
{
    int width = node->output_count;

    buf_printf(out, "%s %s ", racer_kind_name(node->kind),
               node->alternate ? "alternate" : "priority");
    if (node->kind == RACER_FORK) {
        print_sides(out, node, 0, "to", "or");
        return;
    }
    print_names(out, node, 0, width);
    buf_puts(out, " = ");
    print_operands(out, node, 0, width);
    buf_puts(out, " or ");
    print_operands(out, node, width, width);
}

static void print_definition(struct buf *out, const struct racer_node *node)
{
    bool bundle = node->kind == RACER_SYNC || node->kind == RACER_GATE ||
                  node->kind == RACER_UNGATE;

    print_names(out, node, 0, node->output_count);
    buf_printf(out, " = %s ",
               node->kind == RACER_OP ? racer_op_name(node->op)
               : node->writes         ? "store"
                                      : racer_kind_name(node->kind));
    if (node->kind == RACER_GATE || node->kind == RACER_DELAY)
        buf_printf(out, "%" PRId64 " ", node->count);
    if (node->pair)
        buf_printf(out, "%s ", node->pair);
    if (node->kind == RACER_REQUEST)
        buf_printf(out, "%s ", node->memory);
    if (bundle)
        buf_puts(out, "( ");
    print_operands(out, node, 0, node->operand_count - node->guarded);
    if (bundle)
        buf_puts(out, " )");
    if (node->guarded) {
        buf_puts(out, " when ");
        print_operands(out, node, node->operand_count - 1, 1);
    }
    if (node->kind == RACER_REQUEST && node->count)
        buf_printf(out, " %s %" PRId64, node->shared ? "shared" : "places",
                   node->count);
}

void racer_print_node(struct buf *out, const struct racer_node *node)
{
    switch (node->kind) {
    case RACER_SOURCE:
        print_source(out, node);
        break;
    case RACER_SINK:
        print_sink(out, node);
        break;
    case RACER_MERGE:
        print_merge(out, node);
        break;
    case RACER_SWITCH:
        print_switch(out, node);
        break;
    case RACER_FORK:
    case RACER_JOIN:
        print_turns(out, node);
        break;
    default:
        print_definition(out, node);
        break;
    }
}

static void print_param(struct buf *out, const struct racer_param *param)
{
    buf_printf(out, "param %s:%s = %s", param->name,
               racer_type_name(param->type),
               param->text ? param->text : racer_op_name(param->op));
    for (int k = 0; k < param->operand_count; k++)
        buf_printf(out, " %s", param->operand[k].name);
    buf_putc(out, '\n');
}

void racer_print(struct buf *out, const struct racer_graph *g)
{
    buf_printf(out, "graph %s", g->name);
    if (g->source)
        buf_printf(out, " \"%s\"", g->source);
    buf_putc(out, '\n');
    for (int k = 0; k < g->array_count; k++)
        buf_printf(out, "array %s:%s\n", g->array[k].name, g->array[k].type);
    for (int k = 0; k < g->param_count; k++)
        print_param(out, &g->param[k]);
    for (int n = 0; n < g->node_count; n++) {
        racer_print_node(out, g->node[n]);
        racer_print_places(out, g->node[n]);
        buf_putc(out, '\n');
    }
    racer_print_routes(out, g);
}
