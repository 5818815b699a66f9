/*
 * Operations in a graph's module: those of whole numbers and bits are an
 * expression in front of registers, those of numbers with a point a module that
 * has registers within.
 */
#include "backends/racer/verilog/local.h"

/* $0, $1, $2 are operands, $m the mask of a shift, $s the bit of the sign. A
 * right shift is written without >>>, which Verilator 5.006 takes for >> in
 * some places. */
static const char *const expressions[RACER_OPS] = {
    [RACER_OP_fneg] = "$0 ^ $s",
    [RACER_OP_fabs] = "$0 & ~$s",
    [RACER_OP_iadd] = "$0 + $1",
    [RACER_OP_isub] = "$0 - $1",
    [RACER_OP_imul] = "$0 * $1",
    [RACER_OP_imin] = "$signed($0) < $signed($1) ? $0 : $1",
    [RACER_OP_imax] = "$signed($0) > $signed($1) ? $0 : $1",
    [RACER_OP_ishl] = "$0 << ($1 & $m)",
    [RACER_OP_ishr] = "$signed($0) < 0 ? ~(~$0 >> ($1 & $m)) : $0 >> ($1 & $m)",
    [RACER_OP_ilt] = "$signed($0) < $signed($1)",
    [RACER_OP_ile] = "$signed($0) <= $signed($1)",
    [RACER_OP_igt] = "$signed($0) > $signed($1)",
    [RACER_OP_ige] = "$signed($0) >= $signed($1)",
    [RACER_OP_ieq] = "$0 == $1",
    [RACER_OP_ine] = "$0 != $1",
    [RACER_OP_and] = "$0 & $1",
    [RACER_OP_or] = "$0 | $1",
    [RACER_OP_xor] = "$0 ^ $1",
    [RACER_OP_not] = "~$0",
    [RACER_OP_select] = "$0 ? $1 : $2",
};

/* Modules for numbers with a point, with the parameters that they have beside
 * the format. */
static const struct {
    const char *module, *parameters;
} modules[RACER_OPS] = {
    [RACER_OP_fadd] = {"racer_fadd", ""},
    [RACER_OP_fsub] = {"racer_fadd", ", .SUBTRACT(1)"},
    [RACER_OP_fmul] = {"racer_fmul", ""},
    [RACER_OP_fdiv] = {"racer_fdiv", ""},
    [RACER_OP_fsqrt] = {"racer_fsqrt", ""},
    [RACER_OP_fmin] = {"racer_fchoose", ""},
    [RACER_OP_fmax] = {"racer_fchoose", ", .LARGEST(1)"},
    [RACER_OP_flt] = {"racer_fcompare", ", .LESS(1)"},
    [RACER_OP_fle] = {"racer_fcompare", ", .LESS(1), .EQUAL(1)"},
    [RACER_OP_fgt] = {"racer_fcompare", ", .GREATER(1)"},
    [RACER_OP_fge] = {"racer_fcompare", ", .GREATER(1), .EQUAL(1)"},
    [RACER_OP_feq] = {"racer_fcompare", ", .EQUAL(1)"},
    [RACER_OP_fne] = {"racer_fcompare",
                      ", .LESS(1), .GREATER(1), .UNORDERED(1)"},
};

static const char *format_of(const struct design *d, enum racer_type type,
                             const char *prefix)
{
    return type == RACER_F32
               ? arena_printf(d->arena, ".%sEXPONENT(8), .%sFRACTION(23)",
                              prefix, prefix)
               : arena_printf(d->arena, ".%sEXPONENT(11), .%sFRACTION(52)",
                              prefix, prefix);
}

/* The type of what an operation computes with. */
static enum racer_type type_of(const struct racer_node *node)
{
    const struct racer_operand *last = &node->operand[node->operand_count - 1];

    return last->value ? last->value->type : last->type;
}

