/* Arithmetic, comparisons and conversions into handlers and slots. */
#include "runtime/ptxsim/decode/decode.h"

#include "runtime/ptxsim/machine/machine.h"
#include "runtime/ptxsim/text/text.h"

#include <string.h>

struct decode_row {
    uint8_t op, word, type;
    short alu;
    const char *operands;
};

static const struct decode_row rows[] = {
#define ROW(op, word, type, alu, operands)                                     \
    {PTX_OP_##op, PTX_W_##word, PTX_##type, ALU_##alu, operands},
#include "runtime/ptxsim/decode/decode.def"
#undef ROW
};

static const uint8_t op_class[] = {
#define PTX_OP(name, class) PTX_CLASS_##class,
#include "runtime/ptxsim/ptx.def"
#undef PTX_OP
};

/* Words -------------------------------------------------------------------- */

bool ptx_has(struct decoder *d, enum ptx_word word)
{
    const struct ptx_opcode *o = d->raw->opcode;
    bool found = false;

    for (int k = 0; k < o->words; k++)
        if (o->word[k] == word) {
            d->used |= 1u << k;
            found = true;
        }
    return found;
}

int ptx_which(struct decoder *d, const uint8_t *word, int n)
{
    for (int k = 0; k < n; k++)
        if (ptx_has(d, (enum ptx_word)word[k]))
            return k + 1;
    return 0;
}

static void check_words(struct decoder *d)
{
    const struct ptx_opcode *o = d->raw->opcode;

    for (int k = 0; k < o->words; k++)
        if (!(d->used >> k & 1))
            ptx_fail(d->t, d->raw->line,
                     "the simulator does not know '.%s' in '%s'",
                     ptx_word_name((enum ptx_word)o->word[k]), o->text);
}

enum ptx_type ptx_type_at(struct decoder *d, int k)
{
    if (k >= d->raw->opcode->types)
        ptx_fail(d->t, d->raw->line, "'%s' lacks a type", d->raw->opcode->text);
    return (enum ptx_type)d->raw->opcode->type[k];
}

/* Operands ----------------------------------------------------------------- */

void ptx_bad_operand(struct decoder *d, int k, const char *wanted)
{
    ptx_fail(d->t, d->raw->line, "operand %d of '%s' must be %s", k + 1,
             d->raw->opcode->text, wanted);
}

const struct ptx_operand *ptx_operand_at(struct decoder *d, int k)
{
    if (k >= d->raw->operands)
        ptx_fail(d->t, d->raw->line, "'%s' lacks its operand %d",
                 d->raw->opcode->text, k + 1);
    return &d->raw->operand[k];
}

static void check_count(struct decoder *d, int most)
{
    if (d->raw->operands > most)
        ptx_fail(d->t, d->raw->line, "'%s' has %d operands, not %d",
                 d->raw->opcode->text, most, d->raw->operands);
}

/* Before registers share slots: 32 bits first, then 64. */
static ptxsim_slot register_slot(struct decoder *d, const struct ptx_operand *o,
                                 int bits)
{
    int declared = ptx_type_bits((enum ptx_type)o->type);

    if (o->type == PTX_pred || (declared == 64) != (bits == 64))
        ptx_fail(d->t, d->raw->line,
                 "a register of type %s in '%s', where one of %d bits belongs",
                 ptx_type_name((enum ptx_type)o->type), d->raw->opcode->text,
                 bits);
    if (o->value || o->negated)
        ptx_fail(d->t, d->raw->line, "a register has neither sign nor offset");
    if (declared == 64)
        return (ptxsim_slot)(d->f->narrow + 2 * o->number);
    return (ptxsim_slot)o->number;
}

ptxsim_slot ptx_result_slot(struct decoder *d, const struct ptx_operand *o,
                            int bits)
{
    if (o->kind == PTX_NOTHING)
        return PTXSIM_NO_SLOT;
    if (o->kind != PTX_REGISTER)
        ptx_fail(d->t, d->raw->line, "the result of '%s' must be a register",
                 d->raw->opcode->text);
    return register_slot(d, o, bits);
}

static uint64_t constant_bits(struct decoder *d, const struct ptx_operand *o,
                              enum ptx_type type)
{
    uint64_t bits = (uint64_t)o->value;

    if (type == PTX_f32 && o->kind == PTX_DOUBLE)
        return bits_of_f32((float)f64_of_bits(bits));
    if (type == PTX_f64 && o->kind == PTX_SINGLE)
        return bits_of_f64(f32_of_bits((uint32_t)bits));
    if (o->kind == PTX_INTEGER && (type == PTX_f32 || type == PTX_f64))
        ptx_fail(d->t, d->raw->line, "an integer in '%s'",
                 d->raw->opcode->text);
    if (ptx_type_bits(type) == 16)
        return bits & 0xffff;
    return bits;
}

ptxsim_slot ptx_source_slot(struct decoder *d, const struct ptx_operand *o,
                            enum ptx_type type)
{
    if (o->kind == PTX_REGISTER)
        return register_slot(d, o, ptx_type_bits(type));
    if (o->kind < PTX_INTEGER || o->kind > PTX_DOUBLE)
        ptx_fail(d->t, d->raw->line,
                 "an operand of '%s' is neither a register nor a number",
                 d->raw->opcode->text);
    return ptx_constant_slot(d, constant_bits(d, o, type),
                             ptx_type_bits(type) == 64);
}

/* A number stands for a predicate that nobody writes, the last of the frame, or
 * its contrary. */
ptxsim_slot ptx_predicate_slot(struct decoder *d, const struct ptx_operand *o)
{
    if (o->kind == PTX_INTEGER)
        return 2 * (ptxsim_slot)d->f->predicates + (o->value != 0);
    if (o->kind != PTX_REGISTER || o->type != PTX_pred)
        ptx_fail(d->t, d->raw->line, "'%s' wants a predicate",
                 d->raw->opcode->text);
    return 2 * (ptxsim_slot)o->number + o->negated;
}

ptxsim_slot ptx_predicate_result(struct decoder *d, const struct ptx_operand *o)
{
    if (o->kind == PTX_NOTHING)
        return PTXSIM_NO_SLOT;
    if (o->kind != PTX_REGISTER || o->type != PTX_pred || o->negated)
        ptx_fail(d->t, d->raw->line, "the result of '%s' must be a predicate",
                 d->raw->opcode->text);
    return ptx_predicate_slot(d, o);
}

ptxsim_slot ptx_constant_slot(struct decoder *d, uint64_t bits, bool wide)
{
    uint64_t mixed;
    int *head;

    bits = wide ? bits : (uint32_t)bits;
    mixed = (bits ^ bits >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    head = &d->hash[(mixed >> 40) % PTX_CONSTANT_HASH];
    for (int k = *head; k >= 0; k = d->constant[k].next)
        if (d->constant[k].bits == bits && d->constant[k].wide == wide)
            return PTXSIM_CONSTANT | (ptxsim_slot)d->constant[k].unit;
    struct ptx_constant c = {bits, wide, d->constant_units, *head};

    *head = d->constants;
    ARENA_PUSH(d->t->arena, d->constant, d->constants, d->constants_cap, c);
    d->constant_units += wide ? 2 : 1;
    return PTXSIM_CONSTANT | (ptxsim_slot)c.unit;
}

void ptx_push_vector(struct decoder *d, ptxsim_slot slot)
{
    ARENA_PUSH(d->p->arena, d->p->vector, d->p->vector_count, d->vector_cap,
               slot);
}

/* The class that the counts see: arithmetic by its type. */
void ptx_set_class(struct decoder *d, enum ptx_type type)
{
    uint8_t class = op_class[d->raw->opcode->op];

    if (class == PTX_CLASS_INT && type == PTX_f32)
        class = PTX_CLASS_F32;
    if (class == PTX_CLASS_INT && type == PTX_f64)
        class = PTX_CLASS_F64;
    d->i->class = class;
}

/* Arithmetic --------------------------------------------------------------- */

static const struct decode_row *find_row(struct decoder *d)
{
    enum ptx_type type = ptx_type_at(d, 0);

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].op == d->raw->opcode->op && rows[k].type == type &&
            (!rows[k].word || ptx_has(d, (enum ptx_word)rows[k].word)))
            return &rows[k];
    ptx_fail(d->t, d->raw->line, "the simulator does not know '%s'",
             d->raw->opcode->text);
}

