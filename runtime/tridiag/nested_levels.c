/* Levels of reduced systems: passes over the blocks of each, by the host's
 * threads, a strip of blocks in the lanes of a vector at a time. */
#include "runtime/tridiag/local.h"

#include "runtime/host/host.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A level with fewer lines is not worth waking threads. */
enum { WORTH_THREADS = 8192 };

/* Memory ------------------------------------------------------------------- */

bool tridiag_pieces_init(struct tridiag_pieces *p, int count)
{
    p->item = calloc((size_t)count, sizeof *p->item);
    p->count = p->item ? count : 0;
    p->free = 0;
    return p->item && pthread_mutex_init(&p->lock, NULL) == 0 &&
           pthread_cond_init(&p->given, NULL) == 0;
}

void tridiag_pieces_drop(struct tridiag_pieces *p, void (*release)(void *))
{
    if (!p->item)
        return;
    for (int k = 0; k < p->free; k++)
        release(p->item[k]);
    free(p->item);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->given);
}

void *tridiag_pieces_take(struct tridiag_pieces *p)
{
    pthread_mutex_lock(&p->lock);
    while (p->free == 0)
        pthread_cond_wait(&p->given, &p->lock);
    void *item = p->item[--p->free];
    pthread_mutex_unlock(&p->lock);
    return item;
}

void tridiag_pieces_give(struct tridiag_pieces *p, void *item)
{
    pthread_mutex_lock(&p->lock);
    p->item[p->free++] = item;
    pthread_cond_signal(&p->given);
    pthread_mutex_unlock(&p->lock);
}

size_t tridiag_rows_size(const struct tridiag_kernels *kernels,
                         const struct tridiag_scalar *scalar, int64_t rows,
                         int vectors)
{
    size_t lanes = (size_t)kernels->lanes;
    size_t tiles = ((size_t)rows + lanes - 1) / lanes;
    size_t bytes = lanes * lanes * scalar->size * (size_t)vectors, all;
    return __builtin_mul_overflow(tiles, bytes, &all) ? SIZE_MAX : all;
}

static int64_t strip_count(const struct tridiag_level *l)
{
    return (l->cut.blocks + l->kernels->lanes - 1) / l->kernels->lanes;
}

static int64_t longest_block(const struct tridiag_cut *cut)
{
    int64_t longest = 0;
    for (int64_t w = 0; w < cut->blocks; w++) {
        if (!cut->joint && w == 2 && w < cut->blocks - 1)
            w = cut->blocks - 1; /* those between are no longer than these */
        int64_t length = tridiag_joint(cut, w + 1) - tridiag_joint(cut, w) - 1;
        longest = length > longest ? length : longest;
    }
    return longest;
}

static size_t kept_size(const struct tridiag_level *l,
                        const struct tridiag_scalar *scalar)
{
    return tridiag_rows_size(l->kernels, scalar, l->longest, TRIDIAG_KEPT);
}

/* The cut of level `number`, and which kernels run over it. */
static struct tridiag_level
level_shape(const struct hedra_tridiag_problem *problem, int number, int64_t n,
            int64_t blocks)
{
    struct tridiag_level l = {
        .cut = {n, blocks, number == 0 ? problem->joint : NULL},
        .kernels = tridiag_widest(problem->type)};
    if (blocks < l.kernels->lanes)
        l.kernels = &tridiag_single[problem->type];
    l.longest = longest_block(&l.cut);
    return l;
}

static bool level_init(struct tridiag_level *l,
                       const struct hedra_tridiag_problem *problem, bool keep)
{
    const struct tridiag_scalar *scalar = &tridiag_scalar[problem->type];
    int64_t blocks = l->cut.blocks, lines = blocks + 1;
    void **const arrays[] = {&l->joint_b, &l->joint_c, &l->b,
                             &l->a,       &l->c,       &l->d};
    bool made = true;
    for (int k = 0; k < 6; k++)
        made &= (*arrays[k] = tridiag_alloc(lines, scalar->size)) != NULL;
    l->edges = tridiag_alloc(blocks, TRIDIAG_EDGES * scalar->size);
    if (keep)
        l->kept = tridiag_alloc(strip_count(l), kept_size(l, scalar));
    return made && l->edges && (l->kept || !keep);
}

