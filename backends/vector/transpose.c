/*
 * Lanes in vectors.
 *
 * A loop over lanes (KIR_FOR_LANES) around one over steps, in which element
 * `steps * lane + step` of a buffer belongs to a lane's step, is no loop that
 * compilers vectorise: neighbours in memory are steps of one lane, which need
 * each other. Where ROWS lanes have all their steps, their rows are turned into
 * columns (KIR_FOR_TRANSPOSE), the lanes' loop goes over vectors of lanes, with
 * its steps unrolled, and what it stores is turned back:
 *
 *   for first = lo to hi step ROWS
 *     if the lanes first … first + ROWS - 1 have all steps
 *       for j, k turn:  in[k ROWS + j] = a[base + steps j + k]
 *       for j simd:     the body of lane first + j, with in[] and out[]
 *       for j, k turn:  x[base + steps j + k] = out[k ROWS + j]
 *     else
 *       the loop as it was, from first to min(first + ROWS, hi)
 *
 * The order of operations is what it was. A buffer that is turned back must not
 * be touched otherwise, but for a load of the very element that the step goes
 * on to store.
 */
#include "backends/vector/vector.h"

enum { ROWS = KIR_TILE_ROWS, LEAST_STEPS = KIR_TILE_ROWS, MOST_STEPS = 64 };
enum { MOST_TILED = 8 /* buffers of a loop */ };

/* A buffer whose rows are turned, and which one holds the columns. */
struct transposed {
    int buffer, index; /* the value that is its index in the loops */
    int columns;
    int base; /* the index of the first lane's first step */
    bool store;
};

struct transposition {
    struct kir_func *f;
    struct arena *scratch;
    int known; /* values below are the function's as it was */
    struct kir_stmt *lanes, *steps, *around; /* around: the `if`, NULL: none */
    int64_t count;                           /* steps */
    bool *inside; /* per value: made in the lanes' loop */
    int *copy;    /* per value: its copy, -1: none */
    int tiled_count;
    struct transposed tiled[MOST_TILED];
};

/* Strides -------------------------------------------------------------------
 */

static const struct kir_value *value_of(const struct transposition *t,
                                        int value)
{
    return &t->f->value[value];
}

/* *stride: by how much the value grows with the iterator; false: who knows.
 * Only values made in the lanes' loop depend on one. */
static bool stride_of(const struct transposition *t, int value, int iter,
                      int64_t *stride)
{
    const struct kir_value *v = value_of(t, value);
    int64_t a, b;
    *stride = value == iter;
    if (value == iter || !t->inside[value])
        return true;
    switch (v->op) {
    case KIR_ADD:
    case KIR_SUB:
        if (!stride_of(t, v->arg[0], iter, &a) ||
            !stride_of(t, v->arg[1], iter, &b))
            return false;
        *stride = v->op == KIR_ADD ? a + b : a - b;
        return true;
    case KIR_MUL:
        for (int k = 0; k < 2; k++)
            if (kir_is_const(t->f, v->arg[k]) &&
                stride_of(t, v->arg[1 - k], iter, &a)) {
                *stride = a * value_of(t, v->arg[k])->imm.i;
                return true;
            }
        return false;
    case KIR_CAST:
        return v->narrow == KIR_I64 &&
               value_of(t, v->arg[0])->type == KIR_I32 &&
               stride_of(t, v->arg[0], iter, stride);
    case KIR_ITER: /* the other one */
        return true;
    default:
        return false;
    }
}

/* Is the value straight between two lanes, or the least of values that are? If
 * both ends reach a number, then all between do. */
static bool is_concave(const struct transposition *t, int value)
{
    const struct kir_value *v = value_of(t, value);
    int64_t stride;
    if (stride_of(t, value, t->lanes->iter, &stride))
        return true;
    if (v->op != KIR_MIN && v->op != KIR_ADD)
        return false;
    return kir_is_integer(v->type) && is_concave(t, v->arg[0]) &&
           is_concave(t, v->arg[1]);
}

