/*
 * All systems and right-hand sides of a call on the host: short systems side by
 * side in the lanes of vectors, longer ones by levels, and row exchanges for
 * those that need them (batch.h).
 */
#include "runtime/tridiag/batch.h"

#include "runtime/host/host.h"

#include <stdlib.h>
#include <string.h>

struct task {
    struct hedra_tridiag *t;
    enum tridiag_action action;
    struct tridiag_arrays arrays; /* d and x of the present right-hand side */
    pthread_mutex_t *lock;
    struct tridiag_outcome *outcome;
};

int64_t tridiag_system_size(const struct hedra_tridiag *t, int64_t system)
{
    return t->problem.sizes ? t->problem.sizes[system] : t->problem.n;
}

static int64_t system_begin(const struct hedra_tridiag *t, int64_t system)
{
    if (t->problem.layout == HEDRA_TRIDIAG_INTERLEAVED)
        return system;
    return t->offset ? t->offset[system] : system * t->problem.n;
}

static int64_t system_stride(const struct hedra_tridiag *t)
{
    return t->problem.layout == HEDRA_TRIDIAG_INTERLEAVED ? t->problem.systems
                                                          : 1;
}

static const void *shift(const void *array, size_t bytes)
{
    return array ? (const char *)array + bytes : NULL;
}

static struct tridiag_view system_view(const struct task *task, int64_t system)
{
    const struct hedra_tridiag *t = task->t;
    const struct tridiag_arrays *arrays = &task->arrays;
    size_t at = (size_t)system_begin(t, system) * t->means.scalar->size;
    return (struct tridiag_view){.b = shift(arrays->b, at),
                                 .a = shift(arrays->a, at),
                                 .c = shift(arrays->c, at),
                                 .d = shift(arrays->d, at),
                                 .x = (void *)shift(arrays->x, at),
                                 .n = tridiag_system_size(t, system),
                                 .stride = system_stride(t),
                                 .reflect = t->reflect};
}

struct tridiag_view tridiag_batch_view(struct hedra_tridiag *t,
                                       const struct tridiag_arrays *arrays,
                                       int64_t system)
{
    const struct task task = {.t = t, .arrays = *arrays};
    return system_view(&task, system);
}

/* The matrix that was kept, for an action that is not given it. */
static struct tridiag_view with_matrix(const struct task *task, int64_t system,
                                       struct tridiag_view v)
{
    const struct hedra_tridiag *t = task->t;
    const size_t size = t->means.scalar->size;
    if (!v.a && t->matrix) {
        size_t at = (size_t)system_begin(t, system) * size;
        size_t all = (size_t)t->elements * size;
        v.b = shift(t->matrix, at);
        v.a = shift(t->matrix, at + all);
        v.c = shift(t->matrix, at + 2 * all);
    }
    return v;
}

static void note(const struct task *task, int64_t system,
                 const struct tridiag_trouble *trouble)
{
    struct tridiag_outcome *o = task->outcome;
    if (!trouble->status && trouble->residual < 0)
        return;
    pthread_mutex_lock(task->lock);
    if (trouble->status && (!o->trouble.status || system < o->system)) {
        o->trouble = *trouble;
        o->system = system;
    }
    if (trouble->residual > o->residual)
        o->residual = trouble->residual;
    pthread_mutex_unlock(task->lock);
}

/* Row exchanges, residual -------------------------------------------------- */

static struct tridiag_trouble exchange(const struct tridiag_scalar *scalar,
                                       const struct tridiag_view *v)
{
    void *work = tridiag_alloc(v->n, 4 * scalar->size);
    if (!work)
        return (struct tridiag_trouble){HEDRA_ERROR_NO_MEMORY, -1, 0, -1};
    struct tridiag_trouble trouble = tridiag_explain(scalar, v, -1, HEDRA_OK);
    if (!trouble.status) {
        bool finite = true;
        int64_t row = scalar->exchange(v, work, &finite);
        if (row >= 0)
            trouble =
                (struct tridiag_trouble){HEDRA_ERROR_SINGULAR, row, 0, -1};
        else if (!finite)
            trouble =
                (struct tridiag_trouble){HEDRA_ERROR_NOT_FINITE, 0, 'x', -1};
    }
    free(work);
    return trouble;
}

