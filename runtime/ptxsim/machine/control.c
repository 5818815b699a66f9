/* Where lanes go: branches, calls, the end. */
#include "runtime/ptxsim/machine/exec.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 256 };

void exec_yield(struct ptxsim_warp *w, enum warp_state state)
{
    w->executed += (uint64_t)(w->slice - w->budget);
    w->slice = w->budget = 0;
    w->state = state;
}

int exec_index(const struct ptxsim_warp *w, const struct ptxsim_insn *i)
{
    return (int)(i - w->block->program->insn);
}

static bool out_of_memory(struct ptxsim_warp *w)
{
    w->worker->failed = true;
    atomic_store(&w->worker->run->stop, true);
    exec_yield(w, WARP_DONE);
    return false;
}

/* Lanes that are to go on later; false when there is no memory. */
static bool push(struct ptxsim_warp *w, int pc, int reconverge, uint32_t lanes)
{
    if (w->waiting_count == w->waiting_capacity) {
        int more = w->waiting_capacity ? 2 * w->waiting_capacity : 32;
        struct waiting *grown =
            realloc(w->waiting, (size_t)more * sizeof *grown);

        if (!grown)
            return out_of_memory(w);
        w->waiting = grown;
        w->waiting_capacity = more;
    }
    w->waiting[w->waiting_count++] = (struct waiting){pc, reconverge, lanes};
    return true;
}

/* Frames ------------------------------------------------------------------- */

/* Points the warp at its frame's registers, which may have moved. */
static void use_frame(struct ptxsim_warp *w)
{
    const struct frame *f = &w->frame[w->depth];
    const struct ptxsim_function *function =
        &w->block->program->function[f->function];

    w->bank[0] = w->registers + f->base * PTXSIM_UNIT;
    w->bank[1] = function->constant;
    w->pred = w->predicates + f->pred;
}

static bool grow_registers(struct ptxsim_warp *w, size_t units)
{
    void *more = NULL;

    if (units <= w->register_units)
        return true;
    units = units < 2 * w->register_units ? 2 * w->register_units : units;
    if (posix_memalign(&more, PTXSIM_UNIT, units * PTXSIM_UNIT))
        return out_of_memory(w);
    if (w->register_units)
        memcpy(more, w->registers, w->register_units * PTXSIM_UNIT);
    free(w->registers);
    w->registers = more;
    w->register_units = units;
    return true;
}

static bool grow_predicates(struct ptxsim_warp *w, size_t count)
{
    if (count <= w->predicate_capacity)
        return true;
    count =
        count < 2 * w->predicate_capacity ? 2 * w->predicate_capacity : count;
    uint32_t *more = realloc(w->predicates, count * sizeof *more);

    if (!more)
        return out_of_memory(w);
    w->predicates = more;
    w->predicate_capacity = count;
    return true;
}

static bool grow_frames(struct ptxsim_warp *w, int count)
{
    if (count <= w->frame_capacity)
        return true;
    struct frame *more = realloc(w->frame, (size_t)(2 * count) * sizeof *more);

    if (!more)
        return out_of_memory(w);
    w->frame = more;
    w->frame_capacity = 2 * count;
    return true;
}

/* A new frame above the one at hand (depth -1: the first), registers zero. */
bool exec_enter(struct ptxsim_warp *w, int number)
{
    const struct ptxsim_program *program = w->block->program;
    const struct ptxsim_function *f = &program->function[number];
    struct frame top = {.function = number};

    if (w->depth >= 0) {
        const struct frame *below = &w->frame[w->depth];
        const struct ptxsim_function *caller =
            &program->function[below->function];

        top.base = below->base + (size_t)caller->registers;
        top.pred = below->pred + (size_t)caller->predicates;
        top.local = below->local + caller->local_size;
    }
    if (!grow_frames(w, w->depth + 2) ||
        !grow_registers(w, top.base + (size_t)f->registers + 1) ||
        !grow_predicates(w, top.pred + (size_t)f->predicates + 1))
        return false;
    memset(w->registers + top.base * PTXSIM_UNIT, 0,
           (size_t)f->registers * PTXSIM_UNIT);
    memset(w->predicates + top.pred, 0,
           (size_t)f->predicates * sizeof *w->predicates);
    top.stack = w->waiting_count;
    w->frame[++w->depth] = top;
    use_frame(w);
    return true;
}

