/*
 * The walk: a driver, its kernels, their blocks and warps, statement by
 * statement, iterations that repeat being multiplied.
 *
 * Why that is right: along a dimension (a loop, the grid, a loop of the host)
 * every value that matters is affine as long as all decisions fall as they do
 * (lanes_frame.horizon), and the sectors of a request are the same if all its
 * addresses move by whole sectors (period). Where iterations of an inner loop
 * were multiplied, its first and its last one were walked: what is affine and
 * keeps its sign at both ends keeps it between them, so that the horizons of
 * the outer dimensions hold for what was not walked, too.
 */
#include "backends/memory/lanes.h"

#include <stdlib.h>
#include <string.h>

/* A store's place among the accesses. */
struct store_place {
    const struct kir_stmt *stmt;
    int access;
};

/* A function and its values while it is walked. */
struct scene {
    const struct kir_func *f;
    struct lanes *value, *variable;
    uint32_t *carried; /* of each variable: the dimensions in whose iteration
                          it may still hold what an earlier one set */
    int *load;         /* of each LOAD: its access, or -1 */
    int *start;        /* of each buffer: its address modulo a sector */
    int64_t *shared;   /* of each SHARED buffer: its first byte */
    int index_count;   /* values that are BLOCK_INDEX */
    int *index;
};

struct access_walk {
    struct arena *arena;
    const struct kir_access_input *input;
    struct lanes_frame frame;
    uint32_t all;                 /* lanes that exist */
    uint32_t began[LANES_DIMS];   /* lanes that began this iteration */
    struct scene *scene, *scenes; /* the current one; of each function */
    const struct kir_module *module;
    int access_count, access_cap, place_count, place_cap;
    struct kir_access *access;
    struct store_place *place;                /* ordered by address */
    struct kir_access_count *count;           /* what is being summed */
    struct kir_access_count *sum[LANES_DIMS]; /* one iteration each */
    /* Launches are counted, by kernel, in place of accesses: requests are
     * launches then, and lanes blocks. NULL: they are not. */
    struct kir_launches *launches;
    int64_t steps;
    bool spent;
};

static void walk_block(struct access_walk *w, const struct kir_block *block);

/* The accesses ------------------------------------------------------------- */

static void add_access(struct access_walk *w, const struct scene *s,
                       const struct kir_stmt *stmt, int buffer,
                       enum kir_access_kind kind)
{
    const struct kir_buffer *b = &s->f->buffer[buffer];
    struct kir_access access = {
        .kernel = s->f,
        .stmt = stmt,
        .kind = kind,
        .buffer = buffer,
        .bytes = kir_type_size(b->type) * (stmt->pack > 1 ? stmt->pack : 1),
        .line = stmt->line,
        .origin = kind == KIR_ACCESS_LOAD ? s->f->value[stmt->value].origin
                                          : stmt->origin};

    if ((b->space != KIR_GLOBAL && b->space != KIR_SHARED) ||
        stmt->pack == KIR_PACKED)
        return;
    if (kind == KIR_ACCESS_LOAD)
        s->load[stmt->value] = w->access_count;
    struct store_place place = {stmt, w->access_count};
    ARENA_PUSH(w->arena, w->place, w->place_count, w->place_cap, place);
    ARENA_PUSH(w->arena, w->access, w->access_count, w->access_cap, access);
}

static void list_accesses(struct access_walk *w, const struct scene *s,
                          const struct kir_block *block)
{
    for (const struct kir_stmt *t = block->first; t; t = t->next) {
        const struct kir_value *v = &s->f->value[t->value];

        if (t->kind == KIR_LET && v->op == KIR_LOAD)
            add_access(w, s, t, v->buffer, KIR_ACCESS_LOAD);
        if (t->kind == KIR_STORE)
            add_access(w, s, t, t->buffer, KIR_ACCESS_STORE);
        if (t->kind == KIR_ATOMIC)
            add_access(w, s, t, t->buffer, KIR_ACCESS_ATOMIC);
        list_accesses(w, s, &t->body[0]);
        list_accesses(w, s, &t->body[1]);
    }
}

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)((const struct store_place *)a)->stmt;
    uintptr_t y = (uintptr_t)((const struct store_place *)b)->stmt;

    return (x > y) - (x < y);
}