static void measure(const struct hedra_tridiag *t, const struct tridiag_view *v,
                    struct tridiag_trouble *trouble)
{
    if (trouble->status || t->problem.residual_limit == 0)
        return;
    trouble->residual = t->means.scalar->residual(v);
    if (!(trouble->residual <= t->problem.residual_limit))
        trouble->status = HEDRA_ERROR_RESIDUAL;
}

/* Does what is left when a system is solved or could not be: measures, and
 * solves it with row exchanges. */
static void complete(const struct task *task, int64_t system,
                     struct tridiag_trouble trouble)
{
    const struct hedra_tridiag *t = task->t;
    struct tridiag_view v =
        with_matrix(task, system, system_view(task, system));
    measure(t, &v, &trouble);
    bool bad = trouble.status == HEDRA_ERROR_PIVOT ||
               trouble.status == HEDRA_ERROR_RESIDUAL;
    if (bad && t->problem.pivoting == HEDRA_TRIDIAG_IF_BAD) {
        trouble = exchange(t->means.scalar, &v);
        measure(t, &v, &trouble);
    }
    note(task, system, &trouble);
}

/* Notes how the factorisation of a system ended: one without factors is solved
 * with row exchanges later, if that is asked for. */
static void complete_factor(const struct task *task, int64_t system,
                            struct tridiag_trouble trouble)
{
    struct hedra_tridiag *t = task->t;
    if (trouble.status == HEDRA_ERROR_PIVOT &&
        t->problem.pivoting == HEDRA_TRIDIAG_IF_BAD)
        t->exchanged[system] = true;
    else
        note(task, system, &trouble);
}

static bool is_exchanged(const struct hedra_tridiag *t, int64_t system)
{
    return t->problem.pivoting == HEDRA_TRIDIAG_ALWAYS ||
           (t->any_exchanged && t->exchanged[system]);
}

/* Long systems ------------------------------------------------------------- */

/* The levels that an object has memory for are those of systems of n unknowns;
 * others are made for the while. */
static struct tridiag_trouble solve_system(struct hedra_tridiag *t,
                                           const struct tridiag_view *v)
{
    struct tridiag_nested *nested =
        v->n == t->problem.n ? tridiag_pieces_take(&t->nested_pool)
                             : tridiag_nested_new(&t->problem, v->n, false);
    if (!nested)
        return (struct tridiag_trouble){HEDRA_ERROR_NO_MEMORY, -1, 0, -1};
    struct tridiag_trouble trouble = tridiag_nested_solve(nested, &t->means, v);
    if (v->n == t->problem.n)
        tridiag_pieces_give(&t->nested_pool, nested);
    else
        tridiag_nested_free(nested);
    return trouble;
}

static void run_system(const struct task *task, int64_t system)
{
    struct hedra_tridiag *t = task->t;
    struct tridiag_view v = system_view(task, system);
    if (task->action == TRIDIAG_FACTOR) {
        complete_factor(task, system,
                        tridiag_nested_factor(t->kept[system], &t->means, &v));
    } else if (is_exchanged(t, system)) {
        v = with_matrix(task, system, v);
        struct tridiag_trouble trouble = exchange(t->means.scalar, &v);
        complete(task, system, trouble);
    } else if (task->action == TRIDIAG_APPLY) {
        complete(task, system,
                 tridiag_nested_apply(t->kept[system], &t->means, &v));
    } else {
        complete(task, system, solve_system(t, &v));
    }
}

static void run_systems(const void *context, int64_t begin, int64_t end)
{
    for (int64_t k = begin; k < end; k++)
        run_system(context, k);
}

/* Short systems, a strip of them in the lanes of a vector ------------------ */

