/*
 * Which part of a kernel has no graph. The checker's faults are about lines of
 * the graph's text; values have the same names there and in the graph that was
 * made, whose nodes know the source's lines.
 */
#include "backends/dataflow/local.h"

#include <string.h>

static int width_of(const struct racer_node *node)
{
    switch (node->kind) {
    case RACER_MERGE:
    case RACER_JOIN:
        return node->output_count;
    case RACER_SWITCH:
        return node->output_count / 2;
    default:
        return 0;
    }
}

bool flow_fits(const struct racer_graph *g, struct faults *faults)
{
    for (int n = 0; n < g->node_count; n++) {
        const struct racer_node *node = g->node[n];

        if (width_of(node) <= RACER_WIDTH)
            continue;
        fault_hint(faults,
                   fault_add(faults, FAULT_UNSUPPORTED_TARGET, node->loc,
                             "%d values go through this loop or past it, those"
                             " that are used behind it among them, and a"
                             " bundle of a data-stream array has %d at most",
                             width_of(node), RACER_WIDTH),
                   (struct loc){0},
                   "let several loops compute them, or run this nest on"
                   " another device: device(host)");
        return false;
    }
    return true;
}

/* What the source calls what became a node. */
static const char *construct(struct arena *arena, const struct racer_node *node)
{
    switch (node->kind) {
    case RACER_MERGE:
    case RACER_SWITCH:
    case RACER_JOIN:
        return "this loop";
    case RACER_SOURCE:
    case RACER_SINK:
    case RACER_REQUEST:
        return node->memory
                   ? arena_printf(arena, "this access to '%s'", node->memory)
                   : "this nest";
    default:
        return "this statement";
    }
}

/* The node that was made for what stands in a line of the text. */
static const struct racer_node *made_for(const struct racer_graph *made,
                                         const struct racer_graph *text,
                                         int line)
{
    for (int n = 0; text && n < text->node_count; n++) {
        const struct racer_node *node = text->node[n];

        for (int k = 0; node->loc.line == line && k < node->output_count; k++) {
            const struct racer_value *value =
                node->output[k] ? racer_find(made, node->output[k]->name)
                                : NULL;

            if (value)
                return value->node;
        }
    }
    return NULL;
}

void flow_explain(const struct kir_func *f, const struct racer_graph *made,
                  const struct racer_graph *text, const struct fault *fault,
                  struct faults *faults)
{
    const struct racer_node *node =
        fault ? made_for(made, text, fault->loc.line) : NULL;
    struct loc loc = {.file = f->module->source_file, .line = f->line};

    if (node && node->loc.line)
        loc.line = node->loc.line;
    fault_hint(faults,
               fault_add(faults, FAULT_UNSUPPORTED_TARGET, loc,
                         "no graph of %s is proved free of deadlock: %s",
                         node ? construct(faults->arena, node) : "this nest",
                         fault ? fault->message : "?"),
               (struct loc){0},
               "split it into nests of their own, or run it on another device:"
               " device(host)");
}