static int access_of(const struct access_walk *w, const struct kir_stmt *stmt)
{
    struct store_place key = {stmt, 0};
    const struct store_place *found =
        w->place_count ? bsearch(&key, w->place, (size_t)w->place_count,
                                 sizeof key, by_address)
                       : NULL;

    return found ? found->access : -1;
}

/* An access whose counts nothing here can tell. */
static void give_up(struct access_walk *w, const struct kir_block *block);

static void give_up_on(struct access_walk *w, const struct kir_stmt *t)
{
    int access = access_of(w, t);

    if (access >= 0)
        w->access[access].unknown = true;
    if (t->kind == KIR_SET)
        w->scene->variable[t->variable].known = 0;
    if (t->kind == KIR_LAUNCH) {
        const struct kir_func *kernel = w->module->func[t->kernel];
        for (int k = 0; k < w->access_count; k++)
            w->access[k].unknown |= w->access[k].kernel == kernel;
    }
}

static void give_up(struct access_walk *w, const struct kir_block *block)
{
    for (const struct kir_stmt *t = block->first; t; t = t->next) {
        give_up_on(w, t);
        give_up(w, &t->body[0]);
        give_up(w, &t->body[1]);
    }
}

static void record(struct access_walk *w, int access, int buffer, int index)
{
    const struct scene *s = w->scene;
    const struct lanes *at = &s->value[index];
    struct lanes_frame *frame = &w->frame;

    if (access < 0)
        return;
    struct kir_access *a = &w->access[access];
    int size = kir_type_size(s->f->buffer[buffer].type);
    bool shared = s->f->buffer[buffer].space == KIR_SHARED;
    int64_t whole =
        shared ? KIR_BANKS * KIR_BANK_BYTES : (int64_t)KIR_SECTOR_BYTES;
    int64_t base = shared ? s->shared[buffer] : s->start[buffer];
    int64_t byte[KIR_WARP_LANES];
    if (!lanes_known(frame, at)) {
        a->unknown = true;
        return;
    }
    lanes_keep_regular(frame, at);
    for (int d = 0; d < frame->dims; d++) {
        uint64_t move = (uint64_t)at->stride[d] * (uint64_t)size;
        while (move * (uint64_t)frame->period[d] % (uint64_t)whole)
            frame->period[d] *= 2;
    }
    for (int k = 0; k < KIR_WARP_LANES; k++)
        byte[k] = base + (int64_t)((uint64_t)at->v[k] * (uint64_t)size);
    if (shared)
        kir_access_add_shared(byte, frame->mask, a->bytes,
                              a->kind == KIR_ACCESS_ATOMIC, &w->count[access]);
    else
        kir_access_add_global(byte, frame->mask, a->bytes, &w->count[access]);
}

/* Iterations --------------------------------------------------------------- */

/* Adds `weight` times `more`. What is counted stays so small that clients can
 * add it up. */
static bool add_times(int64_t *to, int64_t more, int64_t weight)
{
    const int64_t most = INT64_MAX / 4096;

    return !__builtin_mul_overflow(more, weight, &more) &&
           !__builtin_add_overflow(*to, more, to) && *to < most;
}

/* Counts that are beyond all bounds end the walk. */
static void add_counts(struct access_walk *w,
                       const struct kir_access_count *from, int64_t weight)
{
    bool good = true;

    for (int k = 0; k < w->access_count; k++) {
        struct kir_access_count *to = &w->count[k];
        const struct kir_access_count *f = &from[k];
        good &= add_times(&to->requests, f->requests, weight) &&
                add_times(&to->lanes, f->lanes, weight) &&
                add_times(&to->sectors, f->sectors, weight) &&
                add_times(&to->ideal_sectors, f->ideal_sectors, weight) &&
                add_times(&to->wavefronts, f->wavefronts, weight) &&
                add_times(&to->ideal_wavefronts, f->ideal_wavefronts, weight);
    }
    w->spent |= !good;
}