static struct tridiag_strip get_strip(const struct task *task, int64_t begin,
                                      int lanes, int width)
{
    const struct hedra_tridiag *t = task->t;
    const struct tridiag_arrays *arrays = &task->arrays;
    struct tridiag_strip s = {.b = arrays->b,
                              .a = arrays->a,
                              .c = arrays->c,
                              .d = arrays->d,
                              .x = arrays->x,
                              .stride = system_stride(t),
                              .shortest = INT64_MAX,
                              .lanes = lanes,
                              .closed = true,
                              .limit = t->means.limit,
                              .scale = 1};
    for (int k = 0; k < lanes; k++) {
        int64_t length = tridiag_system_size(t, begin + k);
        s.first[k] = system_begin(t, begin + k);
        s.length[k] = length;
        s.shortest = length < s.shortest ? length : s.shortest;
        s.longest = length > s.longest ? length : s.longest;
    }
    if (arrays->a) {
        const struct tridiag_view v = system_view(task, begin);
        s.scale = t->means.scalar->scale(&v);
    }
    s.adjacent = t->problem.layout == HEDRA_TRIDIAG_INTERLEAVED &&
                 s.shortest == s.longest;
    if (lanes < width)
        s.shortest = 0;
    return s;
}

static bool is_finite(const struct hedra_tridiag *t,
                      const struct tridiag_view *v)
{
    size_t last = (size_t)((v->n - 1) * v->stride) * t->means.scalar->size;
    struct tridiag_view ends[] = {
        {.x = v->x, .n = 1, .stride = 1},
        {.x = (char *)v->x + last, .n = 1, .stride = 1}};
    char array;
    return t->means.scalar->find_infinite(&ends[0], &array) < 0 &&
           t->means.scalar->find_infinite(&ends[1], &array) < 0;
}

static void complete_lanes(const struct task *task, int64_t begin, int lanes)
{
    for (int k = 0; k < lanes; k++) {
        struct tridiag_view v = system_view(task, begin + k);
        bool finite = is_finite(task->t, &v);
        complete(task, begin + k,
                 finite ? tridiag_no_trouble
                        : (struct tridiag_trouble){HEDRA_ERROR_NOT_FINITE, 0,
                                                   'x', -1});
    }
}

static struct tridiag_trouble explain_lane(const struct task *task,
                                           int64_t system)
{
    const struct hedra_tridiag *t = task->t;
    const struct tridiag_view v = system_view(task, system);
    int64_t row = t->means.scalar->find_pivot(&v, 0, v.n, t->means.limit);
    return tridiag_explain(t->means.scalar, &v, row < 0 ? 0 : row,
                           HEDRA_ERROR_PIVOT);
}

/* One by one, so that a bad system keeps none of the others from being solved.
 */
static void solve_singly(const struct task *task, int64_t begin, int lanes,
                         void *scratch)
{
    const struct tridiag_kernels *single =
        &tridiag_single[task->t->problem.type];
    for (int k = 0; k < lanes; k++) {
        struct tridiag_strip s = get_strip(task, begin + k, 1, 1);
        if (single->solve(&s, scratch))
            complete(task, begin + k, explain_lane(task, begin + k));
        else
            complete_lanes(task, begin + k, 1);
    }
}

static char *lanes_kept(const struct hedra_tridiag *t, int64_t strip)
{
    const struct tridiag_kernels *k = tridiag_widest(t->problem.type);
    return (char *)t->kept_lanes +
           (size_t)strip * tridiag_rows_size(k, t->means.scalar, t->problem.n,
                                             TRIDIAG_KEPT);
}

/* The lanes whose systems have no factors; x of these, by row exchanges, comes
 * behind what the kernel makes of them, and before that d, if it is x. */
