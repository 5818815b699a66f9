/* Launches: blocks over host threads, warps in turn. */
#include "runtime/host/host.h"
#include "runtime/ptxsim/machine/exec.h"

#include <stdlib.h>
#include <string.h>

/* Instructions that a warp runs before the next has its turn. */
enum { SLICE = 20000 };

/* Warps ------------------------------------------------------------------- */

static void notice_issue(struct ptxsim_warp *w, uint32_t mask)
{
    const struct ptxsim_block *b = w->block;

    for (int k = 0; k < b->launch->observers; k++) {
        const struct ptxsim_observer_ops *ops = b->launch->observer[k]->ops;

        if (ops->issue)
            ops->issue(b->observed[k], w, w->pc, w->active, mask);
    }
}

/* Runs the warp to the end of its slice, a barrier, its end or a finding. */
static void run_slice(struct ptxsim_warp *w)
{
    const struct ptxsim_insn *insn = w->block->program->insn;
    bool observed = w->worker->run->hooks & HOOK_ISSUE;

    w->slice = w->budget = SLICE;
    while (w->budget > 0) {
        const struct ptxsim_insn *i = &insn[w->pc];
        uint32_t mask = w->active;

        if (i->flags & PTXSIM_JOIN && w->pc == w->reconverge) {
            exec_pop(w);
            continue;
        }
        if (i->guard >= 0) {
            uint32_t p = w->pred[i->guard];

            mask &= i->flags & PTXSIM_NEGATED ? ~p : p;
        }
        if (observed)
            notice_issue(w, mask);
        w->budget--;
        w->pc++;
        if (mask)
            i->run(w, i, mask);
    }
    w->executed += (uint64_t)(w->slice - w->budget);
    w->slice = w->budget = 0;
}

static bool start_warp(struct ptxsim_warp *w)
{
    struct ptxsim_block *b = w->block;
    const struct ptxsim_function *f = w->worker->run->function;
    int left = b->threads - w->index * PTXSIM_LANES;

    w->pc = f->begin;
    w->reconverge = -1;
    w->alive = w->active =
        left >= PTXSIM_LANES ? PTXSIM_ALL : (UINT32_C(1) << left) - 1;
    w->carry = 0;
    w->state = WARP_READY;
    w->waiting_count = 0;
    w->depth = -1;
    w->executed = 0;
    w->slice = w->budget = 0;
    return exec_enter(w, (int)(f - b->program->function));
}

/* The innermost loop around an instruction: from the target of a branch back
 * to that branch. False: there is none. */
static bool find_loop(const struct ptxsim_program *p, int at, int *begin,
                      int *end)
{
    const struct ptxsim_function *f = &p->function[p->insn[at].function];
    bool found = false;

    for (int k = at; k < f->end; k++) {
        const struct ptxsim_insn *i = &p->insn[k];

        if (i->op != PTX_OP_bra || i->target > at ||
            (found && i->target <= *begin))
            continue;
        *begin = i->target;
        *end = k;
        found = true;
    }
    return found;
}

static void check_watchdog(struct ptxsim_warp *w)
{
    const struct ptxsim_run *run = w->worker->run;
    const struct ptxsim_program *p = run->program;
    int begin = w->pc, end = w->pc;

    if (w->executed < run->watchdog || w->state == WARP_DONE)
        return;
    if (find_loop(p, w->pc, &begin, &end))
        exec_fault(w, &p->insn[begin], PTXSIM_FINDING_WATCHDOG,
                   __builtin_ctz(w->active),
                   "the warp has run %llu instructions and does not end; it is "
                   "in the loop of lines %d to %d of the PTX",
                   (unsigned long long)w->executed, p->insn[begin].line,
                   p->insn[end].line);
    else
        exec_fault(w, &p->insn[w->pc], PTXSIM_FINDING_WATCHDOG,
                   __builtin_ctz(w->active),
                   "the warp has run %llu instructions and does not end",
                   (unsigned long long)w->executed);
}

static bool stopped(const struct ptxsim_run *run)
{
    return atomic_load_explicit(&run->stop, memory_order_relaxed);
}

