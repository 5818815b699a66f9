/*
 * Where variables lie: parameters, frames, shared memory, global memory; and
 * what follows from who calls whom.
 */
#include "runtime/ptxsim/decode/decode.h"

#include <string.h>

/* Stack of a thread whose functions call themselves. */
enum { RECURSIVE_STACK = 16384, LIMIT = 1 << 24 };

static int64_t round_up(int64_t size, int64_t align)
{
    return (size + align - 1) / align * align;
}

/* Behind *end, which moves on. */
static void place(struct ptx_text *t, struct ptx_symbol *s, int64_t *end)
{
    int align = s->align ? s->align : 1;

    s->address = round_up(*end, align);
    *end = s->address + s->size;
    if (*end > LIMIT)
        ptx_fail(t, s->line, "'%s' is too large", s->name);
}

/* Parameters of a kernel lie in its buffer; those of other functions, and what
 * is declared for calls, in the frame. */
static void place_formals(struct ptx_text *t, struct ptx_function *f,
                          struct ptx_symbol **formal, int count)
{
    int64_t *end = f->kernel ? &f->param_size : &f->local_size;

    for (int k = 0; k < count; k++)
        if (formal[k]->kind == PTX_SYM_VARIABLE)
            place(t, formal[k], end);
}

static void place_own(struct ptx_text *t, struct ptx_function *f)
{
    for (int k = 0; k < f->variables; k++) {
        struct ptx_symbol *s = f->variable[k];

        if (s->space != PTXSIM_SHARED)
            place(t, s, &f->local_size);
    }
    f->local_size = round_up(f->local_size, 16);
}

/* Calls -------------------------------------------------------------------- */

static void add_callee(struct ptx_text *t, struct ptx_function *f,
                       struct ptx_function *callee)
{
    for (int k = 0; k < f->callees; k++)
        if (f->callee[k] == callee)
            return;
    ARENA_PUSH(t->arena, f->callee, f->callees, f->callees_cap, callee);
}

static void find_callees(struct ptx_text *t, struct ptx_function *f)
{
    for (int k = 0; k < f->insns; k++) {
        const struct ptx_insn *i = &f->insn[k];
        const struct ptx_operand *o = &i->operand[i->results];

        if (i->opcode->op == PTX_OP_call && i->operands > i->results &&
            o->kind == PTX_SYMBOL && o->symbol->kind == PTX_SYM_FUNCTION)
            add_callee(t, f, o->symbol->function);
    }
}

/* Whether f reads what other blocks may write meanwhile. */
static bool waits_itself(const struct ptx_function *f)
{
    for (int k = 0; k < f->insns; k++) {
        const struct ptx_opcode *o = f->insn[k].opcode;

        if (o->op == PTX_OP_atom)
            return true;
        for (int n = 0; n < o->words && o->op == PTX_OP_ld; n++)
            if (o->word[n] == PTX_W_volatile || o->word[n] == PTX_W_acquire ||
                o->word[n] == PTX_W_relaxed || o->word[n] == PTX_W_cv)
                return true;
    }
    return false;
}

/* Depth first: the deepest stack. A cycle gets a fixed one. */
static void walk_calls(struct ptx_text *t, struct ptx_function *f)
{
    int64_t deepest = 0;

    f->state = 1;
    f->waits = waits_itself(f);
    for (int k = 0; k < f->callees; k++) {
        struct ptx_function *callee = f->callee[k];

        if (callee->state == 0)
            walk_calls(t, callee);
        if (callee->state == 1)
            callee->stack_size = RECURSIVE_STACK;
        if (callee->stack_size > deepest)
            deepest = callee->stack_size;
        f->waits |= callee->waits;
    }
    f->state = 2;
    f->stack_size = f->local_size + deepest;
    if (f->stack_size > LIMIT)
        ptx_fail(t, f->line, "the stack of '%s' is too large", f->name);
}

/* Shared memory ------------------------------------------------------------ */

static void mark_user(struct ptx_symbol *s, int kernel)
{
    s->user = s->user == -1 || s->user == kernel ? kernel : -2;
}

/* Whose a variable is: of one kernel, or of several. */
static void mark_shared(struct ptx_function *f, int kernel)
{
    if (f->mark == kernel)
        return;
    f->mark = kernel;
    for (int k = 0; k < f->uses; k++)
        mark_user((struct ptx_symbol *)f->use[k], kernel);
    for (int k = 0; k < f->variables; k++)
        if (f->variable[k]->space == PTXSIM_SHARED)
            mark_user(f->variable[k], kernel);
    for (int k = 0; k < f->callees; k++)
        mark_shared(f->callee[k], kernel);
}

