/*
 * Graphs of sums and products. Nodes are made once each and simplified as they
 * are made; a plan cuts the graph into pieces and finds what passes between
 * them; a writer turns a piece into KIR.
 */
#include "brush/algebra/dag.h"

#include <stdlib.h>
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

enum { NO_PIECE = -1, NO_SLOT = -1 };

struct dag_plan {
    struct dag *d;
    const struct dag_host *host;
    int outputs;
    int *uses;         /* per node: by nodes that are needed, and as outputs */
    bool *uniform;     /* per node: the same in all lanes */
    int *piece, *last; /* per node: where it is computed and last needed */
    int *slot;         /* per node */
    int slots, pieces, piece_cap;
    struct piece {
        int first, operations; /* its first output */
    } * at;                    /* per piece */
    bool apart;                /* nothing passes from piece to piece */
    int *value, *written; /* per node: its KIR value, and in which piece + 1 */
};

struct dag_writer {
    const struct dag_plan *plan;
    const struct dag *d;
    struct kir_func *f;
    enum kir_type type;
    int piece;
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

/* Uses -------------------------------------------------------------------- */

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

/* Cutting ----------------------------------------------------------------- */

enum cut_state {
    OUTSIDE, /* does not depend on the summand */
    WHOLE,   /* depends on it in a way that cannot be taken apart */
    OPEN     /* is a sum of which something can be taken out */
};

struct dag_cut {
    struct dag *from, *to;
    const struct dag_summand *summand;
    int *node; /* per node: its copy + 1 */
    enum cut_state *state;
};

static enum cut_state cut_state(const struct dag_cut *c, const struct node *n)
{
    enum cut_state a, b;