/* The greatest value that the integer may have, INT64_MAX if that is unknown.
 */
static int64_t most_of(const struct transposition *t, int value)
{
    const struct kir_value *v = value_of(t, value);
    int64_t a = INT64_MAX, b = INT64_MAX;
    if (v->op == KIR_CONST)
        return v->imm.i;
    if (v->op != KIR_MIN && v->op != KIR_ADD)
        return INT64_MAX;
    a = most_of(t, v->arg[0]);
    b = most_of(t, v->arg[1]);
    if (v->op == KIR_MIN)
        return a < b ? a : b;
    return a < MOST_STEPS && b < MOST_STEPS ? a + b : INT64_MAX;
}

/* Finding ------------------------------------------------------------------ */

static void mark_inside(struct transposition *t, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET)
            t->inside[s->value] = true;
        if (s->kind == KIR_FOR)
            t->inside[s->iter] = true;
        mark_inside(t, &s->body[0]);
        mark_inside(t, &s->body[1]);
    }
}

/* Operations that processors have for vectors. GCC 12 takes (double)(float)x
 * for x if both are vectors, as unrolled steps have them. */
static bool is_simple(const struct transposition *t, const struct kir_value *v)
{
    if (v->op == KIR_CAST && v->type == KIR_F32 &&
        value_of(t, v->arg[0])->type == KIR_F64)
        return false;
    return v->op == KIR_GET || v->op == KIR_LOAD ||
           (v->op >= KIR_ADD && v->op <= KIR_SQRT && v->op != KIR_REM &&
            !(v->op == KIR_DIV && kir_is_integer(v->type)));
}

static bool are_lets(const struct kir_block *block, const struct kir_stmt *but)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if (s != but && s->kind != KIR_LET && s->kind != KIR_SET &&
            s->kind != KIR_STORE && s->kind != KIR_COMMENT)
            return false;
    return true;
}

static struct kir_stmt *only(const struct kir_block *block,
                             enum kir_stmt_kind kind)
{
    struct kir_stmt *found = NULL;
    for (struct kir_stmt *s = block->first; s; s = s->next)
        if (s->kind == kind) {
            if (found)
                return NULL;
            found = s;
        }
    return found;
}

/* Does the condition hold for lanes that have steps? */
static bool is_of_steps(const struct transposition *t, int condition)
{
    const struct kir_value *v = value_of(t, condition);
    return v->op == KIR_LT && kir_is_const(t->f, v->arg[0]) &&
           value_of(t, v->arg[0])->imm.i == 0 && v->arg[1] == t->steps->hi;
}

static bool is_number(const struct transposition *t, int value, int64_t number)
{
    return kir_is_const(t->f, value) && value_of(t, value)->imm.i == number;
}

/* Are these lanes around steps, with nothing but assignments otherwise? */
static bool find_loops(struct transposition *t)
{
    struct kir_block *body = &t->lanes->body[0];
    t->around = only(body, KIR_IF);
    t->steps = only(t->around ? &t->around->body[0] : body, KIR_FOR);
    if (!t->steps ||
        value_of(t, t->steps->lo)->type != value_of(t, t->lanes->lo)->type ||
        !is_number(t, t->lanes->step, 1) || !is_number(t, t->steps->step, 1) ||
        !is_number(t, t->steps->lo, 0) || !are_lets(&t->steps->body[0], NULL))
        return false;
    if (t->around &&
        (t->around->body[1].first || !is_of_steps(t, t->around->value) ||
         !are_lets(&t->around->body[0], t->steps)))
        return false;
    t->count = most_of(t, t->steps->hi);
    return are_lets(body, t->around ? t->around : t->steps) &&
           t->count >= LEAST_STEPS && t->count <= MOST_STEPS &&
           is_concave(t, t->steps->hi);
}

