/*
 * How wide the vectors of a kernel of the host should be.
 *
 * Streams, whose loops compute little with what they load and store, are as
 * fast by short vectors as memory and caches are, and faster where arrays do
 * not begin at a cache line: a long vector then lies across two. What computes
 * more, or keeps sums and tiles in registers, is faster by long vectors.
 */
#include "backends/c/print.h"

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
