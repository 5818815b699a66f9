/*
 * Registers share slots: in the straight code that compilers and printers
 * write, most of tens of thousands are read a few instructions after they were
 * written, and a frame that fits the caches is what keeps execution fast.
 *
 * A register may share if all its uses lie in one block (a straight piece: no
 * branch ends and no join begins within) and the first of them writes it in
 * every lane (no guard). Others have a slot that no other had.
 */
#include "runtime/ptxsim/decode/decode.h"

#include <string.h>

enum { ALONE = -2, UNSEEN = -1 };

struct life {
    int block;  /* of all its uses, UNSEEN, ALONE */
    int last;   /* instruction */
    int slot;   /* new, -1: none yet */
    bool given; /* it ends with the instruction at hand */
};

struct sharing {
    struct ptxsim_program *p;
    struct ptxsim_function *f;
    struct life *life; /* by old slot */
    int narrow;        /* old slots below have one unit, the others two */
    int *free[2];      /* slots of one and of two units, to be taken */
    int frees[2], frees_cap[2];
    int *ending; /* lives that end with the instruction at hand */
    int endings, endings_cap;
    int units; /* of the new frame; before, pieces of code so far */
    struct arena *scratch;
};

/* What visits an instruction's registers: `result` if it is written. */
typedef void visit(struct sharing *s, ptxsim_slot *slot, bool result, int at);

static bool is_register(ptxsim_slot slot)
{
    return !(slot & PTXSIM_CONSTANT);
}

static void visit_vector(struct sharing *s, const struct ptxsim_insn *i,
                         bool results, visit *visit_one, int at)
{
    bool there =
        i->run == exec_pack || i->run == exec_unpack ||
        ((i->run == exec_load || i->run == exec_store) && i->width > 1);
    bool written = i->run == exec_load || i->run == exec_unpack;

    if (!there || written != results)
        return;
    for (int k = 0; k < i->width; k++)
        if (is_register(s->p->vector[i->list + k]))
            visit_one(s, &s->p->vector[i->list + k], written, at);
}

/* Actual arguments and results of a call, in registers. */
static void visit_call(struct sharing *s, const struct ptxsim_insn *i,
                       bool results, visit *visit_one, int at)
{
    int first = results ? 0 : i->mode, count = results ? i->mode : i->mode2;

    for (int k = first; k < first + count; k++) {
        ptxsim_slot *row = &s->p->vector[i->list + 4 * k];

        if (row[0] != 0 && is_register(row[1]))
            visit_one(s, &row[1], results, at);
    }
}

/* First what is read, then what is written. */
static void visit_insn(struct sharing *s, struct ptxsim_insn *i,
                       visit *visit_one, int at)
{
    ptxsim_slot *slot[] = {&i->d, &i->a, &i->b, &i->c, &i->e};

    for (int k = 1; k < 5; k++)
        if (!(i->is_pred >> k & 1) && is_register(*slot[k]))
            visit_one(s, slot[k], false, at);
    visit_vector(s, i, false, visit_one, at);
    if (i->run == exec_call) {
        visit_call(s, i, false, visit_one, at);
        visit_call(s, i, true, visit_one, at);
    }
    visit_vector(s, i, true, visit_one, at);
    if (!(i->is_pred & 1) && is_register(i->d))
        visit_one(s, &i->d, true, at);
}

static void see(struct sharing *s, ptxsim_slot *slot, bool result, int at)
{
    struct life *life = &s->life[*slot];
    bool whole = s->p->insn[at].guard < 0;

    if (life->block == UNSEEN)
        life->block = result && whole ? s->units : ALONE;
    else if (life->block != s->units)
        life->block = ALONE;
    life->last = at;
}

static bool begins_piece(const struct sharing *s, int at, const bool *target)
{
    const struct ptxsim_insn *before = &s->p->insn[at - 1];

    return target[at - s->f->begin] || before->op == PTX_OP_bra ||
           before->op == PTX_OP_brx;
}

static void mark_targets(const struct sharing *s, bool *target)
{
    for (int at = s->f->begin; at < s->f->end; at++) {
        const struct ptxsim_insn *i = &s->p->insn[at];

        if (i->op == PTX_OP_bra)
            target[i->target - s->f->begin] = true;
        for (int k = 0; i->op == PTX_OP_brx && k < i->imm; k++)
            target[(int)s->p->vector[i->list + k] - s->f->begin] = true;
    }
}

static int width_of(const struct sharing *s, int old)
{
    return old >= s->narrow ? 2 : 1;
}

/* What keeps its slot may be live where the code runs again: it takes none that
 * others had before. */
static int take(struct sharing *s, int width, bool alone)
{
    int *frees = &s->frees[width - 1];

    if (!alone && *frees > 0)
        return s->free[width - 1][--*frees];
    s->units += width;
    return s->units - width;
}

static void give(struct sharing *s, int slot, int width)
{
    int k = width - 1;

    ARENA_PUSH(s->scratch, s->free[k], s->frees[k], s->frees_cap[k], slot);
}

/* A slot is free again behind the instruction that used it last: handlers may
 * write a result before they have read all. */
static void assign(struct sharing *s, ptxsim_slot *slot, bool result, int at)
{
    int old = (int)*slot;
    struct life *life = &s->life[old];

    if (life->slot < 0)
        life->slot = take(s, width_of(s, old), life->block == ALONE);
    *slot = (ptxsim_slot)life->slot;
    if (life->block != ALONE && life->last == at && !life->given) {
        life->given = true;
        ARENA_PUSH(s->scratch, s->ending, s->endings, s->endings_cap, old);
    }
}

static void end_lives(struct sharing *s)
{
    while (s->endings > 0) {
        int old = s->ending[--s->endings];

        give(s, s->life[old].slot, width_of(s, old));
    }
}

void ptx_share_slots(struct ptxsim_program *p, struct ptxsim_function *f,
                     int narrow, struct arena *scratch)
{
    struct sharing s = {.p = p, .f = f, .narrow = narrow, .scratch = scratch};
    size_t registers = (size_t)f->registers + 1;
    bool *target;

    if (!f->kernel)
        return;
    target = arena_alloc(scratch, (size_t)(f->end - f->begin) + 1);
    s.life = arena_alloc(scratch, registers * sizeof *s.life);
    for (size_t k = 0; k < registers; k++)
        s.life[k] = (struct life){.block = UNSEEN, .slot = -1};
    mark_targets(&s, target);
    for (int at = f->begin; at < f->end; at++) {
        s.units += at > f->begin && begins_piece(&s, at, target);
        visit_insn(&s, &p->insn[at], see, at);
    }
    s.units = 0;
    for (int at = f->begin; at < f->end; at++) {
        visit_insn(&s, &p->insn[at], assign, at);
        end_lives(&s);
    }
    f->registers = s.units;
}