struct tridiag_nested *
tridiag_nested_new(const struct hedra_tridiag_problem *problem, int64_t n,
                   bool keep)
{
    int64_t blocks[HEDRA_TRIDIAG_MAX_LEVELS];
    struct tridiag_nested *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->levels = tridiag_plan(problem, n, blocks);
    bool made = true;
    for (int k = 0; k < t->levels && made; k++) {
        t->level[k] = level_shape(problem, k, n, blocks[k]);
        made = level_init(&t->level[k], problem, keep);
        n = blocks[k] + 1;
    }
    size_t size = TRIDIAG_KEPT * tridiag_scalar[problem->type].size;
    t->kept = made ? tridiag_alloc(n, size) : NULL;
    if (t->kept)
        return t;
    tridiag_nested_free(t);
    return NULL;
}

void tridiag_nested_free(void *nested)
{
    struct tridiag_nested *t = nested;
    if (!t)
        return;
    for (int k = 0; k < HEDRA_TRIDIAG_MAX_LEVELS; k++) {
        const struct tridiag_level *l = &t->level[k];
        void *const arrays[] = {l->edges, l->joint_b, l->joint_c, l->b,
                                l->a,     l->c,       l->d,       l->kept};
        for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
            free(arrays[i]);
    }
    free(t->kept);
    free(t);
}

size_t tridiag_nested_scratch(const struct hedra_tridiag_problem *problem,
                              int64_t n)
{
    int64_t blocks[HEDRA_TRIDIAG_MAX_LEVELS];
    int levels = tridiag_plan(problem, n, blocks);
    size_t most = 0;
    for (int k = 0; k < levels; k++) {
        const struct tridiag_level l = level_shape(problem, k, n, blocks[k]);
        size_t size = tridiag_rows_size(
            l.kernels, &tridiag_scalar[problem->type], l.longest, 2);
        most = size > most ? size : most;
        n = blocks[k] + 1;
    }
    return most;
}

/* Passes over the strips of a level ---------------------------------------- */

struct nested_job {
    struct tridiag_level *level;
    struct tridiag_means *means;
    const struct tridiag_view *view;
    enum tridiag_pass pass;
    int threads;
    _Atomic int64_t *bad; /* the first block with a bad pivot, or blocks */
};

static bool is_last_pass(enum tridiag_pass pass)
{
    return pass == TRIDIAG_PASS_SOLVE || pass == TRIDIAG_PASS_SOLVE_KEPT;
}

/* The strip after `number` in the order in which the pass visits them. */
static void set_next(const struct nested_job *job, int64_t number,
                     struct tridiag_strip *s)
{
    const struct tridiag_level *l = job->level;
    const int lanes = l->kernels->lanes;
    int64_t next = number + (is_last_pass(job->pass) ? -1 : 1);
    if (next < 0 || next >= strip_count(l) || s->stride != 1)
        return;
    int64_t begin = next * lanes, end = begin + lanes;
    end = end < l->cut.blocks ? end : l->cut.blocks;
    s->next = tridiag_joint(&l->cut, begin);
    s->next_count = tridiag_joint(&l->cut, end) - s->next;
}

/* x of a system that no cache holds need not be read to be written, nor take
 * the place of what is still to be read. */
static bool is_streamed(const struct nested_job *job,
                        const struct tridiag_strip *s)
{
    enum { ARRAYS = 5, LINE = 64 };
    const struct tridiag_view *v = job->view;
    const size_t size = job->means->scalar->size;
    if (!job->level->kernels->streams || !is_last_pass(job->pass) ||
        v->stride != 1 || v->x == v->d || v->reflect ||
        (size_t)v->n <= job->means->cache / (ARRAYS * size))
        return false;
    for (int k = 0; k < s->lanes; k++)
        if (((uintptr_t)v->x + (size_t)s->first[k] * size) % LINE != 0)
            return false;
    return true;
}

static struct tridiag_strip get_strip(const struct nested_job *job,
                                      int64_t number)
{
    const struct tridiag_level *l = job->level;
    const struct tridiag_view *v = job->view;
    const size_t size = job->means->scalar->size;
    const int lanes = l->kernels->lanes;
    int64_t begin = number * lanes;
    struct tridiag_strip s = {.b = v->b,
                              .a = v->a,
                              .c = v->c,
                              .d = v->d,
                              .x = v->x,
                              .stride = v->stride,
                              .reflect = v->reflect,
                              .shortest = INT64_MAX,
                              .left = (char *)l->d + (size_t)begin * size,
                              .right =
                                  (char *)l->d + (size_t)(begin + 1) * size,
                              .limit = l->limit,
                              .scale = l->scale};
    int64_t joint = tridiag_joint(&l->cut, begin);
    for (; s.lanes < lanes && begin + s.lanes < l->cut.blocks; s.lanes++) {
        int64_t next = tridiag_joint(&l->cut, begin + s.lanes + 1);
        int64_t length = next - joint - 1;
        s.first[s.lanes] = (joint + 1) * v->stride;
        s.length[s.lanes] = length;
        s.shortest = length < s.shortest ? length : s.shortest;
        s.longest = length > s.longest ? length : s.longest;
        joint = next;
    }
    if (s.lanes < lanes)
        s.shortest = 0;
    /* c of the system's last line is not read. */
    s.over = v->stride == 1 && begin + s.lanes < l->cut.blocks;
    s.stream = is_streamed(job, &s);
    set_next(job, number, &s);
    return s;
}

