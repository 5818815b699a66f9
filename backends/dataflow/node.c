/*
 * Operands and nodes. What follows from constants alone is a constant, what
 * follows from parameters alone is a parameter, and is there once.
 */
#include "backends/dataflow/local.h"

#include <stdarg.h>
#include <string.h>

bool flow_refuse(struct flow *flow, const char *hint, const char *format, ...)
{
    struct loc loc = {.file = flow->f->module->source_file, .line = flow->line};
    va_list ap;

    if (flow->failed)
        return false;
    flow->failed = true;
    va_start(ap, format);
    fault_add_hinted(flow->faults, FAULT_UNSUPPORTED_TARGET, loc, hint, format,
                     ap);
    va_end(ap);
    return false;
}

struct racer_node *flow_node(struct flow *flow, enum racer_kind kind,
                             int operands, int outputs)
{
    struct racer_node *node = racer_add(flow->g, kind, operands, outputs);

    node->loc =
        (struct loc){.file = flow->f->module->source_file, .line = flow->line};
    return node;
}

enum racer_type flow_type(enum kir_type type)
{
    switch (type) {
    case KIR_PRED:
        return RACER_PRED;
    case KIR_I64:
    case KIR_U64:
        return RACER_I64;
    case KIR_F32:
        return RACER_F32;
    case KIR_F64:
        return RACER_F64;
    default:
        return RACER_I32;
    }
}

enum racer_type flow_operand_type(const struct racer_operand *operand)
{
    return operand->value ? operand->value->type : operand->type;
}

bool flow_is_stream(const struct racer_operand *operand)
{
    return operand->value;
}

bool flow_is_literal(const struct racer_operand *operand)
{
    return operand->literal;
}

bool flow_is_bits(const struct racer_operand *operand, uint64_t bits)
{
    return operand->literal && operand->bits.u == bits;
}

struct racer_operand flow_literal(struct flow *flow, enum racer_type type,
                                  union racer_bits bits)
{
    struct racer_operand operand = {
        .literal = true, .type = type, .bits = bits};
    struct buf text = {0};

    racer_write_bits(&text, bits, type);
    operand.name = arena_strdup(flow->arena, text.text);
    buf_free(&text);
    return operand;
}

struct racer_operand flow_whole(struct flow *flow, enum racer_type type,
                                int64_t number)
{
    union racer_bits bits = {.i = number};

    return flow_literal(flow, type, bits);
}

/* Names ---------------------------------------------------------------------
 */

static bool is_word(const char *name)
{
    static const char *const words[] = {
        "from",   "to",      "tag",    "feedback", "entry",  "then",   "else",
        "or",     "window",  "affine", "grow",     "at",     "admit",  "path",
        "wrap",   "pad",     "places", "shared",   "over",   "when",   "inf",
        "nan",    "true",    "false",  "param",    "array",  "source", "sink",
        "merge",  "switch",  "fork",   "join",     "sync",   "delay",  "gate",
        "ungate", "request", "store",  "grid_x",   "grid_y", "grid_z", "_"};

    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcmp(words[k], name) == 0)
            return true;
    return racer_op_named(name) != RACER_OPS;
}

static bool is_taken(const struct racer_graph *g, const char *name)
{
    if (is_word(name) || racer_find(g, name) || racer_find_param(g, name))
        return true;
    for (int k = 0; k < g->array_count; k++)
        if (strcmp(g->array[k].name, name) == 0)
            return true;
    return false;
}

/* Numbers behind a name are mostly taken one by one, so that the last one is
 * found by halves. */
const char *flow_name(struct flow *flow, const char *like)
{
    enum { LONGEST = 40 };
    const char *base = arena_strndup(flow->arena, like, LONGEST);
    const char *name = base, *other;
    int taken = 0, number = 1;

    if (!is_taken(flow->g, base))
        return base;
    for (;; number *= 2) {
        name = arena_printf(flow->arena, "%s_%d", base, number);
        if (!is_taken(flow->g, name))
            break;
        taken = number;
    }
    while (number - taken > 1) {
        int middle = taken + (number - taken) / 2;

        other = arena_printf(flow->arena, "%s_%d", base, middle);
        if (is_taken(flow->g, other)) {
            taken = middle;
        } else {
            number = middle;
            name = other;
        }
    }
    return name;
}

