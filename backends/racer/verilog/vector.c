/*
 * The files of vectors that a testbench and memory units read: one word a line,
 * in hexadecimal digits.
 */
#include "backends/racer/verilog/local.h"

#include <string.h>

struct buf *verilog_add(struct verilog *files, const char *name)
{
    struct verilog_file file = {.name = name};

    ARENA_PUSH(files->arena, files->file, files->count, files->cap, file);
    return &files->file[files->count - 1].text;
}

/* The bits of a word, the lowest first, until it is printed. */
struct word {
    int count;
    bool bit[64 * RACER_WIDTH + 128];
};

static void append(struct word *word, uint64_t bits, int width)
{
    for (int k = 0; k < width; k++)
        word->bit[word->count++] = bits >> k & 1;
}

static void print_word(struct buf *out, struct word *word)
{
    while (word->count % 4)
        word->bit[word->count++] = false;
    for (int k = word->count - 4; k >= 0; k -= 4)
        buf_putc(
            out,
            "0123456789abcdef"[word->bit[k] | word->bit[k + 1] << 1 |
                               word->bit[k + 2] << 2 | word->bit[k + 3] << 3]);
    buf_putc(out, '\n');
    word->count = 0;
}

static void source_file(const struct design *d, struct buf *out,
                        const struct racersim *sim,
                        const struct racer_node *node)
{
    struct word word = {.count = 0};

    for (int64_t e = 0; e < racersim_expected(sim, node); e++) {
        for (int k = 0; k < node->output_count; k++)
            if (design_output(d, node, k))
                append(&word, racersim_element(sim, node, e, k).u,
                       design_width(node->output[k]->type));
        print_word(out, &word);
    }
}

/* Cycle, tag and values; one line that nothing looks at if nothing arrives. */
static void sink_file(struct buf *out, const struct arrivals *arrivals,
                      const struct racer_node *node)
{
    const char *row = arrivals->rows.text;
    struct word word = {.count = 0};

    if (!arrivals->count)
        buf_puts(out, "0\n");
    for (int64_t e = 0; e < arrivals->count; e++) {
        struct arrival arrival;

        memcpy(&arrival, row, sizeof arrival);
        row += sizeof arrival;
        for (int k = 0; k < node->operand_count; k++) {
            union racer_bits bits;

            memcpy(&bits, row, sizeof bits);
            row += sizeof bits;
            append(&word, bits.u, design_width(node->operand[k].value->type));
        }
        append(&word, (uint64_t)arrival.tag, 64);
        append(&word, (uint64_t)arrival.cycle, 64);
        print_word(out, &word);
    }
}

/* What the memory held before the run: of one that requests write, all of it,
 * else what this one asks for. */
static void memory_file(const struct design *d, struct buf *out,
                        const struct racer_node *node,
                        const struct verilog_trace *trace)
{
    const struct racer_memory *memory = racer_data_find(d->data, node->memory);
    const union racer_bits *bits = trace->before[memory - d->data->memory];
    bool all = design_is_stored(d->graph, node->memory);
    struct word word = {.count = 0};

    for (int64_t e = 0; e < memory->elements; e++) {
        for (int k = 0; k < node->output_count && !all; k++)
            if (design_output(d, node, k))
                append(&word, bits[e * memory->channels + k].u,
                       design_width(node->output[k]->type));
        if (all)
            append(&word, bits[e].u, design_width(memory->type[0]));
        print_word(out, &word);
    }
}

/* Cycle, value and bits. */
static void values_file(const struct design *d, struct buf *out,
                        const struct verilog_trace *trace)
{
    struct word word = {.count = 0};

    for (int k = 0; k < trace->count; k++) {
        const struct departure *departure = &trace->departure[k];
        enum racer_type type = d->graph->value[departure->value]->type;
        int width = design_width(type);

        append(&word, departure->bits.u, width);
        append(&word, 0, 64 - width);
        append(&word, (uint64_t)departure->value, 32);
        append(&word, (uint64_t)departure->cycle, 64);
        print_word(out, &word);
    }
    buf_puts(out, "ffffffffffffffff000000000000000000000000\n");
}

void vector_files(const struct design *d, struct verilog *files,
                  const struct racersim *sim, const struct verilog_trace *trace)
{
    const char *graph = d->graph->name;

    values_file(
        d, verilog_add(files, arena_printf(d->arena, "%s.values.hex", graph)),
        trace);
    for (int n = 0; n < d->graph->node_count; n++) {
        const struct racer_node *node = d->graph->node[n];
        int port = design_port(d, node);

        if (node->kind == RACER_SOURCE)
            source_file(d,
                        verilog_add(files, arena_printf(d->arena, "%s.in%d.hex",
                                                        graph, port)),
                        sim, node);
        else if (node->kind == RACER_SINK)
            sink_file(verilog_add(files, arena_printf(d->arena, "%s.out%d.hex",
                                                      graph, port)),
                      &trace->of[n], node);
        else if (node->kind == RACER_REQUEST)
            memory_file(
                d,
                verilog_add(files, arena_printf(d->arena, "%s.request%d.hex",
                                                graph, n)),
                node, trace);
    }
}