static struct transposed *transposed_at(struct transposition *t, int buffer,
                                        int index, bool store)
{
    for (int k = 0; k < t->tiled_count; k++)
        if (t->tiled[k].buffer == buffer && t->tiled[k].index == index &&
            t->tiled[k].store == store)
            return &t->tiled[k];
    return NULL;
}

static bool is_stored(const struct transposition *t, int buffer)
{
    for (int k = 0; k < t->tiled_count; k++)
        if (t->tiled[k].buffer == buffer && t->tiled[k].store)
            return true;
    return false;
}

/* An access of a step: notes it if it is to be turned; false if it stands in
 * the way. */
static bool add_access(struct transposition *t, int buffer, int index,
                       bool store)
{
    const struct kir_buffer *b = &t->f->buffer[buffer];
    int size = kir_type_size(b->type);
    int64_t lane, step;
    if (!stride_of(t, index, t->lanes->iter, &lane) ||
        !stride_of(t, index, t->steps->iter, &step))
        return false;
    if (!store && lane == 0 && step == 0)
        return !is_stored(t, buffer);
    if (is_stored(t, buffer) || b->space != KIR_GLOBAL ||
        (size != 4 && size != 8) || lane != t->count || step != 1 ||
        (store && !b->no_alias))
        return false;
    if (transposed_at(t, buffer, index, store))
        return true;
    if (t->tiled_count == MOST_TILED)
        return false;
    t->tiled[t->tiled_count++] =
        (struct transposed){buffer, index, -1, -1, store};
    return true;
}

/* May each load of a buffer that is stored to be made before? */
static bool loads_first(const struct transposition *t)
{
    for (int k = 0; k < t->tiled_count; k++)
        for (int i = 0; i < t->tiled_count; i++)
            if (t->tiled[k].store && !t->tiled[i].store &&
                t->tiled[k].buffer == t->tiled[i].buffer &&
                t->tiled[k].index != t->tiled[i].index)
                return false;
    return true;
}

static bool find_accesses(struct transposition *t)
{
    for (const struct kir_stmt *s = t->steps->body[0].first; s; s = s->next) {
        int buffer, index;
        if (s->kind == KIR_LET && !is_simple(t, value_of(t, s->value)))
            return false;
        if (kir_accesses(t->f, s, &buffer, &index) &&
            !add_access(t, buffer, index, s->kind == KIR_STORE))
            return false;
    }
    return t->tiled_count > 0 && loads_first(t);
}

/* Does what stands beside the steps touch nothing that is turned? */
static bool is_apart(const struct transposition *t,
                     const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        int buffer, index;
        if (!kir_accesses(t->f, s, &buffer, &index))
            continue;
        if (is_stored(t, buffer))
            return false;
        const struct kir_buffer *b = &t->f->buffer[buffer];
        bool alone = b->space != KIR_GLOBAL || b->no_alias;
        for (int k = 0; s->kind == KIR_STORE && k < t->tiled_count; k++)
            if (t->tiled[k].buffer == buffer || !alone)
                return false;
    }
    return true;
}

/* Copying ------------------------------------------------------------------ */

static int copy_of(const struct transposition *t, int value)
{
    return value < t->known && t->copy[value] >= 0 ? t->copy[value] : value;
}

static void forget_copies(struct transposition *t)
{
    for (int k = 0; k < t->known; k++)
        t->copy[k] = -1;
}

static void copy_let(struct transposition *t, int value)
{
    struct kir_value v = *value_of(t, value);
    int same;
    for (int k = 0; k < kir_op_operands(v.op); k++)
        v.arg[k] = copy_of(t, v.arg[k]);
    same = v.op == KIR_GET || v.op == KIR_LOAD ? -1 : kir_simplify(t->f, &v);
    t->copy[value] = same >= 0 ? same : kir_put_value(t->f, &v);
}