struct shared_place {
    int user;
    int64_t end;
    bool any; /* common ones are used by it */
};

static void place_shared(struct ptx_text *t, struct ptx_symbol *s,
                         struct shared_place *at)
{
    if (s->space == PTXSIM_SHARED && !s->dynamic && s->user == at->user)
        place(t, s, &at->end);
}

static void place_all_shared(struct ptx_text *t, struct shared_place *at)
{
    for (int k = 0; k < t->variables; k++)
        place_shared(t, t->variable[k], at);
    for (int k = 0; k < t->functions; k++)
        for (int n = 0; n < t->function[k]->variables; n++)
            place_shared(t, t->function[k]->variable[n], at);
}

/* Does f, or what it calls, use what several kernels use? */
static bool uses_common(struct ptx_function *f, int round)
{
    if (f->mark == round)
        return false;
    f->mark = round;
    for (int k = 0; k < f->uses; k++)
        if (f->use[k]->user == -2 && !f->use[k]->dynamic)
            return true;
    for (int k = 0; k < f->variables; k++)
        if (f->variable[k]->user == -2 && !f->variable[k]->dynamic)
            return true;
    for (int k = 0; k < f->callees; k++)
        if (uses_common(f->callee[k], round))
            return true;
    return false;
}

/* Variables of several kernels have one place in all; those of one kernel lie
 * behind them, or at 0 if it uses none of them. */
static void place_shared_memory(struct ptx_text *t)
{
    struct shared_place common = {.user = -2};

    for (int k = 0; k < t->functions; k++)
        t->function[k]->mark = -1;
    for (int k = 0; k < t->functions; k++)
        if (t->function[k]->kernel)
            mark_shared(t->function[k], k);
    place_all_shared(t, &common);
    for (int k = 0; k < t->functions; k++) {
        struct ptx_function *f = t->function[k];
        struct shared_place own = {.user = k};

        if (!f->kernel)
            continue;
        if (uses_common(f, t->functions + k))
            own.end = common.end;
        place_all_shared(t, &own);
        f->shared_size = own.end;
    }
}

/* Global memory ------------------------------------------------------------ */

static uint64_t address_of(const struct ptx_fix *fix)
{
    uint64_t address = (uint64_t)fix->of->address;

    if (fix->of->space == PTXSIM_CONST && !fix->generic)
        address -= PTXSIM_CONST_BASE;
    return address + (uint64_t)fix->offset;
}

static void fill(struct ptx_text *t, const struct ptxsim_space *space,
                 const struct ptx_symbol *s)
{
    unsigned char *host = ptxsim_host(space, (uint64_t)s->address, 1);

    if (s->data)
        memcpy(host, s->data, (size_t)s->size);
    for (const struct ptx_fix *fix = s->fix; fix; fix = fix->next) {
        uint64_t address = address_of(fix);

        for (int k = 0; k < fix->bytes; k++)
            host[fix->at + k] = (unsigned char)(address >> 8 * k);
    }
}

/* Variables get their memory; the program owns it from then on. */
void ptx_place_variables(struct ptx_text *t, struct ptxsim_program *p)
{
    p->variable =
        arena_alloc(p->arena, (size_t)(t->variables + 1) * sizeof *p->variable);
    for (int k = 0; k < t->variables; k++) {
        struct ptx_symbol *s = t->variable[k];
        struct ptxsim_variable *v = &p->variable[p->variable_count];

        if (s->space != PTXSIM_GLOBAL && s->space != PTXSIM_CONST)
            continue;
        v->name = arena_strdup(p->arena, s->name);
        v->size = (uint64_t)s->size;
        if (!ptxsim_space_add(p->space, s->size ? v->size : 1, v->name,
                              s->space == PTXSIM_CONST, &v->address, t->why))
            longjmp(t->failed, 1);
        p->variable_count++;
        s->address = (int64_t)v->address;
    }
    for (int k = 0; k < t->variables; k++)
        if (t->variable[k]->data)
            fill(t, p->space, t->variable[k]);
}

void ptx_lay_out(struct ptx_text *t)
{
    for (int k = 0; k < t->functions; k++) {
        struct ptx_function *f = t->function[k];

        place_formals(t, f, f->result, f->results);
        place_formals(t, f, f->param, f->params);
        place_own(t, f);
        find_callees(t, f);
    }
    for (int k = 0; k < t->functions; k++)
        if (t->function[k]->state == 0)
            walk_calls(t, t->function[k]);
    place_shared_memory(t);
}
