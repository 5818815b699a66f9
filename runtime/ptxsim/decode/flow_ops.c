/* Branches, calls, barriers, and what lanes tell each other. */
#include "runtime/ptxsim/decode/decode.h"
#include "runtime/ptxsim/machine/machine.h"

/* At least `low` operands, at most `high`. */
static void check_operands(struct decoder *d, int low, int high)
{
    int n = d->raw->operands;

    if (n < low || n > high)
        ptx_fail(d->t, d->raw->line, "'%s' has %d operands",
                 d->raw->opcode->text, n);
}

static ptxsim_slot result_32(struct decoder *d, int k)
{
    if (ptx_operand_at(d, k)->kind != PTX_REGISTER)
        ptx_bad_operand(d, k, "a register");
    return ptx_result_slot(d, ptx_operand_at(d, k), 32);
}

static ptxsim_slot source_32(struct decoder *d, int k)
{
    return ptx_source_slot(d, ptx_operand_at(d, k), PTX_b32);
}

/* d|p: the register and the predicate beside it (imm). */
static void result_and_predicate(struct decoder *d)
{
    const struct ptx_operand *o = ptx_operand_at(d, 0);

    d->i->imm = PTXSIM_NO_SLOT;
    if (o->kind == PTX_PAIR) {
        d->i->imm = ptx_predicate_result(d, &o->list[1]);
        o = &o->list[0];
    }
    d->i->d = ptx_result_slot(d, o, 32);
}

/* Branches and calls ------------------------------------------------------- */

static int branch_target(struct decoder *d, const struct ptx_operand *o)
{
    if (o->kind != PTX_LABEL || o->number < 0)
        ptx_fail(d->t, d->raw->line, "'%s' wants a label",
                 d->raw->opcode->text);
    return d->out->begin + o->number;
}

static void branch(struct decoder *d)
{
    ptx_has(d, PTX_W_uni);
    check_operands(d, 1, 1);
    d->i->target = branch_target(d, ptx_operand_at(d, 0));
    d->i->run = exec_branch;
}

/* brx.idx index, table */
static void branch_table(struct decoder *d)
{
    const struct ptx_operand *o = ptx_operand_at(d, 1);
    const struct ptx_insn *table;

    ptx_has(d, PTX_W_idx);
    ptx_has(d, PTX_W_uni);
    check_operands(d, 2, 2);
    if (o->kind != PTX_LABEL || o->number >= 0)
        ptx_bad_operand(d, 1, "a label of .branchtargets");
    table = &d->f->table[~o->number];
    d->i->a = source_32(d, 0);
    d->i->list = d->p->vector_count;
    d->i->imm = table->operands;
    for (int k = 0; k < table->operands; k++)
        ptx_push_vector(d, (ptxsim_slot)branch_target(d, &table->operand[k]));
    d->i->run = exec_branch_table;
}

/* One row of exec_call's table: kind, actual, formal, bytes. */
static void pass(struct decoder *d, const struct ptx_operand *actual,
                 const struct ptx_symbol *formal, bool result)
{
    const struct ptx_function *callee = d->callee;
    int bits = ptx_type_bits(formal->type) == 64 ? 64 : 32;

    if (formal->kind == PTX_SYM_VARIABLE) {
        if (actual->kind != PTX_SYMBOL ||
            actual->symbol->kind != PTX_SYM_VARIABLE ||
            actual->symbol->space != PTXSIM_PARAM ||
            (actual->symbol->formal && d->f->kernel) ||
            actual->symbol->size < formal->size)
            ptx_fail(d->t, d->raw->line,
                     "an argument of '%s' is no .param variable of %lld bytes",
                     callee->name, (long long)formal->size);
        ptx_push_vector(d, 0);
        ptx_push_vector(d, (ptxsim_slot)actual->symbol->address);
        ptx_push_vector(d, (ptxsim_slot)formal->address);
        ptx_push_vector(d, (ptxsim_slot)formal->size);
        return;
    }
    if (formal->type == PTX_pred)
        ptx_fail(d->t, d->raw->line, "a predicate as an argument");
    ptx_push_vector(d, bits == 64 ? 2 : 1);
    ptx_push_vector(d, result ? ptx_result_slot(d, actual, bits)
                              : ptx_source_slot(d, actual, formal->type));
    ptx_push_vector(d, (ptxsim_slot)(bits == 64
                                         ? callee->narrow + 2 * formal->number
                                         : formal->number));
    ptx_push_vector(d, (ptxsim_slot)bits / 8);
}