/* Rounding and the like; 0: to nearest. */
static int rounding(struct decoder *d)
{
    static const uint8_t word[] = {PTX_W_rn, PTX_W_rz, PTX_W_rm, PTX_W_rp};
    int which = ptx_which(d, word, 4);

    return which ? which - 1 : REAL_RN;
}

static bool is_real(enum ptx_type type)
{
    return type == PTX_f32 || type == PTX_f64;
}

static bool rounds(enum ptx_op op)
{
    return op == PTX_OP_add || op == PTX_OP_sub || op == PTX_OP_mul ||
           op == PTX_OP_fma || op == PTX_OP_mad || op == PTX_OP_div ||
           op == PTX_OP_rcp || op == PTX_OP_sqrt;
}

/* What is exact anyway may be asked for approximately. */
static void real_modifiers(struct decoder *d, enum ptx_type type)
{
    enum ptx_op op = d->raw->opcode->op;

    if (ptx_has(d, PTX_W_ftz) && type == PTX_f32)
        d->i->flags |= PTXSIM_FTZ;
    if (type == PTX_f32 && ptx_has(d, PTX_W_sat))
        d->i->flags |= PTXSIM_SAT;
    if (op == PTX_OP_div || op == PTX_OP_rcp || op == PTX_OP_sqrt ||
        op_class[op] == PTX_CLASS_SPECIAL) {
        ptx_has(d, PTX_W_approx);
        ptx_has(d, PTX_W_full);
    }
    if (!rounds(op))
        return;
    d->i->mode = (uint8_t)rounding(d);
    if (d->i->mode != REAL_RN)
        d->i->run = exec_real;
}

