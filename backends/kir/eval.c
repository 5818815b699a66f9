/*
 * The evaluator: runs a function block by block, and the threads of a block in
 * step. It is slow and simple on purpose, because tests compare the optimiser
 * and all printers with it.
 */
#include "backends/kir/kir.h"

#include <string.h>

/* One block of threads ("lanes") of one function. Arrays by lane have `width`
 * elements; per value, variable or local buffer they follow each other. */
struct eval_machine {
    const struct kir_func *f;
    struct kir_eval *eval;
    struct faults *faults;
    struct arena *arena;
    bool failed;

    int width;
    int64_t grid[3], block[3];
    union kir_imm *value, *variable;
    struct kir_memory *memory; /* of each buffer; LOCAL: of lane 0 */
    bool *mask[KIR_MAX_DEPTH + 2];
    int depth;
    const struct kir_stmt *at;
};

static void __attribute__((format(printf, 2, 3)))
undefined(struct eval_machine *m, const char *format, ...)
{
    struct loc loc = {m->f->module->source_file, m->at ? m->at->line : 0, 0, 0};
    struct buf text = {0};
    va_list ap;

    if (m->failed)
        return;
    m->failed = true;
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    fault_add(m->faults, FAULT_KIR_INVALID, loc, "'%s' ran into %s", m->f->name,
              text.text);
    buf_free(&text);
}

/* Operands and memory ------------------------------------------------------ */

static union kir_imm lane_value(const struct eval_machine *m, int value,
                                int lane)
{
    const struct kir_value *v = &m->f->value[value];
    union kir_imm r = {.i = 0};
    const int *size = m->f->block;

    switch (v->op) {
    case KIR_CONST:
        return v->imm;
    case KIR_WARPS:
        r.i = m->eval->warps;
        return r;
    case KIR_PARAM:
        return m->eval->scalar[v->imm.i];
    case KIR_BLOCK_INDEX:
        r.i = m->block[v->imm.i];
        return r;
    case KIR_GRID_SIZE:
        r.i = m->grid[v->imm.i];
        return r;
    case KIR_THREAD_INDEX:
        r.i = v->imm.i == 0   ? lane % size[0]
              : v->imm.i == 1 ? lane / size[0] % size[1]
                              : lane / size[0] / size[1];
        return r;
    default:
        return m->value[(size_t)value * (size_t)m->width + (size_t)lane];
    }
}

static union kir_imm *slot(struct eval_machine *m, int value, int lane)
{
    return &m->value[(size_t)value * (size_t)m->width + (size_t)lane];
}

static union kir_imm *variable_slot(struct eval_machine *m, int variable,
                                    int lane)
{
    return &m->variable[(size_t)variable * (size_t)m->width + (size_t)lane];
}

/* The element's number within the buffer's memory, or -1. */
static int64_t element(struct eval_machine *m, int buffer, int index, int lane)
{
    const struct kir_buffer *b = &m->f->buffer[buffer];
    const struct kir_memory *memory = &m->memory[buffer];
    int64_t i = lane_value(m, index, lane).i;

    if (i < 0 || i >= memory->count) {
        undefined(m, "an access to element %lld of '%s', which has %lld",
                  (long long)i, b->name, (long long)memory->count);
        return -1;
    }
    if (m->eval->touch && b->space == KIR_GLOBAL)
        m->eval->touch(m->eval->user, memory->data, i);
    return b->space == KIR_LOCAL ? i + lane * memory->count : i;
}

/* Values ------------------------------------------------------------------- */

static union kir_imm compute(struct eval_machine *m, const struct kir_value *v,
                             int lane)
{
    union kir_imm arg[3], result = {.i = 0};

    for (int i = 0; i < kir_op_operands(v->op); i++)
        arg[i] = lane_value(m, v->arg[i], lane);
    if (!kir_scalar(v, m->f->value[v->arg[0]].type, arg, &result)) {
        if (v->op == KIR_DIV || v->op == KIR_REM)
            undefined(m, "the division %lld / %lld", (long long)arg[0].i,
                      (long long)arg[1].i);
        result.i = 0;
    }
    return result;
}

