/*
 * The smallest pieces of PTX text: instructions, types, registers, literals,
 * and values as operands.
 */
#include "backends/ptx/local.h"

#include <inttypes.h>

static const struct {
    const char *type, *signed_type, *bits;
    enum ptx_class class;
} type_row[KIR_TYPE_COUNT] = {
    [KIR_PRED] = {"pred", "pred", "pred", PTX_P},
    [KIR_I8] = {"s8", "s8", "b8", PTX_R},
    [KIR_U8] = {"u8", "s8", "b8", PTX_R},
    [KIR_I16] = {"s16", "s16", "b16", PTX_R},
    [KIR_U16] = {"u16", "s16", "b16", PTX_R},
    [KIR_I32] = {"s32", "s32", "b32", PTX_R},
    [KIR_U32] = {"u32", "s32", "b32", PTX_R},
    [KIR_I64] = {"s64", "s64", "b64", PTX_RD},
    [KIR_U64] = {"u64", "s64", "b64", PTX_RD},
    [KIR_F32] = {"f32", "f32", "b32", PTX_F},
    [KIR_F64] = {"f64", "f64", "b64", PTX_FD},
};

const char *ptx_type(enum kir_type type)
{
    return type_row[type].type;
}

const char *ptx_bits(enum kir_type type)
{
    return type_row[type].bits;
}

const char *ptx_signed(enum kir_type type)
{
    return type_row[type].signed_type;
}

enum ptx_class ptx_class_of(enum kir_type type)
{
    return type_row[type].class;
}

/* Instructions ------------------------------------------------------------- */

void ptx_comment(struct ptx *p, const char *mark, const char *text)
{
    buf_puts(&p->code, mark);
    for (; *text; text++)
        buf_putc(&p->code, (unsigned char)*text < ' ' ? ' ' : *text);
    buf_putc(&p->code, '\n');
}

void ptx_put(struct ptx *p, const char *format, ...)
{
    va_list ap;

    if (p->planning)
        return;
    buf_putc(&p->code, '\t');
    va_start(ap, format);
    buf_vprintf(&p->code, format, ap);
    va_end(ap);
    buf_putc(&p->code, ';');
    if (p->origin)
        ptx_comment(p, " //@ ", p->origin);
    else
        buf_putc(&p->code, '\n');
    p->origin = NULL;
}

void ptx_origin(struct ptx *p, const char *origin)
{
    p->origin = p->options->quiet ? NULL : origin;
}

void ptx_label(struct ptx *p, int label)
{
    buf_printf(&p->code, "$L%d:\n", label);
}

void ptx_unsupported(struct ptx *p, int line, const char *what)
{
    struct loc loc = {.file = p->module->source_file, .line = line};

    fault_add(p->faults, FAULT_UNSUPPORTED_TARGET, loc,
              "%s in kernel '%s' cannot be said in PTX", what, p->f->name);
}

/* Registers and operands --------------------------------------------------- */

int ptx_new(struct ptx *p, enum ptx_class class)
{
    return ++p->count[class];
}

const char *ptx_name(struct ptx *p, enum ptx_class class, int reg)
{
    static const char *const prefix[PTX_CLASSES] = {"%p", "%r", "%rd", "%f",
                                                    "%fd"};

    return arena_printf(p->arena, "%s%d", prefix[class], reg);
}

const char *ptx_literal(struct ptx *p, enum kir_type type, union kir_imm imm)
{
    struct kir_value bits = {.op = KIR_BITCAST};
    union kir_imm to;

    if (kir_is_float(type)) {
        bits.type = bits.narrow = type == KIR_F32 ? KIR_U32 : KIR_U64;
        kir_scalar(&bits, type, &imm, &to);
        return type == KIR_F32
                   ? arena_printf(p->arena, "0f%08" PRIX64, (uint64_t)to.i)
                   : arena_printf(p->arena, "0d%016" PRIX64, (uint64_t)to.i);
    }
    if (imm.i == INT64_MIN || type == KIR_U64)
        return arena_printf(p->arena, "0x%" PRIX64, (uint64_t)imm.i);
    return arena_printf(p->arena, "%" PRId64, imm.i);
}

const char *ptx_result(struct ptx *p, int value)
{
    enum ptx_class class = ptx_class_of(p->f->value[value].type);

    if (!p->reg[value])
        p->reg[value] = ptx_new(p, class);
    return ptx_name(p, class, p->reg[value]);
}

const char *ptx_operand(struct ptx *p, int value)
{
    const struct kir_value *v = &p->f->value[value];

    if (v->op == KIR_CONST && v->type != KIR_PRED)
        return ptx_literal(p, v->type, v->imm);
    return ptx_register(p, value);
}

const char *ptx_register(struct ptx *p, int value)
{
    const struct kir_value *v = &p->f->value[value];
    enum ptx_class class = ptx_class_of(v->type);
    int reg;

    if (v->op != KIR_CONST)
        return ptx_result(p, value);
    reg = ptx_new(p, class);
    if (v->type == KIR_PRED)
        ptx_put(p, "setp.ne.s32 %s, %d, 0", ptx_name(p, class, reg),
                (int)v->imm.i);
    else
        ptx_move(p, v->type, reg, ptx_literal(p, v->type, v->imm));
    return ptx_name(p, class, reg);
}

void ptx_move(struct ptx *p, enum kir_type type, int reg, const char *from)
{
    ptx_put(p, "mov.%s %s, %s", type_row[type].type,
            ptx_name(p, ptx_class_of(type), reg), from);
}