/* dp4a and dp2a: signs of both factors. */
static void dot_modifiers(struct decoder *d)
{
    d->i->mode = (uint8_t)((ptx_type_at(d, 0) == PTX_s32) |
                           (ptx_type_at(d, 1) == PTX_s32) << 1);
    d->i->mode2 = ptx_has(d, PTX_W_hi);
    ptx_has(d, PTX_W_lo);
}

static void integer_modifiers(struct decoder *d)
{
    static const uint8_t permutation[] = {PTX_W_f4e, PTX_W_b4e, PTX_W_rc8,
                                          PTX_W_ecl, PTX_W_ecr, PTX_W_rc16};

    switch (d->raw->opcode->op) {
    case PTX_OP_prmt:
        d->i->mode = (uint8_t)ptx_which(d, permutation, 6);
        break;
    case PTX_OP_bfind:
        d->i->mode = ptx_has(d, PTX_W_shiftamt);
        break;
    case PTX_OP_shf:
    case PTX_OP_szext:
        d->i->mode = ptx_has(d, PTX_W_wrap);
        ptx_has(d, PTX_W_clamp);
        break;
    case PTX_OP_dp4a:
    case PTX_OP_dp2a:
        dot_modifiers(d);
        break;
    case PTX_OP_mad:
    case PTX_OP_mad24:
        ptx_has(d, PTX_W_hi);
        break;
    default:
        break;
    }
}

static enum ptx_type wider(enum ptx_type type)
{
    return ptx_type_bits(type) == 16 ? PTX_b32 : PTX_b64;
}

static void arithmetic_operands(struct decoder *d, const char *pattern,
                                enum ptx_type type)
{
    ptxsim_slot *slot[] = {&d->i->d, &d->i->a, &d->i->b, &d->i->c, &d->i->e};
    int n = (int)strlen(pattern);

    for (int k = 0; k < n; k++) {
        enum ptx_type of = pattern[k] == 't'   ? type
                           : pattern[k] == 'w' ? wider(type)
                                               : PTX_b32;
        const struct ptx_operand *o = ptx_operand_at(d, k);

        if (k == 0 && o->kind != PTX_REGISTER)
            ptx_bad_operand(d, k, "a register");
        *slot[k] = k == 0 ? ptx_result_slot(d, o, ptx_type_bits(of))
                          : ptx_source_slot(d, o, of);
    }
    if (d->raw->opcode->op != PTX_OP_lop3) {
        check_count(d, n);
        return;
    }
    check_count(d, 5);
    if (ptx_operand_at(d, 4)->kind != PTX_INTEGER)
        ptx_bad_operand(d, 4, "a number");
    d->i->imm = ptx_operand_at(d, 4)->value & 0xff;
}