/* One dimension: iteration m of it is body(w, user, m). */
struct walk_dimension {
    void (*body)(struct access_walk *w, void *user, int dim, int64_t m);
    void *user;
    const struct kir_block *block; /* its statements: what it may set */
};

static void carry_variables(struct access_walk *w,
                            const struct kir_block *block, uint32_t bit)
{
    for (const struct kir_stmt *t = block->first; t; t = t->next) {
        if (t->kind == KIR_SET)
            w->scene->carried[t->variable] |= bit;
        carry_variables(w, &t->body[0], bit);
        carry_variables(w, &t->body[1], bit);
    }
}

/* Walks one iteration; its counts go to w->sum[dim], alone. */
static void walk_iteration(struct access_walk *w,
                           const struct walk_dimension *r, int dim, int64_t m)
{
    struct kir_access_count *outer = w->count;

    if (r->block)
        carry_variables(w, r->block, 1u << dim);
    memset(w->sum[dim], 0, sizeof *w->sum[dim] * (size_t)(w->access_count + 1));
    w->began[dim] = w->frame.mask;
    w->count = w->sum[dim];
    r->body(w, r->user, dim, m);
    w->count = outer;
}

/* No value may keep a stride along a dimension that is over. */
static void forget_dimension(struct access_walk *w, int dim)
{
    struct scene *s = w->scene;

    for (int k = 0; k < s->f->variable_count; k++) {
        s->variable[k].stride[dim] = 0;
        s->variable[k].irregular &= ~(1u << dim);
        s->carried[k] &= ~(1u << dim);
    }
}

/* Iterations first … end - 1, in all of which the same lanes are active. */
static void walk_range(struct access_walk *w, const struct walk_dimension *r,
                       int64_t first, int64_t end)
{
    struct lanes_frame *frame = &w->frame;
    int dim = frame->dims++;

    for (int64_t m = first; m < end && !w->spent;) {
        frame->horizon[dim] = end - m;
        frame->period[dim] = 1;
        walk_iteration(w, r, dim, m);
        int64_t same = frame->horizon[dim], period = frame->period[dim];
        if (same <= period + 1) {
            add_counts(w, w->sum[dim], 1);
            m++;
            continue;
        }
        add_counts(w, w->sum[dim], (same - 1) / period + 1);
        for (int64_t k = 1; k < period; k++) {
            walk_iteration(w, r, dim, m + k);
            add_counts(w, w->sum[dim], (same - 1 - k) / period + 1);
        }
        walk_iteration(w, r, dim, m + same - 1);
        m += same;
    }
    frame->dims--;
    forget_dimension(w, dim);
}

/* Loops -------------------------------------------------------------------- */

struct loop {
    const struct kir_stmt *stmt;
    const struct lanes *lo, *step;
    int64_t trips[KIR_WARP_LANES];
};

static void walk_loop_body(struct access_walk *w, void *user, int dim,
                           int64_t m)
{
    const struct loop *l = user;
    struct lanes *iter = &w->scene->value[l->stmt->iter];
    const struct lanes *step = l->step;
    int first = __builtin_ctz(w->frame.mask);

    *iter = *l->lo;
    for (int k = 0; k < KIR_WARP_LANES; k++) {
        iter->v[k] += (int64_t)((uint64_t)m * (uint64_t)step->v[k]);
        if ((w->frame.mask >> k & 1) && step->v[k] != step->v[first])
            iter->irregular |= 1u << dim;
    }
    for (int d = 0; d < w->frame.dims; d++)
        if (step->stride[d])
            iter->irregular |= 1u << d;
    iter->irregular |= step->irregular;
    iter->stride[dim] = step->v[first];
    walk_block(w, &l->stmt->body[0]);
}

