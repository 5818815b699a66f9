/*
 * Which loops rebuild.c writes once for each of their iterations: those that
 * count from a constant to a constant, in which all subscripts of some array of
 * the thread follow from counters. Then these subscripts are constants, and the
 * array becomes variables (local_array.c): a GPU has no registers with numbers
 * that are computed.
 *
 * A loop counts if it is a WHILE whose condition compares a variable with a
 * constant, and whose body adds a constant to the variable once, under no
 * condition, and sets it nowhere else.
 */
#include "backends/optimise/rebuild.h"

enum {
    MOST_TRIPS = 64,
    MOST_STATEMENTS = 2048,  /* of one loop, written so often */
    MOST_IN_FUNCTION = 8192, /* of all of them */
    DEPTH = 8                /* of a subscript's expression */
};

struct unroll {
    const struct kir_func *f;
    bool *counts;                  /* per variable: is it a counter? */
    const struct kir_block **home; /* per variable: the branch of its sets */
    bool *steady; /* per buffer: LOCAL, and all subscripts are of counters */
    int written;  /* statements, by loops that were unrolled */
};

static const struct kir_value *value_at(const struct unroll *u, int value)
{
    return &u->f->value[value];
}

/* Is the value one of constants and counters? */
static bool is_steady(const struct unroll *u, int value, int budget)
{
    const struct kir_value *v = value_at(u, value);
    if (v->op == KIR_CONST)
        return true;
    if (v->op == KIR_GET)
        return u->counts[v->imm.i];
    if (budget == 0 || v->op == KIR_LOAD || v->op == KIR_FETCH ||
        kir_is_leaf(v->op))
        return false;
    for (int k = 0; k < kir_op_operands(v->op); k++)
        if (!is_steady(u, v->arg[k], budget - 1))
            return false;
    return true;
}

/* Calls `see` for all statements of the block and within; `branch`: the
 * innermost one of an IF around, or the function's body. */
static void each(struct unroll *u, const struct kir_block *block,
                 const struct kir_block *branch,
                 bool (*see)(struct unroll *u, const struct kir_stmt *s,
                             const struct kir_block *branch),
                 bool *changed)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        *changed |= see(u, s, branch);
        for (int k = 0; k < 2; k++)
            each(u, &s->body[k], s->kind == KIR_IF ? &s->body[k] : branch, see,
                 changed);
    }
}

/* Variables that are set to others than counters, or in one branch and in
 * another one, are none. */
static bool see_set(struct unroll *u, const struct kir_stmt *s,
                    const struct kir_block *branch)
{
    if (s->kind != KIR_SET || !u->counts[s->variable])
        return false;
    if (!u->home[s->variable])
        u->home[s->variable] = branch;
    if (u->home[s->variable] == branch && is_steady(u, s->value, DEPTH))
        return false;
    u->counts[s->variable] = false;
    return true;
}

static bool see_access(struct unroll *u, const struct kir_stmt *s,
                       const struct kir_block *branch)
{
    int buffer, index;
    (void)branch;
    if (s->kind == KIR_ATOMIC)
        u->steady[s->buffer] = false;
    else if (kir_accesses(u->f, s, &buffer, &index) && u->steady[buffer] &&
             !is_steady(u, index, DEPTH))
        u->steady[buffer] = false;
    return false;
}

struct unroll *unroll_new(struct arena *scratch, const struct kir_func *f)
{
    struct unroll *u = arena_alloc(scratch, sizeof *u);
    bool any = false, changed = true;
    *u = (struct unroll){.f = f};
    u->steady = arena_alloc(scratch, (size_t)f->buffer_count + 1);
    for (int k = 0; k < f->buffer_count; k++) {
        u->steady[k] = f->buffer[k].space == KIR_LOCAL &&
                       f->buffer[k].count <= OPTIMISE_MOST_ELEMENTS;
        any |= u->steady[k];
    }
    if (!any)
        return NULL;
    size_t variables = (size_t)f->variable_count + 1;
    u->counts = arena_alloc(scratch, variables);
    u->home = arena_alloc(scratch, variables * sizeof(struct kir_block *));
    for (int k = 0; k < f->variable_count; k++) {
        u->counts[k] = !kir_is_float(f->variable[k].type);
        u->home[k] = NULL;
    }
    while (changed) {
        changed = false;
        each(u, &f->body, &f->body, see_set, &changed);
    }
    each(u, &f->body, &f->body, see_access, &changed);
    return u;
}

