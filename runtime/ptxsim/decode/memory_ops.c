/* Loads, stores, atomics, moves and addresses into handlers and slots. */
#include "runtime/ptxsim/decode/decode.h"
#include "runtime/ptxsim/machine/machine.h"

#include <string.h>

/* Words that have no effect here: cache levels, scopes. */
static void skip_hints(struct decoder *d)
{
    static const uint8_t word[] = {PTX_W_ca,  PTX_W_cg,  PTX_W_cs,  PTX_W_lu,
                                   PTX_W_wb,  PTX_W_wt,  PTX_W_nc,  PTX_W_weak,
                                   PTX_W_cta, PTX_W_gpu, PTX_W_sys, PTX_W_hint};

    for (size_t k = 0; k < sizeof word; k++)
        ptx_has(d, (enum ptx_word)word[k]);
}

static void note_order(struct decoder *d)
{
    static const uint8_t word[] = {PTX_W_volatile, PTX_W_relaxed, PTX_W_acquire,
                                   PTX_W_release,  PTX_W_acq_rel, PTX_W_cv};

    if (ptx_which(d, word, sizeof word))
        d->i->flags |= PTXSIM_VOLATILE;
    for (size_t k = 0; k < sizeof word; k++)
        ptx_has(d, (enum ptx_word)word[k]);
}

static enum ptxsim_space_kind space_of(struct decoder *d)
{
    static const uint8_t word[] = {
        PTX_W_global, PTX_W_shared, PTX_W_shared_cta,  PTX_W_local,
        PTX_W_const,  PTX_W_param,  PTX_W_param_entry, PTX_W_param_func};
    static const uint8_t space[] = {
        PTXSIM_GENERIC, PTXSIM_GLOBAL, PTXSIM_SHARED,
        PTXSIM_SHARED,  PTXSIM_LOCAL,  PTXSIM_CONST,
        PTXSIM_PARAM,   PTXSIM_PARAM,  PTXSIM_PARAM};

    return (enum ptxsim_space_kind)space[ptx_which(d, word, sizeof word)];
}

static uint64_t window_base(enum ptxsim_space_kind space)
{
    switch (space) {
    case PTXSIM_SHARED:
        return PTXSIM_SHARED_BASE;
    case PTXSIM_LOCAL:
        return PTXSIM_LOCAL_BASE;
    case PTXSIM_PARAM:
        return PTXSIM_PARAM_BASE;
    case PTXSIM_CONST:
        return PTXSIM_CONST_BASE;
    default:
        return 0;
    }
}

/* The space in which a variable's bytes are found: parameters of device
 * functions, and what is declared for calls, lie in the frame. */
static enum ptxsim_space_kind place_of(struct decoder *d,
                                       const struct ptx_symbol *s)
{
    if (s->space == PTXSIM_PARAM && !(d->f->kernel && s->formal))
        return PTXSIM_LOCAL;
    return s->space;
}

/* A variable's address within its space (generic: with its window) as imm and
 * mode2. */
static void symbol_address(struct decoder *d, const struct ptx_symbol *s,
                           int64_t offset, bool generic)
{
    enum ptxsim_space_kind place = place_of(d, s);
    uint64_t address = (uint64_t)s->address + (uint64_t)offset;

    if (place == PTXSIM_CONST)
        address -= PTXSIM_CONST_BASE;
    if (generic)
        address += window_base(place);
    d->i->imm = (int64_t)address;
    d->i->mode2 = s->dynamic              ? BASE_DYNAMIC
                  : place == PTXSIM_LOCAL ? BASE_FRAME
                                          : BASE_NONE;
}

/* Operand k as the address of an access to `space`. */
static void address_operand(struct decoder *d, int k,
                            enum ptxsim_space_kind space)
{
    const struct ptx_operand *o = ptx_operand_at(d, k), *base;