/* The trip count of each lane; that it stays so limits the horizon. */
static void count_trips(struct access_walk *w, struct loop *l,
                        const struct lanes *hi)
{
    int64_t low[KIR_WARP_LANES], high[KIR_WARP_LANES];
    struct lanes span = lanes_subtract(hi, l->lo);

    for (int k = 0; k < KIR_WARP_LANES; k++) {
        int64_t step = l->step->v[k], n = span.v[k];
        bool runs = w->frame.mask >> k & 1 && n > 0 && step > 0;
        l->trips[k] = runs ? (n - 1) / step + 1 : 0;
        low[k] = runs ? (l->trips[k] - 1) * step + 1 : INT64_MIN;
        high[k] = 0;
        if (runs && __builtin_add_overflow(low[k], step - 1, &high[k]))
            high[k] = INT64_MAX;
    }
    lanes_keep_within(&w->frame, &span, low, high);
    lanes_keep_in(&w->frame, l->step, INT64_MIN, INT64_MAX);
    for (int d = 0; d < w->frame.dims; d++)
        if (l->step->stride[d])
            w->frame.horizon[d] = 1;
}

static void walk_for(struct access_walk *w, const struct kir_stmt *t)
{
    struct scene *s = w->scene;
    const struct lanes *hi = &s->value[t->hi];
    struct loop l = {
        .stmt = t, .lo = &s->value[t->lo], .step = &s->value[t->step]};
    struct walk_dimension r = {walk_loop_body, &l, &t->body[0]};
    uint32_t mask = w->frame.mask;

    if (!lanes_known(&w->frame, l.lo) || !lanes_known(&w->frame, hi) ||
        !lanes_known(&w->frame, l.step) || w->frame.dims == LANES_DIMS) {
        give_up(w, &t->body[0]);
        return;
    }
    count_trips(w, &l, hi);
    for (int64_t m = 0, end; !w->spent; m = end) {
        end = INT64_MAX;
        w->frame.mask = 0;
        for (int k = 0; k < KIR_WARP_LANES; k++)
            if (l.trips[k] > m) {
                w->frame.mask |= 1u << k;
                end = l.trips[k] < end ? l.trips[k] : end;
            }
        if (!w->frame.mask)
            break;
        walk_range(w, &r, m, end);
    }
    w->frame.mask = mask;
}

static void walk_if(struct access_walk *w, const struct kir_stmt *t)
{
    const struct lanes *c = &w->scene->value[t->value];
    uint32_t mask = w->frame.mask, yes = 0;

    if (!lanes_known(&w->frame, c)) {
        give_up(w, &t->body[0]);
        give_up(w, &t->body[1]);
        return;
    }
    for (int k = 0; k < KIR_WARP_LANES; k++)
        yes |= c->v[k] ? 1u << k : 0;
    lanes_keep_regular(&w->frame, c);
    w->frame.mask = mask & yes;
    if (w->frame.mask)
        walk_block(w, &t->body[0]);
    w->frame.mask = mask & ~yes;
    if (w->frame.mask)
        walk_block(w, &t->body[1]);
    w->frame.mask = mask;
}

/* Statements --------------------------------------------------------------- */

/* What the iteration before left in a variable: iterations differ then. */
static void get_variable(struct access_walk *w, const struct kir_stmt *t)
{
    struct scene *s = w->scene;
    int variable = (int)s->f->value[t->value].imm.i;

    s->value[t->value] = s->variable[variable];
    if (!(s->variable[variable].known & w->frame.mask))
        return;
    for (int d = 0; d < w->frame.dims; d++)
        if (s->carried[variable] >> d & 1)
            w->frame.horizon[d] = 1;
}

static void set_variable(struct access_walk *w, const struct kir_stmt *t)
{
    struct scene *s = w->scene;
    struct lanes *variable = &s->variable[t->variable];

    *variable =
        lanes_merge(variable, &s->value[t->value], w->frame.mask, w->all);
    for (int d = 0; d < w->frame.dims; d++)
        if (w->began[d] == w->frame.mask)
            s->carried[t->variable] &= ~(1u << d);
}