/* call (results), function, (arguments) */
static void call(struct decoder *d)
{
    int results = d->raw->results;
    const struct ptx_operand *o = ptx_operand_at(d, results);

    ptx_has(d, PTX_W_uni);
    if (o->kind != PTX_SYMBOL || o->symbol->kind != PTX_SYM_FUNCTION)
        ptx_fail(d->t, d->raw->line,
                 "the simulator knows no calls through pointers");
    d->callee = o->symbol->function;
    if (!d->callee->defined || d->callee->kernel)
        ptx_fail(d->t, d->raw->line, "'%s' is called but not defined here",
                 d->callee->name);
    if (results != d->callee->results ||
        d->raw->operands != results + 1 + d->callee->params)
        ptx_fail(d->t, d->raw->line,
                 "'%s' is called with %d arguments and %d results",
                 d->callee->name, d->raw->operands - results - 1, results);
    if (results > UINT8_MAX || d->callee->params > UINT8_MAX)
        ptx_fail(d->t, d->raw->line, "more than %d arguments", UINT8_MAX);
    d->i->list = d->p->vector_count;
    for (int k = 0; k < results; k++)
        pass(d, &d->raw->operand[k], d->callee->result[k], true);
    for (int k = 0; k < d->callee->params; k++)
        pass(d, &d->raw->operand[results + 1 + k], d->callee->param[k], false);
    d->i->target = d->callee->index;
    d->i->mode = (uint8_t)results;
    d->i->mode2 = (uint8_t)d->callee->params;
    d->i->run = exec_call;
}

/* Barriers ----------------------------------------------------------------- */

/* bar{.cta}.sync a{, b}; .arrive a, b; .red.op p, a{, b}, c; bar.warp.sync m */
static void barrier(struct decoder *d)
{
    static const uint8_t kind[] = {PTX_W_popc, PTX_W_and, PTX_W_or};
    int k = 0, n = d->raw->operands;

    ptx_has(d, PTX_W_cta);
    ptx_has(d, PTX_W_aligned);
    if (ptx_has(d, PTX_W_warp)) {
        ptx_has(d, PTX_W_sync);
        check_operands(d, 1, 1);
        d->i->a = source_32(d, 0);
        d->i->run = exec_warp_barrier;
        return;
    }
    d->i->run = exec_barrier;
    if (ptx_has(d, PTX_W_red)) {
        check_operands(d, 3, 4);
        d->i->mode2 = (uint8_t)ptx_which(d, kind, 3);
        if (d->i->mode2 == BARRIER_PLAIN)
            ptx_fail(d->t, d->raw->line, "'%s' lacks an operation",
                     d->raw->opcode->text);
        d->i->is_pred = 1 << 3;
        d->i->c = ptx_predicate_slot(d, ptx_operand_at(d, n - 1));
        if (d->i->mode2 == BARRIER_POPC) {
            d->i->d = result_32(d, k++);
        } else {
            d->i->is_pred |= 1;
            d->i->d = ptx_predicate_result(d, ptx_operand_at(d, k++));
        }
        n--;
    } else if (ptx_has(d, PTX_W_arrive)) {
        check_operands(d, 2, 2);
        d->i->mode = BARRIER_ARRIVE;
    } else if (ptx_has(d, PTX_W_sync)) {
        check_operands(d, 1, 2);
    } else {
        ptx_fail(d->t, d->raw->line, "the simulator does not know '%s'",
                 d->raw->opcode->text);
    }
    d->i->a = source_32(d, k++);
    if (k < n)
        d->i->b = source_32(d, k);
}

static void fence(struct decoder *d)
{
    static const uint8_t word[] = {PTX_W_cta, PTX_W_gl,      PTX_W_gpu,
                                   PTX_W_sys, PTX_W_acq_rel, PTX_W_sc};

    for (size_t k = 0; k < sizeof word; k++)
        ptx_has(d, (enum ptx_word)word[k]);
    check_operands(d, 0, 0);
    d->i->run = exec_fence;
}

/* Among lanes -------------------------------------------------------------- */

/* shfl{.sync}.mode d{|p}, a, b, c{, members} */
static void shuffle(struct decoder *d)
{
    static const uint8_t mode[] = {PTX_W_up, PTX_W_down, PTX_W_bfly, PTX_W_idx};
    bool sync = ptx_has(d, PTX_W_sync);
    int which = ptx_which(d, mode, 4);

    check_operands(d, sync ? 5 : 4, sync ? 5 : 4);
    if (!which)
        ptx_fail(d->t, d->raw->line, "'%s' lacks a mode", d->raw->opcode->text);
    result_and_predicate(d);
    d->i->mode = (uint8_t)(which - 1);
    d->i->a = source_32(d, 1);
    d->i->b = source_32(d, 2);
    d->i->c = source_32(d, 3);
    if (sync)
        d->i->e = source_32(d, 4);
    d->i->run = exec_shfl;
}