static const char *expand(const struct design *d, const struct racer_node *node,
                          const char *expression)
{
    int width = design_width(type_of(node));
    struct buf text = {0};
    const char *copy;

    for (const char *s = expression; *s; s++) {
        if (*s != '$' || s[1] == 's') {
            if (*s == '$' && s[2] != 'i') {
                buf_printf(&text, "%d'h8%0*d", width, width / 4 - 1, 0);
                s++;
            } else {
                buf_putc(&text, *s);
            }
        } else if (*++s == 'm') {
            buf_printf(&text, "%d'd%d", width, width - 1);
        } else {
            buf_puts(&text, design_operand(d, node, *s - '0'));
        }
    }
    copy = arena_strdup(d->arena, text.text);
    buf_free(&text);
    return copy;
}

/* The result of a conversion that has no module, else NULL. */
static const char *converted(const struct design *d,
                             const struct racer_node *node)
{
    enum racer_type from = type_of(node), to = node->output[0]->type;
    const char *in = design_operand(d, node, 0);
    int width = design_width(to), missing = width - design_width(from);

    if (from == to)
        return in;
    if (from == RACER_PRED && racer_type_is_real(to))
        return arena_printf(
            d->arena, "%s ? %s : %d'd0", in,
            to == RACER_F32 ? "32'h3f800000" : "64'h3ff0000000000000", width);
    if (from == RACER_PRED)
        return arena_printf(d->arena, "{%d'd0, %s}", missing, in);
    if (from == RACER_I32 && to == RACER_I64)
        return arena_printf(d->arena, "{{32{%s[31]}}, %s}", in, in);
    return NULL;
}

/* Module and parameters of a conversion that has one. */
static const char *converter(const struct design *d,
                             const struct racer_node *node)
{
    enum racer_type from = type_of(node), to = node->output[0]->type;

    if (racer_type_is_real(from) && racer_type_is_real(to))
        return arena_printf(d->arena, "racer_fconvert #(%s, %s",
                            format_of(d, from, "FROM_"), format_of(d, to, ""));
    if (racer_type_is_real(to))
        return arena_printf(d->arena, "racer_from_whole #(.WHOLE(%d), %s",
                            design_width(from), format_of(d, to, ""));
    if (racer_type_is_real(from))
        return arena_printf(d->arena, "racer_to_whole #(%s, .WHOLE(%d)",
                            format_of(d, from, ""), design_width(to));
    return "racer_narrow #(.FROM(64), .TO(32)";
}

void design_op(struct design *d, const struct racer_node *node)
{
    bool conversion = racer_op_form(node->op) >= RACER_FORM_TO_F32;
    const char *expression = expressions[node->op], *module, *in;
    const char *name = node->output[0]->name;
    int takes;
    const char *full = design_taken(d, node, 0, node->operand_count, &takes);

    in = conversion   ? converted(d, node)
         : expression ? expand(d, node, expression)
                      : NULL;
    if (in)
        module = arena_printf(d->arena, "racer_line #(.WIDTH(%d)",
                              design_width(node->output[0]->type));
    else if (conversion)
        module = converter(d, node);
    else
        module = arena_printf(d->arena, "%s #(%s%s", modules[node->op].module,
                              format_of(d, type_of(node), ""),
                              modules[node->op].parameters);
    if (conversion && !in)
        in = design_operand(d, node, 0);
    buf_printf(&d->body,
               "    wire node%d$fire;\n    %s, .STAGES(%d)) node%d (\n",
               node->index, module, racer_stages(d->arch, node), node->index);
    buf_printf(&d->body, "        .clk(clk), .rst(rst), .in_full(%s%s),\n",
               takes > 1 ? "&" : "", full);
    if (in)
        buf_printf(&d->body, "        .in(%s),\n", in);
    else if (node->operand_count == 1)
        buf_printf(&d->body, "        .a(%s),\n", design_operand(d, node, 0));
    else
        buf_printf(&d->body, "        .a(%s), .b(%s),\n",
                   design_operand(d, node, 0), design_operand(d, node, 1));
    buf_printf(&d->body,
               "        .fire(node%d$fire), .out_full(%s$full),"
               " .out(%s$data),\n        .out_take(%s$take), .moving(%s));\n",
               node->index, name, name, name, design_moving(d));
    design_take(d, node, 0, node->operand_count,
                arena_printf(d->arena, "node%d$fire", node->index));
}