/* The value, with what it needs of the lanes' loop, for the iterators that the
 * copies say. */
static int made(struct transposition *t, int value)
{
    if (value >= t->known || !t->inside[value] || t->copy[value] >= 0)
        return copy_of(t, value);
    for (int k = 0; k < kir_op_operands(value_of(t, value)->op); k++)
        made(t, value_of(t, value)->arg[k]);
    copy_let(t, value);
    return t->copy[value];
}

static int number(struct transposition *t, int like, int64_t value)
{
    return kir_int(t->f, value_of(t, like)->type, value);
}

/* Where step k of the j-th lane is in the columns. */
static int column(struct transposition *t, int j, int k)
{
    return kir_add(t->f, kir_binary(t->f, KIR_MUL, k, number(t, k, ROWS)), j);
}

static void copy_step(struct transposition *t, const struct kir_stmt *s, int j,
                      int k)
{
    int buffer, index;
    struct transposed *tiled = NULL;
    if (kir_accesses(t->f, s, &buffer, &index))
        tiled = transposed_at(t, buffer, index, s->kind == KIR_STORE);
    if (s->kind == KIR_LET && tiled)
        t->copy[s->value] = kir_load(t->f, tiled->columns, column(t, j, k));
    else if (s->kind == KIR_LET)
        copy_let(t, s->value);
    else if (s->kind == KIR_SET)
        kir_set(t->f, s->variable, copy_of(t, s->value));
    else if (s->kind == KIR_STORE && tiled)
        kir_store(t->f, tiled->columns, column(t, j, k), copy_of(t, s->value));
    else if (s->kind == KIR_STORE)
        kir_store(t->f, s->buffer, copy_of(t, s->index), copy_of(t, s->value));
}

/* The lane's body, `if` and all, in one that has all steps. */
static void copy_lane(struct transposition *t, const struct kir_block *block,
                      int j)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s == t->around) {
            copy_lane(t, &s->body[0], j);
        } else if (s == t->steps) {
            int k = kir_for(t->f, s->lo, number(t, s->lo, t->count), s->step,
                            KIR_FOR_WHOLE);
            t->copy[s->iter] = k;
            for (const struct kir_stmt *i = s->body[0].first; i; i = i->next)
                copy_step(t, i, j, k);
            kir_end(t->f);
        } else {
            copy_step(t, s, -1, -1);
        }
    }
}

/* Building ----------------------------------------------------------------- */

static void put_tile(struct transposition *t, const struct transposed *tiled)
{
    struct kir_func *f = t->f;
    int zero = number(t, tiled->base, 0), one = number(t, tiled->base, 1);
    int j = kir_for(f, zero, number(t, zero, ROWS), one, KIR_FOR_TRANSPOSE);
    int k = kir_for(f, zero, number(t, zero, t->count), one, 0);
    int row = kir_binary(f, KIR_MUL, j, number(t, j, t->count));
    int at = kir_add(t->f, tiled->base, kir_add(t->f, row, k)),
        to = column(t, j, k);
    if (tiled->store)
        kir_store(f, tiled->buffer, at, kir_load(f, tiled->columns, to));
    else
        kir_store(f, tiled->columns, to, kir_load(f, tiled->buffer, at));
    kir_end(f);
    kir_end(f);
}

static void put_tiles(struct transposition *t, bool store)
{
    for (int k = 0; k < t->tiled_count; k++)
        if (t->tiled[k].store == store)
            put_tile(t, &t->tiled[k]);
}

/* PRED: do the lanes first … first + ROWS - 1 have all steps? */
static int have_all(struct transposition *t, int first)
{
    struct kir_func *f = t->f;
    const int end[2] = {first,
                        kir_add(t->f, first, number(t, first, ROWS - 1))};
    int steps[2];
    for (int k = 0; k < 2; k++) {
        forget_copies(t);
        t->copy[t->lanes->iter] = end[k];
        steps[k] = made(t, t->steps->hi);
    }
    int none = number(t, steps[0], 0);
    int least = kir_binary(f, KIR_MIN, steps[0], steps[1]);
    least =
        kir_ternary(f, KIR_SELECT, kir_binary(f, KIR_LT, end[1], t->lanes->hi),
                    least, none);
    return kir_binary(f, KIR_LE, number(t, none, t->count), least);
}