/* add.cc, addc, mad.lo.cc, … */
static bool carries(struct decoder *d)
{
    enum ptx_op op = d->raw->opcode->op;
    bool in = op == PTX_OP_addc || op == PTX_OP_subc || op == PTX_OP_madc;
    bool out = ptx_has(d, PTX_W_cc);
    enum ptx_type type;

    if (!in && !out)
        return false;
    type = ptx_type_at(d, 0);
    if (is_real(type) || ptx_type_bits(type) < 32)
        ptx_fail(d->t, d->raw->line, "the simulator does not know '%s'",
                 d->raw->opcode->text);
    d->i->flags |= (in ? PTXSIM_CC_IN : 0) | (out ? PTXSIM_CC_OUT : 0);
    d->i->mode = ptx_has(d, PTX_W_hi);
    ptx_has(d, PTX_W_lo);
    d->i->wide = ptx_type_bits(type) == 64;
    d->i->run = exec_carry;
    arithmetic_operands(
        d, op == PTX_OP_mad || op == PTX_OP_madc ? "tttt" : "ttt", type);
    return true;
}

static void arithmetic(struct decoder *d)
{
    const struct decode_row *row;
    enum ptx_type type;

    if (carries(d))
        return;
    row = find_row(d);
    type = (enum ptx_type)row->type;
    d->i->run = exec_alu(row->alu);
    if (is_real(type))
        real_modifiers(d, type);
    else
        integer_modifiers(d);
    arithmetic_operands(d, row->operands, type);
    d->i->wide = d->i->d != PTXSIM_NO_SLOT && row->operands[0] != '3' &&
                 (row->operands[0] == 'w' ? ptx_type_bits(type) == 32
                                          : ptx_type_bits(type) == 64);
}

/* Comparisons -------------------------------------------------------------- */

static const uint8_t comparisons[] = {
    PTX_W_eq,  PTX_W_ne,  PTX_W_lt,  PTX_W_le,  PTX_W_gt,  PTX_W_ge,
    PTX_W_equ, PTX_W_neu, PTX_W_ltu, PTX_W_leu, PTX_W_gtu, PTX_W_geu,
    PTX_W_num, PTX_W_nan, PTX_W_lo,  PTX_W_ls,  PTX_W_hi,  PTX_W_hs};

/* lo ls hi hs are lt le gt ge of unsigned numbers; b types know eq and ne. */
static int test_of(struct decoder *d, enum ptx_type type)
{
    static const short base[PTX_TYPES] = {
        [PTX_b16] = ALU_eq_u16, [PTX_u16] = ALU_eq_u16, [PTX_s16] = ALU_eq_s16,
        [PTX_b32] = ALU_eq_u32, [PTX_u32] = ALU_eq_u32, [PTX_s32] = ALU_eq_s32,
        [PTX_b64] = ALU_eq_u64, [PTX_u64] = ALU_eq_u64, [PTX_s64] = ALU_eq_s64,
        [PTX_f32] = ALU_eq_f32, [PTX_f64] = ALU_eq_f64};
    int which = ptx_which(d, comparisons, sizeof comparisons);
    bool is_unsigned = type >= PTX_u8 && type <= PTX_u64;
    bool bits = type >= PTX_b8 && type <= PTX_b64;
    bool good = which && base[type];

    if (which > 14) {
        which -= 12;
        good &= is_unsigned;
    } else if (which > 6) {
        good &= is_real(type);
    }
    if (!good || (bits && which > 2))
        ptx_fail(d->t, d->raw->line, "the simulator does not know '%s'",
                 d->raw->opcode->text);
    return base[type] + which - 1;
}