/* Back to the caller: all its lanes that are still alive. */
static void leave_frame(struct ptxsim_warp *w)
{
    const struct frame *f = &w->frame[w->depth--];

    w->pc = f->pc;
    w->reconverge = f->reconverge;
    w->active = f->active & w->alive;
    use_frame(w);
}

/* The active lanes are gone or wait: the next take over. */
void exec_pop(struct ptxsim_warp *w)
{
    w->active = 0;
    while (!w->active) {
        if (w->waiting_count > w->frame[w->depth].stack) {
            const struct waiting *top = &w->waiting[--w->waiting_count];

            w->pc = top->pc;
            w->reconverge = top->reconverge;
            w->active = top->lanes & w->alive;
        } else if (w->depth > 0) {
            leave_frame(w);
        } else {
            exec_yield(w, WARP_DONE);
            return;
        }
    }
}

/* Branches ----------------------------------------------------------------- */

static void notice_divergence(struct ptxsim_warp *w,
                              const struct ptxsim_insn *i, uint32_t taken,
                              uint32_t not_taken)
{
    const struct ptxsim_block *b = w->block;

    for (int k = 0; k < b->launch->observers; k++) {
        const struct ptxsim_observer_ops *ops = b->launch->observer[k]->ops;

        if (ops->diverge)
            ops->diverge(b->observed[k], w, exec_index(w, i), taken, not_taken);
    }
}

/* The active lanes part at i: those of `lanes` will go to `pc`. First called
 * for all but one part, which then stays active. */
static bool part(struct ptxsim_warp *w, const struct ptxsim_insn *i, int pc,
                 uint32_t lanes)
{
    if (w->reconverge != i->reconverge) {
        if (i->reconverge >= 0 &&
            !push(w, i->reconverge, w->reconverge, w->active))
            return false;
        w->reconverge = i->reconverge;
    }
    w->active &= ~lanes;
    return pc == w->reconverge || push(w, pc, w->reconverge, lanes);
}

HANDLER(exec_branch)
{
    uint32_t others = w->active & ~mask;

    if (others) {
        if (w->worker->run->hooks & HOOK_DIVERGE)
            notice_divergence(w, i, mask, others);
        if (!part(w, i, w->pc, others))
            return;
    }
    w->pc = i->target;
}

/* brx: the lanes of each target in turn; an index beyond the table is a trap.
 */
HANDLER(exec_branch_table)
{
    const ptxsim_slot *target = &w->block->program->vector[i->list];
    const uint32_t_lane *index = exec_operand(w, i->a);
    uint32_t group;

    if (w->active != mask && !part(w, i, w->pc, w->active & ~mask))
        return;
    for (uint32_t left = mask; left; left &= ~group) {
        uint32_t number = index[__builtin_ctz(left)];

        group = 0;
        for (uint32_t rest = left; rest; rest &= rest - 1)
            if (index[__builtin_ctz(rest)] == number)
                group |= rest & (0 - rest);
        if (number >= (uint32_t)i->imm) {
            exec_fault(w, i, PTXSIM_FINDING_TRAP, __builtin_ctz(left),
                       "brx.idx with index %u of %d targets", number,
                       (int)i->imm);
            return;
        }
        if (group == w->active && left == mask) {
            w->pc = (int)target[number];
            return;
        }
        if (w->worker->run->hooks & HOOK_DIVERGE && group != left)
            notice_divergence(w, i, group, left & ~group);
        if (!part(w, i, (int)target[number], group))
            return;
    }
    exec_pop(w);
}

