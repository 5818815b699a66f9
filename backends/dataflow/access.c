/*
 * Loads and stores. An array that is read, or written by one store at the end,
 * is read by streams or requests as it was before the kernel, and written by a
 * sink. The accesses of all others follow each other: each hangs on the answer
 * of the one before.
 */
#include "backends/dataflow/local.h"

struct uses {
    struct flow *flow;
    int *stores; /* [buffer] */
};

/* Does a memory unit do it, which finds least and greatest elements? It
 * compares as PEs do, by signed numbers. */
static bool is_extreme(const struct flow *flow, const struct kir_stmt *s)
{
    enum kir_type type = flow->f->buffer[s->buffer].type;

    return s->kind == KIR_ATOMIC && (s->op == KIR_MIN || s->op == KIR_MAX) &&
           type != KIR_U32 && type != KIR_U64;
}

static bool refuse_statement(struct flow *flow, const struct kir_stmt *s)
{
    flow->line = s->line ? s->line : flow->line;
    if (s->kind == KIR_ATOMIC)
        return flow_refuse(flow,
                           "give each thread an element of its own, or run"
                           " this nest on another device",
                           "two threads may store to one element of '%s'",
                           flow->f->buffer[s->buffer].name);
    return flow_refuse(flow, "run this nest on another device",
                       "a data-stream array has no barriers");
}

static bool follow_extreme(struct uses *u, const struct kir_stmt *s, bool loop)
{
    struct flow_array *array = &u->flow->array[s->buffer];

    if (loop || u->stores[s->buffer] ||
        u->flow->f->buffer[s->buffer].space != KIR_GLOBAL)
        return refuse_statement(u->flow, s);
    array->extreme = true;
    u->stores[s->buffer]++;
    return true;
}

static bool follow_access(struct uses *u, int buffer, bool store, bool loop)
{
    struct flow_array *array = &u->flow->array[buffer];

    if (array->extreme)
        return flow_refuse(u->flow,
                           "give each thread an element of its own, or run"
                           " this nest on another device",
                           "'%s' is read or written besides being the least or"
                           " greatest of what threads give",
                           u->flow->f->buffer[buffer].name);
    if (u->flow->f->buffer[buffer].space != KIR_GLOBAL)
        return flow_refuse(u->flow,
                           "keep what a thread needs in scalars, or run this"
                           " nest on another device",
                           "array '%s' is memory of a thread or a block, which"
                           " a data-stream array has not",
                           u->flow->f->buffer[buffer].name);
    if (u->stores[buffer] || (store && loop))
        array->use = FLOW_ORDER;
    u->stores[buffer] += store;
    return true;
}

static bool find_uses(struct uses *u, const struct kir_block *block, bool loop)
{
    const struct kir_func *f = u->flow->f;

    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        bool inner = loop || s->kind == KIR_FOR || s->kind == KIR_WHILE;
        int buffer, index;

        u->flow->line = s->line ? s->line : u->flow->line;
        if (is_extreme(u->flow, s)) {
            if (!follow_extreme(u, s, inner))
                return false;
            continue;
        }
        if (s->kind == KIR_ATOMIC || s->kind == KIR_BARRIER)
            return refuse_statement(u->flow, s);
        if (kir_accesses(f, s, &buffer, &index) &&
            !follow_access(u, buffer, s->kind == KIR_STORE, loop))
            return false;
        for (int k = 0; k < 2; k++)
            if (!find_uses(u, &s->body[k], inner))
                return false;
    }
    return true;
}

/* A loop's earlier accesses follow its later ones. */
bool flow_find_uses(struct flow *flow)
{
    struct uses u = {flow, NULL};

    u.stores = arena_alloc(flow->arena,
                           ((size_t)flow->f->buffer_count + 1) * sizeof(int));
    return find_uses(&u, &flow->f->body, false);
}

/* Streams ------------------------------------------------------------------ */

static bool is_stream(const struct flow *flow, int index)
{
    return flow->ordered && !flow->rings && !flow->guard.name &&
           flow->affine[index].known;
}