static void walk_let(struct access_walk *w, const struct kir_stmt *t)
{
    struct scene *s = w->scene;
    const struct kir_value *v = &s->f->value[t->value];
    const struct lanes *arg[3] = {NULL, NULL, NULL};

    if (v->op == KIR_GET) {
        get_variable(w, t);
    } else if (v->op == KIR_LOAD) {
        record(w, s->load[t->value], v->buffer, v->arg[0]);
        s->value[t->value].known = 0;
    } else if (v->op == KIR_FETCH || v->op == KIR_SHUFFLE_DOWN) {
        s->value[t->value].known = 0;
    } else if (v->op == KIR_ALIGNED) {
        s->value[t->value] =
            lanes_constant(s->start[v->buffer] % KIR_PACK_BYTES == 0);
    } else {
        for (int k = 0; k < kir_op_operands(v->op); k++)
            arg[k] = &s->value[v->arg[k]];
        s->value[t->value] =
            lanes_compute(&w->frame, v, s->f->value[v->arg[0]].type, arg);
    }
}

static void walk_launch(struct access_walk *w, const struct kir_stmt *t);

static void walk_stmt(struct access_walk *w, const struct kir_stmt *t)
{
    switch (t->kind) {
    case KIR_LET:
        walk_let(w, t);
        break;
    case KIR_SET:
        set_variable(w, t);
        break;
    case KIR_STORE:
    case KIR_ATOMIC:
        record(w, access_of(w, t), t->buffer, t->index);
        break;
    case KIR_FOR:
        walk_for(w, t);
        break;
    case KIR_IF:
        walk_if(w, t);
        break;
    case KIR_WHILE:
        give_up(w, &t->body[0]);
        give_up(w, &t->body[1]);
        break;
    case KIR_LAUNCH:
        walk_launch(w, t);
        break;
    case KIR_BARRIER:
    case KIR_COMMENT:
        break;
    }
}

static void walk_block(struct access_walk *w, const struct kir_block *block)
{
    for (const struct kir_stmt *t = block->first; t && !w->spent; t = t->next) {
        w->steps++;
        w->spent = w->input->max_steps && w->steps > w->input->max_steps;
        walk_stmt(w, t);
    }
}

/* Launches ----------------------------------------------------------------- */

struct launch {
    const struct kir_func *f;
    int64_t grid[3];
    int dimension; /* the one whose blocks are being walked */
};

static void walk_blocks(struct access_walk *w, void *user, int dim, int64_t m)
{
    struct launch *l = user;
    struct scene *s = w->scene;
    struct walk_dimension r = {walk_blocks, l, NULL};

    for (int k = 0; k < s->index_count; k++) {
        const struct kir_value *v = &s->f->value[s->index[k]];
        if (v->imm.i != l->dimension)
            continue;
        s->value[s->index[k]] = lanes_constant(m);
        s->value[s->index[k]].stride[dim] = 1;
    }
    if (l->dimension == 0) {
        walk_block(w, &l->f->body);
        return;
    }
    l->dimension--;
    walk_range(w, &r, 0, l->grid[l->dimension]);
    l->dimension++;
}

/* The threads of warp `warp`, and what depends on them alone. */
static void set_warp(struct access_walk *w, const struct launch *l, int warp)
{
    struct scene *s = w->scene;
    const int *size = l->f->block;
    int threads = size[0] * size[1] * size[2];

    w->all = 0;
    for (int k = 0; k < KIR_WARP_LANES; k++)
        if (warp * KIR_WARP_LANES + k < threads)
            w->all |= 1u << k;
    w->frame.mask = w->all;
    for (int i = 0; i < l->f->value_count; i++) {
        const struct kir_value *v = &l->f->value[i];
        if (v->op != KIR_THREAD_INDEX)
            continue;
        s->value[i] = lanes_constant(0);
        for (int k = 0; k < KIR_WARP_LANES; k++) {
            int t = warp * KIR_WARP_LANES + k;
            int at[3] = {t % size[0], t / size[0] % size[1],
                         t / size[0] / size[1]};
            s->value[i].v[k] = at[v->imm.i];
        }
    }
}

/* Parameters, buffers and the grid of a launch; false if it is not known. */
static bool set_launch(struct access_walk *w, const struct kir_stmt *t,
                       struct scene *to, struct launch *l)
{
    const struct scene *from = w->scene;
    int row = 0, buffers = 0;
    bool known = true;

