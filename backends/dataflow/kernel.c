/*
 * One kernel as a graph: its arrays and parameters, in the order in which a
 * launch gives them, the sizes of the grid, the indices of its threads, and
 * then its statements.
 */
#include "backends/dataflow/local.h"

static void add_arrays(struct flow *flow)
{
    for (int b = 0; b < flow->f->buffer_count; b++) {
        const struct kir_buffer *buffer = &flow->f->buffer[b];
        struct racer_array array = {flow_name(flow, buffer->name),
                                    kir_type_name(buffer->type)};

        flow->array[b].name = array.name;
        flow->array[b].type = flow_type(buffer->type);
        flow->array[b].token =
            flow_literal(flow, flow->array[b].type, (union racer_bits){.u = 0});
        if (buffer->space == KIR_GLOBAL)
            ARENA_PUSH(flow->arena, flow->g->array, flow->g->array_count,
                       flow->g->array_cap, array);
    }
}

static void add_param(struct flow *flow, const char *name, enum racer_type type,
                      const char *text)
{
    struct racer_graph *g = flow->g;
    struct racer_param param = {.name = name, .type = type, .text = text};

    racer_read_bits(text, type, &param.bits);
    ARENA_PUSH(flow->arena, g->param, g->param_count, g->param_cap, param);
}

static void add_params(struct flow *flow)
{
    static const char *const sizes[] = {"grid_x", "grid_y", "grid_z"};

    for (int k = 0; k < flow->f->param_count; k++) {
        const struct kir_param *p = &flow->f->param[k];
        enum racer_type type = flow_type(p->type);
        const char *name = flow_name(flow, p->name);

        add_param(flow, name, type, "0");
        flow->value[p->value] =
            (struct racer_operand){.name = name, .type = type};
    }
    for (int d = 0; d < 3; d++)
        add_param(flow, sizes[d], RACER_I64, "1");
}

/* The indices, x innermost and last; each also as the 32 bits that KIR has. */
static void add_indices(struct flow *flow)
{
    static const char *const names[] = {"x", "y", "z"};
    struct racer_operand narrow[3], index;

    for (int v = 0; v < flow->f->value_count; v++)
        if (flow->f->value[v].op == KIR_BLOCK_INDEX &&
            flow->f->value[v].imm.i >= flow->dims)
            flow->dims = (int)flow->f->value[v].imm.i + 1;
    flow->indices = flow_node(flow, RACER_SOURCE, 0, flow->dims);
    flow->indices->walk.over = true;
    flow->indices->walk.dims = flow->dims;
    for (int d = 0; d < flow->dims; d++) {
        int k = flow->dims - 1 - d;

        flow->indices->walk.extent[k] = flow_extent(flow, d);
        index = flow_output(flow, flow->indices, k, names[d], RACER_I64);
        index.value->typed = true;
        narrow[d] = flow_op1(flow, RACER_OP_toi32, index);
        if (d == 0)
            flow->pulse = index;
    }
    for (int v = 0; v < flow->f->value_count; v++) {
        const struct kir_value *value = &flow->f->value[v];

        if (value->op == KIR_BLOCK_INDEX)
            flow->value[v] = narrow[value->imm.i];
    }
}

/* Threads of a block, memory that they share, and arrays of their own. */
static bool is_taken(struct flow *flow)
{
    const struct kir_func *f = flow->f;

    if (f->block[0] * f->block[1] * f->block[2] != 1)
        return flow_refuse(flow, "drop the clause 'tile'",
                           "the kernel has blocks of several threads, and each"
                           " thread is an element");
    for (int b = 0; b < f->buffer_count; b++)
        if (f->buffer[b].space != KIR_GLOBAL)
            return flow_refuse(flow,
                               "keep what a thread needs in scalars, or run"
                               " this nest on another device",
                               "array '%s' is memory of a thread or a block,"
                               " which a data-stream array has not",
                               f->buffer[b].name);
    return flow_find_uses(flow);
}

struct racer_graph *flow_kernel(struct arena *arena, const struct kir_func *f,
                                const struct racer_arch *arch,
                                enum flow_sides sides, struct faults *faults)
{
    struct flow flow = {.arena = arena,
                        .f = f,
                        .faults = faults,
                        .line = f->line,
                        .g = racer_graph_new(arena, f->name),
                        .arch = arch,
                        .sides = sides,
                        .ordered = true,
                        .block = flow_block,
                        .dims = 1};
    size_t values = (size_t)f->value_count + 1;

    flow.value = arena_alloc(arena, values * sizeof *flow.value);
    flow.affine = arena_alloc(arena, values * sizeof *flow.affine);
    flow.variable = arena_alloc(arena, ((size_t)f->variable_count + 1) *
                                           sizeof *flow.variable);
    flow.array =
        arena_alloc(arena, ((size_t)f->buffer_count + 1) * sizeof *flow.array);
    flow.g->source = f->module->source_file;
    flow.g->file = f->module->source_file;
    if (!is_taken(&flow))
        return NULL;
    add_arrays(&flow);
    add_params(&flow);
    add_indices(&flow);
    if (!flow_block(&flow, &f->body) || flow.failed)
        return NULL;
    flow_end_accesses(&flow);
    flow_end_sources(&flow);
    return flow.failed ? NULL : flow.g;
}