/* Nobody can go on, and not all are done. */
static void find_deadlock(struct ptxsim_block *b)
{
    for (int k = 0; k < b->warps; k++)
        if (b->warp[k].state == WARP_BARRIER) {
            exec_fault(&b->warp[k], b->warp[k].at_barrier,
                       PTXSIM_FINDING_DEADLOCK, -1,
                       "warp %d waits at a barrier to which no other warp will "
                       "come",
                       k);
            return;
        }
}

/* Until all warps are done; false if the launch was stopped. */
static bool run_warps(struct ptxsim_block *b)
{
    const struct ptxsim_run *run = b->run;

    for (;;) {
        bool ran = false, left = false;

        for (int k = 0; k < b->warps && !stopped(run); k++) {
            struct ptxsim_warp *w = &b->warp[k];

            if (w->state == WARP_READY) {
                run_slice(w);
                ran = true;
                if (w->state == WARP_DONE)
                    exec_leave_barriers(w);
                check_watchdog(w);
            }
            left |= w->state != WARP_DONE;
        }
        if (stopped(run))
            return false;
        if (!left)
            return true;
        if (!ran)
            find_deadlock(b);
    }
}

/* Blocks ------------------------------------------------------------------- */

static void *aligned(size_t size)
{
    void *memory = NULL;

    size = size ? size : 1;
    return posix_memalign(&memory, 256, size) == 0 ? memory : NULL;
}

static void number_threads(struct ptxsim_warp *w)
{
    for (int l = 0; l < PTXSIM_LANES; l++) {
        int thread[3];

        ptxsim_thread_index(w, l, thread);
        for (int k = 0; k < 3; k++)
            w->thread[k][l] = (uint32_t)thread[k];
    }
}

static bool create_warps(struct worker *worker)
{
    struct ptxsim_block *b = &worker->block;
    size_t local = (size_t)b->local_size * PTXSIM_LANES;

    b->warp = calloc((size_t)b->warps, sizeof *b->warp);
    b->shared = aligned((size_t)b->shared_size);
    if (!b->warp || !b->shared)
        return false;
    for (int k = 0; k < b->warps; k++) {
        b->warp[k].block = b;
        b->warp[k].worker = worker;
        b->warp[k].index = k;
        number_threads(&b->warp[k]);
        b->warp[k].local = aligned(local);
        if (!b->warp[k].local)
            return false;
    }
    return true;
}

static void free_warps(struct ptxsim_block *b)
{
    for (int k = 0; b->warp && k < b->warps; k++) {
        free(b->warp[k].waiting);
        free(b->warp[k].frame);
        free(b->warp[k].registers);
        free(b->warp[k].predicates);
        free(b->warp[k].local);
    }
    free(b->warp);
    free(b->shared);
}

static struct worker *create_worker(struct ptxsim_run *run)
{
    struct worker *worker = calloc(1, sizeof *worker);
    const struct ptxsim_launch *l = run->launch;
    struct ptxsim_block *b;

    if (!worker)
        return NULL;
    worker->run = run;
    b = &worker->block;
    b->run = run;
    b->program = run->program;
    b->launch = l;
    b->threads = l->block[0] * l->block[1] * l->block[2];
    b->warps = (b->threads + PTXSIM_LANES - 1) / PTXSIM_LANES;
    b->shared_size = run->dynamic_base + l->dynamic_shared;
    b->local_size = run->local_size;
    if (create_warps(worker))
        return worker;
    free_warps(b);
    free(worker);
    return NULL;
}

/* Gives the observers' states of a block back. */
static void drop(struct ptxsim_block *b, int count)
{
    for (int k = 0; k < count; k++) {
        struct ptxsim_observer *o = b->launch->observer[k];

        if (o->ops->block_drop && b->observed[k])
            o->ops->block_drop(o, b->observed[k]);
        free(b->observed[k]);
        b->observed[k] = NULL;
    }
}

static bool begin_observers(struct ptxsim_block *b)
{
    for (int k = 0; k < b->launch->observers; k++) {
        struct ptxsim_observer *o = b->launch->observer[k];
        size_t size = o->ops->block_size;

        b->observed[k] = calloc(1, size ? size : 1);
        if (!b->observed[k] || (o->ops->block_begin &&
                                !o->ops->block_begin(o, b, b->observed[k]))) {
            free(b->observed[k]);
            b->observed[k] = NULL;
            drop(b, k);
            return false;
        }
    }
    return true;
}

