/* Operations in PTX, from a table. */
#include "backends/ptx/local.h"

#include <inttypes.h>

/* By operation: the instruction for integers (or predicates) and for floats.
 * $t is the type of the operands, $s its signed form, $b its bits. */
static const struct {
    const char *integer, *real;
} instruction[KIR_OP_COUNT] = {
    [KIR_ADD] = {"add.$t", "add.rn.$t"},
    [KIR_SUB] = {"sub.$t", "sub.rn.$t"},
    [KIR_MUL] = {"mul.lo.$t", "mul.rn.$t"},
    [KIR_DIV] = {"div.$t", "div.rn.$t"},
    [KIR_REM] = {"rem.$t", NULL},
    [KIR_NEG] = {"neg.$s", "neg.$t"},
    [KIR_ABS] = {"abs.$t", "abs.$t"},
    [KIR_MIN] = {"min.$t", "min.$t"},
    [KIR_MAX] = {"max.$t", "max.$t"},
    [KIR_FMA] = {NULL, "fma.rn.$t"},
    [KIR_MULADD] = {NULL, "fma.rn.$t"},
    [KIR_AND] = {"and.$b", NULL},
    [KIR_OR] = {"or.$b", NULL},
    [KIR_XOR] = {"xor.$b", NULL},
    [KIR_NOT] = {"not.$b", NULL},
    [KIR_SHL] = {"shl.$b", NULL},
    [KIR_SHR] = {"shr.$t", NULL},
    [KIR_LT] = {"setp.lt.$t", "setp.lt.$t"},
    [KIR_LE] = {"setp.le.$t", "setp.le.$t"},
    [KIR_GT] = {"setp.gt.$t", "setp.gt.$t"},
    [KIR_GE] = {"setp.ge.$t", "setp.ge.$t"},
    [KIR_EQ] = {"setp.eq.$t", "setp.eq.$t"},
    [KIR_NE] = {"setp.ne.$t", "setp.neu.$t"},
    [KIR_SQRT] = {NULL, "sqrt.rn.$t"},
    [KIR_FLOOR] = {NULL, "cvt.rmi.$t.$t"},
    [KIR_CEIL] = {NULL, "cvt.rpi.$t.$t"},
    [KIR_TRUNC] = {NULL, "cvt.rzi.$t.$t"},
    [KIR_RINT] = {NULL, "cvt.rni.$t.$t"},
    [KIR_COPYSIGN] = {NULL, "copysign.$t"},
};

/* Conversions -------------------------------------------------------------- */

/* A register of 32 bits with the low bits of an integer. */
static const char *low_word(struct ptx *p, int value)
{
    int reg;

    if (kir_type_bits(p->f->value[value].type) == 32)
        return ptx_register(p, value);
    reg = ptx_new(p, PTX_R);
    ptx_put(p, "cvt.u32.u64 %s, %s", ptx_name(p, PTX_R, reg),
            ptx_register(p, value));
    return ptx_name(p, PTX_R, reg);
}

static const char *rounding(enum kir_type to, enum kir_type from)
{
    if (kir_is_float(to))
        return to == KIR_F64 && from == KIR_F32 ? "" : "rn.";
    return kir_is_float(from) ? "rzi." : "";
}

static void cast(struct ptx *p, int value, const struct kir_value *v)
{
    enum kir_type from = p->f->value[v->arg[0]].type, to = v->narrow;
    const char *d = ptx_result(p, value);
    const char *one =
        kir_is_float(to) ? (to == KIR_F32 ? "0f3F800000" : "0d3FF0000000000000")
                         : "1";
    const char *zero =
        kir_is_float(to) ? (to == KIR_F32 ? "0f00000000" : "0d0000000000000000")
                         : "0";

    if (from == to || (kir_is_integer(from) && kir_is_integer(to) &&
                       kir_type_bits(from) == kir_type_bits(to)))
        ptx_put(p, "mov.%s %s, %s", ptx_bits(to), d,
                ptx_register(p, v->arg[0]));
    else if (to == KIR_PRED)
        ptx_put(p, "setp.%s.%s %s, %s, %s", kir_is_float(from) ? "neu" : "ne",
                ptx_type(from), d, ptx_register(p, v->arg[0]),
                from == KIR_F64   ? "0d0000000000000000"
                : from == KIR_F32 ? "0f00000000"
                                  : "0");
    else if (from == KIR_PRED)
        ptx_put(p, "selp.%s %s, %s, %s, %s", ptx_bits(to), d, one, zero,
                ptx_register(p, v->arg[0]));
    else if (kir_type_bits(to) < 32)
        ptx_put(p, "cvt.%s32.%s %s, %s", kir_is_signed(to) ? "s" : "u",
                ptx_type(to), d, low_word(p, v->arg[0]));
    else
        ptx_put(p, "cvt.%s%s.%s %s, %s", rounding(to, from), ptx_type(to),
                ptx_type(from), d, ptx_register(p, v->arg[0]));
}