/* Nodes ---------------------------------------------------------------------
 */

struct racer_operand flow_output(struct flow *flow, struct racer_node *node,
                                 int output, const char *name,
                                 enum racer_type type)
{
    struct racer_value *value =
        racer_name_output(flow->g, node, output, flow_name(flow, name), type);

    return (struct racer_operand){.value = value, .name = value->name};
}

static bool same_operand(const struct racer_operand *a,
                         const struct racer_operand *b)
{
    return a->literal == b->literal && strcmp(a->name, b->name) == 0;
}

/* The parameter that follows from others by the operation. */
static struct racer_operand derived(struct flow *flow, enum racer_op op,
                                    const char *name, int count,
                                    const struct racer_operand *operand,
                                    enum racer_type type)
{
    struct racer_graph *g = flow->g;
    struct racer_param param = {.type = type, .op = op, .operand_count = count};
    struct racer_operand result = {.type = type};

    for (int k = 0; k < g->param_count; k++) {
        const struct racer_param *other = &g->param[k];
        bool same =
            !other->text && other->op == op && other->operand_count == count;

        for (int n = 0; same && n < count; n++)
            same = same_operand(&other->operand[n], &operand[n]);
        if (same) {
            result.name = other->name;
            return result;
        }
    }
    for (int n = 0; n < count; n++)
        param.operand[n] = operand[n];
    param.name = result.name = flow_name(flow, name);
    ARENA_PUSH(flow->arena, g->param, g->param_count, g->param_cap, param);
    return result;
}

/* An operand that the operation leaves as it is; NULL: there is none. */
static const struct racer_operand *unchanged(enum racer_op op,
                                             const struct racer_operand *in)
{
    switch (op) {
    case RACER_OP_iadd:
        if (flow_is_bits(&in[0], 0))
            return &in[1];
        return flow_is_bits(&in[1], 0) ? &in[0] : NULL;
    case RACER_OP_imul:
        if (flow_is_bits(&in[0], 1))
            return &in[1];
        return flow_is_bits(&in[1], 1) ? &in[0] : NULL;
    case RACER_OP_isub:
    case RACER_OP_ishl:
    case RACER_OP_ishr:
        return flow_is_bits(&in[1], 0) ? &in[0] : NULL;
    case RACER_OP_and:
        if (flow_operand_type(&in[0]) != RACER_PRED)
            return NULL;
        if (flow_is_bits(&in[0], 1) || flow_is_bits(&in[1], 0))
            return &in[1];
        return flow_is_bits(&in[1], 1) || flow_is_bits(&in[0], 0) ? &in[0]
                                                                  : NULL;
    case RACER_OP_select:
        return flow_is_literal(&in[0]) ? &in[in[0].bits.u ? 1 : 2] : NULL;
    default:
        return NULL;
    }
}

struct racer_operand flow_op(struct flow *flow, enum racer_op op,
                             const char *name, int count,
                             const struct racer_operand *operand)
{
    enum racer_type of = flow_operand_type(&operand[count - 1]);
    enum racer_type type = racer_op_result(op, of);
    bool stream = false, literal = true, open = true;
    const struct racer_operand *same = unchanged(op, operand);
    union racer_bits in[3] = {{.u = 0}};
    struct racer_operand made;
    struct racer_node *node;

    if (same)
        return *same;
    for (int k = 0; k < count; k++) {
        stream = stream || flow_is_stream(&operand[k]);
        literal = literal && operand[k].literal;
        open =
            open && (operand[k].literal || (k == 0 && op == RACER_OP_select));
        in[k] = operand[k].bits;
    }
    if (literal)
        return flow_literal(flow, type, racer_compute(op, of, in));
    if (!stream)
        return derived(flow, op, name, count, operand, type);
    node = flow_node(flow, RACER_OP, count, 1);
    node->op = op;
    for (int k = 0; k < count; k++)
        node->operand[k] = operand[k];
    made = flow_output(flow, node, 0, name, type);
    made.value->typed = open;
    return made;
}

