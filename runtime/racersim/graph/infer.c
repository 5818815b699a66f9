/*
 * Types that graph text leaves out, by unification: what a node takes and makes
 * in one place has one type. What is still open then is what literals alone
 * decide: f64 with a point or an exponent, else i32.
 *
 * A node is looked at again when the type of a value that it takes or makes
 * becomes known, which happens once a value.
 */
#include "runtime/racersim/graph/graph.h"

#include <string.h>

struct inference {
    struct racer_graph *g;
    struct faults *faults;
    bool failed;
    int *user, *user_begin;   /* [value]: the nodes that take it */
    int *queue, first, count; /* nodes to look at, a ring */
    bool *queued;             /* [node] */
    int open_count, open_cap; /* values of a node without a type */
    struct racer_value **open;
    int node, operand; /* no literal before this one is open */
};

static enum racer_type *operand_type(struct racer_node *node, int k)
{
    struct racer_operand *operand = &node->operand[k];

    return operand->value ? &operand->value->type : &operand->type;
}

/* The type of output k; a dropped one has none. */
static enum racer_type *output_type(struct racer_node *node, int k)
{
    return node->output[k] ? &node->output[k]->type : NULL;
}

/* Types that must be equal become so. */
static void unify(struct inference *in, struct racer_node *node,
                  enum racer_type **type, int count)
{
    enum racer_type known = RACER_UNKNOWN;

    for (int k = 0; k < count && !in->failed; k++) {
        if (!type[k] || !*type[k])
            continue;
        if (known && *type[k] != known) {
            struct fault *fault =
                fault_add(in->faults, FAULT_RACER_INVALID, node->loc,
                          "%s takes values of types %s and %s in one place",
                          node->kind == RACER_OP ? racer_op_name(node->op)
                                                 : racer_kind_name(node->kind),
                          racer_type_name(known), racer_type_name(*type[k]));
            fault_hint(in->faults, fault, (struct loc){0},
                       "convert one of them: tof32, tof64, toi32, toi64");
            in->failed = true;
        }
        known = *type[k];
    }
    for (int k = 0; k < count && known && !in->failed; k++)
        if (type[k])
            *type[k] = known;
}

static void fix(struct inference *in, struct racer_node *node,
                enum racer_type *type, enum racer_type is)
{
    enum racer_type *both[2] = {type, &is};

    unify(in, node, both, 2);
}

static void infer_op(struct inference *in, struct racer_node *node)
{
    enum racer_type *type[4] = {NULL};
    int n = node->operand_count, first = 0;

    for (int k = 0; k < n; k++)
        type[k] = operand_type(node, k);
    switch (racer_op_form(node->op)) {
    case RACER_FORM_REAL_TEST:
    case RACER_FORM_WHOLE_TEST:
        fix(in, node, output_type(node, 0), RACER_PRED);
        break;
    case RACER_FORM_TO_F32:
    case RACER_FORM_TO_F64:
    case RACER_FORM_TO_I32:
    case RACER_FORM_TO_I64:
        fix(in, node, output_type(node, 0),
            racer_op_result(node->op, RACER_UNKNOWN));
        return;
    case RACER_FORM_SELECT:
        fix(in, node, type[0], RACER_PRED);
        first = 1;
        type[n++] = output_type(node, 0);
        break;
    default:
        type[n++] = output_type(node, 0);
        break;
    }
    unify(in, node, type + first, n - first);
}

/* Place k of every bundle that the node takes and makes. */
static void infer_bundle(struct inference *in, struct racer_node *node,
                         int skip)
{
    int takes = node->operand_count - skip, makes = node->output_count;
    int width = makes < takes ? makes : takes;

    if (node->kind == RACER_DELAY)
        width = 1;
    for (int k = 0; k < width; k++) {
        enum racer_type *type[4];
        int n = 0;

        for (int t = k; t < takes; t += width)
            type[n++] = operand_type(node, skip + t);
        for (int m = k; m < makes; m += width)
            type[n++] = output_type(node, m);
        unify(in, node, type, n);
    }
}

/* A store gives back what it wrote. */
static void infer_store(struct inference *in, struct racer_node *node)
{
    enum racer_type *both[2] = {operand_type(node, 1), output_type(node, 0)};

    unify(in, node, both, 2);
}

static void infer_node(struct inference *in, struct racer_node *node)
{
    switch (node->kind) {
    case RACER_OP:
        infer_op(in, node);
        break;
    case RACER_SWITCH:
        fix(in, node, operand_type(node, 0), RACER_PRED);
        infer_bundle(in, node, 1);
        break;
    case RACER_REQUEST:
        if (node->guarded)
            fix(in, node, operand_type(node, node->operand_count - 1),
                RACER_PRED);
        if (node->writes)
            infer_store(in, node);
        break;
    case RACER_SOURCE:
    case RACER_SINK:
        break;
    default:
        infer_bundle(in, node, 0);
        break;
    }
}