static void note_bad(const struct nested_job *job, int64_t first,
                     uint32_t lanes)
{
    if (!lanes)
        return;
    int64_t block = first + __builtin_ctz(lanes);
    int64_t seen = atomic_load(job->bad);
    while (block < seen &&
           !atomic_compare_exchange_weak(job->bad, &seen, block))
        continue;
}

/* What the first pass finds in the joint lines [begin, end), while they are in
 * a cache; join and join_d go on with it. */
static void read_joints(const struct nested_job *job, int64_t begin,
                        int64_t end)
{
    const struct tridiag_level *l = job->level;
    const struct tridiag_view *v = job->view;
    const size_t size = job->means->scalar->size;
    const bool matrix =
        job->pass == TRIDIAG_PASS_REDUCE || job->pass == TRIDIAG_PASS_FACTOR;
    const bool right = job->pass == TRIDIAG_PASS_REDUCE ||
                       job->pass == TRIDIAG_PASS_REDUCE_KEPT;
    for (int64_t w = begin; w < end && (matrix || right); w++) {
        size_t to = (size_t)w * size;
        size_t at = (size_t)(tridiag_joint(&l->cut, w) * v->stride) * size;
        if (matrix) {
            memcpy((char *)l->a + to, (const char *)v->a + at, size);
            if (w > 0)
                memcpy((char *)l->joint_b + to, (const char *)v->b + at, size);
            if (w < l->cut.blocks)
                memcpy((char *)l->joint_c + to, (const char *)v->c + at, size);
        }
        if (right)
            memcpy((char *)l->d + to, (const char *)v->d + at, size);
    }
}

static void run_strip(const struct nested_job *job, int64_t number,
                      void *scratch)
{
    const struct tridiag_level *l = job->level;
    const struct tridiag_kernels *k = l->kernels;
    const struct tridiag_strip s = get_strip(job, number);
    const struct tridiag_scalar *scalar = job->means->scalar;
    const size_t size = scalar->size;
    int64_t first = number * k->lanes, end = first + s.lanes + 1;
    char *edges = (char *)l->edges + (size_t)first * TRIDIAG_EDGES * size;
    char *kept = l->kept;
    if (kept)
        kept += (size_t)number * kept_size(l, scalar);
    read_joints(job, first > 0 ? first + 1 : 0, end);
    switch (job->pass) {
    case TRIDIAG_PASS_REDUCE:
        note_bad(job, first, k->reduce(&s, edges));
        break;
    case TRIDIAG_PASS_SOLVE:
        k->solve(&s, scratch);
        break;
    case TRIDIAG_PASS_FACTOR:
        note_bad(job, first, k->factor(&s, kept, edges));
        break;
    case TRIDIAG_PASS_REDUCE_KEPT:
        k->reduce_kept(&s, kept, edges);
        break;
    case TRIDIAG_PASS_SOLVE_KEPT:
        k->solve_kept(&s, kept, scratch);
        break;
    }
    if (is_last_pass(job->pass))
        scalar->put(job->view, &l->cut, l->d, first > 0 ? first + 1 : 0, end);
}

/* The strip that is visited as number k. The last pass goes backwards over the
 * share of each thread: what the thread saw last in the first pass may still be
 * in a cache, and where its pages are. */
static int64_t strip_at(const struct nested_job *job, int64_t k)
{
    if (!is_last_pass(job->pass))
        return k;
    const int64_t strips = strip_count(job->level), threads = job->threads;
    const int64_t share = ((k + 1) * threads - 1) / strips;
    const int64_t begin = strips * share / threads;
    return begin + strips * (share + 1) / threads - 1 - k;
}