static void run_fetch(struct eval_machine *m, int value)
{
    const struct kir_value *v = &m->f->value[value];
    int64_t i = lane_value(m, v->arg[0], 0).i;
    const struct kir_memory *array;

    if (v->buffer >= m->eval->array_count) {
        undefined(m, "a fetch from array %d of %d", v->buffer,
                  m->eval->array_count);
        return;
    }
    array = &m->eval->array[v->buffer];
    if (i < 0 || i >= array->count)
        undefined(m, "a fetch of element %lld of array %d, which has %lld",
                  (long long)i, v->buffer, (long long)array->count);
    else
        *slot(m, value, 0) = kir_read_element(v->narrow, array->data, i);
}

static void run_let(struct eval_machine *m, int value, int lane)
{
    const struct kir_value *v = &m->f->value[value];
    int64_t i;

    if (v->op == KIR_GET) {
        *slot(m, value, lane) = *variable_slot(m, (int)v->imm.i, lane);
    } else if (v->op == KIR_LOAD) {
        i = element(m, v->buffer, v->arg[0], lane);
        if (i >= 0)
            *slot(m, value, lane) = kir_read_element(
                m->f->buffer[v->buffer].type, m->memory[v->buffer].data, i);
    } else if (v->op == KIR_ALIGNED) {
        slot(m, value, lane)->i =
            (uintptr_t)m->memory[v->buffer].data % KIR_PACK_BYTES == 0;
    } else if (v->op == KIR_FETCH) {
        run_fetch(m, value);
    } else {
        *slot(m, value, lane) = compute(m, v, lane);
    }
}

/* Of the thread that is further in the warp, or its own. */
static void run_shuffle(struct eval_machine *m, int value, int lane)
{
    const struct kir_value *v = &m->f->value[value];
    const bool *mask = m->mask[m->depth];
    int first = lane - lane % KIR_WARP_LANES;
    int64_t from = lane + v->imm.i;

    for (int k = first; k < first + KIR_WARP_LANES; k++)
        if (k >= m->width || !mask[k]) {
            undefined(m, "a shuffle that not all threads of a warp reach");
            return;
        }
    if (from >= first + KIR_WARP_LANES)
        from = lane;
    *slot(m, value, lane) = lane_value(m, v->arg[0], (int)from);
}

/* Are the accesses that begin with `s` where KIR.md says? */
static void check_pack(struct eval_machine *m, const struct kir_stmt *s,
                       int lane)
{
    int count = s->pack, buffer, index;
    int64_t first = 0, place;

    for (int k = 0; k < count && kir_accesses(m->f, s, &buffer, &index);
         k++, s = s->next) {
        place = lane_value(m, index, lane).i;
        if (k == 0) {
            int64_t bytes = kir_type_size(m->f->buffer[buffer].type);
            uint64_t base = m->f->buffer[buffer].space == KIR_GLOBAL
                                ? (uint64_t)(uintptr_t)m->memory[buffer].data
                                : 0;

            first = place;
            if ((base + (uint64_t)(place * bytes)) % (uint64_t)(bytes * count))
                undefined(m, "a pack at element %lld of '%s'", (long long)place,
                          m->f->buffer[buffer].name);
        }
        if (place != first + k)
            undefined(m, "elements of '%s' that are no neighbours",
                      m->f->buffer[buffer].name);
    }
}

static void run_store(struct eval_machine *m, const struct kir_stmt *s,
                      int lane)
{
    enum kir_type type = m->f->buffer[s->buffer].type;
    void *data = m->memory[s->buffer].data;
    int64_t i = element(m, s->buffer, s->index, lane);
    union kir_imm value = lane_value(m, s->value, lane);

    if (i < 0)
        return;
    if (s->kind == KIR_ATOMIC) {
        struct kir_value op = kir_value_of(s->op, type);
        union kir_imm arg[2] = {kir_read_element(type, data, i), value};

        kir_scalar(&op, type, arg, &value);
    }
    kir_write_element(type, data, i, value);
}

/* Control ------------------------------------------------------------------ */

static void run_block(struct eval_machine *m, const struct kir_block *block);

static bool any(const struct eval_machine *m, const bool *mask)
{
    return memchr(mask, true, (size_t)m->width) != NULL;
}

/* The mask of the next deeper level, equal to the current one. */
static bool *push_mask(struct eval_machine *m)
{
    bool *from = m->mask[m->depth++];

    if (!m->mask[m->depth])
        m->mask[m->depth] = arena_alloc(m->arena, (size_t)m->width);
    return memcpy(m->mask[m->depth], from, (size_t)m->width);
}

