/* bar and barrier: warps that wait for each other. */
#include "runtime/ptxsim/machine/barrier.h"

enum { NO_LANE = -1 };

static void tell(const struct ptxsim_warp *w,
                 const struct ptxsim_barrier_event *event)
{
    const struct ptxsim_block *b = w->block;

    if (!(w->worker->run->hooks & HOOK_BARRIER))
        return;
    for (int k = 0; k < b->launch->observers; k++) {
        const struct ptxsim_observer_ops *ops = b->launch->observer[k]->ops;

        if (ops->barrier)
            ops->barrier(b->observed[k], w, event);
    }
}

static uint32_t live_warps(const struct ptxsim_block *b)
{
    uint32_t live = 0;

    for (int k = 0; k < b->warps; k++)
        live |= (uint32_t)(b->warp[k].state != WARP_DONE) << k;
    return live;
}

/* bar.red: what every lane that waited gets. */
static void give_result(struct ptxsim_warp *w, const struct barrier *bar)
{
    const struct ptxsim_insn *i = w->at_barrier;

    if (i->mode2 == BARRIER_POPC) {
        uint32_t_lane *d = exec_operand(w, i->d);

        for (uint32_t rest = w->active; rest; rest &= rest - 1)
            d[__builtin_ctz(rest)] = (uint32_t)bar->count;
    } else if (i->mode2 != BARRIER_PLAIN) {
        bool yes = i->mode2 == BARRIER_AND ? bar->all : bar->any;

        exec_set_predicate(w, i->d, yes ? PTXSIM_ALL : 0, w->active);
    }
}

/* Lets them go on if all have come. `last` is the warp that completes it. */
static void try_release(struct ptxsim_warp *last, int id, int insn)
{
    struct ptxsim_block *b = last->block;
    struct barrier *bar = &last->worker->barrier[id];
    bool complete = bar->threads ? bar->arrivals * PTXSIM_LANES >= bar->threads
                                 : !(live_warps(b) & ~bar->arrived);

    if (!bar->arrived || !complete)
        return;
    for (uint32_t rest = bar->waiting; rest; rest &= rest - 1) {
        struct ptxsim_warp *w = &b->warp[__builtin_ctz(rest)];

        give_result(w, bar);
        w->state = WARP_READY;
    }
    tell(last, &(struct ptxsim_barrier_event){.kind = PTXSIM_BARRIER_RELEASE,
                                              .insn = insn,
                                              .id = id,
                                              .whole = !bar->threads,
                                              .warps = bar->arrived});
    *bar = (struct barrier){0};
}

/* The value of an operand that all lanes must agree on. */
static uint32_t common(const struct ptxsim_warp *w, ptxsim_slot slot,
                       uint32_t mask)
{
    return ((const uint32_t_lane *)exec_operand(w, slot))[__builtin_ctz(mask)];
}

/* Lanes that have parted for good (nothing waits for them to meet) may all come
 * to the barrier, or exit before it. Those that are there are set aside until
 * the others have come too. True: all are at it now, or others run first. */
static bool gather(struct ptxsim_warp *w, const struct ptxsim_insn *i)
{
    int at = exec_index(w, i), kept = 0;

    if (w->depth > 0 || w->reconverge >= 0 || i->guard >= 0)
        return false;
    for (int k = 0; k < w->waiting_count; k++) {
        if (w->waiting[k].reconverge >= 0)
            return false;
        if (w->waiting[k].pc == at)
            w->active |= w->waiting[k].lanes & w->alive;
        else
            w->waiting[kept++] = w->waiting[k];
    }
    w->waiting_count = kept;
    if (w->active == w->alive)
        return true;
    for (int k = kept - 1; k >= 0; k--) {
        struct waiting *other = &w->waiting[k], here = {at, -1, w->active};
        const struct ptxsim_insn *next = &w->block->program->insn[other->pc];

        if (next->run == exec_barrier)
            continue;
        w->pc = other->pc;
        w->active = other->lanes & w->alive;
        *other = here;
        if (!w->active)
            exec_pop(w);
        return true;
    }
    return false;
}

