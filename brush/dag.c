#include "brush/dag.h"

#include <string.h>

enum op { CONSTANT, INPUT, ADD, SUBTRACT, MULTIPLY, NEGATE };

struct node {
    enum op op;
    int a, b; /* INPUT: a is its number */
    double value;
};

/* Open addressing; `slot` holds numbers + 1, its size is a power of two. */
struct dag {
    struct arena *arena;
    struct node *node;
    int count, cap;
    int *slot, slots;
};

struct dag_writer {
    const struct dag *d;
    struct kir_func *f;
    enum kir_type type;
    int (*input)(void *context, int input);
    void *context;
    int *uses;  /* per node: by nodes that are needed, and as outputs */
    int *value; /* per node: the KIR value + 1 */
};

struct dag *dag_new(struct arena *arena)
{
    struct dag *d = arena_alloc(arena, sizeof *d);

    d->arena = arena;
    d->slots = 256;
    d->slot = arena_alloc(arena, (size_t)d->slots * sizeof *d->slot);
    return d;
}

static uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static bool same(const struct node *x, const struct node *y)
{
    return x->op == y->op && x->a == y->a && x->b == y->b &&
           memcmp(&x->value, &y->value, sizeof x->value) == 0;
}

static int *find(const struct dag *d, const struct node *n)
{
    uint64_t bits, mask = (uint64_t)d->slots - 1, at;

    memcpy(&bits, &n->value, sizeof bits);
    at = mix(mix(mix(mix(1, n->op), (uint64_t)n->a), (uint64_t)n->b), bits);
    for (at &= mask; d->slot[at]; at = (at + 1) & mask)
        if (same(&d->node[d->slot[at] - 1], n))
            break;
    return &d->slot[at];
}

static int intern(struct dag *d, struct node n)
{
    int *place = find(d, &n);

    if (*place)
        return *place - 1;
    if (2 * d->count >= d->slots) {
        d->slots *= 2;
        d->slot = arena_alloc(d->arena, (size_t)d->slots * sizeof *d->slot);
        for (int i = 0; i < d->count; i++)
            *find(d, &d->node[i]) = i + 1;
        place = find(d, &n);
    }
    *place = d->count + 1;
    ARENA_PUSH(d->arena, d->node, d->count, d->cap, n);
    return d->count - 1;
}

int dag_constant(struct dag *d, double value)
{
    return intern(d, (struct node){CONSTANT, 0, 0, value == 0 ? 0 : value});
}

int dag_input(struct dag *d, int input)
{
    return intern(d, (struct node){INPUT, input, 0, 0});
}

static bool is_constant(const struct dag *d, int a, double value)
{
    return d->node[a].op == CONSTANT && d->node[a].value == value;
}

static bool both_constant(const struct dag *d, int a, int b)
{
    return d->node[a].op == CONSTANT && d->node[b].op == CONSTANT;
}

int dag_negate(struct dag *d, int a)
{
    const struct node *n = &d->node[a];

    if (n->op == CONSTANT)
        return dag_constant(d, -n->value);
    if (n->op == NEGATE)
        return n->a;
    if (n->op == SUBTRACT)
        return dag_subtract(d, n->b, n->a);
    return intern(d, (struct node){NEGATE, a, 0, 0});
}

/* Signs move outward, where sums absorb them; each step removes a NEGATE below
 * the node or a node, so that the recursion ends. */
int dag_add(struct dag *d, int a, int b)
{
    if (both_constant(d, a, b))
        return dag_constant(d, d->node[a].value + d->node[b].value);
    if (is_constant(d, a, 0))
        return b;
    if (is_constant(d, b, 0))
        return a;
    if (d->node[b].op == NEGATE)
        return dag_subtract(d, a, d->node[b].a);
    if (d->node[a].op == NEGATE)
        return dag_subtract(d, b, d->node[a].a);
    return intern(d, (struct node){ADD, a < b ? a : b, a < b ? b : a, 0});
}

int dag_subtract(struct dag *d, int a, int b)
{
    if (both_constant(d, a, b))
        return dag_constant(d, d->node[a].value - d->node[b].value);
    if (a == b)
        return dag_constant(d, 0);
    if (is_constant(d, b, 0))
        return a;
    if (is_constant(d, a, 0))
        return dag_negate(d, b);
    if (d->node[b].op == NEGATE)
        return dag_add(d, a, d->node[b].a);
    if (d->node[a].op == NEGATE)
        return dag_negate(d, dag_add(d, d->node[a].a, b));
    return intern(d, (struct node){SUBTRACT, a, b, 0});
}