static void find_bases(struct transposition *t, int first)
{
    forget_copies(t);
    t->copy[t->lanes->iter] = first;
    t->copy[t->steps->iter] = number(t, t->steps->iter, 0);
    for (int k = 0; k < t->tiled_count; k++)
        t->tiled[k].base = made(t, t->tiled[k].index);
}

static void put_vectors(struct transposition *t, int first)
{
    struct kir_func *f = t->f;
    int zero = number(t, first, 0), one = number(t, first, 1);
    find_bases(t, first);
    put_tiles(t, false);
    int j = kir_for(f, zero, number(t, zero, ROWS), one, KIR_FOR_SIMD);
    forget_copies(t);
    t->copy[t->lanes->iter] = kir_add(t->f, first, j);
    copy_lane(t, &t->lanes->body[0], j);
    kir_end(f);
    put_tiles(t, true);
}

static void new_columns(struct transposition *t)
{
    for (int k = 0; k < t->tiled_count; k++) {
        const struct kir_buffer *b = &t->f->buffer[t->tiled[k].buffer];
        t->tiled[k].columns =
            kir_local(t->f, "column", b->type, t->count * ROWS);
    }
}

/* The loop as it was becomes one over the lanes that have not all steps. */
static void put_rest(struct transposition *t, int first)
{
    int end = kir_add(t->f, first, number(t, first, ROWS));
    end = kir_binary(t->f, KIR_MIN, end, t->lanes->hi);
    struct kir_stmt *rest = kir_put_stmt(t->f, KIR_FOR), *next = rest->next;
    *rest = *t->lanes;
    rest->next = next;
    rest->lo = first;
    rest->hi = end;
    rest->flags &= ~(unsigned)KIR_FOR_LANES;
}

/* What takes the loop's place. */
static struct kir_block build(struct transposition *t)
{
    struct kir_func *f = t->f;
    struct kir_stmt place = {.kind = KIR_IF};
    new_columns(t);
    kir_open(f, &place, 0);
    int first = kir_for(f, t->lanes->lo, t->lanes->hi,
                        number(t, t->lanes->lo, ROWS), 0);
    kir_if(f, have_all(t, first));
    put_vectors(t, first);
    kir_else(f);
    put_rest(t, first);
    kir_end(f);
    kir_end(f);
    kir_close(f);
    return place.body[0];
}

static struct transposition
new_tiling(struct kir_func *f, struct kir_stmt *loop, struct arena *scratch)
{
    size_t values = (size_t)f->value_count;
    struct transposition t = {
        .f = f,
        .known = f->value_count,
        .lanes = loop,
        .inside = arena_alloc(scratch, values * sizeof *t.inside),
        .copy = arena_alloc(scratch, values * sizeof *t.copy),
    };
    t.inside[loop->iter] = true;
    mark_inside(&t, &loop->body[0]);
    return t;
}

static bool transpose_loop(struct kir_func *f, struct kir_stmt *loop,
                           struct kir_block *made)
{
    struct arena *scratch = arena_new();
    struct transposition t = new_tiling(f, loop, scratch);
    bool good = find_loops(&t) && find_accesses(&t) &&
                is_apart(&t, &loop->body[0]) &&
                (!t.around || is_apart(&t, &t.around->body[0]));
    if (good)
        *made = build(&t);
    arena_free(scratch);
    return good;
}

