/*
 * Graphs of a data-stream array, built; names of types, operations and kinds
 * of nodes; literals (graph.h).
 */
#include "runtime/racersim/graph/graph.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const type_names[RACER_TYPES] = {
    [RACER_UNKNOWN] = "?", [RACER_F32] = "f32", [RACER_F64] = "f64",
    [RACER_I32] = "i32",   [RACER_I64] = "i64", [RACER_PRED] = "pred",
};

static const struct {
    const char *name;
    int operands;
    enum racer_form form;
    enum racer_group group;
} ops[RACER_OPS] = {
#define OP(name, operands, form, group)                                        \
    {#name, operands, RACER_FORM_##form, RACER_GROUP_##group},
#include "runtime/racersim/graph/graph.def"
#undef OP
};

static const char *const kind_names[RACER_KINDS] = {
    [RACER_SOURCE] = "source", [RACER_SINK] = "sink",
    [RACER_OP] = "operation",  [RACER_SYNC] = "sync",
    [RACER_MERGE] = "merge",   [RACER_SWITCH] = "switch",
    [RACER_FORK] = "fork",     [RACER_JOIN] = "join",
    [RACER_DELAY] = "delay",   [RACER_GATE] = "gate",
    [RACER_UNGATE] = "ungate", [RACER_REQUEST] = "request",
};

/* Names -------------------------------------------------------------------- */

const char *racer_type_name(enum racer_type type)
{
    return type_names[type];
}

enum racer_type racer_type_named(const char *name)
{
    for (int t = RACER_UNKNOWN + 1; t < RACER_TYPES; t++)
        if (strcmp(name, type_names[t]) == 0)
            return (enum racer_type)t;
    return RACER_UNKNOWN;
}

int racer_type_words(enum racer_type type)
{
    return type == RACER_F64 || type == RACER_I64 ? 2 : 1;
}

bool racer_type_is_real(enum racer_type type)
{
    return type == RACER_F32 || type == RACER_F64;
}

const char *racer_op_name(enum racer_op op)
{
    return ops[op].name;
}

enum racer_op racer_op_named(const char *name)
{
    for (int op = 0; op < RACER_OPS; op++)
        if (strcmp(name, ops[op].name) == 0)
            return (enum racer_op)op;
    return RACER_OPS;
}

int racer_op_operands(enum racer_op op)
{
    return ops[op].operands;
}

enum racer_form racer_op_form(enum racer_op op)
{
    return ops[op].form;
}

enum racer_group racer_op_group(enum racer_op op)
{
    return ops[op].group;
}

bool racer_op_takes(enum racer_op op, enum racer_type type)
{
    switch (racer_op_form(op)) {
    case RACER_FORM_REAL:
    case RACER_FORM_REAL_TEST:
        return racer_type_is_real(type);
    case RACER_FORM_WHOLE:
    case RACER_FORM_WHOLE_TEST:
        return type == RACER_I32 || type == RACER_I64;
    case RACER_FORM_BITS:
        return !racer_type_is_real(type);
    default:
        return true;
    }
}

enum racer_type racer_op_result(enum racer_op op, enum racer_type type)
{
    switch (racer_op_form(op)) {
    case RACER_FORM_REAL_TEST:
    case RACER_FORM_WHOLE_TEST:
        return RACER_PRED;
    case RACER_FORM_TO_F32:
        return RACER_F32;
    case RACER_FORM_TO_F64:
        return RACER_F64;
    case RACER_FORM_TO_I32:
        return RACER_I32;
    case RACER_FORM_TO_I64:
        return RACER_I64;
    default:
        return type;
    }
}

const char *racer_kind_name(enum racer_kind kind)
{
    return kind_names[kind];
}

const char *racer_memory_name(const struct racer_node *node)
{
    if (node->memory)
        return node->memory;
    return node->kind == RACER_SOURCE ? "(indices)" : "(counted)";
}

/* Building ----------------------------------------------------------------- */

struct racer_graph *racer_graph_new(struct arena *arena, const char *name)
{
    struct racer_graph *g = arena_alloc(arena, sizeof *g);

    g->arena = arena;
    g->name = arena_strdup(arena, name);
    return g;
}

struct racer_node *racer_add(struct racer_graph *g, enum racer_kind kind,
                             int operands, int outputs)
{
    struct racer_node *node = arena_alloc(g->arena, sizeof *node);

    node->kind = kind;
    node->index = g->node_count;
    node->operand_count = operands;
    node->output_count = outputs;
    node->operand =
        arena_alloc(g->arena, (size_t)operands * sizeof *node->operand);
    node->output =
        arena_alloc(g->arena, (size_t)outputs * sizeof *node->output);
    ARENA_PUSH(g->arena, g->node, g->node_count, g->node_cap, node);
    return node;
}

/* The place of a name in the table, or the free one where it belongs. */
static int place_of(const struct racer_graph *g, const char *name)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    int at;

    for (const char *s = name; *s; s++)
        hash = (hash ^ (unsigned char)*s) * UINT64_C(1099511628211);
    at = (int)(hash >> 33) & (g->place_count - 1);
    while (g->place[at] && strcmp(g->value[g->place[at] - 1]->name, name) != 0)
        at = (at + 1) & (g->place_count - 1);
    return at;
}

