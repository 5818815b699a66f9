/* What was found in a running kernel: kept, ordered, described. */
#include "runtime/ptxsim/machine/exec.h"

#include "runtime/base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void locate(struct ptxsim_finding *f, const struct ptxsim_warp *w,
                   const struct ptxsim_insn *i, int lane)
{
    const struct ptxsim_block *b = w->block;
    const struct ptxsim_program *p = b->program;

    snprintf(f->kernel, sizeof f->kernel, "%s", b->launch->kernel->name);
    f->line = i->line;
    f->source_line = i->source_line;
    if (i->file >= 0 && i->file < p->file_count && p->file[i->file])
        snprintf(f->file, sizeof f->file, "%s", p->file[i->file]);
    f->block = b->index;
    f->lane = lane;
    for (int k = 0; k < 3; k++)
        f->block_index[k] = b->position[k];
    ptxsim_thread_index(w, lane < 0 ? 0 : lane, f->thread_index);
}

/* The two sides of a race may come in either order. */
static bool is_same(const struct ptxsim_finding *f,
                    const struct ptxsim_finding *g)
{
    return f->kind == g->kind &&
           ((f->line == g->line && f->other.line == g->other.line) ||
            (f->line == g->other.line && f->other.line == g->line));
}

/* One that was found before, by an observer, is only counted. */
static bool count_again(struct ptxsim_result *result,
                        const struct ptxsim_finding *f)
{
    for (int k = 0; k < result->finding_count; k++) {
        struct ptxsim_finding *old = &result->finding[k];

        if (is_same(old, f)) {
            old->count += f->count;
            return true;
        }
    }
    return false;
}

/* Kept are those of the lowest blocks; the lock is held. */
static void keep(struct ptxsim_result *result, const struct ptxsim_finding *f)
{
    int at = result->finding_count;

    if (!result->finding)
        result->finding = calloc(PTXSIM_FINDINGS_MAX, sizeof *f);
    result->findings++;
    if (!result->finding)
        return;
    while (at > 0 && result->finding[at - 1].block > f->block)
        at--;
    if (at == PTXSIM_FINDINGS_MAX)
        return;
    int last = result->finding_count < PTXSIM_FINDINGS_MAX
                   ? result->finding_count++
                   : PTXSIM_FINDINGS_MAX - 1;

    for (int k = last; k > at; k--)
        result->finding[k] = result->finding[k - 1];
    result->finding[at] = *f;
}

/* Observers' block_end is called with the lock held. */
void ptxsim_add(struct ptxsim_run *run, const struct ptxsim_finding *finding)
{
    if (count_again(run->result, finding))
        run->result->findings++;
    else
        keep(run->result, finding);
}

static void add(const struct ptxsim_warp *w, struct ptxsim_finding *f,
                bool stop, const char *format, va_list ap)
{
    struct ptxsim_run *run = w->worker->run;

    f->count = 1;
    number_vprint(f->text, sizeof f->text, format, ap);
    pthread_mutex_lock(&run->lock);
    keep(run->result, f);
    if (stop) {
        atomic_store(&run->stop, true);
        pthread_cond_broadcast(&run->turn);
    }
    pthread_mutex_unlock(&run->lock);
}

/* A warp that has found something ends its slice: it then sees the stop. */
static void end_slice(const struct ptxsim_warp *w)
{
    struct ptxsim_warp *own = &w->block->warp[w->index];

    exec_yield(own, own->state);
}

void ptxsim_find(const struct ptxsim_warp *w, int insn,
                 enum ptxsim_finding_kind kind, int lane,
                 enum ptxsim_space_kind space, uint64_t address, int size,
                 bool stop, const char *format, ...)
{
    struct ptxsim_finding f = {
        .kind = kind, .space = space, .address = address, .size = size};
    va_list ap;

    locate(&f, w, &w->block->program->insn[insn], lane);
    va_start(ap, format);
    add(w, &f, stop, format, ap);
    va_end(ap);
    if (stop)
        end_slice(w);
}

void exec_fault(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                enum ptxsim_finding_kind kind, int lane, const char *format,
                ...)
{
    struct ptxsim_finding f = {.kind = kind};
    va_list ap;

    locate(&f, w, i, lane);
    va_start(ap, format);
    add(w, &f, true, format, ap);
    va_end(ap);
    end_slice(w);
}

void ptxsim_describe(const struct ptxsim_finding *f, struct report *report)
{
    char source[300] = "", thread[100] = "";

    if (f->source_line)
        snprintf(source, sizeof source, " (%s:%d)", f->file, f->source_line);
    if (f->lane >= 0)
        snprintf(thread, sizeof thread, ", thread (%d, %d, %d)",
                 f->thread_index[0], f->thread_index[1], f->thread_index[2]);
    report_set(
        report, "%s: %s: kernel '%s', PTX line %d%s, block (%d, %d, %d)%s",
        ptxsim_finding_name(f->kind), f->text, f->kernel, f->line, source,
        f->block_index[0], f->block_index[1], f->block_index[2], thread);
}

void ptxsim_result_clear(struct ptxsim_result *result)
{
    free(result->finding);
    *result = (struct ptxsim_result){0};
}

void ptxsim_thread_index(const struct ptxsim_warp *w, int lane, int thread[3])
{
    const int *block = w->block->launch->block;
    int linear = w->index * PTXSIM_LANES + lane;

    thread[0] = linear % block[0];
    thread[1] = linear / block[0] % block[1];
    thread[2] = linear / block[0] / block[1];
}

const struct ptxsim_block *ptxsim_warp_block(const struct ptxsim_warp *w)
{
    return w->block;
}

int ptxsim_warp_index(const struct ptxsim_warp *w)
{
    return w->index;
}