static void transpose_block(struct kir_func *f, struct kir_block *block)
{
    struct kir_stmt *next, *last = NULL;
    for (struct kir_stmt *s = block->first; s; s = next) {
        struct kir_block made = {s, s};
        next = s->next;
        if (s->kind == KIR_FOR && s->flags & KIR_FOR_LANES) {
            transpose_loop(f, s, &made);
        } else {
            transpose_block(f, &s->body[0]);
            transpose_block(f, &s->body[1]);
        }
        last = kir_replace_stmt(block, last, &made, next);
    }
}

void kir_transpose(struct kir_module *module)
{
    for (int k = 0; k < module->func_count; k++)
        if (module->func[k]->kind == KIR_KERNEL)
            transpose_block(module->func[k], &module->func[k]->body);
}

/* Reading ------------------------------------------------------------------ */

/* Finds, in the sum that an index is, what depends on no iterator. *base is -1
 * before, and stays that if there is nothing. */
static bool base_of(const struct transposition *t, int index, int *base)
{
    const struct kir_value *v = value_of(t, index);
    bool first = *base < 0;
    if (!t->inside[index]) {
        *base = index;
        return first;
    }
    if (v->op == KIR_ADD)
        return base_of(t, v->arg[0], base) && base_of(t, v->arg[1], base);
    return v->op == KIR_ITER ||
           (v->op == KIR_MUL && value_of(t, v->arg[0])->op == KIR_ITER &&
            kir_is_const(t->f, v->arg[1]));
}

static bool has_strides(const struct transposition *t, int index, int64_t row,
                        int64_t step)
{
    int64_t a, b;
    return stride_of(t, index, t->lanes->iter, &a) &&
           stride_of(t, index, t->steps->iter, &b) && a == row && b == step;
}

static bool is_tile(struct transposition *t, struct kir_tile_copy *what)
{
    t->steps = only(&t->lanes->body[0], KIR_FOR);
    struct kir_stmt *store =
        t->steps ? only(&t->steps->body[0], KIR_STORE) : NULL;
    if (!store || value_of(t, store->value)->op != KIR_LOAD ||
        !is_number(t, t->lanes->lo, 0) || !is_number(t, t->lanes->step, 1) ||
        !is_number(t, t->lanes->hi, ROWS) || !is_number(t, t->steps->lo, 0) ||
        !is_number(t, t->steps->step, 1) || !kir_is_const(t->f, t->steps->hi) ||
        !are_lets(&t->lanes->body[0], t->steps) ||
        !are_lets(&t->steps->body[0], NULL))
        return false;
    const struct kir_value *load = value_of(t, store->value);
    int rows = load->arg[0], columns = store->index, none = -1;
    what->base = -1;
    what->steps = value_of(t, t->steps->hi)->imm.i;
    what->store = t->f->buffer[load->buffer].space == KIR_LOCAL;
    what->rows = what->store ? store->buffer : load->buffer;
    what->columns = what->store ? load->buffer : store->buffer;
    if (what->store) {
        rows = store->index;
        columns = load->arg[0];
    }
    what->size = kir_type_size(t->f->buffer[what->rows].type);
    return t->f->buffer[what->columns].space == KIR_LOCAL &&
           (what->size == 4 || what->size == 8) &&
           t->f->buffer[what->columns].type == t->f->buffer[what->rows].type &&
           what->rows != what->columns && what->steps >= LEAST_STEPS &&
           has_strides(t, rows, what->steps, 1) &&
           has_strides(t, columns, 1, ROWS) && base_of(t, rows, &what->base) &&
           base_of(t, columns, &none) && none < 0;
}

bool kir_find_tile_copy(const struct kir_func *f, const struct kir_stmt *loop,
                        struct kir_tile_copy *what)
{
    struct arena *scratch = arena_new();
    struct transposition t =
        new_tiling((struct kir_func *)f, (struct kir_stmt *)loop, scratch);
    bool found = is_tile(&t, what);
    arena_free(scratch);
    return found;
}
