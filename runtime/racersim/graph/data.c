/*
 * Memories with what they hold, as text:
 *
 *     memory P 500 500 of f64 f64
 *     ramp 0 1 -2.1 0.0084 0.5
 *     ramp 1 0 -2.1 0.0084 0.5
 *
 * Behind the line with extents and types stand ramps, "ramp CHANNEL LOOP FIRST
 * STEP SHIFT" for FIRST + (index + SHIFT) * STEP along a loop, or one element a
 * line, all of them; or nothing, for a memory of zeros.
 */
#include "runtime/racersim/graph/graph.h"
#include "runtime/racersim/graph/lex.h"

#include <string.h>

bool racer_data_fits(const struct racer_data *data, int64_t elements,
                     int64_t channels)
{
    int64_t left = RACER_MOST_VALUES;

    for (int k = 0; k < data->count; k++)
        left -= data->memory[k].elements * data->memory[k].channels;
    return elements <= left / channels;
}

struct racer_memory *racer_data_find(const struct racer_data *data,
                                     const char *name)
{
    for (int k = 0; k < data->count; k++)
        if (strcmp(data->memory[k].name, name) == 0)
            return &data->memory[k];
    return NULL;
}

struct racer_memory *racer_data_add(struct racer_data *data, const char *name,
                                    int dims, const int64_t *extent,
                                    int channels, const enum racer_type *type)
{
    struct racer_memory memory = {.name = arena_strdup(data->arena, name),
                                  .dims = dims,
                                  .channels = channels,
                                  .elements = 1};

    for (int d = 0; d < dims; d++) {
        memory.extent[d] = extent[d];
        memory.elements *= extent[d];
    }
    memcpy(memory.type, type, (size_t)channels * sizeof *type);
    memory.bits =
        arena_alloc(data->arena, (size_t)memory.elements * (size_t)channels *
                                     sizeof *memory.bits);
    ARENA_PUSH(data->arena, data->memory, data->count, data->cap, memory);
    return &data->memory[data->count - 1];
}

/* memory NAME EXTENT... of TYPE... */
static struct racer_memory *parse_head(struct racer_data *data, struct lex *in)
{
    struct loc loc = lex_here(in);
    const char *name = lex_name(in, "a name");
    enum racer_type type[RACER_WIDTH];
    int64_t extent[RACER_DIMS], values = 1;
    int dims = 0, channels = 0;
    struct racer_memory *memory;

    if (!in->failed && racer_data_find(data, name))
        lex_fail(in, loc, "give it another name",
                 "memory '%s' is there already", name);
    while (!in->failed && !lex_accept(in, "of")) {
        int64_t n = lex_integer(in, 1, RACER_MOST_VALUES, "an extent");

        if (dims == RACER_DIMS)
            lex_fail(in, lex_last(in), NULL,
                     "a memory has no more than %d extents", RACER_DIMS);
        else
            extent[dims++] = n;
        if (n > RACER_MOST_VALUES / values)
            lex_fail(in, loc, "write smaller extents",
                     "memory '%s' is too large", name);
        else
            values *= n;
    }
    while (lex_peek(in)) {
        enum racer_type t = racer_type_named(lex_take(in, "a type"));

        if (!t || channels == RACER_WIDTH)
            lex_fail(in, lex_last(in), "write f32, f64, i32, i64 or pred",
                     "that is no type of a channel");
        else
            type[channels++] = t;
    }
    if (!in->failed && (!dims || !channels))
        lex_fail(in, loc, "write: memory NAME EXTENT... of TYPE...",
                 "memory '%s' has no extents, or no types", name);
    if (!in->failed && !racer_data_fits(data, values, channels))
        lex_fail(in, loc, "write smaller extents",
                 "the memories up to '%s' hold more than %lld values", name,
                 (long long)RACER_MOST_VALUES);
    if (in->failed)
        return NULL;
    memory = racer_data_add(data, name, dims, extent, channels, type);
    memory->loc = loc;
    return memory;
}

static double take_real(struct lex *in, const char *what)
{
    struct loc loc = lex_here(in);
    const char *word = lex_take(in, what);
    double number = 0;

    if (!in->failed && !number_parse_all(word, &number))
        lex_fail(in, loc, NULL, "'%s' is not %s", word, what);
    return number;
}