static void apply_exchanged(const struct task *task,
                            const struct tridiag_strip *s, int64_t number,
                            void *scratch)
{
    struct hedra_tridiag *t = task->t;
    const struct tridiag_kernels *k = tridiag_widest(t->problem.type);
    const int64_t begin = number * k->lanes;
    const size_t size = t->means.scalar->size;
    void *copy = tridiag_alloc(s->longest * s->lanes, size);
    if (!copy) {
        note(task, begin,
             &(struct tridiag_trouble){HEDRA_ERROR_NO_MEMORY, -1, 0, -1});
        return;
    }
    for (int lane = 0; lane < s->lanes; lane++)
        for (int64_t i = 0; i < s->length[lane]; i++)
            memcpy((char *)copy + (size_t)(lane * s->longest + i) * size,
                   (const char *)s->d +
                       (size_t)(s->first[lane] + i * s->stride) * size,
                   size);
    k->solve_kept(s, lanes_kept(t, number), scratch);
    for (int lane = 0; lane < s->lanes; lane++) {
        if (!is_exchanged(t, begin + lane)) {
            complete_lanes(task, begin + lane, 1);
            continue;
        }
        struct tridiag_view v =
            with_matrix(task, begin + lane, system_view(task, begin + lane));
        for (int64_t i = 0; i < v.n; i++)
            memcpy((char *)v.x + (size_t)(i * v.stride) * size,
                   (char *)copy + (size_t)(lane * s->longest + i) * size, size);
        v.d = v.x;
        complete(task, begin + lane, exchange(t->means.scalar, &v));
    }
    free(copy);
}

static void run_lanes(const struct task *task, int64_t number, void *scratch)
{
    struct hedra_tridiag *t = task->t;
    const struct tridiag_kernels *k = tridiag_widest(t->problem.type);
    int64_t begin = number * k->lanes, left = t->problem.systems - begin;
    int lanes = left < k->lanes ? (int)left : k->lanes;
    struct tridiag_strip s = get_strip(task, begin, lanes, k->lanes);
    if (task->action == TRIDIAG_FACTOR) {
        t->kept_scale[number] = s.scale;
        uint32_t bad = k->factor(&s, lanes_kept(t, number), NULL);
        for (; bad; bad &= bad - 1) {
            int64_t system = begin + __builtin_ctz(bad);
            complete_factor(task, system, explain_lane(task, system));
        }
    } else if (task->action == TRIDIAG_APPLY) {
        s.scale = t->kept_scale[number];
        bool exchanged = false;
        for (int lane = 0; lane < lanes; lane++)
            exchanged |= is_exchanged(t, begin + lane);
        if (exchanged) {
            apply_exchanged(task, &s, number, scratch);
        } else {
            k->solve_kept(&s, lanes_kept(t, number), scratch);
            complete_lanes(task, begin, lanes);
        }
    } else if (k->solve(&s, scratch)) {
        solve_singly(task, begin, lanes, scratch);
    } else {
        complete_lanes(task, begin, lanes);
    }
}

static void run_strips(const void *context, int64_t begin, int64_t end)
{
    const struct task *task = context;
    void *scratch = tridiag_pieces_take(&task->t->means.scratch);
    for (int64_t k = begin; k < end; k++)
        run_lanes(task, k, scratch);
    tridiag_pieces_give(&task->t->means.scratch, scratch);
}

/* All systems -------------------------------------------------------------- */

static void run_rhs(const struct task *task)
{
    struct hedra_tridiag *t = task->t;
    bool always = t->problem.pivoting == HEDRA_TRIDIAG_ALWAYS ||
                  (t->gpu && t->any_exchanged);
    if (t->in_lanes && !always) {
        int lanes = tridiag_widest(t->problem.type)->lanes;
        int64_t strips = (t->problem.systems + lanes - 1) / lanes;
        host_pool_run(t->means.threads, run_strips, task, strips);
    } else if (t->side_by_side || t->in_lanes) {
        host_pool_run(t->means.threads, run_systems, task, t->problem.systems);
    } else {
        run_systems(task, 0, t->problem.systems);
    }
}

static void settle_all(const struct task *task)
{
    for (int64_t s = 0; s < task->t->problem.systems; s++)
        complete(task, s, tridiag_no_trouble);
}