/* Operations --------------------------------------------------------------- */

static void select(struct ptx *p, int value, const struct kir_value *v)
{
    const char *d = ptx_result(p, value), *c = ptx_register(p, v->arg[0]);
    const char *yes, *no;

    if (v->type != KIR_PRED) {
        ptx_put(p, "selp.%s %s, %s, %s, %s", ptx_type(v->type), d,
                ptx_operand(p, v->arg[1]), ptx_operand(p, v->arg[2]), c);
        return;
    }
    yes = ptx_name(p, PTX_P, ptx_new(p, PTX_P));
    no = ptx_name(p, PTX_P, ptx_new(p, PTX_P));
    ptx_put(p, "and.pred %s, %s, %s", yes, c, ptx_register(p, v->arg[1]));
    ptx_put(p, "not.pred %s, %s", no, c);
    ptx_put(p, "and.pred %s, %s, %s", no, no, ptx_register(p, v->arg[2]));
    ptx_put(p, "or.pred %s, %s, %s", d, yes, no);
}

/* Ties away from zero: |x| less its integer part is exact. */
static void round_away(struct ptx *p, int value, const struct kir_value *v)
{
    enum ptx_class class = ptx_class_of(v->type);
    const char *t = ptx_type(v->type), *x = ptx_register(p, v->arg[0]);
    const char *size = ptx_name(p, class, ptx_new(p, class));
    const char *whole = ptx_name(p, class, ptx_new(p, class));
    const char *more = ptx_name(p, class, ptx_new(p, class));
    const char *up = ptx_name(p, PTX_P, ptx_new(p, PTX_P));
    bool single = v->type == KIR_F32;

    ptx_put(p, "abs.%s %s, %s", t, size, x);
    ptx_put(p, "cvt.rzi.%s.%s %s, %s", t, t, whole, size);
    ptx_put(p, "sub.rn.%s %s, %s, %s", t, more, size, whole);
    ptx_put(p, "setp.ge.%s %s, %s, %s", t, up, more,
            single ? "0f3F000000" : "0d3FE0000000000000");
    ptx_put(p, "add.rn.%s %s, %s, %s", t, more, whole,
            single ? "0f3F800000" : "0d3FF0000000000000");
    ptx_put(p, "selp.%s %s, %s, %s, %s", t, whole, more, whole, up);
    ptx_put(p, "copysign.%s %s, %s, %s", t, ptx_result(p, value), x, whole);
}

static void shuffle_word(struct ptx *p, const char *to, const char *from,
                         const struct kir_value *v)
{
    ptx_put(p, "shfl.sync.down.b32 %s, %s, %d, %d, 0xffffffff", to, from,
            (int)v->imm.i, KIR_WARP_LANES - 1);
}

/* By words: what is wider, in halves. */
static void shuffle(struct ptx *p, int value, const struct kir_value *v)
{
    const char *from = ptx_register(p, v->arg[0]), *half[4];

    if (kir_type_bits(v->type) == 32) {
        shuffle_word(p, ptx_result(p, value), from, v);
        return;
    }
    for (int k = 0; k < 4; k++)
        half[k] = ptx_name(p, PTX_R, ptx_new(p, PTX_R));
    ptx_put(p, "mov.b64 {%s, %s}, %s", half[0], half[1], from);
    for (int k = 0; k < 2; k++)
        shuffle_word(p, half[2 + k], half[k], v);
    ptx_put(p, "mov.b64 %s, {%s, %s}", ptx_result(p, value), half[2], half[3]);
}