static bool begin_block(struct worker *worker, int64_t index)
{
    struct ptxsim_block *b = &worker->block;
    const int64_t *grid = b->launch->grid;

    b->index = index;
    b->position[0] = (int)(index % grid[0]);
    b->position[1] = (int)(index / grid[0] % grid[1]);
    b->position[2] = (int)(index / grid[0] / grid[1]);
    memset(b->shared, 0, (size_t)b->shared_size);
    memset(worker->barrier, 0, sizeof worker->barrier);
    for (int k = 0; k < b->warps; k++) {
        memset(b->warp[k].local, 0, (size_t)b->local_size * PTXSIM_LANES);
        if (!start_warp(&b->warp[k]))
            return false;
    }
    return begin_observers(b);
}

/* Merges a block that has ended when all before it have been: true unless the
 * launch stops meanwhile. */
static void end_block(struct worker *worker)
{
    struct ptxsim_run *run = worker->run;
    struct ptxsim_block *b = &worker->block;

    pthread_mutex_lock(&run->lock);
    while (run->ended != b->index && !stopped(run))
        pthread_cond_wait(&run->turn, &run->lock);
    if (run->ended == b->index) {
        for (int k = 0; k < run->launch->observers; k++) {
            struct ptxsim_observer *o = run->launch->observer[k];

            if (o->ops->block_end)
                o->ops->block_end(o, b, b->observed[k]);
        }
        run->ended++;
        pthread_cond_broadcast(&run->turn);
    }
    pthread_mutex_unlock(&run->lock);
}

static void run_block(struct worker *worker, int64_t index)
{
    struct ptxsim_block *b = &worker->block;

    if (!begin_block(worker, index)) {
        worker->failed = true;
        atomic_store(&worker->run->stop, true);
        return;
    }
    bool whole = run_warps(b);

    for (int k = 0; k < b->warps; k++)
        worker->executed += b->warp[k].executed;
    if (whole && b->launch->observers)
        end_block(worker);
    drop(b, b->launch->observers);
}

/* A host thread: takes the lowest block that nobody has, so that a block can
 * wait for those before it. */
static void work(const void *context, int64_t begin, int64_t end)
{
    struct ptxsim_run *run = *(struct ptxsim_run *const *)context;
    struct worker *worker = create_worker(run);

    while (worker && !worker->failed && !stopped(run)) {
        int64_t index = atomic_fetch_add(&run->next, 1);

        if (index >= run->blocks)
            break;
        run_block(worker, index);
    }
    pthread_mutex_lock(&run->lock);
    if (!worker || worker->failed) {
        run->broken = true;
        atomic_store(&run->stop, true);
        pthread_cond_broadcast(&run->turn);
    }
    run->executed += worker ? worker->executed : 0;
    pthread_mutex_unlock(&run->lock);
    if (worker)
        free_warps(&worker->block);
    free(worker);
}

/* Launches ----------------------------------------------------------------- */

static bool check_shape(const struct ptxsim_launch *l, struct report *why)
{
    static const int64_t grid_max[] = {INT32_MAX, 65535, 65535};
    static const int block_max[] = {1024, 1024, 64};
    const int *b = l->block, *max = l->kernel->block_max;

    for (int k = 0; k < 3; k++)
        if (l->grid[k] < 1 || l->grid[k] > grid_max[k])
            return report_lack(why,
                               "a grid of %lld x %lld x %lld blocks is more "
                               "than a GPU takes (%lld x %lld x %lld)",
                               (long long)l->grid[0], (long long)l->grid[1],
                               (long long)l->grid[2], (long long)grid_max[0],
                               (long long)grid_max[1], (long long)grid_max[2]);
    for (int k = 0; k < 3; k++)
        if (b[k] < 1 || b[k] > block_max[k] || b[0] * b[1] * b[2] > 1024)
            return report_set(why, "a block of %d x %d x %d threads", b[0],
                              b[1], b[2]);
    if (max[0] && l->kernel->block_required &&
        (b[0] != max[0] || b[1] != max[1] || b[2] != max[2]))
        return report_set(why,
                          "a block of %d x %d x %d threads, but the kernel "
                          "requires %d x %d x %d",
                          b[0], b[1], b[2], max[0], max[1], max[2]);
    if (max[0] && b[0] * b[1] * b[2] > max[0] * max[1] * max[2])
        return report_set(why,
                          "a block of %d threads, but the kernel is for %d at "
                          "most",
                          b[0] * b[1] * b[2], max[0] * max[1] * max[2]);
    return true;
}