/* Calls -------------------------------------------------------------------- */

static void copy_lanes(unsigned char *to, const unsigned char *from, int size,
                       int stride, uint32_t mask)
{
    for (; mask; mask &= mask - 1) {
        int l = __builtin_ctz(mask);

        memcpy(to + (size_t)l * (size_t)stride,
               from + (size_t)l * (size_t)stride, (size_t)size);
    }
}

/* Actual and formal parameters: rows of kind, actual, formal, size from `row`
 * on. Kind 0: in the frames' local variables; 1: registers of 4 bytes, 2: of 8;
 * `back`: results, to the caller. */
static void pass(struct ptxsim_warp *w, const ptxsim_slot *row, int count,
                 bool back, uint32_t mask)
{
    const struct frame *callee = &w->frame[w->depth], *caller = callee - 1;
    int stride = w->block->local_size;

    for (int k = 0; k < count; k++, row += 4) {
        unsigned char *actual, *formal;

        if (row[0] == 0) {
            actual = w->local + caller->local + row[1];
            formal = w->local + callee->local + row[2];
            copy_lanes(back ? actual : formal, back ? formal : actual,
                       (int)row[3], stride, mask);
            continue;
        }
        formal = w->registers + (callee->base + row[2]) * PTXSIM_UNIT;
        actual = w->registers + (caller->base + row[1]) * PTXSIM_UNIT;
        if (row[1] & PTXSIM_CONSTANT)
            actual = w->block->program->function[caller->function].constant +
                     (size_t)(row[1] & ~PTXSIM_CONSTANT) * PTXSIM_UNIT;
        copy_lanes(back ? actual : formal, back ? formal : actual, (int)row[3],
                   (int)row[3], mask);
    }
}

HANDLER(exec_call)
{
    const struct ptxsim_program *program = w->block->program;
    const struct ptxsim_function *f = &program->function[i->target];
    const struct frame *top = &w->frame[w->depth];
    int local = top->local + program->function[top->function].local_size;

    if (w->depth + 1 >= MAX_DEPTH ||
        local + f->local_size > w->block->local_size) {
        exec_fault(w, i, PTXSIM_FINDING_STACK, __builtin_ctz(mask),
                   "calls nested more deeply than the stack of %d bytes (and "
                   "%d calls) allows",
                   w->block->local_size, MAX_DEPTH);
        return;
    }
    if (!exec_enter(w, i->target))
        return;
    struct frame *callee = &w->frame[w->depth];

    callee->pc = w->pc;
    callee->reconverge = w->reconverge;
    callee->active = w->active;
    callee->call = i;
    w->pc = f->begin;
    w->reconverge = -1;
    w->active = mask;
    pass(w, &program->vector[i->list] + 4 * i->mode, i->mode2, false, mask);
}

/* Each lane takes its results home as it returns. */
HANDLER(exec_return)
{
    struct frame *f = &w->frame[w->depth];

    if (w->depth == 0) {
        exec_exit(w, i, mask);
        return;
    }
    pass(w, &w->block->program->vector[f->call->list], f->call->mode, true,
         mask);
    for (int k = f->stack; k < w->waiting_count; k++)
        w->waiting[k].lanes &= ~mask;
    w->active &= ~mask;
    if (!w->active)
        exec_pop(w);
}

void exec_kill(struct ptxsim_warp *w, uint32_t lanes)
{
    w->alive &= ~lanes;
    w->active &= ~lanes;
    if (!w->active)
        exec_pop(w);
}

HANDLER(exec_exit)
{
    exec_kill(w, mask);
}

HANDLER(exec_trap)
{
    exec_fault(w, i, PTXSIM_FINDING_TRAP, __builtin_ctz(mask), "%s",
               ptx_op_name((enum ptx_op)i->op));
}

HANDLER(exec_nothing)
{
}

HANDLER(exec_fence)
{
    atomic_thread_fence(memory_order_seq_cst);
}