int dag_multiply(struct dag *d, int a, int b)
{
    if (both_constant(d, a, b))
        return dag_constant(d, d->node[a].value * d->node[b].value);
    if (is_constant(d, a, 0) || is_constant(d, b, 0))
        return dag_constant(d, 0);
    if (is_constant(d, a, 1))
        return b;
    if (is_constant(d, b, 1))
        return a;
    if (is_constant(d, a, -1))
        return dag_negate(d, b);
    if (is_constant(d, b, -1))
        return dag_negate(d, a);
    if (d->node[a].op == NEGATE)
        return dag_negate(d, dag_multiply(d, d->node[a].a, b));
    if (d->node[b].op == NEGATE)
        return dag_negate(d, dag_multiply(d, a, d->node[b].a));
    return intern(d, (struct node){MULTIPLY, a < b ? a : b, a < b ? b : a, 0});
}

/* Writing ----------------------------------------------------------------- */

static int operands(enum op op)
{
    return op <= INPUT ? 0 : op == NEGATE ? 1 : 2;
}

/* How often each node is used by what the outputs need: operands come before
 * their users, so one walk from the last node to the first suffices. */
static int *count_uses(const struct dag *d, const int *output, int outputs)
{
    int *uses = arena_alloc(d->arena, (size_t)d->count * sizeof *uses);

    for (int i = 0; i < outputs; i++)
        uses[output[i]]++;
    for (int i = d->count - 1; i >= 0; i--) {
        const struct node *n = &d->node[i];

        if (!uses[i] || operands(n->op) == 0)
            continue;
        uses[n->a]++;
        if (operands(n->op) == 2)
            uses[n->b]++;
    }
    return uses;
}

/* The operand of a sum that becomes part of a fused multiply-add: a product
 * that nobody else needs. -1 if there is none. */
static int fused_operand(const struct dag *d, const int *uses,
                         const struct node *n)
{
    if (n->op != ADD && n->op != SUBTRACT)
        return -1;
    if (d->node[n->b].op == MULTIPLY && uses[n->b] == 1)
        return n->b;
    if (d->node[n->a].op == MULTIPLY && uses[n->a] == 1)
        return n->a;
    return -1;
}

struct dag_cost dag_count(struct dag *d, const int *output, int outputs)
{
    const int *uses = count_uses(d, output, outputs);
    struct dag_cost cost = {0, 0, 0};

    for (int i = 0; i < d->count; i++) {
        if (!uses[i])
            continue;
        if (d->node[i].op == INPUT)
            cost.inputs++;
        if (operands(d->node[i].op) == 0)
            continue;
        cost.operations++;
        if (fused_operand(d, uses, &d->node[i]) >= 0)
            cost.fused++;
    }
    cost.operations -= cost.fused;
    return cost;
}

struct dag_writer *dag_write(struct dag *d, struct kir_func *f,
                             enum kir_type type, const int *output, int outputs,
                             int (*input)(void *context, int input),
                             void *context)
{
    struct dag_writer *w = arena_alloc(d->arena, sizeof *w);

    w->d = d;
    w->f = f;
    w->type = type;
    w->input = input;
    w->context = context;
    w->uses = count_uses(d, output, outputs);
    w->value = arena_alloc(d->arena, (size_t)d->count * sizeof *w->value);
    return w;
}

static int write_fused(struct dag_writer *w, const struct node *n, int product)
{
    const struct node *m = &w->d->node[product];
    int other = product == n->b ? n->a : n->b;
    int c = dag_value(w, other), a = dag_value(w, m->a), b = dag_value(w, m->b);

    if (n->op == SUBTRACT && product == n->b)
        a = kir_unary(w->f, KIR_NEG, a);
    else if (n->op == SUBTRACT)
        c = kir_unary(w->f, KIR_NEG, c);
    return kir_ternary(w->f, KIR_MULADD, a, b, c);
}

static int write_node(struct dag_writer *w, const struct node *n)
{
    static const enum kir_op op[] = {
        [ADD] = KIR_ADD, [SUBTRACT] = KIR_SUB, [MULTIPLY] = KIR_MUL};
    int product = fused_operand(w->d, w->uses, n), a;

    if (n->op == CONSTANT)
        return kir_float(w->f, w->type, n->value);
    if (n->op == INPUT)
        return w->input(w->context, n->a);
    if (product >= 0)
        return write_fused(w, n, product);
    a = dag_value(w, n->a);
    if (n->op == NEGATE)
        return kir_unary(w->f, KIR_NEG, a);
    return kir_binary(w->f, op[n->op], a, dag_value(w, n->b));
}

int dag_value(struct dag_writer *w, int node)
{
    if (!w->value[node])
        w->value[node] = write_node(w, &w->d->node[node]) + 1;
    return w->value[node] - 1;
}
