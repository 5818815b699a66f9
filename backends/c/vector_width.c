/*
 * How wide the vectors of a kernel of the host should be, and which of its
 * loops none.
 *
 * Streams, whose loops compute little with what they load and store, are as
 * fast by short vectors as memory and caches are, and faster where arrays do
 * not begin at a cache line: a long vector then lies across two. What computes
 * more, or keeps sums and tiles in registers, is faster by long vectors. Loops
 * around a few calls of functions of vectors fill vectors with these if they
 * hold no loop any more. Tables of bytes are looked up one element after the
 * other by what no processor has instructions for, and that is done best
 * without vectors.
 */
#include "backends/c/vector_width.h"
#include "backends/c/vector_call.h"

#include <string.h>

struct loop_work {
    int accesses, operations;
    bool inner;   /* no loop is within */
    bool streams; /* the loops seen so far do */
};

static void count_value(const struct c_printer *c, int value,
                        struct loop_work *work)
{
    const struct kir_value *v = &c->f->value[value];
    enum kir_space space;

    if (c->state[value] == C_DEAD)
        return;
    if (v->op == KIR_LOAD) {
        space = c->f->buffer[v->buffer].space;
        work->accesses += space == KIR_GLOBAL;
        work->streams &= space == KIR_GLOBAL;
    } else if (v->op == KIR_FMOD || v->op >= KIR_EXP) {
        work->streams = false;
    } else if (!kir_is_leaf(v->op) && v->op != KIR_CAST &&
               v->op != KIR_BITCAST && v->op != KIR_GET &&
               !c->is_index[value]) {
        work->operations++;
    }
}

static void count_block(const struct c_printer *c,
                        const struct kir_block *block, struct loop_work *work);

static void count_loop(const struct c_printer *c, const struct kir_block *block,
                       struct loop_work *around)
{
    struct loop_work work = {.inner = true, .streams = true};

    count_block(c, block, &work);
    around->inner = false;
    around->streams &= work.streams;
    if (work.inner)
        around->streams &= work.operations <= work.accesses;
}

static void count_block(const struct c_printer *c,
                        const struct kir_block *block, struct loop_work *work)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET) {
            count_value(c, s->value, work);
        } else if (s->kind == KIR_STORE) {
            work->accesses++;
            work->streams &= c->f->buffer[s->buffer].space == KIR_GLOBAL;
        } else if (s->kind == KIR_SET) {
            work->streams = false;
        } else if (s->kind == KIR_FOR || s->kind == KIR_WHILE) {
            count_loop(c, &s->body[0], work);
            count_loop(c, &s->body[1], work);
        } else {
            count_block(c, &s->body[0], work);
            count_block(c, &s->body[1], work);
        }
    }
}

bool c_is_stream(const struct c_printer *c)
{
    struct loop_work all = {.streams = true};

    count_loop(c, &c->f->body, &all);
    return all.streams;
}

/* Tables of narrow elements ------------------------------------------------ */

struct table_work {
    const struct c_printer *c;
    int look_ups; /* accesses of narrow elements where a loaded value says */
    int others;   /* other operations, but for those of indices */
    bool inner;   /* no loop is within */
};

static bool is_varying(const struct c_printer *c, int value)
{
    return !kir_is_leaf(c->f->value[value].op) && c->varies[value];
}

static void count_look_up(struct table_work *w, int buffer, int index)
{
    if (kir_type_size(w->c->f->buffer[buffer].type) < kir_type_size(KIR_I32) &&
        is_varying(w->c, index))
        w->look_ups++;
    else
        w->others++;
}

/* Marks what depends on values that the loop loads. */
static void look_at_value(struct table_work *w, int value)
{
    const struct c_printer *c = w->c;
    const struct kir_value *v = &c->f->value[value];

    if (c->state[value] == C_DEAD)
        return;
    for (int i = 0; i < kir_op_operands(v->op); i++)
        c->varies[value] |= is_varying(c, v->arg[i]);
    if (v->op == KIR_LOAD) {
        count_look_up(w, v->buffer, v->arg[0]);
        c->varies[value] = true;
    } else if (v->op != KIR_CAST && v->op != KIR_GET && !c->is_index[value]) {
        w->others++;
    }
}

static void look_at_block(struct table_work *w, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        w->inner &= s->kind != KIR_FOR && s->kind != KIR_WHILE;
        if (s->kind == KIR_LET)
            look_at_value(w, s->value);
        if (s->kind == KIR_STORE)
            count_look_up(w, s->buffer, s->index);
        look_at_block(w, &s->body[0]);
        look_at_block(w, &s->body[1]);
    }
}

bool c_looks_up(const struct c_printer *c, const struct kir_block *block)
{
    enum { OTHERS_FOR_EACH = 6 };
    struct table_work w = {.c = c, .inner = true};

    /* What loops around it load does not change in this one. */
    memset(c->varies, 0, (size_t)c->f->value_count * sizeof *c->varies);
    look_at_block(&w, block);
    return w.inner && w.look_ups > 0 &&
           w.others <= OTHERS_FOR_EACH * w.look_ups;
}

/* Loops that are written out ----------------------------------------------- */

/* How often the loop runs, if it is less often than vectors have lanes; 0: who
 * knows. */
static int64_t few_trips(const struct c_printer *c, const struct kir_stmt *s)
{
    enum { LANES = 8 };
    const struct kir_value *v = c->f->value;

    if (s->kind != KIR_FOR || !kir_is_const(c->f, s->lo) ||
        !kir_is_const(c->f, s->hi) || !kir_is_const(c->f, s->step) ||
        v[s->step].imm.i != 1 || v[s->hi].imm.i <= v[s->lo].imm.i ||
        v[s->hi].imm.i - v[s->lo].imm.i >= LANES)
        return 0;
    return v[s->hi].imm.i - v[s->lo].imm.i;
}

/* What is written out. */
struct copies {
    int64_t most;       /* of any statement */
    int64_t statements; /* all of them */
    bool calls;         /* a function of vectors is called */
    bool others;        /* and one of which compilers make no vector, since a
                           condition decides, or of constants, if written out */
    bool loops;         /* so often as nobody knows */
};

static void count_copies(const struct c_printer *c,
                         const struct kir_block *block, int64_t times,
                         bool at_times, struct copies *all)
{
    all->most = times > all->most ? times : all->most;
    for (const struct kir_stmt *s = block->first; s && !all->loops;
         s = s->next) {
        bool loop = s->kind == KIR_FOR || s->kind == KIR_WHILE;
        int64_t trips = loop ? few_trips(c, s) : 1;
        all->statements += times;
        all->loops |= trips == 0;
        if (s->kind == KIR_LET && c->state[s->value] != C_DEAD &&
            c->f->value[s->value].op >= KIR_EXP) {
            bool calls = c_is_vector_function(c, s->value);
            all->calls |= calls;
            all->others |= !calls || at_times;
        }
        for (int k = 0; k < 2; k++)
            count_copies(c, &s->body[k], times * trips,
                         at_times || s->kind == KIR_IF, all);
    }
}

bool c_is_written_out(const struct c_printer *c, const struct kir_stmt *loop)
{
    enum { MOST_COPIES = 64, MOST_STATEMENTS = 1024 };
    int64_t trips = few_trips(c, loop);
    struct copies all = {.most = 0};

    if (!trips)
        return false;
    count_copies(c, &loop->body[0], trips, false, &all);
    return !all.loops && all.calls && !all.others && all.most <= MOST_COPIES &&
           all.statements <= MOST_STATEMENTS;
}