/* Whether iter < hi; both are numbers of `type`. */
static bool below(enum kir_type type, int64_t a, int64_t b)
{
    return kir_is_signed(type) ? a < b : (uint64_t)a < (uint64_t)b;
}

static void advance(struct eval_machine *m, enum kir_type type, int64_t *iter,
                    int64_t step)
{
    int64_t sum = kir_wrap(type, (uint64_t)*iter + (uint64_t)step);

    if (!below(type, *iter, sum))
        undefined(m, "an iterator that leaves its type");
    *iter = sum;
}

static void run_for(struct eval_machine *m, const struct kir_stmt *s)
{
    enum kir_type type = m->f->value[s->iter].type;
    bool *mask = push_mask(m);

    for (int lane = 0; lane < m->width; lane++)
        if (mask[lane]) {
            *slot(m, s->iter, lane) = lane_value(m, s->lo, lane);
            if (!below(type, 0, lane_value(m, s->step, lane).i))
                undefined(m, "a loop whose step is not positive");
        }
    for (;;) {
        for (int lane = 0; lane < m->width; lane++)
            if (mask[lane])
                mask[lane] = below(type, slot(m, s->iter, lane)->i,
                                   lane_value(m, s->hi, lane).i);
        if (m->failed || !any(m, mask))
            break;
        run_block(m, &s->body[0]);
        for (int lane = 0; lane < m->width; lane++)
            if (mask[lane])
                advance(m, type, &slot(m, s->iter, lane)->i,
                        lane_value(m, s->step, lane).i);
    }
    m->depth--;
}

static void run_if(struct eval_machine *m, const struct kir_stmt *s)
{
    for (int branch = 0; branch < 2; branch++) {
        bool *mask = push_mask(m);

        for (int lane = 0; lane < m->width; lane++)
            if (mask[lane])
                mask[lane] =
                    (lane_value(m, s->value, lane).i != 0) == (branch == 0);
        if (any(m, mask))
            run_block(m, &s->body[branch]);
        m->depth--;
    }
}

static void run_while(struct eval_machine *m, const struct kir_stmt *s)
{
    bool *mask = push_mask(m);

    while (!m->failed) {
        run_block(m, &s->body[0]);
        for (int lane = 0; lane < m->width; lane++)
            if (mask[lane])
                mask[lane] = lane_value(m, s->value, lane).i != 0;
        if (!any(m, mask))
            break;
        run_block(m, &s->body[1]);
    }
    m->depth--;
}

static void run_launch(struct eval_machine *m, const struct kir_stmt *s)
{
    const struct kir_func *kernel = m->f->module->func[s->kernel];
    struct kir_eval eval = {
        .warps = m->eval->warps,
        .touch = m->eval->touch,
        .user = m->eval->user,
        .max_steps =
            m->eval->max_steps ? m->eval->max_steps - m->eval->steps : 0};
    size_t count = (size_t)s->arg_count;
    struct kir_memory *buffer = arena_alloc(m->arena, count * sizeof *buffer);
    union kir_imm *scalar = arena_alloc(m->arena, count * sizeof *scalar);
    int buffers = 0, scalars = 0;
    int64_t grid[3];

    for (int i = 0; i < s->arg_count; i++) {
        if (!s->arg[i].is_buffer)
            scalar[scalars++] = lane_value(m, s->arg[i].id, 0);
        else if (s->arg[i].id < m->eval->array_count)
            buffer[buffers++] = m->eval->array[s->arg[i].id];
        else
            undefined(m, "a launch with array %d of %d", s->arg[i].id,
                      m->eval->array_count);
    }
    for (int i = 0; i < 3; i++)
        grid[i] = lane_value(m, s->grid[i], 0).i;
    eval.buffer = buffer;
    eval.scalar = scalar;
    if (!m->failed && !kir_eval_run(kernel, grid, &eval, m->faults))
        m->failed = true;
    m->eval->steps += eval.steps;
}