struct racer_operand flow_op1(struct flow *flow, enum racer_op op,
                              struct racer_operand a)
{
    return flow_op(flow, op, "t", 1, &a);
}

struct racer_operand flow_op2(struct flow *flow, enum racer_op op,
                              struct racer_operand a, struct racer_operand b)
{
    const struct racer_operand both[2] = {a, b};

    return flow_op(flow, op, "t", 2, both);
}

void flow_add_operand(struct flow *flow, struct racer_node *node,
                      struct racer_operand operand)
{
    size_t count = (size_t)node->operand_count + 1;
    struct racer_operand *all = arena_alloc(flow->arena, count * sizeof *all);

    memcpy(all, node->operand, (count - 1) * sizeof *all);
    all[count - 1] = operand;
    node->operand = all;
    node->operand_count++;
}

void flow_sync(struct flow *flow, struct racer_operand *a,
               struct racer_operand *b)
{
    struct racer_node *node = flow_node(flow, RACER_SYNC, 2, 2);
    struct racer_operand *both[2] = {a, b};

    for (int k = 0; k < 2; k++) {
        enum racer_type type = flow_operand_type(both[k]);

        node->operand[k] = *both[k];
        *both[k] = flow_output(flow, node, k,
                               both[k]->value ? both[k]->name : "c", type);
        both[k]->value->typed = true;
    }
}

struct racer_operand flow_stream(struct flow *flow,
                                 struct racer_operand operand)
{
    struct racer_operand pulse = flow->pulse;

    if (!flow_is_stream(&operand))
        flow_sync(flow, &pulse, &operand);
    return operand;
}

/* Values of KIR
 * -------------------------------------------------------------------------
 */

struct racer_operand flow_both(struct flow *flow, struct racer_operand a,
                               struct racer_operand b)
{
    const struct racer_operand both[2] = {a, b};

    if (!a.name || !b.name)
        return a.name ? a : b;
    return flow_op(flow, RACER_OP_and, "c", 2, both);
}

static struct racer_operand constant(struct flow *flow,
                                     const struct kir_value *v)
{
    union racer_bits bits = {.u = 0};

    if (v->type == KIR_F32)
        bits.f32 = (float)v->imm.f;
    else if (v->type == KIR_F64)
        bits.f64 = v->imm.f;
    else if (v->type == KIR_U32)
        bits.i = (int32_t)(uint32_t)v->imm.i;
    else
        bits.i = v->imm.i;
    return flow_literal(flow, flow_type(v->type), bits);
}

bool flow_is_alone(const struct kir_func *f)
{
    for (int v = 0; v < f->value_count; v++)
        if (f->value[v].op == KIR_BLOCK_INDEX)
            return false;
    return true;
}

struct racer_size flow_extent(const struct flow *flow, int d)
{
    static const char *const names[] = {"grid_x", "grid_y", "grid_z"};

    if (flow_is_alone(flow->f))
        return (struct racer_size){.value = 1};
    return (struct racer_size){.name = names[d]};
}

static struct racer_operand grid_size(struct flow *flow, int d)
{
    struct racer_operand size = {
        .name = (const char *const[]){"grid_x", "grid_y", "grid_z"}[d],
        .type = RACER_I64};

    return flow_op(flow, RACER_OP_toi32, "n", 1, &size);
}

struct racer_operand flow_get(struct flow *flow, int value)
{
    const struct kir_value *v = &flow->f->value[value];

    if (flow->value[value].name)
        return flow->value[value];
    switch (v->op) {
    case KIR_CONST:
        return constant(flow, v);
    case KIR_THREAD_INDEX:
        return flow_whole(flow, RACER_I32, 0);
    case KIR_GRID_SIZE:
        return grid_size(flow, (int)v->imm.i);
    case KIR_ALIGNED:
    case KIR_WARPS:
        return flow_whole(flow, RACER_PRED, 0);
    default:
        flow_refuse(flow, "please report it",
                    "a value of the kernel is used before it is there");
        return flow_whole(flow, flow_type(v->type), 0);
    }
}