static void put_opcode(struct buf *out, const char *text, enum kir_type type)
{
    for (; *text; text++) {
        if (*text != '$')
            buf_putc(out, *text);
        else if (*++text == 't')
            buf_puts(out, ptx_type(type));
        else if (*text == 's')
            buf_puts(out, ptx_signed(type));
        else
            buf_puts(out, ptx_bits(type));
    }
}

static void from_table(struct ptx *p, int value, const struct kir_value *v,
                       const char *text)
{
    enum kir_type type = p->f->value[v->arg[0]].type;
    const char *arg[3] = {NULL, NULL, NULL};
    struct buf opcode = {0};
    int n = kir_op_operands(v->op);

    for (int i = 0; i < n; i++)
        arg[i] = type == KIR_PRED || n == 1 ? ptx_register(p, v->arg[i])
                                            : ptx_operand(p, v->arg[i]);
    if (v->op == KIR_COPYSIGN) {
        const char *magnitude = arg[0];

        arg[0] = arg[1];
        arg[1] = magnitude;
    }
    put_opcode(&opcode, text, type);
    ptx_put(p, "%s %s, %s%s%s%s%s", opcode.text, ptx_result(p, value), arg[0],
            n > 1 ? ", " : "", n > 1 ? arg[1] : "", n > 2 ? ", " : "",
            n > 2 ? arg[2] : "");
    buf_free(&opcode);
}

static void get(struct ptx *p, int value, const struct kir_value *v)
{
    ptx_result(p, value);
    ptx_move(p, v->type, p->reg[value],
             ptx_name(p, ptx_class_of(v->type), p->variable_reg[v->imm.i]));
}

/* popc and clz, whose results have 32 bits. */
static void count_bits(struct ptx *p, int value, const struct kir_value *v)
{
    const char *text = v->op == KIR_CLZ ? "clz" : "popc";
    const char *d = ptx_result(p, value), *low = d;

    if (kir_type_bits(v->type) == 64)
        low = ptx_name(p, PTX_R, ptx_new(p, PTX_R));
    ptx_put(p, "%s.%s %s, %s", text, ptx_bits(v->type), low,
            ptx_register(p, v->arg[0]));
    if (low != d)
        ptx_put(p, "cvt.u64.u32 %s, %s", d, low);
}

static void other(struct ptx *p, int value, const struct kir_value *v, int line)
{
    const char *text = kir_is_float(p->f->value[v->arg[0]].type)
                           ? instruction[v->op].real
                           : instruction[v->op].integer;

    if (v->op == KIR_ABS && !kir_is_signed(v->type))
        text = "mov.$t";
    if (text)
        from_table(p, value, v, text);
    else
        ptx_unsupported(p, line, kir_op_name(v->op));
}

/* a * b + c of integers. */
static void multiply_add(struct ptx *p, int value, const struct kir_value *v)
{
    int product = v->arg[p->fused[value] - 1];
    const int *factor = p->f->value[product].arg;

    ptx_put(p, "mad.lo.%s %s, %s, %s, %s", ptx_type(v->type),
            ptx_result(p, value), ptx_register(p, factor[0]),
            ptx_operand(p, factor[1]),
            ptx_operand(p, v->arg[2 - p->fused[value]]));
}

void ptx_operation(struct ptx *p, int value, int line)
{
    const struct kir_value *v = &p->f->value[value];

    if (p->fused[value]) {
        multiply_add(p, value, v);
        return;
    }
    switch (v->op) {
    case KIR_GET:
        get(p, value, v);
        break;
    case KIR_ALIGNED:
        ptx_aligned(p, value);
        break;
    case KIR_CAST:
        cast(p, value, v);
        break;
    case KIR_BITCAST:
        ptx_put(p, "mov.%s %s, %s", ptx_bits(v->type), ptx_result(p, value),
                ptx_register(p, v->arg[0]));
        break;
    case KIR_SELECT:
        select(p, value, v);
        break;
    case KIR_SHUFFLE_DOWN:
        shuffle(p, value, v);
        break;
    case KIR_POPCOUNT:
    case KIR_CLZ:
        count_bits(p, value, v);
        break;
    case KIR_ROUND:
        round_away(p, value, v);
        break;
    default:
        other(p, value, v, line);
    }
}