/* Statements of the block and within, those of loops several times. */
static int statements(const struct unroll *u, const struct kir_block *block)
{
    enum { SHORT = 8 };
    int count = 0;
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        int inside = statements(u, &s->body[0]) + statements(u, &s->body[1]);
        bool loops = s->kind == KIR_FOR || s->kind == KIR_WHILE;
        count += 1 + (loops ? SHORT : 1) * inside;
        if (count > MOST_STATEMENTS)
            return MOST_STATEMENTS + 1;
    }
    return count;
}

static bool holds_steady(const struct unroll *u, const struct kir_block *block)
{
    int buffer, index;
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if ((kir_accesses(u->f, s, &buffer, &index) && u->steady[buffer]) ||
            holds_steady(u, &s->body[0]) || holds_steady(u, &s->body[1]))
            return true;
    return false;
}

static int sets(const struct kir_block *block, int variable)
{
    int count = 0;
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        count += (s->kind == KIR_SET && s->variable == variable) +
                 sets(&s->body[0], variable) + sets(&s->body[1], variable);
    return count;
}

/* The operand of a sum of the variable and a constant that is the constant; -1:
 * it is none. */
static int step_of(const struct unroll *u, int value, int variable)
{
    const struct kir_value *v = value_at(u, value);
    if (v->op != KIR_ADD)
        return -1;
    for (int k = 0; k < 2; k++) {
        const struct kir_value *get = value_at(u, v->arg[k]);
        if (get->op == KIR_GET && get->imm.i == variable &&
            value_at(u, v->arg[1 - k])->op == KIR_CONST)
            return 1 - k;
    }
    return -1;
}

/* The statement at the body's top that adds to the variable. */
static const struct kir_stmt *
find_step(const struct unroll *u, const struct kir_stmt *loop, int variable)
{
    if (sets(&loop->body[0], variable) || sets(&loop->body[1], variable) != 1)
        return NULL;
    for (const struct kir_stmt *s = loop->body[1].first; s; s = s->next)
        if (s->kind == KIR_SET && s->variable == variable)
            return step_of(u, s->value, variable) >= 0 ? s : NULL;
    return NULL;
}

/* The result of an operation of two operands, `side` of which is the constant
 * of the function and the other one `x`. */
static bool compute(const struct unroll *u, int value, int side,
                    union kir_imm x, union kir_imm *result)
{
    const struct kir_value *v = value_at(u, value);
    union kir_imm arg[3] = {x, x};
    arg[side] = value_at(u, v->arg[side])->imm;
    return kir_scalar(v, value_at(u, v->arg[0])->type, arg, result);
}

int unroll_trips(struct rebuild *r, const struct kir_stmt *s)
{
    struct unroll *u = r->unroll;
    const struct kir_value *test = u ? value_at(u, s->value) : NULL;
    if (!u || kir_op_operands(test->op) != 2)
        return 0;
    int side = value_at(u, test->arg[1])->op == KIR_CONST;
    const struct kir_value *get = value_at(u, test->arg[1 - side]);
    if (get->op != KIR_GET || value_at(u, test->arg[side])->op != KIR_CONST)
        return 0;
    const struct kir_stmt *step = find_step(u, s, (int)get->imm.i);
    int first = rebuild_variable(r, (int)get->imm.i), trips = 0;
    if (!step || first < 0 || !kir_is_const(r->out, first) ||
        !holds_steady(u, &s->body[1]))
        return 0;
    union kir_imm x = r->out->value[first].imm, holds;
    int size = statements(u, &s->body[0]) + statements(u, &s->body[1]);
    int more = step_of(u, step->value, (int)get->imm.i);
    while (compute(u, s->value, side, x, &holds) && holds.i) {
        if (++trips > MOST_TRIPS || trips * size > MOST_STATEMENTS ||
            !compute(u, step->value, more, x, &x))
            return 0;
    }
    if (u->written + trips * size > MOST_IN_FUNCTION)
        return 0;
    u->written += trips * size;
    return trips;
}
