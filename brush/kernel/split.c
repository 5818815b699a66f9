/* Kernels that become several functions: assemblers take more than linear time
 * for long ones, and registers do not suffice. The stages of a kernel stand in
 * as few functions as a budget lets them; a stage that is longer by itself is
 * cut where its outputs can be had apart. What passes between functions lies in
 * the scratch, a global buffer: per item the numbers one behind the other, each
 * for all threads. */
#include "brush/kernel/local.h"

/* Planning ---------------------------------------------------------------- */

static void add_job(struct builder *b, enum job_kind kind, int from, int to,
                    int operations)
{
    struct job job = {kind, from, to, operations, 0};

    ARENA_PUSH(b->arena, b->job, b->jobs, b->job_cap, job);
}

/* A stage's pieces are a job each if they are made for functions. */
static void add_stage(struct builder *b, enum job_kind kind,
                      const struct stage *s, int more)
{
    int pieces = dag_plan_pieces(s->plan), operations = stage_operations(s);

    if (b->lanes > 1 || pieces == 1)
        add_job(b, kind, 0, pieces, operations + more);
    else
        for (int p = 0; p < pieces; p++)
            add_job(b, kind, p, p + 1, dag_plan_operations(s->plan, p) + more);
}

static void add_jobs(struct builder *b)
{
    struct kernel_candidate beside = {.size = 0};

    if (b->rolled)
        rolled_cost(b, &beside);
    if (b->cut)
        cut_cost(b, &beside);
    add_stage(b, JOB_CONTRACT, &b->primitive, beside.size - beside.late);
    if (b->cut && cut_late_stage(b))
        add_stage(b, JOB_LATE, cut_late_stage(b), 0);
    if (!b->horizontal[KET]->same)
        add_stage(b, JOB_KET, &b->horizontal[KET]->stage, 0);
    add_stage(b, JOB_BRA, &b->horizontal[BRA]->stage, 0);
}

/* Jobs that follow each other share a function while they fit, but for two of
 * one kind, which would be one if they did. */
static void share_functions(struct builder *b)
{
    int function = 0, operations = b->job[0].operations;

    for (int i = 1; i < b->jobs; i++) {
        struct job *j = &b->job[i];

        operations += j->operations;
        if (b->most &&
            (operations > b->most || j->kind == b->job[i - 1].kind)) {
            function++;
            operations = j->operations;
        }
        j->function = function;
    }
}

/* The spaces that jobs of a kind use, but for those within a job. */
static bool uses(const struct builder *b, enum job_kind kind,
                 enum space_name name)
{
    bool late = b->cut && cut_late_stage(b), same = b->horizontal[KET]->same;

    switch (name) {
    case SPACE_SUM:
        return kind == (late ? JOB_LATE : JOB_CONTRACT) ||
               kind == (same ? JOB_BRA : JOB_KET);
    case SPACE_PARTS:
        return late && (kind == JOB_CONTRACT || kind == JOB_LATE);
    case SPACE_MOVED:
        return !same && (kind == JOB_KET || kind == JOB_BRA);
    default:
        return false;
    }
}

static bool is_shared(const struct builder *b, enum space_name name)
{
    int function = -1;

    for (int i = 0; i < b->jobs; i++) {
        if (!uses(b, b->job[i].kind, name))
            continue;
        if (function >= 0 && b->job[i].function != function)
            return true;
        function = b->job[i].function;
    }
    return false;
}

static void plan_spaces(struct builder *b)
{
    static const char *const name[] = {"half", "sum", "parts", "moved"};
    const struct side *bra = &b->side[BRA], *ket = &b->side[KET];

    b->space[SPACE_SUM].count = (int64_t)bra->slot_count * ket->slot_count;
    b->space[SPACE_MOVED].count =
        (int64_t)bra->slot_count * b->horizontal[KET]->stage.outputs;
    if (b->cut)
        b->space[SPACE_PARTS].count = cut_sums(b);
    for (int i = 0; i < SPACES; i++) {
        struct space *s = &b->space[i];

        s->name = name[i];
        s->shared = is_shared(b, i);
        s->first = b->scratch_count;
        b->scratch_count += s->shared ? s->count : 0;
    }
}

void split_plan(struct builder *b, int most)
{
    b->most = b->lanes > 1 ? 0 : most;
    primitive_plan(b);
    horizontal_plan(b);
    add_jobs(b);
    share_functions(b);
    plan_spaces(b);
}

int split_functions(const struct builder *b)
{
    return b->job[b->jobs - 1].function + 1;
}

struct kernel_function *split_describe(const struct builder *b)
{
    static const char *const text[JOBS] = {
        [JOB_CONTRACT] = "primitives and sums",
        [JOB_LATE] = "what is behind both sums",
        [JOB_KET] = "the ket's recurrences",
        [JOB_BRA] = "the bra's recurrences"};
    struct kernel_function *function =
        arena_alloc(b->arena, (size_t)split_functions(b) * sizeof *function);

    for (int i = 0; i < b->jobs; i++) {
        const struct job *j = &b->job[i];
        struct kernel_function *f = &function[j->function];

        f->operations += j->operations;
        f->text = f->text
                      ? arena_printf(b->arena, "%s, %s", f->text, text[j->kind])
                      : text[j->kind];
    }
    return function;
}

/* Writing ----------------------------------------------------------------- */

static void declare_job(struct builder *b)
{
    switch (b->at->kind) {
    case JOB_CONTRACT:
        primitive_declare(b);
        break;
    case JOB_LATE:
        cut_late_declare(b);
        break;
    case JOB_KET:
        horizontal_declare(b, KET);
        break;
    default:
        horizontal_declare(b, BRA);
        break;
    }
}

static void write_job(struct builder *b)
{
    switch (b->at->kind) {
    case JOB_CONTRACT:
        primitive_contract(b);
        break;
    case JOB_LATE:
        cut_late(b);
        break;
    case JOB_KET:
        horizontal_ket(b);
        break;
    default:
        horizontal_bra(b);
        break;
    }
}

static void each_job(struct builder *b, int function,
                     void (*act)(struct builder *b))
{
    for (int i = 0; i < b->jobs; i++) {
        b->at = &b->job[i];
        if (b->at->function == function)
            act(b);
    }
}

void split_write(struct builder *b, int function)
{
    for (int i = 0; i < SPACES; i++)
        b->space[i].declared = false;
    each_job(b, function, declare_job);
    each_job(b, function, write_job);
}
