/*
 * The graph without what nothing needs: from sinks and stores backwards, value
 * by value, so that bundles keep the values alone that are used behind them.
 */
#include "backends/dataflow/local.h"

#include <string.h>

struct prune {
    struct arena *arena;
    const struct racer_graph *g;
    bool *needed; /* [value] */
    int count, cap;
    const struct racer_value **list; /* to look at */
};

static void need(struct prune *p, const struct racer_operand *operand)
{
    const struct racer_value *value = operand->value;

    if (!value || p->needed[value->index])
        return;
    p->needed[value->index] = true;
    p->list = arena_grow(p->arena, p->list, p->count, &p->cap, sizeof *p->list);
    p->list[p->count++] = value;
}

static void need_all(struct prune *p, const struct racer_node *node)
{
    for (int k = 0; k < node->operand_count; k++)
        need(p, &node->operand[k]);
}

/* What the value's maker takes for it. */
static void follow(struct prune *p, const struct racer_value *value)
{
    const struct racer_node *node = value->node;
    int width = node->output_count;

    switch (node->kind) {
    case RACER_MERGE:
    case RACER_JOIN:
        need(p, &node->operand[value->output]);
        need(p, &node->operand[width + value->output]);
        break;
    case RACER_SWITCH:
        need(p, &node->operand[0]);
        need(p, &node->operand[1 + value->output % (width / 2)]);
        break;
    default:
        need_all(p, node);
        break;
    }
}

/* A ring that constants alone enter, which threads of one element may have,
 * needs something of the thread's that enters, too: one of each merge's values
 * is the thread's pulse. False if all merges have what they need. */
static bool need_entries(struct prune *p)
{
    bool any = false;

    for (int n = 0; n < p->g->node_count; n++) {
        const struct racer_node *node = p->g->node[n];
        struct racer_value *enters = NULL;
        bool kept = false, has = false;

        for (int k = 0; node->kind == RACER_MERGE && k < node->output_count;
             k++) {
            bool stream = node->operand[node->output_count + k].value;
            bool needed = p->needed[node->output[k]->index];

            kept = kept || needed;
            has = has || (needed && stream);
            enters = stream ? node->output[k] : enters;
        }
        if (!kept || has || !enters)
            continue;
        need(p, &(struct racer_operand){.value = enters});
        any = true;
    }
    return any;
}

static bool is_needed(const struct prune *p, const struct racer_value *value)
{
    return value && p->needed[value->index];
}

/* Keeps the places of a bundle of which some output is needed, each output a
 * place of `outputs`, of the operands `takes` for each place behind `skip`. */
static void keep_places(struct prune *p, struct racer_node *node, int skip,
                        int takes, int sides)
{
    int width = node->output_count / sides, kept = 0;
    struct racer_operand *operand =
        arena_alloc(p->arena, (size_t)node->operand_count * sizeof *operand);
    struct racer_value **output =
        arena_alloc(p->arena, (size_t)node->output_count * sizeof(*output));
    int *place = arena_alloc(p->arena, (size_t)(width + 1) * sizeof *place);

    for (int k = 0; k < width; k++)
        if (is_needed(p, node->output[k]) ||
            (sides == 2 && is_needed(p, node->output[width + k])))
            place[kept++] = k;
    for (int k = 0; k < skip; k++)
        operand[k] = node->operand[k];
    for (int n = 0; n < kept; n++) {
        for (int t = 0; t < takes; t++)
            operand[skip + t * kept + n] =
                node->operand[skip + t * width + place[n]];
        for (int side = 0; side < sides; side++)
            output[side * kept + n] = node->output[side * width + place[n]];
    }
    node->operand = operand;
    node->output = output;
    node->operand_count = skip + takes * kept;
    node->output_count = sides * kept;
}

/* A source keeps what is needed; one of indices keeps their places. */
static void keep_streams(struct prune *p, struct racer_node *node)
{
    int kept = 0;

    for (int k = 0; node->memory && k < node->output_count; k++) {
        if (!is_needed(p, node->output[k]))
            continue;
        node->walk.base[kept] = node->walk.base[k];
        node->output[kept++] = node->output[k];
    }
    if (node->memory)
        node->output_count = kept;
}

static bool has_needed(const struct prune *p, const struct racer_node *node)
{
    bool any = node->kind == RACER_SINK || node->writes;

    for (int k = 0; k < node->output_count; k++)
        any = any || is_needed(p, node->output[k]);
    return any;
}

static void keep(struct prune *p, struct racer_node *node)
{
    if (node->kind == RACER_MERGE || node->kind == RACER_JOIN)
        keep_places(p, node, 0, 2, 1);
    else if (node->kind == RACER_SWITCH)
        keep_places(p, node, 1, 1, 2);
    else if (node->kind == RACER_SOURCE)
        keep_streams(p, node);
    for (int k = 0; k < node->output_count; k++)
        if (!is_needed(p, node->output[k]))
            node->output[k] = NULL;
}

/* Parameters that nothing names go, from the last, which follow from others;
 * those that a launch gives stay. */
static bool names_param(const struct racer_graph *g, const char *name, int from)
{
    for (int k = from; k < g->param_count; k++)
        for (int n = 0; n < g->param[k].operand_count; n++)
            if (!g->param[k].operand[n].literal &&
                strcmp(g->param[k].operand[n].name, name) == 0)
                return true;
    for (int n = 0; n < g->node_count; n++) {
        const struct racer_node *node = g->node[n];
        const struct racer_walk *walk = &node->walk;
        int values = node->kind == RACER_SOURCE ? node->output_count : 1;

        for (int k = 0; k < node->operand_count; k++)
            if (!node->operand[k].value && !node->operand[k].literal &&
                strcmp(node->operand[k].name, name) == 0)
                return true;
        for (int d = 0; walk->over && d < walk->dims; d++)
            if ((walk->step[d].name && strcmp(walk->step[d].name, name) == 0))
                return true;
        for (int k = 0; walk->base && k < values; k++)
            if (walk->base[k].name && strcmp(walk->base[k].name, name) == 0)
                return true;
    }
    return false;
}

static void drop_params(struct racer_graph *g)
{
    for (int k = g->param_count - 1; k >= 0; k--) {
        if (g->param[k].text || names_param(g, g->param[k].name, k + 1))
            continue;
        g->param_count--;
        memmove(&g->param[k], &g->param[k + 1],
                (size_t)(g->param_count - k) * sizeof *g->param);
    }
}

struct racer_graph *flow_prune(struct arena *arena, const struct racer_graph *g)
{
    struct racer_graph *pruned = arena_alloc(arena, sizeof *pruned);
    struct prune p = {.arena = arena, .g = g};

    *pruned = *g;
    pruned->node =
        arena_alloc(arena, (size_t)(g->node_count + 1) * sizeof(*pruned->node));
    pruned->node_count = 0;
    p.needed = arena_alloc(arena, (size_t)g->value_count + 1);
    for (int n = 0; n < g->node_count; n++)
        if (g->node[n]->kind == RACER_SINK || g->node[n]->writes)
            need_all(&p, g->node[n]);
    do {
        while (p.count)
            follow(&p, p.list[--p.count]);
    } while (need_entries(&p));
    for (int n = 0; n < g->node_count; n++) {
        if (!has_needed(&p, g->node[n]))
            continue;
        keep(&p, g->node[n]);
        pruned->node[pruned->node_count++] = g->node[n];
    }
    drop_params(pruned);
    return pruned;
}