/* False if a whole number of the type cannot be it, cut off. */
static bool from_real(double number, enum racer_type type,
                      union racer_bits *bits)
{
    bits->u = 0;
    if (type == RACER_F32)
        bits->f32 = (float)number;
    else if (type == RACER_F64)
        bits->f64 = number;
    else if (type == RACER_PRED)
        bits->u = number != 0;
    else if (type == RACER_I32 ? number > -2147483649.0 && number < 2147483648.0
                               : number >= -0x1p63 && number < 0x1p63)
        bits->i = (int64_t)number;
    else
        return false;
    return true;
}

/* ramp CHANNEL LOOP FIRST STEP SHIFT */
static void parse_ramp(struct lex *in, struct racer_memory *memory)
{
    int channel = (int)lex_integer(in, 0, memory->channels - 1, "a channel");
    int loop = (int)lex_integer(in, 0, memory->dims - 1, "a loop");
    double first = take_real(in, "a number");
    double step = take_real(in, "a number");
    double shift = lex_peek(in) ? take_real(in, "a number") : 0;
    int64_t inner = 1;

    if (in->failed)
        return;
    for (int d = loop + 1; d < memory->dims; d++)
        inner *= memory->extent[d];
    for (int64_t e = 0; e < memory->elements; e++) {
        double index = (double)(e / inner % memory->extent[loop]);

        if (!from_real(first + (index + shift) * step, memory->type[channel],
                       &memory->bits[e * memory->channels + channel])) {
            lex_fail(in, lex_last(in), "let it end before, or choose a type",
                     "at index %.0f the ramp leaves what %s holds", index,
                     racer_type_name(memory->type[channel]));
            return;
        }
    }
}

static void parse_element(struct lex *in, struct racer_memory *memory,
                          int64_t element)
{
    if (element >= memory->elements) {
        lex_fail(in, lex_here(in), "drop the line, or raise an extent",
                 "memory '%s' has no place for more than its elements",
                 memory->name);
        return;
    }
    for (int c = 0; c < memory->channels; c++) {
        struct loc loc = lex_here(in);
        const char *word = lex_take(in, "a number");

        if (!in->failed &&
            !racer_read_bits(word, memory->type[c],
                             &memory->bits[element * memory->channels + c]))
            lex_fail(in, loc, NULL, "'%s' is no %s", word,
                     racer_type_name(memory->type[c]));
    }
}

bool racer_data_parse(struct racer_data *data, const char *file,
                      const char *text, struct faults *faults)
{
    struct lex in = {
        .arena = data->arena, .file = file, .at = text, .faults = faults};
    struct racer_memory *memory = NULL;
    int64_t element = 0;

    while (lex_line(&in)) {
        if (lex_accept(&in, "memory")) {
            if (memory && element && element < memory->elements)
                lex_fail(&in, memory->loc, "give all of them, or none",
                         "memory '%s' is given not all of its elements",
                         memory->name);
            memory = parse_head(data, &in);
            element = 0;
        } else if (!memory) {
            lex_fail(&in, lex_here(&in), "begin with: memory NAME EXTENT...",
                     "'%s' belongs to no memory", lex_peek(&in));
        } else if (lex_accept(&in, "ramp")) {
            parse_ramp(&in, memory);
        } else {
            parse_element(&in, memory, element++);
        }
        if (lex_peek(&in))
            lex_fail(&in, lex_here(&in), "end the line before it",
                     "'%s' belongs to nothing", lex_peek(&in));
    }
    if (!in.failed && memory && element && element < memory->elements)
        lex_fail(&in, memory->loc, "give all of them, or none",
                 "memory '%s' is given not all of its elements", memory->name);
    return !in.failed;
}

void racer_data_print(struct buf *out, const struct racer_memory *memory)
{
    buf_printf(out, "memory %s", memory->name);
    for (int d = 0; d < memory->dims; d++)
        buf_printf(out, " %lld", (long long)memory->extent[d]);
    buf_puts(out, " of");
    for (int c = 0; c < memory->channels; c++)
        buf_printf(out, " %s", racer_type_name(memory->type[c]));
    buf_putc(out, '\n');
    for (int64_t e = 0; e < memory->elements; e++) {
        for (int c = 0; c < memory->channels; c++) {
            if (c)
                buf_putc(out, ' ');
            racer_write_bits(out, memory->bits[e * memory->channels + c],
                             memory->type[c]);
        }
        buf_putc(out, '\n');
    }
}