    if (o->kind != PTX_ADDRESS)
        ptx_bad_operand(d, k, "an address in brackets");
    d->i->imm = o->value;
    d->i->space = (uint8_t)space;
    if (space == PTXSIM_PARAM && !d->f->kernel) {
        d->i->space = PTXSIM_LOCAL;
        d->i->flags |= PTXSIM_SILENT;
    }
    if (o->count == 0)
        return;
    base = &o->list[0];
    if (base->kind == PTX_REGISTER) {
        bool wide = ptx_type_bits((enum ptx_type)base->type) == 64;

        if (!wide)
            d->i->flags |= PTXSIM_NARROW_ADDRESS;
        d->i->a = ptx_source_slot(d, base, wide ? PTX_b64 : PTX_b32);
        return;
    }
    if (base->symbol->kind != PTX_SYM_VARIABLE ||
        (space != PTXSIM_GENERIC && base->symbol->space != space))
        ptx_fail(d->t, d->raw->line, "'%s' is not in the space of '%s'",
                 base->symbol->name, d->raw->opcode->text);
    symbol_address(d, base->symbol, o->value, space == PTXSIM_GENERIC);
    if (base->symbol->space == PTXSIM_PARAM &&
        place_of(d, base->symbol) == PTXSIM_LOCAL) {
        d->i->flags |= PTXSIM_SILENT;
        if (space == PTXSIM_PARAM)
            d->i->space = PTXSIM_LOCAL;
    }
}

/* Elements: one register, or a vector of them into program->vector. */
static int elements(struct decoder *d, int k, enum ptx_type type, bool result,
                    bool *wide, ptxsim_slot *single)
{
    const struct ptx_operand *o = ptx_operand_at(d, k);
    const struct ptx_operand *each = o->kind == PTX_VECTOR ? o->list : o;
    int count = o->kind == PTX_VECTOR ? o->count : 1;
    int wanted = ptx_has(d, PTX_W_v2) ? 2 : ptx_has(d, PTX_W_v4) ? 4 : 1;
    int bits = ptx_type_bits(type);

    if (count != wanted)
        ptx_fail(d->t, d->raw->line, "%d operands in '%s'", count,
                 d->raw->opcode->text);
    *wide = bits == 64;
    for (int n = 0; n < count; n++)
        if (each[n].kind == PTX_REGISTER)
            *wide = ptx_type_bits((enum ptx_type)each[n].type) == 64;
    if (bits == 64 && !*wide)
        ptx_bad_operand(d, k, "a register of 64 bits");
    d->i->list = d->p->vector_count;
    for (int n = 0; n < count; n++) {
        enum ptx_type of = *wide        ? bits == 64 ? type : PTX_b64
                           : bits == 32 ? type
                                        : PTX_b32;

        *single = result ? ptx_result_slot(d, &each[n], *wide ? 64 : 32)
                         : ptx_source_slot(d, &each[n], of);
        if (o->kind == PTX_VECTOR)
            ptx_push_vector(d, *single);
    }
    if (o->kind != PTX_VECTOR)
        return 1;
    if (count == 1)
        ptx_fail(d->t, d->raw->line, "a vector of one");
    *single = PTXSIM_NO_SLOT;
    return count;
}

/* insn.mode of exec_load: by type, and whether the registers have 64 bits. */
static int load_mode(enum ptx_type type, bool wide)
{
    static const uint8_t mode[PTX_TYPES] = {
        [PTX_b8] = 0,  [PTX_u8] = 0,  [PTX_s8] = 1,  [PTX_b16] = 2,
        [PTX_u16] = 2, [PTX_s16] = 3, [PTX_b32] = 4, [PTX_u32] = 4,
        [PTX_s32] = 4, [PTX_f32] = 4, [PTX_b64] = 5, [PTX_u64] = 5,
        [PTX_s64] = 5, [PTX_f64] = 5};

    if (!wide || ptx_type_bits(type) == 64)
        return mode[type];
    return 6 + mode[type] + (type == PTX_s32);
}

