/*
 * Parameters: constants that a run sets, those that follow from them by an
 * operation, and all that names one.
 */
#include "runtime/racersim/graph/graph.h"

#include <string.h>

struct racer_param *racer_find_param(const struct racer_graph *g,
                                     const char *name)
{
    for (int k = 0; k < g->param_count; k++)
        if (strcmp(g->param[k].name, name) == 0)
            return &g->param[k];
    return NULL;
}

static void settle_operand(const struct racer_graph *g,
                           struct racer_operand *operand)
{
    const struct racer_param *param = operand->value || operand->literal
                                          ? NULL
                                          : racer_find_param(g, operand->name);

    if (param)
        operand->bits = param->bits;
}

static void settle_size(const struct racer_graph *g, struct racer_size *size)
{
    const struct racer_param *param =
        size->name ? racer_find_param(g, size->name) : NULL;

    if (param)
        size->value = param->bits.i;
}

static void settle_node(const struct racer_graph *g, struct racer_node *node)
{
    struct racer_walk *walk = &node->walk;
    int values = node->kind == RACER_SOURCE ? node->output_count : 1;

    for (int k = 0; k < node->operand_count; k++)
        settle_operand(g, &node->operand[k]);
    for (int d = 0; walk->over && d < walk->dims; d++) {
        settle_size(g, &walk->extent[d]);
        settle_size(g, &walk->step[d]);
    }
    for (int k = 0; walk->base && k < values; k++)
        settle_size(g, &walk->base[k]);
}

void racer_settle(struct racer_graph *g)
{
    for (int k = 0; k < g->param_count; k++) {
        struct racer_param *param = &g->param[k];
        union racer_bits in[3] = {{.u = 0}};

        if (param->text)
            continue;
        for (int n = 0; n < param->operand_count; n++) {
            settle_operand(g, &param->operand[n]);
            in[n] = param->operand[n].bits;
        }
        param->bits = racer_compute(
            param->op, param->operand[param->operand_count - 1].type, in);
    }
    for (int n = 0; n < g->node_count; n++)
        settle_node(g, g->node[n]);
}

bool racer_set_bits(struct racer_graph *g, const char *name,
                    union racer_bits bits)
{
    struct racer_param *param = racer_find_param(g, name);
    struct buf text = {0};

    if (!param || !param->text)
        return false;
    param->bits = bits;
    racer_write_bits(&text, bits, param->type);
    param->text = arena_strdup(g->arena, text.text);
    buf_free(&text);
    return true;
}

bool racer_set_param(struct racer_graph *g, const char *name, const char *text)
{
    struct racer_param *param = racer_find_param(g, name);

    if (!param || !param->text ||
        !racer_read_bits(text, param->type, &param->bits))
        return false;
    param->text = arena_strdup(g->arena, text);
    racer_settle(g);
    return true;
}

enum racer_type racer_array_type(const char *type)
{
    static const char *const narrow[] = {"i8", "u8", "i16", "u16", "u32"};

    for (size_t k = 0; k < sizeof narrow / sizeof *narrow; k++)
        if (strcmp(type, narrow[k]) == 0)
            return RACER_I32;
    if (strcmp(type, "u64") == 0)
        return RACER_I64;
    return strcmp(type, "pred") == 0 ? RACER_UNKNOWN : racer_type_named(type);
}