/* setp{.bool} p{|q}, a, b{, c}; set{.bool} d, a, b{, c} */
static void comparison(struct decoder *d)
{
    static const uint8_t combining[] = {PTX_W_and, PTX_W_or, PTX_W_xor};
    bool is_setp = d->raw->opcode->op == PTX_OP_setp;
    enum ptx_type type = ptx_type_at(d, is_setp ? 0 : 1);
    const struct ptx_operand *o = ptx_operand_at(d, 0);

    d->i->type2 = (uint8_t)type;
    d->i->run = exec_alu(test_of(d, type));
    d->i->mode = (uint8_t)ptx_which(d, combining, 3);
    if (ptx_has(d, PTX_W_ftz))
        d->i->flags |= type == PTX_f32 ? PTXSIM_FTZ : 0;
    d->i->is_pred = 1 << 3;
    if (is_setp) {
        d->i->is_pred |= 1 | 1 << 4;
        d->i->d =
            ptx_predicate_result(d, o->kind == PTX_PAIR ? &o->list[0] : o);
        if (o->kind == PTX_PAIR)
            d->i->e = ptx_predicate_result(d, &o->list[1]);
    } else {
        if (o->kind != PTX_REGISTER || ptx_type_bits(ptx_type_at(d, 0)) != 32)
            ptx_bad_operand(d, 0, "a register of 32 bits");
        d->i->d = ptx_result_slot(d, o, 32);
    }
    d->i->a = ptx_source_slot(d, ptx_operand_at(d, 1), type);
    d->i->b = ptx_source_slot(d, ptx_operand_at(d, 2), type);
    if (d->i->mode)
        d->i->c = ptx_predicate_slot(d, ptx_operand_at(d, 3));
    check_count(d, d->i->mode ? 4 : 3);
}

/* selp d, a, b, p; slct d, a, b, c */
static void selection(struct decoder *d)
{
    enum ptx_type type = ptx_type_at(d, 0);
    const struct ptx_operand *o = ptx_operand_at(d, 0);
    bool wide = ptx_type_bits(type) == 64;

    if (o->kind != PTX_REGISTER)
        ptx_bad_operand(d, 0, "a register");
    d->i->wide = wide;
    d->i->d = ptx_result_slot(d, o, ptx_type_bits(type));
    d->i->a = ptx_source_slot(d, ptx_operand_at(d, 1), type);
    d->i->b = ptx_source_slot(d, ptx_operand_at(d, 2), type);
    check_count(d, 4);
    if (d->raw->opcode->op == PTX_OP_selp) {
        d->i->run = exec_alu(wide ? ALU_select_64 : ALU_select_32);
        d->i->is_pred = 1 << 3;
        d->i->c = ptx_predicate_slot(d, ptx_operand_at(d, 3));
        return;
    }
    type = ptx_type_at(d, 1);
    if (type != PTX_s32 && type != PTX_f32)
        ptx_fail(d->t, d->raw->line, "slct decides by s32 or f32");
    if (ptx_has(d, PTX_W_ftz))
        d->i->flags |= PTXSIM_FTZ;
    d->i->run =
        exec_alu(type == PTX_s32 ? wide ? ALU_slct_64_s32 : ALU_slct_32_s32
                 : wide          ? ALU_slct_64_f32
                                 : ALU_slct_32_f32);
    d->i->c = ptx_source_slot(d, ptx_operand_at(d, 3), type);
}

/* testp, and logic of predicates. */
static void predicate_operation(struct decoder *d)
{
    static const uint8_t tests[] = {PTX_W_finite, PTX_W_infinite,
                                    PTX_W_number, PTX_W_notanumber,
                                    PTX_W_normal, PTX_W_subnormal};
    enum ptx_type type = ptx_type_at(d, 0);
    enum ptx_op op = d->raw->opcode->op;
    bool two = op == PTX_OP_and || op == PTX_OP_or || op == PTX_OP_xor;

    d->i->run = exec_predicate_op;
    d->i->d = ptx_predicate_result(d, ptx_operand_at(d, 0));
    d->i->is_pred = 1;
    check_count(d, two ? 3 : 2);
    if (op == PTX_OP_testp) {
        d->i->mode = (uint8_t)(ptx_which(d, tests, 6) - 1);
        if (d->i->mode > TESTP_SUBNORMAL || !is_real(type))
            ptx_fail(d->t, d->raw->line, "testp lacks what to test");
        d->i->a = ptx_source_slot(d, ptx_operand_at(d, 1), type);
        return;
    }
    d->i->is_pred = 7;
    d->i->a = ptx_predicate_slot(d, ptx_operand_at(d, 1));
    if (two)
        d->i->b = ptx_predicate_slot(d, ptx_operand_at(d, 2));
}