    for (int d = 0; d < 3; d++) {
        const struct lanes *g = &from->value[t->grid[d]];
        known &= lanes_known(&w->frame, g);
        l->grid[d] = g->v[0];
        lanes_keep_in(&w->frame, g, g->v[0], g->v[0]);
    }
    for (int b = 0; b < l->f->buffer_count; b++) {
        if (l->f->buffer[b].space != KIR_GLOBAL)
            continue;
        row = t->arg[buffers++].id;
        bool given = w->input->start && row < w->input->start_count;
        to->start[b] = given ? w->input->start[row] : 0;
    }
    for (int p = 0; p < l->f->param_count; p++) {
        struct lanes *v = &to->value[l->f->param[p].value];
        *v = from->value[t->arg[buffers + p].id];
        v->known = v->known & 1 ? ~0u : 0;
        for (int k = 1; k < KIR_WARP_LANES; k++)
            v->v[k] = v->v[0];
    }
    for (int i = 0; i < l->f->value_count; i++)
        if (l->f->value[i].op == KIR_GRID_SIZE)
            to->value[i] = lanes_constant(l->grid[l->f->value[i].imm.i]);
    return known;
}

static void count_launch(struct access_walk *w, const struct launch *l,
                         int kernel)
{
    struct kir_launches *of = &w->launches[kernel];
    int64_t most = of->most_blocks[0] * of->most_blocks[1] * of->most_blocks[2];
    int64_t blocks = l->grid[0] * l->grid[1] * l->grid[2];

    if (blocks <= 0)
        return;
    w->count[kernel].requests++;
    w->count[kernel].lanes += blocks;
    if (blocks > most)
        memcpy(of->most_blocks, l->grid, sizeof of->most_blocks);
}

static void walk_launch(struct access_walk *w, const struct kir_stmt *t)
{
    struct scene *driver = w->scene, *kernel = &w->scenes[t->kernel];
    struct launch l = {.f = kernel->f};
    struct walk_dimension r = {walk_blocks, &l, NULL};
    uint32_t mask = w->frame.mask, all = w->all;
    int threads = l.f->block[0] * l.f->block[1] * l.f->block[2];

    if (!set_launch(w, t, kernel, &l) || w->frame.dims + 3 > LANES_DIMS) {
        give_up_on(w, t);
        return;
    }
    if (w->launches) {
        count_launch(w, &l, t->kernel);
        return;
    }
    w->scene = kernel;
    for (int k = 0; k * KIR_WARP_LANES < threads && !w->spent; k++) {
        set_warp(w, &l, k);
        memset(kernel->variable, 0,
               sizeof *kernel->variable * (size_t)l.f->variable_count);
        l.dimension = 2;
        walk_range(w, &r, 0, l.grid[2]);
    }
    w->scene = driver;
    w->frame.mask = mask;
    w->all = all;
}

/* Setting up --------------------------------------------------------------- */

static void set_leaves(struct scene *s)
{
    for (int i = 0; i < s->f->value_count; i++) {
        const struct kir_value *v = &s->f->value[i];

        if (v->op == KIR_CONST && !kir_is_float(v->type))
            s->value[i] = lanes_constant(v->imm.i);
        if (v->op == KIR_BLOCK_INDEX)
            s->index[s->index_count++] = i;
    }
}