    if (n->op == CONSTANT)
        return OUTSIDE;
    if (n->op == INPUT)
        return c->summand->depends(c->summand->context, n->a) ? WHOLE : OUTSIDE;
    a = c->state[n->a];
    b = operands(n->op) > 1 ? c->state[n->b] : a;
    if (n->op == NEGATE || (a == OUTSIDE && b == OUTSIDE))
        return a;
    if (n->op != MULTIPLY)
        return a == OPEN || b == OPEN ? OPEN : WHOLE;
    if (a != OUTSIDE && b != OUTSIDE)
        return WHOLE;
    if (c->from->node[a == OUTSIDE ? n->a : n->b].op != CONSTANT)
        return OPEN;
    return a == OUTSIDE ? b : a;
}

struct dag_cut *dag_cut_new(struct dag *from, struct dag *to,
                            const struct dag_summand *summand)
{
    struct dag_cut *c = arena_alloc(to->arena, sizeof *c);
    size_t count = (size_t)from->count;

    c->from = from;
    c->to = to;
    c->summand = summand;
    c->node = arena_alloc(to->arena, count * sizeof *c->node);
    c->state = arena_alloc(to->arena, count * sizeof *c->state);
    for (int i = 0; i < from->count; i++)
        c->state[i] = cut_state(c, &from->node[i]);
    return c;
}

static int copy_node(struct dag_cut *c, const struct node *n)
{
    int a = operands(n->op) > 0 ? dag_cut_node(c, n->a) : 0;
    int b = operands(n->op) > 1 ? dag_cut_node(c, n->b) : 0;

    switch (n->op) {
    case CONSTANT:
        return dag_constant(c->to, n->value);
    case INPUT:
        return dag_input(c->to, n->a);
    case ADD:
        return dag_add(c->to, a, b);
    case SUBTRACT:
        return dag_subtract(c->to, a, b);
    case MULTIPLY:
        return dag_multiply(c->to, a, b);
    default:
        return dag_negate(c->to, a);
    }
}

int dag_cut_node(struct dag_cut *c, int node)
{
    int copy;

    if (c->node[node])
        return c->node[node] - 1;
    copy = c->state[node] == WHOLE
               ? dag_input(c->to, c->summand->leaf(c->summand->context, node))
               : copy_node(c, &c->from->node[node]);
    c->node[node] = copy + 1;
    return copy;
}

/* Planning ---------------------------------------------------------------- */

/* The operands that dag_value asks for: of a fused product, its factors. */
static int needs(const struct dag_plan *p, int node, int need[3])
{
    const struct node *n = &p->d->node[node];
    int product = fused_operand(p->d, p->uses, n), count = 0;

    if (product >= 0) {
        need[count++] = product == n->b ? n->a : n->b;
        need[count++] = p->d->node[product].a;
        need[count++] = p->d->node[product].b;
        return count;
    }
    if (operands(n->op) > 0)
        need[count++] = n->a;
    if (operands(n->op) > 1)
        need[count++] = n->b;
    return count;
}

/* Follows dag_value, to know what it will compute in which piece. */
static void plan_value(struct dag_plan *p, int node, int piece)
{
    const struct node *n = &p->d->node[node];
    int need[3], count;

    if (p->uniform[node])
        return;
    if (n->op == INPUT && p->host->kind(p->host->context, n->a) == DAG_AGAIN)
        return;
    p->last[node] = piece;
    if (p->piece[node] == piece || (p->piece[node] != NO_PIECE && !p->apart))
        return;
    p->piece[node] = n->op == INPUT && !p->apart ? 0 : piece;
    p->at[piece].operations++;
    count = needs(p, node, need);
    for (int i = 0; i < count; i++)
        plan_value(p, need[i], piece);
}

static void mark_uniform(struct dag_plan *p)
{
    for (int i = 0; i < p->d->count; i++) {
        const struct node *n = &p->d->node[i];

        if (n->op == INPUT)
            p->uniform[i] =
                p->host->kind(p->host->context, n->a) == DAG_UNIFORM;
        else
            p->uniform[i] = operands(n->op) == 0 ||
                            (p->uniform[n->a] &&
                             (operands(n->op) == 1 || p->uniform[n->b]));
    }
}

struct interval {
    int begin, end, node;
};

static int compare_intervals(const void *x, const void *y)
{
    const struct interval *a = x, *b = y;

    return a->begin != b->begin ? a->begin - b->begin : a->node - b->node;
}

/* A slot is used again in pieces behind the last one that needs it: the free
 * ones wait in a list for each piece. */
static void assign_slots(struct dag_plan *p)
{
    size_t pieces = (size_t)p->pieces + 1;
    struct arena *arena = p->d->arena;
    struct interval *kept = NULL;
    int count = 0, cap = 0, at = 0;
    int *free_slot = arena_alloc(arena, (size_t)p->d->count * sizeof(int));
    int *head = arena_alloc(arena, pieces * sizeof *head); /* slot + 1 */
    int *next = arena_alloc(arena, (size_t)p->d->count * sizeof *next);
    int free_count = 0;

    for (int i = 0; i < p->d->count; i++) {
        struct interval v = {p->piece[i], p->last[i], i};

        p->slot[i] = NO_SLOT;
        if (v.begin != NO_PIECE && v.end > v.begin)
            ARENA_PUSH(arena, kept, count, cap, v);
    }
    if (count)
        qsort(kept, (size_t)count, sizeof *kept, compare_intervals);
    for (int piece = 0; piece < p->pieces; piece++) {
        for (; at < count && kept[at].begin == piece; at++) {
            int slot = free_count ? free_slot[--free_count] : p->slots++;

            p->slot[kept[at].node] = slot;
            next[slot] = head[kept[at].end];
            head[kept[at].end] = slot + 1;
        }
        for (int slot = head[piece]; slot; slot = next[slot - 1])
            free_slot[free_count++] = slot - 1;
    }
}

static int *numbers(struct dag *d, int value)
{
    int *array = arena_alloc(d->arena, (size_t)d->count * sizeof *array);

    for (int i = 0; i < d->count; i++)
        array[i] = value;
    return array;
}

static struct dag_plan *new_plan(struct dag *d, const int *output, int outputs,
                                 const struct dag_host *host)
{
    struct dag_plan *p = arena_alloc(d->arena, sizeof *p);

    p->d = d;
    p->host = host;
    p->outputs = outputs;
    p->uses = count_uses(d, output, outputs);
    p->uniform = arena_alloc(d->arena, (size_t)d->count * sizeof *p->uniform);
    p->piece = numbers(d, NO_PIECE);
    p->last = numbers(d, NO_PIECE);
    p->slot = numbers(d, NO_SLOT);
    p->value = numbers(d, 0);
    p->written = numbers(d, 0);
    mark_uniform(p);
    return p;
}

/* Outputs whose number is no multiple of `group` are in the piece of the one
 * before. */
static void cut_pieces(struct dag_plan *p, const int *output, int budget,
                       int group)
{
    for (int i = 0; i < p->outputs; i++) {
        struct piece next = {i, 0};

        if (i == 0 ||
            (i % group == 0 && p->at[p->pieces - 1].operations >= budget))
            ARENA_PUSH(p->d->arena, p->at, p->pieces, p->piece_cap, next);
        plan_value(p, output[i], p->pieces - 1);
        p->at[p->pieces - 1].operations++;
    }
}

struct dag_plan *dag_plan_new(struct dag *d, const int *output, int outputs,
                              int budget, const struct dag_host *host)
{
    struct dag_plan *p = new_plan(d, output, outputs, host);

    cut_pieces(p, output, budget, 1);
    assign_slots(p);
    return p;
}

struct dag_plan *dag_plan_apart(struct dag *d, const int *output, int outputs,
                                int budget, int group,
                                const struct dag_host *host)
{
    struct dag_plan *p = new_plan(d, output, outputs, host);

    p->apart = true;
    cut_pieces(p, output, budget, group);
    return p;
}

int dag_plan_pieces(const struct dag_plan *p)
{
    return p->pieces;
}

int dag_plan_operations(const struct dag_plan *p, int piece)
{
    return p->at[piece].operations;
}

int dag_plan_slots(const struct dag_plan *p)
{
    return p->slots;
}

int dag_plan_first(const struct dag_plan *p, int piece)
{
    return piece < p->pieces ? p->at[piece].first : p->outputs;
}

/* Writing ----------------------------------------------------------------- */

struct dag_writer *dag_write(const struct dag_plan *p, int piece,
                             struct kir_func *f, enum kir_type type)
{
    struct dag_writer *w = arena_alloc(p->d->arena, sizeof *w);