enum { SHARED_MAX = 227 * 1024 };

static bool check_launch(const struct ptxsim_launch *l, struct report *why)
{
    int64_t shared = (int64_t)l->kernel->shared_size + l->dynamic_shared;

    if (!check_shape(l, why))
        return false;
    if (l->dynamic_shared < 0 || shared > SHARED_MAX)
        return report_set(why,
                          "%lld bytes of shared memory; a block has %d at most",
                          (long long)shared, SHARED_MAX);
    if (l->kernel->param_size && !l->param)
        return report_set(why, "the kernel's parameters are missing");
    return true;
}

static unsigned wanted_hooks(const struct ptxsim_launch *l)
{
    unsigned hooks = 0;

    for (int k = 0; k < l->observers; k++) {
        const struct ptxsim_observer_ops *ops = l->observer[k]->ops;

        hooks |= ops->issue ? HOOK_ISSUE : 0;
        hooks |= ops->memory ? HOOK_MEMORY : 0;
        hooks |= ops->diverge ? HOOK_DIVERGE : 0;
        hooks |= ops->barrier ? HOOK_BARRIER : 0;
    }
    return hooks;
}

static int thread_count(const struct ptxsim_run *run)
{
    const struct ptxsim_launch *l = run->launch;
    int64_t threads = l->threads > 1 ? l->threads : 1;

    for (int k = 0; k < l->observers; k++)
        if (l->observer[k]->ops->exact && run->function->waits)
            threads = 1;
    return (int)(threads < run->blocks ? threads : run->blocks);
}

static bool begin_kernel(const struct ptxsim_run *run)
{
    const struct ptxsim_launch *l = run->launch;

    for (int k = 0; k < l->observers; k++) {
        struct ptxsim_observer *o = l->observer[k];

        if (!o->ops->kernel_begin || o->ops->kernel_begin(o, run->program, l))
            continue;
        for (int j = 0; j < k; j++)
            if (l->observer[j]->ops->kernel_end)
                l->observer[j]->ops->kernel_end(l->observer[j]);
        return false;
    }
    return true;
}

static void run_blocks(struct ptxsim_run *run)
{
    int threads = thread_count(run);
    const struct ptxsim_launch *l = run->launch;

    pthread_mutexattr_t recursive;

    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&run->lock, &recursive);
    pthread_mutexattr_destroy(&recursive);
    pthread_cond_init(&run->turn, NULL);
    if (threads > 1)
        host_pool_run(l->threads, work, &run, threads);
    else
        work(&run, 0, 1);
    pthread_cond_destroy(&run->turn);
    pthread_mutex_destroy(&run->lock);
    for (int k = 0; k < l->observers; k++)
        if (l->observer[k]->ops->kernel_end)
            l->observer[k]->ops->kernel_end(l->observer[k]);
}

bool ptxsim_run(const struct ptxsim_program *program,
                const struct ptxsim_launch *l, struct ptxsim_result *result,
                struct report *why)
{
    struct ptxsim_run run = {.program = program,
                             .launch = l,
                             .result = result,
                             .hooks = wanted_hooks(l)};

    *result = (struct ptxsim_result){0};
    if (!check_launch(l, why))
        return false;
    run.function = &program->function[l->kernel->function];
    run.blocks = l->grid[0] * l->grid[1] * l->grid[2];
    run.watchdog = l->watchdog ? l->watchdog : PTXSIM_WATCHDOG;
    run.local_size = run.function->stack_size;
    run.dynamic_base = (l->kernel->shared_size + 15) / 16 * 16;
    if (!l->dynamic_shared)
        run.dynamic_base = l->kernel->shared_size;
    if (!begin_kernel(&run))
        return report_lack(why, "out of memory");
    run_blocks(&run);
    result->warp_instructions = run.executed;
    if (run.broken)
        return report_lack(why, "out of memory");
    if (!atomic_load(&run.stop))
        return true;
    if (!result->finding_count)
        return report_lack(why, "out of memory");
    ptxsim_describe(&result->finding[0], why);
    return false;
}