static void run_strips(const void *context, int64_t begin, int64_t end)
{
    const struct nested_job *job = context;
    bool last = is_last_pass(job->pass);
    void *scratch = last ? tridiag_pieces_take(&job->means->scratch) : NULL;
    for (int64_t k = begin; k < end; k++)
        run_strip(job, strip_at(job, k), scratch);
    if (last)
        tridiag_pieces_give(&job->means->scratch, scratch);
}

/* The first block with a bad pivot, or -1. */
static int64_t run_pass(struct tridiag_level *level,
                        struct tridiag_means *means,
                        const struct tridiag_view *view, enum tridiag_pass pass)
{
    _Atomic int64_t bad = level->cut.blocks;
    int threads = level->cut.n < WORTH_THREADS ? 1 : means->threads;
    struct nested_job job = {level, means, view, pass, threads, &bad};
    host_pool_run(threads, run_strips, &job, strip_count(level));
    int64_t block = atomic_load(&bad);
    return block < level->cut.blocks ? block : -1;
}

/* Levels ------------------------------------------------------------------- */

static double limit_of(const struct tridiag_means *means, double loss,
                       int64_t lines)
{
    return tridiag_limit(means->limit, means->scalar->epsilon, loss, lines);
}

static struct tridiag_view reduced_view(const struct tridiag_level *l)
{
    return (struct tridiag_view){
        l->b, l->a, l->c, l->d, l->d, l->cut.blocks + 1, 1, false};
}

/* Line `row` of the system of level k as a line of the whole one. */
static int64_t outer_row(const struct tridiag_nested *t, int k, int64_t row)
{
    while (k-- > 0)
        row = tridiag_joint(&t->level[k].cut, row);
    return row;
}

struct tridiag_trouble tridiag_explain(const struct tridiag_scalar *scalar,
                                       const struct tridiag_view *v,
                                       int64_t row, enum hedra_status otherwise)
{
    struct tridiag_trouble trouble = {otherwise, row, 'x', -1};
    struct tridiag_view input = *v;
    char array;
    input.x = NULL;
    int64_t found = scalar->find_infinite(&input, &array);
    if (found >= 0)
        trouble =
            (struct tridiag_trouble){HEDRA_ERROR_NOT_FINITE, found, array, -1};
    return trouble;
}

struct tridiag_trouble tridiag_nested_explain(const struct tridiag_nested *t,
                                              int level,
                                              const struct tridiag_means *means,
                                              const struct tridiag_view *v,
                                              int64_t row,
                                              enum hedra_status otherwise)
{
    return tridiag_explain(means->scalar, v, outer_row(t, level, row),
                           otherwise);
}

static struct tridiag_trouble
explain_block(const struct tridiag_nested *t, int k,
              const struct tridiag_means *means, const struct tridiag_view *v,
              const struct tridiag_view *inner, int64_t block)
{
    const struct tridiag_cut *cut = &t->level[k].cut;
    int64_t begin = tridiag_joint(cut, block) + 1;
    int64_t end = tridiag_joint(cut, block + 1);
    int64_t row =
        means->scalar->find_pivot(inner, begin, end, t->level[k].limit);
    return tridiag_nested_explain(t, k, means, v, row < 0 ? begin : row,
                                  HEDRA_ERROR_PIVOT);
}

/* Reduces level k, whose system is `inner`, to the joint lines. */
static struct tridiag_trouble reduce_level(struct tridiag_nested *t, int k,
                                           struct tridiag_means *means,
                                           const struct tridiag_view *v,
                                           const struct tridiag_view *inner,
                                           enum tridiag_pass pass)
{
    struct tridiag_level *l = &t->level[k];
    const struct tridiag_scalar *scalar = means->scalar;
    if (pass != TRIDIAG_PASS_REDUCE_KEPT) {
        l->limit = limit_of(means, t->loss, l->longest);
        l->scale = scalar->scale(inner);
    }
    int64_t bad = run_pass(l, means, inner, pass);
    if (bad >= 0)
        return explain_block(t, k, means, v, inner, bad);
    /* What read_joints left: a system of joint lines alone. */
    const struct tridiag_view joints = {.b = l->joint_b,
                                        .a = l->a,
                                        .c = l->joint_c,
                                        .d = l->d,
                                        .n = l->cut.blocks + 1,
                                        .stride = 1};
    const struct tridiag_cut each = {joints.n, l->cut.blocks, NULL};
    if (pass != TRIDIAG_PASS_REDUCE_KEPT) {
        double loss;
        bad = scalar->join(&joints, &each, l->edges, l->joint_b, l->joint_c,
                           l->b, l->a, l->c, &loss);
        t->loss *= loss;
        if (bad >= 0)
            return tridiag_nested_explain(t, k + 1, means, v, bad,
                                          HEDRA_ERROR_PIVOT);
    }
    if (pass != TRIDIAG_PASS_FACTOR) {
        bad = scalar->join_d(&joints, &each, l->edges, l->joint_b, l->joint_c,
                             l->d);
        if (bad >= 0)
            return tridiag_nested_explain(t, k + 1, means, v, bad,
                                          HEDRA_ERROR_NOT_FINITE);
    }
    return tridiag_no_trouble;
}

