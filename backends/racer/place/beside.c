/*
 * Two programs on one array, as one graph: the nodes of the second one behind
 * those of the first. Values, parameters and gates are names of one graph, so
 * that those of the second are renamed where they meet.
 */
#include "backends/racer/place/place.h"

#include <string.h>

struct join {
    struct racer_graph *to;
    const struct racer_graph *from;
    const char **param;         /* [parameter of `from`] its name in `to` */
    struct racer_value **value; /* [value of `from`] */
    int first;                  /* node of `to` that is the first of `from` */
};

static bool is_taken(const struct racer_graph *g, const char *name)
{
    if (racer_find(g, name) || racer_find_param(g, name))
        return true;
    for (int n = 0; n < g->node_count; n++)
        if (g->node[n]->pair && strcmp(g->node[n]->pair, name) == 0)
            return true;
    return false;
}

static const char *free_name(const struct racer_graph *g, const char *name)
{
    const char *text = name;

    for (int k = 2; is_taken(g, text); k++)
        text = arena_printf(g->arena, "%s_%d", name, k);
    return text;
}

static const char *param_name(const struct join *j, const char *name)
{
    for (int k = 0; k < j->from->param_count; k++)
        if (strcmp(j->from->param[k].name, name) == 0)
            return j->param[k];
    return name;
}

static void rename_size(const struct join *j, struct racer_size *size)
{
    if (size->name)
        size->name = param_name(j, size->name);
}

static void rename_constant(const struct join *j, struct racer_operand *operand)
{
    if (!operand->value && !operand->literal && operand->name)
        operand->name = param_name(j, operand->name);
}

static void add_params(struct join *j)
{
    const struct racer_graph *from = j->from;

    j->param = arena_alloc(j->to->arena,
                           ((size_t)from->param_count + 1) * sizeof *j->param);
    for (int k = 0; k < from->param_count; k++) {
        struct racer_param param = from->param[k];

        param.name = j->param[k] = free_name(j->to, param.name);
        for (int n = 0; n < param.operand_count; n++)
            rename_constant(j, &param.operand[n]);
        ARENA_PUSH(j->to->arena, j->to->param, j->to->param_count,
                   j->to->param_cap, param);
    }
}

static void rename_walk(const struct join *j, struct racer_node *node)
{
    struct racer_walk *walk = &node->walk;
    size_t values = node->kind == RACER_SOURCE ? (size_t)node->output_count : 1;
    struct racer_size *base;

    for (int d = 0; walk->over && d < walk->dims; d++) {
        rename_size(j, &walk->extent[d]);
        rename_size(j, &walk->step[d]);
    }
    if (!walk->base)
        return;
    base = arena_alloc(j->to->arena, values * sizeof *base);
    memcpy(base, walk->base, values * sizeof *base);
    for (size_t k = 0; k < values; k++)
        rename_size(j, &base[k]);
    walk->base = base;
}

/* A node with its outputs and the operands of the original. */
static void add_node(struct join *j, const struct racer_node *node)
{
    struct racer_graph *to = j->to;
    struct racer_node *made =
        racer_add(to, node->kind, node->operand_count, node->output_count);
    struct racer_node all = *node;

    all.index = made->index;
    all.operand = made->operand;
    all.output = made->output;
    *made = all;
    if (node->operand_count)
        memcpy(made->operand, node->operand,
               (size_t)node->operand_count * sizeof *node->operand);
    rename_walk(j, made);
    for (int k = 0; k < node->output_count; k++) {
        const struct racer_value *value = node->output[k];

        if (!value)
            continue;
        j->value[value->index] = racer_name_output(
            to, made, k, free_name(to, value->name), value->type);
        made->output[k]->typed = value->typed;
        made->output[k]->loc = value->loc;
    }
}

static void connect(struct join *j, struct racer_node *node)
{
    for (int k = 0; k < node->operand_count; k++) {
        struct racer_operand *operand = &node->operand[k];

        rename_constant(j, operand);
        if (!operand->value)
            continue;
        operand->value = j->value[operand->value->index];
        operand->name = operand->value->name;
    }
}

/* Both ends of a gate get one name. */
static void rename_pairs(struct join *j)
{
    struct racer_graph *to = j->to;

    for (int n = j->first; n < to->node_count; n++) {
        const char *old = to->node[n]->pair, *name;

        if (!old || to->node[n]->kind != RACER_GATE)
            continue;
        name = arena_printf(to->arena, "%s_", old);
        while (is_taken(to, name))
            name = arena_printf(to->arena, "%s_", name);
        for (int m = j->first; m < to->node_count; m++)
            if (to->node[m]->pair && strcmp(to->node[m]->pair, old) == 0)
                to->node[m]->pair = name;
    }
}

static void add_arrays(struct join *j)
{
    for (int k = 0; k < j->from->array_count; k++) {
        bool there = false;

        for (int n = 0; n < j->to->array_count; n++)
            there = there ||
                    strcmp(j->to->array[n].name, j->from->array[k].name) == 0;
        if (!there)
            ARENA_PUSH(j->to->arena, j->to->array, j->to->array_count,
                       j->to->array_cap, j->from->array[k]);
    }
}

void place_join(struct racer_graph *first, const struct racer_graph *second)
{
    struct join j = {.to = first, .from = second, .first = first->node_count};

    j.value = arena_alloc(first->arena,
                          ((size_t)second->value_count + 1) * sizeof *j.value);
    add_params(&j);
    add_arrays(&j);
    for (int n = 0; n < second->node_count; n++)
        add_node(&j, second->node[n]);
    for (int n = j.first; n < first->node_count; n++)
        connect(&j, first->node[n]);
    rename_pairs(&j);
    racer_settle(first);
}