/* vote{.sync}.mode d, {!}a{, members} */
static void vote(struct decoder *d)
{
    static const uint8_t mode[] = {PTX_W_all, PTX_W_any, PTX_W_uni,
                                   PTX_W_ballot};
    bool sync = ptx_has(d, PTX_W_sync);
    int which = ptx_which(d, mode, 4);

    check_operands(d, sync ? 3 : 2, sync ? 3 : 2);
    if (!which)
        ptx_fail(d->t, d->raw->line, "'%s' lacks a mode", d->raw->opcode->text);
    d->i->mode = (uint8_t)(which - 1);
    d->i->is_pred = 2;
    if (which == 4) {
        d->i->d = result_32(d, 0);
    } else {
        d->i->is_pred |= 1;
        d->i->d = ptx_predicate_result(d, ptx_operand_at(d, 0));
    }
    d->i->a = ptx_predicate_slot(d, ptx_operand_at(d, 1));
    if (sync)
        d->i->b = source_32(d, 2);
    d->i->run = exec_vote;
}

/* match.any.sync d, a, members; match.all.sync d{|p}, a, members */
static void match(struct decoder *d)
{
    enum ptx_type type = ptx_type_at(d, 0);

    ptx_has(d, PTX_W_sync);
    ptx_has(d, PTX_W_any);
    check_operands(d, 3, 3);
    d->i->mode = ptx_has(d, PTX_W_all);
    result_and_predicate(d);
    d->i->a = ptx_source_slot(d, ptx_operand_at(d, 1),
                              ptx_type_bits(type) == 64 ? PTX_b64 : PTX_b32);
    d->i->b = source_32(d, 2);
    d->i->run = exec_match;
}

static void redux(struct decoder *d)
{
    static const uint8_t op[] = {PTX_W_add, PTX_W_min, PTX_W_max,
                                 PTX_W_and, PTX_W_or,  PTX_W_xor};
    int which = ptx_which(d, op, 6);

    ptx_has(d, PTX_W_sync);
    check_operands(d, 3, 3);
    if (!which || ptx_type_bits(ptx_type_at(d, 0)) != 32 ||
        ptx_type_at(d, 0) == PTX_f32)
        ptx_fail(d->t, d->raw->line, "the simulator does not know '%s'",
                 d->raw->opcode->text);
    d->i->mode = op[which - 1];
    d->i->d = result_32(d, 0);
    d->i->a = source_32(d, 1);
    d->i->b = source_32(d, 2);
    d->i->run = exec_redux;
}

/* elect.sync d|p, members */
static void elect(struct decoder *d)
{
    ptx_has(d, PTX_W_sync);
    check_operands(d, 2, 2);
    result_and_predicate(d);
    d->i->a = source_32(d, 1);
    d->i->run = exec_elect;
}

void ptx_decode_flow(struct decoder *d)
{
    switch (d->raw->opcode->op) {
    case PTX_OP_bra:
        branch(d);
        break;
    case PTX_OP_brx:
        branch_table(d);
        break;
    case PTX_OP_call:
        call(d);
        break;
    case PTX_OP_ret:
        ptx_has(d, PTX_W_uni);
        check_operands(d, 0, 0);
        d->i->run = exec_return;
        break;
    case PTX_OP_exit:
        check_operands(d, 0, 0);
        d->i->run = exec_exit;
        break;
    case PTX_OP_bar:
    case PTX_OP_barrier:
        barrier(d);
        break;
    case PTX_OP_fence:
    case PTX_OP_membar:
        fence(d);
        break;
    case PTX_OP_shfl:
        shuffle(d);
        break;
    case PTX_OP_vote:
        vote(d);
        break;
    case PTX_OP_match:
        match(d);
        break;
    case PTX_OP_redux:
        redux(d);
        break;
    case PTX_OP_elect:
        elect(d);
        break;
    case PTX_OP_activemask:
        check_operands(d, 1, 1);
        d->i->d = result_32(d, 0);
        d->i->run = exec_activemask;
        break;
    case PTX_OP_trap:
    case PTX_OP_brkpt:
        d->i->run = exec_trap;
        break;
    default: /* nanosleep, pmevent */
        d->i->run = exec_nothing;
    }
}