static void set_scene(struct access_walk *w, struct scene *s,
                      const struct kir_func *f)
{
    int64_t bytes = 0;

    s->f = f;
    s->value = arena_alloc(w->arena, sizeof *s->value * (size_t)f->value_count);
    s->variable =
        arena_alloc(w->arena, sizeof *s->variable * (size_t)f->variable_count);
    s->carried =
        arena_alloc(w->arena, sizeof *s->carried * (size_t)f->variable_count);
    s->load = arena_alloc(w->arena, sizeof *s->load * (size_t)f->value_count);
    s->index = arena_alloc(w->arena, sizeof *s->index * (size_t)f->value_count);
    s->start =
        arena_alloc(w->arena, sizeof *s->start * (size_t)f->buffer_count);
    s->shared =
        arena_alloc(w->arena, sizeof *s->shared * (size_t)f->buffer_count);
    memset(s->load, -1, sizeof *s->load * (size_t)f->value_count);
    for (int b = 0; b < f->buffer_count; b++) {
        int64_t size = kir_type_size(f->buffer[b].type);
        if (f->buffer[b].space != KIR_SHARED)
            continue;
        bytes = (bytes + KIR_PACK_BYTES - 1) / KIR_PACK_BYTES * KIR_PACK_BYTES;
        s->shared[b] = bytes;
        bytes += size * f->buffer[b].count;
    }
    set_leaves(s);
    if (f->kind == KIR_KERNEL && !w->launches)
        list_accesses(w, s, &f->body);
}

static struct scene *set_driver(struct access_walk *w,
                                const struct kir_func *driver)
{
    struct scene *found = NULL;

    for (int k = 0; k < w->module->func_count; k++)
        if (w->module->func[k] == driver)
            found = &w->scenes[k];
    for (int p = 0; found && p < driver->param_count; p++) {
        struct lanes *v = &found->value[driver->param[p].value];
        *v = lanes_constant(w->input->scalar[p]);
        v->known = w->input->known[p] ? ~0u : 0;
    }
    return found;
}

/* Walks the driver; false if max_steps were not enough. */
static bool walk_driver(struct access_walk *w, const struct kir_func *driver)
{
    int funcs = w->module->func_count;

    w->scenes = arena_alloc(w->arena, sizeof *w->scenes * (size_t)funcs);
    for (int k = 0; k < funcs; k++)
        set_scene(w, &w->scenes[k], w->module->func[k]);
    if (w->place_count)
        qsort(w->place, (size_t)w->place_count, sizeof *w->place, by_address);
    size_t size = sizeof *w->count * (size_t)(w->access_count + 1);
    for (int d = 0; d < LANES_DIMS; d++)
        w->sum[d] = arena_alloc(w->arena, size);
    w->count = arena_alloc(w->arena, size);
    w->scene = set_driver(w, driver);
    walk_block(w, &driver->body);
    return !w->spent;
}

static struct access_walk walk_of(const struct kir_func *driver,
                                  const struct kir_access_input *input)
{
    return (struct access_walk){.arena = arena_new(),
                                .input = input,
                                .module = driver->module,
                                .all = 1,
                                .frame.mask = 1};
}

struct kir_access *kir_access_predict(struct arena *arena,
                                      const struct kir_func *driver,
                                      const struct kir_access_input *input,
                                      int *count)
{
    struct access_walk w = walk_of(driver, input);
    struct kir_access *result = NULL;

    if (walk_driver(&w, driver)) {
        size_t size = sizeof *result * (size_t)(w.access_count + 1);
        result = arena_alloc(arena, size);
        for (int k = 0; k < w.access_count; k++) {
            result[k] = w.access[k];
            result[k].count = w.count[k];
        }
        *count = w.access_count;
    }
    arena_free(w.arena);
    return result;
}

struct kir_launches *kir_launches_predict(struct arena *arena,
                                          const struct kir_func *driver,
                                          const struct kir_access_input *input)
{
    struct access_walk w = walk_of(driver, input);
    int funcs = w.module->func_count;
    struct kir_launches *result =
        arena_alloc(arena, sizeof *result * (size_t)(funcs + 1));

    w.launches = result;
    for (int k = 0; k < funcs; k++) {
        struct kir_access stands_for = {.kernel = w.module->func[k]};
        ARENA_PUSH(w.arena, w.access, w.access_count, w.access_cap, stands_for);
        result[k].kernel = stands_for.kernel;
    }
    bool done = walk_driver(&w, driver);
    for (int k = 0; k < funcs; k++) {
        result[k].unknown = w.access[k].unknown;
        result[k].count = w.count[k].requests;
        result[k].blocks = w.count[k].lanes;
    }
    arena_free(w.arena);
    return done ? result : NULL;
}