static void run_lanes(struct eval_machine *m, const struct kir_stmt *s)
{
    const bool *mask = m->mask[m->depth];

    for (int lane = 0; lane < m->width && !m->failed; lane++) {
        if (!mask[lane])
            continue;
        if (s->pack > 1)
            check_pack(m, s, lane);
        if (s->kind == KIR_LET && m->f->value[s->value].op == KIR_SHUFFLE_DOWN)
            run_shuffle(m, s->value, lane);
        else if (s->kind == KIR_LET)
            run_let(m, s->value, lane);
        else if (s->kind == KIR_SET)
            *variable_slot(m, s->variable, lane) =
                lane_value(m, s->value, lane);
        else
            run_store(m, s, lane);
    }
}

static void count_step(struct eval_machine *m)
{
    for (int lane = 0; lane < m->width; lane++)
        m->eval->steps += m->mask[m->depth][lane];
    if (m->eval->max_steps && m->eval->steps > m->eval->max_steps)
        undefined(m, "the limit of %lld steps", (long long)m->eval->max_steps);
}

static void run_block(struct eval_machine *m, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s && !m->failed;
         s = s->next) {
        m->at = s;
        if (s->kind == KIR_COMMENT)
            continue;
        count_step(m);
        if (s->kind == KIR_FOR)
            run_for(m, s);
        else if (s->kind == KIR_IF)
            run_if(m, s);
        else if (s->kind == KIR_WHILE)
            run_while(m, s);
        else if (s->kind == KIR_LAUNCH)
            run_launch(m, s);
        else if (s->kind != KIR_BARRIER)
            run_lanes(m, s);
        else if (memchr(m->mask[m->depth], false, (size_t)m->width))
            undefined(m, "a barrier that not all threads reach");
    }
}

/* Setting up --------------------------------------------------------------- */

static void set_up(struct eval_machine *m)
{
    const struct kir_func *f = m->f;
    size_t width = (size_t)m->width;
    int globals = 0;

    m->value = arena_alloc(m->arena,
                           (size_t)f->value_count * width * sizeof *m->value);
    m->variable = arena_alloc(m->arena, (size_t)f->variable_count * width *
                                            sizeof *m->variable);
    m->memory =
        arena_alloc(m->arena, (size_t)f->buffer_count * sizeof *m->memory);
    m->mask[0] = arena_alloc(m->arena, width);
    memset(m->mask[0], true, width);
    for (int i = 0; i < f->buffer_count; i++) {
        const struct kir_buffer *b = &f->buffer[i];
        size_t lanes = b->space == KIR_LOCAL ? width : 1;

        m->memory[i].count = b->count;
        if (b->space == KIR_GLOBAL)
            m->memory[i] = m->eval->buffer[globals++];
        else if (b->space == KIR_CONSTANT)
            m->memory[i].data = (void *)b->data;
        else
            m->memory[i].data =
                arena_alloc(m->arena, lanes * (size_t)b->count *
                                          (size_t)kir_type_size(b->type));
    }
}

/* Variables, local and shared memory hold nothing when a block starts. */
static void clear(struct eval_machine *m)
{
    const struct kir_func *f = m->f;
    size_t width = (size_t)m->width;

    if (f->variable_count > 0)
        memset(m->variable, 0,
               (size_t)f->variable_count * width * sizeof *m->variable);
    for (int i = 0; i < f->buffer_count; i++) {
        const struct kir_buffer *b = &f->buffer[i];
        size_t lanes = b->space == KIR_LOCAL ? width : 1;

        if (b->space == KIR_SHARED || b->space == KIR_LOCAL)
            memset(m->memory[i].data, 0,
                   lanes * (size_t)b->count * (size_t)kir_type_size(b->type));
    }
}

bool kir_eval_run(const struct kir_func *f, const int64_t *grid,
                  struct kir_eval *eval, struct faults *faults)
{
    static const int64_t one[3] = {1, 1, 1};
    struct eval_machine m = {.f = f, .eval = eval, .faults = faults};

    if (!grid)
        grid = one;
    memcpy(m.grid, grid, sizeof m.grid);
    m.arena = arena_new();
    m.width = 1;
    for (int i = 0; i < 3 && f->kind == KIR_KERNEL; i++)
        m.width *= f->block[i];
    set_up(&m);
    for (m.block[2] = 0; m.block[2] < grid[2]; m.block[2]++)
        for (m.block[1] = 0; m.block[1] < grid[1]; m.block[1]++)
            for (m.block[0] = 0; m.block[0] < grid[0] && !m.failed;
                 m.block[0]++) {
                clear(&m);
                run_block(&m, &f->body);
            }
    arena_free(m.arena);
    return !m.failed;
}