struct tridiag_trouble tridiag_nested_reduce(struct tridiag_nested *t,
                                             struct tridiag_means *means,
                                             struct tridiag_view *view,
                                             enum tridiag_pass pass)
{
    if (pass != TRIDIAG_PASS_REDUCE_KEPT)
        t->loss = 1;
    for (int k = 0; k < t->levels; k++) {
        struct tridiag_trouble trouble =
            reduce_level(t, k, means, &view[0], &view[k], pass);
        if (trouble.status)
            return trouble;
        view[k + 1] = reduced_view(&t->level[k]);
    }
    if (pass != TRIDIAG_PASS_REDUCE_KEPT)
        t->limit = limit_of(means, t->loss, view[t->levels].n);
    return tridiag_no_trouble;
}

void tridiag_nested_substitute(struct tridiag_nested *t,
                               struct tridiag_means *means,
                               const struct tridiag_view *view,
                               enum tridiag_pass pass)
{
    for (int k = t->levels - 1; k >= 0; k--)
        run_pass(&t->level[k], means, &view[k], pass);
}

/* Down to the last system, and its factors. */
static struct tridiag_trouble factor_levels(struct tridiag_nested *t,
                                            struct tridiag_means *means,
                                            struct tridiag_view *view,
                                            enum tridiag_pass pass)
{
    struct tridiag_trouble trouble =
        tridiag_nested_reduce(t, means, view, pass);
    if (trouble.status)
        return trouble;
    int64_t bad = means->scalar->factor(&view[t->levels], t->limit, t->kept);
    return bad < 0 ? tridiag_no_trouble
                   : tridiag_nested_explain(t, t->levels, means, &view[0], bad,
                                            HEDRA_ERROR_PIVOT);
}

static struct tridiag_trouble solve_levels(struct tridiag_nested *t,
                                           struct tridiag_means *means,
                                           const struct tridiag_view *view,
                                           enum tridiag_pass pass)
{
    char bad = means->scalar->apply(&view[t->levels], t->kept);
    if (bad == 'd')
        return tridiag_nested_explain(t, t->levels, means, &view[0], 0,
                                      HEDRA_ERROR_NOT_FINITE);
    if (bad)
        return (struct tridiag_trouble){HEDRA_ERROR_NOT_FINITE, 0, bad, -1};
    tridiag_nested_substitute(t, means, view, pass);
    return tridiag_no_trouble;
}

struct tridiag_trouble tridiag_nested_solve(struct tridiag_nested *nested,
                                            struct tridiag_means *means,
                                            const struct tridiag_view *v)
{
    struct tridiag_view view[HEDRA_TRIDIAG_MAX_LEVELS + 1] = {*v};
    struct tridiag_trouble trouble =
        factor_levels(nested, means, view, TRIDIAG_PASS_REDUCE);
    return trouble.status
               ? trouble
               : solve_levels(nested, means, view, TRIDIAG_PASS_SOLVE);
}

struct tridiag_trouble tridiag_nested_factor(struct tridiag_nested *nested,
                                             struct tridiag_means *means,
                                             const struct tridiag_view *v)
{
    struct tridiag_view view[HEDRA_TRIDIAG_MAX_LEVELS + 1] = {*v};
    return factor_levels(nested, means, view, TRIDIAG_PASS_FACTOR);
}

struct tridiag_trouble tridiag_nested_apply(struct tridiag_nested *nested,
                                            struct tridiag_means *means,
                                            const struct tridiag_view *v)
{
    struct tridiag_view view[HEDRA_TRIDIAG_MAX_LEVELS + 1] = {*v};
    struct tridiag_trouble trouble =
        tridiag_nested_reduce(nested, means, view, TRIDIAG_PASS_REDUCE_KEPT);
    return trouble.status
               ? trouble
               : solve_levels(nested, means, view, TRIDIAG_PASS_SOLVE_KEPT);
}
