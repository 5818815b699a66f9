/*
 * Parameters and arrays of graph text, read: constants, and what follows from
 * constants before it by an operation; sizes, which may name parameters.
 */
#include "runtime/racersim/graph/parser.h"

#include <string.h>

/* An operand of what follows from parameters: one of them, or a literal of
 * their type. */
static void settle_literal(struct parser *p, struct racer_operand *operand,
                           enum racer_type type)
{
    const struct racer_param *param =
        operand->literal ? NULL : racer_find_param(p->g, operand->name);

    operand->type = param ? param->type : type;
    if (operand->literal &&
        (!type || !racer_read_bits(operand->name, type, &operand->bits)))
        lex_fail(&p->in, operand->loc, "write a number of the others' type",
                 "'%s' is no %s", operand->name, racer_type_name(type));
    else if (!operand->literal && !param)
        lex_fail(&p->in, operand->loc, "define it in a line before this one",
                 "there is no parameter '%s'", operand->name);
    else if (operand->registers)
        lex_fail(&p->in, operand->loc, "drop the '@'",
                 "a parameter needs no registers");
}

/* The type that the operands of an operation from `first` on share. */
static enum racer_type shared_type(struct parser *p, int first)
{
    for (int k = first; k < p->operand_count; k++) {
        const struct racer_operand *operand = &p->operand[k];
        const struct racer_param *param =
            operand->literal ? NULL : racer_find_param(p->g, operand->name);

        if (param)
            return param->type;
    }
    return RACER_UNKNOWN;
}

/* OPERATION OPERAND..., of parameters and literals. */
static void parse_derived(struct parser *p, struct racer_param *param,
                          const char *word)
{
    int n = parser_operands(p), first = 0;
    enum racer_type type;

    param->op = racer_op_named(word);
    if (n != racer_op_operands(param->op)) {
        FAIL(p, NULL, "'%s' takes %d operands, not %d", word,
             racer_op_operands(param->op), n);
        return;
    }
    first = racer_op_form(param->op) == RACER_FORM_SELECT;
    type = shared_type(p, first);
    if (type == RACER_UNKNOWN && first) /* a choice between literals */
        type = param->type;
    for (int k = 0; k < n && !p->in.failed; k++) {
        settle_literal(p, &p->operand[k], k < first ? RACER_PRED : type);
        if (!p->in.failed &&
            p->operand[k].type != (k < first ? RACER_PRED : type))
            lex_fail(&p->in, p->operand[k].loc, "convert one of them",
                     "'%s' is no %s", p->operand[k].name,
                     racer_type_name(k < first ? RACER_PRED : type));
        param->operand[k] = p->operand[k];
    }
    param->operand_count = n;
    if (!p->in.failed && (!racer_op_takes(param->op, type) ||
                          racer_op_result(param->op, type) != param->type))
        FAIL(p, "give it the type that the operation makes",
             "%s of %s makes no %s", word, racer_type_name(type),
             racer_type_name(param->type));
}

/* param NAME:TYPE = LITERAL, or what follows from others */
void parser_param(struct parser *p)
{
    struct racer_param param = {0};
    const char *word;

    parser_names(p);
    lex_expect(&p->in, "=");
    word = lex_take(&p->in, "a number");
    if (!p->in.failed && (p->count != 1 || !p->name[0].type))
        FAIL(p, "write param NAME:TYPE = NUMBER",
             "a parameter has one name and a type");
    if (p->in.failed)
        return;
    param.name = p->name[0].text;
    param.type = p->name[0].type;
    if (racer_find_param(p->g, param.name))
        FAIL(p, "give it another name", "parameter '%s' is there already",
             param.name);
    if (racer_op_named(word) != RACER_OPS)
        parse_derived(p, &param, word);
    else if (racer_read_bits(word, param.type, &param.bits))
        param.text = word;
    else
        FAIL(p, NULL, "'%s' is no %s", word, racer_type_name(param.type));
    ARENA_PUSH(p->g->arena, p->g->param, p->g->param_count, p->g->param_cap,
               param);
}