/* The loops over all threads, x innermost. */
static void walk_grid(struct flow *flow, struct racer_walk *walk)
{
    walk->over = true;
    walk->dims = flow->dims;
    for (int d = 0; d < flow->dims; d++)
        walk->extent[d] = flow_extent(flow, flow->dims - 1 - d);
}

static bool same_steps(const struct flow_sum *a, const struct flow_sum *b)
{
    return flow_same_sum(&a[0], &b[0]) && flow_same_sum(&a[1], &b[1]) &&
           flow_same_sum(&a[2], &b[2]);
}

/* The source of an array by steps, made if there is none with room. */
static struct flow_source *source_of(struct flow *flow, int array,
                                     const struct flow_sum *step)
{
    struct flow_source source = {.array = array};

    for (int k = 0; k < flow->source_count; k++)
        if (flow->source[k].array == array &&
            flow->source[k].node->output_count < RACER_WIDTH &&
            same_steps(flow->source[k].step, step))
            return &flow->source[k];
    source.node = flow_node(flow, RACER_SOURCE, 0, RACER_WIDTH);
    source.node->output_count = 0;
    source.node->memory = flow->array[array].name;
    walk_grid(flow, &source.node->walk);
    source.base = arena_alloc(flow->arena, RACER_WIDTH * sizeof *source.base);
    for (int d = 0; d < 3; d++)
        source.step[d] = step[d];
    ARENA_PUSH(flow->arena, flow->source, flow->source_count, flow->source_cap,
               source);
    return &flow->source[flow->source_count - 1];
}

static struct racer_operand stream_of(struct flow *flow, int buffer, int index)
{
    const struct flow_affine *affine = &flow->affine[index];
    struct flow_source *source = source_of(flow, buffer, affine->step);
    int output = source->node->output_count++;
    struct racer_operand made =
        flow_output(flow, source->node, output, flow->array[buffer].name,
                    flow->array[buffer].type);

    made.value->typed = true;
    source->base[output] = affine->base;
    return made;
}

static void set_steps(struct flow *flow, struct racer_walk *walk,
                      const struct flow_sum *step)
{
    for (int d = 0; d < flow->dims; d++)
        walk->step[d] = flow_size(flow, &step[flow->dims - 1 - d]);
}

void flow_end_sources(struct flow *flow)
{
    for (int k = 0; k < flow->source_count; k++) {
        struct flow_source *source = &flow->source[k];
        size_t values = (size_t)source->node->output_count;
        struct racer_walk *walk = &source->node->walk;

        set_steps(flow, walk, source->step);
        walk->base = arena_alloc(flow->arena, values * sizeof *walk->base);
        for (size_t n = 0; n < values; n++)
            walk->base[n] = flow_size(flow, &source->base[n]);
    }
}

/* Requests ----------------------------------------------------------------- */

/* What hangs on an access and on what its token hangs on. */
static void pass_token(struct flow *flow, struct flow_array *array,
                       struct racer_operand *with)
{
    if (array->use == FLOW_ORDER && flow_is_stream(&array->token))
        flow_sync(flow, with, &array->token);
}

static struct racer_node *request(struct flow *flow, int buffer,
                                  struct racer_operand address)
{
    struct racer_node *node = flow_node(flow, RACER_REQUEST, 1, 1);

    node->memory = flow->array[buffer].name;
    node->operand[0] = address;
    return node;
}

static void add_guard(struct flow *flow, struct racer_node *node)
{
    if (!flow->guard.name)
        return;
    flow_add_operand(flow, node,
                     node->kind == RACER_SINK ? flow_stream(flow, flow->guard)
                                              : flow->guard);
    node->guarded = true;
}

