/*
 * What every graph must keep, however it was made. Whether it can get stuck is
 * another question (backends/racer/).
 */
#include "runtime/racersim/graph/graph.h"

#include <string.h>

struct check {
    const struct racer_graph *g;
    struct faults *faults;
    int found;
    bool *used; /* by value */
};

static void complain(struct check *c, struct loc loc, const char *hint,
                     const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void complain(struct check *c, struct loc loc, const char *hint,
                     const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    fault_add_hinted(c->faults, FAULT_RACER_INVALID, loc, hint, format, ap);
    va_end(ap);
    c->found++;
}

static enum racer_type type_of(const struct racer_operand *operand)
{
    return operand->value ? operand->value->type : operand->type;
}

static void check_op(struct check *c, const struct racer_node *node)
{
    enum racer_type type = type_of(&node->operand[0]);
    bool constant = true;

    for (int k = 0; k < node->operand_count; k++)
        constant = constant && !node->operand[k].value;
    if (constant)
        complain(c, node->loc, "write its result where it is used",
                 "%s of constants alone makes elements without end",
                 racer_op_name(node->op));
    if (!racer_op_takes(node->op, type))
        complain(c, node->loc, "convert it, or write an operation of that type",
                 "%s takes no %s", racer_op_name(node->op),
                 racer_type_name(type));
}

/* Something but constants must be in each of `sides` equal parts of what a node
 * takes from operand `first` on. */
static void check_sides(struct check *c, const struct racer_node *node,
                        int first, int sides)
{
    int width = (node->operand_count - first) / sides;

    for (int side = 0; side < sides; side++) {
        bool constant = true;

        for (int k = 0; k < width; k++)
            if (node->operand[first + side * width + k].value)
                constant = false;
        if (constant)
            complain(c, node->loc, "pass a value of the stream",
                     "%s takes nothing but constants%s",
                     racer_kind_name(node->kind),
                     sides > 1 ? " on one side" : "");
    }
}

static void check_gate(struct check *c, const struct racer_node *node)
{
    enum racer_kind other =
        node->kind == RACER_GATE ? RACER_UNGATE : RACER_GATE;
    int same = 0, partners = 0;

    for (int n = 0; n < c->g->node_count; n++) {
        const struct racer_node *m = c->g->node[n];

        if (m->pair && strcmp(m->pair, node->pair) == 0) {
            same += m->kind == node->kind;
            partners += m->kind == other;
        }
    }
    if (same != 1 || partners != 1)
        complain(c, node->loc, "write one gate and one ungate of each name",
                 "gate '%s' has %d gates and %d ungates", node->pair,
                 node->kind == RACER_GATE ? same : partners,
                 node->kind == RACER_GATE ? partners : same);
}

static const struct racer_node *sink_to(const struct racer_graph *g,
                                        const char *memory)
{
    for (int n = 0; n < g->node_count; n++)
        if (g->node[n]->kind == RACER_SINK && g->node[n]->memory &&
            strcmp(g->node[n]->memory, memory) == 0)
            return g->node[n];
    return NULL;
}

static void check_source(struct check *c, const struct racer_node *node)
{
    int used = 0;

    for (int k = 0; k < node->output_count; k++) {
        if (!node->output[k])
            continue;
        used++;
        if (!node->output[k]->typed)
            complain(c, node->output[k]->loc, "write its type behind a colon",
                     "the source's value '%s' has no type",
                     node->output[k]->name);
    }
    if (!used)
        complain(c, node->loc, "name what it gives", "a source of nothing");
    if (node->walk.over && node->walk.offset)
        complain(c, node->loc, "write 'base' for it",
                 "'at' belongs to 'affine'");
    for (int k = 0; !node->memory && k < node->output_count; k++)
        if (node->output[k] &&
            (node->output[k]->type != RACER_I64 || k >= node->walk.dims))
            complain(c, node->loc,
                     "name one i64 for each loop, or write 'from MEMORY'",
                     "a source of indices has one value of type i64 for each"
                     " loop");
    if (node->admit && !sink_to(c->g, node->admit))
        complain(c, node->loc, "name the memory of a sink",
                 "no sink goes to '%s', whose window the source waits for",
                 node->admit);
}

/* One value by loops of their own, or to an address. */
static void check_element_sink(struct check *c, const struct racer_node *node)
{
    int operands = 1 + node->addressed + node->guarded;

    if (node->operand_count != operands)
        complain(c, node->loc, "write a sink for each value",
                 "a sink to elements of '%s' takes one value", node->memory);
    else if (node->addressed && racer_type_is_real(type_of(&node->operand[1])))
        complain(c, node->loc, "convert it by toi32",
                 "an address is a whole number");
    if (node->window || node->walk.offset)
        complain(c, node->loc, "drop 'window' and 'at'",
                 "they belong to sinks by tag and by 'affine'");
}

/* What `when` says is a pred. */
static void check_guard(struct check *c, const struct racer_node *node)
{
    if (node->guarded &&
        type_of(&node->operand[node->operand_count - 1]) != RACER_PRED)
        complain(c, node->loc, "compare it with 0 first",
                 "what 'when' names is a pred");
}

/* Several sinks have one memory if each writes a share of its own. */
static bool have_one_share(const struct racer_walk *a,
                           const struct racer_walk *b)
{
    return !a->shares || a->shares != b->shares || a->every != b->every ||
           a->share == b->share;
}

static bool is_alone(const struct racer_graph *g, const struct racer_node *node)
{
    for (int n = 0; n < node->index; n++)
        if (g->node[n]->kind == RACER_SINK && g->node[n]->memory &&
            strcmp(g->node[n]->memory, node->memory) == 0 &&
            have_one_share(&g->node[n]->walk, &node->walk))
            return false;
    return true;
}

static void check_sink(struct check *c, const struct racer_node *node)
{
    if (!node->operand_count)
        complain(c, node->loc, "name the values that it writes",
                 "the sink to '%s' takes nothing",
                 node->memory ? node->memory : "nothing");
    if (node->memory && !is_alone(c->g, node))
        complain(c, node->loc,
                 "give each sink a memory, or a 'share' of one, of its own",
                 "two sinks go to '%s'", node->memory);
    if (node->walk.dims && node->tags)
        complain(c, node->loc, "drop the loops, or the tag",
                 "the sink to '%s' writes by loops and by tag", node->memory);
    if (node->window && !node->tags)
        complain(c, node->loc, "name its tag, or drop the window",
                 "a window sorts by tags, and there is none");
    if (node->addressed || node->walk.over)
        check_element_sink(c, node);
    check_guard(c, node);
    for (int k = 0; k < node->operand_count; k++)
        if (!node->operand[k].value)
            complain(c, node->operand[k].loc, "name a value",
                     "a sink takes no constants");
}

static void check_request(struct check *c, const struct racer_node *node)
{
    if (racer_type_is_real(type_of(&node->operand[0])))
        complain(c, node->loc, "convert it by toi32",
                 "an address is a whole number");
    if (!node->output_count)
        complain(c, node->loc, "name what it gives", "a request of nothing");
    if (node->writes && node->output_count != 1)
        complain(c, node->loc, "name one value",
                 "a store gives back the value that it wrote");
    if (node->writes && sink_to(c->g, node->memory))
        complain(c, node->loc, "write all of it by stores, or by a sink",
                 "memory '%s' is written by stores and by a sink",
                 node->memory);
    check_guard(c, node);
    check_sides(c, node, 0, 1);
}

static void check_node(struct check *c, const struct racer_node *node)
{
    switch (node->kind) {
    case RACER_OP:
        check_op(c, node);
        break;
    case RACER_SOURCE:
        check_source(c, node);
        break;
    case RACER_SINK:
        check_sink(c, node);
        break;
    case RACER_GATE:
    case RACER_UNGATE:
        check_gate(c, node);
        check_sides(c, node, 0, 1);
        break;
    case RACER_MERGE:
    case RACER_JOIN:
        check_sides(c, node, 0, 2);
        break;
    case RACER_SWITCH:
        if (!node->operand[0].value)
            complain(c, node->loc, "take the side that it chooses",
                     "a switch by a constant");
        break;
    case RACER_DELAY:
        if (node->operand[1].value)
            complain(c, node->operand[1].loc, "write a number or a parameter",
                     "a delay begins with a constant");
        break;
    case RACER_REQUEST:
        check_request(c, node);
        break;
    default:
        check_sides(c, node, 0, 1);
        break;
    }
}

/* What a source, merge, switch, fork or join makes may be dropped. */
static bool may_drop(enum racer_kind kind)
{
    return kind == RACER_SOURCE || kind == RACER_MERGE ||
           kind == RACER_SWITCH || kind == RACER_JOIN || kind == RACER_FORK;
}

/* The values that a node takes at one time have one length of way each. */
static void check_ways(struct check *c, const struct racer_node *node)
{
    int width = node->kind == RACER_MERGE || node->kind == RACER_JOIN
                    ? node->output_count
                    : node->operand_count;

    for (int k = 0; k < node->operand_count; k++) {
        const struct racer_operand *a = &node->operand[k];

        for (int j = 0; a->value && j < k; j++) {
            const struct racer_operand *b = &node->operand[j];

            if (j / width == k / width && a->value == b->value &&
                a->registers != b->registers) {
                complain(c, a->loc, "write the same number of registers",
                         "'%s' comes to one node by two ways, of %d and %d"
                         " registers",
                         a->value->name, b->registers, a->registers);
                return;
            }
        }
    }
}

bool racer_valid(const struct racer_graph *g, struct faults *faults)
{
    struct check c = {.g = g, .faults = faults};
    bool drains = false;

    c.used = arena_alloc(g->arena, (size_t)g->value_count * sizeof *c.used);
    for (int n = 0; n < g->node_count; n++) {
        check_node(&c, g->node[n]);
        check_ways(&c, g->node[n]);
        drains = drains || g->node[n]->kind == RACER_SINK;
        for (int k = 0; k < g->node[n]->operand_count; k++)
            if (g->node[n]->operand[k].value)
                c.used[g->node[n]->operand[k].value->index] = true;
    }
    for (int k = 0; k < g->value_count; k++)
        if (!c.used[k] && !may_drop(g->value[k]->node->kind))
            complain(&c, g->value[k]->loc, "drop the line",
                     "nothing takes '%s'", g->value[k]->name);
    if (!drains)
        complain(&c, (struct loc){g->file, 1, 1, 0}, "add a line 'sink'",
                 "graph '%s' has no sink, so nothing comes out", g->name);
    return !c.found;
}