/* Conversions -------------------------------------------------------------- */

static const struct {
    uint8_t to, from;
    short alu;
} conversions[] = {
    {PTX_s64, PTX_s32, ALU_cvt_64_s32},  {PTX_u64, PTX_s32, ALU_cvt_64_s32},
    {PTX_u64, PTX_u32, ALU_cvt_64_u32},  {PTX_s64, PTX_u32, ALU_cvt_64_u32},
    {PTX_u32, PTX_u64, ALU_cvt_32_64},   {PTX_s32, PTX_s64, ALU_cvt_32_64},
    {PTX_u32, PTX_s64, ALU_cvt_32_64},   {PTX_s32, PTX_u64, ALU_cvt_32_64},
    {PTX_u16, PTX_u32, ALU_cvt_u16_32},  {PTX_u32, PTX_u16, ALU_cvt_u16_32},
    {PTX_s32, PTX_s16, ALU_cvt_s32_s16}, {PTX_f64, PTX_s32, ALU_cvt_f64_s32},
    {PTX_f64, PTX_u32, ALU_cvt_f64_u32}, {PTX_f64, PTX_s64, ALU_cvt_f64_s64},
    {PTX_f32, PTX_s32, ALU_cvt_f32_s32}, {PTX_f32, PTX_u32, ALU_cvt_f32_u32},
    {PTX_f64, PTX_f32, ALU_cvt_f64_f32}, {PTX_f32, PTX_f64, ALU_cvt_f32_f64},
    {PTX_s32, PTX_f64, ALU_cvt_s32_f64}, {PTX_s32, PTX_f32, ALU_cvt_s32_f32},
};

/* The loop for a frequent conversion without flags, else exec_convert. */
static ptxsim_handler conversion_handler(const struct ptxsim_insn *i,
                                         bool plain)
{
    bool to_integer =
        is_real((enum ptx_type)i->type2) && !is_real((enum ptx_type)i->type);
    int mode = to_integer ? REAL_RZ : REAL_RN;

    plain &= !(i->flags & (PTXSIM_FTZ | PTXSIM_SAT));
    for (size_t k = 0; plain && i->mode == mode &&
                       k < sizeof conversions / sizeof *conversions;
         k++)
        if (conversions[k].to == i->type && conversions[k].from == i->type2)
            return exec_alu(conversions[k].alu);
    return exec_convert;
}

static void conversion(struct decoder *d)
{
    static const uint8_t integral[] = {PTX_W_rni, PTX_W_rzi, PTX_W_rmi,
                                       PTX_W_rpi};
    enum ptx_type to = ptx_type_at(d, 0), from = ptx_type_at(d, 1);
    const struct ptx_operand *r = ptx_operand_at(d, 0);
    const struct ptx_operand *s = ptx_operand_at(d, 1);
    int whole = ptx_which(d, integral, 4);

    check_count(d, 2);
    if (r->kind != PTX_REGISTER || to == PTX_pred || from == PTX_pred)
        ptx_bad_operand(d, 0, "a register");
    d->i->mode = (uint8_t)(whole ? whole - 1 : rounding(d));
    if (is_real(to) && !is_real(from) && whole)
        ptx_fail(d->t, d->raw->line, "the simulator does not know '%s'",
                 d->raw->opcode->text);
    if (ptx_has(d, PTX_W_ftz) && (to == PTX_f32 || from == PTX_f32))
        d->i->flags |= PTXSIM_FTZ;
    if (ptx_has(d, PTX_W_sat))
        d->i->flags |= PTXSIM_SAT;
    /* Registers may be wider than the types. */
    d->i->wide =
        r->kind == PTX_REGISTER && ptx_type_bits((enum ptx_type)r->type) == 64;
    d->i->d = ptx_result_slot(d, r, d->i->wide ? 64 : 32);
    bool from_wide = s->kind == PTX_REGISTER
                         ? ptx_type_bits((enum ptx_type)s->type) == 64
                         : ptx_type_bits(from) == 64;

    if ((is_real(to) && d->i->wide != (to == PTX_f64)) ||
        (from_wide ? 64 : 32) < ptx_type_bits(from) ||
        (d->i->wide ? 64 : 32) < ptx_type_bits(to) ||
        (is_real(from) && from_wide != (from == PTX_f64)))
        ptx_fail(d->t, d->raw->line, "a register of '%s' has the wrong size",
                 d->raw->opcode->text);
    if (s->kind == PTX_REGISTER)
        d->i->a = ptx_source_slot(d, s, from_wide ? PTX_b64 : PTX_b32);
    else
        d->i->a = ptx_source_slot(d, s, from);
    d->i->mode2 = (uint8_t)((from_wide ? CONVERT_FROM_WIDE : 0) |
                            (whole ? CONVERT_INTEGRAL : 0));
    d->i->run =
        conversion_handler(d->i, d->i->wide == (ptx_type_bits(to) == 64) &&
                                     from_wide == (ptx_type_bits(from) == 64) &&
                                     !(whole && is_real(to)));
}