bool flow_load(struct flow *flow, int value)
{
    const struct kir_value *v = &flow->f->value[value];
    struct flow_array *array = &flow->array[v->buffer];
    struct racer_operand address;
    struct racer_node *node;

    address = flow_get(flow, v->arg[0]);
    if (array->use == FLOW_READ && is_stream(flow, v->arg[0])) {
        flow->value[value] = stream_of(flow, v->buffer, v->arg[0]);
        return !flow->failed;
    }
    address = flow_stream(flow, address);
    pass_token(flow, array, &address);
    node = request(flow, v->buffer, address);
    add_guard(flow, node);
    flow->value[value] = flow_output(flow, node, 0, array->name, array->type);
    flow->value[value].value->typed = true;
    if (array->use == FLOW_ORDER)
        flow_sync(flow, &flow->value[value], &array->token);
    return !flow->failed;
}

static void store_in_order(struct flow *flow, struct flow_array *array,
                           int buffer, struct racer_operand address,
                           struct racer_operand value)
{
    struct racer_node *node;

    address = flow_stream(flow, address);
    pass_token(flow, array, &address);
    node = request(flow, buffer, address);
    node->writes = true;
    flow_add_operand(flow, node, value);
    add_guard(flow, node);
    array->token = flow_output(flow, node, 0, array->name, array->type);
    array->token.value->typed = true;
}

/* May the value that is stored be one that the array's type cuts off? Memory
 * units hold values as they come. */
static bool is_wider(const struct flow *flow, const struct kir_stmt *s)
{
    enum kir_type type = flow->f->buffer[s->buffer].type;
    const struct kir_value *v = &flow->f->value[s->value];
    bool narrow =
        type == KIR_I8 || type == KIR_U8 || type == KIR_I16 || type == KIR_U16;

    return narrow && (v->op != KIR_CAST || v->narrow != type);
}

bool flow_store(struct flow *flow, const struct kir_stmt *s)
{
    struct flow_array *array = &flow->array[s->buffer];
    struct racer_operand value = flow_get(flow, s->value);
    struct racer_operand address = flow_get(flow, s->index);
    struct racer_node *sink;

    if (flow->failed)
        return false;
    if (array->use == FLOW_ORDER) {
        if (is_wider(flow, s))
            value = flow_narrowed(flow, flow->f->buffer[s->buffer].type, value);
        store_in_order(flow, array, s->buffer, address, value);
        return !flow->failed;
    }
    value = flow_stream(flow, value);
    sink = flow_node(flow, RACER_SINK, 1, 0);
    sink->memory = array->name;
    sink->operand[0] = value;
    if (array->extreme)
        sink->keeps = s->op == KIR_MIN ? RACER_KEEP_LEAST : RACER_KEEP_GREATEST;
    if (flow->ordered && flow->affine[s->index].known) {
        walk_grid(flow, &sink->walk);
        set_steps(flow, &sink->walk, flow->affine[s->index].step);
        sink->walk.base = arena_alloc(flow->arena, sizeof *sink->walk.base);
        *sink->walk.base = flow_size(flow, &flow->affine[s->index].base);
    } else {
        flow_add_operand(flow, sink, flow_stream(flow, address));
        sink->addressed = true;
        sink->tags = 1;
        sink->tag = arena_alloc(flow->arena, sizeof *sink->tag);
        sink->tag[0] = 1;
    }
    add_guard(flow, sink);
    return !flow->failed;
}

static void count_elements(struct flow *flow, struct racer_operand operand)
{
    struct racer_node *sink = flow_node(flow, RACER_SINK, 1, 0);

    sink->operand[0] = operand;
}

/* The last token of each array ends in a sink that keeps nothing; so do the
 * elements of a kernel that stores nothing. */
void flow_end_accesses(struct flow *flow)
{
    for (int b = 0; b < flow->f->buffer_count; b++) {
        struct flow_array *array = &flow->array[b];

        if (array->use == FLOW_ORDER && flow_is_stream(&array->token))
            count_elements(flow, array->token);
    }
    if (!flow_stores(flow->g))
        count_elements(flow, flow->pulse);
}

bool flow_stores(const struct racer_graph *g)
{
    bool stores = false;

    for (int n = 0; n < g->node_count; n++)
        stores = stores || g->node[n]->writes ||
                 (g->node[n]->kind == RACER_SINK && g->node[n]->memory);
    return stores;
}