static void list_users(struct inference *in)
{
    const struct racer_graph *g = in->g;
    int uses = 0, *at;

    at = in->user_begin =
        arena_alloc(g->arena, ((size_t)g->value_count + 2) * sizeof(int));
    for (int n = 0; n < g->node_count; n++)
        for (int k = 0; k < g->node[n]->operand_count; k++)
            if (g->node[n]->operand[k].value) {
                at[g->node[n]->operand[k].value->index + 2]++;
                uses++;
            }
    for (int v = 0; v < g->value_count; v++)
        at[v + 2] += at[v + 1];
    in->user = arena_alloc(g->arena, (size_t)uses * sizeof(int));
    for (int n = 0; n < g->node_count; n++)
        for (int k = 0; k < g->node[n]->operand_count; k++)
            if (g->node[n]->operand[k].value)
                in->user[at[g->node[n]->operand[k].value->index + 1]++] = n;
}

static void look_at(struct inference *in, int node)
{
    if (in->queued[node])
        return;
    in->queued[node] = true;
    in->queue[(in->first + in->count++) % in->g->node_count] = node;
}

static void add_open(struct inference *in, struct racer_value *value)
{
    if (value && !value->type)
        ARENA_PUSH(in->g->arena, in->open, in->open_count, in->open_cap, value);
}

/* Infers what a node says, and has those looked at that it tells something. */
static void visit(struct inference *in, struct racer_node *node)
{
    in->open_count = 0;
    for (int k = 0; k < node->operand_count; k++)
        add_open(in, node->operand[k].value);
    for (int k = 0; k < node->output_count; k++)
        add_open(in, node->output[k]);
    infer_node(in, node);
    for (int k = 0; k < in->open_count && !in->failed; k++) {
        const struct racer_value *value = in->open[k];

        if (!value->type)
            continue;
        look_at(in, value->node->index);
        for (int u = in->user_begin[value->index];
             u < in->user_begin[value->index + 1]; u++)
            look_at(in, in->user[u]);
    }
}

static void settle(struct inference *in)
{
    while (in->count && !in->failed) {
        int node = in->queue[in->first];

        in->first = (in->first + 1) % in->g->node_count;
        in->count--;
        in->queued[node] = false;
        visit(in, in->g->node[node]);
    }
}

/* Gives the first literal without a type the one of its form. */
static bool decide_literal(struct inference *in)
{
    for (; in->node < in->g->node_count; in->node++, in->operand = 0) {
        struct racer_node *node = in->g->node[in->node];

        for (; in->operand < node->operand_count; in->operand++) {
            struct racer_operand *operand = &node->operand[in->operand];
            const char *text = operand->name;

            if (operand->value || operand->type)
                continue;
            if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
                operand->type = RACER_PRED;
            else if (strpbrk(text, ".eEnpP"))
                operand->type = RACER_F64;
            else
                operand->type = RACER_I32;
            look_at(in, in->node);
            return true;
        }
    }
    return false;
}

static void complain(struct inference *in, struct loc loc, const char *hint,
                     const char *text)
{
    fault_hint(in->faults,
               fault_add(in->faults, FAULT_RACER_INVALID, loc, "%s", text),
               (struct loc){0}, "%s", hint);
    in->failed = true;
}

static void read_literal(struct inference *in, struct racer_operand *operand)
{
    if (operand->value || !operand->literal || in->failed)
        return;
    if (!racer_read_bits(operand->name, operand->type, &operand->bits))
        complain(in, operand->loc, "write a number of that type",
                 arena_printf(in->g->arena, "'%s' is no %s", operand->name,
                              racer_type_name(operand->type)));
}

/* What stands beyond a memory's ends is a number of each value's type. */
static void read_pad(struct inference *in, struct racer_node *node)
{
    struct racer_walk *walk = &node->walk;

    walk->pad = arena_alloc(in->g->arena,
                            (size_t)node->output_count * sizeof *walk->pad);
    for (int k = 0; k < node->output_count && !in->failed; k++)
        if (node->output[k] &&
            !racer_read_bits(walk->pad_text, node->output[k]->type,
                             &walk->pad[k]))
            complain(in, node->loc, "write a number of the values' type",
                     arena_printf(in->g->arena, "'%s' is no %s to pad with",
                                  walk->pad_text,
                                  racer_type_name(node->output[k]->type)));
}

static void read_literals(struct inference *in)
{
    struct racer_graph *g = in->g;

    for (int n = 0; n < g->node_count; n++) {
        struct racer_node *node = g->node[n];

        for (int k = 0; k < node->operand_count; k++)
            read_literal(in, &node->operand[k]);
        if (node->kind == RACER_SOURCE && node->walk.pad_text)
            read_pad(in, node);
    }
}

bool racer_infer(struct racer_graph *g, struct faults *faults)
{
    struct inference in = {.g = g, .faults = faults};
    size_t nodes = (size_t)g->node_count;

    list_users(&in);
    in.queue = arena_alloc(g->arena, nodes * sizeof(int));
    in.queued = arena_alloc(g->arena, nodes);
    for (int n = 0; n < g->node_count; n++)
        look_at(&in, n);
    do
        settle(&in);
    while (!in.failed && decide_literal(&in));
    for (int k = 0; k < g->value_count && !in.failed; k++)
        if (!g->value[k]->type)
            complain(&in, g->value[k]->loc,
                     arena_printf(g->arena, "write %s:f64, for example",
                                  g->value[k]->name),
                     arena_printf(g->arena, "the type of '%s' is not known",
                                  g->value[k]->name));
    read_literals(&in);
    return !in.failed;
}
