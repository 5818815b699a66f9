/*
 * Whether an element that goes round by itself should take one side of a branch
 * alone, or both, of which `select` chooses. Both are computed while the
 * condition still is, which takes as long as the longest of the three; one side
 * alone begins when the condition is there, and takes as long as it does. Not
 * knowing the data, each side is taken to be as likely as the other.
 *
 * How long something takes is the longest chain of operations and accesses, in
 * the array's stages. What one operation of KIR becomes is counted as expr.c
 * and quotient.c write it, without what constants save.
 */
#include "backends/dataflow/slot.h"

struct longest {
    const struct flow *flow;
    int *value, *variable, *array; /* stages until it is there */
    int stages;
};

static int stages(const struct longest *c, enum racer_group group)
{
    return c->flow->arch->stages[group];
}

static int later(int a, int b)
{
    return a > b ? a : b;
}

/* A quotient of integers is one of floats, and of 64 bits two. */
static int of_quotient(const struct longest *c, const struct kir_value *v)
{
    int one = 2 * stages(c, RACER_GROUP_convert) + stages(c, RACER_GROUP_fdiv);

    if (v->type == KIR_I64 || v->type == KIR_U64)
        return 2 * one + 6 * stages(c, RACER_GROUP_integer);
    return one;
}

static int of_operation(const struct longest *c, const struct kir_value *v)
{
    bool real = v->type == KIR_F32 || v->type == KIR_F64;

    switch (v->op) {
    case KIR_CONST:
    case KIR_PARAM:
    case KIR_GET:
    case KIR_ITER:
        return 0;
    case KIR_ADD:
    case KIR_SUB:
        return stages(c, real ? RACER_GROUP_fadd : RACER_GROUP_integer);
    case KIR_MUL:
        return stages(c, real ? RACER_GROUP_fmul : RACER_GROUP_integer);
    case KIR_MULADD:
        return stages(c, RACER_GROUP_fmul) + stages(c, RACER_GROUP_fadd);
    case KIR_DIV:
    case KIR_REM:
        return real ? stages(c, RACER_GROUP_fdiv) : of_quotient(c, v);
    case KIR_SQRT:
        return stages(c, RACER_GROUP_fsqrt);
    case KIR_CAST:
        return stages(c, RACER_GROUP_convert);
    case KIR_LOAD:
        return stages(c, RACER_GROUP_request);
    default:
        return stages(c, RACER_GROUP_logic);
    }
}

static void take_let(struct longest *c, int value)
{
    const struct kir_value *v = &c->flow->f->value[value];
    int begin = v->op == KIR_GET ? c->variable[v->imm.i] : 0;

    for (int k = 0; k < kir_op_operands(v->op); k++)
        begin = later(begin, c->value[v->arg[k]]);
    if (v->op == KIR_LOAD && c->flow->array[v->buffer].use == FLOW_ORDER)
        begin = later(begin, c->array[v->buffer]);
    c->value[value] = begin + of_operation(c, v);
    c->stages = later(c->stages, c->value[value]);
}

static void take_store(struct longest *c, const struct kir_stmt *s)
{
    int begin = later(c->value[s->value], c->value[s->index]);

    if (c->flow->array[s->buffer].use != FLOW_ORDER)
        return;
    c->array[s->buffer] =
        later(begin, c->array[s->buffer]) + stages(c, RACER_GROUP_request);
    c->stages = later(c->stages, c->array[s->buffer]);
}

static void take_block(struct longest *c, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET)
            take_let(c, s->value);
        else if (s->kind == KIR_SET)
            c->variable[s->variable] = c->value[s->value];
        else if (s->kind == KIR_STORE)
            take_store(c, s);
        take_block(c, &s->body[0]);
        take_block(c, &s->body[1]);
    }
}

/* How long after the ring's merge, or the source, each value of the graph is
 * there; nodes stand in the order in which they were made, and elements come to
 * a join by its second side if they can. */
static int *depths_of(const struct flow *flow)
{
    const struct racer_graph *g = flow->g;
    int *depth =
        arena_alloc(flow->arena, ((size_t)g->value_count + 1) * sizeof *depth);

    for (int n = 0; n < g->node_count; n++) {
        const struct racer_node *node = g->node[n];
        int begin = node->kind == RACER_JOIN ? node->output_count : 0, at = 0;

        if (node->kind == RACER_MERGE || node->kind == RACER_SOURCE)
            continue;
        for (int k = begin; k < node->operand_count; k++)
            if (node->operand[k].value)
                at = later(at, depth[node->operand[k].value->index]);
        for (int k = 0; k < node->output_count; k++)
            if (node->output[k])
                depth[node->output[k]->index] =
                    at + racer_stages(flow->arch, node);
    }
    return depth;
}

static int depth_of(const int *depth, const struct racer_operand *operand)
{
    return operand->value ? depth[operand->value->index] : 0;
}

/* When the last of a block is there: what it takes is there by `depth`, or, of
 * NULL, at once. */
static int end_of(const struct flow *flow, const struct kir_block *block,
                  const int *depth)
{
    const struct kir_func *f = flow->f;
    struct longest c = {.flow = flow};

    c.value =
        arena_alloc(flow->arena, ((size_t)f->value_count + 1) * sizeof(int));
    c.variable =
        arena_alloc(flow->arena, ((size_t)f->variable_count + 1) * sizeof(int));
    c.array =
        arena_alloc(flow->arena, ((size_t)f->buffer_count + 1) * sizeof(int));
    for (int k = 0; depth && k < f->value_count; k++)
        c.value[k] = depth_of(depth, &flow->value[k]);
    for (int k = 0; depth && k < f->variable_count; k++)
        c.variable[k] = depth_of(depth, &flow->variable[k]);
    for (int k = 0; depth && k < f->buffer_count; k++)
        c.array[k] = depth_of(depth, &flow->array[k].token);
    take_block(&c, block);
    return c.stages;
}

/* A switch, a join, and the copies in front of them. */
enum { AROUND = 5 };

int flow_dear_side(const struct flow *flow, const struct kir_stmt *s,
                   const struct racer_operand *condition)
{
    const int *depth = depths_of(flow);
    int known = depth_of(depth, condition), both = known, sum = 0, alone[2];

    for (int k = 0; k < 2; k++) {
        both = later(both, end_of(flow, &s->body[k], depth));
        alone[k] = end_of(flow, &s->body[k], NULL);
        sum += alone[k];
    }
    if (2 * both <= 2 * (known + AROUND) + sum)
        return -1;
    return alone[1] > alone[0];
}