/* Instructions ------------------------------------------------------------- */

static void decode_one(struct decoder *d)
{
    const struct ptx_opcode *o = d->raw->opcode;

    switch (o->op) {
    case PTX_OP_setp:
    case PTX_OP_set:
        comparison(d);
        break;
    case PTX_OP_selp:
    case PTX_OP_slct:
        selection(d);
        break;
    case PTX_OP_testp:
        predicate_operation(d);
        break;
    case PTX_OP_and:
    case PTX_OP_or:
    case PTX_OP_xor:
    case PTX_OP_not:
        if (ptx_type_at(d, 0) == PTX_pred)
            predicate_operation(d);
        else
            arithmetic(d);
        break;
    case PTX_OP_cvt:
        conversion(d);
        break;
    case PTX_OP_mov:
        if (ptx_type_at(d, 0) == PTX_pred)
            predicate_operation(d);
        else
            ptx_decode_move(d);
        break;
    case PTX_OP_cvta:
        ptx_decode_move(d);
        break;
    case PTX_OP_ld:
    case PTX_OP_ldu:
    case PTX_OP_st:
    case PTX_OP_atom:
    case PTX_OP_red:
    case PTX_OP_isspacep:
    case PTX_OP_prefetch:
    case PTX_OP_prefetchu:
        ptx_decode_memory(d);
        break;
    default:
        if (op_class[o->op] >= PTX_CLASS_WARP)
            ptx_decode_flow(d);
        else
            arithmetic(d);
    }
    check_words(d);
}

static void begin_insn(struct decoder *d, int number)
{
    const struct ptx_insn *raw = d->raw;

    *d->i = (struct ptxsim_insn){
        .op = (uint8_t)raw->opcode->op,
        .type = raw->opcode->types ? raw->opcode->type[0] : PTX_none,
        .type2 = raw->opcode->types > 1 ? raw->opcode->type[1] : PTX_none,
        .width = 1,
        .flags = raw->negated ? PTXSIM_NEGATED : 0,
        .guard = raw->guard,
        .d = PTXSIM_NO_SLOT,
        .a = PTXSIM_NO_SLOT,
        .b = PTXSIM_NO_SLOT,
        .c = PTXSIM_NO_SLOT,
        .e = PTXSIM_NO_SLOT,
        .target = -1,
        .reconverge = -1,
        .line = raw->line,
        .source_line = raw->source_line,
        .file = raw->file,
        .function = (int16_t)number};
    d->used = 0;
    ptx_set_class(d, (enum ptx_type)d->i->type);
}

/* A function may run off its end: then it returns. */
static void append_return(struct decoder *d, int number)
{
    *d->i = (struct ptxsim_insn){.run = exec_return,
                                 .op = PTX_OP_ret,
                                 .class = PTX_CLASS_BRANCH,
                                 .width = 1,
                                 .guard = -1,
                                 .d = PTXSIM_NO_SLOT,
                                 .a = PTXSIM_NO_SLOT,
                                 .b = PTXSIM_NO_SLOT,
                                 .c = PTXSIM_NO_SLOT,
                                 .e = PTXSIM_NO_SLOT,
                                 .target = -1,
                                 .reconverge = -1,
                                 .line = d->f->line,
                                 .file = -1,
                                 .function = (int16_t)number};
}