/* Half of the places stay free. */
static void enter_name(struct racer_graph *g, const struct racer_value *value)
{
    if (2 * g->value_count <= g->place_count) {
        g->place[place_of(g, value->name)] = value->index + 1;
        return;
    }
    g->place_count = g->place_count ? 2 * g->place_count : 64;
    g->place = arena_alloc(g->arena, (size_t)g->place_count * sizeof *g->place);
    for (int k = 0; k < g->value_count; k++)
        g->place[place_of(g, g->value[k]->name)] = k + 1;
}

struct racer_value *racer_name_output(struct racer_graph *g,
                                      struct racer_node *node, int output,
                                      const char *name, enum racer_type type)
{
    struct racer_value *value = arena_alloc(g->arena, sizeof *value);

    *value = (struct racer_value){.name = arena_strdup(g->arena, name),
                                  .type = type,
                                  .node = node,
                                  .output = output,
                                  .index = g->value_count};
    node->output[output] = value;
    ARENA_PUSH(g->arena, g->value, g->value_count, g->value_cap, value);
    enter_name(g, value);
    return value;
}

struct racer_value *racer_find(const struct racer_graph *g, const char *name)
{
    int at = g->place_count ? g->place[place_of(g, name)] : 0;

    return at ? g->value[at - 1] : NULL;
}

int racer_side_of(const struct racer_node *node, int operand)
{
    return (node->kind == RACER_MERGE || node->kind == RACER_JOIN) &&
           operand >= node->output_count;
}

int racer_way_of(const struct racer_node *node, int operand)
{
    for (int k = 0; k < operand; k++)
        if (node->operand[k].value == node->operand[operand].value &&
            racer_side_of(node, k) == racer_side_of(node, operand))
            return k;
    return operand;
}

/* Literals ----------------------------------------------------------------- */

static bool read_whole(const char *text, enum racer_type type,
                       union racer_bits *bits)
{
    int64_t low = type == RACER_I64 ? INT64_MIN : INT32_MIN;
    int64_t high = type == RACER_I64 ? INT64_MAX : INT32_MAX;
    char *end;
    long long n;

    errno = 0;
    n = strtoll(text, &end, 10);
    if (end == text || *end || errno || n < low || n > high ||
        ascii_is_space(*text))
        return false;
    bits->i = n;
    return true;
}

bool racer_read_bits(const char *text, enum racer_type type,
                     union racer_bits *bits)
{
    unsigned forms = NUMBER_HEX | NUMBER_SPECIAL;
    double number;

    bits->u = 0;
    switch (type) {
    case RACER_F32:
        if (!number_parse(&text, forms | NUMBER_SINGLE, &number) || *text)
            return false;
        bits->f32 = (float)number;
        return true;
    case RACER_F64:
        return number_parse(&text, forms, &bits->f64) && !*text;
    case RACER_I32:
    case RACER_I64:
        return read_whole(text, type, bits);
    case RACER_PRED:
        bits->u = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
        return bits->u || strcmp(text, "false") == 0 || strcmp(text, "0") == 0;
    default:
        return false;
    }
}

void racer_write_bits(struct buf *out, union racer_bits bits,
                      enum racer_type type)
{
    double number = type == RACER_F32 ? (double)bits.f32 : bits.f64;
    char text[NUMBER_TEXT];

    if (!racer_type_is_real(type))
        buf_printf(out, "%" PRId64, bits.i);
    else if (number != number)
        buf_puts(out, "nan");
    else if (number - number != 0)
        buf_puts(out, number < 0 ? "-inf" : "inf");
    else {
        number_shortest(text, number, type == RACER_F32);
        buf_puts(out, text);
    }
}