/* array NAME:TYPE */
void parser_array(struct parser *p)
{
    const char *word = lex_take(&p->in, "a name and a type");
    const char *colon = strchr(word, ':');
    struct racer_array array;

    if (!p->in.failed && (!colon || !racer_array_type(colon + 1)))
        FAIL(p,
             "write array NAME:TYPE with one of f32, f64, i8, u8, i16, u16,"
             " i32, u32, i64, u64",
             "'%s' has no type of an array's elements", word);
    if (p->in.failed)
        return;
    array.name = arena_strndup(p->g->arena, word, (size_t)(colon - word));
    array.type = colon + 1;
    if (!lex_is_name(array.name))
        FAIL(p, parser_name_hint, "'%s' is not a name", array.name);
    for (int k = 0; k < p->g->array_count; k++)
        if (strcmp(p->g->array[k].name, array.name) == 0)
            FAIL(p, "give it another name", "array '%s' is there already",
                 array.name);
    ARENA_PUSH(p->g->arena, p->g->array, p->g->array_count, p->g->array_cap,
               array);
}

/* Sizes of walks ------------------------------------------------------------
 */

/* A whole number, or the name of a parameter. */
struct racer_size parser_size(struct parser *p)
{
    struct racer_size size = {0};

    if (lex_peek(&p->in) && lex_is_name(lex_peek(&p->in)))
        size.name = lex_take(&p->in, "a parameter");
    else
        size.value = lex_integer(&p->in, INT64_MIN, INT64_MAX,
                                 "a whole number or a parameter");
    return size;
}

/* So many sizes in parentheses. */
void parser_sizes(struct parser *p, struct racer_size *size, int count)
{
    lex_expect(&p->in, "(");
    for (int k = 0; k < count && !p->in.failed; k++)
        size[k] = parser_size(p);
    lex_expect(&p->in, ")");
}

static void resolve_size(struct parser *p, const struct racer_node *node,
                         const struct racer_size *size)
{
    const struct racer_param *param =
        size->name ? racer_find_param(p->g, size->name) : NULL;

    if (size->name && (!param || param->type != RACER_I64))
        lex_fail(&p->in, node->loc, "name a parameter of type i64",
                 param ? "'%s' is no i64" : "there is no parameter '%s'",
                 size->name);
}

void parser_resolve_sizes(struct parser *p, const struct racer_node *node)
{
    const struct racer_walk *walk = &node->walk;
    int values = node->kind == RACER_SOURCE ? node->output_count : 1;

    for (int d = 0; walk->over && d < walk->dims; d++) {
        resolve_size(p, node, &walk->extent[d]);
        resolve_size(p, node, &walk->step[d]);
    }
    for (int k = 0; walk->base && k < values; k++)
        resolve_size(p, node, &walk->base[k]);
}

/* every N */
void parser_every(struct parser *p, struct racer_node *node)
{
    node->walk.every =
        lex_integer(&p->in, 1, RACER_FAR, "a number of elements");
}

/* share K of N, where K begins at 0 */
void parser_share(struct parser *p, struct racer_node *node)
{
    node->walk.share =
        (int)lex_integer(&p->in, 0, RACER_FAR, "a port's number");
    lex_expect(&p->in, "of");
    node->walk.shares = (int)lex_integer(&p->in, node->walk.share + 1,
                                         RACER_FAR, "a number of ports");
}

static void keep(struct parser *p, struct racer_node *node, enum racer_keep how)
{
    if (node->keeps || (!node->addressed && !node->walk.over))
        FAIL(p, "write 'over' or 'address' before one of them",
             "'least' and 'greatest' are for sinks to elements by loops or by"
             " address");
    node->keeps = how;
}

void parser_least(struct parser *p, struct racer_node *node)
{
    keep(p, node, RACER_KEEP_LEAST);
}

void parser_greatest(struct parser *p, struct racer_node *node)
{
    keep(p, node, RACER_KEEP_GREATEST);
}