/* `work` for each right-hand side, or once. */
static struct tridiag_outcome run_all(struct hedra_tridiag *t,
                                      enum tridiag_action action,
                                      const struct tridiag_arrays *arrays,
                                      void (*work)(const struct task *task))
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct tridiag_outcome outcome = {tridiag_no_trouble, -1, -1};
    struct task task = {t, action, *arrays, &lock, &outcome};
    int64_t count = action == TRIDIAG_FACTOR ? 1 : t->problem.rhs;
    size_t step = (size_t)t->problem.ld * t->means.scalar->size;
    for (int64_t k = 0; k < count && !outcome.trouble.status; k++) {
        size_t at = (size_t)k * step;
        task.arrays.d = shift(arrays->d, at);
        task.arrays.x = (void *)shift(arrays->x, at);
        work(&task);
    }
    return outcome;
}

struct tridiag_outcome tridiag_batch_run(struct hedra_tridiag *t,
                                         enum tridiag_action action,
                                         const struct tridiag_arrays *arrays)
{
    return run_all(t, action, arrays, run_rhs);
}

struct tridiag_outcome
tridiag_batch_complete(struct hedra_tridiag *t,
                       const struct tridiag_arrays *arrays)
{
    return run_all(t, TRIDIAG_APPLY, arrays, settle_all);
}

/* Factors ------------------------------------------------------------------ */

bool tridiag_batch_keep(struct hedra_tridiag *t)
{
    const struct tridiag_scalar *scalar = t->means.scalar;
    const struct tridiag_kernels *k = tridiag_widest(t->problem.type);
    int64_t systems = t->problem.systems;
    if (!t->exchanged &&
        !(t->exchanged = tridiag_alloc(systems, sizeof *t->exchanged)))
        return false;
    memset(t->exchanged, 0, (size_t)systems * sizeof *t->exchanged);
    if (t->gpu || t->kept || t->kept_lanes ||
        t->problem.pivoting == HEDRA_TRIDIAG_ALWAYS)
        return true;
    if (t->in_lanes) {
        const int64_t strips = (systems + k->lanes - 1) / k->lanes;
        t->kept_lanes = tridiag_alloc(
            strips, tridiag_rows_size(k, scalar, t->problem.n, TRIDIAG_KEPT));
        t->kept_scale = tridiag_alloc(strips, sizeof *t->kept_scale);
        if (t->kept_lanes && t->kept_scale)
            return true;
        tridiag_batch_forget(t);
        return false;
    }
    t->kept = calloc((size_t)systems, sizeof(struct tridiag_nested *));
    for (int64_t s = 0; t->kept && s < systems; s++)
        if (!(t->kept[s] = tridiag_nested_new(
                  &t->problem, tridiag_system_size(t, s), true))) {
            tridiag_batch_forget(t);
            return false;
        }
    return t->kept != NULL;
}

bool tridiag_batch_keep_matrix(struct hedra_tridiag *t,
                               const struct tridiag_arrays *arrays)
{
    const void *const from[] = {arrays->b, arrays->a, arrays->c};
    const size_t bytes = (size_t)t->elements * t->means.scalar->size;
    if (!t->matrix)
        t->matrix = tridiag_alloc(3 * t->elements, t->means.scalar->size);
    for (int k = 0; k < 3 && t->matrix; k++)
        memcpy((char *)t->matrix + (size_t)k * bytes, from[k], bytes);
    return t->matrix != NULL;
}

void tridiag_batch_forget(struct hedra_tridiag *t)
{
    for (int64_t s = 0; t->kept && s < t->problem.systems; s++)
        tridiag_nested_free(t->kept[s]);
    free(t->kept);
    free(t->kept_lanes);
    free(t->kept_scale);
    free(t->exchanged);
    free(t->matrix);
    t->kept = NULL;
    t->kept_scale = NULL;
    t->exchanged = NULL;
    t->kept_lanes = t->matrix = NULL;
}
