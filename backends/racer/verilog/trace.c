/*
 * A run that is noted: what arrives at sinks, and what leaves the registers of
 * each value in the first cycles.
 */
#include "backends/racer/verilog/local.h"

#include <string.h>

static void note(void *context, const struct racersim_arrival *arrival)
{
    struct verilog_trace *trace = context;
    struct arrivals *of = &trace->of[arrival->node->index];
    struct arrival row = {arrival->cycle, arrival->tag};

    buf_write(&of->rows, (const char *)&row, sizeof row);
    buf_write(&of->rows, (const char *)arrival->value,
              (size_t)arrival->node->operand_count * sizeof *arrival->value);
    of->count++;
}

/* The last register of a value's own, after a cycle. */
struct last {
    bool full;
    union racer_bits bits;
};

/* A register that is taken from is not filled in the same cycle. */
static void look(struct arena *arena, struct verilog_trace *trace,
                 const struct racersim *sim, struct last *last)
{
    const struct net *net = racersim_net(sim);

    for (int v = 0; v < net->graph->value_count; v++) {
        int reg = net->value_last[v];
        bool full = reg >= 0 && racersim_full(sim, reg);
        struct departure departure = {trace->cycles - 1, v, last[v].bits};

        if (last[v].full && !full)
            ARENA_PUSH(arena, trace->departure, trace->count, trace->cap,
                       departure);
        if (full && !last[v].full)
            last[v].bits = racersim_bits(sim, reg);
        last[v].full = full;
    }
}

/* Enough to find where a difference begins, and little beside the vectors. */
static const int most_departures = 50000;
static const int64_t most_cycles = 100000;

static void keep_memories(struct arena *arena, struct verilog_trace *trace,
                          const struct racer_data *data)
{
    trace->before =
        arena_alloc(arena, (size_t)data->count * sizeof(*trace->before) + 1);
    for (int k = 0; k < data->count; k++) {
        const struct racer_memory *memory = &data->memory[k];
        size_t size = (size_t)memory->elements * (size_t)memory->channels *
                      sizeof *memory->bits;
        union racer_bits *copy = arena_alloc(arena, size + 1);

        memcpy(copy, memory->bits, size);
        trace->before[k] = copy;
    }
}

struct verilog_trace *verilog_run(struct arena *arena, struct racersim *sim,
                                  const struct racer_data *data,
                                  const struct racersim_options *options,
                                  struct racersim_result *result)
{
    struct verilog_trace *trace = arena_alloc(arena, sizeof *trace);
    const struct racer_graph *g = racersim_net(sim)->graph;
    struct racersim_options one = *options;
    struct last *last =
        arena_alloc(arena, (size_t)g->value_count * sizeof *last);

    keep_memories(arena, trace, data);
    trace->nodes = g->node_count;
    trace->of = arena_alloc(arena, (size_t)trace->nodes * sizeof *trace->of);
    racersim_watch(sim, note, trace);
    look(arena, trace, sim, last);
    do {
        one.max_cycles = trace->cycles + 1;
        *result = racersim_run(sim, &one);
        trace->cycles = result->cycles;
        if (result->end != RACERSIM_LIMIT)
            return trace;
        look(arena, trace, sim, last);
    } while (trace->count < most_departures && trace->cycles < most_cycles &&
             trace->cycles != options->max_cycles);
    *result = racersim_run(sim, options);
    return trace;
}