    w->plan = p;
    w->d = p->d;
    w->f = f;
    w->type = type;
    w->piece = piece;
    for (int i = 0; piece == 0 && i < p->d->count; i++)
        if (p->d->node[i].op == INPUT && p->slot[i] != NO_SLOT)
            dag_value(w, i);
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
    int product = fused_operand(w->d, w->plan->uses, n), a;

    if (n->op == CONSTANT)
        return kir_float(w->f, w->type, n->value);
    if (n->op == INPUT)
        return w->plan->host->input(w->plan->host->context, n->a);
    if (product >= 0)
        return write_fused(w, n, product);
    a = dag_value(w, n->a);
    if (n->op == NEGATE)
        return kir_unary(w->f, KIR_NEG, a);
    return kir_binary(w->f, op[n->op], a, dag_value(w, n->b));
}

int dag_value(struct dag_writer *w, int node)
{
    const struct dag_host *host = w->plan->host;
    int slot = w->plan->slot[node], value;

    if (w->plan->written[node] == w->piece + 1)
        return w->plan->value[node];
    if (slot != NO_SLOT && w->plan->piece[node] < w->piece) {
        value = host->load(host->context, slot);
    } else {
        value = write_node(w, &w->d->node[node]);
        if (slot != NO_SLOT)
            host->store(host->context, slot, value);
    }
    w->plan->value[node] = value;
    w->plan->written[node] = w->piece + 1;
    return value;
}