static void spread_constants(struct decoder *d)
{
    struct ptxsim_function *out = d->out;

    out->constants = d->constant_units;
    out->constant =
        arena_alloc(d->p->arena, (size_t)(d->constant_units + 2) * PTXSIM_UNIT);
    for (int k = 0; k < d->constants; k++) {
        const struct ptx_constant *c = &d->constant[k];
        unsigned char *unit = out->constant + (size_t)c->unit * PTXSIM_UNIT;
        uint32_t low = (uint32_t)c->bits;

        for (size_t l = 0; l < PTXSIM_LANES; l++)
            if (c->wide)
                memcpy(unit + 8 * l, &c->bits, 8);
            else
                memcpy(unit + 4 * l, &low, 4);
    }
}

static void decode_function(struct decoder *d, int number)
{
    struct ptxsim_function *out = d->out = &d->p->function[number];
    const struct ptx_function *f = d->f = d->t->function[number];

    d->constants = d->constants_cap = d->constant_units = 0;
    d->constant = NULL;
    memset(d->hash, -1, sizeof d->hash);
    out->name = arena_strdup(d->p->arena, f->name);
    out->begin = d->p->insn_count;
    out->end = out->begin + f->insns + 1;
    out->line = f->line;
    out->kernel = f->kernel;
    out->registers = f->narrow + 2 * f->wide;
    out->predicates = f->predicates + 1;
    out->local_size = (int)f->local_size;
    out->stack_size = (int)f->stack_size;
    out->waits = f->waits;
    for (int k = 0; k < f->insns; k++) {
        d->raw = &f->insn[k];
        d->i = &d->p->insn[d->p->insn_count++];
        begin_insn(d, number);
        decode_one(d);
    }
    d->i = &d->p->insn[d->p->insn_count++];
    append_return(d, number);
    spread_constants(d);
    ptx_find_joins(d->p, out, d->t->arena);
    ptx_share_slots(d->p, out, f->narrow, d->t->arena);
}

static void describe_kernel(struct ptx_text *t, struct ptxsim_program *p,
                            struct ptxsim_kernel *k, int number)
{
    const struct ptx_function *f = t->function[number];
    struct ptxsim_param *param = arena_alloc(
        p->arena, (size_t)(f->params ? f->params : 1) * sizeof *param);

    *k = (struct ptxsim_kernel){.name = p->function[number].name,
                                .line = f->line,
                                .param_count = f->params,
                                .param_size = (int)f->param_size,
                                .param = param,
                                .shared_size = (int)f->shared_size,
                                .local_size = (int)f->local_size,
                                .block_required = f->block_required,
                                .function = number};
    memcpy(k->block_max, f->block_max, sizeof k->block_max);
    for (int n = 0; n < f->params; n++) {
        const struct ptx_symbol *s = f->param[n];

        if (s->kind != PTX_SYM_VARIABLE)
            ptx_fail(t, s->line, "parameters of kernels lie in memory");
        param[n] =
            (struct ptxsim_param){.name = arena_strdup(p->arena, s->name),
                                  .offset = (int)s->address,
                                  .size = (int)s->size,
                                  .align = s->align};
    }
}

void ptx_decode(struct ptx_text *t, struct ptxsim_program *p)
{
    struct decoder *d = arena_alloc(t->arena, sizeof *d);
    size_t insns = 0;

    d->t = t;
    d->p = p;
    p->function_count = t->functions;
    p->function =
        arena_alloc(p->arena, (size_t)(t->functions + 1) * sizeof *p->function);
    p->kernel =
        arena_alloc(p->arena, (size_t)(t->functions + 1) * sizeof *p->kernel);
    if (t->functions > INT16_MAX)
        ptx_fail(t, 1, "more than %d functions", INT16_MAX);
    for (int k = 0; k < t->functions; k++)
        insns += (size_t)t->function[k]->insns + 1;
    p->insn = arena_alloc(p->arena, insns * sizeof *p->insn);
    for (int k = 0; k < t->functions; k++) {
        decode_function(d, k);
        if (t->function[k]->kernel && t->function[k]->defined)
            describe_kernel(t, p, &p->kernel[p->kernel_count++], k);
    }
}