/* False: the barrier cannot be entered so; a finding says why. */
static bool check_barrier(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                          uint32_t mask, uint32_t id, uint32_t threads)
{
    const struct barrier *bar;

    if (mask != w->alive) {
        exec_fault(w, i, PTXSIM_FINDING_DIVERGENT, __builtin_ctz(mask),
                   "only the lanes 0x%08x of 0x%08x reach the barrier",
                   (unsigned)mask, (unsigned)w->alive);
        return false;
    }
    if (id >= PTXSIM_BARRIERS) {
        exec_fault(w, i, PTXSIM_FINDING_BARRIER, NO_LANE,
                   "there is no barrier %u, only 0 to %d", id,
                   PTXSIM_BARRIERS - 1);
        return false;
    }
    bar = &w->worker->barrier[id];
    if (i->b != PTXSIM_NO_SLOT &&
        (threads == 0 || threads % PTXSIM_LANES || threads > 1024)) {
        exec_fault(w, i, PTXSIM_FINDING_BARRIER, NO_LANE,
                   "a barrier of %u threads: the number must be a multiple of "
                   "%d",
                   threads, PTXSIM_LANES);
        return false;
    }
    if (bar->arrived && bar->threads != (int)threads) {
        exec_fault(w, i, PTXSIM_FINDING_BARRIER, NO_LANE,
                   "barrier %u is entered for %u threads while others wait at "
                   "it for %d (0: all)",
                   id, threads, bar->threads);
        return false;
    }
    return true;
}

HANDLER(exec_barrier)
{
    uint32_t id = common(w, i->a, mask), threads = 0, bit = 1u << w->index;
    bool waits = i->mode != BARRIER_ARRIVE;

    if (i->b != PTXSIM_NO_SLOT)
        threads = common(w, i->b, mask);
    if (mask != w->alive && gather(w, i)) {
        if (w->active != w->alive || w->pc != exec_index(w, i) + 1)
            return;
        mask = w->active;
    }
    if (!check_barrier(w, i, mask, id, threads))
        return;
    struct barrier *bar = &w->worker->barrier[id];

    if (!bar->arrived)
        *bar = (struct barrier){.threads = (int)threads, .all = true};
    if (i->mode2 != BARRIER_PLAIN) {
        uint32_t yes = exec_predicate(w, i->c) & mask;

        bar->count += __builtin_popcount(yes);
        bar->all &= yes == mask;
        bar->any |= yes != 0;
    }
    bar->arrived |= bit;
    bar->arrivals++;
    tell(w, &(struct ptxsim_barrier_event){.kind = PTXSIM_BARRIER_ARRIVE,
                                           .insn = exec_index(w, i),
                                           .id = (int)id,
                                           .active = mask,
                                           .waits = waits,
                                           .whole = !threads});
    if (waits) {
        bar->waiting |= bit;
        w->at_barrier = i;
        exec_yield(w, WARP_BARRIER);
    }
    try_release(w, (int)id, exec_index(w, i));
}

void exec_leave_barriers(struct ptxsim_warp *w)
{
    for (int id = 0; id < PTXSIM_BARRIERS; id++) {
        const struct barrier *bar = &w->worker->barrier[id];

        if (bar->waiting)
            try_release(
                w, id,
                exec_index(
                    w, w->block->warp[__builtin_ctz(bar->waiting)].at_barrier));
    }
}

/* bar.warp.sync: who is named must be here; then nothing is left to do. Lanes
 * with different masks meet in groups. */
HANDLER(exec_warp_barrier)
{
    if (!exec_check_members(w, i, i->a, mask))
        return;
    for (uint32_t rest = mask; rest;) {
        uint32_t members = common(w, i->a, rest) & mask;

        tell(w, &(struct ptxsim_barrier_event){.kind = PTXSIM_BARRIER_WARP,
                                               .insn = exec_index(w, i),
                                               .active = members});
        rest &= ~members;
    }
}