static void transfer(struct decoder *d, bool load)
{
    enum ptx_type type = ptx_type_at(d, 0);
    enum ptxsim_space_kind space = space_of(d);
    bool wide;

    if (load && space == PTXSIM_GLOBAL && ptx_has(d, PTX_W_nc))
        d->i->flags |= PTXSIM_READ_ONLY;
    skip_hints(d);
    note_order(d);
    if (type == PTX_pred || d->raw->operands != 2)
        ptx_fail(d->t, d->raw->line,
                 "the simulator does not know this form "
                 "of '%s'",
                 d->raw->opcode->text);
    address_operand(d, load ? 1 : 0, space);
    d->i->width = (uint8_t)elements(d, load ? 0 : 1, type, load, &wide,
                                    load ? &d->i->d : &d->i->b);
    d->i->bytes = (uint8_t)(d->i->width * ptx_type_bits(type) / 8);
    d->i->wide = wide;
    if (load) {
        if (d->i->width == 1 && d->i->d == PTXSIM_NO_SLOT)
            ptx_bad_operand(d, 0, "a register");
        d->i->run = exec_load;
        d->i->mode = (uint8_t)load_mode(type, wide);
    } else {
        d->i->run = exec_store;
        d->i->mode = (uint8_t)(ptx_type_bits(type) / 8 + (wide ? 16 : 0));
    }
}

static void atomic(struct decoder *d, bool returns)
{
    static const uint8_t word[] = {PTX_W_add, PTX_W_min, PTX_W_max, PTX_W_inc,
                                   PTX_W_dec, PTX_W_and, PTX_W_or,  PTX_W_xor,
                                   PTX_W_cas, PTX_W_exch};
    enum ptx_type type = ptx_type_at(d, 0);
    bool real = type == PTX_f32 || type == PTX_f64;
    int k = returns, bits = ptx_type_bits(type);
    int mode = ptx_which(d, word, sizeof word) - 1;

    skip_hints(d);
    note_order(d);
    if (mode < 0 || bits < 32 || (real && mode != ATOMIC_ADD))
        ptx_fail(d->t, d->raw->line, "the simulator does not know '%s'",
                 d->raw->opcode->text);
    d->i->mode = (uint8_t)mode;
    d->i->bytes = (uint8_t)(bits / 8);
    d->i->wide = bits == 64;
    d->i->run = exec_atomic;
    address_operand(d, k, space_of(d));
    if (returns) {
        d->i->flags |= PTXSIM_RETURNS;
        d->i->d = ptx_result_slot(d, ptx_operand_at(d, 0), bits);
    }
    d->i->b = ptx_source_slot(d, ptx_operand_at(d, k + 1), type);
    if (mode == ATOMIC_CAS)
        d->i->c = ptx_source_slot(d, ptx_operand_at(d, k + 2), type);
    if (d->raw->operands != k + 2 + (mode == ATOMIC_CAS))
        ptx_fail(d->t, d->raw->line, "'%s' has %d operands",
                 d->raw->opcode->text, d->raw->operands);
}

static void isspacep(struct decoder *d)
{
    d->i->run = exec_isspacep;
    d->i->imm = (int64_t)window_base(space_of(d));
    d->i->is_pred = 1;
    d->i->d = ptx_predicate_result(d, ptx_operand_at(d, 0));
    d->i->a = ptx_source_slot(d, ptx_operand_at(d, 1), PTX_b64);
}

/* Addresses of prefetches are checked by nobody: they may point anywhere. */
static void prefetch(struct decoder *d)
{
    ptx_has(d, PTX_W_L1);
    ptx_has(d, PTX_W_L2);
    skip_hints(d);
    address_operand(d, 0, space_of(d));
    d->i->run = exec_nothing;
}

void ptx_decode_memory(struct decoder *d)
{
    switch (d->raw->opcode->op) {
    case PTX_OP_ld:
    case PTX_OP_ldu:
        transfer(d, true);
        break;
    case PTX_OP_st:
        transfer(d, false);
        break;
    case PTX_OP_atom:
        atomic(d, true);
        break;
    case PTX_OP_red:
        atomic(d, false);
        break;
    case PTX_OP_isspacep:
        isspacep(d);
        break;
    default:
        prefetch(d);
    }
}

/* Moves -------------------------------------------------------------------- */

/* mov.b64 d, {a, b}: elements of equal size, the first lowest. */
static void pack(struct decoder *d, const struct ptx_operand *to,
                 const struct ptx_operand *from, bool packs)
{
    const struct ptx_operand *v = packs ? from : to, *whole = packs ? to : from;
    int bits = ptx_type_bits(ptx_type_at(d, 0)), part;

    if (v->count != 2 && v->count != 4)
        ptx_fail(d->t, d->raw->line, "a vector of %d", v->count);
    part = bits / v->count;
    d->i->width = (uint8_t)v->count;
    d->i->bytes = (uint8_t)part;
    d->i->wide = bits == 64;
    d->i->list = d->p->vector_count;
    for (int k = 0; k < v->count; k++) {
        if (part < 8 || part > 32)
            ptx_fail(d->t, d->raw->line,
                     "the simulator does not know '%s' of "
                     "%d parts",
                     d->raw->opcode->text, v->count);
        ptx_push_vector(d, packs ? ptx_source_slot(d, &v->list[k], PTX_b32)
                                 : ptx_result_slot(d, &v->list[k], 32));
    }
    if (packs) {
        if (whole->kind != PTX_REGISTER)
            ptx_bad_operand(d, 0, "a register");
        d->i->d = ptx_result_slot(d, whole, bits);
        d->i->run = exec_pack;
    } else {
        d->i->a = ptx_source_slot(d, whole, bits == 64 ? PTX_b64 : PTX_b32);
        d->i->run = exec_unpack;
    }
}

static void special(struct decoder *d, const struct ptx_operand *o, int bits)
{
    d->i->run = exec_special;
    d->i->mode = (uint8_t)o->number;
    d->i->mode2 = o->dimension;
    d->i->wide = bits == 64;
}

static void address_of(struct decoder *d, const struct ptx_operand *o,
                       bool generic)
{
    if (o->symbol->kind != PTX_SYM_VARIABLE)
        ptx_fail(d->t, d->raw->line,
                 "the address of function '%s': the simulator knows no calls "
                 "through pointers",
                 o->symbol->name);
    symbol_address(d, o->symbol, o->value, generic);
    d->i->run = exec_address;
}

/* cvta.space: into the generic address; cvta.to.space: back. */
static void convert_address(struct decoder *d)
{
    enum ptxsim_space_kind space = space_of(d);
    uint64_t base = window_base(space);
    const struct ptx_operand *o = ptx_operand_at(d, 1);

    if (ptx_type_bits(ptx_type_at(d, 0)) != 64)
        ptx_fail(d->t, d->raw->line, "addresses have 64 bits");
    if (space == PTXSIM_PARAM && !d->f->kernel)
        base = PTXSIM_LOCAL_BASE;
    base = ptx_has(d, PTX_W_to) ? 0 - base : base;
    d->i->wide = true;
    d->i->d = ptx_result_slot(d, ptx_operand_at(d, 0), 64);
    if (d->i->d == PTXSIM_NO_SLOT)
        ptx_bad_operand(d, 0, "a register");
    if (o->kind == PTX_SYMBOL) {
        address_of(d, o, true);
        return;
    }
    d->i->a = ptx_source_slot(d, o, PTX_b64);
    d->i->b = ptx_constant_slot(d, base, true);
    d->i->run = exec_alu(base ? ALU_add_64 : ALU_mov_64);
}

void ptx_decode_move(struct decoder *d)
{
    enum ptx_type type = ptx_type_at(d, 0);
    int bits = ptx_type_bits(type) == 64 ? 64 : 32;
    const struct ptx_operand *to = ptx_operand_at(d, 0);
    const struct ptx_operand *from = ptx_operand_at(d, 1);

    if (d->raw->operands != 2)
        ptx_fail(d->t, d->raw->line, "'%s' has two operands",
                 d->raw->opcode->text);
    if (d->raw->opcode->op == PTX_OP_cvta) {
        convert_address(d);
        return;
    }
    if (to->kind == PTX_VECTOR || from->kind == PTX_VECTOR) {
        pack(d, to, from, from->kind == PTX_VECTOR);
        return;
    }
    if (to->kind != PTX_REGISTER)
        ptx_bad_operand(d, 0, "a register");
    if (from->kind == PTX_SPECIAL_REGISTER)
        bits = ptx_type_bits((enum ptx_type)to->type) == 64 ? 64 : 32;
    d->i->d = ptx_result_slot(d, to, bits);
    d->i->wide = bits == 64;
    if (from->kind == PTX_SPECIAL_REGISTER) {
        special(d, from, bits);
    } else if (from->kind == PTX_SYMBOL) {
        address_of(d, from, false);
    } else {
        d->i->run = exec_alu(bits == 64 ? ALU_mov_64 : ALU_mov_32);
        d->i->a = ptx_source_slot(d, from, type);
    }
}
